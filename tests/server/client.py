"""A page without a picture: what a browser would send, for the tests and the benchmark of the server."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import uvicorn
from pydantic import TypeAdapter
from websockets.sync.client import ClientConnection, connect

from tenka.server.app import make_app
from tenka.server.config import Config
from tenka.server.frames import Frames
from tenka.server.patience import PatientProtocol
from tenka.server.socket import SECONDS_BETWEEN_PINGS
from tenka.server.socket_messages import ToPage
from tests.server.services import free_port

_to_page: TypeAdapter[Any] = TypeAdapter(ToPage)
SECONDS = 120.0
"""A bot that is asked first may have to be compiled."""


class Node:
    """A server in a process of its own."""

    def __init__(self, folder: Path, port: int = 0, **environment: str) -> None:
        self.folder = folder
        self.port = port
        self.environment = {
            **os.environ,
            "DATABASE_URL": f"sqlite:///{folder / 'server.db'}",
            "TENKA_BOT_WORKERS": "1",
            "TENKA_BOT_PAUSE": "0",
            "TENKA_EXHIBITION": "0",
            "XDG_DATA_HOME": str(folder),
            **environment,
        }
        self.process: subprocess.Popen[str] | None = None
        self.log = folder / f"node-{port}.log"

    def start(self, wait: bool = True) -> Node:
        with self.log.open("a") as errors:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "tenka", "serve", "--port", str(self.port)],
                env=self.environment,
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
            )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r":(\d+)/", line)
        assert found, f"{line!r} {self.log.read_text()}"
        self.port = int(found[1])
        if wait:
            self.wait()
        return self

    def wait(self, seconds: float = SECONDS) -> None:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            with contextlib.suppress(httpx.HTTPError):
                if httpx.get(f"{self.url}/healthz", timeout=2, verify=False).status_code == 200:
                    return
            assert self.process is None or self.process.poll() is None, self.log.read_text()[-3000:]
            time.sleep(0.1)
        raise AssertionError(f"the server does not answer: {self.log.read_text()[-3000:]}")

    def kill(self) -> None:
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def stop(self) -> int:
        assert self.process is not None
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        return self.process.wait(30)

    @property
    def url(self) -> str:
        return f"http://localhost:{self.port}"


class Page:
    """One browser."""

    def __init__(self, url: str, token: str | None = None) -> None:
        self.url = url
        headers = {"authorization": f"Bearer {token}"} if token else {"origin": url}
        # Without a look at the world's certificates, which takes longer than most tests need a page for.
        self.http = httpx.Client(base_url=url, headers=headers, timeout=SECONDS, verify=False)

    def __enter__(self) -> Page:
        return self

    def __exit__(self, *_args: object) -> None:
        self.http.close()

    def guest(self) -> Page:
        self.post("/api/guest")
        return self

    def get(self, path: str, **params: Any) -> Any:
        return self._answer(self.http.get(path, params={k: v for k, v in params.items() if v is not None}))

    def post(self, path: str, body: Any = None) -> Any:
        return self._answer(self.http.post(path, json=body))

    def put(self, path: str, body: Any = None) -> Any:
        return self._answer(self.http.put(path, json=body))

    def delete(self, path: str) -> Any:
        return self._answer(self.http.delete(path))

    def _answer(self, response: httpx.Response) -> Any:
        assert response.status_code < 300, (response.status_code, response.text)
        if response.status_code != 204 and response.headers.get("content-type", "").startswith("application/json"):
            return response.json()
        return response.text

    @property
    def name(self) -> str:
        return str(self.get("/api/me")["person"]["name"])

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    def make_table(self, *seats: str, **settings: Any) -> dict[str, Any]:
        """Seats are ``me``, ``open``, or the name of a bot."""
        wanted = [{"kind": seat} if seat in ("me", "open") else {"kind": "bot", "bot": seat} for seat in seats]
        table: dict[str, Any] = self.post("/api/tables", {"seats": wanted, **settings})
        return table

    def open(self) -> Line:
        headers = {"Origin": self.url}
        if self.cookie:
            headers["Cookie"] = self.cookie
        return Line(self.url.replace("http", "ws") + "/api/socket", headers)


class Line:
    """One WebSocket. Everything that comes is checked against the types of the protocol."""

    def __init__(self, url: str, headers: dict[str, str]) -> None:
        self._stack = contextlib.ExitStack()
        self.connection: ClientConnection = self._stack.enter_context(connect(url, additional_headers=headers))
        self.number = 0
        self.pinged_at = time.monotonic()
        self.events: list[dict[str, Any]] = []
        """What came while something else was waited for."""

    def __enter__(self) -> Line:
        return self

    def __exit__(self, *_args: object) -> None:
        self._stack.close()

    def receive(self, seconds: float = SECONDS) -> dict[str, Any]:
        if self.events:
            return self.events.pop(0)
        return self._receive(seconds)

    def _receive(self, seconds: float) -> dict[str, Any]:
        text = self._wait_for_text(seconds)
        _to_page.validate_json(text)
        message: dict[str, Any] = json.loads(text)
        return message

    def _wait_for_text(self, seconds: float) -> str | bytes:
        """Pings now and then, however much comes in, as a page does: who says nothing for a minute is sent away."""
        end = time.monotonic() + seconds
        while True:
            now = time.monotonic()
            if now - self.pinged_at > SECONDS_BETWEEN_PINGS:
                self.connection.send('{"type":"ping"}')
                self.pinged_at = now
            try:
                return self.connection.recv(min(end - now, SECONDS_BETWEEN_PINGS))
            except TimeoutError:
                if time.monotonic() >= end:
                    raise

    def until(self, kind: str, seconds: float = SECONDS) -> dict[str, Any]:
        """The next message of a type; others are thrown away."""
        end = time.monotonic() + seconds
        while True:
            message = self.receive(max(0.01, end - time.monotonic()))
            if message["type"] == kind:
                return message

    def ask(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Sends a request and waits for its answer; what comes meanwhile is kept."""
        self.number += 1
        self.connection.send(json.dumps({"type": kind, "id": self.number, **fields}))
        kept: list[dict[str, Any]] = []
        while True:
            message = self._receive(SECONDS)
            if message.get("id") == self.number:
                self.events += kept
                return message
            kept.append(message)


@contextlib.contextmanager
def inside(config: Config) -> Iterator[str]:
    """A server in this process, where it can be tampered with; its address."""
    port = free_port()
    settings = uvicorn.Config(make_app(config), port=port, log_level="error", http=PatientProtocol, ws=Frames)
    server = uvicorn.Server(settings)
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        while not server.started:
            assert thread.is_alive()
            time.sleep(0.01)
        yield f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        thread.join()


BASIC = {"hands": "random", "pieces": "random"}


@contextlib.contextmanager
def running(node: Node) -> Iterator[Node]:
    try:
        yield node.start()
    finally:
        if node.process is not None and node.process.poll() is None:
            node.stop()
