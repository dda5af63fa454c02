"""The vector on a GPU, in the simulator, for there may be none here. ``benchmarks/envs.py --gpu`` checks a real one."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tenka.envs import dlpack
from tenka.envs.dlpack import CPU_DEVICE, DeviceArray
from tenka.envs.vector import HistoryVectorEnv, SamuraiVectorEnv

pytestmark = pytest.mark.slow

PLAYED = """
import sys
import numpy as np
from tenka.envs.cuda import HistoryCudaEnv, SamuraiCudaEnv
env = {game}CudaEnv({games}, seed={seed}, {given})
kept = dict()
def keep(number, observation, **more):
    for name, array in [*observation.items(), *more.items(), ("states", env.states)]:
        kept[f"{{name}}{{number}}"] = np.asarray(array.copy_to_host()).copy()
    kept[f"states{{number}}"] = np.frombuffer(kept[f"states{{number}}"].tobytes(), np.uint8)
keep(0, env.reset()[0])
for number in range(1, {steps} + 1):
    actions = env.random_actions()
    kept[f"actions{{number}}"] = actions.copy_to_host().copy()
    observation, reward, terminations, truncations, info = env.step(actions)
    keep(number, observation, reward=reward, terminations=terminations, **info)
np.savez(sys.argv[1], **kept)
"""


def simulate(code: str, *arguments: str) -> str:
    """Runs code in a process where CUDA is simulated."""
    env = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments], env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize(
    ("game", "games", "steps", "given"),
    [
        pytest.param(
            *("Samurai", 2, 80, {"players": 2, "hands": "random", "pieces": "random", "reward": "margin"}),
            marks=pytest.mark.slow,
        ),
        ("Samurai", 2, 25, {"players": 3, "captures": "once", "reward": "rank"}),
        ("Samurai", 1, 12, {"players": 4, "pieces": "random", "hands": "random", "one_shape": True}),
        pytest.param("History", 2, 40, {"players": 5}, marks=pytest.mark.slow),
        pytest.param("History", 1, 20, {"players": 2, "one_shape": True, "reward": "margin"}, marks=pytest.mark.slow),
    ],
)
def test_a_gpu_plays_the_same_games_byte_for_byte(
    tmp_path: Path, game: str, games: int, steps: int, given: dict[str, Any]
) -> None:
    file = tmp_path / "played.npz"
    named = ", ".join(f"{name}={value!r}" for name, value in given.items())
    simulate(PLAYED.format(game=game, games=games, steps=steps, seed=17, given=named), str(file))
    played = np.load(file)
    make: Any = SamuraiVectorEnv if game == "Samurai" else HistoryVectorEnv
    env = make(games, seed=17, **given)
    observation, _ = env.reset()
    ends = 0
    for number in range(steps + 1):
        assert played[f"states{number}"].tobytes() == env.states.tobytes()
        for name, array in observation.items():
            assert np.array_equal(played[f"{name}{number}"], array), (name, number)
        if number < steps:
            actions = env.random_actions()
            assert np.array_equal(played[f"actions{number + 1}"], actions)
            observation, reward, terminations, _, info = env.step(actions)
            results = info | {"reward": reward, "terminations": terminations}
            for name in ("reward", "terminations", "acted", "rewards", "ranking", "reason"):
                assert np.array_equal(played[f"{name}{number + 1}"], results[name]), (name, number)
            ends += int(terminations.sum())
    assert ends > 0 or steps < 80


def test_what_cannot_be_done_on_a_gpu_is_refused_in_a_sentence() -> None:
    said = simulate(
        """
import numpy as np
from tenka.envs.cuda import SamuraiCudaEnv
from tenka.game import GameError
def refused(act):
    before = env.states.copy_to_host().tobytes()
    try:
        act()
    except GameError as error:
        print(error)
    assert env.states.copy_to_host().tobytes() == before
env = SamuraiCudaEnv(3, seed=1)
refused(lambda: env.step([3, 3, 3]))
env.reset()
refused(lambda: env.step(np.array([3, 0, 0])))
refused(lambda: env.step(np.array([3, 3, 2000])))
refused(lambda: env.step([3, 3]))
refused(lambda: env.step(np.zeros(3)))
refused(lambda: SamuraiCudaEnv(0))
refused(lambda: SamuraiCudaEnv(2, players=5))
refused(lambda: SamuraiCudaEnv(2, reward="gold"))
env.step(np.array([3, 3, 3], np.int32))
env.close()
try:
    env.step([3, 3, 3])
except GameError as error:
    print(error)
"""
    ).splitlines()
    assert said == [
        "reset the games before the first step",
        "game 1: action 0 is not legal. The 14 legal ones are 3, 4, 5, 6, 7, 8, 9, 10, …",
        "game 2: action 2000 is not legal. The 14 legal ones are 3, 4, 5, 6, 7, 8, 9, 10, …",
        "actions are an array of shape (3,), one for every game, not (2,)",
        "actions are int64 or int32, not float64",
        "a vector has a whole number of games from 1 on, not 0",
        "Samurai is for 2, 3 or 4 players, not 5",
        "there is no reward 'gold'; there are win, rank, margin",
        "these games are closed; make a new vector to play on",
    ]


def on_cpu(array: np.ndarray[Any, Any]) -> DeviceArray:
    """An array in the processor's memory behind the same door."""
    return DeviceArray(array, array.ctypes.data, array.shape, array.dtype, (CPU_DEVICE, 0), lambda: None)


@pytest.mark.parametrize("dtype", [np.int8, np.int16, np.int64, np.float32, np.bool_])
def test_other_libraries_take_arrays_without_a_copy(dtype: Any) -> None:
    array = np.arange(24).reshape(2, 3, 4).astype(dtype)
    taken = np.from_dlpack(on_cpu(array))
    assert taken.dtype == array.dtype
    assert np.array_equal(taken, array)
    array[1, 2, 3] = 0
    assert taken[1, 2, 3] == 0
    assert taken.ctypes.data == array.ctypes.data


def test_arrays_live_as_long_as_somebody_holds_them() -> None:
    gc.collect()
    before = len(dlpack._handed_out)
    taken = np.from_dlpack(on_cpu(np.arange(5)))
    unused = on_cpu(np.arange(6)).__dlpack__()
    gc.collect()
    assert taken.tolist() == [0, 1, 2, 3, 4]
    assert len(dlpack._handed_out) == before + 2
    del taken, unused
    gc.collect()
    assert len(dlpack._handed_out) == before
