"""At the door: sizes, rates, origins, and headers that tell browsers to be careful. Plain ASGI, around everything."""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import logging
import re
import socket
from functools import cache
from typing import TYPE_CHECKING, Any
from urllib.parse import SplitResult, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tenka.server.failures import is_failure, refusal_of
from tenka.server.limits import network_of
from tenka.server.messages import Refusal
from tenka.table import Refused

if TYPE_CHECKING:
    from tenka.server.app import Server
    from tenka.server.config import Config

log = logging.getLogger("tenka.guard")

COOKIE = "tenka_session"
MOST_BYTES = 64 * 1024
"""Of a request's body."""
MOST_RECORD_BYTES = 256 * 1024
"""Of a record that is brought, or analysed."""
_WITH_RECORDS = re.compile(r"/api/records|/api/(analysis|studies)(/.*)?")
SECONDS_FOR_BODY = 20.0
SECONDS_REFUSED = 2.0
"""Who asks too often is told so late: it is the waiting for answers that keeps a crowd from asking again at once."""
MOST_LETTERS = 2_000
"""Of an address."""
LOCAL_NAMES = (".localhost", ".local", ".internal", ".home.arpa")
SAFE = ("GET", "HEAD", "OPTIONS")

CONTENT_POLICY = (
    "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; connect-src 'self'; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": CONTENT_POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}

STATUS = {
    "credentials": 401,
    "sign_in": 401,
    "forbidden": 403,
    "origin": 403,
    "missing": 404,
    "slow": 408,
    "stale": 409,
    "turn": 409,
    "over": 409,
    "taken": 409,
    "size": 413,
    "host": 421,
    "invalid": 422,
    "illegal": 422,
    "incomplete": 422,
    "limit": 429,
    "broken": 500,
    "busy": 503,
    "unavailable": 503,
}
"""By the code of a refusal."""


