"""Ratings on the page: strengths beside names, a rated game in one click, and everybody's own page."""

from __future__ import annotations

import re
import time
import uuid
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser import play
from tests.browser.play import flaws

pytestmark = pytest.mark.slow

DAYS = {"kind": "days", "days": 3}


@pytest.fixture
def name(page: Page) -> str:
    """Of the person with an account who uses this page."""
    name = f"p-{uuid.uuid4().hex[:8]}"
    page.goto("/settings")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill("correct horse")
    page.get_by_role("button", name="Keep your games under a name").click()
    page.get_by_role("button", name="I have kept them").click()
    expect(page.get_by_text(f"You are {name}.")).to_be_visible()
    return name


def info_of(page: Page) -> dict[str, Any]:
    info: dict[str, Any] = page.evaluate(
        "async () => (await (await fetch('/api/tables/' + location.pathname.split('/')[2])).json()).info"
    )
    return info


def leave(page: Page, table: str) -> None:
    """Leaves, and waits until the bots have played to the end."""
    page.evaluate("async table => await fetch(`/api/tables/${table}/leave`, { method: 'POST' })", table)
    status = "async table => (await (await fetch(`/api/tables/${table}`)).json()).info.status"
    end = time.monotonic() + 60
    while page.evaluate(status, table) != "over":
        assert time.monotonic() < end
        page.wait_for_timeout(100)


def test_a_bot_shows_its_strength_beside_its_name(page: Page) -> None:
    page.goto("/")
    expect(page.locator(".hero").first.locator(".cta")).to_contain_text("(25)")
    page.goto("/new")
    assert "(61)" in page.get_by_label("Strength 2").inner_text()
    info = play.make_table(page, "me", "bushi")
    play.open_table(page, info)
    expect(page.locator('.player[data-seat="1"]')).to_contain_text("bot · 32")
    page.goto("/tables")
    expect(page.locator(".item").first).to_contain_text("(32)")


def test_guests_are_told_what_a_rated_game_needs(page: Page) -> None:
    page.goto("/new")
    expect(page.locator('[data-option="rated"]')).to_be_disabled()
    expect(page.get_by_text("A rated game needs an account")).to_be_visible()
    page.goto("/")
    expect(page.locator('[data-option="rated"]')).to_have_count(0)


def test_play_now_can_be_rated_and_a_hint_asks_first(page: Page, name: str) -> None:
    page.goto("/")
    page.locator('[data-option="rated"]').check()
    page.locator('[data-play="samurai"]').click()
    page.locator(".stage .board").wait_for()
    assert info_of(page)["rated"] is True
    play.wait_for_turn(page)
    page.get_by_role("button", name="Hint", exact=True).click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("still to be lost")
    dialog.get_by_role("button", name="Cancel").click()
    assert info_of(page)["rated"] is True
    page.get_by_role("button", name="Hint", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="Hint").click()
    expect(page.locator(".hint-panel ol li").first).to_be_visible(timeout=60_000)
    assert info_of(page)["rated"] is False


def test_everybody_has_a_page_with_rating_results_and_games(page: Page, name: str, axe: str) -> None:
    page.goto(f"/person/{name}")
    expect(page.get_by_text("No rated games yet.")).to_be_visible()
    for _ in range(2):
        wish = {"rated": True, "clock": DAYS, "visibility": "open", "stand_in": "farmer"}
        leave(page, play.make_table(page, "me", "farmer", **wish)["id"])
    page.goto("/best")
    page.get_by_role("link", name=name).click()
    expect(page).to_have_url(re.compile(f"/person/{name}$"))
    expect(page.get_by_role("heading", level=1)).to_have_text(name)
    expect(page.locator(".rating-graph .course")).to_be_visible()
    expect(page.locator(".games li")).to_have_count(2)
    expect(page.locator(".games li").first).to_contain_text("A bot played on")
    for width in (360, 768, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), width
    assert flaws(page, axe) == []
    page.locator(".games li a").first.click()
    expect(page).to_have_url(re.compile("/replay/"))


def test_bots_have_a_page_and_nobody_has_none(page: Page) -> None:
    page.goto("/person/shogun")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Shōgun")
    expect(page.locator("tbody tr")).to_have_count(8)
    page.goto("/person/nobody-at-all")
    expect(page.get_by_role("alert")).to_have_text("There is nobody of that name.")
