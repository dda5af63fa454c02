"""A player of History of the Samurai that looks one decision ahead.

Every legal action is valued by the points it brings on average, now and in later epochs, with the exact odds of every
fight (see `tenka.history.instinct`).
"""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np

from tenka.game import Action, View
from tenka.history.actions import DRAW
from tenka.history.evaluation import WEIGHTS, Weights, weight_array
from tenka.history.playout import action_values
from tenka.history.state import State, new_states
from tenka.history.tables import tables_of
from tenka.players import Budget, Line


class Greedy:
    """Plays what brings most points at once."""

    name = "greedy"
    carelessness = 0.0

    def __init__(self, weights: Weights = WEIGHTS) -> None:
        self.weights = weight_array(weights)

    def decide(self, view: View, legal: Sequence[Action], rng: random.Random, budget: Budget | None = None) -> Action:
        """The action of the highest value; a random one of equals."""
        if view.seat is None:
            raise ValueError("a spectator has nothing to decide")
        values = self.values(view.known, legal)
        best = max(values)
        return rng.choice([action for action, value in zip(legal, values, strict=True) if value == best])

    def explain(
        self, view: View, legal: Sequence[Action], rng: random.Random, budget: Budget | None = None
    ) -> list[Line]:
        """Every action with the points that it brings."""
        if view.seat is None:
            raise ValueError("a spectator has nothing to decide")
        lines = [Line([action], value) for action, value in zip(legal, self.values(view.known, legal), strict=True)]
        return sorted(lines, key=lambda line: -line.score)

    def values(self, known: State, legal: Sequence[Action]) -> list[float]:
        """By legal action: what it brings the colour to move, from what that colour may know."""
        if legal and max(legal) >= DRAW:  # compiled code has no values for cards and dice, and would read past its end
            raise ValueError("cards and dice are decided by chance, not by a player")
        states = new_states(2)
        states[0] = known
        values: list[float] = action_values(
            states, tables_of(int(known.digest)), self.weights, np.array(legal, np.int16)
        ).tolist()
        return values
