"""Searches and the instinct that they play on with."""

import random

import numpy as np
import pytest

from tenka.compiled import generator_state
from tenka.games import get_game
from tenka.players.samurai_searcher import Searcher
from tenka.samurai.actions import END_TURN, MAX_LEGAL, SWITCH_FIRST
from tenka.samurai.board import NUM_SETTLEMENTS, SETTLEMENTS_BY_PLAYERS
from tenka.samurai.instinct import apply_with_sense, best_tiles, fill_sense, play_out
from tenka.samurai.scoring import outcome_of
from tenka.samurai.state import OVER, PLAYING, new_states
from tenka.search.mcts import search, win_shares
from tenka.search.samurai_mcts import win_shares as compiled_win_shares

from .samurai.drawing import position

RULES = get_game("samurai")


def random_states(players: int, seed: int) -> list:
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
    kept, fresh = np.zeros((2, 2, NUM_SETTLEMENTS), np.int64)
    num_settlements = SETTLEMENTS_BY_PLAYERS[players]
    for seed in range(5):
        options = RULES.options({"players": players, "hands": "random", "pieces": "random"})
        state = RULES.start(options, random.Random(seed))
        fill_sense(state, kept[0], kept[1])
        while state.phase != OVER:
            apply_with_sense(state, rng.choice(RULES.legal(state)), kept[0], kept[1])
            fill_sense(state, fresh[0], fresh[1])
            assert kept[:, :num_settlements].tolist() == fresh[:, :num_settlements].tolist()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_best_tiles_are_legal_and_sorted(players: int) -> None:
    influence, num_open = np.zeros((2, NUM_SETTLEMENTS), np.int64)
    actions, values, weights = np.zeros(8, np.int64), np.zeros(8), np.zeros(3)
    for state in random_states(players, seed=players):
        if state.phase != PLAYING or state.pending >= 0:
            continue
        fill_sense(state, influence, num_open)
        num = best_tiles(state, influence, num_open, weights, generator_state(1), 0.0, actions, values)
        legal = RULES.legal(state)
        tiles = [action for action in legal if action == END_TURN or 3 <= action < SWITCH_FIRST]
        assert set(actions[:num].tolist()) <= set(legal)
        assert len(set(actions[:num].tolist())) == num
        assert num > 0 or not tiles
        assert values[:num].tolist() == sorted(values[:num], reverse=True)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_play_out_ends_and_its_win_is_counted_as_the_rules_say(players: int) -> None:
    sense, weights = np.zeros((2, NUM_SETTLEMENTS), np.int64), np.zeros(3)
    shares = np.zeros(4)
    legal = np.zeros(MAX_LEGAL, np.int16)
    generator = generator_state(players)
    for state in random_states(players, seed=players + 10)[::9]:
        states = new_states(1)
        states[0] = state
        end = states[0]
        fill_sense(end, sense[0], sense[1])
        play_out(end, sense[0], sense[1], weights, generator, 0.25, np.zeros(1, np.int64), np.zeros(1), legal)
        compiled_win_shares(end, shares)
        assert shares[:players].tolist() == pytest.approx(win_shares(outcome_of(end), players))


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
    lines = Searcher(iterations=300).explain(view, legal, random.Random(1))
    assert lines[0].actions == winning
    assert lines[0].win_shares[0] == 1.0


def test_a_search_explains_itself() -> None:
    state = random_states(3, seed=1)[0]
    seat = RULES.turn(state)
    lines = Searcher(iterations=500).explain(RULES.view(state, seat), RULES.legal(state), random.Random(1))
    assert sum(line.visits for line in lines) == 500
    for line in lines:
        assert sum(line.win_shares) == pytest.approx(1.0, abs=1e-3)
        after = state
        for action in line.actions:
            after = RULES.apply(after, action)


def test_a_search_keeps_to_its_time() -> None:
    state = random_states(2, seed=1)[0]
    seat = RULES.turn(state)
    few = Searcher(milliseconds=1).explain(RULES.view(state, seat), RULES.legal(state), random.Random(1))
    many = Searcher(milliseconds=150).explain(RULES.view(state, seat), RULES.legal(state), random.Random(1))
    assert 0 < sum(line.visits for line in few) < sum(line.visits for line in many)
