"""Where people want to hear of their tables: browsers, and programs behind a webhook."""

from __future__ import annotations

import json
import time
from typing import Any
from urllib.parse import urlsplit

from sqlalchemy import delete, insert, select

from tenka.server import database as db
from tenka.server import webhooks
from tenka.server.auth import new_id
from tenka.server.messages import HookMade, ListenerInfo, PushSubscription
from tenka.server.store import Limit, Store, limit_of

MOST_HOOKS = 10
MOST_BROWSERS = 20
"""Of a person."""
MOST_FAILURES = 5
"""Calls in a row that were given up: then a listener is not called any more."""


class Listeners:
    """Everybody who is to be called."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def list(self, person: str) -> list[ListenerInfo]:
        """A person's."""
        columns = db.listeners.c
        rows = await self.store.fetch(
            select(db.listeners).where(columns.person == person).order_by(columns.created_at, columns.id)
        )
        return [ListenerInfo(**_info(row)) for row in rows]

    async def add_browser(self, person: str, wish: PushSubscription, origin: str) -> ListenerInfo:
        """A browser. It has one place only: whoever uses it now is the one who is told there."""
        details = wish.keys.model_dump() | {"language": wish.language, "origin": origin}
        row = _row(person, "push", None, wish.endpoint, details)
        columns = db.listeners.c
        same = select(columns.id).where(columns.kind == "push", columns.url == wish.endpoint)
        await self.store.execute(
            delete(db.calls).where(db.calls.c.listener.in_(same)),
            delete(db.listeners).where(columns.id.in_(same)),
            insert(db.listeners).values(**row),
            limits=[_limit(person, "push", MOST_BROWSERS)],
        )
        return ListenerInfo(**_info(row))

    async def add_hook(self, person: str, url: str, table_id: str | None) -> HookMade:
        """A webhook, for all tables of a person or for one table; with its secret, for this once."""
        secret = webhooks.new_secret()
        row = _row(person, "hook", table_id, url, {"secret": secret})
        await self.store.execute(insert(db.listeners).values(**row), limits=[_limit(person, "hook", MOST_HOOKS)])
        return HookMade(**_info(row), secret=secret)

    async def remove(self, person: str, listener: str) -> bool:
        """Does not call it any more; False where it is not the person's."""
        columns = db.listeners.c
        found = await self.store.fetch_one(select(columns.id).where(columns.id == listener, columns.person == person))
        if found is not None:
            await self.forget(listener)
        return found is not None

    async def forget(self, listener: str) -> None:
        """Removes a listener and what it has not heard."""
        await self.store.execute(
            delete(db.calls).where(db.calls.c.listener == listener),
            delete(db.listeners).where(db.listeners.c.id == listener),
        )


def _limit(person: str, kind: str, most: int) -> Limit:
    sentence = f"nobody has more than {most} of these: remove one first"
    return limit_of(db.listeners, person, most, sentence, db.listeners.c.kind == kind)


def _row(person: str, kind: str, table_id: str | None, url: str, details: dict[str, Any]) -> dict[str, Any]:
    return {
        "id": new_id(),
        "person": person,
        "kind": kind,
        "table_id": table_id,
        "url": url,
        "details": json.dumps(details),
        "created_at": time.time(),
        "failures": 0,
    }


def _info(row: Any) -> dict[str, Any]:
    """What its person is told of it. The rest of a browser's address is a secret of the browser's."""
    known = row if isinstance(row, dict) else row._mapping
    url = known["url"] if known["kind"] == "hook" else urlsplit(known["url"]).hostname or ""
    is_stopped = known["failures"] >= MOST_FAILURES
    return {
        "id": known["id"],
        "kind": known["kind"],
        "table": known["table_id"],
        "url": url,
        "created_at": known["created_at"],
        "is_stopped": is_stopped,
    }
