"""What a network that learns History of the Samurai is told, what its actions are, and what comes of its games."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tenka.envs.seeds import CHOICES, generators_for
from tenka.history import learning
from tenka.history.actions import GIVE, KEEP, PLACE
from tenka.history.cards import MAX_COLOURS, NUM_ORDERS, NUM_PROVINCES
from tenka.history.players.greedy import Greedy
from tenka.history.state import GIVING, new_states
from tenka.history.tables import DEFENSIVE_BORDER
from tests.history.learnt import DIGEST, EVERY_NUMBER, RULES, Told, begin, decisions_of, new_results


@pytest.mark.parametrize("players", EVERY_NUMBER)
def test_what_is_hidden_makes_no_difference_to_what_a_network_is_told(players: int) -> None:
    """Event hands of others, daimyo cards that were drafted unseen: dealt anew, nothing changes but the secrets."""
    rng = random.Random(players)
    states = decisions_of(players, 1)
    others = states.copy()
    for place, state in enumerate(states):
        others[place] = RULES.sample(RULES.view(state, RULES.turn(state)), rng)
    differ = [state.tobytes() != other.tobytes() for state, other in zip(states, others, strict=True)]
    assert sum(differ) > len(states) / 2
    told, again = Told(states), Told(others)
    for name in ("planes", "globals", "masks", "seats"):
        assert np.array_equal(getattr(told, name), getattr(again, name)), name
    assert not np.array_equal(told.secrets, again.secrets)


@pytest.mark.parametrize("players", EVERY_NUMBER)
def test_every_legal_action_has_a_logit_and_a_hint_of_its_own(players: int) -> None:
    states = decisions_of(players, 2)
    told, graph, greedy = Told(states), learning.graph(players), Greedy()
    assert int(graph.slots.max()) + 1 == graph.num_logits
    seen_gifts = 0
    for place, state in enumerate(states):
        legal = RULES.legal(state)
        seen = [learning.as_seen(state, action) for action in legal]
        assert [learning.as_named(state, action) for action in seen] == legal
        assert np.flatnonzero(told.masks[place]).tolist() == sorted(seen)
        slots = graph.slots[seen]
        assert (slots >= 0).all()
        assert len(set(slots.tolist())) == len(legal) > 1
        hints = hints_of(told, place)[slots]
        values = np.array(greedy.values(RULES.view(state, RULES.turn(state)).known, legal))
        wanted = np.maximum(1, 64 - np.minimum((values.max() - values) * 16, 64).astype(int))
        assert hints.tolist() == wanted.tolist()
        assert np.count_nonzero(hints_of(told, place)) == len(legal)
        seen_gifts += sum(GIVE <= action < PLACE for action in seen)
    assert seen_gifts


def hints_of(told: Told, place: int) -> Any:
    """By logit: its hint."""
    planes = told.planes[place, learning.SEEN_PLANES :]
    land, sea = planes[:, :NUM_PROVINCES], planes[:2, NUM_PROVINCES:]
    return np.concatenate([land.T.ravel(), sea.T.ravel(), told.globals[place, learning.SEEN_GLOBALS :]])


def test_a_gift_is_named_as_the_giver_sees_the_colours() -> None:
    states = [state for state in decisions_of(3, 3) if state.phase == GIVING and state.colour == 1]
    legal = RULES.legal(states[0])
    assert KEEP in legal
    # the second of three persons plays the second and the fifth colour: his own are the first and the fourth for him
    turned = {GIVE + 4: GIVE + 3, GIVE + 2: GIVE + 1, GIVE + 0: GIVE + 2, GIVE + 3: GIVE + 5, GIVE + 5: GIVE + 4}
    for action, seen in turned.items():
        assert learning.as_seen(states[0], action) == seen
        assert learning.as_named(states[0], seen) == action


def test_games_are_played_to_their_ends_and_never_ask_where_nothing_is_to_choose() -> None:
    players, count = 3, 6
    states, generators, taken = begin(players, count, 4)
    rng, ends = np.random.default_rng(1), 0
    for _ in range(600):
        masks = Told(states).masks
        assert (masks.sum(1) > 1).all()
        actions = np.array([rng.choice(np.flatnonzero(mask)) for mask in masks])
        before, ended, shares, finals, held = states.copy(), *new_results(count)
        learning.advance_games(states, generators, actions, players, DIGEST, taken, ended, shares, finals, held)
        assert all(old.tobytes() != new.tobytes() for old, new in zip(before, states, strict=True))
        for game in np.flatnonzero(ended):
            ends += 1
            assert states[game].plies < 10, "the next game has begun"
            assert shares[game, :players].sum() == pytest.approx(1.0)
            assert (shares[game, players:] == 0).all()
            best = finals[game, :players] == finals[game, :players].max()
            assert np.array_equal(shares[game, :players] > 0, best)
            assert (finals[game, :players] > 20).all()
            assert set(held[game].tolist()) <= {learning.UNTAKEN, 1, 2, 3}
            assert np.count_nonzero(held[game]) > NUM_PROVINCES / 2
    assert ends >= 3


def test_secrets_are_the_cards_of_others_that_the_observer_does_not_know() -> None:
    states = decisions_of(4, 5)
    secrets = Told(states).secrets.reshape(len(states), MAX_COLOURS - 1, NUM_ORDERS)
    some = 0
    for place, state in enumerate(states):
        seat = int(RULES.turn(state) or 0)
        known = RULES.view(state, seat).known
        for after in range(1, MAX_COLOURS):
            colour = (seat + after) % 4
            is_secret = after < 4 and known.card[colour] == -2
            some += is_secret
            wanted = [int(order == state.card[colour] % NUM_ORDERS) for order in range(NUM_ORDERS)]
            assert secrets[place, after - 1].tolist() == (wanted if is_secret else [-1] * NUM_ORDERS)
    assert some > 20


def test_the_map_is_a_graph_of_borders_and_regions() -> None:
    open_, guarded, by_sea, region = learning.graph(5).links
    assert not (open_ & guarded).any()
    assert by_sea[:NUM_PROVINCES, NUM_PROVINCES:].any(), "out of the sea a counter comes over a border of its own"
    assert open_[NUM_PROVINCES:].any(), "into it over an open one"
    sizes = sorted({int(row.sum()) + 1 for row in region[:NUM_PROVINCES]})
    assert sizes[-1] == int(learning.TABLES[0].region_size.max())
    tables = learning.TABLES[0]
    borders = sum(
        int(np.count_nonzero(tables.border[area, : tables.num_near[area]] == DEFENSIVE_BORDER))
        for area in range(len(guarded))
    )
    assert int(guarded.sum()) == borders


# --- on a GPU ---------------------------------------------------------------------------------------------------

PLAYED = """
import sys
import numpy as np
from numba import cuda
from tenka.envs.seeds import CHOICES, generators_for
from tenka.history import learning, learning_cuda
from tenka.history.state import new_states
players, count, steps, seed = map(int, sys.argv[2:])
put = cuda.to_device
states, generators = put(new_states(count)), put(generators_for(seed, count))
choices = put(generators_for(seed, count, CHOICES))
rules = put(np.array([learning.make_options(dict()).bits]))
taken = put(np.zeros((count, learning.NUM_STAKES), np.int8))
planes, globals_ = map(put, learning.spec().empty(count))
masks, seats = put(np.zeros((count, learning.NUM_ACTIONS), np.int8)), put(np.zeros(count, np.int8))
secrets = put(np.zeros((count, 30), np.int8))
ended, held = put(np.zeros(count, np.bool_)), put(np.zeros((count, learning.NUM_STAKES), np.int8))
shares, finals = put(np.zeros((count, 6), np.float32)), put(np.zeros((count, 6), np.float32))
actions = put(np.zeros(count, np.int64))
greedy = learning_cuda.Greedy(count)
learning_cuda.begin_games(states, generators, players, rules, taken)
kept = dict()
for step in range(steps):
    learning_cuda.observe_games(states, players, planes, globals_, masks, seats, secrets)
    greedy.choose(states, choices, 0.5, actions)
    told = dict(planes=planes, globals=globals_, masks=masks, seats=seats, secrets=secrets, actions=actions)
    for name, array in told.items():
        kept[f"{name}{step}"] = array.copy_to_host().copy()
    kept[f"states{step}"] = np.frombuffer(states.copy_to_host().tobytes(), np.uint8)
    learning_cuda.advance_games(
        states, generators, actions, players, rules, taken, ended, shares, finals, held
    )
