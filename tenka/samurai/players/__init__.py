"""Who plays Samurai."""

from __future__ import annotations

from importlib.util import find_spec

from tenka.players import Player
from tenka.samurai.players.measured import ERROR_RATES, MEASURED

__all__ = ["ERROR_RATES", "LEARNT", "LEVELS", "MEASURED", "PLAYERS", "THINKERS", "make_player"]

PLAYERS = {
    "greedy": "plays what looks best at once: captures, influence, leaderships in sight",
    "mcts": "plays what looks best on to the end, thousands of times, and then what won most",
    "policy": "has learnt by playing itself: what its network would do at once",
    "neural": "looks ahead with that network: the strongest",
}
"""By name, with what it does."""

THINKERS = ("mcts", "neural")
"""Those whose name may say how long they think: ``mcts:5000``, ``neural:500ms``."""

LEARNT = {
    "kanpaku": "a regent who has learnt from more games than anyone could play",
    "tenkabito": "the ruler of the realm: has learnt it all, and still thinks ahead",
}
"""The levels that need a network, and what carries it out."""

LEVELS = {
    "farmer": "a farmer, who has just been told the rules",
    "ashigaru": "a foot soldier in his first campaign",
    "bushi": "a warrior who knows what he wants, and often gets it",
    "gokenin": "a vassal of the shogun, seldom surprised",
    "hatamoto": "a bannerman: few mistakes, and none twice",
    "karo": "a chief retainer, who always takes what looks best",
    "daimyo": "a lord of provinces, who thinks before he acts",
    "shogun": "sees further than other lords",
} | (LEARNT if find_spec("onnxruntime") else {})
"""Opponents for people, the weakest first: who that was, in a few words. ``levels.py`` says how they play."""


def make_player(name: str) -> Player:
    """The player of one of these names; raises GameError for a time to think that it cannot keep to."""
    if name in LEVELS:
        from tenka.samurai.players.levels import make_level

        return make_level(name)
    if name == "greedy":
        from tenka.samurai.players.greedy import Greedy

        return Greedy()
    if name == "policy":
        from tenka.samurai.players.neural import make_policy

        return make_policy()
    if name.partition(":")[0] == "neural":
        from tenka.samurai.players.neural import make_neural

        return make_neural(name)
    from tenka.samurai.players.search import make_searcher

    return make_searcher(name)
