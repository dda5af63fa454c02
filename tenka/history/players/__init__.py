"""Who plays History of the Samurai."""

from __future__ import annotations

from tenka.history.players.measured import MEASURED
from tenka.players import Player

__all__ = ["LEVELS", "MEASURED", "PLAYERS", "THINKERS", "make_player"]

PLAYERS = {
    "greedy": "plays what brings most points on average, with the exact odds of every fight",
    "mcts": "plays what looks best on for an epoch or two, many times, and then what did best",
    "policy": "has learnt by playing itself: what its network would do at once",
    "neural": "tries the best few of that network, and asks it who will win then",
}
"""By name, with what it does."""

THINKERS = ("mcts", "neural")
"""Those whose name may say how long they think: ``mcts:5000``, ``neural:500ms``."""

LEVELS = {
    "farmer": "a farmer, who has just been told the rules",
    "ashigaru": "a foot soldier in his first campaign",
    "bushi": "a warrior who knows what he wants, and often gets it",
    "gokenin": "a vassal of the shogun, seldom surprised",
    "hatamoto": "a bannerman: few mistakes, and none twice",
    "karo": "a chief retainer, who knows the odds of every fight",
    "shogun": "the strongest: thinks before he acts",
}
"""Opponents for people, the weakest first: who that was, in a few words. ``levels.py`` says how they play."""


def make_player(name: str) -> Player:
    """The player of one of these names; raises GameError for a time to think that it cannot keep to."""
    if name in LEVELS:
        from tenka.history.players.levels import make_level

        return make_level(name)
    if name == "greedy":
        from tenka.history.players.greedy import Greedy

        return Greedy()
    if name == "policy":
        from tenka.history.players.neural import make_policy

        return make_policy()
    if name.partition(":")[0] == "neural":
        from tenka.history.players.neural import make_neural

        return make_neural(name)
    from tenka.history.players.search import make_searcher

    return make_searcher(name)
