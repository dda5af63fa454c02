"""The first game on a new machine: python benchmarks/first_game.py [--bot NAME]

Starts the server as ./play does, after its set-up, with nothing compiled yet, and plays the first turn of both games in
a real browser: how long until the server is ready, until the first Confirm is answered, and until the bots have moved.
Then once more with what the first start has compiled. The goals are one second for the answer to Confirm and three for
the bot.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from playwright.sync_api import Browser, Page, expect, sync_playwright
from results import machine, save, table

from tests.browser import history, play
from tests.browser.chromium import find_chromium, flags
from tests.server.client import Node, running

MILLISECONDS = 180_000
"""Nobody waits longer."""
GOALS = {"Confirm to its answer": 1.0, "that to one's next turn": 3.0}


def lay_samurai(page: Page) -> None:
    """A tile on the first space that is lit, but not confirmed."""
    page.locator(play.PLAIN).first.click()
    page.locator(".cell.target").first.click()


def lay_history(page: Page) -> None:
    """Whatever History asks for first, until it can be confirmed."""
    rng = random.Random(1)
    while page.locator(".confirm").is_disabled():
        history.decide(page, rng)


GAMES: dict[str, Callable[[Page], None]] = {"samurai": lay_samurai, "history": lay_history}


def play_first_turn(page: Page, game: str) -> dict[str, float]:
    """Seconds by step, from the click on Play now to the beginning of one's second turn."""
    spent: dict[str, float] = {}

    def note(step: str, since: float) -> float:
        now = time.perf_counter()
        spent[step] = now - since
        return now

    page.goto("/")
    page.locator(f'[data-play="{game}"]:enabled').wait_for()
    at = time.perf_counter()
    page.locator(f'[data-play="{game}"]').click()
    page.locator(".stage .board").wait_for()
    at = note("Play now to the board", at)
    play.wait_for_turn(page)
    at = note("that to one's first turn", at)
    GAMES[game](page)
    expect(page.locator(".confirm")).to_be_enabled()
    note("laying out the first move, by script", at)
    before = play.version(page)
    at = time.perf_counter()
    page.locator(".confirm").click()
    play.wait_for_change(page, before)
    at = note("Confirm to its answer", at)
    play.wait_for_turn(page)
    note("that to one's next turn", at)
    return spent


def open_page(browser: Browser, url: str, bot: str | None) -> Page:
    """A new person's browser."""
    context = browser.new_context(base_url=url, locale="en", viewport={"width": 1280, "height": 800})
    context.set_default_timeout(MILLISECONDS)
    if bot is not None:
        context.add_init_script(f"localStorage.setItem('tenka.settings', JSON.stringify({{ level: {bot!r} }}))")
    return context.new_page()


def measure(browser: Browser, cache: Path, bot: str | None) -> dict[str, float]:
    """Seconds by step of a start with whatever is in the cache."""
    with tempfile.TemporaryDirectory() as folder:
        begin = time.perf_counter()
        with running(Node(Path(folder), TENKA_CACHE_DIR=str(cache), TENKA_EXHIBITION="1")) as node:
            spent = {"start to ready": time.perf_counter() - begin}
            for game in GAMES:
                page = open_page(browser, node.url, bot)
                spent |= {f"{game}: {step}": seconds for step, seconds in play_first_turn(page, game).items()}
                page.context.close()
    return spent


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bot", help="the level to play against, instead of the usual one")
    bot = parser.parse_args().bot
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=flags())
        first, second = (measure(browser, Path(folder), bot) for _ in range(2))
        browser.close()
    rows = []
    for step, seconds in first.items():
        goal = GOALS.get(step.partition(": ")[2])
        rows.append([step, f"{seconds:.2f}", f"{second[step]:.2f}", "" if goal is None else f"{goal:.0f}"])
    title = "The first game on a machine where nothing is compiled yet, in seconds, in a browser on the same machine"
    load = f"load of the machine at the end: {os.getloadavg()[0]:.1f}"
    columns = ["step", "first start", "second start", "goal"]
    save("first_game", f"{title}\n\n{machine()}, {load}\n\n{table(columns, rows)}")


if __name__ == "__main__":
    main()
