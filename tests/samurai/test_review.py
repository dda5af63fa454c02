"""Reviews of Samurai: turns whose worth is known by hand, the luck of the draw, and reasons."""

from __future__ import annotations

import random
from math import comb

import numpy as np
import pytest

from tenka.game import State
from tenka.games import get_game
from tenka.record import Step
from tenka.review.marks import Mark
from tenka.review.plies import Decision, JudgedPly, judge_ply
from tenka.samurai.pieces import STACK_SIZE
from tenka.samurai.review import SamuraiJudge, _possible_draws, make_judge
from tests.review.games import play

from .drawing import position

RULES = get_game("samurai")

LAST_BUDDHA = """
    ~       .
        g17:(r)
    .       .
~       Bb2
    (b)     ~
"""
"""Who takes the last Buddha leads in Buddhas, three to four, and in nothing else leads anybody. Blue's b2 lies beside
it, and the land at f17 is open: whoever plays there ends the game."""


@pytest.fixture(scope="module")
def judge() -> SamuraiJudge:
    found = make_judge()
    assert isinstance(found, SamuraiJudge)
    return found


def step(state: State, turn: str) -> Step:
    """The ply that a turn is."""
    actions, after = RULES.parse(turn), state
    for action in actions:
        after = RULES.apply(after, action)
    if RULES.num_plies(after) == RULES.num_plies(state):
        actions.append(RULES.end_turn)
        after = RULES.apply(after, actions[-1])
    return Step(turn, RULES.make_ply(state, actions, after), int(state.seat), actions, state, after)


def review(judge: SamuraiJudge, state: State, turn: str) -> JudgedPly:
    return judge_ply(judge, 1, step(state, turn), 160, 1)


def ending(hand: str = "b3 r4 c4 c3 c2") -> State:
    return position(
        LAST_BUDDHA,
        hands=hand,
        elsewhere={},
        taken={"red": "bbbrrrccc", "blue": "bbbrrrccc"},
        aside="c",
    )


def decision_of(ply: JudgedPly) -> Decision:
    (decision,) = ply.decisions
    return decision


def test_who_leaves_the_last_buddha_to_the_other_has_blundered(judge: SamuraiJudge) -> None:
    decision = decision_of(review(judge, ending(), "r4@f17"))  # fills the space, and blue's 2 take it
    assert decision.best.split()[0] == "b3@f17"
    assert decision.mark is Mark.BLUNDER
    assert decision.loss.mean == pytest.approx(1.0)
    assert decision.before[0].mean == pytest.approx(1.0)
    assert decision.after[0].mean == pytest.approx(0.0)
    assert decision.accuracy < 15


def test_the_reasons_are_who_takes_it_and_who_leads(judge: SamuraiJudge) -> None:
    decision = decision_of(review(judge, ending(), "r4@f17"))
    worlds = judge.fact_worlds
    facts = {(fact.kind, fact.seat, fact.about["caste"]): (fact.best, fact.played) for fact in decision.facts}
    assert facts["piece", 0, "buddha"] == (1.0, 0.0)
    assert facts["leadership", 0, "buddha"] == (1.0, 0.0)
    assert facts["leadership", 1, "buddha"] == (0.0, 1.0)
    assert f"red leads in buddha in {worlds} of {worlds} worlds after {decision.best}, in 0 after r4@f17" in " ".join(
        decision.reasons
    )


def test_who_takes_it_has_lost_nothing(judge: SamuraiJudge) -> None:
    decision = decision_of(review(judge, ending(), "b3@f17"))
    assert decision.mark is Mark.NONE
    assert (decision.loss.mean, decision.loss.low) == (0.0, 0.0)
    assert decision.facts == []
    assert decision.after[0].mean == pytest.approx(1.0)


