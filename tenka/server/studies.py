"""Studies: records with variations that people keep, under names that nobody can guess."""

from __future__ import annotations

import time
from typing import Any

from sqlalchemy import delete, insert, select, update

from tenka.server import database as db
from tenka.server.auth import new_id
from tenka.server.messages import Person
from tenka.server.store import Store, limit_of
from tenka.server.study_messages import StudyInfo
from tenka.table import Refused

MOST_STUDIES = 200
"""Of one person."""
LENGTH_OF_ID = 22
"""Who has it may read: so it is as long as a secret."""


class Studies:
    """What is kept of them."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def add(self, person: Person, name: str, game: str, text: str) -> StudyInfo:
        """Keeps a new one; raises Refused where somebody has many already."""
        now = time.time()
        row = {"id": new_id(LENGTH_OF_ID), "person": person.id, "name": name, "game": game, "text": text}
        kept = insert(db.studies).values(**row, created_at=now, updated_at=now)
        limit = limit_of(db.studies, person.id, MOST_STUDIES, f"you have {MOST_STUDIES} studies; delete one first")
        await self.store.execute(kept, limits=[limit])
        return (await self.read(row["id"], person.id))[0]

    async def change(self, study: str, person: Person, name: str, game: str, text: str) -> StudyInfo:
        """Keeps it as it is now; raises Refused where it is somebody else's."""
        values = {"name": name, "game": game, "text": text, "updated_at": time.time()}
        await self._must_own(study, person.id)
        await self.store.execute(update(db.studies).where(db.studies.c.id == study).values(**values))
        return (await self.read(study, person.id))[0]

    async def remove(self, study: str, person: Person) -> None:
        """Deletes it; raises Refused where it is somebody else's."""
        await self._must_own(study, person.id)
        await self.store.execute(delete(db.studies).where(db.studies.c.id == study))

    async def _must_own(self, study: str, person: str) -> None:
        if not (await self.read(study, person))[0].is_yours:
            raise Refused("forbidden", "this study is somebody else's; save a copy of your own")

    async def read(self, study: str, person: str | None) -> tuple[StudyInfo, str]:
        """A study and its text, for anybody who knows its name; raises Refused."""
        columns = db.studies.c
        query = select(db.studies, db.people.c.name.label("maker"))
        query = query.join(db.people, db.people.c.id == columns.person).where(columns.id == study)
        row = await self.store.fetch_one(query)
        if row is None:
            raise Refused("missing", "there is no such study; its maker may have deleted it")
        return _info_of(row, person), row.text

    async def list_of(self, person: Person) -> list[StudyInfo]:
        """Somebody's, the latest first."""
        columns = [column for column in db.studies.c if column.name != "text"]  # which may be long
        query = select(*columns, db.people.c.name.label("maker"))
        query = query.join(db.people, db.people.c.id == db.studies.c.person)
        query = query.where(db.studies.c.person == person.id).order_by(db.studies.c.updated_at.desc())
        return [_info_of(row, person.id) for row in await self.store.fetch(query)]


def _info_of(row: Any, person: str | None) -> StudyInfo:
    return StudyInfo(
        id=row.id,
        name=row.name,
        game=row.game,
        maker=row.maker,
        is_yours=row.person == person,
        created_at=row.created_at,
        updated_at=row.updated_at,
    )
