"""A ladder: every pair of players, the cross table of their results, and an order by rating."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tenka.arena.match import GameResult
from tenka.arena.plan import Plan
from tenka.arena.ratings import Rating, rate
from tenka.arena.standings import Score


@dataclass(frozen=True)
class Row:
    """One player of the ladder."""

    player: str
    rating: Rating
    score: Score
    """Out of the games in which it sat alone among others of one name."""
    against: dict[str, Score]
    """By the other player's name."""


def make_ladder(plan: Plan, results: Sequence[GameResult]) -> list[Row]:
    """The players, best rating first. The results by their numbers."""
    names = plan.players
    total = {name: Score() for name in names}
    cross = {name: {other: Score() for other in names if other != name} for name in names}
    for result in results:
        deal = plan.seating(result.number).deal
        for player in set(result.seats):
            if result.seats.count(player) == 1:
                (other,) = set(result.seats) - {player}
                wins = result.wins(player)
                total[names[player]].add(deal, wins)
                cross[names[player]][names[other]].add(deal, wins)
    ratings = rate(results, len(names))
    rows = [Row(name, ratings[index], total[name], cross[name]) for index, name in enumerate(names)]
    return sorted(rows, key=lambda row: -row.rating.ordinal)


def to_json(plan: Plan, rows: Sequence[Row]) -> str:
    """Everything in the ladder, for programs."""
    content = {
        "game": plan.game,
        "rules": plan.rules,
        "options": dict(plan.options),
        "games": plan.games,
        "seed": plan.seed,
        "code": plan.code,
        "par": 1 / plan.num_seats,
        "ladder": [
            {
                "player": row.player,
                "mu": row.rating.mu,
                "sigma": row.rating.sigma,
                "ordinal": row.rating.ordinal,
                **_figures(row.score),
                "against": {name: _figures(score) for name, score in row.against.items()},
            }
            for row in rows
        ],
    }
    return json.dumps(content, indent=2, ensure_ascii=False) + "\n"


def to_csv(rows: Sequence[Row]) -> str:
    """One line a player, for spreadsheets; behind the figures the share of wins against each other player."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    names = [row.player for row in rows]
    figures = list(_figures(rows[0].score))
    writer.writerow(["player", "mu", "sigma", "ordinal", *figures, *(f"against {name}" for name in names)])
    for row in rows:
        rating = row.rating
        shares = [f"{row.against[name].share:.4f}" if name in row.against else "" for name in names]
        values = [f"{value:.4f}" for value in (rating.mu, rating.sigma, rating.ordinal)]
        values += [str(value) if isinstance(value, int) else f"{value:.4f}" for value in _figures(row.score).values()]
        writer.writerow([row.player, *values, *shares])
    return text.getvalue()


def _figures(score: Score) -> dict[str, Any]:
    low, high = score.interval
    return {"games": score.games, "wins": score.wins, "share": score.share, "low": low, "high": high}
