"""A player of any game that looks ahead: it plays promising actions on, many times, and then what did best.

The searches know no game: `tenka.search.race` for games whose guide knows what is good, else `tenka.search.mcts`.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from tenka.game import Action, Rules, View
from tenka.players import Budget, Line
from tenka.players.budgets import MOST_ITERATIONS, check_budget, format_budget, parse_budget
from tenka.search.clock import now
from tenka.search.mcts import Guide, search
from tenka.search.race import RaceGuide, race

DEFAULT_BUDGET = Budget(iterations=1000)
"""For each decision, where nobody says how long to think."""


class Searcher:
    """Monte Carlo search with a number of iterations, or a time, for each decision."""

    def __init__(self, rules: Rules, guide: Guide, budget: Budget, name: str = "") -> None:
        self.rules = rules
        self.guide = guide
        self.budget = check_budget(budget)
        self.name = name or format_budget(budget)

    def decide(self, view: View, legal: Sequence[Action], rng: random.Random, budget: Budget | None = None) -> Action:
        """What it explains first. Where there is nothing to choose, it thinks only if its haste would tell that."""
        if len(legal) == 1 and not self.guide.hides_options(view):
            return legal[0]
        return self.explain(view, legal, rng, budget)[0].actions[0]

    def explain(
        self, view: View, legal: Sequence[Action], rng: random.Random, budget: Budget | None = None
    ) -> list[Line]:
        """What was looked at: the action to play, and then the others, most visited first."""
        if view.seat is None:
            raise ValueError("a spectator has nothing to decide")
        budget = check_budget(budget or self.budget)
        iterations = MOST_ITERATIONS if budget.iterations is None else budget.iterations
        deadline = None if budget.milliseconds is None else now() + budget.milliseconds / 1000
        if isinstance(self.guide, RaceGuide):
            runners = race(self.rules, view, legal, iterations, rng, self.guide, deadline)
            found = [([runner.action], len(runner.results), runner.wins) for runner in runners]
        else:
            root = search(self.rules, view, legal, iterations, rng, self.guide, deadline)
            nodes = [(action, node) for action, node in root.children.items() if isinstance(action, int)]
            nodes.sort(key=lambda child: -child[1].visits)
            found = [([action, *node.best_line()], node.visits, node.wins) for action, node in nodes]
        lines = []
        for actions, visits, wins in found:
            shares = tuple(share / visits for share in wins)
            lines.append(Line(actions, shares[view.seat], visits, shares))
        return lines


def make_searcher(name: str, rules: Rules, guide: Guide | None = None) -> Searcher:
    """The player for ``mcts``, ``mcts:5000`` or ``mcts:500ms``; raises GameError for other names."""
    return Searcher(rules, guide or Guide(), parse_budget(name, DEFAULT_BUDGET))
