"""Servers that are killed at any moment, under play: no turn that was accepted is lost, none happens twice, and every
client is back in its game without help, and hears of every turn soon.

Clients are as bad as networks are: they reset connections right after a turn, hang up on requests, close streams. Some
play with clocks, some are programs with a token, and some play a bot of the server's own, which is asked again.

    python -m tests.server.kill --kills 300 --write kills.md
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import signal
import socket
import statistics
import struct
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from tenka.game import CHANCE
from tenka.record import replay
from tests.server.client import BASIC, Node
from tests.server.conftest import upgrade
from tests.server.processes import workers_of
from tests.server.services import Postgres, Redis, free_port, postgres, redis

LOST = (OSError, WebSocketException, httpx.HTTPError, TimeoutError)
"""What a client sees of a server that was killed."""
SOON = 2.0
"""Seconds in which everybody hears of every turn when a server is there again, where nothing else runs beside it."""
SECONDS_TO_HEAR = 20.0
"""Until somebody counts as one who has not heard at all, or a bot as one that nobody asks again: other things may run
beside this. Another node finds out after some four seconds that one is dead."""
BOT = "farmer"
"""Which answers at once: the server shall be busy with its people."""
PEOPLE, PROGRAMS, WITH_BOT, BOTS = "people", "programs", "people with a bot", "bots, until the next turn"
KINDS = {PEOPLE, PROGRAMS, WITH_BOT, BOTS}
"""Who is waited for after a kill."""
CLOCK = {"kind": "real", "turn_seconds": 20, "main_seconds": 40}
"""Shorter than a game with kills takes, longer than a turn does."""


SECONDS_TO_BEGIN = 120.0
"""Its bots are there before a server says that it is well."""


class Victim:
    """A server that is killed and comes back, at the same port."""

    def __init__(self, folder: Path, **environment: Any) -> None:
        self.port = free_port()
        self.url = f"http://localhost:{self.port}"
        self.log = folder / f"victim-{self.port}.log"
        self.environment = Node(folder, TENKA_BOT_WORKERS="1", TENKA_LIMITS="0", **environment).environment
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
            end = time.monotonic() + SECONDS_TO_BEGIN
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

    kind = PEOPLE

    def __init__(self, urls: list[str], seed: int) -> None:
        self.urls = urls
        self.rng = random.Random(seed)
        self.cookie = ""
        self.accepted: list[tuple[str, int, str]] = []
        """Table, version and moves of every turn that the server has taken."""
        self.numbers: dict[tuple[str, int, str], int] = {}
        """By such a turn: the number that its answer had, every time."""
        self.num_connections = 0
        self.num_resets = 0
        self.table = ""
        self.heard = 0
        """The number of the latest event at that table that this client knows of."""
        self.told: dict[tuple[str, int], list[str]] = {}
        """By table and number: what was told of turns that a bot took."""
        self.last_of_bot = 0
        """The number of the latest of these at that table."""

    def accept(self, table: str, turn: dict[str, Any], number: int) -> None:
        """The server has taken a turn; perhaps it says so again."""
        known = (table, turn["version"], turn["moves"])
        assert self.numbers.setdefault(known, number) == number, "a turn sent again has its own number"
        if known not in self.accepted:
            self.accepted.append(known)

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

    def has_heard(self, info: dict[str, Any]) -> bool:
        """Whether this client knows of what the server knows of the table."""
        return self.heard >= int(info["number"])

    def note(self, table: str, entry: dict[str, Any]) -> None:
        """An entry of the log, perhaps told again."""
        if entry["kind"] != "played" or entry["by"] != "bot":
            return
        moves = moves_in(entry)
        assert self.told.setdefault((table, entry["number"]), moves) == moves, "a turn that is told again is the same"
        self.last_of_bot = max(self.last_of_bot, entry["number"])

    async def choose(self, table: str, choice: dict[str, Any]) -> str:
        """A turn of chance, in one token where there is such: most games know nothing of second halves then."""
        tokens = [token for token in choice["legal"] if "@" in token or token == "pass"]
        if tokens:
            return str(self.rng.choice(tokens))
        moves, shown = "", {"choice": choice}
        while "choice" in shown and not (shown["choice"]["is_whole"] and moves):
            tokens = [token for token in shown["choice"]["legal"] if token != "done"] or ["done"]
            moves = f"{moves} {self.rng.choice(tokens)}".strip()
            shown = await self.call("POST", f"/api/tables/{table}/preview", {"moves": moves, "seat": choice["seat"]})
        return moves

    async def play(self, table: str) -> None:
        """Until the game is over."""
        number: int | None = None
        pending: dict[str, Any] | None = None
        choice: dict[str, Any] | None = None
        self.table, self.heard, self.last_of_bot = table, 0, 0
        while True:
            url = self.rng.choice(self.urls)
            headers = {"Origin": url, "Cookie": self.cookie}
            try:
                # Some say which table they come for, and get to its home where there are several workers.
                hint = f"?table={table}" if self.rng.random() < 0.5 else ""
                address = url.replace("http", "ws") + f"/api/socket{hint}"
                async with connect(address, additional_headers=headers) as line:
                    self.num_connections += 1
                    await line.send(json.dumps({"type": "watch", "table": table, "since": number}))
                    if pending is not None:
                        await line.send(json.dumps(pending))
                    async for message in self.messages(line):
                        kind = message["type"]
                        if kind == "table":
                            number, choice = message["info"]["number"], message["choice"]
                            self.heard = number or 0
                            for entry in message["log"]:
                                self.note(table, entry)
                            if message["info"]["status"] == "over":
                                self.table = ""
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
                            self.heard = number or 0
                            self.note(table, message["entry"])
                        elif kind == "accepted" and pending is not None:
                            self.accept(table, pending, message["number"])
                            pending = None
                        elif kind == "refused" and pending is not None:
                            if message["code"] not in ("stale", "turn", "over", "unavailable"):
                                raise AssertionError(message)
                            number = None
                            if message["code"] == "unavailable":  # it may have been written before: it is sent again
                                await asyncio.sleep(0.05)
                            else:
                                pending = None
                            break
                        if choice is not None and pending is None:
                            await asyncio.sleep(self.rng.random() * 0.15)
                            moves = await self.choose(table, choice)
                            pending = {"type": "act", "table": table, "version": choice["version"], "moves": moves}
                            choice = None
                            await self.act(line, url, pending)
            except LOST:
                await asyncio.sleep(0.02 + self.rng.random() * 0.05)

    async def act(self, line: Any, url: str, turn: dict[str, Any]) -> None:
        """Sends a turn, and is not always there for the answer."""
        way = self.rng.random()
        if way < 0.1:  # over HTTP, and hangs up while it is being written
            body = {"moves": turn["moves"], "version": turn["version"]}
            headers = {"origin": url, "cookie": self.cookie}
            async with httpx.AsyncClient(headers=headers, verify=False) as http:
                sending = asyncio.create_task(http.post(f"{url}/api/tables/{turn['table']}/act", json=body))
                await asyncio.wait([sending], timeout=self.rng.random() * 0.02)
                sending.cancel()
                await asyncio.gather(sending, return_exceptions=True)
        await line.send(json.dumps(turn))
        if way > 0.7:  # something is on its way back when the connection is reset
            await line.send(json.dumps({"type": "watch", "table": turn["table"]}))
            await asyncio.sleep(self.rng.random() * 0.01)
            self.num_resets += 1
            reset(line.transport)
            raise ConnectionResetError

    async def messages(self, line: Any) -> AsyncIterator[dict[str, Any]]:
        while True:
            async with asyncio.timeout(8):
                text = await line.recv()
            yield json.loads(text)


def reset(transport: Any) -> None:
    """Ends a connection as a phone does that loses its network."""
    transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    transport.abort()


PROGRAMS_SEAT = 1


class Program(Client):
    """A bot of somebody's own: a token, the event stream, turns over HTTP."""

    kind = PROGRAMS
    token = ""
    is_listening = False
    """Whether something has come over the stream that is open."""
    version = -1
    """That of the latest turn that this program was told to take."""

    def has_heard(self, info: dict[str, Any]) -> bool:
        """It hears of its own turns only; it must know of one that the game waits for, and else be there to hear."""
        return self.is_listening and (PROGRAMS_SEAT not in info["to_move"] or self.version >= info["version"])

    async def play(self, table: str) -> None:
        if not self.token:
            self.token = (await self.call("POST", "/api/tokens", {"label": "x", "scopes": ["read", "play"]}))["secret"]
        self.table, self.version = table, -1
        while (await self.call("GET", f"/api/tables/{table}"))["info"]["status"] != "over":
            url = self.rng.choice(self.urls)
            headers = {"authorization": f"Bearer {self.token}"}
            try:
                async with httpx.AsyncClient(headers=headers, timeout=10, verify=False) as http:
                    self.num_connections += 1
                    async with http.stream("GET", f"{url}/api/events") as stream:
                        async for line in stream.aiter_lines():
                            self.is_listening = True
                            if await self.hear(json.loads(line), table):
                                return
                            if self.rng.random() < 0.1:
                                self.num_resets += 1
                                break
            except LOST:
                await asyncio.sleep(0.02 + self.rng.random() * 0.05)
            finally:
                self.is_listening = False
        self.table = ""

    async def hear(self, message: dict[str, Any], table: str) -> bool:
        """Whether the game is over."""
        if message["type"] == "game_over" and message["table"] == table:
            self.table = ""
            return True
        if message["type"] == "your_turn" and message["table"] == table:
            self.version = message["version"]
            token = self.rng.choice([token for token in message["legal"] if "@" in token or token == "pass"])
            turn = {"version": message["version"], "moves": token}
            answer = await self.call("POST", f"/api/tables/{table}/act", turn)
            if "number" in answer:
                self.accept(table, turn, answer["number"])
        return False


