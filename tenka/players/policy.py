"""A player that has learnt, without looking ahead: what its network would do at once."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from tenka.encoding import Array
from tenka.game import Action, View
from tenka.games import load_part
from tenka.players import Budget, Line
from tenka.players.neural import FIRST_TAKER, load_network


class Said(NamedTuple):
    """What a network makes of a position."""

    logits: Array
    """Of the legal actions."""
    win_shares: tuple[float, ...]
    """By seat."""
    stakes: dict[str, tuple[float, ...]]
    """As in `Line`."""


class Policy:
    """Plays what its network holds for likeliest to be best."""

    def __init__(self, game: str, weights: Path, name: str = "policy", carelessness: float = 0.0) -> None:
        """With `carelessness` it plays other actions too: at 1 as often as the network holds them for best."""
        self.name = name
        self._carelessness = carelessness
        self._network = load_network(weights, game)
        self._learning = load_part(game, "learning")

    def decide(self, view: View, legal: Sequence[Action], rng: random.Random, budget: Budget | None = None) -> Action:
        """The likeliest action, or, carelessly, any."""
        if len(legal) == 1:
            return legal[0]
        logits = self.look(view, legal).logits
        if not self._carelessness:
            return legal[int(logits.argmax())]
        chances = np.exp((logits - logits.max()) / self._carelessness)
        return rng.choices(legal, chances.tolist())[0]

    def explain(
        self, view: View, legal: Sequence[Action], rng: random.Random, budget: Budget | None = None
    ) -> list[Line]:
        """Every action with its chance to be the best, likeliest first; all else is said of the position."""
        said = self.look(view, legal)
        chances = np.exp(said.logits - said.logits.max())
        chances /= chances.sum()
        lines = [
            Line([action], float(chance), 0, said.win_shares, said.stakes)
            for action, chance in zip(legal, chances, strict=True)
        ]
        return sorted(lines, key=lambda line: -line.score)

    def look(self, view: View, legal: Sequence[Action]) -> Said:
        """What its network makes of a position."""
        if view.seat is None:
            raise ValueError("a spectator has nothing to decide")
        players = int(view.known.players)
        answers = self._network.ask(players, *self._learning.observe_view(view))
        slots = self._network.slots[players][self._learning.see_actions(view, legal)]
        return Said(
            answers.policy[0, slots].astype(np.float64),
            tuple(np.roll(answers.shares[0], view.seat).tolist()),
            {
                name: tuple(np.roll(answers.stakes[node, 0, part, FIRST_TAKER:], view.seat).tolist())
                for name, node, part in self._learning.name_stakes(view.known)
            },
        )
