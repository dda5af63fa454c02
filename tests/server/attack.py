"""An attack: one hostile guest, and one hostile address with hundreds of connections, against people who play.

Everything that the server offers is asked for, within the limits and beyond: every call of its OpenAPI document and
every message of its protocol, sensible or not, at tables of both games; pages, pings and parts of messages without end;
half requests, connections that are reset or not read from. What is offered one day is so attacked without anybody's
doing. Meanwhile two people play each other and one plays a bot, and what they wait for is measured.

    python -m tests.server.attack --seconds 120

In reality those who call have machines of their own: `--server-cores 0,1 --client-cores 2-15` gives the server and its
bots two cores to themselves. Where there are no others, `--yield` has the attackers run at the lowest priority: then
they take of the cores what server, bots and people leave, and hardly keep anybody waiting by what they compute.
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
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Awaitable, Iterator
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote, urlencode

import httpx
from pydantic import TypeAdapter
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from tenka.games import GAMES
from tenka.puzzles.shelf import open_shelf
from tenka.server.app import make_app
from tenka.server.config import Config
from tenka.server.socket_messages import ToServer
from tests.server.client import BASIC, Node, running
from tests.server.processes import add_cores, describe_cores, on_cores

GUEST, ADDRESS, VICTIM = "127.0.0.77", "127.0.0.66", "127.0.0.1"
"""Where the hostile guest, the hostile crowd and the others come from."""
FAILED = (OSError, WebSocketException, httpx.HTTPError, TimeoutError)
RECORD = Path(__file__).parent.parent / "games" / "2015-2-players.game"
RECORDS = (RECORD, RECORD.with_name("history-2-players.game"), RECORD.with_name("history-unfinished.game"))
SECONDS_TO_WARM_UP = 3.0
LOWEST = 19
"""How nice attackers are that take no core from who could use it."""
PAGE = ("/", "/docs/", "/metrics", "/table/abcd", "/nowhere.js")
"""What is asked for beside the interface."""
STREAM = "/api/events"
"""This call never ends: it has listeners of its own."""
ENDS_SESSION = {"POST /api/sign-out", "POST /api/account/delete", "DELETE /api/sessions/{session}"}
"""Who calls these is nobody afterwards, and would attack no more."""


class Found(NamedTuple):
    """What people had to wait for, in seconds."""

    turns: list[float]
    """From sending a turn until the other one has it."""
    answers: list[float]
    """From a turn until the bot has answered it."""
    hostile: dict[str, int]
    """What the attackers got for answers."""
    sent: dict[str, int]
    """And what they sent, by call and message."""
    calm: tuple[list[float], list[float]]
    """The same waits before the attack: machines have moods, and other work to do."""
    errors: list[dict[str, Any]]
    """What the server noted as such in its log."""


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
        self.sent: Counter[str] = Counter()
        """By call or message: how often it was sent."""

    async def send(self, method: str, path: str, body: Any = None, **headers: str) -> httpx.Response | None:
        try:
            headers |= {"cookie": self.cookie} if self.cookie else {}
            answer = await self.http.request(method, path, json=body, headers=headers)
        except FAILED as error:
            self.got[type(error).__name__] += 1
            return None
        self.got[str(answer.status_code)] += 1
        if "set-cookie" in answer.headers:  # also who has made an account is known by another one
            self.cookie = answer.headers["set-cookie"].split(";")[0]
            self.http.cookies.clear()
        return answer

    async def become_guest(self) -> bool:
        await self.send("POST", "/api/guest")
        return bool(self.cookie)

    async def table(self, *seats: str, **settings: Any) -> str | None:
        wanted = [{"kind": seat} if seat in ("me", "open") else {"kind": "bot", "bot": seat} for seat in seats]
        answer = await self.send("POST", "/api/tables", {"seats": wanted, **settings})
        return str(answer.json()["id"]) if answer is not None and answer.status_code == 201 else None

    def line(self) -> connect:
        headers = {"Origin": self.url, **({"Cookie": self.cookie} if self.cookie else {})}
        address = self.url.replace("http", "ws") + "/api/socket"
        return connect(address, additional_headers=headers, local_addr=(self.address, 0), max_queue=4, open_timeout=20)


# --- what there is to attack ----------------------------------------------------------------------------------------

Schema = dict[str, Any]
"""A JSON schema."""


class Operation(NamedTuple):
    """A call of the server's OpenAPI document, or a message of its protocol."""

    label: str
    method: str = ""
    path: str = ""
    parameters: tuple[Schema, ...] = ()
    body: Schema | None = None


