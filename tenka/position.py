"""What is shown of a game: what a title's ``position.py`` holds, and what stands in for it where there is none.

Everything here and there is plain: dataclasses that say what a drawing looks like, and functions that make drawings of
plain values. The server makes the types of its protocol from the dataclasses; the words below their fields go into the
protocol's document.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any, NotRequired, Protocol, TypedDict

from tenka.game import Action, Hidden, Ply, Rules, Seat, State, View, name_of_seat
from tenka.patches import patch

Drawing = dict[str, Any]
"""A position, or a part of one, out of plain values."""


class TakenPiece(TypedDict):
    """Something that was taken from the board, or would be."""

    space: str
    piece: str
    taker: Seat | None
    """None: nobody gets it."""


class ShownPly(TypedDict):
    """What is shown of a ply."""

    tokens: list[str]
    """The moves; ``?`` where hidden."""
    takes: list[TakenPiece]
    draws: list[str]
    details: NotRequired[Drawing]
    """More that came of it, of the title's type PLY; left out where there is none."""


class Shown(Protocol):
    """A title's ``position.py``. POSITION, `draw_public` and `draw_seats` go together; the rest may be missing."""

    POSITION: type
    """A dataclass with at least `game`, the Literal of the game's name, and `seats`, by seat number as text."""
    BOARD: type | None
    """A dataclass: what is the same in every game, such as a board, tiles, a map, cards. None: nothing."""
    CHOICE: type | None
    """A dataclass: what is told of a choice to who has it, beside the legal tokens. None: nothing."""
    PLY: type | None
    """A dataclass: what is told of a line of the record beside what all games tell. None: nothing."""
    UNCERTAIN: tuple[str, ...]
    """The fields that a preview of a complete turn does not tell, because they would be a guess."""
    NOTATION: str
    """For the protocol's document: how moves are written."""

    def draw_public(self, known: State) -> Drawing:
        """What everybody sees of a position: all of it but its `seats`."""

    def draw_seats(self, view: View) -> Drawing:
        """What one pair of eyes sees of the players: the position's `seats`."""

    def compare_public(self, before: State, after: State) -> Drawing:
        """What is new for everybody: the JSON merge patch from one drawing to another, made more quickly."""

    def compare_seats(self, before: View, after: View) -> Drawing:
        """What is new of the players, likewise."""

    def draw_choice(self, view: View, legal: Sequence[Action]) -> Drawing | None:
        """The CHOICE of who decides in a view among these actions; made from the view, for no other eyes."""

    def show_ply(self, ply: Ply) -> ShownPly:
        """A ply as some eyes may know it: what they may not is HIDDEN in it."""

    def describe(self) -> Any:
        """The BOARD."""

    def list_editions(self) -> dict[str, dict[str, dict[str, str]]]:
        """By edition and number of players: the options that it presets. Empty where there is one edition."""


NAMES = tuple(name for name in (*Shown.__annotations__, *vars(Shown)) if not name.startswith("_"))
"""Of all that a title can say."""


# --- without one ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class PlainSeat:
    """What is known of one player in a game without a drawing of its own."""

    knows: dict[str, Any] | None
    """Everything that this seat knows, by the names of the game's own record; None for other eyes."""


@dataclass(frozen=True)
class PlainPosition:
    """A position of a game without a drawing of its own, as one pair of eyes sees it."""

    game: str
    to_move: str | None
    """The seat that decides, or chance; None: the game is over."""
    table: dict[str, Any]
    """What everybody knows, by the names of the game's own record; what is hidden is blank there."""
    seats: dict[str, PlainSeat]
    """By seat number."""


class PlainShown:
    """Shows any game: whose turn it is, and the numbers that a pair of eyes may know."""

    POSITION: type = PlainPosition
    BOARD: type | None = None
    CHOICE: type | None = None
    PLY: type | None = None
    UNCERTAIN: tuple[str, ...] = ("to_move", "table")
    NOTATION = ""

    def __init__(self, rules: Rules, part: ModuleType | None = None) -> None:
        """What `part` has, a title's ``position.py``, takes the place of what is here."""
        self._rules = rules
        if part is not None:
            vars(self).update({"UNCERTAIN": ()} | {name: getattr(part, name) for name in NAMES if hasattr(part, name)})

    def describe(self) -> None:
        """Nothing is known of the game in general."""

    def list_editions(self) -> dict[str, dict[str, dict[str, str]]]:
        """There is one edition."""
        return {}

    def draw_public(self, known: State) -> Drawing:
        """What everybody sees."""
        rules, turn = self._rules, self._rules.turn(known)
        return {
            "game": rules.name,
            "to_move": None if turn is None else name_of_seat(rules, turn),
            "table": _fields(rules.view(known, None).known),
        }

    def compare_public(self, before: State, after: State) -> Drawing:
        """What is new for everybody."""
        return patch(self.draw_public(before), self.draw_public(after))

    def draw_seats(self, view: View) -> Drawing:
        """What one pair of eyes sees of the players: what it knows itself."""
        players = int(view.known["players"])
        knows = _fields(view.known)
        return {str(seat): {"knows": knows if seat == view.seat else None} for seat in range(players)}

    def compare_seats(self, before: View, after: View) -> Drawing:
        """What is new of the players."""
        return patch(self.draw_seats(before), self.draw_seats(after))

    def draw_choice(self, view: View, legal: Sequence[Action]) -> None:
        """Nothing but the legal tokens is known of a choice."""

    def show_ply(self, ply: Ply) -> ShownPly:
        """The moves of a ply."""
        tokens = [str(each) if isinstance(each, Hidden) else self._rules.format([each]) for each in ply.actions]
        return {"tokens": tokens, "takes": [], "draws": []}


def _fields(known: State) -> Drawing:
    """A record by the names of its fields."""
    return {name: known[name].tolist() for name in known.dtype.names}
