"""Marks and figures: how large a loss is called what. All of it is relative to par, the share that everybody has who is
as good as the others: 1/2 at a table of two, 1/4 at a table of four.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from math import sqrt
from typing import NamedTuple

import numpy as np

from tenka.encoding import Array


class Mark(Enum):
    """What a loss is called."""

    NONE = ""
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


THRESHOLDS = {Mark.INACCURACY: 0.1, Mark.MISTAKE: 0.2, Mark.BLUNDER: 0.3}
"""The least loss of each, in parts of par: 5, 10 and 15 points of 100 at a table of two, which players of chess know
from their servers; half of that at a table of four, where half as much is at stake."""

SIGNS = {Mark.NONE: "", Mark.INACCURACY: "?!", Mark.MISTAKE: "?", Mark.BLUNDER: "??"}

HALVES = 0.3
"""A loss of this part of par, the least blunder, halves the accuracy of a decision. With two players that goes through
the points that lichess fitted its curve to (5 points lost: 79, 10: 63, 20: 40, 40: 16)."""

SURE = 3.0
"""How many standard errors an interval reaches to both sides. 2.6 would be 99 %; a comparison is looked at several
times before it ends, and each time it could be wrong."""

DECIDED = 0.1
"""Who has less than this part of par left, or lacks no more than this part of what others have at par, can hardly win
or lose any more, and so hardly make errors."""

LEAST_WEIGHT = 0.05
"""What a decision counts in the accuracy of a game in which nothing was at stake."""


class Interval(NamedTuple):
    """A figure, and where it lies at 99 %."""

    mean: float
    low: float
    high: float


EXACT_ZERO = Interval(0.0, 0.0, 0.0)


def around(mean: float, margin: float) -> Interval:
    """A figure that may be off by a margin.

    >>> around(0.5, 0.125)
    Interval(mean=0.5, low=0.375, high=0.625)
    """
    return Interval(mean, mean - margin, mean + margin)


def margins_of(samples: Array) -> list[float]:
    """By seat: by how much the mean of ``[world, seat]`` may be off, in a sum of many such figures."""
    num = len(samples)
    deviations = samples.std(0, ddof=1) if num > 1 else np.ones(samples.shape[1])
    found: list[float] = (SURE * deviations / sqrt(num)).tolist()
    return found


def interval_of(samples: Array) -> Interval:
    """The mean of what independent worlds brought.

    A world unlike all that were seen may always be missing, so the interval is wider by what one more could change. In
    sums of many figures it is not missing every time, and there margins alone count.
    """
    (margin,) = margins_of(samples[:, None])
    return around(float(samples.mean()), margin + 1.0 / len(samples))


def par_of(players: int) -> float:
    """The share of who is as good as the others."""
    return 1.0 / players


def mark_of(loss: float, players: int) -> Mark:
    """What a loss is called, if it is sure.

    >>> mark_of(0.11, 2), mark_of(0.11, 4), mark_of(0.01, 2)
    (<Mark.MISTAKE: 'mistake'>, <Mark.BLUNDER: 'blunder'>, <Mark.NONE: ''>)
    """
    reached = [mark for mark, least in THRESHOLDS.items() if loss >= least * par_of(players)]
    return reached[-1] if reached else Mark.NONE


def sure_mark(loss: Interval, players: int) -> Mark:
    """The mark of a loss: that of the lower end of its interval, so that nobody is blamed for what luck may explain."""
    return mark_of(loss.low, players)


def is_clear(loss: Interval, players: int) -> bool:
    """Whether more worlds would not change the mark."""
    return mark_of(loss.low, players) is mark_of(loss.high, players)


def accuracy_of(loss: float, players: int) -> float:
    """From 100, for the best, to 0.

    >>> round(accuracy_of(0.15, 2)), round(accuracy_of(0.0, 4))
    (50, 100)
    """
    return float(100.0 * 0.5 ** (max(loss, 0.0) / (HALVES * par_of(players))))


def accuracy_between(loss: Interval, players: int) -> Interval:
    """The accuracy of a loss that is somewhere in an interval: the less was lost, the higher it is.

    >>> [round(figure) for figure in accuracy_between(Interval(0.15, 0.0, 0.3), 2)]
    [50, 25, 100]
    """
    mean, low, high = (accuracy_of(each, players) for each in (loss.mean, loss.high, loss.low))
    return Interval(mean, low, high)


class Counted(NamedTuple):
    """What counts of a decision."""

    loss: float
    stake: float
    """How much worse than the best the options are that somebody good may think of."""
    margin: float = 0.0
    """How far the loss may be off, in a sum of many."""


def weight_of(decision: Counted, players: int) -> float:
    """How much a decision counts in the accuracy of a game: where every option is as good, hardly at all."""
    return min(max(decision.stake, decision.loss, 0.0) / par_of(players) + LEAST_WEIGHT, 1.0)


def accuracy_of_game(decisions: Sequence[Counted], players: int) -> Interval | None:
    """The mean accuracy, each decision by its weight; None where there was nothing to decide.

    Decisions are judged independently of each other, so their errors add up by their squares, to each side by itself.
    """
    weights = np.array([weight_of(decision, players) for decision in decisions])
    if not len(weights):
        return None
    found = np.array([accuracy_between(around(loss, margin), players) for loss, _, margin in decisions])
    mean, low, high = found.T
    below, above = (float(sqrt((weights**2 * (side - mean) ** 2).sum()) / weights.sum()) for side in (low, high))
    accuracy = float((weights * mean).sum() / weights.sum())
    return Interval(accuracy, max(accuracy - below, 0.0), min(accuracy + above, 100.0))


def is_open(share: float, players: int) -> bool:
    """Whether a game is still to be won or lost by who has such a share with the best option.

    >>> is_open(0.05, 2), is_open(0.04, 2), is_open(0.93, 4), is_open(0.9, 4)
    (True, False, False, True)
    """
    par = par_of(players)
    return DECIDED * par <= share <= 1.0 - DECIDED * (1.0 - par)


def error_rate(losses: Sequence[tuple[float, float]], players: int) -> Interval | None:
    """The mean of losses, each with its margin, in hundredths of par; None where there are none."""
    if not losses:
        return None
    scale = 100.0 / par_of(players) / len(losses)
    return around(
        scale * sum(loss for loss, _ in losses),
        scale * sqrt(sum(margin**2 for _, margin in losses)),
    )
