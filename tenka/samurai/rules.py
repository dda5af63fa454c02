"""The rules: plain functions over the state's record, compiled for the processor or for a GPU.

`list_legal` is the one source of what is legal; `apply_action` trusts that its action came from there.
Both write into what the caller gives them and allocate nothing. Callers who want values and refusals
use the contract in ``game.py``.
"""

from __future__ import annotations

from typing import Any

from tenka.compiled import jit, lowest_bit
from tenka.samurai.actions import (
    END_TURN,
    KEEP,
    MOVE_FROM,
    MOVE_TO,
    PASS,
    PLACE,
    PUT,
    SAIL,
    SWITCH_FIRST,
    SWITCH_NOTHING,
    SWITCH_SECOND,
)
from tenka.samurai.board import (
    FIELDS_AROUND,
    LAND_AROUND,
    LAND_BY_PLAYERS,
    NO_FIELD,
    NUM_LAND,
    NUM_SEA,
    NUM_SETTLEMENTS,
    SEA_WORD,
    SETTLEMENTS_BESIDE,
)
from tenka.samurai.pieces import (
    ANY_KIND,
    FAST_KINDS,
    HAND_SIZE,
    INFLUENCE,
    INFLUENCE_BITS,
    LAND_KINDS,
    MOVE,
    MOVE_BIT,
    NUM_CASTES,
    NUM_LAND_KINDS,
    PIECES_ASIDE_TO_END,
    SEAT_BITS,
    SECOND_BIT,
    SHIP_KINDS,
    STACK_SIZE,
    SWITCH,
    SWITCH_BIT,
)
from tenka.samurai.setup import add_to_hand, keep_tile, list_keeps, list_puts, put_piece
from tenka.samurai.state import (
    ALL_PASSED,
    ASIDE_FULL,
    CAPTURES_AT_ONCE,
    CHOOSING_HANDS,
    NO_TILE,
    NOTHING,
    OVER,
    PENDING_MOVE,
    PLACING_PIECES,
    PLAYING,
    SWITCH_SAME,
    State,
)

_KIND_MASK = 31
_SEAT_SHIFT = 5
_INFLUENCE_MASK = (1 << INFLUENCE_BITS) - 1


# --- what is legal ----------------------------------------------------------------------------------


@jit
def list_legal(state: State, out: Any) -> int:
    """Writes every legal action into `out` (at least MAX_LEGAL long), each once; returns how many."""
    if state.phase == PLAYING:
        if state.pending == NOTHING:
            return _list_plays(state, out)
        return _list_second_halves(state, out)
    if state.phase == PLACING_PIECES:
        return list_puts(state, out)
    if state.phase == CHOOSING_HANDS:
        return list_keeps(state, out)
    return 0


@jit
def _list_plays(state: State, out: Any) -> int:
    kinds = state.hand[state.seat] & ANY_KIND
    if state.slow_played:
        kinds &= FAST_KINDS
    num = 0

    land = kinds & LAND_KINDS
    if land:
        kind = lowest_bit(land)
        start = PLACE + kind * NUM_LAND
        empty = state.land_empty
        while empty:
            out[num] = start + lowest_bit(empty)
            num += 1
            empty &= empty - 1
        num_empty = num
        land &= land - 1
        while land:  # the same spaces for every further kind
            shift = (lowest_bit(land) - kind) * NUM_LAND
            for place in range(num_empty):
                out[num + place] = out[place] + shift
            num += num_empty
            land &= land - 1

    ships = kinds & SHIP_KINDS
    if ships:
        start = SAIL + (lowest_bit(ships) - NUM_LAND_KINDS) * NUM_SEA
        first = num
        for word in range(2):
            empty = state.sea_empty[word]
            while empty:
                out[num] = start + word * SEA_WORD + lowest_bit(empty)
                num += 1
                empty &= empty - 1
        if ships & (ships - 1):  # both kinds of ship
            num_empty = num - first
            for place in range(first, first + num_empty):
                out[num_empty + place] = out[place] + NUM_SEA
            num += num_empty

    if kinds & SWITCH_BIT:
        num = _list_switches(state, out, num)
    if kinds & MOVE_BIT and state.land_empty:
        num = _list_moves(state, out, num)
    if state.tiles_played:
        out[num] = END_TURN
        num += 1
    elif num == 0:
        out[num] = PASS
        num += 1
    return num


