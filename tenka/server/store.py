"""The store: appends to the logs of tables, one transaction for all that is waiting, and answers what lists ask."""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import hashlib
import json
import sqlite3
import time
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import (
    ColumnElement,
    Connection,
    Executable,
    Insert,
    Select,
    Table,
    Update,
    bindparam,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from tenka.server import database as db
from tenka.server.direct import Direct
from tenka.server.ledger import StoredEvent
from tenka.table import Refused

_T = TypeVar("_T")

MOST_AT_ONCE = 200
"""Appends in one transaction."""

Also = Sequence[Executable] | Callable[[Connection], None]
"""What belongs into the same transaction, such as ratings at the end of a game, which have to be read first."""


class Limit(NamedTuple):
    """Of what a query counts there may be so many once all is written; else nothing is."""

    query: Select[Any]
    most: int
    refusal: Refused
    lock: int
    """Where several write at once, whoever counts the same waits for this number."""


class Conflict(Exception):
    """The log has such a number already: somebody else was faster."""


@dataclass
class Append:
    """Events on their way into the log, with what lists shall know of their table."""

    table_id: str
    events: Sequence[StoredEvent]
    row: dict[str, Any]
    """Columns of `tables`."""
    also: Also | None = None
    is_turn: bool = True
    """Somebody plays, and others wait for it."""
    limits: Sequence[Limit] = ()
    done: asyncio.Future[None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


Rows = list[tuple[Any, ...]]

_EVENT = ("table_id", "number", "kind", "data", "at")
_ROW = ("status", "number", "version", "to_move", "deadline", "bot_due", "updated_at", "id")
_ROW_INFO = ("info", *_ROW)
"""The columns of rows, in this order; the last ones are those of a table that is there already, found by its id."""


class _Batch(NamedTuple):
    """What goes into the database together."""

    events: Rows
    tables: Rows
    tables_with_info: Rows


def _update(names: Sequence[str]) -> Update:
    values: dict[str, Any] = {name: bindparam(f"b_{name}") for name in names[:-1]}
    return update(db.tables).where(db.tables.c.id == bindparam("b_id")).values(values)


class _Statement:
    """A statement for many rows, made into the database's own words once: SQLAlchemy would look at every row anew."""

    def __init__(self, engine: AsyncEngine, statement: Insert | Update, names: Sequence[str]) -> None:
        compiled = statement.compile(dialect=engine.dialect, column_keys=names)
        self._sql = str(compiled)
        self._order = [names.index(name.removeprefix("b_")) for name in compiled.positiontup or ()]

    def execute(self, connection: Connection, rows: Rows) -> None:
        """Once for every row."""
        if rows:
            connection.exec_driver_sql(self._sql, [tuple(row[place] for place in self._order) for row in rows])


class _SqliteWriter:
    """Turns go into SQLite through a connection and a thread of their own, a whole transaction at a time: handing
    each statement to a thread, as the general way does, takes longer than the statements do.

    All rows of a statement are handed over as one JSON text: with a call for each row the thread would have to ask
    for Python's lock as often, and take it from the thread that serves.
    """

    def __init__(self, path: str, turnstile: Turnstile) -> None:
        self._path = path
        self._turnstile = turnstile
        self._connection: sqlite3.Connection | None = None
        self._thread = ThreadPoolExecutor(1, "turns")
        extract = [f"json_extract(value, '$[{place}]')" for place in range(len(_ROW_INFO))]
        columns = ", ".join(extract[: len(_EVENT)])
        self._statements = [f"INSERT INTO events ({', '.join(_EVENT)}) SELECT {columns} FROM json_each(?)"]
        for names in (_ROW, _ROW_INFO):
            *values, where = (f"{name} = {column}" for name, column in zip(names, extract, strict=False))
            self._statements.append(f"UPDATE tables SET {', '.join(values)} FROM json_each(?) WHERE tables.{where}")

    async def write(self, batch: _Batch) -> None:
        """All or nothing, and safe on the disk when it returns. Raises sqlite3.IntegrityError."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._write, batch)

    async def run(self, direct: Direct, do: Callable[[Connection], _T]) -> _T:
        """Anything else, in the same thread."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._run, direct, do)

    def _run(self, direct: Direct, do: Callable[[Connection], _T]) -> _T:
        with self._turnstile:
            return direct.run(do)

    async def close(self) -> None:
        """Waits for what is being written."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._close)
        self._thread.shutdown()

    def _write(self, batch: _Batch) -> None:
        if self._connection is None:
            self._connection = sqlite3.connect(self._path, timeout=db.SECONDS_BUSY, isolation_level=None)
            db.set_pragmas(self._connection)
        with self._turnstile:
            self._write_through(self._connection, batch)

    def _write_through(self, connection: sqlite3.Connection, batch: _Batch) -> None:
        cursor = connection.cursor()
        cursor.execute("BEGIN IMMEDIATE")
        try:
            for statement, rows in zip(self._statements, batch, strict=True):
                if rows:
                    cursor.execute(statement, (json.dumps(rows),))
            cursor.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                cursor.execute("ROLLBACK")
            raise

    def _close(self) -> None:
        if self._connection is not None:
            self._connection.close()


class Turnstile:
    """Lets one of several workers through at a time, in order. SQLite has such a lock too, but who finds it closed
    looks again after a while: the longer he has waited the more seldom, and so last of all."""

    def __init__(self, file: int | None = None) -> None:
        """The file is one that all workers have inherited; None: there are no others."""
        self._file = file

    def __enter__(self) -> None:
        if self._file is not None:
            fcntl.lockf(self._file, fcntl.LOCK_EX)

    def __exit__(self, *_args: object) -> None:
        if self._file is not None:
            fcntl.lockf(self._file, fcntl.LOCK_UN)


class _Glance:
    """A quick look at how many events a table has: in WAL mode readers wait for nobody."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._connection: sqlite3.Connection | None = None

    def number(self, table_id: str) -> int | None:
        """None: it could not be seen."""
        try:
            if self._connection is None:
                self._connection = sqlite3.connect(
                    f"{Path(self._path).absolute().as_uri()}?mode=ro", uri=True, timeout=0, isolation_level=None
                )
            row = self._connection.execute("SELECT number FROM tables WHERE id = ?", (table_id,)).fetchone()
        except sqlite3.Error:
            self.close()
            return None
        return row[0] if row else 0

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


class Store:
    """One database. Answers of `append` come after the commit."""

    def __init__(self, engine: AsyncEngine, turnstile: int | None = None) -> None:
        self.engine = engine
        self.is_sqlite = engine.dialect.name == "sqlite"
        self._statements = [
            _Statement(engine, insert(db.events), _EVENT),
            _Statement(engine, _update(_ROW), _ROW),
            _Statement(engine, _update(_ROW_INFO), _ROW_INFO),
        ]
        self._waiting: asyncio.Queue[Append] = asyncio.Queue()
        self._writer: asyncio.Task[None] | None = None
        self._direct = Direct(engine.url) if self.is_sqlite else None
        self._tasks: set[asyncio.Task[Any]] = set()
        """What is finished, whoever stops waiting for it."""
        self._lock = asyncio.Lock()
        """SQLite has one writer; waiting here is cheaper than in the file."""
        self._line = asyncio.Lock()
        """Before that lock: who writes what no table waits for waits here, and only the first of them there. So a turn
        waits for one transaction of others, however many want to write, and they for one of turns."""
        self.on_commit: Callable[[float], None] = lambda seconds: None
        """Hears how long each transaction of turns took."""
        self.on_error: Callable[[Exception], None] = lambda error: None
        """Hears of everything that the database failed at."""
        self._turnstile = Turnstile(turnstile)
        path = str(engine.url.database)
        self._sqlite = _SqliteWriter(path, self._turnstile) if self.is_sqlite else None
        self._glance = _Glance(path) if self.is_sqlite and turnstile is not None else None

    async def open(self) -> None:
        """Begins to write."""
        self._writer = asyncio.create_task(self._write())

    async def close(self) -> None:
        """Writes what is waiting, and closes the database."""
        if self._writer is not None:
            while not self._waiting.empty():
                await asyncio.sleep(0.01)
            await asyncio.gather(*self._tasks, return_exceptions=True)
            async with self._lock:
                self._writer.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._writer
        if self._sqlite is not None:
            await self._sqlite.close()
        if self._glance is not None:
            self._glance.close()
        if self._direct is not None:
            await self._direct.close()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.engine.dispose()

    async def transact(self, do: Callable[[Connection], _T], goes_first: bool = False) -> _T:
        """What a function makes of a connection that reads and writes: all or nothing. It is finished, whoever stops
        waiting for it; those that people wait for at their tables go first.

        With SQLite it runs in the thread of who writes, and so must not touch what the event loop has: nobody has
        the lock while the loop is busy with others.
        """
        return await asyncio.shield(self._begin(self._transact(do, goes_first)))

    async def _transact(self, do: Callable[[Connection], _T], goes_first: bool) -> _T:
        if self._sqlite is not None and self._direct is not None:
            async with contextlib.nullcontext() if goes_first else self._line, self._lock:
                return await self._sqlite.run(self._direct, do)
        async with self.engine.connect() as connection, connection.begin():
            return await connection.run_sync(do)

    async def fetch(self, query: Select[Any]) -> Sequence[Any]:
        """All rows of a query. It is finished, whoever stops waiting, so that its connection comes back."""
        if self._direct is not None:
            return await self._direct.fetch(query)
        return await asyncio.shield(self._begin(self._fetch(query)))

    async def _fetch(self, query: Select[Any]) -> Sequence[Any]:
        async with self.engine.connect() as connection:
            return list(await connection.execute(query))

    def _begin(self, work: Coroutine[Any, Any, _T]) -> asyncio.Task[_T]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._end)
        return task

    def _end(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # who waited has heard of it

    async def fetch_one(self, query: Select[Any]) -> Any:
        """The first row of a query, None where there is none."""
        rows = await self.fetch(query)
        return rows[0] if rows else None

    async def execute(self, *statements: Any, limits: Sequence[Limit] = ()) -> int:
        """Statements in one transaction; returns how many rows the last one changed. It is finished, whoever stops
        waiting. Raises Refused beyond a limit; then nothing was done."""

        def do(connection: Connection) -> int:
            self._lock_for(connection, limits)
            count = 0
            for statement in statements:
                count = connection.execute(statement).rowcount
            _must_be_within(connection, limits)
            return count

        return await self.transact(do)

    # --- logs

    async def append(
        self,
        table_id: str,
        events: Sequence[StoredEvent],
        row: dict[str, Any],
        also: Also | None = None,
        is_turn: bool = True,
        limits: Sequence[Limit] = (),
    ) -> None:
        """Writes events, all or none; returns when they are safe. Raises Conflict, and Refused beyond a limit."""
        wish = Append(table_id, events, row, also, is_turn, limits)
        self._waiting.put_nowait(wish)
        await wish.done

    async def read_log(self, table_id: str, after: int = 0) -> list[StoredEvent]:
        """The events of a table behind a number."""
        columns = db.events.c
        query = select(columns.number, columns.kind, columns.data, columns.at)
        query = query.where(columns.table_id == table_id, columns.number > after).order_by(columns.number)
        return [StoredEvent(row.number, row.kind, json.loads(row.data), row.at) for row in await self.fetch(query)]

    def may_have_more(self, table_id: str, number: int) -> bool:
        """Whether a log may be longer than so many events; where that is not quickly seen, it may be."""
        found = self._glance.number(table_id) if self._glance is not None else None
        return found is None or found > number

    async def _write(self) -> None:
        while True:
            wishes = [await self._waiting.get()]
            while not self._waiting.empty() and len(wishes) < MOST_AT_ONCE:
                wishes.append(self._waiting.get_nowait())
            together = [wish for wish in wishes if _is_plain(wish)]
            if len({wish.table_id for wish in together}) < len(together):
                for wish in together:
                    await self._try([wish])
            else:
                await self._try(together)
            for wish in wishes:
                if not _is_plain(wish):  # the turns that come meanwhile do not wait for it
                    self._begin(self._try([wish]))

    async def _try(self, wishes: list[Append]) -> None:
        """Writes all or nothing; if somebody's number is taken, one by one, so that only that one fails."""
        if not wishes:
            return
        begin = time.perf_counter()
        try:
            if self._sqlite is not None and _is_plain(wishes[0]):
                async with self._lock:
                    await self._sqlite.write(_batch(wishes))
            else:
                await self._transact(lambda connection: self._insert(connection, wishes), wishes[0].is_turn)
        except (IntegrityError, sqlite3.IntegrityError):
            if len(wishes) > 1:
                for wish in wishes:
                    await self._try([wish])
            else:
                _answer(wishes, Conflict())
        except Refused as refusal:  # beyond a limit
            _answer(wishes, refusal)
        except Exception as error:  # whoever waits shall hear of it
            self.on_error(error)
            _answer(wishes, error)
        else:
            self.on_commit(time.perf_counter() - begin)
            _answer(wishes, None)

    def _insert(self, connection: Connection, wishes: list[Append]) -> None:
        first = wishes[0]
        self._lock_for(connection, first.limits)
        if first.events[0].number == 1:
            connection.execute(insert(db.tables).values(id=first.table_id, **first.row))
        for statement, rows in zip(self._statements, _batch(wishes), strict=True):
            statement.execute(connection, rows)
        for wish in wishes:
            if callable(wish.also):
                wish.also(connection)
            else:
                for more in wish.also or ():
                    connection.execute(more)
        _must_be_within(connection, first.limits)

    def _lock_for(self, connection: Connection, limits: Sequence[Limit]) -> None:
        """Until the end of the transaction nobody else writes what the same limits count."""
        locks = () if self.is_sqlite else sorted({limit.lock for limit in limits})
        for lock in locks:  # in one order, so that no two wait for each other
            connection.execute(select(func.pg_advisory_xact_lock(lock)))

    # --- what all nodes know

    async def fact(self, name: str, propose: str) -> str:
        """What this database has under a name; it is what was proposed first."""
        query = select(db.facts.c.value).where(db.facts.c.name == name)
        row = await self.fetch_one(query)
        if row is None:
            with contextlib.suppress(IntegrityError):  # another node was faster
                await self.execute(insert(db.facts).values(name=name, value=propose))
            row = await self.fetch_one(query)
        return str(row.value)

    # --- nodes

    async def beat(self, node: str, shortest: float) -> bool:
        """Says that a node lives; True: none has for so long that it counts as an outage, which was noted."""
        now = time.time()

        def do(connection: Connection) -> bool:
            is_outage = _note_outage(connection, now, shortest)
            done = connection.execute(update(db.nodes).where(db.nodes.c.id == node).values(seen_at=now))
            if done.rowcount == 0:
                connection.execute(insert(db.nodes).values(id=node, seen_at=now))
            return is_outage

        return await self.transact(do, goes_first=True)

    async def note_outage(self, shortest: float) -> None:
        """At the start of a node: if none has lived for a while, that time counts against nobody."""
        now = time.time()

        def do(connection: Connection) -> None:
            _note_outage(connection, now, shortest)
            connection.execute(db.nodes.delete().where(db.nodes.c.seen_at < now - 86_400))

        await self.transact(do)

    async def read_outages(self) -> list[tuple[float, float]]:
        """When no node ran."""
        return [(row.began_at, row.ended_at) for row in await self.fetch(select(db.outages))]


def _note_outage(connection: Connection, now: float, shortest: float) -> bool:
    latest = connection.execute(select(func.max(db.nodes.c.seen_at))).scalar()
    if latest is None:  # an older program's database, or no whole copy: somebody lived when it was last written to
        latest = connection.execute(select(func.max(db.tables.c.updated_at))).scalar()
    if latest is None or now - latest <= shortest:
        return False
    known = connection.execute(select(db.outages.c.began_at).where(db.outages.c.began_at == latest))
    if known.first() is None:
        with contextlib.suppress(IntegrityError), connection.begin_nested():  # another node may just have noticed it
            connection.execute(insert(db.outages).values(began_at=latest, ended_at=now))
    return True


def lock_of(name: str) -> int:
    """A number for a lock in the database, the same at all nodes."""
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], signed=True)


