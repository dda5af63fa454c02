"""Why an action is not legal, as a sentence for the player. Only `rules.list_legal` decides; this explains."""

from __future__ import annotations

import numpy as np

from tenka.compiled import lowest_bit
from tenka.game import Action
from tenka.samurai.actions import (
    END_TURN,
    KEEP,
    MAX_LEGAL,
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
    FIELDS,
    LAND_BY_PLAYERS,
    LAND_SPACES,
    NUM_LAND,
    NUM_SEA,
    NUM_SETTLEMENTS,
    SEA_BY_PLAYERS,
    SETTLEMENTS,
    SETTLEMENTS_BY_PLAYERS,
)
from tenka.samurai.notation import SAME_WORD, format_actions, format_piece, tile_of_action
from tenka.samurai.pieces import CASTE_LETTERS, CASTES, COLOURS, KINDS, NUM_CASTES, hand_tiles
from tenka.samurai.rules import list_legal
from tenka.samurai.state import (
    CHOOSING_HANDS,
    NOTHING,
    OVER,
    PENDING_MOVE,
    PLACING_PIECES,
    SWITCH_SAME,
    State,
    kind_of,
    owner,
)


def why_illegal(state: State, action: Action) -> str:
    """A sentence on an action that is not among the legal ones."""
    if not 0 <= action < NUM_ACTIONS:
        return f"there is no action {action}; actions are 0 to {NUM_ACTIONS - 1}"
    move = format_actions([action])
    if state.phase == OVER:
        return f"{move} is too late: the game is over"
    if state.phase == CHOOSING_HANDS:
        return _why_not_kept(state, action, move)
    if state.phase == PLACING_PIECES:
        return _why_not_put(state, action, move)
    if action < PLACE and action not in (END_TURN, PASS, SWITCH_NOTHING):
        return f"{move} belongs to the set-up, which is over: {_who(state)} now plays tiles"
    return _why_not_played(state, action, move)


def _who(state: State) -> str:
    return COLOURS[state.seat]


def _hand(state: State) -> str:
    return " ".join(KINDS[kind].code for kind in hand_tiles(int(state.hand[state.seat]))) or "nothing"


def _must_pass(state: State) -> bool:
    legal = np.empty(MAX_LEGAL, np.int16)
    return bool(legal[: list_legal(state, legal)].tolist() == [PASS])


def _why_not_kept(state: State, action: Action, move: str) -> str:
    if not KEEP <= action < PUT:
        return f"{move} must wait: {_who(state)} first chooses five tiles for the hand, such as b4 s3 h2 n1 c4"
    return (
        f"{move} cannot be kept after {_hand(state)}: a hand is five of the own twenty tiles, "
        "each as often as it is there, in the order " + " ".join(kind.code for kind in KINDS)
    )


def _why_not_put(state: State, action: Action, move: str) -> str:
    if not PUT <= action < PLACE:
        return f"{move} must wait: {_who(state)} first places a piece on a settlement, such as r@o10"
    caste, settlement = divmod(action - PUT, NUM_SETTLEMENTS)
    space = SETTLEMENTS[settlement]
    if settlement >= SETTLEMENTS_BY_PLAYERS[state.players]:
        return f"{space.name} is not on the board of {state.players} players"
    if not state.supply[caste]:
        return f"no {CASTES[caste]} piece is left to place"
    here = [other for other in range(NUM_CASTES) if state.pieces[other] >> settlement & 1]
    if caste in here:
        return f"{space.name} already holds a {CASTES[caste]} piece, and its pieces must differ"
    if len(here) >= CAPACITIES[settlement]:
        return f"{space.name} is full: it holds {CAPACITIES[settlement]}"
    return f"{space.name} must wait: the cities are filled before the villages"


