"""A match that was stopped goes on where it was, and mixes with no other."""

from __future__ import annotations

import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from tenka.arena.journal import Journal, journal_path, read_plan
from tenka.arena.match import GameResult
from tenka.arena.plan import LADDER, Plan
from tenka.arena.workers import play_plan
from tenka.game import GameError
from tenka.record import load
from tests.arena.conftest import plan_of

GAMES = 200
ARGUMENTS = ["match", "--players", "uniform,uniform", "--basic", "--games", str(GAMES), "--seed", "5"]
PLAN = plan_of("uniform,uniform", GAMES, seed=5)


def play(plan: Plan, folder: Path, games: int | None = None) -> list[GameResult]:
    """The first games of a plan, or all."""
    journal = Journal(folder, plan)
    try:
        results = play_plan(plan, journal, workers=1)
        return list(results) if games is None else [next(results) for _ in range(games)]
    finally:
        journal.close()


def numbers(folder: Path) -> list[int]:
    return [json.loads(line)["game"] for line in journal_path(folder, "match").read_text().splitlines()[1:]]


def records(folder: Path) -> dict[str, tuple[str, int]]:
    return {path.name: (path.read_text(), path.stat().st_mtime_ns) for path in sorted(folder.glob("*.game"))}


def start_and_kill(folder: Path, workers: int, until: int) -> None:
    """Starts the match as a person would, and kills it as soon as so many games are finished."""
    command = [sys.executable, "-m", "tenka", *ARGUMENTS, "--workers", str(workers), "--records", str(folder)]
    # Output goes to no pipe that this process would have to read.
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
    path = journal_path(folder, "match")
    try:
        deadline = time.monotonic() + 120
        while not path.exists() or path.read_bytes().count(b"\n") <= until:
            assert process.poll() is None, "the match was over before it could be killed"
            assert time.monotonic() < deadline
            time.sleep(0.002)
    finally:
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
    wait_for_end_of_group(process.pid)


def wait_for_end_of_group(group: int) -> None:
    """The other processes of a match leave when the first one is gone."""
    if shutil.which("ps") is None:
        return
    deadline = time.monotonic() + 10
    while is_running(group):
        assert time.monotonic() < deadline, "a process of the match outlived it"
        time.sleep(0.02)


def is_running(group: int) -> bool:
    states = subprocess.run(["ps", "-A", "-o", "pgid=,stat="], capture_output=True, text=True, check=True).stdout
    rows = (line.split() for line in states.splitlines())
    return any(int(pgid) == group and not stat.startswith("Z") for pgid, stat in rows)


@pytest.mark.slow
def test_a_match_killed_again_and_again_loses_no_game_and_plays_none_twice(tmp_path: Path) -> None:
    folder = tmp_path / "killed"
    for workers, until in ((2, 15), (1, 60), (2, 100)):
        before = records(folder)
        counted = numbers(folder) if folder.exists() else []
        start_and_kill(folder, workers, until)
        assert numbers(folder)[: len(counted)] == counted
        after = records(folder)
        digits = [f"{number:04}.game" for number in counted]
        assert [after[name] for name in digits] == [before[name] for name in digits]
    assert until <= len(numbers(folder)) < GAMES
    resumed = play(PLAN, folder)
    assert sorted(numbers(folder)) == list(range(1, GAMES + 1))
    whole = play(PLAN, tmp_path / "whole")
    assert resumed == whole
    texts = {name: text for name, (text, _) in records(folder).items()}
    assert texts == {name: text for name, (text, _) in records(tmp_path / "whole").items()}
    assert len(texts) == GAMES
    assert not list(folder.glob(".*"))


def test_what_is_finished_is_not_played_again(tmp_path: Path) -> None:
    plan = plan_of("uniform,uniform", 6)
    first = play(plan, tmp_path, games=4)
    before = records(tmp_path)
    results = play(plan, tmp_path)
    assert results[:4] == first
    assert records(tmp_path).items() >= before.items()
    assert numbers(tmp_path) == [1, 2, 3, 4, 5, 6]
    assert play(plan, tmp_path) == results
    for path in tmp_path.glob("*.game"):
        assert load(path).outcome is not None


def test_a_line_that_was_cut_off_is_played_again(tmp_path: Path) -> None:
    plan = plan_of("uniform,uniform", 4)
    whole = play(plan, tmp_path)
    path = journal_path(tmp_path, "match")
    content = path.read_bytes()
    (tmp_path / ".0004.game.1.part").write_text("half a rec")
    for cut in (1, 30, 100):
        path.write_bytes(content[:-cut])
        assert play(plan, tmp_path) == whole
        assert path.read_bytes() == content
    assert not (tmp_path / ".0004.game.1.part").exists()


