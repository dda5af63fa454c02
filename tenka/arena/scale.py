"""Where players stand on the scale of ratings, out of how often they have won against each other.

The model is that of Plackett and Luce, as far as it tells who wins: a seat wins as often as its strength is a part of
all strengths at the table. The rating is the logarithm of the strength, in openskill's unit, with the second level of
the game at 25, where newcomers begin. So it means what the ratings of people mean, and unlike a ladder's it can be
compared with those of players who were measured later.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from tenka.arena.standings import Score
from tenka.players import describe_levels
from tenka.players.strengths import BEGINNING, BETA

_DEVIATIONS = 1.959964
"""So many hold 95 % of a normal distribution."""
_STEPS = 100
_CLOSE = 1e-9


class Meeting(NamedTuple):
    """One player alone among copies of another."""

    player: str
    against: str
    score: Score


class Estimate(NamedTuple):
    """A rating, and where it lies with 95 % probability."""

    rating: float
    low: float
    high: float


def anchor_of(game: str) -> str:
    """Who stands at 25: the second level."""
    return list(describe_levels(game))[1]


def place(meetings: Iterable[Meeting], seats: int, anchor: str) -> dict[str, Estimate]:
    """The ratings of everybody who is connected with the anchor by games, at tables of so many, best first.

    Each pair counts as if it had played one game more, and shared it as equals would: so nobody who has won or lost
    everything is infinitely far away. Games count as many as independent ones that would vary like their sets.

    >>> even = Score(); even.add_set(0, 100, 50)
    >>> better = Score(); better.add_set(0, 100, 75)
    >>> found = place([Meeting("b", "a", even), Meeting("c", "a", better)], 2, "a")
    >>> {name: round(estimate.rating) for name, estimate in found.items()}
    {'c': 31, 'a': 25, 'b': 25}
    """
    connected = _connected(list(meetings), anchor)
    names = list(dict.fromkeys([anchor, *(name for meeting in connected for name in meeting[:2])]))
    number = {name: index for index, name in enumerate(names)}
    differences = np.zeros((len(connected), len(names)))
    games, wins = np.zeros(len(connected)), np.zeros(len(connected))
    for row, meeting in enumerate(connected):
        differences[row, number[meeting.player]] = 1.0
        differences[row, number[meeting.against]] = -1.0
        independent = meeting.score.independent_games
        games[row] = independent + 1
        wins[row] = meeting.score.share * independent + 1 / seats
    differences = differences[:, 1:]  # the anchor stays where it is
    strengths, covariance = _maximise(differences, games, wins, math.log(seats - 1))
    unit = BETA * math.sqrt(seats)
    spread = _DEVIATIONS * np.sqrt(np.diag(covariance))
    estimates = {anchor: Estimate(BEGINNING, BEGINNING, BEGINNING)}
    for name, strength, around in zip(names[1:], strengths, spread, strict=True):
        middle = BEGINNING + unit * float(strength)
        estimates[name] = Estimate(middle, middle - unit * float(around), middle + unit * float(around))
    return dict(sorted(estimates.items(), key=lambda item: -item[1].rating))


def _connected(meetings: Sequence[Meeting], anchor: str) -> list[Meeting]:
    known = {anchor}
    while True:
        more = {name for meeting in meetings for name in meeting[:2] if known & {*meeting[:2]}} - known
        if not more:
            return [meeting for meeting in meetings if meeting.player in known]
        known |= more


def _maximise(
    differences: np.ndarray, games: np.ndarray, wins: np.ndarray, others: float
) -> tuple[np.ndarray, np.ndarray]:
    """The likeliest strengths by Newton's method, and their covariances; `others`: how many copies, as a logarithm."""
    strengths = np.zeros(differences.shape[1])
    for _ in range(_STEPS):
        shares = 1 / (1 + np.exp(others - differences @ strengths))
        information = differences.T @ (differences * (games * shares * (1 - shares))[:, None])
        step = np.linalg.solve(information, differences.T @ (wins - games * shares))
        strengths = strengths + np.clip(step, -2.0, 2.0)  # far from the answer Newton's method would leap too far
        if float(np.abs(step).max(initial=0.0)) < _CLOSE:
            break
    return strengths, np.linalg.inv(information)