class Offered(NamedTuple):
    """Everything that the server offers."""

    calls: list[Operation]
    messages: list[Operation]
    schemas: dict[str, Schema]
    """What the schemas of both refer to, by name."""


def find_offered() -> Offered:
    """As the server says itself."""
    document = make_app(Config("sqlite:///unused.db")).openapi()
    calls = []
    for path, methods in document["paths"].items():
        for method, call in methods.items():
            content = call.get("requestBody", {}).get("content", {})
            body = content.get("application/json", {}).get("schema")
            parameters = tuple(call.get("parameters", ()))
            calls.append(Operation(f"{method.upper()} {path}", method.upper(), path, parameters, body))
    protocol = TypeAdapter(ToServer).json_schema(ref_template="#/components/schemas/{model}")
    kinds = protocol["discriminator"]["mapping"]
    messages = [Operation(kind, body={"$ref": place}) for kind, place in kinds.items()]
    return Offered(calls, messages, document["components"]["schemas"] | protocol["$defs"])


class Deck:
    """Deals all operations in any order, again and again: none is forgotten, however short the attack."""

    def __init__(self, operations: list[Operation], rng: random.Random) -> None:
        self._operations = operations
        self._rng = rng
        self._left: list[Operation] = []

    def draw(self) -> Operation:
        if not self._left:
            self._left = self._rng.sample(self._operations, len(self._operations))
        return self._left.pop()


class Hoard:
    """What an attacker knows that could stand in a call: tables, records, names."""

    def __init__(self, schemas: dict[str, Schema], rng: random.Random) -> None:
        self.schemas = schemas
        self.rng = rng
        texts = [path.read_text(encoding="utf-8") for path in RECORDS]
        bots = ["shogun", "farmer", "mcts:600000ms"]
        self.known: defaultdict[str, list[Any]] = defaultdict(
            list,
            {
                "table": [],
                "game": list(GAMES),
                "bot": bots,
                "stand_in": bots,
                "name": ["victim", "V1ctim", "Nobody"],
                "password": ["battery staple", "correct horse"],
                "moves": ["", "", "pass", "ready"],
                "version": list(range(9)),
                "since": [0, 1, 5],
                "text": texts,
                "options": [{}, BASIC, ["pass"]],
                "settings": [{"x": "y" * 7_000}],
                "url": ["https://hooks.invalid/tenka", "http://127.0.0.1:9/"],
                "endpoint": ["https://push.invalid/tenka"],
                "puzzle": [card for game in GAMES for card in itertools.islice(open_shelf(game).cards, 3)],
            },
        )
        """By the name of a field."""

    def keep(self, path: str, answer: httpx.Response) -> None:
        """Takes in what an answer tells: of ``/api/studies`` the id of a study."""
        if not answer.headers.get("content-type", "").startswith("application/json"):
            return
        found = answer.json()
        name = path.removeprefix("/api/").split("/")[0].removesuffix("s").replace("ie", "y")
        if not isinstance(found, dict):
            return
        for field, kept in (("id", name), ("base", "base"), ("table", "table")):
            if isinstance(found.get(field), str):
                self.known[kept].append(found[field])


_TYPES = {"string": str, "integer": int, "number": float, "boolean": bool, "array": list, "object": dict}


