"""A game in a terminal without a drawing of its own: its record line by line, and the moves that are legal.

Titles whose folder has no ``terminal`` are played like this.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import takewhile

from rich.text import Text

from tenka.game import CHANCE, GameError, Outcome, Ply, Rules, Seat, name_of_seat
from tenka.games import get_title
from tenka.players import SEARCHER, UNIFORM, default_player, get_player
from tenka.record import Replay, format_lines, redact, redact_text
from tenka.table import Preview
from tenka.terminal.asking import Asking
from tenka.terminal.look import YOU, join, look_of, print_sections
from tenka.terminal.session import Session
from tenka.terminal.stepper import Stepper

MOST_SHOWN = 24
"""Of the legal moves, so many are named without being asked for."""
NUM_HINTS = 5
QUICK_SEARCHER = f"{SEARCHER}:300"
"""Gives hints where the title has nobody who knows the game."""
DONE_WORD = "done"

HELP = {
    "A turn": {
        "a move": "one of those that moves lists; several fit on one line",
        "undo, reset": "take back the last move, or all of this turn",
        "Enter, done": "confirm the turn; until then nothing is decided",
    },
    "Questions": {
        "moves": "every legal move",
        "hint": "what a bot would do here",
        "log": "what has happened so far, as far as you may know",
        "save, save FILE": "save now (every turn is saved anyway), or a copy elsewhere",
        "quit": "leave; the game is saved and can be continued",
    },
}


def name_players(rules: Rules, names: Sequence[str]) -> str:
    """A title and who plays it."""
    labels = (f"{seat} ({name})" for seat, name in zip(rules.seat_names, names, strict=False))
    return f"{get_title(rules.name).name}: {', '.join(labels)}."


def tell_result(rules: Rules, outcome: Outcome, listener: Seat | None) -> list[str]:
    """How a game ended, one sentence a line."""
    names = [YOU if seat == listener else rules.seat_names[seat] for seat in range(len(outcome.ranking))]
    told = [f"The game is over: {outcome.reason}."]
    for seat in sorted(range(len(names)), key=lambda seat: outcome.ranking[seat]):
        totals = ", ".join(f"{name} {value}" for name, value in outcome.totals[seat].items())
        told.append(f"{outcome.ranking[seat]}. {names[seat]}: {totals}")
    winners = [names[seat] for seat in outcome.winners]
    verb = "share the win" if len(winners) > 1 else "win" if winners == [YOU] else "wins"
    return [*told, f"{join(winners).capitalize()} {verb}."]


class PlainSession(Session):
    """One game, as the person in front of it may read it."""

    def introduction(self) -> str:
        """Who plays, and what was dealt."""
        rules = self.table.rules
        opening = (rules.redact(line, self.person) for line in rules.opening(self.table.start))
        known = format_lines(rules, [line for line in opening if line is not None])
        return "\n".join([name_players(rules, self.table.names), *known])

    def take_turn(self, seat: Seat) -> list[Ply]:
        """Asks the person for a turn; returns the new plies. Raises Quit."""
        return PlainTurn(self, seat).take()

    def tell(self, ply: Ply) -> None:
        """The line of a ply as the person may read it."""
        rules = self.table.rules
        known = rules.redact(ply, self.person)
        if known is None:
            return
        if ply.seat == CHANCE:
            self.console.print(Text(rules.format_line(known)))
        else:
            self.console.print(look_of(self.console).line(ply.seat, rules.format_line(known)))

    def tell_end(self, outcome: Outcome) -> None:
        """The result."""
        for line in tell_result(self.table.rules, outcome, self.person):
            self.console.print(Text(line))

    def recall(self, replay: Replay) -> None:
        """Nothing: what happened is told from the record."""


class PlainTurn(Asking):
    """The moves of one turn."""

    def __init__(self, session: PlainSession, seat: Seat) -> None:
        super().__init__(session, seat)
        self.commands |= {"help": self._help, "?": self._help, "hint": self._hint, "moves": self._moves}

    def open(self) -> None:
        """Whose turn it is, and what is possible."""
        self.console.print(Text(f"{self.rules.seat_names[self.seat]}, it is your turn: {self._ask()}.", "bold"))

    def prompt(self) -> str:
        """The seat, and what is staged."""
        staged = f" [{' '.join(self.staged)}]" if self.staged else ""
        return f"{self.rules.seat_names[self.seat]}{staged}> "

    def obey(self, line: str) -> bool:
        """Does what a line asks for; True: the turn is confirmed."""
        words = line.split()
        if not words or line.lower() == DONE_WORD:
            return self._confirm()
        if self.try_command(line):
            return False
        is_last = words[-1].lower() == DONE_WORD
        tokens = words[:-1] if is_last else words
        self.table.preview(self.seat, " ".join([*self.staged, *tokens]))
        self.staged += tokens
        if is_last:
            return self._confirm()
        self.show_staged(self.preview())
        return False

    def show_staged(self, preview: Preview) -> None:
        """Whether that is a whole turn, and how it can go on."""
        if not self.staged:
            self.console.print(f"Nothing is decided yet: {self._ask()}.")
        elif preview.is_whole:
            self.console.print("Enter confirms, undo takes back.")
        else:
            self.console.print(f"And then: {self._ask()}.")

    def _confirm(self) -> bool:
        if not self.preview().is_whole:
            raise GameError(f"that is not a whole turn yet: {self._ask()}")
        return True

    def _ask(self) -> str:
        legal = self.preview().legal
        moves = " ".join(self.rules.format([action]) for action in legal[:MOST_SHOWN])
        return f"play {moves}" + (" …; moves lists all" if len(legal) > MOST_SHOWN else "")

    def _help(self, _args: Sequence[str]) -> None:
        print_sections(self.console, HELP, 15)

    def _hint(self, _args: Sequence[str]) -> None:
        preview = self.preview()
        if not preview.legal:
            raise GameError("this turn is complete: press Enter to confirm it")
        usual = default_player(self.rules.name)
        adviser = get_player(QUICK_SEARCHER if usual == UNIFORM else usual, self.rules.name)
        view = self.rules.view(preview.state, self.seat)
        self.console.print(f"{adviser.name}'s favourites, with what it thinks of them:")
        for line in adviser.explain(view, preview.legal, random.Random(0))[:NUM_HINTS]:
            self.console.print(Text(f"  {self.rules.format(line.actions[:1]):<18} {line.score:6.2f}"))

    def _moves(self, _args: Sequence[str]) -> None:
        legal = (self.rules.format([action]) for action in self.preview().legal)
        self.console.print(Text(" ".join(legal) or "none"))

    def _log(self, _args: Sequence[str]) -> None:
        for line in redact(self.table.record(), self.seat).lines:
            self.console.print(Text(line))


class PlainStepper(Stepper):
    """A record, line by line."""

    def owner_of(self, line: str) -> Seat | None:
        """The first seat that a line names."""
        names = self.replay.rules.seat_names
        return next((names.index(word) for word in line.split() if word in names), None)

    def introduce(self) -> None:
        """Who played, and what was dealt."""
        rules, record = self.replay.rules, self.replay.record
        self.console.print(Text(name_players(rules, record.names)))
        if self.seat is not None:
            self.console.print(f"As {rules.seat_names[self.seat]} saw it.")
        elif not self.is_open:
            self.console.print("As a spectator saw it; --seat shows what a player saw.")
        first = self.replay.steps[0].line if self.replay.steps else None
        for text in takewhile(lambda text: text != first, record.lines):
            self._print_line(text if self.is_open else redact_text(rules, text, self.seat))

    def show(self) -> None:
        """Who is to move, or the result."""
        step = self.replay.steps[self.at - 1] if self.at else None
        state = step.after if step else self.replay.start
        turn = self.replay.rules.turn(state)
        if turn is not None:
            self.console.print(f"{name_of_seat(self.replay.rules, turn)} to move.")
        elif self.replay.outcome is not None:
            for line in tell_result(self.replay.rules, self.replay.outcome, None):
                self.console.print(Text(line))

    def tell(self, number: int) -> None:
        """A line of the record."""
        line, rules = self.replay.steps[number - 1].line, self.replay.rules
        self._print_line(line if self.is_open else redact_text(rules, line, self.seat), f"{number}. ")

    def _print_line(self, text: str | None, before: str = "") -> None:
        if text is not None:
            self.console.print(Text(before + text))

    def show_end(self) -> None:
        """The result, if there is one."""
        self.show()
