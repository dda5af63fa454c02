"""What a seat knows, as planes over the board and globals: an observation for networks.

Nothing is in it that the seat may not know. It remembers everything that it has seen: where captured pieces are hidden,
the observation tells them all the same (perfect recall), for everybody saw them being taken. Tiles that a player has
not shown yet are counted by kind, and no network has to count them.

The shape for four players serves every number of players: seats that nobody has and spaces that are out of play are 0.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np

from tenka.compiled import count_bits, jit, lowest_bit
from tenka.encoding import Array, Feature, Spec, observer_of, relative_seats
from tenka.game import Action, GameError, InvalidAction, View
from tenka.samurai.actions import (
    END_TURN,
    KEEP,
    MOVE_FROM,
    MOVE_TO,
    NUM_ACTIONS,
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
    LAND_AROUND,
    LAND_BY_PLAYERS,
    LAND_SPACES,
    NUM_LAND,
    NUM_SEA,
    NUM_SETTLEMENTS,
    SEA_BY_PLAYERS,
    SEA_SPACES,
    SEA_WORD,
    SETTLEMENTS,
    SETTLEMENTS_BESIDE,
    SETTLEMENTS_BY_PLAYERS,
)
from tenka.samurai.pieces import (
    CASTES,
    FAST_KINDS,
    INFLUENCE,
    INFLUENCE_BITS,
    KINDS,
    MAX_PLAYERS,
    NUM_CASTES,
    NUM_KINDS,
    NUM_LAND_KINDS,
    PIECES_BY_PLAYERS,
    SECOND_BIT,
    SWITCH,
)
from tenka.samurai.rules import influence_around, influence_of
from tenka.samurai.state import OVER, PENDING_MOVE, PHASE_NAMES, State, array_of
from tenka.samurai.view import recall

# --- what there is ------------------------------------------------------------------------------------

_LAND, _SEA, _CAPACITY, _EMPTY, _PIECES = range(5)
_FAST = _PIECES + NUM_CASTES
_PENDING = _FAST + 1
_TOUCHED = _FAST + 2
_TILE = _FAST + 3
"""+ relative seat; then the influences, a seat after the other."""

_OPTIONS = ("captures at once", "captured hidden", "switch of equals", "hands chosen", "pieces placed")
_MOST_TURNS = 400
"""Eighty tiles, and passes in between."""


@cache
def spec(players: int | None = None) -> Spec:
    """What an observation holds; None: one shape for every number of players.

    >>> spec(2).planes_shape
    (18, 91)
    """
    shape = shape_of(players)
    seats = relative_seats(shape)
    codes = tuple(kind.code for kind in KINDS)
    most_pieces = PIECES_BY_PLAYERS[shape]
    places = [
        *LAND_SPACES[: LAND_BY_PLAYERS[shape]],
        *SEA_SPACES[: SEA_BY_PLAYERS[shape]],
        *SETTLEMENTS[: SETTLEMENTS_BY_PLAYERS[shape]],
    ]

    def by_seat(kinds: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(f"{seat} {kind}" for seat in seats for kind in kinds)

    return Spec(
        players,
        tuple(space.name for space in places),
        (
            Feature("land", "a land space that is in play", 0, 1),
            Feature("sea", "a sea space that is in play", 0, 1),
            Feature("capacity", "how many pieces the settlement holds at the start", 0, 3),
            Feature("empty", "a space without a tile; at a settlement, the empty land spaces around it", 0, 6),
            Feature("piece", "a piece stands here", 0, 1, CASTES),
            Feature("fast", "the tile here is fast", 0, 1),
            Feature("pending", "begun switch or move: 1 at its tile, 1 + caste at its piece", 0, NUM_CASTES),
            Feature("touched", "a tile was laid next to this settlement in this turn", 0, 1),
            Feature("tile", "whose tile lies here", 0, 1, seats),
            Feature("influence", "of the tile here; at a settlement, of all around it", 0, 16, by_seat(CASTES)),
        ),
        (
            Feature("players", "number of players", 2, MAX_PLAYERS),
            Feature("present", "1 for a seat that somebody has", 0, 1, seats),
            Feature("to_move", "whose decision it is; all 0 when the game is over", 0, 1, seats),
            Feature("first", "who began", 0, 1, seats),
            Feature("phase", "what is going on", 0, 1, PHASE_NAMES),
            Feature("options", "rule options", 0, 1, _OPTIONS),
            Feature("turns", "turns played", 0, _MOST_TURNS),
            Feature("slow_played", "a tile that is not fast was played in this turn", 0, 1),
            Feature("tiles_played", "tiles played in this turn", 0, 5),
            Feature("passes", "passes one after another", 0, MAX_PLAYERS),
            Feature("num_hand", "tiles in hand", 0, 5, seats),
            Feature("num_stack", "tiles in the stack", 0, 20, seats),
            Feature("hand", "the observer's tiles by kind", 0, 2, codes),
            Feature("unseen", "tiles not played so far, the observer's hand left out", 0, 2, by_seat(codes)),
            Feature("captured", "captured pieces, remembered if they are hidden", 0, most_pieces, by_seat(CASTES)),
            Feature("aside", "pieces beside the board", 0, most_pieces, CASTES),
            Feature("supply", "pieces not placed yet", 0, most_pieces, CASTES),
        ),
    )


def shape_of(players: int | None) -> int:
    """The number of players whose shape is used; raises GameError for a number that cannot play."""
    if players is None:
        return MAX_PLAYERS
    if players not in (2, 3, 4):
        raise GameError(f"Samurai is for 2, 3 or 4 players, not {players}")
    return players


# --- writing ------------------------------------------------------------------------------------------


def encode(view: View, players_shape: int | None, planes: Array, globals_: Array) -> None:
    """Writes what a view's seat knows into buffers of the shapes that `spec(players_shape)` names."""
    encode_whole_state(recall(view), observer_of(view, players_shape), players_shape, planes, globals_)


