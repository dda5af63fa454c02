"""Limits: how often somebody may do something, at all nodes together where there is a Redis."""

from __future__ import annotations

import time
from collections import OrderedDict
from typing import NamedTuple

from tenka.server.bus import Bus
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
    "listener": Rate(20, 0.1),
    "record": Rate(20, 0.5),
    "replay": Rate(40, 4),
    "hint": Rate(10, 0.5),
    "frame": Rate(200, 60),
    "connect": Rate(100, 5),
}
"""By what is done."""


TAKE_ONE = """
local time = redis.call('TIME')
local now = time[1] + time[2] / 1000000
local burst, per_second = tonumber(ARGV[1]), tonumber(ARGV[2])
local kept = redis.call('HMGET', KEYS[1], 'left', 'at')
local left = tonumber(kept[1]) or burst
left = math.min(burst, left + math.max(0, now - (tonumber(kept[2]) or now)) * per_second)
local wait = 0
if left >= 1 then left = left - 1 else wait = (1 - left) / per_second end
redis.call('HSET', KEYS[1], 'left', string.format('%.6f', left), 'at', string.format('%.6f', now))
redis.call('PEXPIRE', KEYS[1], math.ceil(burst / per_second * 1000))
return string.format('%.6f', wait)
"""
"""The bucket of `Limiter.wait`, kept in Redis for all nodes: by Redis' clock, and forgotten when it is full again."""


class Limiter:
    """Buckets that fill again with time, one for each thing and for who does it."""

    def __init__(self, scale: float = 1.0, bus: Bus | None = None) -> None:
        """Scale 0: no limits, for measuring. The bus leads to where the nodes meet."""
        self.scale = scale
        self._bus = bus or Bus()
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
        _check(self.wait(what, who))

    async def take_shared(self, what: str, who: str) -> None:
        """Takes one of what all nodes share, or of what this one has while they cannot; raises Refused."""
        if self.scale:
            rate = RATES[what]
            key = f"tenka:limit:{what}:{who}"
            found = await self._bus.run(TAKE_ONE, key, rate.burst * self.scale, rate.per_second * self.scale)
            _check(self.wait(what, who) if found is None else float(found))


def _check(seconds: float) -> None:
    if seconds > 0:
        raise Refused("limit", f"that was too often; try again in {max(1, round(seconds))} seconds")
