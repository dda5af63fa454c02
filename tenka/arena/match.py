"""Games of bots, one by one."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, NamedTuple

from tenka.arena.plan import Plan
from tenka.game import Outcome, Rules
from tenka.games import get_game
from tenka.players import Player, decide_ply
from tenka.record import write
from tenka.table import Table

BOT = "bot:"
"""What stands before a bot's name in records."""


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
    players = [plan.player(player) for player in seating.seats]
    table = play_game(rules, rules.options(plan.options), players, deal, rng)
    outcome = table.outcome
    assert outcome is not None
    return GameResult(number, seating.seats, outcome), write(table.record())
