"""How things look in a terminal: colours, crests, and the words of the chosen edition."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.console import Console
from rich.table import Table
from rich.text import Text

from tenka.game import Seat
from tenka.history.cards import COLOURS
from tenka.samurai.board import SETTLEMENT_BY_NAME, SPACES, place_name
from tenka.samurai.pieces import KINDS, MOVE, SWITCH

SEAT_STYLES = (
    "bold #fff8ec on #c4401a",
    "bold #fff8ec on #0072b2",
    "bold #211b16 on #e3a008",
    "bold #fff8ec on #0a8266",
    "bold #fff8ec on #7a4a9e",
    "bold #211b16 on #7cc7d6",
)
"""By seat. The only strong colours on the screen are the players'."""

CRESTS = "●◆■▲▼✚"
"""By seat: players are told apart without colours too."""
CRESTS_ASCII = "o%#^v+"

YOU = "you"
"""What records call the person at the terminal."""


class Words(NamedTuple):
    """What an edition calls things."""

    castes: tuple[str, ...]
    tiles: tuple[str, ...]
    """By kind."""
    switch: str
    move: str
    fast: str


def words_of(edition: str) -> Words:
    """The words of an edition.

    >>> words_of("1998").castes
    ('Buddha', 'rice field', 'high helmet')
    """
    if edition == "2015":
        tiles, fast = tuple(kind.name for kind in KINDS), "fast"
    else:
        tiles, fast = tuple(kind.name_1998 for kind in KINDS), "character"
    castes = tuple(tiles[kind] for kind in (0, 3, 6))
    return Words(castes, tiles, tiles[SWITCH], tiles[MOVE], fast)


class Look(NamedTuple):
    """What the terminal can show."""

    crests: str = CRESTS
    fast_mark: str = "»"
    column_width: int = 5
    """Characters for a column of hexes."""
    is_plain: bool = False
    """No colours."""

    def seat(self, seat: Seat, text: str = "") -> Text:
        """A seat's crest and a text in its colour."""
        label = f" {self.crests[seat]} {text} " if text else f" {self.crests[seat]} "
        return Text().append(label, SEAT_STYLES[seat])  # as a span, so that what is added keeps its own style

    def line(self, seat: Seat, sentence: str) -> Table:
        """A sentence behind a seat's crest."""
        grid = Table.grid(padding=(0, 1, 0, 0))
        grid.add_row(self.seat(seat), Text(sentence))
        return grid

    def colour(self, seat: Seat) -> Text:
        """A seat's crest and name."""
        return self.seat(seat, COLOURS[seat])


NARROW, WIDE = 4, 5
GAP = 2
PANEL_WIDTH = 62
"""With room for this, and a gap, the panel stands beside the board."""


def look_of(console: Console, players: int) -> Look:
    """What a console can show. Narrow hexes are for where wide ones leave no room for the panel or themselves."""
    is_utf = console.encoding.startswith("utf")
    columns = num_columns(players)
    beside = [width for width in (WIDE, NARROW) if columns * width + GAP + PANEL_WIDTH <= console.width]
    below = [width for width in (WIDE, NARROW) if columns * width <= console.width]
    width = (*beside, *below, NARROW)[0]
    return Look(
        crests=CRESTS if is_utf else CRESTS_ASCII,
        fast_mark="»" if is_utf else ">",
        column_width=width,
        is_plain=console.no_color or console.color_system is None,
    )


def screen_size(console: Console) -> tuple[int, int | None]:
    """Width and height; what is not a terminal has no height."""
    return console.width, console.height if console.is_terminal else None


def num_columns(players: int) -> int:
    """The columns of hexes on the board of so many players."""
    columns = [space.hex.column for space in SPACES if space.players <= players]
    return max(columns) - min(columns) + 1


def place(space: str) -> str:
    """What people call a settlement, by the name of its space.

    >>> place("l16")
    'Kyoto'
    """
    return place_name(SETTLEMENT_BY_NAME[space])


def join(parts: Sequence[str]) -> str:
    """Parts of a sentence in a row.

    >>> join(["red", "blue", "gold"])
    'red, blue and gold'
    """
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)
