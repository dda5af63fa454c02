"""The vector on a GPU: steps a second, the same games as the processor's, arrays that others take without a copy.

``benchmarks/envs.py --gpu`` runs it. It needs no Gymnasium, and uses PyTorch and JAX where they are installed.
"""

from __future__ import annotations

import os
import time
from typing import Any

import numpy as np
from results import machine, save, table

from tenka.envs import cuda
from tenka.envs.cuda import GameCudaEnv, SamuraiCudaEnv
from tenka.envs.names import env_name
from tenka.envs.seeds import CHOICES, generators_of
from tenka.games import load_part
from tenka.payoff import KINDS

os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")  # JAX would take most of the memory

DEALT = {"hands": "random", "pieces": "random"}
STEPS_TO_COMPARE = 150


def make_env(game: str, games: int, **given: Any) -> GameCudaEnv:
    """A vector on the GPU."""
    made: GameCudaEnv = getattr(cuda, f"{env_name(game)}CudaEnv")(games, **given)
    return made


def compare(game: str, games: int, seed: int = 7, **given: Any) -> int:
    """Plays the same games on both; returns the number of steps, all equal byte for byte, or ends the program."""
    env = make_env(game, games, seed=seed, **given)
    env.reset()
    steps = load_part(game, "steps").Steps(env.options)
    states, final_states = steps.new_states(games), steps.new_states(games)
    deals, choices = generators_of(seed, games), generators_of(seed, games, CHOICES)
    planes, globals_ = env.observation_spec.empty(games)
    masks, seats = np.zeros((games, env.rules.num_actions), np.int8), np.zeros(games, np.int8)
    actions, acted = np.zeros(games, np.int64), np.zeros(games, np.int8)
    rewards = np.zeros((games, env.players), np.float32)
    ranking = np.zeros((games, env.players), np.int8)
    reasons, terminations = np.zeros(games, np.int8), np.zeros(games, np.bool_)
    results = (final_states, acted, rewards, ranking, reasons, terminations)
    steps.begin(states, deals, 0, games)
    for number in range(STEPS_TO_COMPARE):
        steps.choose(states, choices, 0, games, actions)
        steps.step(states, deals, 0, games, actions, KINDS[env.reward], *results)
        env.step(env.random_actions())
        if number % 10 and number != STEPS_TO_COMPARE - 1:
            continue
        steps.observe(states, 0, games, env._shape, planes, globals_, masks, seats)
        mine = {
            "planes": planes,
            "globals": globals_,
            "action_mask": masks,
            "seat": seats,
            "actions": actions,
            "acted": acted,
            "rewards": rewards,
            "ranking": ranking,
            "reason": reasons,
            "terminations": terminations,
        }
        if env.states.copy_to_host().tobytes() != states.tobytes():
            raise SystemExit(f"{given}: the states differ after {number + 1} steps")
        for name, array in mine.items():
            if not np.array_equal(env._arrays[name].copy_to_host(), array):
                raise SystemExit(f"{given}: {name} differ after {number + 1} steps")
    env.close()
    return games * STEPS_TO_COMPARE


def measure(game: str, games: int, check: bool, **given: Any) -> list[str]:
    """One row of the table."""
    env = make_env(game, games, seed=1, check=check, **given)
    env.reset()
    for _ in range(100):  # until games are in every phase
        env.step(env.random_actions())
    env.synchronize()
    best = 0.0
    for _ in range(5):
        repeats = 20
        start = time.perf_counter()
        for _ in range(repeats):
            env.step(env.random_actions())
        env.synchronize()
        best = max(best, repeats * games / (time.perf_counter() - start))
    parts = parts_of_a_step(env)
    size = sum(int(np.prod(array.shape[1:])) * array.dtype.itemsize for array in env._observation.values())
    env.close()
    return [
        f"{game}, {env.players} players",
        f"{games:,}",
        "yes" if check else "no",
        f"{size:,}",
        f"{best / 1e6:,.1f} M",
        f"{best * size / 1e9:,.0f} GB/s",
        parts,
    ]


