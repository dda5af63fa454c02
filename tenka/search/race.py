"""A race between the best few actions, over the contract: a search that knows no game, but needs a guide who does.

Every action in the race is played on equally often, and as the budget is spent the worse half drops out, again and
again, until two are left (sequential halving, after Karnin, Koren and Somekh, 2013). Try number n of each action has
the same sampled state and the same luck, so that actions are compared with each other, and not what dice brought them:
that makes few tries tell much.

The guide's first choice stays in the race to the end. It is left only for an action that did better with the same luck
beyond doubt; so the player is hardly ever weaker than its guide, and gets the stronger the longer it thinks.

There is no tree: where fights and cards decide much, and somebody good plays on, what comes after the next decision is
better left to the play-outs. For games with more to foresee and less luck there is ``mcts.py``.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import ceil, log2, sqrt
from statistics import fmean, stdev

from tenka.encoding import Array
from tenka.game import Action, Rules, Seat, View
from tenka.search.clock import now
from tenka.search.mcts import Guide


class RaceGuide(Guide):
    """A guide who knows which actions are good, so that the best few are enough to look at."""

    width = 6
    """How many actions run."""
    caution = 1.0
    """By how many standard errors an action must have done better than the guide's first choice to be preferred."""
    batch = 1
    """How many tries it is best asked for at once, about."""

    def try_out(
        self, rules: Rules, view: View, actions: Sequence[Action], lucks: Sequence[int]
    ) -> Sequence[Sequence[float]] | Array:
        """What tries bring everybody, each of an action in the state and with the luck of its number."""
        found = []
        for action, number in zip(actions, lucks, strict=True):
            luck = random.Random(number)
            state = rules.sample(view, luck)
            found.append(self.play_out(rules, rules.apply(state, action), state, luck))
        return found


class Runner:
    """An action in the race."""

    def __init__(self, action: Action, players: int) -> None:
        self.action = action
        self.results: list[float] = []
        """What its tries brought the searcher, one by one."""
        self.wins = [0.0] * players
        """By seat, what all tries brought."""

    def add(self, shares: Sequence[float], seat: Seat) -> None:
        """Counts a try."""
        self.results.append(shares[seat])
        for other, share in enumerate(shares):
            self.wins[other] += share

    def lead(self, other: Runner, caution: float) -> float:
        """By how much it did better than another one with the same luck, less so many standard errors of that."""
        gains = [mine - others for mine, others in zip(self.results, other.results, strict=False)]
        if len(gains) < 2:
            return 0.0
        return fmean(gains) - caution * stdev(gains) / sqrt(len(gains))


def race(
    rules: Rules,
    view: View,
    legal: Sequence[Action],
    iterations: int,
    rng: random.Random,
    guide: RaceGuide,
    deadline: float | None = None,
) -> list[Runner]:
    """What was tried: the action to play, and then the others, most often tried first.

    It ends after so many iterations, or at a time of `clock.now`, whichever comes first, but after at least one.
    """
    if view.seat is None:
        raise ValueError("a spectator has nothing to decide")
    players = int(view.known.players)
    everybody = [Runner(action, players) for action in guide.candidates(rules, view.known, legal)[: guide.width]]
    running = everybody
    first = running[0]
    halvings_to_do, halvings = max(ceil(log2(len(running))), 1), 1
    seed, begin = rng.getrandbits(64), now()
    done, spent = 0, 0.0
    while spent < 1:
        next_ones = _next_tries(running, min(guide.batch, iterations - done))
        lucks = [seed + number for _, number in next_ones]
        results = guide.try_out(rules, view, [runner.action for runner, _ in next_ones], lucks)
        for (runner, _), shares in zip(next_ones, results, strict=True):
            runner.add(shares, view.seat)
        done += len(next_ones)
        spent = done / iterations
        if deadline is not None:
            spent = max(spent, (now() - begin) / max(deadline - begin, 1e-9))
        is_round_over = len(running[0].results) == len(running[-1].results)
        if is_round_over and len(running) > 2 and halvings <= spent * halvings_to_do < halvings_to_do:
            running = _better_half(running)
            halvings += 1
    best = max(running, key=lambda runner: runner.lead(first, guide.caution))
    tried = [runner for runner in everybody if runner.results]
    return sorted(tried, key=lambda runner: (runner is not best, -len(runner.results), -fmean(runner.results)))


def _next_tries(running: Sequence[Runner], most: int) -> list[tuple[Runner, int]]:
    """Whose turn it is, and the number of his try: whole rounds, unless there is room for less than one."""
    done = len(running[-1].results)
    waiting = [runner for runner in running if len(runner.results) == done]
    rounds = max(most // len(running), 1)
    tries = [(runner, done) for runner in waiting]
    tries += [(runner, done + number) for number in range(1, rounds) for runner in running]
    return tries[:most]


def _better_half(running: Sequence[Runner]) -> list[Runner]:
    """The first one in any case, and the best of the others, in the same order."""
    ranked = sorted(running[1:], key=lambda runner: -sum(runner.results))
    kept = {running[0], *ranked[: (len(running) + 1) // 2 - 1]}
    return [runner for runner in running if runner in kept]
