"""What a network that learns Samurai may call by other names: castes are alike, but where they have an order."""

from __future__ import annotations

import random
from itertools import permutations
from typing import Any

import numpy as np
import pytest

from tenka.games import get_game
from tenka.graph import Twins
from tenka.samurai import learning
from tenka.samurai.pieces import KINDS, NUM_CASTES, NUM_KINDS, hand_bits, hand_tiles
from tenka.samurai.state import CHOOSING_HANDS, array_of, kind_of, new_states, owner, tile_code

RULES = get_game("samurai")
WAYS = list(permutations(range(NUM_CASTES)))


def new_kind(kind: int, way: tuple[int, ...]) -> int:
    """What a kind of tile is called while caste c is what `way[c]` was."""
    castes = KINDS[kind].castes
    if len(castes) != 1:
        return kind
    return next(
        number
        for number, other in enumerate(KINDS)
        if other.castes == (way.index(castes[0]),) and other.strength == KINDS[kind].strength
    )


def twin_of(state: Any, way: tuple[int, ...]) -> Any:
    """The same position with other names for the castes, made by hand."""
    states = new_states(1)
    states[0] = state
    twin = states[0]
    for name in ("pieces", "aside", "supply"):
        twin[name] = state[name][list(way)]
    twin.captured = state.captured[:, list(way)]
    twin.hand = [hand_bits([new_kind(kind, way) for kind in hand_tiles(int(hand))]) for hand in state.hand]
    twin.stack = [[new_kind(kind, way) if kind >= 0 else kind for kind in stack] for stack in state.stack]
    twin.tile = [tile_code(owner(code), new_kind(kind_of(code), way)) if code else 0 for code in state.tile]
    twin.reason = (int(state.reason) & ~7) | sum(1 << c for c in range(NUM_CASTES) if state.reason >> way[c] & 1)
    return twin


def told(state: Any, players: int) -> tuple[Any, Any, Any, Any]:
    planes, globals_ = learning.spec(players).empty(1)
    masks, seats = np.zeros((1, RULES.num_actions), np.int8), np.zeros(1, np.int8)
    secrets = np.zeros((1, (players - 1) * NUM_KINDS), np.int8)
    learning.observe_games(array_of(state), players, planes, globals_, masks, seats, secrets)
    return planes[0], globals_[0], masks[0], secrets[0]


@pytest.mark.parametrize("given", [{}, {"hands": "random", "pieces": "random"}, {"captures": "once"}])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_castes_are_alike_in_every_decision_but_those_that_know_their_order(players: int, given: Any) -> None:
    """A position under other names is seen, decided and goes on just as the tables say, to the end of the game."""
    rng = random.Random(players)
    tables: Twins = learning.twins(players)
    fixed = set(tables.fixed.tolist())
    state = RULES.start(RULES.options({"players": players, **given}), rng)
    compared = 0
    while RULES.turn(state) is not None:
        legal = RULES.legal(state)
        action = rng.choice(legal)
        after = RULES.apply(state, action)
        if not fixed & set(legal):
            number = rng.randrange(len(WAYS))
            way, twin = WAYS[number], twin_of(state, WAYS[number])
            planes, globals_, mask, secrets = told(state, players)
            assert np.array_equal(told(twin, players)[0], planes[tables.planes[number]])
            assert np.array_equal(told(twin, players)[1], globals_[tables.globals[number]])
            assert np.array_equal(told(twin, players)[2], mask[tables.actions[number]])
            assert np.array_equal(told(twin, players)[3], secrets[tables.secrets[number]])
            renamed = tables.actions[number].tolist().index(action)
            assert RULES.apply(twin, renamed).tobytes() == twin_of(after, way).tobytes()
            compared += number > 0
        state = after
    assert compared > 20
    shares, finals = np.zeros((2, players), np.float32), np.zeros((2, players * NUM_CASTES), np.float32)
    for number, way in enumerate(WAYS):
        learning.write_results(state, shares[0], finals[0])
        learning.write_results(twin_of(state, way), shares[1], finals[1])
        assert np.array_equal(shares[0], shares[1])
        assert np.array_equal(finals[1], finals[0][tables.finals[number]])


def test_where_castes_have_an_order_other_names_would_not_fit() -> None:
    """Why first hands and switches keep their names: under others, what is legal would be something else."""
    rng, tables = random.Random(1), learning.twins(2)
    reverse = WAYS.index((2, 1, 0))
    hands = switches = 0
    for seed in range(6):
        state = RULES.start(RULES.options({"players": 2}), random.Random(seed))
        while RULES.turn(state) is not None:
            legal = RULES.legal(state)
            if set(legal) & set(tables.fixed.tolist()):
                if state.phase == CHOOSING_HANDS:
                    hands += state.num_hand[state.seat] > 0
                else:
                    mask = told(state, 2)[2][tables.actions[reverse]]
                    switches += not np.array_equal(told(twin_of(state, WAYS[reverse]), 2)[2], mask)
            state = RULES.apply(state, rng.choice(legal))
    assert hands
    assert switches


def test_the_first_names_are_the_usual_ones_and_each_table_is_a_permutation() -> None:
    for players in (2, 3, 4):
        tables = learning.twins(players)._asdict()
        del tables["fixed"]
        pieces = learning.spec(players).plane(learning.STAKE_PLANE)
        for stakes, planes in zip(tables["stakes"], tables["planes"], strict=True):
            assert stakes[:NUM_CASTES].tolist() == (planes[pieces] - pieces.start).tolist()
        for table in tables.values():
            assert table.shape[0] == len(WAYS)
            assert table[0].tolist() == list(range(table.shape[1]))
            assert (np.sort(table, 1) == table[0]).all()
            assert len(np.unique(table, axis=0)) == len(WAYS)
