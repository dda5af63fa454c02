"""What an action brings at once, in expected points: by instinct, for `greedy` and for play-outs. Compiled.

What a counter brings is worked out in `tenka.history.gains`.
"""

from __future__ import annotations

from typing import Any

from tenka.compiled import jit, lowest_bit
from tenka.history.actions import CAPITAL, CASTLE, EVENT, GIVE, KEEP, PLACE, REGION, YIELD
from tenka.history.armies import holds_current
from tenka.history.cards import NUM_AREAS, NUM_EPOCHS, NUM_PROVINCES
from tenka.history.combat import acting_card, castle_bonus, has_navy, terrain_die
from tenka.history.evaluation import (
    ACCESS,
    COUNTER,
    PATIENCE,
    Sense,
    WeightArray,
    card_worth,
    fill_sense,
    known_worth,
    part_of,
    part_worth,
    position_worth,
    survival,
)
from tenka.history.events import famine_regions, play_event, starve
from tenka.history.fights import ODDS
from tenka.history.gains import NEVER, access_gain, automatic_gain, change, enemies_in, entry_gain, fight_gain
from tenka.history.placing import reachable_land, reachable_sea
from tenka.history.state import (
    BEFORE,
    CAPITAL_PHASE,
    FAMINE,
    GIVING,
    MILITARY,
    NO_CARD,
    NOBODY,
    NOWHERE,
    REVOLT,
    STARTING,
    State,
    int64,
)
from tenka.history.tables import Tables
from tenka.history.view import unseen_daimyo

# --- military actions -------------------------------------------------------------------------------------


@jit
def _use_value(
    state: State, tables: Tables, weights: WeightArray, sense: Sense, action: int, land: int, sea: int
) -> float:
    """What a counter brings that is placed or built with; `land` and `sea` can be reached."""
    if CASTLE <= action < CAPITAL:
        return _castle_gain(state, tables, weights, sense, action - CASTLE)
    if action < PLACE or action >= CASTLE:
        return 0.0
    is_yielding = action >= YIELD
    area = action - YIELD if is_yielding else action - PLACE
    if is_yielding:
        value = automatic_gain(state, tables, weights, sense, area)
        chance = 1.0
    else:
        terrain = terrain_die(state, tables, area)
        value, chance = entry_gain(state, tables, weights, sense, area, terrain)
    if state.left > 1 and not holds_current(state, area, int64(sense.colour)):
        value += weights[ACCESS] * chance * access_gain(state, tables, weights, sense, area, land, sea)
    return value


@jit
def _best_use(state: State, legal: Any, num: int, values: Any) -> tuple[float, int, float]:
    """The best placement, where that is, and the best use of a counter."""
    best = 0.0
    best_area = int64(NOWHERE)
    best_use = NEVER
    for place in range(num):
        action = int64(legal[place])
        value = float(values[place])
        if PLACE <= action < CASTLE and (best_area == NOWHERE or value > best):
            best = value
            best_area = action - YIELD if action >= YIELD else action - PLACE
        if action < CASTLE or (action < CAPITAL and state.free_castles == 0):
            best_use = max(best_use, value)
    return best, best_area, best_use


@jit
def _fill_lent(
    states: Any,
    tables: Tables,
    weights: WeightArray,
    sense: Sense,
    legal: Any,
    num: int,
    values: Any,
    start: int,
    step: int,
) -> None:
    """What events lend is valued by how much better placements become.

    What is free, castles and cards that need nobody's dice, is done before the last counter: it ends military actions.
    """
    state = states[0]
    best, best_area, best_use = _best_use(state, legal, num, values)
    for place in range(start, num, step):
        action = int64(legal[place])
        if EVENT <= action < REGION:
            values[place] = _during_value(
                states, tables, weights, sense, action - EVENT, best, best_area, best_use, legal, num
            )
        elif CASTLE <= action < CAPITAL and state.free_castles > 0:
            values[place] = best_use + values[place] if state.left == 1 else NEVER


