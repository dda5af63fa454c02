"""What a seat may know: blanking a state for it, and dealing again what it does not know."""

from __future__ import annotations

import struct
from typing import Any, cast

import numpy as np

from tenka.compiled import count_bits, jit, lowest_bit, random_below
from tenka.crossing import entry, pack, record_in
from tenka.game import View
from tenka.samurai.board import NUM_FIELDS
from tenka.samurai.pieces import (
    ALL_TILES,
    HAND_SIZE,
    MAX_PLAYERS,
    MOVE,
    NUM_CASTES,
    NUM_KINDS,
    SECOND_BIT,
    SECOND_COPIES,
    STACK_SIZE,
    SWITCH,
)
from tenka.samurai.setup import shuffle_stack
from tenka.samurai.state import (
    CAPTURED_HIDDEN,
    CHOOSING_HANDS,
    OVER,
    PENDING_MOVE,
    SIZE,
    STATE,
    State,
    array_of,
    bytes_of,
    new_states,
)

UNKNOWN = -1
"""Stands in a view for a hand, a tile of a stack, or a number of captured pieces that the seat may not know."""

SPECTATOR = -1
"""The seat of who has none, in compiled code."""

_CAPTURED = bytes_of("captured")


@jit
def blank_hidden(state: State, seat: int) -> None:
    """Makes a copy of a state what a seat may know, in place. Once the game is over that is everything."""
    if state.phase == OVER:
        return
    for other in range(state.players):
        for place in range(STACK_SIZE):
            state.stack[other, place] = UNKNOWN
        if other == seat:
            continue
        state.hand[other] = UNKNOWN
        if state.rules & CAPTURED_HIDDEN:
            for caste in range(NUM_CASTES):
                state.captured[other, caste] = UNKNOWN


@jit
def deal_unknown(state: State, seat: int, captured: Any, generator: Any) -> None:
    """Makes a copy of a view a whole state again, in place: every unknown tile is dealt at random.

    Captured pieces come from memory: they were public when they were taken, whatever is shown of them now.
    """
    if state.phase == OVER:
        return
    for other in range(state.players):
        _deal_tiles(state, other, seat, generator)
        for caste in range(NUM_CASTES):
            state.captured[other, caste] = captured[other, caste]


def remember_captures(state: State) -> bytes:
    """Who captured what so far, as everybody saw it."""
    memory: bytes = np.void.tobytes(state)[_CAPTURED]
    return memory


def recall(view: View) -> State:
    """What a view shows, with what it remembers: enough to try the seat's own tiles out on."""
    states = new_states(1)
    states[0] = view.known
    states[0].captured = recall_captures(view.memory)
    return states[0]


def recall_captures(memory: bytes) -> np.ndarray[Any, np.dtype[np.int8]]:
    """By seat and caste: the pieces captured so far."""
    return np.frombuffer(memory, np.int8).reshape(MAX_PLAYERS, NUM_CASTES)


@jit
def unseen_tiles(state: State, owner: int) -> int:
    """A seat's tiles that have not been played, as bits: those in its hand and in its stack."""
    tiles = ALL_TILES
    if state.switched >> owner & 1:
        tiles &= ~(1 << SWITCH)
    for field in range(NUM_FIELDS):
        code = int(state.tile[field])
        if code and code >> 5 == owner:
            tiles = _without(tiles, (code & 31) - 1)
    return tiles


def seat_rows(known: State) -> list[list[int]]:
    """By seat: its hand and its unseen tiles as bits, the sizes of hand and stack, and its captured pieces by caste."""
    rows = np.empty((np.void.__getitem__(known, "players"), SEAT_ROW), np.int64)
    _fill_rows(array_of(known), rows)
    return cast("list[list[int]]", rows.tolist())


def changed_seat_rows(before: State, after: State) -> list[tuple[int, ...]]:
    """The seats where something is different: each its number, its row before, and its row after."""
    return list(_CHANGED_ROW.iter_unpack(_changed_rows.call(before, after)))


SEAT_ROW = 4 + NUM_CASTES
"""The length of a row."""
_CHANGED_ROW = struct.Struct(f"{1 + 2 * SEAT_ROW}q")


@jit
def _fill_rows(states: Any, rows: Any) -> None:
    for seat in range(len(rows)):
        _fill_row(states[0], seat, rows[seat])


