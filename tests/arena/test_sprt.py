"""The sequential test and the intervals keep what they promise, at tables of any size."""

from __future__ import annotations

import pytest

from tenka.arena.simulation import DEALS, independent, try_interval, try_test
from tenka.arena.sprt import ERROR, Sprt, parse_sprt
from tenka.arena.standings import Score
from tenka.arena.workers import play_plan
from tenka.game import GameError
from tests.arena.conftest import plan_of, result_of

RUNS = 2000
NOISE = 0.015
"""Three standard deviations of a share of 5 % in so many runs."""


@pytest.mark.parametrize("deal", DEALS)
@pytest.mark.parametrize(("seats", "low", "high"), [(2, 0.5, 0.6), (3, 1 / 3, 0.4), (4, 0.25, 0.32), (6, 1 / 6, 0.25)])
def test_it_accepts_the_wrong_share_in_at_most_one_of_twenty_cases(
    deal: str, seats: int, low: float, high: float
) -> None:
    if_low = try_test(low, high, seats, low, DEALS[deal], RUNS, seed=1)
    if_high = try_test(low, high, seats, high, DEALS[deal], RUNS, seed=1)
    assert if_low.high <= ERROR + NOISE
    assert if_high.low <= ERROR + NOISE
    assert if_low.high + if_low.low == if_high.high + if_high.low == 1


def test_a_share_far_off_is_decided_quickly() -> None:
    found = try_test(0.5, 0.55, 2, 0.8, independent, RUNS, seed=1)
    assert found.high == 1
    assert found.games < 80


@pytest.mark.parametrize("deal", DEALS)
@pytest.mark.parametrize(("seats", "share"), [(2, 0.5), (2, 0.9), (3, 1 / 3), (4, 0.25)])
def test_the_interval_holds_the_true_share_in_nineteen_of_twenty_cases(deal: str, seats: int, share: float) -> None:
    assert try_interval(share, seats, 50, DEALS[deal], RUNS, seed=1).held >= 0.95 - NOISE


def test_sets_that_are_alike_make_the_interval_narrower_and_deals_that_decide_wider() -> None:
    even, won, lost = (2, 1.0), (2, 2.0), (2, 0.0)
    widths = []
    for sets in ([even] * 18 + [won, lost], [even] * 10 + [won, lost] * 5, [won, lost] * 10):
        score = Score()
        for deal, (games, wins) in enumerate(sets):
            score.add_set(deal, games, wins)
        assert score.share == 0.5
        low, high = score.interval
        widths.append(high - low)
    assert widths[0] < 0.7 * widths[1] < 0.7 * widths[2]


def test_an_interval_that_was_never_missed_stays_within_its_ends() -> None:
    for wins in (0.0, 1.0):
        score = Score()
        for deal in range(5):
            score.add(deal, wins)
        low, high = score.interval
        assert (low, high)[int(wins)] == wins
        assert 0 <= low < high <= 1


def test_it_decides_after_whole_sets_only() -> None:
    test = Sprt(1 / 3, 0.4, 3)
    for number in range(1, 100):
        test.add(result_of(number, (0, 1, 2), (1, 2, 3)))
        if test.accepted is not None:
            break
    assert test.accepted == 0.4
    assert number % 3 == 0
    assert 3 * 3 <= number <= 3 * 20


def test_bets_that_lose_on_both_sides_decide_nothing() -> None:
    test = Sprt(0.4, 0.6, 2)
    test.against_low = test.against_high = -10.0
    assert test.accepted is None


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
