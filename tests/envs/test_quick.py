"""The notebook that learns in 90 seconds, in a second; and that what it does is learning."""

from __future__ import annotations

import json
import sys
from importlib import import_module
from itertools import islice
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from tenka.arena.measure import measure
from tenka.cli import main
from tenka.games import get_game
from tenka.players.others import find_named

EXAMPLES = Path(__file__).parent.parent.parent / "examples"


@pytest.fixture
def table_policy(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> ModuleType:
    """The module, in a folder of its own as people have it."""
    (tmp_path / "table_policy.py").write_text((EXAMPLES / "table_policy.py").read_text(encoding="utf-8"))
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "table_policy", raising=False)
    find_named.cache_clear()
    return import_module("table_policy")


def test_the_gradient_is_that_of_how_likely_the_action_was(table_policy: ModuleType) -> None:
    rng = np.random.default_rng(1)
    env = table_policy.SamuraiVectorEnv(16, seed=1, threads=1, **table_policy.OPTIONS)
    seen, _ = env.reset()
    for _ in range(21):
        seen, *_ = env.step(env.random_actions())
    columns, mask = table_policy.look(seen["planes"]), seen["action_mask"]
    table = rng.normal(size=table_policy.SIZE).astype(np.float64)
    actions = np.array([rng.choice(np.flatnonzero(row)) for row in mask])

    def likely(table: np.ndarray) -> np.ndarray:
        return np.asarray(table_policy.chances(table_policy.score(table, columns), mask))

    slope = table_policy.gradient(columns, likely(table), actions)
    rows = np.arange(len(actions))
    tried = np.flatnonzero(np.abs(slope).max(0) > 0.02)
    assert len(tried) > 20
    for number in tried:
        step = np.zeros(table_policy.SIZE)
        step[number] = 0.01
        up, down = (np.log(likely(table + sign * step)[rows, actions]) for sign in (1, -1))
        assert (up - down) / 0.02 == pytest.approx(slope[:, number], abs=0.01)


def test_it_learns_from_some_hundred_games(table_policy: ModuleType) -> None:
    *_, (_, games, table) = islice(table_policy.learn(float("inf")), 4)
    assert games >= 3 * table_policy.GAMES_OF_A_STEP
    shares = [
        measure(
            table_policy.TablePolicy(get_game("samurai"), known), "farmer", 40, workers=1, **table_policy.OPTIONS
        ).share
        for known in (table_policy.new_table(), table)
    ]
    assert shares[0] < 0.3
    assert shares[1] > 0.35


def test_the_notebook_runs_and_its_player_plays(
    table_policy: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TABLE_SECONDS", "0.3")
    monkeypatch.setenv("TABLE_GAMES", "4")
    monkeypatch.setattr(table_policy, "GAMES", 8)
    monkeypatch.setattr(table_policy, "GAMES_OF_A_STEP", 1)
    notebook = json.loads((EXAMPLES / "quick.ipynb").read_text(encoding="utf-8"))
    names: dict[str, object] = {}
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            assert cell["outputs"] == []
            exec("".join(cell["source"]), names)
    out = capsys.readouterr().out
    assert "0.0 s,      0 games: wins" in out
    assert "greedy " in out
    assert names["Picture"](table_policy.curve_svg(names["curve"], "wins"))._repr_svg_().startswith("<svg")  # type: ignore[operator]
    match = ["match", "--players", "table_policy:TablePolicy,uniform", "--basic", "--games", "2", "--workers", "1"]
    assert main(match) == 0
    assert "table_policy:Ta" in capsys.readouterr().out


def test_who_asks_it_for_what_it_has_not_learnt_is_told(
    table_policy: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    name = "table_policy:TablePolicy"
    assert main(["match", "--players", f"{name},uniform", "--games", "2"]) == 2
    assert "there is no table.npy in this folder" in capsys.readouterr().err
    np.save(table_policy.FILE, table_policy.new_table())
    assert main(["match", "--players", f"{name},uniform,uniform", "--games", "1", "--workers", "1"]) == 2
    assert "has learnt to play at a table of 2 only" in capsys.readouterr().err
    assert main(["match", "--game", "history", "--players", f"{name},uniform", "--games", "1"]) == 2
    assert "plays samurai only" in capsys.readouterr().err
