"""One way to be allowed, for HTTP, WebSocket and streams: scopes, and what ends when a session or a token does."""

from __future__ import annotations

import itertools
import json
import logging
import select
import socket
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy.exc import OperationalError
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from tenka.server import lounge, patience
from tenka.server.auth import People
from tenka.server.config import Config
from tests.server.client import BASIC, Page, inside

PASSWORD = "correct horse"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("allowed")


@pytest.fixture(scope="module")
def url(folder: Path) -> Iterator[str]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(patience, "SECONDS_FOR_HEAD", 0.5)
        patch.setattr(patience, "MOST_CONNECTIONS", 20)
        with inside(Config(f"sqlite:///{folder}/tenka.db", bot_workers=0, limits=0)) as url:
            yield url


@contextmanager
def line(url: str, **headers: str) -> Iterator[ClientConnection]:
    with connect(f"{url.replace('http', 'ws')}/api/socket", additional_headers=headers) as connection:
        yield connection


def receive(connection: ClientConnection, kind: str) -> dict[str, Any]:
    while True:
        message: dict[str, Any] = json.loads(connection.recv(timeout=10))
        if message["type"] == kind:
            return message


def ask(connection: ClientConnection, **message: Any) -> dict[str, Any]:
    connection.send(json.dumps({"id": 7, **message}))
    while True:
        answer: dict[str, Any] = json.loads(connection.recv(timeout=10))
        if answer.get("id") == 7:
            return answer


def token(page: Page, *scopes: str) -> dict[str, Any]:
    made: dict[str, Any] = page.post("/api/tokens", {"label": "x", "scopes": list(scopes)})
    return made


def must_end(connection: ClientConnection) -> None:
    assert receive(connection, "goodbye")["reason"] == "signed_out"
    with pytest.raises(ConnectionClosed):
        connection.recv(timeout=10)


def test_a_token_that_may_only_read_does_not_play_over_a_websocket_either(url: str) -> None:
    with Page(url).guest() as page:
        table = page.make_table("me", "me", options=BASIC)["id"]
        reading = {"Authorization": f"Bearer {token(page, 'read')['secret']}"}
        playing = {"Authorization": f"Bearer {token(page, 'play')['secret']}"}
        with line(url, **reading) as connection:
            choice = ask(connection, type="watch", table=table)["choice"]
            turn = {"table": table, "version": choice["version"], "moves": choice["legal"][0], "seat": choice["seat"]}
            for kind in ("act", "hint"):
                assert ask(connection, type=kind, **turn)["code"] == "forbidden"
            assert ask(connection, type="signal", table=table, signal="hello")["code"] == "forbidden"
            assert ask(connection, type="preview", **turn)["type"] == "previewed"
        with line(url, **playing) as connection:
            assert ask(connection, type="watch", table=table)["code"] == "forbidden"
            assert ask(connection, type="act", **turn)["type"] == "accepted"


