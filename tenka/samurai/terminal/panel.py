"""What stands beside the board: the players, the settlements, the hand."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from tenka.game import Seat
from tenka.samurai.influence import Siege, sieges
from tenka.samurai.pieces import (
    CASTE_LETTERS,
    COLOURS,
    KINDS,
    NUM_CASTES,
    PIECES_ASIDE_TO_END,
    hand_tiles,
)
from tenka.samurai.state import CHOOSING_HANDS, PLAYING, State
from tenka.samurai.terminal.board import NO_MARKS, Marks, board_width, draw_board
from tenka.samurai.terminal.look import GAP, PANEL_WIDTH, Look, Words
from tenka.samurai.view import UNKNOWN, unseen_tiles
from tenka.terminal.look import SEAT_STYLES, YOU

HIDDEN = "?"
MOST_PANEL_LINES = 30
"""Of the panel with the lines that follow it."""
PAIR_WIDTH = 78
"""With room for this two settlements share a line."""


class Scene(NamedTuple):
    """What a screen is drawn from: nothing in here is hidden from who looks at it."""

    known: State
    seat: Seat | None
    """Who looks; None: a spectator, or somebody who may see all."""
    names: Sequence[str]
    words: Words
    look: Look
    marks: Marks = NO_MARKS


def draw_screen(scene: Scene, width: int, height: int | None = None) -> RenderableType:
    """The board with everything that a player looks at before a turn: beside it where the terminal is wide enough,
    else below it, or above it where the terminal is so low that the board would leave the screen.
    """
    board = draw_board(scene.known, scene.look, scene.marks)
    room = width - board_width(scene.known.players, scene.look) - GAP
    is_beside = room >= PANEL_WIDTH
    panel: list[RenderableType] = [draw_players(scene)]
    if scene.known.phase == PLAYING:
        panel += [Text(), draw_influence(scene, room if is_beside else width)]
    if is_beside:
        grid = Table.grid(padding=(0, GAP, 0, 0))
        grid.add_column(min_width=board_width(scene.known.players, scene.look))
        grid.add_column()
        grid.add_row(board, Group(*panel))
        return grid
    if height is not None and height < board.plain.count("\n") + MOST_PANEL_LINES:
        return Group(*panel, Text(), board)
    return Group(board, Text(), *panel)


def draw_players(scene: Scene) -> Table:
    """Each player's tiles and captured pieces, and the pieces left."""
    known, look = scene.known, scene.look
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="bold")
    table.add_column("")
    for heading in ("hand", "stack", *scene.words.castes):
        table.add_column(heading, justify="right")
    for seat in range(known.players):
        captured = [HIDDEN if count == UNKNOWN else str(count) for count in known.captured[seat]]
        who = look.colour(seat) + Text(f" {scene.names[seat]}")
        if known.phase == PLAYING and known.seat == seat:
            who.append(" to move", "dim")
        table.add_row(who, str(known.num_hand[seat]), str(known.num_stack[seat]), *captured)
    table.add_row(
        Text("still on the board", "dim"), "", "", *(str(int(bits).bit_count()) for bits in known.pieces), style="dim"
    )
    beside = Text(f"beside the board ({int(known.aside.sum())} of {PIECES_ASIDE_TO_END})", "dim")
    table.add_row(beside, "", "", *(str(count) for count in known.aside), style="dim")
    if known.supply.any():
        table.add_row(Text("to be placed", "dim"), "", "", *(str(count) for count in known.supply), style="dim")
    return table


# --- influence ------------------------------------------------------------------------------------------


def draw_influence(scene: Scene, width: int) -> RenderableType:
    """Settlement by settlement: the open land spaces, and for each piece who leads and by how much."""
    rows = [_influence_row(siege, scene) for siege in sieges(scene.known)]
    sides = 2 if width >= PAIR_WIDTH and len(rows) > 1 else 1
    half = -(-len(rows) // sides)
    table = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False, header_style="bold")
    for side in range(sides):
        table.add_column("settlement", min_width=14)
        table.add_column("open", justify="right")
        for letter in CASTE_LETTERS:
            table.add_column(letter, min_width=3)
        if side + 1 < sides:
            table.add_column("", min_width=3)
    blank: list[RenderableType] = [""] * (2 + NUM_CASTES)
    for line in range(half):
        cells: list[RenderableType] = list(rows[line])
        if sides == 2:
            cells += ["", *(rows[half + line] if half + line < len(rows) else blank)]
        table.add_row(*cells)
    return table


