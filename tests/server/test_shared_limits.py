"""Two nodes with one Redis allow together what one allows; without it each counts for itself."""

from __future__ import annotations

import time
from pathlib import Path

import httpx
import pytest

from tenka.server.limits import RATES
from tests.server.client import Node, running
from tests.server.services import redis

pytestmark = pytest.mark.slow

MOST = 100


def become_guest(node: Node) -> int:
    return httpx.post(f"{node.url}/api/guest", headers={"origin": node.url}, timeout=30).status_code


def guests_until_refused(nodes: list[Node]) -> int:
    """How many guests there can be, asking one node after the other, until one says that it is too often."""
    for number in range(MOST):
        code = become_guest(nodes[number % len(nodes)])
        if code == 429:
            return number
        assert code == 200
    return MOST


def test_two_nodes_together_allow_what_one_does(tmp_path: Path) -> None:
    rate = RATES["guest"]
    with redis() as broker:
        folders = [tmp_path / "first", tmp_path / "second"]
        for folder in folders:
            folder.mkdir()
        one, other = (Node(folder, TENKA_BOT_WORKERS="0", REDIS_URL=broker.url) for folder in folders)
        with running(one), running(other):
            for node in (one, other):
                _wait_for_redis(node)
            begin = time.monotonic()
            allowed = guests_until_refused([one, other])
            grown = (time.monotonic() - begin) * rate.per_second
            assert rate.burst <= allowed <= rate.burst + grown + 1
            broker.stop()
            assert become_guest(one) == become_guest(other) == 200, "without Redis a node goes by its own count"


def _wait_for_redis(node: Node) -> None:
    end = time.monotonic() + 30
    while not httpx.get(f"{node.url}/healthz", timeout=5).json()["redis"]:
        assert time.monotonic() < end
        time.sleep(0.1)
