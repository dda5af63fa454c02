"""The herald: tells people that it is their turn where no page of theirs is open, by Web Push and by webhook.

It goes by what the database says of tables, not by what happens in this process: a turn that was written and then the
server died is found by the next one. What a listener has to hear of a table is one row, which is due until it was
heard. A later turn takes the place of an earlier one: what counts is how the table stands.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Literal

from sqlalchemy import ColumnElement, Connection, and_, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from tenka.server import database as db
from tenka.server import push, webhooks
from tenka.server.failures import line_of
from tenka.server.listeners import MOST_FAILURES, Listeners
from tenka.server.lists import is_turn_of, show_row
from tenka.server.lounge import Lounge
from tenka.server.messages import Notice, PushKeys, PushNotice
from tenka.server.outward import Caller, NoAnswer
from tenka.server.push import PushKey

log = logging.getLogger("tenka.herald")

SECONDS_BETWEEN_LOOKS = 1.0
SECONDS_LOOKED_BACK = 86_400.0
"""At the start: for what the server before has written and told nobody."""
SECONDS_OF_OVERLAP = 10.0
"""Between two looks: another node's clock may be a little late."""
WAITS = (5.0, 30.0, 120.0, 600.0, 3_600.0, 21_600.0, 86_400.0)
"""Seconds after each attempt that failed; after the last one a call is given up."""
SECONDS_TO_CALL = 60.0
"""After so long another node may try."""
MOST_AT_ONCE = 64
MOST_OF_ONE = 4
"""Calls at the same time: of all, and of one person's listeners, so that slow ones keep nobody else waiting."""


class Herald:
    """Looks for what there is to tell, and tells it."""

    def __init__(self, lounge: Lounge, listeners: Listeners, caller: Caller, key: PushKey, contact: str | None) -> None:
        self.lounge = lounge
        self.store = lounge.store
        self.listeners = listeners
        self.caller = caller
        self.key = key
        self.contact = contact
        self.told = 0
        """Calls that were heard since the start, for the metrics."""
        self._since = time.time() - SECONDS_LOOKED_BACK
        self._busy: Counter[str] = Counter()
        """By person: calls that go on."""

    # --- what there is to tell

    async def look(self) -> None:
        """Notes what has changed for whom since the last look."""
        begin = time.time()
        columns = db.listeners.c
        own = select(*_COLUMNS, db.tables).join(db.seats, db.seats.c.table_id == db.tables.c.id)
        own = own.join(db.listeners, (columns.person == db.seats.c.person) & columns.table_id.is_(None)).distinct()
        of_table = select(*_COLUMNS, db.tables).join(db.listeners, columns.table_id == db.tables.c.id)
        found: list[Any] = []
        for query in (own, of_table):
            found += await self.store.fetch(query.where(*self._is_new()))
        news = [(row, is_due) for row in found if (is_due := self._is_due(row)) is not None]
        if news:
            await self.store.transact(lambda connection: _note_all(connection, news, begin))
        self._since = begin - SECONDS_OF_OVERLAP
        await asyncio.sleep(SECONDS_BETWEEN_LOOKS)

    def _is_new(self) -> tuple[ColumnElement[bool], ...]:
        tables, listeners = db.tables.c, db.listeners.c
        since = (tables.updated_at > self._since, tables.updated_at > listeners.created_at)
        return (*since, tables.status.in_(("running", "over")), listeners.failures < MOST_FAILURES)

    def _is_due(self, row: Any) -> bool | None:
        """Whether a listener shall hear of a table; None: there is nothing to hear."""
        if row.listener_table is not None:
            return True
        kind = _kind_of(row, row.person)
        if kind is None:
            return None
        return not (row.listener_kind == "push" and self._is_looking(row.id, row.person))

    def _is_looking(self, table_id: str, person: str) -> bool:
        """Whether a person has the table before their eyes."""
        room = self.lounge.rooms.get(table_id)
        here = {socket.caller.id for socket in room.watchers} if room else set()
        return person in here or person in self.lounge.people_elsewhere(table_id)

    # --- telling it

    async def call(self) -> None:
        """Begins the calls that are due."""
        now = time.time()
        rank = func.row_number().over(partition_by=db.listeners.c.person, order_by=db.calls.c.due_at).label("rank")
        due = select(db.calls, *_COLUMNS, db.listeners.c.url, db.listeners.c.details, rank)
        due = due.join(db.listeners, db.listeners.c.id == db.calls.c.listener).where(db.calls.c.due_at <= now)
        ranked = due.subquery()
        first = select(ranked).where(ranked.c.rank <= MOST_OF_ONE).order_by(ranked.c.due_at).limit(MOST_AT_ONCE)
        for row in await self.store.fetch(first):
            if self._busy[row.person] < MOST_OF_ONE and self._busy.total() < MOST_AT_ONCE and await self._claim(row):
                self._busy[row.person] += 1
                self.lounge.keep(asyncio.create_task(self._call(row)))
        await asyncio.sleep(SECONDS_BETWEEN_LOOKS)

    async def _claim(self, row: Any) -> bool:
        """Whether the call is ours and no other node's."""
        ours = (_is_call(row), db.calls.c.due_at == row.due_at)
        values = {"due_at": time.time() + SECONDS_TO_CALL, "attempts": row.attempts + 1}
        return await self.store.execute(update(db.calls).where(*ours).values(values)) > 0

    async def _call(self, row: Any) -> None:
        try:
            await self._tell(row)
        except Exception as error:
            log.error("a call failed", extra={"listener": row.listener, "reason": line_of(error)})
            with suppress(Exception):  # such as a database that is away: it stays due, when what was claimed is over
                await self._put_off(row)
        finally:
            self._busy[row.person] -= 1
            self._busy += Counter()  # drops those who have none

    async def _tell(self, row: Any) -> None:
        table = await self.store.fetch_one(select(db.tables).where(db.tables.c.id == row.table_id))
        is_own = row.listener_table is None
        kind: Literal["turn", "over", "changed"] | None = _kind_of(table, row.person) if is_own else "changed"
        if kind is None:  # it was somebody's turn, and is not any more
            await self._settle(row)
            return
        notice = _notice(table, kind, row.person if is_own else None)
        try:
            status = await (self._push(row, notice) if row.listener_kind == "push" else self._hook(row, notice))
        except NoAnswer as error:
            log.info("nobody answered a call", extra={"listener": row.listener, "reason": str(error)})
            status = 0
        if 200 <= status < 300:
            self.told += 1
            await self._settle(row)
            heard = (db.listeners.c.id == row.listener, db.listeners.c.failures > 0)
            await self.store.execute(update(db.listeners).where(*heard).values(failures=0))
        elif status == 410 or (status == 404 and row.listener_kind == "push"):
            await self.listeners.forget(row.listener)
        else:
            await self._put_off(row)

    async def _put_off(self, row: Any) -> None:
        """A call has failed: it is due again later, and after the last attempt no more."""
        if row.attempts < len(WAITS):
            await self._settle(row, time.time() + WAITS[row.attempts])
        else:
            await self._settle(row)
            failed = update(db.listeners).where(db.listeners.c.id == row.listener)
            await self.store.execute(failed.values(failures=db.listeners.c.failures + 1))

    async def _settle(self, row: Any, due_at: float | None = None) -> None:
        """The call is done with, or due again; unless there is something newer to tell, which is due by itself."""
        ours = (_is_call(row), db.calls.c.number == row.number)
        await self.store.execute(update(db.calls).where(*ours).values(due_at=due_at))

    async def _hook(self, row: Any, notice: Notice) -> int:
        body = notice.encode()
        call = f"{row.listener}.{row.table_id}.{notice.number}"
        secret = json.loads(row.details)["secret"]
        return await self.caller.post(row.url, webhooks.headers(secret, call, int(time.time()), body), body)

    async def _push(self, row: Any, notice: Notice) -> int:
        details = json.loads(row.details)
        keys = PushKeys(p256dh=details["p256dh"], auth=details["auth"])
        told = PushNotice(**dict(notice), language=details["language"])
        headers = push.headers(row.table_id) | self.key.headers(row.url, self.contact or details["origin"])
        return await self.caller.post(row.url, headers, push.encrypt(told.encode(), keys))


