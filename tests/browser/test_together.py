"""People at one table, and what each sees of the others: watching, signals, notices, leaving, playing again."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser import play

ROOT = Path(__file__).resolve().parents[2]

pytestmark = pytest.mark.slow

LISTENER = """
    window.notices = []; window.tones = 0;
    const Own = window.Notification;
    window.Notification = class extends Own {
        constructor(title, options) { super(title, options); window.notices.push(options.body); }
    };
    const show = ServiceWorkerRegistration.prototype.showNotification;
    ServiceWorkerRegistration.prototype.showNotification = function (title, options) {
        window.notices.push(options.body);
        return show.call(this, title, options);
    };
    const make = AudioContext.prototype.createOscillator;
    AudioContext.prototype.createOscillator = function () { window.tones += 1; return make.call(this); };
"""
"""The browser's own notices and sounds go on as ever, and are counted."""


@pytest.fixture
def ann(contexts: tuple[BrowserContext, BrowserContext]) -> Page:
    page = contexts[0].new_page()
    page.goto("/")
    return page


@pytest.fixture
def bob(contexts: tuple[BrowserContext, BrowserContext]) -> Page:
    contexts[1].grant_permissions(["notifications"])
    contexts[1].add_init_script(LISTENER)
    page = contexts[1].new_page()
    page.goto("/")
    return page


def sit_together(ann: Page, bob: Page) -> None:
    """A table at which Ann begins."""
    wish = {**play.FIRST_GAME, "first": "red"}
    info = play.make_table(ann, "me", "open", options=wish, stand_in="uniform")
    bob.goto(f"/table/{info['id']}?key={info['key']}")
    bob.get_by_role("button", name="Sit down").click()
    play.open_table(ann, info)
    bob.locator(".stage .board").wait_for()


def choose_from_menu(page: Page, name: str) -> None:
    page.get_by_role("button", name="Menu").last.click()
    page.get_by_role("dialog").get_by_role("button", name=name, exact=True).click()


def test_a_spectator_sees_the_board_and_no_hand_and_is_counted(ann: Page, bob: Page) -> None:
    info = play.make_table(ann, "me", "greedy", visibility="open")
    play.open_table(ann, info)
    play.open_table(bob, info)
    expect(bob.locator("h1.turn")).to_contain_text("You are watching")
    assert bob.locator(".hand, .confirm").count() == 0
    expect(ann.locator(".where")).to_contain_text("1 spectator")
    play.wait_for_turn(ann)
    before = play.version(bob)
    play.take_turn(ann)
    play.wait_for_change(bob, before)
    expect(bob.locator(".board .tile").first).to_be_visible()
    bob.goto("/")
    expect(ann.locator(".where")).not_to_contain_text("spectator")


def test_a_signal_shows_at_the_card_of_who_sent_it(ann: Page, bob: Page) -> None:
    sit_together(ann, bob)
    choose_from_menu(ann, "Signals")
    ann.get_by_role("dialog").get_by_role("button", name="Hello!").click()
    expect(bob.locator('.player[data-seat="0"] .bubble')).to_have_text("Hello!")


def test_title_sound_and_notice_tell_that_it_is_your_turn(ann: Page, bob: Page) -> None:
    bob.goto("/settings")
    bob.get_by_role("group", name="Notices when it is your turn").get_by_text(re.compile("^on$", re.I)).click()
    sit_together(ann, bob)
    bob.locator(".players").click(position={"x": 1, "y": 1})  # browsers allow sound once the page has been touched
    assert bob.title() == "tenka"
    bob.evaluate("Object.defineProperty(document, 'hidden', { get: () => true })")
    before, tones = play.version(bob), bob.evaluate("tones")
    play.take_turn(ann)
    play.wait_for_change(bob, before)
    expect(bob).to_have_title(re.compile("Your turn"))
    bob.wait_for_function("() => notices.length > 0")
    assert bob.evaluate("notices") == ["Your turn"]
    bob.wait_for_function("n => tones > n", arg=tones)


def test_a_bot_plays_on_for_who_leaves_until_he_comes_back(ann: Page, bob: Page) -> None:
    sit_together(ann, bob)
    address = bob.url
    choose_from_menu(bob, "Leave the table")
    bob.get_by_role("dialog").get_by_role("button", name="Leave the table").click()
    expect(ann.locator('.player[data-seat="1"]')).to_contain_text("plays on")
    for _turn in range(2):
        assert play.wait_for_turn(ann)
        play.take_turn(ann)
    bob.goto(address)
    bob.get_by_role("button", name="Come back").click()
    expect(ann.locator('.player[data-seat="1"]')).not_to_contain_text("plays on")


