"""Limits: how often somebody may do something, and of what he may have how much at once; at all nodes together where
there is a Redis.

Most are counted twice: by person, and by address with room for several people who share one.
"""

from __future__ import annotations

import ipaddress
import secrets
import time
from collections import OrderedDict, defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NamedTuple

from tenka.server.bus import Bus, Script
from tenka.table import Refused

MOST_BUCKETS = 50_000
"""Remembered at once; the longest unused is forgotten first."""


class Rate(NamedTuple):
    """So many at once, and so many more each second."""

    burst: float
    per_second: float


RATES = {
    "request": Rate(200, 50),
    "page": Rate(800, 80),
    "guest": Rate(30, 0.2),
    "register": Rate(10, 0.1),
    "sign_in": Rate(10, 0.1),
    "sign_in_name": Rate(10, 0.05),
    "password": Rate(10, 0.1),
    "look": Rate(100, 15),
    "table": Rate(30, 0.5),
    "listener": Rate(20, 0.1),
    "record": Rate(20, 0.5),
    "replay": Rate(40, 4),
    "download": Rate(5, 0.02),
    "hint": Rate(10, 0.5),
    "review": Rate(8, 0.01),
    "report": Rate(5, 0.005),
    "frame": Rate(200, 60),
    "connect": Rate(100, 5),
}
"""By what is done."""
PEOPLE_AT_AN_ADDRESS = 5
"""As many times as one person may all at one address do something, or have something."""


class Cap(NamedTuple):
    """So many at once."""

    person: int
    address: int


CAPS = {
    "socket": Cap(20, 400),
    "stream": Cap(5, 50),
    "table": Cap(50, 250),
    "lobby": Cap(5, 20),
    "review": Cap(3, 12),
}
"""By what is had: connections, event streams, tables that are not over, tables in the lobby that wait for players,
reviews that wait to be made."""

FRAME_COSTS = {"watch": 8, "watch_lobby": 8, "preview": 3, "act": 2, "hint": 3, "signal": 2}
"""By type of message: what it costs the server, in pings."""

SECONDS_BETWEEN_TELLINGS = 1.0
"""How often nodes tell each other what was charged for."""
LEAST_TOLD = 0.1
"""Of what fills again meanwhile: who takes less than that makes no difference."""

SECONDS_HELD = 60.0
"""Where a node does not say again that a connection is open, the others believe no longer that it is."""


TAKE_ONE = Script(
    "take",
    """
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
""",
)
"""The bucket of `Limiter.wait`, kept in Redis for all nodes: by Redis' clock, and forgotten when it is full again."""

HOLD = Script(
    "hold",
    """
local now = tonumber(redis.call('TIME')[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
local most, seconds = tonumber(ARGV[1]), tonumber(ARGV[2])
if redis.call('ZCARD', KEYS[1]) >= most then return '0' end
for place = 3, #ARGV do redis.call('ZADD', KEYS[1], now + seconds, ARGV[place]) end
redis.call('EXPIRE', KEYS[1], seconds)
return '1'
""",
)
"""Who has something open, at all nodes: as long as they say so now and then."""

LET_GO = Script(
    "let_go",
    """
redis.call('ZREM', KEYS[1], ARGV[1])
return '1'
""",
)


