"""Draws how History's network learnt, from the points in benchmarks/results/neural.md: python -m tools.curves"""

from __future__ import annotations

import json
import re
import sys
import tempfile
from pathlib import Path

from tenka.games import get_title
from tenka.training.curves import draw_curves
from tools.bootstrap import ROOT

FIGURES = ROOT / "benchmarks" / "results" / "neural.md"
PICTURE = ROOT / "docs" / "pictures" / "learning-history.svg"
CHAPTER = "## The network history-2"
POINT = re.compile(r"^\| ([\d.]+) \| \d+ M \| (.+) %", re.MULTILINE)
GAMES, GAMES_LATER, LATER = 3072, 8192, 31
"""Of each number of players, behind each point, and behind those from so many minutes on, as the chapter says."""


def draw() -> str:
    """The picture, as `tenka train` draws one from the log of a run."""
    chapter = FIGURES.read_text(encoding="utf-8").split(CHAPTER)[1].split("\n## ")[0]
    title = get_title("history")
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log.jsonl"
        with log.open("w", encoding="utf-8") as lines:
            for minutes, shares in POINT.findall(chapter):
                games = GAMES_LATER if float(minutes) > LATER else GAMES
                by_players = zip(title.players, shares.split(" % | "), strict=True)
                strength = {players: (float(share) / 100, games) for players, share in by_players}
                lines.write(json.dumps({"seconds": float(minutes) * 60, "strength": strength}) + "\n")
        return draw_curves(log, title.name)


def main() -> int:
    """The command."""
    PICTURE.write_text(draw(), encoding="utf-8")
    print(f"written: {PICTURE.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
