"""Writes what follows from leaderboard/ into docs/leaderboard.md and docs/baselines.md: python -m tools.leaderboard"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

from tenka.arena.leaderboard import against_markdown, to_markdown
from tools.bootstrap import ROOT

PAGES: dict[Path, Callable[[], str]] = {
    ROOT / "docs" / "leaderboard.md": to_markdown,
    ROOT / "docs" / "baselines.md": partial(against_markdown, "karo"),
}
"""By page: what makes its tables."""
TABLES = re.compile(r"(?<=<!-- tables -->\n).*(?=<!-- end -->)", re.DOTALL)
"""What is written by this program, and by nobody else."""


def fill(page: str, tables: str) -> str:
    """A page with the tables as they should be."""
    return TABLES.sub(lambda _: tables, page)


def main() -> int:
    """The command."""
    for path, make in PAGES.items():
        path.write_text(fill(path.read_text(encoding="utf-8"), make()), encoding="utf-8")
        print(f"written: {path.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
