"""What the page promises in figures: how much is loaded, how much is drawn. (How quickly: benchmarks/staging.py.)"""

from __future__ import annotations

import asyncio
import re
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from playwright.sync_api import Page, expect

from tenka.server.page import FOLDER, router
from tests.browser import play
from tests.browser.conftest import must_be_built

MOST_BYTES = 150_000
MOST_NODES = 700


def get(part: str, encoding: str) -> httpx.Response:
    app = FastAPI()
    app.include_router(router)

    async def ask() -> httpx.Response:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://page") as client:
            return await client.get(f"/{part}", headers={"accept-encoding": encoding})

    with ThreadPoolExecutor(1) as thread:  # the browser's own loop may be running in this one
        return thread.submit(lambda: asyncio.run(ask())).result()


def test_the_first_load_is_small_and_sent_compressed() -> None:
    must_be_built()
    parts = re.findall(r'(?:src|href)="/(assets/[^"]+\.(?:js|css))"', (FOLDER / "index.html").read_text())
    assert len(parts) >= 2
    size = 0
    for part in parts:
        answer = get(part, "gzip")
        assert answer.headers["content-encoding"] == "gzip"
        assert answer.headers["content-type"].startswith(("text/javascript", "text/css"))
        assert answer.content == (FOLDER / part).read_bytes()
        assert "content-encoding" not in get(part, "identity").headers
        size += int(answer.headers["content-length"])
    assert size < MOST_BYTES


def loaded_by(page: Page) -> dict[str, int]:
    """Compressed sizes of the parts that the page has loaded since it was opened."""
    found: list[list[Any]] = page.evaluate(
        "performance.getEntriesByType('resource').map((each) => [new URL(each.name).pathname, each.encodedBodySize])"
    )
    return {name.removeprefix("/assets/"): size for name, size in found if name.startswith("/assets/")}


@pytest.mark.slow
def test_home_loads_little_and_a_game_only_when_it_is_opened(page: Page) -> None:
    page.goto("/")
    expect(page.locator(".art .board")).to_have_count(2)
    page.wait_for_load_state("networkidle")
    parts = loaded_by(page)
    assert 0 < sum(parts.values()) < MOST_BYTES
    assert any(name.startswith("samurai-front") for name in parts)
    assert not any("title" in name or "esson" in name for name in parts), "no game is open yet"
    page.locator('[data-play="samurai"]').click()
    page.locator(".stage .board").wait_for()
    parts = loaded_by(page)
    assert any(name.startswith("samurai-title") for name in parts)
    assert not any("esson" in name or "Rules" in name for name in parts), "a table needs no lessons"
    assert sum(parts.values()) < MOST_BYTES


@pytest.mark.slow
def test_the_board_of_four_is_drawn_with_few_nodes(page: Page) -> None:
    page.goto("/")
    play.open_table(page, play.make_table(page, "me", "greedy", "greedy", "greedy"))
    most = 0
    for _turn in range(30):
        if not play.wait_for_turn(page):
            break
        play.take_turn(page)
        most = max(most, page.evaluate("document.querySelectorAll('.stage .board *').length"))
    assert 100 < most <= MOST_NODES
    assert page.evaluate("document.querySelectorAll('.stage filter, .board [filter]').length") == 0
