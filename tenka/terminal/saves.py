"""Games on disk: where they are kept, and how they are written so that no game is ever lost."""

from __future__ import annotations

import contextlib
import shlex
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import platformdirs

from tenka.game import GameError, InvalidRecord
from tenka.record import ENDING, Replay, load


def games_folder() -> Path:
    """Where games are kept unless the player names a file."""
    return platformdirs.user_data_path("tenka") / "games"


def new_save(given: Path | None) -> Path:
    """The file for a new game; raises GameError where it cannot be one."""
    if given is None:
        folder = games_folder()
        with _speaking(folder):
            folder.mkdir(parents=True, exist_ok=True)
        stem = datetime.now().strftime("%Y-%m-%d-%H%M%S")
        path, number = folder / f"{stem}{ENDING}", 1
        while path.exists():
            number += 1
            path = folder / f"{stem}-{number}{ENDING}"
        return path
    if "\0" in str(given):
        raise GameError("the name of a file has no zero bytes in it; choose another name")
    with _speaking(given):
        if given.is_dir():
            raise GameError(f"{given} is a folder; name a file in it, such as {given / 'my.game'}")
        if given.exists():
            raise GameError(f"{given} exists already; choose another name, or continue it with --resume {given}")
        if not given.parent.is_dir():
            raise GameError(f"there is no folder {given.parent}; make it first, or save somewhere else")
        return given.resolve()


def find_game(path: Path) -> Path:
    """The file, if there is one; raises GameError. Quick, and so done before the rules are prepared."""
    try:
        if path.is_dir():
            raise GameError(f"{path} is a folder; name one of the {ENDING} files in it")
        if not path.exists():
            raise GameError(f"there is no file {path}; your games are in {games_folder()}")
    except OSError as error:
        raise GameError(f"cannot read {path}: {error.strerror or error}; name the file of a game") from None
    return path


def load_game(path: Path) -> Replay:
    """Reads and replays a record; raises GameError with the file's name in the sentence."""
    try:
        return load(find_game(path))
    except InvalidRecord as error:
        text = str(error)
        raise GameError(text if str(path) in text else f"{path}, {text}") from None


def parse_path(text: str) -> Path:
    """The file that a person named; raises GameError."""
    try:
        return Path(*shlex.split(text)[:1]).expanduser()
    except (ValueError, RuntimeError) as error:  # quotes that do not match; a home that nobody has
        raise GameError(f"{text[:40]!r} is not the name of a file: {str(error).lower()}") from None


@contextlib.contextmanager
def _speaking(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise GameError(f"cannot write {path}: {error.strerror or error}; save somewhere else") from None
