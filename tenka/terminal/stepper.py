"""A finished or unfinished game, step by step."""

from __future__ import annotations

import sys

from rich.console import Console

from tenka.game import GameError, Seat
from tenka.record import Replay
from tenka.samurai.record_lines import HIDDEN, split_line
from tenka.samurai.view import UNKNOWN
from tenka.terminal.board import Marks, draw_board
from tenka.terminal.look import join, look_of, screen_size, words_of
from tenka.terminal.panel import Scene, draw_hand, draw_screen, seat_label
from tenka.terminal.prompt import Quit, read_line
from tenka.terminal.session import changed_spaces, tell_result
from tenka.terminal.story import Teller


class Stepper:
    """A record and the step that is looked at: 0 is the start, step n comes after the n-th line."""

    def __init__(self, console: Console, replay: Replay, seat: Seat | None) -> None:
        lines = replay.record.lines
        if seat is not None and any(HIDDEN in line and split_line(line).seat == seat for line in lines):
            raise GameError(f"this copy of the record does not show {replay.rules.seat_names[seat]}'s tiles")
        self.console = console
        self.replay = replay
        self.seat = seat
        self.is_open = seat is None and replay.outcome is not None and not any(HIDDEN in line for line in lines)
        """Everything is shown. A game that goes on keeps its secrets, and so does a copy that never had them."""
        self.words = words_of(replay.record.options.edition)
        self.look = look_of(console, replay.record.options.players)
        self.teller = Teller(self.words, None)
        self.at = 0

    def run(self) -> None:
        """Step by step as the person asks; all steps at once where nobody can."""
        if not sys.stdin.isatty():
            self._print_all()
            return
        self._introduce()
        self.console.print("Enter or n: next; p: previous; a number: that turn; q: quit.")
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
        elif typed.isdecimal() and int(typed) <= int(self.replay.final.turns):
            self.at = self._step_of_turn(int(typed))
        else:
            turns = int(self.replay.final.turns)
            self.console.print(f"Enter or n: next; p: previous; 0 to {turns}: that turn; q: quit.")
            return True
        self._show()
        return True

    def _step_of_turn(self, turn: int) -> int:
        states = [int(state.turns) for state in self.replay.states()]
        return states.index(turn)

    def _introduce(self) -> None:
        record = self.replay.record
        players = [seat_label(record.names, seat) for seat in range(record.options.players)]
        self.console.print(f"{record.game.capitalize()}, edition {record.options.edition}: {', '.join(players)}.")
        if self.seat is not None:
            self.console.print(f"As {self.replay.rules.seat_names[self.seat]} saw it.")
        elif not self.is_open:
            self.console.print("As a spectator saw it; --seat shows a player's own tiles.")

    def _scene(self) -> Scene:
        step = self.replay.steps[self.at - 1] if self.at else None
        state = step.after if step else self.replay.start
        marks = Marks(fresh=changed_spaces(step.before.tile, step.after.tile)) if step else Marks()
        known = state if self.is_open else self.replay.rules.view(state, self.seat).known
        return Scene(known, self.seat, self.replay.record.names, self.words, self.look, marks)

    def _show(self) -> None:
        scene = self._scene()
        if self.at:
            self.console.print()
            self._tell(self.at)
        self.console.print()
        self.console.print(draw_screen(scene, *screen_size(self.console)))
        if self.replay.outcome is not None and self.at == len(self.replay.steps):
            self.console.print()
            tell_result(self.console, scene, self.teller, self.replay.outcome)
            return
        for seat in range(scene.known.players):
            if scene.known.hand[seat] != UNKNOWN and scene.known.num_hand[seat]:
                self.console.print(draw_hand(scene, seat))

    def _tell(self, number: int) -> None:
        step = self.replay.steps[number - 1]
        line = step.line if self.is_open else self.replay.rules.redact(step.line, self.seat)
        if line is not None:
            turn = f"{step.after.turns}. " if step.after.turns > step.before.turns else ""
            self.console.print(self.look.line(step.seat, f"{turn}{self.teller.tell(line)}"))

    def _print_all(self) -> None:
        self._introduce()
        for number in range(1, len(self.replay.steps) + 1):
            self._tell(number)
        self.at = len(self.replay.steps)
        scene = self._scene()
        self.console.print()
        if self.replay.outcome is None:
            self.console.print(draw_screen(scene, *screen_size(self.console)))
        else:
            self.console.print(draw_board(scene.known, self.look, scene.marks))
            self.console.print()
            tell_result(self.console, scene, self.teller, self.replay.outcome)


def summarise(replay: Replay) -> str:
    """A checked record in one line."""
    has_turns = "turns" in replay.final.dtype.names
    turns = f"{int(replay.final.turns)} turns" if has_turns else f"{len(replay.steps)} lines"
    if replay.outcome is None:
        return f"ok: {turns}, not finished"
    winners = [replay.rules.seat_names[seat] for seat in replay.outcome.winners]
    return f"ok: {turns}, {join(winners)} {'wins' if len(winners) == 1 else 'share the win'}, {replay.outcome.reason}"