def test_while_the_database_is_away_a_websocket_is_refused_and_the_log_stays_short(
    url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Every page comes back every few seconds then, and each time 150 lines of a traceback were written."""

    async def away(*_given: Any) -> None:
        raise OperationalError("x", {}, sqlite3.OperationalError("disk I/O error"))

    with Page(url).guest() as page, caplog.at_level(logging.WARNING), caplog.at_level(logging.ERROR, "uvicorn.error"):
        monkeypatch.setattr(People, "by_cookie", away)
        for _ in range(3):
            with pytest.raises(InvalidStatus) as refused, line(url, Cookie=page.cookie, Origin=url):
                pass
            assert refused.value.response.status_code == 503
        assert [record.getMessage() for record in caplog.records if record.name.startswith(("tenka", "uvicorn"))] == [
            "the database fails"
        ]


def test_who_is_nobody_watches_and_does_nothing_else(url: str) -> None:
    with Page(url).guest() as page:
        table = page.make_table("me", "open", visibility="open")["id"]
    with line(url, Origin=url) as connection:
        assert ask(connection, type="watch", table=table)["type"] == "table"
        assert ask(connection, type="act", table=table, version=0, moves="x")["code"] == "sign_in"


@pytest.mark.parametrize("given", ["Basic eA==", "Bearer", "Negotiate x", ""])
def test_no_header_stands_in_for_our_own_page(url: str, given: str) -> None:
    """With a cookie another site must not connect, whatever else it sends."""
    with Page(url).guest() as page:
        headers = {"Cookie": page.cookie, "Origin": "http://evil.example", "Authorization": given}
        with pytest.raises(InvalidStatus), line(url, **headers):
            pass
        with line(url, Cookie=page.cookie, Origin=url, Authorization="Basic eA==") as connection:
            assert receive(connection, "welcome")["person"]["name"] == page.name


def test_a_websocket_needs_a_name_of_ours(url: str) -> None:
    """A page of somebody's whose name stands for our address is its own origin."""
    host = "evil.example"
    assert knock(url, Host=host, Origin=f"http://{host}").startswith("HTTP/1.1 403")


def knock(url: str, **headers: str) -> str:
    """The first line of the answer to who would like a WebSocket, with these headers and no others of these names."""
    host = url.removeprefix("http://")
    given = {
        "Host": host,
        "Origin": url,
        "Connection": "Upgrade",
        "Upgrade": "websocket",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
    } | headers
    lines = ["GET /api/socket HTTP/1.1", *(f"{name}: {value}" for name, value in given.items()), "", ""]
    name, _, port = host.rpartition(":")
    with socket.create_connection((name, int(port)), timeout=10) as connection:
        connection.sendall("\r\n".join(lines).encode())
        return connection.makefile("rb").readline().decode().strip()


@pytest.mark.parametrize(("header", "value"), [("Host", "["), ("Host", "evil.example"), ("Origin", "http://[")])
def test_headers_that_are_no_addresses_are_refused_as_those_of_others_are(
    url: str, caplog: pytest.LogCaptureFixture, header: str, value: str
) -> None:
    """And nothing is logged of it: else anybody could fill the disk."""
    assert knock(url) == "HTTP/1.1 101 Switching Protocols"
    with Page(url).guest() as page, caplog.at_level(logging.WARNING):
        assert knock(url, **{header: value}).startswith("HTTP/1.1 403")
        headers = {"origin": url, "cookie": page.cookie, header.lower(): value}
        answer = httpx.post(f"{url}/api/tables", headers=headers, json={})
    assert (answer.status_code, answer.json()["code"]) == {"Host": (421, "host"), "Origin": (403, "origin")}[header]
    assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []


def test_what_a_token_has_opened_ends_with_it(url: str) -> None:
    with Page(url).guest() as page, ExitStack() as stack:
        made, kept = token(page, "read", "play"), token(page, "read")
        headers = {"Authorization": f"Bearer {made['secret']}"}
        connection = stack.enter_context(line(url, **headers))
        other = stack.enter_context(line(url, Authorization=f"Bearer {kept['secret']}"))
        stream = stack.enter_context(httpx.stream("GET", f"{url}/api/events", headers=headers, timeout=10))
        lines = stream.iter_lines()
        assert json.loads(next(lines))["type"] == "still_here"
        page.delete(f"/api/tokens/{made['id']}")
        must_end(connection)
        end = time.monotonic() + 10  # signs of life would go on for ever
        *_, last = itertools.takewhile(lambda _: time.monotonic() < end, lines)
        assert json.loads(last) == {"type": "goodbye", "reason": "signed_out", "after": 0.0}
        assert ask(other, type="ping")["type"] == "pong", "another token's stays"


def test_a_new_password_ends_what_others_have_open_and_registering_what_the_guest_had(url: str) -> None:
    with Page(url).guest() as page:
        with line(url, Cookie=page.cookie, Origin=url) as as_guest:
            codes = page.post("/api/register", {"name": "Ann", "password": PASSWORD})["codes"]
            must_end(as_guest)
        with Page(url) as elsewhere:
            elsewhere.post("/api/sign-in", {"name": "Ann", "password": PASSWORD})
            with (
                line(url, Cookie=page.cookie, Origin=url) as mine,
                line(url, Cookie=elsewhere.cookie, Origin=url) as other,
            ):
                page.put("/api/password", {"old": PASSWORD, "new": "battery staple"})
                must_end(other)
                assert ask(mine, type="ping")["type"] == "pong"
                with Page(url) as back:
                    wish = {"name": "Ann", "code": codes[0], "password": PASSWORD}
                    back.post("/api/recover", wish)
                    must_end(mine)


def test_what_is_open_ends_with_its_session_with_signing_out_and_with_the_account(url: str) -> None:
    with Page(url).guest() as page, Page(url) as lost, Page(url) as left:
        page.post("/api/register", {"name": "Bea", "password": PASSWORD})
        for other in (lost, left):
            other.post("/api/sign-in", {"name": "Bea", "password": PASSWORD})
        with (
            line(url, Cookie=page.cookie, Origin=url) as mine,
            line(url, Cookie=lost.cookie, Origin=url) as of_lost,
            line(url, Cookie=left.cookie, Origin=url) as of_left,
        ):
            session = next(each["id"] for each in lost.get("/api/sessions") if each["is_this"])
            page.delete(f"/api/sessions/{session}")
            must_end(of_lost)
            assert ask(of_left, type="ping")["type"] == "pong", "another device's stays"
            left.post("/api/sign-out", {})
            must_end(of_left)
            assert ask(mine, type="ping")["type"] == "pong"
            page.post("/api/account/delete", {"password": PASSWORD})
            must_end(mine)


def test_what_has_ended_is_noticed_though_no_news_of_it_came(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As where the node that ended it could not tell the others. A server of its own: elsewhere this would hide that
    somebody was not told."""
    monkeypatch.setattr(lounge, "SECONDS_BETWEEN_TICKETS", 0.5)
    file = tmp_path / "tenka.db"
    with (
        inside(Config(f"sqlite:///{file}", bot_workers=0, limits=0)) as url,
        Page(url).guest() as page,
        line(url, Cookie=page.cookie, Origin=url) as connection,
    ):
        receive(connection, "welcome")
        database = sqlite3.connect(file, timeout=10)
        with database:
            person = page.get("/api/me")["person"]["id"]
            database.execute("DELETE FROM sessions WHERE person = ?", (person,))
        database.close()
        must_end(connection)


def test_signals_of_who_is_blocked_are_not_heard(url: str) -> None:
    with Page(url).guest() as one, Page(url).guest() as two:
        table = one.make_table("me", "open", visibility="open")["id"]
        two.post(f"/api/tables/{table}/join", {})
        with (
            line(url, Cookie=one.cookie, Origin=url) as mine,
            line(url, Cookie=two.cookie, Origin=url) as theirs,
            line(url, Origin=url) as watching,
        ):
            for connection in (mine, theirs, watching):
                ask(connection, type="watch", table=table)
            ask(theirs, type="signal", table=table, signal="hello")
            assert receive(mine, "signalled")["signal"] == "hello"
            one.put(f"/api/blocks/{two.name}")
            receive(watching, "signalled")
            ask(theirs, type="signal", table=table, signal="hurry")
            assert receive(watching, "signalled")["signal"] == "hurry"
            mine.send(json.dumps({"id": 7, "type": "ping"}))
            heard = [json.loads(mine.recv(timeout=10))]
            while heard[-1].get("id") != 7:
                heard.append(json.loads(mine.recv(timeout=10)))
            assert "signalled" not in {message["type"] for message in heard}


# --- half requests --------------------------------------------------------------------------------------------------


def dial(url: str, source: str = "127.0.0.1") -> socket.socket:
    port = int(url.rpartition(":")[2])
    return socket.create_connection(("127.0.0.1", port), timeout=10, source_address=(source, 0))


@pytest.mark.parametrize("sent", [b"", b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n", b"GET"])
def test_a_request_that_does_not_come_whole_is_not_waited_for(url: str, sent: bytes) -> None:
    with dial(url) as connection:
        begin = time.monotonic()
        connection.sendall(sent)
        with suppress(ConnectionResetError):
            assert connection.recv(1) == b""
        assert 0.3 < time.monotonic() - begin < 5


def test_a_second_request_on_a_connection_is_minded_as_the_first_is(url: str) -> None:
    with dial(url) as connection:
        connection.sendall(b"GET /api/me HTTP/1.1\r\nHost: localhost\r\n\r\n")
        answer = b""
        while not answer.endswith(b"}"):  # head and body may come one after the other
            answer += (part := connection.recv(65_536))
            assert part
        assert answer.startswith(b"HTTP/1.1 200")
        connection.sendall(b"GET /api/me HTTP/1.1\r\nHo")
        with suppress(ConnectionResetError):
            assert connection.recv(65_536) == b""


def test_a_request_that_takes_its_time_to_be_answered_is_not_cut_off(url: str) -> None:
    with Page(url).guest() as page:
        secret = token(page, "read")["secret"]
    with dial(url) as connection:
        head = f"GET /api/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {secret}\r\n\r\n"
        connection.sendall(head.encode())
        time.sleep(0.8)
        assert connection.recv(65_536).startswith(b"HTTP/1.1 200")
        connection.settimeout(6)
        assert b"still_here" in connection.recv(65_536)


def test_who_has_an_answer_may_think_before_the_next_request(url: str) -> None:
    with dial(url) as connection:
        for pause in (0.8, 0):
            connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert connection.recv(65_536).startswith(b"HTTP/1.1 200")
            connection.settimeout(0.2)
            with suppress(TimeoutError):
                while connection.recv(65_536):
                    pass
            connection.settimeout(10)
            time.sleep(pause)


@pytest.mark.parametrize(("source", "num_workers", "most"), [("127.0.0.66", 1, 20), ("127.0.0.67", 3, 6)])
def test_one_address_has_so_many_connections_and_others_are_not_kept_out(
    url: str, monkeypatch: pytest.MonkeyPatch, source: str, num_workers: int, most: int
) -> None:
    monkeypatch.setattr(patience, "SECONDS_FOR_HEAD", 60)  # those that are let in stay, however long this takes
    monkeypatch.setattr(patience.PatientProtocol, "num_workers", num_workers)
    with ExitStack() as stack:
        many = [stack.enter_context(dial(url, source)) for _ in range(30)]
        _until(lambda: len(_ended(many)) >= 30 - most)
        assert httpx.get(f"{url}/api/me", timeout=5).status_code == 200
        assert len(_ended(many)) == 30 - most
    _until(lambda: _is_answered(url, source))  # what was closed is not counted any longer


def _until(is_so: Callable[[], bool]) -> None:
    end = time.monotonic() + 10
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.02)


def _ended(connections: list[socket.socket]) -> list[socket.socket]:
    """Those that the other side has closed, or said something on."""
    return select.select(connections, [], [], 0)[0]


def _is_answered(url: str, source: str) -> bool:
    with dial(url, source) as connection, suppress(ConnectionError):
        connection.sendall(b"GET /api/me HTTP/1.1\r\nHost: localhost\r\n\r\n")
        return connection.recv(65_536).startswith(b"HTTP/1.1 200")
    return False
