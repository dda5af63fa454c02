"""Players that have learnt History of the Samurai: what a network would do at once, and a race that asks it.

``policy`` plays what its network holds for likeliest to be best. ``neural`` tries the likeliest few: plays each on by
instinct to the end of the epoch, in the same worlds and with the same luck, and asks the network who will win then.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from tenka.compiled import generator_state, jit
from tenka.encoding import Array
from tenka.game import Action, Rules, View
from tenka.history import learning
from tenka.history.actions import MAX_LEGAL
from tenka.history.batch import make_sample
from tenka.history.evaluation import WeightArray
from tenka.history.game import RULES
from tenka.history.payoff import win_shares
from tenka.history.players.search import HistoryGuide
from tenka.history.playout import horizon_of, play_on, scene_of, seed_scene
from tenka.history.rules import apply_action
from tenka.history.state import OVER, State, array_of, new_states
from tenka.history.tables import tables_of
from tenka.players import Budget
from tenka.players.budgets import parse_budget
from tenka.players.neural import load_network
from tenka.players.policy import Policy
from tenka.players.searcher import Searcher

WEIGHTS = Path(__file__).parent.parent / "weights" / "history-2.onnx"
GAME = "history"

DEFAULT_BUDGET = Budget(iterations=500)
"""For each decision, where nobody says how long to think."""


def make_policy(name: str = "policy", carelessness: float = 0.0, weights: Path = WEIGHTS) -> Policy:
    """What the network would do at once."""
    return Policy(GAME, weights, name, carelessness)


class LearntGuide(HistoryGuide):
    """Compares what the network likes best by what it thinks of the end of the epoch."""

    horizon = 1
    batch = 48

    def __init__(self, weights: Path = WEIGHTS) -> None:
        super().__init__()
        self._network = load_network(weights, GAME)
        self._policy = make_policy(weights=weights)

    def candidates(self, rules: Rules, state: State, legal: Sequence[Action]) -> Sequence[Action]:
        """All actions, likeliest first."""
        if len(legal) == 1:
            return legal
        likes = self._policy.look(View(rules.turn(state), state), legal).logits
        return [legal[place] for place in np.argsort(-likes, kind="stable")]

    def try_out(self, rules: Rules, view: View, actions: Sequence[Action], lucks: Sequence[int]) -> Array:
        """Everybody's shares of the win at the end of the epoch, as the network sees them, or in the result."""
        assert view.seat is not None
        known, seeds = array_of(view.known), np.array([generator_state(luck) for luck in lucks])
        players, tables = int(view.known.players), tables_of(int(view.known.digest))
        games, ended, shares = new_states(len(lucks)), np.zeros(len(lucks), np.bool_), np.zeros((len(lucks), players))
        chosen = np.array(actions, np.int64)
        horizon = horizon_of(known, self.horizon)
        weights, room = self.greedy.weights, new_states(2)
        _play_on(known, view.seat, chosen, tables, weights, seeds, self.noise, horizon, room, games, ended, shares)
        if not ended.all():
            going = games[~ended]
            planes, globals_, seats = learning.observe_all(going)
            said = self._network.ask(players, planes, globals_).shares
            shares[~ended] = said[np.arange(len(going))[:, None], (np.arange(players) - seats[:, None]) % players]
        return shares


@jit
def _play_on(
    known: Any,
    seat: int,
    actions: Any,
    tables: Any,
    weights: WeightArray,
    lucks: Any,
    noise: float,
    horizon: int,
    room: Any,
    games: Any,
    ended: Any,
    shares: Any,
) -> None:
    """Deals each try its world, and plays it on by instinct until somebody has a choice in another epoch."""
    legal = np.empty(MAX_LEGAL, np.int16)
    generator = np.zeros(4, np.int64)
    for number in range(len(actions)):
        generator[:] = lucks[number]
        make_sample(known, room, tables, seat, generator)
        apply_action(room[0], tables[0], actions[number])
        play_on(room, tables, weights, lucks[number], noise, horizon)
        seed_scene(generator, lucks[number], scene_of(room[0]))
        is_over = room[0].phase == OVER or learning.play_on(room, 0, tables, learning.NOTHING, generator, legal)
        if is_over:
            win_shares(room[0], shares[number])
        ended[number] = is_over
        games[number] = room[0]


def make_neural(name: str) -> Searcher:
    """The player for ``neural``, ``neural:500`` or ``neural:500ms``; raises GameError for other names."""
    return Searcher(RULES, LearntGuide(), parse_budget(name, DEFAULT_BUDGET, "neural"), name)
