"""The map in hexes: what is drawn. The rules never look at it; where areas touch, they say themselves."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

NOTHING = ".."
_FILE = Path(__file__).parent / "data" / "mosaic.txt"
_NEAR = {
    0: ((1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1), (0, -1)),
    1: ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (0, -1)),
}
"""By whether a column is odd: columns and rows from a hex to those around it."""


@cache
def read_mosaic() -> tuple[tuple[str, ...], ...]:
    """The rows from the north to the south, each with the codes of its hexes from the west to the east."""
    lines = _FILE.read_text(encoding="utf-8").splitlines()
    return tuple(tuple(line.split()) for line in lines if line and not line.startswith("#"))


def hexes() -> dict[tuple[int, int], str]:
    """By column and row: the code of the area there."""
    return {
        (column, row): code
        for row, codes in enumerate(read_mosaic())
        for column, code in enumerate(codes)
        if code != NOTHING
    }


def contacts() -> Iterator[tuple[str, str]]:
    """The codes of areas that touch somewhere on the map, in both orders and as often as they do."""
    known = hexes()
    for (column, row), code in known.items():
        for right, down in _NEAR[column % 2]:
            other = known.get((column + right, row + down))
            if other is not None and other != code:
                yield code, other
