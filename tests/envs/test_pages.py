"""The pages of the environments say what the code does."""

import inspect
import re

import pytest

from tenka.envs.aec import GameEnv
from tenka.games import get_game
from tests.envs.make_pages import PAGES, write_page

HEADINGS = ["Usage", "Rules", "Observation", "Actions", "Rewards", "Termination", "Version"]


@pytest.mark.parametrize("game", PAGES)
def test_the_tables_of_a_page_are_those_of_the_code(game: str) -> None:
    text = PAGES[game].read_text(encoding="utf-8")
    assert len(re.findall("<!-- table: ", text)) == 5
    assert write_page(game, text) == text, "python -m tests.envs.make_pages writes them again"


@pytest.mark.parametrize("game", PAGES)
def test_every_page_has_the_same_headings(game: str) -> None:
    assert re.findall("^## (.+)$", PAGES[game].read_text(encoding="utf-8"), re.MULTILINE) == HEADINGS


@pytest.mark.parametrize("game", PAGES)
def test_a_page_names_the_version_of_the_rules_and_every_option_of_an_environment(game: str) -> None:
    text = PAGES[game].read_text(encoding="utf-8")
    assert f"rules version {get_game(game).version}" in text.partition("## Version")[2]
    (line,) = (line for line in text.splitlines() if line.startswith("| PettingZoo |"))
    assert re.findall(r"(\w+)=", line) == [
        name
        for name, parameter in inspect.signature(GameEnv).parameters.items()
        if parameter.kind != parameter.VAR_KEYWORD
    ]
