"""Small screens: nothing is cut off, lies on something else, or scrolls sideways; and what a phone must tell."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tenka.puzzles.puzzle import load_puzzles
from tests.browser import play
from tests.browser.scenes import BEYOND, GAMES, SEND

pytestmark = pytest.mark.slow
DRAFTS = [puzzle for puzzle in load_puzzles("history") if "draft" in puzzle.kinds]
MOST_TO_CHOOSE = max(DRAFTS, key=lambda puzzle: len(puzzle.right) + len(puzzle.others))


@pytest.mark.parametrize("size", [(320, 640), (844, 390)], ids=["upright", "on its side"])
def test_everything_fits_on_a_phone(browser: Browser, base_url: str, axe: str, size: tuple[int, int]) -> None:
    screen: Any = {"width": size[0], "height": size[1]}
    context = browser.new_context(base_url=base_url, locale="de", viewport=screen, reduced_motion="reduce")
    page = context.new_page()
    page.goto("/")
    table = play.make_table(page, "me", *["greedy"] * 3, clock={"kind": "days", "days": 3}, on_leave="wait")["id"]
    placing = play.make_table(page, "me", "greedy", options={"hands": "random", "pieces": "placed"})["id"]
    choosing = play.make_table(page, "me", "greedy", options={"edition": "1998", "first": "red"})["id"]
    waiting = play.make_table(page, "me", "open", "greedy")["id"]
    pages = [
        "",
        "new",
        "tables",
        "watch",
        "learn",
        "learn/castes",
        "analysis",
        "rules/samurai",
        "best",
        "person/shogun",
        "settings",
    ]
    games = [f"table/{table}", f"replay/{table}", f"table/{placing}", f"table/{choosing}", f"table/{waiting}"]
    games.append("puzzle")
    found: list[str] = []
    page.goto(f"/puzzle/history/{MOST_TO_CHOOSE.id}")
    page.locator(".give").first.wait_for()
    found += [] if play.is_seen(page, ".gives") else ["a draft hides what can be chosen"]
    found += page.evaluate(BEYOND)
    record = page.evaluate(SEND, ["records", {"text": (GAMES / "history-4-players.game").read_text()}])["id"]
    page.goto(f"/analysis?table={record}&ply=9")
    page.locator(".give").first.wait_for()
    parts = ".draft h2", ".gives", ".steps"
    found += [f"a draft on the analysis board hides {part}" for part in parts if not play.is_seen(page, part)]
    for path in [*pages, *games]:
        page.goto(f"/{path}")
        page.locator("h1").first.wait_for(state="attached")
        page.wait_for_function("() => !document.querySelector('[aria-busy=true]')")
        findings = play.flaws(page, axe) if path in games else []
        if path == f"table/{table}":
            expect(page.locator(".goal")).to_be_visible()
        found += [f"/{path}: {each}" for each in [*page.evaluate(BEYOND), *findings]]
    page.goto(f"/replay/{table}")
    page.get_by_role("button", name="Ab hier probieren").click()
    expect(page.locator(".confirm")).to_be_visible()
    found += page.evaluate(BEYOND)
    assert found == []

    page.goto(f"/table/{table}")
    assert play.wait_for_turn(page, "Du bist dran")
    expect(page.locator(".player .who").last).to_have_text("Händler 3")
    expect(page.locator(".player .who").last).to_be_visible()
    page.evaluate("fetch(location.pathname.replace('/table', '/api/tables') + '/leave', { method: 'POST' })")
    expect(page.locator(".player.p1 .plays-on")).to_have_text("abwesend")
    expect(page.locator(".away p")).to_have_text("Der Tisch wartet auf dich.")
    page.get_by_role("button", name="Zurückkommen").click()
    expect(page.locator(".away")).to_have_count(0)
    context.close()


def test_a_part_of_the_page_that_does_not_come_says_so_and_can_be_loaded_again(browser: Browser, base_url: str) -> None:
    page = browser.new_page(base_url=base_url, locale="en", service_workers="block")
    missing = "**/assets/*"
    for path in ("/settings", "/rules/samurai", "/learn/castes"):
        page.goto("/")
        page.locator("[data-play]").first.wait_for()
        page.route(missing, lambda route: route.abort())
        page.evaluate(
            "path => { history.pushState({}, '', path); dispatchEvent(new PopStateEvent('popstate')); }", path
        )
        expect(page.get_by_role("alert")).to_contain_text("did not come")
        page.unroute(missing)
        page.get_by_role("button", name="Load the page again").click()
        expect(page.get_by_role("alert")).to_have_count(0)
        page.locator("h1").first.wait_for()
    page.close()


def test_keys_reach_what_they_name(page: Page) -> None:
    page.goto("/")
    play.open_table(page, play.make_table(page, "me", "greedy", options={**play.FIRST_GAME, "first": "red"}))
    page.locator(".hand .slot:enabled").first.click()
    page.keyboard.press("l")
    expect(page.locator(".log-panel")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".log-panel")).to_have_count(0)
    expect(page.locator(".slot.sel")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(".slot.sel")).to_have_count(0)
    page.keyboard.press("/")
    expect(page.locator("dialog input")).to_be_focused()
    page.keyboard.press("Escape")
    page.keyboard.press("b")
    ring = page.locator(".focus-ring")
    expect(ring).to_be_visible()
    assert ring.evaluate("each => getComputedStyle(each).stroke") == "rgb(255, 250, 240)"
