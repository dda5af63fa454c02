"""A game of History of the Samurai, step by step."""

from __future__ import annotations

from rich.console import Console

from tenka.game import Seat
from tenka.history.record_lines import split_line
from tenka.history.tables import find_data
from tenka.history.terminal.board import Scene, draw_hand, draw_screen, make_scene, seat_label
from tenka.history.terminal.points import tell_sources
from tenka.history.terminal.session import changed_areas, show_result
from tenka.history.terminal.story import Teller
from tenka.record import Replay, redact_text
from tenka.terminal.stepper import Stepper


class HistoryStepper(Stepper):
    """A game of History of the Samurai; numbers are those of the record's lines."""

    def __init__(self, console: Console, replay: Replay, seat: Seat | None) -> None:
        super().__init__(console, replay, seat)
        options = replay.record.options
        self.teller = Teller(find_data(options.data).data, options.players, None)

    def owner_of(self, line: str) -> Seat | None:
        """Whose cards a line names."""
        return split_line(line).seat

    def introduce(self) -> None:
        """Who plays which colours."""
        record = self.replay.record
        players, colours = record.options.players, record.options.colours
        labels = [seat_label(record.names, seat, players, colours) for seat in range(players)]
        self.console.print(f"History of the Samurai: {', '.join(labels)}.")
        if self.seat is not None:
            self.console.print(f"As {self.replay.rules.seat_names[self.seat]} saw it.")
        elif not self.is_open:
            self.console.print("As a spectator saw it; --seat shows a player's own cards.")

    def _scene(self) -> Scene:
        step = self.replay.steps[self.at - 1] if self.at else None
        state = step.after if step else self.replay.start
        known = state if self.is_open else self.replay.rules.view(state, self.seat).known
        scene = make_scene(self.console, known, self.seat, self.replay.record.names)
        return scene if step is None else scene._replace(fresh=changed_areas(step.before, step.after))

    def show(self) -> None:
        """The map and the players, and the hand of the seat that looks."""
        scene = self._scene()
        if self.replay.outcome is not None and self.at == len(self.replay.steps):
            show_result(self.console, scene, self.teller, self.replay.outcome)
            return
        self.console.print(draw_screen(scene, self.console.width))
        for colour in range(scene.known.colours):
            if scene.is_own(colour):
                self.console.print(draw_hand(scene, colour))

    def tell(self, number: int) -> None:
        """A step in a sentence."""
        step = self.replay.steps[number - 1]
        rules = self.replay.rules
        line = step.line if self.is_open else redact_text(rules, step.line, self.seat)
        if line is not None:
            sources = tell_sources(self.replay.rules, self.teller.data, step.before, step.actions)
            told = self.teller.tell(line, sources)
            scene = make_scene(self.console, step.after, self.seat, self.replay.record.names)
            self.console.print(scene.look.line(self.teller.colour_of(step.line), f"{number}. {told}"))

    def show_end(self) -> None:
        """The last map, with the points if the game is over."""
        self.at = len(self.replay.steps)
        self.show()
