"""Crowds of scripted people for measuring a server: at tables of both games, against bots, and in the lobby."""

from __future__ import annotations

import asyncio
import random
import time
from dataclasses import dataclass
from typing import Any

import httpx
from pydantic_core import from_json
from websockets.asyncio.client import ClientConnection, connect
from wire import Wire

SECONDS_PER_TURN = 10.0
"""At the rate of people."""
CLOCK = {"kind": "real", "main_seconds": 3600, "turn_seconds": 600}


@dataclass(frozen=True, eq=False)
class Kind:
    """Tables of one kind."""

    name: str
    num_people: int
    settings: dict[str, Any]
    bots: tuple[str, ...] = ()


RANDOM = {"hands": "random", "pieces": "random"}
SAMURAI = Kind("Samurai of four", 4, {"options": RANDOM, "clock": CLOCK})
HISTORY = Kind("History of three", 3, {"game": "history", "clock": CLOCK})
AGAINST_A_BOT = Kind("Samurai against a bot", 1, {"options": RANDOM}, ("greedy",))


async def open_line(url: str, table: str, cookie: str, is_light: bool) -> Wire | ClientConnection:
    """A WebSocket that says which table it is about; light, or as the package websockets makes it."""
    headers = {"Origin": url} | ({"Cookie": cookie} if cookie else {})
    address = url.replace("http", "ws") + "/api/socket" + (f"?table={table}" if table else "")
    if is_light:
        return await Wire.connect(address, headers)
    return await connect(address, additional_headers=headers, compression=None, ping_interval=None, max_size=None)


class Client:
    """One person with one connection."""

    def __init__(self, table: LoadTable, cookie: str) -> None:
        self.table = table
        self.cookie = cookie
        self.line: Wire | ClientConnection | None = None
        self.choice: dict[str, Any] | None = None
        self._preview: asyncio.Future[dict[str, Any]] | None = None

    async def join(self, url: str, is_light: bool) -> None:
        """Connects and follows the table."""
        self.line = await open_line(url, self.table.id, self.cookie, is_light)
        await self._send("watch")
        while (message := from_json(await self.line.recv()))["type"] != "table":
            pass
        self.choice = message["choice"]

    async def _send(self, kind: str, **fields: str | int) -> None:
        assert self.line is not None
        more = "".join(
            f',"{name}":"{field}"' if isinstance(field, str) else f',"{name}":{field}' for name, field in fields.items()
        )
        await self.line.send(f'{{"type":"{kind}","id":1,"table":"{self.table.id}"{more}}}')

    async def ping(self) -> None:
        """What every page does now and then, or the server closes the connection."""
        if self.line is not None:
            await self.line.send('{"type":"ping"}')

    async def listen(self) -> None:
        """Takes in what comes."""
        assert self.line is not None
        table = self.table
        try:
            while True:
                text = await self.line.recv()
                table.received += 1
                table.received_bytes += len(text)
                start = text[:40]
                if '{"type":"event"' in (start if isinstance(start, str) else start.decode(errors="replace")):
                    self._hear(text)
                elif self._preview is not None and (message := from_json(text))["type"] == "previewed":
                    self._preview.set_result(message)
        except Exception:  # the end of the measurement
            return

    def _hear(self, text: str | bytes) -> None:
        """Only who has to decide reads it all: the clients shall not take the machine from the server."""
        is_short = isinstance(text, bytes) and b'"choice":null' in text and b'"outcome":null' in text
        message = {"choice": None, "outcome": None} if is_short else from_json(text)
        self.choice = message["choice"]
        self.table.heard(message["outcome"] is not None, self.choice is not None)

    async def _try(self, version: int, moves: str) -> dict[str, Any]:
        """What a preview shows."""
        self._preview = asyncio.get_running_loop().create_future()
        await self._send("preview", version=version, moves=moves)
        try:
            return await self._preview
        finally:
            self._preview = None

    async def act(self) -> bool:
        """Plays a turn; in Samurai a single tile that goes on a space, if there is one."""
        choice, self.choice = self.choice, None
        assert choice is not None
        legal, moves = choice["legal"], ""
        if self.table.kind is HISTORY:
            shown = {"choice": choice}
            while not (shown["choice"]["is_whole"] and moves):
                tokens = [token for token in shown["choice"]["legal"] if token != "done"] or ["done"]
                moves = f"{moves} {random.choice(tokens)}".strip()
                shown = await self._try(choice["version"], moves)
        else:
            tokens = [token for token in legal if "@" in token or token == "pass"]
            if not tokens:
                return False
            moves = random.choice(tokens)
            for _ in range(self.table.previews):
                await self._try(choice["version"], random.choice(tokens))
        self.table.begin = time.perf_counter()
        await self._send("act", version=choice["version"], moves=moves)
        return True


