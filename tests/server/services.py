"""Private PostgreSQL and Redis servers for the tests: started in folders of their own, at free ports, and removed."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

WITHOUT = set(os.environ.get("TENKA_WITHOUT", "").split())
"""What ./test was told to do without."""


def program(name: str, service: str) -> str:
    """Where a program is; fails the test where it is missing, unless ./test was told to do without it."""
    if service in WITHOUT:
        pytest.skip(f"without {service}, as ./test was told")
    folders = [str(path) for path in sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)]
    found = shutil.which(name, path=os.pathsep.join([*folders, "/usr/sbin", os.environ.get("PATH", "")]))
    if found is None:
        pytest.fail(f"{name} is missing: install {service}, or run ./test --without {service}", pytrace=False)
    return found


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_for(port: int, is_ready: Callable[[], bool] = lambda: True, seconds: float = 30.0) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            if is_ready():
                return
        time.sleep(0.05)
    raise AssertionError(f"nothing answers at port {port}")


class Postgres:
    """A PostgreSQL that can be killed and started again; with an empty database."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None
        self._user = "postgres" if os.geteuid() == 0 else None  # PostgreSQL does not run as root

    @property
    def url(self) -> str:
        return f"postgresql://tenka@127.0.0.1:{self.port}/tenka"

    def make(self) -> None:
        """The files of an empty server."""
        if self._user:
            shutil.chown(self.folder, self._user)
        command = [program("initdb", "postgres"), "-D", str(self.folder / "data"), "-U", "tenka", "--auth=trust"]
        command += ["--no-sync", "-E", "UTF8"]
        subprocess.run(command, check=True, user=self._user, cwd=self.folder, stdout=subprocess.DEVNULL)

    def start(self) -> None:
        """Returns when it answers."""
        options = ["-D", str(self.folder / "data"), "-p", str(self.port), "-k", str(self.folder)]
        options += ["-c", "listen_addresses=127.0.0.1", "-c", "max_connections=60"]
        with (self.folder / "log").open("a") as log:
            self.process = subprocess.Popen(
                [program("postgres", "postgres"), *options],
                user=self._user,
                cwd=self.folder,
                stderr=log,
                start_new_session=True,  # so that all its processes can be killed at once
            )
        ready = [program("pg_isready", "postgres"), "-q", "-h", "127.0.0.1", "-p", str(self.port)]
        wait_for(self.port, lambda: subprocess.run(ready, check=False).returncode == 0)

    def kill(self) -> None:
        """All its processes, as if the machine had lost its power."""
        assert self.process is not None
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        """Asks nobody who is still connected: a polite end would wait until the last client has gone."""
        if self.process is None or self.process.poll() is not None:
            return
        self.process.send_signal(signal.SIGINT)
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.kill()


@contextlib.contextmanager
def postgres() -> Iterator[Postgres]:
    folder = Path(tempfile.mkdtemp(prefix="tenka-postgres-"))
    server = Postgres(folder)
    try:
        server.make()
        server.start()
        createdb = [program("createdb", "postgres"), "-h", "127.0.0.1", "-p", str(server.port), "-U", "tenka", "tenka"]
        subprocess.run(createdb, check=True)
        yield server
    finally:
        server.stop()
        shutil.rmtree(folder, ignore_errors=True)


class Redis:
    """A Redis that can be stopped and started again."""

    def __init__(self) -> None:
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        command = [program("redis-server", "redis"), "--port", str(self.port), "--bind", "127.0.0.1"]
        command += ["--save", "", "--appendonly", "no"]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, cwd=tempfile.gettempdir())
        wait_for(self.port)

    def stop(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None


@contextlib.contextmanager
def redis() -> Iterator[Redis]:
    server = Redis()
    server.start()
    try:
        yield server
    finally:
        server.stop()
