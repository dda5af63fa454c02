"""Players that have learnt: what a network would do at once, and a search that asks it.

``policy`` plays what its network holds for likeliest to be best, without looking ahead. ``neural`` looks ahead: see
``look.py``. The set-up, choosing hands and placing pieces, it leaves to the network alone.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

from tenka.compiled import generator_state
from tenka.game import Action, View
from tenka.players import Budget, Line
from tenka.players.budgets import MOST_ITERATIONS, check_budget, format_budget, parse_budget
from tenka.players.neural import load_network
from tenka.players.policy import Policy
from tenka.samurai.actions import KEEP, PLACE
from tenka.samurai.game import Samurai
from tenka.samurai.players.look import Look, Turn
from tenka.samurai.view import recall
from tenka.search.clock import now

WEIGHTS = Path(__file__).parent.parent / "weights" / "samurai-2.onnx"
GAME = "samurai"

DEFAULT_BUDGET = Budget(iterations=2000)
LEAST_CHANCE = 1e-5
"""Turns that the network gives less are not looked at. It has learnt to be sure of itself, and is too sure."""
EXPLAINED = 3
"""Turns of which it is told who will take what then."""


def make_policy(name: str = "policy", carelessness: float = 0.0, weights: Path = WEIGHTS) -> Policy:
    """What the network would do at once."""
    return Policy(GAME, weights, name, carelessness)


class Neural:
    """Looks ahead with the network: so many positions for each turn, a time for each turn, or both."""

    def __init__(self, budget: Budget = DEFAULT_BUDGET, name: str | None = None, weights: Path = WEIGHTS) -> None:
        self.budget = check_budget(budget)
        self.name = name or format_budget(budget, "neural")
        self._weights = weights
        self._policy = make_policy(weights=weights)
        self._plan: dict[bytes, Action] = {}
        """What is left of the turn that was chosen: by what the seat will see, what it will do."""

    def decide(self, view: View, legal: Sequence[Action], rng: random.Random, budget: Budget | None = None) -> Action:
        """The first action of the best turn, or the next one of a turn that was begun."""
        if len(legal) == 1 or not _is_of_a_turn(legal):
            return self._policy.decide(view, legal, rng)
        planned = self._plan.get(view.tobytes())
        if planned is not None and planned in legal:
            return planned
        _, found = self._compare(view, rng, budget)
        self._plan = _plan(view, found[0].actions)
        return found[0].actions[0]

    def explain(
        self, view: View, legal: Sequence[Action], rng: random.Random, budget: Budget | None = None
    ) -> list[Line]:
        """Whole turns, the best first, and who will take which piece after the best few; in the set-up what the network
        would do."""
        if view.seat is None:
            raise ValueError("a spectator has nothing to decide")
        if not _is_of_a_turn(legal):
            return self._policy.explain(view, legal, rng)
        look, found = self._compare(view, rng, budget, even_one=True)
        lines = []
        for place, turn in enumerate(found):
            stakes = look.expect(turn.actions) if place < EXPLAINED else None
            lines.append(Line(turn.actions, turn.worth(view.seat), turn.worlds, turn.win_shares(look.players), stakes))
        return lines

    def _compare(
        self, view: View, rng: random.Random, budget: Budget | None, even_one: bool = False
    ) -> tuple[Look, list[Turn]]:
        """Turns, the best first, and who has looked at them. Where there is one only, it is not tried unless asked for:
        it is played anyway."""
        seat = view.seat
        assert seat is not None
        start = now()
        budget = check_budget(budget or self.budget)
        network = load_network(self._weights, GAME, budget.cores)
        most = budget.iterations or MOST_ITERATIONS
        look = Look(network, view, generator_state(rng.getrandbits(128)), most)

        def spent() -> float:
            by_time = (now() - start) * 1000 / budget.milliseconds if budget.milliseconds else 0.0
            return max(by_time, look.asked / most)

        found = look.list_turns(LEAST_CHANCE)
        if len(found) > 1 or even_one:
            look.compare(found, spent)
            found.sort(key=lambda turn: (-turn.worlds, -turn.score(seat)))
        return look, found


def _is_of_a_turn(legal: Sequence[Action]) -> bool:
    """Whether these are actions of a turn, and not of the set-up."""
    return legal[0] < KEEP or legal[0] >= PLACE


def _plan(view: View, actions: list[Action]) -> dict[bytes, Action]:
    """By what the seat will see, what it will do in the rest of its turn."""
    rules, state, plan = Samurai(), recall(view), {}
    for action, following in pairwise(actions):
        state = rules.apply(state, action)
        plan[rules.view(state, view.seat).tobytes()] = following
    return plan


def make_neural(name: str) -> Neural:
    """The player for ``neural``, ``neural:1000`` or ``neural:500ms``; raises GameError for other names."""
    return Neural(parse_budget(name, DEFAULT_BUDGET, "neural"))
