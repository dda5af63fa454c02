"""The database: its tables, how to connect, and bringing it up to date. SQLite unless a URL names PostgreSQL."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import platformdirs
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import (
    Boolean,
    Column,
    Connection,
    Double,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    event,
    inspect,
)
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from tenka import DISTRIBUTION
from tenka.game import GameError
from tenka.server import keeping
from tenka.server.failures import explain

SECONDS_BUSY = 10.0
"""How long SQLite waits for another process that writes."""

metadata = MetaData()

people = Table(
    "people",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("name", String(60), nullable=False),
    Column("name_key", String(60), nullable=False, unique=True),  # the name as it is compared
    Column("password", Text),  # a hash; None: a guest
    Column("settings", Text, nullable=False),
    Column("created_at", Double, nullable=False),
    Column("look", String(80)),  # two names look alike if these are the same
    Column("closed_at", Double),  # when the account was deleted; its name stays taken
    Index("people_by_look", "look"),
)

codes = Table(
    "codes",
    metadata,
    # To come back with, once each, who has forgotten the password.
    Column("secret", String(64), primary_key=True),  # a hash
    Column("person", String(24), ForeignKey("people.id"), nullable=False, index=True),
)

blocks = Table(
    "blocks",
    metadata,
    # Who wants nothing to do with whom.
    Column("person", String(24), ForeignKey("people.id"), primary_key=True),
    Column("other", String(24), ForeignKey("people.id"), primary_key=True, index=True),
    Column("created_at", Double, nullable=False),
)

facts = Table(
    "facts",
    metadata,
    # What all nodes of this database know.
    Column("name", String(24), primary_key=True),
    Column("value", Text, nullable=False),
)

sessions = Table(
    "sessions",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("secret", String(64), nullable=False, unique=True),  # a hash
    Column("person", String(24), ForeignKey("people.id"), nullable=False, index=True),
    Column("agent", String(200), nullable=False),
    Column("created_at", Double, nullable=False),
    Column("seen_at", Double, nullable=False),
    Column("expires_at", Double, nullable=False),
)

tokens = Table(
    "tokens",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("secret", String(64), nullable=False, unique=True),  # a hash
    Column("person", String(24), ForeignKey("people.id"), nullable=False, index=True),
    Column("label", String(60), nullable=False),
    Column("scopes", String(40), nullable=False),
    Column("created_at", Double, nullable=False),
    Column("used_at", Double),
)

events = Table(
    "events",
    metadata,
    # The log of every table: the truth. Its key decides when two nodes want to write the same number.
    Column("table_id", String(24), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(20), nullable=False),
    Column("data", Text, nullable=False),
    Column("at", Double, nullable=False),
    sqlite_with_rowid=False,
)

tables = Table(
    "tables",
    metadata,
    # What lists and sweeps ask for; everything here follows from the log.
    Column("id", String(24), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("status", String(10), nullable=False),
    Column("visibility", String(10), nullable=False),
    Column("number", Integer, nullable=False),
    Column("version", Integer, nullable=False),
    Column("to_move", String(20), nullable=False),
    Column("info", Text, nullable=False),
    Column("deadline", Double),  # when somebody's time is up
    Column("bot_due", Double),  # when another node shall look after a bot that does not answer
    Column("created_at", Double, nullable=False),
    Column("updated_at", Double, nullable=False),
    Column("maker", String(24)),
    Column("place", String(24)),  # where it was made, as long as it goes on; a hash
    Index("tables_by_maker", "maker", "status"),
    Index("tables_by_place", "place", "status"),
    Index("tables_by_status", "status", "visibility", "updated_at"),
    Index("tables_by_deadline", "deadline"),
    Index("tables_by_bot_due", "bot_due"),
    Index("tables_by_update", "updated_at"),
)

seats = Table(
    "seats",
    metadata,
    Column("table_id", String(24), ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("person", String(24), ForeignKey("people.id"), nullable=False, index=True),
)

ratings = Table(
    "ratings",
    metadata,
    Column("subject", String(24), ForeignKey("people.id"), primary_key=True),
    Column("game", String(40), primary_key=True),
    Column("players", Integer, primary_key=True, autoincrement=False),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("games", Integer, nullable=False),
    Column("wins", Integer, nullable=False),
)

results = Table(
    "results",
    metadata,
    # What every rated game meant for every seat, and the rating after it.
    Column("table_id", String(24), ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("subject", String(60), nullable=False),  # a person's id, or bot: and its level
    Column("game", String(40), nullable=False),
    Column("players", Integer, nullable=False),
    Column("at", Double, nullable=False),
    Column("place", Integer, nullable=False),
    Column("is_forfeit", Boolean, nullable=False),  # a bot has decided for its person
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("weight", Double, nullable=False),
    Index("results_by_subject", "subject", "at"),
)

studies = Table(
    "studies",
    metadata,
    # Records with variations, under names that nobody can guess: who has the link may read.
    Column("id", String(24), primary_key=True),
    Column("person", String(24), ForeignKey("people.id"), nullable=False, index=True),
    Column("name", String(80), nullable=False),
    Column("game", String(40), nullable=False),
    Column("text", Text, nullable=False),
    Column("created_at", Double, nullable=False),
    Column("updated_at", Double, nullable=False),
)

listeners = Table(
    "listeners",
    metadata,
    # Where somebody wants to hear of their tables, or of one table.
    Column("id", String(24), primary_key=True),
    Column("person", String(24), ForeignKey("people.id"), nullable=False, index=True),
    Column("kind", String(4), nullable=False),  # push, or hook
    Column("table_id", String(24), ForeignKey("tables.id"), index=True),  # None: all tables of the person
    Column("url", Text, nullable=False),
    Column("details", Text, nullable=False),  # the browser's keys, or the secret that a hook is signed with
    Column("created_at", Double, nullable=False),
    Column("failures", Integer, nullable=False),  # calls in a row that were given up
)

calls = Table(
    "calls",
    metadata,
    # The latest that a listener is to hear of a table: due until it has been heard, or given up.
    Column("listener", String(24), ForeignKey("listeners.id"), primary_key=True),
    Column("table_id", String(24), ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, nullable=False),  # of the table's event
    Column("attempts", Integer, nullable=False),
    Column("due_at", Double, index=True),
)

pairings = Table(
    "pairings",
    metadata,
    # Tables that wait for anybody who wants the same game.
    Column("table_id", String(24), ForeignKey("tables.id"), primary_key=True),
    Column("wanted", String(64), nullable=False, index=True),  # game, options, seats, rated: as a hash
    Column("maker", String(24), ForeignKey("people.id"), nullable=False),
    Column("bot", String(40), nullable=False),
    Column("bot_at", Double, index=True),  # when the bot sits down; None: it sits there, and gives its seat up
    Column("created_at", Double, nullable=False),
)

reviews = Table(
    "reviews",
    metadata,
    # What decided a game that is over, as one engine sees it; a better one makes another.
    Column("table_id", String(24), ForeignKey("tables.id"), primary_key=True),
    Column("engine", String(60), primary_key=True),
    Column("status", String(8), nullable=False),  # waiting, done or failed
    Column("person", String(24), ForeignKey("people.id"), index=True),  # who asked for it first
    Column("place", String(24), index=True),  # from where, as long as it waits; a hash
    Column("plies", Integer, nullable=False),
    Column("asked_at", Double, nullable=False),
    Column("node", String(24)),  # which makes it
    Column("held_until", Double, nullable=False),  # then another node may go on with it
    Column("result", Text),
    Index("reviews_by_status", "status", "asked_at"),
)

review_plies = Table(
    "review_plies",
    metadata,
    # What is done of reviews that are being made.
    Column("table_id", String(24), primary_key=True),
    Column("engine", String(60), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("data", Text, nullable=False),
)

solvers = Table(
    "solvers",
    metadata,
    # How strong people are at the puzzles of a game.
    Column("person", String(24), ForeignKey("people.id"), primary_key=True),
    Column("game", String(40), primary_key=True),
    Column("rating", Double, nullable=False),
    Column("deviation", Double, nullable=False),
    Column("volatility", Double, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("solved", Integer, nullable=False),
    Column("streak", Integer, nullable=False),  # right at the first try, one after another
    Column("best", Integer, nullable=False),  # the longest of these
    Column("at", Double, nullable=False),
)

puzzle_ratings = Table(
    "puzzle_ratings",
    metadata,
    # How hard puzzles are, of those that people have tried.
    Column("game", String(40), primary_key=True),
    Column("puzzle", String(40), primary_key=True),
    Column("rating", Double, nullable=False),
    Column("deviation", Double, nullable=False),
    Column("volatility", Double, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("solved", Integer, nullable=False),
)

puzzle_tries = Table(
    "puzzle_tries",
    metadata,
    # The first try of a person at a puzzle, which is the one that counts; and what they think of it.
    Column("person", String(24), ForeignKey("people.id"), primary_key=True),
    Column("game", String(40), primary_key=True),
    Column("puzzle", String(40), primary_key=True),
    Column("at", Double, nullable=False),
    Column("moves", Text, nullable=False),
    Column("is_right", Boolean, nullable=False),
    Column("before", Text, nullable=False),  # both ratings and the streak before it
    Column("change", Double, nullable=False),  # of the person's rating
    Column("vote", Integer, nullable=False),  # 1, 0 or -1
    Index("puzzle_tries_by_puzzle", "game", "puzzle"),
)

puzzle_reports = Table(
    "puzzle_reports",
    metadata,
    # Turns that somebody holds for as good as the answer, with what came of the check. Those that are count as right.
    Column("id", String(24), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("puzzle", String(40), nullable=False),
    Column("person", String(24), ForeignKey("people.id"), index=True),  # None: the account was deleted
    Column("at", Double, nullable=False),
    Column("moves", Text, nullable=False),
    Column("is_right", Boolean, nullable=False),
    Column("result", Text, nullable=False),  # the lead of the best turn over it, and everybody's shares
    Index("puzzle_reports_by_puzzle", "game", "puzzle"),
)

nodes = Table(
    "nodes",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("seen_at", Double, nullable=False),
)

outages = Table(
    "outages",
    metadata,
    # Times when no node ran, which count against nobody's clock.
    Column("began_at", Double, primary_key=True),
    Column("ended_at", Double, nullable=False),
)


OLDEST_SQLITE = (3, 33)
"""The first that changes many rows of a table by one statement."""


def default_url() -> str:
    """SQLite in the user's data folder."""
    folder = platformdirs.user_data_path("tenka")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise GameError(f"cannot make the folder {folder}: {error.strerror}; name a database in DATABASE_URL") from None
    return f"sqlite:///{folder / 'server.db'}"


