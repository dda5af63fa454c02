"""One decision, judged by somebody whose every word is known."""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np
import pytest

from tenka.encoding import Array
from tenka.game import Action, Seat, State, View
from tenka.games import get_game
from tenka.review.compare import FEWEST_WORLDS, compare
from tenka.review.marks import Mark, sure_mark
from tenka.search.judge import Judge, Option
from tenka.search.mcts import Guide

RULES = get_game("samurai")
PLAYED = 1


class Oracle(Judge):
    """Options are numbers. What each brings, and how much that differs from world to world, is told beforehand."""

    def __init__(self, *opinions: dict[Action, float], noise: float = 0.0, same: Sequence[Action] = ()) -> None:
        super().__init__(RULES, Guide())
        self.opinions, self.noise, self.same = opinions, noise, same
        self.tried = 0

    def list_options(self, view: View, legal: Sequence[Action], rng: random.Random) -> list[Option]:
        return [Option([action], 0.2) for action in self.opinions[0]]

    def deal(self, view: View, num: int, rng: random.Random) -> list[State]:
        return [np.float64(rng.gauss(0, 1)) for _ in range(num)]

    def carry_out(self, state: State, actions: Sequence[Action]) -> State:
        return np.int64(0 if actions[0] in self.same else actions[0])

    def try_out(
        self, worlds: Sequence[State], options: Sequence[Sequence[Action]], seat: Seat, lucks: Sequence[int]
    ) -> Array:
        self.tried += len(worlds) * len(options)
        shares = np.zeros((len(self.opinions), len(options), len(worlds), 2))
        for place, opinion in enumerate(self.opinions):
            for number, (action,) in enumerate(options):
                shares[place, number, :, seat] = [
                    opinion[action] + self.noise * float(world) * action for world in worlds
                ]
        shares[..., 1 - seat] = 1 - shares[..., seat]
        return shares


@pytest.fixture(scope="module")
def view() -> View:
    state = RULES.start(RULES.options({"players": 2, "first": 0, "hands": "random"}), random.Random(1))
    return RULES.view(state, 0)


def test_the_best_option_is_found_and_the_loss_told(view: View) -> None:
    found = compare(Oracle({1: 0.4, 2: 0.7, 3: 0.5}, noise=0.01), view, [], [PLAYED], 200, random.Random(1))
    assert found.best == [2]
    assert found.loss.low < 0.3 < found.loss.high
    assert found.loss.mean == pytest.approx(0.3, abs=0.01)
    assert found.before[0].mean - found.after[0].mean == pytest.approx(found.loss.mean)
    assert found.before[1].mean - found.after[1].mean == pytest.approx(-found.loss.mean)
    assert found.options[0][0] == [2]
    assert found.stake == pytest.approx((0.3 + 0.0 + 0.2) / 3, abs=0.02)


def test_who_plays_the_best_has_lost_nothing(view: View) -> None:
    found = compare(Oracle({1: 0.7, 2: 0.4, 3: 0.5}, noise=0.01), view, [], [PLAYED], 200, random.Random(1))
    assert found.best == [PLAYED]
    assert (found.loss.mean, found.loss.low) == (0.0, 0.0)
    assert found.before == found.after


def test_it_ends_as_soon_as_more_worlds_would_not_change_the_mark(view: View) -> None:
    clear = Oracle({1: 0.2, 2: 0.8})
    found = compare(clear, view, [], [PLAYED], 10_000, random.Random(1))
    assert found.worlds == FEWEST_WORLDS
    doubtful = Oracle({1: 0.400, 2: 0.500})  # just a mistake, or just not
    found = compare(doubtful, view, [], [PLAYED], 1_000, random.Random(1))
    assert 1_000 / 4 - FEWEST_WORLDS < found.worlds <= 1_000 / 4


def test_a_mark_is_never_below_its_interval(view: View) -> None:
    """Much noise, little budget: whatever is found, the mark is that of the lower end, and mostly there is none."""
    marks = 0
    for seed in range(60):
        oracle = Oracle({1: 0.50, 2: 0.52, 3: 0.51, 4: 0.50}, noise=0.2)
        found = compare(oracle, view, [], [PLAYED], 64, random.Random(seed))
        mark = sure_mark(found.loss, 2)
        marks += mark is not Mark.NONE
        assert mark is Mark.NONE or found.loss.low >= 0.05
    assert marks <= 1


def test_worlds_that_made_an_option_look_best_are_no_witnesses(view: View) -> None:
    """Options that differ by noise only: chosen and measured in the same worlds, the best would always look better."""
    losses = [
        compare(
            Oracle(dict.fromkeys(range(1, 9), 0.5), noise=0.1), view, [], [PLAYED], 256, random.Random(seed)
        ).loss.mean
        for seed in range(150)
    ]
    assert abs(float(np.mean(losses))) < 0.03


def test_one_opinion_alone_blames_nobody(view: View) -> None:
    """The second thinks that both are as good, so nothing is lost; where both see a loss, the smaller one counts."""
    harmless = Oracle({1: 0.2, 2: 0.9}, {1: 0.5, 2: 0.5})
    found = compare(harmless, view, [], [PLAYED], 200, random.Random(1))
    assert found.best == [PLAYED]
    agreed = Oracle({1: 0.2, 2: 0.9}, {1: 0.5, 2: 0.6})
    found = compare(agreed, view, [], [PLAYED], 200, random.Random(1))
    assert found.best == [2]
    assert found.loss.mean == pytest.approx(0.1)


def test_where_the_judge_may_be_wrong_an_interval_is_wider_by_that(view: View) -> None:
    class Doubtful(Oracle):
        def doubt(self, moment: tuple[int, ...]) -> float:
            return 0.5

    worth = {1: 0.3, 2: 0.6}
    sure, doubtful = (compare(judge(worth), view, [], [PLAYED], 200, random.Random(1)) for judge in (Oracle, Doubtful))
    assert sure_mark(sure.loss, 2) is Mark.BLUNDER
    assert doubtful.loss.mean == pytest.approx(sure.loss.mean) == pytest.approx(0.3)
    assert doubtful.loss.low <= 0.15
    assert doubtful.loss.high >= 0.45
    assert sure_mark(doubtful.loss, 2) is not Mark.BLUNDER
    assert doubtful.margins == pytest.approx([margin + 0.15 for margin in sure.margins], abs=1e-6)


def test_options_that_lead_to_the_same_position_are_one(view: View) -> None:
    found = compare(Oracle({2: 0.9, 3: 0.4, 1: 0.2}, same=(1, 2)), view, [], [PLAYED], 200, random.Random(1))
    assert len(found.options) == 2
    assert [2] not in [actions for actions, _ in found.options]


def test_what_nobody_listed_is_compared_all_the_same(view: View) -> None:
    class Narrow(Oracle):
        def list_options(self, view: View, legal: Sequence[Action], rng: random.Random) -> list[Option]:
            return [Option([2], 1.0)]

    found = compare(Narrow({1: 0.4, 2: 0.7}), view, [], [PLAYED], 200, random.Random(1))
    assert found.best == [2]
    assert found.loss.mean == pytest.approx(0.3)
