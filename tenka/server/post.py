"""A worker's post: what it has of the server that it is a part of. The way to the hub, the bots there, and the doors
through which workers hand connections to each other.

Every table has a home, which follows from its name. A page that says at its connection which table it is about is
served there, so that everybody at a table is at one worker; who is not is served as well, only at a higher price.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import socket
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from zlib import crc32

from tenka.server.bots import BotFailed, BotPool, Job, Work
from tenka.server.bus import Bus, Listener, News, Script
from tenka.server.failures import note
from tenka.server.fair import Whose
from tenka.server.link import Failed, Link, LinkLost

log = logging.getLogger("tenka.post")

MOST_BYTES_HANDED = 64 * 1024
"""Of a request that is handed over with its connection."""
FOR_TABLE = b"GET /api/socket?table="
"""How a connection begins that says which table it is about."""


def home_of(table_id: bytes, num_workers: int) -> int:
    """The number of the worker where a table is at home."""
    return crc32(table_id) % num_workers


@dataclass
class Ends:
    """What a worker inherits, as numbers of open files."""

    listener: int
    turnstile: int
    lifeline: int
    inside: list[int]
    """By worker: where it takes connections."""
    outside: list[int]
    """By worker: where it is handed connections."""


class Post:
    """What a worker has."""

    def __init__(
        self, number: int, num_workers: int, link: socket.socket, ends: Ends, num_bots: int | None = None
    ) -> None:
        """The number of the bots' processes is that of the set-up."""
        self.number = number
        self.num_workers = num_workers
        self.turnstile = ends.turnstile
        self.bus = LocalBus(self)
        self.bots = SharedBots(self, num_bots)
        self.is_first = False
        """Whether no other worker was there when this one came."""
        self.present: set[int] = set()
        """The workers that can be handed connections."""
        self.render: Callable[[], bytes] = bytes
        """What this worker has measured."""
        self.stop: Callable[[], None] = lambda: None
        """Ends this worker as soon as everybody has been told."""
        self._socket = link
        self.link = Link(self._answer, self._hear, _end_at_once)
        self._tasks: set[asyncio.Task[Any]] = set()
        self._inside = [socket.socket(fileno=end) for end in ends.inside]
        self._make_protocol: Callable[[bytes], asyncio.Protocol] | None = None
        self._outside = [socket.socket(fileno=end) for end in ends.outside]
        _die_with(ends.lifeline)

    async def open(self, node: str) -> None:
        """Connects to the hub."""
        self.bus.node = node
        await asyncio.get_running_loop().create_unix_connection(lambda: self.link, sock=self._socket)
        self.is_first = await self.link.ask("hello", node)

    def _hear(self, body: bytes) -> None:
        news = json.loads(body)
        if "stop" in news:
            self.stop()
        elif "bots" in news:
            self.bots.state = news["bots"]
        else:
            if "came" in news:
                self.present.add(news["worker"])
            elif "gone" in news:
                self.present.discard(news["worker"])
                news["is_heir"] = news["heir"] == self.number
                if news["is_heir"]:
                    self._take_all(news["worker"])
            self.bus.hear(news)

    async def _answer(self, name: str, _values: tuple[Any, ...]) -> Any:
        if name == "figures":
            return self.render()
        raise ValueError(f"there is no such question: {name}")

    # --- doors

    def hand_over(self, connection: int, data: bytes) -> bool:
        """Whether a connection, with what has been read of it, now belongs to the worker where its table is at home."""
        if not data.startswith(FOR_TABLE):
            return False
        table_id = data[len(FOR_TABLE) : len(FOR_TABLE) + 64].partition(b" ")[0]
        home = home_of(table_id, self.num_workers)
        if home == self.number or home not in self.present or len(data) > MOST_BYTES_HANDED:
            return False
        try:
            socket.send_fds(self._outside[home], [data], [connection], socket.MSG_DONTWAIT)
        except OSError:  # too many wait before that door: whoever has it serves it
            return False
        return True

    def open_door(self, make_protocol: Callable[[bytes], asyncio.Protocol]) -> None:
        """Takes connections from other workers from now on."""
        self._make_protocol = make_protocol
        asyncio.get_running_loop().add_reader(self._inside[self.number].fileno(), self._take_all, self.number)

    def _take_all(self, number: int) -> None:
        """Takes the connections that wait before a worker's door: one's own, or that of one who has died."""
        while self._make_protocol is not None:
            try:
                data, ends, _flags, _address = socket.recv_fds(
                    self._inside[number], MOST_BYTES_HANDED, 1, socket.MSG_DONTWAIT
                )
            except (BlockingIOError, InterruptedError):
                return
            for end in ends:
                connection = socket.socket(fileno=end)
                connection.setblocking(False)
                self.keep(asyncio.get_running_loop().create_task(self._begin(connection, data)))

    async def _begin(self, connection: socket.socket, data: bytes) -> None:
        make_protocol = self._make_protocol
        assert make_protocol is not None
        with contextlib.suppress(OSError):  # it has gone meanwhile
            await asyncio.get_running_loop().connect_accepted_socket(lambda: make_protocol(data), connection)

    def keep(self, task: asyncio.Task[Any]) -> None:
        """Holds on to a task until it is done."""
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _end_at_once() -> None:
    """The server is gone: a worker alone would serve beside the next one. What was accepted is in the log."""
    os._exit(1)


