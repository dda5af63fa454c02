"""Private PostgreSQL and Redis servers for the tests: started in folders of their own, at free ports, and removed."""

from __future__ import annotations

import contextlib
import os
import shutil
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


@contextlib.contextmanager
def postgres() -> Iterator[str]:
    """The URL of an empty database."""
    initdb, server = program("initdb", "postgres"), program("postgres", "postgres")
    createdb = program("createdb", "postgres")
    user = "postgres" if os.geteuid() == 0 else None  # PostgreSQL does not run as root
    folder = Path(tempfile.mkdtemp(prefix="tenka-postgres-"))
    try:
        if user:
            shutil.chown(folder, user)
        data, port = folder / "data", free_port()
        command = [initdb, "-D", str(data), "-U", "tenka", "--auth=trust", "--no-sync", "-E", "UTF8"]
        subprocess.run(command, check=True, user=user, cwd=folder, stdout=subprocess.DEVNULL)
        options = ["-p", str(port), "-k", str(folder), "-c", "listen_addresses=127.0.0.1", "-c", "max_connections=60"]
        with (folder / "log").open("w") as log:
            process = subprocess.Popen([server, "-D", str(data), *options], user=user, cwd=folder, stderr=log)
        try:
            made = [createdb, "-h", "127.0.0.1", "-p", str(port), "-U", "tenka", "tenka"]
            wait_for(port, lambda: subprocess.run(made, check=False, stderr=subprocess.DEVNULL).returncode == 0)
            yield f"postgresql://tenka@127.0.0.1:{port}/tenka"
        finally:
            process.terminate()
            process.wait(20)
    finally:
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
