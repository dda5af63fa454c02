"""Reviews of History: dice and cards by their odds, and reasons in points and provinces."""

from __future__ import annotations

import random

import numpy as np
import pytest

from tenka.encoding import Array
from tenka.game import CHANCE, Action, State
from tenka.games import get_game
from tenka.history.actions import PLACE, YIELD
from tenka.history.cards import COLOURS
from tenka.history.prospects import look_at_attack
from tenka.history.review import NO_FIGHT, HistoryJudge, tell_fact
from tenka.history.state import FIGHTING, MILITARY
from tenka.record import Step
from tenka.review.marks import Mark
from tenka.review.plies import Decision, judge_ply
from tests.history.position import play as play_on
from tests.history.position import position
from tests.review.games import play

RULES = get_game("history")


@pytest.fixture(scope="module")
def judge() -> HistoryJudge:
    found = HistoryJudge()
    found.luck_tries = 3
    return found


@pytest.fixture(scope="module")
def rolls() -> list[Step]:
    """Where dice decide, in a game of five."""
    return [step for step in play("history", 5, seed=1, bot="greedy").steps if step.before.phase == FIGHTING]


def test_the_luck_of_all_rolls_is_nothing_in_the_mean(judge: HistoryJudge, rolls: list[Step]) -> None:
    """Exact: the luck of each roll by its odds adds up to 0, for every seat, however few games were tried."""
    most = 0.0
    for step in rolls[:3]:
        total = np.zeros(5)
        for action, chance in RULES.chance(step.before):
            luck = judge.worth_of_chance(step.before, action, random.Random(1)).luck.mean(0)
            total += chance * luck
            most = max(most, float(np.abs(luck).max()))
        assert np.abs(total).max() < 1e-9
    assert most > 0.001


def test_dice_belong_to_who_rolls_them(judge: HistoryJudge, rolls: list[Step]) -> None:
    for number, step in enumerate(rolls[:5], 1):
        ply = judge_ply(judge, number, step, 16, 1)
        assert step.seat == CHANCE
        owners = {value.seat for value in ply.values if value.cause == "luck"}
        assert owners == {int(step.before.colour) % 5}


def test_a_card_belongs_to_who_draws_it(judge: HistoryJudge) -> None:
    step = next(step for step in play("history", 3, seed=1, bot="greedy").steps if step.ply.kind == "draw")
    ply = judge_ply(judge, 1, step, 16, 1)
    assert [value.cause for value in ply.values] == ["hidden", "luck"]
    assert ply.values[1].seat == int(step.before.colour) % 3


def test_who_does_not_win_with_his_last_counter_has_blundered(judge: HistoryJudge) -> None:
    """The game's last counter. The best other has points between what the best place and the worst one bring."""
    for seed in range(1, 9):
        steps = play("history", 5, seed=seed, bot="greedy").steps
        step = [step for step in steps if step.before.phase == MILITARY and step.before.left == 1][-1]
        state, colour = step.before.copy(), int(step.before.colour)
        places = [action for action in RULES.legal(state) if PLACE <= action < YIELD]
        ends = {action: _ends(judge, state, action) for action in places}
        by_points = sorted(places, key=lambda action: float(ends[action][:, colour].mean()))
        worst, best = ends[by_points[0]][:, colour], ends[by_points[-1]][:, colour]
        if worst.max() + 1 < best.min():
            break
    else:
        pytest.fail("no last counter decided anything")
    for other in range(5):
        if other != colour:
            state.points[other] += int((worst.max() + best.min()) / 2) - int(ends[by_points[0]][0, other])
    after = RULES.apply(state, by_points[0])
    played = Step("place", step.ply, colour, [by_points[0]], state, after)
    (decision,) = judge_ply(judge, 1, played, 384, 1).decisions
    assert decision.mark is Mark.BLUNDER
    assert decision.before[colour].mean > decision.after[colour].mean + 0.5  # others may hold cards for after the epoch
    points = {fact.seat: (fact.best, fact.played) for fact in decision.facts if fact.kind == "points"}
    assert points[colour][0] > points[colour][1]
    told = [tell_fact(fact, decision.best, decision.played) for fact in decision.facts]
    assert any("'s points, an epoch later, mean of 64 worlds: " in reason for reason in told)


def _ends(judge: HistoryJudge, state: State, action: Action) -> Array:
    """``[try, colour]``: the points at the end."""
    after = RULES.apply(state, action)
    return np.array([judge._play_two_epochs(after, state, luck).points[:5] for luck in range(12)])


# --- endings that can be solved by hand ------------------------------------------------------------------------------


