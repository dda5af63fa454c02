"""Matches: many games of the same players, who take turns in the seats."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import permutations
from math import sqrt
from typing import Any, NamedTuple

from tenka.game import Outcome, Rules
from tenka.players import Player, decide_ply
from tenka.record import Record
from tenka.table import Table

BOT = "bot:"
"""What stands before a bot's name in records."""

_Z_95 = 1.959964
"""Of a normal distribution: so many standard deviations hold 95 %."""


class GameResult(NamedTuple):
    """One game of a match."""

    number: int
    """From 1."""
    seats: tuple[int, ...]
    """By seat: which of the match's players sat there."""
    outcome: Outcome
    record: Record


@dataclass
class Standing:
    """What one player has reached so far."""

    games: int = 0
    wins: float = 0.0
    """A win shared by two counts one half for each."""
    ranks: int = 0
    totals: Counter[str] = field(default_factory=Counter)
    """The figures that decide, by name, summed up."""

    @property
    def share(self) -> float:
        """Wins per game."""
        return self.wins / self.games

    def mean(self, figure: str) -> float:
        """A figure per game."""
        return self.totals[figure] / self.games


def play_game(rules: Rules, options: Any, players: Sequence[Player], deal: random.Random, rng: random.Random) -> Table:
    """One game to its end; the players by seat."""
    table = Table.new(rules, options, [f"{BOT}{player.name}" for player in players], deal)
    while table.outcome is None:
        seat = table.to_move()[0]
        table.commit(seat, decide_ply(rules, table.state, seat, players[seat], rng))
    return table


def play_match(
    rules: Rules, options: Any, players: Sequence[Player], games: int, seed: int, first_game: int = 1
) -> Iterator[GameResult]:
    """The games of a match, one after another. Each depends on the seed and its number only."""
    for number in range(first_game, first_game + games):
        deal_number, seats = seating(len(players), number)
        deal = random.Random(f"{seed}:deal:{deal_number}")
        rng = random.Random(f"{seed}:{number}")
        table = play_game(rules, options, [players[player] for player in seats], deal, rng)
        outcome = table.outcome
        assert outcome is not None
        yield GameResult(number, seats, outcome, table.record())


def seating(count: int, number: int) -> tuple[int, tuple[int, ...]]:
    """Which deal so many players get in a game of a match, and by seat who sits there.

    From game to game everybody sits one seat further on, and until all have sat everywhere the deal stays the same, so
    that nobody owes a win to better tiles. Then they sit down in another order, because it matters who plays before
    whom.

    >>> [seating(3, number) for number in (1, 2, 3, 4)]
    [(0, (0, 1, 2)), (0, (2, 0, 1)), (0, (1, 2, 0)), (1, (0, 2, 1))]
    """
    deal_number, further = divmod(number - 1, count)
    orders = list(permutations(range(1, count)))
    order = (0, *orders[deal_number % len(orders)])
    return deal_number, tuple(order[(seat - further) % count] for seat in range(count))


def add_result(standings: Sequence[Standing], result: GameResult) -> None:
    """Counts a game for each of its players."""
    outcome = result.outcome
    for seat, player in enumerate(result.seats):
        standing = standings[player]
        standing.games += 1
        standing.ranks += outcome.ranking[seat]
        standing.totals.update(outcome.totals[seat])
        if seat in outcome.winners:
            standing.wins += 1 / len(outcome.winners)


def wilson_interval(share: float, games: int) -> tuple[float, float]:
    """Where the true share of wins lies with 95 % probability, after Wilson.

    >>> low, high = wilson_interval(0.5, 100)
    >>> round(low, 3), round(high, 3)
    (0.404, 0.596)
    """
    share = min(share, 1.0)  # thirds of wins add up to a little more
    square = _Z_95 * _Z_95
    centre = (share + square / (2 * games)) / (1 + square / games)
    spread = _Z_95 / (1 + square / games) * sqrt(share * (1 - share) / games + square / (4 * games * games))
    low = centre - spread if share > 0 else 0.0
    high = centre + spread if share < 1 else 1.0
    return low, high
