"""History of the Samurai in a real browser."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, Page, WebSocket, WebSocketRoute, expect

from tests.browser import history, play
from tests.server.client import Node

pytestmark = pytest.mark.slow
GAMES = sorted((Path(__file__).resolve().parents[1] / "games").glob("history-*.game"))


def test_a_whole_game_of_three_is_played_by_mouse(page: Page) -> None:
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto("/")
    play.open_table(page, history.make_table(page, "me", "greedy", "greedy"))
    history.play_to_the_end(page, random.Random(1))
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("seven epochs are over")
    expect(dialog.locator("tbody tr")).to_have_count(3)
    expect(dialog.get_by_role("img", name=re.compile("Points after each epoch"))).to_be_visible()
    assert errors == []


def test_a_whole_game_of_four_is_played_by_touch_on_a_phone(
    browser: Browser, node: Node, browser_context_args: dict[str, Any]
) -> None:
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
    context = browser.new_context(**{**browser_context_args, **phone, "base_url": node.url})
    page = context.new_page()
    page.goto("/")
    play.open_table(page, history.make_table(page, "me", *["uniform"] * 3))
    history.play_to_the_end(page, random.Random(2), by_touch=True)
    expect(page.get_by_role("dialog").locator("tbody tr")).to_have_count(4)
    context.close()


def test_a_turn_is_played_by_keyboard_only(page: Page) -> None:
    page.goto("/")
    play.open_table(page, history.make_table(page, "me", "greedy"))
    play.wait_for_turn(page)
    before = page.evaluate(history.LOOK)["version"]
    for _counter in range(30):
        page.wait_for_function(
            "() => document.querySelector('.confirm:enabled') || document.querySelector('.cell.target')"
        )
        if page.locator(".confirm").is_enabled():
            break
        page.keyboard.press("m")
        at = page.evaluate("document.activeElement.dataset.area")
        expect(page.locator(".focus-under + .focus-ring")).to_be_visible()
        page.keyboard.press("Shift+ArrowRight")
        page.keyboard.press("ArrowLeft")
        assert page.evaluate("document.activeElement.getAttribute('aria-label')").count(",") >= 2, "a spoken state"
        page.keyboard.press("m")
        assert page.evaluate("document.activeElement.dataset.area") == at
        staged = page.evaluate("localStorage.length")
        page.keyboard.press("Enter")
        page.wait_for_timeout(60)
        assert page.evaluate("localStorage.length") >= staged
    page.keyboard.press("Control+Enter")
    play.wait_for_change(page, before)


def test_undo_is_free_until_the_first_die_and_the_odds_come_before_it(page: Page) -> None:
    page.goto("/")
    play.open_table(page, history.make_table(page, "me", "greedy", "greedy"))
    rng = random.Random(3)
    attack = page.locator(".confirm", has_text="Attack")
    for _step in range(4000):
        if attack.count() and attack.is_enabled():
            break
        assert history.decide(page, rng)
    figures = page.locator(".corner .odds .nums b").all_inner_texts()
    assert len(figures) == 3
    assert sum(int(text.removesuffix(" %")) for text in figures) == 100
    expect(page.locator(".corner .sides .die").first).to_be_visible()
    page.keyboard.press("Backspace")
    expect(attack).to_have_count(0)
    while page.locator(".undo").is_enabled():
        page.locator(".undo").click()
    version = page.evaluate(history.LOOK)["version"]
    page.reload()
    page.locator(".stage .board").wait_for()
    assert page.evaluate(history.LOOK)["version"] == version, "nothing has happened"


# --- two people ------------------------------------------------------------------------------------------------


class Pair(NamedTuple):
    """Two people at one table with a spectator, and all that their browsers were sent."""

    pages: list[Page]
    watcher: Page
    frames: list[list[Any]]
    """By seat; the spectator's last."""
    lines: list[WebSocketRoute]
    """The connections of the first person, the newest last."""


def listen(frames: list[Any], socket: WebSocket) -> None:
    """Keeps what a browser is sent."""
    socket.on("framereceived", lambda text: frames.append(json.loads(text)))


