"""Plans of short matches."""

from __future__ import annotations

from collections.abc import Sequence

from tenka.arena.match import GameResult
from tenka.arena.plan import MATCH, Plan, make_plan
from tenka.game import Outcome
from tenka.games import get_game


def plan_of(
    players: str,
    games: int,
    seed: int = 1,
    kind: str = MATCH,
    seats: int | None = None,
    sprt: tuple[float, float] | None = None,
    **given: object,
) -> Plan:
    """A plan as the command line makes it; the hands and pieces at random, because that is quicker."""
    names = players.split(",")
    rules = get_game("samurai")
    options = rules.options({"players": seats or len(names), "hands": "random", "pieces": "random", **given})
    return make_plan(kind, rules, options, names, games, seed, sprt)


def result_of(number: int, seats: Sequence[int], ranking: Sequence[int]) -> GameResult:
    """A game of which only the ranks matter."""
    winners = tuple(seat for seat, rank in enumerate(ranking) if rank == 1)
    return GameResult(number, tuple(seats), Outcome("test", winners, tuple(ranking), ({},) * len(seats)))
