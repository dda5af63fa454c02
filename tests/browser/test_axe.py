"""Everybody can use every page, and every state of a table."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.browser.play import flaws
from tests.browser.scenes import SCENES, Games
from tests.server.client import Node

pytestmark = pytest.mark.slow

LONG = ("end", "history-several", "history-end")
"""Whole games; what they show, scorings and turns of others have too."""


@pytest.mark.parametrize("of_history", [False, True], ids=["samurai", "history"])
def test_axe_finds_nothing_on_any_page(page: Page, node: Node, axe: str, of_history: bool) -> None:
    games = Games(page, node)
    found: list[str] = []
    for name, scene in SCENES.items():
        if name.startswith("history") == of_history and name not in LONG:
            scene(page, games)
            page.wait_for_timeout(100)
            found += [f"{name}: {flaw}" for flaw in flaws(page, axe)]
    assert found == []
