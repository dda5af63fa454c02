"""Error rates of players whose strength is known: like which level somebody played."""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt
from typing import Any, NamedTuple

from tenka.games import find_part, get_game
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


def level_of(game: str, options: Any, rate: Interval, decisions: int) -> Level | None:
    """The level of an error rate in a game of so many decisions; None where no such games were measured.

    All were played by the usual rules. Where a set-up is dealt instead of chosen there are other decisions, and
    everybody's error rate is another one.
    """
    measured: Measured = getattr(find_part(game, "players"), "ERROR_RATES", {})
    levels = measured.get(options.players)
    if not levels or not _is_usual(game, options):
        return None
    return find_level(levels, rate, decisions)


def find_level(levels: Mapping[str, tuple[float, float]], rate: Interval, decisions: int) -> Level:
    """The level of an error rate among those that were measured."""
    like = min(levels, key=lambda name: abs(levels[name][0] - rate.mean))
    uncertain = (rate.high - rate.mean) / SURE
    near = [
        name
        for name, (mean, deviation) in levels.items()
        if name == like or abs(mean - rate.mean) <= sqrt(deviation**2 / decisions + uncertain**2)
    ]
    return Level(like, near[0], near[-1])


def _is_usual(game: str, options: Any) -> bool:
    """Whether a game is played by the rules that nobody has to ask for, whoever begins."""
    rules = get_game(game)
    usual, own = (
        {name: text for name, text in rules.describe_options(chosen).items() if name != "first"}
        for chosen in (rules.options({"players": options.players}), options)
    )
    return usual == own