def _why_not_played(state: State, action: Action, move: str) -> str:
    if state.pending != NOTHING and not (SWITCH_SECOND <= action < MOVE_FROM or action >= MOVE_TO):
        half = "tile's new space" if state.pending >= PENDING_MOVE else "second piece of the switch"
        return f"{move} must wait: first comes the {half}"
    if action == END_TURN and _must_pass(state):
        return f"{_who(state)} can play no tile, so this turn is a pass"
    if action == END_TURN:
        return f"{_who(state)} must play at least one tile before the turn ends, from {_hand(state)}"
    if action == PASS:
        return f"{_who(state)} may pass only when no tile can be played, and has {_hand(state)}"
    if action >= MOVE_TO or SWITCH_SECOND <= action < MOVE_FROM:
        return _why_not_completed(state, action)
    kind = tile_of_action(action)
    if kind is None:
        return f"{move} is not possible now"
    tile = KINDS[kind]
    if not state.hand[state.seat] >> kind & 1:
        return f"{_who(state)} has no {tile.code} in hand, but {_hand(state)}"
    if state.slow_played and not tile.is_fast:
        return f"{tile.code} is a second tile that is not fast: a turn has one of those and any number of fast ones"
    if action == SWITCH_NOTHING:
        if not state.rules & SWITCH_SAME:
            return "these rules (switch_same=no) ask for two different pieces to exchange"
        return "no two pieces are left that could be exchanged without a change"
    if SWITCH_FIRST <= action < SWITCH_SECOND:
        return _why_no_first_piece(state, action - SWITCH_FIRST)
    if MOVE_FROM <= action < MOVE_TO:
        return _why_not_moved(state, action - MOVE_FROM)
    field = (action - PLACE) % NUM_LAND if tile.code[0] != "h" else NUM_LAND + _sea_space(action)
    return _why_not_empty(state, field)


def _sea_space(action: Action) -> int:
    return (action - SAIL) % NUM_SEA


def _why_not_empty(state: State, field: int) -> str:
    name = FIELDS[field].name
    limit = LAND_BY_PLAYERS[state.players] if field < NUM_LAND else NUM_LAND + SEA_BY_PLAYERS[state.players]
    if field >= limit:
        return f"{name} is not on the board of {state.players} players"
    code = int(state.tile[field])
    if code:
        return f"{name} is not empty: {COLOURS[owner(code)]}'s {KINDS[kind_of(code)].code} lies there"
    return f"{name} cannot be played on now"


def _why_no_first_piece(state: State, piece: int) -> str:
    caste, settlement = divmod(piece, NUM_SETTLEMENTS)
    if not state.pieces[caste] >> settlement & 1:
        return f"no {CASTES[caste]} piece stands on {SETTLEMENTS[settlement].name}"
    for lower in range(caste):
        partners = int(state.pieces[lower] & ~state.pieces[caste])
        if partners and not state.pieces[lower] >> settlement & 1:
            first = lower * NUM_SETTLEMENTS + lowest_bit(partners)
            return (
                f"{format_piece(piece)} can be exchanged only with a piece of a lower caste, which comes first, "
                f"as in x:{format_piece(first)}={format_piece(piece)}"
            )
    return f"no exchange of {format_piece(piece)} leaves every settlement with different pieces"


def _why_not_completed(state: State, action: Action) -> str:
    if action >= MOVE_TO:
        if state.pending < PENDING_MOVE:
            return "no tile has been taken up that could be put down there"
        return _why_not_empty(state, action - MOVE_TO)
    if state.pending == NOTHING or state.pending >= PENDING_MOVE:
        return "no first piece has been named for that exchange"
    caste, settlement = divmod(action - SWITCH_SECOND, NUM_SETTLEMENTS)
    name = SETTLEMENTS[settlement].name
    if not state.pieces[caste] >> settlement & 1:
        return f"no {CASTES[caste]} piece stands on {name}"
    first, origin = divmod(int(state.pending), NUM_SETTLEMENTS)
    if caste == first:
        return f"exchanging two {CASTES[caste]} pieces changes nothing: write {SAME_WORD}"
    if caste < first:
        second = format_piece(int(state.pending))
        return f"the piece of the lower caste comes first: write x:{name}.{CASTE_LETTERS[caste]}={second}"
    for where, which in ((settlement, first), (origin, caste)):
        if state.pieces[which] >> where & 1:
            return f"{SETTLEMENTS[where].name} would hold two {CASTES[which]} pieces"
    return f"{format_piece(int(state.pending))} and {name} cannot be exchanged"


def _why_not_moved(state: State, land: int) -> str:
    name = LAND_SPACES[land].name
    code = int(state.tile[land])
    if not code:
        return f"no tile lies on {name}"
    if owner(code) != state.seat:
        return f"the tile on {name} is {COLOURS[owner(code)]}'s, and only own tiles move"
    if KINDS[kind_of(code)].is_fast:
        return f"the tile on {name} is {KINDS[kind_of(code)].code}, and fast tiles never move"
    return "no empty land space is left to move a tile to"
