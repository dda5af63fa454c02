"""The clock that a time to think is counted by: the one on the wall, or what this process has had of processors.

Where somebody waits for an answer, the wall's. In matches, the processors': there a player that was kept from them by
whatever else the machine does would have had less time than its opponent.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

_clock: Callable[[], float] = time.monotonic


def now() -> float:
    """Seconds since some moment; only differences mean anything, and only under the same clock."""
    return _clock()


@contextmanager
def by_processor() -> Iterator[None]:
    """Until it ends, times to think are counted in this process's time on processors."""
    global _clock
    before, _clock = _clock, time.process_time
    try:
        yield
    finally:
        _clock = before
