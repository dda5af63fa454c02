"""Games of bots, one by one."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from tenka.arena.plan import Plan
from tenka.game import Outcome, Rules, Seat
from tenka.games import get_game
from tenka.players import Player, decide_ply
from tenka.players.others import Guest
from tenka.record import write
from tenka.search.clock import by_processor
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


def play_game(
    rules: Rules,
    options: Any,
    players: Sequence[Player],
    deal: random.Random,
    rng: random.Random,
    apart: Mapping[Seat, random.Random] | None = None,
) -> Table:
    """One game to its end; the players by seat. What chance decides comes out of `deal` all along.

    The players draw from `rng`, but for seats that are to draw `apart`. A time to think is counted by the processor, so
    that whatever else the machine does takes as much from everybody.
    """
    table = Table.new(rules, options, [f"{BOT}{player.name}" for player in players], deal, dice=deal)
    with by_processor():
        while table.outcome is None:
            seat = table.to_move()[0]
            table.commit(seat, decide_ply(rules, table.state, seat, players[seat], (apart or {}).get(seat, rng)))
    return table


def play_numbered(plan: Plan, number: int, instead: Mapping[Seat, Player] | None = None) -> tuple[GameResult, str]:
    """One game of a plan and its record. It depends on the plan and the number only.

    Players that are not ours draw from a generator of their own: who shares one with others can foresee what they will
    draw, or set it. `instead` are players that sit down in some seats for those of the plan.
    """
    rules = get_game(plan.game)
    seating = plan.seating(number)
    deal = random.Random(f"{plan.seed}:deal:{seating.deal}")
    rng = random.Random(f"{plan.seed}:{number}")
    others = instead or {}
    players = [others.get(seat) or plan.player(player) for seat, player in enumerate(seating.seats)]
    guests = [seat for seat, player in enumerate(players) if isinstance(player, Guest)]
    apart = {seat: random.Random(f"{plan.seed}:{number}:{seat}") for seat in guests}
    table = play_game(rules, rules.options(plan.options), players, deal, rng, apart)
    outcome = table.outcome
    assert outcome is not None
    return GameResult(number, seating.seats, outcome), write(table.record())
