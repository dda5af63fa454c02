"""Players decide from a view, and the better one wins."""

import random
from itertools import pairwise

import pytest

from tenka.game import GameError
from tenka.games import get_game
from tenka.players import Budget, decide_ply, describe_levels, get_player
from tenka.samurai.players.levels import LEVELS

RULES = get_game("samurai")
LEVEL_NAMES = tuple(describe_levels("samurai"))
PLAYERS = (
    *("uniform", "greedy", "mcts:10"),
    pytest.param("policy", marks=pytest.mark.slow),
    pytest.param("neural:2", marks=pytest.mark.slow),
)

EVERY = {"policy": 7, "neural:2": 17}
"""Who asks a network takes its time, and plays some combinations of options: steps in which every value comes."""


def play(names: list[str], seed: int, **given: object) -> tuple[int, ...]:
    rng = random.Random(seed)
    state = RULES.start(RULES.options({"players": len(names), **given}), rng)
    while (seat := RULES.turn(state)) is not None:
        for action in decide_ply(RULES, state, seat, get_player(names[seat]), rng):
            state = RULES.apply(state, action)
    outcome = RULES.outcome(state)
    assert outcome is not None
    return outcome.winners


@pytest.mark.parametrize("name", PLAYERS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_player_plays_every_phase_of_every_game(name: str, players: int) -> None:
    options = [option for option in RULES.every_options() if option.players == players]
    for option in options[:: EVERY.get(name, 1)]:
        assert play([name] * players, 1, **RULES.describe_options(option))


@pytest.mark.parametrize("name", [*PLAYERS, "farmer"])
def test_a_choice_is_the_same_for_every_state_that_looks_the_same(name: str) -> None:
    """Two of the same player, one at the table and one at tables that only look the same to it."""
    rng = random.Random(5)
    player, double = get_player.__wrapped__(name), get_player.__wrapped__(name)
    for option in list(RULES.every_options())[:: 79 if name == "neural:2" else 7]:
        state = RULES.start(option, rng)
        while (seat := RULES.turn(state)) is not None:
            view = RULES.view(state, seat)
            other = RULES.sample(view, rng)
            choice = player.decide(view, RULES.legal(state), random.Random(1))
            assert choice == double.decide(RULES.view(other, seat), RULES.legal(other), random.Random(1))
            state = RULES.apply(state, choice)


@pytest.mark.parametrize("name", [*PLAYERS, *LEVEL_NAMES])
@pytest.mark.parametrize("players", [2, 4])
def test_every_player_explains_what_it_would_do(name: str, players: int) -> None:
    rng = random.Random(3)
    state = RULES.start(RULES.options({"players": players, "hands": "random", "pieces": "random"}), rng)
    seat = RULES.turn(state)
    lines = get_player(name).explain(RULES.view(state, seat), RULES.legal(state), rng, Budget(iterations=50))
    assert {line.actions[0] for line in lines} <= set(RULES.legal(state))
    assert [line.visits for line in lines] == sorted((line.visits for line in lines), reverse=True)
    for line in lines:
        assert not line.win_shares or sum(line.win_shares) == pytest.approx(1.0, abs=1e-3)


def test_the_names_of_levels_are_those_of_levels() -> None:
    assert tuple(LEVELS) == LEVEL_NAMES


def test_each_level_is_better_than_the_one_below() -> None:
    """Measured in benchmarks/strength.py; here only that the order is not upside down, for the quick ones."""
    for worse, better in pairwise(LEVEL_NAMES[: LEVEL_NAMES.index("daimyo")]):
        wins = sum(0 in play([better, worse], seed) for seed in range(30))
        wins += sum(1 in play([worse, better], seed) for seed in range(30))
        assert wins >= 30, f"{better} won {wins} of 60 against {worse}"


def test_greedy_beats_uniform() -> None:
    wins = sum(0 in play(["greedy", "uniform"], seed) for seed in range(30))
    wins += sum(1 in play(["uniform", "greedy"], seed) for seed in range(30))
    assert wins >= 57


def test_mcts_beats_greedy() -> None:
    wins = sum(0 in play(["mcts:300", "greedy"], seed) for seed in range(10))
    wins += sum(1 in play(["greedy", "mcts:300"], seed) for seed in range(10))
    assert wins >= 12


@pytest.mark.parametrize("name", ["mcts:", "mcts:0", "mcts:soon", "mcts:-5", "mcts:0ms", "mcts:999999999ms"])
def test_mcts_is_told_how_long_to_think_in_a_way_it_understands(name: str) -> None:
    with pytest.raises(GameError, match="as in mcts:5000"):
        get_player(name)


def test_there_is_no_player_of_another_name() -> None:
    with pytest.raises(GameError, match=r"there are farmer, .* uniform, greedy, mcts"):
        get_player("oracle")