@jit
def _fill_early(
    states: Any,
    tables: Tables,
    weights: WeightArray,
    sense: Sense,
    legal: Any,
    num: int,
    values: Any,
    start: int,
    step: int,
) -> None:
    """Before the first counter: what is better played now than later."""
    state = states[0]
    me = int64(sense.colour)
    best = NEVER
    enemies = 0
    for place in range(num):
        action = int64(legal[place])
        if action < YIELD and values[place] > best:
            best = float(values[place])
            enemies = enemies_in(state, action - PLACE, me)
    card = acting_card(state)
    if card >= 0:
        for further in range(1, 3):
            if tables.initial[card, further] >= 0:
                enemies += enemies_in(state, int64(tables.initial[card, further]), me)
    for place in range(start, num, step):
        action = int64(legal[place])
        if action < EVENT:
            continue
        event = action - EVENT
        values[place] = NEVER
        if tables.kill_vp[event] > 0 and enemies > 0:
            points = int64(tables.kill_vp[event]) * (enemies + 0.5 * (int64(state.left) - 1))
            wait = 2.0 * _patience(state, tables, weights, event)
            values[place] = best + float(sense.stake[me]) * (points - wait)
        elif state.left == 1 and tables.auto_wins[event] == 0:
            values[place] = _during_value(states, tables, weights, sense, event, best, int64(NOWHERE), best, legal, num)


@jit
def _castle_gain(state: State, tables: Tables, weights: WeightArray, sense: Sense, province: int) -> float:
    me = int64(sense.colour)
    part = part_of(tables, province)
    before = known_worth(state, tables, weights, sense, me, part)
    castles = int64(state.castles)
    state.castles = castles | (1 << province)
    gain = part_worth(state, tables, weights, sense, me, part) - before
    state.castles = castles
    return float(sense.stake[me]) * gain


@jit
def _during_value(
    states: Any,
    tables: Tables,
    weights: WeightArray,
    sense: Sense,
    event: int,
    best: float,
    best_area: int,
    best_use: float,
    legal: Any,
    num: int,
) -> float:
    """What an event during military actions brings, beside the best placement, or use of a counter, that follows."""
    state = states[0]
    me = int64(sense.colour)
    stake = float(sense.stake[me])
    wait = _patience(state, tables, weights, event) * stake
    is_fight = best_area >= 0 and state.owner[best_area] != NOBODY
    if is_fight and holds_current(state, best_area, me):
        is_fight = False
    if tables.auto_wins[event] > 0:
        return _best_betrayal(state, tables, weights, sense, event, legal, num) - wait
    if tables.bonus_combats[event] > 0:
        rolls = min(int64(tables.bonus_combats[event]), int64(state.left))
        return best + stake * 0.4 * rolls - wait if is_fight else NEVER
    if tables.kill_vp[event] > 0:
        kills = 0.5 * int64(state.left) * int64(tables.kill_vp[event])
        return best + stake * kills - 2.0 * wait if is_fight else NEVER
    if tables.ignores_terrain[event] > 0:
        is_hard = is_fight and terrain_die(state, tables, best_area) > 0
        return best + stake * 0.2 * int64(state.left) - wait if is_hard else NEVER
    if state.left > 1:
        return NEVER
    if tables.revolt[event] > 0:
        return best_use + _best_revolt(state, tables, weights, sense, int64(tables.revolt[event])) - wait
    if tables.free_castles[event] > 0:
        return best_use + _castles_gain(state, tables, weights, sense, int64(tables.free_castles[event])) - wait
    return best_use + _instant_gain(states, tables, weights, sense, event) - 2.0 * wait


@jit
def _best_revolt(state: State, tables: Tables, weights: WeightArray, sense: Sense, attackers: int) -> float:
    best = 0.0
    phase = int64(state.phase)
    state.phase = REVOLT
    for area in range(NUM_PROVINCES):
        if state.owner[area] != NOBODY and state.owner[area] != sense.colour:
            gain, _ = fight_gain(state, tables, weights, sense, area, attackers, int64(0))
            best = max(best, gain)
    state.phase = phase
    return best


