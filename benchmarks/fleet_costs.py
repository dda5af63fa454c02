"""What things cost at two real nodes with PostgreSQL and Redis: in processor time, which neighbours change little.

Tables play at a steady rate, each time with something more: everybody at one node, at two, with spectators, with
previews, against bots, with people in the lobby. The differences are the costs.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import httpx

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from crowd import AGAINST_A_BOT, SAMURAI, Client, Kind, Onlooker, keep_alive, make_tables, play_like_people
from load import family, free_port, memory, process, processor_seconds

from tests.server.processes import children
from tests.server.services import postgres, redis

PEOPLE = SAMURAI.num_people
SPECTATORS = 6
PREVIEWS = 3
WATCHERS = 200
"""In the lobby."""


@dataclass(frozen=True)
class Costs:
    """Seconds of a processor."""

    act: float
    """At the node that takes a turn: all but what is sent."""
    send: float
    """For everybody who hears of it there."""
    fold: float
    """At another node where somebody follows the table, besides what is sent."""
    hear: float
    """At a node where nobody does."""
    preview: float
    database: float
    """A turn, in PostgreSQL."""
    reading: float
    """In PostgreSQL, for another node where somebody follows the table: it reads what is new in the log."""
    redis: float
    """A turn, in Redis, with two nodes."""
    bot_node: float
    """Of a person's turn and a bot's answer, at the node."""
    bot: float
    """The answer of `greedy`, in the bots' process."""
    telling: float
    """Telling one who watches the lobby, each second in which something changes."""
    idle: float
    """A node, each second."""
    idle_database: float
    """PostgreSQL with two nodes, each second."""
    idle_redis: float
    """Redis with two nodes, each second."""
    memory: float
    """Bytes of a table with its four connections."""


class Site(NamedTuple):
    """Two nodes, and the processes that are watched."""

    urls: tuple[str, str]
    nodes: tuple[int, int]
    database: int
    redis: int


class Used(NamedTuple):
    """What was used, by part."""

    first: float
    second: float
    database: float
    redis: float
    bots: float
    seconds: float
    turns: int
    answers: int
    """Of bots, which are turns too."""


@contextlib.contextmanager
def site(folder: str) -> Iterator[Site]:
    """Two nodes of their own, with all that they need."""
    with postgres() as database, redis() as broker, contextlib.ExitStack() as stack:
        environment = {
            "DATABASE_URL": database.url,
            "REDIS_URL": broker.url,
            "TENKA_LIMITS": "0",
            "TENKA_BOT_WORKERS": "1",
        }
        environment |= {"TENKA_BOT_PAUSE": "0", "XDG_DATA_HOME": folder}
        upgrade = [sys.executable, "-m", "tenka", "db", "upgrade"]
        subprocess.run(upgrade, env={**os.environ, **environment}, check=True, stdout=subprocess.DEVNULL)
        urls, nodes = [], []
        for _ in range(2):
            port = free_port()
            command = [sys.executable, "-m", "tenka", "serve", "--port", str(port)]
            urls.append(f"http://127.0.0.1:{port}")
            nodes.append(stack.enter_context(process(command, f"{urls[-1]}/healthz", **environment)))
        assert broker.process is not None
        assert database.process is not None
        yield Site((urls[0], urls[1]), (nodes[0], nodes[1]), database.process.pid, broker.process.pid)


def bots_of(node: int) -> list[int]:
    """The processes of a node's bots."""
    own = set(family(node))
    return [child for child in children(node) if child not in own]


def everything_of(root: int) -> list[int]:
    """A process and all that it has started."""
    return [root, *(found for child in children(root) for found in everything_of(child))]


class Scene:
    """Some tables at the two nodes."""

    def __init__(self, site: Site, every: float, seconds: float) -> None:
        self.site = site
        self.every = every
        self.seconds = seconds

    async def play(
        self,
        kinds: dict[Kind, int],
        place: Callable[[int], int],
        spectators: int = 0,
        previews: int = 0,
        watchers: int = 0,
        makes: float = 0.0,
    ) -> Used:
        """What is used while tables play. Place: at which node the next connection is; makes: tables a second."""
        tables = await make_tables(self.site.urls[0], kinds)
        onlookers = [Onlooker(made.id) for made in tables for _ in range(spectators)]
        onlookers += [Onlooker() for _ in range(watchers)]
        clients = [client for made in tables for client in made.clients]
        for made in tables:
            made.previews = previews
            for number, client in enumerate(made.clients):
                await client.join(self.site.urls[place(number)], True)
        for number, onlooker in enumerate(onlookers):
            await onlooker.join(self.site.urls[place(number)])
        everybody: list[Client | Onlooker] = [*clients, *onlookers]
        tasks = [asyncio.create_task(one.listen()) for one in everybody]
        if tasks:
            tasks.append(asyncio.create_task(keep_alive(everybody)))
        await asyncio.sleep(1.0)
        before, begin = self._read(), time.perf_counter()
        making = asyncio.create_task(self._make(makes))
        taken, answers = await play_like_people(tables, self.seconds, self.every)
        await asyncio.sleep(max(0.0, begin + self.seconds - time.perf_counter()))
        making.cancel()
        first, second, database, redis, bots = (a - b for a, b in zip(self._read(), before, strict=True))
        spent = time.perf_counter() - begin
        for task in tasks:
            task.cancel()
        for one in everybody:
            if one.line is not None:
                await one.line.close()
        return Used(first, second, database, redis, bots, spent, len(taken) + len(answers), len(answers))

    async def _make(self, rate: float) -> None:
        """Makes tables that stay in the lobby for a moment."""
        if not rate:
            return
        url = self.site.urls[0]
        async with httpx.AsyncClient(base_url=url, headers={"origin": url}, timeout=60) as http:
            await http.post("/api/guest")
            body = {"seats": [{"kind": "me"}, {"kind": "open"}], "visibility": "open"}
            while True:
                next_one = time.perf_counter() + 1 / rate
                table = (await http.post("/api/tables", json=body)).json()["id"]
                await http.post(f"/api/tables/{table}/leave", json={})
                await asyncio.sleep(max(0.0, next_one - time.perf_counter()))

    def _read(self) -> list[float]:
        site = self.site
        nodes = [processor_seconds([node]) for node in site.nodes]
        bots = sum(processor_seconds(bots_of(node)) for node in site.nodes)
        return [*nodes, processor_seconds(everything_of(site.database)), processor_seconds([site.redis]), bots]


