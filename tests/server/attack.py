"""An attack: one hostile guest, and one hostile address with hundreds of connections, against people who play.

Everything that the server offers is asked for, within the limits and beyond: every endpoint, every message, half
requests, connections that are reset or not read from. Meanwhile two people play each other and one plays a bot, and
what they wait for is measured.

    python -m tests.server.attack --seconds 120

In reality those who call have machines of their own: `--server-cores 0,1 --client-cores 2-15` gives the server and its
bots two cores to themselves.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import itertools
import json
import multiprocessing
import os
import random
import socket
import struct
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable
from pathlib import Path
from typing import Any, NamedTuple

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from tests.server.client import BASIC, Node, running
from tests.server.processes import add_cores, describe_cores, on_cores

GUEST, ADDRESS, VICTIM = "127.0.0.77", "127.0.0.66", "127.0.0.1"
"""Where the hostile guest, the hostile crowd and the others come from."""
FAILED = (OSError, WebSocketException, httpx.HTTPError, TimeoutError)
RECORD = Path(__file__).parent.parent / "games" / "2015-2-players.game"
SECONDS_TO_WARM_UP = 3.0


class Found(NamedTuple):
    """What people had to wait for, in seconds."""

    turns: list[float]
    """From sending a turn until the other one has it."""
    answers: list[float]
    """From a turn until the bot has answered it."""
    hostile: dict[str, int]
    """What the attackers got for answers."""
    calm: tuple[list[float], list[float]]
    """The same waits before the attack: machines have moods, and other work to do."""


class Caller:
    """Somebody with a cookie, at an address."""

    def __init__(self, url: str, address: str) -> None:
        self.url = url
        self.address = address
        transport = httpx.AsyncHTTPTransport(
            local_address=address, limits=httpx.Limits(max_connections=40), verify=False
        )
        self.http = httpx.AsyncClient(transport=transport, base_url=url, headers={"origin": url}, timeout=30)
        self.cookie = ""
        self.got: Counter[str] = Counter()

    async def send(self, method: str, path: str, body: Any = None, **headers: str) -> httpx.Response | None:
        try:
            headers |= {"cookie": self.cookie} if self.cookie else {}
            answer = await self.http.request(method, path, json=body, headers=headers)
        except FAILED as error:
            self.got[type(error).__name__] += 1
            return None
        self.got[str(answer.status_code)] += 1
        return answer

    async def become_guest(self) -> bool:
        answer = await self.send("POST", "/api/guest")
        if answer is not None and answer.status_code == 200:
            self.cookie = answer.headers["set-cookie"].split(";")[0]
        self.http.cookies.clear()
        return bool(self.cookie)

    async def table(self, *seats: str, **settings: Any) -> str | None:
        wanted = [{"kind": seat} if seat in ("me", "open") else {"kind": "bot", "bot": seat} for seat in seats]
        answer = await self.send("POST", "/api/tables", {"seats": wanted, **settings})
        return str(answer.json()["id"]) if answer is not None and answer.status_code == 201 else None

    def line(self) -> connect:
        headers = {"Origin": self.url, **({"Cookie": self.cookie} if self.cookie else {})}
        address = self.url.replace("http", "ws") + "/api/socket"
        return connect(address, additional_headers=headers, local_addr=(self.address, 0), max_queue=4, open_timeout=20)


# --- the attackers --------------------------------------------------------------------------------------------------


async def flood_endpoints(caller: Caller, tables: list[str], seed: int) -> None:
    """Every endpoint, as fast as answers come."""
    rng, record = random.Random(seed), RECORD.read_text(encoding="utf-8")
    while True:
        table = rng.choice(tables) if tables else "nowhere"
        calls: list[tuple[str, str, Any]] = [
            ("GET", "/api/tables", None),
            ("GET", "/api/tables/mine", None),
            ("GET", f"/api/tables/{table}", None),
            ("GET", f"/api/tables/{table}/replay", None),
            ("GET", f"/api/tables/{table}/record", None),
            ("GET", f"/api/tables/{table}/positions/{rng.randrange(9)}", None),
            ("GET", f"/api/tables/{table}/proof", None),
            ("POST", "/api/sandbox", {"table": table, "version": 0, "turns": [], "moves": ""}),
            ("POST", f"/api/tables/{table}/hint", {"moves": ""}),
            ("POST", f"/api/tables/{table}/preview", {"moves": ""}),
            ("POST", f"/api/tables/{table}/act", {"moves": "pass", "version": 0}),
            ("POST", f"/api/tables/{table}/leave", None),
            ("POST", f"/api/tables/{table}/return", None),
            ("POST", f"/api/tables/{table}/rematch", None),
            ("POST", "/api/records", {"text": record}),
            ("POST", "/api/sign-in", {"name": "victim", "password": f"guess {rng.random()}"}),
            ("POST", "/api/recover", {"name": "victim", "code": f"{rng.random()}", "password": "battery staple"}),
            ("POST", "/api/register", {"name": "V1ctim", "password": "battery staple"}),
            ("GET", "/api/leaderboard", None),
            ("GET", "/api/people/victim", None),
            ("GET", "/api/games", None),
            ("GET", "/api/account", None),
            ("PUT", "/api/settings", {"settings": {"x": "y" * 7_000}}),
            ("POST", "/api/tokens", {"label": "x", "scopes": ["read"]}),
            ("GET", "/healthz", None),
            ("GET", "/metrics", None),
            ("GET", "/" + "x" * 3_000, None),
            ("POST", "/api/tables", {"seats": [{"kind": "bot", "bot": "mcts:600000ms"}, {"kind": "me"}]}),
        ]
        await caller.send(*rng.choice(calls))


async def keep_tables(caller: Caller, tables: list[str]) -> None:
    """Tables against the strongest bots, and tables that fill the lobby."""
    kinds = itertools.cycle([("me", "shogun"), ("me", "shogun", "shogun", "shogun"), ("me", "open")])
    while True:
        seats = next(kinds)
        options = {} if "open" in seats else {"options": BASIC}
        table = await caller.table(*seats, visibility="open", **options)
        if table is not None:
            tables.append(table)
            await caller.send("POST", f"/api/tables/{table}/leave", None)  # so that bots play each other
        await asyncio.sleep(0.05)


async def flood_socket(caller: Caller, tables: list[str], seed: int) -> None:
    """Every message, as fast as the line takes them."""
    rng = random.Random(seed)
    while True:
        try:
            async with caller.line() as line:
                reading = asyncio.create_task(_read(line))
                try:
                    for number in itertools.count(1):
                        await line.send(json.dumps(_message(rng, tables, number)))
                        await asyncio.sleep(0)  # the other attackers want to send as well
                finally:
                    reading.cancel()
        except FAILED as error:
            caller.got[type(error).__name__] += 1
            await asyncio.sleep(0.05)


def _message(rng: random.Random, tables: list[str], number: int) -> dict[str, Any]:
    table = rng.choice(tables) if tables else "nowhere"
    version = rng.randrange(3)
    messages: list[dict[str, Any]] = [
        {"type": "watch", "table": table, "since": rng.choice([None, 0, 1, 5])},
        {"type": "watch_lobby"},
        {"type": "hint", "table": table, "version": version},
        {"type": "preview", "table": table, "version": version, "moves": ""},
        {"type": "act", "table": table, "version": version, "moves": "pass"},
        {"type": "signal", "table": table, "signal": "hurry"},
        {"type": "ping"},
        {"type": "unwatch", "table": table},
        {"type": "nonsense"} if number % 50 == 0 else {"type": "ping"},
    ]
    return {**rng.choice(messages), "id": number}


async def _read(line: ClientConnection) -> None:
    with contextlib.suppress(*FAILED):
        async for _ in line:
            pass


async def not_read(caller: Caller, tables: list[str]) -> None:
    """A connection that asks for much and takes in nothing."""
    while True:
        try:
            async with caller.line() as line:
                while True:
                    for table in tables[:20]:
                        await line.send(json.dumps({"type": "watch", "table": table}))
                    await line.send('{"type": "watch_lobby"}')
                    await asyncio.sleep(0.2)
        except FAILED:
            await asyncio.sleep(0.2)


async def act_and_reset(caller: Caller, tables: list[str]) -> None:
    """Sends turns and resets the connection at once."""
    while True:
        with contextlib.suppress(*FAILED):
            async with caller.line() as line:
                for table in tables[-3:]:
                    await line.send(json.dumps({"type": "watch", "table": table}))
                    await line.send(json.dumps({"type": "act", "table": table, "version": 0, "moves": "pass"}))
                sock = line.transport.get_extra_info("socket")
                sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                line.transport.abort()
        await asyncio.sleep(0.1)


async def listen(caller: Caller) -> None:
    """An event stream."""
    while True:
        with contextlib.suppress(*FAILED):
            async with caller.http.stream("GET", "/api/events", headers={"cookie": caller.cookie}) as stream:
                caller.got[f"stream {stream.status_code}"] += 1
                async for _ in stream.aiter_bytes():
                    pass
        await asyncio.sleep(0.2)


async def half_request(caller: Caller, text: bytes) -> None:
    """Says half of what it wants, and waits."""
    port = int(caller.url.rpartition(":")[2])
    while True:
        with contextlib.suppress(*FAILED):
            reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(caller.address, 0))
            writer.write(text)
            await reader.read()
            writer.close()
        await asyncio.sleep(0.5)


async def attack(url: str, seconds: float, num_guests: int, num_half: int) -> dict[str, int]:
    """One guest, and a crowd at one address."""
    alone = Caller(url, GUEST)
    crowd = [Caller(url, ADDRESS) for _ in range(num_guests)]
    for caller in (alone, *crowd):
        await caller.become_guest()
    tasks: list[Awaitable[None]] = []
    for caller, num_lines in ((alone, 20), *((caller, 3) for caller in crowd)):
        tables: list[str] = []
        tasks += [keep_tables(caller, tables), not_read(caller, tables), act_and_reset(caller, tables)]
        tasks += [flood_socket(caller, tables, seed) for seed in range(num_lines)]
        tasks += [flood_endpoints(caller, tables, seed) for seed in range(4)]
        tasks += [listen(caller) for _ in range(3)]
    head = b"GET /api/me HTTP/1.1\r\nHost: localhost\r\n"
    body = b"POST /api/records HTTP/1.1\r\nHost: localhost\r\ncontent-length: 99999\r\n\r\n{"
    tasks += [half_request(crowd[0], head) for _ in range(num_half)]
    tasks += [half_request(crowd[0], body) for _ in range(num_half // 4)]
    running_tasks = [asyncio.ensure_future(task) for task in tasks]
    await asyncio.sleep(seconds)
    for task in running_tasks:
        task.cancel()
    await asyncio.gather(*running_tasks, return_exceptions=True)
    return dict(sum((caller.got for caller in (alone, *crowd)), Counter()))


def _attack(url: str, seconds: float, num_guests: int, num_half: int, answer: Any) -> None:
    answer.send(asyncio.run(attack(url, seconds, num_guests, num_half)))


# --- the others -----------------------------------------------------------------------------------------------------


async def play_together(url: str, until: float, waits: list[float]) -> None:
    """Two people, one game after another; how long until a turn has reached the other."""
    one, two = Caller(url, VICTIM), Caller(url, VICTIM)
    for caller in (one, two):
        assert await caller.become_guest(), caller.got
    while time.monotonic() < until:
        table = await one.table("me", "open", options=BASIC)
        assert table is not None, one.got
        key = (await _good(one, f"/api/tables/{table}"))["info"]["key"]
        joined = await two.send("POST", f"/api/tables/{table}/join", {"key": key})
        assert joined is not None
        assert joined.status_code == 200, joined.text
        async with one.line() as first, two.line() as second:
            lines = [first, second]
            choices = [await _watch(line, table) for line in lines]
            while time.monotonic() < until and any(choices):
                await asyncio.sleep(0.15)
                seat = 0 if choices[0] else 1
                begin = time.monotonic()
                await lines[seat].send(json.dumps(_turn(table, choices[seat])))
                heard = await asyncio.gather(*(_event(line) for line in lines))
                waits.append(time.monotonic() - begin)
                choices = [event["choice"] for event in heard]


async def play_bot(url: str, until: float, waits: list[float]) -> None:
    """A person against a bot that thinks; how long until it has answered."""
    caller = Caller(url, VICTIM)
    assert await caller.become_guest(), caller.got
    while time.monotonic() < until:
        table = await caller.table("me", "daimyo", options={**BASIC, "first": "red"})
        assert table is not None, caller.got
        async with caller.line() as line:
            choice = await _watch(line, table)
            while time.monotonic() < until and choice:
                await asyncio.sleep(0.3)
                await line.send(json.dumps(_turn(table, choice)))
                event = await _event(line)
                begin = time.monotonic()
                while event["choice"] is None and event["outcome"] is None:
                    event = await _event(line)
                waits.append(time.monotonic() - begin)
                choice = event["choice"]


async def _good(caller: Caller, path: str) -> Any:
    answer = await caller.send("GET", path)
    assert answer is not None
    return answer.json()


def _turn(table: str, choice: dict[str, Any] | None) -> dict[str, Any]:
    assert choice is not None
    moves = next(token for token in choice["legal"] if "@" in token or token == "pass")
    return {"type": "act", "id": 9, "table": table, "version": choice["version"], "moves": moves}


async def _watch(line: ClientConnection, table: str) -> dict[str, Any] | None:
    await line.send(json.dumps({"type": "watch", "table": table}))
    while True:
        message = json.loads(await asyncio.wait_for(line.recv(), 30))
        if message["type"] == "table":
            choice: dict[str, Any] | None = message["choice"]
            return choice


async def _event(line: ClientConnection) -> dict[str, Any]:
    while True:
        message: dict[str, Any] = json.loads(await asyncio.wait_for(line.recv(), 60))
        assert message["type"] != "refused", message
        if message["type"] == "event":
            return message


async def live(url: str, seconds: float) -> tuple[list[float], list[float]]:
    """People who only want to play, for a while."""
    turns: list[float] = []
    answers: list[float] = []
    until = time.monotonic() + seconds
    await asyncio.gather(play_together(url, until, turns), play_bot(url, until, answers))
    return turns, answers


def endure(
    seconds: float,
    num_guests: int = 25,
    num_half: int = 300,
    server_cores: frozenset[int] | None = None,
) -> Found:
    """Starts a server, has it attacked, and measures what the others wait for."""
    with contextlib.ExitStack() as stack:
        node = Node(Path(stack.enter_context(tempfile.TemporaryDirectory())), TENKA_BOT_WORKERS="1")
        with on_cores(server_cores):
            stack.enter_context(running(node))
        calm = asyncio.run(live(node.url, seconds / 4))
        ours, theirs = multiprocessing.Pipe()
        arguments = (node.url, seconds + SECONDS_TO_WARM_UP, num_guests, num_half, theirs)
        attacker = multiprocessing.get_context("spawn").Process(target=_attack, args=arguments)
        attacker.start()
        time.sleep(SECONDS_TO_WARM_UP)
        try:
            turns, answers = asyncio.run(live(node.url, seconds))
            hostile = ours.recv()
        finally:
            attacker.join(30)
            attacker.kill()
        health = httpx.get(f"{node.url}/healthz", timeout=30).json()
        assert health["status"] == "ok", health
    return Found(turns, answers, hostile, calm)


def share(waits: list[float], part: float) -> float:
    """The wait that so large a part of them does not exceed."""
    return sorted(waits)[min(len(waits) - 1, int(len(waits) * part))]


def describe(found: Found, seconds: float, where: str = describe_cores(None, None)) -> str:
    """For people."""
    lines = [f"{seconds:.0f} s; {len(found.turns)} turns between people, {len(found.answers)} answers of a bot.", ""]
    lines += ["| | median | 99 of 100 | longest |", "|---|---|---|---|"]
    rows = {
        "a turn reaches the other, before": found.calm[0],
        "a turn reaches the other, under attack": found.turns,
        "a bot has answered, before": found.calm[1],
        "a bot has answered, under attack": found.answers,
    }
    for name, waits in rows.items():
        figures = " | ".join(
            f"{seconds * 1000:.0f} ms" for seconds in (share(waits, 0.5), share(waits, 0.99), max(waits))
        )
        lines.append(f"| {name} | {figures} |")
    load = f"{os.getloadavg()[0]:.0f} processes on average that wanted them"
    others = f"On {os.cpu_count()} cores, {where}; with {load}."
    answers = ", ".join(f"{name}: {number:,}" for name, number in sorted(found.hostile.items()))
    return "\n".join([*lines, "", others, "", f"What the attackers got: {answers}."])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--seconds", type=float, default=120.0)
    parser.add_argument("--guests", type=int, default=25)
    parser.add_argument("--half", type=int, default=300)
    add_cores(parser)
    parser.add_argument("--write", type=Path, help="a file for what was found")
    given = parser.parse_args()
    with on_cores(given.client_cores):
        found = endure(given.seconds, given.guests, given.half, given.server_cores)
    text = describe(found, given.seconds, describe_cores(given.server_cores, given.client_cores))
    print(text)
    if given.write:
        given.write.write_text(f"# Under attack\n\n{text}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