_COLUMNS = (
    db.listeners.c.id.label("listener_id"),
    db.listeners.c.person,
    db.listeners.c.kind.label("listener_kind"),
    db.listeners.c.table_id.label("listener_table"),
)


def _is_call(row: Any) -> ColumnElement[bool]:
    return and_(db.calls.c.listener == row.listener, db.calls.c.table_id == row.table_id)


def _note_all(connection: Connection, news: Sequence[tuple[Any, bool]], now: float) -> None:
    for row, is_due in news:
        _note(connection, row, now if is_due else None)


def _note(connection: Connection, row: Any, due_at: float | None) -> None:
    """That a listener is to hear of a table as it stands now; where it is not, that it need not."""
    key = {"listener": row.listener_id, "table_id": row.id}
    values = {"number": row.number, "attempts": 0, "due_at": due_at}
    where = (db.calls.c.listener == row.listener_id, db.calls.c.table_id == row.id)
    known = connection.execute(select(db.calls.c.number).where(*where)).first()
    if known is None:
        with suppress(IntegrityError), connection.begin_nested():  # another node may have been faster
            connection.execute(insert(db.calls).values(**key, **values))
    elif known.number < row.number:
        connection.execute(update(db.calls).where(*where).values(values))


def _kind_of(row: Any, person: str) -> Literal["turn", "over"] | None:
    """What a person is to hear of a table as it stands; None: nothing."""
    if row.status == "over":
        return "over"
    return "turn" if row.status == "running" and is_turn_of(show_row(row, person)) else None


def _notice(row: Any, kind: Literal["turn", "over", "changed"], person: str | None) -> Notice:
    """What is told: nothing that a spectator could not know."""
    info = show_row(row, person)
    return Notice(
        kind=kind,
        table=info.id,
        game=info.game,
        status=info.status,
        number=info.number,
        version=info.version,
        players=[seat.name for seat in info.seats],
        yours=[seat.seat for seat in info.seats if seat.is_yours],
        to_move=info.to_move,
        deadline=info.deadline,
        winners=info.outcome.winners if info.outcome else [],
    )
