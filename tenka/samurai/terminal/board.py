"""The board as text. A hex is a brick of two lines, every other column half a brick lower, so that exactly the
six neighbours of a hex touch it. The upper line shows what lies there, the lower one the name of the space.
"""

from __future__ import annotations

from typing import NamedTuple

from rich.text import Text

from tenka.samurai.board import CAPACITY, FIELD_BY_NAME, SEA, SETTLEMENT_BY_NAME, SPACES, Space
from tenka.samurai.pieces import CASTE_LETTERS, KINDS, MAX_PLAYERS, NUM_CASTES
from tenka.samurai.rules import influence_around, strongest
from tenka.samurai.state import PLAYING, State, kind_of, owner
from tenka.samurai.terminal.look import Look, num_columns
from tenka.terminal.look import SEAT_STYLES


class Ground(NamedTuple):
    """The styles of a hex: its upper line, and its lower one, a shade darker, so that hexes can be told apart."""

    upper: str
    lower: str


SEA_GROUND = Ground("#8fb3d6 on #1f4063", "#7397bb on #1a3653")
LAND_GROUND = Ground("#7d6230 on #f0deb4", "#7d6230 on #e4ce9b")
SETTLEMENT_GROUND = Ground("bold #211b16 on #fffaf0", "#554a3e on #f1e8d6")
EMPTIED_GROUND = Ground("#84744f on #cdbb93", "#84744f on #c1ae84")
LEGAL_GROUND = Ground("bold #211b16 on #ffe07a", "bold #211b16 on #f7d25c")
TILE_GROUNDS = tuple(
    Ground(style, lower)
    for style, lower in zip(
        SEAT_STYLES[:MAX_PLAYERS],
        ("#fff8ec on #a83515", "#fff8ec on #006098", "#211b16 on #cf9107", "#fff8ec on #086e56"),
        strict=True,
    )
)

LEGAL_MARK = STAGED_MARK = "+"
FRESH_MARK = "*"


class Marks(NamedTuple):
    """Spaces to point at, by name."""

    legal: frozenset[str] = frozenset()
    """Where the tile asked for can go."""
    staged: frozenset[str] = frozenset()
    """Tiles of the turn that is being thought about."""
    fresh: frozenset[str] = frozenset()
    """Tiles played since the player's last turn."""


NO_MARKS = Marks()

Piece = tuple[str, str]
"""Characters and their style."""


class Brick(NamedTuple):
    """One hex: what it shows above, its name below, and the styles of the rest of it."""

    upper: list[Piece]
    ground: Ground


def draw_board(known: State, look: Look, marks: Marks = NO_MARKS) -> Text:
    """The board of a view or a state, cropped to the spaces in use."""
    spaces = [space for space in SPACES if space.players <= known.players]
    left = min(space.hex.column for space in spaces)
    top = min(space.hex.line for space in spaces)
    cells: dict[tuple[int, int], Piece] = {}
    for space in spaces:
        brick = _brick(known, space, look, marks)
        column = (space.hex.column - left) * look.column_width
        line = space.hex.line - top
        upper, lower = brick.ground
        _write(cells, line, column, brick.upper, upper, look.column_width)
        _write(cells, line + 1, column, [(f" {space.name}", lower)], lower, look.column_width)
    return _join(cells)


def board_width(players: int, look: Look) -> int:
    """How many characters a line of the board takes."""
    return num_columns(players) * look.column_width


def _write(
    cells: dict[tuple[int, int], Piece], line: int, column: int, pieces: list[Piece], style: str, width: int
) -> None:
    for offset in range(width):
        cells.setdefault((line, column + offset), (" ", style))
    offset = 0
    for text, own_style in pieces:
        for character in text:
            # Edo is wider than a narrow brick; the blank that every lower line begins with makes room for it.
            if offset < width or character != " ":
                cells[line, column + offset] = (character, own_style)
            offset += 1


def _join(cells: dict[tuple[int, int], Piece]) -> Text:
    height = 1 + max(line for line, _ in cells)
    width = 1 + max(column for _, column in cells)
    drawing = Text(no_wrap=True)
    for line in range(height):
        row = [cells.get((line, column), (" ", "")) for column in range(width)]
        for character, style in row:
            drawing.append(character, style)
        if line + 1 < height:
            drawing.append("\n")
    return drawing


def _brick(known: State, space: Space, look: Look, marks: Marks) -> Brick:
    is_legal = space.name in marks.legal
    if space.kind in CAPACITY:
        return _settlement(known, space, is_legal)
    code = int(known.tile[FIELD_BY_NAME[space.name]])
    if code:
        ground = TILE_GROUNDS[owner(code)]
        mark = STAGED_MARK if space.name in marks.staged else FRESH_MARK if space.name in marks.fresh else ""
        text = f"{look.crests[owner(code)]}{KINDS[kind_of(code)].code}{mark}"
        return Brick([(text, ground.upper)], ground)
    ground = LEGAL_GROUND if is_legal else SEA_GROUND if space.kind == SEA else LAND_GROUND
    return Brick([(f" {LEGAL_MARK if is_legal else space.kind}", ground.upper)], ground)


def _settlement(known: State, space: Space, is_legal: bool) -> Brick:
    """Its pieces in brackets, each in the colour of who would take it now."""
    number = SETTLEMENT_BY_NAME[space.name]
    castes = [caste for caste in range(NUM_CASTES) if int(known.pieces[caste]) >> number & 1]
    is_emptied = not castes and known.phase >= PLAYING
    ground = LEGAL_GROUND if is_legal else EMPTIED_GROUND if is_emptied else SETTLEMENT_GROUND
    packed = influence_around(known, number)
    pieces: list[Piece] = [("[", ground.upper)]
    for caste in castes:
        taker = int(strongest(packed, int(known.players), caste))
        pieces.append((CASTE_LETTERS[caste], ground.upper if taker < 0 else SEAT_STYLES[taker]))
    pieces.append(("]" if castes else " ]", ground.upper))
    return Brick(pieces, ground)
