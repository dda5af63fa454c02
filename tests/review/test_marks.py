"""What a loss is called, and how sure one has to be."""

from __future__ import annotations

import numpy as np
import pytest

from tenka.review.marks import (
    THRESHOLDS,
    Counted,
    Interval,
    Mark,
    accuracy_between,
    accuracy_of,
    accuracy_of_game,
    error_rate,
    interval_of,
    is_clear,
    margins_of,
    mark_of,
    par_of,
    sure_mark,
)


@pytest.mark.parametrize("players", range(2, 7))
def test_marks_are_relative_to_par(players: int) -> None:
    for mark, least in THRESHOLDS.items():
        assert mark_of(1.001 * least * par_of(players), players) is mark
        assert mark_of(0.999 * least * par_of(players), players) is not mark


def test_nobody_is_blamed_for_what_luck_may_explain() -> None:
    """A loss of 40 points that may be one of 4 has no mark; a sure one of 12 is a mistake."""
    assert sure_mark(Interval(0.4, 0.04, 0.8), 2) is Mark.NONE
    assert sure_mark(Interval(0.12, 0.11, 0.13), 2) is Mark.MISTAKE


def test_more_worlds_are_wanted_while_the_interval_holds_two_marks() -> None:
    assert not is_clear(Interval(0.1, 0.09, 0.11), 2)
    assert is_clear(Interval(0.12, 0.11, 0.13), 2)
    assert is_clear(Interval(0.01, -0.02, 0.04), 2)


def test_an_interval_holds_the_truth_in_99_of_100_cases() -> None:
    rng = np.random.default_rng(1)
    held = 0
    for _ in range(1000):
        found = interval_of((rng.random(64) < 0.3).astype(float))
        held += found.low <= 0.3 <= found.high
    assert held >= 990


def test_worlds_that_all_agree_leave_room_for_one_that_does_not() -> None:
    found = interval_of(np.full(50, 0.25))
    assert found.mean == 0.25
    assert found.high - 0.25 == pytest.approx(1 / 50)


def test_the_accuracy_of_a_decision_halves_with_the_least_blunder() -> None:
    for players in (2, 4):
        assert accuracy_of(THRESHOLDS[Mark.BLUNDER] * par_of(players), players) == pytest.approx(50)
    assert accuracy_of(0.0, 2) == accuracy_of(-0.1, 2) == 100


def test_a_decision_in_which_nothing_was_at_stake_hardly_counts() -> None:
    easy, hard = Counted(0.0, 0.0), Counted(0.15, 0.3)
    assert accuracy_of_game([hard], 2) == pytest.approx((50, 50, 50))
    found = accuracy_of_game([hard, easy, easy], 2)
    assert found is not None
    assert found.mean == pytest.approx(57, abs=1)
    assert accuracy_of_game([], 2) is None


def test_accuracies_are_as_unsure_as_the_losses_that_they_are_of() -> None:
    """A loss of 0 to 30 points at a table of two: 25 to 100. Four such decisions, as heavy each, halve that."""
    assert accuracy_between(Interval(0.15, 0.0, 0.3), 2) == pytest.approx((50, 25, 100))
    unsure = Counted(0.15, 0.3, 0.15)
    assert accuracy_of_game([unsure], 2) == pytest.approx((50, 25, 100))
    assert accuracy_of_game([unsure] * 4, 2) == pytest.approx((50, 37.5, 75))
    assert accuracy_of_game([Counted(0.0, 0.3, 0.15)], 2) == pytest.approx((100, 50, 100)), "nothing is better than all"


def test_the_error_rate_is_the_mean_loss_in_hundredths_of_par() -> None:
    """Two decisions that cost 5 points of the 25 of par together; their margins add up by their squares."""
    assert error_rate([(0.01, 0.03), (0.04, 0.04)], 4) == pytest.approx((10, 0, 20))
    assert error_rate([], 4) is None


def test_in_sums_a_world_that_is_missing_does_not_count_every_time() -> None:
    samples = np.array([[0.2, 0.5], [0.4, 0.5]])
    assert margins_of(samples) == pytest.approx([0.3, 0.0])
    assert interval_of(samples[:, 1]) == pytest.approx((0.5, 0.0, 1.0))
    assert margins_of(samples[:1]) == [3.0, 3.0]
