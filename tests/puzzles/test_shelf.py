"""A shelf: all puzzles counted, one of them read."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from tenka.game import GameError
from tenka.games import GAMES
from tenka.puzzles.puzzle import load_puzzles
from tenka.puzzles.shelf import Shelf, open_shelf

GAME = next(game for game in GAMES if load_puzzles(game))
PUZZLES = load_puzzles(GAME)


def test_a_shelf_knows_of_every_puzzle_what_the_puzzle_says() -> None:
    shelf = open_shelf(GAME)
    assert list(shelf.cards) == [puzzle.id for puzzle in PUZZLES]
    for puzzle in PUZZLES:
        card = shelf.cards[puzzle.id]
        assert (card.kinds, card.players, card.rating) == (puzzle.kinds, puzzle.players, puzzle.rating)
        assert sum(puzzle.kinds.count(kind) for kind in card.kinds) == len(puzzle.kinds)
    found = shelf.read(PUZZLES[0].id)
    assert (found.id, found.right, found.view.tobytes()) == (
        PUZZLES[0].id,
        PUZZLES[0].right,
        PUZZLES[0].view.tobytes(),
    )
    for kind, number in shelf.kinds.items():
        assert number == sum(kind in puzzle.kinds for puzzle in PUZZLES)


def test_every_day_has_its_puzzle() -> None:
    shelf = open_shelf(GAME)
    days = [date(2026, 11, 16) + timedelta(number) for number in range(len(PUZZLES))]
    assert {shelf.of_day(day) for day in days} == set(shelf.cards)
    assert shelf.of_day(days[0]) == shelf.of_day(days[0])


def test_a_line_that_is_no_puzzle_is_told_with_its_number() -> None:
    for line in ("1-1-1 | a", "1-1-1 | a | b | rest players=2", "1-1-1 | a | 1500 | rest"):
        with pytest.raises(GameError, match="line 2"):
            Shelf(GAME, f"# a comment\n{line}")
