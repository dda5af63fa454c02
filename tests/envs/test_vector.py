"""Vectors of games: the same games as the contract plays, whatever the number of threads; refusals change nothing."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers.vector import RecordEpisodeStatistics

from tenka.compiled import random_below
from tenka.envs.rewards import margin_of, reward_of
from tenka.envs.seeds import generators_of
from tenka.envs.vector import GameVectorEnv, HistoryVectorEnv, SamuraiVectorEnv
from tenka.game import CHANCE, GameError, IllegalAction
from tenka.history import batch
from tenka.history.state import DRAWING, array_of
from tenka.history.tables import tables_of

KINDS = [
    (SamuraiVectorEnv, {"players": 2}),
    (SamuraiVectorEnv, {"players": 3, "captures": "once", "captured": "open", "reward": "rank"}),
    (SamuraiVectorEnv, {"players": 4, "hands": "random", "pieces": "random", "reward": "margin"}),
    (SamuraiVectorEnv, {"players": 3, "one_shape": True, "edition": "sheet"}),
    (HistoryVectorEnv, {"players": 2, "reward": "margin"}),
    (HistoryVectorEnv, {"players": 4, "one_shape": True}),
    (HistoryVectorEnv, {"players": 5, "reward": "rank"}),
]


def fingerprint(env: GameVectorEnv) -> str:
    """Everything that a step could change."""
    digest = hashlib.sha256()
    for array in (env.states, env.final_states, env._generators, env._rewards, *env._observation.values()):
        digest.update(array.tobytes())
    return digest.hexdigest()


def play(env: GameVectorEnv, steps: int) -> str:
    """The fingerprint after so many random steps."""
    env.reset()
    for _ in range(steps):
        env.step(env.random_actions())
    return fingerprint(env)


def what_chance_decided(env: GameVectorEnv, state: Any, generator: Any) -> Any:
    """The state once a person decides, by the contract's `apply`, with the same dice as the vector's."""
    rules = env.rules
    while rules.turn(state) == CHANCE:
        if state.phase == DRAWING:
            legal = rules.legal(state)
            action = legal[random_below(generator, len(legal))]
        else:
            action = int(batch.random_roll(array_of(state), 0, tables_of(int(state.digest)), generator))
        assert action in [possible for possible, _ in rules.chance(state)]
        state = rules.apply(state, action)
    return state


@pytest.mark.parametrize(("make", "given"), KINDS)
def test_a_vector_plays_the_same_games_as_the_contract(make: Any, given: dict[str, Any]) -> None:
    env = make(3, seed=5, **given)
    rules, encode, shape = env.rules, env._encode, env.observation_spec.players
    observation, _ = env.reset()
    ends = 0
    for _ in range(400 if rules.name == "samurai" else 1200):
        before = [state.copy() for state in env.states]
        generators = env._generators.copy()
        seats = observation["seat"].copy()
        for game, state in enumerate(before):
            assert rules.turn(state) == seats[game]
            assert np.flatnonzero(observation["action_mask"][game]).tolist() == sorted(rules.legal(state))
            planes, globals_ = env.observation_spec.empty()
            encode.encode(rules.view(state, int(seats[game])), shape, planes, globals_)
            assert np.array_equal(planes, observation["planes"][game])
            assert np.array_equal(globals_, observation["globals"][game])
        actions = env.random_actions()
        observation, reward, terminated, truncated, info = env.step(actions)
        assert not truncated.any()
        assert np.array_equal(info["acted"], seats)
        for game, state in enumerate(before):
            after = what_chance_decided(env, rules.apply(state, int(actions[game])), generators[game])
            outcome = rules.outcome(after)
            assert terminated[game] == (outcome is not None)
            if outcome is None:
                assert env.states[game].tobytes() == after.tobytes()
                assert not info["rewards"][game].any()
                assert not info["ranking"][game].any()
                assert info["reason"][game] == reward[game] == 0
                continue
            ends += 1
            expected = np.array(reward_of(outcome, env.reward, margin_of(env.game)), np.float32)
            assert np.array_equal(info["rewards"][game], expected)
            assert reward[game] == expected[seats[game]]
            assert tuple(info["ranking"][game]) == outcome.ranking
            assert info["reason"][game] != 0
            assert env.reason_text(game) == outcome.reason
            assert env.final_outcome(game) == outcome
            assert env.final_states[game].tobytes() == after.tobytes()
            planes, globals_ = env.observation_spec.empty()
            encode.encode(rules.view(after, 0), shape, planes, globals_)
            assert np.array_equal(env.final_observation(game, 0)[0], planes)
            assert np.array_equal(env.final_observation(game, 0)[1], globals_)
            assert rules.num_plies(env.states[game]) < rules.num_plies(after)  # a new game
    assert ends > 0
    env.close()


@pytest.mark.parametrize(("make", "given"), KINDS[:1] + KINDS[-1:])
def test_the_number_of_threads_changes_nothing(make: Any, given: dict[str, Any]) -> None:
    found = {play(make(200, seed=3, threads=threads, **given), 150) for threads in (1, 2, 3)}
    assert len(found) == 1


def test_a_seed_gives_the_same_games_in_another_process() -> None:
    code = (
        "from tests.envs.test_vector import *\n"
        "print(play(SamuraiVectorEnv(5, seed=11, players=4), 120), play(HistoryVectorEnv(2, seed=11), 120))"
    )
    there = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    here = [play(SamuraiVectorEnv(5, seed=11, players=4), 120), play(HistoryVectorEnv(2, seed=11), 120)]
    assert there == here


def test_a_game_depends_on_its_own_seed_only() -> None:
    large, small = SamuraiVectorEnv(50, seed=2), SamuraiVectorEnv(3, seed=2)
    for env in (large, small):
        env.reset()
        for _ in range(150):
            env.step(env.random_actions())
    assert large.states[:3].tobytes() == small.states.tobytes()
    mixed = SamuraiVectorEnv(2)
    mixed.reset(seed=[8, 9])
    one = SamuraiVectorEnv(1)
    one.reset(seed=9)
    assert mixed.states[1].tobytes() == one.states[0].tobytes()


def test_reset_with_a_seed_begins_anew_and_without_one_goes_on() -> None:
    env = SamuraiVectorEnv(2, seed=4)
    env.reset()
    first = env.states.tobytes()
    env.reset()
    assert env.states.tobytes() != first
    env.reset(seed=4)
    assert env.states.tobytes() == first
    assert SamuraiVectorEnv(2)._generators.tobytes() != SamuraiVectorEnv(2)._generators.tobytes()


def test_seats_begin_equally_often_unless_told() -> None:
    env = SamuraiVectorEnv(400, players=4, hands="random", pieces="random", seed=0)
    observation, _ = env.reset()
    assert (np.bincount(observation["seat"], minlength=4) > 60).all()
    told = SamuraiVectorEnv(20, players=4, hands="random", pieces="random", seed=0, first="gold")
    observation, _ = told.reset()
    assert set(observation["seat"]) == {2}


@pytest.mark.parametrize(
    ("actions", "sentence"),
    [
        ([0, 0], r"shape \(3,\), one for every game, not \(2,\)"),
        (np.zeros((3, 1), np.int64), r"not \(3, 1\)"),
        (5, r"not \(\)"),
        (np.zeros(3), "whole numbers, such as int64, not float64"),
        (np.zeros(3, np.bool_), "not bool"),
        (["a", "b", "c"], "whole numbers"),
    ],
)
def test_actions_of_a_wrong_shape_or_type_are_refused(actions: Any, sentence: str) -> None:
    env = SamuraiVectorEnv(3, seed=1)
    env.reset()
    before = fingerprint(env)
    with pytest.raises(GameError, match=sentence):
        env.step(actions)
    assert fingerprint(env) == before


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("wrong", [-1, 1334, 10**12, 0, 1])
def test_one_illegal_action_changes_no_game(wrong: int, threads: int) -> None:
    env = SamuraiVectorEnv(300, seed=1, threads=threads)
    env.reset()
    actions = env.random_actions()
    good = actions.copy()
    actions[217] = wrong
    actions[250] = -5
    before = fingerprint(env)
    with pytest.raises(
        IllegalAction, match=f"game 217: action {wrong} is not legal: .* legal ones are 3, 4, 5, 6, 7, 8, 9, 10, …"
    ):
        env.step(actions)
    assert fingerprint(env) == before
    env.step(good)  # and play goes on
    assert fingerprint(env) != before


def test_huge_unsigned_actions_are_refused_too() -> None:
    env = HistoryVectorEnv(2, seed=1)
    env.reset()
    with pytest.raises(IllegalAction, match="game 0"):
        env.step(np.array([2**64 - 1, 2**64 - 1], np.uint64))


@pytest.mark.parametrize(
    ("make", "given", "sentence"),
    [
        (SamuraiVectorEnv, {"n": 2, "players": 5}, "2, 3 or 4 players, not 5"),
        (HistoryVectorEnv, {"n": 2, "players": 7}, "2 to 6 players, not 7"),
        (SamuraiVectorEnv, {"n": 0}, "number of games from 1 on, not 0"),
        (SamuraiVectorEnv, {"n": 1.5}, "not 1.5"),
        (SamuraiVectorEnv, {"n": 2, "reward": "gold"}, "there is no reward 'gold'"),
        (SamuraiVectorEnv, {"n": 2, "threads": 0}, "threads are"),
        (SamuraiVectorEnv, {"n": 2, "hands": "open"}, "hands is chosen or random, not open"),
        (SamuraiVectorEnv, {"n": 2, "colour": "red"}, "there is no rule option 'colour'"),
        (SamuraiVectorEnv, {"n": 2, "seed": -1}, "a seed is"),
        (SamuraiVectorEnv, {"n": 2, "seed": [1, 2, 3]}, "2 games and 3 seeds"),
    ],
)
def test_vectors_that_cannot_be_are_refused_in_a_sentence(make: Any, given: dict[str, Any], sentence: str) -> None:
    with pytest.raises(GameError, match=sentence):
        make(**given)


def test_a_step_before_reset_or_after_close_is_refused() -> None:
    env = SamuraiVectorEnv(2)
    with pytest.raises(GameError, match="reset the games"):
        env.step([3, 3])
    with pytest.raises(GameError, match="without options"):
        env.reset(options={"players": 3})
    env.reset()
    env.close()
    for act in (lambda: env.step([3, 3]), env.reset, env.random_actions):
        with pytest.raises(GameError, match="closed"):
            act()


@pytest.mark.parametrize(("make", "given"), KINDS)
def test_observations_lie_in_their_space(make: Any, given: dict[str, Any]) -> None:
    env = make(2, seed=6, **given)
    assert env.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    observation, _ = env.reset()
    assert env.observation_space.contains(observation)
    for _ in range(60):
        actions = env.random_actions()
        assert env.action_space.contains(actions)
        before = {name: array.copy() for name, array in observation.items()}
        kept, (observation, *_) = observation, env.step(actions)
        assert env.observation_space.contains(observation)
        assert all(np.array_equal(kept[name], before[name]) for name in kept)  # copies stay as they were


def test_arrays_are_reused_if_no_copies_are_asked_for() -> None:
    env = SamuraiVectorEnv(2, seed=6, copy=False)
    first, info = env.reset()
    second, *_ = env.step(env.random_actions())
    assert first["planes"] is second["planes"]
    assert info["action_mask"] is first["action_mask"]


@pytest.mark.parametrize("flat", [False, True])
def test_the_end_of_a_game_is_told_as_gymnasium_tells_it(flat: bool) -> None:
    """`final_obs` and `final_info` have the form that Gymnasium's own vector gives them in the same mode."""
    env = SamuraiVectorEnv(3, players=2, seed=6, flat=flat, hands="random", pieces="random")
    theirs = SyncVectorEnv(
        [lambda: gymnasium.make("tenka/Samurai-v1", players=2, opponents="uniform", flat=flat)] * 3,
        autoreset_mode=AutoresetMode.SAME_STEP,
    )
    _, told = theirs.reset(seed=1)
    while "final_obs" not in told:
        *_, told = theirs.step(np.array([np.flatnonzero(mask)[0] for mask in told["action_mask"]]))
    env.reset()
    for _ in range(200):
        _, _, terminated, _, info = env.step(env.random_actions())
        if not terminated.any():
            assert "final_obs" not in info
            continue
        assert np.array_equal(info["_final_obs"], terminated)
        assert np.array_equal(info["_final_info"], terminated)
        for name in ("final_obs", "_final_obs", "_final_info"):
            assert (info[name].shape, info[name].dtype) == (told[name].shape, told[name].dtype)
        for game, seen in enumerate(info["final_obs"]):
            if not terminated[game]:
                assert seen is None
                continue
            assert env.single_observation_space.contains(seen)
            planes, _ = env.final_observation(game, int(info["acted"][game]))
            if not flat:
                assert np.array_equal(seen["planes"], planes)
                assert not seen["action_mask"].any()
            final = info["final_info"]
            assert set(told["final_info"]) & {"_reason", "reason"} <= set(final)
            assert np.array_equal(final["_reason"], terminated)
            assert np.array_equal(final["rewards"][game], info["rewards"][game])
    assert env._num_ended.sum() > 3


