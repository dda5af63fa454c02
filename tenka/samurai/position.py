"""What is shown of Samurai: the board, the tiles, and a position as one pair of eyes sees it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, Literal

import numpy as np

from tenka.game import Hidden, State, View
from tenka.hexgrid import neighbours, to_pixel
from tenka.patches import patch
from tenka.position import ShownPly, TakenPiece
from tenka.samurai.actions import END_TURN
from tenka.samurai.board import (
    CAPACITY,
    FIELDS,
    NUM_SETTLEMENTS,
    PLACES,
    SEA,
    SETTLEMENTS,
    SPACES,
)
from tenka.samurai.influence import changed_rows, siege_of, siege_rows
from tenka.samurai.lines import SamuraiPly
from tenka.samurai.notation import tokens_of
from tenka.samurai.options import EDITIONS, edition_presets
from tenka.samurai.pieces import (
    CASTES,
    HAND_SIZE,
    KINDS,
    MAX_PLAYERS,
    PIECES_ASIDE_TO_END,
    PIECES_BY_PLAYERS,
    hand_tiles,
)
from tenka.samurai.places import NAMED, whereabouts
from tenka.samurai.scoring import captured_pieces, leaders
from tenka.samurai.state import OVER, PHASE_NAMES, PhaseName, bytes_of, tile_code
from tenka.samurai.view import SEAT_ROW, changed_seat_rows, seat_rows

Caste = Literal["buddha", "rice", "castle"]
_FIELD_NAMES = [space.name for space in FIELDS]
_ALL_FIELDS = np.arange(len(FIELDS))
_SETTLEMENT_NAMES = [space.name for space in SETTLEMENTS]
_SEAT_NAMES = [str(seat) for seat in range(MAX_PLAYERS)]
_TILES_ON_BOARD = {
    tile_code(seat, number): {"seat": seat, "tile": kind.code}
    for seat in range(MAX_PLAYERS)
    for number, kind in enumerate(KINDS)
}
_field = np.void.__getitem__
"""A field of a state, past np.record, which looks fields up in slow Python."""
_COUNTS = [bytes_of(field) for field in ("phase", "turns", "aside", "supply", "pieces")]
_SPACE_KINDS = {SEA: "sea", ".": "land", "v": "village", "C": "city", "E": "edo"}


# --- the game in general --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class SpaceInfo:
    """A space of the board."""

    name: str
    kind: Literal["sea", "land", "village", "city", "edo"]
    players: int
    """The smallest number of players that uses it."""
    x: float
    """The middle of its hex, y downwards, north up; a hex's side is 1."""
    y: float
    around: list[str]
    """The spaces next to it, clockwise from the north."""
    place: str | None
    """What people call a settlement."""
    near: list[str]
    """What people name another space after: the settlements beside it, north first; without any, the nearest one."""
    side: Literal["n", "ne", "e", "se", "s", "sw", "w", "nw"] | None
    """Of one settlement: where the space lies from there. Of several: which of two spaces between them it is."""
    is_far: bool
    """Whether there is no settlement beside it."""
    capacity: int
    """How many pieces it holds."""


@dataclass(frozen=True)
class TileInfo:
    """A kind of tile."""

    code: str
    name: str
    name_1998: str
    copies: int
    strength: int
    castes: list[Caste]
    """Those that it influences."""
    is_fast: bool
    goes_on: Literal["land", "sea", "none"]


@dataclass(frozen=True)
class SamuraiInfo:
    """What is the same in every game of Samurai."""

    castes: list[Caste]
    tiles: list[TileInfo]
    spaces: list[SpaceInfo]
    hand_size: int
    pieces_by_players: dict[str, int]
    """Pieces of each caste."""
    aside_to_end: int
    """With so many pieces beside the board the game ends."""


