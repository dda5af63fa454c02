"""Counters on the map: who stands where, coming and going."""

from __future__ import annotations

from tenka.compiled import jit, lowest_bit
from tenka.history.cards import NUM_AREAS, NUM_PROVINCES, STACK_AT_SEA, STACK_ON_LAND
from tenka.history.state import NOBODY, State, int64
from tenka.history.tables import Tables


@jit
def person_of(state: State, colour: int) -> int:
    """The seat of who plays a colour: with two and three players everybody plays several (§9.3, §9.4)."""
    return int64(colour) % int64(state.players)


@jit
def is_current(state: State, area: int) -> bool:
    """Whether the counters of an area are those of a current daimyo."""
    area = int64(area)
    if area < NUM_PROVINCES:
        return (int64(state.current_land) >> area) & 1 != 0
    return (int64(state.current_sea) >> (area - NUM_PROVINCES)) & 1 != 0


@jit
def make_past(state: State, area: int) -> None:
    """The counters of an area are no longer current."""
    area = int64(area)
    if area < NUM_PROVINCES:
        state.current_land &= ~(1 << area)
    else:
        state.current_sea &= ~(1 << (area - NUM_PROVINCES))


@jit
def holds_current(state: State, area: int, colour: int) -> bool:
    """Whether current counters of a colour stand in an area."""
    return state.owner[area] == colour and is_current(state, area)


@jit
def stack_limit(area: int) -> int:
    """How many counters an area holds (§4.1)."""
    return STACK_ON_LAND if area < NUM_PROVINCES else STACK_AT_SEA


@jit
def occupy(state: State, area: int, colour: int, number: int) -> None:
    """Puts past counters into an empty area."""
    state.owner[area] = colour
    state.count[area] = number


@jit
def make_current(state: State, area: int) -> None:
    """The counters of an area are those of a current daimyo."""
    if area < NUM_PROVINCES:
        state.current_land |= 1 << area
    else:
        state.current_sea |= 1 << (area - NUM_PROVINCES)


@jit
def remove_counters(state: State, area: int, number: int) -> None:
    """Takes counters off the map, all of them if there are no more."""
    gone = min(int64(number), int64(state.count[area]))
    if gone <= 0:
        return
    state.count[area] -= gone
    state.lost[state.owner[area]] += gone
    if state.count[area] == 0:
        make_past(state, area)
        state.owner[area] = NOBODY


@jit
def army_of(state: State, colour: int) -> int:
    """The provinces with counters of a colour, current or past, as bits."""
    provinces = 0
    for area in range(NUM_PROVINCES):
        if state.owner[area] == colour:
            provinces |= 1 << area
    return provinces


@jit
def current_army_of(state: State, colour: int) -> int:
    """The provinces with current counters of a colour, as bits."""
    provinces = 0
    rest = int64(state.current_land)
    while rest:
        area = lowest_bit(rest)
        rest &= rest - 1
        if state.owner[area] == colour:
            provinces |= 1 << area
    return provinces


@jit
def turn_past(state: State, colour: int) -> None:
    """All current counters of a colour become past ones (§3.2)."""
    for area in range(NUM_AREAS):
        if state.owner[area] == colour:
            make_past(state, area)


@jit
def go_home(state: State, tables: Tables, colour: int, card: int) -> None:
    """The counters of an uprising leave the map, except for some in the provinces that keep them."""
    for area in range(NUM_AREAS):
        if not holds_current(state, area, colour):
            continue
        kept = 0
        if area < NUM_PROVINCES and (int64(tables.keep[card]) >> area) & 1:
            kept = int64(tables.keep_each[card])
        remove_counters(state, area, int64(state.count[area]) - kept)
