"""Everything around the game: making tables, replays, the tutorial, and that everybody can use it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser import play

ROOT = Path(__file__).resolve().parents[2]

pytestmark = pytest.mark.slow


def test_every_option_of_a_new_table_can_be_set(page: Page) -> None:
    page.goto("/new")

    def choose(name: str, number: int) -> None:
        page.locator(f'[data-option="{name}"] label').nth(number).click()

    choose("players", 2)
    choose("edition", 1)
    for name in ("hands", "pieces", "captures", "captured", "switch_same"):
        choose(name, 1)
    choose("clock", 1)
    page.get_by_label("Minutes in all").fill("7")
    page.get_by_label("Seconds for each turn").fill("20")
    choose("visibility", 1)
    choose("starts", 1)
    choose("on_leave", 1)
    choose("on_expiry", 1)
    page.locator('[data-option="hints"]').uncheck()
    page.locator('[data-seat-kind="1"]').select_option("open")
    page.get_by_label("Strength 3").select_option("uniform")
    page.get_by_label("The bot that plays on").select_option("uniform")
    page.get_by_role("button", name="Make the table").click()
    page.wait_for_url(re.compile("/table/"))
    info = page.evaluate(
        "async () => (await (await fetch('/api/tables/' + location.pathname.split('/')[2])).json()).info"
    )
    assert {name: info["options"][name] for name in ("edition", "hands", "pieces", "captures", "captured")} == {
        "edition": "1998",
        "hands": "random",
        "pieces": "random",
        "captures": "once",
        "captured": "open",
    }
    assert info["options"]["switch_same"] == "no"
    assert info["clock"] == {"kind": "real", "main_seconds": 420, "turn_seconds": 20, "days": 3}
    wished = {name: info[name] for name in ("visibility", "starts", "on_leave", "on_expiry", "hints")}
    assert wished == {
        "visibility": "open",
        "starts": "maker",
        "on_leave": "wait",
        "on_expiry": "lose",
        "hints": False,
    }
    assert [seat["kind"] for seat in info["seats"]] == ["person", "open", "bot", "bot"]
    assert info["seats"][2]["name"] == info["stand_in"] == "uniform"


def test_hands_are_chosen_and_pieces_placed_before_the_first_turn(page: Page) -> None:
    page.goto("/")
    info = play.make_table(page, "me", "greedy", options={"hands": "chosen", "pieces": "placed"})
    page.goto(f"/table/{info['id']}")
    for number in (0, 3, 9, 14, 18):
        expect(page.locator(".confirm")).to_be_disabled()
        page.locator(".chooser .slot").nth(number).click()
    play.confirm(page)
    tiles = page.locator(".hand .slot[data-tile]:enabled")  # there are none before the first turn, nor in the bot's
    for _piece in range(2):  # after which both cities are full, and villages take any caste
        page.locator(".caste:enabled").first.click()
        page.locator(".cell.target").first.click()
        play.confirm(page)
    expect(page.locator(".caste[aria-pressed=true]:enabled")).to_have_count(1, timeout=60_000)  # for the next piece
    page.get_by_role("button", name="Place all the rest").click()
    tiles.first.wait_for(timeout=60_000)
    expect(page.locator(".hand .slot[data-tile]")).to_have_count(5)
    play.take_turn(page)


def test_a_staged_turn_survives_a_refresh_and_is_undone_freely(page: Page) -> None:
    page.goto("/")
    play.open_table(page, play.make_table(page, "me", "greedy"))
    play.wait_for_turn(page)
    page.locator(play.PLAIN).first.click()
    page.locator(".cell.target").first.click()
    expect(page.locator(".staged")).to_have_count(1)
    page.reload()
    expect(page.locator(".staged")).to_have_count(1)
    expect(page.locator(".confirm")).to_be_enabled()
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".staged")).to_have_count(0)
    page.reload()
    page.locator(".stage .board").wait_for()
    expect(page.locator(".staged")).to_have_count(0)


def test_a_game_that_waits_is_the_first_thing_on_home_and_either_game_begins_on_a_phone_on_its_side(page: Page) -> None:
    page.set_viewport_size({"width": 844, "height": 390})
    page.goto("/")
    expect(page.locator('[data-play="samurai"]')).to_be_in_viewport(ratio=1)
    expect(page.locator('[data-play="history"]')).to_be_in_viewport(ratio=1)
    expect(page.locator(".goes-on")).to_have_count(0)
    info = play.make_table(page, "me", "greedy", options={**play.FIRST_GAME, "first": "red"})
    page.reload()
    expect(page.locator(f'.goes-on a[href="/table/{info["id"]}"]')).to_contain_text("Your turn")
    page.locator(".goes-on a").click()
    page.locator(".stage .board").wait_for()


def test_a_slow_server_is_named_and_a_tile_is_staged_at_once_all_the_same(page: Page) -> None:
    page.add_init_script("""
        const send = WebSocket.prototype.send;
        WebSocket.prototype.send = function (text) {
            setTimeout(() => send.call(this, text), window.isSlow ? 2000 : 0);
        };
    """)
    page.goto("/")
    play.open_table(page, play.make_table(page, "me", "greedy"))
    play.wait_for_turn(page)
    page.evaluate("window.isSlow = true")
    page.locator(play.PLAIN).first.click()
    page.locator(".cell.target").first.click()
    expect(page.locator(".staged")).to_have_count(1, timeout=1000)
    expect(page.locator(".confirm")).to_be_disabled()
    expect(page.get_by_text("The server takes its time")).to_be_visible()
    expect(page.locator(".confirm")).to_be_enabled()
    expect(page.get_by_text("The server takes its time")).to_be_hidden()


def test_a_tile_is_dragged_to_the_board(page: Page) -> None:
    page.goto("/")
    play.open_table(page, play.make_table(page, "me", "greedy"))
    play.wait_for_turn(page)
    tile = page.locator(play.PLAIN).first
    tile.click()
    target = page.locator(".cell.target").nth(5)
    box = target.bounding_box()
    start = tile.bounding_box()
    assert box is not None
    assert start is not None
    tile.click()
    page.mouse.move(start["x"] + 30, start["y"] + 30)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=8)
    page.mouse.up()
    expect(page.locator(".staged")).to_have_count(1)


def test_the_bot_gives_a_hint_that_can_be_laid_out(page: Page) -> None:
    page.goto("/")
    play.open_table(page, play.make_table(page, "me", "greedy"))
    play.wait_for_turn(page)
    page.get_by_role("button", name="Hint").click()
    page.locator(".hint-panel .btn.primary").click(timeout=30_000)
    expect(page.locator(".confirm")).to_be_enabled()


def test_a_golden_game_is_brought_and_replayed_with_slider_and_keys(page: Page) -> None:
    text = (ROOT / "tests" / "games" / "2015-3-players.game").read_text()
    page.goto("/tables")
    page.locator("textarea").fill(text)
    page.locator("form button").click()
    page.wait_for_url(re.compile("/replay/"))
    page.locator(".stage .board").wait_for()
    assert page.locator(".board .tile").count() == 0
    for _step in range(3):
        page.keyboard.press("ArrowRight")
    expect(page.locator("h1.turn")).to_contain_text("3 of")
    page.keyboard.press("End")
    tiles = page.locator(".board .tile").count()
    assert tiles > 20
    page.locator(".eyes select").select_option("1")
    expect(page.locator(".hand")).to_be_visible()
    page.locator(".slider").fill("10")
    expect(page.locator("h1.turn")).to_contain_text("10 of")
    page.get_by_role("button", name="Try from here").click()
    expect(page.locator("h1.turn")).to_contain_text("Try from here")
    page.get_by_role("button", name="Back to the game").click()
    page.keyboard.press("End")
    page.get_by_role("button", name="Scoring").click()
    page.get_by_role("button", name="Show all").click()
    expect(page.get_by_role("dialog")).to_contain_text("most pieces of the other castes")


def test_the_tutorial_is_finished_from_start_to_end(page: Page) -> None:
    page.goto("/learn")
    page.get_by_role("link", name="Lay a tile").click()

    def lay(tile: str, *spaces: str) -> None:
        page.locator(f'.hand .slot[data-tile="{tile}"]').click()
        for space in spaces:
            page.locator(f'.cell[data-space="{space}"]').click()

    def go_on() -> None:
        page.locator(".confirm").click()
        page.get_by_role("button", name="Next").click()

    lay("b3", "o9")
    go_on()
    lay("s1", "o9")
    page.locator(".confirm").click()
    expect(page.locator(".reward [data-caste=buddha]")).to_have_text(re.compile("^1"))
    expect(page.locator('.hand .slot[data-tile="s1"]')).to_have_count(0)  # it was played
    page.get_by_role("button", name="Next").click()
    expect(page.get_by_text("Edo holds one piece")).to_be_visible()
    expect(page.locator(".reward [data-caste=buddha]")).to_have_text(re.compile("^1"))  # and stays
    lay("b2", "p14")  # allowed, but not what is asked for
    page.locator(".confirm").click()
    expect(page.get_by_text("That is allowed, but")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    lay("r3", "p14")
    go_on()
    lay("c3", "p14")
    go_on()
    lay("h2", "r15")
    lay("s2", "q14")
    go_on()
    lay("x", "o12", "q13")
    go_on()
    lay("m", "k17", "l15")
    go_on()
    page.locator('[data-answer="0"]').click()
    page.get_by_role("button", name="Show all").click()
    page.get_by_role("button", name="Play against Farmer").click()
    page.locator(".stage .board").wait_for()
    expect(page.locator('.player[data-seat="1"]')).to_contain_text("Farmer")
    page.goto("/learn")
    expect(page.get_by_text("That is all you need")).to_be_visible()


def test_a_game_that_the_page_cannot_show_gets_a_sentence(page: Page) -> None:
    def play_chess(route: Route) -> None:
        answer = route.fetch()
        found = answer.json()
        route.fulfill(response=answer, json={**found, "info": {**found["info"], "game": "chess"}})

    page.goto("/")
    info = play.make_table(page, "me", "greedy")
    page.route("**/replay?*", play_chess)
    page.route("**/replay", play_chess)
    page.goto(f"/replay/{info['id']}")
    expect(page.get_by_text("This game has no board on the page yet")).to_be_visible()
    expect(page.get_by_text("--game chess")).to_be_visible()
    page.goto("/rules/chess")
    expect(page.get_by_text("This game has no board on the page yet")).to_be_visible()


@pytest.mark.parametrize(("code", "words"), [("de", "Jetzt spielen"), ("ja", "今すぐ遊ぶ"), ("en", "Play now")])
def test_the_page_speaks_three_languages(page: Page, code: str, words: str) -> None:
    page.goto("/settings")
    page.locator(".language select").select_option(code)
    page.goto("/")
    expect(page.get_by_role("button", name=words)).to_have_count(2)
    assert page.evaluate("document.documentElement.lang") == code
