"""How much a server bears: tables of both games, people against bots and people in the lobby, with scripted clients on
loopback; one worker, several, and several behind nginx; and a bare echo as the limit.

    python benchmarks/load.py [--tables 400] [--seconds 12] [--workers 2] [--server-cores 0,1 --client-cores 2-15]
                              [--before DIR]

First all tables play at the rate of people, a turn every ten seconds; then the tables of Samurai as fast as they can.
After each round of that a bare FastAPI WebSocket echoes as long messages to as many connections: machines have moods,
and what counts is the ratio of the two. Clients and servers share the machine, and its cores too unless they are told
where to run. So beside what came about in a second stands what it cost server, proxy and clients in processor time,
which neighbours change little.

With ``--before`` the server of an older checkout is measured too, each set-up of it right after ours and with the same
clients, which are those of this checkout: the two servers must speak the same protocol.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import itertools
import os
import resource
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import httpx
import uvloop
from crowd import (
    AGAINST_A_BOT,
    HISTORY,
    SAMURAI,
    Client,
    LoadTable,
    Onlooker,
    connect_all,
    keep_alive,
    make_tables,
    play_fast,
    play_like_people,
)
from results import machine, save, table
from websockets.asyncio.client import connect
from wire import Wire

from tests.server.processes import add_cores, children, describe_cores, on_cores

ROUNDS = 3
SECONDS_TO_BEGIN = 1200.0
"""For a server that may have to compile the rules first."""
SECONDS_A_ROUND = 1.5
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
NGINX = Path(__file__).parent.parent / "docs" / "deploy" / "nginx.conf"


class Setup(NamedTuple):
    """What is measured."""

    name: str
    num_workers: int
    is_proxied: bool = False
    checkout: Path | None = None
    """Of an older server; None: ours."""


class Figures(NamedTuple):
    """What was found."""

    rows: dict[str, str]
    turns_per_second: float
    cost: float
    """Seconds of a processor that a turn takes the server."""
    clients: float
    """And that it takes its clients, and a proxy."""
    share: float
    """Of the messages that a bare echo sends meanwhile."""


@contextlib.contextmanager
def process(command: list[str], url: str, checkout: Path | None = None, /, **environment: str) -> Iterator[int]:
    """A server in a process of its own; that of another checkout, if one is named."""
    quiet = subprocess.DEVNULL
    if checkout is not None:
        environment["PYTHONPATH"] = str(checkout)
    # Python looks first where a process begins, and then in its path.
    running = subprocess.Popen(command, cwd=checkout, env={**os.environ, **environment}, stdout=quiet, stderr=quiet)
    try:
        with httpx.Client(verify=False, timeout=5) as http:
            until = time.monotonic() + SECONDS_TO_BEGIN
            while True:
                with contextlib.suppress(httpx.HTTPError):
                    http.get(url)
                    break
                if running.poll() is not None or time.monotonic() > until:
                    sys.exit(f"the server at {url} did not start")
                time.sleep(0.1)
        yield running.pid
    finally:
        running.send_signal(signal.SIGTERM)
        running.wait(60)


@contextlib.contextmanager
def nginx(folder: str, port: int) -> Iterator[tuple[str, int]]:
    """The proxy of docs/deploy in front of a port; its address and process."""
    program = shutil.which("nginx", path=f"/usr/sbin:{os.environ.get('PATH', '')}")
    if program is None:
        sys.exit("nginx is missing: install it, or measure with --without-proxy")
    own = free_port()
    site = NGINX.read_text().replace("8001", str(port)).replace("server 127.0.0.1:8002", "#").replace("8080", str(own))
    Path(folder, "site.conf").write_text(site)
    most = "worker_rlimit_nofile 20000; events { worker_connections 10000; }"
    logs = f"pid {folder}/pid; error_log {folder}/error.log;"
    config = f"daemon off; {logs} {most} http {{ access_log off; include {folder}/site.conf; }}"
    Path(folder, "nginx.conf").write_text(config)
    url = f"http://127.0.0.1:{own}"
    with process([program, "-c", f"{folder}/nginx.conf", "-p", folder], f"{url}/healthz") as running:
        yield url, running


def free_port() -> int:
    """A port that nobody uses."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def family(pid: int) -> list[int]:
    """A process and all that it has started; but not the bots, which are asked and do not serve."""
    kept = [child for child in children(pid) if b"multiprocessing" not in Path(f"/proc/{child}/cmdline").read_bytes()]
    return [pid, *(process for child in kept for process in family(child))]