def make_value(schema: Schema | None, hoard: Hoard, name: str = "") -> Any:
    """Something that the server could be asked for, and perhaps does."""
    rng = hoard.rng
    if schema is None:
        return None
    if "$ref" in schema:
        return make_value(hoard.schemas[schema["$ref"].rpartition("/")[2]], hoard, name)
    if "anyOf" in schema:
        return make_value(rng.choice(schema["anyOf"]), hoard, name)
    if "const" in schema:
        return schema["const"]
    if "enum" in schema:
        return rng.choice(schema["enum"])
    kind = schema.get("type")
    if known := [value for value in hoard.known[name] if isinstance(value, _TYPES.get(str(kind), object))]:
        return rng.choice(known)
    if kind == "object":
        needed = schema.get("required", [])
        fields = schema.get("properties", {})
        return {one: make_value(of, hoard, one) for one, of in fields.items() if one in needed or rng.random() < 0.3}
    if kind == "array":
        least = schema.get("minItems", 0)
        return [make_value(schema["items"], hoard) for _ in range(least + rng.randrange(3))]
    if kind == "integer":
        least = schema.get("minimum", 0)
        return rng.randint(int(least), int(min(schema.get("maximum", least + 9), least + 9)))
    if kind == "boolean":
        return rng.random() < 0.5
    if kind == "string":
        return "x" * min(schema.get("maxLength", 8), max(8, schema.get("minLength", 0)))
    return None


def spoil(value: Any, rng: random.Random) -> Any:
    """The same, such that no sane client would send it."""
    odd: list[Any] = [None, -1, 10**30, "", "\0", "x" * 100_000, [[[[]]]] * 50, {"x": {}}, True, 1e308]
    if not isinstance(value, dict) or not value or rng.random() < 0.2:
        return rng.choice(odd)
    field = rng.choice(list(value))
    ways = [
        {**value, field: rng.choice(odd)},
        {one: of for one, of in value.items() if one != field},
        {**value, "x": rng.choice(odd)},
    ]
    return rng.choice(ways)


def make_call(operation: Operation, hoard: Hoard) -> tuple[str, str, Any]:
    """Method, address and body; one in four is spoilt."""
    rng = hoard.rng
    is_spoilt = rng.random() < 0.25
    path, asked = operation.path, {}
    for parameter in operation.parameters:
        value = make_value(parameter["schema"], hoard, parameter["name"])
        if is_spoilt and rng.random() < 0.3:
            value = rng.choice(["-1", "x" * 3_000, "\0", "../..", "nowhere"])
        if parameter["in"] == "path":
            path = path.replace(f"{{{parameter['name']}}}", quote(str(value), safe=""))
        elif value is not None and rng.random() < 0.5:
            asked[parameter["name"]] = value
    body = make_value(operation.body, hoard)
    if is_spoilt and operation.body is not None:
        body = spoil(body, rng)
    return operation.method, path + (f"?{urlencode(asked)}" if asked else ""), body


# --- the attackers --------------------------------------------------------------------------------------------------


async def flood_endpoints(caller: Caller, deck: Deck, hoard: Hoard) -> None:
    """Every endpoint, as fast as answers come."""
    while True:
        operation = deck.draw()
        method, path, body = make_call(operation, hoard)
        caller.sent[operation.label] += 1
        answer = await caller.send(method, path, body)
        if answer is not None and answer.status_code in (200, 201):
            hoard.keep(operation.path, answer)


async def end_sessions(caller: Caller, operations: list[Operation], hoard: Hoard) -> None:
    """What nobody can ask for twice: each time by somebody new."""
    for operation in itertools.cycle(operations):
        caller.sent[operation.label] += 1
        await caller.send(*make_call(operation, hoard))
        caller.cookie = ""
        await caller.become_guest()
        await asyncio.sleep(0.2)


async def keep_tables(caller: Caller, tables: list[str]) -> None:
    """Tables against the strongest bots, and tables that fill the lobby."""
    kinds: Iterator[tuple[tuple[str, ...], dict[str, Any]]] = itertools.cycle(
        [
            (("me", "shogun"), {"options": BASIC}),
            (("me", "shogun", "shogun"), {"game": "history"}),
            (("me", "shogun", "shogun", "shogun"), {"options": BASIC}),
            (("me", "open"), {}),
            (("me", "open", "open"), {"game": "history"}),
        ]
    )
    for seats, settings in kinds:
        table = await caller.table(*seats, visibility="open", **settings)
        if table is not None:
            tables.append(table)
            await caller.send("POST", f"/api/tables/{table}/leave", None)  # so that bots play each other
        await asyncio.sleep(0.05)


