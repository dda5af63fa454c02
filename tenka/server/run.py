"""Running a server: one node, in this process or in several."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import resource
import socket
import sys
import threading
import time
import webbrowser
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import FrameType
from typing import Any

import uvicorn
from fastapi import FastAPI

from tenka.game import GameError
from tenka.server import database as db
from tenka.server import keeping, workers
from tenka.server.app import make_app
from tenka.server.config import Config, read_config
from tenka.server.frames import Frames
from tenka.server.guard import MOST_RECORD_BYTES
from tenka.server.metrics import set_up_logs
from tenka.server.patience import PatientProtocol
from tenka.server.ready import prepare_games
from tenka.server.socket import MOST_BYTES as MOST_FRAME_BYTES
from tenka.server.solving import tell_reports
from tenka.server.store import Store

DEFAULT_PORT = 8000
SECONDS_TO_STOP = 10
SECONDS_FOR_PORT = 2.0
SECONDS_BETWEEN_LOOKS = 0.2
SECONDS_FOR_ANOTHER = 600.0
"""So long does one that wants the page wait for a server that is getting ready; the first has much to compile."""
PORTS_TO_TRY = 20
"""Where nobody asked for a port and the usual one is taken."""


class Uvicorn(uvicorn.Server):
    """Tells when it answers, says goodbye before it closes connections, and leaves with 0 when it was asked to stop."""

    def __init__(self, config: uvicorn.Config, tell_ready: Callable[[], None]) -> None:
        super().__init__(config)
        self.tell_ready = tell_ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Starts."""
        await super().startup(sockets)
        if self.started:
            self.tell_ready()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Asked once it stops as soon as everybody has been told; asked again it stops at once."""
        self.force_exit = self.should_exit
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stops."""
        app = self.config.app
        if isinstance(app, FastAPI):
            await app.state.server.lounge.say_goodbye()
        await super().shutdown(sockets)


def serve(
    host: str, port: int | None, opens_browser: bool, is_quiet: bool = False, num_workers: int | None = None
) -> None:
    """Serves until it is told to stop; raises GameError where it cannot begin. Who only wants the page, and has a
    server already, gets that one's."""
    try:
        _begin(host, port, opens_browser, is_quiet, num_workers)
    except keeping.AlreadyServed as served:
        if not (opens_browser and port is None and served.url):
            raise
        print(f"tenka is at {served.url} already", flush=True)
        webbrowser.open(served.url)


def _begin(host: str, port: int | None, opens_browser: bool, is_quiet: bool, num_workers: int | None) -> None:
    config = read_config()
    if num_workers is not None:
        config = replace(config, workers=num_workers)
    set_up_logs(config.log_format)
    _allow_many_files()
    file = keeping.file_of(config.database_url)
    if config.workers > 1 and (file is None or config.redis_url):
        raise GameError("several workers share a SQLite file; with PostgreSQL or Redis start several servers instead")
    with contextlib.ExitStack() as stack:
        tell_others = _have(stack, file, opens_browser and port is None) if file else None
        asyncio.run(db.prepare(config.database_url))
        _serve(config, host, port, opens_browser, is_quiet, tell_others)


def _have(stack: contextlib.ExitStack, file: Path, waits: bool) -> Any:
    """Has the file for as long as the stack is open; and waits until one that is getting ready says where it is."""
    until = time.monotonic() + SECONDS_FOR_ANOTHER
    has_said = False
    while True:
        try:
            return stack.enter_context(keeping.having(file))
        except keeping.AlreadyServed as other:
            if not waits or other.url or time.monotonic() > until:
                raise
        if not has_said:
            print("another tenka is getting ready here; its page opens as soon as it answers", file=sys.stderr)
            has_said = True
        time.sleep(SECONDS_BETWEEN_LOOKS)


def _serve(config: Config, host: str, port: int | None, opens_browser: bool, is_quiet: bool, tell_others: Any) -> None:
    listener = _listen(host, port, SECONDS_FOR_PORT if config.workers > 1 else 0.0)
    number = listener.getsockname()[1]
    shown = f"[{host}]" if ":" in host else host
    url = f"http://{'localhost' if host in ('127.0.0.1', '::1') else shown}:{number}/"

    def tell_ready() -> None:
        if tell_others is not None:
            tell_others(url)
        if not is_quiet:
            print(f"tenka is at {url} — press Ctrl-C to stop", flush=True)
        if opens_browser:  # which may take its time
            threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()

    with contextlib.suppress(KeyboardInterrupt):
        _prepare()
        with asyncio.Runner(loop_factory=make_loop) as runner:
            if config.workers > 1:
                runner.run(workers.supervise(config, listener, tell_ready))
            else:
                runner.run(_run(make_uvicorn(make_app(config), tell_ready), listener))


