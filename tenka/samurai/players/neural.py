"""Players that have learnt: what a network would do at once, and a search that asks it.

``policy`` plays what its network holds for likeliest to be best, without looking ahead. ``neural`` looks ahead: see
``look.py``. The set-up, choosing hands and placing pieces, it leaves to the network alone.
"""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import numpy as np

from tenka.compiled import generator_state
from tenka.encoding import Array
from tenka.game import Action, View
from tenka.players import Budget, Line
from tenka.players.budgets import MOST_ITERATIONS, check_budget, format_budget, parse_budget
from tenka.players.neural import Network, load_network
from tenka.samurai.actions import KEEP, PLACE
from tenka.samurai.encode import encode_game, spec
from tenka.samurai.game import Samurai
from tenka.samurai.players.look import Look
from tenka.samurai.state import array_of
from tenka.samurai.view import recall

WEIGHTS = Path(__file__).parent.parent / "weights" / "samurai-2.onnx"
GAME = "samurai"

DEFAULT_BUDGET = Budget(iterations=2000)


class Policy:
    """What the network would do at once."""

    def __init__(self, name: str = "policy", carelessness: float = 0.0, weights: Path = WEIGHTS) -> None:
        """With `carelessness` it plays other actions too: at 1 as often as the network holds them for best."""
        self.name = name
        self._carelessness = carelessness
        self._network = load_network(weights, GAME)

    def decide(self, view: View, legal: Sequence[Action], rng: random.Random, budget: Budget | None = None) -> Action:
        """The likeliest action, or, carelessly, any."""
        if len(legal) == 1:
            return legal[0]
        logits, _ = _look(self._network, view, legal)
        if not self._carelessness:
            return legal[int(logits.argmax())]
        chances = np.exp((logits - logits.max()) / self._carelessness)
        return rng.choices(legal, chances.tolist())[0]

    def explain(
        self, view: View, legal: Sequence[Action], rng: random.Random, budget: Budget | None = None
    ) -> list[Line]:
        """Every action with its chance to be the best, likeliest first; shares of the win are those of the position."""
        logits, shares = _look(self._network, view, legal)
        chances = np.exp(logits - logits.max())
        chances /= chances.sum()
        lines = [Line([action], float(chance), 0, shares) for action, chance in zip(legal, chances, strict=True)]
        return sorted(lines, key=lambda line: -line.score)


def _look(network: Network, view: View, legal: Sequence[Action]) -> tuple[Array, tuple[float, ...]]:
    """Logits of the legal actions, and by seat the shares of the win."""
    if view.seat is None:
        raise ValueError("a spectator has nothing to decide")
    players = int(view.known.players)
    answers = network.ask(players, *_observe(view))
    logits: Array = answers.policy[0, network.slots[players][np.array(legal)]].astype(np.float64)
    return logits, tuple(np.roll(answers.shares[0], view.seat).tolist())


def _observe(view: View) -> tuple[Array, Array]:
    assert view.seat is not None
    players = int(view.known.players)
    planes, globals_ = spec(players).empty(1)
    encode_game(array_of(recall(view)), 0, view.seat, players, planes[0], globals_[0])
    return planes, globals_


class Neural:
    """Looks ahead with the network: so many positions for each turn, a time for each turn, or both."""

    def __init__(self, budget: Budget = DEFAULT_BUDGET, name: str | None = None, weights: Path = WEIGHTS) -> None:
        self.budget = check_budget(budget)
        self.name = name or format_budget(budget, "neural")
        self._weights = weights
        self._policy = Policy(weights=weights)
        self._plan: dict[bytes, Action] = {}
        """What is left of the turn that was chosen: by what the seat will see, what it will do."""

    def decide(self, view: View, legal: Sequence[Action], rng: random.Random, budget: Budget | None = None) -> Action:
        """The first action of the best turn, or the next one of a turn that was begun."""
        if len(legal) == 1 or not _is_of_a_turn(legal):
            return self._policy.decide(view, legal, rng)
        planned = self._plan.get(view.tobytes())
        if planned is not None and planned in legal:
            return planned
        best = self.explain(view, legal, rng, budget)[0]
        self._plan = _plan(view, best.actions)
        return best.actions[0]

    def explain(
        self, view: View, legal: Sequence[Action], rng: random.Random, budget: Budget | None = None
    ) -> list[Line]:
        """Whole turns, the best first; in the set-up what the network would do."""
        if view.seat is None:
            raise ValueError("a spectator has nothing to decide")
        if not _is_of_a_turn(legal):
            return self._policy.explain(view, legal, rng)
        start = time.monotonic()
        budget = check_budget(budget or self.budget)
        network = load_network(self._weights, GAME, budget.cores)
        most = budget.iterations or MOST_ITERATIONS
        look = Look(network, view, generator_state(rng.getrandbits(128)), most)

        def spent() -> float:
            by_time = (time.monotonic() - start) * 1000 / budget.milliseconds if budget.milliseconds else 0.0
            return max(by_time, look.asked / most)

        found = look.list_turns()
        look.compare(found, spent)
        seat = view.seat
        found.sort(key=lambda turn: (-turn.worlds, -turn.score(seat)))
        return [Line(turn.actions, turn.worth(seat), turn.worlds, turn.win_shares(look.players)) for turn in found]


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
