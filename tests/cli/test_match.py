"""Matches of bots."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tenka.arena.match import Standing, add_result, play_match, seating, wilson_interval
from tenka.games import get_game
from tenka.players import get_player
from tenka.record import load, write
from tests.cli.conftest import Tenka


def test_a_match_prints_a_table_and_writes_a_record_of_each_game(tenka: Tenka, tmp_path: Path) -> None:
    folder = tmp_path / "new" / "records"
    done = tenka("match", "--players", "greedy,uniform", "--games", 6, "--seed", 1, "--records", folder)
    assert done.code == 0, done.err
    assert re.search(r"greedy +6 +\d", done.out)
    assert re.search(r"uniform +6 +\d", done.out)
    assert "games/s" in done.out
    assert "\x1b" not in done.out + done.err
    assert sorted(path.name for path in folder.iterdir()) == [f"{n:04}.game" for n in range(1, 7)]
    for path in folder.iterdir():
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


def test_a_game_of_a_match_can_be_played_by_itself() -> None:
    rules = get_game("samurai")
    players = [get_player("greedy"), get_player("uniform"), get_player("uniform")]
    options = rules.options({"players": 3})
    results = list(play_match(rules, options, players, 5, 3))
    (alone,) = play_match(rules, options, players, 1, 3, first_game=4)
    assert alone.record == results[3].record
    assert alone.seats == results[3].seats


def test_players_take_turns_in_the_seats_with_the_same_deal() -> None:
    rules = get_game("samurai")
    players = [get_player(name) for name in ("greedy", "uniform", "uniform")]
    options = rules.options({"players": 3, "hands": "random", "pieces": "random"})
    results = list(play_match(rules, options, players, 6, 1))
    assert [result.seats for result in results[:3]] == [(0, 1, 2), (2, 0, 1), (1, 2, 0)]
    deals = [[line for line in result.record.lines if line.startswith(("deal", "setup"))] for result in results]
    assert deals[0] == deals[1] == deals[2] != deals[3] == deals[5]
    assert results[1].record.names == ("bot:uniform", "bot:greedy", "bot:uniform")


@pytest.mark.parametrize(("players", "games"), [(2, 2), (3, 6), (4, 24)])
def test_in_time_everybody_sits_everywhere_in_every_order(players: int, games: int) -> None:
    seatings = {seating(players, number)[1] for number in range(1, games + 1)}
    assert len(seatings) == games


def test_every_win_is_counted_once() -> None:
    rules = get_game("samurai")
    players = [get_player("uniform")] * 2
    standings = [Standing() for _ in players]
    for result in play_match(rules, rules.options({"players": 2}), players, 20, 1):
        add_result(standings, result)
    assert sum(standing.wins for standing in standings) == pytest.approx(20)
    assert all(standing.games == 20 for standing in standings)
    assert all(1 <= standing.ranks / 20 <= 2 for standing in standings)


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
