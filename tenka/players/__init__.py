"""Players: whoever decides from what a seat may know. `get_player` makes one by its name and its game's."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple, Protocol

from tenka.game import Action, GameError, Rules, Seat, State, View

PLAYERS = {
    "uniform": "plays any legal move, all equally likely",
    "greedy": "plays what looks best at once: captures, influence, leaderships in sight",
    "mcts": "plays what looks best on to the end, thousands of times, and then what won most",
}
"""Every player by name, with what it does. ``mcts:5000`` or ``mcts:500ms`` says how long it thinks."""


LEVEL_NAMES = ("farmer", "ashigaru", "bushi", "gokenin", "hatamoto", "karo", "daimyo", "shogun")
"""Opponents for people, the weakest first; ``levels.py`` says how they play. They play Samurai only."""


class Budget(NamedTuple):
    """How much a player may think. Players that do not look ahead need none."""

    iterations: int | None = None
    """For each decision. Only these make decisions that can be repeated."""
    milliseconds: int | None = None
    """For a whole turn."""
    cores: int = 1


class Line(NamedTuple):
    """One way to go on that a player has looked at."""

    actions: list[Action]
    """The decision, and what the player would have follow it, where it has looked that far."""
    score: float
    """The player prefers more; scores of different players have nothing to do with each other."""
    visits: int = 0
    """How often it was played on to the end."""
    win_shares: tuple[float, ...] = ()
    """By seat: how likely it is to win after this; empty where the player has no idea."""


class Player(Protocol):
    """A way of playing. What it decides depends on the call alone, and on its own calls before in the same turn."""

    name: str

    def decide(self, view: View, legal: Sequence[Action], rng: random.Random, budget: Budget | None = None) -> Action:
        """One of the legal actions. Without a budget the player takes its own."""

    def explain(
        self, view: View, legal: Sequence[Action], rng: random.Random, budget: Budget | None = None
    ) -> list[Line]:
        """What it has looked at, best first."""


@cache
def get_player(name: str, game: str = "samurai") -> Player:
    """The player of a name for a game; raises GameError for a name that there is not.

    >>> get_player("uniform").name
    'uniform'
    """
    if name == "uniform":
        from tenka.players.uniform import Uniform

        return Uniform()
    is_searcher = name == "mcts" or name.startswith("mcts:")
    if name in LEVEL_NAMES:
        if game != "samurai":
            raise GameError(f"{name} plays samurai only; {game} is played by {', '.join(PLAYERS)}")
        from tenka.samurai.players.levels import make_level

        return make_level(name)
    if name == "greedy":
        return _make_greedy(game)
    if is_searcher and game == "samurai":
        from tenka.samurai.players.search import make_searcher as make_samurai_searcher

        return make_samurai_searcher(name)
    if is_searcher:
        from tenka.players.searcher import make_searcher

        return make_searcher(name, game)
    raise GameError(f"there is no player {name[:40]!r}; there are {', '.join((*LEVEL_NAMES, *PLAYERS))}")


def _make_greedy(game: str) -> Player:
    if game == "samurai":
        from tenka.samurai.players.greedy import Greedy as SamuraiGreedy

        return SamuraiGreedy()
    from tenka.history.players.greedy import Greedy as HistoryGreedy

    return HistoryGreedy()


def decide_ply(rules: Rules, state: State, seat: Seat, player: Player, rng: random.Random) -> list[Action]:
    """A player's decisions until the ply is over; it sees its view before each of them."""
    number = rules.ply(state)
    actions: list[Action] = []
    while rules.turn(state) == seat and rules.ply(state) == number:
        action = player.decide(rules.view(state, seat), rules.legal(state), rng)
        actions.append(action)
        state = rules.apply(state, action)
    return actions
