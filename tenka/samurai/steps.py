"""Many games of Samurai, stepped by compiled code: the inner loops of `tenka.envs.vector`.

Each function works on the games from `start` to `stop`, and only on those, so that threads can share the work. Game i
draws everything that chance decides in it from generator i: its course depends on nothing else.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tenka.compiled import jit, random_below, wide
from tenka.encoding import Array
from tenka.payoff import write_rewards
from tenka.samurai.actions import MAX_LEGAL
from tenka.samurai.encode import encode_game
from tenka.samurai.options import Options
from tenka.samurai.payoff import SCALE, figure
from tenka.samurai.pieces import MAX_PLAYERS
from tenka.samurai.rules import apply_action, list_legal
from tenka.samurai.setup import deal
from tenka.samurai.state import OVER, State, new_states


@jit
def begin_game(state: State, generator: Any, players: int, first: int, rules: int) -> None:
    """Deals a new game; `first` is the seat that begins, or -1 to draw it."""
    if first < 0:
        first = random_below(generator, players)
    deal(state, players, first, rules, generator)


@jit
def begin_games(states: Any, generators: Any, start: int, stop: int, players: int, first: int, rules: int) -> None:
    """Deals new games."""
    for game in range(start, stop):
        begin_game(states[game], generators[game], players, first, rules)


@jit
def find_illegal(states: Any, start: int, stop: int, actions: Any) -> int:
    """The first game whose action is not legal, -1 if all are."""
    legal = np.empty(MAX_LEGAL, np.int16)
    for game in range(start, stop):
        is_found = False
        for place in range(list_legal(states[game], legal)):
            if legal[place] == actions[game]:
                is_found = True
                break
        if not is_found:
            return game
    return -1


@jit
def write_end(states: Any, game: int, players: int, kind: int, final_states: Any, rewards: Any, ranking: Any) -> None:
    """Keeps the end of a game, with what it was worth."""
    figures = np.empty(MAX_PLAYERS, np.int64)
    for seat in range(players):
        figures[seat] = figure(states[game], seat)
    write_rewards(figures, players, kind, float(SCALE), rewards[game], ranking[game])
    final_states[game] = states[game]


@jit
def step_games(
    states: Any,
    generators: Any,
    start: int,
    stop: int,
    actions: Any,
    players: int,
    first: int,
    rules: int,
    kind: int,
    final_states: Any,
    acted: Any,
    rewards: Any,
    ranking: Any,
    reasons: Any,
    terminations: Any,
) -> None:
    """Carries legal actions out; where a game ends, its end is kept and the next one begins."""
    for game in range(start, stop):
        state = states[game]
        acted[game] = state.seat
        apply_action(state, wide(actions[game]))
        terminations[game] = state.phase == OVER
        reasons[game] = state.reason
        if state.phase != OVER:
            for seat in range(players):
                rewards[game, seat] = 0.0
                ranking[game, seat] = 0
            continue
        write_end(states, game, players, kind, final_states, rewards, ranking)
        begin_game(state, generators[game], players, first, rules)


@jit
def observe_games(
    states: Any, start: int, stop: int, shape: int, planes: Any, globals_: Any, masks: Any, seats: Any
) -> None:
    """Writes what the seats to move know and may do."""
    legal = np.empty(MAX_LEGAL, np.int16)
    num_actions = masks.shape[1]
    for game in range(start, stop):
        seats[game] = states[game].seat
        encode_game(states, game, wide(states[game].seat), shape, planes[game], globals_[game])
        for action in range(num_actions):
            masks[game, action] = 0
        for place in range(list_legal(states[game], legal)):
            masks[game, legal[place]] = 1


@jit
def choose_randomly(states: Any, generators: Any, start: int, stop: int, actions: Any) -> None:
    """A legal action for every game, all equally likely."""
    legal = np.empty(MAX_LEGAL, np.int16)
    for game in range(start, stop):
        num = list_legal(states[game], legal)
        actions[game] = legal[random_below(generators[game], num)]


class Steps:
    """The functions above for games with the same options, as `tenka.envs.vector.Steps` says."""

    def __init__(self, options: Options) -> None:
        first = -1 if options.first is None else options.first
        self.settings = (options.players, first, options.bits)

    def new_states(self, count: int) -> Array:
        """Room for so many games."""
        return new_states(count)

    def begin(self, states: Array, generators: Array, start: int, stop: int) -> None:
        """Deals new games."""
        begin_games(states, generators, start, stop, *self.settings)

    def find_illegal(self, states: Array, start: int, stop: int, actions: Array) -> int:
        """The first game whose action is not legal, -1 if all are."""
        return int(find_illegal(states, start, stop, actions))

    def step(
        self, states: Array, generators: Array, start: int, stop: int, actions: Array, kind: int, *results: Array
    ) -> None:
        """Carries legal actions out."""
        step_games(states, generators, start, stop, actions, *self.settings, kind, *results)

    def observe(self, states: Array, start: int, stop: int, shape: int, *observation: Array) -> None:
        """Writes what the seats to move know and may do."""
        observe_games(states, start, stop, shape, *observation)

    def choose(self, states: Array, generators: Array, start: int, stop: int, actions: Array) -> None:
        """A random legal action for every game."""
        choose_randomly(states, generators, start, stop, actions)
