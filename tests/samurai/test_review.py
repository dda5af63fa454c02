"""Reviews of Samurai: turns whose worth is known by hand, the luck of the draw, and reasons."""

from __future__ import annotations

import random
from collections import Counter
from math import comb

import numpy as np
import pytest

from tenka.encoding import Array
from tenka.game import State
from tenka.games import get_game
from tenka.record import Step
from tenka.review.marks import Mark
from tenka.review.plies import Decision, JudgedPly, judge_ply
from tenka.samurai.actions import MOVE_FROM, SWITCH_FIRST, SWITCH_SECOND
from tenka.samurai.board import NUM_SETTLEMENTS
from tenka.samurai.pieces import COLOURS, STACK_SIZE, hand_bits
from tenka.samurai.players.look import LATE, LEAST_CHANCE
from tenka.samurai.review import (
    BEGINNING,
    DOUBT,
    FEWEST_OPTIONS,
    SET_UP,
    SETTLED,
    SamuraiJudge,
    _is_sure,
    _possible_draws,
    _swapped,
    _with_other_draws,
    make_judge,
    tell_fact,
)
from tenka.samurai.state import OVER
from tests.review.games import play

from .drawing import position
from .test_captures import GOLDS_TURN

RULES = get_game("samurai")
GOLD = COLOURS.index("gold")

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


@pytest.mark.parametrize("players", BEGINNING)
def test_while_pieces_are_placed_the_order_of_turns_counts_and_then_the_board(
    judge: SamuraiJudge, players: int
) -> None:
    """The network holds the usual hand of a weak player for lost, even against another one with such a hand."""
    beginning = BEGINNING[players]
    assert sum(beginning) == pytest.approx(1.0, abs=1e-9)
    sure = np.full((1, players), 0.02 / (players - 1))
    sure[:, 1] = 0.98
    for first in range(players):
        early = judge.temper(sure, (SET_UP, first))[0]
        assert early.sum() == pytest.approx(1.0, abs=1e-12)
        assert np.abs(early - np.roll(beginning, first)).max() < 0.2, "nothing has happened yet"
    assert (judge.temper(sure, (0, 0)) == sure).all()


@pytest.mark.parametrize("players", [2, 4])
def test_a_moment_is_the_same_for_a_state_and_for_what_its_mover_may_know(judge: SamuraiJudge, players: int) -> None:
    """Captured pieces are hidden in a view, and a view that told another moment was judged as another one."""
    moments = set()
    for played in play("samurai", players, seed=3).steps:
        moment = judge.moment_of(played.before)
        assert judge.moment_of(RULES.view(played.before, played.seat).known) == moment
        moments.add(moment[0])
    assert {SET_UP, 0, 1} <= moments


def test_the_hand_that_weak_players_keep_is_no_lost_game(judge: SamuraiJudge) -> None:
    """Right after it the network gives it 5 points of 100: it knows it from games that were lost. But if strong ones go
    on with it, it costs nothing that could be seen.
    """
    replay = play("samurai", 2, seed=1, bot="karo", first="0")
    ply = judge_ply(judge, 1, replay.steps[0], 160, 1)
    (decision,) = ply.decisions
    assert decision.after[0].mean > 0.6, "who begins"
    assert decision.loss.mean < 0.1
    assert decision.mark is Mark.NONE


def test_in_the_beginning_half_of_a_loss_is_in_doubt(judge: SamuraiJudge) -> None:
    moments = {judge.moment_of(found.before) for found in play("samurai", 2, seed=1, bot="karo").steps}
    doubts = {rounds: judge.doubt((rounds, first)) for rounds, first in moments}
    assert {rounds for rounds, doubt in doubts.items() if doubt == DOUBT} == {SET_UP, *range(SETTLED)}
    assert set(doubts.values()) == {DOUBT, 0.0}


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
    assert decision.accuracy.high < 15