def processor_seconds(pids: list[int]) -> float:
    """What processes have used so far, with what they had started and is gone."""
    fields = [Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split() for pid in pids]
    gone = sum(int(ticks) for found in fields for ticks in found[13:15]) / os.sysconf("SC_CLK_TCK")
    # The clock of another process, as clock_getcpuclockid(3) names it: finer than the ticks of /proc.
    return gone + sum(time.clock_gettime(~pid << 3 | 2) for pid in pids)


def memory(pids: list[int]) -> int:
    """Bytes that belong to processes alone; those of libraries come and go with the system's needs."""
    lines = [line for pid in pids for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()]
    return sum(int(line.split()[1]) * 1024 for line in lines if line.startswith("Private_Dirty:"))


async def echo(lines: list[Any], size: int, seconds: float) -> float:
    """Messages per second that a bare echo returns to the same kind of clients."""
    returned = 0
    begin = time.perf_counter()
    text = "x" * size

    async def play(line: Any) -> None:
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


def both(values: list[float]) -> str:
    """The middle and the worst of a hundred."""
    return f"{percentile(values, 0.5):.0f}, {percentile(values, 0.99):.0f} ms" if values else "none"


async def measure(setup: Setup, options: argparse.Namespace) -> Figures:
    """One set-up, from its start to its end."""
    port, echo_port = free_port(), free_port()
    url, echo_url = f"http://127.0.0.1:{port}", f"http://127.0.0.1:{echo_port}"
    command = [sys.executable, "-m", "tenka", "serve", "--port", str(port), "--workers", str(setup.num_workers)]
    kinds = {SAMURAI: options.tables, HISTORY: options.tables // 10, AGAINST_A_BOT: options.tables // 10}
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        environment = {"DATABASE_URL": f"sqlite:///{folder}/load.db", "TENKA_LIMITS": "0", "TENKA_BOT_WORKERS": "1"}
        with on_cores(options.server_cores):
            server = stack.enter_context(process(command, f"{url}/healthz", setup.checkout, **environment))
        address, proxy = stack.enter_context(nginx(folder, port)) if setup.is_proxied else (url, None)
        empty = memory(family(server))
        tables = await make_tables(url, kinds)
        watchers = [Onlooker() for _ in range(options.tables // 4)]
        clients = [client for made in tables for client in made.clients]
        await connect_all(address, tables, not options.heavy)
        await asyncio.gather(*(watcher.join(address) for watcher in watchers))
        everybody: list[Client | Onlooker] = [*clients, *watchers]
        tasks = [asyncio.create_task(one.listen()) for one in everybody]
        tasks.append(asyncio.create_task(keep_alive(everybody)))
        full = memory(family(server))
        before, begin = processor_seconds(family(server)), time.perf_counter()
        taken, answers = await play_like_people(tables, options.seconds)
        used, spent = processor_seconds(family(server)) - before, time.perf_counter() - begin
        rows = {
            "memory per table with its connections": f"{(full - empty) / len(tables) / 1024:.0f} kB",
            "rate of people: turns/s": f"{len(taken) / spent:.0f}",
            "rate of people: act to last client's event, p50 and p99": both(taken),
            "rate of people: a bot's answer, with its pause of 600 ms, p50 and p99": both(answers),
            "rate of people: the server's share of a core": f"{used / spent:.0%}",
        }
        for watcher in watchers:  # the lobby is not what is measured now
            if watcher.line is not None:
                await watcher.line.close()
                watcher.line = None
        samurai = [made for made in tables if made.kind is SAMURAI]
        with on_cores(options.server_cores):
            echoing = stack.enter_context(process([sys.executable, "-c", ECHO, str(echo_port)], echo_url))
        way = echo_url.replace("http", "ws")
        echo_lines: list[Any] = []
        for _ in range(4 * len(samurai)):
            is_heavy = options.heavy
            echo_lines.append(
                await connect(way, compression=None, ping_interval=None) if is_heavy else await Wire.connect(way, {})
            )
        found = await saturate(samurai, echo_lines, family(server), family(proxy) if proxy else [], echoing)
        for task in tasks:
            task.cancel()
        await asyncio.gather(
            *(one.line.close() for one in everybody if one.line), *(line.close() for line in echo_lines)
        )
    return found._replace(rows=rows | found.rows)


async def saturate(
    tables: list[LoadTable], echo_lines: list[Any], server: list[int], proxy: list[int], echoing: int
) -> Figures:
    """Tables as fast as they can and an echo, in turns; the medians of all rounds."""
    turns, ours, echoes, costs, cores, taken = [], [], [], [], [], []
    beside, beside_cores, shares_of_time = [], [], []
    size = 0
    for _ in range(ROUNDS):
        bytes_before, before = sum(made.received_bytes for made in tables), processor_seconds(server)
        others = time.process_time() + processor_seconds(proxy)
        fast, spent, messages = await play_fast(tables, SECONDS_A_ROUND)
        used = processor_seconds(server) - before
        if not fast:
            sys.exit("all games are over before the last round: measure with more --tables")
        others = time.process_time() + processor_seconds(proxy) - others
        beside.append(others / len(fast))
        beside_cores.append(others / spent)
        size = (sum(made.received_bytes for made in tables) - bytes_before) // messages
        turns.append(len(fast) / spent)
        ours.append(messages / spent)
        costs.append(used / len(fast))
        cores.append(used / spent)
        taken += fast
        before, begin = processor_seconds([echoing]), time.perf_counter()
        echoes.append(await echo(echo_lines, size, SECONDS_A_ROUND))
        echo_cost = (processor_seconds([echoing]) - before) / (echoes[-1] * (time.perf_counter() - begin))
        shares_of_time.append(echo_cost / (used / messages))
    shares = sorted(our / bare for our, bare in zip(ours, echoes, strict=True))
    rows = {
        "saturated: turns/s": f"{statistics.median(turns):,.0f}",
        "saturated: act to last client's event, p50 and p99": both(taken),
        "saturated: processor time of the server a turn": f"{statistics.median(costs) * 1000:.2f} ms",
        "saturated: processor time of clients and proxy a turn": f"{statistics.median(beside) * 1000:.2f} ms",
        "saturated: cores that the server had": f"{statistics.median(cores):.2f}",
        "saturated: cores that clients and proxy had": f"{statistics.median(beside_cores):.2f}",
        "saturated: messages to clients/s": f"{statistics.median(ours):,.0f}",
        "saturated: bytes a message": f"{size:,}",
        "bare FastAPI echo of as many bytes to as many connections": f"{statistics.median(echoes):,.0f}",
        "our share of the echo's rate": f"{statistics.median(shares):.0%} ({shares[0]:.0%} to {shares[-1]:.0%})",
        "the same by processor time a message": f"{statistics.median(shares_of_time):.0%}",
    }
    medians = [statistics.median(figures) for figures in (turns, costs, beside, shares)]
    return Figures(rows, *medians)


def report(setups: list[Setup], found: list[Figures], options: argparse.Namespace) -> str:
    """Everything as text."""
    rows = [[name, *(figures.rows[name] for figures in found)] for name in found[0].rows]
    measured = list(zip(setups, found, strict=True))
    for setup, figures in [(setup, figures) for setup, figures in measured[1:] if setup.checkout is None]:
        wall = figures.turns_per_second / found[0].turns_per_second
        apart = setup.num_workers * found[0].cost / figures.cost
        together = min(apart, (os.cpu_count() or 1) * found[0].cost / (figures.cost + figures.clients))
        rows.append([f"{setup.name}, to one worker: turns/s", *_only(found, figures, f"{wall:.2f}")])
        rows.append(["by processor time, with a core for each worker", *_only(found, figures, f"{apart:.2f}")])
        if options.server_cores is None:
            rows.append(["by processor time, with the clients on the same", *_only(found, figures, f"{together:.2f}")])
    for (setup, figures), (_, before) in itertools.pairwise(measured):
        if setup.checkout is None and options.before is not None:
            rows += [[name, *_only(found, figures, ratio)] for name, ratio in compare(setup, figures, before).items()]
    count = options.tables
    with_clocks = f"{count:,} tables of Samurai of four and {count // 10} of History of three, with clocks"
    crowd = f"{with_clocks}; {count // 10} against a bot; {count // 4} people in the lobby"
    kind = "the package websockets" if options.heavy else "a light client of our own"
    how = f"SQLite with a commit to disk before every answer; clients: {kind}"
    where = describe_cores(options.server_cores, options.client_cores)
    missing = "; without a proxy, as it was told" if options.without_proxy else ", proxy beside the clients"
    title = f"Tables with scripted clients on loopback, {where}{missing}"
    old = f"\n*before*: the server of {name_of(options.before)}, with the same clients" if options.before else ""
    return f"{title}\n\n{machine()}, {how}\n{crowd}{old}\n\n{table(['what', *(setup.name for setup in setups)], rows)}"


def compare(setup: Setup, ours: Figures, before: Figures) -> dict[str, str]:
    """How many times as good as the server before: more than 1 is better."""
    return {
        f"{setup.name}, to the server before: turns/s": f"{ours.turns_per_second / before.turns_per_second:.2f}",
        "by processor time of the server a turn": f"{before.cost / ours.cost:.2f}",
        "by the share of the echo's rate": f"{ours.share / before.share:.2f}",
    }


def with_before(setups: list[Setup], checkout: Path | None) -> list[Setup]:
    """Each set-up, and right after it the same one of an older server, if there is one."""
    if checkout is None:
        return setups
    return [one for setup in setups for one in (setup, setup._replace(name=f"{setup.name}, before", checkout=checkout))]


def name_of(checkout: Path) -> str:
    """What an older checkout is called: its commit, where git knows it."""
    command = ["git", "-C", str(checkout), "log", "-1", "--format=%h, %cs"]
    told = subprocess.run(command, capture_output=True, text=True, check=False)
    return told.stdout.strip() if told.returncode == 0 else str(checkout)


def old_checkout(text: str) -> Path:
    """A folder with another tenka in it."""
    checkout = Path(text).resolve()
    if not (checkout / "tenka" / "server" / "app.py").is_file():
        raise argparse.ArgumentTypeError(f"{text} is no checkout of tenka; git worktree add DIR COMMIT makes one")
    return checkout


def _only(found: list[Figures], one: Figures, text: str) -> list[str]:
    return [text if figures is one else "" for figures in found]


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=400, help="of Samurai; the others are shares of it")
    parser.add_argument("--seconds", type=float, default=12.0, help="at the rate of people")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 2)
    parser.add_argument(
        "--heavy", action="store_true", help="clients of the package websockets, which cost more than the server"
    )
    parser.add_argument("--without-proxy", action="store_true")
    parser.add_argument(
        "--before", type=old_checkout, metavar="DIR", help="an older checkout, to measure its server too"
    )
    add_cores(parser)
    options = parser.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    gc.disable()  # thousands of clients in one process: no real client waits for the others' rubbish
    setups = [Setup("one worker", 1), Setup(f"{options.workers} workers", options.workers)]
    if not options.without_proxy:
        setups.append(Setup(f"{options.workers} workers behind nginx", options.workers, is_proxied=True))
    setups = with_before(setups, options.before)
    found = []
    with on_cores(options.client_cores):
        for setup in setups:
            with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
                found.append(runner.run(measure(setup, options)))
            gc.collect()
    name = "load-websockets" if options.heavy else "load"
    save(name if options.server_cores is None else f"{name}-apart", report(setups, found, options))


if __name__ == "__main__":
    main()
