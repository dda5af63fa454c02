"""The sequential test: it says as soon as it is clear which of two shares of wins is the true one.

One observation is the first player's share of wins in a whole set, which is all rotations of one deal. Against each of
the two shares the test bets money, as it were, set after set, on terms that are fair or worse if that share is the true
one: whoever begins with 1 then ever holds 20 in at most one of 20 cases (Ville's inequality). So a share is given up
when the bets against it have multiplied what they began with by 20, and the promise holds for tables of any size,
however the games of a set depend on each other (I. Waudby-Smith and A. Ramdas, "Estimating means of bounded random
variables by betting"). The bets are those under which money grows fastest if the other share is the true one; then
the test takes about as many games as one that knew the spread.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log
from typing import Any, TypeAlias

import numpy as np

from tenka.arena.match import GameResult
from tenka.game import GameError

Figure: TypeAlias = Any
"""A number; or an array with a number for each of many matches, of which all have as many sets."""

ERROR = 0.05
"""How often the test accepts the wrong share at most, where one of the two is true."""

LIMIT = log(1 / ERROR)

PRIOR_SETS = 4.0
"""The spread of independent games counts like so many sets, because a few equal sets do not show that there is none."""

MOST_AT_STAKE = 0.75
"""Of what the bets hold, so much may be lost with one set."""


@dataclass
class Sprt:
    """A test of the first player's share of wins: `low` against `high`."""

    low: float
    high: float
    num_seats: int
    sets: int = 0
    total: Figure = 0.0
    squares: Figure = 0.0
    against_low: Figure = 0.0
    """The logarithm of what bets against the low share have made of 1."""
    against_high: Figure = 0.0
    wins_in_set: float = 0.0
    games_in_set: int = 0

    def add(self, result: GameResult) -> None:
        """The next game, in the order of their numbers."""
        self.wins_in_set += result.wins(0)
        self.games_in_set += 1
        if self.games_in_set == self.num_seats:
            self.add_set(min(self.wins_in_set / self.num_seats, 1.0))  # thirds of wins add up to a little more
            self.wins_in_set, self.games_in_set = 0.0, 0

    def add_set(self, share: Figure) -> None:
        """The first player's share of wins in a whole set. What is bet on it depends on the sets before only."""
        distance = self.high - self.low
        stake = distance / (self._variance + distance * distance)
        self.against_low += np.log1p(np.minimum(stake, MOST_AT_STAKE / self.low) * (share - self.low))
        self.against_high += np.log1p(np.minimum(stake, MOST_AT_STAKE / (1 - self.high)) * (self.high - share))
        self.sets += 1
        self.total += share
        self.squares += share * share

    @property
    def _variance(self) -> Figure:
        """Of the share of one set, as far as it is known."""
        middle = (self.low + self.high) / 2
        prior = middle * (1 - middle) / self.num_seats
        spread = np.maximum(self.squares - self.total * self.total / max(self.sets, 1), 0.0)
        return (spread + PRIOR_SETS * prior) / (self.sets + PRIOR_SETS)

    @property
    def evidence(self) -> Figure:
        """Of what the better bets have made, the logarithm: above 0 for the high share, below 0 for the low one."""
        for_high, for_low = np.maximum(self.against_low, 0.0), np.maximum(self.against_high, 0.0)
        return np.where(for_high >= for_low, for_high, -for_low)

    @property
    def accepted(self) -> float | None:
        """The share that is accepted; None: not clear yet."""
        if self.games_in_set or abs(self.evidence) < LIMIT:
            return None
        return self.high if self.evidence > 0 else self.low


def parse_sprt(text: str) -> tuple[float, float]:
    """Two shares of wins; raises GameError.

    >>> parse_sprt("0.5,0.55")
    (0.5, 0.55)
    """
    try:
        low, high = (float(part) for part in text.split(","))
        if not 0 < low < high < 1:
            raise ValueError
    except ValueError:
        raise GameError(
            f"--sprt is two shares of wins between 0 and 1, the lower one first, such as 0.5,0.55, not {text[:40]}"
        ) from None
    return low, high
