"""A player that looks ahead: it plays the most promising actions on, thousands of times.

What it looks at is what `greedy` holds for best; the choice of the hand it leaves to `greedy` altogether. Between the
decisions of one turn it keeps its tree.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np

from tenka.game import Action, Seat, State, View
from tenka.players import Budget, Line
from tenka.players.budgets import MOST_ITERATIONS, check_budget, format_budget, parse_budget
from tenka.samurai.actions import END_TURN, KEEP, PASS, PLACE
from tenka.samurai.game import Samurai
from tenka.samurai.pieces import HAND_SIZE, MAX_PLAYERS
from tenka.samurai.players.greedy import Greedy
from tenka.samurai.players.tree import NONE, Candidates, Tree
from tenka.samurai.state import NOTHING, array_of
from tenka.samurai.view import recall
from tenka.search.clock import now

CANDIDATES = 16
"""How many actions are looked at."""
TEMPERATURE = 0.2
"""By how much greedy must hold an action for better to make it e times as likely to be the best."""
CHUNK = 64
"""Iterations between two looks at the clock."""
MOST_DECISIONS = HAND_SIZE + 1
"""Of one turn: every tile of the hand, and that it is over."""
DEFAULT_BUDGET = Budget(iterations=2000)
SHARE_OF_TIME = 0.7
"""Of what is left of a turn's time: so much is spent on the next decision."""


@dataclass
class Kept:
    """What is kept of a decision for the next ones of the same turn."""

    view: bytes
    """What the seat will see when it has to think again."""
    trees: list[Tree]
    milliseconds: float = 0.0
    """Spent in this turn so far."""
    planned: dict[bytes, Action] = field(default_factory=dict)
    """By what the seat will see before: the second half of a switch or a move, chosen with the first."""


class Searcher:
    """Monte Carlo tree search with a number of iterations for each decision, a time for each turn, or both."""

    def __init__(self, budget: Budget = DEFAULT_BUDGET, name: str | None = None) -> None:
        self.budget = check_budget(budget)
        self.name = name or format_budget(budget)
        self._kept: Kept | None = None

    def decide(self, view: View, legal: Sequence[Action], rng: random.Random, budget: Budget | None = None) -> Action:
        """The action that was looked at most."""
        if self._kept is not None and (planned := self._kept.planned.get(view.tobytes())) is not None:
            return planned
        if len(legal) == 1 or KEEP <= legal[0] < PLACE:
            return Greedy().decide(view, legal, rng)
        return self.explain(view, legal, rng, budget)[0].actions[0]

    def explain(
        self, view: View, legal: Sequence[Action], rng: random.Random, budget: Budget | None = None
    ) -> list[Line]:
        """What was looked at, most visited first. For decisions of a turn, not of the set-up."""
        if view.seat is None:
            raise ValueError("a spectator has nothing to decide")
        start = now()
        budget = check_budget(budget or self.budget)
        state = recall(view)
        candidates = _candidates(view, state, legal)
        most = (budget.iterations or MOST_ITERATIONS) // budget.cores
        kept = self._kept
        if kept is None or kept.view != view.tobytes() or len(kept.trees) != budget.cores:
            kept = Kept(b"", [Tree(MOST_DECISIONS * most, rng.getrandbits(128)) for _ in range(budget.cores)])
        deadline = None
        if budget.milliseconds is not None:
            deadline = start + (budget.milliseconds - kept.milliseconds) * SHARE_OF_TIME / 1000
        grow = partial(_grow, array_of(state), view.seat, candidates, most, deadline)
        if budget.cores == 1:
            grow(kept.trees[0])
        else:
            with ThreadPoolExecutor(budget.cores) as pool:
                list(pool.map(grow, kept.trees))
        lines = _lines(kept.trees, candidates, view.seat, int(view.known.players))
        spent = kept.milliseconds + (now() - start) * 1000
        self._kept = _keep(view.seat, state, lines[0].actions, kept.trees, spent)
        return lines


def _candidates(view: View, state: State, legal: Sequence[Action]) -> Candidates:
    """The actions to look at, each with the second half that goes with it."""
    rules, greedy = Samurai(), Greedy()
    ranked = greedy.rank(view, legal)
    chosen = dict(ranked[:CANDIDATES])
    if END_TURN in legal and END_TURN not in chosen:
        chosen.popitem()
        chosen[END_TURN] = dict(ranked)[END_TURN]
    seconds = []
    for action in chosen:
        second = NONE
        if action != END_TURN:
            after = rules.apply(state, action)
            if after.pending != NOTHING:
                second = greedy.rank(rules.view(after, view.seat), rules.legal(after))[0][0]
        seconds.append(second)
    values = np.array(list(chosen.values()))
    chances = np.exp((values - values.max()) / TEMPERATURE)
    return Candidates(np.array(list(chosen), np.int64), np.array(seconds, np.int64), chances / chances.sum())


def _grow(known: Any, seat: Seat, candidates: Candidates, most: int, deadline: float | None, tree: Tree) -> None:
    """Searches until the tree has so many visits or the time has come, but a little in any case."""
    step = min(CHUNK, most)
    while True:
        tree.search(known, seat, candidates, step)
        step = min(CHUNK, most - tree.visits)
        if step <= 0 or (deadline is not None and now() >= deadline):
            return


def _lines(trees: Sequence[Tree], candidates: Candidates, seat: Seat, players: int) -> list[Line]:
    """What the trees have found together, most visited first."""
    visits: Counter[Action] = Counter()
    wins = {action: np.zeros(MAX_PLAYERS) for action in candidates.firsts.tolist()}
    for tree in trees:
        for action, (times, won) in tree.children().items():
            if action in wins:
                visits[action] += times
                wins[action] += won
    lines = []
    for action, second in zip(candidates.firsts.tolist(), candidates.seconds.tolist(), strict=True):
        if visits[action]:
            shares = tuple((wins[action][:players] / visits[action]).tolist())
            actions = [action] if second == NONE else [action, second]
            lines.append(Line(actions, shares[seat], visits[action], shares))
    return sorted(lines, key=lambda line: (-line.visits, -line.score))


def _keep(seat: Seat, state: State, actions: Sequence[Action], trees: list[Tree], milliseconds: float) -> Kept | None:
    """What to keep once these actions have been chosen; nothing at the end of the turn."""
    if actions[0] in (END_TURN, PASS):
        return None
    rules, planned = Samurai(), {}
    for action in actions[1:]:
        state = rules.apply(state, actions[0])
        planned[rules.view(state, seat).tobytes()] = action
    view = rules.view(rules.apply(state, actions[-1]), seat)
    for tree in trees:
        tree.go_to(actions[0])
    return Kept(view.tobytes(), trees, milliseconds, planned)


def make_searcher(name: str) -> Searcher:
    """The player for ``mcts``, ``mcts:5000`` or ``mcts:500ms``; raises GameError for other names.

    >>> make_searcher("mcts:500ms").budget.milliseconds
    500
    """
    return Searcher(parse_budget(name, DEFAULT_BUDGET))
