"""Writes docs/history-data.md and docs/odds.md from the data and the odds: python -m tools.history_data"""

from __future__ import annotations

from pathlib import Path

from tenka.history.odds import make_odds_page
from tenka.history.reading import standard
from tenka.history.sources import make_page

DOCS = Path(__file__).parent.parent / "docs"


def main() -> None:
    """Writes both pages."""
    for name, text in (("history-data.md", make_page(standard())), ("odds.md", make_odds_page())):
        (DOCS / name).write_text(text, encoding="utf-8")
        print(f"written: docs/{name}")


if __name__ == "__main__":
    main()
