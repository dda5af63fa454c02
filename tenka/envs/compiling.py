"""A word on the error stream where rules have to be compiled first, and how long it took."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from numba.core.event import Event, Listener, install_listener

from tenka.games import get_title

_COMPILING = "numba:compile"
"""What Numba calls it. Loading what was compiled before is something else."""


class _Word(Listener):  # type: ignore[misc]  # Numba has no types
    def __init__(self, game: str) -> None:
        self.began: float | None = None
        self._game = game

    def on_start(self, event: Event) -> None:
        if self.began is None:
            self.began = time.perf_counter()
            name = get_title(self._game).name
            print(f"tenka: compiling {name} for this machine, once …", file=sys.stderr, flush=True)

    def on_end(self, event: Event) -> None:
        pass


@contextmanager
def telling(game: str) -> Iterator[None]:
    """Whatever is compiled inside is told of."""
    word = _Word(game)
    with install_listener(_COMPILING, word):
        yield
    if word.began is not None:
        print(f"tenka: compiled in {time.perf_counter() - word.began:.1f} s", file=sys.stderr, flush=True)