@jit
def _best_betrayal(
    state: State, tables: Tables, weights: WeightArray, sense: Sense, event: int, legal: Any, num: int
) -> float:
    """The best placement once the next combats are won without a roll."""
    before, where = int64(state.auto_wins), int64(state.auto_area)
    state.auto_wins = tables.auto_wins[event]
    state.auto_area = NOWHERE
    best = NEVER
    for place in range(num):
        action = int64(legal[place])
        if PLACE <= action < YIELD:
            area = action - PLACE
            if state.owner[area] == NOBODY or state.owner[area] == sense.colour:
                continue
            gain, _ = fight_gain(state, tables, weights, sense, area, int64(1), terrain_die(state, tables, area))
            best = max(best, gain)
    state.auto_wins = before
    state.auto_area = where
    return best


@jit
def _castles_gain(state: State, tables: Tables, weights: WeightArray, sense: Sense, castles: int) -> float:
    """About as much as so many times the best castle, less a little for each."""
    best = 0.0
    for province in range(NUM_PROVINCES):
        if holds_current(state, province, int64(sense.colour)) and not (int64(state.castles) >> province) & 1:
            best = max(best, _castle_gain(state, tables, weights, sense, province))
    return best * (1.0 + 0.8 * (castles - 1))


# --- events -----------------------------------------------------------------------------------------------


@jit
def _patience(state: State, tables: Tables, weights: WeightArray, event: int) -> float:
    """What a card must bring to be played now: nothing in its last epoch."""
    for epoch in range(int64(state.epoch) + 1, NUM_EPOCHS):
        if (int64(tables.events_in_epoch[epoch]) >> event) & 1:
            return float(weights[PATIENCE])
    return 0.0


@jit
def _gain_on_copy(states: Any, tables: Tables, weights: WeightArray, sense: Sense) -> float:
    """By how much the second state is worth more than the first."""
    return position_worth(states[1], tables, weights, sense) - position_worth(states[0], tables, weights, sense)


@jit
def _instant_gain(states: Any, tables: Tables, weights: WeightArray, sense: Sense, event: int) -> float:
    """What an event that asks nothing more brings at once, by playing it on a copy."""
    states[1] = states[0]
    play_event(states[1], tables, event)
    return _gain_on_copy(states, tables, weights, sense)


@jit
def _before_value(states: Any, tables: Tables, weights: WeightArray, sense: Sense, event: int) -> float:
    """What an event before the turn brings."""
    state = states[0]
    stake = float(sense.stake[sense.colour])
    wait = _patience(state, tables, weights, event) * stake
    province = int64(tables.minor_province[event])
    if province >= 0:
        counters = int64(tables.minor_strength[event]) - 1
        gain = automatic_gain(state, tables, weights, sense, province)
        return gain + stake * float(weights[COUNTER]) * counters - 0.5 * wait
    gain = stake * float(weights[COUNTER]) * int64(tables.extra_strength[event])
    if tables.grants_navy[event] > 0 and not has_navy(state, tables):
        gain += stake
    return gain + _instant_gain(states, tables, weights, sense, event) - 0.5 * wait


@jit
def _after_value(states: Any, tables: Tables, weights: WeightArray, sense: Sense, event: int) -> float:
    """What an event after the epoch brings."""
    state = states[0]
    if tables.famine_each[event] > 0:
        best = NEVER
        state.event = event
        regions = famine_regions(state, tables, event)
        while regions:
            best = max(best, _famine_gain(states, tables, weights, sense, lowest_bit(regions)))
            regions &= regions - 1
        state.event = NO_CARD
        return best
    gain = 0.0
    rest = int64(tables.foreign[event])
    while rest:
        area = lowest_bit(rest)
        rest &= rest - 1
        owner = int64(state.owner[area])
        if owner != NOBODY:
            odds = ODDS[int64(tables.foreign_dice[event]) - 1, 0, castle_bonus(state, area)]
            fewer = int64(state.count[area]) - 1
            holder = owner if fewer > 0 else int64(NOBODY)
            lost = change(state, tables, weights, sense, area, holder, fewer, int64(0), int64(0))
            gain += odds[0] * int64(tables.foreign_attacks[event]) * lost
    if tables.foreign[event] != 0:
        return gain
    return _instant_gain(states, tables, weights, sense, event)


@jit
def _famine_gain(states: Any, tables: Tables, weights: WeightArray, sense: Sense, region: int) -> float:
    states[1] = states[0]
    starve(states[1], tables, region)
    return _gain_on_copy(states, tables, weights, sense)


# --- the draft and the capital ----------------------------------------------------------------------------