def parts_of_a_step(env: GameCudaEnv) -> str:
    """Microseconds for choosing actions, for globals with masks, and for planes."""
    found = []
    for work in (env._choose, env._write_rows, env._write_planes):
        env.synchronize()
        start = time.perf_counter()
        for _ in range(10):
            work()
        env.synchronize()
        found.append(f"{(time.perf_counter() - start) / 10 * 1e6:,.0f}")
    return " / ".join(found)


def take_with_torch(env: GameCudaEnv) -> str:
    """PyTorch reads the arrays where they are, and steps with a tensor of its own."""
    import torch

    observation, _ = env.reset(seed=1)
    for name, array in observation.items():
        pointer = array.__cuda_array_interface__["data"][0]
        for taken in (torch.as_tensor(array, device="cuda"), torch.utils.dlpack.from_dlpack(array)):
            assert taken.data_ptr() == pointer, f"it copied {name}"
            assert np.array_equal(taken.cpu().numpy(), array.copy_to_host()), f"it misread {name}"
    mask = torch.as_tensor(observation["action_mask"], device="cuda")
    env.step(mask.float().multinomial(1).squeeze(1))
    return f"PyTorch {torch.__version__}: as_tensor and from_dlpack take all arrays without a copy"


def take_with_jax(env: GameCudaEnv) -> str:
    """JAX reads the arrays where they are, and its actions are taken."""
    import jax
    import jax.numpy as jnp

    observation, _ = env.reset(seed=2)
    for name, array in observation.items():
        taken = jax.dlpack.from_dlpack(array)
        assert taken.unsafe_buffer_pointer() == array.__cuda_array_interface__["data"][0], f"it copied {name}"
        assert np.array_equal(np.asarray(taken), array.copy_to_host()), f"it misread {name}"
    actions = jnp.argmax(jax.dlpack.from_dlpack(observation["action_mask"]), axis=1).astype(jnp.int32)
    env.step(actions.block_until_ready())
    return f"JAX {jax.__version__}: from_dlpack takes all arrays without a copy"


def zero_copy() -> list[str]:
    """Sentences on what PyTorch and JAX make of the arrays."""
    env = SamuraiCudaEnv(64)
    said = []
    for take in (take_with_torch, take_with_jax):
        try:
            said.append(take(env))
        except Exception as error:  # whatever it is, it is a result, and the measurements go on
            said.append(f"{take.__name__} failed: {type(error).__name__}: {str(error)[:300]}")
    return said


def measure_gpu(most: int) -> None:
    """Compares, measures, and writes the result; first one game, then both."""
    lines, rows = zero_copy(), []
    for game, counts, options in (
        (
            "samurai",
            (2, 4),
            (
                {"players": 2},
                {"players": 3, "captures": "once", "reward": "rank"},
                {"players": 4, **DEALT, "reward": "margin"},
                {"players": 2, "one_shape": True, "captured": "open"},
            ),
        ),
        ("history", (5,), ({"players": 5}, {"players": 2, "one_shape": True, "reward": "margin"})),
    ):
        compared = sum(compare(game, 4000, **given) for given in options)
        lines.append(f"{game}: {compared:,} steps like the processor's, byte for byte, with observations and rewards")
        print("\n".join(lines), flush=True)
        for players in counts:
            for games, check in ((1024, False), (65536, False), (most, False), (most, True)):
                rows.append(measure(game, games, check, players=players))
                print(rows[-1], flush=True)
        write(lines, rows)


def write(lines: list[str], rows: list[list[str]]) -> None:
    """Saves what is known so far."""
    columns = ["game", "games", "checked", "bytes a step", "steps/s", "written", "µs: choose / globals, mask / planes"]
    text = "\n".join(f"* {line}" for line in lines)
    save(
        "envs-gpu",
        "A vector of games on a GPU, with observation and mask at every step, random actions\n\n"
        f"{machine()}\nGPU: {SamuraiCudaEnv(1).device_name}\n\n{text}\n\n{table(columns, rows)}",
    )
