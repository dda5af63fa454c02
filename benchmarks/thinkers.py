"""Many people against a bot that thinks: how long its answers take, and what its processes need.

    python benchmarks/thinkers.py [--bot tenkabito] [--tables 100] [--every 10 30 60] [--seconds 60]

Everybody sits at an address of their own and takes so many seconds between two turns, from one's own to the next or,
where the bot takes longer, until it has answered. Games are for two and not rated. Server, bots and clients share the
machine, with as many bots' processes as it has cores.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import httpx
import uvloop
from crowd import RANDOM, Kind, connect_all, keep_alive, make_tables, play_like_people
from load import free_port, memory, percentile, process, processor_seconds
from results import machine, save, table

from tests.server.processes import children, command_of, family_of

PATIENCE = 600.0
"""Seconds that somebody waits for a bot before the measurement is given up."""
MEGABYTE = 1 << 20


def bots_of(server: int) -> list[int]:
    """The processes that think."""
    return [child for child in children(server) if "spawn_main" in command_of(child)]


async def waited(url: str) -> tuple[float, float]:
    """How many questions bots have begun with so far, and how many seconds these had waited in all."""
    async with httpx.AsyncClient() as http:
        text = (await http.get(f"{url}/metrics")).text
    found = [
        sum(float(value) for value in re.findall(rf'^tenka_bots_wait_seconds_{part}{{.*"game".*}} (\S+)', text, re.M))
        for part in ("count", "sum")
    ]
    return found[0], found[1]


async def measure(options: argparse.Namespace, every: float) -> list[str]:
    """One row: everybody takes so long between two turns."""
    url = f"http://127.0.0.1:{free_port()}"
    command = [sys.executable, "-m", "tenka", "serve", "--port", url.rpartition(":")[2]]
    kind = Kind("against one who thinks", 1, {"options": RANDOM}, (options.bot,))
    with tempfile.TemporaryDirectory() as folder:
        environment = {
            "DATABASE_URL": f"sqlite:///{folder}/thinkers.db",
            "TENKA_LIMITS": "0",
            "TENKA_BOT_PAUSE": "0",
            "TENKA_BOT_WORKERS": str(os.cpu_count() or 1),
            "TENKA_EXHIBITION": "0",
        }
        with process(command, f"{url}/healthz", **environment) as server:
            tables = await make_tables(url, {kind: options.tables}, is_apart=True)
            await connect_all(url, tables)
            clients = [client for made in tables for client in made.clients]
            tasks = [asyncio.create_task(client.listen()) for client in clients]
            tasks.append(asyncio.create_task(keep_alive(clients)))
            for made in tables:
                made.patience = PATIENCE
            bots = bots_of(server)
            count, seconds = await waited(url)
            before, begin = processor_seconds(bots), time.perf_counter()
            _, answers = await play_like_people(tables, options.seconds, every)
            spent, used = time.perf_counter() - begin, processor_seconds(bots) - before
            later_count, later_seconds = await waited(url)
            room = memory([server, *family_of(server)])
            for task in tasks:
                task.cancel()
    return [
        f"{every:.0f} s",
        f"{len(answers):,}",
        f"{percentile(answers, 0.5) / 1000:.2f} s",
        f"{percentile(answers, 0.95) / 1000:.2f} s",
        f"{max(answers):.2f} s",
        f"{(later_seconds - seconds) / max(later_count - count, 1):.2f} s",
        f"{used / len(answers):.2f} s",
        f"{used / spent:.2f}",
        f"{room / MEGABYTE:,.0f} MB",
    ]


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bot", default="tenkabito")
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--every", type=float, nargs="+", default=[10.0, 30.0, 60.0])
    parser.add_argument("--seconds", type=float, default=60.0)
    options = parser.parse_args()
    rows = []
    for every in options.every:
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            rows.append(runner.run(measure(options, every)))
    columns = ["a turn every", "answers", "median", "95 of 100", "longest", "of it in line", "processor for each"]
    columns += ["bots' cores", "memory of all"]
    title = f"{options.tables} tables of Samurai for two against {options.bot}, {os.cpu_count()} processes for bots"
    save("thinkers", f"{title}\n\n{machine()}\n\n{table(columns, rows)}")


if __name__ == "__main__":
    main()
