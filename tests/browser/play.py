"""What people do at the board, for the tests."""

from __future__ import annotations

import re
import time
from typing import Any

from playwright.sync_api import Page, expect

EXCHANGES = ("x", "m")
FIRST_GAME = {"hands": "random", "pieces": "random"}
PLAIN = '.hand .slot:enabled:not([data-tile="x"]):not([data-tile="m"])'
"""Tiles that lie on a space, and do nothing else."""


def make_table(page: Page, *seats: str, **wish: Any) -> dict[str, Any]:
    """A table over HTTP, as this page's person. Seats are ``me``, ``open`` or the name of a bot."""
    wanted = [{"kind": seat} if seat in ("me", "open") else {"kind": "bot", "bot": seat} for seat in seats]
    body = {"options": FIRST_GAME, "seats": wanted, **wish}
    found: dict[str, Any] = page.evaluate(
        """async body => {
            await fetch("/api/guest", { method: "POST" });
            const headers = { "content-type": "application/json" };
            const answer = await fetch("/api/tables", { method: "POST", headers, body: JSON.stringify(body) });
            return await answer.json();
        }""",
        body,
    )
    assert "id" in found, found
    return found


def begin(page: Page, game: str = "samurai") -> None:
    """From Home to a board in one click."""
    page.goto("/")
    page.locator(f'[data-play="{game}"]').click()
    page.locator(".stage .board").wait_for()


def open_table(page: Page, info: dict[str, Any]) -> None:
    page.goto(f"/table/{info['id']}")
    page.locator(".stage .board").wait_for()


def version(page: Page) -> Any:
    return page.evaluate("document.querySelector('.app')?.dataset.version")


def wait_for_change(page: Page, before: Any) -> None:
    page.wait_for_function("v => (document.querySelector('.app')?.dataset.version ?? v) !== v", arg=before)


def confirm(page: Page) -> None:
    before = version(page)
    expect(page.locator(".confirm")).to_be_enabled()
    page.locator(".confirm").click()
    wait_for_change(page, before)


def take_turn(page: Page) -> None:
    """Any turn, by mouse: a tile that can be played, on a lit space."""
    playable = page.locator(".hand .slot:enabled")
    if playable.count() > 0:
        plain = page.locator(PLAIN)
        if plain.count() > 0:
            plain.first.click()
            page.locator(".cell.target").first.click()
        else:
            exchange(page, playable.first.get_attribute("data-tile") or "")
    confirm(page)


def exchange(page: Page, tile: str) -> None:
    """A switch or a move, in its two steps."""
    page.locator(f'.hand .slot[data-tile="{tile}"]').click()
    for _step in range(2):
        page.locator(".cell.target").first.click()
        pieces = page.locator("dialog[open] .piece-choice .btn")
        if pieces.count():
            pieces.first.click()


def wait_for_turn(page: Page, words: str = "Your turn") -> bool:
    """Waits until it is our turn; False: the game is over."""
    end = time.monotonic() + 120
    while time.monotonic() < end:
        heading = page.locator("h1.turn").inner_text()
        if re.search("game is over", heading):
            return False
        if words in heading and page.locator(".confirm").count():
            return True
        page.wait_for_timeout(30)
    raise AssertionError("nobody is to move")


def play_to_the_end(page: Page, turn: Any = take_turn, most: int = 60) -> int:
    """Plays until the game is over; returns the number of turns."""
    for number in range(most):
        if not wait_for_turn(page):
            return number
        turn(page)
    raise AssertionError("the game does not end")


def flaws(page: Page, axe: str) -> list[str]:
    """What axe finds on a page, however slight, and where habits are better; by night, its colours."""
    page.evaluate(axe)
    told: list[str] = []
    for theme, only in (("light", {}), ("dark", {"runOnly": ["color-contrast"]})):
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")  # type: ignore[arg-type]
        found = page.evaluate("(only) => axe.run(document, { resultTypes: ['violations'], ...only })", only)
        told += [
            f"{theme}: {finding['id']}: {node['target']} {node['failureSummary'][:200]}"
            for finding in found["violations"]
            for node in finding["nodes"][:3]
        ]
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    return told


def is_seen(page: Page, selector: str) -> bool:
    """Whether all of something comes to lie on the screen, in nothing that must be scrolled, and under nothing."""
    corners = """each => {
        const { left, top, right, bottom } = each.getBoundingClientRect();
        return [[left + 2, top + 2], [right - 2, top + 2], [left + 2, bottom - 2], [right - 2, bottom - 2]].every(
            ([x, y]) => each.contains(document.elementFromPoint(x, y)),
        );
    }"""
    for _look in range(50):
        if page.locator(selector).first.evaluate(corners):
            return True
        page.wait_for_timeout(100)
    return False
