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


def share_of(difference: float, seats: int) -> float:
    """How often somebody wins who stands so many points above all others at a table of so many.

    >>> round(share_of(4.1, 2), 2), round(share_of(0, 4), 2)
    (0.67, 0.25)
    """
    return 1 / (1 + (seats - 1) * math.exp(-difference / (BETA * math.sqrt(seats))))


def place(meetings: Iterable[Meeting], seats: int, anchor: str) -> dict[str, Estimate]:
    """The ratings of everybody who is connected with the anchor by games, at tables of so many, best first.

    Shares at either end are drawn to the middle as Jeffreys' prior does it: nobody who has won or lost everything is
    infinitely far away, and few games say too little on either side equally often. Each player's games count as many
    as independent ones that would vary like their sets, and never more than they are.

    >>> even = Score(); even.add_set(0, 100, 50)
    >>> better = Score(); better.add_set(0, 100, 75)
    >>> found = place([Meeting("b", "a", even), Meeting("c", "a", better)], 2, "a")
    >>> {name: round(estimate.rating) for name, estimate in found.items()}
    {'c': 31, 'a': 25, 'b': 25}
    """
    connected = _connected(list(meetings), anchor)
    names = list(dict.fromkeys([anchor, *(name for meeting in connected for name in meeting[:2])]))
    number = {name: index for index, name in enumerate(names)}
    dependence = {
        name: _dependence([meeting.score for meeting in connected if meeting.player == name])
        for name in {meeting.player for meeting in connected}
    }
    differences = np.zeros((len(connected), len(names)))
    games, wins = np.zeros(len(connected)), np.zeros(len(connected))
    for row, meeting in enumerate(connected):
        differences[row, number[meeting.player]] = 1.0
        differences[row, number[meeting.against]] = -1.0
        games[row] = meeting.score.games / dependence[meeting.player]
        wins[row] = meeting.score.share * games[row]
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


def _dependence(scores: Sequence[Score]) -> float:
    """How many times as much sets vary as if their games were independent, and at least 1.

    It is that of all of a player's sets: the few with one opponent tell next to nothing, and what they tell follows the
    share of wins in them, which makes intervals wrong.
    """
    together, alone = 0.0, 0.0
    for score in scores:
        if (more := len(score.sets) - 1) == 0:
            continue
        together += sum((wins - score.share * games) ** 2 for games, wins in score.sets.values())
        games_of_set = score.games / len(score.sets)
        alone += more * games_of_set * score.share * (1 - score.share) * score.games / (score.games - 1)
    return max(together / alone, 1.0) if alone else 1.0


def _maximise(
    differences: np.ndarray, games: np.ndarray, wins: np.ndarray, others: float
) -> tuple[np.ndarray, np.ndarray]:
    """The likeliest strengths, and their covariances; `others`: how many copies, as a logarithm.

    Newton's method, with Firth's correction (1993): each row has shared as many games more as it weighs in the answer.
    """
    strengths = np.zeros(differences.shape[1])
    for _ in range(_STEPS):
        shares = 1 / (1 + np.exp(others - differences @ strengths))
        covariance = np.linalg.inv(_information(differences, games * shares * (1 - shares)))
        weighs = games * shares * (1 - shares) * np.einsum("ij,jk,ik->i", differences, covariance, differences)
        more = _information(differences, (games + weighs) * shares * (1 - shares))
        step = np.linalg.solve(more, differences.T @ (wins + weighs / 2 - (games + weighs) * shares))
        strengths = strengths + np.clip(step, -2.0, 2.0)  # far from the answer Newton's method would leap too far
        if float(np.abs(step).max(initial=0.0)) < _CLOSE:
            break
    return strengths, covariance


def _information(differences: np.ndarray, weights: np.ndarray) -> np.ndarray:
    found: np.ndarray = differences.T @ (differences * weights[:, None])
    return found
