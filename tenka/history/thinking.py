"""Many games played to their ends, compiled: by instinct, and by players who compare what they could do first.

For puzzles: what an action brings in a world, for one luck that all actions have in common.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tenka.compiled import jit, random_32, same_luck
from tenka.history.actions import MAX_LEGAL
from tenka.history.armies import person_of
from tenka.history.cards import MAX_COLOURS, NUM_EPOCHS
from tenka.history.evaluation import SENSE, Sense, WeightArray
from tenka.history.instinct import fill_values
from tenka.history.payoff import win_shares
from tenka.history.playout import best_action, chance_action, play_on
from tenka.history.rules import apply_action, list_legal
from tenka.history.state import CHANCE_PHASES, OVER, int64
from tenka.history.view import deal_unknown

WIDTH = 3
"""Who thinks compares so many actions, those that instinct holds for best."""
ROOM = 4
"""States that are worked on: the game and room to try things out in it, and the same for what is thought of."""


@jit
def deal_worlds(known: Any, tables: Any, seat: int, generator: Any, worlds: Any) -> None:
    """Makes every world one that looks to a seat like the first state of `known`."""
    for place in range(len(worlds)):
        worlds[place] = known[0]
        deal_unknown(worlds[place], tables[0], seat, generator)


@jit
def play_to_ends(
    worlds: Any,
    actions: Any,
    tables: Any,
    weights: WeightArray,
    lucks: Any,
    noise: float,
    thoughts: int,
    tries: int,
    room: Any,
    shares: Any,
) -> None:
    """Plays every action in every world to the end: ``shares[action, world, person]``.

    The next `thoughts` decisions are made by comparing the best few in so many tries each, all later ones by instinct.
    """
    for number in range(len(actions)):
        for place in range(len(worlds)):
            room[0] = worlds[place]
            apply_action(room[0], tables[0], int64(actions[number]))
            if thoughts > 0:
                _think_on(room, tables, weights, lucks[place], noise, thoughts, tries)
            play_on(room[:2], tables, weights, lucks[place], noise, NUM_EPOCHS)
            win_shares(room[0], shares[number, place])


@jit
def _think_on(room: Any, tables: Any, weights: WeightArray, luck: Any, noise: float, thoughts: int, tries: int) -> None:
    """Plays the first state on until so many decisions were thought about."""
    state = room[0]
    generator = np.zeros(4, np.int64)
    same_luck(generator, luck, thoughts)
    sense = np.zeros(1, SENSE)
    legal = np.empty(MAX_LEGAL, np.int16)
    values = np.empty(MAX_LEGAL, np.float64)
    done = 0
    while state.phase != OVER and done < thoughts:
        phase = int64(state.phase)
        if phase in CHANCE_PHASES:
            action = chance_action(room[:2], tables, generator, legal)
        elif list_legal(state, tables[0], legal) > 1:
            action = _think(room, tables, weights, sense[0], generator, noise, tries, legal, values)
            done += 1
        else:
            action = best_action(room[:2], tables[0], weights, sense[0], generator, noise, legal, values)
        apply_action(state, tables[0], action)


@jit
def _think(
    room: Any,
    tables: Any,
    weights: WeightArray,
    sense: Sense,
    generator: Any,
    noise: float,
    tries: int,
    legal: Any,
    values: Any,
) -> int:
    """The best of a few actions in the first state: in worlds as who decides may think of them, the same for all."""
    state, trial = room[0], room[2]
    num = list_legal(state, tables[0], legal)
    fill_values(room[:2], tables[0], weights, sense, legal, num, values)
    chosen = np.zeros(WIDTH, np.int64)
    width = min(num, WIDTH)
    for place in range(width):
        best = int64(np.argmax(values[:num]))
        chosen[place] = legal[best]
        values[best] = -1e9
    seat = person_of(state, int64(state.colour))
    luck = np.zeros(4, np.int64)
    dealer = np.zeros(4, np.int64)
    shares = np.zeros(MAX_COLOURS)
    sums = np.zeros(WIDTH)
    for number in range(tries):
        for word in range(4):
            luck[word] = random_32(generator)
        for place in range(width):
            same_luck(dealer, luck, number)
            room[2] = state
            deal_unknown(trial, tables[0], seat, dealer)
            apply_action(trial, tables[0], chosen[place])
            play_on(room[2:], tables, weights, luck, noise, NUM_EPOCHS)
            win_shares(trial, shares)
            sums[place] += shares[seat]
    return int64(chosen[np.argmax(sums[:width])])