def test_the_reasons_are_who_takes_it_and_who_leads(judge: SamuraiJudge) -> None:
    decision = decision_of(review(judge, ending(), "r4@f17"))
    worlds = judge.fact_worlds
    facts = {
        (fact.kind, fact.seat, fact.about.get("caste") or fact.about["tile"]): (fact.best, fact.played)
        for fact in decision.facts
    }
    assert facts["piece", 0, "buddha"] == (1.0, 0.0)
    assert facts["leadership", 0, "buddha"] == (1.0, 0.0)
    assert facts["leadership", 1, "buddha"] == (0.0, 1.0)
    assert facts["kept", 0, "r4"] == (1.0, 0.0)
    where = {kind: [fact.about for fact in decision.facts if fact.kind == kind] for kind in ("piece", "leadership")}
    assert {about["settlements"] for about in where["leadership"]} == {about["settlement"] for about in where["piece"]}
    assert len(where["leadership"]) == 2
    told = [tell_fact(fact, decision.best, decision.played) for fact in decision.facts]
    assert f"red leads in buddha in {worlds} of {worlds} worlds after b3@f17 done, in 0 after r4@f17 done" in told
    assert "red keeps 1 of r4 after b3@f17 done, 0 after r4@f17 done" in told


def switches(seed: int) -> list[Step]:
    """The turns of a game of two in which pieces were exchanged."""
    steps = play("samurai", 2, seed=seed).steps
    return [found for found in steps if any(SWITCH_SECOND <= action < MOVE_FROM for action in found.actions)]


@pytest.mark.parametrize("seed", [2, 4, 7])
def test_nobody_takes_a_piece_where_it_was_switched_away(judge: SamuraiJudge, seed: int) -> None:
    """After the last switch tile what has left a place for good is taken from there by nobody."""
    *_, last = switches(seed)
    first, second = (action for action in last.actions if SWITCH_FIRST <= action < MOVE_FROM)
    rng = random.Random(1)
    worlds = judge.deal(RULES.view(last.before, last.seat), 16, rng)
    taken = judge.play_to_ends(worlds, [last.actions]).taken
    after = last.after
    for piece in (first - SWITCH_FIRST, second - SWITCH_SECOND):
        caste, settlement = divmod(piece, NUM_SETTLEMENTS)
        if not after.pieces[caste] >> settlement & 1:
            assert not taken[:, :, settlement, caste].any()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_captures_are_counted_as_records_tell_them(judge: SamuraiJudge, players: int) -> None:
    """Games are played to their ends, and every piece that somebody has then was counted where it stood, and once."""
    for found in play("samurai", players, seed=5, bot="greedy").steps[-8::3]:
        worlds = judge.deal(RULES.view(found.before, found.seat), 4, random.Random(2))
        shares, taken, led = judge.play_to_ends(worlds, [found.actions])
        assert shares.sum(-1) == pytest.approx(1.0)
        assert taken.sum(-1).max() == 1, "each piece is taken once"
        before = np.array([world.captured[:players] for world in worlds])
        totals = before + taken[0].sum(1).swapaxes(1, 2)
        most = totals.max(1, keepdims=True)
        alone = (totals == most) & ((totals == most).sum(1, keepdims=True) == 1)
        assert (led[0] == alone.swapaxes(1, 2)).all()


def test_what_differs_by_chance_is_no_reason() -> None:
    """In 3 of 16 worlds more: as likely as not nothing but luck. In 12 of 16 it is not."""
    counts = np.zeros((2, 16, 2))
    counts[0, :6, 0], counts[1, 3:6, 0], counts[1, 13:, 0] = 1, 1, 1
    counts[0, :12, 1] = 1
    assert _is_sure(counts).tolist() == [False, True]


def test_where_few_tiles_are_left_to_draw_games_are_played_to_their_ends(judge: SamuraiJudge) -> None:
    """There the network is often wrong about who will lead by a piece: what is said of it is what came."""
    replay = play("samurai", 4, seed=3, bot="greedy")
    late = [found for found in replay.steps if found.before.num_stack[found.seat] <= LATE and found.before.turns > 20]
    for found in late[:2]:
        worlds = judge.deal(RULES.view(found.before, found.seat), 4, random.Random(1))
        shares = judge.try_out(worlds, [found.actions], found.seat, [0] * 4)
        assert set(np.unique(shares.round(6))) <= {0.0, 0.25, 0.333333, 0.5, 1.0}
    early = next(found for found in replay.steps if found.ply.kind == "turn" and found.before.turns == 24)
    worlds = judge.deal(RULES.view(early.before, early.seat), 4, random.Random(1))
    assert not set(np.unique(judge.try_out(worlds, [early.actions], early.seat, [0] * 4).round(6))) <= {0.0, 0.5, 1.0}


