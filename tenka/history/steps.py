"""Many games of History of the Samurai, stepped by compiled code: the inner loops of `tenka.envs.vector`.

Each function works on the games from `start` to `stop`, and only on those, so that threads can share the work. Game i
draws everything that chance decides in it from generator i: its course depends on nothing else. Dice and daimyo cards
are drawn inside a step, so that it is always a person who is asked.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tenka.compiled import jit, random_below
from tenka.encoding import Array
from tenka.history.actions import MAX_LEGAL
from tenka.history.batch import random_roll
from tenka.history.batch import start as start_game
from tenka.history.cards import MAX_PLAYERS, colours_of
from tenka.history.encode import encode_game
from tenka.history.options import Options
from tenka.history.payoff import SCALE, figure
from tenka.history.rules import apply_action, is_chance, list_legal
from tenka.history.state import DRAWING, OVER, int64, new_states
from tenka.history.tables import tables_of
from tenka.payoff import write_rewards


@jit
def let_chance_decide(states: Any, game: int, tables: Any, generator: Any, legal: Any) -> None:
    """Draws cards and rolls dice until a person decides or the game is over."""
    state = states[game]
    while is_chance(state):
        if state.phase == DRAWING:
            num = list_legal(state, tables[0], legal)
            action = int64(legal[random_below(generator, num)])
        else:
            action = int64(random_roll(states, game, tables, generator))
        apply_action(state, tables[0], action)


@jit
def begin_game(
    states: Any, game: int, tables: Any, digest: int, players: int, colours: int, generator: Any, legal: Any
) -> None:
    """Deals a new game, up to the first decision of a person."""
    start_game(states, game, tables, digest, players, colours, generator)
    let_chance_decide(states, game, tables, generator, legal)


@jit
def begin_games(
    states: Any, generators: Any, start: int, stop: int, tables: Any, digest: int, players: int, colours: int
) -> None:
    """Deals new games."""
    legal = np.empty(MAX_LEGAL, np.int16)
    for game in range(start, stop):
        begin_game(states, game, tables, digest, players, colours, generators[game], legal)


@jit
def find_illegal(states: Any, start: int, stop: int, tables: Any, actions: Any) -> int:
    """The first game whose action is not legal, -1 if all are."""
    legal = np.empty(MAX_LEGAL, np.int16)
    for game in range(start, stop):
        is_found = False
        for place in range(list_legal(states[game], tables[0], legal)):
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
    tables: Any,
    actions: Any,
    digest: int,
    players: int,
    colours: int,
    kind: int,
    final_states: Any,
    acted: Any,
    rewards: Any,
    ranking: Any,
    reasons: Any,
    terminations: Any,
) -> None:
    """Carries legal actions out; where a game ends, its end is kept and the next one begins."""
    legal = np.empty(MAX_LEGAL, np.int16)
    for game in range(start, stop):
        state = states[game]
        acted[game] = int64(state.colour) % players
        apply_action(state, tables[0], int64(actions[game]))
        let_chance_decide(states, game, tables, generators[game], legal)
        is_over = state.phase == OVER
        terminations[game] = is_over
        reasons[game] = 1 if is_over else 0
        if not is_over:
            for seat in range(players):
                rewards[game, seat] = 0.0
                ranking[game, seat] = 0
            continue
        write_end(states, game, players, kind, final_states, rewards, ranking)
        begin_game(states, game, tables, digest, players, colours, generators[game], legal)


@jit
def observe_games(
    states: Any, start: int, stop: int, tables: Any, shape: int, planes: Any, globals_: Any, masks: Any, seats: Any
) -> None:
    """Writes what the seats to move know and may do."""
    legal = np.empty(MAX_LEGAL, np.int16)
    num_actions = masks.shape[1]
    for game in range(start, stop):
        seat = int64(states[game].colour) % int64(states[game].players)
        seats[game] = seat
        encode_game(states, game, tables, seat, shape, planes[game], globals_[game])
        for action in range(num_actions):
            masks[game, action] = 0
        for place in range(list_legal(states[game], tables[0], legal)):
            masks[game, legal[place]] = 1


@jit
def choose_randomly(states: Any, generators: Any, start: int, stop: int, tables: Any, actions: Any) -> None:
    """A legal action for every game, all equally likely."""
    legal = np.empty(MAX_LEGAL, np.int16)
    for game in range(start, stop):
        num = list_legal(states[game], tables[0], legal)
        actions[game] = legal[random_below(generators[game], num)]


class Steps:
    """The functions above for games with the same options, as `tenka.envs.vector.Steps` says."""

    def __init__(self, options: Options) -> None:
        self.tables = tables_of(options.bits)
        self.settings = (options.bits, options.players, options.colours)

    def new_states(self, count: int) -> Array:
        """Room for so many games."""
        return new_states(count)

    def begin(self, states: Array, generators: Array, start: int, stop: int) -> None:
        """Deals new games."""
        begin_games(states, generators, start, stop, self.tables, *self.settings)

    def find_illegal(self, states: Array, start: int, stop: int, actions: Array) -> int:
        """The first game whose action is not legal, -1 if all are."""
        return int(find_illegal(states, start, stop, self.tables, actions))

    def step(
        self, states: Array, generators: Array, start: int, stop: int, actions: Array, kind: int, *results: Array
    ) -> None:
        """Carries legal actions out."""
        step_games(states, generators, start, stop, self.tables, actions, *self.settings, kind, *results)

    def observe(self, states: Array, start: int, stop: int, shape: int, *observation: Array) -> None:
        """Writes what the seats to move know and may do."""
        observe_games(states, start, stop, self.tables, colours_of(shape), *observation)

    def choose(self, states: Array, generators: Array, start: int, stop: int, actions: Array) -> None:
        """A random legal action for every game."""
        choose_randomly(states, generators, start, stop, self.tables, actions)
