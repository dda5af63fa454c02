"""The same as ``learning.py`` over arrays on a GPU: a thread for each game, or a block where there is more to do."""

from __future__ import annotations

from typing import Any

import numpy as np

from tenka.compiled import enable_cuda, pick
from tenka.samurai import learning
from tenka.samurai.actions import MAX_LEGAL
from tenka.samurai.cuda import GAMES_PER_BLOCK, THREADS_PER_GAME, planes_kernel, rows_kernel
from tenka.samurai.learning import advance_game, begin_game, greedy_value, write_results, write_secrets
from tenka.samurai.pieces import MAX_PLAYERS, NUM_CASTES
from tenka.samurai.rules import list_legal
from tenka.samurai.state import STATE

enable_cuda()
from numba import config, cuda  # noqa: E402

THREADS_PER_BLOCK = 64
GREEDY_THREADS = 4 if config.ENABLE_CUDASIM else 32
"""The actions of a game are shared out among so many threads."""
GREEDY_SCRATCH = 2 * GREEDY_THREADS
"""So many states each game needs to try actions out on."""

_NUM_STAKES = learning.NUM_STAKES


@cuda.jit
def _begin_kernel(states: Any, generators: Any, players: int, rules: Any, taken: Any) -> None:
    game = cuda.grid(1)
    if game < states.shape[0]:
        begin_game(states[game], generators[game], players, rules, taken[game])


@cuda.jit
def _advance_kernel(
    states: Any,
    generators: Any,
    actions: Any,
    players: int,
    rules: Any,
    taken: Any,
    ended: Any,
    shares: Any,
    finals: Any,
    final_taken: Any,
) -> None:
    game = cuda.grid(1)
    if game >= states.shape[0]:
        return
    legal = cuda.local.array(MAX_LEGAL, np.int16)
    is_over = advance_game(states[game], int(actions[game]), legal, taken[game])
    ended[game] = is_over
    if not is_over:
        return
    write_results(states[game], shares[game], finals[game])
    for stake in range(_NUM_STAKES):
        final_taken[game, stake] = taken[game, stake]
    begin_game(states[game], generators[game], players, rules, taken[game])


@cuda.jit
def _secrets_kernel(states: Any, secrets: Any) -> None:
    game = cuda.grid(1)
    if game < states.shape[0]:
        write_secrets(states[game], int(states[game].seat), secrets[game])


@cuda.jit
def _value_kernel(states: Any, scratch: Any, weights: Any, legal: Any, counts: Any, values: Any) -> None:
    """A block for each game: one thread lists what is legal, then all try actions out."""
    game = cuda.blockIdx.x
    lane = cuda.threadIdx.x
    if lane == 0:
        counts[game] = list_legal(states[game], legal[game])
    cuda.syncthreads()
    seconds = cuda.local.array(MAX_LEGAL, np.int16)
    expected = cuda.local.array((MAX_PLAYERS, NUM_CASTES), np.float64)
    at = game * GREEDY_SCRATCH + 2 * lane
    for place in range(lane, counts[game], cuda.blockDim.x):
        action = int(legal[game, place])
        values[game, place] = greedy_value(states, game, scratch, at, action, expected, seconds, weights)


@cuda.jit
def _pick_kernel(generators: Any, temperature: float, legal: Any, counts: Any, values: Any, actions: Any) -> None:
    game = cuda.grid(1)
    if game < actions.shape[0]:
        actions[game] = legal[game, pick(values[game], counts[game], temperature, generators[game])]


def _grid(states: Any) -> tuple[int, int]:
    return -(-states.shape[0] // THREADS_PER_BLOCK), THREADS_PER_BLOCK


def begin_games(states: Any, generators: Any, players: int, rules: Any, taken: Any) -> None:
    """As `learning.begin_games`."""
    _begin_kernel[_grid(states)](states, generators, players, rules, taken)


def advance_games(states: Any, *others: Any) -> None:
    """As `learning.advance_games`."""
    _advance_kernel[_grid(states)](states, *others)


def observe_games(states: Any, players: int, planes: Any, globals_: Any, masks: Any, seats: Any, secrets: Any) -> None:
    """As `learning.observe_games`."""
    blocks = -(-states.shape[0] // GAMES_PER_BLOCK)
    rows_kernel[blocks, GAMES_PER_BLOCK](states, players, globals_, masks, seats)
    planes_kernel[states.shape[0], THREADS_PER_GAME](states, players, planes)
    _secrets_kernel[_grid(states)](states, secrets)


class Greedy:
    """Greedy for so many games: what it needs on the device."""

    def __init__(self, num_games: int) -> None:
        self._scratch = cuda.device_array(GREEDY_SCRATCH * num_games, STATE)
        self._weights = cuda.to_device(learning.GREEDY_WEIGHTS)
        self._legal = cuda.device_array((num_games, MAX_LEGAL), np.int16)
        self._counts = cuda.device_array(num_games, np.int32)
        self._values = cuda.device_array((num_games, MAX_LEGAL), np.float64)

    def choose(self, states: Any, generators: Any, temperature: float, actions: Any) -> None:
        """As `learning.choose_greedily`."""
        _value_kernel[states.shape[0], GREEDY_THREADS](
            states, self._scratch, self._weights, self._legal, self._counts, self._values
        )
        _pick_kernel[_grid(states)](generators, temperature, self._legal, self._counts, self._values, actions)