def limit_of(table: Table, person: str | None, most: int, sentence: str, *where: ColumnElement[bool]) -> Limit:
    """So many rows of a table a person may have."""
    query = select(func.count()).select_from(table).where(table.c.person == person, *where)
    return Limit(query, most, Refused("limit", sentence), lock_of(f"{table.name} of {person}"))


def _must_be_within(connection: Connection, limits: Sequence[Limit]) -> None:
    for limit in limits:
        if connection.execute(limit.query).scalar_one() > limit.most:
            raise limit.refusal


def _is_plain(wish: Append) -> bool:
    """Whether events can be written together with those of other tables."""
    return wish.also is None and wish.events[0].number > 1


def _batch(wishes: list[Append]) -> _Batch:
    """The events, and what lists shall know of tables that are there already."""
    batch = _Batch([], [], [])
    for wish in wishes:
        for event in wish.events:
            data = json.dumps(event.data, separators=(",", ":"))
            batch.events.append((wish.table_id, event.number, event.kind, data, event.at))
        if wish.events[0].number == 1:
            continue
        names, rows = (_ROW_INFO, batch.tables_with_info) if "info" in wish.row else (_ROW, batch.tables)
        rows.append((*(wish.row[name] for name in names[:-1]), wish.table_id))
    return batch


def _answer(wishes: list[Append], error: Exception | None) -> None:
    for wish in wishes:
        if wish.done.done():
            continue
        if error is None:
            wish.done.set_result(None)
        else:
            wish.done.set_exception(error)
