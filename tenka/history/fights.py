"""What attacks may lead to, with the exact chances of the whole fight, and what actions bring in points. Compiled."""

from __future__ import annotations

from typing import Any

import numpy as np

from tenka.compiled import jit
from tenka.history.actions import CAPITAL, CASTLE, EVENT, PLACE, REGION, YIELD
from tenka.history.armies import holds_current, is_current, make_current, occupy
from tenka.history.cards import NORMAL_DICE, NUM_PROVINCES
from tenka.history.combat import (
    acting_card,
    attack_dice,
    begins_off_map,
    castle_bonus,
    crosses_freely,
    defence_dice,
    is_initial,
    is_weak_abroad,
    reward_taking,
    skills_cancel,
    terrain_die,
    win_automatically,
)
from tenka.history.events import play_event
from tenka.history.odds import combat_odds
from tenka.history.placing import begin_in, found_capital, place_counter
from tenka.history.scoring import turn_points
from tenka.history.state import AFTER, NOBODY, NOWHERE, REVOLT, STARTING, State, int64
from tenka.history.tables import DEFENSIVE_BORDER, OPEN_BORDER, STRAIT, Tables

MOST_DICE = 8
"""More dice than this are taken for as many."""
MOST_ATTACKERS = 8
"""Of a revolt; more are taken for as many."""
ODDS = np.array(
    [
        [[combat_odds(attacker, defender, castle) for castle in (0, 1)] for defender in range(1, MOST_DICE + 1)]
        for attacker in range(1, MOST_DICE + 1)
    ]
)
"""By dice of the attacker less one, of the defender less one, and castle: the chances to win, to draw, to lose."""


@jit
def sure_wins(state: State, area: int) -> int:
    """How many combats in an area an event wins without a roll."""
    if state.auto_wins > 0 and (state.auto_area == NOWHERE or state.auto_area == area):
        return int64(state.auto_wins)
    return 0


@jit
def fill_chances(state: State, tables: Tables, area: int, attackers: int, terrain: int, chances: Any) -> None:
    """By counters of the attacker and of the defender that are left: the chance that a fight for an area ends so.

    Combats that an event wins come first, and more dice from an event last for some combats only.
    """
    defenders = int64(state.count[area])
    castle = castle_bonus(state, area)
    dice = attack_dice(state, tables, area)
    bonus = int64(state.bonus_dice) if state.bonus_combats > 0 else 0
    defence = min(defence_dice(state, tables, area, terrain), MOST_DICE) - 1
    sure = sure_wins(state, area)
    for a in range(attackers + 1):
        for d in range(defenders + 1):
            chances[a, d] = 0.0
    chances[attackers, defenders] = 1.0
    for combat in range(attackers + defenders):
        number = dice
        if bonus > 0 and combat - sure >= int64(state.bonus_combats):
            number = max(dice - bonus, 1)
        odds = ODDS[min(number, MOST_DICE) - 1, defence, castle]
        for a in range(1, attackers + 1):
            for d in range(1, defenders + 1):
                here = float(chances[a, d])
                if here == 0.0:
                    continue
                chances[a, d] = 0.0  # what goes on from here has fewer counters, and was looked at already
                if combat < sure:
                    chances[a, d - 1] += here
                    continue
                chances[a, d - 1] += here * odds[0]
                chances[a - 1, d - 1] += here * odds[1]
                chances[a - 1, d] += here * odds[2]


@jit
def _add_up(chances: Any, attackers: int, defenders: int, ends: Any) -> None:
    """The chances that an area is taken, that nobody is left, and that it is held."""
    ends[0] = 0.0
    for a in range(1, attackers + 1):
        ends[0] += chances[a, 0]
    ends[1] = chances[0, 0]
    ends[2] = 0.0
    for d in range(1, defenders + 1):
        ends[2] += chances[0, d]


@jit
def fill_ends(states: Any, tables: Any, chances: Any, ends: Any) -> None:
    """Where the first state waits for the dice of a fight: how likely it is taken, left to nobody, and held."""
    state = states[0]
    area = int64(state.target)
    attackers = min(int64(state.attackers), MOST_ATTACKERS)
    fill_chances(state, tables[0], area, attackers, int64(state.terrain), chances)
    _add_up(chances, attackers, int64(state.count[area]), ends)


