"""The sequential test errs about as often as it says."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from tenka.arena.sprt import LEAST_SETS, Sprt, parse_sprt
from tenka.arena.workers import play_plan
from tenka.game import GameError
from tests.arena.conftest import plan_of, result_of

Deal = Callable[[float, random.Random], float]


def independent(share: float, rng: random.Random) -> float:
    """Two games that have nothing to do with each other."""
    return ((rng.random() < share) + (rng.random() < share)) / 2


def seats_decide(share: float, rng: random.Random) -> float:
    """One seat is much better than the other, so that mostly each player wins once."""
    return ((rng.random() < share + 0.35) + (rng.random() < share - 0.35)) / 2


def deal_decides(share: float, rng: random.Random) -> float:
    """In every other deal the same player wins both games."""
    return float(rng.random() < share) if rng.random() < 0.5 else independent(share, rng)


def decide(test: Sprt, share: float, deal: Deal, rng: random.Random) -> float:
    while test.accepted is None:
        test.add_set(deal(share, rng))
    return test.accepted


@pytest.mark.parametrize("deal", [independent, seats_decide, deal_decides])
@pytest.mark.parametrize(("low", "high"), [(0.5, 0.55), (0.5, 0.6)])
def test_it_accepts_the_wrong_share_in_about_one_of_twenty_cases(deal: Deal, low: float, high: float) -> None:
    rng = random.Random(1)
    trials = 400
    wrong_high = sum(decide(Sprt(low, high, 2), low, deal, rng) == high for _ in range(trials)) / trials
    wrong_low = sum(decide(Sprt(low, high, 2), high, deal, rng) == low for _ in range(trials)) / trials
    assert 0.01 < wrong_high < 0.09
    assert 0.01 < wrong_low < 0.09


def test_a_share_far_off_is_decided_quickly() -> None:
    rng = random.Random(1)
    test = Sprt(0.5, 0.55, 2)
    assert decide(test, 0.8, independent, rng) == 0.55
    assert test.sets < 40


def test_it_waits_for_a_few_whole_sets() -> None:
    test = Sprt(1 / 3, 0.4, 3)
    for number in range(1, 3 * LEAST_SETS):
        test.add(result_of(number, (0, 1, 2), (1, 2, 3)))
        assert test.accepted is None
    test.add(result_of(3 * LEAST_SETS, (0, 1, 2), (1, 2, 3)))
    assert test.accepted == 0.4


def test_a_shared_win_counts_in_part() -> None:
    result = result_of(1, (1, 0, 2), (1, 1, 3))
    assert [result.wins(player) for player in (0, 1, 2)] == [0.5, 0.5, 0.0]


def test_a_player_is_not_found_better_than_itself() -> None:
    accepted = []
    for seed in (1, 2, 3):
        test = Sprt(0.5, 0.65, 2)
        for result in play_plan(plan_of("greedy,greedy", 300, seed=seed), workers=1):
            test.add(result)
            if test.accepted is not None:
                break
        accepted.append(test.accepted)
    assert accepted.count(0.5) >= 2


@pytest.mark.parametrize(
    "text", ["", "0.5", "0.5,", "0.6,0.5", "0.5,0.5", "0,0.5", "0.5,1", "a,b", "0.1,0.2,0.3", "nan,1"]
)
def test_two_shares_are_needed_in_their_order(text: str) -> None:
    with pytest.raises(GameError, match="two shares of wins"):
        parse_sprt(text)
