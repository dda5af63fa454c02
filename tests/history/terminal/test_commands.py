"""The second game from the command line."""

import os
import shutil
from pathlib import Path

import pytest

from tenka.history import tables
from tests.cli.conftest import Tenka

pytestmark = pytest.mark.slow

DATA = Path(tables.__file__).parent / "data"


@pytest.fixture(autouse=True)
def no_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    """What ``--data`` leaves in the environment is gone after a test."""
    monkeypatch.setenv(tables.FOLDER_VARIABLE, "")


def other_data(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    shutil.copytree(DATA, folder)
    cards = folder / "daimyo.toml"
    cards.write_text(cards.read_text(encoding="utf-8").replace("strength = 13", "strength = 14", 1), encoding="utf-8")
    return folder


@pytest.mark.parametrize("players", [2, 4, 6])
def test_a_match_is_played_recorded_and_checked(tenka: Tenka, tmp_path: Path, players: int) -> None:
    bots = ",".join(["uniform"] * players)
    run = tenka("match", "--game", "history", "--players", bots, "--games", 1, "--seed", 3, "--records", tmp_path / "g")
    assert run.code == 0, run.err
    assert "mean points" in run.out
    checked = tenka("replay", tmp_path / "g" / "0001.game", "--check")
    assert checked.code == 0
    assert checked.out.startswith("ok: ")
    assert "epochs" in checked.out


def test_perft_counts_draws_and_decisions(tenka: Tenka) -> None:
    run = tenka("perft", "--game", "history", "--players", 5, "--depth", 3)
    assert run.code == 0
    assert [line.split()[:2] for line in run.out.splitlines()[1:]] == [["1", "5"], ["2", "20"], ["3", "60"]]


def test_other_data_is_played_in_all_processes_and_needed_to_replay(tenka: Tenka, tmp_path: Path) -> None:
    folder = other_data(tmp_path)
    match = ("match", "--game", "history", "--players", "uniform,uniform", "--games", 2, "--workers", 2)
    run = tenka(*match, "--records", tmp_path / "g", "--data", folder)
    assert run.code == 0, run.err
    tables._loaded.clear()
    tables.standard_tables.cache_clear()
    os.environ[tables.FOLDER_VARIABLE] = ""
    refused = tenka("replay", tmp_path / "g" / "0002.game", "--check")
    assert refused.code == 2
    assert "name the folder of that data with --data DIR" in refused.err
    assert tenka("replay", tmp_path / "g" / "0002.game", "--check", "--data", folder).code == 0


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ("match --game history --players uniform,uniform --data /nowhere", "cannot read /nowhere/provinces.toml"),
        ("match --game history --players uniform", "for 2 to 6 players, not 1"),
        ("match --game history --players uniform,uniform --edition 1998", "no option 'edition'"),
        ("match --game samurai --players uniform,uniform --data {data}", "no rule option 'data'"),
        ("perft --game history --players 9", "for 2 to 6 players, not 9"),
    ],
)
def test_bad_input_is_answered_in_a_sentence(tenka: Tenka, tmp_path: Path, arguments: str, complaint: str) -> None:
    run = tenka(*arguments.format(data=DATA).split())
    assert run.code == 2
    assert complaint in run.err
    assert "Traceback" not in run.err


def test_a_spoilt_folder_is_refused_by_file_card_and_field(tenka: Tenka, tmp_path: Path) -> None:
    folder = other_data(tmp_path)
    cards = folder / "daimyo.toml"
    cards.write_text(cards.read_text(encoding="utf-8").replace('"vp_sea"', '"vp_see"'), encoding="utf-8")
    run = tenka("match", "--game", "history", "--players", "uniform,uniform", "--data", folder)
    assert run.code == 2
    assert "daimyo.toml: daimyo taira: effects: there is no effect 'vp_see'" in run.err