class Pair:
    """Two people who play one game after another; or a person and a program."""

    def __init__(self, urls: list[str], seed: int) -> None:
        other = Program if seed % 4 == 3 else Client
        self.clients: tuple[Client, Client] = Client(urls, seed), other(urls, seed + 1000)
        self.clock = CLOCK if seed % 2 else {"kind": "none"}
        self.tables: list[str] = []

    async def play(self, is_stopping: asyncio.Event) -> None:
        one, two = self.clients
        for client in self.clients:
            await client.call("POST", "/api/guest")
        while not is_stopping.is_set():
            seats = [{"kind": "me"}, {"kind": "open"}]
            # Only tiles that go on a space: the clients know nothing of second halves.
            body = {"seats": seats, "options": BASIC, "visibility": "open", "clock": self.clock, "on_expiry": "lose"}
            table = (await one.call("POST", "/api/tables", body))["id"]
            info = await two.call("POST", f"/api/tables/{table}/join", {})
            if "seats" not in info and info.get("code") != "taken":
                continue
            self.tables.append(table)
            await asyncio.gather(*(client.play(table) for client in self.clients))

    async def must_hear(self) -> list[tuple[str, float]]:
        """How long it took until everybody at the table that goes on knew of what the server knows, by their kind."""
        found = await asyncio.gather(*(_must_hear(client) for client in self.clients))
        return [waited for waited in found if waited is not None]

    async def check(self) -> int:
        """Every turn that was accepted stands in the record once, where it was meant to; returns how many there are."""
        records = {}
        for table in self.tables:
            text = await self.clients[0].call("GET", f"/api/tables/{table}/record")
            game = replay(text)
            assert game.outcome is not None
            records[table] = [step.line for step in game.steps]
            seats = (await self.clients[0].call("GET", f"/api/tables/{table}"))["info"]["seats"]
            assert not any(seat["has_lost_turns"] for seat in seats), "kills took nobody's time"
        total = 0
        for seat, client in enumerate(self.clients):
            for table, version, moves in client.accepted:
                line = records[table][version]
                assert line.split()[2] == ("red", "blue")[seat], "the turn stands where it was meant to"
                assert line.split(" ; ")[0].endswith(moves)
            assert len(set(client.accepted)) == len(client.accepted)
            total += len(client.accepted)
        played = sum(sum(line.startswith("turn") for line in lines) for lines in records.values())
        assert total == played, f"{total} of {played} turns in the logs were acknowledged to who took them"
        return total


