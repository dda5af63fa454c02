"""The hub: where the workers of one server meet. It passes news on, counts for all of them, and has their bots.

It knows nothing of tables. What a worker held is let go with it, and the others are told, so that one of them sees to
what it had begun.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from tenka.server.bots import BotPool
from tenka.server.limits import MOST_BUCKETS
from tenka.server.link import Link, LinkLost
from tenka.server.metrics import BotFigures

SECONDS_FOR_FIGURES = 2.0
SECONDS_BETWEEN_TELLINGS = 1.0


class Tally:
    """What the limits count, for all workers; the same as is counted in Redis for nodes."""

    def __init__(self) -> None:
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._held: dict[str, dict[int, int]] = {}
        """By what and who: the worker of each ticket."""

    def take(self, key: str, burst: float, per_second: float) -> float:
        """Takes one of a bucket; returns 0, or how many seconds to wait for it."""
        now = time.monotonic()
        left, at = self._buckets.pop(key, (burst, now))
        left = min(burst, left + (now - at) * per_second)
        self._buckets[key] = (left - 1 if left >= 1 else left, now)
        if len(self._buckets) > MOST_BUCKETS:
            self._buckets.popitem(last=False)
        return 0.0 if left >= 1 else (1 - left) / per_second

    def hold(self, worker: int, key: str, most: float, *tickets: int) -> bool:
        """Whether there was room for tickets."""
        held = self._held.setdefault(key, {})
        is_room = len(held) < most
        if is_room:
            held |= dict.fromkeys(tickets, worker)
        elif not held:
            del self._held[key]
        return is_room

    def let_go(self, key: str, ticket: int) -> None:
        """A ticket is not held any longer."""
        held = self._held.get(key, {})
        held.pop(ticket, None)
        if not held:
            self._held.pop(key, None)

    def forget(self, worker: int) -> None:
        """A worker is gone, and holds nothing any more."""
        for key, held in list(self._held.items()):
            for ticket in [ticket for ticket, owner in held.items() if owner == worker]:
                self.let_go(key, ticket)


class Member:
    """A worker as the hub knows it."""

    def __init__(self, hub: Hub, number: int, lose: Callable[[Member], None]) -> None:
        self.hub = hub
        self.number = number
        self.node = ""
        self.is_heard = False
        """Whether it hears news."""
        self.is_ready = False
        self._lose = lose
        self.link = Link(self._answer, self._hear, self._end)

    def _hear(self, news: bytes) -> None:
        self.hub.tell(news, self)

    def _end(self) -> None:
        self.hub.drop(self)
        self._lose(self)

    async def _answer(self, name: str, values: tuple[Any, ...]) -> Any:
        return await self.hub.answer(self, name, values)


class Hub:
    """All workers of a server."""

    def __init__(self, bots: BotPool, on_ready: Callable[[Member], None]) -> None:
        self.bots = bots
        self.tally = Tally()
        self.members: dict[int, Member] = {}
        """By number: the workers that are there."""
        self.figures = BotFigures(bots)
        self._left: list[Member] = []
        """Workers that are gone, and nobody listened: whoever does next sees to what they had begun."""
        self._on_ready = on_ready

    def tell(self, news: bytes, sender: Member | None = None) -> None:
        """Passes news on to all others."""
        for member in self.members.values():
            if member is not sender and member.is_heard:
                member.link.tell(news)

    def _say(self, news: dict[str, Any], sender: Member | None = None) -> None:
        self.tell(json.dumps(news).encode(), sender)

    def drop(self, member: Member) -> None:
        """A worker is gone: the first of the others that listens sees to the bots that it has asked."""
        if self.members.get(member.number) is member:
            del self.members[member.number]
        self.tally.forget(member.number)
        heir = next((other.number for other in self.members.values() if other.is_heard), None)
        self._say({"gone": member.node, "worker": member.number, "heir": heir})
        if heir is None:
            self._left.append(member)

    async def answer(self, member: Member, name: str, values: tuple[Any, ...]) -> Any:
        """What a worker asks."""
        match name, values:
            case "hello", (node,):
                member.node = node
                self.members[member.number] = member
                return len(self.members) == 1
            case "listen", ():
                member.is_heard = True
                self._say({"came": member.node, "worker": member.number}, member)
                for left in self._left:
                    news = {"gone": left.node, "worker": left.number, "heir": member.number}
                    member.link.tell(json.dumps(news).encode())
                self._left.clear()
                return [other.number for other in self.members.values() if other.is_heard]
            case "ready", ():
                member.is_ready = True
                self._on_ready(member)
            case "take", (key, burst, per_second):
                return b"%.6f" % self.tally.take(key, burst, per_second)
            case "hold", (key, most, _seconds, *tickets):
                return b"1" if self.tally.hold(member.number, key, most, *tickets) else b"0"
            case "let_go", (key, ticket):
                self.tally.let_go(key, ticket)
                return b"1"
            case "bot", (job, whose, urgency):
                return await self.bots.ask(job, whose, urgency)
            case "bots", ():
                return self._show_bots()
            case "figures", ():
                return await self._ask_for_figures()
            case "count", ():
                return sum(other.is_ready for other in self.members.values())
            case _:
                raise ValueError(f"there is no such question: {name}")
        return None

    def _show_bots(self) -> dict[str, Any]:
        return {"is_well": self.bots.is_well, "is_ready": self.bots.is_ready}

    async def tell_of_bots(self) -> None:
        """Says now and then how the bots are."""
        while True:
            self._say({"bots": self._show_bots()})
            await asyncio.sleep(SECONDS_BETWEEN_TELLINGS)

    async def _ask_for_figures(self) -> dict[str, bytes]:
        """What every worker has measured, and what the hub has."""
        found = {"hub": self.figures.render()}

        async def ask(member: Member) -> None:
            with contextlib.suppress(LinkLost, TimeoutError):
                async with asyncio.timeout(SECONDS_FOR_FIGURES):
                    found[str(member.number)] = await member.link.ask("figures")

        await asyncio.gather(*(ask(member) for member in list(self.members.values()) if member.is_ready))
        return found
