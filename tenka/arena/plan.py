"""What is to be played: which games, who sits where in each, with which deal. A plan is all that a game depends on."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations, permutations
from pathlib import Path
from typing import Any, NamedTuple

from tenka.game import GameError, Rules
from tenka.players import Player
from tenka.players.others import Guest, find_player, source_of

MATCH = "match"
LADDER = "ladder"
TRIAL = "trial"

_PACKAGE = Path(__file__).parent.parent
_NOT_AT_THE_TABLE = (
    "arena",
    "terminal",
    "server",
    "envs",
    "training",
    "review",
    "puzzles",
    "site",
    "leaderboard",
    "cli.py",
    "cli_options.py",
    "check.py",
    "perft.py",
)
"""Parts of this program that no game depends on, but for the following."""
_AT_THE_TABLE = (("arena", "match.py"), ("arena", "plan.py"))
_NOT_OF_A_TITLE = ("terminal", "position.py", "picture.py", "review.py", "puzzles.py", "steps.py", "cuda.py")
"""Nor do they on these parts of a title."""


class Seating(NamedTuple):
    """Who plays one game, and with what."""

    deal: int
    seats: tuple[int, ...]
    """By seat: which of the plan's players sits there."""


@dataclass(frozen=True)
class Plan:
    """A match, or a ladder: a row of games by number, from 1."""

    kind: str
    """``match``: all players at one table. ``ladder``: every pair of them. ``trial``: the first and each other one."""
    game: str
    rules: str
    """The version of the game's rules."""
    options: Mapping[str, str]
    players: tuple[str, ...]
    games: int
    """In all."""
    seed: int
    code: str
    """A hash of the program that plays, because results of two programs do not belong together."""
    sprt: tuple[float, float] | None = None
    """Two shares of wins of the first player; the match ends when it is clear which one is nearer."""
    brought: Mapping[str, Guest] = field(default_factory=dict, compare=False, repr=False)
    """By name: players that nobody could find by it, because they were given as objects."""

    @property
    def num_seats(self) -> int:
        """How many sit at a table. So many games with the same deal are a set: everybody sits everywhere."""
        return int(self.options["players"])

    def player(self, number: int) -> Player:
        """One of the players."""
        name = self.players[number]
        return self.brought[name] if name in self.brought else find_player(name, self.game)

    def describe(self) -> dict[str, Any]:
        """Everything but the objects, as a journal keeps it."""
        names = [name for name in self.__dataclass_fields__ if name != "brought"]
        return {name: getattr(self, name) for name in names}

    def is_of_this_program(self) -> bool:
        """Whether the sources that are installed here are those of the plan."""
        return hash_code(self.game, self.players, _sources(self.brought)) == self.code

    def seating(self, number: int) -> Seating:
        """The deal and the seats of a game."""
        if self.kind == MATCH:
            return match_seating(self.num_seats, number)
        if self.kind == LADDER:
            return ladder_seating(len(self.players), self.num_seats, number)
        return trial_seating(len(self.players), self.num_seats, number)


