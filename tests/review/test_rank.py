"""The best options of a position, judged by somebody whose every word is known."""

from __future__ import annotations

import random

from tenka.game import View
from tenka.review.marks import Mark
from tenka.review.rank import rank
from tests.review.test_compare import Oracle, view

__all__ = ["view"]


def test_the_best_options_come_first_with_what_they_bring_everybody(view: View) -> None:
    found = rank(Oracle({0: 0.7, 1: 0.65, 2: 0.2}), view, (), [], 400, random.Random(1))
    assert [option.actions for option in found.options] == [[0], [1], [2]]
    best, second, third = found.options
    assert (best.loss.mean, best.mark) == (0.0, Mark.NONE)
    assert [round(share.mean, 6) for share in best.shares] == [0.7, 0.3]
    assert round(second.loss.mean, 6) == 0.05
    assert third.mark is Mark.BLUNDER
    assert not any(option.is_asked for option in found.options)


def test_what_is_asked_for_is_told_however_bad_it_is(view: View) -> None:
    worth = {action: 0.9 - 0.1 * action for action in range(8)}
    oracle = Oracle(worth)
    oracle.width = 2
    found = rank(oracle, view, (), [[7], [6]], 1600, random.Random(1))
    asked = [option.actions for option in found.options if option.is_asked]
    assert asked == [[6], [7]]
    assert len(found.options) == 7, "the five best, and those asked for"


def test_what_leads_to_the_same_position_is_one_option_and_called_as_it_was_asked_for(view: View) -> None:
    oracle = Oracle({0: 0.7, 3: 0.7, 5: 0.1}, same=(0, 3))
    found = rank(oracle, view, (), [[3]], 400, random.Random(1))
    assert [(option.actions, option.is_asked) for option in found.options] == [([3], True), ([5], False)]


def test_a_mark_needs_all_opinions(view: View) -> None:
    judge = Oracle({0: 0.7, 1: 0.4}, {0: 0.7, 1: 0.69})
    found = rank(judge, view, (), [[1]], 400, random.Random(1))
    assert found.options[1].mark is Mark.NONE
    assert round(found.options[1].loss.mean, 6) == 0.01
