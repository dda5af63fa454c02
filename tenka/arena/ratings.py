"""Ratings out of results, by openskill's model of Plackett and Luce: it takes tables of any size, and shared ranks."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from statistics import fmean
from typing import NamedTuple

from openskill.models import PlackettLuce

from tenka.arena.match import GameResult

ORDERS = 10
"""In so many orders the games are rated. Between two orders a rating may differ by one or two."""


class Rating(NamedTuple):
    """How strong a player is, 25 being where everybody begins."""

    mu: float
    """The best guess."""
    sigma: float
    """How far off it may be."""

    @property
    def ordinal(self) -> float:
        """What the player is worth almost surely."""
        return self.mu - 3 * self.sigma


def rate(results: Sequence[GameResult], num_players: int) -> list[Rating]:
    """The ratings by player; the games by their numbers, not as they happened to finish.

    A rating follows the latest games, as it should for people, who learn. Bots do not, so it is the mean over several
    orders of the same games. A player in several seats of a game gets the mean of what its seats get.

    >>> from tenka.game import Outcome
    >>> game = GameResult(1, (1, 0), Outcome("test", (0,), (1, 2), ({}, {})))
    >>> [round(rating.mu, 2) for rating in rate([game], 2)]
    [22.36, 27.64]
    """
    passes = []
    for number in range(ORDERS):
        order = list(results)
        if number > 0:
            random.Random(number).shuffle(order)
        passes.append(_rate_in_order(order, num_players))
    return [
        Rating(fmean(r.mu for r in several), fmean(r.sigma for r in several)) for several in zip(*passes, strict=True)
    ]


def _rate_in_order(results: Iterable[GameResult], num_players: int) -> list[Rating]:
    model = PlackettLuce()
    start = model.rating()
    ratings = [Rating(start.mu, start.sigma)] * num_players
    for result in results:
        seats = [[model.rating(*ratings[player])] for player in result.seats]
        rated = model.rate(seats, ranks=[float(rank) for rank in result.outcome.ranking])
        for player in set(result.seats):
            own = [rating for seat, (rating,) in zip(result.seats, rated, strict=True) if seat == player]
            ratings[player] = Rating(fmean(rating.mu for rating in own), fmean(rating.sigma for rating in own))
    return ratings
