"""The WebSocket: one for each page, for all tables that it follows."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import deque
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, ClassVar

from fastapi import WebSocket, WebSocketDisconnect
from pydantic import TypeAdapter, ValidationError

from tenka import __version__
from tenka.game import GameError, Seat
from tenka.server import audience, hints
from tenka.server import socket_messages as messages
from tenka.server.auth import Caller
from tenka.server.failures import is_failure, refusal_of
from tenka.server.fair import Whose
from tenka.server.frames import NAME as FRAMES
from tenka.server.frames import Frames
from tenka.server.limits import FRAME_COSTS, PEOPLE_AT_AN_ADDRESS
from tenka.server.messages import Message
from tenka.server.rooms import Room
from tenka.server.socket_messages import GoodbyeReason, ToServer
from tenka.table import Refused

if TYPE_CHECKING:
    from tenka.server.app import Server

log = logging.getLogger("tenka.socket")

SECONDS_BETWEEN_PINGS = 20.0
MOST_WAITING = 500
"""Messages that a slow connection may be behind before it is closed."""
MOST_BYTES_WAITING = 2_000_000
"""And how long they may be together: one address may have 400 connections, and asks for whole tables."""
SECONDS_TO_LEAVE = 5.0
"""To take in what was said last; then the connection is cut off. Closed politely, that of somebody who does not read
would stay for ever, with all that waits for him, and count nowhere."""
MOST_TABLES = 50
"""That one connection follows."""
MOST_JUNK = 100
"""Frames that are no message of ours, before the connection is closed."""
MOST_BYTES = 8_192
"""Of a frame."""

_to_server: TypeAdapter[Any] = TypeAdapter(ToServer)

NEEDED = {"watch": "read", "preview": "read", "act": "play", "hint": "play", "signal": "play"}
"""By type of message: the scope that a token needs for it. Nobody in particular may watch what everybody may see."""

RESTART, POLICY, TOO_SLOW = 1012, 1008, 1013
"""Codes for closing."""


class Socket:
    """One connection."""

    def __init__(self, server: Server, websocket: WebSocket, caller: Caller, address: str) -> None:
        self.server = server
        self.lounge = server.lounge
        self.caller = caller
        self.address = address
        self.rooms: dict[str, Room] = {}
        self.num_junk = 0
        self._websocket = websocket
        self._frames: Frames = websocket.scope["extensions"][FRAMES]
        self._outgoing: deque[bytes] = deque()
        self._num_bytes = 0
        """Of what waits."""
        self._is_something_new = asyncio.Event()
        self._code = 1000
        self._is_closed = False
        """Nothing more is sent than what is waiting, and nothing that comes is done."""
        self._heard_at = time.monotonic()
        self._silence: asyncio.TimerHandle | None = None

    def send(self, message: bytes) -> None:
        """Sends, as soon as the connection can take it. Who is too slow is sent away, and comes back to the rest."""
        if self._is_closed:
            return
        if not self._outgoing and self._frames.is_free:
            self._frames.write(message)
            return
        self._num_bytes += len(message)
        if len(self._outgoing) >= MOST_WAITING or self._num_bytes > MOST_BYTES_WAITING:
            self._outgoing.clear()
            self._close(TOO_SLOW)
            return
        self._outgoing.append(message)
        self._is_something_new.set()

    def answer(self, message: Message) -> None:
        """Sends a message that is no event."""
        self.send(message.encode())

    def leave(self, reason: GoodbyeReason, after: float) -> None:
        """Says goodbye and closes."""
        self.answer(messages.Goodbye(reason=reason, after=after))
        self._close(RESTART if reason == "restart" else POLICY)

    def _close(self, code: int) -> None:
        if not self._is_closed:
            self._is_closed = True
            self._code = code
            self._is_something_new.set()
            asyncio.get_running_loop().call_later(SECONDS_TO_LEAVE, self._frames.cut_off)

    def _mind_silence(self) -> None:
        """Who has been silent for too long is sent away; else looks again when that could be so."""
        seconds = self._heard_at + 3 * SECONDS_BETWEEN_PINGS - time.monotonic()
        if seconds <= 0:
            self.leave("silent", 0.0)
        else:
            self._silence = asyncio.get_running_loop().call_later(seconds, self._mind_silence)

    async def run(self) -> None:
        """Until the connection ends."""
        lounge, person = self.lounge, self.caller.id
        lounge.sockets.add(self)
        if person:
            lounge.sockets_of[person].add(self)
        self.answer(
            messages.Welcome(
                person=self.caller.person, at=time.time(), ping_every=SECONDS_BETWEEN_PINGS, server=__version__
            )
        )
        self._mind_silence()
        sender = asyncio.create_task(self._send())
        receiver = asyncio.create_task(self._receive())
        try:
            await asyncio.wait((sender, receiver), return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._close(self._code)
            if self._silence is not None:
                self._silence.cancel()
            for task in (sender, receiver):
                task.cancel()
            await asyncio.gather(sender, receiver, return_exceptions=True)
            self._forget()
            with contextlib.suppress(Exception):
                await self._websocket.close(self._code)

    def _forget(self) -> None:
        lounge, person = self.lounge, self.caller.id
        lounge.sockets.discard(self)
        lounge.lobby.watchers.discard(self)
        if person:
            lounge.sockets_of[person].discard(self)
            if not lounge.sockets_of[person]:
                del lounge.sockets_of[person]
        for room in self.rooms.values():
            room.unwatch(self)
        self.rooms.clear()

    async def _send(self) -> None:
        """Sends what the connection could not take at once."""
        while True:
            await self._frames.wait_until_free()
            while self._outgoing and self._frames.is_free:
                message = self._outgoing.popleft()
                self._num_bytes -= len(message)
                self._frames.write(message)
            if self._outgoing:
                continue
            if self._is_closed or self._frames.is_over:
                return
            self._is_something_new.clear()
            await self._is_something_new.wait()

    # --- what comes in

    async def _receive(self) -> None:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError, OSError):
            while (frame := await self._websocket.receive())["type"] != "websocket.disconnect":
                self._heard_at = time.monotonic()
                await self._pay(1)
                await self._take(frame.get("text"))
                if self.num_junk > MOST_JUNK:
                    self.leave("limit", 10.0)
                    await asyncio.sleep(1)
                    return

    async def _pay(self, cost: int) -> None:
        """Waits until the sender may send something that costs so much, and so may all at the same address."""
        limiter = self.server.limiter
        seconds = limiter.charge("frame", f"address {self.address}", cost, PEOPLE_AT_AN_ADDRESS)
        if self.caller.id:
            seconds = max(seconds, limiter.charge("frame", f"person {self.caller.id}", cost))
        if seconds:
            await asyncio.sleep(seconds)  # not reading on is what makes the sender wait

    async def _take(self, text: str | None) -> None:
        request = 0
        try:
            if text is None or len(text) > MOST_BYTES:
                self.num_junk += 1
                raise Refused("invalid", f"a message is a JSON text of at most {MOST_BYTES:,} characters")
            try:
                message = _to_server.validate_json(text)
            except ValidationError as error:
                self.num_junk += 1
                raise Refused("invalid", f"that is no message: {describe(error)}") from None
            request = message.id
            if message.type in FRAME_COSTS:
                await self._pay(FRAME_COSTS[message.type] - 1)
            if self._is_closed:  # he has been signed out, perhaps, and has not taken it in
                return
            if message.type in NEEDED and (self.caller.person is not None or NEEDED[message.type] == "play"):
                self.caller.must(NEEDED[message.type])
            await self._handlers[message.type](self, message)
        except Refused as refusal:
            self.answer(messages.RefusalMessage(id=request, code=refusal.code, sentence=str(refusal)))
        except GameError as error:
            self.answer(messages.RefusalMessage(id=request, code="invalid", sentence=str(error)))
        except asyncio.CancelledError:
            raise
        except Exception as error:
            if is_failure(error):
                self.server.note_failure(error)
                told = refusal_of(error)
                self.answer(messages.RefusalMessage(id=request, code=told.code, sentence=str(told)))
                return
            log.exception("a message could not be answered")
            sentence = "the server could not do that; it has been noted, and nothing was changed"
            self.answer(messages.RefusalMessage(id=request, code="unavailable", sentence=sentence))

    async def _ping(self, message: messages.Ping) -> None:
        self.answer(messages.Pong(id=message.id, at=time.time()))

    async def _watch(self, message: messages.Watch) -> None:
        room = await self.lounge.room(message.table)
        room.must_be_visible(self.caller.id, message.key)
        if room.id not in self.rooms and len(self.rooms) >= MOST_TABLES:
            raise Refused("limit", f"one connection follows at most {MOST_TABLES} tables")
        seat = room.ledger.seat_for(self.caller.id, message.seat)
        self.rooms[room.id] = room
        room.watch(self, seat, message.since, message.id)

    async def _unwatch(self, message: messages.Unwatch) -> None:
        room = self.rooms.pop(message.table, None)
        if room is not None:
            room.unwatch(self)
        self.answer(messages.Watching(id=message.id, table=message.table, number=0))

    async def _watch_lobby(self, message: messages.WatchLobby) -> None:
        await self.lounge.lobby.follow(self, message.id)

    async def _unwatch_lobby(self, message: messages.UnwatchLobby) -> None:
        self.lounge.lobby.watchers.discard(self)
        self.answer(messages.Pong(id=message.id, at=time.time()))

    async def _own_seat(self, table: str, wanted: int | None) -> tuple[Room, Seat]:
        room = self.rooms.get(table) or await self.lounge.room(table)
        return room, room.own_seat(self.caller.id, wanted)

    async def _preview(self, message: messages.AskPreview) -> None:
        room, seat = await self._own_seat(message.table, message.seat)
        result = audience.preview_moves(room.ledger, seat, message.moves, message.version)
        self.answer(messages.Previewed(id=message.id, table=message.table, version=message.version, **dict(result)))

    async def _act(self, message: messages.Act) -> None:
        room, seat = await self._own_seat(message.table, message.seat)
        number = await self.server.act(room, seat, message.moves, message.version)
        version = room.ledger.version
        self.answer(messages.Accepted(id=message.id, table=message.table, number=number, version=version))

    async def _hint(self, message: messages.AskHint) -> None:
        room, seat = await self._own_seat(message.table, message.seat)
        await self.server.limiter.take_both("hint", self.caller.id, self.address)
        task = asyncio.create_task(self._advise(room, seat, message))  # it thinks; other messages need not wait
        self.lounge.keep(task)

    async def _advise(self, room: Room, seat: Seat, message: messages.AskHint) -> None:
        try:
            whose = Whose(self.address, self.caller.id or "")
            hint = await hints.give_hint(self.lounge.bots, room, seat, message.moves, message.version, whose)
        except Refused as refusal:
            self.answer(messages.RefusalMessage(id=message.id, code=refusal.code, sentence=str(refusal)))
        else:
            self.answer(messages.Hinted(id=message.id, table=message.table, version=message.version, **dict(hint)))

    async def _signal(self, message: messages.SendSignal) -> None:
        room, seat = await self._own_seat(message.table, message.seat)
        apart = await self.server.accounts.kept_apart(self.caller.id or "")
        self.lounge.signal(room.id, seat, message.signal, apart)
        self.answer(messages.Pong(id=message.id, at=time.time()))

    _handlers: ClassVar[dict[str, Callable[[Any, Any], Awaitable[None]]]] = {
        "ping": _ping,
        "watch": _watch,
        "unwatch": _unwatch,
        "watch_lobby": _watch_lobby,
        "unwatch_lobby": _unwatch_lobby,
        "preview": _preview,
        "act": _act,
        "hint": _hint,
        "signal": _signal,
    }


def describe(error: ValidationError) -> str:
    """What is wrong with a message, without repeating it."""
    first = error.errors(include_url=False, include_context=False, include_input=False)[0]
    where = ".".join(str(part) for part in first["loc"][:6])
    return f"{where[:100] or 'it'}: {str(first['msg'])[:200].lower()}"
