"""A position of History of the Samurai as a picture: the map by regions, and whose counters lie where."""

from __future__ import annotations

import math
from collections.abc import Iterator

from tenka.history.cards import COLOURS as NAMES
from tenka.history.info import ProvinceInfo, SeaZoneInfo, describe
from tenka.history.mosaic import hexes
from tenka.picture import COLOURS, CRESTS, INK, ON_COLOURS, PAPER, Point, digits, frame, hexagon, path, symbol
from tenka.position import Drawing

RADIUS = 10
REGIONS = {
    "miyako": "#f0cf72",
    "kinki": "#e9b79b",
    "chuubu": "#cdbfdb",
    "kantou": "#bccf9f",
    "hokuriku": "#a9c9d6",
    "ouu": "#d8c5a4",
    "chuugoku": "#e6b9bd",
    "shikoku": "#e8c58b",
    "kyuushuu": "#a5cdbd",
}
"""As on the page by day."""


def draw(position: Drawing, players: int) -> str:
    """The picture of a position, as SVG, with what the position tells and no more."""
    return frame(_draw_all(position), [_middle(*at) for at in hexes()], RADIUS)


def _middle(column: int, row: int) -> Point:
    return column * 1.5 * RADIUS, (row + column % 2 / 2) * math.sqrt(3) * RADIUS


def _draw_all(position: Drawing) -> Iterator[str]:
    ground: dict[str, list[str]] = {}
    for at, code in hexes().items():
        ground.setdefault(code, []).append(hexagon(_middle(*at), RADIUS + 0.3))
    provinces, seas = describe().provinces, describe().sea_zones
    for sea in seas:
        yield path("".join(ground.get(sea.code, ())), fill="#3f6892")
    land = "".join("".join(ground.get(province.code, ())) for province in provinces)
    yield path(land, stroke=INK, stroke_width=5, stroke_linejoin="round")
    for province in provinces:
        yield path("".join(ground.get(province.code, ())), fill=REGIONS[province.region])
    areas: list[ProvinceInfo | SeaZoneInfo] = [*provinces, *seas]
    for area in areas:
        found = position["areas"].get(area.id)
        if found and found["owner"] is not None:
            yield from _draw_counters(_middle(area.anchor[0], area.anchor[1]), NAMES.index(found["owner"]), found)


def _draw_counters(middle: Point, colour: int, found: Drawing) -> Iterator[str]:
    x, y = middle
    size = 13
    box = f"M{x - size} {y - size}h{2 * size}v{2 * size}h{-2 * size}z"
    yield path(box, fill=COLOURS[colour], stroke=PAPER, stroke_width=2.5)
    on = ON_COLOURS[colour]
    if found["count"] > 1:
        yield symbol(CRESTS[colour], (x - 5, y), 11, fill=on)
        yield digits(found["count"], (x + 6, y), 17, on)
    else:
        yield symbol(CRESTS[colour], middle, 15, fill=on)
