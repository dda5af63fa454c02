"""The puzzles of a title on a shelf: what is asked of all is counted once, and one is read when it is asked for.

A line is not taken apart before somebody wants its puzzle; only its name, kinds, rating and number of players are.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Mapping
from datetime import date
from functools import cache, lru_cache
from typing import NamedTuple

from tenka.game import GameError
from tenka.puzzles.puzzle import Puzzle, parse_puzzle, read_list

_CARD = re.compile(r"(?P<id>\S+) \| (?P<kinds>[^|]*) \| (?P<rating>\d+) \| .* players=(?P<players>\d+)\b")
MOST_READ = 256
"""So many puzzles stay in memory."""


class Card(NamedTuple):
    """What is known of a puzzle without reading it."""

    id: str
    kinds: tuple[str, ...]
    players: int
    rating: int
    """Before anybody has tried it."""
    line: str


class Shelf:
    """The puzzles of a game."""

    def __init__(self, game: str, text: str) -> None:
        """Raises GameError for a line that is none of a puzzle."""
        self.game = game
        lines = enumerate(text.splitlines(), start=1)
        cards = [_card_of(number, line) for number, line in lines if line and not line.startswith("#")]
        self.cards: Mapping[str, Card] = {card.id: card for card in cards}
        """By id."""
        self.kinds = Counter(kind for card in self.cards.values() for kind in card.kinds)
        """How many there are of each kind."""
        self._days = sorted(self.cards, key=lambda name: hashlib.sha256(f"{game} {name}".encode()).digest())

    def of_day(self, day: date) -> str:
        """The same for everybody on one day, and no two days alike as long as there are enough."""
        return self._days[day.toordinal() % len(self._days)]

    def read(self, name: str) -> Puzzle:
        """The puzzle of an id that is on the shelf; raises GameError for a line that cannot be read."""
        return _read(self.game, self.cards[name].line)


def _card_of(number: int, line: str) -> Card:
    found = _CARD.match(line)
    if found is None:
        raise GameError(f"line {number}: the line of a puzzle begins with its id, kinds and rating, not {line[:40]!r}")
    return Card(found["id"], tuple(found["kinds"].split()), int(found["players"]), int(found["rating"]), line)


@lru_cache(MOST_READ)
def _read(game: str, line: str) -> Puzzle:
    return parse_puzzle(game, line)


@cache
def open_shelf(game: str) -> Shelf:
    """The puzzles that came with the program."""
    return Shelf(game, read_list(game))
