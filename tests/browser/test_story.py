"""The other's turn is a story, and the first game explains itself."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import play

pytestmark = pytest.mark.slow

WATCH = """() => {
    const spoken = document.querySelector('[role="log"]');
    const heading = document.querySelector("h1.turn");
    window.told = [];
    window.onTold = () => {};
    new MutationObserver((changes) => {
        for (const node of changes.flatMap((change) => [...change.addedNodes])) {
            const line = node.textContent.trim();
            if (!line) continue;
            window.told.push({ line, at: performance.now(), heading: heading.textContent });
            window.onTold(line);
        }
    }).observe(spoken, { childList: true });
}"""
"""Notes what the live region says, when, and what else is on the screen then."""


def heard(page: Page) -> list[dict[str, Any]]:
    """What was said between a turn of ours and the next."""
    play.take_turn(page)
    page.wait_for_function("() => window.told.some(({ line }) => line === 'Your turn.')")
    told: list[dict[str, Any]] = page.evaluate("window.told.splice(0)")
    return told


def test_the_others_turn_is_told_step_by_step_until_it_is_skipped_or_switched_off(
    browser: Browser, base_url: str, browser_context_args: dict[str, Any]
) -> None:
    options = {**browser_context_args, "base_url": base_url, "reduced_motion": "no-preference"}
    page = browser.new_context(**options).new_page()
    page.goto("/")
    play.open_table(page, play.make_table(page, "me", "uniform"))
    play.wait_for_turn(page)
    page.evaluate(WATCH)

    told = heard(page)
    own, other, turn = told
    assert own["line"].startswith("You played "), "everything is said once, in its order"
    assert other["line"].startswith("Leaf in the wind played ")
    assert turn["line"] == "Your turn."
    assert "Your turn" not in other["heading"], "only then it is our turn"
    assert turn["at"] - other["at"] > 400, "the tiles are laid one by one"
    lines = page.locator(".lines .line")
    expect(lines).to_have_count(2)
    expect(lines.first).to_contain_text("You")

    page.evaluate(
        """() => void (window.onTold = (line) => {
            if (line.startsWith("Leaf")) setTimeout(() => window.dispatchEvent(new PointerEvent("pointerdown")));
        })"""
    )
    _own, other, turn = heard(page)
    assert turn["at"] - other["at"] < 300, "a click goes to the end"

    address = page.url
    page.goto("/settings")
    page.locator('[data-option="story"] label').nth(1).click()
    page.goto(address)
    play.wait_for_turn(page)
    page.evaluate(WATCH)
    told = heard(page)
    assert told[-1]["at"] - told[-2]["at"] < 300, "and who does not want it is not told"
    page.context.close()


def test_the_first_game_explains_itself(page: Page) -> None:
    play.begin(page)
    play.wait_for_turn(page)
    goal = page.get_by_role("complementary", name="What it is about")
    expect(goal).to_contain_text("Lead in two of the three castes, and you win.")
    expect(page.locator('.player[data-seat="1"] .won')).not_to_contain_text("?")  # captured pieces are open

    tile = page.locator(play.PLAIN).first
    expect(tile).to_have_accessible_description(re.compile(r"Counts \d for .* at every settlement beside it\."))
    expect(tile.locator(".does")).to_be_hidden()
    tile.hover()
    expect(tile.locator(".does")).to_be_visible()

    names = page.locator(".board .place")
    page.mouse.move(5, 5)
    expect(names).to_have_count(0)
    page.locator('.cell[data-space="o14"]').hover(force=True)
    expect(names).to_have_text(["Edo"])
    page.locator('.cell[data-space="p13"]').focus()
    expect(names).to_have_text([])
    page.keyboard.press("ArrowRight")
    page.locator('.cell[data-space="q13"]').focus()
    expect(names).to_have_text(["Mito"])
    page.keyboard.press("n")
    expect(names).to_have_count(17)
    page.keyboard.press("n")
    expect(page.locator('.cell[data-space="p13"]')).to_have_accessible_name(re.compile("^between Mito and Edo, land"))

    def room() -> float:
        return float(page.evaluate("document.querySelector('.stage').clientHeight"))

    before = room()
    tile.click()
    page.locator(".cell.target").first.click()
    expect(page.locator(".staged")).to_have_count(1)
    assert room() == before, "the board stays where it is, whatever is told beside the hand"
    goal.get_by_role("button", name="Close").click()
    expect(goal).to_have_count(0)
    page.reload()
    page.locator(".stage .board").wait_for()
    expect(page.locator(".hand")).to_be_visible()
    expect(goal).to_have_count(0)
