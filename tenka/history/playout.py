"""Playing on by instinct, compiled: for searches, and for whoever wants many sensible games at once."""

from __future__ import annotations

from typing import Any

import numpy as np

from tenka.compiled import jit, random_32, random_below
from tenka.history.actions import MAX_LEGAL
from tenka.history.batch import random_roll
from tenka.history.cards import NUM_ORDERS
from tenka.history.evaluation import SENSE, Sense, WeightArray, fill_sense, fill_shares
from tenka.history.instinct import fill_values
from tenka.history.payoff import win_shares
from tenka.history.rules import apply_action, list_legal
from tenka.history.state import AFTER, CHANCE_PHASES, DRAWING, FAMINE, FIGHTING, GIVING, OVER, RAID, State, int64
from tenka.history.tables import Tables

WARM_UP = 12
"""Numbers after which a generator has forgotten that it was given nearly the same state as another."""

NO_SCENE = 1 << 16
"""A fight that a play-out begins with has random numbers of its own, too."""


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
def horizon_of(states: Any, epochs: int) -> int:
    """Where play-outs stop that began at the first state: the epoch that they do not enter.

    This one counts as one of so many epochs, as long as somebody has his turn in it.
    """
    has_turns = states[0].phase not in (AFTER, FAMINE, RAID)
    return int64(states[0].epoch) + int64(epochs) + (0 if has_turns else 1)


@jit
def scene_of(state: State) -> int:
    """A number for the moment of a game: the epoch, whose draft or turn it is, and how many counters are left in it."""
    phase = int64(state.phase)
    moment = int64(state.order) if phase not in (DRAWING, GIVING) else NUM_ORDERS + 1 + int64(state.drafted)
    left = int64(state.left) if phase != AFTER else int64(state.asked)
    return (int64(state.epoch) * 16 + moment) * 128 + left


@jit
def seed_scene(generator: Any, luck: Any, scene: int) -> None:
    """Makes a generator that of a scene in a play-out with that luck."""
    for word in range(4):
        generator[word] = luck[word]
    generator[0] ^= scene
    for _ in range(WARM_UP):
        random_32(generator)


@jit
def play_on(states: Any, tables: Any, weights: WeightArray, luck: Any, noise: float, horizon: int) -> None:
    """Plays the first state on until an epoch begins, or to the end. The second state is room to try things out.

    Each scene has random numbers of its own, made from the luck: so games that went different ways for a while, with
    more rolls or fewer, go on with the same cards and dice, and what they bring differs by what was done in them, and
    little by chance.
    """
    state = states[0]
    generator = np.zeros(4, np.int64)
    sense = np.zeros(1, SENSE)
    legal = np.empty(MAX_LEGAL, np.int16)
    values = np.empty(MAX_LEGAL, np.float64)
    scene = int64(NO_SCENE)
    seed_scene(generator, luck, scene)
    while state.phase != OVER and state.epoch < horizon:
        phase = int64(state.phase)
        if phase != FIGHTING and scene_of(state) != scene:
            scene = scene_of(state)
            seed_scene(generator, luck, scene)
        if phase in CHANCE_PHASES:
            action = chance_action(states, tables, generator, legal)
        else:
            action = best_action(states, tables[0], weights, sense[0], generator, noise, legal, values)
        apply_action(state, tables[0], action)


@jit
def play_out(states: Any, tables: Any, weights: WeightArray, luck: Any, noise: float, horizon: int) -> Any:
    """Plays the first state on as `play_on` does; by person, how likely a win looks then."""
    play_on(states, tables, weights, luck, noise, horizon)
    shares = np.zeros(int64(states[0].players))
    _look_at_shares(states[0], tables, weights, shares)
    return shares


@jit
def play_out_all(
    games: Any, tables: Any, weights: WeightArray, lucks: Any, noise: float, horizon: int, room: Any, shares: Any
) -> None:
    """Plays games on, each with its luck; ``shares[game, person]`` is what came of each, or how likely a win looks.

    The room is two states.
    """
    for number in range(len(games)):
        room[0] = games[number]
        play_on(room, tables, weights, lucks[number], noise, horizon)
        games[number] = room[0]
        if room[0].phase == OVER:
            win_shares(room[0], shares[number])
        else:
            _look_at_shares(room[0], tables, weights, shares[number])


@jit
def _look_at_shares(state: State, tables: Any, weights: WeightArray, shares: Any) -> None:
    sense = np.zeros(1, SENSE)
    fill_sense(state, tables[0], weights, sense[0])
    fill_shares(state, tables[0], weights, sense[0], shares)
