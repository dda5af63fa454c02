"""Who plays History of the Samurai."""

from __future__ import annotations

from tenka.players import Player

PLAYERS = {
    "greedy": "plays what brings most points on average, with the exact odds of every fight",
    "mcts": "plays what looks best on for an epoch or two, many times, and then what did best",
}
"""By name, with what it does. ``mcts:5000`` or ``mcts:500ms`` says how long it thinks."""


def make_player(name: str) -> Player:
    """The player of one of these names; raises GameError for a time to think that it cannot keep to."""
    if name == "greedy":
        from tenka.history.players.greedy import Greedy

        return Greedy()
    from tenka.history.players.search import make_searcher

    return make_searcher(name)