def data_folder(engine: AsyncEngine) -> Path:
    """Where a server keeps what is no table: beside its SQLite file, or in the user's data folder."""
    path = engine.url.database
    if engine.dialect.name == "sqlite" and path:
        return Path(path).absolute().parent
    return platformdirs.user_data_path("tenka")


def connect(url: str) -> AsyncEngine:
    """An engine for a database; raises GameError for a URL that names none."""
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise GameError("DATABASE_URL looks like sqlite:///server.db or postgresql://user@host/name") from None
    backend = parsed.get_backend_name()
    try:
        if backend == "sqlite":
            if not parsed.database or parsed.database == ":memory:":
                raise GameError("a server keeps its games in a file: name one, as in sqlite:///server.db")
            if sqlite3.sqlite_version_info < OLDEST_SQLITE:
                oldest = ".".join(map(str, OLDEST_SQLITE))
                raise GameError(
                    f"this Python has SQLite {sqlite3.sqlite_version}, and a server needs {oldest} or newer"
                )
            return _connect_sqlite(parsed.set(drivername="sqlite+aiosqlite"))
        if backend in ("postgresql", "postgres"):
            return create_async_engine(
                parsed.set(drivername="postgresql+asyncpg"), pool_size=8, max_overflow=8, pool_pre_ping=True
            )
    except ModuleNotFoundError as error:
        raise GameError(f"PostgreSQL needs the package {error.name}: pip install '{DISTRIBUTION}[postgres]'") from None
    raise GameError(f"the database is sqlite or postgresql, not {backend[:20]}")