def _die_with(lifeline: int) -> None:
    """Ends this process when the server's main process is gone, whatever the event loop does."""

    def wait() -> None:
        with contextlib.suppress(OSError):
            os.read(lifeline, 1)
        _end_at_once()

    threading.Thread(target=wait, name="lifeline", daemon=True).start()


class LocalBus(Bus):
    """News through the hub. They carry their events, so that nobody has to look into the file."""

    is_alone = False
    carries_events = True

    def __init__(self, post: Post) -> None:
        self.node = ""
        self._post = post
        self._news: asyncio.Queue[News] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None

    async def open(self, listener: Listener) -> None:
        """Begins to listen."""
        self._task = asyncio.create_task(self._listen(listener))
        self._post.present |= set(await self._post.link.ask("listen"))
        self.hear({"resync": True})

    async def close(self) -> None:
        """Stops."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def publish(self, news: News) -> None:
        """Tells all other workers."""
        self._post.link.tell(json.dumps(news | {"node": self.node}, separators=(",", ":")).encode())

    async def run(self, script: Script, key: str, *values: float) -> bytes | None:
        """The hub counts as Redis would."""
        try:
            answer: bytes = await self._post.link.ask(script.name, key, *values)
        except (LinkLost, Failed):
            return None
        return answer

    async def figures(self) -> dict[str, bytes] | None:
        """What all workers have measured."""
        found: dict[str, bytes] = await self._post.link.ask("figures")
        return found

    async def num_workers(self) -> int:
        """How many workers are ready."""
        count: int = await self._post.link.ask("count")
        return count

    def hear(self, news: News) -> None:
        """Takes news in, after those before."""
        self._news.put_nowait(news)

    async def _listen(self, listener: Listener) -> None:
        while True:
            news = await self._news.get()
            try:
                await listener(news)
            except Exception as error:
                note(log, "news could not be taken in", error)


class SharedBots(BotPool):
    """The bots at the hub, whose processes all workers share: the same questions, asked there."""

    def __init__(self, post: Post, num_workers: int | None) -> None:
        super().__init__(num_workers)
        self._post = post
        self.state = {"is_well": False, "is_ready": False}
        self._asking: set[asyncio.Future[Any]] = set()

    @property
    def is_well(self) -> bool:
        """Whether every process is at work."""
        return self.state["is_well"]

    @property
    def is_ready(self) -> bool:
        """Whether every process can answer at once."""
        return self.state["is_ready"]

    async def open(self) -> None:
        """Finds out how they are."""
        self.state = await self._post.link.ask("bots")

    async def close(self) -> None:
        """They stay with the hub."""

    async def wait_until_ready(self) -> None:
        """The hub has waited for them before any worker began."""

    def give_up(self) -> None:
        """Who still waits for a decision gets none."""
        super().give_up()
        for asking in list(self._asking):
            asking.cancel()

    async def _ask(self, job: Job | Work, whose: Whose, urgency: str) -> Any:
        asking = asyncio.ensure_future(self._post.link.ask("bot", job, whose, urgency))
        self._asking.add(asking)
        asking.add_done_callback(self._asking.discard)
        try:
            return await asking
        except (Failed, LinkLost) as error:
            raise BotFailed(str(error)) from None
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if task is not None and task.cancelling():
                raise
            raise BotFailed("the server stops") from None