class Limiter:
    """Buckets that fill again with time, one for each thing and for who does it."""

    def __init__(self, scale: float = 1.0, bus: Bus | None = None) -> None:
        """Scale 0: no limits, for measuring. The bus leads to where the nodes meet."""
        self.scale = scale
        self._bus = bus or Bus()
        self._buckets: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()
        self._charged: dict[tuple[str, str, int], float] = defaultdict(float)
        """By what, who, and for how many people: what was charged here since the others were told."""
        self._held: dict[tuple[str, str], set[int]] = defaultdict(set)
        """By what and who: what is open at this node."""

    def wait(self, what: str, who: str, times: int = 1) -> float:
        """Takes one; returns 0, or how many seconds to wait for it. `times`: for so many people."""
        if not self.scale:
            return 0.0
        left, rate, now = self._left(what, who, times)
        is_there = left >= 1
        self._keep(what, who, left - 1 if is_there else left, now)
        return 0.0 if is_there else (1 - left) / rate.per_second

    def charge(self, what: str, who: str, cost: float, times: int = 1) -> float:
        """Takes as much as something costs, also what is not there yet; returns how long to wait for that. Nodes share
        it by telling each other: asking each time would cost more than what is charged for."""
        if not self.scale:
            return 0.0
        if not self._bus.is_alone:
            self._charged[what, who, times] += cost
        return self._charge(what, who, cost, times)

    def _charge(self, what: str, who: str, cost: float, times: int) -> float:
        left, rate, now = self._left(what, who, times)
        left -= cost
        self._keep(what, who, left, now)
        return max(0.0, -left / rate.per_second)

    def tell_charged(self) -> None:
        """Tells the other nodes what was charged here since the last time."""
        charged, self._charged = self._charged, defaultdict(float)
        least = LEAST_TOLD * SECONDS_BETWEEN_TELLINGS * self.scale
        told = [
            (what, who, times, cost)
            for (what, who, times), cost in charged.items()
            if cost >= least * times * RATES[what].per_second
        ]
        if told:
            self._bus.publish({"charged": told})

    def hear_charged(self, told: list[tuple[str, str, int, float]]) -> None:
        """Takes what was charged at another node."""
        if self.scale:
            for what, who, times, cost in told:
                self._charge(what, who, cost, times)

    def _left(self, what: str, who: str, times: int) -> tuple[float, Rate, float]:
        """What is left in a bucket, how it fills, and the time."""
        rate = Rate(*(number * self.scale * times for number in RATES[what]))
        now = time.monotonic()
        left, at = self._buckets.pop((what, who), (rate.burst, now))
        return min(rate.burst, left + (now - at) * rate.per_second), rate, now

    def _keep(self, what: str, who: str, left: float, now: float) -> None:
        self._buckets[what, who] = (left, now)
        if len(self._buckets) > MOST_BUCKETS:
            self._buckets.popitem(last=False)

    async def take_shared(self, what: str, who: str, times: int = 1) -> None:
        """Takes one of what all nodes share, or of what this one has while they cannot; raises Refused."""
        if self.scale:
            burst, per_second = (number * self.scale * times for number in RATES[what])
            found = await self._bus.run(TAKE_ONE, f"tenka:limit:{what}:{who}", burst, per_second)
            _check(self.wait(what, who, times) if found is None else float(found))

    async def take_both(self, what: str, person: str | None, address: str) -> None:
        """Takes one of a person's and one of an address's; raises Refused. All who are nobody at an address have what
        one person has, and take it from none of the people there."""
        if person is None:
            await self.take_shared(what, f"nobody at {address}")
        else:
            await self.take_shared(what, f"person {person}")
            await self.take_shared(what, address, PEOPLE_AT_AN_ADDRESS)

    # --- what somebody has

    def most(self, what: str) -> Cap | None:
        """How much somebody may have at once; None: as much as he likes."""
        if not self.scale:
            return None
        return Cap(*(max(1, round(number * self.scale)) for number in CAPS[what]))

    def must_have_room(self, what: str, person: str | None, address: str) -> None:
        """Raises Refused where somebody has too many open at this node already."""
        for who, most in self._wanted(what, person, address):
            if len(self._held.get((what, who), ())) >= most:
                raise Refused("limit", f"you have {most} of these open already; close one")

    def _wanted(self, what: str, person: str | None, address: str) -> list[tuple[str, int]]:
        cap = self.most(what)
        if cap is None:
            return []
        both = [(f"address {address}", cap.address)]
        return both if person is None else [*both, (f"person {person}", cap.person)]

    @asynccontextmanager
    async def holding(self, what: str, person: str | None, address: str) -> AsyncIterator[None]:
        """As long as somebody has something open; raises Refused where he has too many."""
        ticket = secrets.randbits(50)
        held: list[str] = []
        self.must_have_room(what, person, address)
        try:
            for who, most in self._wanted(what, person, address):
                if not await self._hold(what, who, most, ticket):
                    raise Refused("limit", f"you have {most} of these open already; close one")
                self._held[what, who].add(ticket)
                held.append(who)
            yield
        finally:
            for who in held:
                self._held[what, who].discard(ticket)
                if not self._held[what, who]:
                    del self._held[what, who]
                await self._bus.run(LET_GO, _key(what, who), ticket)

    async def _hold(self, what: str, who: str, most: int, *tickets: int) -> bool:
        """Whether all nodes together have room for one more; each has its own count while they cannot meet."""
        return await self._bus.run(HOLD, _key(what, who), most, SECONDS_HELD, *tickets) in (None, b"1")

    async def hold_on(self) -> None:
        """Says again what is open at this node."""
        for (what, who), tickets in list(self._held.items()):
            await self._hold(what, who, 1_000_000, *tickets)


def _key(what: str, who: str) -> str:
    return f"tenka:held:{what}:{who}"


def network_of(address: str) -> str:
    """What is counted as one address: of the newer kind everybody has 2 to the 64th.

    >>> network_of("2001:db8:1:2:3:4:5:6"), network_of("10.0.0.1"), network_of("::ffff:10.0.0.1")
    ('2001:db8:1:2::', '10.0.0.1', '10.0.0.1')
    """
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv6Address):
        if parsed.ipv4_mapped is not None:
            return str(parsed.ipv4_mapped)
        return str(ipaddress.IPv6Address(int(parsed) >> 64 << 64))
    return str(parsed)


def _check(seconds: float) -> None:
    if seconds > 0:
        raise Refused("limit", f"that was too often; try again in {max(1, round(seconds))} seconds")
