"""The state of a game: one record of fixed size.

A copy is one assignment, equality is equality of bytes, and a million games are one array. Only ``rules.py`` writes
to it. Sets of spaces are bits of an int64: land space i, settlement i, and sea space i in word i // SEA_WORD. Every
field is signed, so that compiled code never mixes signs.
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias, get_args

import numpy as np

from tenka.samurai.board import NUM_FIELDS
from tenka.samurai.pieces import MAX_PLAYERS, NUM_CASTES, STACK_SIZE

State: TypeAlias = Any
"""A record of type `STATE`. (mypy cannot see the fields of a NumPy record.)"""

_FIELDS = np.dtype(
    [
        ("land_empty", "i8"),  # empty land spaces
        ("sea_empty", "i8", 2),  # empty sea spaces
        ("pieces", "i8", NUM_CASTES),  # by caste: the settlements that hold such a piece
        ("touched", "i8"),  # settlements next to a tile of this turn: only they can be captured
        ("hand", "i4", MAX_PLAYERS),  # tiles as bits, see pieces.py
        ("turns", "i2"),  # finished turns
        ("pending", "i2"),  # the first half of a switch or a move, else `NOTHING`
        ("tile", "i1", NUM_FIELDS),  # by field: 0 for empty, else `tile_code`
        # By seat: the kinds in the stack, the top first, `NO_TILE` where one was drawn. While hands are chosen,
        # the shuffle itself: place j of the stack gets the stack[j]-th of the 15 tiles left over.
        ("stack", "i1", (MAX_PLAYERS, STACK_SIZE)),
        ("num_hand", "i1", MAX_PLAYERS),
        ("num_stack", "i1", MAX_PLAYERS),
        ("captured", "i1", (MAX_PLAYERS, NUM_CASTES)),
        ("aside", "i1", NUM_CASTES),  # pieces beside the board
        ("supply", "i1", NUM_CASTES),  # pieces not placed yet
        ("switched", "i1"),  # seats whose switch tile has left the game, as bits
        ("players", "i1"),
        ("first", "i1"),  # the seat that began
        ("seat", "i1"),  # whose decision it is
        ("phase", "i1"),
        ("slow_played", "i1"),  # this turn
        ("tiles_played", "i1"),  # this turn
        ("passes", "i1"),  # one after another
        ("rules", "i1"),  # rule options as bits
        ("reason", "i1"),  # why the game ended, as bits; 0: it goes on
    ],
    align=True,
)

STATE = np.dtype((np.record, _FIELDS))
"""The record type. Aligned, for a GPU's sake, and without holes, so that equal states have equal bytes."""

SIZE = STATE.itemsize
"""In bytes."""


def bytes_of(field: str) -> slice:
    """Where the bytes of a field are in those of a state: reading a few of them is quicker than NumPy's fields."""
    type_, offset = _FIELDS.fields[field][:2]  # type: ignore[index]
    return slice(offset, offset + type_.itemsize)


# phases
CHOOSING_HANDS = 0
PLACING_PIECES = 1
PLAYING = 2
OVER = 3
PhaseName = Literal["choosing", "placing", "playing", "over"]
PHASE_NAMES: tuple[PhaseName, ...] = get_args(PhaseName)
"""By phase."""

# rule options, bits of `rules`
CAPTURES_AT_ONCE = 1
CAPTURED_HIDDEN = 2
SWITCH_SAME = 4
HANDS_CHOSEN = 8
PIECES_PLACED = 16

# reasons, bits of `reason`: 1, 2 and 4 for a caste with no piece left on the board
ASIDE_FULL = 8
ALL_PASSED = 16

NO_TILE = -1
NOTHING = -1
PENDING_MOVE = 128
"""`pending` below this is the first piece of a switch, from here on the land space of a move."""


def tile_code(seat: int, kind: int) -> int:
    """What `tile` holds for a seat's tile; `owner` and `kind_of` take it apart."""
    return seat << 5 | (kind + 1)


def owner(code: int) -> int:
    """The seat of a tile on the board."""
    return int(code) >> 5


def kind_of(code: int) -> int:
    """The kind of a tile on the board."""
    return (int(code) & 31) - 1


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
