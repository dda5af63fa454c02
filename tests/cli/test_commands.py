"""The command as a whole: version, help, how quickly it is there."""

from __future__ import annotations

import subprocess
import sys
import time
from typing import Any

import pytest

from tenka import __version__
from tenka.arena.match import play_game
from tenka.games import GAMES, get_game, part_name
from tenka.terminal import warmup
from tests.cli.conftest import Tenka

HEAVY = ("numba", "numpy", "rich.progress", *(part_name(game, "game") for game in GAMES))


def test_the_version_is_one_line(tenka: Tenka) -> None:
    assert tenka("--version") == (0, f"tenka {__version__}\n", "")


def test_without_arguments_it_shows_examples_before_anything_else(tenka: Tenka) -> None:
    done = tenka()
    assert done.code == 0
    assert done.out == tenka("--help").out
    assert done.out.index("tenka play --terminal") < done.out.index("Options")
    for command in ("play", "match", "replay", "review", "perft"):
        assert command in done.out
        assert tenka(command, "--help").code == 0


@pytest.mark.parametrize("arguments", ["--version", "--help", "play --help", "match --help"])
def test_help_and_version_load_nothing_heavy(arguments: str) -> None:
    program = (
        "import sys; from tenka.cli import main; main(sys.argv[1:]); "
        f"print([name for name in {HEAVY} if name in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, *arguments.split()], capture_output=True, text=True, check=True
    )
    assert done.stderr == "[]\n"


@pytest.mark.parametrize(
    ("arguments", "opens"),
    [("play", True), ("play --terminal", False), ("play --seed 1", False), ("play --edition 1998", False)],
)
def test_play_opens_the_page_unless_something_is_said_of_the_terminal(
    tenka: Tenka, monkeypatch: pytest.MonkeyPatch, arguments: str, opens: bool
) -> None:
    from tenka.server import page, run

    served: list[bool] = []
    monkeypatch.setattr(page, "is_built", lambda: True)
    monkeypatch.setattr(run, "serve", lambda host, port, opens_browser: served.append(opens_browser))
    done = tenka(*arguments.split(), typed="quit\n")
    assert (done.code, served) == (0, [True] if opens else [])
    assert ("Samurai" in done.out) is not opens


@pytest.mark.parametrize(
    ("missing", "sentence"),
    [
        ("fastapi", "The page needs the package fastapi (pip install 'tenka-games[play]'), so the game opens in the"),
        ("", "The page has not been built, so the game opens in the terminal."),
    ],
)
def test_without_the_page_play_says_so_and_opens_in_the_terminal(
    tenka: Tenka, monkeypatch: pytest.MonkeyPatch, missing: str, sentence: str
) -> None:
    if missing:
        monkeypatch.setitem(sys.modules, missing, None)
        monkeypatch.delitem(sys.modules, "tenka.server.page", raising=False)
    else:
        from tenka.server import page

        monkeypatch.setattr(page, "is_built", lambda: False)
    done = tenka("play", typed="quit\n")
    assert done.code == 0
    assert sentence in done.err
    assert "Samurai" in done.out


def test_perft_prints_a_count_for_every_depth(tenka: Tenka) -> None:
    done = tenka("perft", "--depth", 2, "--basic", "--seed", 3)
    assert done.code == 0
    lines = done.out.splitlines()
    assert lines[0].split() == ["depth", "count", "seconds"]
    assert [line.split()[0] for line in lines[1:]] == ["1", "2"]


def test_the_split_adds_up_to_the_count(tenka: Tenka) -> None:
    whole = tenka("perft", "--depth", 2, "--basic", "--seed", 3).out.splitlines()[-1].split()[1]
    split = tenka("perft", "--depth", 2, "--basic", "--seed", 3, "--split").out.splitlines()
    assert split[-1].split() == ["all", whole]
    parts = [int(line.split()[1].replace(",", "")) for line in split[1:-1]]
    assert sum(parts) == int(whole.replace(",", ""))


def test_a_long_preparation_is_announced_and_a_short_one_is_not(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = get_game("samurai")
    warmup.warm_up(rules, ["greedy"])
    capsys.readouterr()
    warmup.warm_up(rules, ["greedy"])
    assert capsys.readouterr().err == ""

    def take_long(*args: Any) -> Any:
        time.sleep(0.2)
        return play_game(*args)

    monkeypatch.setattr(warmup, "SECONDS_UNTIL_WORD", 0.0)
    monkeypatch.setattr(warmup, "play_game", take_long)
    warmup.warm_up(rules, ["greedy"])
    assert "Preparing the rules" in capsys.readouterr().err
