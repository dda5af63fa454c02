"""The analysis board: any position, of a game or set up by hand, lines played on from it, and what they are worth.

Nothing here knows a table: whoever asks brings the record that it is about, and so all that can be known of it.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from tenka.game import CHANCE, GameError, InvalidRecord, Ply, Rules, Seat, State
from tenka.games import find_part
from tenka.patches import merge_patch, patch
from tenka.position import Drawing
from tenka.record import HIDDEN, LinePlayer, Replay, Step, TextLine, play_lines, replay, write
from tenka.server import audience
from tenka.server import study_messages as messages
from tenka.server.bots import BotPool
from tenka.server.fair import Whose
from tenka.server.judging import judge_position
from tenka.server.messages import Figure, Judged
from tenka.server.positions import Consequences, check_options, open_view, picture_of, show_ply
from tenka.table import PlyDice, Refused, Table
from tenka.variations import START, Explored, explore, tells, write_study

ENDING_HEADERS = ("[Result ", "[End ")
NUM_GUESSES = 4
"""So many hands are tried of who is to move and whose hand is not known."""


@dataclass(frozen=True)
class Known:
    """What a record tells of the hands."""

    rules: Rules
    seats: tuple[Seat, ...]
    """Whose hands are known."""
    is_open: bool
    """All are."""

    @property
    def eyes(self) -> Seat | None:
        """The seat through whose eyes the position is seen where not all is open."""
        return self.seats[0] if self.seats and not self.is_open else None

    def draw(self, state: State) -> Drawing:
        """A state as far as it is known."""
        view = open_view(state) if self.is_open else self.rules.view(state, self.eyes)
        return picture_of(self.rules.name).draw(view)


def known_of(replayed: Replay) -> Known:
    """Whose hands a record tells: the others have a ``?`` in their lines."""
    rules = replayed.rules
    hidden: set[Seat] = set()
    for line in replayed.record.lines:
        owner = None
        for part in line.split(";"):  # a part that names nobody is about the one of whom the line tells
            words = part.split()
            names = [word.partition("/")[0] for word in words]
            named = next((rules.seat_names.index(name) for name in names if name in rules.seat_names), owner)
            owner = named if owner is None else owner
            if HIDDEN in words and named is not None:
                hidden.add(named)
    seats = tuple(seat for seat in range(replayed.record.options.players) if seat not in hidden)
    return Known(rules, seats, not hidden)


# --- a whole text ---------------------------------------------------------------------------------------------


def open_analysis(text: str) -> messages.Analysis:
    """A text, played through, with the position after every ply. Raises InvalidRecord."""
    explored = explore(text, check_options)
    study, replayed = explored.study, explored.replay
    known = known_of(replayed)
    start = known.draw(replayed.start)
    record = study.record
    lines = write(record).splitlines()
    first_line = lines.index("") + 1
    head = [line for line in lines[: first_line + study.num_opening] if not line.startswith(ENDING_HEADERS)]
    return messages.Analysis(
        game=record.game,
        options=dict(record.texts),
        names=list(record.names),
        text=write_study(study),
        base=write(record),
        head=head,
        closing=lines[first_line + study.num_opening + len(replayed.steps) :],
        seat=known.eyes,
        is_open=known.is_open,
        start=start,
        note=study.note,
        nodes=_show_nodes(explored, known, start),
    )


def _show_nodes(explored: Explored, known: Known, start: Drawing) -> list[messages.AnalysisNode]:
    drawn = {START: start}
    shown = []
    for index, (node, step) in enumerate(zip(explored.study.nodes, explored.steps, strict=True)):
        drawn[index] = known.draw(step.after)
        changes = patch(drawn[node.parent], drawn[index])
        ply = show_ply(known.rules.name, step.ply)
        shown.append(messages.AnalysisNode(parent=node.parent, ply=ply, note=node.note, changes=changes))
    return shown


# --- a line in it ---------------------------------------------------------------------------------------------


class Place:
    """A place in a tree: what a line leads to."""

    def __init__(self, base: str, line: Sequence[str]) -> None:
        """Plays the line; raises InvalidRecord."""
        self.base = replay(base, check_options)
        self.rules = self.base.rules
        self.known = known_of(self.base)
        self.line = list(line)
        self.steps = self._play(self.line)

    @property
    def state(self) -> State:
        """After the line."""
        return self.steps[-1].after if self.steps else self.base.start

    def _play(self, line: Sequence[str]) -> list[Step]:
        """Where everything is told, the line is played in that game; otherwise in one that is possible with it."""
        texts = [TextLine(number, text) for number, text in enumerate(line, start=1)]
        plies = []
        for text in texts:
            told = self.rules.parse_line(text.text.partition(";")[0])
            if not isinstance(told, Ply):
                raise InvalidRecord(f"{text.text[:60]!r} is no ply", text.number)
            plies.append(told)
        if tells(self.base, plies):
            player = LinePlayer(self.rules, self.base.start, is_begun=True)
            for text in texts:
                player.take(text, text.text)
            return player.steps
        num_opening = len(self.rules.opening(self.base.start))
        opening = [TextLine(0, text) for text in self.base.record.lines[:num_opening]]
        return play_lines(self.rules, self.base.record.options, [*opening, *texts])[0].steps

    def is_guess(self, seat: Seat) -> bool:
        """Whether nobody knows what a seat holds."""
        return seat != CHANCE and seat not in self.known.seats

    def table(self) -> Table:
        """A table to play on at. Who is to move and has an unknown hand holds there all that it could."""
        state = self.state
        seat = self.rules.turn(state)
        if seat is not None and self.is_guess(seat):
            part = find_part(self.rules.name, "analysis")
            state = state if part is None else part.suppose(state, seat, self.rules.view(state, self.known.eyes))
        record = self.base.record
        dice = PlyDice("\n".join([*record.lines, *self.line]))  # the same line has the same luck
        return Table(self.rules, record.options, record.names, state, dice, dict(record.texts))

    def take(self, turn: str | None) -> list[Step]:
        """Plays a turn, and what chance decides before and after it; returns the plies. Raises Refused."""
        table = self.table()
        plies = table.play_on()
        if turn is not None:
            waiting = table.to_move()
            if not waiting:
                raise Refused("over", "the game is over in this position")
            plies += table.act(waiting[0], turn)
        known = len(self.line)
        self.line += [self._write(ply) for ply in plies]
        try:
            self.steps = self._play(self.line)
        except InvalidRecord as error:
            raise Refused("illegal", error.reason) from None
        return self.steps[known:]

    def _write(self, ply: Ply) -> str:
        if self.known.is_open:
            return self.rules.format_line(ply)
        eyes = ply.seat if ply.seat in self.known.seats else self.known.eyes
        return self.rules.format_line(self.rules.redact(ply, eyes) or ply)


def play_on(wish: messages.AnalysisTurn) -> messages.AnalysisStep:
    """Plays a turn, and tries the moves of the next. Raises GameError."""
    place = Place(wish.base, wish.line)
    name = place.rules.name
    steps = place.take(wish.turn)
    after = place.known.draw(place.state)
    position, choice, found = after, None, Consequences([], None)
    table = place.table()
    waiting = table.to_move()
    if waiting:
        seat, picture = waiting[0], picture_of(name)
        before = table.preview(seat, "")
        preview = table.preview(seat, wish.moves)
        choice = audience.describe_choice(table, seat, preview)
        choice.version = len(place.line)
        found = audience.what_follows(place.rules, before.state, preview)
        hand = {str(seat): picture.draw_seats(open_view(preview.state if preview.legal else before.state))[str(seat)]}
        compare = picture.compare_public if preview.legal else picture.compare_certain
        changes = compare(table.state, preview.state)
        position = merge_patch(after, {**changes, "seats": hand})
    return messages.AnalysisStep(
        steps=[
            messages.AnalysisPly(ply=show_ply(name, step.ply), position=place.known.draw(step.after)) for step in steps
        ],
        after=after,
        position=position,
        choice=choice,
        takes=found.takes,
        ends=found.ends,
        outcome=audience.show_outcome(table.outcome),
    )


# --- what it is worth -----------------------------------------------------------------------------------------


def place_to_judge(wish: messages.AnalysisLine) -> Place:
    """The place of a line where somebody is to move. Raises GameError."""
    place = Place(wish.base, wish.line)
    record = place.base.record
    if record.result == "*" and any(name == "Commitment" for name, _ in record.extra):
        raise Refused("forbidden", "nobody is told what is good in a game while it goes on; bring its whole record")
    if place.rules.turn(place.state) in (None, CHANCE):
        raise Refused("over", "nobody is to move in this position")
    return place


async def judge_place(bots: BotPool, place: Place, whose: Whose) -> messages.AnalysisJudged:
    """Shares of the win, and the best turns where the hand of who is to move is known. Raises Refused."""
    rules, state = place.rules, place.state
    seat = rules.turn(state)
    assert seat is not None
    if not place.is_guess(seat):
        judged = await judge_position(bots, rules.name, state, seat, (), whose)
        return messages.AnalysisJudged(judged=judged, is_guess=False)
    view = rules.view(state, place.known.eyes)
    found = []
    for number in range(NUM_GUESSES):
        world = rules.sample(view, random.Random(number))
        found.append(await judge_position(bots, rules.name, world, seat, (), whose))
    return messages.AnalysisJudged(judged=_mean_of(found), is_guess=True)


def _mean_of(found: Sequence[Judged]) -> Judged:
    """The mean over hands; the interval holds those of all."""
    shares = []
    for figures in zip(*(judged.shares for judged in found), strict=True):
        mean = sum(figure.mean for figure in figures) / len(figures)
        low, high = min(figure.low for figure in figures), max(figure.high for figure in figures)
        shares.append(Figure(mean=mean, low=low, high=high))
    worlds = sum(judged.worlds for judged in found)
    return found[0].model_copy(update={"shares": shares, "turns": [], "worlds": worlds})


def check_study(text: str) -> tuple[str, str]:
    """The game of a text that is to be kept, and its canonical form; raises GameError."""
    study = explore(text, check_options).study
    written = write_study(study)
    if len(written) > messages.MOST_TEXT:
        raise GameError(f"a study has at most {messages.MOST_TEXT:,} letters")
    return study.record.game, written
