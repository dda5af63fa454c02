"""Gymnasium's own check, and one seat against registered players."""

import random
from typing import Any, cast

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.wrappers import FlattenObservation, RecordEpisodeStatistics

import tenka.envs  # noqa: F401 - it registers the ids
from tenka.envs.names import gymnasium_id
from tenka.envs.single import SingleEnv
from tenka.game import Action, GameError, View
from tenka.games import GAMES
from tests.envs.games import COUNTS, SMALL, TOO_MANY, frozen

pytestmark = pytest.mark.slow


def make(game: str, players: int, **options: Any) -> SingleEnv:
    options = {"opponents": "uniform", **options}
    env = gymnasium.make(gymnasium_id(game), players=players, **options).unwrapped
    assert isinstance(env, SingleEnv)
    return env


def play_on(env: SingleEnv, rng: random.Random, info: dict[str, Any]) -> tuple[float, dict[str, Any]]:
    """Random legal moves to the end: the reward and the last info."""
    while True:
        action = rng.choice(np.flatnonzero(info["action_mask"]).tolist())
        _, reward, is_over, is_cut_off, info = env.step(action)
        assert not is_cut_off
        if is_over:
            return float(reward), info
        assert reward == 0


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(("game", "players"), COUNTS)
def test_the_environment_check_passes_without_a_warning(
    game: str, players: int, capsys: pytest.CaptureFixture[str]
) -> None:
    check_env(make(game, players))


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("game", GAMES)
def test_the_environment_check_passes_against_greedy(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    check_env(make(game, 3, opponents=["greedy", "uniform"], reward="margin", one_shape=True))


@pytest.mark.parametrize(("game", "players"), SMALL)
def test_the_seat_rotates_and_the_first_one_is_drawn(game: str, players: int) -> None:
    env = make(game, players)
    seats = [env.reset(seed=7)[1]["seat"], *(env.reset()[1]["seat"] for _ in range(3))]
    assert seats == [(seats[0] + turn) % players for turn in range(4)]
    assert {env.reset(seed=seed)[1]["seat"] for seed in range(20)} == set(range(players))


def test_a_seat_can_be_kept() -> None:
    env = make("samurai", 3, seat=2)
    assert [env.reset(seed=seed)[1]["seat"] for seed in (1, None, None)] == [2, 2, 2]


@pytest.mark.parametrize(("game", "players"), SMALL)
def test_the_same_seed_gives_the_same_games(game: str, players: int) -> None:
    def story(env: SingleEnv) -> list[str]:
        rng, texts = random.Random(1), []
        for seed in (11, None):
            play_on(env, rng, env.reset(seed=seed)[1])
            texts.append(env.play.record())
        return texts

    env = make(game, players, opponents="greedy")
    first = story(env)
    assert story(env) == story(make(game, players, opponents="greedy")) == first
    assert first[0] != first[1]


@pytest.mark.parametrize(("game", "players"), SMALL)
@pytest.mark.parametrize("reward", ["win", "rank", "margin"])
def test_the_end_has_a_reason_and_a_reward(game: str, players: int, reward: str) -> None:
    env = make(game, players, reward=reward)
    got, info = play_on(env, random.Random(2), env.reset(seed=2)[1])
    assert info["reason"]
    assert got == env.play.rewards()[info["seat"]]
    assert (got >= 0) == info["won"] == (info["rank"] == 1)


def test_each_opponent_has_the_seat_after_the_one_before() -> None:
    env = make("samurai", 3, opponents=["greedy", "uniform"], seat=1)
    assert [player.name for player in env.opponents] == ["greedy", "uniform"]
    seen = []
    for player in env.opponents:

        def note(view: View, *rest: Any, name: str = player.name, decide: Any = player.decide) -> Action:
            seen.append((view.seat, name))
            return int(decide(view, *rest))

        env.opponents[env.opponents.index(player)] = type(
            "Noted", (), {"name": player.name, "decide": staticmethod(note)}
        )()
    play_on(env, random.Random(3), env.reset(seed=3)[1])
    assert set(seen) == {(2, "greedy"), (0, "uniform")}


def test_greedy_beats_who_plays_at_random() -> None:
    env = make("samurai", 2, opponents="greedy")
    rng = random.Random(4)
    rewards = [play_on(env, rng, env.reset(seed=seed)[1])[0] for seed in range(10)]
    assert np.mean(rewards) < -0.8


@pytest.mark.parametrize(("game", "players"), SMALL)
def test_a_wrong_action_is_refused_and_changes_nothing(game: str, players: int) -> None:
    env = make(game, players, illegal="error")
    with pytest.raises(GameError, match=r"call reset\(\) first"):
        env.step(0)
    _, info = env.reset(seed=1)
    before = frozen(env.play)
    illegal = int(np.flatnonzero(info["action_mask"] == 0)[0])
    for action, complaint in [(10_000, "there is no action"), ("a", "one whole number"), (illegal, ".")]:
        with pytest.raises(GameError, match=complaint):
            env.step(cast(int, action))
        assert frozen(env.play) == before
    play_on(env, random.Random(1), info)
    with pytest.raises(GameError, match="the game is over"):
        env.step(0)


@pytest.mark.parametrize(("game", "players"), SMALL)
def test_an_illegal_move_loses_unless_it_is_to_raise(game: str, players: int) -> None:
    env = make(game, players, reward="margin")
    _, info = env.reset(seed=1)
    before = frozen(env.play)
    _, reward, is_over, _, info = env.step(int(np.flatnonzero(info["action_mask"] == 0)[0]))
    assert (reward, is_over, info["reason"], info["won"]) == (-1.0, True, "illegal", False)
    assert " " in info["error"]
    assert not info["action_mask"].any()
    assert frozen(env.play) == before
    with pytest.raises(GameError, match="lost by an illegal move"):
        env.step(0)
    env.reset(seed=1)
    with pytest.raises(GameError, match="there is no action 10000"):
        env.step(10_000)


@pytest.mark.parametrize(("game", "players", "complaint"), TOO_MANY)
def test_too_many_players_are_refused(game: str, players: int, complaint: str) -> None:
    with pytest.raises(GameError, match=complaint):
        make(game, players)


def test_other_wrong_arguments_are_refused() -> None:
    with pytest.raises(GameError, match="3 players are one and 2 opponents, not 1"):
        make("samurai", 3, opponents=["greedy"])
    with pytest.raises(GameError, match="there is no player 'grandmaster'"):
        make("samurai", 2, opponents="grandmaster")
    with pytest.raises(GameError, match="the seat is 0 to 1, or None to rotate, not 2"):
        make("samurai", 2, seat=2)
    with pytest.raises(GameError, match="illegal is lose or error, not 'ignore'"):
        make("samurai", 2, illegal="ignore")
    with pytest.raises(GameError, match="plays samurai only"):
        make("history", 2, opponents="daimyo")


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("game", GAMES)
def test_a_flat_observation_goes_with_masks_for_those_who_ask(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    env = make(game, 2, flat=True)
    check_env(env)
    seen, info = env.reset(seed=1)
    assert isinstance(seen, np.ndarray)
    assert seen.dtype == np.float32
    assert np.array_equal(env.action_masks(), info["action_mask"] == 1)


def test_a_game_can_have_rule_options_of_its_own() -> None:
    env = make("samurai", 2)
    env.reset(seed=1, options={"hands": "random", "pieces": "random"})
    assert (env.play.playing.hands, env.play.playing.pieces) == ("random", "random")
    assert "hands=random" in env.play.record()
    env.reset(seed=1)
    assert env.play.playing.hands == "chosen"
    for options, complaint in (
        ({"players": 3}, "for 2 players, as its spaces are"),
        ({"colour": "red"}, "no rule option"),
    ):
        with pytest.raises(GameError, match=complaint):
            env.reset(options=options)


@pytest.mark.parametrize("game", GAMES)
def test_gymnasiums_own_tools_work_on_it(game: str) -> None:
    """Its vectors of environments, its wrappers, and its random agent, which samples the action space."""
    envs = gymnasium.make_vec(gymnasium_id(game), num_envs=2, players=2, opponents="uniform", vectorization_mode="sync")
    seen, infos = envs.reset(seed=1)
    for _ in range(5):
        legal = [int(np.flatnonzero(mask)[0]) for mask in infos["action_mask"]]
        seen, rewards, *_, infos = envs.step(np.array(legal))
    assert seen["planes"].shape[0] == rewards.shape[0] == 2
    env = RecordEpisodeStatistics(
        FlattenObservation(gymnasium.make(gymnasium_id(game), players=2, opponents="uniform"))
    )
    env.reset(seed=1)
    is_over = False
    while not is_over:
        flat, _, is_over, _, info = env.step(env.action_space.sample())
    assert flat.ndim == 1
    assert info["episode"]["l"] > 20
