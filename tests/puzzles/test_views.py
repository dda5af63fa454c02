"""Views as lines of text."""

from __future__ import annotations

import random

import pytest

from tenka.game import CHANCE, GameError, View, draw_chance
from tenka.games import GAMES, get_game
from tenka.puzzles.views import format_view, parse_view


def a_view(game: str, players: int, decisions: int, seed: int) -> View:
    """What the mover knows after so many decisions, any of the legal ones."""
    rules, rng = get_game(game), random.Random(seed)
    state = rules.start(rules.options({"players": players}), rng)
    while decisions > 0 or rules.turn(state) == CHANCE:
        seat = rules.turn(state)
        if seat is None:
            break
        action = draw_chance(rules, state, rng) if seat == CHANCE else rng.choice(rules.legal(state))
        state = rules.apply(state, action)
        decisions -= 1
    return rules.view(state, rules.turn(state) or 0)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("players", "decisions"), [(2, 0), (2, 30), (3, 60), (4, 95)])
def test_a_view_is_the_same_after_being_written(game: str, players: int, decisions: int) -> None:
    rules, view = get_game(game), a_view(game, players, decisions, seed=decisions)
    text = format_view(rules, view)
    assert parse_view(rules, text, a_view(game, 2, 0, seed=1)) == view
    assert "|" not in text
    assert "\n" not in text


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("purple seat=1", "begins with a seat such as red"),
        ("red nonsense=1", "no field 'nonsense'"),
        ("red turns=many", "values of a view look like"),
        ("red turns=1,2", "has 1 values here, not 2"),
        ("red tile=999999999999x0", "140 values here, not 141"),
        ("", "begins with a seat"),
    ],
)
def test_what_is_no_view_is_told_in_a_sentence(text: str, why: str) -> None:
    rules = get_game("samurai")
    with pytest.raises(GameError, match=why):
        parse_view(rules, text, a_view("samurai", 2, 0, seed=1))
