"""Every turn that can matter, layer by layer: one tile, two tiles, and so on. Compiled, for puzzles and proofs.

Far from all pieces one land space is as good as another, and so is one sea space: one of them stands for all. Turns
that lead to the same position are one.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from tenka.compiled import jit, lowest_bit, wide
from tenka.encoding import Array
from tenka.game import Action
from tenka.samurai.actions import END_TURN, MAX_LEGAL, MOVE_TO, PASS, PLACE, SAIL, SWITCH_FIRST
from tenka.samurai.board import LAND_AROUND, NUM_LAND, NUM_SEA, SEA_WORD, SETTLEMENTS_BESIDE
from tenka.samurai.payoff import win_shares
from tenka.samurai.pieces import MAX_PLAYERS
from tenka.samurai.rules import apply_action, list_legal
from tenka.samurai.state import NOTHING, OVER, State, new_states

ROOM = 4096
"""Positions of a layer at most, where nobody has to have all turns."""
_WAYS = 6
"""In so many ways, or fewer, one comes to most positions: three tiles in any order."""
LONGEST = 11
"""Decisions of a turn at most."""


@jit
def _near_land(state: State) -> int:
    """Land next to a settlement with pieces, and one space that is not."""
    occupied = state.pieces[0] | state.pieces[1] | state.pieces[2]
    near = 0
    while occupied:
        near |= LAND_AROUND[lowest_bit(occupied)]
        occupied &= occupied - 1
    far = state.land_empty & ~near
    return wide((state.land_empty & near) | (far & -far))


@jit
def _far_sea(state: State) -> int:
    """The first empty sea space that is not next to a settlement with pieces; -1: there is none."""
    occupied = state.pieces[0] | state.pieces[1] | state.pieces[2]
    for word in range(2):
        empty = state.sea_empty[word]
        while empty:
            sea = word * SEA_WORD + lowest_bit(empty)
            empty &= empty - 1
            if SETTLEMENTS_BESIDE[NUM_LAND + sea] & occupied == 0:
                return wide(sea)
    return -1


@jit
def _matters(state: State, action: int, near: int, far_sea: int) -> bool:
    if PLACE <= action < SAIL:
        return bool(near >> (action - PLACE) % NUM_LAND & 1)
    if SAIL <= action < SWITCH_FIRST:
        occupied = state.pieces[0] | state.pieces[1] | state.pieces[2]
        sea = (action - SAIL) % NUM_SEA
        return sea == far_sea or bool(SETTLEMENTS_BESIDE[NUM_LAND + sea] & occupied)
    if action >= MOVE_TO:
        return bool(near >> (action - MOVE_TO) & 1)
    return action not in (END_TURN, PASS)


@jit
def _expand(states: Any, begun: Any, legal: Any, after: Any, actions: Any) -> int:
    """What turns that were begun may go on to with one tile more; how many, -1: there is no room for all."""
    num = 0
    for place in range(len(states)):
        near, far_sea = _near_land(states[place]), _far_sea(states[place])
        length = 0
        while begun[place, length] != NOTHING:
            length += 1
        first = wide(list_legal(states[place], legal))
        for index in range(first):
            action = wide(legal[index])
            if not _matters(states[place], action, near, far_sea):
                continue
            if num == len(after):
                return -1
            after[num] = states[place]
            for step in range(length):
                actions[num, step] = begun[place, step]
            actions[num, length] = action
            actions[num, length + 1] = NOTHING
            apply_action(after[num], action)
            num += 1
    return num


def _layers(known: Array, room: int = ROOM) -> Iterator[tuple[Array, Array] | None]:
    """Positions after one tile, two tiles and so on, with the actions that lead to them; None: there is no room."""
    states, begun = known[:1], np.full((1, LONGEST + 1), NOTHING, np.int16)
    while True:
        grown = _grow(states, begun, room)
        if grown is None:
            yield None
            return
        after, actions = grown
        half = np.flatnonzero(after["pending"] != NOTHING)
        if len(half):  # the first halves of switches and moves go on at once
            grown = _grow(after[half], actions[half], room)
            if grown is None:
                yield None
                return
            whole = np.flatnonzero(after["pending"] == NOTHING)
            after = np.concatenate([after[whole], grown[0]])
            actions = np.concatenate([actions[whole], grown[1]])
        if not len(after):
            return
        rows = np.frombuffer(after.tobytes(), np.dtype((np.void, after.itemsize)))
        _, places = np.unique(rows, return_index=True)
        places.sort()
        states, begun = after[places], actions[places]
        yield states, begun


def _grow(states: Array, begun: Array, room: int) -> tuple[Array, Array] | None:
    after, actions = new_states(room), np.full((room, LONGEST + 1), NOTHING, np.int16)
    num = _expand(states, begun, np.zeros(MAX_LEGAL, np.int16), after, actions)
    return None if num < 0 else (after[:num], actions[:num])


class Turns(NamedTuple):
    """What was found."""

    turns: list[list[Action]]
    is_all: bool
    """Whether these are all that matter. Where there are too many, those with the most tiles are missing."""


def list_every_turn(known: Array, most: int) -> Turns:
    """Turns from what a seat knows, in an array of one; at most so many."""
    found: list[list[Action]] = []
    for layer in _layers(known, _WAYS * most):
        if layer is None or len(found) + len(layer[0]) > most:
            return Turns(found, False)
        found += [[*row[: row.index(NOTHING)], END_TURN] for row in layer[1].tolist()]
    return Turns(found, True)


def can_end(known: Array, must_win: bool = False) -> bool:
    """Whether the seat to move, in an array of one game, can end the game in this turn, and win it alone.

    Where there are too many turns, those with the most tiles are not looked at.
    """
    seat = int(known[0].seat)
    for layer in _layers(known):
        if layer is None:
            return False
        states = layer[0].copy()
        if _some_end(states, seat, must_win, np.zeros(MAX_PLAYERS)):
            return True
    return False


@jit
def _some_end(states: Any, seat: int, must_win: bool, shares: Any) -> bool:
    for place in range(len(states)):
        apply_action(states[place], END_TURN)
        if states[place].phase != OVER:
            continue
        win_shares(states[place], shares)
        if not must_win or shares[seat] == 1.0:
            return True
    return False
