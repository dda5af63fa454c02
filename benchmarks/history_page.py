"""What History's page asks of people and of the browser: python benchmarks/history_page.py [--games N] [--counters N]

Clicks: a scripted player of five plays by mouse, against four bots, what the adviser suggests, and every click counts;
decisions are those of the record. Nodes: the positions of whole games of bots are shown by the page, and the fullest
map counts. Tutorial: the words that it shows, and the clicks of somebody who does what they say. Input to picture: from
the click that places a counter to the picture with it, in turns with a tile of Samurai, as `benchmarks/staging.py`
measures it.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from playwright.sync_api import Page
from results import machine, save, table
from staging import Sample, Watch, lay_tiles, pages, percentile

from tests.browser import history, play
from tools.page import WEB

LESSONS = WEB / "src" / "games" / "history" / "learn" / "lessons.json"
WORDS_A_MINUTE = 200
SECONDS_A_CLICK = 2

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
    if kind == "castle" and page.locator(".btn.castle").get_attribute("aria-pressed") != "true":
        page.locator(".btn.castle").click()
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


def place_counters(page: Page) -> Iterator[Sample]:
    """Counters at tables of three, one after the other."""
    watch = Watch(page)
    while True:
        play.open_table(page, history.make_table(page, "me", "greedy", "greedy"))
        watch.observe()
        while "game is over" not in (seen := page.evaluate(history.LOOK))["heading"]:
            if seen["lit"] and not seen["can_confirm"]:
                page.wait_for_timeout(200)
                point = page.evaluate(history.POINT_IN, seen["lit"][0])
                if not point:
                    break
                yield watch.click(point["x"], point["y"])
            elif seen["can_confirm"] or seen["gives"]:
                page.evaluate(history.ADVISED)
                play.wait_for_change(page, seen["version"])
            else:
                page.wait_for_timeout(20)


def compare(counters: int) -> list[list[str]]:
    """Rows: a counter of History beside a tile of Samurai, laid in turns."""
    with pages(2) as (ours, theirs):
        pairs = list(itertools.islice(zip(place_counters(ours), lay_tiles(theirs), strict=True), counters))
    rows = []
    for name, figure in {
        "click to picture": lambda sample: sample.painted,
        "processor, main thread": lambda sample: sample.processed["TaskDuration"],
    }.items():
        counter, tile = (sorted(figure(sample) for sample in samples) for samples in zip(*pairs, strict=True))
        for share, word in ((0.5, "median"), (0.95, "95 %")):
            a, b = percentile(counter, share), percentile(tile, share)
            rows.append([f"{name}, {word}", f"{a:.0f} ms", f"{b:.0f} ms", f"{a / b:.2f}"])
    return rows


def learn(page: Page) -> tuple[int, int]:
    """Words to read in the tutorial, and the clicks of somebody who does what they say."""
    words = clicks = 0
    page.goto("/learn/counters")
    for lesson in json.loads(LESSONS.read_text(encoding="utf-8")).values():
        page.locator(".lesson .confirm").wait_for()
        words += len(page.locator(".lesson-text").inner_text().split())
        for token in lesson["good"][0].split():
            clicks += do(page, token)
        page.locator(".confirm:enabled").click()
        page.locator(".verdict .btn").wait_for()
        words += len(page.locator(".lesson-text").inner_text().split())
        page.locator(".verdict .btn").click()
        clicks += 2
    page.wait_for_url("**/learn")
    return words, clicks


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--counters", type=int, default=25)
    options = parser.parse_args()
    with pages(1) as (page,), tempfile.TemporaryDirectory() as folder:
        words, lesson_clicks = learn(page)
        clicks, decisions = count_clicks(page)
        nodes = count_nodes(page, options.games, Path(folder))
    seconds = words / WORDS_A_MINUTE * 60 + lesson_clicks * SECONDS_A_CLICK
    rows = [
        ["clicks of one of five in a game", str(clicks)],
        ["its decisions, as in the record", str(decisions)],
        ["clicks a decision", f"{clicks / decisions:.2f}"],
        [f"nodes of the fullest map in {options.games} games of five", str(nodes)],
        ["tutorial: words to read", str(words)],
        ["tutorial: clicks", str(lesson_clicks)],
        [
            f"tutorial: {WORDS_A_MINUTE} words a minute, {SECONDS_A_CLICK} s a click",
            f"{seconds // 60:.0f} min {seconds % 60:.0f} s",
        ],
    ]
    beside = table(
        ["in turns, in one run", "counter, table of three", "tile, table of four", "ratio"], compare(options.counters)
    )
    how = f"chromium and server on the same machine; load average at the end {os.getloadavg()[0]:.1f}"
    title = "History of the Samurai on the page"
    save(
        "history-page",
        f"{title}\n\n{machine()}, {how}\n\n{table(['what', 'how much'], rows)}\n\n"
        f"Placing a counter, {options.counters} times, beside laying a tile of Samurai\n\n{beside}",
    )


if __name__ == "__main__":
    main()
