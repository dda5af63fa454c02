"""What a puzzle promises, and how that is found out.

All turns are tried in the same worlds, and again and again the better part of them goes on to more. The last few are
compared in new worlds: those that made a turn look best are no witnesses. What leads there must lead in four times as
many, new again, and by the other evaluator as well.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from math import sqrt
from typing import NamedTuple

import numpy as np

from tenka.encoding import Array
from tenka.game import Action, Seat, View
from tenka.puzzles.ledger import Ledger
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
FEW, EVERY, FINALS, EARLY, WISH, GLANCE, WHOLE, OTHER, AGAIN = (
    "a few turns",
    "every turn",
    "the best eight",
    "an eighth of the worlds",
    "whom it tells apart",
    "the other's glance",
    "all worlds",
    "the other evaluator",
    "four times as many",
)
"""Stages of the sieve; after the first come quick looks."""
_FIRST_WORLDS, _LAST_WORLDS = 8, 2048
"""In so many worlds the best few are looked for, first and last;"""
_ENOUGH_WORLDS, _MOST_FINALISTS = 128, 32
"""and where they are all alike in so many, they are so many."""
MOST_RIGHT = 12
"""Where more turns are right there is not much to find."""
_LOOKS = ((24, 0.03), (96, 0.06), (384, 0.07))
"""The first looks: in how many worlds, and the lead that the best of a few turns must show in them."""
_LEAST_BEST, _MOST_RIVAL = 0.2, 0.85
"""Something is at stake: the best turn is worth so much or more, and the next best so much at most."""
_EARLY, _EARLY_LEAD = 8, 0.07
"""With a lead below this in an eighth of the worlds a position is given up."""
_SLOW_ERRORS = 2.33
_SLOW_RIVALS = 3
"""The slow evaluator compares the best turn with so many others, and is sure at 99 %."""
_GLANCE = 4
"""Before that it looks in so many times fewer worlds whether it leans that way at all."""
_FIRST_PART = 512
"""After so many worlds, and whenever there are twice as many, it is looked which turns need no more of them."""


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


def look_first(setter: Setter, view: View, rng: random.Random, ledger: Ledger) -> bool:
    """Quick looks at a few turns: whether something is at stake, and one of them stands out."""
    assert view.seat is not None
    with ledger.stage(FEW):
        few = setter.list_few(view, rng)
    if len(few) < 2:
        ledger.refuse(FEW)
        return False
    for number, (num, least) in enumerate(_LOOKS, start=1):
        with ledger.stage(f"look {number}"):
            worlds = setter.deal(view, num, rng)
            means = setter.try_out(worlds, few, rng.getrandbits(60))[:, :, view.seat].mean(1)
        best = float(means.max())
        rival = float(means[means < best - AS_GOOD].max(initial=-1.0))
        if best < _LEAST_BEST or not 0 <= rival <= min(best - least, _MOST_RIVAL):
            ledger.refuse(f"look {number}")
            return False
    return True


def find(
    setter: Setter,
    view: View,
    rng: random.Random,
    worlds: int = WORLDS,
    goes_on: Callable[[Sequence[Sequence[Action]]], bool] | None = None,
    ledger: Ledger | None = None,
) -> Found | None:
    """The right turns of a position with what they promise; None: it makes no puzzle.

    `goes_on` is asked whether to spend more, once it seems clear which turns are right.
    """
    assert view.seat is not None
    ledger = ledger or Ledger()
    with ledger.stage(EVERY):
        turns = setter.list_turns(view, rng)
    if len(turns) < setter.least_turns:
        ledger.refuse(EVERY)
        return None
    with ledger.stage(FINALS):
        finalists = best_few(setter, view, turns, rng)
    with ledger.stage(EARLY):
        early = compare(setter, view, finalists, worlds // _EARLY, rng)
    if early is None or early.promise.lead < _EARLY_LEAD or len(early.right) > MOST_RIGHT:
        ledger.refuse(EARLY)
        return None
    if goes_on is not None:
        with ledger.stage(WISH):
            is_wanted = goes_on([finalists[place] for place in early.right])
        if not is_wanted:
            ledger.refuse(WISH)
            return None
    with ledger.stage(GLANCE):
        agrees = _slow_leans(setter, view, [finalists[early.right[0]], finalists[early.rival]], rng)
    if not agrees:
        ledger.refuse(GLANCE)
        return None
    finalists = [finalists[place] for place in np.argsort(-early.means)[: len(early.right) + SHOWN + 1].tolist()]
    with ledger.stage(WHOLE):
        first = compare_in_parts(setter, view, finalists, worlds, rng)
    if first is None or not is_kept(first.promise):
        ledger.refuse(WHOLE)
        return None
    rivals = [place for place in np.argsort(-first.means).tolist() if place not in first.right][:SHOWN]
    kept = [*first.right, *rivals]
    turns = [finalists[place] for place in kept]
    with ledger.stage(OTHER):
        agrees = _slow_agrees(setter, view, turns, len(first.right), rng)
    if not agrees:
        ledger.refuse(OTHER)
        return None
    with ledger.stage(AGAIN):
        again = compare_in_parts(setter, view, turns, MORE * worlds, rng)
    if again is None or not is_kept(again.promise) or sorted(again.right) != list(range(len(first.right))):
        ledger.refuse(AGAIN)
        return None
    told = [Told(tuple(turn), tuple(shares)) for turn, shares in zip(turns, again.shares.tolist(), strict=True)]
    right = [told[place] for place in again.right]
    others = sorted((one for one in told if one not in right), key=lambda one: -one.shares[view.seat or 0])
    return Found(right, others, again.promise)


def is_kept(promise: Promise) -> bool:
    """Whether a puzzle may promise this."""
    return promise.lead >= LEAD and promise.low > SURE_LEAD and promise.best_in >= BEST_IN


def best_few(setter: Setter, view: View, turns: list[list[Action]], rng: random.Random) -> list[list[Action]]:
    """The best few of all turns: a quarter goes on to four times as many worlds, again and again.

    What is as good as the last of a quarter goes on as well: where many win in all of a few worlds, chance must not
    choose between them. Once they are as good in many worlds, so many of them are enough.
    """
    num = _FIRST_WORLDS
    while len(turns) > FINALISTS and num <= _LAST_WORLDS:
        means = setter.try_out(setter.deal(view, num, rng), turns, rng.getrandbits(60))[:, :, view.seat].mean(1)
        order = np.argsort(-means, kind="stable").tolist()
        quarter = max(len(turns) // 4, FINALISTS)
        most = _MOST_FINALISTS if num >= _ENOUGH_WORLDS else len(turns)
        least = means[order[quarter - 1]]
        alike = int((means >= least).sum())
        turns = [turns[place] for place in order[: max(quarter, min(alike, most))]]
        num *= 4
    return turns[:_MOST_FINALISTS]


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


def compare_in_parts(
    setter: Setter, view: View, turns: Sequence[Sequence[Action]], num: int, rng: random.Random
) -> Compared | None:
    """As `compare`, but what is surely behind the best turn and another that is not right is tried no further.

    It can be neither right nor the rival then; what is told of it comes from the worlds that it was tried in. None as
    well where it looks like one of them in the end.
    """
    assert view.seat is not None
    tried: list[list[Array]] = [[] for _ in turns]
    going = list(range(len(turns)))
    done = 0
    while done < num:
        part = min(done or _FIRST_PART, num - done)
        worlds = setter.deal(view, part, rng)
        shares = setter.try_out(worlds, [turns[place] for place in going], rng.getrandbits(60))
        for place, found in zip(going, shares, strict=True):
            tried[place].append(found)
        done += part
        if done < num:
            mine = np.array([np.concatenate(tried[place])[:, view.seat] for place in going])
            going = [going[place] for place in _still_open(mine)]
    compared = weigh([np.concatenate(found) for found in tried], view.seat)
    if compared is None or {*compared.right, compared.rival} - set(going):
        return None  # what was far behind comes back: nothing is sure here
    return compared


def _still_open(mine: Array) -> list[int]:
    """The places of turns in ``[turn, world]`` that may be right, or the best of those that are not."""
    best = mine[mine.mean(1).argmax()]
    lows = [_promise(best, shares).low for shares in mine]
    far = [place for place, low in enumerate(lows) if low > AS_GOOD]
    if not far:
        return list(range(len(mine)))
    rival = max(far, key=lambda place: float(mine[place].mean()))
    return [place for place in range(len(mine)) if place not in far or _promise(mine[rival], mine[place]).low <= 0]


def weigh(shares: Array | Sequence[Array], seat: Seat) -> Compared | None:
    """What ``[turn][world, seat]`` says of turns; some may have been tried in the first of the worlds only."""
    means = np.array([found[:, seat].mean() for found in shares])
    order = np.argsort(-means, kind="stable").tolist()
    best = order[0]
    right = [place for place in order if means[place] >= means[best] - AS_GOOD]
    if len(right) == len(order):
        return None
    rival = order[len(right)]
    num = min(len(shares[best]), len(shares[rival]))
    promise = _promise(shares[best][:num, seat], shares[rival][:num, seat])
    return Compared(means, right, rival, promise, np.array([found.mean(0) for found in shares]))


def _promise(best: Array, rival: Array) -> Promise:
    gains = best - rival
    num = len(gains)
    lead = float(gains.mean())
    half = ERRORS * float(gains.std(ddof=1)) / sqrt(num) + 1 / num
    return Promise(lead, lead - half, lead + half, num, float((gains >= 0).mean()))


def _slow_leans(setter: Setter, view: View, turns: Sequence[Sequence[Action]], rng: random.Random) -> bool:
    """Whether the other evaluator holds the first of two turns for better, as far as few worlds can tell."""
    best, rival = _try_slow(setter, view, turns, setter.slow_worlds // _GLANCE, rng)
    return bool(best.mean() > rival.mean())


def _slow_agrees(
    setter: Setter, view: View, turns: Sequence[Sequence[Action]], num_right: int, rng: random.Random
) -> bool:
    """Whether the other evaluator holds the best turn for better than those that come next, beyond doubt."""
    seen = [turns[0], *turns[num_right : num_right + _SLOW_RIVALS]]
    mine = _try_slow(setter, view, seen, setter.slow_worlds, rng)
    for other in mine[1:]:
        gains = mine[0] - other
        if gains.mean() - _SLOW_ERRORS * gains.std(ddof=1) / sqrt(len(gains)) <= 0:
            return False
    return True


def _try_slow(setter: Setter, view: View, turns: Sequence[Sequence[Action]], num: int, rng: random.Random) -> Array:
    """``[turn, world]``: what the other evaluator says the seat has."""
    worlds = setter.deal(view, num, rng)
    shares = setter.try_out(worlds, turns, rng.getrandbits(60), SLOW)
    return shares[:, :, view.seat]