def test_several_turns_are_compared_where_the_network_knows_one_only(judge: SamuraiJudge) -> None:
    """A turn that was compared with nothing has not lost exactly 0."""
    replay, num_single = play("samurai", 2, seed=1, bot="greedy"), 0
    for found in replay.steps:
        view = RULES.view(found.before, found.seat)
        if found.ply.kind == "turn" and len(RULES.legal(found.before)) > 20:
            options = judge.list_options(view, RULES.legal(found.before), random.Random(1))
            assert len(options) >= FEWEST_OPTIONS
            num_single += sum(option.chance >= LEAST_CHANCE for option in options) == 1
    assert num_single, "there was such a turn"


def test_who_takes_it_has_lost_nothing(judge: SamuraiJudge) -> None:
    decision = decision_of(review(judge, ending(), "b3@f17"))
    assert decision.mark is Mark.NONE
    assert (decision.loss.mean, decision.loss.low) == (0.0, 0.0)
    assert decision.facts == []
    assert decision.after[0].mean == pytest.approx(1.0)


def test_the_2015_example_is_golds_best_turn_when_the_last_buddhas_decide(judge: SamuraiJudge) -> None:
    """“He places a 1-ronin tile … followed by a 4-Buddha tile, causing both adjacent settlements to become surrounded”
    (2015 rules, Resolving Captures Example). Here these are the last Buddhas, and with the right one gold leads in
    them, where nobody leads in anything else. Without the ronin it stays on the board, and somebody else's turn comes.
    """
    before = position(
        GOLDS_TURN,
        players=4,
        turn="gold",
        hands="n1 b4 r4 c4 c3",
        elsewhere={},
        taken={"red": "bbbrrrccc", "blue": "bbbrrrrcccc", "gold": "bbbrcc", "green": "bbrrrrcccc"},
    )
    decision = decision_of(review(judge, before, "b4@p10"))
    assert {"n1@p11", "b4@p10"} <= set(decision.best.split())
    assert decision.before[GOLD].mean == pytest.approx(1.0)
    assert decision.loss.mean > 0.3
    assert decision.mark is Mark.BLUNDER
    assert sum(gave.mean for gave in decision.gave) == pytest.approx(0.0, abs=1e-9)
    facts = {
        (fact.kind, fact.seat, fact.about.get("settlement"), fact.about.get("caste")): fact for fact in decision.facts
    }
    assert facts["leadership", GOLD, None, "buddha"].best == facts["piece", GOLD, "q11", "buddha"].best == 1.0


def test_the_1998_example_is_blues_best_turn_when_the_last_helmet_decides(judge: SamuraiJudge) -> None:
    """“Blue captures Helmet with strength 3; Red has only strength 2” (1998 rules). Who plays anything else there lets
    red have it, and the game.
    """
    before = position(
        """
            f17:.   .
        ~       Rs2
            (c)     ~
        """,
        turn="blue",
        hands="c3 b4 b3 r4 r3",
        elsewhere={"l16": "br"},
        taken={"red": "bbbrrrccc", "blue": "bbbrrrccc"},
    )
    decision = decision_of(review(judge, before, "b4@f17"))
    assert decision.best.split()[0] == "c3@f17"
    assert decision.mark is Mark.BLUNDER
    assert decision.loss.mean == pytest.approx(1.0)
    assert [gave.mean for gave in decision.gave] == pytest.approx([1.0, -1.0])


