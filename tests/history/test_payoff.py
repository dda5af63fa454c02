"""What decided a game, as one number: compiled and not, with every kind of tie."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tenka.history.payoff import figure, win_shares
from tenka.history.scoring import outcome_of
from tenka.history.state import new_states
from tenka.search import mcts
from tests.envs.payoff import check_rewards


@given(st.integers(2, 6), st.lists(st.sampled_from([0, 90, 100, 101, 250]), min_size=6, max_size=6))
def test_a_person_has_the_points_of_the_colour_with_the_fewest(players: int, points: list[int]) -> None:
    state = new_states(1)[0]
    state.players, state.colours = players, 6 if players in (2, 3) else players
    state.points[:] = points
    outcome = outcome_of(state)
    figures = [int(figure(state, seat)) for seat in range(players)]
    assert figures == [totals["points"] for totals in outcome.totals]
    check_rewards(outcome, figures, "history")
    shares = np.zeros(players)
    win_shares(state, shares)
    assert shares.tolist() == mcts.win_shares(outcome, players)
