"""A finished or unfinished game, step by step. Each game has a stepper of its own kind, for what is drawn and told."""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod

from rich.console import Console

from tenka.game import GameError, Seat
from tenka.games import find_part
from tenka.record import Replay
from tenka.terminal.look import join
from tenka.terminal.prompt import Quit, read_line

HIDDEN = "?"
"""What stands in a copy of a record for what its reader may not know."""


class Stepper(ABC):
    """A record and the step that is looked at: 0 is the start, step n comes after the n-th line."""

    number_word = "line"
    """What a number that the person types stands for."""

    def __init__(self, console: Console, replay: Replay, seat: Seat | None) -> None:
        self.replay = replay
        lines = replay.record.lines
        if seat is not None and any(HIDDEN in line and self.owner_of(line) == seat for line in lines):
            raise GameError(f"this copy of the record does not show {replay.rules.seat_names[seat]}'s {self.hand_word}")
        self.console = console
        self.seat = seat
        self.is_open = seat is None and replay.outcome is not None and not any(HIDDEN in line for line in lines)
        """Everything is shown. A game that goes on keeps its secrets, and so does a copy that never had them."""
        self.at = 0

    hand_word = "cards"

    @abstractmethod
    def owner_of(self, line: str) -> Seat | None:
        """Whose secrets a line of the record holds."""

    @abstractmethod
    def introduce(self) -> None:
        """Who played what."""

    @abstractmethod
    def show(self) -> None:
        """The position at the step."""

    @abstractmethod
    def tell(self, number: int) -> None:
        """What happened in a step."""

    @abstractmethod
    def show_end(self) -> None:
        """The last position, where all steps were told without pictures."""

    def last_number(self) -> int:
        """The highest number that the person may type."""
        return self.count(self.replay)

    @classmethod
    def count(cls, replay: Replay) -> int:
        """How many there are of what numbers stand for."""
        return len(replay.steps)

    def step_of(self, number: int) -> int:
        """The step that a number stands for."""
        return number

    def run(self) -> None:
        """Step by step as the person asks; all steps at once where nobody can."""
        if not sys.stdin.isatty():
            self._print_all()
            return
        self.introduce()
        self.console.print(f"Enter or n: next; p: previous; a number: that {self.number_word}; q: quit.")
        self._show()
        try:
            while self._obey(read_line(f"{self.at} of {len(self.replay.steps)}> ").lower()):
                pass
        except Quit:
            pass

    def _obey(self, typed: str) -> bool:
        last = len(self.replay.steps)
        if typed in ("q", "quit", "exit"):
            return False
        if typed in ("", "n", "next"):
            if self.at == last:
                self.console.print("This was the last step; q quits, p goes back.")
                return True
            self.at += 1
        elif typed in ("p", "previous", "b", "back"):
            self.at = max(0, self.at - 1)
        elif typed.isdecimal() and int(typed[:9]) <= self.last_number():
            self.at = self.step_of(int(typed))
        else:
            numbers = f"0 to {self.last_number()}: that {self.number_word}"
            self.console.print(f"Enter or n: next; p: previous; {numbers}; q: quit.")
            return True
        self._show()
        return True

    def _show(self) -> None:
        if self.at:
            self.console.print()
            self.tell(self.at)
        self.console.print()
        self.show()

    def _print_all(self) -> None:
        self.introduce()
        for number in range(1, len(self.replay.steps) + 1):
            self.tell(number)
        self.at = len(self.replay.steps)
        self.console.print()
        self.show_end()


def stepper_kind(game: str) -> type[Stepper]:
    """The kind of stepper that a game has: its title's, or else a plain one."""
    part = find_part(game, "terminal")
    if part is None:
        from tenka.terminal.plain import PlainStepper  # which knows steppers

        return PlainStepper
    kind: type[Stepper] = part.Stepper
    return kind


def make_stepper(console: Console, replay: Replay, seat: Seat | None) -> Stepper:
    """The stepper for a game."""
    return stepper_kind(replay.rules.name)(console, replay, seat)


def summarise(replay: Replay) -> str:
    """A checked record in one line."""
    kind = stepper_kind(replay.rules.name)
    length = f"{kind.count(replay)} {kind.number_word}s"
    if replay.outcome is None:
        return f"ok: {length}, not finished"
    winners = [replay.rules.seat_names[seat] for seat in replay.outcome.winners]
    return f"ok: {length}, {join(winners)} {'wins' if len(winners) == 1 else 'share the win'}, {replay.outcome.reason}"
