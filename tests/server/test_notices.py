"""Days a turn find you: a real endpoint plays the push service, and a real receiver the program behind a webhook."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import json
import secrets
import stat
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, NamedTuple

import http_ece
import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from py_vapid import jwt
from sqlalchemy import select, update

from tenka.server import database as db
from tenka.server import herald, listeners, outward
from tenka.server.outward import Caller, NoAnswer, is_public
from tenka.server.push import PushKey
from tenka.table import Refused
from tests.server.site import Site, Visitor, open_site, refusal
from tests.server.test_pairing import play

BASIC = {"hands": "random", "pieces": "random", "first": "red"}


class Received(NamedTuple):
    path: str
    headers: dict[str, str]
    body: bytes


class Receiver:
    """Somebody else's server."""

    def __init__(self) -> None:
        self.received: list[Received] = []
        self.status = 201
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                headers = {name.lower(): value for name, value in self.headers.items()}
                outer.received.append(Received(self.path, headers, body))
                self.send_response(outer.status)
                self.send_header("location", "/elsewhere")
                self.send_header("content-length", "0")
                self.end_headers()

            def log_message(self, *_args: Any) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    found = Receiver()
    yield found
    found.server.shutdown()
    found.server.server_close()


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    monkeypatch.setattr(herald, "SECONDS_BETWEEN_LOOKS", 0.0)
    with open_site(tmp_path, is_private_called=True) as site:
        yield site


class Browser:
    """A browser's half of a push subscription."""

    def __init__(self, endpoint: str) -> None:
        self.endpoint = endpoint
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.auth = secrets.token_bytes(16)

    @property
    def wish(self) -> dict[str, Any]:
        point = self.key.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        return {"endpoint": self.endpoint, "keys": {"p256dh": text_of(point), "auth": text_of(self.auth)}}

    def read(self, body: bytes) -> dict[str, Any]:
        plain = http_ece.decrypt(body, private_key=self.key, auth_secret=self.auth, version="aes128gcm")
        found: dict[str, Any] = json.loads(plain)
        return found


def text_of(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def sit_together(site: Site) -> tuple[Visitor, Visitor, str]:
    """Two guests at a table where the first one begins, and the second wants to be told."""
    first, second = site.guest(), site.guest()
    wish = {"seats": [{"kind": "me"}, {"kind": "open"}], "options": BASIC, "clock": {"kind": "days"}}
    table = first.post("/api/tables", wish)
    second.post(f"/api/tables/{table['id']}/join", {"key": table["key"]})
    return first, second, table["id"]


def tell(site: Site) -> None:
    """What the server does every second, and until all calls have come to their end."""
    site.wait_for(site.server.herald.look)
    site.wait_for(site.server.herald.call)
    wait_until(lambda: not site.server.herald._busy)


def wait_until(is_so: Callable[[], Any], seconds: float = 15.0) -> None:
    end = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.01)


def make_due(site: Site) -> None:
    """As if the waiting after an attempt were over."""
    site.wait_for(
        site.server.store.execute, update(db.calls).where(db.calls.c.due_at.is_not(None)).values(due_at=time.time())
    )


def calls(site: Site) -> list[Any]:
    return list(site.wait_for(site.server.store.fetch, select(db.calls)))


# --- Web Push


def test_a_closed_browser_is_told_that_it_is_its_turn(site: Site, receiver: Receiver) -> None:
    first, second, table = sit_together(site)
    browser = Browser(f"{receiver.url}/push/secret-of-the-browser")
    made = second.post("/api/listeners/push", browser.wish | {"language": "de"})
    assert (made["kind"], made["url"]) == ("push", "127.0.0.1")
    tell(site)
    assert receiver.received == []
    play(first, table, 1)
    tell(site)
    (call,) = receiver.received
    assert call.path == "/push/secret-of-the-browser"
    assert (call.headers["content-encoding"], call.headers["topic"]) == ("aes128gcm", table)
    assert int(call.headers["ttl"]) > 86_400
    notice = browser.read(call.body)
    assert (notice["kind"], notice["table"], notice["language"]) == ("turn", table, "de")
    assert (notice["yours"], notice["to_move"]) == ([1], [1])
    tell(site)
    assert len(receiver.received) == 1, "nobody is told twice"