class Scenes(NamedTuple):
    """What was measured, each with something more."""

    idle: Used
    together: Used
    watched: Used
    apart: Used
    tried: Used
    bots: Used
    quiet: Used
    crowded: Used
    mixed: Used
    """A mixed evening, to hold a simulation against."""
    memory: float
    """Bytes of a table with its four connections."""


SCENES = tuple(name for name in Scenes._fields if name != "memory")


async def play_scenes(site: Site, count: int, every: float, seconds: float, rounds: int) -> Scenes:
    """Everything, so many times: what the neighbours do meanwhile then falls on all scenes alike."""
    scene = Scene(site, every, seconds)
    await scene.play({SAMURAI: 2, AGAINST_A_BOT: 2}, lambda number: number % 2, previews=1)  # who comes first pays more
    played = [await _play_round(scene, count) for _ in range(rounds)]
    sums = {name: _sum(*(getattr(one, name) for one in played)) for name in SCENES}
    return Scenes(**sums, memory=played[0].memory)


async def _play_round(scene: Scene, count: int) -> Scenes:
    """Everything, one after the other."""
    site = scene.site
    first = lambda _number: 0  # noqa: E731
    empty = memory([site.nodes[0]])
    together = await scene.play({SAMURAI: count}, first)
    full = memory([site.nodes[0]])
    mixed_up = random.Random(1)
    return Scenes(
        idle=await scene.play({}, first),
        together=together,
        watched=await scene.play({SAMURAI: count}, first, spectators=SPECTATORS),
        apart=await scene.play({SAMURAI: count}, lambda number: number % 2),
        tried=await scene.play({SAMURAI: count}, first, previews=PREVIEWS),
        # As seldom, and at both, as on the evening below: bots that are asked all the time answer more cheaply.
        bots=await scene.play({AGAINST_A_BOT: count // 2}, lambda _number: mixed_up.randrange(2)),
        quiet=await scene.play({}, first, makes=2.0),
        crowded=await scene.play({}, first, watchers=WATCHERS, makes=2.0),
        mixed=await scene.play(
            {SAMURAI: count, AGAINST_A_BOT: count // 2},
            lambda _number: mixed_up.randrange(2),
            spectators=2,
            previews=1,
        ),
        memory=(full - empty) / count,
    )


def _sum(*scenes: Used) -> Used:
    """Several scenes as one."""
    return Used(*map(sum, zip(*scenes, strict=True)))


def find_costs(scenes: Scenes) -> Costs:
    """The differences between scenes. What is too little to be seen is nothing. What a turn costs in all of several
    scenes alike is found from all of them: of one alone a neighbour makes a third more, or less."""
    idle, together, apart, bots = scenes.idle, scenes.together, scenes.apart, scenes.bots
    base, base_database = (idle.first + idle.second) / 2 / idle.seconds, idle.database / idle.seconds
    base_redis = idle.redis / idle.seconds
    alone = _sum(together, scenes.watched, scenes.tried)
    """Nobody follows at the other node."""
    told = _sum(alone, apart, bots)
    """Every turn is one publication, which two nodes get."""

    def node(used: Used) -> float:
        return (used.first - base * used.seconds) / used.turns

    def both_nodes(used: Used) -> float:
        return (used.first + used.second - 2 * base * used.seconds) / used.turns

    send = (node(scenes.watched) - node(together)) / SPECTATORS
    act = node(together) - PEOPLE * send
    hear = (alone.second - base * alone.seconds) / alone.turns
    writing = (alone.database - base_database * alone.seconds) / alone.turns
    found = {
        "act": act,
        "send": send,
        "fold": both_nodes(apart) - act - PEOPLE * send,
        "hear": hear,
        "preview": (node(scenes.tried) - node(together)) / PREVIEWS,
        "database": writing,
        "reading": (apart.database - base_database * apart.seconds) / apart.turns - writing,
        "redis": (told.redis - base_redis * told.seconds) / told.turns,
        "bot_node": 2 * (both_nodes(bots) - hear),
        "bot": bots.bots / bots.answers,
        "telling": (scenes.crowded.first - scenes.quiet.first) / scenes.crowded.seconds / WATCHERS,
        "idle": base,
        "idle_database": base_database,
        "idle_redis": base_redis,
        "memory": scenes.memory,
    }
    return Costs(**{name: max(0.0, cost) for name, cost in found.items()})
