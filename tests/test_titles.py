"""A title is a folder, and one line in `tenka.games`: nothing else in the shared code knows it."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
from pathlib import Path

import pytest

import tenka
from tenka.game import GameError
from tenka.games import DEFAULT_GAME, GAMES, PARTS, find_part, get_game, get_title, load_part, part_name

PACKAGE = Path(tenka.__file__).parent
FOLDERS = [PACKAGE / package.removeprefix("tenka.").replace(".", "/") for package in GAMES.values()]
SHARED = [
    path
    for path in sorted(PACKAGE.rglob("*"))
    if path.suffix in (".py", ".mako")
    and "__pycache__" not in path.parts
    and not any(path.is_relative_to(folder) for folder in FOLDERS)
    and path != PACKAGE / "games.py"
]
ENGLISH = {"history": ("envs/openspiel.py", "terminal/prompt.py")}
"""A title's name that is also a word, and the files that use the word: OpenSpiel has histories of games, terminals of
what was typed. There the name must not stand where it can mean the title."""


@pytest.mark.parametrize("path", SHARED, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_no_shared_file_names_a_game(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for game in GAMES:
        is_word = str(path.relative_to(PACKAGE)) in ENGLISH.get(game, ())
        meant = rf"tenka[./_]{game}|['\"]{game}['\"]|{game}_v?\d|{game.capitalize()}" if is_word else rf"(?i){game}"
        found = re.search(meant, text)
        assert found is None, f"line {text[: found.start()].count(chr(10)) + 1} names {game}"


def test_the_search_for_names_looks_at_something() -> None:
    assert len(SHARED) > 80
    assert {path.parent.name for path in SHARED} >= {
        "tenka",
        "server",
        "envs",
        "players",
        "search",
        "arena",
        "terminal",
    }


@pytest.mark.parametrize("game", GAMES)
def test_a_title_says_what_its_rules_say(game: str) -> None:
    title, rules = get_title(game), get_game(game)
    assert rules.name == game
    assert title.players == tuple(sorted({options.players for options in rules.every_options()}))
    usual = rules.options({})
    assert usual.players in title.players
    assert {option.name for option in title.options if not option.is_flag} | {"players"} >= set(
        rules.describe_options(usual)
    )
    for option in title.options:
        for value in option.choices:
            rules.options({"players": max(title.players), option.name: value})
        for name, value in option.means.items():
            rules.options({name: value})
    rules.options(title.at_terminal)


@pytest.mark.parametrize("game", GAMES)
def test_what_the_command_line_lists_is_quick_to_load(game: str) -> None:
    program = (
        f"import sys, {part_name(game, 'title')}; print([name for name in ('numpy', 'numba') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_the_first_two_titles_have_the_same_parts() -> None:
    for game in ("samurai", "history"):
        assert {part for part in PARTS if importlib.util.find_spec(part_name(game, part))} == set(PARTS)
        folder = PACKAGE / GAMES[game].removeprefix("tenka.")
        assert {path.stem for path in (folder / "terminal").glob("*.py")} >= {
            *("__init__", "session", "turn", "story", "board", "stepper", "help")
        }
        assert {path.stem for path in (folder / "players").glob("*.py")} >= {"__init__", "greedy", "search"}


def test_the_first_title_is_the_default() -> None:
    assert next(iter(GAMES)) == DEFAULT_GAME


def test_a_game_or_part_that_is_not_there_is_told_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(GameError, match="there is no game 'go'; there are "):
        get_game("go")
    monkeypatch.setitem(GAMES, "bare", "tests.bare")
    monkeypatch.setitem(sys.modules, "tests.bare", type(sys)("tests.bare"))
    sys.modules["tests.bare"].__path__ = []
    assert find_part("bare", "steps") is None
    with pytest.raises(GameError, match=r"bare has no part 'steps' \(many games at once\)"):
        load_part("bare", "steps")
