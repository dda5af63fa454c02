"""Levels: opponents with names, from one that a child beats to the strongest there is.

The lower ones choose as `greedy` does, but carelessly: the better a move looks to it, the likelier it is, and the more
careless a level is, the less that counts. The higher ones look ahead.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import exp
from typing import NamedTuple

from tenka.game import Action, View
from tenka.players import Budget, Line, Player
from tenka.samurai.players.greedy import Greedy
from tenka.samurai.players.search import Searcher

_LEAST = -60.0
"""Of an exponent: less makes no difference."""


class Level(NamedTuple):
    """How an opponent of a name plays."""

    carelessness: float | None = None
    """In the unit of greedy's values; None: it looks ahead."""
    budget: Budget | None = None


LEVELS = {
    "farmer": Level(carelessness=0.5),
    "ashigaru": Level(carelessness=0.33),
    "bushi": Level(carelessness=0.215),
    "gokenin": Level(carelessness=0.14),
    "hatamoto": Level(carelessness=0.09),
    "karo": Level(carelessness=0.0),
    "daimyo": Level(budget=Budget(iterations=50)),
    "shogun": Level(budget=Budget(iterations=3000, milliseconds=1500)),
}
"""By name, the weakest first."""


class Careless:
    """Likes what `greedy` likes, and now and then does something else."""

    def __init__(self, name: str, carelessness: float) -> None:
        """`carelessness` is by how much greedy must hold a move for better to make it e times as likely."""
        self.name = name
        self._carelessness = carelessness
        self._greedy = Greedy()

    def decide(self, view: View, legal: Sequence[Action], rng: random.Random, budget: Budget | None = None) -> Action:
        """A random action, the better ones more likely."""
        if not self._carelessness:
            return self._greedy.decide(view, legal, rng)
        ranked = self._greedy.rank(view, legal)
        best = ranked[0][1]
        chances = [exp(max((value - best) / self._carelessness, _LEAST)) for _, value in ranked]
        return rng.choices([action for action, _ in ranked], chances)[0]

    def explain(
        self, view: View, legal: Sequence[Action], rng: random.Random, budget: Budget | None = None
    ) -> list[Line]:
        """What it would do if it took care."""
        return self._greedy.explain(view, legal, rng, budget)


def make_level(name: str) -> Player:
    """The player of a level.

    >>> make_level("farmer").name
    'farmer'
    """
    level = LEVELS[name]
    if level.budget is not None:
        return Searcher(level.budget, name)
    return Careless(name, level.carelessness or 0.0)
