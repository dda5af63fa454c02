"""Servers that are killed under play lose nothing, in a short form: `python -m tests.server.kill` is the long one."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.kill import KINDS, Figures, describe, torment_nodes, torment_server, torment_workers

pytestmark = pytest.mark.slow


def check(found: Figures, what: str) -> None:
    """That there was something to lose; what is lost, doubled or not heard of is found where it happens. How long
    everybody took to hear is printed: here the processors belong to other tests as well."""
    print(describe({what: found}))
    assert found.turns > 2 * found.kills
    assert found.connections > 2 * found.kills
    assert found.resets > found.kills / 4
    assert set(found.waits) == KINDS, "everybody was waited for, after some kill at least"


def test_a_server_killed_again_and_again_loses_nothing(tmp_path: Path) -> None:
    check(torment_server(tmp_path, 20), "one process, SQLite")


def test_two_nodes_killed_in_turn_with_redis_and_postgres_lose_nothing(tmp_path: Path) -> None:
    check(torment_nodes(tmp_path, 10), "two nodes, Redis and PostgreSQL")


def test_workers_killed_in_turn_and_their_server_too_lose_nothing(tmp_path: Path) -> None:
    check(torment_workers(tmp_path, 10), "two workers and their server, SQLite")