@cache
def describe() -> SamuraiInfo:
    """Board, tiles and castes."""
    by_hex = {space.hex: space.name for space in SPACES}
    spaces = []
    for space in SPACES:
        x, y = to_pixel(space.hex)
        near, side, is_far = whereabouts().get(space.name, NAMED)
        spaces.append(
            SpaceInfo(
                name=space.name,
                kind=_SPACE_KINDS[space.kind],  # type: ignore[arg-type]
                players=space.players,
                x=round(x, 4),
                y=round(y, 4),
                around=[by_hex[other] for other in neighbours(space.hex) if other in by_hex],
                place=PLACES.get(space.name),
                near=list(near),
                side=side,
                is_far=is_far,
                capacity=CAPACITY.get(space.kind, 0),
            )
        )
    return SamuraiInfo(
        castes=list(CASTES),  # type: ignore[arg-type]
        tiles=[
            TileInfo(
                code=kind.code,
                name=kind.name,
                name_1998=kind.name_1998,
                copies=kind.copies,
                strength=kind.strength,
                castes=[CASTES[caste] for caste in kind.castes],  # type: ignore[misc]
                is_fast=kind.is_fast,
                goes_on="sea" if kind.code[0] == "h" else "none" if kind.code in "xm" else "land",
            )
            for kind in KINDS
        ],
        spaces=spaces,
        hand_size=HAND_SIZE,
        pieces_by_players={str(n): PIECES_BY_PLAYERS[n] for n in (2, 3, 4)},
        aside_to_end=PIECES_ASIDE_TO_END,
    )


def list_editions() -> dict[str, dict[str, dict[str, str]]]:
    """By edition and number of players: what it presets."""
    return {edition: {str(n): edition_presets(edition, n) for n in (2, 3, 4)} for edition in EDITIONS}


# --- a position -----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class TileOnBoard:
    """A tile that lies on a space."""

    seat: int
    tile: str


@dataclass(frozen=True)
class Contest:
    """Who is strong at one piece of a settlement."""

    influence: list[int]
    """By seat."""
    leader: int | None
    """Who would take the piece now; None on a tie, or where nobody has influence."""
    margin: int
    """By how much the first is ahead of the second."""


@dataclass(frozen=True)
class SettlementOnBoard:
    """A settlement, its pieces and who would take them."""

    pieces: dict[Caste, Contest]
    open: list[str]
    """Its land spaces that are still empty; with none left its pieces are taken at the end of the turn."""


@dataclass(frozen=True)
class SeatPosition:
    """What is known of one player."""

    hand: list[str] | None
    """None: not for these eyes."""
    hand_size: int
    stack_size: int
    captured: dict[Caste, int] | None
    """None: hidden, as the rules of the table say."""
    unseen: list[str]
    """Tiles not played yet: for your own seat those in the stack, for others those in hand and stack."""


@dataclass(frozen=True)
class SamuraiPosition:
    """A position as one pair of eyes sees it."""

    game: Literal["samurai"]
    phase: PhaseName
    turns: int
    """Finished ones."""
    tiles: dict[str, TileOnBoard]
    """By space."""
    settlements: dict[str, SettlementOnBoard]
    """By space; those without pieces too."""
    seats: dict[str, SeatPosition]
    """By seat number."""
    aside: dict[Caste, int]
    """Pieces beside the board."""
    supply: dict[Caste, int]
    """Pieces that are still to be placed before the game."""
    left: dict[Caste, int]
    """Pieces on the board; with none left of one caste the game ends."""
    leaders: dict[Caste, int | None] | None
    """Once the game is over: who leads each caste."""


BOARD, POSITION = SamuraiInfo, SamuraiPosition
UNCERTAIN = ("phase",)
"""What a preview of a complete turn does not tell: it would be a guess."""
NOTATION = """Moves are tokens such as `b4@k17 h1@j17`. Switch and move tiles have two halves: after `x:l16.b` the legal
tokens are `=o10.r` …, after `m:k17` they are `>l15` …; the halves may be sent joined (`x:l16.b=o10.r`) or apart. `done`
ends a turn and may be left out."""


def draw_public(known: State) -> dict[str, Any]:
    """What everybody sees."""
    return {
        **_draw_counts(known),
        "tiles": _draw_tiles(_field(known, "tile"), _ALL_FIELDS),
        "settlements": {
            name: _draw_settlement(*row) for name, row in zip(_SETTLEMENT_NAMES, siege_rows(known), strict=False)
        },
    }


def compare_public(before: State, after: State) -> dict[str, Any]:
    """What is new for everybody: the same as a patch of two drawings, and quicker."""
    changes = patch(_draw_counts(before), _draw_counts(after))
    tiles = _compare_tiles(_field(before, "tile"), _field(after, "tile"))
    settlements = {
        _SETTLEMENT_NAMES[row[0]]: changed
        for row in changed_rows(before, after)
        if (changed := patch(_draw_settlement(*row[1:4]), _draw_settlement(*row[4:])))
    }
    return changes | ({"tiles": tiles} if tiles else {}) | ({"settlements": settlements} if settlements else {})


