"""What the page promises in figures: how much is loaded, how much is drawn. (How quickly: benchmarks/staging.py.)"""

from __future__ import annotations

import asyncio
import gzip
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI
from playwright.sync_api import Page, expect

from tenka.server.page import FOLDER, router
from tests.browser import history, play
from tests.browser.conftest import must_be_built

GAMES = Path(__file__).resolve().parents[1] / "games"
MOST_BYTES = 150_000
MOST_NODES = 700
MOST_BYTES_OF_HISTORY = 220_000
MOST_NODES_OF_HISTORY = 900


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
    # What comes from the browser's cache is told of unpacked, so the sizes are those of the files.
    found: list[str] = page.evaluate(
        "performance.getEntriesByType('resource').map((each) => new URL(each.name).pathname)"
    )
    names = {name.removeprefix("/assets/") for name in found if name.startswith("/assets/")}
    return {name: (FOLDER / "assets" / f"{name}.gz").stat().st_size for name in names}


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


@pytest.mark.slow
def test_a_table_of_history_loads_its_own_game_with_map_and_cards(page: Page) -> None:
    page.goto("/")
    info = history.make_table(page, "me", *["greedy"] * 4)
    page.goto("about:blank")
    play.open_table(page, info)
    parts = loaded_by(page)
    assert any(name.startswith("history-title") for name in parts)
    assert not any(name.startswith("samurai-title") or "esson" in name for name in parts)
    data = page.request.get("/api/games", headers={"accept-encoding": "gzip"})
    assert data.headers["content-encoding"] == "gzip"
    size = len(gzip.compress(data.body(), mtime=0))
    assert sum(parts.values()) + size < MOST_BYTES_OF_HISTORY


@pytest.mark.slow
def test_the_map_of_six_is_drawn_with_few_nodes(page: Page) -> None:
    page.goto("/tables")
    page.locator("textarea").fill((GAMES / "history-6-players.game").read_text(encoding="utf-8"))
    page.locator("form button").click()
    page.locator(".stage .board").wait_for()
    slider = page.locator(".slider")
    last = int(slider.get_attribute("max") or 0)
    most = 0
    for step in range(last // 2, last + 1, max(1, last // 10)):
        slider.fill(str(step))
        most = max(most, page.evaluate("document.querySelectorAll('.stage .boardbox *').length"))
    assert 300 < most <= MOST_NODES_OF_HISTORY
    assert page.evaluate("document.querySelectorAll('.stage filter, .board [filter]').length") == 0
