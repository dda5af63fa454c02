"""The inner loops of `tenka.envs.cuda` for History of the Samurai: a thread for each game."""

from __future__ import annotations

from typing import Any

import numpy as np

from tenka.compiled import enable_cuda, random_below
from tenka.encoding import Array
from tenka.history import encode
from tenka.history.actions import MAX_LEGAL, NUM_ACTIONS
from tenka.history.cards import MAX_PLAYERS, colours_of
from tenka.history.encode import mark_areas, mark_card, mark_globals
from tenka.history.options import Options
from tenka.history.payoff import SCALE, figure
from tenka.history.rules import apply_action, list_legal
from tenka.history.state import OVER, int64
from tenka.history.steps import Steps, begin_game, let_chance_decide
from tenka.payoff import write_rewards

enable_cuda()
from numba import cuda  # noqa: E402

GAMES_PER_BLOCK = 32
"""So many games write what they know together: what they have in shared memory fits, and a warp is full."""

_MASK_BITS = 32
_MASK_WORDS = -(-NUM_ACTIONS // _MASK_BITS)
_MOST_GLOBALS = encode.spec(None).globals_shape[0]
_MOST_PLANES, _NUM_PLACES = encode.spec(None).planes_shape
_SCALE = float(SCALE)


@cuda.jit
def begin_kernel(states: Any, generators: Any, tables: Any, digest: int, players: int, colours: int) -> None:
    game = cuda.grid(1)
    if game >= states.shape[0]:
        return
    legal = cuda.local.array(MAX_LEGAL, np.int16)
    begin_game(states, game, tables, digest, players, colours, generators[game], legal)


@cuda.jit
def choose_kernel(states: Any, generators: Any, tables: Any, actions: Any) -> None:
    game = cuda.grid(1)
    if game >= states.shape[0]:
        return
    legal = cuda.local.array(MAX_LEGAL, np.int16)
    num = list_legal(states[game], tables[0], legal)
    actions[game] = legal[random_below(generators[game], num)]


@cuda.jit
def step_kernel(
    states: Any,
    generators: Any,
    tables: Any,
    actions: Any,
    digest: int,
    players: int,
    colours: int,
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
    legal = cuda.local.array(MAX_LEGAL, np.int16)
    state = states[game]
    mover = int64(state.colour) % players
    acted[game] = mover
    apply_action(state, tables[0], int64(actions[game]))
    let_chance_decide(states, game, tables, generators[game], legal)
    is_over = state.phase == OVER
    terminations[game] = is_over
    reasons[game] = 1 if is_over else 0
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
    begin_game(states, game, tables, digest, players, colours, generators[game], legal)


@cuda.jit
def rows_kernel(states: Any, tables: Any, shape: int, globals_: Any, masks: Any, seats: Any) -> None:
    """Globals and masks: each thread works its game out in shared memory, then all write one game after the other."""
    lane = cuda.threadIdx.x
    first = cuda.blockIdx.x * GAMES_PER_BLOCK
    num_games, num_globals = globals_.shape[0], min(globals_.shape[1], _MOST_GLOBALS)  # a learner has more behind them
    shared_globals = cuda.shared.array((GAMES_PER_BLOCK, _MOST_GLOBALS), np.int16)
    shared_masks = cuda.shared.array((GAMES_PER_BLOCK, _MASK_WORDS), np.int64)
    legal = cuda.local.array(MAX_LEGAL, np.int16)
    if first + lane < num_games:
        state = states[first + lane]
        seat = int64(state.colour) % int64(state.players)
        for number in range(num_globals):
            shared_globals[lane, number] = 0
        mark_globals(state, tables[0], seat, shape, shared_globals[lane])
        for word in range(_MASK_WORDS):
            shared_masks[lane, word] = 0
        for place in range(list_legal(state, tables[0], legal)):
            action = int64(legal[place])
            shared_masks[lane, action // _MASK_BITS] |= 1 << (action % _MASK_BITS)
        seats[first + lane] = seat
    cuda.syncthreads()
    for row in range(min(GAMES_PER_BLOCK, num_games - first)):
        for number in range(lane, num_globals, GAMES_PER_BLOCK):
            globals_[first + row, number] = shared_globals[row, number]
        for action in range(lane, NUM_ACTIONS, GAMES_PER_BLOCK):
            masks[first + row, action] = shared_masks[row, action // _MASK_BITS] >> (action % _MASK_BITS) & 1


@cuda.jit
def planes_kernel(states: Any, tables: Any, planes: Any) -> None:
    """Planes, in the same way."""
    lane = cuda.threadIdx.x
    first = cuda.blockIdx.x * GAMES_PER_BLOCK
    num_games, num_planes, num_places = planes.shape[0], min(planes.shape[1], _MOST_PLANES), planes.shape[2]
    shared = cuda.shared.array((GAMES_PER_BLOCK, _MOST_PLANES, _NUM_PLACES), np.int8)
    if first + lane < num_games:
        state = states[first + lane]
        seat = int64(state.colour) % int64(state.players)
        own = shared[lane]
        for plane in range(num_planes):
            for place in range(num_places):
                own[plane, place] = 0
        mark_areas(state, tables[0], seat, own)
        mark_card(state, tables[0], seat, own)
    cuda.syncthreads()
    for row in range(min(GAMES_PER_BLOCK, num_games - first)):
        for number in range(lane, num_planes * num_places, GAMES_PER_BLOCK):
            plane, place = number // num_places, number % num_places
            planes[first + row, plane, place] = shared[row, plane, place]


class Kernels:
    """The kernels above for games with the same options, as `tenka.envs.cuda.Kernels` says."""

    def __init__(self, options: Options) -> None:
        self._steps = Steps(options)
        self._tables = cuda.to_device(self._steps.tables)

    def new_states(self, count: int) -> Array:
        """Room for so many games, on the host."""
        return self._steps.new_states(count)

    def begin(self, grid: tuple[int, int], states: Any, generators: Any) -> None:
        """Deals new games."""
        begin_kernel[grid](states, generators, self._tables, *self._steps.settings)

    def step(
        self, grid: tuple[int, int], states: Any, generators: Any, actions: Any, kind: int, final: Any, *results: Any
    ) -> None:
        """Carries legal actions out."""
        step_kernel[grid](states, generators, self._tables, actions, *self._steps.settings, kind, final, *results)

    def choose(self, grid: tuple[int, int], states: Any, generators: Any, actions: Any) -> None:
        """A random legal action for every game."""
        choose_kernel[grid](states, generators, self._tables, actions)

    def write_rows(self, states: Any, shape: int, globals_: Any, masks: Any, seats: Any) -> None:
        """Globals and masks, and whose they are."""
        blocks = -(-states.shape[0] // GAMES_PER_BLOCK)
        rows_kernel[blocks, GAMES_PER_BLOCK](states, self._tables, colours_of(shape), globals_, masks, seats)

    def write_planes(self, states: Any, shape: int, planes: Any) -> None:
        """Planes."""
        blocks = -(-states.shape[0] // GAMES_PER_BLOCK)
        planes_kernel[blocks, GAMES_PER_BLOCK](states, self._tables, planes)
