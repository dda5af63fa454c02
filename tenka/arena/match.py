"""Games of bots, one by one, and what each player reaches in them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Any, NamedTuple

from tenka.arena.plan import Plan
from tenka.game import Outcome, Rules
from tenka.games import get_game
from tenka.players import Player, decide_ply
from tenka.players.others import find_player
from tenka.record import write
from tenka.table import Table

BOT = "bot:"
"""What stands before a bot's name in records."""

_Z_95 = 1.959964
"""Of a normal distribution: so many standard deviations hold 95 %."""


class GameResult(NamedTuple):
    """One game of a plan."""

    number: int
    """From 1."""
    seats: tuple[int, ...]
    """By seat: which of the plan's players sat there."""
    outcome: Outcome

    def wins(self, player: int) -> float:
        """What a player has won in all its seats; a win shared by two counts one half for each."""
        winners = self.outcome.winners
        return sum(self.seats[seat] == player for seat in winners) / len(winners)


@dataclass
class Standing:
    """What one player has reached so far."""

    games: int = 0
    wins: float = 0.0
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
    """One game to its end; the players by seat. What chance decides comes out of `deal` all along."""
    table = Table.new(rules, options, [f"{BOT}{player.name}" for player in players], deal, dice=deal)
    while table.outcome is None:
        seat = table.to_move()[0]
        table.commit(seat, decide_ply(rules, table.state, seat, players[seat], rng))
    return table


def play_numbered(plan: Plan, number: int) -> tuple[GameResult, str]:
    """One game of a plan and its record. It depends on the plan and the number only."""
    rules = get_game(plan.game)
    seating = plan.seating(number)
    deal = random.Random(f"{plan.seed}:deal:{seating.deal}")
    rng = random.Random(f"{plan.seed}:{number}")
    players = [find_player(plan.players[player], plan.game) for player in seating.seats]
    table = play_game(rules, rules.options(plan.options), players, deal, rng)
    outcome = table.outcome
    assert outcome is not None
    return GameResult(number, seating.seats, outcome), write(table.record())


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
