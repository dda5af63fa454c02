"""What people do at the map of History of the Samurai, for the tests."""

from __future__ import annotations

import random
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser import play

POINT_IN = """area => {
    const shape = document.querySelector(`.cell[data-area="${area}"]`);
    const box = shape.getBBox();
    const matrix = shape.getScreenCTM();
    let best = null;
    for (let i = 1; i < 12; i++) for (let j = 1; j < 12; j++) {
        const point = new DOMPoint(box.x + (box.width * i) / 12, box.y + (box.height * j) / 12);
        if (!shape.isPointInFill(point)) continue;
        const at = point.matrixTransform(matrix);
        const off = Math.hypot(i - 6, j - 6);
        if (document.elementFromPoint(at.x, at.y) === shape && (!best || off < best.off)) best = { x: at.x, y: at.y, off };
    }
    return best;
}"""
"""A point of the screen where a click falls into the province and nothing covers it."""

LOOK = """() => ({
    lit: [...document.querySelectorAll(".cell.target")].map((cell) => cell.dataset.area),
    can_confirm: document.querySelector(".confirm")?.disabled === false,
    gives: [...document.querySelectorAll(".give")].map((give) => give.dataset.move),
    heading: document.querySelector("h1.turn").innerText,
    version: document.querySelector(".app").dataset.version,
})"""

ADVISED = """async () => {
    const id = location.pathname.split("/")[2];
    const headers = { "content-type": "application/json" };
    const send = (path, body) =>
        fetch(`/api/tables/${id}/${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    const { choice, position } = await (await fetch(`/api/tables/${id}`)).json();
    if (!choice) return false;
    const { turn } = await (await send("hint", { moves: "" })).json();
    return (await send("act", { version: choice.version, moves: turn })).status === 200;
}"""
"""A turn as the adviser would play it."""


def make_table(page: Page, *seats: str, **wish: Any) -> dict[str, Any]:
    return play.make_table(page, *seats, game="history", options={}, **wish)


def press(page: Page, area: str, by_touch: bool = False) -> bool:
    """A click or a tap on an area; False: something lies over it."""
    point = page.evaluate(POINT_IN, area)
    if not point:
        return False
    if by_touch:
        page.touchscreen.tap(point["x"], point["y"])
    else:
        page.mouse.click(point["x"], point["y"])
    return True


def decide(page: Page, rng: random.Random, by_touch: bool = False) -> bool:
    """One thing to do, whatever it is; False: the game is over."""
    seen = page.evaluate(LOOK)
    if "game is over" in seen["heading"]:
        return False
    if seen["can_confirm"]:
        button = page.locator(".confirm")
        button.tap() if by_touch else button.click()
        play.wait_for_change(page, seen["version"])
    elif seen["gives"]:
        page.locator(f'.give[data-move="{rng.choice(seen["gives"])}"]').click()
        expect(page.locator(".confirm")).to_be_enabled()
    elif seen["lit"]:
        lit = sorted(seen["lit"])
        rng.shuffle(lit)
        if not any(press(page, area, by_touch) for area in lit):
            page.locator(".zoombtn").tap()  # something lies over it, and gives way when the map is near
        page.wait_for_timeout(5)
    else:
        page.wait_for_timeout(10)
    return True


def play_to_the_end(page: Page, rng: random.Random, by_touch: bool = False, most: int = 20_000) -> int:
    """Plays until the game is over; returns how many times something was looked for to do."""
    for number in range(most):
        if not decide(page, rng, by_touch):
            return number
    raise AssertionError("the game does not end")
