"""A player of Samurai that looks one decision ahead.

Every legal action is tried out and the position after it valued. A position is worth, for each caste, how likely
its seat is to lead it, plus a little for every piece; a piece that is still on the board counts by halves and
quarters for those who have influence on it, the more the fewer land spaces are open around it.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import exp
from typing import Any

import numpy as np

from tenka.compiled import count_bits, jit, lowest_bit
from tenka.game import Action, View
from tenka.players import Budget, Line
from tenka.samurai.actions import (
    END_TURN,
    KEEP,
    MAX_LEGAL,
    MOVE_FROM,
    MOVE_TO,
    PLACE,
    PUT,
    SAIL,
    SWITCH_FIRST,
    SWITCH_NOTHING,
    SWITCH_SECOND,
)
from tenka.samurai.board import LAND_AROUND, NUM_LAND, NUM_SEA
from tenka.samurai.instinct import OPENNESS, TILE_COST
from tenka.samurai.pieces import KIND_BY_CODE, MAX_PLAYERS, MOVE, NUM_CASTES, NUM_LAND_KINDS, SWITCH
from tenka.samurai.rules import apply_action, influence_around, influence_of, list_legal, strongest
from tenka.samurai.state import NOTHING, State, array_of, new_states
from tenka.samurai.view import recall

FIRST_HAND = tuple(sorted(KIND_BY_CODE[code] for code in ("b4", "r4", "c4", "s3", "h2")))
"""The tiles to begin with: one strong tile for each caste, and two that serve all of them."""

LEADERSHIP = 3.0
"""What leading a caste for certain is worth, in pieces."""
SURENESS = 0.9
"""How quickly a lead in pieces becomes a sure leadership."""


class Greedy:
    """Plays what looks best at once."""

    name = "greedy"

    def decide(self, view: View, legal: Sequence[Action], rng: random.Random, budget: Budget | None = None) -> Action:
        """The action of the highest value; a random one of equals."""
        scored = self.rank(view, legal, rng)
        best = scored[0][1]
        return rng.choice([action for action, value in scored if value == best])

    def explain(
        self, view: View, legal: Sequence[Action], rng: random.Random, budget: Budget | None = None
    ) -> list[Line]:
        """Every action with the value of the position after it."""
        return [Line([action], value) for action, value in self.rank(view, legal, rng)]

    def rank(self, view: View, legal: Sequence[Action], rng: random.Random) -> list[tuple[Action, float]]:
        """The legal actions with their values, best first."""
        if view.seat is None:
            raise ValueError("a spectator has nothing to decide")
        if KEEP <= legal[0] < PUT:
            values = [-float(action) if action - KEEP in FIRST_HAND else -float(PUT) for action in legal]
        elif PUT <= legal[0] < PLACE:
            values = [0.0] * len(legal)
        else:
            values = action_values(array_of(recall(view)), new_states(2), view.seat, np.array(legal, np.int16)).tolist()
        scored = list(zip(legal, values, strict=True))
        return sorted(scored, key=lambda pair: -pair[1])


@jit
def action_values(states: Any, scratch: Any, seat: int, legal: Any) -> Any:
    """By legal action: what the position after it is worth, less what its tile is."""
    values = np.empty(len(legal), np.float64)
    expected = np.empty((MAX_PLAYERS, NUM_CASTES), np.float64)
    seconds = np.empty(MAX_LEGAL, np.int16)
    for index in range(len(legal)):
        action = legal[index]
        if action == END_TURN:
            values[index] = _position_value(states[0], seat, expected)
            continue
        scratch[0] = states[0]
        apply_action(scratch[0], action)
        if scratch[0].pending == NOTHING:
            values[index] = _position_value(scratch[0], seat, expected) - _tile_cost(action)
            continue
        best = -1e9
        for second in range(list_legal(scratch[0], seconds)):
            scratch[1] = scratch[0]
            apply_action(scratch[1], seconds[second])
            best = max(best, _position_value(scratch[1], seat, expected))
        values[index] = best - _tile_cost(action)
    return values


@jit
def _tile_cost(action: int) -> Any:
    if action < PLACE:
        return TILE_COST[SWITCH] if action == SWITCH_NOTHING else 0.0
    if action < SAIL:
        return TILE_COST[(action - PLACE) // NUM_LAND]
    if action < SWITCH_FIRST:
        return TILE_COST[NUM_LAND_KINDS + (action - SAIL) // NUM_SEA]
    if action < SWITCH_SECOND:
        return TILE_COST[SWITCH]
    if MOVE_FROM <= action < MOVE_TO:
        return TILE_COST[MOVE]
    return 0.0


@jit
def _position_value(state: State, seat: int, expected: Any) -> float:
    """What a position is worth to a seat, were the turn to end here."""
    for other in range(state.players):
        for caste in range(NUM_CASTES):
            expected[other, caste] = state.captured[other, caste]
    left = state.pieces[0] | state.pieces[1] | state.pieces[2]
    while left:
        settlement = lowest_bit(left)
        left &= left - 1
        _expect_captures(state, settlement, expected)
    value = 0.0
    for caste in range(NUM_CASTES):
        best_other = 0.0
        for other in range(state.players):
            if other != seat:
                best_other = max(best_other, expected[other, caste])
        margin = expected[seat, caste] - best_other
        value += LEADERSHIP / (1.0 + exp(-SURENESS * margin)) + margin * 0.25 + expected[seat, caste] * 0.25
    return value


@jit
def _expect_captures(state: State, settlement: int, expected: Any) -> None:
    """Adds to each seat's pieces what it can expect of a settlement."""
    packed = influence_around(state, settlement)
    num_open = count_bits(state.land_empty & LAND_AROUND[settlement])
    for caste in range(NUM_CASTES):
        if not state.pieces[caste] >> settlement & 1:
            continue
        if num_open == 0:
            taker = strongest(packed, state.players, caste)
            if taker >= 0:
                expected[taker, caste] += 1.0
            continue
        total = 2.0
        for other in range(state.players):
            influence = influence_of(packed, other, caste)
            total += influence * influence
        for other in range(state.players):
            influence = influence_of(packed, other, caste)
            expected[other, caste] += influence * influence / (total * (1.0 + OPENNESS * num_open))