def _draw_tiles(codes: Any, fields: Any) -> dict[str, Any]:
    """The tiles on some fields."""
    pairs = zip(fields.tolist(), codes[fields].tolist(), strict=True)
    return {_FIELD_NAMES[field]: _TILES_ON_BOARD[code] for field, code in pairs if code}


def _compare_tiles(old: Any, new: Any) -> dict[str, Any]:
    """What is new of the tiles on the board."""
    fields = (old != new).nonzero()[0]
    changes: dict[str, Any] = {}
    for field, was, code in zip(fields.tolist(), old[fields].tolist(), new[fields].tolist(), strict=True):
        tile = _TILES_ON_BOARD.get(code)
        changes[_FIELD_NAMES[field]] = patch(_TILES_ON_BOARD[was], tile) if was and tile else tile
    return changes


def _draw_counts(known: State) -> dict[str, Any]:
    """What everybody sees beside the board."""
    state = np.void.tobytes(known)
    counts = _kept_counts(*(state[place] for place in _COUNTS))
    if counts["phase"] == PHASE_NAMES[OVER]:
        counts = counts | {"leaders": dict(zip(CASTES, leaders(captured_pieces(known)), strict=True))}
    return counts


@lru_cache(1000)
def _kept_counts(phase: bytes, turns: bytes, aside: bytes, supply: bytes, pieces: bytes) -> dict[str, Any]:
    """Each position is compared twice: with the one before, and with the one after."""
    return {
        "game": "samurai",
        "phase": PHASE_NAMES[phase[0]],
        "turns": int(np.frombuffer(turns, np.int16)[0]),
        "aside": _by_caste(*aside),
        "supply": _by_caste(*supply),
        "left": _by_caste(*(bits.bit_count() for bits in np.frombuffer(pieces, np.int64).tolist())),
        "leaders": None,
    }


def draw_seats(view: View) -> dict[str, Any]:
    """What one pair of eyes sees of the players."""
    return {name: _draw_seat(*row) for name, row in zip(_SEAT_NAMES, seat_rows(view.known), strict=False)}


def compare_seats(before: View, after: View) -> dict[str, Any]:
    """What is new of the players for one pair of eyes: the same as a patch of two drawings, and quicker."""
    return {_SEAT_NAMES[row[0]]: _compare_seat(*row[1:]) for row in changed_seat_rows(before.known, after.known)}


@lru_cache(1000)
def _compare_seat(*rows: int) -> dict[str, Any]:
    """Out of a player's rows before and after; the same for most eyes, and so kept."""
    return patch(_draw_seat(*rows[:SEAT_ROW]), _draw_seat(*rows[SEAT_ROW:]))


@lru_cache(20_000)
def _draw_seat(hand: int, unseen: int, num_hand: int, num_stack: int, *captured: int) -> dict[str, Any]:
    """One player; the same for most eyes and from turn to turn, and so kept."""
    is_seen = hand >= 0
    left = hand_tiles(unseen)
    held = hand_tiles(hand) if is_seen else []
    for kind in held:
        left.remove(kind)
    return {
        "hand": [KINDS[kind].code for kind in held] if is_seen else None,
        "unseen": [KINDS[kind].code for kind in left],
        "hand_size": num_hand,
        "stack_size": num_stack,
        "captured": None if captured[0] < 0 else _by_caste(*captured),
    }


@lru_cache(1000)
def _by_caste(*counts: int) -> dict[str, int]:
    return dict(zip(CASTES, counts, strict=True))


@lru_cache(50_000)
def _draw_settlement(*row: int) -> dict[str, Any]:
    """One settlement out of its row of `siege_rows`."""
    siege = siege_of(*row)
    return {
        "pieces": {
            CASTES[caste]: {
                "influence": list(influence),
                "leader": siege.taker[caste],
                "margin": siege.margin(caste),
            }
            for caste, influence in siege.by_caste.items()
        },
        "open": list(siege.open_land),
    }


# --- a ply ----------------------------------------------------------------------------------------------------


def show_ply(ply: SamuraiPly) -> ShownPly:
    """Its moves, what was captured, and what was drawn."""
    takes: list[TakenPiece] = []
    for piece, taker in ply.takes:
        caste, settlement = divmod(piece, NUM_SETTLEMENTS)
        takes.append({"space": _SETTLEMENT_NAMES[settlement], "piece": CASTES[caste], "taker": taker})
    return {
        "tokens": tokens_of([action for action in ply.actions if action != END_TURN]),
        "takes": takes,
        "draws": [str(kind) if isinstance(kind, Hidden) else KINDS[kind].code for kind in ply.draws],
    }
