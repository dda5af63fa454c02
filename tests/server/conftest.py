"""One real server for all tests of this folder, without rate limits, and pages to use it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.client import Node, Page, running


@pytest.fixture(scope="session")
def node(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Node]:
    with running(Node(tmp_path_factory.mktemp("server"), TENKA_LIMITS="0")) as node:
        yield node


@pytest.fixture
def page(node: Node) -> Iterator[Page]:
    with Page(node.url) as page:
        yield page.guest()


@pytest.fixture
def other(node: Node) -> Iterator[Page]:
    with Page(node.url) as page:
        yield page.guest()
