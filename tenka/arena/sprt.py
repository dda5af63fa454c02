"""The sequential test: it says as soon as it is clear which of two shares of wins is the true one.

A generalised SPRT as for chess engines (M. Van den Bergh, "The generalized maximum likelihood ratio for the
expectation value of a distribution"). One observation is the first player's share of wins in a whole set, which is
all rotations of one deal. Games of a set depend on each other, so the spread is estimated from the sets and not taken
for that of coin tosses.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log

from tenka.arena.match import GameResult
from tenka.game import GameError

ERROR = 0.05
"""How often the test may accept the wrong share, where one of the two is true."""

LIMIT = log((1 - ERROR) / ERROR)
LEAST_SETS = 10
"""Before that, an estimate of the spread is worth little."""

PRIOR_SETS = 4.0
"""The spread of independent games counts like so many sets, because a few equal sets do not show that there is none."""


@dataclass
class Sprt:
    """A test of the first player's share of wins: `low` against `high`."""

    low: float
    high: float
    num_seats: int
    sets: int = 0
    total: float = 0.0
    squares: float = 0.0
    wins_in_set: float = 0.0
    games_in_set: int = 0

    def add(self, result: GameResult) -> None:
        """The next game, in the order of their numbers."""
        self.wins_in_set += result.wins(0)
        self.games_in_set += 1
        if self.games_in_set == self.num_seats:
            self.add_set(self.wins_in_set / self.num_seats)
            self.wins_in_set, self.games_in_set = 0.0, 0

    def add_set(self, share: float) -> None:
        """The first player's share of wins in a whole set."""
        self.sets += 1
        self.total += share
        self.squares += share * share

    @property
    def ratio(self) -> float:
        """The logarithm of how much likelier the results are with the high share than with the low one."""
        if self.sets == 0:
            return 0.0
        mean = self.total / self.sets
        middle = (self.low + self.high) / 2
        prior = middle * (1 - middle) / self.num_seats
        spread = max(self.squares - self.sets * mean * mean, 0.0) + PRIOR_SETS * prior
        variance = spread / (self.sets + PRIOR_SETS)
        return self.sets * (self.high - self.low) * (mean - middle) / variance

    @property
    def accepted(self) -> float | None:
        """The share that is accepted; None: not clear yet."""
        if self.sets < LEAST_SETS or self.games_in_set or abs(self.ratio) < LIMIT:
            return None
        return self.high if self.ratio > 0 else self.low


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
