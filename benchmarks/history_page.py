"""What History's page asks of people and of the browser: python benchmarks/history_page.py [--games 100] [--counters 25]

Clicks: a scripted player of five plays by mouse, against four bots, what the adviser suggests, and every click counts; decisions
are those of the record. Nodes: the positions of whole games of bots are shown by the page, and the fullest map counts.
Input to picture: from the click that places a counter to the picture with it, as `benchmarks/staging.py` measures Samurai's
tiles.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from playwright.sync_api import Page, sync_playwright
from results import machine, save, table
from staging import LEAST, OBSERVE, percentile

from tests.browser import history, play
from tests.browser.conftest import FLAGS
from tests.server.client import Node, running

ADVICE = """async () => {
    const id = location.pathname.split("/")[2];
    const { info, choice } = await (await fetch(`/api/tables/${id}`)).json();
    if (info.status !== "running") return { over: true };
    if (!choice) return null;
    const body = JSON.stringify({ moves: "" });
    const headers = { "content-type": "application/json" };
    const { turn } = await (await fetch(`/api/tables/${id}/hint`, { method: "POST", headers, body })).json();
    return { version: String(choice.version), moves: turn.split(" ") };
}"""
STAGED = """() => {
    const kept = Object.entries(localStorage).find(([key]) => key.startsWith("tenka.turn."));
    return kept ? JSON.parse(kept[1]).moves : [];
}"""
DECISIONS = """async () => {
    const id = location.pathname.split("/")[2];
    const { log } = await (await fetch(`/api/tables/${id}`)).json();
    return log.flatMap((entry) => entry.plies ?? []).filter((ply) => ply.seat === 0)
        .reduce((sum, ply) => sum + ply.tokens.length, 0);
}"""
NODES = "document.querySelectorAll('.stage .boardbox *').length"


def do(page: Page, token: str) -> int:
    """Lays a move out by mouse; the clicks that it took."""
    if token == "keep":
        return 0  # the button says so already
    if token in ("red", "blue", "gold", "green", "purple", "teal"):
        page.locator(f'.give[data-move="{token}"]').click()
        return 1
    if token.startswith("e") and token[1:].isdigit():
        page.locator(f'.event[data-event="{token}"]').click()
        return 1
    if token == "end":
        button = page.locator(".ways .end")
        if button.count():
            button.click()
        return button.count()
    if token == "capital:none":
        page.get_by_role("button", name="No capital").click()
        return 1
    kind, _, rest = token.partition(":")
    clicks = 1
    if kind == "castle" and page.locator(".castle").get_attribute("aria-pressed") != "true":
        page.locator(".castle").click()
        clicks = 2
    area = rest if kind in ("castle", "capital") else kind
    if kind == "region":
        area = page.locator(".cell.target").first.get_attribute("data-area") or ""
    page.locator(f'.cell.target[data-area="{area}"]').wait_for()
    assert history.press(page, area), area
    return clicks


def count_clicks(page: Page) -> tuple[int, int]:
    """Clicks and decisions of one person in a game of five."""
    play.open_table(page, history.make_table(page, "me", *["greedy"] * 4))
    clicks = 0
    while True:
        advice: dict[str, Any] | None = page.evaluate(ADVICE)
        if advice is None or ("version" in advice and advice["version"] != play.version(page)):
            page.wait_for_timeout(20)
            continue
        if "over" in advice:
            return clicks, page.evaluate(DECISIONS)
        page.locator(".confirm").wait_for()
        page.wait_for_timeout(40)  # what has no other answer is laid out by itself
        while (staged := page.evaluate(STAGED)) != advice["moves"]:
            left = advice["moves"][len(staged) :]
            if left[0] == "keep" or (left == ["end"] and page.locator(".confirm").is_enabled()):
                break
            # Where a counter is placed, events are over: no click for the word.
            clicks += do(page, left[1] if left[0] == "ready" and len(left) > 1 else left[0])
            page.wait_for_timeout(30)
        page.locator(".confirm").click()
        clicks += 1
        play.wait_for_change(page, advice["version"])


def count_nodes(page: Page, games: int, folder: Path) -> int:
    """The most nodes of a map in the second halves of games of five bots, where it is fullest."""
    match = ["match", "--game", "history", "--players", ",".join(["greedy"] * 5), "--games", str(games), "--seed", "1"]
    subprocess.run(
        [sys.executable, "-m", "tenka", *match, "--records", str(folder)], check=True, stdout=subprocess.DEVNULL
    )
    most = 0
    for file in sorted(folder.glob("*.game")):
        page.goto("/tables")
        page.locator("textarea").fill(file.read_text(encoding="utf-8"))
        page.locator("form button").click()
        page.locator(".stage .board").wait_for()
        slider = page.locator(".slider")
        last = int(slider.get_attribute("max") or 0)
        for step in range(last // 2, last + 1, max(1, last // 16)):
            slider.fill(str(step))
            most = max(most, page.evaluate(NODES))
    return most


def time_counters(page: Page, counters: int) -> list[float]:
    """For every counter placed: milliseconds until the picture."""
    painted: list[float] = []
    while len(painted) < counters:
        play.open_table(page, history.make_table(page, "me", "greedy", "greedy"))
        page.evaluate(OBSERVE)
        while len(painted) < counters:
            seen = page.evaluate(history.LOOK)
            if "game is over" in seen["heading"]:
                break
            if seen["lit"] and not seen["can_confirm"]:
                page.wait_for_timeout(200)
                point = page.evaluate(history.POINT_IN, seen["lit"][0])
                if not point:
                    break
                page.mouse.move(point["x"], point["y"])
                page.wait_for_timeout(300)
                page.evaluate("window.spent = []")
                page.mouse.down()
                page.mouse.up()
                page.wait_for_timeout(300)
                painted.append(max(page.evaluate("window.spent"), default=LEAST))
            elif seen["can_confirm"] or seen["gives"]:
                page.evaluate(history.ADVISED)
                play.wait_for_change(page, seen["version"])
            else:
                page.wait_for_timeout(20)
    return sorted(painted)


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--counters", type=int, default=25)
    options = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        running(Node(Path(folder), TENKA_LIMITS="0")) as node,
        sync_playwright() as playwright,
    ):
        found = shutil.which("chromium") or shutil.which("google-chrome")
        sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
        browser = playwright.chromium.launch(executable_path=found, args=[*FLAGS, *sandbox])
        page = browser.new_context(base_url=node.url, locale="en", viewport={"width": 1280, "height": 800}).new_page()
        page.goto("/")
        clicks, decisions = count_clicks(page)
        painted = time_counters(page, options.counters)
        nodes = count_nodes(page, options.games, Path(folder) / "games")
        browser.close()
    rows = [
        ["clicks of one of five in a game", str(clicks)],
        ["its decisions, as in the record", str(decisions)],
        ["clicks a decision", f"{clicks / decisions:.2f}"],
        [f"nodes of the fullest map in {options.games} games of five", str(nodes)],
        ["click to picture, median", f"{statistics.median(painted):.0f} ms"],
        ["click to picture, 95 %", f"{percentile(painted, 0.95):.0f} ms"],
    ]
    how = f"chromium and server on the same machine; load average at the end {os.getloadavg()[0]:.1f}"
    save(
        "history-page",
        f"History of the Samurai on the page\n\n{machine()}, {how}\n\n{table(['what', 'how much'], rows)}",
    )


if __name__ == "__main__":
    main()
