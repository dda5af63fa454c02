"""Glicko-2: how strong people are at puzzles, and how hard puzzles are. A try is a game between the two.

The arithmetic is elote's. What is here is how it begins, and that time passes for people only: a puzzle stays as it is.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import NamedTuple

from elote import Glicko2Competitor

BEGINNING, DEVIATION, VOLATILITY = 1500.0, 350.0, 0.06
"""Of somebody who has tried no puzzle yet."""
PUZZLE_DEVIATION = 150.0
"""Of a puzzle that only the levels have tried: some know it, a crowd of people may know better."""
LEAST = 100.0
"""Nobody and nothing is rated lower."""


class Strength(NamedTuple):
    """Of a person, or of a puzzle."""

    rating: float = BEGINNING
    deviation: float = DEVIATION
    volatility: float = VOLATILITY
    at: float | None = None
    """Of a person: when it was last so sure. The deviation grows since then."""


def after_try(person: Strength, puzzle: Strength, is_right: bool, at: float) -> tuple[Strength, Strength]:
    """Both after a try: who finds the answer has won.

    >>> person, puzzle = after_try(Strength(), Strength(1500, 150), True, 0.0)
    >>> person.rating > 1600, 1450 < puzzle.rating < 1500, person.deviation < 300
    (True, True, True)
    """
    when = max(at, person.at or 0.0)  # the clocks of two nodes may differ
    both = (_competitor(person), _competitor(puzzle))
    first, second = both if is_right else both[::-1]
    first.beat(second, datetime.fromtimestamp(when, UTC))
    one, other = (Strength(each.rating, each.rd, each.volatility) for each in both)
    return one._replace(at=when), other


def _competitor(strength: Strength) -> Glicko2Competitor:
    at = None if strength.at is None else datetime.fromtimestamp(strength.at, UTC)
    return Glicko2Competitor(max(strength.rating, LEAST), strength.deviation, strength.volatility, at)
