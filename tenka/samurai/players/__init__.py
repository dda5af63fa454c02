"""Who plays Samurai."""

from __future__ import annotations

from tenka.players import Player

PLAYERS = {
    "greedy": "plays what looks best at once: captures, influence, leaderships in sight",
    "mcts": "plays what looks best on to the end, thousands of times, and then what won most",
}
"""By name, with what it does. ``mcts:5000`` or ``mcts:500ms`` says how long it thinks."""

LEVELS = {
    "farmer": "a farmer, who has just been told the rules",
    "ashigaru": "a foot soldier in his first campaign",
    "bushi": "a warrior who knows what he wants, and often gets it",
    "gokenin": "a vassal of the shogun, seldom surprised",
    "hatamoto": "a bannerman: few mistakes, and none twice",
    "karo": "a chief retainer, who always takes what looks best",
    "daimyo": "a lord of provinces, who thinks before he acts",
    "shogun": "the strongest: sees further than anyone",
}
"""Opponents for people, the weakest first: who that was, in a few words. ``levels.py`` says how they play."""


def make_player(name: str) -> Player:
    """The player of one of these names; raises GameError for a time to think that it cannot keep to."""
    if name in LEVELS:
        from tenka.samurai.players.levels import make_level

        return make_level(name)
    if name == "greedy":
        from tenka.samurai.players.greedy import Greedy

        return Greedy()
    from tenka.samurai.players.search import make_searcher

    return make_searcher(name)
