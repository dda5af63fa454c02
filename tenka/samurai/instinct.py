"""A quick sense for tiles: what one changes at once around it. Compiled, and cheap enough for thousands of play-outs.

Beside the state it keeps a *sense* of the board, two numbers a settlement: the influence around it, packed as in
``pieces.py``, and the open land spaces. A tile changes only the few settlements next to it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tenka.compiled import count_bits, jit, lowest_bit, random_32, random_below
from tenka.samurai.actions import END_TURN, MOVE_TO, PLACE, SAIL, SWITCH_FIRST
from tenka.samurai.board import (
    LAND_AROUND,
    NUM_LAND,
    NUM_SEA,
    SEA_WORD,
    SETTLEMENTS_BESIDE,
    SETTLEMENTS_BY_PLAYERS,
)
from tenka.samurai.pieces import (
    ANY_KIND,
    FAST_KINDS,
    INFLUENCE,
    INFLUENCE_BITS,
    KINDS,
    LAND_KINDS,
    MOVE,
    NUM_CASTES,
    NUM_LAND_KINDS,
    SEAT_BITS,
    SHIP_KINDS,
    SWITCH,
)
from tenka.samurai.rules import apply_action, influence_around, influence_of, list_legal
from tenka.samurai.state import NOTHING, OVER, PLAYING, State

TILE_COST = np.array([0.03 * kind.strength * len(kind.castes) ** 0.5 for kind in KINDS])
"""By kind: what it is worth in the hand, so that a strong one is not spent where a weak one would do."""
TILE_COST[SWITCH] = TILE_COST[MOVE] = 0.2
OPENNESS = 0.55
"""How much each open land space takes from the worth of influence."""
CLOSE_CASTE = 1.3
"""The weight of a caste whose leadership hangs on a piece or two; of others it is 1."""
DECIDED_CASTE = 0.35
"""The weight of a caste whose leader nobody can catch up with any more."""

_INFLUENCE_MASK = (1 << INFLUENCE_BITS) - 1


@jit
def fill_sense(state: State, influence: Any, num_open: Any) -> None:
    """The sense of a state, from nothing."""
    for settlement in range(SETTLEMENTS_BY_PLAYERS[state.players]):
        influence[settlement] = influence_around(state, settlement)
        num_open[settlement] = count_bits(state.land_empty & LAND_AROUND[settlement])


@jit
def apply_with_sense(state: State, action: int, influence: Any, num_open: Any) -> None:
    """Applies an action to a state and to its sense."""
    if PLACE <= action < SWITCH_FIRST:
        if action < SAIL:
            kind = (action - PLACE) // NUM_LAND
            field = (action - PLACE) % NUM_LAND
        else:
            kind = NUM_LAND_KINDS + (action - SAIL) // NUM_SEA
            field = NUM_LAND + (action - SAIL) % NUM_SEA
        beside = SETTLEMENTS_BESIDE[field]
        while beside:
            settlement = lowest_bit(beside)
            beside &= beside - 1
            influence[settlement] += INFLUENCE[kind] << SEAT_BITS * state.seat
            if field < NUM_LAND:
                num_open[settlement] -= 1
    apply_action(state, action)
    if action >= MOVE_TO:
        fill_sense(state, influence, num_open)


@jit
def _piece_value(mine: int, other: int, num_open: int) -> float:
    """What a piece is worth to a seat by its own influence, the best other one and the land still open."""
    if num_open == 0:
        if mine > other:
            return 1.0
        return -1.0 if mine < other else 0.0
    mine *= mine
    other *= other
    return (mine - other) / ((2.0 + mine + other) * (1.0 + OPENNESS * num_open))


@jit
def _weigh_castes(state: State, seat: int, weights: Any) -> None:
    for caste in range(NUM_CASTES):
        most = 0
        for other in range(state.players):
            if other != seat:
                most = max(most, state.captured[other, caste])
        lead = abs(state.captured[seat, caste] - most)
        left = count_bits(state.pieces[caste])
        weights[caste] = DECIDED_CASTE if lead > left else (CLOSE_CASTE if lead <= 1 else 1.0)


@jit
def _tile_gain(state: State, seat: int, kind: int, field: int, influence: Any, num_open: Any, weights: Any) -> float:
    """What laying a tile changes in the worth of the pieces around it."""
    gain = 0.0
    fills = 1 if field < NUM_LAND else 0
    beside = SETTLEMENTS_BESIDE[field]
    while beside:
        settlement = lowest_bit(beside)
        beside &= beside - 1
        packed = influence[settlement]
        still_open = num_open[settlement]
        for caste in range(NUM_CASTES):
            if not state.pieces[caste] >> settlement & 1:
                continue
            best_other = 0
            for other in range(state.players):
                if other != seat:
                    best_other = max(best_other, influence_of(packed, other, caste))
            mine = influence_of(packed, seat, caste)
            added = INFLUENCE[kind] >> INFLUENCE_BITS * caste & _INFLUENCE_MASK
            after = _piece_value(mine + added, best_other, still_open - fills)
            gain += weights[caste] * (after - _piece_value(mine, best_other, still_open))
    return gain


@jit
def best_tiles(
    state: State, influence: Any, num_open: Any, weights: Any, generator: Any, noise: float, actions: Any, values: Any
) -> int:
    """The most promising tiles to play, or the end of the turn, best first, as many as `actions` has room for.

    A random part of up to `noise` is added to each value. Switch and move tiles are left out: returns 0 where nothing
    else can be played.
    """
    seat = int(state.seat)
    room = len(actions)
    num = 0
    _weigh_castes(state, seat, weights)
    kinds = state.hand[seat] & ANY_KIND
    if state.slow_played:
        kinds &= FAST_KINDS
    if state.tiles_played:
        num = _insert(END_TURN, 0.0, actions, values, num, room)
    land = kinds & LAND_KINDS
    while land:
        kind = lowest_bit(land)
        land &= land - 1
        empty = state.land_empty
        while empty:
            field = lowest_bit(empty)
            empty &= empty - 1
            value = _tile_gain(state, seat, kind, field, influence, num_open, weights) - TILE_COST[kind]
            value += noise * (random_32(generator) & 1023) / 1023.0
            if num < room or value > values[num - 1]:
                num = _insert(PLACE + kind * NUM_LAND + field, value, actions, values, num, room)
    ships = kinds & SHIP_KINDS
    while ships:
        kind = lowest_bit(ships)
        ships &= ships - 1
        for word in range(2):
            empty = state.sea_empty[word]
            while empty:
                sea = word * SEA_WORD + lowest_bit(empty)
                empty &= empty - 1
                if SETTLEMENTS_BESIDE[NUM_LAND + sea] == 0:
                    continue
                value = _tile_gain(state, seat, kind, NUM_LAND + sea, influence, num_open, weights) - TILE_COST[kind]
                value += noise * (random_32(generator) & 1023) / 1023.0
                if num < room or value > values[num - 1]:
                    num = _insert(SAIL + (kind - NUM_LAND_KINDS) * NUM_SEA + sea, value, actions, values, num, room)
    return num


@jit
def _insert(action: int, value: float, actions: Any, values: Any, num: int, room: int) -> int:
    """Puts an action in its place in a list that is sorted by value, the best first; returns its new length."""
    place = num if num < room else room - 1
    while place > 0 and values[place - 1] < value:
        actions[place] = actions[place - 1]
        values[place] = values[place - 1]
        place -= 1
    actions[place] = action
    values[place] = value
    return num + 1 if num < room else room


@jit
def play_out(
    state: State,
    influence: Any,
    num_open: Any,
    weights: Any,
    generator: Any,
    noise: float,
    one_action: Any,
    one_value: Any,
    legal: Any,
) -> None:
    """Plays on to the end, every seat by instinct with a little noise. `one_action` and `one_value` have length 1."""
    while state.phase != OVER:
        num = 0
        if state.phase == PLAYING and state.pending == NOTHING:
            num = best_tiles(state, influence, num_open, weights, generator, noise, one_action, one_value)
        if num == 0:
            one_action[0] = legal[random_below(generator, list_legal(state, legal))]
        apply_with_sense(state, one_action[0], influence, num_open)
