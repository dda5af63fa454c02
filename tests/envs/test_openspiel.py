"""OpenSpiel's own checks and algorithms, unchanged, and what they do not look at."""

import pickle
import random
import unittest
from collections.abc import Iterator
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.integration_tests import api_test
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import generate_playthrough, ismcts, mcts, outcome_sampling_mccfr
from open_spiel.python.algorithms.tabular_qlearner import QLearner

from tenka.envs.openspiel import TenkaState
from tenka.envs.story import DEAL_NODES
from tenka.game import GameError
from tenka.games import GAMES
from tests.envs.games import COUNTS, SMALL, TOO_MANY

pytestmark = pytest.mark.slow


def load(game: str, players: int, **parameters: str) -> Any:
    texts = [f"players={players}", *(f"{name}={value}" for name, value in parameters.items())]
    return pyspiel.load_game(f"python_tenka_{game}({','.join(texts)})")


def walk(game: Any, seed: int, every: int = 1) -> Iterator[TenkaState]:
    """Every so many-th decision of a random game."""
    rng = random.Random(seed)
    state = game.new_initial_state()
    number = 0
    while not state.is_terminal():
        if state.is_chance_node():
            actions, likely = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(actions, likely)[0])
            continue
        if number % every == 0:
            yield state
        number += 1
        state.apply_action(rng.choice(state.legal_actions()))
    yield state


@pytest.mark.parametrize(("game", "players"), COUNTS)
def test_random_simulations_pass_with_serialisation(game: str, players: int) -> None:
    pyspiel.random_sim_test(load(game, players), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize(
    "parameters",
    [
        {"hands": "random", "pieces": "random", "reward": "rank"},
        {"captures": "once", "captured": "open", "switch_same": "no", "first": "blue", "reward": "margin"},
    ],
)
def test_random_simulations_pass_with_every_option(parameters: dict[str, str]) -> None:
    game = load("samurai", 3, **parameters)
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)
    options = game.new_initial_state().position.options
    assert options.hands == parameters.get("hands", "chosen")
    assert options.captures == parameters.get("captures", "end")


@pytest.mark.parametrize("game", GAMES)
def test_the_api_test_passes(game: str) -> None:
    """Everything that OpenSpiel asks of each of its own games."""
    loaded = pyspiel.load_game(f"python_tenka_{game}")
    case = type("Case", (api_test.EnforceAPIOnPartialTreeBase,), {"game": loaded, "game_name": f"python_tenka_{game}"})
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(case).run(result)
    assert result.testsRun >= 5
    assert not result.errors, result.errors[0][1]
    assert not result.failures, result.failures[0][1]
    assert not result.skipped


@pytest.mark.parametrize(("game", "players"), SMALL)
def test_a_resampled_state_looks_the_same_and_tells_no_more(game: str, players: int) -> None:
    differing = 0
    for state in walk(load(game, players), seed=1, every=9):
        if state.is_terminal():
            continue
        for player in range(players):
            other = state.resample_from_infostate(player, lambda: 0.3)
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.information_state_tensor(player) == state.information_state_tensor(player)
            assert other.observation_string(player) == state.observation_string(player)
            assert other.current_player() == state.current_player()
            assert other.move_number() == state.move_number()
            if state.current_player() == player:
                assert other.legal_actions() == state.legal_actions()
            # What is made of a view can only be as much as the view: from either state it is the same.
            again = other.resample_from_infostate(player, lambda: 0.7)
            assert str(again) == str(state.resample_from_infostate(player, lambda: 0.7))
            assert again.history() == state.resample_from_infostate(player, lambda: 0.7).history()
            differing += other.position.state.tobytes() != state.position.state.tobytes()
    assert differing > 5


@pytest.mark.parametrize(("game", "players"), SMALL)
def test_a_resampled_game_can_be_played_on(game: str, players: int) -> None:
    rng = random.Random(2)
    for number, state in enumerate(walk(load(game, players), seed=2, every=40)):
        if state.is_terminal():
            continue
        other = state.resample_from_infostate(state.current_player(), rng.random)
        while not other.is_terminal():
            other.apply_action(rng.choice(other.legal_actions()))
            if number == 0 and not other.is_terminal() and not other.is_chance_node():
                other.information_state_tensor(other.current_player())
        assert sum(other.returns()) == pytest.approx(0)


@pytest.mark.parametrize(("game", "players"), SMALL)
def test_an_information_state_forgets_nothing(game: str, players: int) -> None:
    """What a player has read stays in what he reads."""
    read = dict.fromkeys(range(players), "")
    for state in walk(load(game, players), seed=3):
        if state.is_terminal():
            break
        for player in range(players):
            now = state.position.read(player)
            assert now.startswith(read[player])
            assert now in state.information_state_string(player)
            read[player] = now
        own = state.current_player()
        text = state.position.rules.format(state.position.begun)
        assert not text or f"begun {text}" in state.information_state_string(own)