async def flood_socket(caller: Caller, deck: Deck, hoard: Hoard) -> None:
    """Every message, as fast as the line takes them."""
    while True:
        try:
            async with caller.line() as line:
                reading = asyncio.create_task(_read(line))
                try:
                    for number in itertools.count(1):
                        kind = deck.draw()
                        message = make_value(kind.body, hoard)
                        if number % 50 == 0:  # a line is closed after a few of these
                            message = spoil(message, hoard.rng)
                        await line.send(json.dumps({"id": number, **message} if isinstance(message, dict) else message))
                        caller.sent[kind.label] += 1
                        await asyncio.sleep(0)  # the other attackers want to send as well
                finally:
                    reading.cancel()
        except FAILED as error:
            caller.got[type(error).__name__] += 1
            await asyncio.sleep(0.05)


async def flood_frames(caller: Caller) -> None:
    """Frames that no message is made of: pings, and one part of a message after another."""

    async def parts() -> AsyncIterator[str]:
        while True:
            caller.sent["part of a message"] += 1
            yield " "
            await asyncio.sleep(0)

    while True:
        try:
            async with caller.line() as line:
                for _ in range(200):
                    caller.sent["ping"] += 1
                    await line.ping()
                await line.send(parts())
        except FAILED as error:
            caller.got[type(error).__name__] += 1
            await asyncio.sleep(0.05)


async def flood_page(caller: Caller) -> None:
    """What is no call of the interface: the page, its documentation, the metrics."""
    for path in itertools.cycle(PAGE):
        caller.sent[f"GET {path}"] += 1
        await caller.send("GET", path)


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
            caller.sent[f"GET {STREAM}"] += 1
            async with caller.http.stream("GET", STREAM, headers={"cookie": caller.cookie}) as stream:
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


