"""What each player has reached, and how sure that is: shares of wins with intervals over whole sets of games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import sqrt

from tenka.arena.match import GameResult

_Z_95 = 1.959964
"""Of a normal distribution: so many standard deviations hold 95 %."""

_PRIOR_SETS = 1
"""That games of a set are independent counts like so many sets, because a few equal sets do not show the contrary."""


@dataclass
class Score:
    """Wins out of games. Those with one deal depend on each other, so they are kept apart from those with others."""

    games: int = 0
    wins: float = 0.0
    sets: dict[int, tuple[int, float]] = field(default_factory=dict)
    """By deal: games and wins."""

    def add(self, deal: int, wins: float) -> None:
        """One more game, with that deal."""
        self.add_set(deal, 1, wins)

    def add_set(self, deal: int, games: int, wins: float) -> None:
        """So many more games with that deal, and the wins in them."""
        games_before, wins_before = self.sets.get(deal, (0, 0.0))
        self.sets[deal] = games_before + games, wins_before + wins
        self.games += games
        self.wins += wins

    @property
    def share(self) -> float:
        """Wins per game."""
        return min(self.wins / self.games, 1.0)  # thirds of wins add up to a little more

    @property
    def independent_games(self) -> float:
        """How many independent games would vary like these sets.

        Where all games are won, or none, sets do not vary, and games count as independent.
        """
        share, num_sets = self.share, len(self.sets)
        alone = share * (1 - share) * self.games / num_sets
        if alone == 0:
            return float(self.games)
        squares = sum((wins - share * games) ** 2 for games, wins in self.sets.values())
        return self.games * (num_sets - 1 + _PRIOR_SETS) * alone / (squares + _PRIOR_SETS * alone)

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true share lies with 95 % probability: Wilson's, for independent games, with Student's quantile."""
        quantile = _student_95(len(self.sets) - 1 + _PRIOR_SETS)
        return wilson_interval(self.share, self.independent_games, quantile)


@dataclass
class Standing:
    """What one player has reached so far."""

    score: Score = field(default_factory=Score)
    ranks: int = 0
    totals: Counter[str] = field(default_factory=Counter)
    """The figures that decide, by name, summed up."""

    @property
    def mean_rank(self) -> float:
        """The rank per game."""
        return self.ranks / self.score.games

    def mean(self, figure: str) -> float:
        """A figure per game."""
        return self.totals[figure] / self.score.games


def add_result(standings: Sequence[Standing], result: GameResult, deal: int) -> None:
    """Counts a game for each of its players."""
    outcome = result.outcome
    for seat, player in enumerate(result.seats):
        standing = standings[player]
        standing.score.add(deal, 1 / len(outcome.winners) if seat in outcome.winners else 0.0)
        standing.ranks += outcome.ranking[seat]
        standing.totals.update(outcome.totals[seat])


def wilson_interval(share: float, games: float, deviations: float = _Z_95) -> tuple[float, float]:
    """Where the true share of wins in independent games lies with 95 % probability, after Wilson.

    >>> low, high = wilson_interval(0.5, 100)
    >>> round(low, 3), round(high, 3)
    (0.404, 0.596)
    """
    share = min(share, 1.0)
    square = deviations * deviations
    centre = (share + square / (2 * games)) / (1 + square / games)
    spread = deviations / (1 + square / games) * sqrt(share * (1 - share) / games + square / (4 * games * games))
    low = centre - spread if share > 0 else 0.0
    high = centre + spread if share < 1 else 1.0
    return low, high


def _student_95(freedom: int) -> float:
    """The 97.5 % quantile of Student's distribution, after Cornish and Fisher: 2 % too little at four degrees."""
    z = _Z_95
    return z + (z**3 + z) / (4 * freedom) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
