"""Figures in documents that the program itself knows are the program's."""

from __future__ import annotations

import importlib
import re
from typing import Any

import pytest

from tenka.arena.leaderboard import CARD, read_card
from tenka.arena.leaderboard import ROOT as LEADERBOARD
from tenka.games import GAMES
from tenka.players import Budget
from tools.bootstrap import ROOT

PLAYERS = (ROOT / "docs" / "players.md").read_text(encoding="utf-8")
LEVELS = {
    (game, name): level
    for game in GAMES
    for name, level in importlib.import_module(f"tenka.{game}.players.levels").LEVELS.items()
}
CARDS = {folder.name: read_card(folder).what for folder in (path.parent for path in LEADERBOARD.glob(f"*/{CARD}"))}


def row(game: str, name: str) -> str:
    """What the document says of a level."""
    own = PLAYERS.split("In History of the Samurai there are seven")[game == "history"]
    return next(line for line in own.splitlines() if line.startswith(f"| `{name}` |"))


def tell(budget: Budget) -> list[str]:
    return [f" {budget.iterations:,} "] + ([f"{budget.milliseconds / 1000:g} s"] if budget.milliseconds else [])


@pytest.mark.parametrize(("game", "name"), LEVELS, ids=lambda value: str(value))
def test_how_levels_play_is_what_they_do(game: str, name: str) -> None:
    level: Any = LEVELS[game, name]
    if level.budget is not None:
        told = [row(game, name), *([CARDS[name]] if name in CARDS else [])]
        assert [words for words in tell(level.budget) for text in told if words not in text] == []
    elif level.carelessness and game == "history":
        assert re.search(rf"\b{level.carelessness:g} points", row(game, name))
    if level.carelessness and name in CARDS:
        own = f"{level.carelessness:g} {'points ' if game == 'history' else ''}({game.capitalize()})"
        assert own in CARDS[name]


def test_weights_are_as_large_as_the_documents_say() -> None:
    weights = sum(path.stat().st_size for path in (ROOT / "tenka" / "samurai" / "weights").iterdir())
    assert f"({weights / 1e6:.1f} MB, in two formats)" in PLAYERS