async def _must_hear(client: Client) -> tuple[str, float] | None:
    """How long it took until a client knew of what the server knows; None between two games."""
    begin, table = time.monotonic(), client.table
    if not table:
        return None
    info = (await client.call("GET", f"/api/tables/{table}"))["info"]
    while client.table == table and not client.has_heard(info):
        waited = time.monotonic() - begin
        assert waited < SECONDS_TO_HEAR, f"one of the {client.kind} has not heard of event {info['number']}"
        await asyncio.sleep(0.01)
    return client.kind, time.monotonic() - begin


class WithBot:
    """Somebody who plays a bot of the server's, one game after another."""

    def __init__(self, urls: list[str], seed: int, settings: dict[str, Any]) -> None:
        self.client = Client(urls, seed)
        self.client.kind = WITH_BOT
        self.clients: tuple[Client, ...] = (self.client,)
        self.settings = settings
        self.tables: list[str] = []

    async def play(self, is_stopping: asyncio.Event) -> None:
        await self.client.call("POST", "/api/guest")
        while not is_stopping.is_set():
            seats = [{"kind": "me"}, {"kind": "bot", "bot": BOT}]
            table = (await self.client.call("POST", "/api/tables", {"seats": seats, **self.settings}))["id"]
            self.tables.append(table)
            await self.client.play(table)

    async def must_hear(self) -> list[tuple[str, float]]:
        """How long it took until all was known, and until the bot has taken its next turn: it may have been thinking
        when the server was killed."""
        begin, table = time.monotonic(), self.client.table
        if not table:
            return []
        number = (await self.client.call("GET", f"/api/tables/{table}"))["info"]["number"]
        heard = await _must_hear(self.client)
        while self.client.table == table and self.client.last_of_bot <= number:
            assert time.monotonic() - begin < SECONDS_TO_HEAR, f"no bot plays at table {table}"
            await asyncio.sleep(0.01)
        return [*([heard] if heard else []), (BOTS, time.monotonic() - begin)]

    async def check(self) -> int:
        """What was accepted, and what was told of the bot, stands in the log once; returns how many turns there are."""
        total = 0
        for table in self.tables:
            shown = await self.client.call("GET", f"/api/tables/{table}")
            assert shown["info"]["status"] == "over"
            played = {entry["number"]: entry for entry in shown["log"] if entry["kind"] == "played"}
            of_bot = {number: moves_in(entry) for number, entry in played.items() if entry["by"] == "bot"}
            told = {number: moves for (of, number), moves in self.client.told.items() if of == table}
            assert told == of_bot, "every turn of the bot was told, and what was told stands in the log"
            game = replay(await self.client.call("GET", f"/api/tables/{table}/record"))
            assert game.outcome is not None
            logged = [moves for entry in played.values() for moves in moves_in(entry)]
            assert logged == [moves_of(step.line) for step in game.steps if step.seat != CHANCE], "and in the record"
            own = [entry for entry in played.values() if entry["by"] == "person"]
            accepted = [moves for of, _, moves in self.client.accepted if of == table]
            assert len(accepted) == len(own), "every turn in the log was acknowledged to who took it"
            for moves, entry in zip(accepted, own, strict=True):
                given = moves.removesuffix(" done").split()
                assert entry["plies"][0]["tokens"][: len(given)] == given, "the turns stand where they were meant to"
            total += len(played)
        return total