def _influence_row(siege: Siege, scene: Scene) -> list[RenderableType]:
    place = Text(f"{siege.space:3} ", "dim") + Text(siege.place, "not dim")
    cells = [_lead(siege, caste, scene.look) for caste in range(NUM_CASTES)]
    return [place, str(len(siege.open_land)), *cells]


def _lead(siege: Siege, caste: int, look: Look) -> Text:
    """Who leads a caste and by how much; ``=`` a tie, ``-`` nobody yet, blank: there is no such piece."""
    if caste not in siege.by_caste:
        return Text()
    taker = siege.taker[caste]
    if taker is not None:
        return Text(f"{look.crests[taker]}{siege.margin(caste)}", SEAT_STYLES[taker])
    return Text("=" if any(siege.by_caste[caste]) else "-")


def draw_influence_in_full(scene: Scene, only: Collection[int] | None = None) -> Table:
    """Every player's influence and the names of the open spaces, for all settlements or only some."""
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="bold")
    table.add_column("settlement")
    for caste in scene.words.castes:
        table.add_column(caste)
    table.add_column("open land")
    for siege in sieges(scene.known):
        if only is not None and siege.settlement not in only:
            continue
        cells = [_all_influence(siege, caste, scene.look) for caste in range(NUM_CASTES)]
        place = Text(f"{siege.space:3} ", "dim") + Text(siege.place, "not dim")
        table.add_row(place, *cells, " ".join(siege.open_land) or "none: it falls")
    return table


def _all_influence(siege: Siege, caste: int, look: Look) -> Text:
    if caste not in siege.by_caste:
        return Text()
    text = Text()
    for seat, influence in enumerate(siege.by_caste[caste]):
        if influence:
            text.append(f"{look.crests[seat]}{influence}", SEAT_STYLES[seat]).append(" ")
    if not text:
        return Text("-")
    return text if siege.taker[caste] is not None else text.append("tie")


# --- tiles ----------------------------------------------------------------------------------------------


def draw_hand(scene: Scene, seat: Seat, playable: Collection[int] | None = None) -> Text:
    """A seat's hand; tiles that cannot be played now are faint."""
    text = Text("Your hand: " if seat == scene.seat else f"{COLOURS[seat]}'s hand: ")
    for kind in hand_tiles(int(scene.known.hand[seat])):
        is_faint = playable is not None and kind not in playable
        mark = scene.look.fast_mark if KINDS[kind].is_fast else ""
        tile = f"{KINDS[kind].code}{mark}"
        if is_faint and scene.look.is_plain:
            tile = f"({tile})"
        text.append(f" {tile} ", "dim" if is_faint else SEAT_STYLES[seat]).append(" ")
    if not scene.known.hand[seat]:
        text.append("no tiles left")
    return text


def draw_all_tiles(scene: Scene) -> Text:
    """The twenty tiles that everybody has, with their names."""
    text = Text()
    for kind, tile in enumerate(KINDS):
        copies = f" ({tile.copies} of them)" if tile.copies > 1 else ""
        strength = f" {tile.strength}" if tile.strength else ""
        fast = f", {scene.words.fast}" if tile.is_fast else ""
        text.append(f"{tile.code:3}", "bold").append(f" {scene.words.tiles[kind]}{strength}{copies}{fast}\n")
    text.rstrip()
    return text


def draw_unseen(scene: Scene) -> Table:
    """The tiles that each player has not played yet."""
    known = scene.known
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, show_header=False)
    for seat in range(known.players):
        tiles = hand_tiles(int(unseen_tiles(known, seat)))
        where = "in hand and stack"
        if seat == scene.seat and known.phase != CHOOSING_HANDS:
            where = "in your stack"
            for kind in hand_tiles(int(known.hand[seat])):
                tiles.remove(kind)
        codes = " ".join(KINDS[kind].code for kind in tiles)
        table.add_row(scene.look.colour(seat), where, codes or "none")
    return table


def seat_label(names: Sequence[str], seat: Seat) -> str:
    """A seat and who sits there.

    >>> seat_label(["you", "bot:greedy"], 1)
    'blue (bot:greedy)'
    """
    return f"{COLOURS[seat]} ({names[seat]})" if names[seat] != YOU else f"{COLOURS[seat]} (you)"
