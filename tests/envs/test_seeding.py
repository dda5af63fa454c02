"""A seed is a game, in every kind of environment and in every process."""

import os
import subprocess
import sys

import pytest

pytestmark = pytest.mark.slow

PROGRAM = """
import hashlib, random, sys
import numpy as np
game = sys.argv[1]

def digest(parts):
    return hashlib.sha256(b"".join(parts)).hexdigest()[:16]

def pettingzoo_game():
    from tenka.envs import history_v1, samurai_v1
    env = {"samurai": samurai_v1, "history": history_v1}[game].env(players=3)
    env.reset(seed=5)
    rng, parts = random.Random(5), []
    for agent in env.agent_iter():
        seen, reward, is_over, _, info = env.last()
        parts += [array.tobytes() for array in seen["observation"].values()]
        parts.append(repr(reward).encode())
        env.step(None if is_over else rng.choice(np.flatnonzero(info["action_mask"]).tolist()))
    return digest(parts)

def gymnasium_game():
    import gymnasium, tenka.envs
    env = gymnasium.make({"samurai": "tenka/Samurai-v1", "history": "tenka/History-v1"}[game], players=3)
    (seen, info), is_over = env.reset(seed=5), False
    rng, parts = random.Random(5), []
    while not is_over:
        parts += [seen["planes"].tobytes(), seen["globals"].tobytes()]
        seen, reward, is_over, _, info = env.step(rng.choice(np.flatnonzero(info["action_mask"]).tolist()))
    return digest([*parts, repr(reward).encode(), info["reason"].encode()])

def openspiel_game():
    import pyspiel
    import tenka.envs.openspiel
    state = pyspiel.load_game(f"python_tenka_{game}(players=3)").new_initial_state()
    rng = random.Random(5)
    while not state.is_terminal():
        if state.is_chance_node():
            actions, likely = zip(*state.chance_outcomes())
            state.apply_action(rng.choices(actions, likely)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    return digest([str(state).encode(), repr(state.returns()).encode()])

print(pettingzoo_game(), gymnasium_game(), openspiel_game())
"""


@pytest.mark.parametrize("game", ["samurai", "history"])
def test_a_seed_gives_the_same_games_in_every_process(game: str) -> None:
    told = [
        subprocess.run(
            [sys.executable, "-W", "ignore", "-c", PROGRAM, game],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
            timeout=300,
        ).stdout.split()
        for seed in ("1", "2")
    ]
    assert len(told[0]) == 3
    assert told[0] == told[1]
