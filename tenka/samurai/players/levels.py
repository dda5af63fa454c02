"""Levels: opponents with names, from one that a child beats to the strongest there is.

The lower ones choose as `greedy` does, but carelessly: the better a move looks to it, the likelier it is, and the more
careless a level is, the less that counts. The next ones look ahead, and the highest have learnt.
"""

from __future__ import annotations

from typing import NamedTuple

from tenka.players import Budget, Player
from tenka.players.careless import Careless
from tenka.samurai.players.greedy import Greedy
from tenka.samurai.players.search import Searcher


class Level(NamedTuple):
    """How an opponent of a name plays."""

    carelessness: float | None = None
    """In the unit of greedy's values; None: it looks ahead."""
    budget: Budget | None = None
    """None: it does not look ahead."""
    has_learnt: bool = False
    """Whether it asks a network."""


LEVELS = {
    "farmer": Level(carelessness=0.5),
    "ashigaru": Level(carelessness=0.33),
    "bushi": Level(carelessness=0.215),
    "gokenin": Level(carelessness=0.14),
    "hatamoto": Level(carelessness=0.09),
    "karo": Level(carelessness=0.0),
    "daimyo": Level(budget=Budget(iterations=50)),
    "shogun": Level(budget=Budget(iterations=3000, milliseconds=1500)),
    "kanpaku": Level(has_learnt=True),
    "tenkabito": Level(budget=Budget(iterations=4000, milliseconds=1500), has_learnt=True),
}
"""By name, the weakest first."""


def make_level(name: str) -> Player:
    """The player of a level.

    >>> make_level("farmer").name
    'farmer'
    """
    level = LEVELS[name]
    if level.has_learnt:
        from tenka.samurai.players.neural import Neural, make_policy

        return make_policy(name) if level.budget is None else Neural(level.budget, name)
    if level.budget is not None:
        return Searcher(level.budget, name)
    return Careless(name, level.carelessness or 0.0, Greedy())