def encode_whole_state(state: State, seat: int, players_shape: int | None, planes: Array, globals_: Array) -> None:
    """As `encode`, from a state: the same numbers, without making a view first."""
    spec(players_shape).check_buffers(planes, globals_)
    encode_game(array_of(state), 0, seat, shape_of(players_shape), planes, globals_)


def _blank_planes() -> tuple[Array, Array]:
    """The planes of boards without tiles and pieces, one after another, and where each begins: by shape and players."""
    blank, starts = [], np.zeros((MAX_PLAYERS + 1, MAX_PLAYERS + 1), np.int64)
    total = 0
    for shape in range(2, MAX_PLAYERS + 1):
        num_land, num_sea = LAND_BY_PLAYERS[shape], SEA_BY_PLAYERS[shape]
        num_places = num_land + num_sea + SETTLEMENTS_BY_PLAYERS[shape]
        for players in range(2, shape + 1):
            planes = np.zeros((_TILE + (1 + NUM_CASTES) * shape, num_places), np.int8)
            planes[[_LAND, _EMPTY], : LAND_BY_PLAYERS[players]] = 1
            for plane in (_SEA, _EMPTY):
                planes[plane, num_land : num_land + SEA_BY_PLAYERS[players]] = 1
            for settlement in range(SETTLEMENTS_BY_PLAYERS[players]):
                planes[_CAPACITY, num_land + num_sea + settlement] = CAPACITIES[settlement]
                planes[_EMPTY, num_land + num_sea + settlement] = int(LAND_AROUND[settlement]).bit_count()
            starts[shape, players] = total
            total += planes.size
            blank.append(planes.ravel())
    return np.concatenate(blank), starts


_BLANK, _BLANK_STARTS = _blank_planes()


@jit
def encode_game(states: Any, game: int, observer: int, shape: int, planes: Any, globals_: Any) -> None:
    """Writes what a seat knows of one of the states. `shape` is the number of players of the shape."""
    state = states[game]
    start = _BLANK_STARTS[shape, state.players]
    blank = _BLANK[start : start + planes.size].reshape(planes.shape)  # so that it is copied in large pieces
    num_planes, num_places = planes.shape
    for plane in range(num_planes):
        for place in range(num_places):
            planes[plane, place] = blank[plane, place]
    _mark_tiles(state, observer, shape, planes)
    _mark_pieces(state, shape, planes)
    for number in range(globals_.shape[0]):
        globals_[number] = 0
    mark_globals(state, observer, shape, globals_)


