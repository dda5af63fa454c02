"""Placing counters (§3.2.3, §4): where a daimyo may go, his first counters, cities, castles and capitals."""

from __future__ import annotations

from tenka.compiled import inner, jit, lowest_bit
from tenka.history.armies import current_army_of, holds_current, make_current, occupy, stack_limit
from tenka.history.cards import ANY_PROVINCE, NUM_PROVINCES, SAME_LANDMASS
from tenka.history.combat import (
    acting_card,
    begin_fight,
    begins_off_map,
    has_navy,
    home_province,
    reward_taking,
    terrain_die,
    win_automatically,
)
from tenka.history.state import MILITARY, NOBODY, State, int64
from tenka.history.tables import Tables


@jit
def reachable_land(state: State, tables: Tables) -> int:
    """The provinces where the acting daimyo may place, as bits, whoever stands there (§3.2.3, §6.3)."""
    card = acting_card(state)
    in_play = int64(tables.land_in_play[state.players])
    if card >= 0 and tables.uprising[card] != 0:
        return int64(tables.uprising[card]) & in_play
    reach = 0
    if card >= 0:
        reach = int64(tables.reach[card])
    if reach == ANY_PROVINCE:
        return in_play
    colour = int64(state.colour)
    rest = current_army_of(state, colour)
    land = rest
    while rest:
        area = lowest_bit(rest)
        rest &= rest - 1
        land |= int64(tables.near_land[area])
        if reach == SAME_LANDMASS:
            land |= int64(tables.landmass[area])
    rest = int64(state.current_sea)
    while rest:
        zone = lowest_bit(rest)
        rest &= rest - 1
        if state.owner[NUM_PROVINCES + zone] == colour:
            land |= int64(tables.near_land[NUM_PROVINCES + zone])
    if begins_off_map(state, tables, card):
        for place in range(4):
            area = int64(tables.off_map_via[card, place])
            if 0 <= area < NUM_PROVINCES:
                land |= 1 << area
    return land & in_play


@jit
def reachable_sea(state: State, tables: Tables) -> int:
    """The sea zones where the acting daimyo may place, as bits: none without a navy."""
    if not has_navy(state, tables):
        return 0
    card = acting_card(state)
    if card >= 0 and tables.uprising[card] != 0:
        return 0
    colour = int64(state.colour)
    sea = 0
    rest = current_army_of(state, colour)
    while rest:
        area = lowest_bit(rest)
        rest &= rest - 1
        sea |= int64(tables.near_sea[area])
    rest = int64(state.current_sea)
    while rest:
        zone = lowest_bit(rest)
        rest &= rest - 1
        if state.owner[NUM_PROVINCES + zone] == colour:
            sea |= int64(tables.near_sea[NUM_PROVINCES + zone]) | (1 << zone)
    if begins_off_map(state, tables, card):
        for place in range(4):
            area = int64(tables.off_map_via[card, place])
            if area >= NUM_PROVINCES:
                sea |= 1 << (area - NUM_PROVINCES)
    return sea & int64(tables.sea_in_play[state.players])


@inner
def has_room(state: State, area: int) -> bool:
    """Whether a counter may be placed in an area that is reached: only an own full stack forbids it (§4.1)."""
    return not holds_current(state, area, int64(state.colour)) or state.count[area] < stack_limit(area)


@inner
def _stand(state: State, area: int) -> None:
    """One counter of the acting daimyo stands in an empty area."""
    occupy(state, area, int64(state.colour), int64(1))
    make_current(state, area)


@inner
def place_counter(state: State, tables: Tables, area: int, is_yielding: bool) -> None:
    """Places one counter; whoever stands there is fought, or gives way if he is the player's own past (§5.3)."""
    colour = int64(state.colour)
    state.left -= 1
    state.raised[colour] += 1
    if holds_current(state, area, colour):
        state.count[area] += 1
        return
    if is_yielding:
        win_automatically(state, area)
    if state.owner[area] == NOBODY:
        _stand(state, area)
        reward_taking(state, tables, area)
        return
    begin_fight(state, tables, area, int64(1), terrain_die(state, tables, area))


@jit
def first_provinces(state: State, tables: Tables) -> int:
    """Where the acting daimyo may begin, as bits: in his initial province, or in any, if he chooses it (§3.2, §9.1)."""
    card = acting_card(state)
    if card >= 0 and tables.any_initial[card]:
        return int64(tables.land_in_play[state.players])
    return 1 << home_province(state, tables)


@inner
def begin_in(state: State, tables: Tables, province: int) -> None:
    """The first counter, and one in each further initial province, win there automatically (§5.3).

    Who has no capital founds a city with the first one, unless his card says otherwise (§4.2, §9.1).
    """
    card = acting_card(state)
    _place_first(state, tables, province)
    if card >= 0:
        for place in range(1, 3):
            if tables.initial[card, place] >= 0:
                _place_first(state, tables, int64(tables.initial[card, place]))
    if card < 0 or (tables.capital[card] < 0 and not tables.no_settlement[card]):
        found_city(state, province)
    state.phase = MILITARY


@inner
def _place_first(state: State, tables: Tables, area: int) -> None:
    """A counter in an initial province."""
    if state.left <= 0:
        return
    colour = int64(state.colour)
    state.left -= 1
    state.raised[colour] += 1
    if holds_current(state, area, colour):  # two initial provinces may be one and the same
        state.count[area] += 1
        return
    win_automatically(state, area)
    _stand(state, area)
    reward_taking(state, tables, area)


@inner
def found_city(state: State, province: int) -> None:
    """A daimyo without a capital puts a city in his initial province, unless a city or capital is there (§4.2)."""
    here = 1 << int64(province)
    if not state.capitals & here:
        state.cities |= here


@jit
def found_capital(state: State, province: int) -> None:
    """A capital takes the place of a city (§4.1, §4.2)."""
    here = 1 << int64(province)
    state.capitals |= here
    state.cities &= ~here


@inner
def build_castle(state: State, province: int) -> None:
    """A castle instead of a counter, or free of charge by an event (§4.2)."""
    state.castles |= 1 << int64(province)
    if state.free_castles > 0:
        state.free_castles -= 1
    else:
        state.left -= 1
