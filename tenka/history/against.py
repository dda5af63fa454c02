"""One seat of many games of History against players in compiled code: the inner loops of `tenka.envs.against`."""

from __future__ import annotations

from typing import Any

import numpy as np

from tenka.compiled import jit, pick, random_below
from tenka.encoding import Array
from tenka.history.actions import MAX_LEGAL
from tenka.history.evaluation import SENSE
from tenka.history.learning import GREEDY_WEIGHTS, mover_of, value_actions
from tenka.history.options import Options
from tenka.history.rules import apply_action, list_legal
from tenka.history.state import OVER, STATE, int64
from tenka.history.steps import Steps, begin_game, let_chance_decide, write_end


@jit
def let_others_play(
    states: Any,
    game: int,
    own: int,
    tables: Any,
    players: int,
    carelessness: Any,
    generator: Any,
    weights: Any,
) -> None:
    """Plays on until the own seat decides or the game is over, dice and cards included.

    `carelessness` is that of the players after the own seat: 0 for `greedy`, infinite for who plays anything.
    """
    scratch, sense = np.empty(2, STATE), np.zeros(1, SENSE)
    legal = np.empty(MAX_LEGAL, np.int16)
    values = np.empty(MAX_LEGAL, np.float64)
    state = states[game]
    let_chance_decide(states, game, tables, generator, legal)
    while state.phase != OVER and mover_of(state) != own:
        careless = carelessness[(mover_of(state) - own) % players - 1]
        if careless == np.inf:
            place = random_below(generator, list_legal(state, tables[0], legal))
        else:
            num = value_actions(states, game, tables, weights, scratch, sense[0], legal, values)
            place = pick(values, num, careless, generator)
        apply_action(state, tables[0], int64(legal[place]))
        let_chance_decide(states, game, tables, generator, legal)


@jit
def step_games(
    states: Any,
    generators: Any,
    start: int,
    stop: int,
    actions: Any,
    tables: Any,
    digest: int,
    players: int,
    colours: int,
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
    legal = np.empty(MAX_LEGAL, np.int16)
    for game in range(start, stop):
        state = states[game]
        own = int64(seats[game])
        is_new = actions[game] < 0
        if is_new:
            begin_game(states, game, tables, digest, players, colours, generators[game], legal)
        else:
            apply_action(state, tables[0], int64(actions[game]))
            acted[game] = own
            for seat in range(players):
                rewards[game, seat] = 0.0
                ranking[game, seat] = 0
        while True:
            let_others_play(states, game, own, tables, players, carelessness, generators[game], weights)
            if is_new:
                break
            is_over = state.phase == OVER
            terminations[game] = is_over
            reasons[game] = 1 if is_over else 0
            if not is_over:
                break
            write_end(states, game, players, kind, final_states, rewards, ranking)
            if rotates:
                own = (own + 1) % players
                seats[game] = own
            begin_game(states, game, tables, digest, players, colours, generators[game], legal)
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
        step_games(states, generators, start, stop, actions, self.tables, *given, *results)