@jit
def _list_switches(state: State, out: Any, num: int) -> int:
    """The first piece of each exchange that some second piece completes, and the exchange of nothing."""
    buddhas, rice, castles = state.pieces[0], state.pieces[1], state.pieces[2]
    if state.rules & SWITCH_SAME and (
        buddhas & (buddhas - 1)
        or rice & (rice - 1)
        or castles & (castles - 1)
        or buddhas & rice
        or buddhas & castles
        or rice & castles
    ):
        out[num] = SWITCH_NOTHING
        num += 1
    firsts = 0
    if rice & ~buddhas:
        firsts |= buddhas & ~rice
    if castles & ~buddhas:
        firsts |= buddhas & ~castles
    while firsts:
        out[num] = SWITCH_FIRST + lowest_bit(firsts)
        num += 1
        firsts &= firsts - 1
    if castles & ~rice:
        firsts = rice & ~castles
    while firsts:
        out[num] = SWITCH_FIRST + NUM_SETTLEMENTS + lowest_bit(firsts)
        num += 1
        firsts &= firsts - 1
    return num


@jit
def _list_moves(state: State, out: Any, num: int) -> int:
    """Own tiles on land that are not fast."""
    filled = ((1 << LAND_BY_PLAYERS[state.players]) - 1) & ~state.land_empty
    while filled:
        land = lowest_bit(filled)
        code = int(state.tile[land])
        if code >> _SEAT_SHIFT == state.seat and not FAST_KINDS >> ((code & _KIND_MASK) - 1) & 1:
            out[num] = MOVE_FROM + land
            num += 1
        filled &= filled - 1
    return num


@jit
def _list_second_halves(state: State, out: Any) -> int:
    num = 0
    if state.pending >= PENDING_MOVE:
        empty = state.land_empty
        while empty:
            out[num] = MOVE_TO + lowest_bit(empty)
            num += 1
            empty &= empty - 1
        return num
    caste = int(state.pending) // NUM_SETTLEMENTS
    settlement = int(state.pending) % NUM_SETTLEMENTS
    for other in range(caste + 1, NUM_CASTES):
        if state.pieces[other] >> settlement & 1:
            continue
        seconds = state.pieces[other] & ~state.pieces[caste]
        while seconds:
            out[num] = SWITCH_SECOND + other * NUM_SETTLEMENTS + lowest_bit(seconds)
            num += 1
            seconds &= seconds - 1
    return num


# --- what happens -------------------------------------------------------------------------------------


@jit
def apply_action(state: State, action: int) -> None:
    """Carries a legal action out, in place."""
    action = int(action)  # as plain Python, the small ints of a list of actions would overflow
    kind = -1  # of the tile that has been played, once it has
    if action == END_TURN:
        _end_turn(state)
    elif action == PASS:
        _pass(state)
    elif action == SWITCH_NOTHING:
        kind = SWITCH
    elif action < PUT:
        keep_tile(state, action - KEEP)
    elif action < PLACE:
        put_piece(state, action - PUT)
    elif action < SAIL:
        kind = (action - PLACE) // NUM_LAND
        _lay_tile(state, kind, (action - PLACE) % NUM_LAND)
    elif action < SWITCH_FIRST:
        kind = NUM_LAND_KINDS + (action - SAIL) // NUM_SEA
        _lay_tile(state, kind, NUM_LAND + (action - SAIL) % NUM_SEA)
    elif action < SWITCH_SECOND:
        state.pending = action - SWITCH_FIRST
    elif action < MOVE_FROM:
        kind = SWITCH
        _switch_pieces(state, action - SWITCH_SECOND)
    elif action < MOVE_TO:
        state.pending = PENDING_MOVE + action - MOVE_FROM
    else:
        kind = MOVE
        _move_tile(state, action - MOVE_TO)
    if kind >= 0:
        _tile_played(state, kind)


@jit
def _tile_played(state: State, kind: int) -> None:
    """A tile has left the hand for the board, or the game."""
    seat = state.seat
    second = SECOND_BIT[kind]
    state.hand[seat] &= ~(second if state.hand[seat] & second else 1 << kind)
    state.num_hand[seat] -= 1
    state.tiles_played += 1
    if kind == SWITCH:
        state.switched |= 1 << seat
    if not FAST_KINDS >> kind & 1:
        state.slow_played = 1
    if state.rules & CAPTURES_AT_ONCE:
        _capture(state)


@jit
def _lay_tile(state: State, kind: int, field: int) -> None:
    state.tile[field] = state.seat << _SEAT_SHIFT | (kind + 1)
    state.touched |= SETTLEMENTS_BESIDE[field]
    if field < NUM_LAND:
        state.land_empty &= ~(1 << field)
    else:
        sea = field - NUM_LAND
        state.sea_empty[sea // SEA_WORD] &= ~(1 << sea % SEA_WORD)


@jit
def _switch_pieces(state: State, second: int) -> None:
    caste_1, settlement_1 = (
        int(state.pending) // NUM_SETTLEMENTS,
        int(state.pending) % NUM_SETTLEMENTS,
    )
    caste_2, settlement_2 = second // NUM_SETTLEMENTS, second % NUM_SETTLEMENTS
    both = (1 << settlement_1) | (1 << settlement_2)
    state.pieces[caste_1] ^= both
    state.pieces[caste_2] ^= both
    state.pending = NOTHING


@jit
def _move_tile(state: State, land: int) -> None:
    left = int(state.pending) - PENDING_MOVE
    state.pending = NOTHING
    _lay_tile(state, (state.tile[left] & _KIND_MASK) - 1, land)
    _lay_tile(state, MOVE, left)


@jit
def _end_turn(state: State) -> None:
    """Captures, the end of the game, new tiles, and the next seat."""
    if not state.rules & CAPTURES_AT_ONCE:
        _capture(state)
    for caste in range(NUM_CASTES):
        if state.pieces[caste] == 0:
            state.reason |= 1 << caste
    if state.aside[0] + state.aside[1] + state.aside[2] >= PIECES_ASIDE_TO_END:
        state.reason |= ASIDE_FULL
    seat = int(state.seat)
    while state.num_hand[seat] < HAND_SIZE and state.num_stack[seat] > 0:
        top = STACK_SIZE - int(state.num_stack[seat])
        add_to_hand(state, seat, state.stack[seat, top])
        state.stack[seat, top] = NO_TILE
        state.num_stack[seat] -= 1
    state.passes = 0
    _next_seat(state)


@jit
def _pass(state: State) -> None:
    state.passes += 1
    if state.passes == state.players:
        state.reason |= ALL_PASSED
    _next_seat(state)


@jit
def _next_seat(state: State) -> None:
    state.touched = 0
    state.slow_played = 0
    state.tiles_played = 0
    state.turns += 1
    state.seat = (state.seat + 1) % state.players
    if state.reason:
        state.phase = OVER


@jit
def influence_around(state: State, settlement: int) -> int:
    """What all tiles next to a settlement are worth, packed as in ``pieces.py``; see `influence_of`."""
    total = 0
    for direction in range(6):
        field = FIELDS_AROUND[settlement, direction]
        if field == NO_FIELD:
            break
        code = int(state.tile[field])
        if code:
            total += INFLUENCE[(code & _KIND_MASK) - 1] << SEAT_BITS * (code >> _SEAT_SHIFT)
    return total


@jit
def influence_of(packed: int, seat: int, caste: int) -> int:
    """A seat's influence on a caste, out of `influence_around`."""
    return packed >> (SEAT_BITS * seat + INFLUENCE_BITS * caste) & _INFLUENCE_MASK


@jit
def is_surrounded(state: State, settlement: int) -> bool:
    """All land spaces next to the settlement hold tiles."""
    return bool(state.land_empty & LAND_AROUND[settlement] == 0)


@jit
def _capture(state: State) -> None:
    """Takes the pieces of every settlement that this turn's tiles surrounded."""
    left = state.touched & (state.pieces[0] | state.pieces[1] | state.pieces[2])
    while left:
        settlement = lowest_bit(left)
        left &= left - 1
        if not is_surrounded(state, settlement):
            continue
        packed = influence_around(state, settlement)
        for caste in range(NUM_CASTES):
            if not state.pieces[caste] >> settlement & 1:
                continue
            state.pieces[caste] &= ~(1 << settlement)
            taker = strongest(packed, state.players, caste)
            if taker < 0:
                state.aside[caste] += 1
            else:
                state.captured[taker, caste] += 1


@jit
def strongest(packed: int, players: int, caste: int) -> int:
    """The seat with the most influence on a caste; -1 on a tie, also when nobody has any."""
    best = 0
    taker = -1
    for seat in range(players):
        influence = influence_of(packed, seat, caste)
        if influence > best:
            best = influence
            taker = seat
        elif influence == best:
            taker = -1
    return taker
