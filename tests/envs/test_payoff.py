"""Compiled rewards are those of `tenka.envs.rewards`, with every kind of tie."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tenka.envs.rewards import Margin
from tenka.game import Outcome
from tenka.payoff import KINDS
from tests.envs.payoff import check_rewards, compiled_rewards


@given(st.lists(st.sampled_from([0, 90, 100, 101, 250]), min_size=2, max_size=6))
def test_compiled_rewards_are_the_same(points: list[int]) -> None:
    ranking = tuple(1 + sum(other > own for other in points) for own in points)
    winners = tuple(seat for seat, rank in enumerate(ranking) if rank == 1)
    outcome = Outcome("over", winners, ranking, tuple({"points": own} for own in points))
    check_rewards(outcome, points, Margin(lambda totals: totals["points"], 100))


@pytest.mark.parametrize("kind", list(KINDS))
def test_equal_seats_get_nothing(kind: str) -> None:
    assert compiled_rewards([5, 5, 5], kind, 100) == ([0, 0, 0], [1, 1, 1])
