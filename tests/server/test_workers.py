"""Several workers on one SQLite file: pages at any of them hear each other at once, what is counted is counted for all,
and whichever process dies, the others go on or go with it."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

from tenka import cli
from tenka.game import GameError
from tenka.server.bots import BotPool
from tenka.server.config import read_config
from tenka.server.hub import Hub, Member, Tally
from tenka.server.limits import RATES
from tenka.server.link import Failed, Link, LinkLost
from tenka.server.post import home_of
from tenka.server.run import serve
from tenka.table import Refused
from tests.server.client import BASIC, Line, Node, Page, running
from tests.server.processes import family_of, is_alive, workers_of

SECONDS = 60.0


def test_the_hub_counts_for_all_workers() -> None:
    tally = Tally()
    assert [tally.take("guest 1", 2, 0.001) for _ in range(2)] == [0, 0]
    assert tally.take("guest 1", 2, 0.001) > 900
    assert tally.take("guest 2", 2, 0.001) == 0
    assert tally.hold(0, "socket 1", 2, 11)
    assert tally.hold(1, "socket 1", 2, 12)
    assert not tally.hold(1, "socket 1", 2, 13), "two are held, at two workers"
    tally.let_go("socket 1", 11)
    assert tally.hold(0, "socket 1", 2, 14)
    tally.forget(0)
    assert tally.hold(1, "socket 1", 2, 15), "who has died holds nothing"


async def _answer(name: str, values: tuple[Any, ...]) -> Any:
    if name == "add":
        return sum(values)
    if name == "refuse":
        raise Refused("limit", "not now")
    if name == "wait":
        await asyncio.sleep(100)
    raise ValueError("no such question")


@contextlib.asynccontextmanager
async def linked() -> AsyncIterator[tuple[Link, Link, list[bytes], list[str]]]:
    """Two ends, what the second has heard, and which of them was lost."""
    heard: list[bytes] = []
    lost: list[str] = []
    one = Link(_answer, lambda news: None, lambda: lost.append("one"))
    other = Link(_answer, heard.append, lambda: lost.append("other"))
    loop = asyncio.get_running_loop()
    for link, end in zip((one, other), socket.socketpair(), strict=True):
        await loop.create_unix_connection(lambda link=link: link, sock=end)  # type: ignore[misc]
    yield one, other, heard, lost
    one.close()
    other.close()


def test_what_a_worker_had_begun_passes_to_who_listens_next_where_nobody_does(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def tell_of_deaths(*listening: int) -> dict[int, list[dict[str, Any]]]:
        hub = Hub(BotPool(0), lambda member: None)
        heard: dict[int, list[dict[str, Any]]] = {}
        members = []
        for number in range(3):
            member = Member(hub, number, lambda member: None)
            news = heard.setdefault(number, [])
            monkeypatch.setattr(member.link, "tell", lambda body, news=news: news.append(json.loads(body)))
            members.append(member)
            await hub.answer(member, "hello", (f"node {number}",))
        for number in listening:
            await hub.answer(members[number], "listen", ())
        hub.drop(members[0])
        for number in (1, 2):
            await hub.answer(members[number], "listen", ())
        return heard

    def heirs(heard: dict[int, list[dict[str, Any]]]) -> dict[int, list[Any]]:
        return {
            number: [each["heir"] for each in news if each.get("gone") == "node 0"] for number, news in heard.items()
        }

    assert heirs(asyncio.run(tell_of_deaths(0, 1, 2))) == {0: [], 1: [1], 2: [1]}
    # The second had said hello and did not listen yet: it was told that it is not the first, and hears of it now.
    assert heirs(asyncio.run(tell_of_deaths(0))) == {0: [], 1: [1], 2: []}


def test_a_link_carries_news_in_order_and_answers_to_who_asked() -> None:
    async def run() -> None:
        async with linked() as (one, other, heard, lost):
            news = [bytes([number]) * (number * 40_000) for number in range(6)]
            for body in news:
                one.tell(body)
            assert await asyncio.gather(*(one.ask("add", number, 1) for number in range(50))) == list(range(1, 51))
            assert heard == news
            with pytest.raises(Refused, match="not now") as refusal:
                await one.ask("refuse")
            assert refusal.value.code == "limit"
            with pytest.raises(Failed, match="no such question"):
                await one.ask("nothing")
            waiting = asyncio.create_task(one.ask("wait"))
            await one.ask("add")
            other.close()
            with pytest.raises(LinkLost):
                await waiting
            with pytest.raises(LinkLost):
                await one.ask("add")
            assert sorted(lost) == ["one", "other"]

    asyncio.run(run())


def until(is_so: Any, what: str) -> None:
    end = time.monotonic() + SECONDS
    while not is_so():
        assert time.monotonic() < end, what
        time.sleep(0.05)


def open_at(page: Page, worker: int) -> Line:
    """A line to one of two workers: it says that it is about a table that is at home there."""
    name = next(name for name in map(str, range(100)) if home_of(name.encode(), 2) == worker)
    headers = {"Origin": page.url, "Cookie": page.cookie}
    return Line(f"{page.url.replace('http', 'ws')}/api/socket?table={name}", headers)


def connections(page: Page) -> list[int]:
    """Open WebSockets, by worker."""
    lines = page.get("/metrics").splitlines()
    return [round(float(line.split()[1])) for line in lines if line.startswith("tenka_connections{")]


@contextlib.contextmanager
def two_workers(folder: Path) -> Iterator[tuple[Node, int]]:
    with running(Node(folder, TENKA_WORKERS="2", TENKA_EXHIBITION="1")) as node:
        assert node.process is not None
        yield node, node.process.pid


def play_turn(table: str, choice: dict[str, Any], mover: Line, waiter: Line) -> dict[str, Any]:
    """A turn of one; returns what the other can choose from then."""
    token = next(token for token in choice["legal"] if "@" in token)
    assert mover.ask("act", table=table, version=choice["version"], moves=token)["type"] == "accepted"
    while (found := waiter.until("event")["choice"]) is None:
        pass
    return dict(found)


@pytest.mark.slow
def test_two_workers_are_one_server(tmp_path: Path) -> None:
    with two_workers(tmp_path) as (node, server), Page(node.url) as page, Page(node.url) as other:
        page.guest()
        other.guest()
        assert page.get("/healthz")["workers"] == 2
        _check_that_one_exhibition_is_for_all(page, other)
        table = page.make_table("me", "open", options={**BASIC, "first": "red"}, visibility="open")["id"]
        other.post(f"/api/tables/{table}/join", {})
        with open_at(page, 0) as line, open_at(other, 1) as their_line:
            choice = line.ask("watch", table=table)["choice"]
            their_line.ask("watch", table=table)
            until(lambda: connections(page) == [1, 1], "each has a worker of its own")
            while line.until("presence")["seats"] != [0, 1]:
                pass
            for mover, waiter in ((line, their_line), (their_line, line), (line, their_line)):
                choice = play_turn(table, choice, mover, waiter)

            bots = page.make_table("me", "greedy", options={**BASIC, "first": "red"})["id"]
            play_turn(bots, line.ask("watch", table=bots)["choice"], line, line)
            line.ask("unwatch", table=bots)

            _check_that_one_may_die(server, table, choice, page, line, their_line)
        _check_that_limits_are_shared(node)
        again = subprocess.run(
            [sys.executable, "-m", "tenka", "serve", "--port", "0"],
            env=node.environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert again.returncode != 0
        assert f"is served already at {node.url}" in again.stderr
        _check_that_nobody_stays(node)


def _check_that_one_exhibition_is_for_all(page: Page, other: Page) -> None:
    """Whichever workers are asked for it at once, and whoever looks at it where."""

    def find(_number: int) -> str:
        headers = {"origin": page.url}
        return str(httpx.post(f"{page.url}/api/exhibition", headers=headers, timeout=SECONDS).json()["id"])

    with ThreadPoolExecutor(8) as pool:
        (table,) = set(pool.map(find, range(8)))
    with open_at(page, 0) as line, open_at(other, 1) as their_line:
        for one in (line, their_line):
            assert one.ask("watch", table=table)["info"]["status"] == "running"
        while line.until("presence")["spectators"] != 2:
            pass
        theirs = their_line.until("event")["entry"]["number"]
        while (ours := line.until("event")["entry"]["number"]) < theirs:
            pass
        assert ours == theirs, "both see the same game go on"


def _check_that_nobody_stays(node: Node) -> None:
    """When the main process is killed all are gone, and the file and the port are free; and when it is stopped."""
    for end in (node.kill, node.stop):
        assert node.process is not None
        family = family_of(node.process.pid)
        assert len(family) >= 4, "a nursery, two workers, a bot"
        end()
        until(lambda family=family: not any(map(is_alive, family)), "all are gone")
        if end == node.kill:
            node.start()
    assert node.stop() == 0


def _check_that_one_may_die(
    server: int, table: str, choice: dict[str, Any], page: Page, line: Line, their_line: Line
) -> None:
    """The worker of the first page is killed: it comes back by itself, and the other has noticed nothing but that."""
    before = workers_of(server)
    victim = next(worker for worker in before if is_connected(worker, line))
    os.kill(victim, signal.SIGKILL)
    while their_line.until("presence")["seats"] != [1]:
        pass
    with open_at(page, 1) as new_line:
        new_line.ask("watch", table=table)
        token = next(token for token in choice["legal"] if "@" in token)
        assert their_line.ask("act", table=table, version=choice["version"], moves=token)["type"] == "accepted"
        assert new_line.until("event")["choice"] is not None
    until(lambda: page.get("/healthz")["workers"] == 2, "another worker has taken its place")
    assert len(set(workers_of(server)) - set(before)) == 1


def is_connected(process: int, line: Line) -> bool:
    """Whether a process has the other end of a line."""
    ours = line.connection.socket.getsockname()[1]
    ends = set()
    for table in ("tcp", "tcp6"):
        for row in Path(f"/proc/{process}/net/{table}").read_text().splitlines()[1:]:
            fields = row.split()
            if int(fields[2].rpartition(":")[2], 16) == ours:
                ends.add(f"socket:[{fields[9]}]")
    with contextlib.suppress(FileNotFoundError):
        return any(str(end.readlink()) in ends for end in Path(f"/proc/{process}/fd").iterdir())
    return False


def _check_that_limits_are_shared(node: Node) -> None:
    """Requests come to either worker, and both together allow what one would."""
    begin = time.monotonic()
    codes = []
    while 429 not in codes:
        codes.append(httpx.post(f"{node.url}/api/guest", headers={"origin": node.url}, timeout=30).status_code)
        assert len(codes) < 2 * RATES["guest"].burst
    assert len(codes) <= RATES["guest"].burst + (time.monotonic() - begin) * RATES["guest"].per_second + 1


def test_workers_share_a_file_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://tenka@127.0.0.1:1/tenka")
    with pytest.raises(GameError, match="several workers share a SQLite file"):
        serve("127.0.0.1", 0, False, num_workers=2)
    monkeypatch.setenv("TENKA_WORKERS", "0")
    with pytest.raises(GameError, match="TENKA_WORKERS is a number from 1 to 64, not '0'"):
        read_config()
    with pytest.raises(GameError, match="--workers is a number from 1 to 64, such as 2, not many"):
        cli.serve(workers="many")
