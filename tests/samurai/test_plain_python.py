"""The compiled rules and the same functions as plain Python, which is what a debugger steps through, agree."""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import numpy as np

from tenka.compiled import generator_state
from tenka.samurai import batch
from tenka.samurai.actions import MAX_LEGAL
from tenka.samurai.state import new_states

ROOT = Path(__file__).resolve().parents[2]
NUM_GAMES = 6


def random_game(seed: int) -> str:
    """A fingerprint of a random game's end; the seed also chooses players and options."""
    states = new_states(1)
    batch.start(states, 0, 2 + seed % 3, seed % 2, (7 * seed) % 32, generator_state(seed + 1))
    decisions = batch.play_randomly(states, 0, generator_state(seed + 100), np.empty(MAX_LEGAL, np.int16))
    return f"{decisions} {hashlib.sha256(states[0].tobytes()).hexdigest()}"


def test_plain_python_plays_the_same_games_as_compiled_code() -> None:
    """Random numbers, shuffles, plays and captures: all bytes of the last state are the same."""
    program = (
        "from tests.samurai.test_plain_python import NUM_GAMES, random_game\n"
        "for seed in range(NUM_GAMES): print(random_game(seed))"
    )
    plain = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert plain.returncode == 0, plain.stderr[-2000:]
    assert plain.stdout.splitlines() == [random_game(seed) for seed in range(NUM_GAMES)]
