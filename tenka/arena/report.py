"""The result of a match as a file: JSON for programs, CSV for spreadsheets. A ladder's are in ladder.py."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from typing import Any

from tenka.arena.match import Standing, wilson_interval
from tenka.arena.plan import Plan
from tenka.arena.sprt import Sprt


def name_players(names: Sequence[str]) -> list[str]:
    """Names that differ, where one player sits in several seats.

    >>> name_players(["greedy", "uniform", "greedy"])
    ['greedy #1', 'uniform', 'greedy #2']
    """
    return [
        f"{name} #{names[: index + 1].count(name)}" if names.count(name) > 1 else name
        for index, name in enumerate(names)
    ]


def match_to_json(plan: Plan, standings: Sequence[Standing], test: Sprt | None) -> str:
    """Everything about the match, for programs."""
    content = {
        "game": plan.game,
        "rules": plan.rules,
        "options": dict(plan.options),
        "games": standings[0].games,
        "seed": plan.seed,
        "code": plan.code,
        "par": 1 / plan.num_seats,
        "sprt": None
        if test is None
        else {"low": test.low, "high": test.high, "accepted": test.accepted, "ratio": test.ratio},
        "players": _rows(plan, standings),
    }
    return json.dumps(content, indent=2, ensure_ascii=False) + "\n"


def match_to_csv(plan: Plan, standings: Sequence[Standing]) -> str:
    """One line a player, for spreadsheets."""
    text = io.StringIO()
    rows = _rows(plan, standings)
    writer = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    for row in rows:
        writer.writerow({key: f"{value:.4f}" if isinstance(value, float) else value for key, value in row.items()})
    return text.getvalue()


def _rows(plan: Plan, standings: Sequence[Standing]) -> list[dict[str, Any]]:
    rows = []
    figures = set.intersection(*(set(standing.totals) for standing in standings))
    for name, standing in zip(name_players(plan.players), standings, strict=True):
        low, high = wilson_interval(standing.share, standing.games)
        rows.append(
            {
                "player": name,
                "games": standing.games,
                "wins": standing.wins,
                "share": min(standing.share, 1.0),
                "low": low,
                "high": high,
                "mean_rank": standing.ranks / standing.games,
                **{f"mean_{figure}": standing.mean(figure) for figure in sorted(figures)},
            }
        )
    return rows