def test_a_flat_observation_is_the_same_numbers_scaled() -> None:
    flat, parts = (SamuraiVectorEnv(4, players=3, seed=2, flat=is_flat) for is_flat in (True, False))
    rows: Any = flat.reset()[0]
    seen, _ = parts.reset()
    for _ in range(60):
        spec = parts.observation_spec
        assert isinstance(seen, dict)
        for name, (low, high) in (("planes", spec.planes_range), ("globals", spec.globals_range)):
            scale = np.maximum(np.maximum(abs(low.astype(float)), abs(high.astype(float))), 1)
            part = (seen[name] / scale).reshape(4, -1)
            num = spec.planes_range[0].size
            row = rows[:, :num] if name == "planes" else rows[:, num:]
            assert np.allclose(row, part)
        assert np.array_equal(flat.action_masks(), seen["action_mask"] == 1)
        actions = parts.random_actions()
        rows, *_ = flat.step(actions)
        seen, *_ = parts.step(actions)


def test_gymnasiums_own_wrapper_counts_episodes() -> None:
    env = SamuraiVectorEnv(4, seed=6, reward="win")
    wrapped = RecordEpisodeStatistics(env)
    wrapped.reset()
    lengths = []
    for _ in range(300):
        *_, terminated, _, info = wrapped.step(env.random_actions())
        if terminated.any():
            lengths += info["episode"]["l"][terminated].tolist()
    assert len(lengths) >= 4
    assert all(length > 20 for length in lengths)


def test_generators_are_all_different() -> None:
    rows = generators_of(1, 1000)
    assert len(np.unique(rows, axis=0)) == 1000
    assert rows.min() >= 0
    assert rows.max() < 2**32
