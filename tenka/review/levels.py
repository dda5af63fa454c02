"""Error rates of players whose strength is known: like which level somebody played."""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt
from typing import NamedTuple

from tenka.games import find_part
from tenka.review.marks import SURE, Interval

Measured = Mapping[int, Mapping[str, tuple[float, float]]]
"""By number of players and level: its error rate, and how much that of a single decision deviates from it."""


class Level(NamedTuple):
    """Like whom somebody played."""

    like: str
    """The level whose error rate is nearest."""
    weakest: str
    """The weakest and the strongest level that has such an error rate in two of three games of as many decisions."""
    strongest: str

    def to_json(self) -> dict[str, str]:
        """For programs, and for the page."""
        return {"like": self.like, "from": self.weakest, "to": self.strongest}


def level_of(game: str, players: int, rate: Interval, decisions: int) -> Level | None:
    """The level of an error rate in a game of so many decisions; None where no table of this size was measured."""
    measured: Measured = getattr(find_part(game, "players"), "ERROR_RATES", {})
    levels = measured.get(players)
    if not levels:
        return None
    like = min(levels, key=lambda name: abs(levels[name][0] - rate.mean))
    uncertain = (rate.high - rate.mean) / SURE
    near = [
        name
        for name, (mean, deviation) in levels.items()
        if name == like or abs(mean - rate.mean) <= sqrt(deviation**2 / decisions + uncertain**2)
    ]
    return Level(like, near[0], near[-1])
