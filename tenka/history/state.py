"""The state of a game: one record of fixed size.

A copy is one assignment, equality is equality of bytes, and a million games are one array. Only the rules write to it.
Sets of provinces, sea zones or event cards are bits of an int64. Every field is signed, so that compiled code never
mixes signs.
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias, get_args

import numpy as np

from tenka.history.cards import MAX_COLOURS, NUM_AREAS

State: TypeAlias = Any
"""A record of type `STATE`. (mypy cannot see the fields of a NumPy record.)"""

int64: type[int] = np.int64  # type: ignore[assignment]
"""What compiled functions give each other. With any other type, or with a literal, they would be compiled once more."""

_FIELDS = np.dtype(
    [
        ("digest", "i8"),  # the digest of the data that is played with, as a number
        ("current_land", "i8"),  # provinces whose counters are current ones
        ("current_sea", "i8"),  # sea zones, likewise
        ("castles", "i8"),
        ("capitals", "i8"),
        ("cities", "i8"),
        ("paid", "i8"),  # provinces that have brought this daimyo his points for taking them
        ("hand", "i8", MAX_COLOURS),  # event cards
        ("played", "i8", MAX_COLOURS),  # event cards played so far
        ("points", "i2", MAX_COLOURS),
        ("strength", "i2", MAX_COLOURS),  # cumulative, as written on the cards played
        ("raised", "i2", MAX_COLOURS),  # counters that came onto the map so far
        ("lost", "i2", MAX_COLOURS),  # counters that left it
        ("plies", "i8"),  # whole ones so far
        ("owner", "i1", NUM_AREAS),  # by area: a colour, or `NOBODY`
        ("count", "i1", NUM_AREAS),  # by area: counters
        ("card", "i1", MAX_COLOURS),  # daimyo of this epoch, or `NO_CARD`
        ("giver", "i1", MAX_COLOURS),  # who drew it
        ("draft", "i1", MAX_COLOURS),  # colours in the order in which they draw
        ("played_at", "i1", MAX_COLOURS),  # the order of the last daimyo that was played
        ("used", "i1", MAX_COLOURS),  # event cards in this epoch that count
        ("players", "i1"),
        ("colours", "i1"),
        ("first", "i1"),  # always 0: nobody begins
        ("epoch", "i1"),  # from 0
        ("phase", "i1"),
        ("colour", "i1"),  # who decides, or whose card or dice chance decides
        ("drafted", "i1"),  # how many have drawn in this epoch
        ("drawn", "i1"),  # the daimyo card that is to be kept or given away, or `NO_CARD`
        ("order", "i1"),  # of the daimyo whose turn it is or was
        ("asked", "i1"),  # after the epoch: the order of who is asked for events
        ("sakai", "i1"),  # the province with the marker, or `NOWHERE`
        ("hakata", "i1"),
        # the turn
        ("left", "i1"),  # counters to place
        ("extra", "i1"),  # more counters from events
        ("navy", "i1"),  # granted by an event
        ("minor", "i1"),  # the event whose lesser daimyo acts, or `NO_CARD`
        ("ignores_terrain", "i1"),
        ("kill_vp", "i1"),
        ("bonus_dice", "i1"),
        ("bonus_combats", "i1"),
        ("auto_wins", "i1"),
        ("auto_area", "i1"),  # where they count, once the first was used
        ("free_castles", "i1"),
        ("seas_paid", "i1"),  # sea zones, as bits, like `paid`
        # the fight
        ("event", "i1"),  # the event card that asks for a province or region, or strikes, or `NO_CARD`
        ("target", "i1"),
        ("attackers", "i1"),  # counters, or attacks of foreigners, that are left
        ("terrain", "i1"),  # dice more for the defender
    ],
    align=True,
)

STATE = np.dtype((np.record, _FIELDS))
"""The record type. Aligned, for a GPU's sake, and without holes, so that equal states have equal bytes."""

SIZE = STATE.itemsize
"""In bytes."""

# phases
DRAWING = 0
"""Chance draws a daimyo card for `colour`."""
GIVING = 1
BEFORE = 2
"""Events before the turn."""
STARTING = 3
"""Military actions begin: the first counter is to be placed, and events may be played before it."""
MILITARY = 4
REVOLT = 5
"""The province of a revolt is chosen."""
FIGHTING = 6
"""Chance rolls."""
CAPITAL_PHASE = 7
AFTER = 8
"""Events after the epoch."""
FAMINE = 9
"""The region of an event is chosen."""
RAID = 10
"""Chance rolls for foreigners."""
OVER = 11

CHANCE_PHASES = (DRAWING, FIGHTING, RAID)
"""Where cards and dice decide, and nobody is asked."""

PhaseName = Literal[
    "drawing",
    "giving",
    "before",
    "starting",
    "military",
    "revolt",
    "fighting",
    "capital",
    "after",
    "famine",
    "raid",
    "over",
]
PHASE_NAMES: tuple[PhaseName, ...] = get_args(PhaseName)
"""By phase."""

NOBODY = -1
NO_CARD = -1
NOWHERE = -1


def new_states(count: int) -> np.ndarray[Any, Any]:
    """So many blank states, side by side."""
    return np.ndarray((count,), STATE, np.zeros(count * SIZE, np.uint8))  # np.zeros of records takes five times as long


def array_of(state: State) -> np.ndarray[Any, Any]:
    """An array whose only element is the state: compiled code takes arrays ten times as fast as single records."""
    base = object.__getattribute__(state, "base")  # np.record looks attributes up in slow Python
    if type(base) is np.ndarray and base.shape == (1,):
        return base
    array = new_states(1)
    array[0] = state
    return array
