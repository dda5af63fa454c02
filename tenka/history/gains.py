"""What a counter brings where it is placed, in expected points, with the exact odds of every fight. Compiled.

All values are gains over the position as it is, weighed by the stakes of who decides (see `tenka.history.evaluation`):
own points count for him, those of others against him.
"""

from __future__ import annotations

from tenka.compiled import jit, lowest_bit
from tenka.history.armies import holds_current, is_current, make_current, make_past
from tenka.history.cards import NUM_PROVINCES
from tenka.history.combat import acting_card, castle_bonus, has_navy, sack
from tenka.history.evaluation import Sense, WeightArray, known_worth, part_of, part_worth
from tenka.history.fights import MOST_ATTACKERS, fill_chances, sure_wins
from tenka.history.state import NOBODY, REVOLT, State, int64
from tenka.history.tables import Tables

NEVER = -1e6
"""The value of what is better done later."""


@jit
def change(
    state: State,
    tables: Tables,
    weights: WeightArray,
    sense: Sense,
    area: int,
    owner: int,
    count: int,
    now: int,
    sacked: int,
) -> float:
    """What it brings if an area comes to be held by so many counters of a colour, current ones if `now`."""
    me = int64(sense.colour)
    before = int64(state.owner[area])
    part = part_of(tables, area)
    gain = -float(sense.stake[me]) * known_worth(state, tables, weights, sense, me, part)
    if before != NOBODY and before != me:
        gain -= float(sense.stake[before]) * known_worth(state, tables, weights, sense, before, part)
    number = int64(state.count[area])
    land, sea = int64(state.current_land), int64(state.current_sea)
    castles, capitals, cities = int64(state.castles), int64(state.capitals), int64(state.cities)
    if sacked:
        sack(state, area)
    state.owner[area] = owner
    state.count[area] = count
    if now:
        make_current(state, area)
    else:
        make_past(state, area)
    gain += float(sense.stake[me]) * part_worth(state, tables, weights, sense, me, part)
    if before != NOBODY and before != me:
        gain += float(sense.stake[before]) * part_worth(state, tables, weights, sense, before, part)
    state.owner[area] = before
    state.count[area] = number
    state.current_land = land
    state.current_sea = sea
    state.castles = castles
    state.capitals = capitals
    state.cities = cities
    return gain


@jit
def _taking_reward(state: State, tables: Tables, area: int) -> float:
    """Points of the daimyo card for standing in an area, as `combat.reward_taking` gives them."""
    card = acting_card(state)
    if card < 0:
        return 0.0
    if area < NUM_PROVINCES:
        return 0.0 if (int64(state.paid) >> area) & 1 else float(tables.take_vp[card, area])
    return 0.0 if (int64(state.seas_paid) >> (area - NUM_PROVINCES)) & 1 else float(tables.sea_vp[card])


@jit
def fight_gain(
    state: State, tables: Tables, weights: WeightArray, sense: Sense, area: int, attackers: int, terrain: int
) -> tuple[float, float]:
    """What an attack on an area brings on average, and the chance that it is won.

    Several attackers are those of a revolt, whose survivors are past counters at once.
    """
    me = int64(sense.colour)
    owner = int64(state.owner[area])
    defenders = int64(state.count[area])
    is_daimyo = int64(state.phase != REVOLT)
    own_stake = float(sense.stake[me])
    castle = castle_bonus(state, area)
    kill = own_stake * float(state.kill_vp) if owner != me else 0.0
    sure = sure_wins(state, area)
    chances = sense.chances
    attackers = min(attackers, MOST_ATTACKERS)
    fill_chances(state, tables, area, attackers, terrain, chances)
    gain = 0.0
    won = 0.0
    for a in range(1, attackers + 1):
        here = float(chances[a, 0])
        if here == 0.0:
            continue
        won += here
        gain += here * change(state, tables, weights, sense, area, me, a, is_daimyo, int64(1))
        gain += here * kill * defenders
        if castle and defenders > sure:
            gain += here * own_stake
        if is_daimyo:
            gain += here * own_stake * _taking_reward(state, tables, area)
    here = float(chances[0, 0])
    if here > 0.0:
        gain += here * (
            change(state, tables, weights, sense, area, int64(NOBODY), int64(0), int64(0), int64(1)) + kill * defenders
        )
    for d in range(1, defenders):
        here = float(chances[0, d])
        if here > 0.0:
            was_current = int64(is_current(state, area))
            gain += here * change(state, tables, weights, sense, area, owner, d, was_current, int64(0))
            gain += here * kill * (defenders - d)
    return gain, won


@jit
def entry_gain(
    state: State, tables: Tables, weights: WeightArray, sense: Sense, area: int, terrain: int
) -> tuple[float, float]:
    """What one counter placed in an area brings on average, and the chance that it stands there afterwards."""
    me = int64(sense.colour)
    if holds_current(state, area, me):
        more = int64(state.count[area]) + 1
        return change(state, tables, weights, sense, area, me, more, int64(1), int64(0)), 1.0
    if state.owner[area] == NOBODY:
        gain = change(state, tables, weights, sense, area, me, int64(1), int64(1), int64(0))
        return gain + float(sense.stake[me]) * _taking_reward(state, tables, area), 1.0
    return fight_gain(state, tables, weights, sense, area, int64(1), terrain)


@jit
def enemies_in(state: State, area: int, colour: int) -> int:
    """How many counters of other colours stand in an area."""
    return 0 if state.owner[area] == NOBODY or state.owner[area] == colour else int64(state.count[area])


@jit
def automatic_gain(state: State, tables: Tables, weights: WeightArray, sense: Sense, area: int) -> float:
    """What a counter brings that wins an area without a roll."""
    me = int64(sense.colour)
    sacked = int64(state.owner[area] != NOBODY)
    gain = change(state, tables, weights, sense, area, me, int64(1), int64(1), sacked)
    points = _taking_reward(state, tables, area) + float(state.kill_vp) * enemies_in(state, area, me)
    return gain + float(sense.stake[me]) * points


@jit
def access_gain(
    state: State, tables: Tables, weights: WeightArray, sense: Sense, area: int, land: int, sea: int
) -> float:
    """The best of what lies behind an area and is not reached yet."""
    best = 0.0
    rest = int64(tables.near_land[area]) & ~land & int64(tables.land_in_play[state.players])
    while rest:
        behind = lowest_bit(rest)
        rest &= rest - 1
        best = max(best, _behind_gain(state, tables, weights, sense, behind))
    if has_navy(state, tables):
        rest = int64(tables.near_sea[area]) & ~sea & int64(tables.sea_in_play[state.players])
        while rest:
            behind = NUM_PROVINCES + lowest_bit(rest)
            rest &= rest - 1
            best = max(best, _behind_gain(state, tables, weights, sense, behind))
    return best


@jit
def _behind_gain(state: State, tables: Tables, weights: WeightArray, sense: Sense, area: int) -> float:
    """`entry_gain` of an area that cannot be entered yet, worked out once."""
    if sense.behind[area] == NEVER:
        gain, _ = entry_gain(state, tables, weights, sense, area, int64(0))
        sense.behind[area] = gain
    return float(sense.behind[area])
