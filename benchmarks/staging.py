"""How long the page takes from an input to the picture that shows it: python benchmarks/staging.py [--turns 25]

A real browser lays tiles at a table of four, with a real server on the same machine. The browser's own Event Timing
tells for each click how long it was until the next picture, in steps of 8 ms; clicks under 16 ms are not told of, and
counted as 16. That counts whatever else the machine does; so beside it stands how much time of the processor the
page's main thread took, from the click until the tile and the server's answer to it were shown: code, style and layout,
and all of it.
"""

from __future__ import annotations

import argparse
import contextlib
import itertools
import os
import statistics
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from playwright.sync_api import Page, sync_playwright
from results import machine, save, table

from tests.browser import play
from tests.browser.chromium import find_chromium, flags
from tests.server.client import Node, running

LEAST = 16.0
"""What the browser does not tell of is at most so long."""
PARTS = {
    "ScriptDuration": "its code",
    "RecalcStyleDuration": "style",
    "LayoutDuration": "layout",
    "TaskDuration": "all",
}
OBSERVE = """() => {
    window.spent = [];
    const heard = (list) => window.spent.push(...list.getEntries()
        .filter((each) => each.name === "click").map((each) => each.duration));
    new PerformanceObserver(heard).observe({ type: "event", durationThreshold: 16 });
}"""


AT_ONCE = """localStorage.getItem("tenka.settings")
    ?? localStorage.setItem("tenka.settings", JSON.stringify({ story: false, understood: ["samurai"] }))"""
"""The turns of others are not told step by step, which takes seconds each, and nothing lies on the board."""


def percentile(values: list[float], share: float) -> float:
    """Of sorted values."""
    return values[min(len(values) - 1, int(len(values) * share))]


class Sample(NamedTuple):
    """Something that was laid by a click."""

    painted: float
    """Milliseconds until the picture."""
    processed: dict[str, float]
    """Milliseconds of the processor, by what for."""


class Watch:
    """Times clicks on a page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.tools = page.context.new_cdp_session(page)
        self.tools.send("Performance.enable", {"timeDomain": "threadTicks"})

    def observe(self) -> None:
        """To be called whenever a page was opened."""
        self.page.evaluate(OBSERVE)

    def _spent(self) -> dict[str, float]:
        metrics = self.tools.send("Performance.getMetrics")["metrics"]
        return {each["name"]: each["value"] * 1000 for each in metrics if each["name"] in PARTS}

    def click(self, x: float, y: float) -> Sample:
        self.page.mouse.move(x, y)
        self.page.wait_for_timeout(300)
        self.page.evaluate("window.spent = []")
        before = self._spent()
        self.page.mouse.down()
        self.page.mouse.up()
        self.page.wait_for_timeout(300)
        after = self._spent()
        painted = max(self.page.evaluate("window.spent"), default=LEAST)
        return Sample(painted, {name: after[name] - before[name] for name in PARTS})


def lay_tiles(page: Page) -> Iterator[Sample]:
    """Tiles at tables of four, one after the other."""
    watch = Watch(page)
    while True:
        play.open_table(page, play.make_table(page, "me", "greedy", "greedy", "greedy"))
        watch.observe()
        while play.wait_for_turn(page) and page.locator(play.PLAIN).count() > 0:
            page.locator(play.PLAIN).first.click()
            page.wait_for_timeout(200)
            box = page.locator(".cell.target").first.bounding_box()
            assert box is not None
            sample = watch.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            if page.locator(".staged").count() == 0:  # something else lay above the space
                page.keyboard.press("Escape")
                page.locator(".cell.target").first.click()
            else:
                yield sample
            play.confirm(page)


@contextlib.contextmanager
def pages(number: int) -> Iterator[list[Page]]:
    """Pages of a browser, each somebody else's, with a server of their own."""
    with (
        tempfile.TemporaryDirectory() as folder,
        running(Node(Path(folder), TENKA_LIMITS="0")) as node,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=flags())
        size = {"width": 1280, "height": 800}
        opened = [browser.new_page(base_url=node.url, locale="en", viewport=size) for _ in range(number)]  # type: ignore[arg-type]
        for page in opened:
            page.add_init_script(AT_ONCE)
            page.goto("/")
        yield opened
        browser.close()


def measure(turns: int) -> list[Sample]:
    """So many tiles."""
    with pages(1) as (page,):
        return list(itertools.islice(lay_tiles(page), turns))


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=25)
    options = parser.parse_args()
    samples = measure(options.turns)
    measured = {"click to picture": sorted(sample.painted for sample in samples)}
    for name, part in PARTS.items():
        measured[f"processor, main thread: {part}"] = sorted(sample.processed[name] for sample in samples)
    rows = [
        [name, f"{statistics.median(values):.1f} ms", f"{percentile(values, 0.95):.1f} ms", f"{values[-1]:.1f} ms"]
        for name, values in measured.items()
    ]
    load = os.getloadavg()[0]
    title = f"Laying a tile on the page, {len(samples)} times, at a table of four"
    how = f"chromium and server on the same machine; load average at the end {load:.1f}"
    save("staging", f"{title}\n\n{machine()}, {how}\n\n{table(['what', 'median', '95 %', 'longest'], rows)}")


if __name__ == "__main__":
    main()
