"""Opponents for people: each better than the one below, none slow, and none whose haste tells what it holds."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from itertools import pairwise

import pytest

from tenka.game import CHANCE, Rules, draw_chance
from tenka.history.actions import END
from tenka.history.hands import hides_options
from tenka.history.players.levels import LEVELS, make_level
from tenka.history.players.search import HistoryGuide
from tenka.history.state import AFTER, BEFORE, STARTING, State
from tenka.players import Budget, Player, decide_ply, describe_levels, get_player
from tenka.players.searcher import Searcher
from tests.history.position import RULES, play, position

NAMES = tuple(describe_levels("history"))


def winners(names: Sequence[str], seed: int) -> tuple[int, ...]:
    rng = random.Random(seed)
    state = RULES.start(RULES.options({"players": len(names)}), rng)
    while (seat := RULES.turn(state)) is not None:
        if seat == CHANCE:
            state = RULES.apply(state, draw_chance(RULES, state, rng))
            continue
        for action in decide_ply(RULES, state, seat, get_player(names[seat], "history"), rng):
            state = RULES.apply(state, action)
    outcome = RULES.outcome(state)
    assert outcome is not None
    return outcome.winners


def test_the_names_of_levels_are_those_of_levels() -> None:
    assert tuple(LEVELS) == NAMES
    assert [make_level(name).name for name in NAMES] == list(NAMES)


@pytest.mark.slow
def test_each_level_is_better_than_the_one_below() -> None:
    """Measured in benchmarks/strength.py; here only that the order is not upside down, for the quick ones."""
    for worse, better in pairwise(name for name in NAMES if LEVELS[name].budget is None):
        wins = sum(0 in winners([better, worse], seed) for seed in range(20))
        wins += sum(1 in winners([worse, better], seed) for seed in range(20))
        assert wins >= 21, f"{better} won {wins} of 40 against {worse}"


@pytest.mark.parametrize("name", NAMES)
def test_a_level_decides_by_its_view_alone_and_within_two_seconds(name: str) -> None:
    player, double, rng = make_level(name), make_level(name), random.Random(3)
    state = RULES.start(RULES.options({"players": 5}), rng)
    decide_once(player, position("epoch 4, 5 players\nred hatakeyama to move"))  # what it needs is compiled now
    for _ in range(60):
        if (seat := RULES.turn(state)) == CHANCE:
            state = RULES.apply(state, draw_chance(RULES, state, rng))
            continue
        assert seat is not None
        view, legal = RULES.view(state, seat), RULES.legal(state)
        other = RULES.sample(view, rng)
        begin = time.process_time()
        choice = player.decide(view, legal, random.Random(1))
        assert time.process_time() - begin < 2.0
        assert choice == double.decide(RULES.view(other, seat), RULES.legal(other), random.Random(1))
        state = RULES.apply(state, choice)


def decide_once(player: Player, state: State) -> int:
    seat = RULES.turn(state)
    return player.decide(RULES.view(state, seat), RULES.legal(state), random.Random(1))


# --- haste --------------------------------------------------------------------------------------------------


class Counting(HistoryGuide):
    """Counts play-outs: they are what thinking takes time for."""

    def __init__(self) -> None:
        super().__init__()
        self.tries = 0

    def play_out(self, rules: Rules, state: State, root: State, rng: random.Random) -> Sequence[float]:
        self.tries += 1
        return super().play_out(rules, state, root, rng)


def thinking(state: State) -> int:
    """How many play-outs a decision takes."""
    guide = Counting()
    decide_once(Searcher(RULES, guide, Budget(iterations=20)), state)
    return guide.tries


def after_epoch_2(hand: str) -> State:
    state = position("epoch 2, 5 players\nred taira to move\nhizen: gold past 2", {"red": hand})
    state.asked = int(state.order)
    state.order = 6
    state.phase = AFTER
    return state


def test_asked_after_an_epoch_who_holds_a_card_thinks_as_long_as_who_holds_none() -> None:
    with_card, without = after_epoch_2("e49"), after_epoch_2("e35")
    assert len(RULES.legal(with_card)) == 2
    assert RULES.legal(without) == [END]
    assert thinking(with_card) == thinking(without) == 20


@pytest.mark.parametrize(("moves", "phase"), [("", BEFORE), ("ready", STARTING)])
def test_before_a_turn_haste_does_not_tell_either(moves: str, phase: int) -> None:
    text = "epoch 4, 5 players\nred hatakeyama to move\nkaga: gold past 1"
    holding, bare = (play(position(text, {"red": hand}), moves) for hand in ("e11 e43 e35", "e49"))
    assert holding.phase == bare.phase == phase
    assert len(RULES.legal(holding)) > len(RULES.legal(bare)) == 1
    assert thinking(holding) == thinking(bare) == 20


def test_nobody_thinks_where_everybody_knows_that_there_is_nothing_to_choose() -> None:
    state = play(position("epoch 4, 5 players\nred hatakeyama to move", {"red": "e35"}), "ready etchuu")
    assert not hides_options(play(state, "kaga kaga kaga noto noto"))
    assert thinking(play(state, "kaga kaga kaga noto noto")) == 0
    empty = after_epoch_2("")
    empty.played[0] = (1 << 9) - 1
    assert not hides_options(empty)
    assert thinking(empty) == 0