@pytest.fixture(scope="module")
def pair(browser: Browser, node: Node, browser_context_args: dict[str, Any]) -> Iterator[Pair]:
    """After the first epoch: the draft of the second comes."""
    contexts = [browser.new_context(**{**browser_context_args, "base_url": node.url}) for _ in range(3)]
    ann, bob, watcher = (context.new_page() for context in contexts)
    frames: list[list[Any]] = [[], [], []]
    lines: list[WebSocketRoute] = []

    def hold(route: WebSocketRoute) -> None:
        server = route.connect_to_server()
        lines.append(route)
        route.on_message(server.send)

        def pass_on(text: str | bytes) -> None:
            frames[0].append(json.loads(text))
            route.send(text)

        server.on_message(pass_on)

    ann.route_web_socket(re.compile("/api/"), hold)
    for who, page in ((1, bob), (2, watcher)):
        page.on("websocket", partial(listen, frames[who]))
    for page in (ann, bob, watcher):
        page.goto("/")
    info = history.make_table(ann, "me", "open")
    history.make_table(bob, "me", "uniform")  # makes bob somebody
    address = f"/table/{info['id']}?key={info['key']}"
    bob.goto(address)
    bob.get_by_role("button", name="Sit down").click()
    play.open_table(ann, info)
    bob.locator(".stage .board").wait_for()
    watcher.goto(address)
    watcher.locator(".stage .board").wait_for()
    for _turn in range(400):
        if ann.locator(".give").count() or bob.locator(".give").count():
            break
        for page in (ann, bob):
            page.evaluate(history.ADVISED)
    yield Pair([ann, bob], watcher, frames, lines)
    for context in contexts:
        context.close()


def test_a_card_is_given_away_and_nobody_else_sees_it(pair: Pair) -> None:
    giver = next(page for page in pair.pages if page.locator(".give").count())
    other = pair.pages[1 - pair.pages.index(giver)]
    name = giver.locator(".corner .dcard header b").first.inner_text()
    moves = [each.get_attribute("data-move") for each in giver.locator(".give").all()]
    gift = next(move for move in moves if move != "keep")
    before = play.version(giver), play.version(other), play.version(pair.watcher)
    giver.locator(f'.give[data-move="{gift}"]').click()
    play.confirm(giver)
    play.wait_for_change(other, before[1])
    play.wait_for_change(pair.watcher, before[2])
    for page in (other, pair.watcher):
        # Which daimyo the epoch has, everybody may read; not who has which.
        assert name not in " ".join(page.locator(".players, .dock").all_inner_texts())


def secrets(told: Any, own: int | None) -> list[str]:
    """What a pair of eyes was told of others that it should not know."""
    found = []
    for part in ("position", "changes"):
        for seat, known in ((told.get(part) or {}).get("seats") or {}).items():
            for colour in (known or {}).get("colours", {}).values():
                if int(seat) != own:
                    found += [f"{key} {colour[key]}" for key in ("hand", "drawn", "playable") if colour.get(key)]
    entries = [told["entry"]] if told.get("entry") else told.get("log") or []
    for ply in (ply for entry in entries for ply in entry.get("plies") or []):
        who = ply["line"].split()[1].split("/")[0] if len(ply["line"].split()) > 1 else ""
        seat = {"red": 0, "blue": 1}.get(who)
        if ply["kind"] in ("deal", "draw") and seat != own and set(ply["tokens"]) - {"?"}:
            found.append(ply["line"])
    return found


def test_nothing_hidden_reaches_a_browser(pair: Pair) -> None:
    for eyes, frames in zip((0, 1, None), pair.frames, strict=True):
        assert len(frames) > 10
        assert [secret for told in frames for secret in secrets(told, eyes)] == []
    for number, page in enumerate(pair.pages):
        hands = [
            colour["hand"]
            for told in pair.frames[number]
            for colour in ((told.get("position") or {}).get("seats") or {})
            .get(str(number), {})
            .get("colours", {})
            .values()
        ]
        assert any(hands), "one's own hand is there"
        storage = page.evaluate("JSON.stringify({ ...localStorage, ...sessionStorage })")
        assert not re.search(r'"(hand|drawn|playable)"', storage)


