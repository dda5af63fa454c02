"""At the door: other sites, too much at once, too often, and what every answer says to browsers.

The guard stands here around a small application that notes what came through. Whatever a guard lets through by
mistake is done with the visitor's cookie, in the visitor's name, without his knowing.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Iterable
from types import SimpleNamespace
from typing import Any, NamedTuple, cast

import pytest
from starlette.datastructures import Headers
from starlette.types import Message, Receive, Scope, Send

from tenka.server import guard as at_the_door
from tenka.server.app import Server
from tenka.server.config import Config
from tenka.server.guard import (
    HEADERS,
    MOST_BYTES,
    MOST_RECORD_BYTES,
    STATUS,
    Guard,
    address_of,
    is_own_origin,
    refuse,
)
from tenka.server.limits import Limiter
from tenka.server.metrics import Metrics
from tenka.table import Refused

HOST = "tenka.example"
COOKIE = {"cookie": "other=1; tenka_session=abc"}
OWN = {"origin": f"https://{HOST}"}


class Answer(NamedTuple):
    status: int
    headers: Headers
    body: bytes

    def refusal(self) -> tuple[int, str]:
        assert self.headers["content-type"] == "application/json"
        said = json.loads(self.body)
        assert set(said) == {"code", "sentence"}
        assert len(said["sentence"].split()) > 3
        return self.status, said["code"]


class Inside:
    """An application that reads all that comes, and notes it."""

    def __init__(self, headers: dict[str, str] | None = None) -> None:
        self.bodies: list[bytes] = []
        self.scopes: list[Scope] = []
        self.headers = [(name.encode(), value.encode()) for name, value in (headers or {}).items()]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.scopes.append(scope)
        if scope["type"] != "http":
            return
        body = b""
        while True:
            message = await receive()
            body += message.get("body", b"")
            if not message.get("more_body"):
                break
        self.bodies.append(body)
        await send({"type": "http.response.start", "status": 201, "headers": self.headers})
        await send({"type": "http.response.body", "body": b"done"})


def guard(app: Any, limits: float = 0.0, origins: tuple[str, ...] = ()) -> Guard:
    config = Config("sqlite:///unused.db", origins=origins, hosts=(HOST,))
    parts = SimpleNamespace(limiter=Limiter(limits), config=config, metrics=Metrics())
    return Guard(app, cast(Server, parts))


def scope_of(
    method: str, path: str, headers: dict[str, str], client: tuple[str, int] | None = ("10.0.0.1", 5)
) -> Scope:
    given = {"host": HOST} | headers
    raw = [(name.encode(), value.encode()) for name, value in given.items()]
    return {"type": "http", "method": method, "path": path, "headers": raw, "client": client}


def send_in(door: Guard, scope: Scope, parts: Iterable[bytes] = (b"",)) -> list[Message]:
    """All that comes back through the guard, for a body that comes in parts."""
    waiting = list(parts)
    sent: list[Message] = []

    async def receive() -> Message:
        part = waiting.pop(0)
        return {"type": "http.request", "body": part, "more_body": bool(waiting)}

    async def send(message: Message) -> None:
        sent.append(message)

    asyncio.run(door(scope, receive, send))
    return sent


def ask(
    door: Guard,
    method: str = "POST",
    path: str = "/api/x",
    headers: dict[str, str] | None = None,
    parts: Iterable[bytes] = (b"",),
    client: tuple[str, int] | None = ("10.0.0.1", 5),
) -> Answer:
    """The answer."""
    sent = send_in(door, scope_of(method, path, headers or {}, client), parts)
    starts = [message for message in sent if message["type"] == "http.response.start"]
    assert len(starts) == 1, "one answer, not none and not two"
    body = b"".join(message.get("body", b"") for message in sent)
    return Answer(starts[0]["status"], Headers(raw=starts[0]["headers"]), body)


# --- other sites --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE"])
def test_another_site_cannot_change_anything_in_the_name_of_a_visitor(method: str) -> None:
    """A DELETE too: a page that somebody happens to open could sign him out, or remove his tokens."""
    inside = Inside()
    answer = ask(guard(inside), method, headers=COOKIE | {"origin": "https://evil.example"})
    assert answer.refusal() == (403, "origin")
    assert b"token" in answer.body, "programs are told how to do it"
    assert inside.scopes == []


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE"])
def test_our_own_pages_can(method: str) -> None:
    inside = Inside()
    assert ask(guard(inside), method, headers=COOKIE | OWN, parts=[b"a", b"b"]).status == 201
    assert inside.bodies == [b"ab"]


@pytest.mark.parametrize("method", ["GET", "HEAD", "OPTIONS"])
def test_a_link_from_another_site_opens(method: str) -> None:
    assert ask(guard(Inside()), method, headers=COOKIE | {"origin": "https://evil.example"}).status == 201


def test_who_has_no_cookie_comes_from_anywhere() -> None:
    """A program has a token, which no browser sends by itself."""
    for headers in ({"origin": "https://evil.example"}, {}, {"cookie": "other=1"}):
        assert ask(guard(Inside()), headers=headers).status == 201


@pytest.mark.parametrize(
    "origin",
    [
        "https://eviltenka.example",
        "https://evil-tenka.example",
        "https://evil.tenka.example",
        "https://tenka.example.evil.org",
        "https://tenka.example:8443",
        "https://tenka.example@evil.org",
        "https://evil.org/tenka.example",
        "https://enka.example",
        "https://allowed.example",
        "https://evilfriend.example:8000",
        "https://friend.example:8000.evil.org",
        "https://friend.example",
        "null",
        "",
        "tenka.example",
        "https://",
        "http://[",
        "https://[tenka.example",
        "https://[tenka.example]",
    ],
)
def test_an_origin_is_the_whole_host_and_not_its_beginning_or_end(origin: str) -> None:
    """Anybody can register eviltenka.example, or make a tenka.example.evil.org."""
    others = ("friend.example:8000",)
    assert not is_own_origin(Headers({"host": HOST, "origin": origin}), others)
    assert not is_own_origin(Headers({"host": HOST, "origin": origin, "sec-fetch-site": "same-origin"}), others)


def test_origins_that_are_ours() -> None:
    others = ("friend.example:8000", "second.example")
    for origin in (
        "https://tenka.example",
        "http://tenka.example",
        "http://friend.example:8000",
        "https://second.example",
    ):
        assert is_own_origin(Headers({"host": HOST, "origin": origin}), others)
    assert is_own_origin(Headers({"host": "localhost:8000", "origin": "http://localhost:8000"}), ())


def test_without_a_host_no_origin_is_ours() -> None:
    assert not is_own_origin(Headers({"origin": "https://tenka.example"}), ())
    assert not is_own_origin(Headers({"origin": "null"}), ())


@pytest.mark.parametrize("site", ["same-site", "cross-site", "none", ""])
def test_where_there_is_no_origin_the_browser_must_say_same_origin(site: str) -> None:
    """Same-site is everybody's page under our domain: a blog at pages.tenka.example is not the game's page."""
    for headers in ({"host": HOST, "sec-fetch-site": site}, {"host": HOST}):
        assert not is_own_origin(Headers(headers), ())
    assert ask(guard(Inside()), "DELETE", headers=COOKIE | {"sec-fetch-site": site}).refusal() == (403, "origin")
    assert is_own_origin(Headers({"host": HOST, "sec-fetch-site": "same-origin"}), ())


def test_hosts_that_the_set_up_names_may_use_the_server_too() -> None:
    headers = COOKIE | {"origin": "https://friend.example:8000"}
    assert ask(guard(Inside()), headers=headers).refusal() == (403, "origin")
    assert ask(guard(Inside(), origins=("friend.example:8000",)), headers=headers).status == 201


def test_two_cookie_headers_are_looked_at_as_one_is() -> None:
    """Proxies may split them, and the second one counts as well."""
    scope = scope_of("POST", "/api/x", {"cookie": "other=1", "origin": "https://evil.example"})
    scope["headers"].append((b"cookie", b"tenka_session=abc"))
    assert send_in(guard(Inside()), scope)[0]["status"] == 403


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:8000",
        "tenka.example.evil.org",
        "a.b",
        "1.2.3.4.evil",
        "[",
        "]",
        "[::1",
        "[evil.example",
    ],
)
def test_a_name_that_is_not_ours_is_refused(host: str) -> None:
    """Its owner can let it stand for our address, and then his page is our own as browsers see it."""
    inside = Inside()
    headers = {"host": host, "origin": f"http://{host}"}
    for method in ("GET", "POST"):
        answer = ask(guard(inside), method, headers=headers)
        assert answer.refusal() == (421, "host")
        assert b"TENKA_HOSTS" in answer.body
    assert inside.scopes == []


@pytest.mark.parametrize(
    "host",
    [
        "localhost",
        "localhost:8000",
        "127.0.0.1:8000",
        "[::1]:8000",
        "192.168.1.7",
        "mybox",
        "mybox.local:80",
        HOST,
        f"{HOST.upper()}:443",
        f"{HOST}.",
        "friend.example",
    ],
)
def test_names_of_ours_and_of_the_local_network_are_known(host: str) -> None:
    assert ask(guard(Inside(), origins=("friend.example:8000",)), "GET", headers={"host": host}).status == 201


# --- too much at once ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "limit"),
    [("/api/x", 65_536), ("/api/records", 262_144), ("/api/records/x", 65_536), ("/api/studies/x", 262_144)],
)
def test_a_body_has_so_many_bytes_and_not_one_more(path: str, limit: int) -> None:
    inside = Inside()
    full = [b"x" * 1000, b"x" * (limit - 1000)]
    assert ask(guard(inside), path=path, parts=full).status == 201
    assert ask(guard(inside), path=path, headers={"content-length": str(limit)}).status == 201
    assert [len(body) for body in inside.bodies] == [limit, 0]
    for headers, parts in (
        ({}, [*full, b"x"]),
        ({"content-length": str(limit + 1)}, [b""]),
        ({"content-length": "7"}, [*full, b"x"]),
    ):
        answer = ask(guard(inside), path=path, headers=headers, parts=parts)
        assert answer.refusal() == (413, "size")
        assert f"{limit:,} bytes".encode() in answer.body
    assert len(inside.bodies) == 2, "nothing of it was taken"
    assert (MOST_BYTES, MOST_RECORD_BYTES) == (65_536, 262_144)


@pytest.mark.parametrize("length", ["-1", "many", "1e3", "0x10", "²"])
def test_a_length_that_is_no_number_is_refused(length: str) -> None:
    scope = scope_of("POST", "/api/x", {})
    scope["headers"].append((b"content-length", length.encode("latin-1")))
    assert send_in(guard(Inside()), scope)[0]["status"] == 413


def test_too_long_a_body_is_refused_even_where_the_application_makes_something_of_half_of_it() -> None:
    async def takes_half(_scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await receive()
        except Refused:
            await send({"type": "http.response.start", "status": 400, "headers": []})
            await send({"type": "http.response.body", "body": b"no JSON"})

    assert ask(guard(takes_half), parts=[b"x" * 70_000]).refusal() == (413, "size")


def test_an_answer_that_has_begun_is_not_begun_again() -> None:
    async def answers_first(_scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"he", "more_body": True})
        try:
            await receive()
        finally:
            await send({"type": "http.response.body", "body": b"re"})

    answer = ask(guard(answers_first), parts=[b"x" * 70_000])
    assert (answer.status, answer.body) == (200, b"here")


@pytest.mark.parametrize(("num_parts", "pause"), [(2, 5.0), (500, 0.01)], ids=["nothing more", "drop by drop"])
def test_a_body_that_does_not_come_is_not_waited_for(
    monkeypatch: pytest.MonkeyPatch, num_parts: int, pause: float
) -> None:
    monkeypatch.setattr("tenka.server.guard.SECONDS_FOR_BODY", 0.05)
    sent: list[Message] = []
    left = num_parts

    async def receive() -> Message:
        nonlocal left
        await asyncio.sleep(0 if left == num_parts else pause)
        left -= 1
        return {"type": "http.request", "body": b"x", "more_body": left > 0}

    async def send(message: Message) -> None:
        sent.append(message)

    asyncio.run(guard(Inside())(scope_of("POST", "/api/x", {}), receive, send))
    assert sent[0]["status"] == 408


def test_who_has_sent_all_may_listen_as_long_as_he_likes(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stream waits for nothing but that its listener goes."""
    monkeypatch.setattr("tenka.server.guard.SECONDS_FOR_BODY", 0.02)
    asked = 0

    async def listens(_scope: Scope, receive: Receive, send: Send) -> None:
        assert (await receive())["type"] == "http.request"
        assert (await receive())["type"] == "http.disconnect"
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    async def receive() -> Message:
        nonlocal asked
        asked += 1
        if asked == 1:
            return {"type": "http.request", "body": b""}
        await asyncio.sleep(0.1)
        return {"type": "http.disconnect"}

    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    asyncio.run(guard(listens)(scope_of("GET", "/api/x", {}), receive, send))
    assert sent[0]["status"] == 200


