"""The player that knows nothing but the rules: the floor that every other one is measured from."""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import inf

from tenka.game import Action, View
from tenka.players import Budget, Line


class Uniform:
    """Plays any legal action, all equally likely."""

    name = "uniform"
    carelessness = inf

    def decide(self, view: View, legal: Sequence[Action], rng: random.Random, budget: Budget | None = None) -> Action:
        """A random one."""
        return rng.choice(legal)

    def explain(
        self, view: View, legal: Sequence[Action], rng: random.Random, budget: Budget | None = None
    ) -> list[Line]:
        """All of them; it has no reasons."""
        return [Line([action], 0.0) for action in legal]
