"""The result of a match as a file: JSON for programs, CSV for spreadsheets. A ladder's are in ladder.py."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from typing import Any

from tenka.arena.plan import Plan
from tenka.arena.sprt import Sprt
from tenka.arena.standings import Standing


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
        "games": standings[0].score.games,
        "seed": plan.seed,
        "code": plan.code,
        "par": 1 / plan.num_seats,
        "sprt": None
        if test is None
        else {"low": test.low, "high": test.high, "accepted": test.accepted, "evidence": float(test.evidence)},
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
        score = standing.score
        low, high = score.interval
        rows.append(
            {
                "player": name,
                "games": score.games,
                "wins": score.wins,
                "share": score.share,
                "low": low,
                "high": high,
                "mean_rank": standing.mean_rank,
                **{f"mean_{figure}": standing.mean(figure) for figure in sorted(figures)},
            }
        )
    return rows
