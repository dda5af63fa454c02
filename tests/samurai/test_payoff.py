"""What decided a game, as one number: compiled and not, with every kind of tie."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tenka.samurai.payoff import figure
from tenka.samurai.scoring import outcome_of
from tenka.samurai.state import new_states
from tests.envs.payoff import check_rewards


@given(st.integers(2, 4).flatmap(lambda n: st.lists(st.tuples(*[st.integers(0, 4)] * 3), min_size=n, max_size=n)))
def test_figures_order_seats_as_the_rules_do(captured: list[tuple[int, int, int]]) -> None:
    state = new_states(1)[0]
    state.players = len(captured)
    for seat, counts in enumerate(captured):
        state.captured[seat] = counts
    check_rewards(outcome_of(state), [int(figure(state, seat)) for seat in range(len(captured))], "samurai")
