"""Games in an array, stepped by compiled code: the quick way in, for the contract, searches and measurements.

`states` is an array of `STATE` records and `game` an index into it, `tables` an array with one record of data.
`legal` is room for MAX_LEGAL actions, best of type int16. Nothing is checked: an action must come out of the list that
was last written.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tenka.compiled import jit, random_below
from tenka.crossing import copy_of, entry, pack, record_in
from tenka.game import CHANCE
from tenka.history.actions import MAX_LEGAL, ROLL
from tenka.history.armies import holds_current, person_of
from tenka.history.combat import attack_dice, castle_bonus, defence_dice, terrain_die
from tenka.history.events import playable_events
from tenka.history.rules import (
    apply_action,
    deal_events,
    dice_now,
    list_legal,
    set_up,
)
from tenka.history.scoring import fill_score
from tenka.history.state import CHANCE_PHASES, FIGHTING, OVER, RAID, SIZE, STATE
from tenka.history.tables import NAMED_TABLES
from tenka.history.view import blank_hidden, deal_unknown

ASK = -1
"""Instead of an action, for `consult`."""
NOBODY = -2
DICE_BASE = 256
"""More than anybody rolls."""
TURN, DATA, PHASE, PLIES = range(4)
"""What `glance` looks for."""


@jit
def start(states: Any, game: int, tables: Any, digest: int, players: int, colours: int, generator: Any) -> None:
    """Deals a new game."""
    set_up(states[game], digest, players, colours)
    deal_events(states[game], tables[0], generator)


@jit
def start_without_events(states: Any, digest: int, players: int, colours: int) -> None:
    """A new game in the first state, where nobody has event cards yet."""
    set_up(states[0], digest, players, colours)


@jit
def legal_actions(states: Any, game: int, tables: Any, legal: Any) -> int:
    """Lists the legal actions; returns their number, 0 when the game is over."""
    return list_legal(states[game], tables[0], legal)


@jit
def step(states: Any, game: int, tables: Any, action: int, legal: Any) -> int:
    """Applies a legal action and lists what is legal after it; returns how many, 0 when the game is over."""
    apply_action(states[game], tables[0], action)
    return list_legal(states[game], tables[0], legal)


@jit
def random_roll(states: Any, game: int, tables: Any, generator: Any) -> int:
    """An action of chance where dice are rolled."""
    attacker, defender = dice_now(states[game], tables[0])
    return ROLL + 6 * _best_of(attacker, generator) + _best_of(defender, generator)


@jit
def _best_of(dice: int, generator: Any) -> int:
    """The best of so many dice, less one."""
    best = 0
    for _ in range(dice):
        best = max(best, random_below(generator, 6))
    return best


@jit
def play_randomly(states: Any, game: int, tables: Any, generator: Any, legal: Any) -> int:
    """Plays on to the end, every legal action equally likely; returns the number of decisions, chance's included."""
    state = states[game]
    decisions = 0
    while state.phase != OVER:
        if state.phase == FIGHTING or state.phase == RAID:
            action = random_roll(states, game, tables, generator)
        else:
            num = list_legal(state, tables[0], legal)
            action = int(legal[random_below(generator, num)])
        apply_action(state, tables[0], action)
        decisions += 1
    return decisions


@entry(SIZE, int)
def glance(taken: Any, field: int) -> int:
    """Who decides in a state, for `TURN`: a seat, `CHANCE` or `NOBODY`; or a field of it.

    That is which data it is played with, for `DATA`, its `PHASE`, or how many `PLIES` lie behind it.
    """
    state = record_in(taken, STATE)
    if field == DATA:
        return int(state.digest)
    if field == PHASE:
        return int(state.phase)
    if field == PLIES:
        return int(state.plies)
    if state.phase == OVER:
        return NOBODY
    if state.phase in CHANCE_PHASES:
        return CHANCE
    return int(person_of(state, state.colour))


@entry(SIZE, NAMED_TABLES.itemsize, int)
def consult(taken: Any, named: Any, action: int) -> Any:
    """What the contract asks about a state, in one function, because each is compiled with all rules.

    With `ASK` it gives the legal actions; else the state after the action, and nothing where that is not legal. Nothing
    either where these are not the tables that the state names.
    """
    state, given = record_in(taken, STATE), record_in(named, NAMED_TABLES)
    legal, table = np.empty(MAX_LEGAL, np.int16), given.tables
    if state.digest != given.digest:
        return pack(legal, 0)
    num = list_legal(state, table, legal)
    if action == ASK:
        return pack(legal, num)
    for place in range(num):
        if legal[place] == action:
            made = copy_of(taken)
            apply_action(record_in(made, STATE), table, action)
            return made
    return pack(legal, 0)


@entry(SIZE, NAMED_TABLES.itemsize)
def count_dice(taken: Any, named: Any) -> int:
    """How many dice are rolled where a state waits for them: the attacker's `DICE_BASE` times, and the defender's."""
    attacker, defender = dice_now(record_in(taken, STATE), record_in(named, NAMED_TABLES).tables)
    return int(attacker * DICE_BASE + defender)


@jit
def try_action(before: Any, after: Any, tables: Any, action: int, legal: Any) -> bool:
    """Makes the first state of `after` that of `before` after the action, if it is legal there."""
    for place in range(list_legal(before[0], tables[0], legal)):
        if legal[place] == action:
            after[0] = before[0]
            apply_action(after[0], tables[0], action)
            return True
    return False


@jit
def dice_of(states: Any, tables: Any) -> tuple[int, int, int]:
    """Where the first state waits for dice: how many the attacker and the defender roll, and a castle's bonus."""
    attacker, defender = dice_now(states[0], tables[0])
    return attacker, defender, castle_bonus(states[0], int(states[0].target))


@jit
def attack_of(states: Any, tables: Any, area: int) -> tuple[int, int, int]:
    """If the daimyo who acts in the first state attacked an area: dice of both sides, and a castle's bonus."""
    state = states[0]
    terrain = terrain_die(state, tables[0], area)
    attacker = attack_dice(state, tables[0], area)
    return attacker, defence_dice(state, tables[0], area, terrain), castle_bonus(state, area)


@jit
def playable_of(states: Any, tables: Any) -> int:
    """The event cards that who decides in the first state can play now, as bits."""
    return playable_events(states[0], tables[0])


@jit
def fill_scores(states: Any, tables: Any, scores: Any) -> None:
    """By colour of the first state: what the end of its turn would bring as the board stands, step by step."""
    for colour in range(int(states[0].colours)):
        fill_score(states[0], tables[0], colour, scores[colour])


@jit
def holds_current_in(states: Any, area: int, colour: int) -> bool:
    """Whether current counters of a colour stand in an area of the first state."""
    return holds_current(states[0], area, colour)


@entry(SIZE, NAMED_TABLES.itemsize, int)
def make_view(taken: Any, named: Any, seat: int) -> Any:
    """A state as a seat may know it."""
    made = copy_of(taken)
    blank_hidden(record_in(made, STATE), record_in(named, NAMED_TABLES).tables, seat)
    return made


@jit
def make_sample(known: Any, states: Any, tables: Any, seat: int, generator: Any) -> None:
    """Makes the first state of `states` one that looks to a seat like the first of `known`."""
    states[0] = known[0]
    deal_unknown(states[0], tables[0], seat, generator)