def moves_in(entry: dict[str, Any]) -> list[str]:
    """What people or bots decided in an entry, without what came of it, which not everybody may know at first."""
    return [moves_of(ply["line"]) for ply in entry["plies"] if ply["seat"] != CHANCE]


def moves_of(line: str) -> str:
    return line.split(" ; ")[0]


@dataclass
class Figures:
    """What happened. What was lost, doubled or not heard of has raised an AssertionError."""

    kills: int = 0
    turns: int = 0
    connections: int = 0
    resets: int = 0
    waits: defaultdict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    """By kind of client: the seconds that it took after each kill until one of them knew everything."""

    def describe_waits(self) -> list[list[str]]:
        """By kind: how many waits, the middle one, the longest, and how many were longer than `SOON`."""
        return [
            [
                kind,
                f"{len(waits):,}",
                f"{statistics.median(waits):.2f} s",
                f"{max(waits):.2f} s",
                f"{sum(waited > SOON for waited in waits):,}",
            ]
            for kind, waits in sorted(self.waits.items())
        ]


def make_pairs(urls: list[str], count: int) -> list[Pair | WithBot]:
    """So many pairs, and at a table of each game somebody with a bot."""
    games: list[dict[str, Any]] = [{"options": BASIC}, {"game": "history"}]
    alone = [WithBot(urls, 500 + number, settings) for number, settings in enumerate(games)]
    return [*(Pair(urls, seed) for seed in range(count)), *alone]


Kill = Callable[[int], Awaitable[None]]
"""Kills something, by the number of the kill, and waits until the server is there again."""


async def torment(pairs: list[Pair | WithBot], kills: int, kill: Kill, until: float = float("inf")) -> Figures:
    """Kills while all play, so often or until a time."""
    is_stopping = asyncio.Event()
    playing = [asyncio.create_task(pair.play(is_stopping)) for pair in pairs]
    rng = random.Random(1)
    found = Figures()
    while not all(client.table for pair in pairs for client in pair.clients):
        await asyncio.sleep(0.05)
    while found.kills < kills and time.monotonic() < until:
        await asyncio.sleep(rng.random() * 0.6)
        await kill(found.kills)
        found.kills += 1
        for waited in await asyncio.gather(*(pair.must_hear() for pair in pairs)):
            for kind, seconds in waited:
                found.waits[kind].append(seconds)
        for task in playing:
            if task.done():
                task.result()
    is_stopping.set()
    async with asyncio.timeout(600):
        await asyncio.gather(*playing)
    found.turns = sum([await pair.check() for pair in pairs])
    clients = [client for pair in pairs for client in pair.clients]
    found.connections = sum(one.num_connections for one in clients)
    found.resets = sum(one.num_resets for one in clients)
    return found


