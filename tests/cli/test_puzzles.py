"""The commands ``tenka puzzles``: from a record to puzzles that were judged again."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from tenka.games import get_game
from tenka.puzzles.puzzle import format_puzzle, load_puzzles, parse_puzzles
from tests.cli.conftest import Tenka

RECORD = Path(__file__).parent.parent / "games" / "end-buddha-2-players.game"


@pytest.mark.slow
def test_a_record_brings_a_puzzle_that_is_chosen_and_keeps_its_answer(tenka: Tenka, tmp_path: Path) -> None:
    made, chosen = tmp_path / "made.txt", tmp_path / "chosen.txt"
    asked = ("puzzles", "make", made, RECORD, "--seed", "1", "--workers", "1")
    done = tenka(*asked)
    assert (done.code, done.err) == (0, "")
    assert "1 puzzles of 7 positions in 1 games, seed 1" in done.out
    assert "four times as many" in done.out
    (puzzle,) = parse_puzzles("samurai", made.read_text("utf-8"))
    assert (puzzle.id, puzzle.players, puzzle.promise.worlds) == ("1-1-18", 2, 16_384)

    text = made.read_text("utf-8")
    again = tenka(*asked)
    assert "games now" not in again.out, "what is done is not done again"
    assert made.read_text("utf-8") == text

    done = tenka("puzzles", "choose", chosen, made, "--number", "5")
    assert (done.code, done.err) == (0, "")
    assert list(parse_puzzles("samurai", chosen.read_text("utf-8"))) == [puzzle]

    done = tenka(*_check(chosen))
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("1 of 1 keep their answer in 4,096 worlds each, seed 1, ")

    wrong = replace(puzzle, right=puzzle.others[:1], others=puzzle.right)
    chosen.write_text(format_puzzle(wrong) + "\n", "utf-8")
    fallen, last = tenka(*_check(chosen)).out.splitlines()
    best = get_game("samurai").format(puzzle.right[0].actions)
    assert re.fullmatch(rf"1-1-18 fell: {best} is 1\d\.\d points better", fallen)
    assert last.startswith("0 of 1 keep their answer")


def _check(file: Path) -> tuple[object, ...]:
    return "puzzles", "check", file, "--times", "1", "--workers", "1"


@pytest.mark.slow
def test_a_puzzle_with_more_turns_than_can_be_compared_falls(
    tenka: Tenka, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, puzzle = tmp_path / "puzzles.txt", load_puzzles("samurai")[0]
    file.write_text(format_puzzle(puzzle) + "\n", "utf-8")
    monkeypatch.setattr("tenka.samurai.puzzles.MOST_TURNS", 10)
    fallen, last = tenka(*_check(file)).out.splitlines()
    assert fallen == f"{puzzle.id} fell: there are more turns than can be compared"
    assert last.startswith("0 of 1 keep their answer")


def test_a_record_of_another_game_brings_nothing(tenka: Tenka, tmp_path: Path) -> None:
    done = tenka("puzzles", "make", tmp_path / "made.txt", RECORD, "--game", "history", "--workers", "1")
    assert done.code == 2
    assert f"{RECORD} is a game of samurai, and puzzles of history are to be made" in done.err
