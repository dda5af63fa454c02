"""What many nodes would bear: a simulation of nodes, PostgreSQL and Redis with costs that two real nodes had.

    python benchmarks/fleet.py [--tables 30] [--seconds 16] [--rounds 3] [--kept FILE]

First everything is measured at two nodes (fleet_costs.py), a mixed evening too; the simulation has to come to the same
processor time for that. Then it is asked for 10,000 and for 1,000,000 tables: as tenka is, and with what would have to
change. Costs are those of this machine's cores. What was measured can be kept in a file, and simulated with again.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import math
import random
import resource
import tempfile
from collections import Counter
from collections.abc import Generator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import simpy
import uvloop
from fleet_costs import PEOPLE, Costs, Scenes, Used, find_costs, play_scenes, site
from results import machine, save, table

SECONDS_PER_TURN = 10.0
SECONDS, SHORT = 3.0, 0.3
"""That are simulated: for an answer, and on the way to it."""
MOST_TURNS = 2_000
"""That are followed one by one; what other nodes do at the same time comes as a load."""
MOST_NODES = 50
SECONDS_OF_LOAD = 0.005
"""How finely it comes."""
STEPS_IN_VAIN = 12
FULL = 0.7
"""A part that is busier than this answers late whenever it has a bad moment."""


@dataclass(frozen=True)
class Fleet:
    """What is simulated."""

    tables: float
    nodes: int
    every: float = SECONDS_PER_TURN
    spectators: float = 1.0
    """At each table."""
    previews: float = 3.0
    """Before each turn."""
    against_bots: float = 0.0
    """As many tables more, of a person against a bot."""
    watchers: float = 0.0
    """In the lobby."""
    database_cores: int = 16
    databases: int = 1
    redises: int = 1
    is_home: bool = False
    """Whether everybody at a table is at one node."""
    is_told_all: bool = True
    """Whether every node hears of every turn."""


@dataclass(frozen=True)
class Found:
    """What came of it: how busy each part was, and how long a turn took until all had heard."""

    node: float
    database: float
    redis: float
    bots: float
    """Cores that were busy with bots."""
    latencies: list[float]

    @property
    def worst(self) -> str:
        """The part that is nearest to its end."""
        parts = {"nodes": self.node, "PostgreSQL": self.database, "Redis": self.redis}
        return max(parts, key=lambda part: parts[part])

    @property
    def busiest(self) -> float:
        """How busy that is."""
        return max(self.node, self.database, self.redis)


class _Part:
    """Something with a processor or several: who comes stands in line. Counts what it has done."""

    def __init__(self, env: simpy.Environment, cores: int, base: float = 0.0) -> None:
        self.env = env
        self.cores = cores
        self.line = simpy.Resource(env, cores)
        self.used = 0.0
        if base:
            env.process(self._be_busy(base))

    def work(self, seconds: float) -> Generator[Any, Any, None]:
        """Stands in line, and works. It counts when it is asked for: who is asked for too much is more than busy."""
        self.used += seconds
        with self.line.request() as turn:
            yield turn
            yield self.env.timeout(seconds)

    def _be_busy(self, share: float) -> Generator[Any, Any, None]:
        """What comes from elsewhere: as a share of one core, a little at a time, spread over all cores."""
        while True:
            for _ in range(self.cores):
                self.env.process(self.work(share * SECONDS_OF_LOAD / self.cores))
            yield self.env.timeout(SECONDS_OF_LOAD)


def simulate(fleet: Fleet, costs: Costs, seconds: float = SECONDS, seed: int = 1) -> Found:
    """Some seconds of a fleet. Where there is more than can be followed, some of its nodes are followed."""
    rng, env = random.Random(seed), simpy.Environment()
    rate = fleet.tables / fleet.every
    followed = max(1, min(fleet.nodes, MOST_NODES, int(MOST_TURNS / (rate * seconds) * fleet.nodes)))
    share = followed / fleet.nodes
    away = rate * (1 - share)  # turns a second of tables whose turns are taken at nodes that are not followed
    follows = 0.0 if fleet.is_home else (PEOPLE + fleet.spectators - 1) / fleet.nodes
    heard = costs.hear if fleet.is_told_all else 0.0
    from_away = away * (min(1.0, follows) * costs.fold + follows * costs.send + max(0.0, 1 - follows) * heard)
    lobby = fleet.watchers / fleet.nodes * costs.telling
    bots = fleet.against_bots / fleet.every
    at_bots = bots * costs.bot_node / fleet.nodes + bots * heard * 2 * (1 - 1 / fleet.nodes)
    base = costs.idle + from_away + lobby + at_bots
    nodes = [_Part(env, 1, base) for _ in range(followed)]
    # Of several databases, or Redis, one is followed: it has its part of every turn, on the average.
    idle = costs.idle_database * fleet.nodes / 2
    places = (
        0.0 if fleet.is_home else (fleet.nodes - 1) * (1 - (1 - 1 / fleet.nodes) ** (PEOPLE + fleet.spectators - 1))
    )
    by_others = away * (costs.database + places * costs.reading) + 2 * bots * costs.database
    database = _Part(env, fleet.database_cores, (by_others + idle) / fleet.databases)
    told = fleet.nodes if fleet.is_told_all else 1 + (0 if fleet.is_home else PEOPLE + fleet.spectators - 1)
    news = costs.redis * (1 + told) / 3  # the measured one was one publication and two deliveries
    redis = _Part(env, 1, ((away + 2 * bots) * news + costs.idle_redis * fleet.nodes / 2) / fleet.redises)
    latencies: list[float] = []

    def take_turn() -> Generator[Any, Any, None]:
        begin = env.now
        writer = rng.randrange(followed)
        others: Counter[int] = Counter()
        here = PEOPLE
        if not fleet.is_home:
            here = 1
            for _ in range(PEOPLE - 1 + _round(fleet.spectators, rng)):
                place = rng.randrange(fleet.nodes)
                others[place] += place != writer
                here += place == writer
            others += Counter()
        else:
            here += _round(fleet.spectators, rng)
        for _ in range(_round(fleet.previews, rng)):
            yield from nodes[writer].work(costs.preview)
        begin = env.now
        yield from nodes[writer].work(costs.act)
        yield from database.work(costs.database / fleet.databases)
        sending = [env.process(nodes[writer].work(here * costs.send))]
        yield from redis.work(news / fleet.redises)
        for place in range(followed):
            if place != writer and others[place]:
                sending.append(env.process(take_in(nodes[place], others[place])))
            elif place != writer and heard:
                env.process(nodes[place].work(heard))
        if far := sum(place >= followed for place in others):
            env.process(database.work(far * costs.reading / fleet.databases))
        yield env.all_of(sending)
        latencies.append(env.now - begin)

    def take_in(node: _Part, count: int) -> Generator[Any, Any, None]:
        yield from database.work(costs.reading / fleet.databases)
        yield from node.work(costs.fold + count * costs.send)

    def arrive() -> Generator[Any, Any, None]:
        while True:
            yield env.timeout(rng.expovariate(rate * share))
            env.process(take_turn())

    env.process(arrive())
    env.run(until=seconds)
    return Found(
        node=sum(node.used for node in nodes) / len(nodes) / seconds,
        database=database.used / seconds / fleet.database_cores,
        redis=redis.used / seconds,
        bots=bots * costs.bot,
        latencies=latencies,
    )


def _round(number: float, rng: random.Random) -> int:
    """A whole number that is right on the average."""
    return int(number) + (rng.random() < number % 1)


def smallest(fleet: Fleet, costs: Costs) -> tuple[Fleet, Found]:
    """As few nodes as bear it, by their own measure; if no number of nodes does, the one that comes nearest. The more
    nodes there are, the more of them have somebody of a table: at first another one may even make it worse."""
    best, least = fleet, simulate(fleet, costs, SHORT).node
    since = 0
    while least > FULL and since < STEPS_IN_VAIN:
        fleet = replace(fleet, nodes=math.ceil(fleet.nodes * 1.2))
        found, since = simulate(fleet, costs, SHORT), since + 1
        if found.node < least * 0.98:
            best, least, since = fleet, found.node, 0
    return best, simulate(best, costs)


def check(mixed: Used, every: float, costs: Costs) -> list[list[str]]:
    """The simulation beside what two nodes have really used."""
    people = mixed.turns - 2 * mixed.answers  # a game of two is over before the evening is
    fleet = Fleet(
        tables=people / mixed.seconds * every,
        nodes=2,
        every=every,
        spectators=2 * mixed.turns / people,  # those of games against bots too
        previews=1,
        against_bots=mixed.answers / mixed.seconds * every,
        database_cores=1,
    )
    found = simulate(fleet, costs, seconds=20.0)
    pairs = [
        ("both nodes", 2 * found.node, (mixed.first + mixed.second) / mixed.seconds),
        ("PostgreSQL", found.database, mixed.database / mixed.seconds),
        ("Redis", found.redis, mixed.redis / mixed.seconds),
        ("bots", found.bots, mixed.bots / mixed.seconds),
    ]
    return [[name, f"{said:.1%}", f"{real:.1%}", f"{said / real - 1:+.0%}"] for name, said, real in pairs]


def questions(costs: Costs) -> list[list[str]]:
    """What is asked, and the answers."""
    small = Fleet(tables=10_000, nodes=1, against_bots=5_000, watchers=1_000)
    large = replace(small, tables=1_000_000, against_bots=500_000, watchers=100_000, nodes=100, database_cores=64)
    rows = []
    for fleet in (small, large):
        rows.append(_answer("as it is", *smallest(fleet, costs), costs))
        rows.append(_answer("news only to who follows", *smallest(replace(fleet, is_told_all=False), costs), costs))
        home, found = smallest(replace(fleet, is_told_all=False, is_home=True), costs)
        rows.append(_answer("and everybody of a table at one node", home, found, costs))
        if found.busiest > FULL:
            databases, redises = (math.ceil(busy / FULL) for busy in (found.database, found.redis))
            wanted = replace(home, databases=databases, redises=redises)
            name = f"and {databases} PostgreSQL, {redises} Redis"
            rows.append(_answer(name, wanted, simulate(wanted, costs), costs))
    return rows


def _answer(name: str, fleet: Fleet, found: Found, costs: Costs) -> list[str]:
    latencies = sorted(found.latencies)
    late = f"{latencies[int(len(latencies) * 0.99)] * 1000:.0f} ms" if found.busiest < 1 and latencies else "never"
    memory = fleet.tables * costs.memory / 2**30
    database = f"{found.database:.0%} of {fleet.database_cores} cores"
    cores = fleet.nodes + fleet.databases * fleet.database_cores + fleet.redises + math.ceil(found.bots / FULL)
    return [
        f"{fleet.tables:,.0f}: {name}",
        f"{fleet.nodes:,}",
        f"{found.node:.0%}",
        database,
        f"{found.redis:.0%}",
        f"{found.bots:,.1f}",
        f"{cores:,}",
        f"{memory:,.0f} GB",
        late,
        "bears it" if found.busiest <= FULL else f"breaks: {found.worst}",
    ]


def measure(options: argparse.Namespace) -> Scenes:
    """What two real nodes use."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    gc.disable()
    with (
        tempfile.TemporaryDirectory() as folder,
        site(folder) as found,
        asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner,
    ):
        return runner.run(play_scenes(found, options.tables, options.every, options.seconds, options.rounds))


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=30)
    parser.add_argument("--seconds", type=float, default=16.0, help="of each scene")
    parser.add_argument("--rounds", type=int, default=3, help="how often all scenes are played")
    parser.add_argument("--every", type=float, default=0.4, help="seconds between the turns of a table")
    parser.add_argument("--kept", type=Path, help="a file of what was measured; made where it is missing")
    options = parser.parse_args()
    if options.kept is None or not options.kept.exists():
        scenes = measure(options)
        if options.kept is not None:
            options.kept.write_text(json.dumps(scenes._asdict()), encoding="utf-8")
    else:
        kept: dict[str, Any] = json.loads(options.kept.read_text(encoding="utf-8"))
        scenes = Scenes(**(kept | {name: Used(*one) for name, one in kept.items() if name != "memory"}))
    costs, mixed = find_costs(scenes), scenes.mixed
    named = [[name, f"{seconds * 1e6:,.0f} µs"] for name, seconds in vars(costs).items() if name != "memory"]
    named.append(["memory", f"{costs.memory / 1024:.0f} kB"])
    parts = [
        "A fleet of nodes, simulated with costs that were measured at two",
        machine(),
        "Processor time of what happens once; idle ones for each second, telling for each person and second",
        table(["cost", "measured"], named),
        "A mixed evening: cores that were busy",
        table(["part", "simulated", "measured", "difference"], check(mixed, options.every, costs)),
        f"A turn every {SECONDS_PER_TURN:.0f} s at each table of four, three previews before it, one spectator a table",
        table(
            [
                "tables",
                "nodes",
                "each busy",
                "PostgreSQL",
                "Redis",
                "bots' cores",
                "cores in all",
                "memory",
                "p99 of a turn",
                "so it",
            ],
            questions(costs),
        ),
    ]
    save("fleet", "\n\n".join(parts))


if __name__ == "__main__":
    main()