def test_the_game_goes_on_after_a_broken_line_between_two_rolls(pair: Pair) -> None:
    ann, bob = pair.pages
    rng = random.Random(4)

    def fight() -> None:
        """Plays until ann's dice have rolled."""
        for _step in range(6000):
            if ann.locator(".confirm", has_text="Attack").count() and ann.locator(".confirm").is_enabled():
                play.confirm(ann)
                return
            assert history.decide(ann, rng)
            bob.evaluate(history.ADVISED)
        raise AssertionError("nobody fights")

    fight()
    old = len(pair.lines)
    pair.lines[-1].close()
    expect(ann.locator(".stage .board")).to_be_visible()
    fight()
    assert len(pair.lines) > old, "the line was broken and made anew"
    expect(ann.locator(".thrown .face").first).to_be_visible()


# --- looking back ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("file", GAMES, ids=lambda file: file.stem)
def test_a_golden_game_is_replayed_with_its_dice(page: Page, file: Path) -> None:
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    text = file.read_text(encoding="utf-8")
    page.goto("/tables")
    page.locator("textarea").fill(text)
    page.locator("form button").click()
    page.locator(".stage .board").wait_for()
    slider = page.locator(".slider")
    last = int(slider.get_attribute("max") or 0)
    for step in range(0, last, max(1, last // 12)):
        slider.fill(str(step))
        page.keyboard.press("ArrowRight")
    dice = [
        number for number, line in enumerate(re.findall(r"^(\w+) ", text.split("\n\n", 1)[1], re.M)) if line == "dice"
    ]
    assert dice
    slider.fill(str(last))
    closing = re.search(r"^end epochs ; (.*)$", text, re.M)
    if closing:
        points = dict(part.split() for part in closing[1].split(" ; "))
        shown = " ".join(page.locator(".players .vp").all_inner_texts())
        for number in points.values():
            assert re.search(rf"\b{number}\b", shown), (number, shown)
    assert errors == []


def test_dice_fall_on_the_province_until_somebody_is_in_a_hurry(page: Page) -> None:
    page.emulate_media(reduced_motion="no-preference")
    page.clock.install()
    page.goto("/tables")
    page.locator("textarea").fill(GAMES[0].read_text(encoding="utf-8"))
    page.locator("form button").click()
    page.locator(".stage .board").wait_for()
    last = int(page.locator(".slider").get_attribute("max") or 0)
    page.locator(".slider").fill(str(last // 2))
    page.clock.pause_at(page.evaluate("Date.now() + 1000"))

    def go_to_dice() -> None:
        for _step in range(60):
            page.keyboard.press("ArrowRight")
            if page.locator(".thrown").count():
                return
        raise AssertionError("nobody fights")

    go_to_dice()
    expect(page.locator(".thrown.rolling .face")).to_have_count(2)
    expect(page.locator(".thrown b")).to_have_count(0)
    page.keyboard.press("x")
    expect(page.locator(".thrown.rolling")).to_have_count(0)
    expect(page.locator(".thrown b")).to_have_text(re.compile(r"^(Won|Emptied|Held), \d+%$"))
    expect(page.locator(".told")).to_contain_text(page.locator(".thrown b").inner_text().lower())
    page.emulate_media(reduced_motion="reduce")
    go_to_dice()
    expect(page.locator(".thrown b")).to_be_visible()
    expect(page.locator(".thrown.rolling")).to_have_count(0)


def test_a_game_goes_on_in_the_sandbox_from_a_draw_of_chance(page: Page) -> None:
    page.goto("/tables")
    page.locator("textarea").fill(GAMES[0].read_text(encoding="utf-8"))
    page.locator("form button").click()
    page.locator(".stage .board").wait_for()
    last = int(page.locator(".slider").get_attribute("max") or 0)
    page.locator(".slider").fill(str(last // 2))
    page.get_by_role("button", name="Try from here").click()
    page.locator(".confirm").wait_for()
    for _decision in range(4):
        page.wait_for_function("() => document.querySelector('.confirm:enabled, .cell.target, .give')")
        seen = page.evaluate("document.querySelector('.confirm').disabled")
        if not seen:
            page.locator(".confirm").click()
        elif page.locator(".give").count():
            page.locator(".give").first.click()
        else:
            lit = page.locator(".cell.target").first.get_attribute("data-area") or ""
            assert history.press(page, lit)
        page.wait_for_timeout(100)
    assert page.locator(".problem").count() == 0
