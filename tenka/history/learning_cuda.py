"""The same as ``learning.py`` over arrays on a GPU: a thread for each game, or a warp where there is more to do."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from tenka.compiled import enable_cuda, pick
from tenka.history import learning
from tenka.history.actions import MAX_LEGAL
from tenka.history.cards import MAX_COLOURS, MAX_PLAYERS, colours_of
from tenka.history.cuda import GAMES_PER_BLOCK, planes_kernel, rows_kernel
from tenka.history.evaluation import SENSE
from tenka.history.instinct import fill_first, fill_rest, look_round
from tenka.history.learning import (
    NEW,
    advance_game,
    as_seen,
    mover_of,
    write_gifts,
    write_hints,
    write_secrets,
)
from tenka.history.rules import list_legal
from tenka.history.state import STATE, int64
from tenka.history.view import blank_hidden

enable_cuda()
from numba import config, cuda  # noqa: E402

THREADS_PER_BLOCK = 32
"""A warp: games are then shared out among as many processors as there are."""
LANES = 4 if config.ENABLE_CUDASIM else 32
"""The actions of a game are shared out among so many threads: a warp, which then does much the same everywhere."""
_SCRATCH = 2
"""So many states each of them needs to try actions out on."""


@cuda.jit
def _advance_kernel(
    states: Any,
    generators: Any,
    actions: Any,
    players: int,
    colours: int,
    rules: Any,
    tables: Any,
    ended: Any,
    shares: Any,
    finals: Any,
    taken: Any,
) -> None:
    game = cuda.grid(1)
    if game >= states.shape[0]:
        return
    legal = cuda.local.array(MAX_LEGAL, np.int16)
    ended[game] = advance_game(
        states,
        game,
        tables,
        int64(rules[0]),
        players,
        colours,
        int64(actions[game]),
        generators[game],
        legal,
        shares[game],
        finals[game],
        taken[game],
    )


@cuda.jit
def _legal_kernel(states: Any, tables: Any, legal: Any, counts: Any) -> None:
    game = cuda.grid(1)
    if game < states.shape[0]:
        counts[game] = list_legal(states[game], tables[0], legal[game])


@cuda.jit
def _first_kernel(
    states: Any, tables: Any, weights: Any, scratch: Any, senses: Any, legal: Any, counts: Any, values: Any
) -> None:
    """A block for each game, a thread for each of its actions: what hangs on no other action."""
    game = cuda.blockIdx.x
    lane = int64(cuda.threadIdx.x)
    num = int64(counts[game])
    if lane >= num:
        return
    at = LANES * game + lane
    room = scratch[_SCRATCH * at : _SCRATCH * at + _SCRATCH]
    room[0] = states[game]
    blank_hidden(room[0], tables[0], mover_of(room[0]))
    look_round(room[0], tables[0], weights, senses[at])
    fill_first(room, tables[0], weights, senses[at], legal[game], num, values[game], lane, int64(LANES))


@cuda.jit
def _rest_kernel(
    states: Any, tables: Any, weights: Any, scratch: Any, senses: Any, legal: Any, counts: Any, values: Any
) -> None:
    """The same for what hangs on the other actions."""
    game = cuda.blockIdx.x
    lane = int64(cuda.threadIdx.x)
    num = int64(counts[game])
    if lane >= num:
        return
    at = LANES * game + lane
    room = scratch[_SCRATCH * at : _SCRATCH * at + _SCRATCH]
    fill_rest(room, tables[0], weights, senses[at], legal[game], num, values[game], lane, int64(LANES))


@cuda.jit
def _hint_kernel(
    states: Any, tables: Any, legal: Any, counts: Any, values: Any, planes: Any, globals_: Any, masks: Any, secrets: Any
) -> None:
    game = cuda.grid(1)
    if game >= states.shape[0]:
        return
    num = int64(counts[game])
    write_hints(states[game], legal[game], num, values[game], planes[game], globals_[game])
    write_gifts(states[game], legal[game], num, masks[game])
    write_secrets(states[game], tables[0], mover_of(states[game]), secrets[game])


@cuda.jit
def _pick_kernel(
    states: Any, generators: Any, temperature: float, legal: Any, counts: Any, values: Any, actions: Any
) -> None:
    game = cuda.grid(1)
    if game < actions.shape[0]:
        chosen = legal[game, pick(values[game], int64(counts[game]), temperature, generators[game])]
        actions[game] = as_seen(states[game], int64(chosen))


def _grid(states: Any) -> tuple[int, int]:
    return -(-states.shape[0] // THREADS_PER_BLOCK), THREADS_PER_BLOCK


@cache
def _tables() -> Any:
    return cuda.to_device(learning.TABLES)


def begin_games(states: Any, generators: Any, players: int, rules: Any, taken: Any) -> None:
    """As `learning.begin_games`."""
    count = states.shape[0]
    actions = cuda.to_device(np.full(count, NEW, np.int64))
    ended = cuda.device_array(count, np.bool_)
    shares = cuda.device_array((count, MAX_PLAYERS), np.float32)
    finals = cuda.device_array((count, MAX_PLAYERS), np.float32)
    advance_games(states, generators, actions, players, rules, taken, ended, shares, finals, taken)


def advance_games(
    states: Any, generators: Any, actions: Any, players: int, rules: Any, taken: Any, *results: Any
) -> None:
    """As `learning.advance_games`."""
    given = states, generators, actions, players, colours_of(players), rules, _tables()
    _advance_kernel[_grid(states)](*given, *results)


def observe_games(states: Any, players: int, planes: Any, globals_: Any, masks: Any, seats: Any, secrets: Any) -> None:
    """As `learning.observe_games`."""
    blocks = -(-states.shape[0] // GAMES_PER_BLOCK)
    rows_kernel[blocks, GAMES_PER_BLOCK](states, _tables(), MAX_COLOURS, globals_, masks, seats)
    planes_kernel[blocks, GAMES_PER_BLOCK](states, _tables(), planes)
    instinct = _instinct(states.shape[0])
    instinct.look(states)
    _hint_kernel[_grid(states)](states, _tables(), *instinct.found, planes, globals_, masks, secrets)


class Instinct:
    """What instinct thinks of the actions of so many games, on the device."""

    def __init__(self, num_games: int) -> None:
        self._weights = cuda.to_device(learning.GREEDY_WEIGHTS)
        self._scratch = cuda.device_array(_SCRATCH * LANES * num_games, STATE)
        self._senses = cuda.device_array(LANES * num_games, SENSE)
        self.found = (
            cuda.device_array((num_games, MAX_LEGAL), np.int16),
            cuda.device_array(num_games, np.int32),
            cuda.device_array((num_games, MAX_LEGAL), np.float64),
        )
        """By game: what is legal, how many actions that is, and what each is worth."""

    def look(self, states: Any) -> None:
        """Finds it out."""
        legal, counts, _ = self.found
        _legal_kernel[_grid(states)](states, _tables(), legal, counts)
        given = states, _tables(), self._weights, self._scratch, self._senses, *self.found
        _first_kernel[states.shape[0], LANES](*given)
        _rest_kernel[states.shape[0], LANES](*given)


@cache
def _instinct(num_games: int) -> Instinct:
    """Room for so many games; whoever observes as many next writes over it."""
    return Instinct(num_games)


class Greedy:
    """Greedy for so many games. It does what instinct held for best when they were observed last."""

    def __init__(self, num_games: int) -> None:
        self._instinct = _instinct(num_games)

    def choose(self, states: Any, generators: Any, temperature: float, actions: Any) -> None:
        """As `learning.choose_greedily`, for the first games of those that were observed."""
        _pick_kernel[_grid(states)](states, generators, temperature, *self._instinct.found, actions)
