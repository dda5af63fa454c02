"""Rewards of finished games."""

import random

import pytest

from tenka.envs.rewards import REWARDS, Margin, margin_of, reward_of
from tenka.game import CHANCE, GameError, Outcome, draw_chance
from tenka.games import get_game


def finish(game: str, players: int, seed: int) -> Outcome:
    rules, rng = get_game(game), random.Random(seed)
    state = rules.start(rules.options({"players": players}), rng)
    while (turn := rules.turn(state)) is not None:
        action = draw_chance(rules, state, rng) if turn == CHANCE else rng.choice(rules.legal(state))
        state = rules.apply(state, action)
    outcome = rules.outcome(state)
    assert outcome is not None
    return outcome


POINTS = Margin(lambda totals: totals["points"], 100)


def tell(*points: int) -> Outcome:
    """A finished game with these points."""
    ranking = tuple(1 + sum(other > own for other in points) for own in points)
    winners = tuple(seat for seat, rank in enumerate(ranking) if rank == 1)
    return Outcome("over", winners, ranking, tuple({"points": own} for own in points))


def test_a_shared_win_is_shared() -> None:
    assert reward_of(tell(5, 5, 1, 0), "win") == [0.5, 0.5, -0.5, -0.5]
    assert reward_of(tell(9, 5), "win") == [1.0, -1.0]
    assert reward_of(tell(5, 9, 1), "win") == [-0.5, 1.0, -0.5]


def test_if_all_win_nobody_gets_anything() -> None:
    assert reward_of(tell(5, 5), "win") == [0.0, 0.0]
    assert reward_of(tell(5, 5), "rank") == [0.0, 0.0]
    assert reward_of(tell(5, 5), "margin", POINTS) == [0.0, 0.0]


def test_ranks_are_equal_steps_and_equal_seats_share_theirs() -> None:
    assert reward_of(tell(30, 10, 20), "rank") == [1.0, -1.0, 0.0]
    assert reward_of(tell(30, 10, 10), "rank") == [1.0, -0.5, -0.5]
    assert reward_of(tell(30, 30, 10, 10), "rank") == pytest.approx([2 / 3, 2 / 3, -2 / 3, -2 / 3])


def test_a_margin_is_against_the_best_other_and_clipped() -> None:
    assert reward_of(tell(150, 100, 140), "margin", POINTS) == [0.1, -0.5, -0.1]
    assert reward_of(tell(400, 100), "margin", POINTS) == [1.0, -1.0]


@pytest.mark.parametrize(
    ("game", "players"), [("samurai", 2), ("samurai", 3), ("samurai", 4), ("history", 2), ("history", 6)]
)
def test_rewards_of_real_games_agree_with_their_ranking(game: str, players: int) -> None:
    for seed in range(30 if game == "samurai" else 4):
        outcome, margin = finish(game, players, seed), margin_of(game)
        assert margin is not None
        for kind in REWARDS:
            rewards = reward_of(outcome, kind, margin)
            assert len(rewards) == players
            assert all(-1 <= reward <= 1 for reward in rewards)
        assert sum(reward_of(outcome, "win")) == pytest.approx(0)
        assert sum(reward_of(outcome, "rank")) == pytest.approx(0)
        figures = [margin.figure(totals) for totals in outcome.totals]
        assert outcome.ranking == tuple(1 + sum(other > own for other in figures) for own in figures)
        margins = reward_of(outcome, "margin", margin)
        assert all(margins[seat] >= 0 for seat in outcome.winners)
        assert all(margin < 0 for seat, margin in enumerate(margins) if seat not in outcome.winners)


def test_another_reward_is_refused_in_a_sentence() -> None:
    with pytest.raises(GameError, match="there is no reward 'points'; there are win, rank, margin"):
        reward_of(tell(1, 2), "points")


def test_a_game_that_does_not_say_what_a_margin_is_has_none() -> None:
    with pytest.raises(GameError, match="its rewards are win and rank"):
        reward_of(tell(1, 2), "margin")
