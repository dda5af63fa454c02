"""Compiled rewards are those of `tenka.envs.rewards`, with every kind of tie."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tenka.envs.rewards import Margin, margin_of, reward_of
from tenka.game import Outcome
from tenka.history.payoff import figure as history_figure
from tenka.history.scoring import outcome_of as history_outcome
from tenka.history.state import new_states as new_history_states
from tenka.payoff import KINDS, write_rewards
from tenka.samurai.payoff import figure as samurai_figure
from tenka.samurai.scoring import outcome_of as samurai_outcome
from tenka.samurai.state import new_states as new_samurai_states


def compiled(figures: list[int], kind: str, scale: float) -> tuple[list[np.float32], list[int]]:
    """Rewards and ranking."""
    rewards, ranking = np.zeros(len(figures), np.float32), np.zeros(len(figures), np.int8)
    write_rewards(np.array(figures, np.int64), len(figures), KINDS[kind], float(scale), rewards, ranking)
    return rewards.tolist(), ranking.tolist()


def check(outcome: Outcome, figures: list[int], margin: Margin | None) -> None:
    assert margin is not None
    assert figures == [margin.figure(totals) for totals in outcome.totals]
    for kind in KINDS:
        rewards, ranking = compiled(figures, kind, margin.scale)
        assert rewards == [float(np.float32(reward)) for reward in reward_of(outcome, kind, margin)]
        assert tuple(ranking) == outcome.ranking


@given(st.integers(2, 4).flatmap(lambda n: st.lists(st.tuples(*[st.integers(0, 4)] * 3), min_size=n, max_size=n)))
def test_samurai(captured: list[tuple[int, int, int]]) -> None:
    states = new_samurai_states(1)
    state = states[0]
    state.players = len(captured)
    for seat, counts in enumerate(captured):
        state.captured[seat] = counts
    outcome = samurai_outcome(state)
    figures = [int(samurai_figure(state, seat)) for seat in range(len(captured))]
    check(outcome, figures, margin_of("samurai"))


@given(st.integers(2, 6), st.lists(st.sampled_from([0, 90, 100, 101, 250]), min_size=6, max_size=6))
def test_history(players: int, points: list[int]) -> None:
    states = new_history_states(1)
    state = states[0]
    state.players, state.colours = players, 6 if players in (2, 3) else players
    state.points[:] = points
    outcome = history_outcome(state)
    figures = [int(history_figure(state, seat)) for seat in range(players)]
    assert figures == [totals["points"] for totals in outcome.totals]
    check(outcome, figures, margin_of("history"))


@pytest.mark.parametrize("kind", list(KINDS))
def test_equal_seats_get_nothing(kind: str) -> None:
    assert compiled([5, 5, 5], kind, 100) == ([0, 0, 0], [1, 1, 1])
