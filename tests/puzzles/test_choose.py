"""From many puzzles those are chosen that are unlike each other."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from tenka.game import GameError
from tenka.puzzles.choose import choose, choose_from_files, count_groups, leave_neighbours
from tenka.puzzles.puzzle import Puzzle, format_puzzle, parse_puzzle, parse_puzzles
from tests.puzzles.test_make import LINE


def puzzle(name: str, kinds: str = "last", rating: int = 1500, players: int = 2, turns: int = 29) -> Puzzle:
    line = LINE.replace("players=2", f"players={players}").replace("turns=29", f"turns={turns}")
    return replace(parse_puzzle("samurai", line), id=name, kinds=tuple(kinds.split()), rating=rating)


def test_of_neighbours_in_a_game_one_is_left() -> None:
    puzzles = [puzzle("7-1-30"), puzzle("7-1-34", turns=33), puzzle("7-1-35", turns=34), puzzle("7-2-34", turns=33)]
    assert [one.id for one in leave_neighbours(puzzles)] == ["7-1-30", "7-1-35", "7-2-34"]


def test_the_same_view_is_asked_once() -> None:
    assert [one.id for one in leave_neighbours([puzzle("7-1-30"), puzzle("8-1-30")])] == ["7-1-30"]


def test_what_is_rare_is_taken_before_more_of_what_is_common() -> None:
    common = [puzzle(f"7-{game}-30", turns=game) for game in range(1, 60)]
    rare = [
        puzzle("8-1-30", kinds="last deny", turns=61),
        puzzle("8-2-30", players=4, turns=62),
        puzzle("8-3-30", rating=2500, turns=63),
    ]
    chosen = choose([*common, *rare], 5)
    assert {one.id for one in rare} <= {one.id for one in chosen}
    assert len(chosen) == 5
    assert len(choose([*common, *rare], 1000)) == 62


def test_kinds_and_strengths_come_out_alike_where_there_are_enough() -> None:
    kinds, ratings = ("last", "tie", "ship"), (1200, 1600, 2000)
    puzzles = [
        puzzle(f"7-{game}-30", kinds[game % 7 % 3], ratings[game % 11 % 3], 2 + game % 5 % 3, turns=game)
        for game in range(1, 300)
    ]
    chosen = choose(puzzles, 90)
    for counted in (
        Counter(one.kinds[0] for one in chosen),
        Counter(one.rating for one in chosen),
        Counter(one.players for one in chosen),
    ):
        assert len(counted) == 3
        assert max(counted.values()) - min(counted.values()) <= 2


def test_what_is_chosen_is_written_with_where_it_is_from(tmp_path: Path) -> None:
    made, target = tmp_path / "made.list", tmp_path / "chosen.list"
    made.write_text(f"# seed 7\n{format_puzzle(puzzle('7-1-30'))}\n", "utf-8")
    chosen = choose_from_files("samurai", [made], 10, target)
    text = target.read_text("utf-8")
    assert text.splitlines()[1] == "# seed 7"
    assert [one.id for one in parse_puzzles("samurai", text)] == [one.id for one in chosen] == ["7-1-30"]
    assert count_groups(chosen)[1:] == ["1 of 2 players", "last 1", "from 1400 on 1"]
    made.write_text("# none\n", "utf-8")
    with pytest.raises(GameError, match="there is no puzzle in"):
        choose_from_files("samurai", [made], 10, target)
    with pytest.raises(GameError, match="cannot read"):
        choose_from_files("samurai", [tmp_path / "nowhere"], 10, target)
