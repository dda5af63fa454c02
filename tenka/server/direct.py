"""SQLite in a few threads, each question and each transaction in one go.

The general way hands every step to a thread and waits for it: opening, asking, fetching, closing. Nearly every request
asks who sends it, so that took more of a processor than what was asked for; and who writes had the lock meanwhile.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from sqlalchemy import URL, Connection, Select, create_engine, event

from tenka.server import database as db
from tenka.table import Refused

_T = TypeVar("_T")
NUM_THREADS = 4


class Direct:
    """Threads with a connection each, and one for who writes. What they have begun they finish, whoever stops
    waiting."""

    def __init__(self, url: URL) -> None:
        self._engine = create_engine(
            url.set(drivername="sqlite"),
            connect_args={"timeout": db.SECONDS_BUSY, "check_same_thread": False},
            isolation_level="AUTOCOMMIT",  # one question sees one state of the file in any case
            pool_size=NUM_THREADS + 1,
            pool_reset_on_return=None,
        )
        event.listen(self._engine, "connect", lambda connection, _record: db.set_pragmas(connection))
        self._threads = ThreadPoolExecutor(NUM_THREADS, "reads")

    async def fetch(self, query: Select[Any]) -> Sequence[Any]:
        """All rows of a query."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._fetch, query)

    def _fetch(self, query: Select[Any]) -> Sequence[Any]:
        with self._engine.connect() as connection:
            return connection.execute(query).all()

    def run(self, do: Callable[[Connection], _T]) -> _T:
        """What a function does in one transaction, in the thread of who writes. Where it raises, nothing was done."""
        with self._engine.connect() as connection:
            try:
                connection.exec_driver_sql("BEGIN IMMEDIATE")
                made = do(connection)
                connection.exec_driver_sql("COMMIT")
            except Refused:
                connection.exec_driver_sql("ROLLBACK")
                raise
            except BaseException:
                connection.invalidate()  # which undoes everything, whatever state it is in
                raise
        return made

    async def close(self) -> None:
        """Waits for what is being read."""
        await asyncio.to_thread(self._threads.shutdown, cancel_futures=True)
        self._engine.dispose()