@pytest.mark.parametrize("contact", ["https://localhost:8000", "https://192.168.0.2:8000", "mailto:a@example.org"])
def test_a_server_at_home_signs_too(tmp_path: Path, contact: str) -> None:
    signed = PushKey(tmp_path / "key.pem").headers("https://push.example/1", contact)["Authorization"]
    claims = signed.partition("t=")[2].split(".")[1]
    assert json.loads(base64.urlsafe_b64decode(f"{claims}=="))["sub"] == contact


def test_a_push_is_signed_by_the_key_that_browsers_subscribed_with(site: Site, receiver: Receiver) -> None:
    first, second, table = sit_together(site)
    second.post("/api/listeners/push", Browser(f"{receiver.url}/push/1").wish)
    play(first, table, 1)
    tell(site)
    scheme, _, rest = receiver.received[0].headers["authorization"].partition(" ")
    parts = dict(part.split("=", 1) for part in rest.split(","))
    assert (scheme, parts["k"]) == ("vapid", site.visitor().get("/api/push-key")["key"])
    claims = jwt.decode(parts["t"], parts["k"])
    assert (claims["aud"], claims["sub"]) == (receiver.url, "https://tenka.example")
    assert time.time() < int(claims["exp"]) < time.time() + 86_400
    with pytest.raises(InvalidSignature):
        jwt.decode(parts["t"], PushKey(site.server.herald.key.path.with_name("other.pem")).public)


def test_nothing_secret_is_in_a_notice(site: Site, receiver: Receiver) -> None:
    first, second, table = sit_together(site)
    browser = Browser(f"{receiver.url}/push/1")
    second.post("/api/listeners/push", browser.wish)
    play(first, table, 1)
    tell(site)
    notice = browser.read(receiver.received[0].body)
    assert set(notice) == {
        *("kind", "table", "game", "status", "number", "version", "players", "yours", "to_move", "deadline"),
        *("winners", "language"),
    }
    text = json.dumps(notice)
    key = first.get(f"/api/tables/{table}")["info"]["key"]
    for secret in (key, *(person["id"] for person in (first.person, second.person) if person)):
        assert secret not in text


def test_who_looks_at_the_table_is_not_told(site: Site, receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second, table = sit_together(site)
    second.post("/api/listeners/push", Browser(f"{receiver.url}/push/1").wish)
    person = second.person
    assert person
    monkeypatch.setattr(site.server.lounge, "people_elsewhere", lambda _table: {person["id"]})
    play(first, table, 1)
    tell(site)
    monkeypatch.undo()
    monkeypatch.setattr(herald, "SECONDS_BETWEEN_LOOKS", 0.0)
    tell(site)
    assert receiver.received == []
    play(first, table, 2)
    tell(site)
    assert len(receiver.received) == 1


def test_a_browser_that_has_unsubscribed_is_forgotten(site: Site, receiver: Receiver) -> None:
    first, second, table = sit_together(site)
    second.post("/api/listeners/push", Browser(f"{receiver.url}/push/1").wish)
    receiver.status = 410
    play(first, table, 1)
    tell(site)
    assert len(receiver.received) == 1
    assert second.get("/api/listeners") == []
    assert calls(site) == []


def test_a_browser_tells_only_who_uses_it_now(site: Site, receiver: Receiver) -> None:
    first, second, _table = sit_together(site)
    browser = Browser(f"{receiver.url}/push/1")
    second.post("/api/listeners/push", browser.wish)
    first.post("/api/listeners/push", browser.wish)
    assert second.get("/api/listeners") == []
    assert len(first.get("/api/listeners")) == 1


def test_the_key_is_made_once_and_is_for_nobody_elses_eyes(tmp_path: Path) -> None:
    path = tmp_path / "made" / "push-key.pem"
    key = PushKey(path)
    assert key.public == PushKey(path).public
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [file.name for file in path.parent.iterdir()] == [path.name]
    assert len(base64.urlsafe_b64decode(key.public + "=")) == 65


def test_a_key_that_cannot_be_kept_or_read_is_said_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "no-key.pem").write_text("nothing")
    (tmp_path / "file").write_text("")
    for path in (tmp_path / "no-key.pem", tmp_path / "file" / "key.pem"):
        with pytest.raises(Refused, match="the server has no key for notices"):
            _ = PushKey(path).public


@pytest.mark.parametrize(
    "keys",
    [
        {"p256dh": "", "auth": ""},
        {"p256dh": text_of(b"\4" + bytes(64)), "auth": text_of(bytes(16))},
        {"p256dh": "?" * 87, "auth": text_of(bytes(16))},
    ],
)
def test_keys_that_no_browser_has_are_refused(site: Site, keys: dict[str, str]) -> None:
    wish = {"endpoint": "http://127.0.0.1:1024/", "keys": keys}
    refusal(site.guest().send("POST", "/api/listeners/push", wish), 422, "invalid")


