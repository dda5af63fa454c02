"""One seat of many games of Samurai against players in compiled code: the inner loops of `tenka.envs.against`."""

from __future__ import annotations

from typing import Any

import numpy as np

from tenka.compiled import jit, pick, random_below, wide
from tenka.encoding import Array
from tenka.samurai.actions import MAX_LEGAL
from tenka.samurai.learning import GREEDY_WEIGHTS, greedy_value
from tenka.samurai.options import Options
from tenka.samurai.pieces import MAX_PLAYERS, NUM_CASTES
from tenka.samurai.rules import apply_action, list_legal
from tenka.samurai.state import OVER, STATE
from tenka.samurai.steps import Steps, begin_game, write_end


@jit
def let_others_play(
    states: Any, game: int, own: int, players: int, carelessness: Any, generator: Any, weights: Any
) -> None:
    """Plays on until the own seat decides or the game is over.

    `carelessness` is that of the players after the own seat: 0 for `greedy`, infinite for who plays anything.
    """
    scratch = np.empty(2, STATE)
    legal = np.empty(MAX_LEGAL, np.int16)
    seconds = np.empty(MAX_LEGAL, np.int16)
    values = np.empty(MAX_LEGAL, np.float64)
    expected = np.empty((MAX_PLAYERS, NUM_CASTES), np.float64)
    state = states[game]
    while state.phase != OVER and state.seat != own:
        num = list_legal(state, legal)
        careless = carelessness[(wide(state.seat) - own) % players - 1]
        place = 0
        if careless == np.inf:
            place = random_below(generator, num)
        elif num > 1:
            for number in range(num):
                action = int(legal[number])
                values[number] = greedy_value(states, game, scratch, 0, action, expected, seconds, weights)
            place = pick(values, num, careless, generator)
        apply_action(state, wide(legal[place]))


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
    seats: Any,
    rotates: bool,
    carelessness: Any,
    weights: Any,
    kind: int,
    final_states: Any,
    acted: Any,
    rewards: Any,
    ranking: Any,
    reasons: Any,
    terminations: Any,
) -> None:
    """Carries legal actions of the own seats out, and what the others do up to the next; ends are followed by games.

    Where the action is negative a new game begins, and nothing else is written. All in one function, because each that
    calls the rules and the players is compiled together with all of them.
    """
    for game in range(start, stop):
        state = states[game]
        own = wide(seats[game])
        is_new = actions[game] < 0
        if is_new:
            begin_game(state, generators[game], players, first, rules)
        else:
            apply_action(state, wide(actions[game]))
            acted[game] = own
            for seat in range(players):
                rewards[game, seat] = 0.0
                ranking[game, seat] = 0
        while True:
            let_others_play(states, game, own, players, carelessness, generators[game], weights)
            if is_new:
                break
            terminations[game] = state.phase == OVER
            reasons[game] = state.reason
            if state.phase != OVER:
                break
            write_end(states, game, players, kind, final_states, rewards, ranking)
            if rotates:
                own = (own + 1) % players
                seats[game] = own
            begin_game(state, generators[game], players, first, rules)
            is_new = True


class Against(Steps):
    """Games with the same options and opponents, as `tenka.envs.against.Against` says."""

    def __init__(self, options: Options, seats: Array, rotates: bool, carelessness: Array) -> None:
        super().__init__(options)
        self.others = (seats, rotates, carelessness, GREEDY_WEIGHTS)

    def step(
        self, states: Array, generators: Array, start: int, stop: int, actions: Array, kind: int, *results: Array
    ) -> None:
        """Carries own actions out, up to the next own decisions, or begins."""
        given = (*self.settings, *self.others, kind)
        step_games(states, generators, start, stop, actions, *given, *results)
