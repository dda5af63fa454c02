"""SQLite in threads: reading beside whoever writes, and to the end though nobody waits for it any more."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from sqlalchemy import Connection, insert, select, text
from sqlalchemy.exc import IntegrityError, OperationalError

from tenka.server import database as db
from tenka.server.direct import NUM_THREADS
from tenka.server.store import Store

FACTS = select(db.facts.c.value).where(db.facts.c.name == "fact")


def with_store(folder: Path, do: Callable[[Store], Awaitable[None]]) -> None:
    async def run() -> None:
        store = Store(db.connect(f"sqlite:///{folder / 'reading.db'}"))
        await db.upgrade(store.engine)
        await store.open()
        try:
            await do(store)
        finally:
            await store.close()

    asyncio.run(run())


def test_what_was_written_is_read_and_what_is_being_written_is_not(tmp_path: Path) -> None:
    async def read(store: Store) -> None:
        is_there, may_end = threading.Event(), threading.Event()

        def write(connection: Connection) -> None:
            connection.execute(insert(db.facts).values(name="fact", value="new"))
            is_there.set()
            may_end.wait(10)

        writing = asyncio.create_task(store.transact(write))
        await asyncio.to_thread(is_there.wait, 5)
        async with asyncio.timeout(5):
            assert await store.fetch_one(FACTS) is None
        may_end.set()
        await writing
        assert (await store.fetch_one(FACTS)).value == "new"

    with_store(tmp_path, read)


def test_questions_whose_askers_hang_up_keep_nobody_waiting(tmp_path: Path) -> None:
    async def read(store: Store) -> None:
        await store.execute(insert(db.facts).values(name="fact", value="kept"))
        asking = [asyncio.create_task(store.fetch(FACTS)) for _ in range(20 * NUM_THREADS)]
        await asyncio.sleep(0)
        for task in asking:
            task.cancel()
        await asyncio.gather(*asking, return_exceptions=True)
        async with asyncio.timeout(5):
            rows = await asyncio.gather(*(store.fetch_one(FACTS) for _ in range(20 * NUM_THREADS)))
        assert {row.value for row in rows} == {"kept"}

    with_store(tmp_path, read)


def test_what_cannot_be_read_is_told_to_who_asks(tmp_path: Path) -> None:
    async def read(store: Store) -> None:
        await store.execute(text("DROP TABLE facts"))
        with pytest.raises(OperationalError, match="no such table: facts"):
            await store.fetch(FACTS)
        assert await store.fetch(select(db.nodes)) == []

    with_store(tmp_path, read)


def test_of_several_statements_all_are_written_or_none(tmp_path: Path) -> None:
    async def write(store: Store) -> None:
        row = insert(db.facts).values(name="fact", value="once")
        with pytest.raises(IntegrityError):
            await store.execute(row, row)
        assert await store.fetch(FACTS) == []
        assert await store.execute(row, db.facts.delete()) == 1, "and the lock is free again"

    with_store(tmp_path, write)


def test_who_hangs_up_while_it_is_written_has_written_it(tmp_path: Path) -> None:
    async def write(store: Store) -> None:
        await store._lock.acquire()
        writing = asyncio.create_task(store.execute(insert(db.facts).values(name="fact", value="once")))
        await asyncio.sleep(0.01)
        writing.cancel()
        await asyncio.wait([writing])
        store._lock.release()
        await store.execute(db.nodes.delete())  # after it
        assert (await store.fetch_one(FACTS)).value == "once"

    with_store(tmp_path, write)
