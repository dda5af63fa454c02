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

GAMES = """
import hashlib, random
from tenka.games import get_game
rules, digest = get_game("samurai"), hashlib.sha256()
for number, options in enumerate(rules.every_options()):
    if number % 13:
        continue
    rng = random.Random(number)
    state = rules.start(options, rng)
    while rules.turn(state) is not None:
        state = rules.apply(state, rng.choice(rules.legal(state)))
        seat = rng.randrange(options.players)
        digest.update(state.tobytes() + rules.sample(rules.view(state, seat), rng).tobytes())
print(digest.hexdigest())
"""


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


def test_with_every_option_views_and_samples_are_the_same_too() -> None:
    digests = [
        subprocess.run(
            [sys.executable, "-W", "error::RuntimeWarning", "-c", GAMES],
            env={**os.environ, "NUMBA_DISABLE_JIT": flag},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for flag in ("0", "1")
    ]
    assert digests[0] == digests[1] != ""
