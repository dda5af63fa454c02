"""What a puzzle promises is what was found out."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np
import pytest

from tenka.encoding import Array
from tenka.game import Action, View
from tenka.puzzles.ledger import Ledger
from tenka.puzzles.promise import (
    AGAIN,
    EARLY,
    EVERY,
    FINALISTS,
    FINALS,
    GLANCE,
    OTHER,
    WHOLE,
    WISH,
    Found,
    best_few,
    compare_in_parts,
    find,
    is_kept,
    look_first,
    weigh,
)
from tenka.puzzles.puzzle import Promise
from tenka.search.setter import QUICK, SLOW, Setter

KEPT = Promise(lead=0.12, low=0.06, high=0.18, worlds=4096, best_in=0.8)


def shares_of(*wins: Array) -> Array:
    """``[turn, world, seat]`` of a table of two, from what the first seat won in each world."""
    return np.stack([np.stack([mine, 1 - mine], axis=1) for mine in wins])


def test_the_best_turn_leads_in_the_same_worlds() -> None:
    worlds = np.arange(1000)
    best, rival = (worlds % 10 < 8).astype(float), (worlds % 10 < 5).astype(float)
    found = weigh(shares_of(rival, best, np.zeros(1000)), 0)
    assert found is not None
    assert (found.right, found.rival) == ([1], 0)
    promise = found.promise
    assert promise.lead == pytest.approx(0.3)
    assert promise.low < 0.3 < promise.high
    assert promise.worlds == 1000
    assert promise.best_in == 1.0  # wherever the rival wins, the best does too
    assert found.shares[1].tolist() == pytest.approx([0.8, 0.2])


def test_who_is_best_in_the_mean_only_is_not_best_in_most_worlds() -> None:
    worlds = np.arange(1000)
    best, rival = (worlds % 10 < 7).astype(float), (worlds % 10 >= 5).astype(float)
    found = weigh(shares_of(best, rival), 0)
    assert found is not None
    assert found.promise.lead == pytest.approx(0.2)
    assert found.promise.best_in == pytest.approx(0.7)


def test_turns_within_two_points_are_all_right() -> None:
    worlds = np.arange(1000)
    best, near, far = (worlds < 800).astype(float), (worlds < 785).astype(float), (worlds < 500).astype(float)
    found = weigh(shares_of(far, near, best), 0)
    assert found is not None
    assert (found.right, found.rival) == ([2, 1], 0)
    assert weigh(shares_of(best, near), 0) is None  # nothing is wrong here, so it is no puzzle


def test_shares_of_the_other_seat_are_weighed_for_it() -> None:
    found = weigh(shares_of(np.ones(50), np.zeros(50)), 1)
    assert found is not None
    assert found.right == [1]


@pytest.mark.parametrize(
    ("changed", "is_puzzle"),
    [
        ({}, True),
        ({"lead": 0.099}, False),
        ({"low": 0.05}, False),
        ({"best_in": 0.69}, False),
        ({"best_in": 0.7}, True),
        ({"lead": 0.1}, True),
    ],
)
def test_a_puzzle_needs_every_part_of_its_promise(changed: dict[str, Any], is_puzzle: bool) -> None:
    assert is_kept(KEPT._replace(**changed)) is is_puzzle


class Told(Setter):
    """Turns win in so many of a hundred worlds, whatever the position."""

    def __init__(self, *wins: int) -> None:
        self.wins = wins

    def list_few(self, view: View, rng: random.Random) -> list[list[Action]]:
        return [[place] for place in range(len(self.wins))]

    def deal(self, view: View, num: int, rng: random.Random) -> Array:
        return np.arange(num)

    def try_out(self, worlds: Array, turns: Sequence[Sequence[Action]], seed: int, evaluator: int = QUICK) -> Array:
        return shares_of(*((worlds * 100 // len(worlds) < self.wins[turn[0]]).astype(float) for turn in turns))


@pytest.mark.parametrize(
    ("wins", "is_worth"),
    [
        ((60, 40, 40), True),
        ((40, 0, 0, 0, 0, 0, 0, 0), True),  # one turn saves a lost game, however many there are
        ((100, 60, 60), True),
        ((10, 0, 0), False),  # it is lost
        ((100, 90, 10), False),  # it is won
        ((60, 60, 40, 10), True),  # two that are as good, and both stand out
        ((60, 57, 40), False),  # the next one is too near
        ((60, 59), False),  # all are as good
        ((60,), False),
    ],
)
def test_a_position_is_looked_at_where_something_is_at_stake(wins: tuple[int, ...], is_worth: bool) -> None:
    ledger = Ledger()
    view = View(0, np.zeros(1)[0])
    assert look_first(Told(*wins), view, random.Random(1), ledger) is is_worth
    assert sum(stage.refused for stage in ledger.stages.values()) == (not is_worth)


def test_chance_does_not_choose_between_turns_that_are_as_good() -> None:
    view, turns = View(0, np.zeros(1)[0]), [[place] for place in range(60)]
    alike = best_few(Told(*(100 if place % 3 == 0 else 50 for place in range(60))), view, turns, random.Random(1))
    assert sorted(alike) == [[place] for place in range(0, 60, 3)]
    far = best_few(Told(*(100 if place == 7 else 50 for place in range(60))), view, turns, random.Random(1))
    assert far[0] == [7]
    assert len(far) == 32  # all others are as bad, and it does not matter which of them are told
    few = best_few(Told(*range(40, 100)), view, turns, random.Random(1))
    assert few[:FINALISTS] == [[place] for place in range(59, 59 - FINALISTS, -1)]
    assert len(few) == FINALISTS


class Parts(Told):
    """Counts in how many worlds turns are tried; after the first part they may win in others."""

    def __init__(self, wins: tuple[int, ...], later: tuple[int, ...] = ()) -> None:
        super().__init__(*wins)
        self.later = later or wins
        self.tried: Counter[int] = Counter()

    def try_out(self, worlds: Array, turns: Sequence[Sequence[Action]], seed: int, evaluator: int = QUICK) -> Array:
        self.wins = self.later if self.tried else self.wins
        self.tried.update({turn[0]: len(worlds) for turn in turns})
        return super().try_out(worlds, turns, seed, evaluator)


def test_what_is_surely_behind_is_tried_no_further_and_nothing_else_changes() -> None:
    view, turns = View(0, np.zeros(1)[0]), [[place] for place in range(6)]
    setter = Parts((20, 60, 80, 79, 55, 60))
    found = compare_in_parts(setter, view, turns, 4096, random.Random(1))
    assert found is not None
    assert setter.tried == {0: 512, 1: 4096, 2: 4096, 3: 4096, 4: 512, 5: 4096}
    assert (found.right, found.rival) == ([2, 3], 1)
    assert found.promise.worlds == 4096
    assert found.promise.lead == pytest.approx(0.2, abs=0.001)
    assert found.shares[:, 0] == pytest.approx([0.2, 0.6, 0.8, 0.79, 0.55, 0.6], abs=0.002)


def test_what_may_still_be_right_is_tried_to_the_end() -> None:
    view, turns = View(0, np.zeros(1)[0]), [[place] for place in range(3)]
    setter = Parts((80, 76, 70), later=(80, 79, 70))
    found = compare_in_parts(setter, view, turns, 4096, random.Random(1))
    assert found is not None
    assert found.right == [0, 1]
    assert set(setter.tried.values()) == {4096}


def test_where_what_was_behind_comes_back_nothing_is_sure() -> None:
    view, turns = View(0, np.zeros(1)[0]), [[place] for place in range(3)]
    assert compare_in_parts(Parts((80, 60, 40)), view, turns, 4096, random.Random(1)) is not None
    assert compare_in_parts(Parts((80, 60, 40), later=(60, 30, 40)), view, turns, 4096, random.Random(1)) is None


# --- the whole sieve


class Stages(Ledger):
    """Knows what is done just now."""

    now = ""

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        self.now = name
        with super().stage(name):
            yield

    @property
    def refused(self) -> list[str]:
        return [name for name, stage in self.stages.items() if stage.refused]


class Sieved(Told):
    """The slow evaluator has a table of its own, and in some stages turns win in others than before."""

    slow_worlds = 96

    def __init__(
        self,
        *wins: int,
        slow: tuple[int, ...] = (),
        at: Mapping[str, tuple[int, ...]] | None = None,
    ) -> None:
        super().__init__(*wins)
        self.usual, self.slow, self.at = wins, slow or wins, at or {}
        self.ledger = Stages()
        self.dealt: Counter[str] = Counter()

    def list_turns(self, view: View, rng: random.Random) -> list[list[Action]]:
        return self.list_few(view, rng)

    def deal(self, view: View, num: int, rng: random.Random) -> Array:
        self.dealt[self.ledger.now] += num
        return super().deal(view, num, rng)

    def try_out(self, worlds: Array, turns: Sequence[Sequence[Action]], seed: int, evaluator: int = QUICK) -> Array:
        self.wins = self.at.get(self.ledger.now, self.slow if evaluator == SLOW else self.usual)
        return super().try_out(worlds, turns, seed, evaluator)

    def find(self) -> Found | None:
        return find(self, View(0, np.zeros(1)[0]), random.Random(1), ledger=self.ledger)


WINS = (80, 60, 50, 40, 30)


def test_what_keeps_every_part_is_found_with_the_figures_of_the_last_worlds() -> None:
    setter = Sieved(*WINS, at={AGAIN: (82, 61, 50, 40, 30)})
    found = setter.find()
    assert found is not None
    assert setter.ledger.refused == []
    assert [told.actions for told in (*found.right, *found.others)] == [(place,) for place in range(5)]
    assert found.right[0].shares == pytest.approx((0.82, 0.18), abs=0.005)
    assert found.promise.lead == pytest.approx(0.21, abs=0.005)
    assert found.promise.worlds == 16_384


def test_every_stage_has_worlds_of_its_own() -> None:
    setter = Sieved(*WINS)
    assert setter.find() is not None
    assert setter.dealt == {EARLY: 512, GLANCE: 24, WHOLE: 4096, OTHER: 96, AGAIN: 16_384}


@pytest.mark.parametrize(
    ("setter", "stage"),
    [
        (Sieved(), EVERY),  # more turns than can be compared
        (Sieved(80, 60), EVERY),
        (Sieved(66, 60, 50, 40), EARLY),
        (Sieved(80, 80, 79, 80), EARLY),  # nothing is wrong here
        (Sieved(*[80] * 13, 20, at={FINALS: (80,) * 14}), EARLY),  # nearly everything is right
        (Sieved(*WINS, slow=(50, 60, 50, 40, 30)), GLANCE),
        (Sieved(*WINS, slow=(60, 60, 50, 40, 30)), GLANCE),
        (Sieved(*WINS, at={WHOLE: (68, 60, 50, 40, 30)}), WHOLE),
        (Sieved(*WINS, slow=(52, 50, 20, 20, 20)), OTHER),  # it leans that way, and is not sure
        (Sieved(*WINS, slow=(80, 20, 20, 80, 20)), OTHER),  # the third of those that come next is as good
        (Sieved(*WINS, at={AGAIN: (68, 60, 50, 40, 30)}), AGAIN),
        (Sieved(*WINS, at={AGAIN: (80, 79, 50, 40, 30)}), AGAIN),  # another one is right as well
        (Sieved(*WINS, at={AGAIN: (60, 80, 50, 40, 30)}), AGAIN),  # another one is
        (Sieved(80, 79, 50, 40, 30, at={AGAIN: (80, 60, 50, 40, 30)}), AGAIN),  # one was right, and is not
    ],
)
def test_what_lacks_a_part_is_refused_where_it_shows(setter: Sieved, stage: str) -> None:
    assert setter.find() is None
    assert setter.ledger.refused == [stage]
    assert list(setter.ledger.stages)[-1] == stage


def test_the_other_evaluator_is_asked_of_the_best_turn_and_three_that_are_not_right() -> None:
    assert Sieved(*WINS, slow=(80, 20, 20, 20, 80)).find() is not None
    assert Sieved(80, 79, 50, 40, 30, slow=(80, 80, 20, 20, 20)).find() is not None


def test_what_is_not_wanted_is_not_looked_at_again() -> None:
    setter = Sieved(*WINS)
    view, rng = View(0, np.zeros(1)[0]), random.Random(1)
    assert find(setter, view, rng, goes_on=lambda right: right != [[0]], ledger=setter.ledger) is None
    assert setter.ledger.refused == [WISH]
    assert set(setter.dealt) == {EARLY}
