"""The pages of the environments say what the code does."""

import re

import pytest

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
