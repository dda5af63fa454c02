"""Limits: how often somebody may do something, and how large it may be."""

from __future__ import annotations

import time
from collections import OrderedDict
from typing import NamedTuple

from tenka.table import Refused

MOST_BUCKETS = 50_000
"""Remembered at once; the longest unused is forgotten first."""


class Rate(NamedTuple):
    """So many at once, and so many more each second."""

    burst: float
    per_second: float


RATES = {
    "request": Rate(200, 50),
    "guest": Rate(30, 0.2),
    "sign_in": Rate(10, 0.1),
    "sign_in_name": Rate(10, 0.05),
    "table": Rate(30, 0.5),
    "record": Rate(20, 0.5),
    "replay": Rate(40, 4),
    "hint": Rate(10, 0.5),
    "frame": Rate(200, 60),
    "connect": Rate(100, 5),
}
"""By what is done."""


class Limiter:
    """Buckets that fill again with time, one for each thing and for who does it."""

    def __init__(self, scale: float = 1.0) -> None:
        """Scale 0: no limits, for measuring."""
        self.scale = scale
        self._buckets: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()

    def wait(self, what: str, who: str) -> float:
        """Takes one; returns 0, or how many seconds to wait for it."""
        if not self.scale:
            return 0.0
        rate = RATES[what]
        now = time.monotonic()
        left, at = self._buckets.pop((what, who), (rate.burst * self.scale, now))
        left = min(rate.burst * self.scale, left + (now - at) * rate.per_second * self.scale)
        is_there = left >= 1
        self._buckets[what, who] = (left - 1 if is_there else left, now)
        if len(self._buckets) > MOST_BUCKETS:
            self._buckets.popitem(last=False)
        return 0.0 if is_there else (1 - left) / (rate.per_second * self.scale)

    def take(self, what: str, who: str) -> None:
        """Takes one; raises Refused where there is none."""
        seconds = self.wait(what, who)
        if seconds > 0:
            raise Refused("limit", f"that was too often; try again in {max(1, round(seconds))} seconds")
