"""What a lobby costs: many people watch many open tables that change all the time.

    python benchmarks/lobby.py [--people 1000] [--tables 500] [--changes 5] [--seconds 30]

One process serves. What counts is its processor time, which neighbours on the machine change little: first while
nothing happens, then with the changes, then the changes again while nobody watches. At the end those who read what
they got must have the lobby that the server tells somebody who asks.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx
import uvloop
from load import free_port, percentile, process
from pydantic_core import from_json
from results import machine, save, table
from websockets.asyncio.client import ClientConnection, connect

TABLES_A_PERSON = 5
READERS = 50


class Watcher:
    """Somebody who follows the lobby, as the page does."""

    def __init__(self, reads: bool) -> None:
        self.reads = reads
        """Some read what comes; the others only count it, or the clients would take the machine from the server."""
        self.line: ClientConnection | None = None
        self.tables: dict[str, Any] = {}
        self.messages = 0
        self.bytes = 0
        self.heard: dict[tuple[str, int], float] = {}
        """By table and number of its event: when it came."""

    async def join(self, url: str) -> None:
        """Connects and gets the whole lobby."""
        address = url.replace("http", "ws") + "/api/socket"
        headers = {"Origin": url}
        self.line = await connect(
            address, additional_headers=headers, compression=None, ping_interval=None, max_size=None
        )
        await self.line.send('{"type":"watch_lobby","id":1}')
        while not (text := await self.line.recv(decode=False)).startswith(b'{"type":"lobby"'):
            pass
        self._take(text)

    async def listen(self) -> None:
        """Takes in what comes."""
        assert self.line is not None
        while True:
            text = await self.line.recv(decode=False)
            if text.startswith(b'{"type":"lobby_changed"'):
                self.messages += 1
                self.bytes += len(text)
                self._take(text)

    def _take(self, text: bytes) -> None:
        if not self.reads:
            return
        now, message = time.perf_counter(), from_json(text)
        for info in message["tables"]:
            self.tables[info["id"]] = info
            self.heard[info["id"], info["number"]] = now
        for gone in message.get("gone", ()):
            self.tables.pop(gone, None)


async def make_tables(http: httpx.AsyncClient, count: int) -> list[tuple[str, str]]:
    """Open tables: the cookie of who made it, and its id."""
    made = []
    cookie = ""
    for number in range(count):
        if number % TABLES_A_PERSON == 0:
            answer = await http.post("/api/guest", headers={"cookie": ""})
            cookie = answer.headers["set-cookie"].split(";")[0]
            http.cookies.clear()
        body = {
            "seats": [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}],
            "visibility": "open",
            "starts": "maker",
        }
        answer = await http.post("/api/tables", json=body, headers={"cookie": cookie})
        made.append((cookie, answer.json()["id"]))
    return made


async def change(
    http: httpx.AsyncClient, made: list[tuple[str, str]], rate: float, seconds: float
) -> dict[tuple[str, int], float]:
    """Seats are taken and opened again, so many a second; when each change was answered."""
    answered = {}
    begin = time.perf_counter()
    for number in range(int(rate * seconds)):
        await asyncio.sleep(max(0.0, begin + number / rate - time.perf_counter()))
        cookie, name = made[number % len(made)]
        bot = "greedy" if number // len(made) % 2 == 0 else None
        answer = await http.put(f"/api/tables/{name}/seats/1", json={"bot": bot}, headers={"cookie": cookie})
        answered[name, answer.json()["number"]] = time.perf_counter()
    await asyncio.sleep(max(0.0, begin + seconds - time.perf_counter()))
    return answered


async def keep_alive(watchers: list[Watcher]) -> None:
    """What every page does: a ping every 20 seconds, or the server closes the connection."""
    while True:
        for watcher in watchers:
            if watcher.line is not None:
                await watcher.line.send('{"type":"ping"}')
            await asyncio.sleep(20 / len(watchers))


def processor_seconds(pid: int) -> float:
    """What a process has used so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def measure(people: int, count: int, rate: float, seconds: float) -> None:
    """Everything, one after another."""
    url = f"http://127.0.0.1:{free_port()}"
    command = [sys.executable, "-m", "tenka", "serve", "--port", url.rsplit(":", 1)[1]]
    with tempfile.TemporaryDirectory() as folder:
        environment = {"DATABASE_URL": f"sqlite:///{folder}/lobby.db", "TENKA_LIMITS": "0", "TENKA_BOT_WORKERS": "0"}
        with process(command, f"{url}/healthz", **environment) as pid:
            async with httpx.AsyncClient(base_url=url, headers={"origin": url}, timeout=60) as http:
                made = await make_tables(http, count)
                watchers = [Watcher(number < READERS) for number in range(people)]
                for begin in range(0, people, 20):
                    await asyncio.gather(*(watcher.join(url) for watcher in watchers[begin : begin + 20]))
                listening = [asyncio.create_task(watcher.listen()) for watcher in watchers]
                listening.append(asyncio.create_task(keep_alive(watchers)))
                await asyncio.sleep(3)
                for watcher in watchers:  # who came first has heard more
                    watcher.messages = watcher.bytes = 0
                shares = []
                for rate_now in (0.0, rate):
                    before = processor_seconds(pid)
                    answered = await change(http, made, rate_now, seconds)
                    shares.append((processor_seconds(pid) - before) / seconds)
                await asyncio.sleep(2.5)
                asked = {info["id"]: info for info in (await http.get("/api/tables")).json()["tables"]}
                wrong = sum(watcher.tables != asked for watcher in watchers if watcher.reads)
                are_all_told = len({watcher.messages for watcher in watchers}) == 1
                for task in listening:
                    task.cancel()
                await asyncio.gather(*(watcher.line.close() for watcher in watchers if watcher.line))
                await asyncio.sleep(3)
                before = processor_seconds(pid)
                await change(http, made, rate, seconds)
                shares.append((processor_seconds(pid) - before) / seconds)
    if wrong or not are_all_told:
        sys.exit(f"{wrong} watchers have another lobby than the server, or some heard less than others")
    late = [watcher.heard[key] - at for watcher in watchers for key, at in answered.items() if key in watcher.heard]
    messages = sum(watcher.messages for watcher in watchers)
    rows = [
        ["people who watch, tables in the lobby, changes a second", f"{people:,}, {len(asked):,}, {rate:g}"],
        ["processor of the server: nothing happens", f"{shares[0]:.1%} of a core"],
        ["processor of the server: with the changes", f"{shares[1]:.1%} of a core"],
        ["processor of the server: the same changes, and nobody watches", f"{shares[2]:.1%} of a core"],
        ["messages to each watcher, of so many bytes", f"{messages / people:.0f}, {_mean_bytes(watchers)}"],
        [
            "from a change's answer to a watcher, p50, p99",
            f"{percentile(late, 0.5):.0f}, {percentile(late, 0.99):.0f} ms",
        ],
    ]
    title = f"A lobby that changes for {seconds:.0f} s, clients on the same machine"
    how = f"everybody got as many messages, and {READERS} who read them had the server's lobby in the end"
    save("lobby", f"{title}\n\n{machine()}, {how}\n\n{table(['what', 'figure'], rows)}")


def _mean_bytes(watchers: list[Watcher]) -> str:
    return f"{sum(watcher.bytes for watcher in watchers) // max(1, sum(watcher.messages for watcher in watchers)):,}"


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--people", type=int, default=1_000)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--changes", type=float, default=5.0)
    parser.add_argument("--seconds", type=float, default=30.0)
    given = parser.parse_args()
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(measure(given.people, given.tables, given.changes, given.seconds))


if __name__ == "__main__":
    main()
