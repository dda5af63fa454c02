"""Ready means ready: what is compiled when, and by whom."""

from __future__ import annotations

import asyncio
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tenka.games import GAMES
from tenka.server.bots import BotPool
from tenka.server.ready import compiled_folder, prepare_games, stamp_of
from tests.server.client import BASIC, Node, Page, running
from tests.server.test_play import take_turn

COMPILING = "Preparing the rules for this machine, once, about a minute"
"""What a server says that compiles; to load takes long on a busy machine, which is said in other words."""


def compiled(folder: Path) -> set[str]:
    return {path.name for path in folder.rglob("*.nbc")}


def children_of(pid: int) -> list[int]:
    found = Path(f"/proc/{pid}/task/{pid}/children")
    return [int(child) for child in found.read_text().split()] if found.exists() else []


def is_gone(pid: int) -> bool:
    stat = Path(f"/proc/{pid}/stat")
    try:
        return stat.read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks at processes in /proc")
@pytest.mark.slow
def test_a_server_killed_while_it_compiles_is_gone_at_once_and_so_are_its_helpers(tmp_path: Path) -> None:
    environment = {**os.environ, "TENKA_CACHE_DIR": str(tmp_path), "DATABASE_URL": f"sqlite:///{tmp_path / 'x.db'}"}
    command = [sys.executable, "-m", "tenka", "serve", "--port", "0"]
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGKILL):
        server = subprocess.Popen(
            command,
            env=environment,
            stderr=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            # A shell that runs tests in the background has them ignore Ctrl-C, and theirs would too.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )
        end = time.monotonic() + 60
        while len(children := children_of(server.pid)) < len(GAMES):
            assert time.monotonic() < end
            time.sleep(0.02)
        server.send_signal(number)
        server.wait(10)  # compiling takes a minute
        end = time.monotonic() + 10
        while not all(is_gone(child) for child in children):
            assert time.monotonic() < end, f"a helper goes on compiling after {number}"
            time.sleep(0.05)


def copy_prepared(to: Path) -> None:
    """What was compiled when the games were prepared on this machine, without what tests have compiled since."""
    prepare_games(lambda _progress: None)
    folder = compiled_folder()
    prepared_at = max(stamp_of(folder, game).stat().st_mtime for game in GAMES)

    def leave_out(inside: str, names: list[str]) -> list[str]:
        files = [Path(inside, name) for name in names]
        since = [file.name for file in files if file.suffix == ".nbc" and file.stat().st_mtime > prepared_at]
        return [*since, *(file.name for file in files if file.name.startswith("prepared-"))]

    shutil.copytree(folder, to, ignore=leave_out)


@pytest.mark.slow
def test_after_the_start_nothing_is_compiled_any_more(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    copy_prepared(cache)
    with running(Node(tmp_path, TENKA_LIMITS="0", TENKA_CACHE_DIR=str(cache))) as node, Page(node.url) as page:
        assert node.log.read_text().count(COMPILING) == 1
        before = compiled(cache)
        assert before
        page.guest()
        for bot in ("farmer", "shogun"):
            table = page.make_table("me", bot, options={**BASIC, "first": "red"})["id"]
            with page.open() as line:
                choice = line.ask("watch", table=table)["choice"]
                assert line.ask("hint", table=table, version=choice["version"], moves="")["type"] == "hinted"
                assert take_turn(line, table, choice, random.Random(3))["type"] == "accepted"
                while line.until("event")["choice"] is None:
                    pass
        assert compiled(cache) - before == set()
        node.stop()
        node.start()
        assert node.log.read_text().count(COMPILING) == 1


def test_bots_are_ready_when_they_have_loaded_everything_and_not_before() -> None:
    async def go() -> None:
        pool = BotPool(1)
        await pool.open()
        try:
            assert not pool.is_ready
            await pool.wait_until_ready()
            assert pool.is_ready
        finally:
            await pool.close()

    asyncio.run(go())


COMPILED = """
import sys
from numba.core.dispatcher import Dispatcher
from tenka.record import replay, write
from tenka.server import ready
from tenka.server.rehearsal import rehearse

def ready_made():
    modules = [module for name, module in list(sys.modules.items()) if name.startswith("tenka.")]
    functions = {value for module in modules for value in vars(module).values() if isinstance(value, Dispatcher)}
    return {(each.__module__, each.__name__, signature) for each in functions for signature in each.overloads}

ready.prepare_game(sys.argv[1], lambda: None)
before = ready_made()
assert before
table = rehearse(sys.argv[1], 100_000)
assert table.status == "over", table.number
print(*sorted({f"{module}.{name}" for module, name, _ in ready_made() - before}))
assert replay(write(table.table.record())).outcome, "it was played as people play"
"""


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.slow
def test_a_whole_game_shown_to_everybody_needs_nothing_that_was_not_prepared(game: str) -> None:
    """Whether it would be compiled or found on the disk does not matter here: on a new machine it would be compiled."""
    done = subprocess.run([sys.executable, "-c", COMPILED, game], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []
