"""The rules: plain functions over the state's record, compiled for the processor or for a GPU.

`list_legal` is the one source of what is legal; `apply_action` trusts that its action came from there.
Both write into what the caller gives them and allocate nothing. Callers who want values and refusals
use the contract in ``game.py``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tenka.compiled import jit, lowest_bit, random_below
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
    CAPACITIES,
    EDO,
    FIELDS_AROUND,
    LAND_AROUND,
    LAND_BY_PLAYERS,
    NO_FIELD,
    NUM_FIELDS,
    NUM_LAND,
    NUM_SEA,
    NUM_SETTLEMENTS,
    SEA_BY_PLAYERS,
    SEA_WORD,
    SETTLEMENTS_BESIDE,
    SETTLEMENTS_BY_PLAYERS,
)
from tenka.samurai.pieces import (
    ANY_KIND,
    FAST_KINDS,
    HAND_SIZE,
    INFLUENCE,
    INFLUENCE_BITS,
    LAND_KINDS,
    MAX_PLAYERS,
    MOVE,
    MOVE_BIT,
    NUM_CASTES,
    NUM_KINDS,
    NUM_LAND_KINDS,
    NUM_TILES,
    PIECES_ASIDE_TO_END,
    PIECES_BY_PLAYERS,
    SEAT_BITS,
    SECOND_BIT,
    SHIP_KINDS,
    STACK_SIZE,
    SWITCH,
    SWITCH_BIT,
)
from tenka.samurai.state import (
    ALL_PASSED,
    ASIDE_FULL,
    CAPTURES_AT_ONCE,
    CHOOSING_HANDS,
    HANDS_CHOSEN,
    NO_TILE,
    NOTHING,
    OVER,
    PENDING_MOVE,
    PIECES_PLACED,
    PLACING_PIECES,
    PLAYING,
    SWITCH_SAME,
    State,
)

_KIND_MASK = 31
_SEAT_SHIFT = 5
_INFLUENCE_MASK = (1 << INFLUENCE_BITS) - 1


# --- set-up -------------------------------------------------------------------------------------------


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
        _add_to_hand(state, seat, order[place])
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
def _keep_tile(state: State, kind: int) -> None:
    seat = int(state.seat)
    _add_to_hand(state, seat, kind)
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
def _put_piece(state: State, piece: int) -> None:
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


# --- what is legal ----------------------------------------------------------------------------------


@jit
def list_legal(state: State, out: Any) -> int:
    """Writes every legal action into `out` (at least MAX_LEGAL long), each once; returns how many."""
    if state.phase == PLAYING:
        if state.pending == NOTHING:
            return _list_plays(state, out)
        return _list_second_halves(state, out)
    if state.phase == PLACING_PIECES:
        return _list_puts(state, out)
    if state.phase == CHOOSING_HANDS:
        return _list_keeps(state, out)
    return 0


@jit
def _list_keeps(state: State, out: Any) -> int:
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
def _list_puts(state: State, out: Any) -> int:
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
        _keep_tile(state, action - KEEP)
    elif action < PLACE:
        _put_piece(state, action - PUT)
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
def _add_to_hand(state: State, seat: int, kind: int) -> None:
    bit = 1 << int(kind)
    state.hand[seat] |= SECOND_BIT[kind] if state.hand[seat] & bit else bit
    state.num_hand[seat] += 1


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
        _add_to_hand(state, seat, state.stack[seat, top])
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