def ending(dewa: str = "") -> State:
    """The last turn of the game: red's Date holds three of the four provinces of Ouu, and has one counter left.

    Whoever plays it anywhere else has 7 points: presence in Kantou (2) and in Hokuriku (1), dominance in Ouu (3), and
    the city of the initial province (1). With Dewa it is supremacy in Ouu (5), so 9. Blue has 8, and acts no more.
    """
    state = position(
        "epoch 7, 5 players\nred date to move\nshimotsuke: red past 1\nechigo: red past 1\n"
        + (f"dewa: {dewa}" if dewa else "")
    )
    state = play_on(state, "ready central_mutsu south_mutsu north_mutsu").copy()
    state.left = 1
    state.points[COLOURS.index("blue")] = 8
    return state


def decision_of(judge: HistoryJudge, state: State, move: str) -> Decision:
    actions = RULES.parse(move)
    after = RULES.apply(state, actions[0])
    played = Step(move, RULES.make_ply(state, actions, after), int(state.colour), actions, state, after)
    (decision,) = judge_ply(judge, 1, played, 384, 1).decisions
    return decision


def test_supremacy_wins_the_last_turn_and_a_second_counter_at_home_loses_it(judge: HistoryJudge) -> None:
    """By hand: 9 points beat blue's 8, and 7 do not. No dice are rolled and nobody acts after it."""
    decision = decision_of(judge, ending(), "central_mutsu")
    assert decision.best == "dewa"
    assert decision.mark is Mark.BLUNDER
    assert decision.loss.mean == pytest.approx(1.0)
    assert [gave.mean for gave in decision.gave] == pytest.approx([-1.0, 1.0, 0.0, 0.0, 0.0])
    assert [share.mean for share in decision.open] == pytest.approx([0.0, 1.0, 0.0, 0.0, 0.0])
    facts = {fact.kind: fact for fact in decision.facts}
    assert set(facts) == {"points", "provinces"}
    assert (facts["points"].seat, facts["points"].best, facts["points"].played) == (0, 9.0, 7.0)
    assert facts["points"].about == {"region": "ouu"}
    assert (facts["provinces"].about["region"], facts["provinces"].best, facts["provinces"].played) == ("ouu", 4.0, 3.0)
    told = [tell_fact(fact, decision.best, decision.played) for fact in decision.facts]
    assert "red's points, an epoch later, mean of 64 worlds: 9.0 after dewa, 7.0 after central_mutsu" in told


def test_who_takes_supremacy_in_the_last_turn_has_lost_nothing(judge: HistoryJudge) -> None:
    decision = decision_of(judge, ending(), "dewa")
    assert decision.mark is Mark.NONE
    assert (decision.loss.mean, decision.facts) == (0.0, [])
    assert decision.after[0].mean == pytest.approx(1.0)


def test_a_fight_that_alone_can_win_is_worth_its_odds(judge: HistoryJudge) -> None:
    """Dewa lies behind mountains, so both sides roll two dice (chapter 5 of the rule book). Of 1296 rolls 286 are equal
    (1 + 9 + 25 + 49 + 81 + 121), so 505 are won, and only then Dewa is red's. Everything else loses for sure.
    """
    decision = decision_of(judge, ending("gold past 1"), "central_mutsu")
    assert decision.best == "dewa"
    assert decision.mark is Mark.BLUNDER
    assert decision.before[0].low < 505 / 1296 < decision.before[0].high
    assert decision.after[0].mean == pytest.approx(0.0)
    odds = decision.facts[0]
    assert (odds.kind, odds.played) == ("odds", NO_FIGHT)
    assert odds.best == pytest.approx(505 / 1296)
    assert odds.about == {"best": "dewa"}
    assert tell_fact(odds, "dewa", "central_mutsu") == "the odds: dewa is won at 39%, central_mutsu is no fight"


def test_odds_are_told_before_anything_else(judge: HistoryJudge) -> None:
    for step in play("history", 5, seed=1, bot="greedy").steps:
        if step.before.phase != MILITARY:
            continue
        by_place = {
            action: look_at_attack(step.before, action - PLACE)
            for action in RULES.legal(step.before)
            if PLACE <= action < YIELD
        }
        calm = [action for action, attack in by_place.items() if attack is None]
        fights = [(action, attack) for action, attack in by_place.items() if attack is not None]
        if not calm or not fights:
            continue
        fight, attack = fights[0]
        view = RULES.view(step.before, int(RULES.turn(step.before) or 0))
        odds, *others = judge.find_facts(view, calm[:1], [fight], random.Random(1))
        assert (odds.kind, odds.best, odds.played, odds.worlds) == ("odds", NO_FIGHT, attack.takes, 0)
        assert tell_fact(odds, "calm", "area") == f"the odds: calm is no fight, area is won at {attack.takes:.0%}"
        assert odds.about == {"played": RULES.format([fight])}, "the better one is no fight, so nowhere"
        assert {fact.kind for fact in others} <= {"points", "provinces"}
        return
    pytest.fail("nobody could attack")
