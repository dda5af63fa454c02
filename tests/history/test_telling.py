"""What is told of a ply: rolls and how likely their end was, points step by step, luck."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from typing import Any

import pytest

from tenka.game import CHANCE, Ply, Seat
from tenka.history.cards import COLOURS
from tenka.history.lines import HistoryPly
from tenka.history.luck import list_rolls, luck_of, luck_of_ply
from tenka.history.notation import AREA_IDS
from tenka.history.position import PLY, describe, draw_public, show_ply
from tenka.players import decide_ply, get_player
from tenka.server.shapes import model_of
from tenka.table import Table
from tests.history.outcomes import fight_outcomes
from tests.history.position import RULES, play, position

TEXT = "epoch 4, 5 players\nred hatakeyama to move\n"


def tell(before: Any, moves: str) -> dict[str, Any]:
    """What is told of moves, were they a ply."""
    return details(RULES.make_ply(before, RULES.parse(moves), play(before, moves)))


def details(ply: Ply, seat: Seat | None = None) -> dict[str, Any]:
    seen = RULES.redact(ply, seat)
    assert seen is not None
    told = show_ply(seen)["details"]
    model_of(PLY).model_validate(told)
    return told


@cache
def game(players: int) -> Table:
    """A whole game of greedy players."""
    rng, greedy = random.Random(players), get_player("greedy", "history")
    table = Table.new(RULES, RULES.options({"players": players}), list("abcdef")[:players], rng, random.Random(1))
    while waiting := table.to_move():
        table.commit(waiting[0], decide_ply(RULES, table.state, waiting[0], greedy, rng))
    return table


# --- points -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 4, 5])
def test_every_point_of_a_game_is_told_where_it_came_from(players: int) -> None:
    table, points, kinds = game(players), Counter[str](), Counter[str]()
    for ply in table.plies:
        told = details(ply)
        gained, scored = told.get("gained", {}), told.get("scored", {"total": 0})
        assert told.get("points", 0) == sum(gained.values()) + scored["total"], ply
        points[told["colour"]] += told.get("points", 0)
        kinds += Counter(gained) + Counter(scored=scored["total"])
    assert [points[colour] for colour in COLOURS[: table.state.colours]] == table.state.points[:6].tolist()[
        : table.state.colours
    ]
    assert kinds["scored"] > 0.7 * points.total()
    assert len(kinds) > 2, "and not all in one way"


def test_the_points_of_a_turns_end_are_those_that_were_shown_before_it() -> None:
    text = TEXT + "miyako: red past 1, capital\nsettsu: red past 1\nizumi: red past 1, sakai"
    state = play(position(text), "ready etchuu kaga kaga kaga noto noto")
    shown = draw_public(state)["scores"]["red"]
    scored = tell(state, "end")["scored"]
    assert scored["total"] == shown["total"]
    assert {name: region["points"] for name, region in scored["regions"].items()} == {
        name: region["points"] for name, region in shown["regions"].items()
    }
    base = {region.id: region.base[3] for region in describe().regions}
    assert scored["regions"]["miyako"] == {"base": base["miyako"], "level": 4, "points": 4 * base["miyako"]}
    assert [scored[name] for name in ("seas", "centres", "capitals", "cities", "markets")] == [0, 1, 2, 1, 1]


def test_a_capital_of_the_card_is_scored_and_another_one_is_not() -> None:
    moves = f"ready sagami {'izu ' * 3}{'musashi ' * 3}sagami end"
    state = play(position("epoch 5, 5 players\nred go_houjou to move"), moves)
    assert tell(state, "capital:sagami")["scored"]["capitals"] == 2
    assert tell(state, "capital:izu")["scored"]["capitals"] == 0


def test_what_a_fight_brings_is_told_by_kind() -> None:
    text = "epoch 5, 5 players\nred imagawa to move\nowari: gold past 1, castle\nmikawa: red now 1"
    state = play(position(text, {"red": "e33"}), "ready suruga toutoumi e33 owari")
    told = tell(state, "6-1")
    assert told["points"] == 2 + 1 + 1
    assert told["gained"] == {"taking": 2, "kills": 1, "castle": 1}


# --- fights -------------------------------------------------------------------------------------------------


def test_a_fight_is_told_with_how_likely_its_end_was() -> None:
    state = play(position(TEXT + "kaga: gold past 2, castle"), "ready etchuu kaga")
    told = tell(state, "6-1 2-5")
    assert told["battle"] | {"take": 0, "empty": 0, "held": 0} == {
        "area": "kaga",
        "against": "gold",
        "defenders": 2,
        "ended": "held",
        "take": 0,
        "empty": 0,
        "held": 0,
    }
    assert [(roll["attack"], roll["defend"], roll["castle"]) for roll in told["rolls"]] == [(6, 1, True), (2, 5, True)]
    assert {(roll["area"], roll["against"]) for roll in told["rolls"]} == {("kaga", "gold")}
    likely = Counter[str]()
    area = AREA_IDS.index("kaga")
    for chance, after in fight_outcomes(state):
        end = "take" if after.owner[area] == 0 else "empty" if after.owner[area] < 0 else "held"
        likely[end] += chance  # type: ignore[assignment]
    assert {name: told["battle"][name] for name in likely} == pytest.approx(dict(likely), abs=2e-5)


def test_fights_end_as_often_as_they_were_likely_to() -> None:
    """Over many games: what was told to be likely came about so often."""
    expected, came, fights = Counter[str](), Counter[str](), 0
    for players in (2, 4, 5):
        for ply in game(players).plies:
            battle = details(ply).get("battle")
            if battle is not None:
                fights += 1
                came[battle["ended"]] += 1
                for end, name in (("taken", "take"), ("empty", "empty"), ("held", "held")):
                    expected[end] += battle[name]
    assert fights > 300
    for end in came:
        assert came[end] == pytest.approx(expected[end], abs=4 * (fights / 4) ** 0.5)


def test_a_raid_is_told_roll_by_roll() -> None:
    text = "epoch 2, 5 players\nred taira to move\nhizen: gold past 2\nchikuzen: blue past 1"
    state = position(text, {"red": "e49"})
    state.phase, state.order, state.asked = 8, 6, int(state.order)
    raid = RULES.apply(state, RULES.parse("e49")[0])
    assert RULES.turn(raid) == CHANCE
    told = tell(raid, "6-1 2-5 6-6")
    assert [(roll["area"], roll["against"]) for roll in told["rolls"]] == [
        ("chikuzen", "blue"),
        ("hizen", "gold"),
        ("hizen", "gold"),
    ]
    win = 125 / 216
    assert told["luck"] == pytest.approx({"blue": win - 1, "gold": 2 * win}, abs=1e-3)


# --- luck ---------------------------------------------------------------------------------------------------


def test_luck_is_what_dice_brought_beyond_their_odds_and_the_others_lack_it() -> None:
    state = play(position(TEXT + "kaga: gold past 1"), "ready etchuu kaga")
    expected = 125 / 216 - 55 / 216
    for roll, result in (("6-1", 1), ("3-3", 0), ("1-6", -1)):
        luck = tell(state, roll)["luck"]
        assert luck == pytest.approx({"red": result - expected, "gold": expected - result}, abs=1e-3)


@pytest.mark.parametrize("players", [2, 5])
def test_luck_adds_up_over_a_game_and_takes_from_one_what_it_gives_another(players: int) -> None:
    table = game(players)
    luck, total = luck_of(table.plies), Counter[int]()
    for ply in table.plies:
        assert isinstance(ply, HistoryPly)
        for colour, more in luck_of_ply(ply).items():
            total[colour] += more  # type: ignore[assignment]
    assert luck == pytest.approx(dict(total))
    raids = sum(sum(luck_of_ply(ply).values()) for ply in table.plies if ply.kind == "raid")  # type: ignore[arg-type, misc]
    assert sum(luck.values()) == pytest.approx(raids), "foreigners have no luck of their own"
    rolls = sum(len(list_rolls(ply)) for ply in table.plies)  # type: ignore[arg-type, misc]
    assert all(abs(more) < 4 * rolls**0.5 for more in luck.values())


# --- who may know -------------------------------------------------------------------------------------------


def test_cards_are_told_to_who_may_know_them() -> None:
    drafts = [ply for ply in game(5).plies if details(ply).get("cards")]
    assert len(drafts) == 7
    for ply in drafts[1:]:
        for seat in (None, 0, 3):
            cards = details(ply, seat)["cards"]
            assert {colour for colour, card in cards.items() if card is not None} == (
                set() if seat is None else {COLOURS[seat]}
            )


def test_a_ply_that_was_read_from_a_record_tells_what_is_in_it() -> None:
    state = play(position(TEXT + "kaga: gold past 1"), "ready etchuu kaga")
    ply = RULES.make_ply(state, RULES.parse("6-1"), play(state, "6-1"))
    told = details(RULES.parse_line(RULES.format_line(ply)))  # type: ignore[arg-type]
    assert told["rolls"][0] | {"area": None, "against": None} == told["rolls"][0]
    assert "battle" not in told
    assert told["luck"] == pytest.approx({"red": 1 - 70 / 216}, abs=1e-3)
