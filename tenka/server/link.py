"""A link between two processes of one server: news, and questions with their answers. Both ends trust each other."""

from __future__ import annotations

import asyncio
import itertools
import logging
import pickle
import struct
from collections.abc import Awaitable, Callable
from typing import Any, cast

from tenka.table import Refused

log = logging.getLogger("tenka.link")

_HEAD = struct.Struct(">IB")
_NEWS, _QUESTION, _ANSWER = range(3)
MOST_BYTES_WAITING = 64 * 1024 * 1024
"""The other end has not listened for long: it is given up."""

Answer = Callable[[str, tuple[Any, ...]], Awaitable[Any]]


class LinkLost(Exception):
    """The other end is gone, and with it the answer."""


class Failed(Exception):
    """The other end could not answer."""


class Link(asyncio.Protocol):
    """One end."""

    def __init__(self, answer: Answer, hear: Callable[[bytes], None], lose: Callable[[], None]) -> None:
        self._answer = answer
        self._hear = hear
        self._lose = lose
        self._buffer = bytearray()
        self._transport: asyncio.Transport | None = None
        self._outgoing: list[bytes] = []
        """What is sent at the next moment, all at once: each time costs a call of the system at both ends."""
        self._numbers = itertools.count()
        self._asked: dict[int, asyncio.Future[Any]] = {}
        self._answering: set[asyncio.Task[None]] = set()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begins."""
        self._transport = cast(asyncio.Transport, transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """The end: what was asked here is not answered any more, and what was asked there need not be."""
        self._transport = None
        for future in self._asked.values():
            if not future.done():
                future.set_exception(LinkLost("the other process is gone"))
        for task in list(self._answering):
            task.cancel()
        self._lose()

    def close(self) -> None:
        """Hangs up."""
        if self._transport is not None:
            self._flush()
            self._transport.close()

    def tell(self, news: bytes) -> None:
        """Sends news; nobody answers."""
        self._send(_NEWS, news)

    async def ask(self, name: str, *values: Any) -> Any:
        """The other end's answer; raises Refused as it does, Failed where it fails, and LinkLost."""
        if self._transport is None:
            raise LinkLost("the other process is gone")
        number = next(self._numbers)
        future = self._asked[number] = asyncio.get_running_loop().create_future()
        self._send(_QUESTION, pickle.dumps((number, name, values)))
        try:
            return await future
        finally:
            del self._asked[number]

    def _send(self, kind: int, body: bytes) -> None:
        if self._transport is None:
            return
        if not self._outgoing:
            asyncio.get_running_loop().call_soon(self._flush)
        self._outgoing += (_HEAD.pack(len(body), kind), body)

    def _flush(self) -> None:
        outgoing, self._outgoing = self._outgoing, []
        if self._transport is None or not outgoing:
            return
        self._transport.write(b"".join(outgoing))
        if self._transport.get_write_buffer_size() > MOST_BYTES_WAITING:
            log.error("a process of the server does not listen; it is given up")
            self._transport.abort()

    def data_received(self, data: bytes) -> None:
        """Some bytes: perhaps half a message, perhaps several."""
        self._buffer += data
        begin = 0
        while len(self._buffer) - begin >= _HEAD.size:
            size, kind = _HEAD.unpack_from(self._buffer, begin)
            end = begin + _HEAD.size + size
            if len(self._buffer) < end:
                break
            self._take_in(kind, bytes(self._buffer[begin + _HEAD.size : end]))
            begin = end
        del self._buffer[:begin]

    def _take_in(self, kind: int, body: bytes) -> None:
        if kind == _NEWS:
            self._hear(body)
        elif kind == _QUESTION:
            task = asyncio.get_running_loop().create_task(self._respond(*pickle.loads(body)))
            self._answering.add(task)
            task.add_done_callback(self._answering.discard)
        else:
            number, way, found = pickle.loads(body)
            future = self._asked.get(number)
            if future is None or future.done():  # whoever asked has gone
                return
            if way == "good":
                future.set_result(found)
            else:
                future.set_exception(Refused(*found) if way == "refused" else Failed(found))

    async def _respond(self, number: int, name: str, values: tuple[Any, ...]) -> None:
        try:
            answer: tuple[str, Any] = ("good", await self._answer(name, values))
        except Refused as refusal:
            answer = ("refused", (refusal.code, str(refusal)))
        except Exception as error:
            answer = ("failed", str(error))
        self._send(_ANSWER, pickle.dumps((number, *answer)))
