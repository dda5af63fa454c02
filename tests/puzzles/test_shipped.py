"""The puzzles that come with the program keep to what docs/puzzles.md promises."""

from __future__ import annotations

import random
from importlib.resources import files

import pytest

from tenka.games import GAMES, get_game, get_title
from tenka.puzzles.choose import leave_neighbours
from tenka.puzzles.promise import AS_GOOD, MORE, WORLDS, is_kept
from tenka.puzzles.puzzle import FILE, Puzzle, games_with_puzzles, get_setter, load_puzzles
from tenka.puzzles.rate import LEAST, MOST, level_ratings, reached
from tenka.samurai.every_turn import list_every_turn
from tenka.samurai.puzzles import MOST_TURNS
from tenka.samurai.state import array_of
from tenka.samurai.view import recall

MOST_BYTES = 1_000_000


@pytest.fixture(scope="module", params=games_with_puzzles())
def puzzles(request: pytest.FixtureRequest) -> tuple[Puzzle, ...]:
    return load_puzzles(request.param)


def test_all_files_together_are_small() -> None:
    sizes = [len((files(GAMES[game]) / "data" / FILE).read_bytes()) for game in games_with_puzzles()]
    assert sum(sizes) <= MOST_BYTES


@pytest.mark.parametrize(("game", "number"), [("samurai", 1_000), ("history", 200)])
def test_there_are_as_many_as_the_documents_say(game: str, number: int) -> None:
    assert len(load_puzzles(game)) >= number


def test_no_two_of_them_are_the_same_and_there_are_some_for_everybody(puzzles: tuple[Puzzle, ...]) -> None:
    game = puzzles[0].game
    assert len({puzzle.id for puzzle in puzzles}) == len(puzzles)
    assert leave_neighbours(puzzles) == list(puzzles)
    assert {puzzle.players for puzzle in puzzles} == set(get_title(game).players)
    assert {kind for puzzle in puzzles for kind in puzzle.kinds} == set(get_setter(game).kinds)
    bands = {puzzle.rating // 400 for puzzle in puzzles}
    ratings = level_ratings(game)
    second = list(ratings.values())[1]
    assert bands >= set(range(second // 400, max(ratings[name] for name in get_setter(game).solvers) // 400 + 1))


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


@pytest.mark.slow
def test_every_turn_of_it_can_be_compared() -> None:
    """What is left out may be better than all that is not. An action of History is one of few."""
    puzzles = load_puzzles("samurai")
    known = {puzzle.id: array_of(recall(puzzle.view)) for puzzle in puzzles}
    assert [name for name, state in known.items() if not list_every_turn(state, MOST_TURNS).is_all] == []


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
