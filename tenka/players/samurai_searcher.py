"""A player that looks ahead: it plays the most promising actions on to the end, thousands of times.

What it looks at is what `greedy` holds for best; the set-up it leaves to `greedy` altogether.
"""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from typing import Any

import numpy as np

from tenka.compiled import generator_state
from tenka.game import Action, GameError, State, View
from tenka.players import Budget, Line
from tenka.players.samurai_greedy import Greedy
from tenka.samurai.actions import END_TURN, KEEP, PLACE
from tenka.samurai.game import Samurai
from tenka.samurai.state import NOTHING, array_of
from tenka.samurai.view import recall
from tenka.search.samurai_mcts import NONE, Tree

CANDIDATES = 16
"""How many actions are looked at."""
CHUNK = 64
"""Iterations between two looks at the clock."""
MOST_ITERATIONS = 200_000
"""However much time there is: the tree has room for no more."""
DEFAULT_ITERATIONS = 2000
"""For each decision, where nobody says how long to think."""
MOST_MILLISECONDS = 600_000


class Searcher:
    """Monte Carlo tree search with a number of iterations, or a time, for each decision."""

    def __init__(self, iterations: int | None = None, milliseconds: int | None = None) -> None:
        """Give one of the two. Only iterations make decisions that can be repeated."""
        self.iterations = iterations
        self.milliseconds = milliseconds
        self.name = f"mcts:{milliseconds}ms" if iterations is None else f"mcts:{iterations}"

    def decide(self, view: View, legal: Sequence[Action], rng: random.Random, budget: Budget | None = None) -> Action:
        """The action that was looked at most."""
        if len(legal) == 1 or KEEP <= legal[0] < PLACE:
            return Greedy().decide(view, legal, rng)
        return self.explain(view, legal, rng)[0].actions[0]

    def explain(
        self, view: View, legal: Sequence[Action], rng: random.Random, budget: Budget | None = None
    ) -> list[Line]:
        """What was looked at, most visited first. For decisions of a turn, not of the set-up."""
        if view.seat is None:
            raise ValueError("a spectator has nothing to decide")
        state = recall(view)
        firsts, seconds = self._candidates(view, state, legal, rng)
        capacity = self.iterations or MOST_ITERATIONS
        tree = Tree(capacity)
        generator = generator_state(rng.getrandbits(128))
        known, seat = array_of(state), view.seat
        deadline = time.monotonic() + (self.milliseconds or 0) / 1000
        done = 0
        while done < capacity and (self.milliseconds is None or done == 0 or time.monotonic() < deadline):
            step = min(CHUNK, capacity - done)
            tree.search(known, seat, firsts, seconds, step, generator)
            done += step
        players = int(view.known.players)
        lines = []
        for node in tree.children():
            visits = int(tree.counts[node, 0])
            first = int(tree.links[node, 0])
            second = int(seconds[firsts.tolist().index(first)])
            shares = tuple((tree.wins[node, :players] / visits).tolist())
            lines.append(Line([first] if second == NONE else [first, second], shares[seat], visits, shares))
        return sorted(lines, key=lambda line: (-line.visits, -line.win_shares[seat]))

    def _candidates(
        self, view: View, state: State, legal: Sequence[Action], rng: random.Random
    ) -> tuple[np.ndarray[Any, np.dtype[np.int64]], np.ndarray[Any, np.dtype[np.int64]]]:
        """The actions to look at, and the second halves that go with them."""
        rules, greedy = Samurai(), Greedy()
        firsts = [action for action, _ in greedy.rank(view, legal, rng)[:CANDIDATES]]
        if END_TURN in legal and END_TURN not in firsts:
            firsts[-1] = END_TURN
        seconds = []
        for action in firsts:
            second = NONE
            if action != END_TURN:
                after = rules.apply(state, action)
                if after.pending != NOTHING:
                    second = greedy.rank(rules.view(after, view.seat), rules.legal(after), rng)[0][0]
            seconds.append(second)
        return np.array(firsts, np.int64), np.array(seconds, np.int64)


def make_searcher(name: str) -> Searcher:
    """The player for ``mcts``, ``mcts:5000`` or ``mcts:500ms``; raises GameError for other names.

    >>> make_searcher("mcts:500ms").milliseconds
    500
    """
    _, _, budget = name.partition(":")
    number = budget.removesuffix("ms")
    limit = MOST_MILLISECONDS if budget.endswith("ms") else MOST_ITERATIONS
    if name == "mcts":
        return Searcher(iterations=DEFAULT_ITERATIONS)
    if not number.isdecimal() or not 0 < int(number[:9]) <= limit:
        raise GameError(
            f"mcts thinks for 1 to {MOST_ITERATIONS:,} iterations, as in mcts:5000, or 1 to {MOST_MILLISECONDS:,} "
            f"milliseconds, as in mcts:500ms, not for {budget[:20]!r}"
        )
    return Searcher(milliseconds=int(number)) if budget.endswith("ms") else Searcher(iterations=int(number))
