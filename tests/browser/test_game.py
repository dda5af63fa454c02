"""Whole games in a real browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.play import play_to_the_end

pytestmark = pytest.mark.slow


def test_one_click_leads_from_home_to_a_board_and_a_whole_game_is_played_by_mouse(page: Page) -> None:
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto("/")
    page.get_by_role("button", name="Play now").click()
    expect(page.locator(".stage .board")).to_be_visible()
    turns = play_to_the_end(page)
    assert turns >= 5
    expect(page.get_by_role("dialog")).to_be_visible()
    page.get_by_role("dialog").get_by_role("button", name="Show all").click()
    expect(page.get_by_role("dialog").get_by_role("button", name="Play again")).to_be_visible()
    assert errors == []
