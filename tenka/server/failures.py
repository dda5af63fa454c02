"""When the database or the disk fails: what to tell people, and what to say in one line of the log."""

from __future__ import annotations

import logging
import sqlite3

from sqlalchemy.exc import DBAPIError, IntegrityError, ProgrammingError
from sqlalchemy.exc import TimeoutError as NoConnection

from tenka.game import GameError
from tenka.table import Refused

_FAILURES = (OSError, sqlite3.Error, DBAPIError, NoConnection)
_MISTAKES = (IntegrityError, ProgrammingError, sqlite3.IntegrityError, sqlite3.ProgrammingError)
"""Those are ours, and not the disk's."""

_SENTENCES = {
    "file is not a database": "{file} is damaged, or no database at all: bring back a copy with 'tenka restore'",
    "malformed": "{file} is damaged: bring back a copy with 'tenka restore'",
    "unable to open": "cannot open {file}: its folder is not there, or cannot be written to",
    "readonly": "{file} or its folder cannot be written to; name another file in DATABASE_URL",
    "disk is full": "the disk is full: {file} cannot be written to until there is space",
    "disk i/o": "the disk of {file} fails",
    "locked": "{file} is being written to by another program; stop that first",
    "can't locate revision": "{file} was made by a newer tenka: install that one, or name another file in DATABASE_URL",
}
"""By what SQLite or Alembic say."""


def is_failure(error: BaseException) -> bool:
    """Whether the database or the disk has failed, and not we."""
    return isinstance(error, _FAILURES) and not isinstance(error, _MISTAKES)


def refusal_of(error: BaseException) -> Refused:
    """What somebody is told who asked for something meanwhile."""
    return Refused("unavailable", "the server cannot write or read just now, so nothing has happened; try again")


def line_of(error: BaseException) -> str:
    """An error in one line."""
    text = str(getattr(error, "orig", None) or error).strip().splitlines()
    return f"{type(error).__name__}: {text[0][:200] if text else ''}"


def note(log: logging.Logger, text: str, error: BaseException) -> None:
    """Logs an error in one line where the database or the disk has failed, and whole where we have."""
    if is_failure(error):
        log.error(text, extra={"reason": line_of(error)})
    else:
        log.error(text, exc_info=error)


def explain(error: BaseException, file: str) -> GameError:
    """Why a server cannot begin, and what to do."""
    said = str(error).lower()
    for word, sentence in _SENTENCES.items():
        if word in said:
            return GameError(sentence.format(file=file))
    return GameError(f"the database cannot be used: {line_of(error)}")
