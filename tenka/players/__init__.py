"""Players: whoever decides from what a seat may know. `get_player` makes one by name."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache
from typing import Protocol

from tenka.game import Action, GameError, Rules, Seat, State, View

PLAYERS = {
    "uniform": "plays any legal move, all equally likely",
    "greedy": "plays what looks best at once: captures, influence, leaderships in sight",
    "mcts": "plays what looks best on to the end, thousands of times, and then what won most",
}
"""Every player by name, with what it does. ``mcts:5000`` or ``mcts:500ms`` says how long it thinks."""


class Player(Protocol):
    """A way of playing. It keeps no game in mind: everything it may use comes with the call."""

    name: str

    def decide(self, view: View, legal: Sequence[Action], rng: random.Random) -> Action:
        """One of the legal actions."""


@cache
def get_player(name: str) -> Player:
    """The player of a name; raises GameError for a name that there is not.

    >>> get_player("uniform").name
    'uniform'
    """
    if name == "uniform":
        from tenka.players.uniform import Uniform

        return Uniform()
    if name == "greedy":
        from tenka.players.greedy import Greedy

        return Greedy()
    if name == "mcts" or name.startswith("mcts:"):
        from tenka.players.searcher import make_searcher

        return make_searcher(name)
    raise GameError(f"there is no player {name[:40]!r}; there are {', '.join(PLAYERS)}")


def decide_ply(rules: Rules, state: State, seat: Seat, player: Player, rng: random.Random) -> list[Action]:
    """A player's decisions until the ply is over; it sees its view before each of them."""
    number = rules.ply(state)
    actions: list[Action] = []
    while rules.turn(state) == seat and rules.ply(state) == number:
        action = player.decide(rules.view(state, seat), rules.legal(state), rng)
        actions.append(action)
        state = rules.apply(state, action)
    return actions
