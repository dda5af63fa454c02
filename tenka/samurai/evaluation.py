"""What a position is worth to a seat, at a glance: the sum of a few named terms.

Every piece still on the board is shared out among those who have influence on it, less the more land spaces are open
around it; with what they have captured, that makes the pieces that each seat can expect. From these follow the
leaderships in reach. The weights of the terms were found by ``benchmarks/tune.py``.
"""

from __future__ import annotations

from math import exp, sqrt
from typing import Any, NamedTuple

import numpy as np

from tenka.compiled import count_bits, jit, lowest_bit, wide
from tenka.samurai.actions import (
    END_TURN,
    MAX_LEGAL,
    MOVE_FROM,
    MOVE_TO,
    PLACE,
    SAIL,
    SWITCH_FIRST,
    SWITCH_NOTHING,
    SWITCH_SECOND,
)
from tenka.samurai.board import LAND_AROUND, NUM_LAND, NUM_SEA
from tenka.samurai.pieces import KIND_BY_CODE, KINDS, MAX_PLAYERS, MOVE, NUM_CASTES, NUM_LAND_KINDS, SWITCH
from tenka.samurai.rules import apply_action, influence_around, influence_of, list_legal, strongest
from tenka.samurai.state import NOTHING, State
from tenka.samurai.view import kind_of_bit, unseen_tiles


class Weights(NamedTuple):
    """How much each term counts, in pieces."""

    doubt: float = 12.3
    """Influence margins: a piece falls to those around it in the ratio of their influence squared, and so much of it
    to nobody. The more, the less a little influence is worth."""
    openness: float = 2.23
    """Open spaces: how much each open land space adds to that doubt."""
    last_space: float = 1.01
    """Open spaces: the worth of influence where a single space is open, and an opponent may fill it."""
    piece: float = 0.297
    """Each piece that the seat can expect."""
    margin: float = 0.288
    """Each piece that it can expect more than the best other seat, in every caste."""
    leadership: float = 3.0
    """Leaderships in reach: leading a caste for certain."""
    sureness: float = 1.37
    """Leaderships in reach: how quickly a margin in pieces becomes a sure leadership."""
    contested: float = 0.461
    """Leaderships in reach: how much the pieces of a caste left on the board take from that."""
    majority: float = 0.18
    """Leading two castes for certain."""
    beside: float = 0.429
    """Pieces beside the board: each brings the end nearer, which is worth this to who leads everything."""
    strength: float = 0.145
    """Tile economy: what a tile of one caste costs, for each point of its strength."""
    all_castes: float = 0.17
    """Tile economy: what a tile of all castes costs, for each point of its strength."""
    fast: float = -0.0727
    """Tile economy: what a fast tile costs beside that."""
    switch: float = 0.117
    """Tile economy: what the switch tile costs."""
    move: float = 0.814
    """Tile economy: what the move tile costs."""


WEIGHTS = Weights()
"""The weights that players use."""

CERTAINTY = 0.6
"""How much likelier to win a seat is for each piece that its position is worth more, as a power of e.

It fits 900 games of greedy best, with two, three or four players alike."""

FIRST_HAND = tuple(sorted(KIND_BY_CODE[code] for code in ("s3", "s2", "s2", "n1", "h1")))
"""The tiles to begin with, found by ``benchmarks/tune.py``: they serve all castes, and the last two are fast."""


def tile_costs(weights: Weights) -> np.ndarray[Any, np.dtype[np.float64]]:
    """By kind: what it is worth in the hand, so that a strong one is not spent where a weak one would do."""
    costs = []
    for kind in KINDS:
        cost = kind.strength * (weights.strength if len(kind.castes) == 1 else weights.all_castes)
        costs.append(cost + weights.fast * kind.is_fast)
    costs[SWITCH] = weights.switch
    costs[MOVE] = weights.move
    return np.array(costs)


def pack_weights(weights: Weights) -> np.ndarray[Any, np.dtype[np.float64]]:
    """The weights for compiled code: `tile_costs` behind the others."""
    return np.concatenate([np.array(weights[:_COSTS]), tile_costs(weights)])


_DOUBT = Weights._fields.index("doubt")
_OPENNESS = Weights._fields.index("openness")
_LAST_SPACE = Weights._fields.index("last_space")
_PIECE = Weights._fields.index("piece")
_MARGIN = Weights._fields.index("margin")
_LEADERSHIP = Weights._fields.index("leadership")
_SURENESS = Weights._fields.index("sureness")
_CONTESTED = Weights._fields.index("contested")
_MAJORITY = Weights._fields.index("majority")
_BESIDE = Weights._fields.index("beside")
_COSTS = Weights._fields.index("strength")


@jit
def action_values(states: Any, scratch: Any, seat: int, legal: Any, weights: Any) -> Any:
    """By legal action: its value, see `action_value`. `scratch` holds two states."""
    values = np.empty(len(legal), np.float64)
    expected = np.empty((MAX_PLAYERS, NUM_CASTES), np.float64)
    seconds = np.empty(MAX_LEGAL, np.int16)
    for index in range(len(legal)):
        values[index] = action_value(states[0], scratch, 0, seat, legal[index], expected, seconds, weights)
    return values


