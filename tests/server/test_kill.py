"""Servers that are killed at any moment, under play: no turn that was accepted is lost, none happens twice, and every
client is back in its game without help."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from tenka.record import replay
from tests.server.client import BASIC, Node
from tests.server.conftest import upgrade
from tests.server.services import Redis, free_port, postgres, redis

pytestmark = pytest.mark.slow

LOST = (OSError, WebSocketException, httpx.HTTPError, TimeoutError)
"""What a client sees of a server that was killed."""


class Victim:
    """A server that is killed and comes back, at the same port."""

    def __init__(self, folder: Path, **environment: Any) -> None:
        self.port = free_port()
        self.url = f"http://localhost:{self.port}"
        self.log = folder / f"victim-{self.port}.log"
        self.environment = Node(folder, TENKA_BOT_WORKERS="0", TENKA_LIMITS="0", **environment).environment
        self.zygote = subprocess.Popen(
            [sys.executable, "-m", "tests.server.zygote"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=self.environment,
        )
        self.process = 0

    def start(self) -> None:
        assert self.zygote.stdin is not None
        assert self.zygote.stdout is not None
        wish = {"environment": self.environment, "port": self.port, "log": str(self.log)}
        self.zygote.stdin.write(json.dumps(wish) + "\n")
        self.zygote.stdin.flush()
        self.process = int(self.zygote.stdout.readline())

    def kill(self) -> None:
        os.kill(self.process, signal.SIGKILL)

    async def healthy(self) -> None:
        async with httpx.AsyncClient(verify=False) as client:
            end = time.monotonic() + 60
            while time.monotonic() < end:
                with contextlib.suppress(httpx.HTTPError):
                    if (await client.get(f"{self.url}/healthz", timeout=2)).status_code == 200:
                        return
                await asyncio.sleep(0.02)
        raise AssertionError(self.log.read_text()[-3000:])

    def close(self) -> None:
        self.kill()
        self.zygote.kill()
        self.zygote.wait()


@contextlib.contextmanager
def victims(*made: Victim) -> Iterator[tuple[Victim, ...]]:
    try:
        for victim in made:
            victim.start()
        yield made
    finally:
        for victim in made:
            victim.close()


class Client:
    """Somebody who plays, and comes back whenever the connection breaks. Talks to any of the nodes."""

    def __init__(self, urls: list[str], seed: int) -> None:
        self.urls = urls
        self.rng = random.Random(seed)
        self.cookie = ""
        self.accepted: list[tuple[str, int, str]] = []
        """Table, version and moves of every turn that the server has taken."""
        self.num_connections = 0

    async def call(self, method: str, path: str, body: Any = None) -> Any:
        """A request, sent until there is an answer."""
        while True:
            url = self.rng.choice(self.urls)
            try:
                headers = {"origin": url, "cookie": self.cookie}
                async with httpx.AsyncClient(headers=headers, timeout=10, verify=False) as http:
                    answer = await http.request(method, url + path, json=body)
            except LOST:
                await asyncio.sleep(0.05)
                continue
            if answer.status_code >= 500:
                await asyncio.sleep(0.05)
                continue
            if "set-cookie" in answer.headers:
                self.cookie = answer.headers["set-cookie"].split(";")[0]
            return answer.text if "/record" in path else answer.json()

    async def play(self, table: str) -> None:
        """Until the game is over."""
        number: int | None = None
        pending: dict[str, Any] | None = None
        choice: dict[str, Any] | None = None
        while True:
            url = self.rng.choice(self.urls)
            headers = {"Origin": url, "Cookie": self.cookie}
            try:
                async with connect(url.replace("http", "ws") + "/api/socket", additional_headers=headers) as line:
                    self.num_connections += 1
                    await line.send(json.dumps({"type": "watch", "table": table, "since": number}))
                    if pending is not None:
                        await line.send(json.dumps(pending))
                    async for message in self.messages(line):
                        kind = message["type"]
                        if kind == "table":
                            number, choice = message["info"]["number"], message["choice"]
                            if message["info"]["status"] == "over":
                                if (
                                    pending is not None
                                ):  # the last turn: its answer was lost, the end tells that it stands
                                    self.accepted.append((table, pending["version"], pending["moves"]))
                                return
                        elif kind == "event":
                            if message["entry"]["number"] != (number or 0) + 1:
                                number = None
                                break
                            number, choice = message["entry"]["number"], message["choice"]
                        elif kind == "accepted" and pending is not None:
                            self.accepted.append((table, pending["version"], pending["moves"]))
                            pending = None
                        elif kind == "refused" and pending is not None:
                            if message["code"] not in ("stale", "turn", "over", "unavailable"):
                                raise AssertionError(message)
                            number, pending = None, None
                            break
                        if choice is not None and pending is None:
                            await asyncio.sleep(self.rng.random() * 0.15)
                            token = self.rng.choice(
                                [token for token in choice["legal"] if "@" in token or token == "pass"]
                            )
                            pending = {"type": "act", "table": table, "version": choice["version"], "moves": token}
                            choice = None
                            await line.send(json.dumps(pending))
            except LOST:
                await asyncio.sleep(0.02 + self.rng.random() * 0.05)

    async def messages(self, line: Any) -> AsyncIterator[dict[str, Any]]:
        while True:
            async with asyncio.timeout(8):
                yield json.loads(await line.recv())


class Pair:
    """Two people who play one game after another."""

    def __init__(self, urls: list[str], seed: int) -> None:
        self.clients = Client(urls, seed), Client(urls, seed + 1000)
        self.tables: list[str] = []

    async def play(self, is_stopping: asyncio.Event) -> None:
        one, two = self.clients
        for client in self.clients:
            await client.call("POST", "/api/guest")
        while not is_stopping.is_set():
            seats = [{"kind": "me"}, {"kind": "open"}]
            # Only tiles that go on a space: the clients know nothing of second halves.
            body = {"seats": seats, "options": BASIC, "visibility": "open"}
            table = (await one.call("POST", "/api/tables", body))["id"]
            info = await two.call("POST", f"/api/tables/{table}/join", {})
            if "seats" not in info and info.get("code") != "taken":
                continue
            self.tables.append(table)
            await asyncio.gather(*(client.play(table) for client in self.clients))

    async def check(self) -> int:
        """Every turn that was accepted stands in the record once, where it was meant to; returns how many there are."""
        records = {}
        for table in self.tables:
            text = await self.clients[0].call("GET", f"/api/tables/{table}/record")
            game = replay(text)
            assert game.outcome is not None
            records[table] = [step.line for step in game.steps]
        total = 0
        for seat, client in enumerate(self.clients):
            for table, version, moves in client.accepted:
                line = records[table][version]
                assert line.split()[2] == ("red", "blue")[seat], "the turn stands where it was meant to"
                assert line.split(" ; ")[0].endswith(moves)
            assert len(set(client.accepted)) == len(client.accepted)
            total += len(client.accepted)
        played = sum(sum(line.startswith("turn") for line in lines) for lines in records.values())
        assert total == played, "every turn in the logs was acknowledged to who took it"
        return total


async def torment(pairs: list[Pair], kills: int, kill: Any) -> tuple[int, int]:
    """Kills while all play; returns how many turns were taken, and how often clients connected."""
    is_stopping = asyncio.Event()
    playing = [asyncio.create_task(pair.play(is_stopping)) for pair in pairs]
    rng = random.Random(1)
    for number in range(kills):
        await asyncio.sleep(rng.random() * 0.6)
        await kill(number)
        for task in playing:
            if task.done():
                task.result()
    is_stopping.set()
    async with asyncio.timeout(120):
        await asyncio.gather(*playing)
    total = sum([await pair.check() for pair in pairs])
    return total, sum(client.num_connections for pair in pairs for client in pair.clients)


def test_a_server_killed_a_hundred_times_loses_nothing(tmp_path: Path) -> None:
    with victims(Victim(tmp_path)) as (victim,):
        pairs = [Pair([victim.url], seed) for seed in range(8)]

        async def kill(_number: int) -> None:
            victim.kill()
            victim.start()
            await victim.healthy()

        async def run() -> tuple[int, int]:
            await victim.healthy()
            return await torment(pairs, 100, kill)

        total, connections = asyncio.run(run())
    print(f"{total} turns, {connections} connections")
    assert total > 300
    assert connections > 1000


def test_two_nodes_killed_in_turn_and_redis_stopped_lose_nothing(tmp_path: Path) -> None:
    with postgres() as database, redis() as broker:
        settings: dict[str, Any] = {"DATABASE_URL": database, "REDIS_URL": broker.url}
        upgrade(Node(tmp_path, **settings))
        with victims(Victim(tmp_path, **settings), Victim(tmp_path, **settings)) as nodes:
            pairs = [Pair([node.url for node in nodes], seed) for seed in range(6)]
            total, connections = asyncio.run(_torment_two(pairs, nodes, broker))
    print(f"{total} turns, {connections} connections")
    assert total > 100


async def _torment_two(pairs: list[Pair], nodes: tuple[Victim, ...], broker: Redis) -> tuple[int, int]:
    for node in nodes:
        await node.healthy()

    async def kill(number: int) -> None:
        if number % 10 == 4:
            broker.stop()
        if number % 10 == 9:
            broker.start()
        victim = nodes[number % 2]
        victim.kill()
        victim.start()
        await victim.healthy()

    return await torment(pairs, 50, kill)
