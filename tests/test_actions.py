"""What the contract gives and takes: a list of actions that is like a list, and states that are values."""

from __future__ import annotations

import pickle
import random
from typing import Any

import numpy as np
import pytest

from tenka.game import CHANCE, Actions, IllegalAction, draw_chance
from tenka.games import GAMES, get_game


@pytest.mark.parametrize("game", GAMES)
def test_a_state_that_is_changed_is_another_state_at_once(game: str) -> None:
    """Nothing about a state is kept beside it: whatever is written into one counts at the next question."""
    rules, rng = get_game(game), random.Random(1)
    one, other = (rules.start(rules.options({"players": players}), rng) for players in (2, 4))
    for _ in range(12):
        one, other = (
            rules.apply(state, draw_chance(rules, state, rng) if rules.turn(state) == CHANCE else rules.legal(state)[0])
            for state in (one, other)
        )
    assert rules.legal(one) != rules.legal(other) or rules.turn(one) != rules.turn(other)
    for name in one.dtype.names:
        one[name] = other[name]
    assert (rules.turn(one), rules.legal(one)) == (rules.turn(other), rules.legal(other))
    action = rules.legal(other)[-1]
    assert rules.apply(one, action).tobytes() == rules.apply(other, action).tobytes()


@pytest.mark.parametrize("game", GAMES)
def test_a_state_is_the_same_wherever_it_lies(game: str) -> None:
    """As made by the rules, as a copy, out of a pickle, and as an element of a larger array."""
    rules, rng = get_game(game), random.Random(2)
    state = rules.start(rules.options({}), rng)
    for _ in range(30):
        many = np.zeros(3, state.dtype)
        many[1] = state
        legal = rules.legal(state)
        action = rng.choice(legal)
        after = rules.apply(state, action)
        for other in (state.copy(), pickle.loads(pickle.dumps(state)), many[1], many[1:2][0]):
            assert (rules.turn(other), rules.legal(other)) == (rules.turn(state), legal)
            before = other.tobytes()
            assert rules.apply(other, action).tobytes() == after.tobytes()
            assert other.tobytes() == before == state.tobytes(), "a state is a value"
        state = after


@pytest.mark.parametrize("game", GAMES)
def test_actions_are_whole_numbers_of_any_type(game: str) -> None:
    rules = get_game(game)
    state = rules.start(rules.options({}), random.Random(1))
    first = rules.legal(state)[0]
    kinds: tuple[Any, ...] = (int, np.int16, np.int64)
    assert len({rules.apply(state, kind(first)).tobytes() for kind in kinds}) == 1
    for wrong in (first + 0.5, "a", None):
        with pytest.raises(IllegalAction, match="an action is a whole number, not"):
            rules.apply(state, wrong)  # type: ignore[arg-type]
    for wrong in (-1, rules.num_actions, 10**30):
        with pytest.raises(IllegalAction, match="there is no action"):
            rules.apply(state, wrong)


def test_actions_are_like_a_list() -> None:
    actions = Actions("h", [3, 500, 7])
    assert actions == [3, 500, 7] == actions
    assert actions != [3, 500]
    assert actions != "abc"
    assert (list(actions), len(actions), actions[1], 7 in actions, actions.index(7)) == ([3, 500, 7], 3, 500, True, 2)
    more = [1]
    assert actions + more == [3, 500, 7, 1]
    assert more + actions == [1, 3, 500, 7]
    assert repr(actions) == "[3, 500, 7]"
    assert pickle.loads(pickle.dumps(actions)) == actions
    assert np.asarray(actions).tolist() == [3, 500, 7]
