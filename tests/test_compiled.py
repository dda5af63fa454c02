"""Compiled code and the plain Python that it was made from do the same."""

import os
import subprocess
import sys
from collections import Counter

import numpy as np
import pytest

from tenka.compiled import generator_state, lowest_bit, random_32, random_below

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


def test_plain_python_plays_the_same_games() -> None:
    """With NUMBA_DISABLE_JIT=1 the same code runs as plain Python, for debugging and coverage."""
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


@pytest.mark.parametrize("bit", range(63))
def test_lowest_bit(bit: int) -> None:
    assert lowest_bit(1 << bit) == bit
    assert lowest_bit((1 << bit) | (1 << 62)) == bit


def test_random_numbers_are_those_of_xoshiro128_plus_plus() -> None:
    """The first outputs for the state 1, 2, 3, 4, as other implementations publish them."""
    generator = np.array([1, 2, 3, 4], np.int64)
    assert [random_32(generator) for _ in range(4)] == [641, 1573767, 3222811527, 3517856514]


def test_random_numbers_below_a_limit_are_even() -> None:
    generator = generator_state(12345)
    counts = Counter(random_below(generator, 20) for _ in range(40_000))
    assert set(counts) == set(range(20))
    assert max(abs(count - 2000) for count in counts.values()) < 250


def test_a_generator_is_never_all_zero() -> None:
    assert generator_state(0).any()
