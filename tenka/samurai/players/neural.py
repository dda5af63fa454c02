"""Players that have learnt: what a network would do at once, and a search that asks it.

``policy`` plays what its network holds for likeliest to be best, without looking ahead. ``neural`` looks ahead: see
``net_tree.py``. The set-up, choosing hands and placing pieces, it leaves to the network alone.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from tenka.compiled import generator_state
from tenka.encoding import Array
from tenka.game import Action, Seat, State, View
from tenka.players import Budget, Line
from tenka.players.budgets import check_budget, format_budget, parse_budget
from tenka.players.neural import Network, load_network
from tenka.samurai.actions import END_TURN, KEEP, MAX_LEGAL, NUM_ACTIONS, PASS, PLACE
from tenka.samurai.encode import encode_game, spec
from tenka.samurai.game import Samurai
from tenka.samurai.pieces import HAND_SIZE, MAX_PLAYERS, NUM_CASTES, NUM_KINDS
from tenka.samurai.players.net_tree import ASKED, NONE, Tree, descend, learn, new_descents, new_tree, observe
from tenka.samurai.state import array_of
from tenka.samurai.view import recall, recall_captures

WEIGHTS = Path(__file__).parent.parent / "weights" / "samurai-1.onnx"
GAME = "samurai"

DEFAULT_BUDGET = Budget(iterations=400)
MOST_ITERATIONS = 10_000
"""However much time there is: a tree has room for no more."""
BATCH = 16
"""Positions that the network is asked about at once."""
WIDTH = 16
"""So many actions of a position are looked at, those that the network holds for best."""
EXPLORATION = 0.6
"""How much actions that the network likes are preferred, as long as little is known."""
PESSIMISM = 0.05
"""By how much an action that was not looked at counts for worse than those that were, on average."""
MOST_DECISIONS = HAND_SIZE + 1
"""Of one turn: every tile of the hand, and that it is over. The tree has room for all of them."""
SHARE_OF_TIME = 0.7
"""Of what is left of a turn's time: so much is spent on the next decision."""


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


@dataclass
class _Kept:
    """What is kept of a decision for the next ones of the same turn."""

    view: bytes
    """What the seat will see when it has to think again."""
    tree: Tree
    root: int
    visits: int
    odds: Array
    milliseconds: float
    """Spent in this turn so far."""


class Neural:
    """Looks ahead with the network: so many positions for each decision, a time for each turn, or both."""

    def __init__(self, budget: Budget = DEFAULT_BUDGET, name: str | None = None, weights: Path = WEIGHTS) -> None:
        self.budget = check_budget(budget)
        self.name = name or format_budget(budget, "neural")
        self._weights = weights
        self._policy = Policy(weights=weights)
        self._kept: _Kept | None = None
        self._scratch = (np.zeros(NUM_ACTIONS, np.bool_), np.zeros(MAX_LEGAL, np.int16), np.zeros(MAX_LEGAL))
        self._finals = np.zeros(MAX_PLAYERS * NUM_CASTES, np.float32)

    def decide(self, view: View, legal: Sequence[Action], rng: random.Random, budget: Budget | None = None) -> Action:
        """The action that was looked at most."""
        if len(legal) == 1 or not _is_of_a_turn(legal):
            return self._policy.decide(view, legal, rng)
        return self.explain(view, legal, rng, budget)[0].actions[0]

    def explain(
        self, view: View, legal: Sequence[Action], rng: random.Random, budget: Budget | None = None
    ) -> list[Line]:
        """What was looked at, most visited first; in the set-up what the network would do."""
        if view.seat is None:
            raise ValueError("a spectator has nothing to decide")
        if not _is_of_a_turn(legal):
            return self._policy.explain(view, legal, rng)
        start = time.monotonic()
        budget = check_budget(budget or self.budget)
        most = min(budget.iterations or MOST_ITERATIONS, MOST_ITERATIONS)
        network = load_network(self._weights, GAME, budget.cores)
        kept = self._kept
        if kept is None or kept.view != view.tobytes():
            odds = _odds(network, view)
            nodes = MOST_DECISIONS * (most + BATCH)
            kept = _Kept(b"", new_tree(nodes, nodes * WIDTH), 0, 0, odds, 0.0)
        deadline = None
        if budget.milliseconds is not None:
            deadline = start + (budget.milliseconds - kept.milliseconds) * SHARE_OF_TIME / 1000
        state = recall(view)
        self._grow(network, kept, state, view, most, deadline, rng)
        lines = _lines(kept.tree, kept.root, view.seat, int(view.known.players), set(legal))
        kept.milliseconds += (time.monotonic() - start) * 1000
        self._kept = _keep(kept, state, view.seat, lines[0])
        return lines

    def _grow(
        self,
        network: Network,
        kept: _Kept,
        state: State,
        view: View,
        most: int,
        deadline: float | None,
        rng: random.Random,
    ) -> None:
        """Searches until so many positions were looked at or the time has come, but a little in any case."""
        assert view.seat is not None
        players = int(view.known.players)
        generator = generator_state(rng.getrandbits(128))
        captured = recall_captures(view.memory)
        descents = new_descents(BATCH)
        planes, globals_ = spec(players).empty(BATCH)
        is_legal, legal, chances = self._scratch
        tree, root = kept.tree, kept.root
        known = array_of(state)
        visits = kept.visits
        while True:
            count = 1 if not visits else min(BATCH, max(most - visits, 1))
            descend(
                tree,
                root,
                known,
                view.seat,
                captured,
                kept.odds,
                generator,
                EXPLORATION,
                PESSIMISM,
                descents,
                count,
                is_legal,
                legal,
                self._finals,
            )
            asked = np.flatnonzero(descents.results[:count] == ASKED)
            policy, shares = _NO_POLICY, _NO_SHARES
            if len(asked):
                observe(descents, asked, len(asked), players, planes, globals_)
                answers = network.ask(players, planes[: len(asked)], globals_[: len(asked)])
                policy, shares = answers.policy, answers.shares
            learn(
                tree,
                descents,
                asked,
                len(asked),
                count,
                policy,
                shares,
                network.slots[players],
                players,
                WIDTH,
                legal,
                chances,
            )
            visits += count
            if visits >= most or (deadline is not None and time.monotonic() >= deadline):
                return


