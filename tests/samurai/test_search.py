"""Searches and the instinct that they play on with."""

import random
import time

import numpy as np
import pytest

from tenka.compiled import generator_state
from tenka.game import GameError, State
from tenka.games import get_game
from tenka.players import Budget
from tenka.samurai.actions import END_TURN, MOVE_TO, SWITCH_FIRST
from tenka.samurai.board import SETTLEMENTS_BY_PLAYERS
from tenka.samurai.evaluation import WEIGHTS, estimate_shares, pack_weights
from tenka.samurai.instinct import apply_with_sense, best_actions, fill_sense, new_sense, play_out
from tenka.samurai.payoff import win_shares as compiled_win_shares
from tenka.samurai.players.search import Searcher
from tenka.samurai.players.tree import AT_RANDOM, NONE, Candidates, Tree
from tenka.samurai.scoring import outcome_of
from tenka.samurai.state import OVER, PLAYING, array_of, new_states
from tenka.samurai.view import recall
from tenka.search.mcts import search, win_shares

from .drawing import position

RULES = get_game("samurai")


def random_states(players: int, seed: int) -> list[State]:
    rng = random.Random(seed)
    options = RULES.options({"players": players, "hands": "random", "pieces": "random"})
    state, states = RULES.start(options, rng), []
    while RULES.turn(state) is not None:
        states.append(state)
        state = RULES.apply(state, rng.choice(RULES.legal(state)))
    return [*states, state]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_sense_of_a_board_stays_right_from_tile_to_tile(players: int) -> None:
    rng = random.Random(players)
    kept, fresh = new_sense(), new_sense()
    num_settlements = SETTLEMENTS_BY_PLAYERS[players]
    for seed in range(5):
        options = RULES.options({"players": players, "hands": "random", "pieces": "random"})
        state = RULES.start(options, random.Random(seed))
        fill_sense(state, kept)
        while state.phase != OVER:
            apply_with_sense(state, rng.choice(RULES.legal(state)), kept)
            fill_sense(state, fresh)
            assert kept.influence[:num_settlements].tolist() == fresh.influence[:num_settlements].tolist()
            assert kept.num_open[:num_settlements].tolist() == fresh.num_open[:num_settlements].tolist()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_best_actions_are_legal_and_sorted(players: int) -> None:
    sense, actions, values = new_sense(), np.zeros(8, np.int64), np.zeros(8)
    switches = 0
    for state in [state for seed in range(10) for state in random_states(players, seed)]:
        if state.phase != PLAYING:
            continue
        fill_sense(state, sense)
        num = best_actions(state, sense, generator_state(1), 0.0, actions, values)
        legal = RULES.legal(state)
        assert set(actions[:num].tolist()) <= set(legal)
        assert len(set(actions[:num].tolist())) == num
        if state.pending >= 0:
            is_switch = legal[0] < MOVE_TO
            assert num == is_switch
            switches += is_switch
            continue
        tiles = [action for action in legal if action == END_TURN or 3 <= action < SWITCH_FIRST]
        assert num > 0 or not tiles
        assert values[:num].tolist() == sorted(values[:num], reverse=True)
    assert switches


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_play_out_ends_and_its_win_is_counted_as_the_rules_say(players: int) -> None:
    sense, shares = new_sense(), np.zeros(4)
    generator = generator_state(players)
    for state in random_states(players, seed=players + 10)[::9]:
        states = new_states(1)
        states[0] = state
        end = states[0]
        fill_sense(end, sense)
        play_out(end, sense, generator, 0.25, 1000, np.zeros(1, np.int64), np.zeros(1))
        compiled_win_shares(end, shares)
        assert shares[:players].tolist() == pytest.approx(win_shares(outcome_of(end), players))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_play_out_stops_after_the_turn_that_it_is_told(players: int) -> None:
    sense, generator = new_sense(), generator_state(players)
    for state in random_states(players, seed=players + 20)[::9]:
        states = new_states(1)
        states[0] = state
        after = states[0]
        fill_sense(after, sense)
        play_out(after, sense, generator, 0.25, int(state.turns) + 2, np.zeros(1, np.int64), np.zeros(1))
        assert after.phase == OVER or after.turns == state.turns + 2


@pytest.mark.parametrize("players", [2, 3, 4])
def test_chances_to_win_add_up_and_favour_whoever_took_more(players: int) -> None:
    expected, weights, shares = np.zeros((4, 3)), pack_weights(WEIGHTS), np.zeros(4)
    for state in random_states(players, seed=players + 30)[::9]:
        states = new_states(1)
        states[0] = state
        estimate_shares(states[0], expected, weights, shares)
        before = shares.copy()
        assert shares[:players].sum() == pytest.approx(1)
        assert (shares[:players] > 0).all()
        states[0].captured[1] += 1
        estimate_shares(states[0], expected, weights, shares)
        assert shares[1] > before[1]
        assert shares[0] < before[0]


def test_both_searches_find_the_move_that_wins_at_once() -> None:
    """The same position for the generic search and the compiled one: taking the Buddha needs more than 4."""
    state = position(
        """
            f17:.   .
        ~       Bs2
            (b)     ~
        """,
        hands="s3 s1 s1 c2 b2",
        taken={"red": "bbbrrrccc", "blue": "bbbrrrccc"},
        elsewhere={"o8": "r", "q9": "c"},
    )
    view, legal = RULES.view(state, 0), RULES.legal(state)
    winning = RULES.parse("s3@f17")
    root = search(RULES, view, legal, 600, random.Random(1))
    assert max(root.children, key=lambda action: root.children[action].visits) == winning[0]
    lines = Searcher(Budget(iterations=300)).explain(view, legal, random.Random(1))
    assert lines[0].actions == winning
    assert lines[0].win_shares[0] == 1.0