class Guard:
    """The outermost layer."""

    def __init__(self, app: ASGIApp, server: Server) -> None:
        self.app = app
        self.server = server

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Every request comes through here."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        is_head = scope["method"] == "HEAD" and scope["path"] != "/api/events"  # which has no end
        if is_head:
            scope = {**scope, "method": "GET"}
        limit = MOST_RECORD_BYTES if _WITH_RECORDS.fullmatch(scope["path"]) else MOST_BYTES
        body = _Bounded(receive, limit)
        has_begun = False

        async def send_guarded(message: Message) -> None:
            nonlocal has_begun
            if message["type"] == "http.response.start":
                has_begun = True
                changed = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    changed.setdefault(name, value)
                if scope["path"].startswith("/api/"):
                    changed.setdefault("cache-control", "no-store")
                self.server.metrics.responses.labels(str(message["status"] // 100) + "xx").inc()
            elif is_head and message["type"] == "http.response.body":
                message = {**message, "body": b""}
            await send(message)

        async def send_answer(message: Message) -> None:
            if has_begun or body.refusal is None:  # the application would say that half a body is no JSON
                await send_guarded(message)

        try:
            await self._check(scope, headers, limit)
            await self.app(scope, body, send_answer)
            if body.refusal is not None:
                raise body.refusal
        except Refused as refusal:
            if not has_begun:
                await refuse(refusal, send_guarded)
        except Exception as error:
            if is_failure(error):
                self.server.note_failure(error)
                if not has_begun:
                    await refuse(refusal_of(error), send_guarded)
                return
            log.exception("a request could not be answered", extra={"path": scope["path"][:100]})
            if not has_begun:
                sentence = "the server could not do that; it has been noted"
                await refuse(Refused("broken", sentence), send_guarded)

    async def _check(self, scope: Scope, headers: Headers, limit: int) -> None:
        must_know_host(headers, self.server.config)
        limiter, address = self.server.limiter, address_of(scope)
        try:
            if scope["path"].startswith("/api/"):
                await limiter.take_shared("request", address)
            elif scope["path"] != "/healthz" and limiter.wait("page", address):  # which each node counts for itself
                raise Refused("limit", "that was too often; try again in a moment")
        except Refused:
            await asyncio.sleep(SECONDS_REFUSED)
            raise
        path = scope["path"]
        if "\0" in path or b"%00" in scope.get("query_string", b"") or len(path) > MOST_LETTERS:
            raise Refused("invalid", f"an address has no NUL in it, and at most {MOST_LETTERS:,} letters")
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > limit:
            raise _too_long(limit)
        has_cookie = any(COOKIE in cookie for cookie in headers.getlist("cookie"))
        if scope["method"] not in SAFE and has_cookie and not is_own_origin(headers, self.server.config.origins):
            raise Refused("origin", "this came from another site; programs use a token instead of the cookie")


class _Bounded:
    """Reads a request's body up to a limit, whatever its headers claim, and for so long only."""

    def __init__(self, receive: Receive, limit: int) -> None:
        self.receive = receive
        self.limit = self.left = limit
        self.until = asyncio.get_running_loop().time() + SECONDS_FOR_BODY
        self.is_whole = False
        self.tail = b""
        """The end of what came so far: a NUL may come in two parts."""
        self.refusal: Refused | None = None

    async def __call__(self) -> Message:
        if self.is_whole:  # what comes now is that the sender has gone
            return await self.receive()
        try:
            async with asyncio.timeout_at(self.until):
                message = await self.receive()
        except TimeoutError:
            self.refusal = Refused("slow", f"a request comes whole within {SECONDS_FOR_BODY:.0f} seconds")
            raise self.refusal from None
        self.is_whole = not message.get("more_body", False)
        self.left -= len(message.get("body", b""))
        if self.left < 0:
            self.refusal = _too_long(self.limit)
            raise self.refusal
        text = self.tail + message.get("body", b"")
        if b"\0" in text or b"\\u0000" in text:
            self.refusal = Refused("invalid", "there is a NUL in it, which no text has")
            raise self.refusal
        self.tail = text[-5:]
        return message


def _too_long(limit: int) -> Refused:
    return Refused("size", f"a request has at most {limit:,} bytes")


async def refuse(refusal: Refused, send: Send) -> None:
    """Answers with a refusal."""
    body = Refusal(code=refusal.code, sentence=str(refusal)).encode()
    headers: list[tuple[bytes, bytes]] = [(b"content-type", b"application/json")]
    if refusal.code == "limit":
        headers.append((b"retry-after", b"5"))
    await send({"type": "http.response.start", "status": STATUS.get(refusal.code, 500), "headers": headers})
    await send({"type": "http.response.body", "body": body})


def is_own_origin(headers: Headers, others: tuple[str, ...]) -> bool:
    """Whether a browser says that one of our own pages sends this. Browsers do not let pages lie here."""
    origin = headers.get("origin")
    if origin is None:
        return headers.get("sec-fetch-site") == "same-origin"
    parts = _split(origin)
    host = parts.netloc if parts else ""
    return bool(host) and (host == headers.get("host") or host in others)


def must_know_host(headers: Headers, config: Config) -> None:
    """Raises Refused for a name that this server does not have: a page of that name would be our own, as browsers see
    it, and its owner can let any name stand for our address. Addresses and names of the local network have no owner."""
    given = headers.get("host")
    if given is None:  # no browser sends that
        return
    parts = _split(f"//{given}")
    if parts is not None:
        host = (parts.hostname or "").rstrip(".")
        if "." not in host or host.endswith(LOCAL_NAMES) or host in _names_of(config.origins) or host in config.hosts:
            return
        with contextlib.suppress(ValueError):
            ipaddress.ip_address(host)
            return
    raise Refused("host", "this server does not have that name; its operator can name it in TENKA_HOSTS")


def _split(address: str) -> SplitResult | None:
    """The parts of an address; None for what is none, such as one with half of its brackets."""
    try:
        return urlsplit(address)
    except ValueError:
        return None


@cache
def _names_of(origins: tuple[str, ...]) -> frozenset[str]:
    """The machine's own name, and those of the origins."""
    return frozenset((socket.gethostname().lower(), *(origin.rpartition(":")[0] or origin for origin in origins)))


def address_of(scope: dict[str, Any] | Scope) -> str:
    """Who sends, as far as the network tells."""
    client = scope.get("client")
    return network_of(client[0]) if client else "local"