@jit
def _tiles_on(state: State, word: int) -> int:
    """The spaces of a board that hold tiles, as bits: word 0 for land, 1 and 2 for the sea."""
    if word == 0:
        return ((1 << int(LAND_BY_PLAYERS[state.players])) - 1) & ~int(state.land_empty)
    num_sea = int(SEA_BY_PLAYERS[state.players]) - (word - 1) * SEA_WORD
    return ((1 << max(min(num_sea, SEA_WORD), 0)) - 1) & ~int(state.sea_empty[word - 1])


@jit
def _mark_tiles(state: State, observer: int, shape: int, planes: Any) -> None:
    """Writes the tiles onto blank planes, and what they do to the settlements beside them."""
    num_land = LAND_BY_PLAYERS[shape]
    first_settlement = num_land + SEA_BY_PLAYERS[shape]
    in_play = (1 << SETTLEMENTS_BY_PLAYERS[state.players]) - 1
    for word in range(3):
        tiles = _tiles_on(state, word)
        first = 0 if word == 0 else NUM_LAND + (word - 1) * SEA_WORD
        while tiles:
            field = first + lowest_bit(tiles)
            tiles &= tiles - 1
            place = field if word == 0 else field - NUM_LAND + num_land
            code = int(state.tile[field])
            kind = (code & 31) - 1
            seat = _relative(code >> 5, observer, state.players)
            influence = INFLUENCE[kind]
            plane = _TILE + shape + NUM_CASTES * seat
            planes[_EMPTY, place] = 0
            planes[_TILE + seat, place] = 1
            planes[_FAST, place] = FAST_KINDS >> kind & 1
            for caste in range(NUM_CASTES):
                planes[plane + caste, place] = influence >> INFLUENCE_BITS * caste & 31
            beside = SETTLEMENTS_BESIDE[field] & in_play
            while beside:
                settlement = first_settlement + lowest_bit(beside)
                beside &= beside - 1
                if word == 0:
                    planes[_EMPTY, settlement] -= 1
                for caste in range(NUM_CASTES):
                    planes[plane + caste, settlement] += influence >> INFLUENCE_BITS * caste & 31
    if state.pending >= PENDING_MOVE:
        planes[_PENDING, state.pending - PENDING_MOVE] = 1


@jit
def _mark_pieces(state: State, shape: int, planes: Any) -> None:
    """Writes the pieces, and what this turn has to do with settlements."""
    first = LAND_BY_PLAYERS[shape] + SEA_BY_PLAYERS[shape]
    for caste in range(NUM_CASTES):
        pieces = state.pieces[caste]
        while pieces:
            planes[_PIECES + caste, first + lowest_bit(pieces)] = 1
            pieces &= pieces - 1
    touched = state.touched & ((1 << SETTLEMENTS_BY_PLAYERS[state.players]) - 1)
    while touched:
        planes[_TOUCHED, first + lowest_bit(touched)] = 1
        touched &= touched - 1
    if 0 <= state.pending < PENDING_MOVE:
        piece = int(state.pending)
        planes[_PENDING, first + piece % NUM_SETTLEMENTS] = 1 + piece // NUM_SETTLEMENTS


