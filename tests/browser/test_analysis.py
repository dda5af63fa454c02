"""The analysis board: set up, branch, note, walk, judge, save, share, export; and from a replay."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tenka.game import CHANCE
from tenka.record import replay
from tenka.variations import read_study
from tests.browser.play import flaws
from tests.browser.scenes import KEEP
from tests.browser.test_review import BRING
from tests.server.client import SECONDS

ROOT = Path(__file__).resolve().parents[2]

pytestmark = pytest.mark.slow


def lay(page: Page, tile: str) -> None:
    """Plays a tile on the first space that is lit."""
    page.locator(f'.hand .slot[data-tile="{tile}"]').first.click()
    page.locator(".cell.target").first.click()
    page.locator(".confirm").click()


def test_a_position_becomes_a_study_that_others_can_open(page: Page, axe: str) -> None:
    page.goto("/analysis")
    expect(page.get_by_role("button", name="Samurai", exact=True)).to_be_visible()
    assert flaws(page, axe) == []
    page.get_by_role("button", name="Samurai", exact=True).click()
    page.get_by_role("button", name="Open this position").click()
    expect(page.locator(".problem")).to_contain_text("there are 7 buddha pieces")
    page.get_by_role("button", name="Scatter the rest").click()
    page.locator('[data-lay="s3"]').click()
    page.locator('[data-space="k17"]').click()
    for tile in ("b4", "r4", "c4", "s2", "h2"):
        page.locator(f'[data-hold="{tile}"]').click()
    assert flaws(page, axe) == []
    page.get_by_role("button", name="Open this position").click()

    # A turn of the hand that is known, then one of the hand that is not, then another instead of it.
    rows = page.locator(".tree [data-node]")
    for number, tile in enumerate(("b4", "s3", "c4"), start=1):
        if number == 3:
            page.keyboard.press("ArrowLeft")
        lay(page, tile)
        expect(rows).to_have_count(number)
    expect(page.locator(".tree .branch")).to_have_count(1)
    page.keyboard.press("ArrowUp")
    expect(page.locator(".tree [aria-current]")).to_have_attribute("data-node", "1")
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".tree [aria-current]")).to_have_attribute("data-node", "0")
    page.get_by_label("Note on this move").fill("Kyoto first")
    page.keyboard.press("Tab")
    expect(page.locator(".tree small")).to_have_text("Kyoto first")
    page.locator(".tree .ply").first.click()
    expect(page.locator(".judged .shares li")).to_have_count(2, timeout=60_000)
    expect(page.locator(".judged .turns li").first).to_be_visible()
    told = page.locator(".plan .told").bounding_box()
    assert told is not None
    assert told["width"] > 200, "beside the panel there is room for what is told"
    assert flaws(page, axe) == []

    page.get_by_label("Name", exact=True).fill("Around Kyoto")
    page.get_by_role("button", name="Save as a study").click()
    page.wait_for_url(re.compile("/study/[A-Za-z0-9]{22}"))
    with page.expect_download() as download:
        page.get_by_role("button", name="Save the record").click()
    study = read_study(Path(download.value.path()).read_text(encoding="utf-8"))
    assert [node.note for node in study.nodes] == ["Kyoto first", "", ""]
    assert [node.parent for node in study.nodes] == [-1, 0, 0]
    address = page.url
    browser = page.context.browser
    assert browser is not None
    other = browser.new_context(base_url=address.split("/study")[0]).new_page()
    other.goto(address)
    expect(other.locator(".tree [data-node]")).to_have_count(3)
    expect(other.locator(".tree small")).to_have_text("Kyoto first")
    other.context.close()

    open_from_replay(page, "history-4-players")


def open_from_replay(page: Page, game: str) -> None:
    """A replay opens on the board where it stands."""
    text = (ROOT / "tests" / "games" / f"{game}.game").read_text(encoding="utf-8")
    table = page.evaluate(
        """async (text) => {
          const headers = { "content-type": "application/json" };
          const made = await fetch("/api/records", { method: "POST", headers, body: JSON.stringify({ text }) });
          return (await made.json()).id;
        }""",
        text,
    )
    page.goto(f"/replay/{table}")
    page.get_by_label("One step on").click()
    page.get_by_role("link", name="Analysis").click()
    expect(page.locator(".tree [aria-current]")).to_have_attribute("data-node", "0")
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".told")).to_be_visible()
    expect(page.locator(".problem")).to_have_count(0)


def test_where_dice_decide_nobody_is_to_move_in_any_language(page: Page) -> None:
    """The line goes on behind it by itself, so nothing is asked for there that would be refused."""
    page.goto("/")
    text = (ROOT / "tests" / "games" / "history-5-players.game").read_text(encoding="utf-8")
    line = next(number for number, ply in enumerate(replay(text).steps) if ply.seat == CHANCE)
    page.evaluate(KEEP, {"language": "de"})
    page.goto(f"/analysis?table={page.evaluate(BRING, text)['id']}&ply={line}")
    expect(page.locator(".judged .quiet")).to_have_text("Hier ist niemand am Zug.", timeout=SECONDS * 1000)


def test_a_position_of_history_is_set_up_by_keys_and_opened(page: Page, axe: str) -> None:
    page.goto("/analysis")
    page.get_by_role("button", name="History of the Samurai").press("Enter")
    last = page.get_by_label("Red, Order of the last daimyo")
    last.fill("2")
    page.get_by_role("button", name="Open this position").press("Enter")
    expect(page.locator(".problem")).to_contain_text("cannot both have had the order 2")
    last.fill("1")
    page.get_by_label("Kaga, whose").select_option(label="Blue")
    page.get_by_label("Kaga, counters").fill("2")
    page.locator('[data-area="kaga"]').get_by_label("Castle").press("Space")
    page.get_by_label("Blue, Points").fill("12")
    assert flaws(page, axe) == []
    page.get_by_role("button", name="Open this position").press("Enter")
    expect(page.locator(".tree")).to_be_attached()
    expect(page.locator(".problem")).to_have_count(0)


def test_on_a_phone_the_moves_open_where_one_is(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/")
    text = (ROOT / "tests" / "games" / "2015-4-players.game").read_text(encoding="utf-8")
    page.goto(f"/analysis?table={page.evaluate(BRING, text)['id']}&ply=60")
    page.get_by_role("button", name="Moves and notes").click()
    list_, row = page.locator(".tree ol"), page.locator(".tree [aria-current]")
    expect(row).to_have_attribute("data-node", "59")
    around, inside = list_.bounding_box(), row.bounding_box()
    assert around is not None
    assert inside is not None
    assert around["y"] <= inside["y"] <= around["y"] + around["height"] - inside["height"]
    assert page.locator(".side").evaluate("each => each.scrollTop") == 0, "what it is worth stays in sight"
