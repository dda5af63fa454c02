"""How much a server bears: live tables of four with scripted clients on loopback, and a bare echo as the limit.

    python benchmarks/load.py [--tables 1000] [--seconds 30]

One process serves, one plays: two cores in all. Every client is a person of its own with a WebSocket of its own. First
all tables play at the rate of people, a turn every ten seconds; then all of them as fast as they can, and then some of
them, in rounds. After each round a bare FastAPI WebSocket echoes as long messages to as many connections: machines have
moods, and what counts is the ratio of the two.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import os
import random
import resource
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import uvloop
from pydantic_core import from_json
from results import machine, save, table
from websockets.asyncio.client import ClientConnection, connect

SEATS = 4
SECONDS_PER_TURN = 10.0
"""At the rate of people."""
ROUNDS = 3
SECONDS_A_ROUND = 2.5
"""Of play as fast as possible; so long that no game ends before the last round."""
ECHO = """
import sys, uvicorn
from fastapi import FastAPI, WebSocket
app = FastAPI()
@app.websocket("/")
async def echo(websocket: WebSocket):
    await websocket.accept()
    while True:
        await websocket.send_text(await websocket.receive_text())
uvicorn.run(app, port=int(sys.argv[1]), log_level="error", loop="uvloop", ws_per_message_deflate=False)
"""


class Client:
    """One person with one connection."""

    def __init__(self, table: LoadTable, seat: int, cookie: str) -> None:
        self.table = table
        self.seat = seat
        self.cookie = cookie
        self.line: ClientConnection | None = None
        self.choice: dict[str, Any] | None = None

    async def join(self, url: str) -> None:
        """Connects and follows the table."""
        headers = {"Origin": url, "Cookie": self.cookie}
        address = url.replace("http", "ws") + "/api/socket"
        self.line = await connect(address, additional_headers=headers, compression=None, ping_interval=None)
        await self.line.send(f'{{"type":"watch","id":1,"table":"{self.table.id}"}}')
        while (message := from_json(await self.line.recv()))["type"] != "table":
            pass
        self.choice = message["choice"]

    async def listen(self) -> None:
        """Takes in what comes."""
        assert self.line is not None
        try:
            async for text in self.line:
                self.table.received += 1
                self.table.received_bytes += len(text)
                message = from_json(text)
                if message["type"] == "event":
                    self.choice = message["choice"]
                    self.table.heard(message["entry"]["number"], message["outcome"])
        except Exception:  # the end of the measurement
            return

    async def act(self) -> bool:
        """Plays a tile, if there is one that goes on a space."""
        assert self.line is not None
        choice = self.choice
        tokens = [token for token in choice["legal"] if "@" in token or token == "pass"] if choice else []
        if choice is None or not tokens:
            return False
        self.choice = None
        token = random.choice(tokens)
        text = f'{{"type":"act","id":2,"table":"{self.table.id}","version":{choice["version"]},"moves":"{token}"}}'
        await self.line.send(text)
        return True


class LoadTable:
    """Four clients; measures from a turn until the last of them has heard of it."""

    def __init__(self) -> None:
        self.id = ""
        self.clients: list[Client] = []
        self.received = 0
        self.received_bytes = 0
        self.is_over = False
        self._heard = 0
        self._all = asyncio.Event()

    def heard(self, _number: int, outcome: Any) -> None:
        """A client got an event."""
        self._heard += 1
        self.is_over = self.is_over or outcome is not None
        if self._heard == SEATS:
            self._all.set()

    async def turn(self) -> float | None:
        """Lets who is to move play; returns the seconds until all have heard, None where nobody can."""
        self._heard = 0
        self._all.clear()
        begin = time.perf_counter()
        for client in self.clients:
            if client.choice is not None:
                if not await client.act():
                    return None
                break
        else:
            return None
        async with asyncio.timeout(60):
            await self._all.wait()
        return time.perf_counter() - begin


@contextlib.contextmanager
def process(command: list[str], url: str, **environment: str) -> Iterator[int]:
    """A server in a process of its own."""
    quiet = subprocess.DEVNULL
    running = subprocess.Popen(command, env={**os.environ, **environment}, stdout=quiet, stderr=quiet)
    try:
        for _ in range(600):
            if running.poll() is not None:
                sys.exit(f"the server at {url} did not start")
            with contextlib.suppress(httpx.HTTPError):
                httpx.get(url)
                break
            time.sleep(0.1)
        yield running.pid
    finally:
        running.send_signal(signal.SIGTERM)
        running.wait(60)


def free_port() -> int:
    """A port that nobody uses."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def memory(pid: int) -> int:
    """Bytes that belong to a process alone; those of libraries come and go with the system's needs."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("Anonymous:"))


async def make_tables(url: str, count: int) -> list[LoadTable]:
    """Tables of four people each, started."""
    tables = [LoadTable() for _ in range(count)]
    gate = asyncio.Semaphore(16)

    async def make(made: LoadTable, http: httpx.AsyncClient) -> None:
        async with gate:
            for seat in range(SEATS):
                answer = await http.post("/api/guest", headers={"cookie": ""})
                made.clients.append(Client(made, seat, answer.headers["set-cookie"].split(";")[0]))
                headers = {"cookie": made.clients[seat].cookie}
                if seat == 0:
                    body = {
                        "seats": [{"kind": "me"}] + [{"kind": "open"}] * (SEATS - 1),
                        "options": {"hands": "random", "pieces": "random"},
                        "visibility": "open",
                    }
                    made.id = (await http.post("/api/tables", json=body, headers=headers)).json()["id"]
                else:
                    await http.post(f"/api/tables/{made.id}/join", json={}, headers=headers)

    limits = httpx.Limits(max_connections=16)
    async with httpx.AsyncClient(base_url=url, headers={"origin": url}, timeout=60, limits=limits) as http:
        http.cookies = _NoCookies()
        await asyncio.gather(*(make(made, http) for made in tables))
    return tables


class _NoCookies(httpx.Cookies):
    """Every client keeps its own."""

    def extract_cookies(self, response: httpx.Response) -> None:
        """Keeps none."""


async def connect_all(url: str, tables: list[LoadTable]) -> None:
    """Everybody at every table."""
    clients = [client for made in tables for client in made.clients]
    for begin in range(0, len(clients), 50):
        await asyncio.gather(*(client.join(url) for client in clients[begin : begin + 50]))


async def keep_alive(tables: list[LoadTable]) -> None:
    """What every page does: a ping every 20 seconds, or the server closes the connection."""
    while True:
        for made in tables:
            for client in made.clients:
                if client.line is not None:
                    await client.line.send('{"type":"ping"}')
            await asyncio.sleep(20 / len(tables))


async def play_like_people(tables: list[LoadTable], seconds: float) -> tuple[list[float], float]:
    """A turn per table every ten seconds, at moments of chance."""
    taken: list[float] = []
    begin = time.perf_counter()

    async def play(made: LoadTable) -> None:
        await asyncio.sleep(random.random() * SECONDS_PER_TURN)
        while time.perf_counter() - begin < seconds:
            next_turn = time.perf_counter() + SECONDS_PER_TURN
            if (latency := await made.turn()) is not None:
                taken.append(latency)
            await asyncio.sleep(max(0.0, next_turn - time.perf_counter()))

    await asyncio.gather(*(play(made) for made in tables))
    return taken, seconds


async def play_fast(tables: list[LoadTable], seconds: float) -> tuple[list[float], float, int]:
    """As fast as possible: the next turn as soon as all have heard of the last one."""
    taken: list[float] = []
    before = sum(made.received for made in tables)
    begin = time.perf_counter()

    async def play(made: LoadTable) -> None:
        while time.perf_counter() - begin < seconds and not made.is_over:
            latency = await made.turn()
            if latency is None:
                return
            taken.append(latency)

    await asyncio.gather(*(play(made) for made in tables))
    spent = time.perf_counter() - begin
    return taken, spent, sum(made.received for made in tables) - before


async def echo(lines: list[ClientConnection], size: int, seconds: float) -> float:
    """Messages per second that a bare echo returns to the same kind of clients."""
    returned = 0
    begin = time.perf_counter()
    text = "x" * size

    async def play(line: ClientConnection) -> None:
        nonlocal returned
        while time.perf_counter() - begin < seconds:
            await line.send(text)
            await line.recv()
            returned += 1

    await asyncio.gather(*(play(line) for line in lines))
    return returned / (time.perf_counter() - begin)


def percentile(values: list[float], share: float) -> float:
    """In milliseconds."""
    return sorted(values)[min(len(values) - 1, int(len(values) * share))] * 1000


async def measure(count: int, seconds: float, busy: int) -> None:
    """Everything, one after another."""
    port, echo_port = free_port(), free_port()
    url, echo_url = f"http://127.0.0.1:{port}", f"http://127.0.0.1:{echo_port}"
    command = [sys.executable, "-m", "tenka", "serve", "--port", str(port)]
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        environment = {"DATABASE_URL": f"sqlite:///{folder}/load.db", "TENKA_LIMITS": "0", "TENKA_BOT_WORKERS": "0"}
        pid = stack.enter_context(process(command, f"{url}/healthz", **environment))
        empty = memory(pid)
        tables = await make_tables(url, count)
        listeners = [asyncio.create_task(keep_alive(tables))]
        await connect_all(url, tables)
        full = memory(pid)
        listeners += [asyncio.create_task(client.listen()) for made in tables for client in made.clients]
        people, spent = await play_like_people(tables, seconds)
        rows = [
            ["live tables of 4, each client connected", f"{count:,}"],
            ["memory per table with its 4 connections", f"{(full - empty) / count / 1024:.0f} kB"],
            ["rate of people: turns/s", f"{len(people) / spent:.0f}"],
            ["rate of people: act to last client's event, p50", f"{percentile(people, 0.5):.1f} ms"],
            ["rate of people: act to last client's event, p99", f"{percentile(people, 0.99):.1f} ms"],
        ]
        stack.enter_context(process([sys.executable, "-c", ECHO, str(echo_port)], echo_url))
        echo_lines = [
            await connect(echo_url.replace("http", "ws"), compression=None, ping_interval=None)
            for _ in range(count * SEATS)
        ]
        rows += await saturate([tables] * ROUNDS, echo_lines)
        rows += await saturate([tables[round_ * busy :][:busy] for round_ in range(ROUNDS)], echo_lines)
        for listener in listeners:
            listener.cancel()
        lines = [client.line for made in tables for client in made.clients if client.line]
        await asyncio.gather(*(line.close() for line in lines + echo_lines))
    title = "Tables with scripted clients on loopback, server and clients on the same two cores"
    how = "SQLite with a commit to disk before every answer"
    save("load", f"{title}\n\n{machine()}, {how}\n\n{table(['what', 'figure'], rows)}")


async def saturate(rounds: list[list[LoadTable]], echo_lines: list[ClientConnection]) -> list[list[str]]:
    """Some tables as fast as they can and an echo, in turns; the medians of all rounds, as rows."""
    turns, ours, echoes, taken = [], [], [], []
    for tables in rounds:
        bytes_before = sum(made.received_bytes for made in tables)
        fast, spent, messages = await play_fast(tables, SECONDS_A_ROUND)
        size = (sum(made.received_bytes for made in tables) - bytes_before) // messages
        turns.append(len(fast) / spent)
        ours.append(messages / spent)
        taken += fast
        echoes.append(await echo(echo_lines[: len(tables) * SEATS], size, SECONDS_A_ROUND))
    shares = sorted(our / bare for our, bare in zip(ours, echoes, strict=True))
    name = f"saturated, {len(rounds[0]):,} tables"
    return [
        [f"{name}: turns/s", f"{statistics.median(turns):,.0f}"],
        [
            f"{name}: act to last client's event, p50 and p99",
            f"{percentile(taken, 0.5):.0f}, {percentile(taken, 0.99):.0f} ms",
        ],
        [f"{name}: messages to clients/s, of {size:,} bytes", f"{statistics.median(ours):,.0f}"],
        ["bare FastAPI echo of as many to as many connections", f"{statistics.median(echoes):,.0f}"],
        [
            "our share of the echo's rate, median of the rounds",
            f"{statistics.median(shares):.0%} ({shares[0]:.0%} to {shares[-1]:.0%})",
        ],
    ]


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--busy", type=int, default=100, help="tables that play as fast as they can")
    options = parser.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    gc.disable()  # four thousand clients in one process: no real client waits for the others' rubbish
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(measure(options.tables, options.seconds, min(options.busy, options.tables)))


if __name__ == "__main__":
    main()