@jit
def mark_places(state: State, observer: int, shape: int, start: int, stop: int, planes: Any) -> None:
    """Writes what is not 0 at some places of the planes, the same as `encode_game` does for all of them at once.

    It writes nowhere else: a thread of a GPU has one place to itself.
    """
    players = int(state.players)
    num_land, num_sea = LAND_BY_PLAYERS[shape], SEA_BY_PLAYERS[shape]
    land_in_play, sea_in_play = LAND_BY_PLAYERS[players], SEA_BY_PLAYERS[players]
    pending_field = int(state.pending) - PENDING_MOVE
    for place in range(start, min(stop, num_land + num_sea)):
        if place < num_land:
            field = place
            if field >= land_in_play:
                continue
            planes[_LAND, place] = 1
        else:
            field = NUM_LAND + place - num_land
            if field >= NUM_LAND + sea_in_play:
                continue
            planes[_SEA, place] = 1
        code = int(state.tile[field])
        if code == 0:
            planes[_EMPTY, place] = 1
            continue
        kind = (code & 31) - 1
        seat = _relative(code >> 5, observer, players)
        planes[_TILE + seat, place] = 1
        if FAST_KINDS >> kind & 1:
            planes[_FAST, place] = 1
        if pending_field == field:
            planes[_PENDING, place] = 1
        influence = INFLUENCE[kind]
        plane = _TILE + shape + NUM_CASTES * seat
        for caste in range(NUM_CASTES):
            planes[plane + caste, place] = influence >> INFLUENCE_BITS * caste & 31
    first = num_land + num_sea
    for place in range(max(start, first), min(stop, first + SETTLEMENTS_BY_PLAYERS[players])):
        settlement = place - first
        planes[_CAPACITY, place] = CAPACITIES[settlement]
        planes[_EMPTY, place] = count_bits(LAND_AROUND[settlement] & state.land_empty)
        planes[_TOUCHED, place] = state.touched >> settlement & 1
        for caste in range(NUM_CASTES):
            planes[_PIECES + caste, place] = state.pieces[caste] >> settlement & 1
            if state.pending == caste * NUM_SETTLEMENTS + settlement:
                planes[_PENDING, place] = 1 + caste
        packed = influence_around(state, settlement)
        if packed == 0:
            continue
        for seat in range(players):
            plane = _TILE + shape + NUM_CASTES * _relative(seat, observer, players)
            for caste in range(NUM_CASTES):
                planes[plane + caste, place] = influence_of(packed, seat, caste)


@jit
def _relative(seat: int, observer: int, players: int) -> int:
    """How many seats after the observer, in the order of play."""
    after = int(seat) - int(observer)
    return after if after >= 0 else after + int(players)


@jit
def mark_globals(state: State, observer: int, shape: int, out: Any) -> None:
    """Writes the globals that are not 0."""
    players = int(state.players)
    at = 1
    out[0] = players
    for seat in range(players):
        out[at + seat] = 1
    at += shape
    if state.phase != OVER:
        out[at + _relative(state.seat, observer, players)] = 1
    at += shape
    out[at + _relative(state.first, observer, players)] = 1
    at += shape
    out[at + state.phase] = 1
    at += 4
    for bit in range(5):
        out[at + bit] = int(state.rules) >> bit & 1
    at += 5
    out[at] = state.turns
    out[at + 1] = state.slow_played
    out[at + 2] = state.tiles_played
    out[at + 3] = state.passes
    at += 4
    for seat in range(players):
        place = at + _relative(seat, observer, players)
        out[place] = state.num_hand[seat]
        out[place + shape] = state.num_stack[seat]
    at += 2 * shape
    hand = int(state.hand[observer])
    for kind in range(NUM_KINDS):
        out[at + kind] = (hand >> kind & 1) + (1 if hand & SECOND_BIT[kind] else 0)
    at += NUM_KINDS
    for seat in range(players):
        start = at + NUM_KINDS * _relative(seat, observer, players)
        for kind in range(NUM_KINDS):
            out[start + kind] = 2 if SECOND_BIT[kind] else 1
        out[start + SWITCH] -= int(state.switched) >> seat & 1
    for kind in range(NUM_KINDS):
        out[at + kind] -= out[at - NUM_KINDS + kind]
    for word in range(3):
        tiles = _tiles_on(state, word)
        first = 0 if word == 0 else NUM_LAND + (word - 1) * SEA_WORD
        while tiles:
            code = int(state.tile[first + lowest_bit(tiles)])
            tiles &= tiles - 1
            out[at + NUM_KINDS * _relative(code >> 5, observer, players) + (code & 31) - 1] -= 1
    at += NUM_KINDS * shape
    for seat in range(players):
        start = at + NUM_CASTES * _relative(seat, observer, players)
        for caste in range(NUM_CASTES):
            out[start + caste] = state.captured[seat, caste]
    at += NUM_CASTES * shape
    for caste in range(NUM_CASTES):
        out[at + caste] = state.aside[caste]
        out[at + NUM_CASTES + caste] = state.supply[caste]


