"""How long the page takes from an input to the picture that shows it: python benchmarks/staging.py [--turns 25]

A real browser lays tiles at a table of four, with a real server on the same machine. The browser's own Event Timing
tells for each click how long it was until the next picture, in steps of 8 ms; clicks under 16 ms are not told of, and
counted as 16. That counts whatever else the machine does; so beside it stands how much time of the processor the
page's main thread took, from the click until the tile and the server's answer to it were shown: code, style and layout,
and all of it.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from playwright.sync_api import sync_playwright
from results import machine, save, table

from tests.browser import play
from tests.browser.conftest import FLAGS
from tests.server.client import Node, running

LEAST = 16.0
"""What the browser does not tell of is at most so long."""
PLAIN = '.hand .slot:enabled:not([data-tile="x"]):not([data-tile="m"])'
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


def percentile(values: list[float], share: float) -> float:
    """Of sorted values."""
    return values[min(len(values) - 1, int(len(values) * share))]


def measure(turns: int) -> tuple[list[float], dict[str, list[float]]]:
    """For every tile laid: milliseconds until the picture, and of the processor by what for."""
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
        tools = page.context.new_cdp_session(page)
        tools.send("Performance.enable", {"timeDomain": "threadTicks"})

        def spent() -> dict[str, float]:
            metrics = tools.send("Performance.getMetrics")["metrics"]
            return {each["name"]: each["value"] * 1000 for each in metrics if each["name"] in PARTS}

        painted: list[float] = []
        processed: dict[str, list[float]] = {name: [] for name in PARTS}
        while len(painted) < turns:
            play.open_table(page, play.make_table(page, "me", "greedy", "greedy", "greedy"))
            page.evaluate(OBSERVE)
            while len(painted) < turns and play.wait_for_turn(page):
                if page.locator(PLAIN).count() == 0:
                    break
                page.locator(PLAIN).first.click()
                page.wait_for_timeout(200)
                box = page.locator(".cell.target").first.bounding_box()
                assert box is not None
                x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
                page.mouse.move(x, y)
                page.wait_for_timeout(300)
                page.evaluate("window.spent = []")
                before = spent()
                page.mouse.down()
                page.mouse.up()
                page.wait_for_timeout(300)
                after = spent()
                if page.locator(".staged").count() == 0:  # something else lay above the space
                    page.keyboard.press("Escape")
                    page.locator(".cell.target").first.click()
                else:
                    painted.append(max(page.evaluate("window.spent"), default=LEAST))
                    for name in PARTS:
                        processed[name].append(after[name] - before[name])
                play.confirm(page)
        browser.close()
        return sorted(painted), {name: sorted(values) for name, values in processed.items()}


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=25)
    options = parser.parse_args()
    painted, processed = measure(options.turns)
    measured = {"click to picture": painted}
    measured |= {f"processor, main thread: {PARTS[name]}": values for name, values in processed.items()}
    rows = [
        [name, f"{statistics.median(values):.1f} ms", f"{percentile(values, 0.95):.1f} ms", f"{values[-1]:.1f} ms"]
        for name, values in measured.items()
    ]
    load = os.getloadavg()[0]
    title = f"Laying a tile on the page, {len(painted)} times, at a table of four"
    how = f"chromium and server on the same machine; load average at the end {load:.1f}"
    save("staging", f"{title}\n\n{machine()}, {how}\n\n{table(['what', 'median', '95 %', 'longest'], rows)}")


if __name__ == "__main__":
    main()
