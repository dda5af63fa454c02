"""What is kept beside the logs: lists of tables, and who sits where."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from sqlalchemy import delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from tenka.server import database as db
from tenka.server.ledger import Ledger, is_young
from tenka.server.messages import TableInfo
from tenka.server.store import Also, Store

MOST_TABLES = 100
"""In a list."""


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
        tables = [show_row(row, person) for row in rows]
        order = ("running", "open", "over", "imported", "closed")
        return sorted(tables, key=lambda table: (not is_turn_of(table), order.index(table.status)))

    def note_seats(self, table_id: str, people: Sequence[str | None]) -> Also:
        """Notes who sits where, in the transaction of the event that says so."""
        rows = [{"table_id": table_id, "seat": seat, "person": person} for seat, person in enumerate(people) if person]

        async def note(connection: AsyncConnection) -> None:
            await connection.execute(delete(db.seats).where(db.seats.c.table_id == table_id))
            if rows:
                await connection.execute(insert(db.seats), rows)

        return note


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
