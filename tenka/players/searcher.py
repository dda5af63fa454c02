"""A player of any game that looks ahead: it plays promising actions on, many times, and then what did best.

The search is the one of `tenka.search.mcts`, which knows no game; a game's guide tells it what is worth a look.
"""

from __future__ import annotations

import random
import time
from collections.abc import Sequence

from tenka.game import Action, Rules, View
from tenka.games import get_game
from tenka.players import Budget, Line
from tenka.players.budgets import MOST_ITERATIONS, check_budget, format_budget, parse_budget
from tenka.search.mcts import Guide, search

DEFAULT_BUDGET = Budget(iterations=1000)
"""For each decision, where nobody says how long to think."""


class Searcher:
    """Monte Carlo tree search with a number of iterations, or a time, for each decision."""

    def __init__(self, rules: Rules, guide: Guide, budget: Budget) -> None:
        self.rules = rules
        self.guide = guide
        self.budget = check_budget(budget)
        self.name = format_budget(budget)

    def decide(self, view: View, legal: Sequence[Action], rng: random.Random, budget: Budget | None = None) -> Action:
        """The action that was looked at most."""
        if len(legal) == 1:
            return legal[0]
        return self.explain(view, legal, rng, budget)[0].actions[0]

    def explain(
        self, view: View, legal: Sequence[Action], rng: random.Random, budget: Budget | None = None
    ) -> list[Line]:
        """What was looked at, most visited first."""
        if view.seat is None:
            raise ValueError("a spectator has nothing to decide")
        budget = check_budget(budget or self.budget)
        iterations = MOST_ITERATIONS if budget.iterations is None else budget.iterations
        deadline = None if budget.milliseconds is None else time.monotonic() + budget.milliseconds / 1000
        root = search(self.rules, view, legal, iterations, rng, self.guide, deadline)
        lines = []
        for action, node in root.children.items():
            if isinstance(action, int):
                shares = tuple(wins / node.visits for wins in node.wins)
                lines.append(Line([action, *node.best_line()], shares[view.seat], node.visits, shares))
        return sorted(lines, key=lambda line: (-line.visits, -line.score))


def make_searcher(name: str, game: str) -> Searcher:
    """The player for ``mcts``, ``mcts:5000`` or ``mcts:500ms``; raises GameError for other names."""
    budget = parse_budget(name, DEFAULT_BUDGET)
    guide = Guide()
    if game == "history":
        from tenka.players.history_guide import HistoryGuide

        guide = HistoryGuide()
    return Searcher(get_game(game), guide, budget)