@jit
def action_value(
    state: State, scratch: Any, at: int, seat: int, action: int, expected: Any, seconds: Any, weights: Any
) -> Any:
    """What the position after an action is worth, less what its tile is; uses two states of `scratch` from `at` on."""
    if action == END_TURN:
        return position_value(state, seat, expected, weights)
    scratch[at] = state
    apply_action(scratch[at], action)
    if scratch[at].pending == NOTHING:
        return position_value(scratch[at], seat, expected, weights) - _tile_cost(action, weights)
    best = -1e9
    for second in range(list_legal(scratch[at], seconds)):
        scratch[at + 1] = scratch[at]
        apply_action(scratch[at + 1], wide(seconds[second]))
        best = max(best, position_value(scratch[at + 1], seat, expected, weights))
    return best - _tile_cost(action, weights)


@jit
def _tile_cost(action: int, weights: Any) -> Any:
    if action < PLACE:
        return weights[_COSTS + SWITCH] if action == SWITCH_NOTHING else 0.0
    if action < SAIL:
        return weights[_COSTS + (action - PLACE) // NUM_LAND]
    if action < SWITCH_FIRST:
        return weights[_COSTS + NUM_LAND_KINDS + (action - SAIL) // NUM_SEA]
    if action < SWITCH_SECOND:
        return weights[_COSTS + SWITCH]
    if MOVE_FROM <= action < MOVE_TO:
        return weights[_COSTS + MOVE]
    return 0.0


@jit
def position_value(state: State, seat: int, expected: Any, weights: Any) -> Any:
    """What a position is worth to a seat, were the turn to end here. `expected` is scratch: by seat and caste."""
    for other in range(state.players):
        for caste in range(NUM_CASTES):
            expected[other, caste] = state.captured[other, caste]
    num_beside = _expect_captures(state, expected, weights)
    value = 0.0
    leads_none, leads_one, leads_more = 1.0, 0.0, 0.0  # how likely it is to lead so many castes
    leads = 0.0
    for caste in range(NUM_CASTES):
        best_other = 0.0
        for other in range(state.players):
            if other != seat:
                best_other = max(best_other, expected[other, caste])
        margin = expected[seat, caste] - best_other
        value += margin * weights[_MARGIN] + expected[seat, caste] * weights[_PIECE]
        steepness = weights[_SURENESS] / sqrt(1.0 + weights[_CONTESTED] * count_bits(state.pieces[caste]))
        lead = 1.0 / (1.0 + exp(-steepness * margin))
        leads_more += leads_one * lead
        leads_one += (leads_none - leads_one) * lead
        leads_none -= leads_none * lead
        leads += lead
    standing = leads * 2.0 / NUM_CASTES - 1.0
    value += weights[_LEADERSHIP] * leads + weights[_MAJORITY] * leads_more
    return value + weights[_BESIDE] * num_beside * standing


@jit
def estimate_shares(state: State, expected: Any, weights: Any, shares: Any) -> None:
    """By seat: how likely it looks to win, from what the position and the tiles not yet played are worth to each."""
    total = 0.0
    for seat in range(wide(state.players)):
        value = position_value(state, seat, expected, weights)
        tiles = unseen_tiles(state, seat)
        while tiles:
            value += weights[_COSTS + kind_of_bit(lowest_bit(tiles))]
            tiles &= tiles - 1
        shares[seat] = exp(CERTAINTY * value)
        total += shares[seat]
    for seat in range(state.players):
        shares[seat] /= total


@jit
def _expect_captures(state: State, expected: Any, weights: Any) -> Any:
    """Adds to each seat's pieces what it can expect; returns how many pieces are, or will be, beside the board."""
    num_beside = state.aside[0] + state.aside[1] + state.aside[2]
    left = state.pieces[0] | state.pieces[1] | state.pieces[2]
    while left:
        settlement = lowest_bit(left)
        left &= left - 1
        packed = influence_around(state, settlement)
        num_open = count_bits(state.land_empty & LAND_AROUND[settlement])
        reach = weights[_LAST_SPACE] if num_open == 1 else 1.0
        doubt = weights[_DOUBT] + weights[_OPENNESS] * num_open
        for caste in range(NUM_CASTES):
            if not state.pieces[caste] >> settlement & 1:
                continue
            if num_open == 0:
                taker = strongest(packed, state.players, caste)
                if taker >= 0:
                    expected[taker, caste] += 1.0
                else:
                    num_beside += 1
                continue
            if packed == 0:
                continue
            total = doubt
            for other in range(state.players):
                influence = influence_of(packed, other, caste)
                total += influence * influence
            for other in range(state.players):
                influence = influence_of(packed, other, caste)
                expected[other, caste] += reach * influence * influence / total
    return num_beside