@pytest.mark.parametrize(
    ("other", "sentence"),
    [
        (plan_of("uniform,uniform", 4, seed=2), "with seed 1 (not 2)"),
        (plan_of("uniform,greedy", 4), "with players uniform,uniform (not uniform,greedy)"),
        (plan_of("uniform,uniform", 8), "with games 4 (not 8)"),
        (plan_of("uniform,uniform", 4, captures="once"), "with captures end (not once)"),
        (plan_of("uniform,uniform", 4, sprt=(0.5, 0.6)), "with sprt none (not 0.5,0.6)"),
        (plan_of("uniform,uniform", 8, seed=2), "with games 4 (not 8), seed 1 (not 2);"),
    ],
)
def test_another_match_is_refused_and_told_what_differs(tmp_path: Path, other: Plan, sentence: str) -> None:
    play(plan_of("uniform,uniform", 4), tmp_path, games=2)
    before = records(tmp_path), journal_path(tmp_path, "match").read_bytes()
    with pytest.raises(GameError) as refusal:
        Journal(tmp_path, other)
    assert sentence in str(refusal.value)
    assert (records(tmp_path), journal_path(tmp_path, "match").read_bytes()) == before


def test_a_changed_program_does_not_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    play(plan_of("uniform,uniform", 4), tmp_path, games=2)
    monkeypatch.setattr("tenka.arena.plan.hash_code", lambda *_: "another")
    with pytest.raises(GameError, match="the program has changed"):
        Journal(tmp_path, plan_of("uniform,uniform", 4))


def test_an_option_that_came_later_is_a_change_of_the_program(tmp_path: Path) -> None:
    play(plan_of("uniform,uniform", 4), tmp_path, games=2)
    plan = plan_of("uniform,uniform", 4)
    newer = replace(plan, options={**plan.options, "weather": "fair"}, code="another")
    with pytest.raises(GameError, match="the program has changed"):
        Journal(tmp_path, newer)


def test_a_ladder_does_not_go_into_the_folder_of_a_match(tmp_path: Path) -> None:
    play(plan_of("uniform,uniform", 2), tmp_path)
    with pytest.raises(GameError, match="holds records already"):
        Journal(tmp_path, plan_of("uniform,greedy", 2, kind=LADDER, seats=2))


def test_two_matches_do_not_play_into_one_folder_at_a_time(tmp_path: Path) -> None:
    plan = plan_of("uniform,uniform", 4)
    journal = Journal(tmp_path, plan)
    with pytest.raises(GameError, match="just now"):
        Journal(tmp_path, plan)
    journal.close()
    Journal(tmp_path, plan).close()


@pytest.mark.parametrize("line", ["junk", "[]", '{"game": 1}', '{"game": 9, "seats": [0, 1]}'])
def test_a_damaged_journal_is_told(tmp_path: Path, line: str) -> None:
    plan = plan_of("uniform,uniform", 4)
    play(plan, tmp_path, games=1)
    with journal_path(tmp_path, "match").open("a") as file:
        file.write(f"{line}\n")
    with pytest.raises(GameError, match="line 3 is damaged"):
        Journal(tmp_path, plan)


def test_a_record_that_is_gone_or_altered_is_noticed(tmp_path: Path) -> None:
    plan = plan_of("uniform,uniform", 4)
    whole = play(plan, tmp_path)
    record = tmp_path / "0002.game"
    text = record.read_text()
    record.unlink()
    with pytest.raises(
        GameError, match=r"0002\.game is gone, and its game counts; .*delete the line of game 2 in match"
    ):
        Journal(tmp_path, plan)
    record.write_text(text.replace("uniform", "unified"))
    with pytest.raises(GameError, match=r"0002\.game has been changed since its game was played"):
        Journal(tmp_path, plan)
    lines = journal_path(tmp_path, "match").read_text().splitlines(keepends=True)
    journal_path(tmp_path, "match").write_text("".join([*lines[:2], *lines[3:]]))
    assert play(plan, tmp_path) == whole
    assert record.read_text() == text


@pytest.mark.parametrize("content", ["", "junk\n", "[1]\n", "{}\n"])
def test_a_journal_without_a_plan_is_told(tmp_path: Path, content: str) -> None:
    journal_path(tmp_path, "match").write_text(content)
    with pytest.raises(GameError, match="does not begin with a plan"):
        read_plan(tmp_path, "match")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("most_bytes", "sentence", "least"),
    [(1_000, "cannot write {folder}/0001.game: File too large", 0), (20_000, "cannot write the journal", 50)],
)
def test_where_the_disk_is_full_finished_games_are_kept(
    tmp_path: Path, most_bytes: int, sentence: str, least: int
) -> None:
    whole = play(PLAN, tmp_path / "whole")  # compiles whatever is to be compiled, too
    folder = tmp_path / "full"
    done = subprocess.run(
        [sys.executable, "-m", "tenka", *ARGUMENTS, "--workers", "1", "--records", str(folder)],
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (most_bytes, most_bytes)),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert done.stdout == ""
    assert sentence.format(folder=folder) in done.stderr
    content = journal_path(folder, "match").read_bytes()
    kept = content.count(b"\n") - 1
    assert least <= kept < GAMES
    assert f"{kept} of {GAMES} games are in {folder}, and the same command goes on" in done.stderr
    # On a busy machine, a word on what it prepares comes first.
    assert len([line for line in done.stderr.splitlines() if not line.startswith("Preparing the rules")]) == 1
    assert play(PLAN, folder) == whole
    assert journal_path(folder, "match").read_bytes().startswith(content[: content.rindex(b"\n") + 1])
    assert sorted(numbers(folder)) == list(range(1, GAMES + 1))
