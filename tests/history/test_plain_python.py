"""The rules are plain Python too: without the compiler the same games come out."""

import os
import subprocess
import sys

import pytest

PLAY = """
import random
from tenka.games import get_game
from tenka.game import CHANCE, draw_chance
import hashlib
rules, rng = get_game("history"), random.Random(7)
digest = hashlib.sha256()
for players in (2, 4, 5):
    state = rules.start(rules.options({"players": players}), rng)
    while (turn := rules.turn(state)) is not None:
        digest.update(rules.view(state, 0).tobytes())
        digest.update(rules.sample(rules.view(state, None), rng).tobytes())
        action = draw_chance(rules, state, rng) if turn == CHANCE else rng.choice(rules.legal(state))
        state = rules.apply(state, action)
    digest.update(state.tobytes())
print(digest.hexdigest())
"""


def run(**environment: str) -> str:
    result = subprocess.run(
        [sys.executable, "-c", PLAY], env={**os.environ, **environment}, capture_output=True, text=True, check=True
    )
    return result.stdout


@pytest.mark.slow
def test_plain_python_plays_the_same_games() -> None:
    assert run(NUMBA_DISABLE_JIT="1") == run(NUMBA_DISABLE_JIT="0")
