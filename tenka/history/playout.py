"""Playing on by instinct, compiled: for searches, and for whoever wants many sensible games at once."""

from __future__ import annotations

from typing import Any

import numpy as np

from tenka.compiled import jit, random_32, random_below
from tenka.history.batch import random_roll
from tenka.history.evaluation import SENSE, Sense, WeightArray, fill_sense, fill_shares
from tenka.history.instinct import fill_values
from tenka.history.rules import apply_action, list_legal
from tenka.history.state import AFTER, DRAWING, FAMINE, FIGHTING, GIVING, OVER, RAID, State, int64
from tenka.history.tables import Tables

TO_THE_END = 99
"""A horizon beyond every game."""


@jit
def action_values(states: Any, tables: Any, weights: WeightArray, legal: Any) -> Any:
    """By legal action: what it brings to who decides in the first state, or in what a view shows of it."""
    values = np.zeros(len(legal))
    sense = np.zeros(1, SENSE)
    fill_values(states, tables[0], weights, sense[0], legal, len(legal), values)
    return values


@jit
def best_action(
    states: Any,
    tables: Tables,
    weights: WeightArray,
    sense: Sense,
    generator: Any,
    noise: float,
    legal: Any,
    values: Any,
) -> int:
    """What instinct holds for best in the first state; noise is in points, and decides between equals where it is 0."""
    num = list_legal(states[0], tables, legal)
    if num == 1:
        return int64(legal[0])
    fill_values(states, tables, weights, sense, legal, num, values)
    best = 0
    best_value = -1e9
    for place in range(num):
        value = values[place] + (noise + 1e-9) * (random_32(generator) / 4294967296.0)
        if value > best_value:
            best_value = value
            best = place
    return int64(legal[best])


@jit
def chance_action(states: Any, tables: Any, generator: Any, legal: Any) -> int:
    """What dice or cards decide in the first state."""
    if states[0].phase == DRAWING:
        return int64(legal[random_below(generator, list_legal(states[0], tables[0], legal))])
    return int64(random_roll(states, 0, tables, generator))


@jit
def horizon_of(state: State, epochs: int) -> tuple[int, int]:
    """Where a play-out stops: the epoch that it does not enter, and in that before the order whose turn it ends with.

    With 0 epochs it is the end of the turn, or of the epoch outside of turns; with more, the end of so many epochs.
    """
    phase = int64(state.phase)
    is_turn = phase not in (DRAWING, GIVING, AFTER, FAMINE, RAID)
    if epochs == 0 and is_turn:
        return int64(state.epoch), int64(state.order)
    return int64(state.epoch) + max(int64(epochs), 1), int64(-1)


@jit
def play_on(
    states: Any,
    tables: Any,
    weights: WeightArray,
    sense: Any,
    generator: Any,
    noise: float,
    horizon: int,
    legal: Any,
    values: Any,
) -> int:
    """Plays the first state on to a horizon in epochs (see `horizon_of`); returns the number of decisions.

    The second state is room to try things out.
    """
    state = states[0]
    epoch, order = horizon_of(state, horizon)
    decisions = 0
    while state.phase != OVER:
        if order < 0:
            if state.epoch >= epoch:
                break
        elif state.epoch != epoch or state.order != order:
            break
        phase = int64(state.phase)
        if phase in (FIGHTING, RAID, DRAWING):
            action = chance_action(states, tables, generator, legal)
        else:
            action = best_action(states, tables[0], weights, sense[0], generator, noise, legal, values)
        apply_action(state, tables[0], action)
        decisions += 1
    return decisions


@jit
def play_out(
    states: Any,
    tables: Any,
    weights: WeightArray,
    sense: Any,
    generator: Any,
    noise: float,
    horizon: int,
    legal: Any,
    values: Any,
    shares: Any,
) -> None:
    """Plays the first state on and writes down how likely a win looks then, by person."""
    play_on(states, tables, weights, sense, generator, noise, horizon, legal, values)
    fill_sense(states[0], tables[0], weights, sense[0])
    fill_shares(states[0], tables[0], weights, sense[0], shares)


@jit
def play_outs(
    states: Any,
    repeats: int,
    tables: Any,
    weights: WeightArray,
    sense: Any,
    generator: Any,
    noise: float,
    horizon: int,
    legal: Any,
    values: Any,
    shares: Any,
) -> None:
    """The mean of several play-outs from the third state; the first two are room."""
    once = np.zeros(len(shares))
    shares[:] = 0.0
    for _ in range(repeats):
        states[0] = states[2]
        play_out(states, tables, weights, sense, generator, noise, horizon, legal, values, once)
        for person in range(len(shares)):
            shares[person] += once[person] / repeats
