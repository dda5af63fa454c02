"""The browser of this machine, for tests and for benchmarks."""

from __future__ import annotations

import os
import shutil

_QUIET = [
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]


def find_chromium() -> str | None:
    """Where it is; None where there is none."""
    return shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


def flags() -> list[str]:
    """What it is started with. Chromium refuses its own sandbox to root."""
    return [*_QUIET, *(["--no-sandbox"] if os.geteuid() == 0 else [])]
