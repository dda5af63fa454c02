"""Chapter 9 of the rule book: playing with other than five players."""

import random

import pytest

from tenka.game import IllegalAction, InvalidOptions
from tenka.history.notation import DAIMYO_IDS
from tenka.history.reading import standard
from tenka.history.tables import standard_tables
from tests.history.position import RULES, at, legal, play, points, position
from tests.history.test_placing import places

TABLES = standard_tables().tables[0]


def cards(players: int) -> set[str]:
    return {name for number, name in enumerate(DAIMYO_IDS) if int(TABLES.daimyo_in_play[players]) >> number & 1}


def test_the_samurai_division_is_only_used_with_six_colours() -> None:
    assert {players for players in (2, 3, 4, 5, 6) if "samurai_division" in cards(players)} == {2, 3, 6}


def test_the_samurai_division_goes_before_matsuura() -> None:
    state = play(
        RULES.start(RULES.options({"players": 6}), random.Random(1)),
        "matsuura samurai_division kiyohara yoshiie kouno satake",
    )
    assert RULES.turn(state) == 1


def test_seven_daimyo_do_not_appear_with_four_players() -> None:
    assert cards(5) - cards(4) == {"matsuura", "yukiie", "kikuchi", "shouni", "ootomo", "ryuuzouji", "shimazu"}


def test_two_event_cards_are_not_used_with_four_players() -> None:
    gone = int(TABLES.events_in_play[5]) & ~int(TABLES.events_in_play[4])
    names = {event.name for event in standard().events if gone >> event.number - 1 & 1}
    assert names == {"Mongol invasion", "Itou of Hyuuga"}


def test_kyuushuu_and_the_ariake_sea_cannot_be_entered_with_four_players() -> None:
    state = play(position("epoch 4, 4 players\nred oouchi to move"), "ready nagato west_seto")
    assert not {"chikuzen", "bungo"} & places(state)
    assert {"chikuzen", "bungo"} <= places(
        play(position("epoch 4, 5 players\nred oouchi to move"), "ready nagato west_seto")
    )
    with pytest.raises(IllegalAction, match="out of play with 4 players"):
        play(state, "chikuzen")


def test_hakata_has_no_place_with_four_players_but_gives_its_points() -> None:
    state = play(position("epoch 4, 4 players\nred oouchi to move", {"red": "e44"}), "e44")
    assert at(state, "chikuzen") == ""
    assert points(state, "red") == 2


def test_the_southern_dynasty_stays_out_of_kyuushuu_with_four_players() -> None:
    state = play(position("epoch 3, 4 players\nred southern_dynasty to move"), "ready yamato")
    assert len(places(state)) == 53


@pytest.mark.parametrize(("players", "each"), [(3, 2), (2, 3)])
def test_each_player_takes_several_colours(players: int, each: int) -> None:
    state = RULES.start(RULES.options({"players": players}), random.Random(1))
    assert state.colours == players * each
    seen = set()
    for name in ["samurai_division", "matsuura", "kiyohara", "yoshiie", "kouno", "satake"]:
        state = play(state, name)
    while state.epoch == 0:
        seen.add((RULES.turn(state), int(state.colour)))
        moves = [move for move in legal(state) if not (move[0] == "e" and move[1:].isdigit())]
        state = play(state, moves[0])
    assert seen == {(colour % players, colour) for colour in range(6)}


def test_a_person_sees_the_cards_of_all_own_colours() -> None:
    state = RULES.start(RULES.options({"players": 3}), random.Random(1))
    view = RULES.view(state, 1).known
    assert [int(hand) == -1 for hand in view.hand] == [True, False, True, True, False, True]


@pytest.mark.parametrize("players", [0, 1, 7, "many", 2.5])
def test_other_numbers_are_refused(players: object) -> None:
    with pytest.raises(InvalidOptions, match="for 2 to 6 players"):
        RULES.options({"players": players})


def test_unknown_options_are_refused() -> None:
    with pytest.raises(InvalidOptions, match="no option 'edition'"):
        RULES.options({"edition": "2015"})
