"""Games in an array, stepped by compiled code: the quick way in, for the contract, searches and measurements.

`states` is an array of `STATE` records and `game` an index into it. `legal` is room for MAX_LEGAL actions, best of
type int16. Nothing is checked: an action must come out of the list that was last written.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tenka.compiled import jit, random_below, wide
from tenka.crossing import copy_of, entry, pack, record_in
from tenka.samurai.actions import MAX_LEGAL
from tenka.samurai.rules import apply_action, list_legal
from tenka.samurai.setup import deal
from tenka.samurai.state import OVER, SIZE, STATE
from tenka.samurai.view import blank_hidden, deal_unknown, unseen_tiles

ASK = -1
"""Instead of an action, for `consult`."""
NOBODY = -1


@jit
def start(states: Any, game: int, players: int, first: int, rules: int, generator: Any) -> None:
    """Deals a new game."""
    deal(states[game], players, first, rules, generator)


@jit
def legal_actions(states: Any, game: int, legal: Any) -> int:
    """Lists the legal actions; returns their number, 0 when the game is over."""
    return list_legal(states[game], legal)


@jit
def step(states: Any, game: int, action: int, legal: Any) -> int:
    """Applies a legal action and lists what is legal after it; returns how many, 0 when the game is over."""
    apply_action(states[game], action)
    return list_legal(states[game], legal)


@jit
def play_randomly(states: Any, game: int, generator: Any, legal: Any) -> int:
    """Plays on to the end, every legal action equally likely; returns the number of decisions."""
    state = states[game]
    decisions = 0
    while state.phase != OVER:
        num = list_legal(state, legal)
        apply_action(state, wide(legal[random_below(generator, num)]))
        decisions += 1
    return decisions


@entry(SIZE)
def whose_turn(taken: Any) -> int:
    """The seat that decides in a state; `NOBODY` once the game is over."""
    state = record_in(taken, STATE)
    return NOBODY if state.phase == OVER else int(state.seat)


@entry(SIZE, int)
def consult(taken: Any, action: int) -> Any:
    """What the contract asks about a state, in one function, because each is compiled with all rules.

    With `ASK` it gives the legal actions; else the state after the action, and nothing where that is not legal.
    """
    state = record_in(taken, STATE)
    legal = np.empty(MAX_LEGAL, np.int16)
    num = list_legal(state, legal)
    if action == ASK:
        return pack(legal, num)
    for place in range(num):
        if legal[place] == action:
            made = copy_of(taken)
            apply_action(record_in(made, STATE), action)
            return made
    return pack(legal, 0)


@entry(SIZE, int)
def make_view(taken: Any, seat: int) -> Any:
    """A state as a seat may know it."""
    made = copy_of(taken)
    blank_hidden(record_in(made, STATE), seat)
    return made


@jit
def make_sample(known: Any, states: Any, seat: int, captured: Any, generator: Any) -> None:
    """Makes the first state of `states` one that looks to a seat like the first of `known`."""
    states[0] = known[0]
    deal_unknown(states[0], seat, captured, generator)


@jit
def unseen_tiles_of(states: Any, seat: int) -> int:
    """The tiles that a seat of the first state has not played, as bits."""
    return unseen_tiles(states[0], seat)
