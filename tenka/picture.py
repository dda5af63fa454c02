"""Pictures of positions as SVG, to be shared: what every title draws with. They hold no text, so no font is needed."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

WIDTH, HEIGHT = 1200, 630
"""As pages show a link."""
MARGIN = 36

INK, PAPER = "#211b16", "#fff8ec"
SEA, SEA_LINE = "#264a6e", "#3f6892"
COLOURS = ("#c4401a", "#00548f", "#e3a008", "#0a8266", "#d58ab3", "#3f3a34")
"""By seat or colour, as on the page by day."""
ON_COLOURS = (PAPER, PAPER, INK, PAPER, INK, PAPER)
"""What is seen on each of them."""
CRESTS = (
    "M4 32a28 28 0 1 0 56 0a28 28 0 1 0 -56 0z",
    "M32 0 64 32 32 64 0 32z",
    "M6 6h52v52H6z",
    "M32 3 64 59H0z",
    "M20 3h24v17h17v24H44v17H20V44H3V20h17z",
    "M32 2a30 30 0 0 1 30 30v28H2V32A30 30 0 0 1 32 2z",
)
"""By seat or colour, in a square of 64."""
DIGITS = {
    "1": "M22 16 34 8V56",
    "2": "M18 20C18 4 46 4 46 20C46 32 18 40 18 56H47",
    "3": "M18 14C24 4 46 6 46 19C46 30 36 31 29 31C38 31 47 34 47 44C47 58 24 60 17 49",
    "4": "M40 56V8L15 42H50",
    "5": "M44 8H21L19 30C28 23 47 26 47 41C47 58 24 60 17 50",
    "6": "M42 10C30 8 18 22 18 40C18 60 47 60 47 42C47 26 24 26 18 40",
    "7": "M17 8H47L27 56",
    "8": "M32 30C16 30 16 8 32 8C48 8 48 30 32 30C14 30 14 56 32 56C50 56 50 30 32 30",
    "9": "M22 54C34 56 46 42 46 24C46 4 17 4 17 22C17 38 40 38 46 24",
    "0": "M32 8C12 8 12 56 32 56C52 56 52 8 32 8",
}
"""Lines in a square of 64, to be drawn with a pen."""

Point = tuple[float, float]


def turned(point: Point, degrees: float) -> Point:
    """A point, turned around the origin, clockwise as the picture goes down."""
    angle = math.radians(degrees)
    x, y = point
    return x * math.cos(angle) - y * math.sin(angle), x * math.sin(angle) + y * math.cos(angle)


def hexagon(middle: Point, radius: float, turn: float = 0) -> str:
    """A hex as a path; without a turn its top is flat."""
    corners = (turned((radius, 0), 60 * corner + turn) for corner in range(6))
    return "M" + "L".join(f"{middle[0] + x:.1f} {middle[1] + y:.1f}" for x, y in corners) + "z"


def path(shape: str, **style: object) -> str:
    """A path with its attributes; an underscore in a name stands for a hyphen."""
    return f'<path d="{shape}"{_attributes(style)}/>'


def symbol(shape: str, middle: Point, size: float, **style: object) -> str:
    """A path that is drawn in a square of 64, so large and there."""
    return path(shape, transform=_placed(middle, size), **style)


def figure(parts: str, middle: Point, size: float, colour: str) -> str:
    """The same for a drawing of several parts, in one colour."""
    return f'<g transform="{_placed(middle, size)}" fill="{colour}" color="{colour}">{parts}</g>'


def _placed(middle: Point, size: float) -> str:
    return f"translate({middle[0] - size / 2:.1f} {middle[1] - size / 2:.1f}) scale({size / 64:.3f})"


def digits(number: int | str, middle: Point, size: float, colour: str) -> str:
    """A number, written with a pen."""
    text = str(number)
    width = size * 0.62
    first = middle[0] - width * (len(text) - 1) / 2
    pen = {"fill": "none", "stroke": colour, "stroke_width": 11, "stroke_linecap": "round", "stroke_linejoin": "round"}
    return "".join(
        symbol(DIGITS[digit], (first + width * place, middle[1]), size, **pen) for place, digit in enumerate(text)
    )


def frame(parts: Iterable[str], points: Sequence[Point], reach: float) -> str:
    """The whole picture: what is drawn around these points, in the middle of the sea and as large as it can be."""
    left, right = min(x for x, _ in points) - reach, max(x for x, _ in points) + reach
    top, bottom = min(y for _, y in points) - reach, max(y for _, y in points) + reach
    scale = min((WIDTH - 2 * MARGIN) / (right - left), (HEIGHT - 2 * MARGIN) / (bottom - top))
    x, y = WIDTH / 2 - scale * (left + right) / 2, HEIGHT / 2 - scale * (top + bottom) / 2
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}">'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{SEA}"/>'
        f'<g transform="translate({x:.2f} {y:.2f}) scale({scale:.4f})">{"".join(parts)}</g></svg>'
    )


def _attributes(style: dict[str, object]) -> str:
    return "".join(f' {name.replace("_", "-")}="{value}"' for name, value in style.items())
