"""Players: whoever decides from what a seat may know. `get_player` makes one by its name and its game's.

Each title has its own in its folder; here are those that play any game. Those of others are in ``others.py``.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple, Protocol

from tenka import DISTRIBUTION
from tenka.game import Action, GameError, Rules, Seat, State, View
from tenka.games import DEFAULT_GAME, GAMES, find_part, get_game

UNIFORM = "uniform"
SEARCHER = "mcts"
"""Its name may say how long it thinks: ``mcts:5000``, ``mcts:500ms``."""

PLAYERS_OF_ALL = {
    UNIFORM: "plays any legal move, all equally likely",
    SEARCHER: "plays on to the end at random, many times, and then what won most",
}
"""By name: who plays every game, where the title has nobody better of that name."""


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
    stakes: dict[str, tuple[float, ...]] | None = None
    """By what is at stake, as the title names it, such as a piece on the board: how likely each seat is to have it at
    the end. None where the player does not look at that."""


class Player(Protocol):
    """A way of playing. What it decides depends on the call alone, and on its own calls before in the same turn."""

    name: str

    def decide(self, view: View, legal: Sequence[Action], rng: random.Random, budget: Budget | None = None) -> Action:
        """One of the legal actions. Without a budget the player takes its own."""

    def explain(
        self, view: View, legal: Sequence[Action], rng: random.Random, budget: Budget | None = None
    ) -> list[Line]:
        """What it has looked at, best first."""


# --- by name ----------------------------------------------------------------------------------------------


def describe_players(game: str) -> dict[str, str]:
    """By name: who plays a game, apart from its levels, and what each does."""
    own: Mapping[str, str] = getattr(find_part(game, "players"), "PLAYERS", {})
    # The weakest first, as levels are.
    return {UNIFORM: PLAYERS_OF_ALL[UNIFORM], **own, SEARCHER: own.get(SEARCHER, PLAYERS_OF_ALL[SEARCHER])}


def describe_levels(game: str) -> Mapping[str, str]:
    """By name: a game's opponents for people, the weakest first, and who each is; empty where it has none."""
    levels: Mapping[str, str] = getattr(find_part(game, "players"), "LEVELS", {})
    return levels


def default_player(game: str) -> str:
    """Who plays where nobody is named: the first of the title's own, or else whoever plays every game."""
    own: Mapping[str, str] = getattr(find_part(game, "players"), "PLAYERS", {})
    return next(iter(own), UNIFORM)


@cache
def get_player(name: str, game: str = DEFAULT_GAME) -> Player:
    """The player of a name for a game; raises GameError for a name that there is not.

    >>> get_player("uniform").name
    'uniform'
    """
    if not is_own(name, game):
        raise GameError(no_such_player(name, game))
    part = find_part(game, "players")
    if part is not None and (name in describe_levels(game) or _base(name, game) in part.PLAYERS):
        player: Player = part.make_player(name)
        return player
    if name == UNIFORM:
        from tenka.players.uniform import Uniform

        return Uniform()
    from tenka.players.searcher import make_searcher

    return make_searcher(name, get_game(game))


def is_own(name: str, game: str) -> bool:
    """Whether a name is that of a player of this program, and not of somebody else's."""
    return name in describe_levels(game) or name in describe_players(game) or _base(name, game) != name


def _base(name: str, game: str) -> str:
    """A player's name without how long it thinks."""
    base = name.partition(":")[0]
    thinkers: Sequence[str] = getattr(find_part(game, "players"), "THINKERS", ())
    return base if base == SEARCHER or base in thinkers else name


def no_such_player(name: str, game: str, others: Sequence[str] = ()) -> str:
    """What there is to say to somebody who asked for one; `others` are further names."""
    players = ", ".join((*describe_levels(game), *describe_players(game), *others))
    elsewhere = [other for other in GAMES if name in {**describe_levels(other), **describe_players(other)}]
    if elsewhere:
        return f"{name} plays {' and '.join(elsewhere)} only; {game} is played by {players}"
    if name in getattr(find_part(game, "players"), "LEARNT", ()):
        needed = f"pip install '{DISTRIBUTION}[neural]'"
        return f"{name} has learnt, and needs ONNX Runtime, which is not installed: {needed}; there are {players}"
    return f"there is no player {name[:40]!r}; there are {players}"


def decide_ply(
    rules: Rules, state: State, seat: Seat, player: Player, rng: random.Random, budget: Budget | None = None
) -> list[Action]:
    """A player's decisions until the ply is over; it sees its view before each of them."""
    number = rules.num_plies(state)
    actions: list[Action] = []
    more = () if budget is None else (budget,)  # who takes none is given none
    while rules.turn(state) == seat and rules.num_plies(state) == number:
        action = player.decide(rules.view(state, seat), rules.legal(state), rng, *more)
        actions.append(action)
        state = rules.apply(state, action)
    return actions