# --- actions, taken apart -----------------------------------------------------------------------------

ACTION_KINDS = (
    "end turn",
    "pass",
    "switch nothing",
    "keep",
    "put",
    "play",
    "switch first",
    "switch second",
    "move from",
    "move to",
)
"""What an action does; the first of its three parts."""

NONE = -1
"""A part that an action does not have."""


class Parts(NamedTuple):
    """An action taken apart: networks can choose one part after the other."""

    kind: int
    """An index into `ACTION_KINDS`."""
    piece: int
    """Keep and play: the kind of tile, an index into `pieces.KINDS`. Put and switch: the caste. Else `NONE`."""
    place: int
    """The place of the board, as in `spec(players).places`, or `NONE`."""


@cache
def _parts(players: int | None) -> list[Parts | None]:
    """By action; None where the space is not on the board."""
    shape = shape_of(players)
    num_land, num_sea = int(LAND_BY_PLAYERS[shape]), int(SEA_BY_PLAYERS[shape])
    num_settlements = int(SETTLEMENTS_BY_PLAYERS[shape])
    parts: list[Parts | None] = [None] * NUM_ACTIONS
    for kind, action in enumerate((END_TURN, PASS, SWITCH_NOTHING)):
        parts[action] = Parts(kind, NONE, NONE)
    for tile in range(NUM_KINDS):
        parts[KEEP + tile] = Parts(3, tile, NONE)
    for kind, start in ((4, PUT), (6, SWITCH_FIRST), (7, SWITCH_SECOND)):
        for caste in range(NUM_CASTES):
            for settlement in range(num_settlements):
                place = num_land + num_sea + settlement
                parts[start + caste * NUM_SETTLEMENTS + settlement] = Parts(kind, caste, place)
    for land in range(num_land):
        for tile in range(NUM_LAND_KINDS):
            parts[PLACE + tile * NUM_LAND + land] = Parts(5, tile, land)
        parts[MOVE_FROM + land] = Parts(8, NONE, land)
        parts[MOVE_TO + land] = Parts(9, NONE, land)
    for sea in range(num_sea):
        for ship in range(2):
            parts[SAIL + ship * NUM_SEA + sea] = Parts(5, NUM_LAND_KINDS + ship, num_land + sea)
    return parts


def factor(action: Action, players: int | None = None) -> Parts:
    """What an action does, with which tile or caste, and where: places are those of `spec(players)`.

    >>> from tenka.samurai.notation import parse_actions
    >>> parts = factor(parse_actions("s3@o13")[0])
    >>> ACTION_KINDS[parts.kind], KINDS[parts.piece].code, spec().places[parts.place]
    ('play', 's3', 'o13')
    """
    found = _parts(players)[action] if 0 <= action < NUM_ACTIONS else None
    if found is None:
        raise InvalidAction(f"there is no action {action} on the board for {shape_of(players)} players")
    return found


@cache
def _actions(players: int | None) -> dict[Parts, Action]:
    return {parts: action for action, parts in enumerate(_parts(players)) if parts is not None}


def unfactor(parts: tuple[int, int, int], players: int | None = None) -> Action:
    """The action of three parts; the other way round than `factor`."""
    action = _actions(players).get(Parts(*parts))
    if action is None:
        raise InvalidAction(f"no action has the parts {tuple(parts)} on the board for {shape_of(players)} players")
    return action


def factor_table(players: int | None = None) -> np.ndarray[Any, np.dtype[np.int16]]:
    """By action: its three parts; all of them `NONE` where the space is not on the board."""
    nothing = Parts(NONE, NONE, NONE)
    return np.array([parts or nothing for parts in _parts(players)], np.int16)