def test_a_search_explains_itself() -> None:
    state = random_states(3, seed=1)[0]
    seat = RULES.turn(state)
    lines = Searcher(Budget(iterations=500)).explain(RULES.view(state, seat), RULES.legal(state), random.Random(1))
    assert sum(line.visits for line in lines) == 500
    for line in lines:
        assert sum(line.win_shares) == pytest.approx(1.0, abs=1e-3)
        after = state
        for action in line.actions:
            after = RULES.apply(after, action)


def test_a_search_keeps_to_its_time() -> None:
    state = random_states(2, seed=1)[0]
    seat = RULES.turn(state)
    few = Searcher(Budget(milliseconds=1)).explain(RULES.view(state, seat), RULES.legal(state), random.Random(1))
    many = Searcher(Budget(milliseconds=150)).explain(RULES.view(state, seat), RULES.legal(state), random.Random(1))
    assert 0 < sum(line.visits for line in few) < sum(line.visits for line in many)


def test_the_tree_is_kept_between_the_decisions_of_a_turn() -> None:
    """A ship first: what was found out about the time after it is still known then."""
    rng = random.Random(4)
    options = RULES.options({"players": 2, "hands": "random", "pieces": "random"})
    searcher = Searcher(Budget(iterations=400))
    kept = 0
    for seed in range(8):
        state = RULES.start(options, random.Random(seed))
        for _ in range(12):
            seat = RULES.turn(state)
            before = searcher._kept
            legal = RULES.legal(state)
            if len(legal) > 1 and before is not None and before.view == RULES.view(state, seat).tobytes():
                known = sum(tree.visits for tree in before.trees)
                lines = searcher.explain(RULES.view(state, seat), legal, rng)
                assert sum(line.visits for line in lines) <= 400 + known
                assert known > 0
                kept += 1
                state = RULES.apply(state, lines[0].actions[0])
            else:
                state = RULES.apply(state, searcher.decide(RULES.view(state, seat), legal, rng))
    assert kept


def test_a_turn_keeps_to_its_time_however_many_decisions_it_has() -> None:
    rng, searcher = random.Random(1), Searcher(Budget(milliseconds=200))
    state = RULES.start(RULES.options({"players": 2, "hands": "random", "pieces": "random"}), random.Random(3))
    seat, number = RULES.turn(state), RULES.num_plies(state)
    searcher.decide(RULES.view(state, seat), RULES.legal(state), rng)  # whatever has to be compiled is compiled here
    begin = time.monotonic()
    while RULES.num_plies(state) == number:
        state = RULES.apply(state, searcher.decide(RULES.view(state, seat), RULES.legal(state), rng))
    assert time.monotonic() - begin < 5, "this machine is slow, but not that slow"


@pytest.mark.parametrize("cores", [1, 2, 3])
def test_several_cores_search_as_often_as_one_and_always_alike(cores: int) -> None:
    state = random_states(2, seed=1)[0]
    view, legal = RULES.view(state, RULES.turn(state)), RULES.legal(state)
    budget = Budget(iterations=600, cores=cores)
    lines = Searcher(budget).explain(view, legal, random.Random(1))
    assert sum(line.visits for line in lines) == 600
    assert lines == Searcher().explain(view, legal, random.Random(1), budget)


@pytest.mark.parametrize(
    ("budget", "word"),
    [
        (Budget(), "needs a number of iterations or milliseconds"),
        (Budget(iterations=0), "not for 0"),
        (Budget(milliseconds=0), "not for 0"),
        (Budget(iterations=10, cores=0), "cores, not 0"),
    ],
)
def test_a_budget_of_nothing_is_refused(budget: Budget, word: str) -> None:
    with pytest.raises(GameError, match=word):
        Searcher(budget)


@pytest.mark.parametrize("players", [2, 3])
def test_the_compiled_search_finds_what_the_generic_one_finds(players: int) -> None:
    """Near the end, all actions looked at, play-outs at random: the same chances to win, but for luck."""
    compared = 0
    for seed in range(12):
        states = [state for state in random_states(players, seed) if state.phase == PLAYING and state.pending < 0]
        state = states[-4]
        seat, legal = RULES.turn(state), RULES.legal(state)
        assert seat is not None
        if not 1 < len(legal) <= 40 or any(RULES.apply(state, action).pending >= 0 for action in legal):
            continue
        view = RULES.view(state, seat)
        generic = search(RULES, view, legal, 600, random.Random(seed))
        tree = Tree(20_000, seed=seed + 1)
        everything = Candidates(
            np.array(legal, np.int64), np.full(len(legal), NONE), np.full(len(legal), 1 / len(legal))
        )
        tree.search(array_of(recall(view)), seat, everything, 6000, AT_RANDOM)
        visits = {action: times for action, (times, _) in tree.children().items()}
        wins = sum(won for _, won in tree.children().values())
        for other in range(players):
            assert wins[other] / sum(visits.values()) == pytest.approx(generic.wins[other] / generic.visits, abs=0.15)
        best = max(legal, key=lambda action: generic.children[action].visits)
        shares = {action: won[seat] / times for action, (times, won) in tree.children().items()}
        assert shares[best] >= max(shares.values()) - 0.15
        compared += 1
    assert compared >= 3
