"""The player that knows nothing but the rules: the floor that every other one is measured from."""

from __future__ import annotations

import random
from collections.abc import Sequence

from tenka.game import Action, View


class Uniform:
    """Plays any legal action, all equally likely."""

    name = "uniform"

    def decide(self, view: View, legal: Sequence[Action], rng: random.Random) -> Action:
        """A random one."""
        return rng.choice(legal)