class LoadTable:
    """The people at a table; measures from a turn until the last of them has heard of it."""

    def __init__(self, kind: Kind) -> None:
        self.kind = kind
        self.id = ""
        self.clients: list[Client] = []
        self.received = 0
        self.received_bytes = 0
        self.is_over = False
        self.previews = 0
        """Before every turn, as somebody tries things out."""
        self.patience = 60.0
        """Seconds in which everybody hears, and a bot answers."""
        self.begin = 0.0
        self._heard = 0
        self._all = asyncio.Event()
        self._is_choice = asyncio.Event()

    def heard(self, is_over: bool, is_choice: bool) -> None:
        """A client got an event."""
        self._heard += 1
        self.is_over = self.is_over or is_over
        if self._heard == len(self.clients):
            self._all.set()
        if is_choice or is_over:
            self._is_choice.set()

    async def turn(self) -> float | None:
        """Lets who is to move play; returns the seconds until all have heard, None where nobody can."""
        self._heard = 0
        self._all.clear()
        self._is_choice.clear()
        mover = next((client for client in self.clients if client.choice is not None), None)
        if mover is None or not await mover.act():
            return None
        async with asyncio.timeout(self.patience):
            await self._all.wait()
        return time.perf_counter() - self.begin

    async def answer(self) -> float | None:
        """How long a bot took to answer after that."""
        async with asyncio.timeout(self.patience):
            while not self.is_over and not any(client.choice for client in self.clients):
                await self._is_choice.wait()
                self._is_choice.clear()
        return time.perf_counter() - self.begin


async def make_tables(url: str, kinds: dict[Kind, int], is_apart: bool = False) -> list[LoadTable]:
    """So many tables of each kind, with their people, started; apart: each table's at an address of its own, as a
    proxy would tell."""
    tables = [LoadTable(kind) for kind, count in kinds.items() for _ in range(count)]
    places = {made: f"10.0.{number // 250}.{number % 250 + 1}" for number, made in enumerate(tables)}
    gate = asyncio.Semaphore(16)

    async def make(made: LoadTable, http: httpx.AsyncClient) -> None:
        async with gate:
            place = {"x-forwarded-for": places[made]} if is_apart else {}
            for seat in range(made.kind.num_people):
                answer = await http.post("/api/guest", headers={"cookie": "", **place})
                made.clients.append(Client(made, answer.headers["set-cookie"].split(";")[0]))
                headers = {"cookie": made.clients[seat].cookie, **place}
                if seat == 0:
                    others = [{"kind": "open"}] * (made.kind.num_people - 1)
                    bots = [{"kind": "bot", "bot": bot} for bot in made.kind.bots]
                    body = {"seats": [{"kind": "me"}, *others, *bots], "visibility": "open", **made.kind.settings}
                    answer = await http.post("/api/tables", json=body, headers=headers)
                    made.id = answer.json()["id"]
                else:
                    answer = await http.post(f"/api/tables/{made.id}/join", json={}, headers=headers)
                answer.raise_for_status()

    limits = httpx.Limits(max_connections=16)
    async with httpx.AsyncClient(base_url=url, headers={"origin": url}, timeout=60, limits=limits) as http:
        http.cookies = _NoCookies()
        await asyncio.gather(*(make(made, http) for made in tables))
    return tables


class _NoCookies(httpx.Cookies):
    """Every client keeps its own."""

    def extract_cookies(self, response: httpx.Response) -> None:
        """Keeps none."""


async def connect_all(url: str, tables: list[LoadTable], is_light: bool = True) -> None:
    """Everybody at every table."""
    clients = [client for made in tables for client in made.clients]
    for begin in range(0, len(clients), 50):
        await asyncio.gather(*(client.join(url, is_light) for client in clients[begin : begin + 50]))


class Onlooker:
    """Somebody who follows the lobby, or a table, and counts what comes."""

    def __init__(self, table: str = "") -> None:
        self.table = table
        self.line: Wire | ClientConnection | None = None
        self.received = 0

    async def join(self, url: str) -> None:
        """Connects."""
        self.line = await open_line(url, self.table, "", True)
        wish = f'{{"type":"watch","id":1,"table":"{self.table}"}}' if self.table else '{"type":"watch_lobby","id":1}'
        await self.line.send(wish)

    async def ping(self) -> None:
        """Stays."""
        if self.line is not None:
            await self.line.send('{"type":"ping"}')

    async def listen(self) -> None:
        """Counts."""
        assert self.line is not None
        try:
            while True:
                await self.line.recv()
                self.received += 1
        except Exception:  # the end of the measurement
            return


async def keep_alive(clients: list[Any]) -> None:
    """A ping of everybody every 20 seconds."""
    while True:
        for client in clients:
            await client.ping()
            await asyncio.sleep(20 / len(clients))


async def play_like_people(
    tables: list[LoadTable], seconds: float, every: float = SECONDS_PER_TURN
) -> tuple[list[float], list[float]]:
    """A turn per table every ten seconds, at moments of chance: how long turns took, and bots' answers."""
    taken: list[float] = []
    answers: list[float] = []
    end = time.perf_counter() + seconds

    async def play(made: LoadTable) -> None:
        await asyncio.sleep(random.random() * every)
        while time.perf_counter() < end and not made.is_over:
            next_turn = time.perf_counter() + every
            if (latency := await made.turn()) is not None:
                taken.append(latency)
                if made.kind.bots and (answer := await made.answer()) is not None:
                    answers.append(answer)
            await asyncio.sleep(max(0.0, min(next_turn, end) - time.perf_counter()))

    await asyncio.gather(*(play(made) for made in tables))
    return taken, answers


async def play_fast(tables: list[LoadTable], seconds: float) -> tuple[list[float], float, int]:
    """As fast as possible: the next turn as soon as all have heard of the last one. How long each took, how long it
    took in all, and how many messages came."""
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
    return taken, time.perf_counter() - begin, sum(made.received for made in tables) - before
