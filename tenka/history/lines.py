"""What the lines of a record tell, as values: made from states, shown to those who watch, hidden in part.

`tenka.history.record_lines` turns them into texts and back.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

import numpy as np

from tenka.game import CHANCE, HIDDEN, Action, Hidden, Line, LineT, Ply, Seat
from tenka.history import batch
from tenka.history.actions import MAX_LEGAL
from tenka.history.cards import NUM_GROUPS, NUM_PROVINCES
from tenka.history.points import Points, explain_points
from tenka.history.prospects import chances_of
from tenka.history.scoring import END_REASON
from tenka.history.state import (
    AFTER,
    BEFORE,
    DRAWING,
    FAMINE,
    FIGHTING,
    GIVING,
    NOBODY,
    OVER,
    RAID,
    State,
    new_states,
)
from tenka.history.tables import tables_of

CHANCE_LINES = ("draw", "dice", "raid")
_KINDS = {DRAWING: "draw", FIGHTING: "dice", RAID: "raid", GIVING: "draft", AFTER: "after", FAMINE: "after"}


class Who(NamedTuple):
    """A colour, and the person who plays it."""

    person: Seat
    colour: int


@dataclass(frozen=True)
class DealLine(Line):
    """An event hand, one card of each colour of cards."""

    who: Who
    cards: tuple[int | Hidden, ...]


@dataclass(frozen=True)
class EndLine(Line):
    """Why a game ended, and who has how many points."""

    reason: str
    points: tuple[tuple[Who, int], ...]


class Dice(NamedTuple):
    """How many dice there were in a roll."""

    attacker: int
    defender: int
    castle: bool
    """Which adds one to the defender's best die."""


class Fight(NamedTuple):
    """How a fight ended for who began it."""

    ended: Literal["won", "empty", "lost"]
    area: int


class Holding(NamedTuple):
    """Who has which daimyo card."""

    who: Who
    card: int | Hidden


class Target(NamedTuple):
    """Where a roll was made, and against whom."""

    area: int
    owner: int
    """A colour."""


class Course(NamedTuple):
    """How a ply went, as everybody saw it: what records leave out."""

    targets: tuple[Target, ...] = ()
    """By roll."""
    defenders: int = 0
    """Counters at the first roll of a fight."""
    chances: tuple[float, ...] = ()
    """Before it: that the area is taken, that nobody is left there, that it is held."""
    points: Points = Points((), None)
    """Where those of the ply came from."""


NO_COURSE = Course()


@dataclass(frozen=True)
class HistoryPly(Ply):
    """What a person or chance decided for a colour, and what followed.

    ``draw``: chance draws a daimyo card; ``draft``: it is kept or given away; ``turn``: decisions of a turn; ``dice``:
    the rolls of a fight; ``raid``: those of foreigners; ``after``: events after an epoch.
    """

    who: Who
    """Whose it is: where chance decides, for whom."""
    dice: tuple[Dice, ...] = ()
    """By roll."""
    fight: Fight | None = None
    points: int = 0
    """That the colour got."""
    cards: tuple[Holding, ...] = ()
    """When all have drawn."""
    next: Holding | None = None
    """Whose turn has come."""
    epoch: int | None = None
    """That begins, from 1."""
    course: Course = NO_COURSE
    """How it went; that is made from states, and in no record."""


# --- from states ----------------------------------------------------------------------------------------------


def _who(state: State, colour: int) -> Who:
    return Who(colour % int(state.players), colour)


def make_opening(state: State) -> list[Line]:
    """The event hands, with what was played of them before."""
    tables = tables_of(int(state.digest))[0]
    lines: list[Line] = []
    for colour in range(state.colours):
        hand = int(state.hand[colour]) | int(state.played[colour])
        cards = ((hand & int(tables.group[group])).bit_length() - 1 for group in range(NUM_GROUPS))
        lines.append(DealLine("deal", _who(state, colour), tuple(cards)))
    return lines


def make_ply(before: State, actions: Sequence[Action], after: State) -> HistoryPly:
    """The decisions of a person or of chance, with what followed."""
    phase, colour = int(before.phase), int(before.colour)
    kind, who = _KINDS.get(phase, "turn"), _who(before, colour)
    dice, fight, course = _roll(before, actions) if phase in (FIGHTING, RAID) else ((), None, NO_COURSE)
    points = int(after.points[colour]) - int(before.points[colour])
    if points:
        course = course._replace(points=explain_points(before, actions))
    cards: tuple[Holding, ...] = ()
    if phase in (DRAWING, GIVING) and after.phase not in (DRAWING, GIVING):
        cards = tuple(Holding(_who(after, other), int(after.card[other])) for other in range(after.colours))
    following = None
    if after.phase == BEFORE and (before.epoch, before.order) != (after.epoch, after.order):
        following = Holding(_who(after, int(after.colour)), int(after.card[after.colour]))
    return HistoryPly(
        kind=kind,
        seat=CHANCE if kind in CHANCE_LINES else who.person,
        actions=tuple(actions),
        who=who,
        dice=dice,
        fight=fight,
        points=points,
        cards=cards,
        next=following,
        epoch=int(after.epoch) + 1 if after.epoch != before.epoch else None,
        course=course,
    )


def _roll(before: State, rolls: Sequence[Action]) -> tuple[tuple[Dice, ...], Fight | None, Course]:
    """How many dice there were in each roll, how a fight ended, and how it went."""
    tables = tables_of(int(before.digest))
    states, after = new_states(1), new_states(1)
    states[0] = before
    room = np.empty(MAX_LEGAL, np.int16)
    area = int(before.target)
    dice, targets = [], []
    for roll in rolls:
        attacker, defender, castle = batch.dice_of(states, tables)
        dice.append(Dice(int(attacker), int(defender), bool(castle)))
        targets.append(Target(int(states[0].target), int(states[0].owner[states[0].target])))
        batch.try_action(states, after, tables, roll, room)
        states, after = after, states
    if before.phase != FIGHTING:
        return tuple(dice), None, Course(tuple(targets))
    state = states[0]
    bits, place = (state.current_land, area) if area < NUM_PROVINCES else (state.current_sea, area - NUM_PROVINCES)
    is_own = state.owner[area] == before.colour and (before.owner[area] != before.colour or bits >> place & 1)
    fight = Fight("won" if is_own else "empty" if state.owner[area] == NOBODY else "lost", area)
    return tuple(dice), fight, Course(tuple(targets), int(before.count[area]), tuple(chances_of(before)))


def make_closing(state: State) -> list[Line]:
    """The points, if the game is over."""
    if state.phase != OVER:
        return []
    points = ((_who(state, colour), int(state.points[colour])) for colour in range(state.colours))
    return [EndLine("end", END_REASON, tuple(points))]


# --- for some eyes --------------------------------------------------------------------------------------------


def redact_line(line: LineT, seat: Seat | None) -> LineT | None:
    """A line of a game that goes on, as a person may know it."""
    if isinstance(line, DealLine) and line.who.person != seat:
        return replace(line, cards=(HIDDEN,) * len(line.cards))
    if isinstance(line, HistoryPly) and line.kind in ("draw", "draft"):
        is_hidden = line.kind == "draw" and line.who.person != seat
        actions = (HIDDEN,) * len(line.actions) if is_hidden else line.actions
        cards = tuple(holding if holding.who.person == seat else Holding(holding.who, HIDDEN) for holding in line.cards)
        return replace(line, actions=actions, cards=cards)
    return line
