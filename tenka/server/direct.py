"""SQLite in a few threads, each question and each transaction in one go.

The general way hands every step to a thread and waits for it: opening, asking, fetching, closing. Nearly every request
asks who sends it, so that took more of a processor than what was asked for; and who writes had the lock meanwhile.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

from sqlalchemy import URL, Executable, Select, create_engine, event

from tenka.server import database as db
from tenka.table import Refused

if TYPE_CHECKING:
    from tenka.server.store import Limit

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

    def execute(self, statements: Sequence[Executable], limits: Sequence[Limit] = ()) -> int:
        """Statements in one transaction, in the thread of who writes; how many rows the last one changed. Raises
        Refused, and has done nothing, where there is more than a limit allows then."""
        count = 0
        with self._engine.connect() as connection:
            try:
                connection.exec_driver_sql("BEGIN IMMEDIATE")
                for statement in statements:
                    count = connection.execute(statement).rowcount
                for limit in limits:
                    if connection.execute(limit.query).scalar_one() > limit.most:
                        raise limit.refusal
                connection.exec_driver_sql("COMMIT")
            except Refused:
                connection.exec_driver_sql("ROLLBACK")
                raise
            except BaseException:
                connection.invalidate()  # which undoes everything, whatever state it is in
                raise
        return count

    async def close(self) -> None:
        """Waits for what is being read."""
        await asyncio.to_thread(self._threads.shutdown, cancel_futures=True)
        self._engine.dispose()
