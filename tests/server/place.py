"""A node with one table, in this process, for tests of what happens between a table's log and its room."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any, cast

from tenka.server import database as db
from tenka.server.auth import Caller, People
from tenka.server.bots import BotPool
from tenka.server.bus import Bus
from tenka.server.ledger import Draft
from tenka.server.lounge import Lounge
from tenka.server.messages import Person
from tenka.server.rooms import Room
from tenka.server.socket import Socket
from tenka.server.store import Store

BASIC = {"hands": "random", "pieces": "random"}


class Watcher:
    """A connection that keeps what it is sent."""

    def __init__(self, person: Person | None) -> None:
        self.caller = Caller(person)
        self.heard: list[dict[str, Any]] = []

    def send(self, message: bytes) -> None:
        self.heard.append(json.loads(message))

    def answer(self, message: Any) -> None:
        self.send(message.encode())

    @property
    def numbers(self) -> list[int]:
        return [message["entry"]["number"] for message in self.heard if message["type"] == "event"]


class Place:
    """A node with a table of two people, whose disk is as slow as a test likes."""

    def __init__(self, store: Store, lounge: Lounge, room: Room, watcher: Watcher, people: list[Person]) -> None:
        self.store, self.lounge, self.room, self.watcher, self.people = store, lounge, room, watcher, people
        self.writing = asyncio.Event()
        """Something has reached the disk."""
        self.may_write = asyncio.Event()
        self.may_write.set()
        assert store._sqlite is not None
        self._write = store._sqlite.write
        store._sqlite.write = self._slowly  # type: ignore[method-assign]
        self.breaks: Exception | None = None
        """What the disk says after it has written."""

    async def _slowly(self, batch: Any) -> None:
        self.writing.set()
        await self.may_write.wait()
        await self._write(batch)
        if self.breaks is not None:
            error, self.breaks = self.breaks, None
            raise error

    @property
    def seat(self) -> int:
        return self.room.ledger.to_move()[0]

    def a_turn(self) -> str:
        table = self.room.ledger.table
        assert table is not None
        legal = table.rules.legal(table.state)
        return next(text for action in legal if "@" in (text := table.rules.format([action])))

    async def begin(self, do: Awaitable[Any]) -> asyncio.Task[Any]:
        """Something that waits for the disk now."""
        self.may_write.clear()
        self.writing.clear()
        task = asyncio.ensure_future(do)
        await asyncio.wait_for(self.writing.wait(), 5)
        return task

    async def in_log(self) -> int:
        return len(await self.store.read_log(self.room.id))


@contextlib.asynccontextmanager
async def place(folder: Path, **settings: Any) -> AsyncIterator[Place]:
    store = Store(db.connect(f"sqlite:///{folder / 'place.db'}"))
    await db.upgrade(store.engine)
    await store.open()
    people = [(await People(store).make_guest(""))[0] for _ in range(2)]
    lounge = Lounge(store, BotPool(0), Bus())
    seated = [{"person": one.id, "name": one.name, "is_guest": True, "bot": None} for one in people]
    wish = {"seats": [{"kind": "open"}] * 2, "options": BASIC, "visibility": "open", **settings}
    made = {"settings": wish, "maker": people[0].id, "maker_name": "Ann", "key": "k", "seated": seated}
    room = await lounge.make_room(Draft("created", made))
    watcher = Watcher(people[1])
    room.watch(cast(Socket, watcher), 1, None, 1)
    watcher.heard.clear()
    try:
        yield Place(store, lounge, room, watcher, people)
    finally:
        await lounge.close()
        await store.close()


def run(folder: Path, do: Callable[[Place], Awaitable[None]], **settings: Any) -> None:
    """Does something at a table of two people."""

    async def inside() -> None:
        async with place(folder, **settings) as here:
            await do(here)

    asyncio.run(inside())
