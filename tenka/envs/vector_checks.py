"""What vectors of games refuse, on the processor and on a GPU alike. Nothing has changed when one of these raises."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from tenka.game import GameError

SHOWN = 8
"""Of the legal actions, so many are named."""


def check_count(n: int, most: int) -> int:
    """The number of games, if a vector can have so many."""
    if isinstance(n, bool) or not isinstance(n, (int, np.integer)) or not 1 <= n <= most:
        raise GameError(f"a vector has a whole number of games from 1 on, not {n!r}")
    return int(n)


def check_reset_options(options: dict[str, Any] | None) -> None:
    """Gymnasium lets `reset` have options; a vector has none."""
    if options:
        raise GameError(f"a vector of games is reset without options, not with {', '.join(map(repr, options))}")


def check_open(is_closed: bool) -> None:
    """Nothing happens after `close`."""
    if is_closed:
        raise GameError("these games are closed; make a new vector to play on")


def check_shape(shape: tuple[int, ...], num_games: int) -> None:
    """One action for every game."""
    if shape != (num_games,):
        raise GameError(f"actions are an array of shape ({num_games},), one for every game, not {shape}")


def name_legal(legal: Sequence[int]) -> str:
    """A sentence with the first of the legal actions."""
    shown = ", ".join(str(action) for action in legal[:SHOWN]) + (", …" if len(legal) > SHOWN else "")
    return f"The {len(legal)} legal ones are {shown}"
