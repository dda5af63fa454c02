"""Vectors of one seat against players in compiled code: the same games as the contract and the players play."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

from tenka.envs.against import GameSeatVectorEnv, HistorySeatVectorEnv, SamuraiSeatVectorEnv
from tenka.envs.rewards import margin_of, reward_of
from tenka.game import GameError
from tenka.games import GAMES
from tenka.players import get_player

pytestmark = pytest.mark.slow  # the first of them waits for the compiler

KINDS: list[tuple[Any, dict[str, Any]]] = [
    (SamuraiSeatVectorEnv, {"players": 2, "opponents": "greedy"}),
    (SamuraiSeatVectorEnv, {"players": 3, "opponents": ["hatamoto", "uniform"], "reward": "rank", "seat": 2}),
    (HistorySeatVectorEnv, {"players": 2, "opponents": "greedy", "reward": "margin"}),
    (HistorySeatVectorEnv, {"players": 5, "opponents": ["farmer", "greedy", "uniform", "uniform"]}),
]


@pytest.mark.parametrize(("make", "given"), KINDS)
def test_every_step_ends_at_an_own_decision_or_tells_of_an_end(make: Any, given: dict[str, Any]) -> None:
    env = make(3, seed=5, flat=True, **given)
    rules = env.rules
    observation, info = env.reset()
    ends = 0
    for _ in range(130):
        assert env.observation_space.contains(observation)
        seats = info["seat"].copy()
        assert np.array_equal(seats, env._seats)
        for game in range(3):
            state = env.states[game]
            assert rules.turn(state) == seats[game]
            assert np.flatnonzero(info["action_mask"][game]).tolist() == sorted(rules.legal(state))
        assert np.array_equal(env.action_masks(), info["action_mask"] == 1)
        plies = [rules.num_plies(state) for state in env.states]
        observation, reward, terminated, truncated, info = env.step(env.random_actions())
        assert not truncated.any()
        assert np.array_equal(info["acted"], seats)
        for game in range(3):
            if not terminated[game]:
                assert reward[game] == 0
                assert rules.num_plies(env.states[game]) >= plies[game]
                assert info["seat"][game] == seats[game]
                continue
            ends += 1
            outcome = env.final_outcome(game)
            expected = reward_of(outcome, env.reward, margin_of(env.game))
            assert reward[game] == np.float32(expected[seats[game]])
            assert info["final_info"]["ranking"][game].tolist() == list(outcome.ranking)
            following = seats[game] if "seat" in given else (seats[game] + 1) % env.players
            assert info["seat"][game] == following
            assert env.single_observation_space.contains(info["final_obs"][game])
    assert ends or env.game == "history"
    env.close()


def test_compiled_greedy_does_what_greedy_does() -> None:
    """Wherever greedy has one best action the compiled one takes it, and else one of the best."""
    env = SamuraiSeatVectorEnv(1, players=2, opponents="greedy", seed=3)
    rules, greedy = env.rules, get_player("greedy")
    env.reset()
    compared = 0
    for _ in range(25):
        action, own = int(env.random_actions()[0]), int(env._seats[0])
        state = rules.apply(env.states[0], action)
        env.step([action])
        if rules.turn(state) == own:
            continue
        found = _ways(rules, greedy, state, own)
        if found is not None:
            compared += 1
            assert env.states[0].tobytes() in found
    assert compared > 3
    env.close()


def _ways(rules: Any, greedy: Any, state: Any, own: int) -> set[bytes] | None:
    """Every state in which the own seat can decide again after what greedy holds for best; None: too many."""
    ways = [state]
    done: set[bytes] = set()
    for _ in range(40):
        if not ways:
            return done
        state = ways.pop()
        turn = rules.turn(state)
        if turn == own:
            done.add(state.tobytes())
            continue
        assert turn is not None
        ranked = greedy.explain(rules.view(state, turn), rules.legal(state), None)
        best = ranked[0].score
        ways += [rules.apply(state, line.actions[0]) for line in ranked if line.score >= best - 1e-12]
    return None


@pytest.mark.parametrize(
    ("make", "opponents", "games"),
    [(SamuraiSeatVectorEnv, "greedy", 20), (SamuraiSeatVectorEnv, "farmer", 20), (HistorySeatVectorEnv, "greedy", 6)],
)
def test_who_plays_at_random_loses_to_greedy_and_to_a_farmer(make: Any, opponents: str, games: int) -> None:
    env = make(games, players=2, opponents=opponents, seed=1)
    env.reset()
    rewards: list[float] = []
    while len(rewards) < games:
        _, reward, terminated, _, _ = env.step(env.random_actions())
        rewards += reward[terminated].tolist()
    assert np.mean(rewards) < -0.6
    env.close()


@pytest.mark.parametrize(("make", "given"), KINDS[1:2])
def test_the_number_of_threads_changes_nothing(make: Any, given: dict[str, Any]) -> None:
    found = set()
    for threads in (1, 2):
        env = make(130, seed=3, threads=threads, **given)
        env.reset()
        for _ in range(12):
            env.step(env.random_actions())
        found.add(env.states.tobytes())
        env.close()
    assert len(found) == 1


def test_seeds_draw_the_seats_and_resets_rotate_them() -> None:
    env = SamuraiSeatVectorEnv(64, players=4, opponents="uniform", seed=1)
    first = env.reset()[1]["seat"]
    assert (np.bincount(first, minlength=4) > 5).all()
    assert np.array_equal(env.reset()[1]["seat"], (first + 1) % 4)
    assert np.array_equal(env.reset(seed=1)[1]["seat"], first)
    kept = SamuraiSeatVectorEnv(5, players=4, opponents="uniform", seat=3)
    assert set(kept.reset()[1]["seat"]) == set(kept.reset()[1]["seat"]) == {3}


@pytest.mark.parametrize("game", GAMES)
def test_gymnasium_makes_both_vectors_by_their_names(game: str) -> None:
    name = game.capitalize()
    seats = gymnasium.make_vec(f"tenka/{name}-v1", num_envs=4, players=2, opponents="uniform", flat=True)
    assert isinstance(seats.unwrapped, GameSeatVectorEnv)
    all_seats = gymnasium.make_vec(f"tenka/{name}SelfPlay-v1", num_envs=4, players=2)
    for env in (seats, all_seats):
        assert env.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
        observation, _ = env.reset(seed=1)
        assert env.observation_space.contains(observation)
        env.step(env.unwrapped.random_actions())  # type: ignore[attr-defined]
        env.close()


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (
            {"opponents": "mcts"},
            "mcts.* does not decide in compiled code, as uniform, greedy, .*_mode=",
        ),
        ({"opponents": ["greedy", "greedy"]}, "2 players are one and 1 opponents, not 2"),
        ({"opponents": "grandmaster"}, "there is no player 'grandmaster'"),
        ({"seat": 2}, "the seat is 0 to 1, or None to rotate, not 2"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(given: dict[str, Any], sentence: str) -> None:
    with pytest.raises(GameError, match=sentence):
        SamuraiSeatVectorEnv(2, players=2, **given)
