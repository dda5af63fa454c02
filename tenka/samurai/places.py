"""What people call a space that has no name of its own: by the settlements around it, as in *between Edo and Mito*.

A space has the same name on every board, so it is named after settlements that are there whenever it is. Every land
space lies between two settlements. Two between the same pair are told apart by a side, and so is the sea by a coast.
"""

from __future__ import annotations

from functools import cache
from math import atan2, pi
from typing import Literal, NamedTuple, get_args

from tenka.hexgrid import distance, to_pixel
from tenka.samurai.board import CAPACITY, PLACES, SETTLEMENTS, SPACE_BY_NAME, SPACES, Space

Wind = Literal["n", "ne", "e", "se", "s", "sw", "w", "nw"]
WINDS: tuple[Wind, ...] = get_args(Wind)
_WIND_NAMES = ("north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest")


class Whereabouts(NamedTuple):
    """Where a space is."""

    near: tuple[str, ...] = ()
    """The settlements beside it, north first; without any, the nearest one."""
    side: Wind | None = None
    """Of one settlement: where the space lies from there. Of several: which of two spaces between them it is."""
    is_far: bool = False
    """Whether there is no settlement beside it."""


NAMED = Whereabouts()
"""A settlement's: it has a name of its own."""


@cache
def whereabouts() -> dict[str, Whereabouts]:
    """By the name of a land or sea space."""
    fields = [space for space in SPACES if space.kind not in CAPACITY]
    beside = {space: _settlements(space, 1) for space in fields}
    found = {}
    for space, near in beside.items():
        twins = [other for other in fields if (other.kind, beside[other]) == (space.kind, near) and other != space]
        if not near:
            nearest = _settlements(space, 2)[0]
            found[space.name] = Whereabouts((nearest.name,), _wind(nearest, space), is_far=True)
        elif len(near) == 1:
            found[space.name] = Whereabouts((near[0].name,), _wind(near[0], space))
        else:
            side = _wind(twins[0], space) if twins else None
            found[space.name] = Whereabouts(tuple(settlement.name for settlement in near), side)
    return found


def where(space: str) -> str:
    """A space in words.

    >>> where("o14"), where("p8"), where("h17")
    ('Edo', 'between Aomori and Hachinohe', 'between Matsue and Himeji (south)')
    >>> where("q16"), where("k13")
    ('at sea south of Kamakura', 'far out west of Niigata')
    """
    if space in PLACES:
        return PLACES[space]
    near, side, is_far = whereabouts()[space]
    names = " and ".join(PLACES[name] for name in near)
    wind = "" if side is None else _WIND_NAMES[WINDS.index(side)]
    if len(near) == 1:
        return f"{'far out' if is_far else 'at sea'} {wind} of {names}"
    sea = "" if SPACE_BY_NAME[space].kind == "." else "at sea "
    return f"{sea}between {names}" + (f" ({wind})" if wind else "")


def _settlements(space: Space, steps: int) -> list[Space]:
    """Those at this distance that every board with the space has, north first."""
    found = [other for other in SETTLEMENTS if distance(other.hex, space.hex) == steps]
    return sorted((each for each in found if each.players <= space.players), key=lambda each: each.hex.line)


def _wind(start: Space, end: Space) -> Wind:
    """The way from one space to another, as a wind of the compass."""
    (x, y), (to_x, to_y) = to_pixel(start.hex), to_pixel(end.hex)
    return WINDS[round(atan2(to_x - x, y - to_y) / (pi / 4)) % len(WINDS)]
