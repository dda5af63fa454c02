"""PettingZoo's own checks, and what they do not look at.

`max_cycles_test` does not apply: it wants a parallel environment that is cut off after so many cycles, and these games
are played in turns to their ends.
"""

import pickle
import random
from types import ModuleType
from typing import cast

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test
from pettingzoo.utils import TerminateIllegalWrapper, average_total_reward

from tenka import record
from tenka.envs import history_v1, samurai_v1
from tenka.envs.aec import GameOrder
from tenka.envs.rewards import REWARDS, margin_of, reward_of
from tenka.game import GameError
from tests.envs.games import COUNTS, SMALL, TOO_MANY, frozen

MODULES: dict[str, ModuleType] = {"samurai": samurai_v1, "history": history_v1}


def make(game: str, players: int, **options: object) -> GameOrder:
    env: GameOrder = MODULES[game].env(players=players, **options)
    return env


def play_on(env: GameOrder, rng: random.Random) -> None:
    """Random legal moves, until everybody has seen the end."""
    for agent in env.agent_iter():
        _, _, is_over, _, info = env.last()
        env.step(None if is_over else rng.choice(np.flatnonzero(info["action_mask"]).tolist()))
        assert agent in env.possible_agents


@pytest.mark.filterwarnings("ignore::UserWarning")  # that observations are no arrays but named parts, and the like
@pytest.mark.parametrize(("game", "players"), COUNTS)
def test_the_api_test_passes(game: str, players: int) -> None:
    api_test(make(game, players), num_cycles=60 if game == "samurai" else 20)


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize(("game", "players"), SMALL)
def test_the_api_test_passes_to_the_end_of_a_game(game: str, players: int) -> None:
    api_test(make(game, players, one_shape=True, reward="rank"), num_cycles=1000)


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize(("game", "players"), SMALL)
def test_the_api_test_passes_with_flat_observations(game: str, players: int) -> None:
    env = make(game, players, flat=True)
    api_test(env, num_cycles=30)
    env.reset(seed=1)
    seen = env.observe(env.agent_selection)
    assert seen["observation"].dtype == np.float32
    assert np.array_equal(env.unwrapped.action_masks(), seen["action_mask"] == 1)


def test_a_game_can_have_rule_options_of_its_own() -> None:
    env = make("samurai", 2)
    env.reset(seed=1, options={"hands": "random"})
    assert env.unwrapped.play.playing.hands == "random"
    env.reset(seed=1)
    assert env.unwrapped.play.playing.hands == "chosen"
    with pytest.raises(GameError, match="for 2 players, as its spaces are; make another one for 3"):
        env.reset(options={"players": 3})


@pytest.mark.parametrize(("game", "players"), COUNTS)
def test_the_seed_test_passes(game: str, players: int) -> None:
    seed_test(lambda: make(game, players), num_cycles=30)


@pytest.mark.parametrize("options", [{"hands": "random", "pieces": "random"}, {"edition": "1998", "captures": "once"}])
def test_every_option_of_the_rules_is_an_option_here(options: dict[str, str]) -> None:
    env = make("samurai", 2, **options)
    env.reset(seed=1)
    assert all(getattr(env.unwrapped.play.options, name) == value for name, value in options.items())
    play_on(env, random.Random(1))


@pytest.mark.parametrize(("game", "players"), SMALL)
@pytest.mark.parametrize("reward", REWARDS)
def test_the_end_has_a_reason_and_rewards(game: str, players: int, reward: str) -> None:
    env = make(game, players, reward=reward)
    env.reset(seed=3)
    rng = random.Random(3)
    while not any(env.terminations.values()):
        assert set(env.rewards.values()) == {0.0}
        env.step(rng.choice(np.flatnonzero(env.infos[env.agent_selection]["action_mask"]).tolist()))
    outcome = env.unwrapped.play.outcome
    assert outcome is not None
    assert all(env.terminations.values())
    assert not any(env.truncations.values())
    assert list(env.rewards.values()) == reward_of(outcome, reward, margin_of(game))
    for seat, agent in enumerate(env.agents):
        assert env.infos[agent]["reason"] == outcome.reason
        assert env.infos[agent]["rank"] == outcome.ranking[seat]
        assert env.infos[agent]["won"] == (seat in outcome.winners)
        assert not env.infos[agent]["action_mask"].any()


@pytest.mark.parametrize(("game", "players"), SMALL)
def test_a_seat_with_several_decisions_stays_selected(game: str, players: int) -> None:
    env = make(game, players)
    env.reset(seed=1)
    play, rng, stayed = env.unwrapped.play, random.Random(1), 0
    for _ in range(60):
        assert env.agent_selection == f"player_{play.turn}"
        before, number = env.agent_selection, play.rules.num_plies(play.state)
        env.step(rng.choice(play.legal()))
        if play.rules.num_plies(play.state) == number:
            assert env.agent_selection == before
            stayed += 1
    assert stayed > 10


