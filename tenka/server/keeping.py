"""Keeping the database's file: that it is private, that one server has it, and that it can be copied and put back.

All of this is for SQLite; PostgreSQL comes with its own means.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
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
        where = f"at {url}; use that one" if url else "by one that is still getting ready; wait for that one"
        super().__init__(f"{file} is served already {where}, or name another file in DATABASE_URL")
        self.url = url
        """Empty as long as it does not answer yet."""


@contextlib.contextmanager
def having(file: Path, *, may_be_gone: bool = False) -> Iterator[Any]:
    """While this process alone has a file; raises GameError. What is yielded tells others where it is served."""
    try:
        lock = os.open(lock_of(file), os.O_RDWR | os.O_CREAT, PRIVATE)
    except OSError as error:
        raise GameError(f"cannot write beside {file}: {error.strerror}; name another file in DATABASE_URL") from None
    try:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise AlreadyServed(file, str(_noted(lock).get("url", ""))) from None
        is_new = not _has_something(file) and (not os.pread(lock, 1, 0) or bool(_noted(lock).get("is_new")))
        if not (_has_something(file) or is_new or may_be_gone):
            raise GameError(
                f"{file} is gone or empty, though games were kept in it: bring back a copy with 'tenka restore', "
                f"or remove {lock_of(file)} to begin anew"
            )
        _note(lock, {"process": os.getpid(), "is_new": is_new})  # the last one's address is nobody's now
        yield lambda url: _note(lock, {"url": url, "process": os.getpid()})
    finally:
        os.close(lock)


def _has_something(file: Path) -> bool:
    return file.exists() and file.stat().st_size > 0


def _note(lock: int, entry: dict[str, Any]) -> None:
    text = json.dumps(entry).encode()
    with contextlib.suppress(OSError):  # a disk that is full keeps nobody from playing
        os.pwrite(lock, text, 0)
        os.ftruncate(lock, len(text))


def _noted(lock: int) -> dict[str, Any]:
    with contextlib.suppress(OSError, ValueError):
        entry = json.loads(os.pread(lock, 4096, 0))
        return entry if isinstance(entry, dict) else {}
    return {}


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
    with _copied(source, target) as partial:
        _put(partial, target)


@contextlib.contextmanager
def _copied(source: Path, target: Path) -> Iterator[Path]:
    """A whole copy beside the place that it is for, as long as nobody has put it there; raises GameError."""
    if not _has_something(source):
        raise GameError(f"there is nothing to copy: {source} is not there, or empty")
    partial = _partial_of(target)
    try:
        partial.unlink(missing_ok=True)
        os.close(os.open(partial, os.O_WRONLY | os.O_CREAT, PRIVATE))
        with (
            contextlib.closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as old,
            contextlib.closing(sqlite3.connect(partial)) as new,
        ):
            old.backup(new)
            new.execute("PRAGMA journal_mode=DELETE")
        _sync(partial)
        yield partial
    except (OSError, sqlite3.Error) as error:
        raise GameError(f"{source} could not be copied to {target}: {error}") from None
    finally:
        with contextlib.suppress(OSError):
            partial.unlink(missing_ok=True)


def _partial_of(file: Path) -> Path:
    return file.with_name(f"{file.name}.partial")


def _put(partial: Path, target: Path) -> None:
    partial.replace(target)
    _sync(target.parent)


def _sync(path: Path) -> None:
    """What a file or folder holds is on the disk, whatever happens next."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


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
    if _is_same(copy, file):
        raise GameError(f"{copy} is the database itself, and in its place; name a copy of it")
    if _is_same(copy, _partial_of(file)):
        raise GameError(f"{copy} is where copies are made; give it another name before you bring it back")
    _check(copy)
    with having(file, may_be_gone=True), _copied(copy, file) as partial:
        _check(partial)
        aside = _unused_beside(file)
        with _set_aside(file, aside):
            _put(partial, file)
    return aside


def _is_same(one: Path, other: Path) -> bool:
    return other.exists() and one.samefile(other)


def _unused_beside(file: Path) -> Path:
    """Where nothing is kept yet, so that whoever brings back one copy after the other still has them all."""
    ends = ("", *(f"-{number}" for number in range(2, 1_000)))
    for aside in (file.with_name(f"{file.name}.before-restore{end}") for end in ends):
        if not any(part.exists() for part in _parts(aside)):
            return aside
    raise GameError(f"there are too many files like {file.name}.before-restore; move some of them away")


@contextlib.contextmanager
def _set_aside(file: Path, aside: Path) -> Iterator[None]:
    """Moves a database away; and back, where what is done then fails. What a killed server wrote last lies beside its
    file, and would be taken for a part of the next one there."""
    if _has_something(file):  # else SQLite throws away what lies beside it
        with contextlib.suppress(sqlite3.Error), contextlib.closing(sqlite3.connect(file)) as database:
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    moved: list[tuple[Path, Path]] = []
    try:
        for old, new in zip(_parts(file), _parts(aside), strict=True):
            if _has_something(old):
                moved.append((old, new))
                old.rename(new)
        yield
    except BaseException:
        for old, new in moved:
            with contextlib.suppress(FileNotFoundError):  # it was on the move when that happened
                new.replace(old)
        raise


def _parts(file: Path) -> list[Path]:
    """A database's file, and what SQLite puts beside it."""
    return [file.with_name(f"{file.name}{end}") for end in ("", "-wal", "-shm", "-journal")]


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
