"""Like which level somebody played."""

from __future__ import annotations

import pytest

from tenka.games import GAMES, find_part, get_game
from tenka.players import describe_levels
from tenka.review.levels import Level, level_of
from tenka.review.marks import Interval, around

RULES = get_game("samurai")
USUAL = RULES.options({"players": 2})
CURVE = {2: {"farmer": (20.0, 30.0), "bushi": (10.0, 20.0), "karo": (4.0, 10.0), "shogun": (2.0, 6.0)}}


@pytest.fixture(autouse=True)
def curve(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(find_part("samurai", "players"), "ERROR_RATES", CURVE, raising=False)


@pytest.mark.parametrize(("rate", "like"), [(50.0, "farmer"), (15.5, "farmer"), (9.0, "bushi"), (-1.0, "shogun")])
def test_the_level_is_the_one_whose_error_rate_is_nearest(rate: float, like: str) -> None:
    assert level_of("samurai", USUAL, Interval(rate, rate, rate), 1_000_000) == Level(like, like, like)


def test_in_a_short_game_more_levels_may_have_made_these_errors() -> None:
    """100 decisions of a farmer deviate by 3 from his error rate, of a bushi by 2, in one game of three."""
    exact = around(12.5, 0.0)
    assert level_of("samurai", USUAL, exact, 100) == Level("bushi", "bushi", "bushi")
    assert level_of("samurai", USUAL, exact, 16) == Level("bushi", "farmer", "bushi")
    assert level_of("samurai", USUAL, exact, 4) == Level("bushi", "farmer", "bushi")


def test_an_error_rate_that_is_not_sure_is_like_that_of_more_levels() -> None:
    assert level_of("samurai", USUAL, around(4.0, 0.0), 1_000_000) == Level("karo", "karo", "karo")
    assert level_of("samurai", USUAL, around(4.0, 3 * 2.1), 1_000_000) == Level("karo", "karo", "shogun")


def test_nothing_is_said_of_tables_that_nobody_has_measured() -> None:
    assert level_of("samurai", RULES.options({"players": 4}), around(4.0, 0.0), 20) is None


@pytest.mark.parametrize("given", [{"hands": "random"}, {"pieces": "random"}, {"edition": "1998"}])
def test_nothing_is_said_of_games_of_another_kind_than_those_measured(given: dict[str, str]) -> None:
    """Where hands are dealt and pieces are placed at random there are no decisions about them, of which many cost
    little: then everybody's error rate is another one.
    """
    assert level_of("samurai", RULES.options({"players": 2, **given}), around(4.0, 0.0), 20) is None


def test_who_begins_makes_no_other_kind_of_game() -> None:
    """A record names who began, the curve's games drew it."""
    assert level_of("samurai", RULES.options({"players": 2, "first": 1}), around(4.0, 0.0), 20) is not None


@pytest.mark.parametrize("game", GAMES)
def test_measured_error_rates_fall_from_level_to_level(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    order = list(describe_levels(game))
    for levels in getattr(find_part(game, "players"), "ERROR_RATES", {}).values():
        assert list(levels) == [name for name in order if name in levels]
        rates = [rate for rate, _ in levels.values()]
        assert rates == sorted(rates, reverse=True)
        assert all(deviation > 0 for _, deviation in levels.values())