def test_head_is_get_without_its_body() -> None:
    inside = Inside({"x-kind": "this"})
    answer = ask(guard(inside), "HEAD", "/api/x")
    assert (answer.status, answer.body, answer.headers["x-kind"]) == (201, b"", "this")
    assert inside.scopes[0]["method"] == "GET"
    ask(guard(inside), "HEAD", "/api/events")
    assert inside.scopes[1]["method"] == "HEAD", "a stream has no end to wait for"


# --- too often ----------------------------------------------------------------------------------------------------


def test_requests_are_counted_by_address_the_page_apart_and_its_health_is_always_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(at_the_door, "SECONDS_REFUSED", 0.0)
    door = guard(Inside(), limits=0.02)  # four at once, and sixteen of the page
    pages = [ask(door, "GET", path).status for path in ("/", "/assets/x.js") * 9]
    assert pages == [201] * 16 + [429] * 2
    assert ask(door, "GET", "/", client=("10.0.0.2", 5)).status == 201
    for _ in range(20):
        assert ask(door, "GET", "/healthz").status == 201
    statuses = [ask(door, "GET").status for _ in range(6)]
    assert statuses == [201] * 4 + [429] * 2
    answer = ask(door, "GET")
    assert answer.refusal() == (429, "limit")
    assert answer.headers["retry-after"] == "5"
    assert ask(door, "GET", client=("10.0.0.2", 5)).status == 201
    assert ask(door, "GET", client=("10.0.0.1", 99)).status == 429, "another port is no other sender"
    assert ask(door, "GET", client=None).status == 201