# --- every action of a decision -----------------------------------------------------------------------------

(
    POINTS,
    COSTS,
    OWNER,
    ATTACKERS,
    DEFENDERS,
    SURE,
    ATTACK_DICE,
    DEFENCE_DICE,
    CASTLE_HELPS,
    SOURCE,
    BORDER,
    TERRAIN,
    IGNORED,
    BONUS,
    WEAK,
    CANCELS,
    ATTACK_SKILL,
    DEFENCE_SKILL,
    UPRISING,
) = range(19)
"""What is told of each action: points and what they cost the owner, and the figures of its fight, if there is one."""
NUM_FIGURES = UPRISING + 1
FAR = 99
"""A way to an area over none of the map's borders."""


@jit
def look_at_moves(states: Any, tables: Any, legal: Any, figures: Any, chances: Any, ends: Any) -> None:
    """By legal action: what it brings, and the figures of its fight; `ends` are the chances of that.

    `states` has room for a second one, to try things out. What is known to who decides is enough.
    """
    for place in range(len(legal)):
        _look_at(states, tables[0], int64(legal[place]), figures[place], chances, ends[place])


@jit
def _look_at(states: Any, tables: Tables, action: int, figures: Any, chances: Any, ends: Any) -> None:
    state = states[0]
    for figure in range(NUM_FIGURES):
        figures[figure] = 0
    figures[OWNER] = NOBODY
    if PLACE <= action < CASTLE:
        area = action - YIELD if action >= YIELD else action - PLACE
        if fights_for(state, tables, action):
            _look_at_fight(states, tables, area, figures, chances, ends)
    _look_at_points(states, tables, action, figures)


@jit
def fights_for(state: State, tables: Tables, action: int) -> bool:
    """Whether dice may be rolled for a counter that is placed, or combats won by an event."""
    if action >= YIELD or state.phase == STARTING:
        return False
    area = action - PLACE
    if state.phase == REVOLT:
        return not is_initial(state, tables, area)
    return bool(state.owner[area] != NOBODY and not holds_current(state, area, int64(state.colour)))


@jit
def _look_at_fight(states: Any, tables: Tables, area: int, figures: Any, chances: Any, ends: Any) -> None:
    state = states[0]
    is_revolt = state.phase == REVOLT
    attackers = min(int64(tables.revolt[state.event]), MOST_ATTACKERS) if is_revolt else 1
    terrain = 0 if is_revolt else terrain_die(state, tables, area)
    card = acting_card(state)
    figures[OWNER] = state.owner[area]
    figures[ATTACKERS] = attackers
    figures[DEFENDERS] = state.count[area]
    figures[SURE] = min(sure_wins(state, area), int64(state.count[area]))
    figures[ATTACK_DICE] = attack_dice(state, tables, area)
    figures[DEFENCE_DICE] = defence_dice(state, tables, area, terrain)
    figures[CASTLE_HELPS] = castle_bonus(state, area)
    figures[TERRAIN] = terrain
    figures[BONUS] = int64(state.bonus_dice) if state.bonus_combats > 0 else 0
    figures[WEAK] = int64(is_weak_abroad(state, tables, area))
    figures[CANCELS] = int64(skills_cancel(state, tables, area))
    figures[ATTACK_SKILL] = NORMAL_DICE if card < 0 else int64(tables.dice[card])
    if is_current(state, area):
        figures[DEFENCE_SKILL] = tables.dice[state.card[state.owner[area]]]
    figures[UPRISING] = int64(card >= 0 and tables.uprising[card] != 0)
    figures[SOURCE] = NOWHERE
    figures[BORDER] = FAR
    if not is_revolt:
        source, border = way_to(state, tables, area)
        figures[SOURCE] = source
        figures[BORDER] = border
        if state.ignores_terrain:
            states[1] = state
            states[1].ignores_terrain = 0
            figures[IGNORED] = terrain_die(states[1], tables, area)
    fill_chances(state, tables, area, attackers, terrain, chances)
    _add_up(chances, attackers, int64(state.count[area]), ends)


