"""Runs of the command line inside this process: fast, and with everything that is printed and written at hand."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from tenka.cli import main


class Run(NamedTuple):
    code: int
    out: str
    err: str


Tenka = Callable[..., Run]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An own data folder, and a terminal of 80 columns without colours."""
    folder = tmp_path / "home"
    folder.mkdir()
    monkeypatch.setenv("XDG_DATA_HOME", str(folder))
    monkeypatch.setenv("COLUMNS", "80")
    for name in ("FORCE_COLOR", "NO_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE"):
        monkeypatch.delenv(name, raising=False)
    return folder


@pytest.fixture
def tenka(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Tenka:
    """Runs the command with these arguments; `typed` is what a person types."""

    def run(*args: object, typed: str = "") -> Run:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        capsys.readouterr()
        code = main([str(arg) for arg in args])
        return Run(code, *capsys.readouterr())

    return run


class Screen(io.StringIO):
    """What is printed, for a person to read."""

    encoding = "utf-8"


class Person(io.StringIO):
    """Somebody who asks for a hint before each move and then plays the best one."""

    def __init__(self, screen: Screen, stops_after: int | None = None) -> None:
        super().__init__()
        self.screen = screen
        self.stops_after = stops_after
        self.moves: list[str] = []
        """What was confirmed, one ply each."""
        self.question = ""

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
        answer = self.screen.getvalue().rpartition(f"> {self.question}\n")[2] if self.question else ""
        if not self.question:
            self.question = "hint"
        elif "moves lists" in answer:
            self.question = "moves"
        else:
            self.question = ""
            if self.stops_after is not None and len(self.moves) >= self.stops_after:
                return ""
            self.moves.append(f"{_best_move(answer)} done")
            return f"{self.moves[-1]}\n"
        return f"{self.question}\n"


def _best_move(answer: str) -> str:
    """Out of the answer to ``hint``, or the first of the answer to ``moves``."""
    best = re.search(r"would choose (.*)", answer) or re.search(r"^  (\S+) +-?\d+\.\d\d", answer, re.MULTILINE)
    return best[1] if best else answer.split()[0]


@pytest.fixture
def play_to_the_end(monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[int, str, Person]]:
    """A whole game of a `Person`: the exit code, the screen, and what the person typed."""

    def run(*args: object, stops_after: int | None = None) -> tuple[int, str, Person]:
        screen = Screen()
        person = Person(screen, stops_after)
        with monkeypatch.context() as patch:
            patch.setattr(sys, "stdin", person)
            patch.setattr(sys, "stdout", screen)
            code = main(["play", "--terminal", *(str(arg) for arg in args)])
        return code, screen.getvalue(), person

    return run


def tree(folder: Path) -> dict[str, object]:
    """Every file below a folder with its size and time, to see that nothing has changed."""
    return {str(path): (path.stat().st_size, path.stat().st_mtime_ns) for path in sorted(folder.rglob("*"))}
