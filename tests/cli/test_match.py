"""Matches of bots."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path

import pytest

from tenka.arena.match import play_numbered
from tenka.arena.plan import match_seating
from tenka.arena.standings import Standing, add_result, wilson_interval
from tenka.record import load, read, write
from tests.arena.conftest import plan_of
from tests.cli.conftest import Tenka, tree


def test_a_match_prints_a_table_and_writes_a_record_of_each_game(tenka: Tenka, tmp_path: Path) -> None:
    folder = tmp_path / "new" / "records"
    done = tenka("match", "--players", "greedy,uniform", "--games", 6, "--seed", 1, "--records", folder)
    assert done.code == 0, done.err
    assert re.search(r"greedy +6 +\d", done.out)
    assert re.search(r"uniform +6 +\d", done.out)
    assert "games/s" in done.out
    assert "\x1b" not in done.out + done.err
    assert sorted(path.name for path in folder.iterdir()) == [*(f"{n:04}.game" for n in range(1, 7)), "match.jsonl"]
    for path in folder.glob("*.game"):
        assert load(path).outcome is not None
        assert write(load(path).record) == path.read_text()


def test_the_same_seed_gives_the_same_games(tenka: Tenka, tmp_path: Path) -> None:
    for name, games in (("a", 5), ("b", 3)):
        tenka("match", "--games", games, "--seed", 7, "--records", tmp_path / name)
    for number in (1, 2, 3):
        name = f"{number:04}.game"
        assert (tmp_path / "a" / name).read_text() == (tmp_path / "b" / name).read_text()
    tenka("match", "--games", 1, "--seed", 8, "--records", tmp_path / "c")
    assert (tmp_path / "a" / "0001.game").read_text() != (tmp_path / "c" / "0001.game").read_text()


def test_a_match_goes_on_with_the_same_command(tenka: Tenka, tmp_path: Path) -> None:
    folder = tmp_path / "a"
    command = ("match", "--games", 6, "--records", folder)
    whole = tenka(*command).out
    lines = (folder / "match.jsonl").read_text().splitlines(keepends=True)
    (folder / "match.jsonl").write_text("".join(lines[:4]))
    again = tenka(*command)  # without a seed it goes on with the one that it began with
    assert again.code == 0, again.err
    assert again.out.splitlines()[:3] == whole.splitlines()[:3]
    assert "6 games, 3 of them now, in" in again.out
    assert (folder / "match.jsonl").read_text() == "".join(lines)
    done = tenka(*command)
    assert "6 games, 0 of them now, in" in done.out


def test_another_match_in_the_same_folder_is_refused(tenka: Tenka, tmp_path: Path) -> None:
    tenka("match", "--games", 1, "--seed", 1, "--records", tmp_path / "a")
    before = tree(tmp_path)
    done = tenka("match", "--games", 1, "--seed", 2, "--records", tmp_path / "a")
    assert done.code == 2
    assert "a match with seed 1 (not 2); repeat its arguments" in done.err
    assert tree(tmp_path) == before


def test_a_sequential_test_stops_when_it_is_clear(tenka: Tenka) -> None:
    done = tenka("match", "--players", "greedy,uniform", "--sprt", "0.5,0.6", "--seed", 1)
    assert done.code == 0, done.err
    assert "accepted after 14 games: greedy wins 0.6 rather than 0.5" in done.out
    assert "14 games in" in done.out
    done = tenka("match", "--players", "uniform,uniform", "--sprt", "0.5,0.51", "--seed", 1, "--games", 30)
    assert "undecided after 30 games whether uniform wins 0.5 or 0.51" in done.out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("--sprt 0.5", "--sprt is two shares of wins"),
        ("--sprt 0.6,0.5", "the lower one first"),
        ("--workers 0", "--workers is a whole number from 1"),
        ("--workers many", "--workers is a whole number from 1"),
        ("--workers 2 --cluster auto", "leave --workers out, or --cluster"),
        ("--players mcts:0,greedy", "not for 0"),
        ("--json nowhere/m.json", "there is no folder nowhere"),
        ("--csv .", "is a folder; name a file in it"),
    ],
)
def test_bad_input_is_told_before_anything_is_written(
    tenka: Tenka, tmp_path: Path, arguments: str, sentence: str
) -> None:
    done = tenka("match", *arguments.split(), "--records", tmp_path / "new")
    assert done.code == 2
    assert sentence in done.err
    assert not (tmp_path / "new").exists()


def test_players_take_turns_in_the_seats_with_the_same_deal() -> None:
    plan = plan_of("greedy,uniform,uniform", 6)
    games = [play_numbered(plan, number) for number in range(1, 7)]
    assert [result.seats for result, _ in games[:3]] == [(0, 1, 2), (2, 0, 1), (1, 2, 0)]
    deals = [[line for line in text.splitlines() if line.startswith(("deal", "setup"))] for _, text in games]
    assert deals[0] == deals[1] == deals[2] != deals[3] == deals[5]
    assert read(games[1][1]).names == ("bot:uniform", "bot:greedy", "bot:uniform")


@pytest.mark.parametrize(("players", "games"), [(2, 2), (3, 6), (4, 24)])
def test_in_time_everybody_sits_everywhere_in_every_order(players: int, games: int) -> None:
    seatings = {match_seating(players, number).seats for number in range(1, games + 1)}
    assert len(seatings) == games


def test_every_win_is_counted_once() -> None:
    plan = plan_of("uniform,uniform", 20)
    standings = [Standing() for _ in plan.players]
    for number in range(1, 21):
        add_result(standings, play_numbered(plan, number)[0], plan.seating(number).deal)
    assert sum(standing.score.wins for standing in standings) == pytest.approx(20)
    assert all(standing.score.games == 20 for standing in standings)
    assert all(1 <= standing.mean_rank <= 2 for standing in standings)


def test_the_same_player_can_sit_in_several_seats(tenka: Tenka) -> None:
    done = tenka("match", "--players", "greedy,greedy,uniform", "--games", 2)
    assert "greedy #1" in done.out
    assert "greedy #2" in done.out
    assert "uniform " in done.out


def test_the_interval_holds_the_share() -> None:
    assert wilson_interval(0.0, 10)[0] == 0.0
    assert wilson_interval(1.0, 10)[1] == 1.0
    low, high = wilson_interval(0.3, 50)
    assert low < 0.3 < high


def test_rules_can_be_chosen(tenka: Tenka, tmp_path: Path) -> None:
    tenka("match", "--games", 1, "--basic", "--edition", "1998", "--captures", "once", "--records", tmp_path / "a")
    text = (tmp_path / "a" / "0001.game").read_text()
    assert '[Edition "1998"]' in text
    assert "hands=random pieces=random captures=once captured=open" in text


def test_the_files_say_the_same_as_the_table(tenka: Tenka, tmp_path: Path) -> None:
    files = ("--json", tmp_path / "m.json", "--csv", tmp_path / "m.csv")
    done = tenka("match", "--players", "greedy,uniform,greedy", "--games", 6, "--seed", 1, "--basic", *files)
    assert done.code == 0, done.err
    content = json.loads((tmp_path / "m.json").read_text())
    lines = list(csv.DictReader((tmp_path / "m.csv").read_text().splitlines()))
    assert (content["games"], content["seed"], content["sprt"]) == (6, 1, None)
    for entry, line, name in zip(content["players"], lines, ("greedy #1", "uniform", "greedy #2"), strict=True):
        assert entry["player"] == line["player"] == name
        assert float(line["share"]) == pytest.approx(entry["share"], abs=1e-4)
        assert entry["low"] <= entry["share"] <= entry["high"]
        assert re.search(rf"{name} +6 .*{entry['share']:.1%} .*{entry['mean_pieces']:.2f}", done.out)


def test_the_files_say_what_the_sequential_test_found(tenka: Tenka, tmp_path: Path) -> None:
    tenka("match", "--sprt", "0.5,0.6", "--seed", 1, "--json", tmp_path / "m.json")
    content = json.loads((tmp_path / "m.json").read_text())
    assert content["games"] == 14
    assert content["sprt"]["accepted"] == 0.6


def test_a_player_has_one_name_in_tables_and_records(tenka: Tenka, tmp_path: Path) -> None:
    done = tenka("match", "--players", "mcts,uniform", "--games", 1, "--basic", "--records", tmp_path / "a")
    names = read((tmp_path / "a" / "0001.game").read_text()).names
    assert names[0].removeprefix("bot:") in done.out.split()
    assert tenka("ladder", "--players", "mcts,mcts:2000").code == 2
