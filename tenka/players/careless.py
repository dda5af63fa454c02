"""A player that likes what another one likes, and now and then does something else: for levels below that one."""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import exp

from tenka.game import Action, View
from tenka.players import Budget, Line, Player

_LEAST = -60.0
"""Of an exponent: less makes no difference."""


class Careless:
    """The better an action looks to a careful player, the likelier it is; the more careless, the less that counts."""

    def __init__(self, name: str, carelessness: float, careful: Player) -> None:
        """`carelessness` is by how much one action must score more than another to make it e times as likely."""
        self.name = name
        self.carelessness = carelessness
        self._careful = careful

    def decide(self, view: View, legal: Sequence[Action], rng: random.Random, budget: Budget | None = None) -> Action:
        """A random action, the better ones more likely."""
        if not self.carelessness:
            return self._careful.decide(view, legal, rng, budget)
        ranked = self._careful.explain(view, legal, rng, budget)
        best = ranked[0].score
        chances = [exp(max((line.score - best) / self.carelessness, _LEAST)) for line in ranked]
        return rng.choices([line.actions[0] for line in ranked], chances)[0]

    def explain(
        self, view: View, legal: Sequence[Action], rng: random.Random, budget: Budget | None = None
    ) -> list[Line]:
        """What it would do if it took care."""
        return self._careful.explain(view, legal, rng, budget)


def carelessness_of(player: object) -> float | None:
    """How carelessly a player does what its title's greedy one does, for compiled code that does the same.

    0 for the greedy one itself, infinite for who plays anything, None for whoever decides in another way.
    """
    found: float | None = getattr(player, "carelessness", None)
    return found
