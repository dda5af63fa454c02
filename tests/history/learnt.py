"""Games of History of the Samurai as a network learns them, for tests."""

from __future__ import annotations

from typing import Any

import numpy as np

from tenka.envs.seeds import CHOICES, generators_for
from tenka.games import get_game
from tenka.history import learning
from tenka.history.actions import NUM_ACTIONS
from tenka.history.cards import MAX_COLOURS, MAX_PLAYERS, NUM_ORDERS, NUM_PROVINCES
from tenka.history.state import new_states

RULES = get_game("history")
EVERY_NUMBER = range(2, MAX_PLAYERS + 1)
DIGEST = np.array([RULES.options({}).bits])


class Told:
    """What is told of so many states."""

    def __init__(self, states: Any) -> None:
        count = len(states)
        self.planes, self.globals = learning.spec().empty(count)
        self.masks = np.zeros((count, NUM_ACTIONS), np.int8)
        self.seats = np.zeros(count, np.int8)
        self.secrets = np.zeros((count, (MAX_COLOURS - 1) * NUM_ORDERS), np.int8)
        learning.observe_games(
            states, int(states[0].players), self.planes, self.globals, self.masks, self.seats, self.secrets
        )


def new_results(count: int) -> list[Any]:
    return [
        np.zeros(count, np.bool_),
        np.zeros((count, MAX_PLAYERS), np.float32),
        np.zeros((count, MAX_PLAYERS), np.float32),
        np.zeros((count, NUM_PROVINCES), np.int8),
    ]


def begin(players: int, count: int, seed: int) -> tuple[Any, Any, Any]:
    states, generators = new_states(count), generators_for(seed, count)
    taken = np.zeros((count, NUM_PROVINCES), np.int8)
    learning.begin_games(states, generators, players, DIGEST, taken)
    return states, generators, taken


def decisions_of(players: int, seed: int, count: int = 4, steps: int = 150) -> Any:
    """States of some games of greedy, a little careless, where somebody has a choice."""
    states, generators, taken = begin(players, count, seed)
    choices = generators_for(seed, count, CHOICES)
    found, actions = [], np.zeros(count, np.int64)
    for _ in range(steps):
        found.append(states.copy())
        learning.choose_greedily(states, choices, 0.5, learning.GREEDY_WEIGHTS, new_states(2 * count), actions)
        learning.advance_games(states, generators, actions, players, DIGEST, taken, *new_results(count))
    kept = new_states(count * steps)
    kept[:] = np.concatenate(found)
    return kept
