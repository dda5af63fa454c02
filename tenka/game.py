"""The contract between a game and everything above it: table, records, search, players, server, environments.

A game is an object with the methods of `Rules`. States are values: no method changes one it was given. An action is
a small int out of a fixed space per game; texts are for people and files. One action is one decision; a *ply* is all
decisions that belong together for people (a turn, the choice of a hand), with what followed from them. It is a value,
too, and becomes a line of text where a record is written, and nowhere else.
"""

from __future__ import annotations

import random
from array import array
from bisect import bisect
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from itertools import accumulate
from operator import index
from typing import Any, Protocol, TypeAlias, TypeVar

Seat: TypeAlias = int
"""A player's place at the table, from 0."""

Action: TypeAlias = int
State: TypeAlias = Any
"""A NumPy record of the game's own type; equal states have equal bytes."""

Options: TypeAlias = Any
"""A frozen value of the game's own type, with at least `players` and `first` (a seat, or None: to be drawn).

In a game that nobody begins, `first` is always 0 and no text names it.
"""

CHANCE: Seat = -1
"""The seat that `Rules.turn` names where dice or cards decide."""


class GameError(ValueError):
    """Something that a person asked for cannot be done. Its text is a sentence for that person."""


class InvalidAction(GameError):
    """The text is not a move in any position."""


class IllegalAction(GameError):
    """A move, but not one that the rules allow here."""


class InvalidOptions(GameError):
    """Rule options that do not exist or do not go together."""


class InvalidRecord(GameError):
    """A record that cannot be read, or tells of a game that cannot have happened."""

    def __init__(self, reason: str, line: int | None = None) -> None:
        super().__init__(reason if line is None else f"line {line}: {reason}")
        self.reason = reason
        self.line = line


@dataclass(frozen=True)
class Outcome:
    """How a game ended."""

    reason: str
    """Why, such as ``caste:rice``; several reasons at once are joined by ``+``."""
    winners: tuple[Seat, ...]
    """More than one where the win is shared."""
    ranking: tuple[int, ...]
    """By seat: its rank, from 1; equal seats share a rank."""
    totals: tuple[Mapping[str, int], ...]
    """By seat: the figures that decided, by name."""


@dataclass(frozen=True, eq=False)
class View:
    """What one seat, or a spectator, may know of a state. Players get this, never a state."""

    seat: Seat | None
    """None: a spectator."""
    known: State
    """The state's record with everything else blanked: what the seat is shown."""
    memory: bytes = b""
    """What it saw happen and may remember, though it is not shown. Players who forget nothing use it."""

    def tobytes(self) -> bytes:
        """Everything in this view. Two states that look the same to a seat give the same bytes."""
        seat = -1 if self.seat is None else self.seat
        known: bytes = self.known.tobytes()
        return bytes([seat + 1]) + known + self.memory

    def __eq__(self, other: object) -> bool:
        return isinstance(other, View) and self.tobytes() == other.tobytes()

    def __hash__(self) -> int:
        return hash(self.tobytes())


class Hidden(Enum):
    """Stands for what the reader of a copy may not know."""

    HIDDEN = "?"

    def __str__(self) -> str:
        return "?"


HIDDEN = Hidden.HIDDEN


@dataclass(frozen=True)
class Line:
    """What a line of a record tells, before it is text. Each game has types of its own for that."""

    kind: str
    """What it is, in a word of the game: the line's first one."""


@dataclass(frozen=True)
class Ply(Line):
    """What a seat or chance decided. What followed from it is in the fields of the game's own type."""

    seat: Seat
    """CHANCE: dice or cards."""
    actions: tuple[Action | Hidden, ...]

    @property
    def decisions(self) -> list[Action]:
        """The actions, where none is hidden; raises GameError where one is."""
        known = [action for action in self.actions if not isinstance(action, Hidden)]
        if len(known) < len(self.actions):
            raise InvalidAction("what was decided is hidden in this copy")
        return known


LineT = TypeVar("LineT", bound=Line)


def check_action(action: object) -> Action:
    """An action that came as another kind of number; raises IllegalAction for what is none."""
    try:
        return index(action)  # type: ignore[arg-type]
    except TypeError:
        raise IllegalAction(f"an action is a whole number, not {action!r}") from None


def draw_chance(rules: Rules, state: State, rng: random.Random) -> Action:
    """What dice or cards decide in a state where it is seat CHANCE's turn."""
    chances = rules.chance(state)
    actions, sums = (chances if isinstance(chances, Chances) else Chances(chances)).sums
    return actions[bisect(sums, rng.random() * sums[-1], 0, len(sums) - 1)]


def name_of_seat(rules: Rules, seat: Seat) -> str:
    """What records and sentences call a seat."""
    return "chance" if seat == CHANCE else rules.seat_names[seat]


