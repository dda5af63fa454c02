"""How Samurai looks in a terminal: how wide its hexes are, and the words of the chosen edition."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from rich.console import Console
from rich.text import Text

from tenka.game import Seat
from tenka.samurai.board import SETTLEMENT_BY_NAME, SPACES, place_name
from tenka.samurai.pieces import COLOURS, KINDS, MOVE, SWITCH
from tenka.terminal import look as shared


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


@dataclass(frozen=True)
class Look(shared.Look):
    """What the terminal can show of the board."""

    fast_mark: str = "»"
    column_width: int = 5
    """Characters for a column of hexes."""

    def colour(self, seat: Seat) -> Text:
        """A seat's crest and name."""
        return self.seat(seat, COLOURS[seat])


NARROW, WIDE = 4, 5
GAP = 2
PANEL_WIDTH = 62
"""With room for this, and a gap, the panel stands beside the board."""


def look_of(console: Console, players: int) -> Look:
    """What a console can show. Narrow hexes are for where wide ones leave no room for the panel or themselves."""
    columns = num_columns(players)
    beside = [width for width in (WIDE, NARROW) if columns * width + GAP + PANEL_WIDTH <= console.width]
    below = [width for width in (WIDE, NARROW) if columns * width <= console.width]
    width = (*beside, *below, NARROW)[0]
    crests = shared.crests_of(console)
    return Look(
        crests=crests,
        is_plain=shared.is_plain(console),
        fast_mark="»" if crests == shared.CRESTS else ">",
        column_width=width,
    )


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
