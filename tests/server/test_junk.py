"""Whatever comes in: no crash, no 5xx, no traceback, no growth."""

from __future__ import annotations

import json
import os
import random
import socket
from pathlib import Path
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from websockets.exceptions import ConnectionClosed

from tenka.server.app import make_app
from tenka.server.config import Config
from tests.server.client import BASIC, Node, Page, running

pytestmark = pytest.mark.slow

QUICK = os.environ.get("HYPOTHESIS_PROFILE", "quick") == "quick"


def operations() -> list[Any]:
    """Every call of the OpenAPI schema, except the stream that never ends."""
    app = make_app(Config("sqlite:///unused.db"))
    found = [result.ok() for result in schemathesis.openapi.from_dict(app.openapi()).get_all_operations()]  # type: ignore[union-attr]
    return [operation for operation in found if operation.path != "/api/events"]


@pytest.mark.slow
@pytest.mark.parametrize("operation", operations(), ids=lambda operation: operation.label)
def test_no_request_breaks_the_server(operation: Any, single: Node, guest_cookie: str) -> None:
    @given(operation.as_strategy())
    @settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
    def check(case: Any) -> None:
        headers = {"origin": single.url, "cookie": guest_cookie}
        response = case.call(base_url=single.url, headers=headers, timeout=20)
        assert response.status_code < 500, response.text
        if response.status_code >= 400:
            refusal = response.json()
            assert set(refusal) == {"code", "sentence"}
            assert "Traceback" not in refusal["sentence"]

    check()


@pytest.fixture(scope="session")
def guest_cookie(single: Node) -> str:
    with Page(single.url).guest() as page:
        page.make_table("me", "greedy", options=BASIC)
        return page.cookie


def memory(node: Node) -> int:
    assert node.process is not None
    pages = int(Path(f"/proc/{node.process.pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def junk(rng: random.Random, table: str) -> str | bytes:
    """A frame that means no good."""
    real: dict[str, Any] = {"type": rng.choice(["act", "preview", "watch", "hint", "signal", "ping"]), "table": table}
    real |= {
        "version": rng.choice([0, -1, 10**9, None, "x"]),
        "moves": rng.choice(["b4", "x" * 401, 7, "\0", "a@b " * 50]),
    }
    frames: list[str | bytes] = [
        rng.randbytes(rng.randrange(60)),
        rng.randbytes(20).decode("latin-1"),
        json.dumps(real),
        json.dumps({"type": "act"} | {str(key): key for key in range(20)}),
        "[" * 2000,
        '{"type":"ping","id":1}',
        '{"type":"watch","id":1e400,"table":"x"}',
        "{" + '"type":"ping",' * 100 + '"id":0}',
    ]
    return rng.choice(frames)


def pour(page: Page, table: str, count: int, rng: random.Random) -> None:
    """So many junk frames, with a new connection whenever the server has had enough of the old one."""
    sent = 0
    while sent < count:
        with page.open() as line:
            try:
                while sent < count:
                    line.connection.send(junk(rng, table))
                    sent += 1
            except ConnectionClosed:
                pass


def test_junk_frames_do_no_harm(tmp_path: Path) -> None:
    """TENKA_JUNK says how many; a million takes some minutes."""
    count = int(os.environ.get("TENKA_JUNK", "5000" if QUICK else "50000"))
    rng = random.Random(1)
    with running(Node(tmp_path, TENKA_LIMITS="0", TENKA_BOT_WORKERS="0")) as node, Page(node.url).guest() as page:
        table = page.make_table("me", "me", options=BASIC)["id"]
        pour(page, table, count // 5, rng)
        before = memory(node)
        pour(page, table, count - count // 5, rng)
        assert memory(node) - before < 20_000_000
        info = page.get(f"/api/tables/{table}")["info"]
        assert info["version"] == 0, "nothing was played"
        log = node.log.read_text()
        assert "Traceback" not in log
        assert "could not be answered" not in log


def test_what_is_no_request_writes_no_log(node: Node) -> None:
    """One address could write 80 kB a second into it."""
    for text in (b"\0\r\n\r\n", b"GET / HTTP/1.1\r\nContent-Length: -1\r\n\r\n", b"hello\r\n\r\n"):
        with socket.create_connection(("127.0.0.1", node.port), 20) as line:
            line.sendall(text)
            assert line.recv(100).startswith(b"HTTP/1.1 400")
    upgrade = {"connection": "upgrade", "upgrade": "teapot"}
    assert httpx.get(f"{node.url}/healthz", headers=upgrade, verify=False).status_code == 200
    log = node.log.read_text()
    assert "Invalid HTTP" not in log
    assert "upgrade" not in log


def test_too_long_and_too_odd_requests_are_refused_in_a_sentence(guest: Page, node: Node) -> None:
    long = guest.http.post("/api/settings", content=b"x" * 100_000, headers={"content-type": "application/json"})
    assert (long.status_code, long.json()["code"]) == (413, "size")

    def endless() -> Any:
        for _ in range(50):
            yield b"x" * 10_000

    chunked = guest.http.put("/api/settings", content=endless(), headers={"content-type": "application/json"})
    assert (chunked.status_code, chunked.json()["code"]) == (413, "size")
    for path in ("/api/nothing", "/api/tables/ÿ", "/api/tables/%00", "/api/tables/" + "x" * 500):
        answer = guest.http.get(path)
        assert answer.status_code in (404, 422)
        assert set(answer.json()) == {"code", "sentence"}


def test_headers_tell_browsers_to_be_careful(node: Node) -> None:
    for path in ("/", "/api/me", "/api/nothing", "/healthz"):
        headers = httpx.get(f"{node.url}{path}").headers
        assert "default-src 'self'" in headers["content-security-policy"]
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert "server" not in headers


def test_a_socket_is_only_for_our_own_pages(guest: Page, node: Node) -> None:
    from websockets.exceptions import InvalidStatus
    from websockets.sync.client import connect

    address = node.url.replace("http", "ws") + "/api/socket"
    for headers in ({"Origin": "https://evil.example"}, {}):
        with (
            pytest.raises(InvalidStatus) as refused,
            connect(address, additional_headers={**headers, "Cookie": guest.cookie}),
        ):
            pass
        assert refused.value.response.status_code == 403