@pytest.mark.parametrize(("game", "players"), SMALL)
def test_the_mask_is_in_observation_and_info_and_says_what_is_legal(game: str, players: int) -> None:
    env = make(game, players)
    env.reset(seed=2)
    rng = random.Random(2)
    for _ in range(40):
        play = env.unwrapped.play
        for agent in env.agents:
            seen, info = env.observe(agent), env.infos[agent]
            assert np.array_equal(seen["action_mask"], info["action_mask"])
            legal = sorted(play.legal()) if agent == env.agent_selection else []
            assert np.flatnonzero(info["action_mask"]).tolist() == legal
        env.step(rng.choice(play.legal()))


@pytest.mark.parametrize(("game", "players"), SMALL)
def test_an_observation_tells_nothing_that_its_seat_may_not_know(game: str, players: int) -> None:
    env = make(game, players)
    env.reset(seed=4)
    play, rng = env.unwrapped.play, random.Random(4)
    for _ in range(60):
        truth = play.state
        for seat, agent in enumerate(env.agents):
            seen = env.observe(agent)["observation"]
            play.state = play.rules.sample(play.rules.view(truth, seat), rng)
            other = env.observe(agent)["observation"]
            play.state = truth
            assert all(np.array_equal(seen[name], other[name]) for name in seen)
        env.step(rng.choice(play.legal()))


@pytest.mark.parametrize(("game", "players"), SMALL)
def test_a_wrong_action_is_refused_in_a_sentence_and_changes_nothing(game: str, players: int) -> None:
    env = make(game, players)
    env.reset(seed=1)
    play = env.unwrapped.play
    before, agent, last = frozen(play), env.agent_selection, play.rules.num_actions - 1
    illegal = int(np.flatnonzero(env.infos[agent]["action_mask"] == 0)[0])
    for action, complaint in [
        (last + 1, f"there is no action {last + 1}; actions are 0 to {last}"),
        (-1, "there is no action -1"),
        (1.5, f"an action is one whole number from 0 to {last}, not 1.5"),
        (None, "one whole number"),
        (np.array([1, 2]), r"not an array of shape \(2,\)"),
        (illegal, "."),
    ]:
        with pytest.raises(GameError, match=complaint):
            env.step(action)
        assert frozen(play) == before
        assert env.agent_selection == agent
    env.step(cast(int, np.int64(play.legal()[0])))
    assert frozen(play) != before


@pytest.mark.parametrize(("game", "players"), SMALL)
def test_a_step_after_the_end_is_refused(game: str, players: int) -> None:
    env = make(game, players)
    env.reset(seed=1)
    rng = random.Random(1)
    while not any(env.terminations.values()):
        env.step(rng.choice(env.unwrapped.play.legal()))
    with pytest.raises(GameError, match=r"the game is over \(.+\): the only step left is None"):
        env.step(0)
    for _ in range(players):
        env.step(None)
    assert env.agents == []
    with pytest.raises(GameError, match=r"the game is over; call reset\(\)"):
        env.step(None)


@pytest.mark.parametrize(("game", "players", "complaint"), TOO_MANY)
def test_too_many_players_are_refused(game: str, players: int, complaint: str) -> None:
    with pytest.raises(GameError, match=complaint):
        make(game, players)


def test_other_wrong_arguments_are_refused() -> None:
    with pytest.raises(GameError, match="there is no reward 'gold'"):
        make("samurai", 2, reward="gold")
    with pytest.raises(GameError, match="there is no render_mode 'rgb_array'"):
        make("samurai", 2, render_mode="rgb_array")
    with pytest.raises(GameError, match="there is no rule option 'hand'"):
        make("samurai", 2, hand="random")


@pytest.mark.parametrize(("game", "players"), SMALL)
def test_rendering_is_a_record_that_can_be_read(game: str, players: int) -> None:
    env = make(game, players, render_mode="ansi")
    env.reset(seed=5)
    assert "to move" in env.render()
    play_on(env, random.Random(5))
    replayed = record.replay(env.render())
    assert replayed.final.tobytes() == env.unwrapped.play.state.tobytes()
    with pytest.raises(GameError, match="render_mode='ansi'"):
        MODULES[game].raw_env(players=players).render()


def test_an_environment_can_be_sent_to_another_process() -> None:
    env = pickle.loads(pickle.dumps(samurai_v1.raw_env(players=3, reward="rank", hands="random")))
    env.reset(seed=1)
    assert env.num_agents == 3
    assert env.play.options.hands == "random"


@pytest.mark.parametrize(("game", "players"), SMALL)
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_who_wants_an_illegal_move_to_lose_wraps_it(game: str, players: int) -> None:
    """PettingZoo's own wrapper and its own random player, which does not look at the mask."""
    env = TerminateIllegalWrapper(make(game, players), illegal_reward=-1)
    assert average_total_reward(env, max_episodes=3) == -1
