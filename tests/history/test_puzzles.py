"""Puzzles of History: what an action brings in the last epoch, and what it is about."""

from __future__ import annotations

import random

import numpy as np
import pytest

from tenka.game import CHANCE, State, View, draw_chance
from tenka.history.cards import NUM_EPOCHS
from tenka.history.notation import AREA_IDS
from tenka.history.prospects import look_at_attack
from tenka.history.puzzles import HistorySetter
from tenka.history.state import CAPITAL_PHASE, GIVING
from tenka.search.setter import QUICK, SLOW
from tests.history.position import RULES, play, points, position

LAST = (
    "epoch 7, 5 players\nred date to move\nblue chousokabe\ngold shimazu\ngreen toyotomi\npurple tokugawa\n"
    "south_mutsu: red past 1\nnorth_mutsu: gold past 1"
)


@pytest.fixture(scope="module")
def setter() -> HistorySetter:
    return HistorySetter()


def last_counter() -> State:
    """The last daimyo of the game has one counter left, next to a province of gold's. Red needs it to win."""
    state = play(position(LAST), "ready central_mutsu central_mutsu central_mutsu")
    state.left = 1
    results = [_points_after(state, roll) for roll in ("north_mutsu 6-1", "north_mutsu 1-6")]
    assert results[0] > results[1] + 1
    state.points[2] = results[1] + 1
    return state


def _points_after(state: State, tokens: str) -> int:
    after = play(state, tokens)
    while RULES.turn(after) is not None:
        after = RULES.apply(after, RULES.legal(after)[0])
    return points(after, "red")


def view_of(state: State) -> View:
    return RULES.view(state, RULES.turn(state))


def actions(*texts: str) -> list[list[int]]:
    return [RULES.parse(text) for text in texts]


@pytest.mark.parametrize("evaluator", [QUICK, SLOW])
def test_the_last_attack_wins_as_often_as_the_dice_say(setter: HistorySetter, evaluator: int) -> None:
    state = last_counter()
    attack = look_at_attack(state, AREA_IDS.index("north_mutsu"))
    assert attack is not None
    worlds = setter.deal(view_of(state), 2000, random.Random(1))
    shares = setter.try_out(worlds, actions("north_mutsu", "castle:central_mutsu"), 7, evaluator)
    assert shares.shape == (2, 2000, 5)
    assert shares.sum(2) == pytest.approx(np.ones((2, 2000)))
    assert shares[0, :, 0].mean() == pytest.approx(attack.takes, abs=0.04)
    assert not shares[1, :, 0].any()
    assert (shares[1, :, 2] == 1).all()


def test_all_actions_have_the_same_luck(setter: HistorySetter) -> None:
    view = view_of(play(position(LAST), "ready"))
    worlds = setter.deal(view, 8, random.Random(1))
    one, same = setter.try_out(worlds, actions("central_mutsu", "central_mutsu"), 7)
    assert (one == same).all()
    again = setter.try_out(worlds, actions("central_mutsu"), 7)
    assert (again[0] == one).all()


def test_worlds_look_the_same_to_who_is_asked(setter: HistorySetter) -> None:
    state = RULES.start(RULES.options({"players": 4}), random.Random(3))
    rng = random.Random(1)
    while RULES.turn(state) == CHANCE:
        state = RULES.apply(state, RULES.legal(state)[0])
    view = view_of(state)
    worlds = setter.deal(view, 12, rng)
    assert len({world.tobytes() for world in worlds}) > 6
    assert all(RULES.view(world, view.seat) == view for world in worlds)


def test_kinds_are_what_is_done_and_what_is_left_undone(setter: HistorySetter) -> None:
    view, rng = view_of(last_counter()), random.Random(1)
    attack, dewa, castle = actions("north_mutsu", "dewa", "castle:central_mutsu")
    assert setter.kinds_of(view, attack, castle, rng) == ["attack"]
    assert setter.kinds_of(view, castle, attack, rng) == ["hold"]
    assert setter.kinds_of(view, castle, dewa, rng) == []
    keep, give, capital, none = actions("keep", "blue", "capital:central_mutsu", "capital:none")
    assert setter.kinds_of(view, keep, give, rng) == ["draft"]
    assert setter.kinds_of(view, give, keep, rng) == ["draft"]
    state = last_counter()
    state.phase = CAPITAL_PHASE
    assert setter.kinds_of(RULES.view(state, 0), capital, none, rng) == ["capital"]


def test_positions_are_late_and_somebody_can_be_attacked(setter: HistorySetter) -> None:
    state = last_counter()
    assert setter.is_worth(view_of(state))
    assert not setter.is_worth(view_of(play(position(LAST.replace("north_mutsu: gold", "north_mutsu: red")), "ready")))
    state.epoch -= 1
    assert not setter.is_worth(view_of(state))


def test_of_drafts_some_are_looked_at_and_always_the_same(setter: HistorySetter) -> None:
    worth, rng = [], random.Random(1)
    for _ in range(12):
        state = RULES.start(RULES.options({"players": 3}), rng)
        while state.phase != GIVING:
            is_chance = RULES.turn(state) == CHANCE
            state = RULES.apply(state, draw_chance(RULES, state, rng) if is_chance else RULES.legal(state)[0])
        state.epoch = NUM_EPOCHS - 1
        worth.append(setter.is_worth(view_of(state)))
        assert worth[-1] == HistorySetter().is_worth(view_of(state))
    assert 0 < sum(worth) < len(worth)
