"""The games there are: one line a title, and nothing else in the shared code names one.

A title is a folder. Its parts have the same names in every title, and each is loaded when it is asked for, because
loading rules takes a moment. ``title`` and ``game`` must be there; what happens without one of the others is said in
docs/add-a-game.md, with what each of them holds.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from tenka.game import GameError, Rules
from tenka.title import Title

GAMES = {
    "samurai": "tenka.samurai",
    "history": "tenka.history",
}
"""By the name that records and the command line have for it: the folder of a title, as a package. The first is played
where none is named."""

DEFAULT_GAME = next(iter(GAMES))

PARTS = {
    "title": "what it is called, and what can be set",
    "game": "the rules",
    "encode": "observations, for environments",
    "payoff": "what decided a game, as one number",
    "position": "what is shown of a position",
    "picture": "a picture of a position, to share",
    "players": "who plays it",
    "steps": "many games at once",
    "against": "many games at once, one seat against the others",
    "cuda": "many games at once on a GPU",
    "learning": "what a network that learns it needs",
    "learning_cuda": "the same on a GPU",
    "terminal": "the game in a terminal",
    "review": "what decisions and luck were worth, and why",
    "puzzles": "positions with one best turn",
    "analysis": "what a seat could play whose hand is not known",
}
"""The modules of a title's folder that the rest of the program asks for."""


def check_game_name(name: str) -> str:
    """The name, if there is such a game; raises GameError."""
    if name not in GAMES:
        raise GameError(f"there is no game {name[:40]!r}; there are {', '.join(GAMES)}")
    return name


def part_name(game: str, part: str) -> str:
    """The dotted name of a part of a title.

    >>> part_name(DEFAULT_GAME, "rules")
    Traceback (most recent call last):
    ...
    KeyError: "a title has no part 'rules'; it has title, game, encode, ...
    """
    if part not in PARTS:
        raise KeyError(f"a title has no part {part!r}; it has {', '.join(PARTS)}")
    return f"{GAMES[check_game_name(game)]}.{part}"


@cache
def find_part(game: str, part: str) -> ModuleType | None:
    """A part of a title, or None where the title has none. Raises GameError for a game that there is not."""
    name = part_name(game, part)
    return import_module(name) if find_spec(name) else None


def load_part(game: str, part: str) -> ModuleType:
    """A part of a title that cannot be done without; raises GameError where it is missing."""
    found = find_part(game, part)
    if found is None:
        raise GameError(
            f"{game} has no part {part!r} ({PARTS[part]}), so this cannot be done with it; docs/add-a-game.md says more"
        )
    return found


@cache
def get_title(game: str) -> Title:
    """What a title says of itself; raises GameError for a game that there is not.

    >>> 2 in get_title(DEFAULT_GAME).players
    True
    """
    title: Title = load_part(game, "title").TITLE
    return title


@cache
def get_game(name: str) -> Rules:
    """The rules of a game.

    >>> get_game(DEFAULT_GAME).name == DEFAULT_GAME
    True
    """
    rules: Rules = load_part(name, "game").RULES
    return rules