def test_the_last_piece_of_the_set_up_is_no_choice(judge: SamuraiJudge) -> None:
    """There is one piece left and one place for it. Nothing is judged, but the game has a value after it."""
    steps = play("samurai", 2, seed=1, hands="random").steps
    number, last = [(number, found) for number, found in enumerate(steps, 1) if found.ply.kind == "put"][-1]
    ply = judge_ply(judge, number, last, 16, 1)
    assert ply.decisions == []
    assert [value.cause for value in ply.values] == ["hidden", "luck"]
    assert ply.values[0].shares == ply.values[1].shares


# --- the luck of the draw -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 4])
def test_chances_of_all_draws_are_one_and_the_first_is_what_was_drawn(players: int) -> None:
    seen = set()
    for played in play("samurai", players, seed=players, hands="random", pieces="random").steps:
        seat = played.seat
        draws = list(_possible_draws(played.before, played.after, seat))
        assert sum(chance for chance, _, _ in draws) == pytest.approx(1.0)
        assert draws[0][1] == played.after.hand[seat]
        assert len({hand for _, hand, _ in draws}) == len(draws)
        num_stack = int(played.after.num_stack[seat])
        assert sorted(draws[0][2]) == sorted(played.after.stack[seat, STACK_SIZE - num_stack :].tolist())
        drawn = int(played.before.num_stack[seat]) - num_stack
        seen.add(drawn)
        left = set(played.before.stack[seat, STACK_SIZE - int(played.before.num_stack[seat]) :].tolist())
        if drawn == 1:
            assert len(draws) == len(left)
        assert len(draws) <= comb(int(played.before.num_stack[seat]), drawn)
    assert {1, 2} <= seen


def test_the_luck_of_all_draws_is_nothing_in_the_mean(judge: SamuraiJudge) -> None:
    """Exact: each draw's luck by its chance adds up to 0, whatever the network thinks of the tiles."""
    steps = play("samurai", 2, seed=2, pieces="random", hands="random").steps
    played = next(found for found in steps if found.before.num_stack.sum() - found.after.num_stack.sum() == 1)
    seat = played.seat
    later = judge._play_round([played.after], [()], seat)
    total, most = np.zeros(2), 0.0
    for chance, hand, stack in _possible_draws(played.before, played.after, seat):
        before, after = played.before.copy(), played.after.copy()
        num = int(played.before.num_stack[seat])
        drawn = _drawn(played, stack)
        before.stack[seat, STACK_SIZE - num :] = [*drawn, *stack]
        after.hand[seat] = hand
        after.stack[seat, STACK_SIZE - len(stack) :] = stack
        luck = judge._luck_of_draw(before, after, seat, later)
        total += chance * luck
        most = max(most, float(np.abs(luck).max()))
    assert most > 0.001
    assert np.abs(total).max() < 1e-6


def _drawn(played: Step, stack: list[int]) -> list[int]:
    """The tiles that are drawn where the stack is this afterwards."""
    num = int(played.before.num_stack[played.seat])
    whole: list[int] = played.before.stack[played.seat, STACK_SIZE - num :].tolist()
    for kind in stack:
        whole.remove(kind)
    return whole


def test_the_same_ply_is_judged_the_same_again(judge: SamuraiJudge) -> None:
    state = ending("b4 s3 r4 c4 c3")
    assert review(judge, state, "r4@f17") == review(judge, state, "r4@f17")


def test_options_in_the_set_up_are_whole_steps_of_it(judge: SamuraiJudge) -> None:
    rng = random.Random(1)
    state = RULES.start(RULES.options({"players": 2, "first": 0}), rng)
    hands = judge.list_options(RULES.view(state, 0), RULES.legal(state), rng)
    assert 2 <= len(hands) <= judge.width
    for option in hands:
        assert RULES.num_plies(judge.carry_out(state, option.actions)) == 1
    while RULES.num_plies(state) < 2:
        state = RULES.apply(state, RULES.legal(state)[0])
    seat = int(RULES.turn(state) or 0)
    places = judge.list_options(RULES.view(state, seat), RULES.legal(state), rng)
    assert len({tuple(option.actions) for option in places}) == len(places) >= 2
    assert all(len(option.actions) == 1 for option in places)