def test_who_asks_too_often_waits_for_the_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[float] = []
    real = asyncio.sleep

    async def sleep(seconds: float) -> None:
        waits.append(seconds)
        await real(0)

    monkeypatch.setattr(asyncio, "sleep", sleep)
    door = guard(Inside(), limits=0.02)  # four at once
    assert [ask(door, "GET").status for _ in range(4)] == [201] * 4
    assert waits == []
    assert ask(door, "GET").refusal() == (429, "limit")
    assert waits == [at_the_door.SECONDS_REFUSED]


def test_an_address_is_what_the_network_tells() -> None:
    assert address_of({"client": ("10.0.0.1", 5)}) == "10.0.0.1"
    assert address_of({"client": None}) == address_of({}) == "local"


# --- what every answer says ---------------------------------------------------------------------------------------


def test_every_answer_tells_browsers_to_be_careful() -> None:
    door = guard(Inside())
    refused = ask(door, headers=COOKIE)
    for answer in (ask(door), refused, ask(door, "GET", "/")):
        for name in HEADERS:
            assert answer.headers[name] == HEADERS[name]
    policy = HEADERS["content-security-policy"]
    for rule in (
        "default-src 'self'",
        "connect-src 'self'",
        "object-src 'none'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
    ):
        assert rule in policy.split("; ")
    assert HEADERS["x-content-type-options"] == "nosniff"
    assert HEADERS["x-frame-options"] == "DENY"
    assert HEADERS["referrer-policy"] == "no-referrer"
    assert HEADERS["cross-origin-opener-policy"] == HEADERS["cross-origin-resource-policy"] == "same-origin"