def test_where_the_game_is_decided_nothing_is_a_mistake(judge: SamuraiJudge) -> None:
    """Red leads in two castes, whatever happens; the last Buddha changes nothing."""
    before = position(
        LAST_BUDDHA,
        hands="b3 r4 c4 c3 c2",
        elsewhere={},
        taken={"red": "bbrrrrrcccccc", "blue": "bbbbrc"},
    )
    decision = decision_of(review(judge, before, "r4@f17"))
    assert decision.mark is Mark.NONE
    assert decision.loss.mean == pytest.approx(0.0, abs=0.02)
    assert decision.facts == []


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
    played = next(
        found
        for found in steps
        if found.before.turns >= 2 * SETTLED and found.before.num_stack.sum() - found.after.num_stack.sum() == 1
    )
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
        (luck,) = judge._luck_of_draw(before, after, seat, later, random.Random(1))
        total += chance * luck
        most = max(most, float(np.abs(luck).max()))
    assert most > 0.001
    assert np.abs(total).max() < 1e-6


def early_draws(players: int) -> list[tuple[int, Step]]:
    """The plies of the first rounds, after which the beginning is not over yet when their mover is to move again."""
    replay = play("samurai", players, seed=2, bot="karo", pieces="random", hands="random")
    return [(number, found) for number, found in enumerate(replay.steps, 1) if found.before.turns < 3 * players]


@pytest.mark.parametrize("players", [2, pytest.param(4, marks=pytest.mark.slow)])
def test_no_draw_is_judged_before_the_fifth_round(
    judge: SamuraiJudge, players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Earlier the network sees players rather than positions."""
    ask, rounds = judge._judge, []

    def look(games: Array) -> Array:
        rounds.extend((games["turns"][games["phase"] != OVER] // players).tolist())
        return ask(games)

    monkeypatch.setattr(judge, "_judge", look)
    for number, found in early_draws(players)[::players]:
        judge.worth(found.before, found.actions, found.after, found.seat, random.Random(number))
    assert min(rounds) >= SETTLED


def test_the_luck_of_an_early_draw_may_be_off(judge: SamuraiJudge) -> None:
    """How games go on differs from world to world, so what a draw brings does; and shares are still of one win."""
    for number, found in early_draws(2)[::3]:
        worth = judge.worth(found.before, found.actions, found.after, found.seat, random.Random(number))
        assert worth.luck.shape == worth.came.shape == (judge.luck_tries, 2)
        assert worth.luck.std(0).min() > 0.001
        assert np.abs(worth.luck.sum(1)).max() < 1e-9


def test_in_the_beginning_draws_stand_for_all_by_their_chances(judge: SamuraiJudge) -> None:
    (_, found), *_ = early_draws(2)
    seat, before = found.seat, found.before
    draws = list(_possible_draws(before, found.after, seat))
    later = judge._play_round([found.after] * 200, [()], seat)
    games = _with_other_draws(np.tile(later, 5), draws, seat, random.Random(1))
    hands = games["hand"][:, seat].tolist()
    assert all(hands.count(hand) == pytest.approx(1000 * chance, abs=1) for chance, hand, _ in draws)
    stacks = {hand: stack for _, hand, stack in draws}
    for game, hand in zip(games, hands, strict=True):
        assert sorted(game.stack[seat, STACK_SIZE - len(stacks[hand]) :].tolist()) == stacks[hand]
    rest = np.delete(np.array(later[0].stack), seat, axis=0)
    assert (np.delete(games["stack"], seat, axis=1) == rest).all(), "what others have stays as it is"


def test_tiles_that_were_not_drawn_are_in_a_stack_in_any_order() -> None:
    """b2 was drawn, and c3 might have been: then b2 lies where that c3 lay, and any of the two is as likely."""
    stack, drawn, other = [1, 2, 2, 3], hand_bits([0, 5, 6, 7, 8]), hand_bits([2, 5, 6, 7, 8])
    found = Counter(tuple(_swapped(stack, drawn, other, random.Random(seed))) for seed in range(400))
    assert set(found) == {(1, 0, 2, 3), (1, 2, 0, 3)}
    assert min(found.values()) > 150
    assert _swapped(stack, drawn, drawn, random.Random(1)) == stack


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
