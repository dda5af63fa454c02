"""A game of History of the Samurai at this terminal: what the person may see of it, and how it is told."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from rich.console import Console
from rich.text import Text

from tenka.game import CHANCE, HIDDEN, Outcome, Ply, Seat, State
from tenka.history.cards import NUM_AREAS
from tenka.history.lines import HistoryPly
from tenka.history.record_lines import format_line
from tenka.history.tables import find_data
from tenka.history.terminal.board import Scene, draw_screen, draw_short_screen, make_scene, seat_label
from tenka.history.terminal.points import tell_sources
from tenka.history.terminal.story import Teller
from tenka.players import Player
from tenka.record import Replay
from tenka.table import Table
from tenka.terminal.look import screen_size
from tenka.terminal.session import Session

LINES_FOR_QUESTION = 6
"""Below the map: the daimyo, what is asked, and the prompt."""


class HistorySession(Session):
    """One game of History of the Samurai, as the person in front of it sees it."""

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
        self.teller = Teller(find_data(table.options.data).data, table.options.players, person)
        self.seen: State = table.start
        """The map when the person last looked at all of it."""
        self.shown_for: tuple[int, int] | None = None
        """The epoch and the order of the turn that the whole map was shown for."""

    def introduction(self) -> str:
        """Who plays which colours."""
        table = self.table
        players, colours = table.options.players, table.options.colours
        labels = [seat_label(table.names, seat, players, colours) for seat in range(players)]
        return f"History of the Samurai: {', '.join(labels)}."

    def take_turn(self, seat: Seat) -> list[Ply]:
        """Asks the person for decisions; returns the new plies. Raises Quit."""
        from tenka.history.terminal.turn import HistoryTurn  # which knows sessions

        plies = HistoryTurn(self, seat).take()
        self.seen = self.table.state
        return plies

    def scene(self, state: State = None) -> Scene:
        """What the person may see of a state, the present one unless told."""
        state = self.table.state if state is None else state
        known = self.table.rules.view(state, self.person).known
        scene = make_scene(self.console, known, self.person, self.table.names)
        return scene._replace(fresh=changed_areas(self.seen, state))

    def show(self, scene: Scene) -> None:
        """The whole map and the players."""
        self.console.print()
        self.console.print(draw_screen(scene, self.console.width))

    def show_what_fits(self, scene: Scene) -> None:
        """The same, or in a low window only where somebody stands, so that nothing scrolls away before it is read."""
        width, height = screen_size(self.console)
        whole = draw_screen(scene, width)
        if height is not None and len(self.console.render_lines(whole)) + LINES_FOR_QUESTION > height:
            self.console.print()
            self.console.print(draw_short_screen(scene))
        else:
            self.show(scene)

    def tell(self, ply: Ply) -> None:
        """A ply in words, as the person may know it."""
        known = self.table.rules.redact(ply, self.person)
        if not isinstance(known, HistoryPly):
            return
        line = format_line(known)
        if known.kind == "draw" and HIDDEN in known.actions:
            if (beginning := self.teller.tell_beginning(line)) is not None:
                self.console.print(beginning)
            return
        scene = make_scene(self.console, self.table.state, self.person, self.table.names)
        sources = self._sources(ply) if "; points " in line else []
        self.console.print(scene.look.line(known.who.colour, self.teller.tell(line, sources)))

    def _sources(self, ply: Ply) -> list[str]:
        """What the points of a ply were for. The same one can come twice, but not within what is told at once."""
        rules, state = self.table.rules, self.table.start
        last = len(self.table.plies) - 1 - self.table.plies[::-1].index(ply)
        for earlier in self.table.plies[:last]:
            for action in earlier.decisions:
                state = rules.apply(state, action)
        return tell_sources(rules, self.teller.data, state, ply.decisions)

    def latest(self) -> list[Ply]:
        """Everything, where a game has just begun: the first draws are of before the first decision."""
        begun = any(ply.seat != CHANCE for ply in self.table.plies)
        return super().latest() if begun else list(self.table.plies)

    def tell_end(self, outcome: Outcome) -> None:
        """The last map, and the points."""
        show_result(self.console, self.scene(), self.teller, outcome)

    def recall(self, replay: Replay) -> None:
        """The map after the person's last decisions."""
        own = [step.after for step in replay.steps if step.seat == self.person]
        self.seen = own[-1] if own else replay.start


def changed_areas(before: State, after: State) -> frozenset[int]:
    """The areas with other counters than before."""
    changed = (before.owner != after.owner) | (before.count != after.count)
    return frozenset(area for area in range(NUM_AREAS) if changed[area] and after.count[area])


def show_result(console: Console, scene: Scene, teller: Teller, outcome: Outcome) -> None:
    """The map at the end, the points, and who has won."""
    console.print(draw_screen(scene, console.width))
    console.print()
    console.print(Text("The game is over: seven epochs have passed.", "bold"))
    for sentence in teller.tell_result(outcome):
        console.print(Text(sentence))