def test_answers_about_people_and_tables_are_not_kept_by_browsers_and_the_page_is() -> None:
    door = guard(Inside())
    assert ask(door, "GET", "/api/me").headers["cache-control"] == "no-store"
    assert "cache-control" not in ask(door, "GET", "/").headers
    own = guard(Inside({"cache-control": "max-age=9", "referrer-policy": "origin"}))
    answer = ask(own, "GET", "/api/boards")
    assert answer.headers.getlist("cache-control") == ["max-age=9"], "what the application says stands"
    assert answer.headers.getlist("referrer-policy") == ["origin"]


def test_answers_are_counted_by_their_hundreds() -> None:
    door = guard(Inside())
    ask(door)
    ask(door)
    ask(door, headers=COOKIE)
    text = door.server.metrics.render()
    lines = (text if isinstance(text, str) else text.decode()).splitlines()
    counted = {line.split()[0]: float(line.split()[1]) for line in lines if line.startswith("tenka_responses_total{")}
    assert sorted(counted.values()) == [1.0, 2.0]
    assert any("2xx" in name and value == 2.0 for name, value in counted.items())
    assert any("4xx" in name and value == 1.0 for name, value in counted.items())


def test_what_breaks_is_noted_and_answered_in_a_sentence(caplog: pytest.LogCaptureFixture) -> None:
    async def breaks(_scope: Scope, _receive: Receive, _send: Send) -> None:
        raise RuntimeError("the secret is 42")

    with caplog.at_level(logging.ERROR, "tenka.guard"):
        answer = ask(guard(breaks), path="/api/" + "x" * 300)
    assert answer.refusal() == (500, "broken")
    assert b"42" not in answer.body
    (noted,) = caplog.records
    assert noted.exc_info is not None
    assert vars(noted)["path"] == "/api/" + "x" * 95


