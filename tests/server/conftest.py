"""Real servers for all tests of this folder, without rate limits, and pages to use them.

Every test runs twice: with one node and SQLite, and with two nodes, PostgreSQL and Redis (slow), where the second
page talks to the second node.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from typing import NamedTuple

import pytest

from tests.server.client import Node, Page, running
from tests.server.services import Redis, postgres, redis


class Cluster(NamedTuple):
    """Two nodes that share a database."""

    first: Node
    second: Node
    redis: Redis


def upgrade(node: Node) -> None:
    subprocess.run([sys.executable, "-m", "tenka", "db", "upgrade"], env=node.environment, check=True)


@pytest.fixture(scope="session")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    with ExitStack() as stack:
        database, broker = stack.enter_context(postgres()), stack.enter_context(redis())
        nodes: list[Node] = []
        for _ in range(2):
            folder = tmp_path_factory.mktemp("node")
            shared = {"DATABASE_URL": database.url, "REDIS_URL": broker.url, "TENKA_PRIVATE_CALLS": "1"}
            node = Node(folder, 0, TENKA_LIMITS="0", **shared)
            if not nodes:
                upgrade(node)
            nodes.append(stack.enter_context(running(node)))
        yield Cluster(nodes[0], nodes[1], broker)


@pytest.fixture(scope="session")
def single(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Node]:
    with running(Node(tmp_path_factory.mktemp("server"), TENKA_LIMITS="0")) as node:
        yield node


@pytest.fixture(scope="session", params=["sqlite", pytest.param("postgres", marks=pytest.mark.slow)])
def nodes(request: pytest.FixtureRequest) -> tuple[Node, Node]:
    if request.param == "sqlite":
        node = request.getfixturevalue("single")
        return node, node
    cluster = request.getfixturevalue("cluster")
    return cluster.first, cluster.second


@pytest.fixture
def node(nodes: tuple[Node, Node]) -> Node:
    return nodes[0]


@pytest.fixture
def guest(nodes: tuple[Node, Node]) -> Iterator[Page]:
    with Page(nodes[0].url) as page:
        yield page.guest()


@pytest.fixture
def other(nodes: tuple[Node, Node]) -> Iterator[Page]:
    with Page(nodes[1].url) as page:
        yield page.guest()
