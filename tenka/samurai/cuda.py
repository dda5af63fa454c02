"""The inner loops of `tenka.envs.cuda` for Samurai: a thread for each game, or a block for the planes of one."""

from __future__ import annotations

from typing import Any

import numpy as np

from tenka.compiled import enable_cuda, random_below
from tenka.encoding import Array
from tenka.payoff import write_rewards
from tenka.samurai import encode
from tenka.samurai.actions import MAX_LEGAL, NUM_ACTIONS
from tenka.samurai.encode import mark_globals, mark_places
from tenka.samurai.options import Options
from tenka.samurai.payoff import SCALE, figure
from tenka.samurai.pieces import MAX_PLAYERS
from tenka.samurai.rules import apply_action, list_legal
from tenka.samurai.state import OVER
from tenka.samurai.steps import Steps, begin_game

enable_cuda()
from numba import config, cuda  # noqa: E402

GAMES_PER_BLOCK = 32
"""So many games write their globals and masks together: what they have in shared memory fits, and a warp is full."""
THREADS_PER_GAME = 4 if config.ENABLE_CUDASIM else 64
"""The places of a board are shared out among so many threads: neighbours write neighbouring bytes."""

_MASK_BITS = 32
_MASK_WORDS = -(-NUM_ACTIONS // _MASK_BITS)
_MOST_GLOBALS = encode.spec(None).globals_shape[0]
_SCALE = float(SCALE)


@cuda.jit
def begin_kernel(states: Any, generators: Any, players: int, first: int, rules: int) -> None:
    game = cuda.grid(1)
    if game < states.shape[0]:
        begin_game(states[game], generators[game], players, first, rules)


@cuda.jit
def choose_kernel(states: Any, generators: Any, actions: Any) -> None:
    game = cuda.grid(1)
    if game >= states.shape[0]:
        return
    legal = cuda.local.array(MAX_LEGAL, np.int16)
    num = list_legal(states[game], legal)
    actions[game] = legal[random_below(generators[game], num)]


@cuda.jit
def step_kernel(
    states: Any,
    generators: Any,
    actions: Any,
    players: int,
    first: int,
    rules: int,
    kind: int,
    final_states: Any,
    acted: Any,
    reward: Any,
    rewards: Any,
    ranking: Any,
    reasons: Any,
    terminations: Any,
) -> None:
    """As `steps.step_games`, a thread for each game."""
    game = cuda.grid(1)
    if game >= states.shape[0]:
        return
    figures = cuda.local.array(MAX_PLAYERS, np.int64)
    state = states[game]
    mover = int(state.seat)
    acted[game] = mover
    apply_action(state, int(actions[game]))
    is_over = state.phase == OVER
    terminations[game] = is_over
    reasons[game] = state.reason
    if not is_over:
        reward[game] = 0.0
        for seat in range(players):
            rewards[game, seat] = 0.0
            ranking[game, seat] = 0
        return
    for seat in range(players):
        figures[seat] = figure(state, seat)
    write_rewards(figures, players, kind, _SCALE, rewards[game], ranking[game])
    reward[game] = rewards[game, mover]
    final_states[game] = state
    begin_game(state, generators[game], players, first, rules)


@cuda.jit
def rows_kernel(states: Any, shape: int, globals_: Any, masks: Any, seats: Any) -> None:
    """Globals and masks: each thread works its game out in shared memory, then all write one game after the other."""
    lane = cuda.threadIdx.x
    first = cuda.blockIdx.x * GAMES_PER_BLOCK
    num_games, num_globals = globals_.shape
    shared_globals = cuda.shared.array((GAMES_PER_BLOCK, _MOST_GLOBALS), np.int16)
    shared_masks = cuda.shared.array((GAMES_PER_BLOCK, _MASK_WORDS), np.int64)
    legal = cuda.local.array(MAX_LEGAL, np.int16)
    if first + lane < num_games:
        state = states[first + lane]
        for number in range(num_globals):
            shared_globals[lane, number] = 0
        mark_globals(state, int(state.seat), shape, shared_globals[lane])
        for word in range(_MASK_WORDS):
            shared_masks[lane, word] = 0
        for place in range(list_legal(state, legal)):
            action = int(legal[place])
            shared_masks[lane, action // _MASK_BITS] |= 1 << (action % _MASK_BITS)
        seats[first + lane] = state.seat
    cuda.syncthreads()
    for row in range(min(GAMES_PER_BLOCK, num_games - first)):
        for number in range(lane, num_globals, GAMES_PER_BLOCK):
            globals_[first + row, number] = shared_globals[row, number]
        for action in range(lane, NUM_ACTIONS, GAMES_PER_BLOCK):
            masks[first + row, action] = shared_masks[row, action // _MASK_BITS] >> (action % _MASK_BITS) & 1


@cuda.jit
def planes_kernel(states: Any, shape: int, planes: Any) -> None:
    """A block for each game, its threads side by side along the places."""
    game = cuda.blockIdx.x
    state = states[game]
    seat = int(state.seat)
    own = planes[game]
    num_planes, num_places = own.shape
    for place in range(cuda.threadIdx.x, num_places, cuda.blockDim.x):
        for plane in range(num_planes):
            own[plane, place] = 0
        mark_places(state, seat, shape, place, place + 1, own)


class Kernels:
    """The kernels above for games with the same options, as `tenka.envs.cuda.Kernels` says."""

    def __init__(self, options: Options) -> None:
        self._steps = Steps(options)

    def new_states(self, count: int) -> Array:
        """Room for so many games, on the host."""
        return self._steps.new_states(count)

    def begin(self, grid: tuple[int, int], states: Any, generators: Any) -> None:
        """Deals new games."""
        begin_kernel[grid](states, generators, *self._steps.settings)

    def step(
        self, grid: tuple[int, int], states: Any, generators: Any, actions: Any, kind: int, final: Any, *results: Any
    ) -> None:
        """Carries legal actions out."""
        step_kernel[grid](states, generators, actions, *self._steps.settings, kind, final, *results)

    def choose(self, grid: tuple[int, int], states: Any, generators: Any, actions: Any) -> None:
        """A random legal action for every game."""
        choose_kernel[grid](states, generators, actions)

    def write_rows(self, states: Any, shape: int, globals_: Any, masks: Any, seats: Any) -> None:
        """Globals and masks, and whose they are."""
        blocks = -(-states.shape[0] // GAMES_PER_BLOCK)
        rows_kernel[blocks, GAMES_PER_BLOCK](states, shape, globals_, masks, seats)

    def write_planes(self, states: Any, shape: int, planes: Any) -> None:
        """Planes."""
        planes_kernel[states.shape[0], THREADS_PER_GAME](states, shape, planes)