SLOW_LINE = """
const Real = window.WebSocket;
let made = 0;
window.WebSocket = class {
  static CONNECTING = 0;
  static OPEN = 1;
  constructor(url) {
    setTimeout(() => {
      this.real = new Real(url);
      this.real.onmessage = (event) => this.onmessage?.(event);
      this.real.onclose = (event) => this.onclose?.(event);
    }, made++ ? 1500 : 0);
  }
  get readyState() { return this.real ? this.real.readyState : 0; }
  send(text) { this.real.send(text); }
  close() { this.real?.close(); }
};
"""
"""Every line but the first takes a while to open."""


def test_who_sits_down_before_the_line_is_open_again_has_the_seat(ann: Page, bob: Page) -> None:
    bob.add_init_script(SLOW_LINE)
    sit_together(ann, bob)
    expect(bob.locator(".hand .slot").first).to_be_visible()
    choose_from_menu(bob, "Leave the table")


def test_both_meet_again_at_the_next_table(ann: Page, bob: Page) -> None:
    sit_together(ann, bob)
    for page in (ann, bob):  # both go out of the room, and the bots finish the game before their eyes
        page.evaluate("fetch('/api/tables/' + location.pathname.split('/')[2] + '/leave', { method: 'POST' })")
    for page in (ann, bob):
        expect(page.get_by_role("dialog")).to_be_visible(timeout=120_000)
        page.get_by_role("dialog").get_by_role("button", name="Show all").click()
    before = ann.url
    ann.get_by_role("dialog").get_by_role("button", name="Play again").click()
    ann.wait_for_url(lambda url: url != before)
    bob.get_by_role("dialog").get_by_role("button", name="To the next game").click()
    for page in (ann, bob):
        expect(page.locator(".stage .board")).to_be_visible()
        expect(page.get_by_role("dialog")).to_have_count(0)
    assert ann.url.split("?")[0] == bob.url.split("?")[0] != before.split("?")[0]


def test_the_sandbox_goes_on_from_any_position(page: Page) -> None:
    page.goto("/tables")
    page.locator("textarea").fill((ROOT / "tests" / "games" / "2015-3-players.game").read_text())
    page.locator("form button").click()
    page.locator(".stage .board").wait_for()
    page.locator(".slider").fill("48")
    tiles = page.locator(".board .tile").count()
    page.get_by_role("button", name="Try from here").click()
    seats = []
    for laid in range(2):
        seats.append(page.locator(".players .now").get_attribute("data-seat"))
        page.locator(play.PLAIN).first.click()
        page.locator(".cell.target").first.click()
        expect(page.locator(".staged")).to_have_count(1)
        expect(page.locator(".confirm")).to_be_enabled()
        page.locator(".confirm").click()
        expect(page.locator(".staged")).to_have_count(0)
        expect(page.locator(".board .tile")).to_have_count(tiles + laid + 1)
    assert seats[0] != seats[1], "all seats are ours, one after another"
    page.get_by_role("button", name="One step back").click()
    expect(page.locator(".board .tile")).to_have_count(tiles + 1)
    page.get_by_role("button", name="Back to the game").click()
    expect(page.locator(".board .tile")).to_have_count(tiles)
    expect(page.locator("h1.turn")).to_contain_text("48 of")


def test_the_sandbox_begins_at_the_very_start_too_and_everybodys_hand_is_chosen(page: Page) -> None:
    page.goto("/tables")
    page.locator("textarea").fill((ROOT / "tests" / "games" / "2015-3-players.game").read_text())
    page.locator("form button").click()
    page.locator(".stage .board").wait_for()
    page.get_by_role("button", name="Try from here").click()
    for seat in range(3):
        expect(page.locator(".players .now")).to_have_attribute("data-seat", str(seat))
        for number in (0, 3, 9, 14, 18):
            page.locator(".chooser .slot").nth(number).click()
        expect(page.locator(".confirm")).to_be_enabled()
        page.locator(".confirm").click()
    expect(page.locator(".chooser")).to_have_count(0)
    expect(page.locator(".caste")).to_have_count(3)