@entry(SIZE, SIZE)
def _changed_rows(taken_before: Any, taken_after: Any) -> Any:
    before, after = record_in(taken_before, STATE), record_in(taken_after, STATE)
    rows = np.empty((MAX_PLAYERS, 1 + 2 * SEAT_ROW), np.int64)
    num = 0
    for seat in range(after.players):
        row = rows[num]
        row[0] = seat
        _fill_row(before, seat, row[1:])
        _fill_row(after, seat, row[1 + SEAT_ROW :])
        for place in range(SEAT_ROW):
            if row[1 + place] != row[1 + SEAT_ROW + place]:
                num += 1
                break
    return pack(rows.reshape(-1), num * (1 + 2 * SEAT_ROW))


@jit
def _fill_row(state: State, seat: int, row: Any) -> None:
    row[0] = state.hand[seat]
    row[1] = unseen_tiles(state, seat)
    row[2] = state.num_hand[seat]
    row[3] = state.num_stack[seat]
    for caste in range(NUM_CASTES):
        row[4 + caste] = state.captured[seat, caste]


@jit
def _without(tiles: int, kind: int) -> int:
    second = SECOND_BIT[kind]
    return tiles & ~(second if tiles & second else 1 << kind)


@jit
def _deal_tiles(state: State, owner: int, seat: int, generator: Any) -> None:
    unseen = unseen_tiles(state, owner)
    num_hand = int(state.num_hand[owner])
    if state.phase == CHOOSING_HANDS and num_hand < HAND_SIZE:
        if owner != seat:
            state.hand[owner] = _lowest_tiles(_random_hand(unseen, 0, HAND_SIZE, generator), num_hand)
        shuffle_stack(state, owner, generator)
        return
    if owner == seat:
        hand = int(state.hand[owner])
    else:
        shown = shown_tile(state, owner)
        hand = _random_hand(unseen & ~shown, shown, num_hand, generator)
        state.hand[owner] = hand
    fill_stack(state, owner, unseen, hand, generator)


@jit
def fill_stack(state: State, owner: int, unseen: int, hand: int, generator: Any) -> None:
    """Shuffles those of a seat's unseen tiles that are not in this hand into its stack."""
    for kind in range(NUM_KINDS):
        for bit in (1 << kind, SECOND_BIT[kind]):
            if hand & bit:
                unseen = _without(unseen, kind)
    top = STACK_SIZE - int(state.num_stack[owner])
    for place in range(top, STACK_SIZE):  # each tile to a random place among those filled so far
        kind = kind_of_bit(lowest_bit(unseen))
        unseen &= unseen - 1
        other = top + random_below(generator, place - top + 1)
        state.stack[owner, place] = state.stack[owner, other]
        state.stack[owner, other] = kind


@jit
def shown_tile(state: State, owner: int) -> int:
    """A bit for the tile that is known to be in a hand: the first half of a switch or a move tells it; 0: none."""
    if owner == state.seat and state.pending >= 0:
        return 1 << (MOVE if state.pending >= PENDING_MOVE else SWITCH)
    return 0


@jit
def kind_of_bit(bit: int) -> int:
    """The kind of a tile from its bit in a set of tiles."""
    return bit if bit < NUM_KINDS else SECOND_COPIES[bit - NUM_KINDS]


@jit
def _random_hand(tiles: int, hand: int, size: int, generator: Any) -> int:
    """Adds random ones of the tiles to a hand until it has so many."""
    left = count_bits(tiles)
    missing = size
    if hand:
        missing -= 1
    rest = tiles
    while missing > 0:  # each tile with the chance that as many others leave it
        bit = lowest_bit(rest)
        rest &= rest - 1
        if random_below(generator, left) < missing:
            kind = kind_of_bit(bit)
            hand |= SECOND_BIT[kind] if hand >> kind & 1 else 1 << kind
            missing -= 1
        left -= 1
    return hand


@jit
def _lowest_tiles(hand: int, num: int) -> int:
    """The first tiles of a hand in the order of kinds: as many as have been chosen so far."""
    result = 0
    for kind in range(NUM_KINDS):
        for bit in (1 << kind, SECOND_BIT[kind]):
            if hand & bit and num > 0:
                result |= bit
                num -= 1
    return result
