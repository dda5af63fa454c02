"""What the search is told about History of the Samurai: what `greedy` holds for best, and play-outs by instinct."""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np

from tenka.compiled import generator_state
from tenka.game import Action, Rules
from tenka.history.actions import MAX_LEGAL
from tenka.history.cards import MAX_PLAYERS
from tenka.history.evaluation import WEIGHTS, Weights, new_sense
from tenka.history.playout import play_outs
from tenka.history.state import State, new_states
from tenka.history.tables import tables_of
from tenka.players.history_greedy import Greedy
from tenka.search.mcts import Guide


class HistoryGuide(Guide):
    """Looks at the best few actions, plays on by instinct to the end of the turn, and values what has come of it."""

    exploration = 0.7
    first_width = 4.0
    growth = 1.0
    horizon = 0
    """How many epochs play-outs go on for, this one included; 0: to the end of the turn, or of a draft's epoch."""
    repeats = 8
    """How many play-outs follow each walk down the tree: they cost less than the walk."""
    noise = 0.3
    """How much play-outs differ from what instinct holds for best, in points."""

    def __init__(self, weights: Weights = WEIGHTS) -> None:
        self.greedy = Greedy(weights)
        self.legal = np.empty(MAX_LEGAL, np.int16)
        self.values = np.zeros(MAX_LEGAL)
        self.sense = new_sense()
        self.shares = np.zeros(MAX_PLAYERS)
        self.states = new_states(3)

    def candidates(self, rules: Rules, state: State, legal: Sequence[Action]) -> Sequence[Action]:
        """All actions, best first."""
        if len(legal) == 1:
            return legal
        values = self.greedy.values(state, legal)
        return [legal[place] for place in sorted(range(len(legal)), key=lambda place: -values[place])]

    def play_out(self, rules: Rules, state: State, root: State, rng: random.Random) -> Sequence[float]:
        """How likely a win looks to each seat at the horizon."""
        self.states[2] = state
        play_outs(
            self.states,
            self.repeats,
            tables_of(int(state.digest)),
            self.greedy.weights,
            self.sense,
            generator_state(rng.getrandbits(128)),
            self.noise,
            self.horizon,
            self.legal,
            self.values,
            self.shares,
        )
        shares: list[float] = self.shares[: int(state.players)].tolist()
        return shares
