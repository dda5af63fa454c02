"""Counters on the map, area by area: current and past, coming and going, on land and at sea."""

import pytest

from tenka.history.armies import (
    army_of,
    current_army_of,
    go_home,
    holds_current,
    is_current,
    make_current,
    make_past,
    occupy,
    person_of,
    remove_counters,
    stack_limit,
    turn_past,
)
from tenka.history.cards import COLOURS, NUM_AREAS, NUM_PROVINCES
from tenka.history.notation import AREA_IDS, DAIMYO_IDS
from tenka.history.state import NOBODY, State
from tenka.history.tables import standard_tables
from tests.history.position import at, position

TABLES = standard_tables().tables[0]
HEAD = "epoch 4, 5 players\nred hatakeyama to move\n"
RED, BLUE = COLOURS.index("red"), COLOURS.index("blue")


def everywhere(when: str = "now", colour: str = "red", number: int = 2) -> State:
    """Counters in every area of the map."""
    return position(HEAD + "\n".join(f"{name}: {colour} {when} {number}" for name in AREA_IDS))


def currents(state: State) -> set[int]:
    return {area for area in range(NUM_AREAS) if is_current(state, area)}


def test_every_area_by_itself_is_current_or_past() -> None:
    """§3.2: current armies become past ones; in the sea as on land, and nobody else's."""
    everything = set(range(NUM_AREAS))
    assert currents(everywhere("past")) == set()
    assert currents(everywhere()) == everything
    for area in range(NUM_AREAS):
        state = everywhere()
        make_past(state, area)
        assert currents(state) == everything - {area}
        make_current(state, area)
        assert currents(state) == everything
        state = everywhere("past")
        make_current(state, area)
        assert currents(state) == {area}
        assert holds_current(state, area, RED)
        assert not holds_current(state, area, BLUE)
        assert not holds_current(state, (area + 1) % NUM_AREAS, RED)


def test_an_army_is_the_provinces_of_a_colour() -> None:
    """§8.1: with any counters, current or past; ships are no army."""
    assert army_of(everywhere("past"), RED) == army_of(everywhere(), RED) == (1 << NUM_PROVINCES) - 1
    assert army_of(everywhere(), BLUE) == 0
    for area in range(NUM_PROVINCES):
        state = position(HEAD)
        occupy(state, area, BLUE, 1)
        assert (army_of(state, BLUE), army_of(state, RED), current_army_of(state, BLUE)) == (1 << area, 0, 0)
        assert (state.owner[area], state.count[area]) == (BLUE, 1)
        make_current(state, area)
        assert (current_army_of(state, BLUE), current_army_of(state, RED)) == (1 << area, 0)
    assert current_army_of(everywhere(), RED) == (1 << NUM_PROVINCES) - 1
    assert current_army_of(everywhere("past"), RED) == 0


def test_three_counters_stand_on_land_and_two_at_sea() -> None:
    assert [stack_limit(area) for area in range(NUM_AREAS)] == [3] * NUM_PROVINCES + [2] * (NUM_AREAS - NUM_PROVINCES)


@pytest.mark.parametrize("area", [0, NUM_PROVINCES - 1, NUM_PROVINCES, NUM_AREAS - 1])
def test_counters_that_are_lost_leave_the_map_and_are_counted(area: int) -> None:
    state = everywhere()
    remove_counters(state, area, 1)
    assert (state.count[area], state.owner[area], state.lost[RED]) == (1, RED, 1)
    assert is_current(state, area)
    remove_counters(state, area, 0)
    remove_counters(state, area, -1)
    assert (state.count[area], state.lost[RED]) == (1, 1)
    remove_counters(state, area, 5)
    assert (state.count[area], state.owner[area], state.lost[RED]) == (0, NOBODY, 2)
    assert not is_current(state, area)
    assert currents(state) == set(range(NUM_AREAS)) - {area}
    remove_counters(state, area, 1)
    assert (state.count[area], state.owner[area], state.lost[RED]) == (0, NOBODY, 2), "there are none left"


def test_only_the_own_counters_become_past() -> None:
    text = "kaga: red now 1\netchuu: blue now 1\nwest_seto: red now 2\neast_seto: blue now 1"
    state = position(HEAD + text)
    turn_past(state, RED)
    assert [at(state, name) for name in ("kaga", "etchuu", "west_seto", "east_seto")] == [
        "red past 1",
        "blue now 1",
        "red past 2",
        "blue now 1",
    ]
    every = everywhere()
    turn_past(every, BLUE)
    assert len(currents(every)) == NUM_AREAS
    turn_past(every, RED)
    assert currents(every) == set()


def test_an_uprising_goes_home_and_keeps_what_its_card_says() -> None:
    keeping = [card for card in range(len(DAIMYO_IDS)) if int(TABLES.keep[card])]
    assert keeping
    for card in (*keeping, DAIMYO_IDS.index("hatakeyama")):
        kept = int(TABLES.keep_each[card])
        state = everywhere(number=2)
        go_home(state, TABLES, BLUE, card)
        assert (army_of(state, RED), int(state.lost[RED])) == ((1 << NUM_PROVINCES) - 1, 0), "others stay"
        go_home(state, TABLES, RED, card)
        assert army_of(state, RED) == int(TABLES.keep[card]) & ((1 << NUM_PROVINCES) - 1)
        for area in range(NUM_AREAS):
            stays = area < NUM_PROVINCES and int(TABLES.keep[card]) >> area & 1
            assert state.count[area] == (min(2, kept) if stays else 0), AREA_IDS[area]
        past = everywhere("past")
        go_home(past, TABLES, RED, card)
        assert int(past.lost[RED]) == 0, "past armies are at home"


@pytest.mark.parametrize(("players", "colours"), [(2, 6), (3, 6), (4, 4), (5, 5), (6, 6)])
def test_with_few_players_everybody_plays_several_colours(players: int, colours: int) -> None:
    """§9.3, §9.4."""
    state = position(f"epoch 4, {players} players\nred hatakeyama to move")
    assert [person_of(state, colour) for colour in range(colours)] == [colour % players for colour in range(colours)]