def test_what_breaks_in_the_midst_of_an_answer_does_not_begin_another() -> None:
    async def breaks(_scope: Scope, _receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        raise RuntimeError

    assert ask(guard(breaks)).status == 200


@pytest.mark.parametrize("begun", [False, True])
def test_a_refusal_of_the_application_is_answered_once(begun: bool) -> None:
    async def refuses(_scope: Scope, _receive: Receive, send: Send) -> None:
        if begun:
            await send({"type": "http.response.start", "status": 200, "headers": []})
        raise Refused("stale", "the game has moved on, look again")

    answer = ask(guard(refuses))
    assert answer.status == (200 if begun else 409)


def test_sockets_go_through_untouched() -> None:
    inside = Inside()
    scope = {"type": "websocket", "path": "/api/socket", "headers": []}

    async def nothing(*_args: Any) -> Any:
        raise AssertionError("nobody is asked")

    asyncio.run(guard(inside, limits=1e-9)(scope, nothing, nothing))
    assert inside.scopes == [scope]


@pytest.mark.parametrize(
    ("status", "codes"),
    [
        (401, "credentials sign_in"),
        (403, "forbidden origin"),
        (404, "missing"),
        (408, "slow"),
        (409, "stale turn over taken"),
        (413, "size"),
        (421, "host"),
        (422, "invalid illegal incomplete"),
        (429, "limit"),
        (503, "busy unavailable"),
        (500, "broken something-else"),
    ],
)
def test_a_refusal_has_the_status_that_programs_go_by(status: int, codes: str) -> None:
    for code in codes.split():
        sent: list[Message] = []

        async def send(message: Message, sent: list[Message] = sent) -> None:
            sent.append(message)

        asyncio.run(refuse(Refused(code, "no, because of this"), send))
        assert sent[0]["status"] == status
        assert json.loads(sent[1]["body"]) == {"code": code, "sentence": "no, because of this"}
        assert ((b"retry-after", b"5") in sent[0]["headers"]) is (code == "limit")
    assert set(STATUS.values()) == {401, 403, 404, 408, 409, 413, 421, 422, 429, 500, 503}