def set_pragmas(connection: Any) -> None:
    """How a connection to SQLite shall work: readers beside a writer, and a commit that survives a power cut."""
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _connect_sqlite(url: Any) -> AsyncEngine:
    engine = create_async_engine(url, connect_args={"timeout": SECONDS_BUSY}, pool_size=4, max_overflow=4)

    @event.listens_for(engine.sync_engine, "connect")
    def _on_connect(connection: Any, _record: Any) -> None:
        connection.isolation_level = None  # transactions begin where we say so, below
        set_pragmas(connection)

    @event.listens_for(engine.sync_engine, "begin")
    def _on_begin(connection: Connection) -> None:
        # A transaction that will write takes the lock at once: one that reads first could not get it any more.
        is_write = connection.get_execution_options().get("is_write", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if is_write else "BEGIN")

    return engine


# --- migrations -------------------------------------------------------------------------------------------------


def _config(connection: Connection) -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    return config


def _upgrade(connection: Connection) -> None:
    command.upgrade(_config(connection), "head")


def _revision(connection: Connection) -> str | None:
    return MigrationContext.configure(connection).get_current_revision()


def _is_current(connection: Connection) -> bool:
    head = ScriptDirectory.from_config(_config(connection)).get_current_head()
    return _revision(connection) == head


async def prepare(url: str) -> None:
    """Makes a database ready to be served; raises GameError, with a sentence, where it cannot be."""
    engine, file = connect(url), keeping.file_of(url)
    try:
        if file is not None:
            keeping.make_private(file)
            await upgrade(engine)
        else:
            await check_current(engine)
        async with engine.connect() as connection:
            missing = await connection.run_sync(_missing)
        if missing:
            raise GameError(f"{file or 'the database'} lacks tables ({', '.join(missing)}): bring back a copy of it")
    except GameError:
        raise
    except Exception as error:
        raise explain(error, str(file or "the database")) from None
    finally:
        await engine.dispose()


def _missing(connection: Connection) -> list[str]:
    return sorted(set(metadata.tables) - set(inspect(connection).get_table_names()))


async def upgrade(engine: AsyncEngine) -> None:
    """Brings a database up to date, whatever version it has. A copy is made before of one that holds something."""
    async with engine.connect() as connection:
        revision = await connection.run_sync(_revision)
        if await connection.run_sync(_is_current):
            return
        await connection.rollback()
        if engine.dialect.name == "sqlite" and revision is not None:
            file = Path(str(engine.url.database))
            keeping.copy_database(file, file.with_name(f"{file.name}.before-{revision}-ended"))
        await connection.execution_options(is_write=True)
        async with connection.begin():
            await connection.run_sync(_upgrade)


async def check_current(engine: AsyncEngine) -> None:
    """Raises GameError where a database is not up to date."""
    async with engine.connect() as connection:
        if not await connection.run_sync(_is_current):
            raise GameError("the database is of another version: stop the other nodes and run 'tenka db upgrade'")
