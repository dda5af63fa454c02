"""A player of History of the Samurai that looks ahead: what the search is told about the game.

That is what `greedy` holds for best, and play-outs by instinct.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from tenka.compiled import generator_state
from tenka.game import Action, Rules, View
from tenka.history.evaluation import WEIGHTS, Weights
from tenka.history.game import RULES
from tenka.history.hands import hides_options
from tenka.history.players.greedy import Greedy
from tenka.history.playout import horizon_of, play_out
from tenka.history.state import State, array_of, new_states
from tenka.history.tables import tables_of
from tenka.players import searcher
from tenka.search.race import RaceGuide


class HistoryGuide(RaceGuide):
    """Compares the best few actions: plays on by instinct for an epoch or two, and values what has come of it."""

    horizon = 2
    """How many epochs play-outs go on for, this one included."""
    noise = 0.3
    """How much play-outs differ from what instinct holds for best, in points."""

    def __init__(self, weights: Weights = WEIGHTS) -> None:
        self.greedy = Greedy(weights)

    def candidates(self, rules: Rules, state: State, legal: Sequence[Action]) -> Sequence[Action]:
        """All actions, best first."""
        if len(legal) == 1:
            return legal
        values = self.greedy.values(state, legal)
        return [legal[place] for place in sorted(range(len(legal)), key=lambda place: -values[place])]

    def hides_options(self, view: View) -> bool:
        """Where cards in hand could be played."""
        return hides_options(view.known)

    def play_out(self, rules: Rules, state: State, root: State, rng: random.Random) -> Sequence[float]:
        """How likely a win looks to each seat at the horizon, which is the same whatever was done since the root."""
        states = new_states(2)
        states[0] = state
        shares: list[float] = play_out(
            states,
            tables_of(int(state.digest)),
            self.greedy.weights,
            generator_state(rng.getrandbits(128)),
            self.noise,
            horizon_of(array_of(root), self.horizon),
        ).tolist()
        return shares


def make_searcher(name: str) -> searcher.Searcher:
    """The player for ``mcts``, ``mcts:5000`` or ``mcts:500ms``; raises GameError for other names."""
    return searcher.make_searcher(name, RULES, HistoryGuide())
