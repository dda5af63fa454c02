"""Levels: opponents with names, from one that has just been told the rules to the strongest there is.

The lower ones choose as `greedy` does, but carelessly; the highest one looks ahead.
"""

from __future__ import annotations

from typing import NamedTuple

from tenka.history.game import RULES
from tenka.history.players.greedy import Greedy
from tenka.history.players.search import HistoryGuide
from tenka.players import Budget, Player
from tenka.players.careless import Careless
from tenka.players.searcher import Searcher


class Level(NamedTuple):
    """How an opponent of a name plays."""

    carelessness: float | None = None
    """In points; None: it looks ahead."""
    budget: Budget | None = None
    """For each decision."""


LEVELS = {
    "farmer": Level(carelessness=2.1),
    "ashigaru": Level(carelessness=1.22),
    "bushi": Level(carelessness=0.75),
    "gokenin": Level(carelessness=0.45),
    "hatamoto": Level(carelessness=0.22),
    "karo": Level(carelessness=0.0),
    "shogun": Level(budget=Budget(iterations=30, milliseconds=1500)),
}
"""By name, the weakest first."""


def make_level(name: str) -> Player:
    """The player of a level.

    >>> make_level("farmer").name
    'farmer'
    """
    level = LEVELS[name]
    if level.budget is not None:
        return Searcher(RULES, HistoryGuide(), level.budget, name)
    return Careless(name, level.carelessness or 0.0, Greedy())