@jit
def way_to(state: State, tables: Tables, area: int) -> tuple[int, int]:
    """The way that the attacker of an area takes: from where, and over what; nowhere and `FAR` if there is none.

    It is the one that gives the defender no die, if there is one (§5.2), as `combat.terrain_die` has it.
    """
    colour = int64(state.colour)
    card = acting_card(state)
    start = int64(NOWHERE)
    if begins_off_map(state, tables, card):
        start = int64(tables.initial[card, 0])
    best = int64(NOWHERE)
    over = int64(FAR)
    for place in range(int64(tables.num_near[area])):
        source = int64(tables.near[area, place])
        if not (source == start or holds_current(state, source, colour)):
            continue
        border = int64(tables.border[area, place])
        if border == OPEN_BORDER or (border >= STRAIT and crosses_freely(state, tables, border)):
            return source, min(border, int64(STRAIT))
        if best == NOWHERE or (border == DEFENSIVE_BORDER and over != DEFENSIVE_BORDER):
            best = source
            over = min(border, int64(STRAIT))
    return best, over


@jit
def _look_at_points(states: Any, tables: Tables, action: int, figures: Any) -> None:
    """What an action brings at once and when its turn is scored, if it wins; and what that costs the owner."""
    state, after = states[0], states[1]
    colour = int64(state.colour)
    before = int64(state.points[colour])
    states[1] = state
    if PLACE <= action < CASTLE:
        area = action - YIELD if action >= YIELD else action - PLACE
        owner = int64(state.owner[area])
        if figures[OWNER] != NOBODY:
            _win(after, tables, area, int64(figures[ATTACKERS]), int64(figures[SURE]))
        elif state.phase == REVOLT:
            win_automatically(after, area)
            occupy(after, area, colour, int64(tables.revolt[state.event]))
        elif state.phase == STARTING:
            begin_in(after, tables, area)
        else:
            place_counter(after, tables, area, action >= YIELD)
        if owner != NOBODY and owner != colour:
            figures[COSTS] = turn_points(state, tables, owner) - turn_points(after, tables, owner)
    elif CAPITAL <= action < EVENT:
        if tables.capital[state.card[colour]] != action - CAPITAL:
            return  # it stands after the points are counted
        found_capital(after, action - CAPITAL)
    elif EVENT <= action < REGION:
        play_event(after, tables, action - EVENT)
    else:
        return
    gain = int64(after.points[colour]) - before
    if state.phase != AFTER:
        gain += turn_points(after, tables, colour) - turn_points(state, tables, colour)
    figures[POINTS] = gain


@jit
def _win(state: State, tables: Tables, area: int, attackers: int, sure: int) -> None:
    """As if all attackers had won an area, the combats left to dice without an event (see `combat.resolve_roll`)."""
    colour = int64(state.colour)
    if int64(state.count[area]) > sure:
        state.points[colour] += castle_bonus(state, area)
    win_automatically(state, area)
    occupy(state, area, colour, attackers)
    if state.phase != REVOLT:
        make_current(state, area)
        reward_taking(state, tables, area)


@jit
def fill_raid(states: Any, tables: Any, event: int, raids: Any, chances: Any) -> int:
    """Foreigners of an event in the first state: area, owner, counters and castle of each province that they attack.

    `chances` says for each how likely it loses 0, 1, … counters. Returns how many provinces there are.
    """
    state = states[0]
    provinces = int64(tables[0].foreign[event])
    attacks = int64(tables[0].foreign_attacks[event])
    num = 0
    for area in range(NUM_PROVINCES):
        if not (provinces >> area) & 1 or state.owner[area] == NOBODY:
            continue
        castle = castle_bonus(state, area)
        count = int64(state.count[area])
        likely = ODDS[int64(tables[0].foreign_dice[event]) - 1, 0, castle, 0]
        raids[num, 0] = area
        raids[num, 1] = state.owner[area]
        raids[num, 2] = count
        raids[num, 3] = castle
        for lost in range(count + 1):
            chances[num, lost] = 0.0
        chances[num, 0] = 1.0
        for _ in range(attacks):
            for lost in range(count - 1, -1, -1):
                here = float(chances[num, lost])
                chances[num, lost] = here * (1.0 - likely)
                chances[num, lost + 1] += here * likely
        num += 1
    return num
