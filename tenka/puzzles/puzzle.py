"""A puzzle, and its line in a file: one a line, fields with bars between them.

``id | kinds | rating | promise | right turns | other turns | view``. Behind a turn stands every seat's share of the
win, in thousandths; the promise is the lead over the best other turn in hundredths, its interval, in how many worlds
that was found, and in how many of a hundred of them that other turn does no better.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from random import Random
from typing import NamedTuple

from tenka.game import Action, GameError, Rules, View
from tenka.games import GAMES, find_part, get_game, get_title
from tenka.puzzles.views import format_view, parse_view
from tenka.search.setter import Setter

FILE = "puzzles.list"
"""In a title's folder ``data``."""
PROVED = "proved"
_PROMISE = "lead {:.1f} ({:.1f} to {:.1f}) in {} worlds, best in {:.0f}"


class Told(NamedTuple):
    """A turn with what it brings."""

    actions: tuple[Action, ...]
    shares: tuple[float, ...]
    """By seat: the mean share of the win in all worlds."""


class Promise(NamedTuple):
    """How sure it is that the right turns are right."""

    lead: float
    """Over the best other turn, as a share of the win."""
    low: float
    high: float
    """The lead's interval at 99.9 %."""
    worlds: int
    best_in: float
    """In this part of the worlds the best other turn does no better."""
    is_proved: bool = False


@dataclass(frozen=True)
class Puzzle:
    """A position as a seat sees it, and the turns that are right."""

    id: str
    """Seed, game and ply where it was found."""
    game: str
    view: View
    right: tuple[Told, ...]
    """The best first."""
    others: tuple[Told, ...]
    """The best few of the rest."""
    kinds: tuple[str, ...]
    promise: Promise
    rating: int = 0
    """0: not known."""

    @property
    def players(self) -> int:
        """How many play."""
        return int(self.view.known.players)


def get_setter(game: str) -> Setter:
    """Who sets puzzles of a game; raises GameError where nobody does."""
    part = find_part(game, "puzzles")
    if part is None:
        raise GameError(f"there are no puzzles of {game} yet; there are of {', '.join(games_with_puzzles())}")
    setter: Setter = _make_setter(game)
    return setter


@cache
def _make_setter(game: str) -> Setter:
    part = find_part(game, "puzzles")
    assert part is not None
    made: Setter = part.make_setter()
    return made


def games_with_puzzles() -> list[str]:
    """The games that somebody sets puzzles of."""
    return [game for game in GAMES if find_part(game, "puzzles") is not None]


# --- texts ------------------------------------------------------------------------------------------------------


def format_puzzle(puzzle: Puzzle) -> str:
    """The line of a puzzle."""
    rules, promise = get_game(puzzle.game), puzzle.promise
    told = _PROMISE.format(
        100 * promise.lead, 100 * promise.low, 100 * promise.high, promise.worlds, 100 * promise.best_in
    )
    return " | ".join(
        (
            puzzle.id,
            " ".join(puzzle.kinds),
            str(puzzle.rating),
            f"{told}, {PROVED}" if promise.is_proved else told,
            _format_turns(rules, puzzle.right),
            _format_turns(rules, puzzle.others),
            format_view(rules, puzzle.view),
        )
    )


def _format_turns(rules: Rules, turns: Iterable[Told]) -> str:
    return "; ".join(
        f"{rules.format(turn.actions)} {','.join(f'{1000 * share:.0f}' for share in turn.shares)}" for turn in turns
    )


def parse_puzzle(game: str, line: str) -> Puzzle:
    """The puzzle of a line; raises GameError for one that cannot be read."""
    fields = [field.strip() for field in line.split(" | ")]
    if len(fields) != 7:
        raise GameError(f"the line of a puzzle has 7 fields with bars between them, not {len(fields)}")
    rules = get_game(game)
    name, kinds, rating, told, right, others, view = fields
    if not rating.isdecimal():
        raise GameError(f"the rating of a puzzle is a whole number, not {rating[:20]!r}")
    return Puzzle(
        name,
        game,
        parse_view(rules, view, _blank_view(game)),
        _parse_turns(rules, right),
        _parse_turns(rules, others),
        tuple(kinds.split()),
        _parse_promise(told),
        int(rating),
    )


def _parse_turns(rules: Rules, text: str) -> tuple[Told, ...]:
    turns = []
    for part in text.split("; ") if text else ():
        actions, _, shares = part.rpartition(" ")
        try:
            numbers = tuple(int(share) / 1000 for share in shares.split(","))
        except ValueError:
            raise GameError(f"behind a turn stand shares such as 640,360, not {shares[:20]!r}") from None
        turns.append(Told(tuple(rules.parse(actions)), numbers))
    return tuple(turns)


def _parse_promise(text: str) -> Promise:
    numbers = [word.strip("(),") for word in text.split()]
    try:
        lead, low, high = (float(numbers[place]) / 100 for place in (1, 2, 4))
        return Promise(lead, low, high, int(numbers[6]), float(numbers[10]) / 100, numbers[-1] == PROVED)
    except (ValueError, IndexError):
        raise GameError(f"a promise looks like {_PROMISE.format(12, 8, 16, 4096, 80)!r}, not {text[:60]!r}") from None


@cache
def _blank_view(game: str) -> View:
    rules = get_game(game)
    state = rules.start(rules.options({"players": get_title(game).players[0]}), Random(1))
    return rules.view(state, 0)


@cache
def load_puzzles(game: str) -> tuple[Puzzle, ...]:
    """The puzzles that came with the program, in the order of the file; none where the title has no such file."""
    return parse_puzzles(game, read_list(game))


def read_list(game: str) -> str:
    """The file of a title's puzzles; nothing where it has none."""
    file = files(GAMES[game]) / "data" / FILE
    return file.read_text("utf-8") if file.is_file() else ""


def parse_puzzles(game: str, text: str) -> tuple[Puzzle, ...]:
    """The puzzles of a file, without its comments; raises GameError, with the number of the line."""
    puzzles = []
    for number, line in enumerate(text.splitlines(), start=1):
        if line and not line.startswith("#"):
            try:
                puzzles.append(parse_puzzle(game, line))
            except GameError as error:
                raise GameError(f"line {number}: {error}") from None
    return tuple(puzzles)