@pytest.mark.parametrize(("game", "players"), SMALL)
def test_every_number_in_a_tensor_lies_between_minus_one_and_one(game: str, players: int) -> None:
    for state in walk(load(game, players), seed=4, every=25):
        for player in range(players):
            for tensor in (state.observation_tensor(player), state.information_state_tensor(player)):
                assert np.abs(tensor).max() <= 1


def test_a_playthrough_can_be_written_and_written_again() -> None:
    """OpenSpiel's own way to keep a game as a text, in which everything that an observer can ask for is told."""
    name = "python_tenka_samurai(players=2,hands=random,pieces=random)"
    first, again = (generate_playthrough.playthrough(name, None, seed=5) for _ in range(2))
    assert first == again
    assert "IsTerminal() = True" in first
    assert "PrivateObservationString(1) = " in first


@pytest.mark.parametrize(("game", "players"), SMALL)
def test_a_state_survives_as_a_text_and_as_a_pickle(game: str, players: int) -> None:
    loaded = load(game, players)
    assert str(pickle.loads(pickle.dumps(loaded))) == str(loaded)
    for state in walk(loaded, seed=4, every=50):
        for other in (loaded.deserialize_state(state.serialize()), pickle.loads(pickle.dumps(state)), state.clone()):
            assert str(other) == str(state)
            assert other.history() == state.history()
            assert other.position.state.tobytes() == state.position.state.tobytes()
            if not state.is_terminal():
                action = state.legal_actions()[-1]
                assert str(other.child(action)) == str(state.child(action))


@pytest.mark.parametrize(("game", "players"), SMALL)
def test_a_history_is_a_game(game: str, players: int) -> None:
    loaded = load(game, players)
    *_, last = walk(loaded, seed=5)
    state = loaded.new_initial_state()
    for action in last.history():
        state.apply_action(action)
    assert str(state) == str(last)
    assert state.returns() == last.returns()


@pytest.mark.parametrize(("game", "players"), SMALL)
def test_a_wrong_action_is_refused_and_changes_nothing(game: str, players: int) -> None:
    loaded = load(game, players)
    with pytest.raises(GameError, match="the deal is 8 numbers from 0 to 255, not 256"):
        loaded.new_initial_state().apply_action(256)
    state = next(walk(loaded, seed=6))
    before, history = str(state), state.history()
    illegal = next(action for action in range(1000) if action not in state.legal_actions())
    for action, word in ((illegal, "."), (100_000, "there is no action 100000; actions are 0 to")):
        with pytest.raises(GameError, match=word):
            state.apply_action(action)
        assert str(state) == before
        assert state.history() == history


@pytest.mark.parametrize(("game", "players", "complaint"), TOO_MANY)
def test_too_many_players_are_refused(game: str, players: int, complaint: str) -> None:
    with pytest.raises(Exception, match=complaint):
        load(game, players)


@pytest.mark.parametrize(("game", "players"), SMALL)
def test_open_spiels_search_plays_it_unchanged(game: str, players: int) -> None:
    loaded = load(game, players)
    bot = ismcts.ISMCTSBot(
        game=loaded,
        evaluator=mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)),
        uct_c=1.4,
        max_simulations=6,
        random_state=np.random.RandomState(1),
    )
    for state in walk(loaded, seed=7, every=60 if game == "samurai" else 300):
        if not state.is_terminal():
            assert bot.step(state) in state.legal_actions()


def test_open_spiels_regret_minimisation_learns_on_it_unchanged() -> None:
    np.random.seed(1)
    game = load("samurai", 2, hands="random", pieces="random")
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(game)
    for _ in range(3):
        solver.iteration()
    policy = solver.average_policy()
    state = next(walk(game, seed=8))
    assert sum(policy.action_probabilities(state).values()) == pytest.approx(1)


@pytest.mark.parametrize(("game", "players"), SMALL)
def test_open_spiels_learners_play_its_environment_unchanged(game: str, players: int) -> None:
    env = rl_environment.Environment(
        load(game, players), chance_event_sampler=rl_environment.ChanceEventSampler(seed=1)
    )
    agents = [QLearner(player_id=player, num_actions=env.action_spec()["num_actions"]) for player in range(players)]
    step = env.reset()
    while not step.last():
        player = step.observations["current_player"]
        step = env.step([agents[player].step(step).action])
    for agent in agents:
        agent.step(step)
    assert sum(step.rewards) == pytest.approx(0)
    assert len(env.get_state.history()) > DEAL_NODES
