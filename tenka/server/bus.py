"""Between nodes: which tables have news. Messages may get lost; the log is the truth, and nodes look there too."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

from tenka.server.failures import note

log = logging.getLogger("tenka.bus")

CHANNEL = "tenka"
SECONDS_BETWEEN_TRIES = 1.0
SECONDS_FOR_A_SCRIPT = 1.0
"""Then a request goes on without it."""

News = dict[str, Any]
Listener = Callable[[News], Awaitable[None]]


class Script(NamedTuple):
    """Something short that is done where all nodes meet, with nothing in between."""

    name: str
    """For the hub of workers, which does the same."""
    lua: str
    """For Redis."""


class Bus:
    """For one node alone: nobody else is there."""

    is_alone = True
    """Whether no other node can be told; with PostgreSQL there may be others all the same."""
    carries_events = False
    """Whether news of a table bring what happened there."""
    is_connected: bool | None = None
    """None: there is nothing to be connected to."""

    async def open(self, listener: Listener) -> None:
        """Begins to listen."""

    async def close(self) -> None:
        """Stops."""

    def publish(self, news: News) -> None:
        """Tells all other nodes."""

    async def run(self, script: Script, key: str, *values: float) -> bytes | None:
        """What a script answers that runs where all nodes meet; None: there is no such place, or it is away."""
        return None

    async def figures(self) -> dict[str, bytes] | None:
        """By worker: what it has measured; None: this process is the whole node."""
        return None

    async def num_workers(self) -> int:
        """How many processes of this node serve."""
        return 1


class RedisBus(Bus):
    """Redis' publish and subscribe."""

    is_alone = False
    is_connected = False

    def __init__(self, url: str, node: str) -> None:
        try:
            import redis.asyncio
        except ModuleNotFoundError:
            from tenka import DISTRIBUTION
            from tenka.game import GameError

            raise GameError(f"REDIS_URL needs the package redis: pip install '{DISTRIBUTION}[redis]'") from None
        self._redis = redis.asyncio.from_url(url, socket_connect_timeout=2, health_check_interval=5)
        self._node = node
        self._outgoing: asyncio.Queue[str] = asyncio.Queue(10_000)
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self, listener: Listener) -> None:
        """Begins to listen, and goes on trying as long as Redis is away."""
        self._tasks = [asyncio.create_task(self._listen(listener)), asyncio.create_task(self._send())]

    async def close(self) -> None:
        """Stops."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with contextlib.suppress(Exception):
            await self._redis.aclose()

    def publish(self, news: News) -> None:
        """Tells all other nodes, if Redis is there."""
        if self.is_connected:
            with contextlib.suppress(asyncio.QueueFull):
                self._outgoing.put_nowait(json.dumps(news | {"node": self._node}))

    async def run(self, script: Script, key: str, *values: float) -> bytes | None:
        """Runs a script in Redis, which lets nothing happen between its lines."""
        if not self.is_connected:
            return None
        try:
            async with asyncio.timeout(SECONDS_FOR_A_SCRIPT):
                answer: bytes = await self._redis.eval(script.lua, 1, key, *values)
        except Exception as error:
            log.warning("redis did not answer; this node goes by its own count", extra={"reason": str(error)})
            return None
        return answer

    async def _send(self) -> None:
        while True:
            text = await self._outgoing.get()
            with contextlib.suppress(Exception):  # the other nodes will find it in the log
                await self._redis.publish(CHANNEL, text)

    async def _listen(self, listener: Listener) -> None:
        while True:
            try:
                async with self._redis.pubsub() as channel:
                    await channel.subscribe(CHANNEL)
                    self.is_connected = True
                    log.info("connected to redis")
                    await listener({"resync": True})
                    while True:
                        message = await channel.get_message(ignore_subscribe_messages=True, timeout=5)
                        if message is not None:
                            await self._hear(message["data"], listener)
            except asyncio.CancelledError:
                raise
            except Exception as error:
                if self.is_connected:
                    log.warning("redis is away; nodes look into the database instead", extra={"reason": str(error)})
                self.is_connected = False
                await asyncio.sleep(SECONDS_BETWEEN_TRIES)

    async def _hear(self, data: bytes, listener: Listener) -> None:
        news = json.loads(data)
        if news.get("node") != self._node:
            try:
                await listener(news)
            except Exception as error:
                note(log, "news could not be taken in", error)
