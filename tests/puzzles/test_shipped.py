"""The puzzles that come with the program keep to what docs/puzzles.md promises."""

from __future__ import annotations

import random
from importlib.resources import files

import pytest

from tenka.games import GAMES, get_game
from tenka.puzzles.promise import AS_GOOD, MORE, WORLDS, is_kept
from tenka.puzzles.puzzle import FILE, Puzzle, games_with_puzzles, get_setter, load_puzzles
from tenka.puzzles.rate import LEAST, MOST, reached

MOST_BYTES = 1_000_000


@pytest.fixture(scope="module", params=games_with_puzzles())
def puzzles(request: pytest.FixtureRequest) -> tuple[Puzzle, ...]:
    return load_puzzles(request.param)


def test_every_title_with_puzzles_has_some_and_they_are_small(puzzles: tuple[Puzzle, ...]) -> None:
    assert puzzles
    assert len({puzzle.id for puzzle in puzzles}) == len(puzzles)
    assert len({puzzle.view.tobytes() for puzzle in puzzles}) == len(puzzles)
    assert len((files(GAMES[puzzles[0].game]) / "data" / FILE).read_bytes()) <= MOST_BYTES


def test_a_puzzle_is_a_view_of_who_is_to_move(puzzles: tuple[Puzzle, ...]) -> None:
    rules = get_game(puzzles[0].game)
    for puzzle in puzzles:
        for seed in range(2):
            world = rules.sample(puzzle.view, random.Random(seed))
            assert rules.turn(world) == puzzle.view.seat, puzzle.id
            assert rules.view(world, puzzle.view.seat) == puzzle.view, puzzle.id


def test_its_turns_are_whole_and_lead_to_different_positions(puzzles: tuple[Puzzle, ...]) -> None:
    rules = get_game(puzzles[0].game)
    for puzzle in puzzles:
        world = rules.sample(puzzle.view, random.Random(1))
        turns = [told.actions for told in (*puzzle.right, *puzzle.others)]
        assert len({reached(rules, world, turn) for turn in turns}) == len(turns), puzzle.id


def test_it_keeps_every_part_of_its_promise(puzzles: tuple[Puzzle, ...]) -> None:
    setter = get_setter(puzzles[0].game)
    for puzzle in puzzles:
        seat = puzzle.view.seat
        assert seat is not None
        assert is_kept(puzzle.promise), puzzle.id
        assert puzzle.promise.worlds == MORE * WORLDS, puzzle.id
        assert puzzle.kinds, puzzle.id
        assert set(puzzle.kinds) <= set(setter.kinds), puzzle.id
        assert LEAST <= puzzle.rating <= MOST, puzzle.id
        best = puzzle.right[0].shares[seat]
        assert all(best - told.shares[seat] <= AS_GOOD + 0.001 for told in puzzle.right), puzzle.id
        lead = best - puzzle.others[0].shares[seat]
        assert lead == pytest.approx(puzzle.promise.lead, abs=0.002), puzzle.id
        for told in (*puzzle.right, *puzzle.others):
            assert sum(told.shares) == pytest.approx(1, abs=0.004), puzzle.id
