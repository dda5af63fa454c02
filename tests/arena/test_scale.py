"""Ratings out of shares of wins."""

from __future__ import annotations

import random
from itertools import combinations
from math import exp, log, sqrt

import pytest

from tenka.arena.leaderboard import meetings_of, read_board
from tenka.arena.scale import Meeting, anchor_of, place
from tenka.arena.simulation import independent, try_board
from tenka.arena.standings import Score
from tenka.games import GAMES, get_title
from tenka.players.strengths import BEGINNING, BETA

STRENGTHS = {"a": 0.0, "b": 0.7, "c": 1.5, "d": -1.0}
SETS = 40


def meet(player: str, against: str, seats: int, rng: random.Random) -> Meeting:
    """So many sets of games between two of them, as the model has it."""
    chance = 1 / (1 + (seats - 1) * exp(STRENGTHS[against] - STRENGTHS[player]))
    score = Score()
    for deal in range(SETS):
        score.add_set(deal, seats, sum(rng.random() < chance for _ in range(seats)))
    return Meeting(player, against, score)


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_ratings_are_found_again_and_lie_in_their_intervals_as_often_as_these_say(seats: int) -> None:
    rng = random.Random(seats)
    unit = BETA * sqrt(seats)
    held, tried, errors = 0, 0, dict.fromkeys(STRENGTHS, 0.0)
    for _ in range(200):
        found = place([meet(one, other, seats, rng) for one, other in combinations(STRENGTHS, 2)], seats, "a")
        for name, strength in STRENGTHS.items():
            truth = BEGINNING + unit * strength
            errors[name] += found[name].rating - truth
            if name != "a":
                tried += 1
                held += found[name].low <= truth <= found[name].high
    assert found["a"] == (BEGINNING, BEGINNING, BEGINNING)
    assert all(abs(error / 200) < 0.35 for error in errors.values()), errors
    assert 0.92 <= held / tried <= 0.98


@pytest.mark.parametrize(
    ("game", "seats"), [(game, seats) for game in GAMES for seats in (get_title(game).players[0], 4)]
)
def test_the_intervals_of_the_boards_that_we_publish_hold_with_as_few_games_and_players_as_far_apart(
    game: str, seats: int
) -> None:
    coverage = try_board(meetings_of(read_board(game), seats), seats, anchor_of(game), independent, 40, seed=1)
    assert 0.9 <= coverage.ratings <= 0.99
    assert coverage.shares >= 0.94


def test_one_pair_stands_as_far_apart_as_the_share_of_wins_says() -> None:
    score = Score()
    score.add_set(0, 30_000, 15_000)
    found = place([Meeting("strong", "weak", score)], 3, "weak")
    assert found["strong"].rating == pytest.approx(BEGINNING + BETA * sqrt(3) * log(2), abs=0.01)


def test_who_won_everything_is_not_infinitely_far_away() -> None:
    score = Score()
    score.add_set(0, 50, 50)
    strong = place([Meeting("strong", "weak", score)], 2, "weak")["strong"]
    assert strong.rating < 60
    assert strong.high - strong.low > 15


def test_who_has_met_nobody_of_the_scale_has_no_rating() -> None:
    score = Score()
    score.add_set(0, 4, 2)
    found = place([Meeting("b", "a", score), Meeting("c", "b", score), Meeting("x", "y", score)], 2, "a")
    assert set(found) == {"a", "b", "c"}


def test_newcomers_begin_where_the_second_level_stands() -> None:
    assert anchor_of("samurai") == anchor_of("history") == "ashigaru"
