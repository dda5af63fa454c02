"""Asking a person for a turn: moves are staged one after another, looked at, taken back, and confirmed as a whole.

What all games share; each has a kind of its own, for what is drawn and said.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence

from rich.text import Text

from tenka.game import GameError, Ply, Seat
from tenka.table import Preview
from tenka.terminal.prompt import Quit, read_line
from tenka.terminal.saves import new_save, parse_path
from tenka.terminal.session import Session

LOG_LINES = 20


class Asking(ABC):
    """One turn of a person."""

    def __init__(self, session: Session, seat: Seat) -> None:
        self.seat = seat
        self.table = session.table
        self.rules = session.table.rules
        self.console = session.console
        self.staged: list[str] = []
        self._owner = session
        self.commands: dict[str, Callable[[Sequence[str]], None]] = {
            "log": self._log,
            "undo": self._undo,
            "reset": self._reset,
            "save": self._save,
            "quit": self._quit,
            "exit": self._quit,
        }

    def take(self) -> list[Ply]:
        """Asks until a turn is confirmed; returns the new plies. Raises Quit."""
        self.open()
        while True:
            line = read_line(self.prompt())
            try:
                if self.obey(line):
                    return self.table.act(self.seat, " ".join(self.staged), self.table.version)
            except GameError as error:
                self.console.print(Text(str(error), "bold"))

    @abstractmethod
    def open(self) -> None:
        """What the person sees first."""

    @abstractmethod
    def prompt(self) -> str:
        """Before the cursor."""

    @abstractmethod
    def obey(self, line: str) -> bool:
        """Does what a line asks for; True: the turn is confirmed."""

    @abstractmethod
    def show_staged(self, preview: Preview) -> None:
        """What the staged moves would lead to."""

    def try_command(self, line: str) -> bool:
        """Obeys a line that is a command; False: it is none."""
        words = line.split(maxsplit=1)
        if not words or words[0].lower() not in self.commands:
            return False
        self.commands[words[0].lower()](words[1:])
        return True

    def preview(self) -> Preview:
        """Where the staged moves lead."""
        return self.table.preview(self.seat, " ".join(self.staged))

    def _log(self, _args: Sequence[str]) -> None:
        for ply in self.table.plies[-LOG_LINES:]:
            self._owner.tell(ply)
        if not self.table.plies:
            self.console.print("Nothing has happened yet.")

    def _undo(self, _args: Sequence[str]) -> None:
        if not self.staged:
            raise GameError("there is nothing to take back: what was confirmed stays")
        self.take_back()
        self.show_staged(self.preview())

    def take_back(self) -> None:
        """Forgets the last staged move."""
        self.staged = self.staged[:-1]

    def _reset(self, _args: Sequence[str]) -> None:
        self.staged = []
        self.show_staged(self.preview())

    def _save(self, args: Sequence[str]) -> None:
        path = new_save(parse_path(args[0])) if args else self._owner.path
        self._owner.save_copy(path)
        self.console.print(Text(f"Saved: {path}"), soft_wrap=True)

    def _quit(self, _args: Sequence[str]) -> None:
        raise Quit
