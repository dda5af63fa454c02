"""Views as texts: one line, field by field, so that a view outlives the program that wrote it.

Fields have the names of the game's record; those that are all nought are left out, and equal values in a row are
written once: ``3x0`` is three noughts.
"""

from __future__ import annotations

from itertools import groupby

import numpy as np

from tenka.game import GameError, Rules, State, View, name_of_seat

MEMORY = "memory"


def format_view(rules: Rules, view: View) -> str:
    """The text of what a seat knows."""
    assert view.seat is not None
    names = view.known.dtype.names or ()
    parts = [rules.seat_names[view.seat]]
    for name in names:
        values = np.asarray(np.void.__getitem__(view.known, name)).ravel().tolist()
        if any(values):
            parts.append(f"{name}={_format_values(values)}")
    if any(view.memory):
        parts.append(f"{MEMORY}={_format_values(list(view.memory))}")
    return " ".join(parts)


def _format_values(values: list[int]) -> str:
    runs = [(value, len(list(run))) for value, run in groupby(values)]
    return ",".join(f"{num}x{value}" if num > 1 else str(value) for value, num in runs)


def parse_view(rules: Rules, text: str, blank: View) -> View:
    """The view of a text; `blank` is any view of the game, whose shape it has. Raises GameError."""
    seat_text, *parts = text.split() or [""]
    players = len(rules.seat_names)
    seat = next((seat for seat in range(players) if name_of_seat(rules, seat) == seat_text), None)
    if seat is None:
        raise GameError(f"a view begins with a seat such as {rules.seat_names[0]}, not {seat_text[:20]!r}")
    known: State = np.zeros(1, blank.known.dtype)[0]
    memory = bytes(len(blank.memory))
    for part in parts:
        name, _, values = part.partition("=")
        if name == MEMORY:
            memory = bytes(_parse_values(values, len(memory)))
        elif name in (known.dtype.names or ()):
            shape = np.asarray(np.void.__getitem__(known, name)).shape
            size = int(np.prod(shape, dtype=int))
            known[name] = np.array(_parse_values(values, size), np.int64).reshape(shape)
        else:
            raise GameError(f"a view of {rules.name} has no field {name[:20]!r}")
    return View(seat, known, memory)


def _parse_values(text: str, size: int) -> list[int]:
    values: list[int] = []
    for part in text.split(","):
        num, times, value = part.rpartition("x")
        try:
            values += [int(value)] * (min(int(num), size + 1) if times else 1)
        except ValueError:
            raise GameError(f"values of a view look like 3x0,12, not like {part[:20]!r}") from None
        if len(values) > size:
            break
    if len(values) != size:
        raise GameError(f"a field of a view has {size} values here, not {min(len(values), size + 1)}")
    return values