def make_plan(
    kind: str,
    rules: Rules,
    options: Any,
    players: Sequence[object],
    games: int,
    seed: int,
    sprt: tuple[float, float] | None = None,
) -> Plan:
    """The plan of so many games; in a ladder or a trial so many for each pair, in whole sets.

    Players are names or objects, as `tenka.players.others.find_player` takes them. Raises GameError.
    """
    described = rules.describe_options(options)
    names, brought = _name_players(players, rules.name)
    if kind != MATCH:
        sets = -(-games // options.players)
        pairs = len(pairings(len(players), options.players)) if kind == LADDER else len(players) - 1
        games = pairs * sets * options.players
    code = hash_code(rules.name, names, _sources(brought))
    return Plan(kind, rules.name, rules.version, described, names, games, seed, code, sprt, brought)


def _name_players(players: Sequence[object], game: str) -> tuple[tuple[str, ...], dict[str, Guest]]:
    names: list[str] = []
    brought: dict[str, Guest] = {}
    called: dict[str, object] = {}
    for player in players:
        found = None if isinstance(player, str) else find_player(player, game)
        name = str(player) if found is None else found.name
        who = player if isinstance(found, Guest) else name
        if called.setdefault(name, who) != who:
            raise GameError(f"two players are called {name}; give one of them another `name`")
        if isinstance(found, Guest):
            brought.setdefault(name, found)
        names.append(name)
    return tuple(names), brought


def _sources(brought: Mapping[str, Guest]) -> tuple[tuple[str, bytes], ...]:
    return tuple((name, guest.source) for name, guest in brought.items())


def match_seating(count: int, number: int) -> Seating:
    """How so many players sit in a game of a match.

    From game to game everybody sits one seat further on, and until all have sat everywhere the deal stays the same, so
    that nobody owes a win to better tiles. Then they sit down in another order, because it matters who plays before
    whom.

    >>> [tuple(match_seating(3, number)) for number in (1, 2, 3, 4)]
    [(0, (0, 1, 2)), (0, (2, 0, 1)), (0, (1, 2, 0)), (1, (0, 2, 1))]
    """
    deal, further = divmod(number - 1, count)
    orders = list(permutations(range(1, count)))
    return Seating(deal, _seat_further((0, *orders[deal % len(orders)]), further))


def ladder_seating(count: int, num_seats: int, number: int) -> Seating:
    """How so many players sit in a game of a ladder. All pairs play a deal before the next one comes.

    >>> [tuple(ladder_seating(3, 2, number)) for number in (1, 2, 3, 7)]
    [(0, (0, 1)), (0, (1, 0)), (0, (0, 2)), (1, (0, 1))]
    >>> [tuple(ladder_seating(2, 3, number)) for number in (1, 2, 4)]
    [(0, (0, 1, 1)), (0, (1, 0, 1)), (0, (1, 0, 0))]
    """
    pairs = pairings(count, num_seats)
    sets, further = divmod(number - 1, num_seats)
    deal, pair = divmod(sets, len(pairs))
    one, other = pairs[pair]
    return Seating(deal, _seat_further((one, *[other] * (num_seats - 1)), further))


def trial_seating(count: int, num_seats: int, number: int) -> Seating:
    """How so many players sit in a game of a trial: the first one alone among copies of each other one in turn.

    Every set has a deal of its own, so that what is found against one says nothing about the luck against another.

    >>> [tuple(trial_seating(3, 2, number)) for number in (1, 2, 3, 5)]
    [(0, (0, 1)), (0, (1, 0)), (1, (0, 2)), (2, (0, 1))]
    """
    deal, further = divmod(number - 1, num_seats)
    other = 1 + deal % (count - 1)
    return Seating(deal, _seat_further((0, *[other] * (num_seats - 1)), further))


def pairings(count: int, num_seats: int) -> list[tuple[int, int]]:
    """Who meets whom: at a table of two, every pair; at a larger one the first sits among copies of the second."""
    return list((combinations if num_seats == 2 else permutations)(range(count), 2))


def _seat_further(order: Sequence[int], further: int) -> tuple[int, ...]:
    return tuple(order[(seat - further) % len(order)] for seat in range(len(order)))


@cache
def hash_code(game: str, players: tuple[str, ...], brought: tuple[tuple[str, bytes], ...] = ()) -> str:
    """Of everything in this program that games depend on, and of players that are not part of it."""
    digest = hashlib.sha256()
    for path in sorted(_PACKAGE.rglob("*")):
        parts = path.relative_to(_PACKAGE).parts
        is_shared = parts in _AT_THE_TABLE or parts[0] not in _NOT_AT_THE_TABLE
        is_needed = is_shared and parts[1:2] not in [(name,) for name in _NOT_OF_A_TITLE]
        if is_needed and "__pycache__" not in parts and path.is_file():
            digest.update(path.read_bytes())
    sources = dict(brought)
    for name in players:
        digest.update(sources[name] if name in sources else source_of(name, game))
    return digest.hexdigest()[:16]
