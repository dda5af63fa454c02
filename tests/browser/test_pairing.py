"""People find people: two who want to play against anybody, the way to the next table, and notices of a closed page."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser import play
from tests.server.client import Node

pytestmark = pytest.mark.slow


def ask_for_anybody(page: Page) -> str:
    page.goto("/")
    page.locator('[data-anybody="samurai"]').click()
    page.locator(".stage .board").wait_for()
    return page.url.split("?")[0]


def test_two_who_want_anybody_meet_and_go_on_to_the_next_table(
    contexts: tuple[BrowserContext, BrowserContext], node: Node
) -> None:
    ann, bob = (context.new_page() for context in contexts)
    table = ask_for_anybody(ann)
    expect(ann.locator('.player[data-seat="1"]')).to_contain_text("until somebody comes")
    # Somebody finds the seat in the lobby, too, and who is there.
    bob.goto("/watch")
    item = bob.locator(f'a.item[href="{table.removeprefix(node.url)}"]')
    expect(item).to_contain_text("1 free seat")
    expect(item).to_contain_text("here now")
    assert ask_for_anybody(bob) == table
    expect(bob.locator('.player[data-seat="0"]')).to_contain_text("guest")
    expect(ann.locator('.player[data-seat="1"]')).to_contain_text("guest")
    expect(ann.locator('.player[data-seat="1"]')).not_to_contain_text("until somebody comes")
    assert bob.locator(".hand .slot").count() == 5
    # While the other thinks, the next table that waits is a click away.
    ann.wait_for_function("() => document.querySelector('.confirm')")
    to_move, waiting = (ann, bob) if "Your turn" in ann.locator("h1.turn").inner_text() else (bob, ann)
    expect(waiting.locator("[data-next-table]")).to_have_count(0)
    other = play.make_table(to_move, "me", "open", options={**play.FIRST_GAME, "first": "red"})
    waiting.evaluate(
        """async ({ id, key }) => {
            const headers = { "content-type": "application/json" };
            await fetch(`/api/tables/${id}/join`, { method: "POST", headers, body: JSON.stringify({ key }) });
        }""",
        {"id": other["id"], "key": other["key"]},
    )
    play.take_turn(to_move)
    expect(to_move.locator(f'[data-next-table="{other["id"]}"]')).to_be_visible()
    expect(waiting.locator(".confirm")).to_be_visible()
    to_move.locator("[data-next-table]").click()
    to_move.wait_for_url(f"**/table/{other['id']}")
    expect(to_move.locator("h1.turn")).to_contain_text("Your turn")
    # Who has gone elsewhere is not at the table any more.
    seat = 0 if to_move is ann else 1
    expect(waiting.locator(f'.player[data-seat="{seat}"]')).to_contain_text("not connected")


def test_a_notice_of_the_server_opens_the_table(contexts: tuple[BrowserContext, BrowserContext]) -> None:
    """The browser's own tools play the push service; what the server sends is tested without a browser."""
    context = contexts[0]
    context.grant_permissions(["notifications"])
    page = context.new_page()
    page.goto("/")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    tools = context.new_cdp_session(page)
    found: list[str] = []
    tools.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: found.extend(each["registrationId"] for each in event["registrations"]),
    )
    tools.send("ServiceWorker.enable")
    for _ in range(200):
        if found:
            break
        page.wait_for_timeout(50)
    notice = {"kind": "turn", "table": "abcd", "players": ["ann", "bob"], "yours": [1], "language": "de"}
    push = {"origin": page.url.rstrip("/"), "registrationId": found[0]}
    tools.send("ServiceWorker.deliverPushMessage", {**push, "data": json.dumps(notice)})
    # Asked again in the page itself: `wait_for_function` does not wait for what an asynchronous function promises.
    shown = """async (title) => {
        const registration = await navigator.serviceWorker.ready;
        for (let tries = 0; ; tries += 1) {
            const all = await registration.getNotifications();
            const told = all.map(({ title, body, tag, data }) => ({ title, body, tag, address: data.address }));
            if (tries === 200 || told.some((each) => each.title === title)) return told;
            await new Promise((later) => setTimeout(later, 50));
        }
    }"""
    expected = {"title": "Du bist dran", "body": "ann", "tag": "/table/abcd", "address": "/table/abcd"}
    assert page.evaluate(shown, expected["title"]) == [expected]
    # A second notice of the same table takes the first one's place.
    tools.send(
        "ServiceWorker.deliverPushMessage", {**push, "data": json.dumps({**notice, "kind": "over", "language": "en"})}
    )
    assert [each["title"] for each in page.evaluate(shown, "The game is over")] == ["The game is over"]


def test_a_webhook_is_added_refused_and_removed_in_the_settings(page: Page) -> None:
    page.goto("/settings")
    expect(page.get_by_role("heading", name="Webhooks")).to_have_count(0)
    page.evaluate("fetch('/api/guest', { method: 'POST' })")
    page.goto("/settings")
    page.get_by_label("Address").fill("https://10.0.0.1/hook")
    page.get_by_role("button", name="Add the webhook").click()
    expect(page.get_by_role("alert")).to_contain_text("public")
    page.get_by_label("Address").fill("https://93.184.215.14/hook")
    page.get_by_role("button", name="Add the webhook").click()
    expect(page.get_by_role("status").filter(has_text="whsec_")).to_be_visible()
    page.get_by_role("button", name="Remove: https://93.184.215.14/hook").click()
    expect(page.get_by_text("https://93.184.215.14/hook")).to_have_count(0)
