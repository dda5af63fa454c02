"""A game at this terminal: who decides for each seat, and the file it is kept in. Each game has its own kind."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from pathlib import Path

from rich.console import Console

from tenka.game import Outcome, Ply, Seat
from tenka.players import Player
from tenka.record import Replay, write, write_file
from tenka.table import Table


class Session(ABC):
    """One game, as the person in front of it sees it."""

    def __init__(
        self,
        console: Console,
        table: Table,
        person: Seat | None,
        bots: Mapping[Seat, Player],
        seed: int,
        path: Path,
    ) -> None:
        self.console = console
        self.table = table
        self.person = person
        """The seat of the person; None: only bots play."""
        self.bots = bots
        self.seed = seed
        self.path = path
        self.saved_version: int | None = None

    def save(self) -> None:
        """Writes the whole game so far, if it has not been written yet; raises GameError where that fails."""
        version = self.table.version
        if version != self.saved_version:
            self.save_copy(self.path)
            self.saved_version = version

    def save_copy(self, path: Path) -> None:
        """Writes the whole game so far to any file; raises GameError where that fails."""
        write_file(path, write(self.table.record()))

    @abstractmethod
    def introduction(self) -> str:
        """Who plays what."""

    @abstractmethod
    def take_turn(self, seat: Seat) -> list[Ply]:
        """Asks the person for a turn; returns the new plies. Raises Quit."""

    def latest(self) -> list[Ply]:
        """What happened last, for who sits down."""
        return self.table.plies[-self.table.options.players :]

    @abstractmethod
    def tell(self, ply: Ply) -> None:
        """A ply in words, as the person may know it."""

    @abstractmethod
    def tell_end(self, outcome: Outcome) -> None:
        """The last position, and how the game ended."""

    @abstractmethod
    def recall(self, replay: Replay) -> None:
        """Remembers what the person saw before the game was left."""