@jit
def _giving_value(state: State, tables: Tables, weights: WeightArray, sense: Sense, receiver: int) -> float:
    """What it brings to keep the card that was drawn, or to give it away."""
    me = int64(sense.colour)
    rest = unseen_daimyo(state, tables)
    mean = 0.0
    number = 0
    while rest:
        mean += card_worth(tables, weights, lowest_bit(rest))
        rest &= rest - 1
        number += 1
    more = card_worth(tables, weights, int64(state.drawn))
    if number > 0:
        more -= mean / number
    value = float(sense.stake[receiver]) * more
    if receiver != me and state.card[me] == NO_CARD:
        value -= float(sense.stake[me]) * weights[COUNTER]  # others give away what they do not want
    return value


@jit
def _capital_gain(state: State, tables: Tables, weights: WeightArray, sense: Sense, province: int) -> float:
    me = int64(sense.colour)
    more = 1.0 if (int64(state.cities) >> province) & 1 else 2.0
    gain = float(sense.lasting) * survival(state, weights, sense, me, province)
    if tables.capital[state.card[me]] == province:
        gain += 1.0
    return float(sense.stake[me]) * more * gain


# --- all actions ------------------------------------------------------------------------------------------


@jit
def look_round(state: State, tables: Tables, weights: WeightArray, sense: Sense) -> None:
    """Looks at what stays the same while the colour to move decides."""
    fill_sense(state, tables, weights, sense)
    for area in range(NUM_AREAS):
        sense.behind[area] = NEVER


@jit
def fill_first(
    states: Any,
    tables: Tables,
    weights: WeightArray,
    sense: Sense,
    legal: Any,
    num: int,
    values: Any,
    start: int,
    step: int,
) -> None:
    """What actions bring that hang on no other, after `look_round`: every so many of them, from `start` on."""
    state = states[0]
    phase = int64(state.phase)
    land = int64(0)
    sea = int64(0)
    if phase == MILITARY:
        land = reachable_land(state, tables)
        sea = reachable_sea(state, tables)
    for place in range(start, num, step):
        action = int64(legal[place])
        value = 0.0
        if phase == MILITARY:
            value = _use_value(state, tables, weights, sense, action, land, sea)
        elif phase == STARTING:
            if action < YIELD:
                value = automatic_gain(state, tables, weights, sense, action - PLACE)
        elif phase == BEFORE:
            if action >= EVENT:
                value = _before_value(states, tables, weights, sense, action - EVENT)
        elif phase == GIVING:
            receiver = int64(state.colour) if action == KEEP else action - GIVE
            value = _giving_value(state, tables, weights, sense, receiver)
        elif phase == REVOLT:
            attackers = int64(tables.revolt[state.event])
            value, _ = fight_gain(state, tables, weights, sense, action - PLACE, attackers, int64(0))
        elif phase == CAPITAL_PHASE:
            if action >= CAPITAL:
                value = _capital_gain(state, tables, weights, sense, action - CAPITAL)
        elif phase == FAMINE:
            value = _famine_gain(states, tables, weights, sense, action - REGION)
        elif action >= EVENT:
            value = _after_value(states, tables, weights, sense, action - EVENT)
        values[place] = value


@jit
def fill_rest(
    states: Any,
    tables: Tables,
    weights: WeightArray,
    sense: Sense,
    legal: Any,
    num: int,
    values: Any,
    start: int,
    step: int,
) -> None:
    """After `fill_first` of all of them: what those actions bring that hang on others."""
    if states[0].phase == MILITARY:
        _fill_lent(states, tables, weights, sense, legal, num, values, start, step)
    elif states[0].phase == STARTING:
        _fill_early(states, tables, weights, sense, legal, num, values, start, step)


@jit
def fill_values(
    states: Any, tables: Tables, weights: WeightArray, sense: Sense, legal: Any, num: int, values: Any
) -> None:
    """By legal action: what it brings to who decides in the first state. The second state is room to try things out.

    Works on what a view shows of the colour to move, too. Not for chance.
    """
    look_round(states[0], tables, weights, sense)
    fill_first(states, tables, weights, sense, legal, num, values, int64(0), int64(1))
    fill_rest(states, tables, weights, sense, legal, num, values, int64(0), int64(1))