def make_uvicorn(app: FastAPI, tell_ready: Callable[[], None]) -> Uvicorn:
    """What serves an application."""
    return Uvicorn(
        uvicorn.Config(
            app,
            http=PatientProtocol,
            ws=Frames,
            log_config=None,
            access_log=False,
            ws_max_size=max(MOST_FRAME_BYTES, 16_384),
            ws_per_message_deflate=False,
            ws_ping_interval=30,
            ws_ping_timeout=30,
            h11_max_incomplete_event_size=MOST_RECORD_BYTES,
            timeout_graceful_shutdown=SECONDS_TO_STOP,
            server_header=False,
            limit_concurrency=20_000,
            backlog=4096,
        ),
        tell_ready,
    )


def _allow_many_files() -> None:
    """A connection is a file to the system, which often allows a thousand and would allow many more."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (65_536 if most == resource.RLIM_INFINITY else most, most))


def _prepare() -> None:
    """Compiles what this machine has not compiled yet, with a line that says how far it is."""
    is_terminal = sys.stderr.isatty()
    shown: list[str] = []

    def show(progress: str) -> None:
        if is_terminal:
            print(f"\r{progress}", end="", file=sys.stderr, flush=True)
        elif not shown:
            print(progress, file=sys.stderr, flush=True)
        shown.append(progress)

    prepare_games(show)
    if shown and is_terminal:
        print(file=sys.stderr, flush=True)


async def _run(server: uvicorn.Server, listener: socket.socket) -> None:
    await server.serve([listener])
    if not server.started:
        raise GameError("the server could not begin; the lines above say why")


def make_loop() -> asyncio.AbstractEventLoop:
    """The quickest event loop that there is."""
    try:
        import uvloop
    except ModuleNotFoundError:  # it is not there on every system
        return asyncio.new_event_loop()
    return uvloop.new_event_loop()


def _listen(host: str, port: int | None, patience: float = 0.0) -> socket.socket:
    """A socket at a port. Patience: for so many seconds the workers of a server that was killed may still have it."""
    until = time.monotonic() + patience
    wanted = [port] if port is not None else list(range(DEFAULT_PORT, DEFAULT_PORT + PORTS_TO_TRY))
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for number in wanted:
        listener = socket.socket(family, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, number))
        except (OSError, OverflowError) as error:
            listener.close()
            if port is not None and getattr(error, "errno", None) == errno.EADDRINUSE and time.monotonic() < until:
                time.sleep(0.05)
                return _listen(host, port, until - time.monotonic())
            if port is not None:
                reason = getattr(error, "strerror", None) or error
                raise GameError(f"cannot listen at {host}, port {number}: {reason}; try another --port") from None
            continue
        return listener
    raise GameError(f"the ports {wanted[0]} to {wanted[-1]} are all taken; name another with --port")


def upgrade_database() -> str:
    """Brings the database up to date; returns where it is, without its password."""
    config = read_config()
    return asyncio.run(_upgrade(config))


def back_up(target: Path | None) -> Path:
    """Copies the database to a file, also while people play; returns it."""
    return keeping.back_up(read_config().database_url, target)


def restore(copy: Path) -> Path:
    """Puts a copy in the place of the database; returns where the old one is now."""
    return keeping.restore(read_config().database_url, copy)


def list_reports(game: str | None) -> list[str]:
    """What people have reported of puzzles, a line each, the newest last; raises GameError."""
    return asyncio.run(_list_reports(read_config(), game))


async def _list_reports(config: Config, game: str | None) -> list[str]:
    file = keeping.file_of(config.database_url)
    if file is not None and not file.exists():
        raise GameError(f"no server has kept anything in {file} yet; DATABASE_URL names another place")
    store = Store(db.connect(config.database_url))
    try:
        await db.check_current(store.engine)
        return await tell_reports(store, game) or ["nobody has reported anything"]
    finally:
        await store.close()


async def _upgrade(config: Config) -> str:
    engine = db.connect(config.database_url)
    try:
        await db.upgrade(engine)
    finally:
        await engine.dispose()
    return engine.url.render_as_string(hide_password=True)