_NO_POLICY = np.zeros((1, 1), np.float32)
_NO_SHARES = np.zeros((1, MAX_PLAYERS), np.float32)


def _is_of_a_turn(legal: Sequence[Action]) -> bool:
    """Whether these are actions of a turn, and not of the set-up."""
    return legal[0] < KEEP or legal[0] >= PLACE


def _odds(network: Network, view: View) -> Array:
    """By seat of the table and kind of tile: the odds that it is in the hand, as the network believes."""
    assert view.seat is not None
    players = int(view.known.players)
    believed = network.ask(players, *_observe(view)).secrets[0].reshape(players - 1, NUM_KINDS).clip(0.01, 0.99)
    odds = np.ones((MAX_PLAYERS, NUM_KINDS))
    for after in range(1, players):
        odds[(view.seat + after) % players] = believed[after - 1] / (1.0 - believed[after - 1])
    return odds


def _lines(tree: Tree, root: int, seat: Seat, players: int, legal: set[Action]) -> list[Line]:
    """What was found at a node, most visited first."""
    lines = []
    for edge in _edges(tree, root):
        visits, action = int(tree.visits[edge]), int(tree.action[edge])
        if visits and action in legal:
            shares = tuple((tree.worth[edge, :players] / visits).tolist())
            lines.append(Line([action], shares[seat], visits, shares))
    return sorted(lines, key=lambda line: (-line.visits, -line.score))


def _edges(tree: Tree, node: int) -> Iterator[int]:
    edge = int(tree.first[node])
    while edge != NONE:
        yield edge
        edge = int(tree.following[edge])


def _keep(kept: _Kept, state: State, seat: Seat, best: Line) -> _Kept | None:
    """What to keep once the best action has been chosen; nothing at the end of the turn."""
    action = best.actions[0]
    if action in (END_TURN, PASS):
        return None
    edge = next(edge for edge in _edges(kept.tree, kept.root) if kept.tree.action[edge] == action)
    rules = Samurai()
    after = rules.apply(state, action)
    while rules.turn(after) == seat and len(legal := rules.legal(after)) == 1:
        if legal[0] in (END_TURN, PASS):
            return None
        after = rules.apply(after, legal[0])
    child = int(kept.tree.child[edge])
    if rules.turn(after) != seat or child == NONE:
        return None
    view = rules.view(after, seat)
    visits = sum(int(kept.tree.visits[edge]) for edge in _edges(kept.tree, child))
    return _Kept(view.tobytes(), kept.tree, child, visits, kept.odds, kept.milliseconds)


def make_neural(name: str) -> Neural:
    """The player for ``neural``, ``neural:1000`` or ``neural:500ms``; raises GameError for other names."""
    return Neural(parse_budget(name, DEFAULT_BUDGET, "neural"))
