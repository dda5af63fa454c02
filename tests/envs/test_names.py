"""The environments' names: every title has them, made from its own, and they can be imported like any others."""

from __future__ import annotations

import importlib
import pickle
import subprocess
import sys
from pathlib import Path

import gymnasium
import pettingzoo
import pyspiel
import pytest

import tenka.envs
from tenka.envs import HistoryVectorEnv, SamuraiVectorEnv, history_v1, samurai_v1, vector
from tenka.envs.aec import GameEnv
from tenka.envs.names import env_name, gymnasium_id, pettingzoo_module
from tenka.envs.openspiel import short_name
from tenka.games import GAMES, find_part

USER = """
import gymnasium
from tenka.envs import samurai_v1
from tenka.envs.vector import GameVectorEnv, HistoryVectorEnv, SamuraiVectorEnv

def play(env: GameVectorEnv) -> int:
    observation, info = env.reset(seed=1)
    return len(observation["planes"])

play(SamuraiVectorEnv(4, players=2, reward="rank", hands="random"))
play(HistoryVectorEnv(4))
samurai_v1.env(players=2)
"""


def test_the_names_that_people_use() -> None:
    assert SamuraiVectorEnv is vector.SamuraiVectorEnv
    assert (SamuraiVectorEnv.game, HistoryVectorEnv.game) == ("samurai", "history")
    assert (samurai_v1.__name__, history_v1.__name__) == ("tenka.envs.samurai_v1", "tenka.envs.history_v1")
    assert {"tenka/Samurai-v1", "tenka/History-v1"} <= set(gymnasium.registry)
    assert {"tenka/SamuraiSelfPlay-v1", "tenka/HistorySelfPlay-v1"} <= set(gymnasium.registry)
    assert pettingzoo.make("aec", "tenka/Samurai-v1", players=3).max_num_agents == 3
    assert {"python_tenka_samurai", "python_tenka_history"} <= set(pyspiel.registered_names())


@pytest.mark.parametrize("game", GAMES)
def test_every_title_has_its_names(game: str) -> None:
    made = getattr(tenka.envs, f"{env_name(game)}VectorEnv")
    assert issubclass(made, vector.GameVectorEnv)
    assert made is getattr(vector, made.__name__)
    if find_part(game, "steps"):
        assert made(1).players == made(1).rules.options({}).players
    module = importlib.import_module(f"tenka.envs.{pettingzoo_module(game)}")
    assert issubclass(module.raw_env, GameEnv)
    assert module.env().metadata["name"] == pettingzoo_module(game)
    assert pickle.loads(pickle.dumps(module.raw_env)) is module.raw_env
    assert gymnasium_id(game) in gymnasium.registry
    assert short_name(game) in pyspiel.registered_names()


def test_a_module_can_be_the_first_that_is_imported() -> None:
    program = "import tenka.envs.samurai_v1 as zoo; zoo.env().reset(seed=1); import pickle; pickle.dumps(zoo.raw_env())"
    subprocess.run([sys.executable, "-c", program], check=True)


@pytest.mark.parametrize("module", [tenka.envs, vector, samurai_v1])
@pytest.mark.parametrize("name", ["GoVectorEnv", "nothing"])
def test_there_are_no_others(module: object, name: str) -> None:
    with pytest.raises(AttributeError, match=f"has no attribute '{name}'"):
        getattr(module, name)


@pytest.mark.slow
def test_programs_of_users_pass_a_strict_check_of_types(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(USER, encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file", "", "program.py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert "Success" in done.stdout, done.stdout
    wrong = USER.replace("SamuraiVectorEnv(4,", "SamuraiVectorEnv('four',")
    (tmp_path / "program.py").write_text(wrong, encoding="utf-8")
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert 'incompatible type "str"; expected "int"' in done.stdout
