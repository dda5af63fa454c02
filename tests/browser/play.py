"""What people do at the board, for the tests."""

from __future__ import annotations

import re
import time

from playwright.sync_api import Page, expect

SECONDS = 20_000


def take_turn(page: Page) -> None:
    """Any turn, by mouse: the first tile that can be played, on the first lit space."""
    tile = page.locator(".hand .slot:enabled").first
    if tile.count() == 0:  # nothing can be played: pass
        page.locator(".confirm").click()
        return
    for choice in page.locator(".hand .slot:enabled").all():
        if choice.get_attribute("data-tile") in ("x", "m"):
            continue  # these two have tests of their own
        choice.click()
        page.locator(".cell.target").first.click()
        break
    else:
        play_exchange(page, page.locator(".hand .slot:enabled").first)
    expect(page.locator(".confirm")).to_be_enabled()
    page.locator(".confirm").click()


def play_exchange(page: Page, tile: object) -> None:
    """A switch or a move, whatever is left."""
    tile.click()  # type: ignore[attr-defined]
    for _step in range(2):
        expect(page.locator(".cell.target").first).to_be_attached()
        page.locator(".cell.target").first.click()
        dialog = page.locator("dialog[open] .piece-choice .btn")
        if dialog.count():
            dialog.first.click()


def wait_for_turn(page: Page) -> bool:
    """Waits until it is our turn; False: the game is over."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        heading = page.locator("h1.turn").inner_text()
        if re.search("game is over", heading):
            return False
        if "Your turn" in heading and page.locator(".confirm").count():
            return True
        page.wait_for_timeout(40)
    raise AssertionError("nobody is to move")


def play_to_the_end(page: Page, most: int = 60) -> int:
    """Plays until the game is over; returns the number of turns."""
    for turn in range(most):
        if not wait_for_turn(page):
            return turn
        version = page.evaluate("document.querySelector('.app').dataset.version")
        take_turn(page)
        page.wait_for_function("v => document.querySelector('.app')?.dataset.version !== v", arg=version)
    raise AssertionError("the game does not end")
