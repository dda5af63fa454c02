"""Runs that are stopped go on, and what was made can be read again."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from tenka.game import GameError, View
from tenka.games import get_game
from tenka.puzzles import make
from tenka.puzzles.choose import NEIGHBOURS
from tenka.puzzles.ledger import Ledger, Stage
from tenka.puzzles.make import Keeper, Made, Order, until
from tenka.puzzles.puzzle import Promise, Puzzle, Told, format_puzzle, parse_puzzle, parse_puzzles
from tenka.puzzles.rate import rate
from tenka.search.setter import Setter

ORDER = Order("samurai", 7)
LINE = (
    "7-1-30 | last end | 1240 | lead 50.0 (49.0 to 51.0) in 16384 worlds, best in 100, proved | b3@f17 done 1000,0 | "
    "s2@f17 done 500,500 | red hand=34,-1,2x0 turns=29 pending=-1 players=2 phase=2"
)


def test_what_was_done_is_not_done_again(tmp_path: Path) -> None:
    file = tmp_path / "puzzles.txt"
    keeper = Keeper(file, ORDER)
    keeper.add(Made(2, 5, ("second",), ({"karo": 3},), {"the game": Stage(1, 0, 0.5)}))
    keeper.add(first := Made(1, 4, ("first",), ({"karo": 6},), {"the game": Stage(1, 0, 0.25), "look 1": Stage(4, 3)}))
    with (tmp_path / "puzzles.txt.made").open("a", encoding="utf-8") as torn:
        torn.write('[3, 5, ["half')
    again = Keeper(file, ORDER)
    assert sorted(again.made) == [1, 2]
    assert again.made[1] == first
    assert again.ledger().stages == {"the game": Stage(2, 0, 0.75), "look 1": Stage(4, 3)}
    assert again.write() == 2
    assert file.read_text("utf-8").splitlines()[1:] == ["first", "second"]


def test_next_to_a_puzzle_nobody_looks_for_another(monkeypatch: pytest.MonkeyPatch) -> None:
    looked = []

    def keep(setter: Setter, view: View, name: str, rng: random.Random, ledger: Ledger) -> Puzzle:
        looked.append(name)
        turns = [Told(tuple(turn), (0.5, 0.5)) for turn in setter.list_few(view, rng)[:2]]
        return replace(parse_puzzle("samurai", LINE), id=name, view=view, right=(turns[0],), others=(turns[1],))

    monkeypatch.setattr(make, "_look_at", keep)
    made = make.make_from_game(Order("samurai", 7, bots=("farmer",), players=(2,)), 1)
    plies = [int(name.rpartition("-")[2]) for name in looked]
    assert [line.split()[0] for line in made.lines] == looked
    assert made.looked == len(looked) > 1
    assert all(later - earlier == NEIGHBOURS + 1 for earlier, later in pairwise(plies))


def test_what_a_stage_costs_is_counted_also_where_it_fails() -> None:
    times = iter((1.0, 3.0, 10.0, 10.5))
    ledger = Ledger(lambda: next(times))
    with ledger.stage("look 1"):
        ledger.refuse("look 1")
    with pytest.raises(GameError), ledger.stage("look 1"):
        raise GameError("no such turn")
    assert ledger.stages == {"look 1": Stage(2, 1, 2.5)}
    assert ledger.tell(2)[1].split() == ["look", "1", "2", "1", "2.5", "1.25"]


def test_no_game_is_begun_when_the_time_is_up() -> None:
    assert list(until(None, range(3))) == [0, 1, 2]
    assert list(until(time.monotonic() + 1000, range(3))) == [0, 1, 2]
    assert list(until(time.monotonic() - 1, range(3))) == []


def test_another_run_is_not_mixed_with_this_one(tmp_path: Path) -> None:
    Keeper(tmp_path / "puzzles.txt", ORDER)
    with pytest.raises(GameError, match="holds puzzles of another run"):
        Keeper(tmp_path / "puzzles.txt", Order("samurai", 8))


def test_who_finds_a_puzzle_more_often_makes_it_easier() -> None:
    levels = ("farmer", "bushi", "karo")
    ratings = [rate("samurai", dict(zip(levels, hits, strict=True)), 6) for hits in ((6, 6, 6), (1, 3, 6), (0, 0, 1))]
    assert ratings == sorted(ratings)
    assert ratings[0] < 1000 < ratings[1] < ratings[2]


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda line: line.rpartition(" | ")[0], "has 7 fields"),
        (lambda line: line.replace(" worlds", ""), "a promise looks like"),
        (lambda line: line.replace(" done ", " gone ", 1), "is not a move"),
        (lambda line: line.replace(" | ", " | x", 2), "the rating of a puzzle is a whole number"),
        (lambda line: line.replace("1000,0", "1000,none", 1), "behind a turn stand shares"),
    ],
)
def test_a_line_that_is_no_puzzle_is_told_with_its_number(change: Callable[[str], str], why: str) -> None:
    with pytest.raises(GameError, match=rf"line 2: .*{why}"):
        parse_puzzles("samurai", f"# a comment\n{change(LINE)}\n")


def test_a_puzzle_is_the_same_after_being_written() -> None:
    puzzle = parse_puzzle("samurai", LINE)
    assert format_puzzle(puzzle) == LINE
    assert (puzzle.players, puzzle.kinds, puzzle.rating) == (2, ("last", "end"), 1240)
    assert puzzle.promise == Promise(0.5, 0.49, 0.51, 16384, 1.0, is_proved=True)
    assert get_game("samurai").format(puzzle.right[0].actions) == "b3@f17 done"
