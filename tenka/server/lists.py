"""What is kept beside the logs: lists of tables, and who sits where."""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, and_, delete, func, insert, or_, select, update

from tenka.server import database as db
from tenka.server.ledger import Ledger, is_young
from tenka.server.limits import Limiter
from tenka.server.messages import TableInfo
from tenka.server.store import Also, Limit, Store, lock_of
from tenka.table import Refused

log = logging.getLogger("tenka.lists")

MOST_TABLES = 100
"""In a list."""
MOST_RECORDS = 200
"""Brought by one person. They are kept for ever."""
SECONDS_IN_LOBBY = 3 * 3600.0
"""An open table in the lobby where nothing happens for so long, and whose people are not there, is closed."""
SECONDS_OPEN = 30 * 86_400.0
SECONDS_RUNNING = 180 * 86_400.0
"""A game in which nothing happens for so long has been given up."""
_WAITING = {"table": "are not over yet", "lobby": "wait for players in the lobby already"}


class Lists:
    """Questions about many tables at once."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def mine(self, person: str, status: str | None = None) -> list[TableInfo]:
        """A person's tables: where it is their turn, then the others that go on, then the rest."""
        columns = db.tables.c
        own = select(db.seats.c.table_id).where(db.seats.c.person == person)
        query = select(db.tables).where(columns.id.in_(own))
        if status is not None:
            query = query.where(columns.status == status)
        else:
            query = query.where(columns.status != "closed")
        rows = await self.store.fetch(query.order_by(columns.updated_at.desc()).limit(MOST_TABLES))
        tables = [table for row in rows if (table := _try_to_show(row, person))]
        order = ("running", "open", "over", "imported", "closed")
        return sorted(tables, key=lambda table: (not is_turn_of(table), order.index(table.status)))

    async def place_of(self, table_id: str) -> str:
        """Where a table was made; empty where that is not known any more."""
        row = await self.store.fetch_one(select(db.tables.c.place).where(db.tables.c.id == table_id))
        return (row.place if row else None) or ""

    async def must_have_room(self, person: str, place: str, is_lobby: bool, limiter: Limiter) -> list[Limit]:
        """Raises Refused where a person, or everybody at a place, has too many tables that are not over. Returns what
        has to hold once one more is written: others may be on their way."""
        return await self._checked(_limits(person, place, is_lobby, limiter))

    async def must_have_room_for_record(self, person: str) -> list[Limit]:
        """The same for a record to be brought: raises Refused where a person has brought many already."""
        columns = db.tables.c
        query = select(func.count()).select_from(db.tables)
        query = query.where(columns.maker == person, columns.status == "imported")
        sentence = f"you have brought {MOST_RECORDS} records, and more are not kept; the analysis board opens any"
        lock = lock_of(f"records of {person}")
        return await self._checked([Limit(query, MOST_RECORDS, Refused("limit", sentence), lock)])

    async def _checked(self, limits: list[Limit]) -> list[Limit]:
        for limit in limits:
            if (await self.store.fetch_one(limit.query))[0] >= limit.most:
                raise limit.refusal
        return limits

    async def abandoned(self, left_alone: Sequence[str] = ()) -> Sequence[str]:
        """Tables that nobody has cared for: open ones, soon where they stand in the lobby, and games after months. Some
        are left alone."""
        columns, now = db.tables.c, time.time()
        in_lobby = and_(columns.status == "open", columns.visibility == "open")
        old = or_(
            and_(in_lobby, columns.updated_at < now - SECONDS_IN_LOBBY),
            and_(columns.status == "open", columns.updated_at < now - SECONDS_OPEN),
            and_(columns.status == "running", columns.updated_at < now - SECONDS_RUNNING),
        )
        query = select(columns.id).where(old, columns.id.not_in(left_alone)).limit(MOST_TABLES)
        return [row.id for row in await self.store.fetch(query)]

    async def forget_places(self) -> None:
        """Where a table was made is of no use once it is over."""
        columns = db.tables.c
        is_over = columns.status.not_in(("open", "running"))
        await self.store.execute(update(db.tables).where(columns.place.is_not(None), is_over).values(place=None))

    def note_seats(self, table_id: str, people: Sequence[str | None]) -> Also:
        """Notes who sits where, in the transaction of the event that says so."""
        rows = [{"table_id": table_id, "seat": seat, "person": person} for seat, person in enumerate(people) if person]
        taken = [insert(db.seats).values(rows)] if rows else []
        return [delete(db.seats).where(db.seats.c.table_id == table_id), *taken]


def _limits(person: str, place: str, is_lobby: bool, limiter: Limiter) -> list[Limit]:
    columns = db.tables.c
    count = select(func.count()).select_from(db.tables)
    kinds: dict[str, ColumnElement[bool]] = {"table": columns.status.in_(("open", "running"))}
    if is_lobby:
        kinds["lobby"] = and_(columns.status == "open", columns.visibility == "open")
    found = []
    for what, counted in kinds.items():
        cap = limiter.most(what)
        if cap is not None:
            for column, value, most in ((columns.maker, person, cap.person), (columns.place, place, cap.address)):
                refusal = Refused("limit", f"{most} of your tables {_WAITING[what]}; finish or leave one first")
                query = count.where(column == value, counted)
                found.append(Limit(query, most, refusal, lock_of(f"tables of {column.name} {value}")))
    return found


def is_turn_of(table: TableInfo) -> bool:
    """Whether the table waits for the one whom the info was made for."""
    return any(table.seats[seat].is_yours and not table.seats[seat].stand_in for seat in table.to_move)


def listing(info: TableInfo, ledger: Ledger) -> str:
    """A table as it is kept for lists, with whose each seat is, which `show_row` takes out again."""
    people: Sequence[str | None] = [seat.person for seat in ledger.seats]
    return json.dumps(
        {"info": info.model_dump(mode="json"), "people": people, "maker": ledger.maker, "key": ledger.key},
        separators=(",", ":"),
    )


def _try_to_show(row: Any, person: str) -> TableInfo | None:
    """A table out of a list; None where it cannot be read."""
    try:
        return show_row(row, person)
    except (KeyError, TypeError, ValueError):
        log.warning("a table cannot be shown", extra={"table": row.id})
        return None


def show_row(row: Any, person: str | None) -> TableInfo:
    """A table out of a list, as a person may know it."""
    kept = json.loads(row.info)
    info: dict[str, Any] = kept["info"]
    own = [person is not None and other == person for other in kept["people"]]
    is_joinable = is_young(row.status, row.version, len(own))
    for seat, is_yours in zip(info["seats"], own, strict=True):
        seat["is_yours"] = is_yours
        seat["is_kept"] = is_joinable and seat.get("is_kept", False)
    is_maker = person is not None and kept["maker"] == person
    info |= {"is_yours": is_maker, "key": kept["key"] if is_maker or any(own) else None}
    info |= {"status": row.status, "number": row.number, "version": row.version, "updated_at": row.updated_at}
    info |= {"to_move": [int(seat) for seat in row.to_move.split()], "deadline": row.deadline, "clocks": None}
    return TableInfo.model_validate(info)
