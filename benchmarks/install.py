"""From nothing but Python to the first board: python benchmarks/install.py WHEEL [--python python3.13]

Installs the wheel into an empty environment, without pip's cache. Then it starts `tenka play` as people do, where
nothing is compiled yet and there is no network and no Node, opens the page in a real browser, and clicks "Play now" for
both games. The result of another Python has its version in its name. On a busy machine the processor's seconds say more
than those of the clock. Needs Linux, for `unshare`.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from first_game import GAMES, MILLISECONDS, open_page
from playwright.sync_api import sync_playwright
from results import save, table

from tenka import DISTRIBUTION
from tests.browser.chromium import find_chromium, flags

PLAYED = "--played-in"
"""How this program calls itself where there is no network."""
Spent = dict[str, list[float]]
"""By step: seconds of the clock, and of processors in other processes that are over."""


@contextmanager
def timed(step: str, spent: Spent) -> Iterator[None]:
    clock, processor = time.perf_counter(), _processor()
    yield
    spent[step] = [time.perf_counter() - clock, _processor() - processor]


def _processor() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def install(wheel: Path, python: str, folder: Path) -> Spent:
    """The wheel with everything that a board needs, in an environment of its own."""
    spent: Spent = {}
    with timed("python -m venv", spent):
        subprocess.run([python, "-m", "venv", folder / "venv"], check=True)
    with timed(f"pip install '{DISTRIBUTION}[play]'", spent):
        what = f"{DISTRIBUTION}[play] @ {wheel.resolve().as_uri()}"
        command = [str(folder / "venv" / "bin" / "python"), "-m", "pip", "install", "--quiet", "--no-cache-dir", what]
        subprocess.run(command, check=True)
    return spent


def play(folder: Path) -> Spent:
    """The first boards, in a browser beside the server."""
    spent: Spent = {}
    programs = folder / "venv" / "bin"
    environment = {"PATH": str(programs), "HOME": str(folder), "BROWSER": str(shutil.which("true")), "LANG": "C.UTF-8"}
    with sync_playwright() as playwright, timed("all of tenka play", spent):
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=flags())
        command = [str(programs / "tenka"), "play"]
        with subprocess.Popen(command, cwd=folder, env=environment, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            with timed("tenka play, until it says where the page is", spent):
                url = next(told[0] for line in server.stdout if (told := re.search(r"http://\S+:\d+/", line)))
            page = open_page(browser, url, None)
            for number, game in enumerate(GAMES):
                with timed(f"{'open the page and click' if number == 0 else 'the same for'} {game}", spent):
                    page.goto("/", timeout=MILLISECONDS)
                    page.locator(f'[data-play="{game}"]:enabled').click()
                    page.locator(".stage .board").wait_for()
            page.context.close()
            server.terminate()
        browser.close()
    return spent


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("wheel", type=Path)
    parser.add_argument("--python", default=sys.executable, help="the one that is there; this one unless told")
    parser.add_argument(PLAYED, type=Path, dest="played_in", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.played_in is not None:
        print(json.dumps(play(given.played_in)))
        return
    with tempfile.TemporaryDirectory(prefix="tenka-install-") as name:
        spent = install(given.wheel, given.python, Path(name))
        again = f'ip link set lo up && exec "{sys.executable}" "{__file__}" "{given.wheel}" {PLAYED} "{name}"'
        alone = ["unshare", "--map-root-user", "--net", "sh", "-c", again]
        spent |= json.loads(subprocess.run(alone, stdout=subprocess.PIPE, text=True, check=True).stdout)
        told = [f"{name}/venv/bin/python", "-c", "import results; print(results.machine())"]
        where = {**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parent)}
        there = subprocess.run(told, stdout=subprocess.PIPE, text=True, check=True, cwd=name, env=where).stdout.strip()
    version = subprocess.run([given.python, "-V"], stdout=subprocess.PIPE, text=True, check=True).stdout.strip()
    whole = spent.pop("all of tenka play")
    rows = [
        [step, f"{clock:.1f}", f"{processor:.1f}" if processor else ""] for step, (clock, processor) in spent.items()
    ]
    rows.append(["the server, from its start to its end", f"{whole[0]:.1f}", f"{whole[1]:.1f}"])
    title = (
        f"From nothing but {version} to the first board: {given.wheel.name}, no cache, no Node, and no network once it "
        "is installed"
    )
    load = f"load of the machine at the end: {os.getloadavg()[0]:.1f}"
    name = "install" if given.python == sys.executable else f"install-{version.split()[-1]}"
    save(name, f"{title}\n\n{there}, {load}\n\n{table(['step', 'seconds', 'of a processor'], rows)}")


if __name__ == "__main__":
    main()
