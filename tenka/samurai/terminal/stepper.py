"""A game of Samurai, step by step."""

from __future__ import annotations

from rich.console import Console

from tenka.game import Seat
from tenka.record import Replay
from tenka.samurai.lines import SamuraiPly
from tenka.samurai.record_lines import NOBODY, split_line
from tenka.samurai.terminal.board import Marks, draw_board
from tenka.samurai.terminal.look import look_of, words_of
from tenka.samurai.terminal.panel import Scene, draw_hand, draw_screen, seat_label
from tenka.samurai.terminal.session import changed_spaces, tell_result
from tenka.samurai.terminal.story import Teller
from tenka.samurai.view import UNKNOWN
from tenka.terminal.look import screen_size
from tenka.terminal.stepper import Stepper


class SamuraiStepper(Stepper):
    """A game of Samurai; numbers are those of turns."""

    number_word = "turn"
    hand_word = "tiles"

    def __init__(self, console: Console, replay: Replay, seat: Seat | None) -> None:
        super().__init__(console, replay, seat)
        self.words = words_of(replay.record.options.edition)
        self.look = look_of(console, replay.record.options.players)
        self.teller = Teller(self.words, None)

    def owner_of(self, line: str) -> Seat | None:
        """Who chose or drew the tiles of a line."""
        seat = split_line(line).seat
        return None if seat == NOBODY else seat

    @classmethod
    def count(cls, replay: Replay) -> int:
        """The number of turns."""
        return int(replay.final.turns)

    def step_of(self, number: int) -> int:
        """The step after which so many turns were over."""
        states = [int(state.turns) for state in self.replay.states()]
        return states.index(number)

    def introduce(self) -> None:
        """The edition and the players."""
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

    def show(self) -> None:
        """The board, the tables, and the hands that may be seen."""
        scene = self._scene()
        self.console.print(draw_screen(scene, *screen_size(self.console)))
        if self.replay.outcome is not None and self.at == len(self.replay.steps):
            self.console.print()
            tell_result(self.console, scene, self.teller, self.replay.outcome)
            return
        for seat in range(scene.known.players):
            if scene.known.hand[seat] != UNKNOWN and scene.known.num_hand[seat]:
                self.console.print(draw_hand(scene, seat))

    def tell(self, number: int) -> None:
        """A step in a sentence."""
        step = self.replay.steps[number - 1]
        known = step.ply if self.is_open else self.replay.rules.redact(step.ply, self.seat)
        if isinstance(known, SamuraiPly):
            turn = f"{step.after.turns}. " if step.after.turns > step.before.turns else ""
            self.console.print(self.look.line(step.seat, f"{turn}{self.teller.tell(known)}"))

    def show_end(self) -> None:
        """The last board, with the scoring if there was one."""
        scene = self._scene()
        if self.replay.outcome is None:
            self.console.print(draw_screen(scene, *screen_size(self.console)))
        else:
            self.console.print(draw_board(scene.known, self.look, scene.marks))
            self.console.print()
            tell_result(self.console, scene, self.teller, self.replay.outcome)
