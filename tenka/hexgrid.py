"""Coordinates of flat-topped hexes in a drawing.

A space is a (column, line) pair, as it stands in a text drawing where each line down is half a hex: the
spaces above and below differ by two lines, the four others by one column and one line ("doubled
coordinates"). Nothing here knows a game.
"""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple


class Hex(NamedTuple):
    """A space's place in the drawing."""

    column: int
    line: int


DIRECTIONS = (Hex(0, -2), Hex(1, -1), Hex(1, 1), Hex(0, 2), Hex(-1, 1), Hex(-1, -1))
"""The six ways to a neighbour, clockwise from the north."""


def neighbours(space: Hex) -> list[Hex]:
    """The six spaces around one, clockwise from the north, on the board or not.

    >>> neighbours(Hex(3, 5))[0]
    Hex(column=3, line=3)
    """
    return [Hex(space.column + d.column, space.line + d.line) for d in DIRECTIONS]


def distance(a: Hex, b: Hex) -> int:
    """How many steps from space to space.

    >>> distance(Hex(0, 0), Hex(0, 4)), distance(Hex(0, 0), Hex(3, 1))
    (2, 3)
    """
    columns = abs(a.column - b.column)
    lines = abs(a.line - b.line)
    return columns + max(0, (lines - columns) // 2)


def rotate(space: Hex, centre: Hex, sixths: int) -> Hex:
    """The space turned around a centre, clockwise, by so many sixths of a full turn.

    >>> rotate(Hex(0, -2), Hex(0, 0), 1)
    Hex(column=1, line=-1)
    """
    column = space.column - centre.column
    line = space.line - centre.line
    for _ in range(sixths % 6):
        column, line = (column - line) // 2, (3 * column + line) // 2
    return Hex(centre.column + column, centre.line + line)


def to_pixel(space: Hex, size: float = 1.0) -> tuple[float, float]:
    """The middle of the space on a plane with y downwards; size is the length of a hex's side."""
    return (1.5 * size * space.column, sqrt(3) / 2 * size * space.line)
