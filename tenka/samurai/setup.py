"""The set-up: what is dealt, and what is chosen before the first turn. Compiled, as ``rules.py`` is, which calls it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tenka.compiled import jit, random_below
from tenka.samurai.actions import (
    KEEP,
    PUT,
)
from tenka.samurai.board import (
    CAPACITIES,
    EDO,
    LAND_BY_PLAYERS,
    NUM_FIELDS,
    NUM_SETTLEMENTS,
    SEA_BY_PLAYERS,
    SEA_WORD,
    SETTLEMENTS_BY_PLAYERS,
)
from tenka.samurai.pieces import (
    HAND_SIZE,
    MAX_PLAYERS,
    NUM_CASTES,
    NUM_KINDS,
    NUM_TILES,
    PIECES_BY_PLAYERS,
    SECOND_BIT,
    STACK_SIZE,
)
from tenka.samurai.state import (
    CHOOSING_HANDS,
    HANDS_CHOSEN,
    NOTHING,
    PIECES_PLACED,
    PLACING_PIECES,
    PLAYING,
    State,
)


@jit
def deal(state: State, players: int, first: int, rules: int, generator: Any) -> None:
    """A new game, whatever the state was: the board, the shuffled stacks, and what the options leave to chance."""
    _clear(state)
    state.players = players
    state.first = first
    state.rules = rules
    state.pending = NOTHING
    state.land_empty = (1 << LAND_BY_PLAYERS[players]) - 1
    num_sea = SEA_BY_PLAYERS[players]
    state.sea_empty[0] = (1 << min(num_sea, SEA_WORD)) - 1
    state.sea_empty[1] = (1 << max(num_sea - SEA_WORD, 0)) - 1
    for caste in range(NUM_CASTES):
        state.supply[caste] = PIECES_BY_PLAYERS[players] - 1  # Edo has one of each
        state.pieces[caste] = 1 << EDO
    for seat in range(players):
        if rules & HANDS_CHOSEN:
            shuffle_stack(state, seat, generator)
            state.num_stack[seat] = NUM_TILES
        else:
            _deal_hand(state, seat, generator)
    if not rules & PIECES_PLACED:
        _scatter_pieces(state, generator)
    _begin_next_phase(state, CHOOSING_HANDS)


@jit
def _clear(state: State) -> None:
    for field in range(NUM_FIELDS):
        state.tile[field] = 0
    for seat in range(MAX_PLAYERS):
        state.hand[seat] = 0
        state.num_hand[seat] = 0
        state.num_stack[seat] = 0
        for place in range(STACK_SIZE):
            state.stack[seat, place] = 0
        for caste in range(NUM_CASTES):
            state.captured[seat, caste] = 0
    for caste in range(NUM_CASTES):
        state.aside[caste] = 0
    state.touched = 0
    state.turns = 0
    state.switched = 0
    state.slow_played = 0
    state.tiles_played = 0
    state.passes = 0
    state.reason = 0


@jit
def _begin_next_phase(state: State, phase: int) -> None:
    """The phase itself or, where the options skip it, the one after it."""
    state.seat = 0
    if phase == CHOOSING_HANDS and not state.rules & HANDS_CHOSEN:
        phase = PLACING_PIECES
    if phase == PLACING_PIECES and not state.rules & PIECES_PLACED:
        phase = PLAYING
    if phase != CHOOSING_HANDS:
        state.seat = state.first
    state.phase = phase


@jit
def shuffle_stack(state: State, seat: int, generator: Any) -> None:
    """The order in which the 15 tiles that will be left over will lie."""
    stack = state.stack[seat]
    for place in range(STACK_SIZE):
        other = random_below(generator, place + 1)
        stack[place] = stack[other]
        stack[other] = place


@jit
def _deal_hand(state: State, seat: int, generator: Any) -> None:
    """Five random tiles to the hand, the others to the stack. The empty board serves as scratch paper."""
    order = state.tile
    place = 0
    for kind in range(NUM_KINDS):
        for _copy in range(2 if SECOND_BIT[kind] else 1):
            other = random_below(generator, place + 1)
            order[place] = order[other]
            order[other] = kind
            place += 1
    for place in range(HAND_SIZE):
        add_to_hand(state, seat, order[place])
    for place in range(STACK_SIZE):
        state.stack[seat, place] = order[HAND_SIZE + place]
    state.num_stack[seat] = STACK_SIZE
    for place in range(NUM_TILES):
        order[place] = 0


@jit
def _scatter_pieces(state: State, generator: Any) -> None:
    """Random pieces on all cities and villages, a city never with two of a caste."""
    num_settlements = SETTLEMENTS_BY_PLAYERS[state.players]
    full_supply = state.supply[0]
    settlement = 0
    while settlement < num_settlements:
        if CAPACITIES[settlement] == 2:
            first = _take_from_supply(state, generator)
            second = _take_from_supply(state, generator)
            if first == second:  # begin again, so that every arrangement stays equally likely
                for caste in range(NUM_CASTES):
                    state.supply[caste] = full_supply
                    state.pieces[caste] = 1 << EDO
                settlement = 0
                continue
            state.pieces[first] |= 1 << settlement
            state.pieces[second] |= 1 << settlement
        settlement += 1
    for village in range(num_settlements):
        if CAPACITIES[village] == 1:
            state.pieces[_take_from_supply(state, generator)] |= 1 << village


@jit
def _take_from_supply(state: State, generator: Any) -> int:
    """A random one of the pieces not placed yet: its caste."""
    left = state.supply[0] + state.supply[1] + state.supply[2]
    pick = random_below(generator, left)
    caste = 0
    while pick >= state.supply[caste]:
        pick -= state.supply[caste]
        caste += 1
    state.supply[caste] -= 1
    return caste


@jit
def keep_tile(state: State, kind: int) -> None:
    """The seat keeps a tile for its first hand; the next seat follows once the hand is full."""
    seat = int(state.seat)
    add_to_hand(state, seat, kind)
    state.num_stack[seat] -= 1
    if state.num_hand[seat] < HAND_SIZE:
        return
    hand = state.hand[seat]
    for place in range(STACK_SIZE):  # from the shuffle to the tiles
        skip = int(state.stack[seat, place])
        for left_over in range(NUM_KINDS):
            copies = (0 if hand >> left_over & 1 else 1) + (1 if SECOND_BIT[left_over] & ~hand else 0)
            if skip < copies:
                state.stack[seat, place] = left_over
                break
            skip -= copies
    if seat + 1 < state.players:
        state.seat = seat + 1
    else:
        _begin_next_phase(state, PLACING_PIECES)


@jit
def put_piece(state: State, piece: int) -> None:
    """The seat puts a piece on a settlement; the game begins with the last one."""
    caste = piece // NUM_SETTLEMENTS
    state.pieces[caste] |= 1 << (piece % NUM_SETTLEMENTS)
    state.supply[caste] -= 1
    state.seat = (state.seat + 1) % state.players
    if state.supply[0] + state.supply[1] + state.supply[2] == 0:
        _begin_next_phase(state, PLAYING)


def arrange_tiles(state: State, seat: int, hand: int, stack: Sequence[int]) -> None:
    """Gives a seat, before its first decision, this hand (as bits) and these 15 tiles in this order.

    Where hands are chosen, the seat still has to choose that hand; the stack then lies as asked for.
    """
    if state.rules & HANDS_CHOSEN:
        left_over = sorted(stack)
        places = [left_over.index(kind) + list(stack[:place]).count(kind) for place, kind in enumerate(stack)]
        state.stack[seat] = places
    else:
        state.stack[seat] = stack
        state.hand[seat] = hand


def arrange_pieces(state: State, pieces: Sequence[int]) -> None:
    """Puts the pieces on other settlements than `deal` did: by caste, the settlements as bits."""
    state.pieces[:] = pieces


@jit
def add_to_hand(state: State, seat: int, kind: int) -> None:
    """One more tile in a hand."""
    bit = 1 << int(kind)
    state.hand[seat] |= SECOND_BIT[kind] if state.hand[seat] & bit else bit
    state.num_hand[seat] += 1


# --- what is legal before the first turn ---------------------------------------------------------------


@jit
def list_keeps(state: State, out: Any) -> int:
    """Tiles that the seat may keep: every hand is one sequence."""
    hand = state.hand[state.seat]
    missing = HAND_SIZE - state.num_hand[state.seat]
    num = 0
    tiles_above = 0
    for kind in range(NUM_KINDS - 1, -1, -1):  # from the last kind down, and none before one already kept
        has_first = hand >> kind & 1
        has_second = 1 if SECOND_BIT[kind] & hand else 0
        copies = (2 if SECOND_BIT[kind] else 1) - has_first - has_second
        tiles_above += copies
        if copies > 0 and tiles_above >= missing:
            out[num] = KEEP + kind
            num += 1
        if has_first:
            break
    return num


@jit
def list_puts(state: State, out: Any) -> int:
    """Pieces and settlements that are left."""
    num_settlements = SETTLEMENTS_BY_PLAYERS[state.players]
    num = 0
    for capacity in (2, 1):  # cities first; villages once every city is full
        for settlement in range(num_settlements):
            if CAPACITIES[settlement] != capacity:
                continue
            here = 0
            for caste in range(NUM_CASTES):
                here += state.pieces[caste] >> settlement & 1
            if here >= capacity:
                continue
            for caste in range(NUM_CASTES):
                if state.supply[caste] > 0 and not state.pieces[caste] >> settlement & 1:
                    out[num] = PUT + caste * NUM_SETTLEMENTS + settlement
                    num += 1
        if num > 0:
            break
    return num
