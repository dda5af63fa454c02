"""Matches of which only the results are drawn, thousands at a time: how often a promise is kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from tenka.arena.scale import Meeting, place, share_of
from tenka.arena.sprt import LIMIT, Sprt
from tenka.arena.standings import Score

Array = np.ndarray[Any, np.dtype[np.float64]]
Deal = Callable[[np.random.Generator, float, int, int], Array]
"""Out of chance: the wins of a player with that share of wins, at a table of so many, by set and seat."""

MOST_SETS = 20_000


def independent(rng: np.random.Generator, share: float, seats: int, sets: int) -> Array:
    """Games that have nothing to do with each other."""
    return (rng.random((sets, seats)) < share).astype(float)


def seats_decide(rng: np.random.Generator, share: float, seats: int, sets: int) -> Array:
    """Some seats are much better than others, so that sets are more alike than games are."""
    most = 0.9 * min(share, 1 - share)
    return (rng.random((sets, seats)) < share + np.linspace(most, -most, seats)).astype(float)


def deals_decide(rng: np.random.Generator, share: float, seats: int, sets: int) -> Array:
    """In every other deal one player wins all games of the set."""
    games = rng.random((sets, seats)) < share
    is_decided = rng.random(sets) < 0.5
    return np.where(is_decided[:, None], games[:, :1], games).astype(float)


DEALS: dict[str, Deal] = {"independent": independent, "seats decide": seats_decide, "deals decide": deals_decide}


class Verdicts(NamedTuple):
    """What a sequential test said in many matches with one true share."""

    high: float
    """How often it accepted the higher share."""
    low: float
    games: float
    """That it took, in the mean."""


def try_test(low: float, high: float, seats: int, share: float, deal: Deal, runs: int, seed: int) -> Verdicts:
    """The test of two shares in so many matches of a player with a certain share."""
    rng = np.random.default_rng(seed)
    test = Sprt(low, high, seats)
    accepted = np.zeros(2)
    sets = 0
    left = runs
    while left and test.sets < MOST_SETS:
        test.add_set(deal(rng, share, seats, left).mean(axis=1))
        sets += left
        evidence = test.evidence
        accepted += (evidence >= LIMIT).sum(), (evidence <= -LIMIT).sum()
        goes_on = abs(evidence) < LIMIT
        left = int(goes_on.sum())
        for name in ("total", "squares", "against_low", "against_high"):
            setattr(test, name, getattr(test, name)[goes_on])
    return Verdicts(accepted[0] / runs, accepted[1] / runs, sets * seats / runs)


class Coverage(NamedTuple):
    """What intervals were like in many matches."""

    held: float
    """How often the true share was in the interval."""
    width: float


def try_interval(share: float, seats: int, sets: int, deal: Deal, runs: int, seed: int) -> Coverage:
    """The intervals of so many matches, each of so many sets."""
    wins = deal(np.random.default_rng(seed), share, seats, runs * sets).sum(axis=1).reshape(runs, sets)
    held, width = 0, 0.0
    for match in wins.tolist():
        score = Score()
        for number, won in enumerate(match):
            score.add_set(number, seats, won)
        low, high = score.interval
        held += low <= share <= high
        width += high - low
    return Coverage(held / runs, width / runs)


class BoardCoverage(NamedTuple):
    """How often the intervals of many boards held what is true."""

    ratings: float
    shares: float
    """Of wins, of one player alone among copies of another."""


def try_board(meetings: Sequence[Meeting], seats: int, anchor: str, deal: Deal, runs: int, seed: int) -> BoardCoverage:
    """The intervals of so many boards with as many games as this one, of players as far apart as this one says."""
    rng = np.random.default_rng(seed)
    true = {name: estimate.rating for name, estimate in place(meetings, seats, anchor).items()}
    shares = [share_of(true[player] - true[against], seats) for player, against, _ in meetings]
    ratings_held = shares_held = 0
    for _ in range(runs):
        board = []
        for (player, against, played), share in zip(meetings, shares, strict=True):
            score = Score()
            for number, won in enumerate(deal(rng, share, seats, len(played.sets)).sum(axis=1).tolist()):
                score.add_set(number, seats, won)
            low, high = score.interval
            shares_held += low <= share <= high
            board.append(Meeting(player, against, score))
        found = place(board, seats, anchor)
        ratings_held += sum(found[name].low <= rating <= found[name].high for name, rating in true.items()) - 1
    return BoardCoverage(ratings_held / (runs * (len(true) - 1)), shares_held / (runs * len(meetings)))