class Chances(tuple[tuple[Action, float], ...]):
    """What `Rules.chance` gives, where the same comes again and again: it is summed up once, to be drawn from.

    >>> Chances([(7, 0.25), (9, 0.75)]).sums
    ((7, 9), (0.25, 1.0))
    """

    @cached_property
    def sums(self) -> tuple[tuple[Action, ...], tuple[float, ...]]:
        """The actions, and of each how likely it is that this one or one before it comes."""
        actions, likely = zip(*self, strict=True)
        return actions, tuple(accumulate(likely))


class Actions(array):  # type: ignore[type-arg]  # before Python 3.12 it takes none
    """Actions in two bytes each, which is quicker to make than a list of ints, and otherwise like one.

    >>> legal = Actions("h", [3, 500, 7])
    >>> legal, legal[1], legal == [3, 500, 7], legal + [1]
    ([3, 500, 7], 500, True, [3, 500, 7, 1])
    """

    __slots__ = ()
    __hash__ = None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence | array) and list(self) == list(other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __add__(self, other: Any) -> Any:
        return [*self, *other]

    def __radd__(self, other: Any) -> Any:
        return [*other, *self]

    def __repr__(self) -> str:
        return repr(self.tolist())


class Rules(Protocol):
    """A game. `tenka.check.check_game` holds any object to what is said here."""

    name: str
    """As in the header of a record and on the command line."""
    version: str
    """Of the rules as records mean them; a record of another version is refused."""
    num_actions: int
    """Every action is below this."""
    seat_names: tuple[str, ...]
    """What records call the seats."""
    end_reasons: tuple[str, ...]
    """Every single reason that some game ends for."""
    end_turn: Action
    """Ends a ply that could go on; texts may leave it out."""

    # --- options

    def options(self, given: Mapping[str, Any]) -> Options:
        """Options by name; what is not given is the default. Raises InvalidOptions."""

    def describe_options(self, options: Options) -> dict[str, str]:
        """The options by name, as texts; `options` takes them back."""

    def every_options(self) -> Iterator[Options]:
        """Every player count with every combination of rule options."""

    # --- play

    def start(self, options: Options, rng: random.Random) -> State:
        """A new game. All its chance is drawn here, except for what seat CHANCE decides later."""

    def turn(self, state: State) -> Seat | None:
        """Whose decision it is; None: the game is over."""

    def waiting(self, state: State) -> tuple[Seat, ...]:
        """Seats that decide at the same time, in secret, if any; their choices are applied in seat order."""

    def legal(self, state: State) -> Sequence[Action]:
        """Every legal action, each once; empty only when the game is over. The one source of legality."""

    def apply(self, state: State, action: Action) -> State:
        """The state after the action. Raises IllegalAction."""

    def chance(self, state: State) -> Sequence[tuple[Action, float]]:
        """Where seat CHANCE decides: every legal action with its probability. Empty where it does not."""

    def outcome(self, state: State) -> Outcome | None:
        """None while the game goes on."""

    def num_plies(self, state: State) -> int:
        """How many whole plies lie behind this state."""

    # --- knowledge

    def view(self, state: State, seat: Seat | None) -> View:
        """What the seat may know; None: a spectator, who sees the same of what a seat knows as of the state."""

    def sample(self, view: View, rng: random.Random) -> State:
        """A state that looks the same: what the view does not know is dealt again."""

    def quantities(self, state: State) -> Mapping[str, int]:
        """What is conserved: these figures never change during a game."""

    # --- texts

    def parse(self, text: str) -> list[Action]:
        """The actions of one or more moves, in any position. Raises InvalidAction."""

    def format(self, actions: Sequence[Action]) -> str:
        """The shortest text that `parse` takes back."""

    # --- what happened, for records and for those who watch

    def opening(self, state: State) -> list[Line]:
        """What chance decided before the first decision, from the state at the start; or, of a game that begins in the
        middle, the position."""

    def make_ply(self, before: State, actions: Sequence[Action], after: State) -> Ply:
        """A whole ply with what followed from it."""

    def closing(self, state: State) -> list[Line]:
        """The result, if the game is over, and what chance has still in store."""

    def redact(self, line: LineT, seat: Seat | None) -> LineT | None:
        """The line as a seat or a spectator may know it, with HIDDEN for the rest; None: not at all."""

    # --- lines of a record as texts, see tenka.record

    def format_line(self, line: Line) -> str:
        """The line's text; ``?`` stands for what is hidden."""

    def parse_line(self, text: str) -> Line:
        """The line of a text. What follows from a ply may be left out there. Raises GameError."""

    def restore(self, options: Options, lines: Sequence[str]) -> tuple[State, list[str]]:
        """The start of the game that the lines tell of, and the lines with something possible for each ``?``.

        Raises InvalidRecord, with the index of the line in `lines` as its line number.
        """
