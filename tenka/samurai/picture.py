"""A position of Samurai as a picture: the board with its tiles and pieces, across as on a wide screen."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from tenka.picture import (
    COLOURS,
    CRESTS,
    INK,
    ON_COLOURS,
    PAPER,
    SEA_LINE,
    Point,
    digits,
    figure,
    frame,
    hexagon,
    path,
    symbol,
    turned,
)
from tenka.position import Drawing
from tenka.samurai.position import SpaceInfo, describe

RADIUS = 50
TURN = 60
"""Japan lies across, Kyushu to the left."""
LAND, LAND_LINE, SETTLEMENT, EMPTIED = "#ecd8aa", "#bb9b60", "#fbf4e3", "#d9c69b"
FIGURES: dict[str, str] = json.loads((Path(__file__).parent / "data" / "figures.json").read_text(encoding="utf-8"))
"""What pieces and tiles show, in a square of 64; the page has the same."""
BY_LETTER = dict(zip("brcsnhxm", FIGURES, strict=True))


def draw(position: Drawing, players: int) -> str:
    """The picture of a position, as SVG, with what the position tells and no more."""
    at = {
        space.name: turned((space.x * RADIUS, space.y * RADIUS), TURN)
        for space in describe().spaces
        if space.players <= players
    }
    spaces = [space for space in describe().spaces if space.name in at]
    return frame(_draw_all(position, spaces, at), list(at.values()), RADIUS)


def _draw_all(position: Drawing, spaces: list[SpaceInfo], at: dict[str, Point]) -> Iterator[str]:
    sea = "".join(hexagon(at[space.name], RADIUS, TURN) for space in spaces if space.kind == "sea")
    shore = "".join(hexagon(at[space.name], RADIUS, TURN) for space in spaces if space.kind != "sea")
    yield path(sea, fill="#34608a", stroke=SEA_LINE, stroke_width=2)
    yield path(shore, fill=LAND, stroke=INK, stroke_width=9, stroke_linejoin="round")
    yield path(shore, fill=LAND, stroke=LAND_LINE, stroke_width=1.5)
    for space in spaces:
        if space.capacity:
            yield from _draw_settlement(
                at[space.name], list(position["settlements"].get(space.name, {}).get("pieces", ()))
            )
    for name, tile in position["tiles"].items():
        if name in at:
            yield from _draw_tile(at[name], tile["seat"], tile["tile"])


def _draw_settlement(middle: Point, castes: list[str]) -> Iterator[str]:
    yield path(hexagon(middle, RADIUS, TURN), fill=SETTLEMENT if castes else EMPTIED, stroke=INK, stroke_width=2)
    size = {0: 0, 1: 52, 2: 38}.get(len(castes), 30)
    for number, caste in enumerate(castes):
        across = (number - (len(castes) - 1) / 2) * size * 1.02
        yield figure(FIGURES[caste], (middle[0] + across, middle[1]), size, INK)


def _draw_tile(middle: Point, seat: int, code: str) -> Iterator[str]:
    on = ON_COLOURS[seat]
    yield path(hexagon(middle, 48, TURN), fill=INK)
    yield path(hexagon(middle, 46, TURN), fill=PAPER)
    yield path(hexagon(middle, 41, TURN), fill=COLOURS[seat])
    strength = code[1:]
    shown = FIGURES[BY_LETTER[code[0]]]
    yield figure(shown, (middle[0] - (16 if strength else 0), middle[1] - 6), 34 if strength else 42, on)
    if strength:
        yield digits(strength, (middle[0] + 17, middle[1] - 6), 38, on)
    yield symbol(CRESTS[seat], (middle[0], middle[1] + 26), 14, fill=on)
