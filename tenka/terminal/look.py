"""How things look in a terminal, whatever is played: the players' colours and crests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rich.console import Console
from rich.table import Table
from rich.text import Text

from tenka.game import Seat

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


@dataclass(frozen=True)
class Look:
    """What the terminal can show."""

    crests: str = CRESTS
    is_plain: bool = False
    """No colours."""

    def seat(self, seat: Seat, text: str = "") -> Text:
        """A seat's crest and a text in its colour."""
        crest = self.crests[seat % len(self.crests)]
        label = f" {crest} {text} " if text else f" {crest} "
        # As a span, so that what is added keeps its own style.
        return Text().append(label, SEAT_STYLES[seat % len(SEAT_STYLES)])

    def line(self, seat: Seat, sentence: str) -> Table:
        """A sentence behind a seat's crest."""
        grid = Table.grid(padding=(0, 1, 0, 0))
        grid.add_row(self.seat(seat), Text(sentence))
        return grid


def look_of(console: Console) -> Look:
    """What a console can show."""
    return Look(crests_of(console), is_plain(console))


def crests_of(console: Console) -> str:
    """The crests that a console has characters for."""
    return CRESTS if console.encoding.startswith("utf") else CRESTS_ASCII


def is_plain(console: Console) -> bool:
    """Whether it has no colours."""
    return console.no_color or console.color_system is None


def screen_size(console: Console) -> tuple[int, int | None]:
    """Width and height; what is not a terminal has no height."""
    return console.width, console.height if console.is_terminal else None


def print_sections(console: Console, sections: Mapping[str, Mapping[str, str]], width: int) -> None:
    """A page of help: by heading what can be typed, in a column of that width, and what it does."""
    for heading, rows in sections.items():
        console.print(Text(heading, "bold"))
        table = Table.grid(padding=(0, 2, 0, 0))
        table.add_column(no_wrap=True, min_width=width)
        table.add_column()
        for typed, meaning in rows.items():
            table.add_row(Text(f"  {typed}"), meaning)
        console.print(table)


def join(parts: Sequence[str]) -> str:
    """Parts of a sentence in a row.

    >>> join(["red", "blue", "gold"])
    'red, blue and gold'
    """
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)
