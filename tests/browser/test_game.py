"""Whole games in a real browser."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import play
from tests.server.client import Node, running

pytestmark = pytest.mark.slow


def test_one_click_leads_from_home_to_a_board_and_a_whole_game_is_played_by_mouse(page: Page) -> None:
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    play.begin(page)
    assert play.play_to_the_end(page) >= 5
    dialog = page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    dialog.get_by_role("button", name="Show all").click()
    expect(dialog.get_by_role("button", name="Play again")).to_be_visible()
    dialog.get_by_text("Was the deal fair?").click()
    expect(dialog).to_contain_text("Checked: the shuffle is the one that was committed to")
    dialog.get_by_role("button", name="Play again").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator(".stage .board")).to_be_visible()
    assert errors == []


def take_turn_by_keyboard(page: Page) -> None:
    slots = page.locator(".hand .slot")
    tiles = [slot.get_attribute("data-tile") for slot in slots.all() if slot.is_enabled()]
    plain = [
        n
        for n, slot in enumerate(slots.all())
        if slot.is_enabled() and str(slot.get_attribute("data-tile")) not in "xm"
    ]
    before = play.version(page)
    if plain:
        page.keyboard.press(str(plain[0] + 1))
        expect(page.locator(".cell.target:focus")).to_have_count(1)
        page.keyboard.press("Shift+ArrowRight")
        page.keyboard.press("Enter")
    elif tiles:
        number = str([slot.get_attribute("data-tile") for slot in slots.all()].index(tiles[0]) + 1)
        for step in range(2):
            expect(page.locator(".cell.target").first).to_be_attached() if step else page.keyboard.press(number)
            page.locator(".cell.target").first.wait_for(state="attached")
            page.keyboard.press(number)
            page.keyboard.press("Enter")
            if page.locator("dialog[open]").count():
                page.keyboard.press("Enter")
    expect(page.locator(".confirm")).to_be_enabled()
    page.keyboard.press("Control+Enter")
    play.wait_for_change(page, before)


def test_a_whole_game_is_played_by_keyboard_only(page: Page) -> None:
    page.goto("/")
    page.locator('[data-play="samurai"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator(".stage .board")).to_be_visible()
    assert play.play_to_the_end(page, take_turn_by_keyboard) >= 5
    expect(page.get_by_role("dialog")).to_be_visible()


def test_a_turn_can_be_typed_in_the_words_of_records(page: Page) -> None:
    page.goto("/")
    play.open_table(page, play.make_table(page, "me", "greedy"))
    play.wait_for_turn(page)
    token = page.evaluate("""async () => {
        const id = location.pathname.split("/")[2];
        return (await (await fetch("/api/tables/" + id)).json()).choice.legal.find((token) => token.includes("@"));
    }""")
    page.keyboard.press("/")
    page.get_by_role("dialog").get_by_role("textbox").fill("nonsense")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog").get_by_role("alert")).to_be_visible()
    page.get_by_role("dialog").get_by_role("textbox").fill(token)
    page.keyboard.press("Enter")
    expect(page.locator(".staged")).to_have_count(1)
    play.confirm(page)


def test_two_people_in_two_browsers_play_on_after_the_server_was_restarted(
    browser: Browser, tmp_path: Path, browser_context_args: dict[str, Any]
) -> None:
    with running(Node(tmp_path, TENKA_LIMITS="0")) as node:
        options = {**browser_context_args, "base_url": node.url}
        ann = browser.new_context(**options).new_page()
        bob = browser.new_context(**options).new_page()
        ann.goto("/new")
        ann.locator('[data-option="hands"] label').nth(1).click()
        ann.locator('[data-option="pieces"] label').nth(1).click()
        ann.locator('[data-seat-kind="1"]').select_option("open")
        ann.get_by_role("button", name="Make the table").click()
        link = ann.locator("#invitation").input_value()
        bob.goto(link)
        bob.get_by_role("button", name="Sit down").click()
        for who in (ann, bob):
            who.locator(".stage .board").wait_for()

        def rounds(number: int) -> None:
            for _turn in range(number):
                mover = ann if ann.locator("h1.turn").inner_text().startswith("Your turn") else bob
                play.wait_for_turn(mover)
                before = play.version(ann), play.version(bob)
                play.take_turn(mover)
                play.wait_for_change(ann, before[0])
                play.wait_for_change(bob, before[1])

        rounds(3)
        mover = ann if ann.locator("h1.turn").inner_text().startswith("Your turn") else bob
        mover.locator(play.PLAIN).first.click()
        mover.locator(".cell.target").first.click()
        expect(mover.locator(".staged")).to_have_count(1)
        node.kill()
        for who in (ann, bob):
            expect(who.get_by_text("The server cannot be reached")).to_be_visible()
        expect(mover.locator(".staged")).to_have_count(1)
        node.start()
        for who in (ann, bob):
            expect(who.get_by_text("The server cannot be reached")).to_be_hidden(timeout=20_000)
        before = play.version(ann), play.version(bob)
        play.confirm(mover)
        play.wait_for_change(ann, before[0])
        play.wait_for_change(bob, before[1])
        rounds(3)


def test_people_on_one_device_take_turns_behind_a_curtain(page: Page) -> None:
    page.goto("/")
    info = play.make_table(page, "me", "me")
    page.goto(f"/table/{info['id']}")
    seen = set()
    for _turn in range(4):
        ready = page.get_by_role("button", name="show my tiles")
        ready.wait_for()
        page.locator(".stage .board").wait_for()
        assert page.locator(".hand, .slot").count() == 0, "the curtain hides the hand"
        expect(page.locator(".player .guess")).to_have_count(6)
        ready.click()
        page.locator(".stage .board").wait_for()
        play.wait_for_turn(page)
        seen.add(page.locator(".players .now").get_attribute("data-seat"))
        tile = page.locator(play.PLAIN).first
        tile.click()
        page.locator(".cell.target").first.click()
        expect(page.locator(".confirm")).to_be_enabled()
        page.locator(".confirm").click()
    assert seen == {"0", "1"}


def test_nothing_hidden_of_the_other_seat_reaches_the_browser(
    browser: Browser, node: Node, browser_context_args: dict[str, Any]
) -> None:
    options = {**browser_context_args, "base_url": node.url}
    ann = browser.new_context(**options).new_page()
    bob = browser.new_context(**options).new_page()
    frames: list[dict[str, Any]] = []
    bob.on("websocket", lambda socket: socket.on("framereceived", lambda text: frames.append(json.loads(text))))
    ann.goto("/")
    bob.goto("/")
    info = play.make_table(ann, "me", "open")
    play.make_table(bob, "me", "greedy")  # makes bob somebody
    bob.goto(f"/table/{info['id']}?key={info['key']}")
    bob.get_by_role("button", name="Sit down").click()
    play.open_table(ann, info)
    bob.locator(".stage .board").wait_for()
    for _turn in range(4):
        mover = ann if ann.locator("h1.turn").inner_text().startswith("Your turn") else bob
        play.wait_for_turn(mover)
        before = play.version(ann), play.version(bob)
        play.take_turn(mover)
        play.wait_for_change(ann, before[0])
        play.wait_for_change(bob, before[1])
    assert len(frames) > 5
    for frame in frames:
        for part in ("position", "changes"):
            seats = (frame.get(part) or {}).get("seats", {})
            assert not seats.get("0", {}).get("hand"), frame
            assert not seats.get("0", {}).get("captured"), frame
        plies = (frame.get("entry") or {}).get("plies", [])
        assert all(set(ply["draws"]) <= {"?"} for ply in plies if ply["seat"] == 0), frame
    bob.locator('.player[data-seat="0"]').click()
    unseen = bob.locator("dialog .tiles svg").count()
    assert unseen > 5, "everything that was not played, not only the hand"
    storage = bob.evaluate("JSON.stringify({ ...localStorage, ...sessionStorage })")
    assert f"tenka.turn.{info['id']}.0" not in storage
