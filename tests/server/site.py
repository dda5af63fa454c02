"""A server without a process, a port or a game: requests go straight to its application, with a database of its own.

So what stands at the door (origins, sizes, limits, sessions, tokens) is tested in a moment, as browsers meet it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, TypeVar
from unittest.mock import patch

import httpx
from anyio.from_thread import BlockingPortal, start_blocking_portal
from argon2 import PasswordHasher

from tenka.server import auth
from tenka.server import database as db
from tenka.server.app import Server, make_app
from tenka.server.auth import People
from tenka.server.config import Config

HOST = "tenka.example"
OWN = f"http://{HOST}"
COOKIE = "tenka_session"
ADDRESS = "10.0.0.1"

_T = TypeVar("_T")


class Site:
    """A server's application, and what is behind it."""

    def __init__(self, portal: BlockingPortal, transport: httpx.ASGITransport, server: Server) -> None:
        self.portal = portal
        self.transport = transport
        self.client = httpx.AsyncClient(transport=transport, base_url=OWN)
        self.server = server

    @property
    def people(self) -> People:
        return self.server.people

    def wait_for(self, do: Callable[..., Awaitable[_T]], *args: Any) -> _T:
        """Runs something of the server, where the server runs."""
        return self.portal.call(do, *args)

    def visitor(self, **headers: str) -> Visitor:
        return Visitor(self, headers)

    def guest(self) -> Visitor:
        visitor = self.visitor()
        visitor.post("/api/guest")
        return visitor


class Visitor:
    """Somebody's browser, with its cookie; or a program, with its token."""

    def __init__(self, site: Site, headers: dict[str, str]) -> None:
        self.site = site
        self.headers = {"origin": OWN} | headers
        self.cookie: str | None = None
        self.address = ADDRESS

    def send(self, method: str, path: str, json: Any = None, **headers: str) -> httpx.Response:
        """An answer, whatever it is. A header that is empty is left out."""
        sent = self.headers | headers | ({"cookie": f"{COOKIE}={self.cookie}"} if self.cookie else {})
        self.site.client.cookies.clear()
        self.site.transport.client = (self.address, 1)
        given = {} if json is None else {"json": json}
        kept = {name: value for name, value in sent.items() if value}
        answer = self.site.portal.call(partial(self.site.client.request, method, path, headers=kept, **given))
        self.cookie = answer.cookies.get(COOKIE) or self.cookie
        return answer

    def post(self, path: str, json: Any = None) -> Any:
        return self._good(self.send("POST", path, json))

    def put(self, path: str, json: Any = None) -> Any:
        return self._good(self.send("PUT", path, json))

    def delete(self, path: str) -> Any:
        return self._good(self.send("DELETE", path))

    def get(self, path: str) -> Any:
        return self._good(self.send("GET", path))

    def _good(self, answer: httpx.Response) -> Any:
        assert answer.status_code < 300, (answer.status_code, answer.text)
        return answer.json() if answer.content else None

    @property
    def person(self) -> dict[str, Any] | None:
        """Whom the server takes this for."""
        found: dict[str, Any] | None = self.get("/api/me")["person"]
        return found


CHEAP = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
"""For tests that are not about how long a password takes."""


@contextmanager
def open_site(folder: Path, **config: Any) -> Iterator[Site]:
    """A site with a new database in a folder. Without limits, unless they are asked for; no bots, no sweeps."""
    settings: dict[str, Any] = {"bot_workers": 0, "limits": 0.0, "hosts": (HOST,)} | config
    app = make_app(Config(f"sqlite:///{folder / 'site.db'}", **settings))
    server: Server = app.state.server
    with start_blocking_portal() as portal, patch.object(auth, "_hasher", lambda: CHEAP):
        auth._hash_of_nothing.cache_clear()
        site = Site(portal, httpx.ASGITransport(app), server)
        portal.call(db.upgrade, server.engine)
        portal.call(server.store.open)
        try:
            yield site
        finally:
            for close in (site.client.aclose, server.lounge.close, server.store.close):
                portal.call(close)
            auth._hash_of_nothing.cache_clear()


def refusal(answer: httpx.Response, status: int, code: str) -> str:
    """The sentence of an answer that must be this refusal."""
    assert (answer.status_code, answer.json().get("code")) == (status, code), answer.text
    assert set(answer.json()) == {"code", "sentence"}
    return str(answer.json()["sentence"])
