"""The connection itself: who says nothing for long is sent away, who says something is not, who reads slowly waits."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from tenka.server import socket
from tenka.server.auth import NOBODY, Caller
from tenka.server.config import Config
from tenka.server.frames import NAME
from tenka.server.limits import FRAME_COSTS, PEOPLE_AT_AN_ADDRESS
from tenka.server.messages import Person
from tests.server.client import inside


@pytest.fixture
def line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ClientConnection]:
    """A connection to a server in this process that expects a ping every half second."""
    monkeypatch.setattr(socket, "SECONDS_BETWEEN_PINGS", 0.5)
    with (
        inside(Config(f"sqlite:///{tmp_path}/tenka.db", bot_workers=0)) as url,
        connect(f"{url.replace('http', 'ws')}/api/socket", additional_headers={"Origin": url}) as connection,
    ):
        assert receive(connection)["type"] == "welcome"
        yield connection


def receive(line: ClientConnection) -> Any:
    return json.loads(line.recv(timeout=10))


def test_a_connection_that_is_silent_for_three_pings_is_closed(line: ClientConnection) -> None:
    assert receive(line) == {"type": "goodbye", "reason": "silent", "after": 0.0}
    with pytest.raises(ConnectionClosed) as closed:
        receive(line)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == socket.POLICY


def test_a_connection_that_pings_stays_open(line: ClientConnection) -> None:
    for number in range(1, 8):  # two seconds in all, and nobody may be silent for one and a half
        time.sleep(0.3)
        line.send(json.dumps({"type": "ping", "id": number}))
        assert receive(line)["type"] == "pong"


class Narrow:
    """Frames of a connection that takes three messages at a time."""

    def __init__(self) -> None:
        self.written: list[bytes] = []
        self.is_over = False
        self._has_room = asyncio.Event()
        self.make_room()

    @property
    def is_free(self) -> bool:
        return self._has_room.is_set()

    def make_room(self) -> None:
        self._left = 3
        self._has_room.set()

    async def wait_until_free(self) -> None:
        await self._has_room.wait()

    def cut_off(self) -> None:
        self.is_over = True
        self._has_room.set()  # nobody waits for a connection that is lost

    def write(self, text: bytes) -> None:
        self.written.append(text)
        self._left -= 1
        if not self._left:
            self._has_room.clear()


def narrow() -> tuple[socket.Socket, Narrow]:
    frames = Narrow()
    websocket = SimpleNamespace(scope={"extensions": {NAME: frames}})
    server = SimpleNamespace(lounge=None)
    return socket.Socket(cast(Any, server), cast(Any, websocket), NOBODY, "local"), frames


def test_what_a_connection_cannot_take_at_once_comes_later_and_in_order() -> None:
    async def send() -> None:
        one, frames = narrow()
        sender = asyncio.create_task(one._send())
        messages = [str(number).encode() for number in range(10)]
        for message in messages[:8]:
            one.send(message)
        assert frames.written == messages[:3]
        frames.make_room()
        one.send(messages[8])  # before the sender has had its turn
        for _ in range(5):
            await asyncio.sleep(0)
            frames.make_room()
        one.send(messages[9])
        sender.cancel()
        assert frames.written == messages

    asyncio.run(send())


@pytest.mark.parametrize("size", [1, 250_000])
def test_who_is_far_behind_is_sent_away(size: int) -> None:
    """In messages, or in what they are together: else one address could have all memory wait for it."""
    most = min(socket.MOST_WAITING, socket.MOST_BYTES_WAITING // size)

    async def send() -> None:
        one, frames = narrow()
        sender = asyncio.create_task(one._send())
        for _ in range(most + 2):
            one.send(b"x" * size)
        frames.make_room()
        await asyncio.sleep(0)
        for _ in range(4):
            one.send(b"x" * size)
        assert one._code == 1000, "what was taken in meanwhile waits no more"
        one.send(b"x" * size)
        assert one._code == socket.TOO_SLOW
        frames.make_room()
        await asyncio.wait_for(sender, 5)
        assert len(frames.written) == 6, "what was waiting is not sent: who comes back gets everything"

    asyncio.run(send())


def test_who_reads_nothing_is_cut_off_and_does_nothing_any_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """Signed out, a thief who did not take in the goodbye went on playing; and his connection counted nowhere."""
    monkeypatch.setattr(socket, "SECONDS_TO_LEAVE", 0.05)
    done: list[str] = []

    async def note(_one: socket.Socket, message: Any) -> None:
        done.append(message.type)

    monkeypatch.setitem(socket.Socket._handlers, "ping", note)

    async def leave() -> None:
        one, frames = narrow()
        sender = asyncio.create_task(one._send())
        for _ in range(4):
            one.send(b"x")
        await one._take('{"type": "ping"}')
        one.leave("signed_out", 0.0)
        await one._take('{"type": "ping"}')
        await asyncio.wait_for(sender, 5)
        assert done == ["ping"]
        assert frames.is_over

    asyncio.run(leave())


def test_a_message_is_paid_for_by_address_and_by_person_before_it_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    """As what it costs. Not reading on until then is what makes the sender wait."""
    told: list[Any] = []

    class Purse:
        def charge(self, what: str, who: str, cost: float, times: int = 1) -> float:
            told.append((what, who, cost, times))
            return float(cost)

    async def rest(seconds: float) -> None:
        told.append(seconds)

    async def take(_one: socket.Socket, message: Any) -> None:
        told.append(message.type)

    async def receive() -> Any:
        return frames.pop(0)

    frames = [{"type": "websocket.receive", "text": '{"type": "watch_lobby"}'}, {"type": "websocket.disconnect"}]
    one, _ = narrow()
    one.caller = Caller(Person(id="p", name="Ann", is_guest=False))
    one.server = cast(Any, SimpleNamespace(limiter=Purse()))
    one._websocket = cast(Any, SimpleNamespace(receive=receive))
    monkeypatch.setattr(asyncio, "sleep", rest)
    monkeypatch.setitem(socket.Socket._handlers, "watch_lobby", take)
    asyncio.run(one._receive())
    first, all_of_it = 1, FRAME_COSTS["watch_lobby"]
    assert told == [
        ("frame", "address local", first, PEOPLE_AT_AN_ADDRESS),
        ("frame", "person p", first, 1),
        first,
        ("frame", "address local", all_of_it - 1, PEOPLE_AT_AN_ADDRESS),
        ("frame", "person p", all_of_it - 1, 1),
        all_of_it - 1,
        "watch_lobby",
    ]


def test_connections_from_an_address_are_so_many_at_once(tmp_path: Path) -> None:
    with ExitStack() as stack:
        url = stack.enter_context(inside(Config(f"sqlite:///{tmp_path}/tenka.db", bot_workers=0, limits=0.02)))
        there = f"{url.replace('http', 'ws')}/api/socket"
        for _ in range(2):
            stack.enter_context(connect(there, additional_headers={"Origin": url}))
        with pytest.raises(InvalidStatus):
            connect(there, additional_headers={"Origin": url})
