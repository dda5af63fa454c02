"""What a puzzle promises, and how that is found out.

All turns are tried in the same worlds, and again and again the better part of them goes on to more. The last few are
compared in new worlds: those that made a turn look best are no witnesses. What leads there must lead in four times as
many, new again, and by the other evaluator as well.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

import numpy as np

from tenka.encoding import Array
from tenka.game import Action, Seat, View
from tenka.puzzles.puzzle import Promise, Told
from tenka.search.setter import QUICK, SLOW, Setter

WORLDS = 4096
"""In so many worlds turns are compared,"""
MORE = 4
"""and in so many times as many again."""
LEAD = 0.10
"""By so much a right turn leads all that are not right, as a share of the win,"""
SURE_LEAD = 0.05
"""at 99.9 % by more than this,"""
BEST_IN = 0.70
"""and in this part of the worlds the best other turn does no better."""
AS_GOOD = 0.02
"""Whatever lies so near to the best is right as well."""
ERRORS = 3.29
"""Standard errors of an interval at 99.9 %."""
FINALISTS = 8
SHOWN = 4
"""So many other turns are told."""
_FIRST_WORLDS = 8
_FIRST_LOOK = 96
"""Worlds of the first look,"""
_FIRST_LEAD = 0.06
"""and the lead that a few turns must show in it."""
_SHARES = (0.15, 0.85)
"""Between these the mean share of a few sensible turns must lie: nothing is decided yet."""
_EARLY, _EARLY_LEAD = 8, 0.07
"""With a lead below this in an eighth of the worlds a position is given up."""
_SLOW_ERRORS = 2.33
_SLOW_RIVALS = 3
"""The slow evaluator compares the best turn with so many others, and is sure at 99 %."""


class Found(NamedTuple):
    """What a position brings to light."""

    right: list[Told]
    others: list[Told]
    promise: Promise


class Compared(NamedTuple):
    """Turns in the same worlds."""

    means: Array
    """By turn: the mover's mean share."""
    right: list[int]
    """The places of the best turn and of those that are as good, the best first."""
    rival: int
    """The best of the others."""
    promise: Promise
    shares: Array
    """``[turn, seat]``: everybody's mean share."""


def look_first(setter: Setter, view: View, rng: random.Random) -> list[Action] | None:
    """A quick look at a few turns: the best, if something is at stake and it stands out."""
    assert view.seat is not None
    few = setter.list_few(view, rng)
    if len(few) < 2:
        return None
    worlds = setter.deal(view, _FIRST_LOOK, rng)
    means = setter.try_out(worlds, few, rng.getrandbits(60))[:, :, view.seat].mean(1)
    best = float(means.max())
    others = means[means < best - AS_GOOD]
    if not len(others) or not _SHARES[0] <= float(means.mean()) <= _SHARES[1]:
        return None
    return few[int(means.argmax())] if best - float(others.max()) >= _FIRST_LEAD else None


def find(setter: Setter, view: View, rng: random.Random, worlds: int = WORLDS) -> Found | None:
    """The right turns of a position with what they promise; None: it makes no puzzle."""
    assert view.seat is not None
    turns = setter.list_turns(view, rng)
    if len(turns) < 3:
        return None
    finalists = best_few(setter, view, turns, rng)
    early = compare(setter, view, finalists, worlds // _EARLY, rng)
    if early is None or early.promise.lead < _EARLY_LEAD:
        return None
    first = compare(setter, view, finalists, worlds, rng)
    if first is None or not is_kept(first.promise):
        return None
    rivals = [place for place in np.argsort(-first.means).tolist() if place not in first.right][:SHOWN]
    kept = [*first.right, *rivals]
    turns = [finalists[place] for place in kept]
    if not _slow_agrees(setter, view, turns, len(first.right), rng):
        return None
    again = compare(setter, view, turns, MORE * worlds, rng)
    if again is None or not is_kept(again.promise) or sorted(again.right) != list(range(len(first.right))):
        return None
    told = [Told(tuple(turn), tuple(shares)) for turn, shares in zip(turns, again.shares.tolist(), strict=True)]
    right = [told[place] for place in again.right]
    others = sorted((one for one in told if one not in right), key=lambda one: -one.shares[view.seat or 0])
    return Found(right, others, again.promise)


def is_kept(promise: Promise) -> bool:
    """Whether a puzzle may promise this."""
    return promise.lead >= LEAD and promise.low > SURE_LEAD and promise.best_in >= BEST_IN


def best_few(setter: Setter, view: View, turns: list[list[Action]], rng: random.Random) -> list[list[Action]]:
    """The best few of all turns: a quarter goes on to four times as many worlds, again and again."""
    num = _FIRST_WORLDS
    while len(turns) > FINALISTS:
        shares = setter.try_out(setter.deal(view, num, rng), turns, rng.getrandbits(60))[:, :, view.seat]
        order = np.argsort(-shares.mean(1), kind="stable").tolist()
        turns = [turns[place] for place in order[: max(len(turns) // 4, FINALISTS)]]
        num *= 4
    return turns


def compare(
    setter: Setter,
    view: View,
    turns: Sequence[Sequence[Action]],
    num: int,
    rng: random.Random,
    evaluator: int = QUICK,
) -> Compared | None:
    """Turns in so many new worlds, the same for all; None where all are right."""
    assert view.seat is not None
    worlds = setter.deal(view, num, rng)
    return weigh(setter.try_out(worlds, turns, rng.getrandbits(60), evaluator), view.seat)


def weigh(shares: Array, seat: Seat) -> Compared | None:
    """What ``[turn, world, seat]`` says of turns."""
    mine = shares[:, :, seat]
    means = mine.mean(1)
    order = np.argsort(-means, kind="stable").tolist()
    best = order[0]
    right = [place for place in order if means[place] >= means[best] - AS_GOOD]
    if len(right) == len(order):
        return None
    rival = order[len(right)]
    return Compared(means, right, rival, _promise(mine[best], mine[rival]), shares.mean(1))


def _promise(best: Array, rival: Array) -> Promise:
    gains = best - rival
    num = len(gains)
    lead = float(gains.mean())
    half = ERRORS * float(gains.std(ddof=1)) / sqrt(num) + 1 / num
    return Promise(lead, lead - half, lead + half, num, float((gains >= 0).mean()))


def _slow_agrees(
    setter: Setter, view: View, turns: Sequence[Sequence[Action]], num_right: int, rng: random.Random
) -> bool:
    """Whether the other evaluator holds the best turn for better than those that come next, beyond doubt."""
    assert view.seat is not None
    seen = [turns[0], *turns[num_right : num_right + _SLOW_RIVALS]]
    worlds = setter.deal(view, setter.slow_worlds, rng)
    mine = setter.try_out(worlds, seen, rng.getrandbits(60), SLOW)[:, :, view.seat]
    for other in mine[1:]:
        gains = mine[0] - other
        if gains.mean() - _SLOW_ERRORS * gains.std(ddof=1) / sqrt(len(gains)) <= 0:
            return False
    return True
