"""A game that begins in the middle, as lines of a record: a position that somebody has set up.

======================================================  ==========================================================
``position 9 blue``                                     the next turn is the ninth, and blue's
``pieces b@o10 c@o10 … ; aside 0b 1r 0c``               the pieces on the board, and those beside it
``board red b4@k17 … ; taken 2b 0r 1c ; gone x``        red's tiles on the board, red's pieces, the switch if played
``holds red b4 s3 h2 n1 c4``                            red's hand; ``?`` where it is not known
======================================================  ==========================================================
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from tenka.compiled import generator_state
from tenka.game import InvalidRecord, Line, Seat
from tenka.samurai.board import (
    CAPACITIES,
    FIELD_BY_NAME,
    FIELDS,
    LAND_AROUND,
    NUM_FIELDS,
    NUM_LAND,
    NUM_SETTLEMENTS,
    SEA_WORD,
    SETTLEMENTS,
    SPACE_BY_NAME,
    place_name,
)
from tenka.samurai.notation import format_piece, parse_piece
from tenka.samurai.options import Options
from tenka.samurai.pieces import (
    CASTE_LETTERS,
    CASTES,
    COLOURS,
    HAND_SIZE,
    KIND_BY_CODE,
    KINDS,
    NUM_CASTES,
    NUM_LAND_KINDS,
    NUM_TILES,
    PIECES_ASIDE_TO_END,
    PIECES_BY_PLAYERS,
    STACK_SIZE,
    SWITCH,
    hand_bits,
)
from tenka.samurai.setup import deal
from tenka.samurai.state import NO_TILE, PLAYING, State, kind_of, new_states, owner, tile_code

LINES = ("position", "pieces", "board", "holds")
"""The kinds of lines, in their order."""
MOST_TURNS = 999
"""More than any game has."""
_LAID = re.compile(r"([a-z]\d?)@([a-z]\d+)")
_COUNT = re.compile(r"(\d{1,2})([a-z])")


class Laid(NamedTuple):
    """A tile on the board."""

    kind: int
    field: int


@dataclass(frozen=True)
class PositionLine(Line):
    """Whose turn comes, and which."""

    turn: int
    seat: Seat


@dataclass(frozen=True)
class PiecesLine(Line):
    """The pieces on the board, and how many of each caste lie beside it."""

    pieces: tuple[int, ...]
    aside: tuple[int, ...]


@dataclass(frozen=True)
class BoardLine(Line):
    """What a seat has on the board, and what it has taken from there."""

    seat: Seat
    laid: tuple[Laid, ...]
    taken: tuple[int, ...]
    """By caste."""
    has_switched: bool
    """Whether the switch tile has left the game."""


@dataclass
class Midgame:
    """A position, as its lines tell it."""

    turn: int = 0
    seat: Seat = 0
    pieces: tuple[int, ...] = ()
    aside: tuple[int, ...] = (0,) * NUM_CASTES
    boards: dict[Seat, BoardLine] = field(default_factory=dict)

    def played(self, seat: Seat) -> list[int]:
        """The tiles that a seat no longer has."""
        board = self.boards[seat]
        return [laid.kind for laid in board.laid] + [SWITCH] * board.has_switched


# --- from a state, and as texts -------------------------------------------------------------------------------


def make_lines(state: State) -> list[Line]:
    """The lines of a state between two turns, but for what is in the hands."""
    standing = tuple(
        caste * NUM_SETTLEMENTS + settlement
        for settlement in range(NUM_SETTLEMENTS)
        for caste in range(NUM_CASTES)
        if state.pieces[caste] >> settlement & 1
    )
    lines: list[Line] = [
        PositionLine("position", int(state.turns) + 1, int(state.seat)),
        PiecesLine("pieces", standing, tuple(state.aside.tolist())),
    ]
    for seat in range(state.players):
        codes = ((number, int(state.tile[number])) for number in range(NUM_FIELDS))
        laid = tuple(Laid(kind_of(code), number) for number, code in codes if code and owner(code) == seat)
        has_switched = bool(state.switched >> seat & 1)
        lines.append(BoardLine("board", seat, laid, tuple(state.captured[seat].tolist()), has_switched))
    return lines


def format_midgame(line: Line) -> str | None:
    """The text of one of these lines; None: it is another."""
    if isinstance(line, PositionLine):
        return f"position {line.turn} {COLOURS[line.seat]}"
    if isinstance(line, PiecesLine):
        return f"pieces {' '.join(_piece_at(piece) for piece in line.pieces)} ; aside {format_counts(line.aside)}"
    if isinstance(line, BoardLine):
        laid = (f"{KINDS[tile.kind].code}@{FIELDS[tile.field].name}" for tile in line.laid)
        gone = f" ; gone {KINDS[SWITCH].code}" if line.has_switched else ""
        head = " ".join(["board", COLOURS[line.seat], *laid])
        return f"{head} ; taken {format_counts(line.taken)}{gone}"
    return None


def parse_midgame(
    keyword: str, seat: Seat, number: int, tokens: Sequence[str], facts: dict[str, list[str]]
) -> Line | None:
    """One of these lines from its words, but for hands; None: it is another. Raises GameError."""
    if keyword == "position":
        return PositionLine(keyword, number, seat)
    if keyword == "pieces":
        pieces = tuple(_parse_piece_at(token) for token in tokens)
        return PiecesLine(keyword, pieces, parse_counts(facts.get("aside", [])))
    if keyword == "board":
        gone = facts.get("gone", [])
        if gone not in ([], [KINDS[SWITCH].code]):
            raise InvalidRecord(f"only the switch tile leaves the game: 'gone x', not 'gone {' '.join(gone)[:20]}'")
        laid = tuple(_parse_laid(token) for token in tokens)
        return BoardLine(keyword, seat, laid, parse_counts(facts.get("taken", [])), bool(gone))
    return None


def format_counts(counts: Sequence[int]) -> str:
    """How many pieces of each caste."""
    return " ".join(f"{count}{letter}" for count, letter in zip(counts, CASTE_LETTERS, strict=True))


def parse_counts(words: Sequence[str]) -> tuple[int, ...]:
    """The counts again; castes that are not named have none. Raises InvalidRecord."""
    counts = [0] * NUM_CASTES
    for word in words:
        match = _COUNT.fullmatch(word)
        if not match or match[2] not in CASTE_LETTERS:
            raise InvalidRecord(f"pieces are counted as in '2b 0r 1c', not {word[:20]!r}")
        counts[CASTE_LETTERS.index(match[2])] += int(match[1])
    return tuple(counts)


def _piece_at(piece: int) -> str:
    where, _, caste = format_piece(piece).partition(".")
    return f"{caste}@{where}"


def _parse_piece_at(token: str) -> int:
    caste, _, where = token.partition("@")
    return parse_piece(f"{where}.{caste}")


def _parse_laid(token: str) -> Laid:
    match = _LAID.fullmatch(token)
    if not match or match[1] not in KIND_BY_CODE:
        raise InvalidRecord(f"a tile on the board looks like b4@k17, not like {token[:20]!r}")
    kind = KIND_BY_CODE[match[1]]
    if kind == SWITCH:
        raise InvalidRecord("a switch tile does not stay on the board: write 'gone x' behind a semicolon")
    if match[2] not in FIELD_BY_NAME:
        raise InvalidRecord(f"{match[2]} is no land or sea space, and tiles lie on those")
    number = FIELD_BY_NAME[match[2]]
    is_ship = NUM_LAND_KINDS <= kind < SWITCH
    if is_ship != (number >= NUM_LAND):
        wanted = "sea" if is_ship else "land"
        raise InvalidRecord(f"{match[1]} lies on {wanted}, and {match[2]} is none")
    return Laid(kind, number)


# --- from lines to a state ------------------------------------------------------------------------------------


def read_midgame(options: Options, lines: Sequence[tuple[int, Line]]) -> Midgame:
    """The position that lines, each with its index, tell of; raises InvalidRecord where there is none such."""
    found = Midgame()
    seen: list[tuple[str, Seat]] = []
    for index, line in lines:
        seat = line.seat if isinstance(line, BoardLine) else -1
        if (line.kind, seat) in seen:
            raise InvalidRecord(f"there is a second line {line.kind!r}", index)
        seen.append((line.kind, seat))
        try:
            _take(found, options, line)
        except InvalidRecord as error:
            raise InvalidRecord(error.reason, index) from None
    wanted = [("pieces", -1), *(("board", seat) for seat in range(options.players))]
    for kind, seat in wanted:
        if (kind, seat) not in seen:
            raise InvalidRecord(f"a line is missing: {kind}" + (f" {COLOURS[seat]}" if seat >= 0 else ""))
    _check_whole(found, options)
    return found


def _take(found: Midgame, options: Options, line: Line) -> None:
    if isinstance(line, PositionLine):
        if not 2 <= line.turn <= MOST_TURNS:
            raise InvalidRecord(
                f"a position is that of a turn from 2 to {MOST_TURNS}; the first turn follows the lines deal and setup"
            )
        if line.seat >= options.players:
            raise InvalidRecord(f"{COLOURS[line.seat]} does not play: there are {options.players} players")
        first = (line.seat - line.turn + 1) % options.players
        if options.first != first:
            raise InvalidRecord(
                f"where turn {line.turn} is {COLOURS[line.seat]}'s, {COLOURS[first]} was first, and the header First"
                " says so"
            )
        found.turn, found.seat = line.turn, line.seat
    elif isinstance(line, PiecesLine):
        _check_pieces(options, line)
        found.pieces, found.aside = line.pieces, line.aside
    elif isinstance(line, BoardLine):
        _check_board(found, options, line)
        found.boards[line.seat] = line


def _check_pieces(options: Options, line: PiecesLine) -> None:
    by_settlement = Counter(piece % NUM_SETTLEMENTS for piece in line.pieces)
    for piece, times in Counter(line.pieces).items():
        if times > 1:
            raise InvalidRecord(f"{_piece_at(piece)} is named twice, and no settlement has two of a caste")
    for settlement, count in by_settlement.items():
        space = SETTLEMENTS[settlement]
        if space.players > options.players:
            raise InvalidRecord(f"{space.name} is not on the board of {options.players} players")
        if count > CAPACITIES[settlement]:
            raise InvalidRecord(f"{space.name} holds {CAPACITIES[settlement]} pieces, not {count}")
    if sum(line.aside) >= PIECES_ASIDE_TO_END:
        raise InvalidRecord(f"with {PIECES_ASIDE_TO_END} pieces beside the board the game is over")
    for caste, name in enumerate(CASTES):
        if not any(piece // NUM_SETTLEMENTS == caste for piece in line.pieces):
            raise InvalidRecord(f"there is no {name} piece left on the board, so the game is over")


def _check_board(found: Midgame, options: Options, line: BoardLine) -> None:
    if line.seat >= options.players:
        raise InvalidRecord(f"{COLOURS[line.seat]} does not play: there are {options.players} players")
    taken = {laid.field for board in found.boards.values() for laid in board.laid}
    for laid in line.laid:
        space = FIELDS[laid.field]
        if SPACE_BY_NAME[space.name].players > options.players:
            raise InvalidRecord(f"{space.name} is not on the board of {options.players} players")
        if laid.field in taken:
            raise InvalidRecord(f"there are two tiles on {space.name}")
        taken.add(laid.field)
    for kind, count in Counter(laid.kind for laid in line.laid).items():
        if count > KINDS[kind].copies:
            raise InvalidRecord(f"{COLOURS[line.seat]} has only {KINDS[kind].copies} of {KINDS[kind].code}")


def _check_whole(found: Midgame, options: Options) -> None:
    wanted = PIECES_BY_PLAYERS[options.players]
    for caste, name in enumerate(CASTES):
        standing = sum(piece // NUM_SETTLEMENTS == caste for piece in found.pieces)
        count = standing + found.aside[caste] + sum(board.taken[caste] for board in found.boards.values())
        if count != wanted:
            raise InvalidRecord(
                f"there are {wanted} {name} pieces with {options.players} players; on the board, taken and beside it "
                f"are {count}"
            )
    covered = 0
    for board in found.boards.values():
        for laid in board.laid:
            if laid.field < NUM_LAND:
                covered |= 1 << laid.field
    for piece in found.pieces:
        settlement = piece % NUM_SETTLEMENTS
        if not int(LAND_AROUND[settlement]) & ~covered:
            name = f"{place_name(settlement)} ({SETTLEMENTS[settlement].name})"
            raise InvalidRecord(f"{name} is surrounded, so its pieces have been captured")


def hand_size(played: Sequence[int]) -> int:
    """How many tiles a seat holds that has played these."""
    return min(HAND_SIZE, NUM_TILES - len(played))


def build_state(options: Options, found: Midgame, tiles: Sequence[Sequence[int]]) -> State:
    """The state of a position. `tiles` are those that each seat still has: first its hand, then its stack."""
    state = new_states(1)[0]
    first = (found.seat - found.turn + 1) % options.players
    deal(state, options.players, first, options.bits, generator_state(1))
    state.phase = PLAYING
    state.turns = found.turn - 1
    state.seat = found.seat
    state.supply[:] = 0
    state.pieces[:] = 0
    for piece in found.pieces:
        state.pieces[piece // NUM_SETTLEMENTS] |= 1 << piece % NUM_SETTLEMENTS
    state.aside[:] = found.aside
    for seat, board in found.boards.items():
        for kind, number in board.laid:
            state.tile[number] = tile_code(seat, kind)
            if number < NUM_LAND:
                state.land_empty &= ~(1 << number)
            else:
                state.sea_empty[(number - NUM_LAND) // SEA_WORD] &= ~(1 << (number - NUM_LAND) % SEA_WORD)
        state.captured[seat] = board.taken
        state.switched |= board.has_switched << seat
        size = hand_size(found.played(seat))
        hand, stack = tiles[seat][:size], tiles[seat][size:]
        state.hand[seat] = hand_bits(list(hand))
        state.num_hand[seat] = size
        state.num_stack[seat] = len(stack)
        state.stack[seat] = [NO_TILE] * (STACK_SIZE - len(stack)) + list(stack)
    return state
