"""Frames: a connection that is flooded leaves the others their turn, and what is written arrives as it was."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.uri import parse_uri

from tenka.server.frames import BYTES_AT_ONCE, MOST_BETWEEN, NAME, Frames

SECONDS = 10.0


class Wire(asyncio.Transport):
    """Between a server's protocol and a browser's, without a network."""

    def __init__(self) -> None:
        super().__init__()
        self.written: list[bytes] = []
        self.is_paused = self.is_closed = False

    def write(self, data: Any) -> None:
        self.written.append(bytes(data))

    def pause_reading(self) -> None:
        self.is_paused = True

    def resume_reading(self) -> None:
        self.is_paused = False

    def is_closing(self) -> bool:
        return self.is_closed

    def close(self) -> None:
        self.is_closed = True

    def abort(self) -> None:
        self.is_closed = True


class Meeting:
    """An application that notes what it gets, as fast as it may, and a browser."""

    def __init__(self) -> None:
        self.got: list[str | bytes] = []
        self.may_read = asyncio.Event()
        self.may_read.set()
        self.is_farewell = asyncio.Event()
        self.frames = Frames(uvicorn.Config(self.app, ws=Frames, interface="asgi3"), ServerState(), {})
        self.wire = Wire()
        self.browser = ClientProtocol(parse_uri("ws://tenka.test/api/socket"))
        self.line: Frames | None = None

    async def app(
        self, scope: Any, receive: Callable[[], Awaitable[Any]], send: Callable[[Any], Awaitable[None]]
    ) -> None:
        if scope["type"] != "websocket":
            return
        self.line = scope["extensions"][NAME]
        await receive()
        await send({"type": "websocket.accept"})
        while not self.is_farewell.is_set():
            await self.may_read.wait()
            message = await receive()
            if message["type"] == "websocket.disconnect":
                return
            self.got.append(message["text"] if "text" in message else message["bytes"])
        await send({"type": "websocket.close", "code": 1000})

    async def begin(self) -> None:
        self.frames.connection_made(self.wire)
        self.browser.send_request(self.browser.connect())
        self.send()
        await self.until(lambda: bool(self.wire.written))
        self.hear()

    def send(self) -> None:
        self.frames.data_received(b"".join(self.browser.data_to_send()))

    def hear(self) -> list[Frame]:
        """What has come to the browser."""
        self.browser.receive_data(b"".join(self.wire.written))
        self.wire.written.clear()
        return [event for event in self.browser.events_received() if isinstance(event, Frame)]

    async def until(self, is_so: Callable[[], bool]) -> None:
        async with asyncio.timeout(SECONDS):
            while not is_so():
                await asyncio.sleep(0)


def meet(do: Callable[[Meeting], Awaitable[None]]) -> None:
    async def run() -> None:
        meeting = Meeting()
        await meeting.begin()
        await do(meeting)

    asyncio.run(run())


def test_a_flooded_connection_is_read_a_little_at_a_time_whole_and_in_order() -> None:
    async def flood(meeting: Meeting) -> None:
        texts = [f"message {number}" for number in range(1_000)]
        for text in texts:
            meeting.browser.send_text(text.encode())
        meeting.send()
        assert meeting.wire.is_paused, "no more is read while there is enough"
        most = BYTES_AT_ONCE // len("message 0")
        seen = []
        while len(meeting.got) < len(texts):
            before = len(meeting.got)
            await asyncio.sleep(0)  # a turn of somebody else's
            seen.append(len(meeting.got) - before)
        assert max(seen) <= most, "what others wait for"
        assert meeting.got == texts
        await meeting.until(lambda: not meeting.wire.is_paused)

    meet(flood)


def test_what_an_application_does_not_take_is_not_even_looked_at() -> None:
    async def wait(meeting: Meeting) -> None:
        meeting.may_read.clear()
        for number in range(1_000):
            meeting.browser.send_text(f"message {number}".encode())
        meeting.send()
        for _ in range(20):
            await asyncio.sleep(0)
        assert meeting.frames.queue.qsize() <= BYTES_AT_ONCE // len("message 0")
        meeting.browser.send_text(b"the last")
        meeting.send()  # what was on its way when reading was paused
        meeting.may_read.set()
        await meeting.until(lambda: len(meeting.got) == 1_001)
        assert meeting.got[-1] == "the last"

    meet(wait)


def test_a_long_message_that_comes_in_parts_is_read_to_its_end() -> None:
    async def send(meeting: Meeting) -> None:
        text = "x" * (4 * BYTES_AT_ONCE)
        meeting.browser.send_text(text.encode())
        (data,) = meeting.browser.data_to_send()
        middle = 2 * BYTES_AT_ONCE + 7
        meeting.frames.data_received(data[:middle])
        await meeting.until(lambda: not meeting.wire.is_paused)
        meeting.frames.data_received(data[middle:])
        await meeting.until(lambda: meeting.got == [text])

    meet(send)


def test_pings_of_the_protocol_are_answered() -> None:
    async def ping(meeting: Meeting) -> None:
        for number in range(3):
            for _ in range(MOST_BETWEEN):
                meeting.browser.send_ping(b"")
            meeting.browser.send_text(f"message {number}".encode())
        meeting.send()
        await meeting.until(lambda: meeting.got == ["message 0", "message 1", "message 2"])
        assert [frame.opcode for frame in meeting.hear()] == [Opcode.PONG] * 3 * MOST_BETWEEN
        assert not meeting.wire.is_closed

    meet(ping)


@pytest.mark.parametrize("kind", ["ping", "pong", "part"])
def test_who_sends_frames_that_are_no_messages_without_end_is_sent_away(kind: str) -> None:
    """Messages are paid for, these are not; and whoever does not read the answers to pings fills the memory."""

    async def flood(meeting: Meeting) -> None:
        browser: Any = meeting.browser
        if kind == "part":
            browser.send_text(b"", fin=False)
        send = {"ping": browser.send_ping, "pong": browser.send_pong}.get(
            kind, lambda data: browser.send_continuation(data, fin=False)
        )
        for _ in range(MOST_BETWEEN):
            send(b"")
        meeting.send()
        assert not meeting.wire.is_closed
        send(b"")
        meeting.send()
        assert meeting.wire.is_closed
        assert len(meeting.wire.written) <= MOST_BETWEEN

    meet(flood)


def test_a_text_that_is_none_is_taken_for_bytes(caplog: pytest.LogCaptureFixture) -> None:
    async def send(meeting: Meeting) -> None:
        meeting.browser.send_text(b"\xff\xfe")
        meeting.browser.send_text(b"and now")
        meeting.send()
        await meeting.until(lambda: meeting.got == [b"\xff\xfe", "and now"])
        assert not caplog.records

    meet(send)


def test_a_farewell_is_heard_behind_a_flood() -> None:
    async def leave(meeting: Meeting) -> None:
        meeting.is_farewell.set()
        for number in range(1_000):
            meeting.browser.send_text(f"message {number}".encode())
        meeting.send()
        await meeting.until(lambda: meeting.frames.close_sent and not meeting.frames._unread)
        assert not meeting.wire.is_paused, "the answer is still to come"
        meeting.browser.send_close(1000)
        meeting.send()
        await meeting.until(lambda: meeting.wire.is_closed)
        assert len(meeting.got) == 1, "after its farewell the application takes nothing"

    meet(leave)


def test_texts_of_all_lengths_arrive_as_they_were() -> None:
    async def write(meeting: Meeting) -> None:
        assert meeting.line is not None
        texts = [b"x" * size for size in (0, 1, 125, 126, 65_535, 65_536)] + ["勝負あり".encode()]
        for text in texts:
            meeting.line.write(text)
        heard = meeting.hear()
        assert [frame.opcode for frame in heard] == [Opcode.TEXT] * len(texts)
        assert [bytes(frame.data) for frame in heard] == texts

    meet(write)


def test_nothing_is_written_to_a_connection_that_is_over() -> None:
    async def write(meeting: Meeting) -> None:
        assert meeting.line is not None
        meeting.frames.connection_lost(None)
        meeting.line.write(b"to nobody")
        assert not meeting.wire.written
        assert meeting.line.is_over

    meet(write)
