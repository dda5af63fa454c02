"""Several workers on one SQLite file: this process has the hub, the bots and the socket; the workers serve.

    tenka serve ── nursery ── worker, worker, ...
         └── bots

The nursery is a process that has loaded everything and serves nobody: a worker is a fork of it, there at once, and
shares most of its memory with the others. A worker that dies is replaced. When this process dies, all others do.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from tenka.game import GameError
from tenka.server.bots import BotPool
from tenka.server.config import Config
from tenka.server.hub import Hub, Member
from tenka.server.post import Ends

log = logging.getLogger("tenka.workers")

SECONDS_TO_STOP = 13.0
"""Longer than a worker takes to say goodbye and to finish."""
LONGEST_WAIT = 5.0
"""Before a worker is started again that has died at once, again and again."""
MOST_FAILURES = 3
"""At the beginning: then the server cannot begin at all."""


async def supervise(config: Config, listener: socket.socket, tell_ready: Callable[[], None]) -> None:
    """Serves until it is told to stop; raises GameError where it cannot begin."""
    loop = asyncio.get_running_loop()
    bots = BotPool(config.bot_workers, config.guest_bots)
    staff = _Staff(config, listener, bots, tell_ready)
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, staff.stop)
    await bots.open()
    try:
        await staff.start_nursery()
        await bots.wait_until_ready()
        await staff.run()
    finally:
        await staff.close()
        await bots.close()


class _Staff:
    """The workers of a server, and their nursery."""

    def __init__(self, config: Config, listener: socket.socket, bots: BotPool, tell_ready: Callable[[], None]) -> None:
        self._config = config
        self._tell_ready = tell_ready
        self._hub = Hub(bots, self._note_ready)
        doors = [socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM) for _ in range(config.workers)]
        turnstile = tempfile.TemporaryFile()  # noqa: SIM115
        lifeline, ours = (os.fdopen(end, mode) for end, mode in zip(os.pipe(), ("rb", "wb"), strict=True))
        self._kept: list[Any] = [listener, turnstile, lifeline, ours, *(door for pair in doors for door in pair)]
        """As long as these are open, workers can be started and live."""
        self._ends = Ends(
            listener=listener.fileno(),
            turnstile=turnstile.fileno(),
            lifeline=lifeline.fileno(),
            inside=[inside.fileno() for inside, _ in doors],
            outside=[outside.fileno() for _, outside in doors],
        )
        self._nursery: subprocess.Popen[bytes] | None = None
        self._control: socket.socket | None = None
        self._failures = [0] * config.workers
        self._has_begun = False
        self._is_stopping = asyncio.Event()
        self._is_empty = asyncio.Event()
        self._error: GameError | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    async def start_nursery(self) -> None:
        """Starts the nursery, and waits until it has loaded everything."""
        self._control, theirs = socket.socketpair()
        self._control.setblocking(False)
        ends = self._ends
        inherited = [ends.listener, ends.turnstile, ends.lifeline, *ends.inside, *ends.outside, theirs.fileno()]
        wish = json.dumps({"control": theirs.fileno(), "workers": self._config.workers, "ends": asdict(ends)})
        command = [sys.executable, "-m", "tenka.server.nursery", wish]
        # In a session of its own: Ctrl-C is for this process alone, which tells the workers.
        self._nursery = subprocess.Popen(command, pass_fds=inherited, start_new_session=True)
        theirs.close()
        if not await asyncio.get_running_loop().sock_recv(self._control, 1):
            raise GameError("the server could not begin; the lines above say why")

    async def run(self) -> None:
        """Has all workers serve until it is told to stop."""
        telling = asyncio.create_task(self._hub.tell_of_bots())
        for number in range(self._config.workers):
            await self._start(number)
        await self._is_stopping.wait()
        telling.cancel()
        if self._hub.members:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(SECONDS_TO_STOP):
                    await self._is_empty.wait()
        if self._error is not None:
            raise self._error

    def stop(self) -> None:
        """Asked once, all workers stop as soon as they have said goodbye; asked again, at once."""
        if self._is_stopping.is_set():
            self._is_empty.set()
        self._is_stopping.set()
        self._hub.tell(b'{"stop":true}')

    async def close(self) -> None:
        """Ends what is left of the workers: without the lifeline they die."""
        self._is_stopping.set()
        for task in list(self._tasks):
            task.cancel()
        for kept in self._kept:
            kept.close()
        if self._control is not None:
            self._control.close()
        if self._nursery is not None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                await asyncio.to_thread(self._nursery.wait, 5)

    async def _start(self, number: int) -> None:
        """Starts a worker; where the nursery has died, that too."""
        ours, theirs = socket.socketpair()
        member = Member(self._hub, number, self._note_lost)
        await asyncio.get_running_loop().create_unix_connection(lambda: member.link, sock=ours)
        for _ in range(2):
            assert self._control is not None
            try:
                socket.send_fds(self._control, [bytes([number])], [theirs.fileno()])
                break
            except OSError:
                log.warning("the workers' nursery died and is replaced")
                self._control.close()
                await self.start_nursery()
        theirs.close()

    def _note_ready(self, member: Member) -> None:
        self._failures[member.number] = 0
        if self._is_stopping.is_set():
            self._hub.tell(b'{"stop":true}')
        if not self._has_begun and sum(other.is_ready for other in self._hub.members.values()) == self._config.workers:
            self._has_begun = True
            self._tell_ready()

    def _note_lost(self, member: Member) -> None:
        number = member.number
        if self._is_stopping.is_set():
            if not self._hub.members:
                self._is_empty.set()
            return
        if not member.is_ready:
            self._failures[number] += 1
        if not self._has_begun and self._failures[number] >= MOST_FAILURES:
            self._error = GameError("the server could not begin; the lines above say why")
            self.stop()
            return
        log.warning("a worker died and is replaced", extra={"worker": number})
        task = asyncio.get_running_loop().create_task(self._start_again(number))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _start_again(self, number: int) -> None:
        failures = self._failures[number]
        await asyncio.sleep(min(LONGEST_WAIT, 0.1 * 2**failures) if failures else 0.0)
        await self._start(number)
