"""Keeping the database's file: that it is private, that one server has it, and that it can be copied and put back.

All of this is for SQLite; PostgreSQL comes with its own means.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import shutil
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sqlalchemy.engine import make_url

from tenka.game import GameError

PRIVATE = 0o600


def file_of(url: str) -> Path | None:
    """The file of a database; None for PostgreSQL."""
    parsed = make_url(url)
    return Path(parsed.database) if parsed.get_backend_name() == "sqlite" and parsed.database else None


def must_have_file(url: str) -> Path:
    """The file of a database; raises GameError for PostgreSQL."""
    file = file_of(url)
    if file is None:
        raise GameError("this is for SQLite; PostgreSQL is copied with pg_dump, and brought back with pg_restore")
    return file


def lock_of(file: Path) -> Path:
    """Beside the database: who serves it."""
    return file.with_name(f"{file.name}.lock")


class AlreadyServed(GameError):
    """Another server has the file."""

    def __init__(self, file: Path, url: str) -> None:
        where = f" at {url}" if url else ""
        super().__init__(f"{file} is served already{where}; use that one, or name another file in DATABASE_URL")
        self.url = url


@contextlib.contextmanager
def having(file: Path) -> Iterator[Any]:
    """While this process alone has a file; raises GameError. What is yielded tells others where it is served."""
    try:
        lock = os.open(lock_of(file), os.O_RDWR | os.O_CREAT, PRIVATE)
    except OSError as error:
        raise GameError(f"cannot write beside {file}: {error.strerror}; name another file in DATABASE_URL") from None
    try:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise AlreadyServed(file, _served_at(lock)) from None
        if os.pread(lock, 1, 0) and not _has_something(file):
            raise GameError(
                f"{file} is gone or empty, though games were kept in it: bring back a copy with 'tenka restore', "
                f"or remove {lock_of(file)} to begin anew"
            )
        yield lambda url: _note(lock, {"url": url, "process": os.getpid()})
    finally:
        os.close(lock)


def _has_something(file: Path) -> bool:
    return file.exists() and file.stat().st_size > 0


def _note(lock: int, entry: dict[str, Any]) -> None:
    with contextlib.suppress(OSError):  # a disk that is full keeps nobody from playing
        os.ftruncate(lock, 0)
        os.pwrite(lock, json.dumps(entry).encode(), 0)


def _served_at(lock: int) -> str:
    with contextlib.suppress(OSError, ValueError, KeyError):
        return str(json.loads(os.pread(lock, 4096, 0))["url"])
    return ""


def make_private(file: Path) -> None:
    """Nobody else on the machine reads games, names and hashes; what SQLite puts beside a file is as private as it."""
    try:
        descriptor = os.open(file, os.O_RDWR | os.O_CREAT, PRIVATE)
    except OSError as error:
        raise GameError(f"cannot open {file}: {error.strerror}; name another file in DATABASE_URL") from None
    os.close(descriptor)
    for name in (file, file.with_name(f"{file.name}-wal"), file.with_name(f"{file.name}-shm")):
        with contextlib.suppress(OSError):  # somebody else's file, which he keeps as he likes
            name.chmod(PRIVATE)


def copy_database(source: Path, target: Path) -> None:
    """A copy as of now, also while people play; raises GameError."""
    if not _has_something(source):
        raise GameError(f"there is nothing to copy: {source} is not there, or empty")
    partial = target.with_name(f"{target.name}.partial")
    try:
        partial.unlink(missing_ok=True)
        os.close(os.open(partial, os.O_WRONLY | os.O_CREAT, PRIVATE))
        with (
            contextlib.closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as old,
            contextlib.closing(sqlite3.connect(partial)) as new,
        ):
            old.backup(new)
            new.execute("PRAGMA journal_mode=DELETE")
        partial.replace(target)
    except (OSError, sqlite3.Error) as error:
        partial.unlink(missing_ok=True)
        raise GameError(f"{source} could not be copied to {target}: {error}") from None


def back_up(url: str, target: Path | None) -> Path:
    """Copies a database to a file, or to one beside it that is named after the time; returns it."""
    source = must_have_file(url)
    target = target or source.with_name(f"{source.stem}-{time.strftime('%Y%m%d-%H%M%S')}.db")
    if target.exists():
        raise GameError(f"{target} is there already; name another file")
    copy_database(source, target)
    return target


def restore(url: str, copy: Path) -> Path:
    """Puts a copy in the place of a database that no server has; returns where the old one is now."""
    file = must_have_file(url)
    if not _has_something(copy):
        raise GameError(f"there is no copy at {copy}")
    _check(copy)
    aside = file.with_name(f"{file.name}.before-restore")
    if not _is_served(file):
        lock_of(file).unlink(missing_ok=True)  # it may say that something is missing, which is why we are here
    with having(file):
        if _has_something(file):
            for name in (file, *_beside(file)):
                if name.exists():
                    shutil.move(name, aside.with_name(aside.name + name.name.removeprefix(file.name)))
        copy_database(copy, file)
    return aside


def _is_served(file: Path) -> bool:
    if not lock_of(file).exists():
        return False
    with lock_of(file).open("rb") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except OSError:
            return True
    return False


def _beside(file: Path) -> list[Path]:
    return [file.with_name(f"{file.name}{end}") for end in ("-wal", "-shm")]


def _check(copy: Path) -> None:
    """Raises GameError for a file that is no whole database of ours."""
    try:
        with contextlib.closing(sqlite3.connect(f"{copy.absolute().as_uri()}?mode=ro", uri=True)) as database:
            is_whole = database.execute("PRAGMA quick_check").fetchone()[0] == "ok"
            database.execute("SELECT number FROM events LIMIT 1")
    except sqlite3.Error as error:
        raise GameError(f"{copy} is no database of tenka: {error}") from None
    if not is_whole:
        raise GameError(f"{copy} is damaged; use another copy")
