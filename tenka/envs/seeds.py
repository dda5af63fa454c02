"""Random generators for many games from one seed.

Generator i depends on the seed and on i and on nothing else: not on how many games there are, nor on the machine. They
come from the raw output of Philox, a published algorithm, and not from distributions that NumPy may change.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from tenka.game import GameError

Generators = np.ndarray[Any, np.dtype[np.int64]]

DEALS, CHOICES, SEATS = range(3)
"""Streams of one seed: what happens in the games, random actions, and who sits where."""

_32_BITS = np.uint64(0xFFFFFFFF)


def generators_for(seed: int, count: int, stream: int = DEALS) -> Generators:
    """So many generators for `tenka.compiled.random_32`, as rows of four numbers of 32 bits.

    >>> bool((generators_for(7, 2) == generators_for(7, 1000)[:2]).all())
    True
    """
    raw = np.random.Philox(key=np.array([check_seed(seed), stream], np.uint64)).random_raw(2 * count)
    words = np.empty((count, 4), np.int64)
    for half in range(2):
        words[:, 2 * half] = (raw[half::2] & _32_BITS).astype(np.int64)
        words[:, 2 * half + 1] = (raw[half::2] >> np.uint64(32)).astype(np.int64)
    words[~words.any(axis=1), 0] = 1  # a generator of zeros would give nothing else
    return words


def generators_of(seeds: int | Sequence[int], count: int, stream: int = DEALS) -> Generators:
    """Generators from one seed for all games, or from a seed for each; raises GameError."""
    if isinstance(seeds, (int, np.integer)):
        return generators_for(int(seeds), count, stream)
    if len(seeds) != count:
        raise GameError(f"there are {count} games and {len(seeds)} seeds; give one seed for all, or one for each")
    return np.concatenate([generators_for(seed, 1, stream) for seed in seeds])


def check_seed(seed: Any) -> int:
    """The seed, if it is one; raises GameError."""
    if isinstance(seed, bool) or not isinstance(seed, (int, np.integer)) or not 0 <= seed < 2**64:
        raise GameError(f"a seed is a whole number from 0 to 2**64 - 1, not {seed!r}")
    return int(seed)
