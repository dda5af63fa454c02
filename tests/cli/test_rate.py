"""Trials on the command line: what is told, in which order, and what bad input meets."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.cli.conftest import Tenka, tree


def test_a_trial_is_committed_to_played_published_and_checked(tenka: Tenka, tmp_path: Path) -> None:
    folder = tmp_path / "trial"
    command = ["rate", "greedy", "--seats", "2,3", "--against", "uniform,ashigaru", "--games", 2, "--records", folder]
    done = tenka(*command, "--workers", 1)
    assert done.code == 0, done.err
    published = json.loads((folder / "trial.json").read_text())
    assert done.out.startswith(f"commitment {published['commitment']}\n")
    assert f"seed {published['seed']}" in done.out
    assert "2 players: rating" in done.out
    assert "3 players: rating" in done.out
    checked = tenka("rate", "--check", folder / "trial.json", "--workers", 1, "--games", 3)
    assert checked.code == 0, checked.err
    assert checked.out.splitlines() == [
        "ok: the commitment is kept, and the figures follow from 10 games",
        "ok: 10 records keep the rules, with deals and dice of the seed",
        "ok: 10 games played again, and every decision was the same",
    ]
    before = done.out.split()[1]
    told = tenka("rate", "--check", folder / "trial.json", "--games", 0, "--commitment", before)
    assert "ok: the commitment is kept, which is that of before the first game" in told.out
    other = tenka("rate", "--check", folder / "trial.json", "--games", 0, "--commitment", "0" * 64)
    assert other.code == 2
    assert f"is another trial: its commitment is {before}, and not 000" in other.err
    (folder / "2" / "0001.game").unlink()
    assert "0001.game" in tenka("rate", "--check", folder / "trial.json", "--games", 0).err
    again = tenka(*command)
    assert again.code == 2
    assert "is over; name a new folder" in again.err


def test_players_of_others_are_played_again_only_if_they_are_named(
    tenka: Tenka, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "rated_bots.py").write_text(
        "class First:\n    def decide(self, view, legal, rng):\n        return legal[0]\n"
    )
    monkeypatch.chdir(tmp_path)
    bot = "rated_bots:First"
    done = tenka("rate", bot, "--seats", 2, "--against", "ashigaru", "--games", 2, "--workers", 1)
    assert done.code == 0, done.err
    assert "no rating" not in done.out
    path = "trial-rated_bots-First-samurai/trial.json"
    shy = tenka("rate", "--check", path, "--workers", 1).out
    assert f"ok: in 2 games of {bot} the others were asked again, and decided the same" in shy
    assert f"{bot} was not asked: name those that you trust before --check" in shy
    assert "played again, and every decision" not in shy
    assert "ok: 2 games played again" in tenka("rate", bot, "--check", path, "--workers", 1).out
    shutil.rmtree(Path(path).parent / "2")
    alone = tenka("rate", "--check", path, "--workers", 1).out
    assert f"games of {bot} were not played again: name those that you trust before --check" in alone


def test_games_that_go_otherwise_are_named_and_the_check_ends_with_1(
    tenka: Tenka, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "fickle_bots.py").write_text(
        "import random\n\nCHANCE = random.SystemRandom()\n\n\n"
        "class Fickle:\n    def decide(self, view, legal, rng):\n        return CHANCE.choice(legal)\n"
    )
    monkeypatch.chdir(tmp_path)
    bot, path = "fickle_bots:Fickle", "trial/trial.json"
    trial = ["--seats", 2, "--against", "uniform", "--games", 2, "--workers", 1, "--records", "trial"]
    assert tenka("rate", bot, *trial).code == 0
    done = tenka("rate", bot, "--check", path, "--workers", 1)
    assert "2 games went otherwise this time: 2/1 against uniform, 2/2 against uniform; a player that" in done.out
    assert (done.code, done.err) == (1, "")
    assert tenka("rate", "--check", path, "--workers", 1).code == 0, "its opponents decide the same"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("", "name the player to rate"),
        ("nobody", "there is no player 'nobody'"),
        ("greedy --against nobody", "there is no player 'nobody'"),
        ("greedy --against greedy", "nobody to play against but greedy"),
        ("greedy --seats 5", "is for 2 to 4 players, not for 5"),
        ("greedy --seats two", "--seats is a whole number from 1"),
        ("greedy --games 0", "--games is a whole number from 1"),
        ("greedy --workers 0", "--workers is a whole number from 1"),
        ("greedy --game go", "there is no game 'go'"),
        ("--check nothing.json", "cannot read nothing.json"),
        ("--check file", "file is not a trial"),
        ("--check file --seats 2", "a check takes everything from the file"),
        ("greedy --commitment 0", "--commitment goes with --check FILE"),
        ("--check file --games some", "--games is a whole number from 1"),
        ("greedy --seats 2 --against uniform --games 1 --records file", "cannot"),
    ],
)
def test_bad_input_ends_with_a_sentence_and_changes_nothing(
    tenka: Tenka, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: str, sentence: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("file").write_text("something else\n")
    before = tree(tmp_path)
    done = tenka("rate", *arguments.split())
    assert done.code == 2
    assert done.err.startswith("tenka: ")
    assert sentence in done.err
    assert "Traceback" not in done.err
    assert tree(tmp_path) == before