async def attack(
    url: str, seconds: float, num_guests: int, num_half: int, offered: Offered
) -> tuple[dict[str, int], dict[str, int]]:
    """One guest, and a crowd at one address; what they got and what they sent."""
    alone = Caller(url, GUEST)
    crowd = [Caller(url, ADDRESS) for _ in range(num_guests)]
    for caller in (alone, *crowd):
        await caller.become_guest()
    rng = random.Random(1)
    calls = Deck([call for call in offered.calls if call.path != STREAM and call.label not in ENDS_SESSION], rng)
    messages = Deck(offered.messages, rng)
    tasks: list[Awaitable[None]] = []
    for caller, num_lines in ((alone, 20), *((caller, 3) for caller in crowd)):
        hoard = Hoard(offered.schemas, rng)
        tables = hoard.known["table"]
        tasks += [keep_tables(caller, tables), not_read(caller, tables), act_and_reset(caller, tables)]
        tasks += [flood_socket(caller, messages, hoard) for _ in range(num_lines)]
        tasks += [flood_endpoints(caller, calls, hoard) for _ in range(4)]
        tasks += [listen(caller) for _ in range(3)]
        tasks += [flood_frames(caller), flood_page(caller)]
    leaving = Caller(url, ADDRESS)
    endings = [call for call in offered.calls if call.label in ENDS_SESSION]
    tasks.append(end_sessions(leaving, endings, Hoard(offered.schemas, rng)))
    head = b"GET /api/me HTTP/1.1\r\nHost: localhost\r\n"
    body = b"POST /api/records HTTP/1.1\r\nHost: localhost\r\ncontent-length: 99999\r\n\r\n{"
    tasks += [half_request(crowd[0], head) for _ in range(num_half)]
    tasks += [half_request(crowd[0], body) for _ in range(num_half // 4)]
    running_tasks = [asyncio.ensure_future(task) for task in tasks]
    await asyncio.sleep(seconds)
    for task in running_tasks:
        task.cancel()
    ended = await asyncio.gather(*running_tasks, return_exceptions=True)
    for error in ended:
        if isinstance(error, Exception):
            raise error
    callers = (alone, *crowd, leaving)
    got = sum((caller.got for caller in callers), Counter())
    return dict(got), dict(sum((caller.sent for caller in callers), Counter()))


def _attack(
    url: str, seconds: float, num_guests: int, num_half: int, offered: Offered, niceness: int, answer: Any
) -> None:
    os.nice(niceness)
    answer.send(asyncio.run(attack(url, seconds, num_guests, num_half, offered)))


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
    niceness: int = 0,
) -> Found:
    """Starts a server, has it attacked, and measures what the others wait for. Niceness: of the attackers alone."""
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        node = Node(folder, TENKA_BOT_WORKERS="1", TENKA_EXHIBITION="1", TENKA_LOG="json")
        with on_cores(server_cores):
            stack.enter_context(running(node))
        calm = asyncio.run(live(node.url, seconds / 4))
        ours, theirs = multiprocessing.Pipe()
        how_long = seconds + SECONDS_TO_WARM_UP
        arguments = (node.url, how_long, num_guests, num_half, find_offered(), niceness, theirs)
        attacker = multiprocessing.get_context("spawn").Process(target=_attack, args=arguments)
        attacker.start()
        theirs.close()  # where the attacker fails nothing is waited for
        time.sleep(SECONDS_TO_WARM_UP)
        try:
            turns, answers = asyncio.run(live(node.url, seconds))
            hostile, sent = ours.recv()
        finally:
            attacker.join(30)
            attacker.kill()
        health = httpx.get(f"{node.url}/healthz", timeout=30).json()
        assert health["status"] == "ok", health
        entries = [json.loads(line) for line in node.log.read_text(errors="replace").splitlines() if line[:1] == "{"]
    errors = [entry for entry in entries if entry["level"] == "error"]
    return Found(turns, answers, hostile, sent, calm, errors)


def share(waits: list[float], part: float) -> float:
    """The wait that so large a part of them does not exceed."""
    return sorted(waits)[min(len(waits) - 1, int(len(waits) * part))]


def describe(found: Found, seconds: float, where: str = describe_cores(None, None)) -> str:
    """For people."""
    played = f"{len(found.turns)} turns between people, {len(found.answers)} answers of a bot"
    lines = [f"{date.today()}, {seconds:.0f} s; {played}.", ""]
    lines += ["| | median | 99 of 100 | longest |", "|---|---|---|---|"]
    rows = {
        "a turn reaches the other, before": found.calm[0],
        "a turn reaches the other, under attack": found.turns,
        "a bot has answered, before": found.calm[1],
        "a bot has answered, under attack": found.answers,
    }
    for name, waits in rows.items():
        figures = "– | – | –"  # nobody got that far
        if waits:
            figures = " | ".join(f"{share(waits, part) * 1000:.0f} ms" for part in (0.5, 0.99, 1.0))
        lines.append(f"| {name} | {figures} |")
    load = f"{os.getloadavg()[0]:.0f} processes on average that wanted them"
    others = f"On {os.cpu_count()} cores, {where}; with {load}."
    answers = ", ".join(f"{name}: {number:,}" for name, number in sorted(found.hostile.items()))
    sent = f"{sum(found.sent.values()):,} calls and messages of {len(found.sent)} kinds"
    return "\n".join([*lines, "", others, "", f"What the attackers got for {sent}: {answers}."])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--seconds", type=float, default=120.0)
    parser.add_argument("--guests", type=int, default=25)
    parser.add_argument("--half", type=int, default=300)
    add_cores(parser)
    parser.add_argument(
        "--yield", action="store_true", dest="yields", help="the attackers take only what others leave of the cores"
    )
    parser.add_argument("--write", type=Path, help="a file for what was found")
    given = parser.parse_args()
    niceness = LOWEST if given.yields else 0
    with on_cores(given.client_cores):
        found = endure(given.seconds, given.guests, given.half, given.server_cores, niceness)
    where = describe_cores(given.server_cores, given.client_cores)
    if given.yields:
        where += ", the attackers at the lowest priority and all others at the usual one"
    text = describe(found, given.seconds, where)
    print(text)
    if given.write:
        given.write.write_text(f"# Under attack\n\n{text}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