# --- webhooks


def test_a_persons_webhook_is_called_at_their_turn_and_at_the_end(site: Site, receiver: Receiver) -> None:
    first, second, table = sit_together(site)
    hook = second.post("/api/listeners/hook", {"url": f"{receiver.url}/hook?a=b"})
    play(first, table, 1)
    tell(site)
    (call,) = receiver.received
    assert call.path == "/hook?a=b"
    body = json.loads(call.body)
    assert (body["kind"], body["table"], body["yours"], body["to_move"]) == ("turn", table, [1], [1])
    assert is_signed(call, hook["secret"])
    assert not is_signed(call._replace(body=call.body + b" "), hook["secret"])
    play(first, table, 1)
    tell(site)
    assert len(receiver.received) == 1, "it is the other's turn"
    for who in (first, second):
        who.post(f"/api/tables/{table}/leave")
    room = site.wait_for(site.server.lounge.room, table)
    while room.ledger.status == "running":
        play(first, table, 1)
    tell(site)
    last = json.loads(receiver.received[-1].body)
    assert (last["kind"], last["status"]) == ("over", "over")
    assert last["winners"]


def is_signed(call: Received, secret: str) -> bool:
    """As the receiver of a webhook checks it."""
    name, at = call.headers["webhook-id"], call.headers["webhook-timestamp"]
    assert abs(time.time() - int(at)) < 60
    key = base64.b64decode(secret.removeprefix("whsec_"))
    made = hmac.new(key, f"{name}.{at}.".encode() + call.body, hashlib.sha256).digest()
    return call.headers["webhook-signature"] == f"v1,{base64.b64encode(made).decode()}"


def test_a_tables_webhook_is_called_whenever_the_table_changes(site: Site, receiver: Receiver) -> None:
    first, _second, table = sit_together(site)
    first.post("/api/listeners/hook", {"url": receiver.url, "table": table})
    for version in (1, 2):
        play(first, table, 1)
        tell(site)
        body = json.loads(receiver.received[-1].body)
        assert (body["kind"], body["version"], body["yours"]) == ("changed", version, [])
    assert len(receiver.received) == 2


def test_only_those_at_a_table_have_webhooks_for_it(site: Site, receiver: Receiver) -> None:
    first, _second, table = sit_together(site)
    stranger = site.guest()
    wish = {"url": receiver.url, "table": table}
    hidden = refusal(stranger.send("POST", "/api/listeners/hook", wish), 404, "missing")
    assert hidden == refusal(stranger.send("POST", "/api/listeners/hook", wish | {"table": "nothing"}), 404, "missing")
    shown = first.post("/api/tables", {"seats": [{"kind": "me"}, {"kind": "open"}], "visibility": "open"})
    refusal(stranger.send("POST", "/api/listeners/hook", wish | {"table": shown["id"]}), 403, "forbidden")


def test_a_call_that_failed_is_repeated_later_and_later_and_then_given_up(site: Site, receiver: Receiver) -> None:
    first, second, table = sit_together(site)
    hook = second.post("/api/listeners/hook", {"url": receiver.url})
    receiver.status = 500
    play(first, table, 1)
    tell(site)
    for attempt, wait in enumerate(herald.WAITS, 1):
        (call,) = calls(site)
        assert (len(receiver.received), call.attempts) == (attempt, attempt)
        assert call.due_at - time.time() == pytest.approx(wait, abs=5)
        make_due(site)
        tell(site)
    assert [call.due_at for call in calls(site)] == [None]
    assert len(receiver.received) == len(herald.WAITS) + 1
    assert len({call.headers["webhook-id"] for call in receiver.received}) == 1, "it is the same call each time"
    row = site.wait_for(site.server.store.fetch_one, select(db.listeners))
    assert (row.id, row.failures) == (hook["id"], 1)
    receiver.status = 204
    play(first, table, 2)
    tell(site)
    assert site.wait_for(site.server.store.fetch_one, select(db.listeners)).failures == 0