def torment_server(folder: Path, kills: int, until: float = float("inf")) -> Figures:
    """One process on SQLite."""
    with victims(Victim(folder)) as (victim,):
        pairs = make_pairs([victim.url], 8)

        async def kill(_number: int) -> None:
            victim.kill()
            victim.start()
            await victim.healthy()

        async def run() -> Figures:
            await victim.healthy()
            return await torment(pairs, kills, kill, until)

        return asyncio.run(run())


def torment_workers(folder: Path, kills: int, until: float = float("inf")) -> Figures:
    """Two workers on SQLite: either of them, and now and then all with their server."""
    with victims(Victim(folder, TENKA_WORKERS="2")) as (victim,):
        pairs = make_pairs([victim.url], 6)

        async def kill(number: int) -> None:
            if number % 10 == 6:
                victim.kill()
                victim.start()
            elif workers := workers_of(victim.process):  # none: all have just been killed
                os.kill(workers[number % len(workers)], signal.SIGKILL)
            await victim.healthy()

        async def run() -> Figures:
            await victim.healthy()
            return await torment(pairs, kills, kill, until)

        return asyncio.run(run())


def torment_nodes(folder: Path, kills: int, until: float = float("inf")) -> Figures:
    """Two nodes in turn, Redis, which stays away for a while, and PostgreSQL."""
    with postgres() as database, redis() as broker:
        settings: dict[str, Any] = {"DATABASE_URL": database.url, "REDIS_URL": broker.url}
        upgrade(Node(folder, **settings))
        with victims(Victim(folder, **settings), Victim(folder, **settings)) as nodes:
            pairs = make_pairs([node.url for node in nodes], 6)
            return asyncio.run(_torment_nodes(pairs, nodes, broker, database, kills, until))


async def _torment_nodes(
    pairs: list[Pair | WithBot], nodes: tuple[Victim, ...], broker: Redis, database: Postgres, kills: int, until: float
) -> Figures:
    async def all_healthy() -> None:
        for node in nodes:
            await node.healthy()

    async def kill(number: int) -> None:
        if number % 10 == 4:
            broker.stop()
        if number % 10 == 9:
            broker.start()
        if number % 10 in (2, 7):
            database.kill()
            database.start()
        else:
            victim = nodes[number % 2]
            victim.kill()
            victim.start()
        await all_healthy()

    await all_healthy()
    return await torment(pairs, kills, kill, until)


TORMENTS = {
    "one process, SQLite": torment_server,
    "two workers and their server, SQLite": torment_workers,
    "two nodes, Redis and PostgreSQL": torment_nodes,
}


def describe(found: dict[str, Figures]) -> str:
    """For people."""
    columns = ["killed", "kills", "turns", "lost, doubled, unheard", "connections", "resets"]
    rows = [
        [name, f"{figures.kills:,}", f"{figures.turns:,}", "0", f"{figures.connections:,}", f"{figures.resets:,}"]
        for name, figures in found.items()
    ]
    waits = [[name, *row] for name, figures in found.items() for row in figures.describe_waits()]
    heard = (
        "After each kill, as soon as the server said that it was well: how long until everybody at a table knew of all"
    )
    bots = f"that it knew, and until the bots, {BOT}, had taken a turn more."
    busy = f"On {os.cpu_count()} cores, with {os.getloadavg()[0]:.0f} processes on average that wanted them."
    columns_of_waits = ["killed", "who", "waits", "median", "longest", f"over {SOON:.0f} s"]
    parts = [f"{date.today()}. {busy}", _table(columns, rows), f"{heard}\n{bots}", _table(columns_of_waits, waits)]
    return "\n\n".join(parts)


def _table(columns: list[str], rows: list[list[str]]) -> str:
    return "\n".join(f"| {' | '.join(row)} |" for row in [columns, ["---"] * len(columns), *rows])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--kills", type=int, default=300, help="in all")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="at most, in all")
    parser.add_argument("--write", type=Path, help="a file for what was found")
    given = parser.parse_args()
    found: dict[str, Figures] = {}
    for name, run in TORMENTS.items():
        until = time.monotonic() + given.seconds / len(TORMENTS)
        with tempfile.TemporaryDirectory() as folder:
            found[name] = run(Path(folder), given.kills // len(TORMENTS), until)
        print(describe({name: found[name]}), flush=True)
        if given.write:
            given.write.write_text(f"# Killed again and again\n\n{describe(found)}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
