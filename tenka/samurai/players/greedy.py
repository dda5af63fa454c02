"""A player of Samurai that looks one decision ahead: it tries every legal action out and takes the best position."""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np

from tenka.game import Action, View
from tenka.players import Budget, Line
from tenka.samurai.actions import KEEP, PLACE, PUT
from tenka.samurai.evaluation import FIRST_HAND, WEIGHTS, Weights, action_values, pack_weights
from tenka.samurai.pieces import hand_tiles
from tenka.samurai.state import array_of, new_states
from tenka.samurai.view import recall


class Greedy:
    """Plays what looks best at once."""

    name = "greedy"
    carelessness = 0.0

    def __init__(self, weights: Weights = WEIGHTS, first_hand: Sequence[int] = FIRST_HAND) -> None:
        self._weights = pack_weights(weights)
        self._first_hand = first_hand

    def decide(self, view: View, legal: Sequence[Action], rng: random.Random, budget: Budget | None = None) -> Action:
        """The action of the highest value; a random one of equals."""
        scored = self.rank(view, legal)
        best = scored[0][1]
        return rng.choice([action for action, value in scored if value == best])

    def explain(
        self, view: View, legal: Sequence[Action], rng: random.Random, budget: Budget | None = None
    ) -> list[Line]:
        """Every action with the value of the position after it."""
        return [Line([action], value) for action, value in self.rank(view, legal)]

    def rank(self, view: View, legal: Sequence[Action]) -> list[tuple[Action, float]]:
        """The legal actions with their values, best first."""
        if view.seat is None:
            raise ValueError("a spectator has nothing to decide")
        if KEEP <= legal[0] < PUT:
            values = [-float(action) if self._wants(view, action - KEEP) else -float(PUT) for action in legal]
        elif PUT <= legal[0] < PLACE:
            values = [0.0] * len(legal)  # no tile lies yet that would make one place better than another
        else:
            known, scratch = array_of(recall(view)), new_states(2)
            values = action_values(known, scratch, view.seat, np.array(legal, np.int16), self._weights).tolist()
        scored = list(zip(legal, values, strict=True))
        return sorted(scored, key=lambda pair: -pair[1])

    def _wants(self, view: View, kind: int) -> bool:
        """Whether a tile, or another copy of it, is still missing in the first hand."""
        return self._first_hand.count(kind) > hand_tiles(int(view.known.hand[view.seat])).count(kind)
