"""A puzzle from the first page to the next one: wrong, what the worlds say, and right."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tenka.games import get_game
from tenka.puzzles.puzzle import Puzzle, Told, load_puzzles
from tests.browser import play
from tests.browser.play import flaws

pytestmark = pytest.mark.slow

GAME = "samurai"
BEGINNER = 1500
ONE_TILE = re.compile(r"([a-z]\d)@([a-z]\d+) done")


def tile_of(told: Told) -> re.Match[str] | None:
    return ONE_TILE.fullmatch(get_game(GAME).format(told.actions))


def plain_puzzle() -> Puzzle:
    """One that is answered with one tile, rightly and wrongly, and rates who tries it; the quickest to check."""
    plain = [puzzle for puzzle in load_puzzles(GAME) if tile_of(puzzle.right[0]) and any(map(tile_of, puzzle.others))]
    near = [puzzle for puzzle in plain if abs(puzzle.rating - BEGINNER) < 300]  # of others nobody expects to find it
    return min(near, key=lambda puzzle: ("end" not in puzzle.kinds, puzzle.players))


def lay(page: Page, told: Told) -> None:
    found = tile_of(told)
    assert found is not None
    page.locator(f'.hand .slot[data-tile="{found[1]}"]').first.click()
    page.locator(f'.cell[data-space="{found[2]}"]').click()
    expect(page.locator(".confirm")).to_be_enabled()
    page.locator(".confirm").click()


def test_a_puzzle_is_solved_at_the_second_try(page: Page, axe: str) -> None:
    """Wrong, played out, voted on, reported in vain, right, and on to the next."""
    puzzle = plain_puzzle()
    wrong = next(told for told in puzzle.others if tile_of(told))
    page.goto("/")
    page.get_by_role("link", name="Puzzle of the day").click()
    expect(page.locator("h1.turn")).to_contain_text("Puzzle of the day")
    page.locator(".stage .board").wait_for()
    page.goto(f"/puzzle/{GAME}/{puzzle.id}")
    expect(page.locator("h1.turn")).to_contain_text(str(puzzle.rating))
    lay(page, wrong)
    answer = page.locator(".answer")
    expect(answer).to_have_attribute("data-right", "false")
    expect(answer.locator("li")).to_have_count(len(puzzle.right) + len(puzzle.others))
    expect(answer.locator(".standing")).to_have_text(re.compile(r"Your rating \d+ \(−\d+\) · 0 in a row, at best 0"))
    answer.locator(".turn-of").first.click()
    assert flaws(page, axe) == []

    page.set_viewport_size({"width": 844, "height": 390})
    assert play.is_seen(page, ".answer li:first-child"), "a phone on its side shows the answer without scrolling"
    page.set_viewport_size({"width": 1280, "height": 800})

    answer.locator("li.yours [data-play]").click()
    told = page.locator(".course .told")
    expect(told).to_contain_text("One of the worlds")
    page.keyboard.press("ArrowRight")
    expect(told).to_contain_text("You")
    expect(page.get_by_role("button", name="One step back")).to_be_enabled()
    assert flaws(page, axe) == []
    page.keyboard.press("Home")
    expect(told).to_contain_text("One of the worlds")
    page.keyboard.press("Escape")
    page.emulate_media(reduced_motion="no-preference")
    answer.locator("li.yours [data-play]").click()
    expect(page.get_by_role("button", name="To the end")).to_be_disabled()  # it is told by itself
    page.emulate_media(reduced_motion="reduce")
    page.locator("[data-end]").click()

    answer.get_by_role("button", name="Yes 0").click()
    expect(answer.get_by_role("button", name="Yes 1")).to_have_attribute("aria-pressed", "true")
    page.locator("[data-report-turn]").click()
    lay(page, wrong)
    expect(answer.locator("[data-report=false]")).to_contain_text("the best turn leads it by", timeout=60_000)
    page.get_by_role("button", name="Try again").click()
    lay(page, puzzle.right[0])
    expect(answer).to_have_attribute("data-right", "true")
    expect(answer.locator(".standing")).to_have_text(
        re.compile(r"Your rating \d+ · 0 in a row")
    )  # the first try counts
    page.locator("[data-next]").click()
    page.wait_for_url(f"**/puzzle/{GAME}/next")
    expect(page.locator(".acts .confirm")).to_be_visible()