def test_a_call_that_breaks_is_due_again_and_not_for_ever(
    site: Site, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second, table = sit_together(site)
    second.post("/api/listeners/hook", {"url": receiver.url})
    play(first, table, 1)
    with monkeypatch.context() as broken:
        broken.setattr(herald, "_notice", lambda *_args: 1 / 0)
        tell(site)
        (call,) = calls(site)
        assert call.due_at - time.time() == pytest.approx(herald.WAITS[0], abs=5)
    make_due(site)
    tell(site)
    assert len(receiver.received) == 1, "what broke once is told the next time"
    assert [call.due_at for call in calls(site)] == [None]

    play(first, table, 2)
    last = update(db.calls).values(attempts=len(herald.WAITS))
    with monkeypatch.context() as broken:
        broken.setattr(herald, "_notice", lambda *_args: 1 / 0)
        site.wait_for(site.server.herald.look)
        site.wait_for(site.server.store.execute, last)
        tell(site)
    assert [call.due_at for call in calls(site)] == [None], "what breaks every time is given up"
    assert site.wait_for(site.server.store.fetch_one, select(db.listeners)).failures == 1


def test_a_webhook_that_never_answers_is_stopped_and_says_so(site: Site, receiver: Receiver) -> None:
    first, second, table = sit_together(site)
    second.post("/api/listeners/hook", {"url": receiver.url})
    site.wait_for(site.server.store.execute, update(db.listeners).values(failures=listeners.MOST_FAILURES))
    play(first, table, 1)
    tell(site)
    assert receiver.received == []
    assert [each["is_stopped"] for each in second.get("/api/listeners")] == [True]


def test_what_a_server_that_died_has_told_nobody_is_told_by_the_next_one(tmp_path: Path, receiver: Receiver) -> None:
    with open_site(tmp_path, is_private_called=True) as site:
        first, second, table = sit_together(site)
        second.post("/api/listeners/hook", {"url": receiver.url})
        play(first, table, 1)
    with open_site(tmp_path, is_private_called=True) as site, pytest.MonkeyPatch.context() as patch:
        patch.setattr(herald, "SECONDS_BETWEEN_LOOKS", 0.0)
        tell(site)
        assert len(receiver.received) == 1
    with open_site(tmp_path, is_private_called=True) as site, pytest.MonkeyPatch.context() as patch:
        patch.setattr(herald, "SECONDS_BETWEEN_LOOKS", 0.0)
        tell(site)
        assert len(receiver.received) == 1


def test_of_two_servers_only_one_makes_a_call(site: Site, receiver: Receiver) -> None:
    first, second, table = sit_together(site)
    second.post("/api/listeners/hook", {"url": receiver.url})
    play(first, table, 1)
    site.wait_for(site.server.herald.look)
    (row,) = calls(site)
    claimed = [site.wait_for(site.server.herald._claim, row) for _ in range(2)]
    assert claimed == [True, False]


def test_one_persons_slow_webhooks_keep_nobody_else_waiting(site: Site, receiver: Receiver) -> None:
    first, second, table = sit_together(site)
    for number in range(6):
        second.post("/api/listeners/hook", {"url": f"{receiver.url}/{number}"})
    first.post("/api/listeners/hook", {"url": f"{receiver.url}/first", "table": table})
    play(first, table, 1)
    tell(site)
    paths = {call.path for call in receiver.received}
    assert "/first" in paths
    assert len(paths) == 1 + herald.MOST_OF_ONE
    tell(site)
    assert len(receiver.received) == 7


def test_a_redirection_is_not_followed(site: Site, receiver: Receiver) -> None:
    first, second, table = sit_together(site)
    second.post("/api/listeners/hook", {"url": f"{receiver.url}/here"})
    receiver.status = 302
    play(first, table, 1)
    tell(site)
    assert [call.path for call in receiver.received] == ["/here"]


def test_nobody_has_too_many_or_removes_those_of_others(site: Site, receiver: Receiver) -> None:
    first, second = site.guest(), site.guest()
    made = [first.post("/api/listeners/hook", {"url": receiver.url}) for _ in range(listeners.MOST_HOOKS)]
    refusal(first.send("POST", "/api/listeners/hook", {"url": receiver.url}), 429, "limit")
    assert "secret" not in json.dumps(first.get("/api/listeners"))
    refusal(second.send("DELETE", f"/api/listeners/{made[0]['id']}"), 404, "missing")
    first.delete(f"/api/listeners/{made[0]['id']}")
    assert len(first.get("/api/listeners")) == listeners.MOST_HOOKS - 1


def test_a_token_cannot_say_where_to_call(site: Site, receiver: Receiver) -> None:
    visitor = site.guest()
    secret = visitor.post("/api/tokens", {"label": "bot", "scopes": ["read", "play"]})["secret"]
    program = site.visitor(origin="", authorization=f"Bearer {secret}")
    refusal(program.send("POST", "/api/listeners/hook", {"url": receiver.url}), 403, "forbidden")


# --- addresses


PRIVATE = (
    *("http://127.0.0.1:8000/", "http://localhost:8000/", "http://[::1]:8000/", "http://0.0.0.0:8000/"),
    *("http://10.1.2.3/", "http://192.168.0.1/", "http://172.16.0.1/", "http://100.64.0.1/"),
    *("http://169.254.169.254/latest/meta-data", "http://[fe80::1]/", "http://[fd00::1]/"),
    *("http://[::ffff:127.0.0.1]/", "http://[64:ff9b::7f00:1]/", "http://[2002:7f00:1::]/", "http://224.0.0.1/"),
    *("http://2130706433/", "http://0x7f.1/", "http://nobody.invalid/"),
)
NO_ADDRESS = (
    *("", "x", "ftp://example.org/", "file:///etc/passwd", "//example.org", "https://", "https:///path"),
    *("https://user:secret@example.org/", "https://example.org/#part", "https://example.org:22/"),
    *("https://example.org/\r\nHost: other", "https://example.org/ü", "https://example.org:99999/", "https://[::1"),
    "https://example.org/" + "x" * 1_000,
)


def test_private_addresses_are_refused_whatever_they_look_like(tmp_path: Path) -> None:
    with open_site(tmp_path) as site:
        guest = site.guest()
        for url in PRIVATE:
            assert "public" in refusal(guest.send("POST", "/api/listeners/hook", {"url": url}), 422, "invalid"), url
            with pytest.raises(NoAnswer):
                site.wait_for(Caller().post, url, {}, b"")


def test_what_is_no_address_of_a_page_is_refused(site: Site) -> None:
    guest = site.guest()
    for url in NO_ADDRESS:
        refusal(guest.send("POST", "/api/listeners/hook", {"url": url}), 422, "invalid")


def test_the_address_that_was_checked_is_the_one_that_is_called(
    site: Site, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A name that is public when it is asked for first and private the second time reaches nothing."""
    port = int(receiver.url.rsplit(":", 1)[1])
    asked: list[str] = []

    async def look_up() -> None:
        async def getaddrinfo(host: str, _port: int, **_more: Any) -> list[Any]:
            asked.append(host)
            address = "93.184.215.14" if len(asked) == 1 else "127.0.0.1"
            return [(2, 1, 6, "", (address, port))]

        monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", getaddrinfo)
        caller = Caller()
        await caller.check(f"http://rebound.example:{port}/")
        with pytest.raises(NoAnswer, match="not a public address"):
            await caller.post(f"http://rebound.example:{port}/", {}, b"")

    site.wait_for(look_up)
    assert receiver.received == []
    assert asked == ["rebound.example"] * 2


def test_public_addresses_are_public() -> None:
    assert all(map(is_public, ("1.1.1.1", "93.184.215.14", "2606:4700:4700::1111")))


async def _call(answer: Callable[[asyncio.StreamWriter], Awaitable[None]]) -> str:
    """What is said of a call to somebody who answers in this way."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(10)
        with suppress(OSError):
            await answer(writer)
        writer.close()

    async with await asyncio.start_server(serve, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        with pytest.raises(NoAnswer) as caught:
            await Caller(True).post(f"http://127.0.0.1:{port}/", {}, b"{}")
        return str(caught.value)


@pytest.mark.parametrize("said", [b"", b"SSH-2.0-OpenSSH\r\n\r\n", b"HTTP/1.1 200 OK\r\n" + b"x" * 100_000])
def test_who_answers_with_something_else_has_not_heard(said: bytes) -> None:
    async def answer(writer: asyncio.StreamWriter) -> None:
        writer.write(said)
        await writer.drain()

    assert "Error" in asyncio.run(_call(answer))


def test_nobody_keeps_a_call_waiting_by_answering_letter_by_letter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outward, "SECONDS", 0.3)

    async def answer(writer: asyncio.StreamWriter) -> None:
        for letter in b"HTTP/1.1 200 OK":
            writer.write(bytes([letter]))
            await writer.drain()
            await asyncio.sleep(0.1)

    assert "TimeoutError" in asyncio.run(_call(answer))
