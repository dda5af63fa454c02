"""Observations as arrays, for any game: what a network sees is named, and its meaning and range are listed.

An observation has two parts: *planes*, a small number for every place of the board, and *globals*, numbers for the
position as a whole. A game's ``encode.py`` makes its `Spec` and writes observations; seats in it are relative to the
observer, who is ``+0``; the one after him in the order of play is ``+1``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np

from tenka.game import GameError, Seat, View

Array: TypeAlias = np.ndarray[Any, Any]

PLANES_TYPE = np.int8
GLOBALS_TYPE = np.int16


@dataclass(frozen=True)
class Feature:
    """One plane or global, or several of a kind that stand side by side."""

    name: str
    meaning: str
    low: int
    high: int
    parts: tuple[str, ...] = ()
    """What each of several is for, in their order; empty for a single one."""

    @property
    def size(self) -> int:
        """How many planes or globals it takes."""
        return len(self.parts) or 1

    @property
    def labels(self) -> tuple[str, ...]:
        """A name for each of its planes or globals.

        >>> Feature("hand", "tiles in hand", 0, 5, ("+0", "+1")).labels
        ('hand:+0', 'hand:+1')
        """
        return tuple(f"{self.name}:{part}" for part in self.parts) or (self.name,)


@dataclass(frozen=True)
class Spec:
    """The shape of an observation, and what every number in it means."""

    players: int | None
    """None: one shape for every number of players."""
    places: tuple[str, ...]
    """The names of the places of the board, in their order."""
    planes: tuple[Feature, ...]
    globals: tuple[Feature, ...]

    @cached_property
    def planes_shape(self) -> tuple[int, int]:
        """Planes, places."""
        return sum(feature.size for feature in self.planes), len(self.places)

    @cached_property
    def globals_shape(self) -> tuple[int]:
        """How many globals there are."""
        return (sum(feature.size for feature in self.globals),)

    def plane(self, name: str) -> slice:
        """Where the planes of a name are."""
        return _find(self.planes, name)

    def of_globals(self, name: str) -> slice:
        """Where the globals of a name are."""
        return _find(self.globals, name)

    @cached_property
    def planes_range(self) -> tuple[Array, Array]:
        """The lowest and the highest value of every number of the planes."""
        low, high = (
            np.repeat(values[:, np.newaxis], len(self.places), axis=1) for values in _ranges(self.planes, PLANES_TYPE)
        )
        return low, high

    @cached_property
    def globals_range(self) -> tuple[Array, Array]:
        """The lowest and the highest value of every global."""
        return _ranges(self.globals, GLOBALS_TYPE)

    def empty(self, *games: int) -> tuple[Array, Array]:
        """New buffers for one observation, or for those of so many games."""
        return np.zeros((*games, *self.planes_shape), PLANES_TYPE), np.zeros(
            (*games, *self.globals_shape), GLOBALS_TYPE
        )

    def check_buffers(self, planes: Array, globals_: Array) -> None:
        """Raises GameError unless an observation can be written into these."""
        for name, array, shape, type_ in (
            ("planes", planes, self.planes_shape, PLANES_TYPE),
            ("globals", globals_, self.globals_shape, GLOBALS_TYPE),
        ):
            if getattr(array, "shape", None) != shape or array.dtype != type_ or not array.flags.c_contiguous:
                found = f"{array.shape} of {array.dtype}" if isinstance(array, np.ndarray) else type(array).__name__
                raise GameError(f"{name} are to be a contiguous array {shape} of {type_.__name__}, not {found}")

    def table(self) -> str:
        """Every plane and global with its meaning and range, as Markdown."""
        return f"{_table('planes', self.planes)}\n\n{_table('globals', self.globals)}"


def _find(features: Sequence[Feature], name: str) -> slice:
    start = 0
    for feature in features:
        if feature.name == name:
            return slice(start, start + feature.size)
        start += feature.size
    raise KeyError(f"there is no {name!r}; there are {', '.join(feature.name for feature in features)}")


def _ranges(features: Sequence[Feature], type_: type[np.signedinteger[Any]]) -> tuple[Array, Array]:
    low = [feature.low for feature in features for _ in range(feature.size)]
    high = [feature.high for feature in features for _ in range(feature.size)]
    return np.array(low, type_), np.array(high, type_)


def _table(title: str, features: Sequence[Feature]) -> str:
    rows = [f"| {title} | name | range | meaning |", "|---|---|---|---|"]
    start = 0
    for feature in features:
        last = start + feature.size - 1
        where = str(start) if last == start else f"{start}–{last}"
        of = ""
        if feature.parts:
            shown = feature.parts if len(feature.parts) <= 6 else (*feature.parts[:3], "…", feature.parts[-1])
            of = f"; for each of {', '.join(shown)}"
        rows.append(f"| {where} | `{feature.name}` | {feature.low} to {feature.high} | {feature.meaning}{of} |")
        start = last + 1
    return "\n".join(rows)


def observer_of(view: View, players_shape: int | None) -> Seat:
    """Whose observation a view gives; raises GameError where it gives none, or none of that shape."""
    if view.seat is None:
        raise GameError("an observation is a seat's, and a spectator has none")
    players = int(view.known["players"])
    if players_shape not in (None, players):
        raise GameError(f"this is a game of {players} players, which the shape for {players_shape} does not fit")
    return view.seat


def relative_seats(count: int) -> tuple[str, ...]:
    """What the seats are called in an observation.

    >>> relative_seats(3)
    ('+0', '+1', '+2')
    """
    return tuple(f"+{seat}" for seat in range(count))
