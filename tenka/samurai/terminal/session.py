"""A game of Samurai at this terminal: what the person may see of it, and how it is told."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from tenka.game import Outcome, Ply, Seat, State
from tenka.players import Player
from tenka.record import Replay
from tenka.samurai.board import FIELDS
from tenka.samurai.lines import SamuraiPly
from tenka.samurai.scoring import captured_pieces
from tenka.samurai.terminal.board import Marks, draw_board
from tenka.samurai.terminal.look import look_of, words_of
from tenka.samurai.terminal.panel import Scene, draw_players, draw_screen, seat_label
from tenka.samurai.terminal.story import Teller
from tenka.table import Table
from tenka.terminal.look import screen_size
from tenka.terminal.session import Session


class SamuraiSession(Session):
    """One game of Samurai, as the person in front of it sees it."""

    def __init__(
        self,
        console: Console,
        table: Table,
        person: Seat | None,
        bots: Mapping[Seat, Player],
        seed: int,
        path: Path,
    ) -> None:
        super().__init__(console, table, person, bots, seed, path)
        self.words = words_of(table.options.edition)
        self.look = look_of(console, table.options.players)
        self.teller = Teller(self.words, person)
        self.seen_tiles: Any = table.state.tile.copy()
        """The board when the person's last turn was over."""

    def introduction(self) -> str:
        """Who plays, and who begins."""
        table = self.table
        players = [seat_label(table.names, seat) for seat in range(table.options.players)]
        first = table.rules.seat_names[int(table.start.first)]
        return f"{table.rules.name.capitalize()}: {', '.join(players)}. {first} begins."

    def take_turn(self, seat: Seat) -> list[Ply]:
        """Asks the person for a turn; returns the new plies. Raises Quit."""
        from tenka.samurai.terminal.turn import Turn  # which knows sessions

        plies = Turn(self, seat).take()
        self.seen_tiles = self.table.state.tile.copy()
        return plies

    def tell_end(self, outcome: Outcome) -> None:
        """The last board, and the scoring."""
        scene = self.scene()
        self.console.print(draw_board(scene.known, self.look))
        self.console.print()
        tell_result(self.console, scene, self.teller, outcome)

    def recall(self, replay: Replay) -> None:
        """The board after the person's last turn."""
        own = [step.after for step in replay.steps if step.seat == self.person]
        self.seen_tiles = (own[-1] if own else replay.start).tile.copy()

    def scene(self, state: State = None, marks: Marks | None = None) -> Scene:
        """What the person may see of a state, the present one unless told."""
        state = self.table.state if state is None else state
        known = self.table.rules.view(state, self.person).known
        marks = Marks(fresh=self.fresh()) if marks is None else marks
        return Scene(known, self.person, self.table.names, self.words, self.look, marks)

    def fresh(self) -> frozenset[str]:
        """The spaces of the tiles that were played since the person's last turn."""
        return changed_spaces(self.seen_tiles, self.table.state.tile)

    def show(self, scene: Scene) -> None:
        """Board and panel."""
        self.console.print()
        self.console.print(draw_screen(scene, *screen_size(self.console)))

    def tell(self, ply: Ply) -> None:
        """A ply in words, as the person may know it."""
        known = self.table.rules.redact(ply, self.person)
        if isinstance(known, SamuraiPly):
            self.console.print(self.look.line(ply.seat, self.teller.tell(known)))


def changed_spaces(before: Any, after: Any) -> frozenset[str]:
    """The names of the spaces with another tile than before."""
    return frozenset(FIELDS[field].name for field in ((before != after) & (after != 0)).nonzero()[0])


def tell_result(console: Console, scene: Scene, teller: Teller, outcome: Outcome) -> None:
    """Why a game ended, who has what, and the scoring step by step."""
    console.print(Text(f"The game is over: {teller.tell_end(outcome.reason)}.", "bold"))
    console.print()
    console.print(draw_players(scene))
    console.print()
    for sentence in teller.tell_scoring(captured_pieces(scene.known), outcome):
        console.print(Text(sentence))