np.savez(sys.argv[1], **kept)
"""


@pytest.mark.slow
@pytest.mark.parametrize(("players", "count", "steps"), [(5, 2, 12), (2, 1, 8)])
def test_a_gpu_learns_from_the_same_games_byte_for_byte(players: int, count: int, steps: int, tmp_path: Path) -> None:
    file, seed = tmp_path / "played.npz", 9
    env = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1"}
    given = [str(file), str(players), str(count), str(steps), str(seed)]
    done = subprocess.run([sys.executable, "-c", PLAYED, *given], env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    played = np.load(file)
    states, generators, taken = begin(players, count, seed)
    choices, actions = generators_for(seed, count, CHOICES), np.zeros(count, np.int64)
    for step in range(steps):
        assert played[f"states{step}"].tobytes() == states.tobytes()
        told = Told(states)
        for name in ("planes", "globals", "masks", "seats", "secrets"):
            assert np.array_equal(played[f"{name}{step}"], getattr(told, name)), (name, step)
        learning.choose_greedily(states, choices, 0.5, learning.GREEDY_WEIGHTS, new_states(2 * count), actions)
        assert np.array_equal(played[f"actions{step}"], actions)
        learning.advance_games(states, generators, actions, players, DIGEST, taken, *new_results(count))


@pytest.mark.slow
def test_games_that_are_learnt_from_are_spread_over_the_length_of_a_game() -> None:
    """Else all would end together: most bouts would know of no result, and every batch of one epoch only."""
    import torch  # takes a second, which no quick test needs

    from tenka.training.games import Games
    from tenka.training.subject import get_subject

    subject = get_subject("history")
    games = Games(subject, 2, [subject.rules_of(2, {})], 16, 5, torch.device("cpu"))

    def epochs() -> set[int]:
        return set(games.states.numpy().view(subject.state)["epoch"].ravel().tolist())

    assert epochs() == {0}
    games.spread(learning.TRAINING_SPREAD)
    assert len(epochs()) >= 6
