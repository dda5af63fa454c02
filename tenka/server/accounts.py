"""An account as its owner's: taking it along, coming back to it, closing it, and keeping others away."""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import AsyncIterator, Sequence
from typing import Any

from sqlalchemy import Connection, delete, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from tenka.server import database as db
from tenka.server.auth import Caller, People, hash_secret, new_id, new_session
from tenka.server.listeners import Listeners
from tenka.server.messages import Person
from tenka.server.names import check_password, name_key
from tenka.server.store import limit_of
from tenka.table import Refused

NUM_CODES = 8
MOST_BLOCKS = 500


class Accounts:
    """What people can do with their accounts."""

    def __init__(self, people: People) -> None:
        self.people = people
        self.store = people.store
        self.listeners = Listeners(people.store)

    # --- coming back

    async def make_codes(self, caller: Caller) -> list[str]:
        """New codes to come back with, each of them once; the old ones end."""
        codes = ["-".join(new_id(5) for _ in range(3)) for _ in range(NUM_CODES)]
        await self.store.execute(
            delete(db.codes).where(db.codes.c.person == caller.id),
            insert(db.codes).values([{"secret": _hash_code(code), "person": caller.id} for code in codes]),
        )
        return codes

    async def num_codes(self, caller: Caller) -> int:
        """How many are left."""
        return len(await self.store.fetch(select(db.codes.c.secret).where(db.codes.c.person == caller.id)))

    async def recover(self, name: str, code: str, password: str, agent: str) -> tuple[Person, str]:
        """Gives somebody who has a code a new password, and ends all sessions and tokens. Raises Refused."""
        check_password(password, name)
        hashed = await self.people.hash_password(password)
        columns = db.people.c

        def recover(connection: Connection) -> tuple[Person, str]:
            query = select(db.people).join(db.codes, db.codes.c.person == columns.id)
            query = query.where(columns.name_key == name_key(name), columns.closed_at.is_(None))
            row = connection.execute(query.where(db.codes.c.secret == _hash_code(code))).first()
            if row is None:
                raise Refused("credentials", "name and code do not go together, or the code has been used")
            connection.execute(delete(db.codes).where(db.codes.c.secret == _hash_code(code)))
            connection.execute(update(db.people).where(columns.id == row.id).values(password=hashed))
            for table in (db.sessions, db.tokens):
                connection.execute(delete(table).where(table.c.person == row.id))
            secret, session = new_session(row.id, agent)
            connection.execute(insert(db.sessions).values(**session))
            return Person(id=row.id, name=row.name, is_guest=False), secret

        return await self.store.transact(recover)

    # --- taking along, and going

    async def download(self, caller: Caller) -> AsyncIterator[bytes]:
        """Everything that is kept of somebody, as JSON in parts; of secrets only that there are some."""
        mine = db.people.c.id == caller.id
        person = await self.store.fetch_one(select(db.people).where(mine))
        games = await self.store.fetch(
            select(db.tables.c.id, db.tables.c.game, db.tables.c.status, db.seats.c.seat, db.tables.c.created_at)
            .join(db.seats, db.seats.c.table_id == db.tables.c.id)
            .where(db.seats.c.person == caller.id)
            .order_by(db.tables.c.created_at)
        )
        ratings = await self.store.fetch(select(db.ratings).where(db.ratings.c.subject == caller.id))
        results = await self.store.fetch(select(db.results).where(db.results.c.subject == caller.id))
        studies = await self.store.fetch(
            select(db.studies.c.id).where(db.studies.c.person == caller.id).order_by(db.studies.c.created_at)
        )
        reviews = await self.store.fetch(
            select(db.reviews.c.table_id, db.reviews.c.asked_at).where(db.reviews.c.person == caller.id)
        )
        puzzles = {
            name: await self.store.fetch(select(table).where(table.c.person == caller.id).order_by(table.c.at))
            for name, table in (
                ("puzzle_ratings", db.solvers),
                ("puzzle_tries", db.puzzle_tries),
                ("puzzle_reports", db.puzzle_reports),
            )
        }
        sessions = await self.people.list_sessions(caller)
        tokens = await self.people.list_tokens(caller)
        found = {
            "name": person.name,
            "is_guest": person.password is None,
            "created_at": person.created_at,
            "settings": json.loads(person.settings),
            "sessions": [session.model_dump(mode="json") for session in sessions],
            "tokens": [token.model_dump(mode="json") for token in tokens],
            "codes_left": await self.num_codes(caller),
            "blocked": await self.blocked(caller),
            "games": [dict(row._mapping) for row in games],
            "ratings": [_without(row, "subject") for row in ratings],
            "results": [_without(row, "subject") for row in results],
            "listeners": [each.model_dump(mode="json") for each in await self.listeners.list(caller.id or "")],
            "reviews": [dict(row._mapping) for row in reviews],
            **{name: [_without(row, "person") for row in rows] for name, rows in puzzles.items()},
        }
        return self._write(found, [row.id for row in studies])

    async def _write(self, found: dict[str, Any], studies: Sequence[str]) -> AsyncIterator[bytes]:
        """One study after another: all together may be long, and others want to be served meanwhile."""
        yield json.dumps(found).encode()[:-1] + b', "studies": ['
        separator = ""
        for study in studies:
            row = await self.store.fetch_one(select(db.studies).where(db.studies.c.id == study))
            if row is not None:
                yield (separator + json.dumps(_without(row, "person"))).encode()
                separator = ", "
        yield b"]}"

    async def close(self, caller: Caller) -> None:
        """Deletes an account. Its games stay with those who played them, and nobody else can have its name."""
        person = db.people.c.id == caller.id
        own = select(db.listeners.c.id).where(db.listeners.c.person == caller.id)
        await self.store.execute(
            *(delete(table).where(table.c.person == caller.id) for table in (db.sessions, db.tokens, db.codes)),
            delete(db.studies).where(db.studies.c.person == caller.id),
            delete(db.blocks).where(or_(db.blocks.c.person == caller.id, db.blocks.c.other == caller.id)),
            delete(db.calls).where(db.calls.c.listener.in_(own)),
            delete(db.listeners).where(db.listeners.c.person == caller.id),
            delete(db.pairings).where(db.pairings.c.maker == caller.id),
            delete(db.ratings).where(db.ratings.c.subject == caller.id),
            *(delete(table).where(table.c.person == caller.id) for table in (db.solvers, db.puzzle_tries)),
            *(
                update(each).where(each.c.person == caller.id).values(person=None)
                for each in (db.reviews, db.puzzle_reports)
            ),
            update(db.people).where(person).values(password=None, settings="{}", closed_at=time.time()),
        )

    async def tables_of(self, caller: Caller) -> list[str]:
        """Where somebody sits at a table that is not over."""
        query = select(db.tables.c.id).join(db.seats, db.seats.c.table_id == db.tables.c.id)
        query = query.where(db.seats.c.person == caller.id, db.tables.c.status.in_(("open", "running")))
        return [row.id for row in await self.store.fetch(query.distinct())]

    # --- keeping away

    async def block(self, caller: Caller, name: str) -> None:
        """From now on the two do not sit at each other's tables, and do not hear each other's signals."""
        other = await self.people.by_name(name)
        if other is None:
            raise Refused("missing", "there is nobody of that name")
        if other.id == caller.id:
            raise Refused("invalid", "nobody can block himself")
        if other.name in await self.blocked(caller):
            return
        row = {"person": caller.id, "other": other.id, "created_at": time.time()}
        sentence = f"nobody blocks more than {MOST_BLOCKS} people: take one off first"
        limit = limit_of(db.blocks, caller.id, MOST_BLOCKS, sentence)
        with contextlib.suppress(IntegrityError):  # asked for twice at once
            await self.store.execute(insert(db.blocks).values(**row), limits=[limit])

    async def unblock(self, caller: Caller, name: str) -> bool:
        """Takes somebody off the list; False where he is not on it."""
        other = await self.people.by_name(name)
        if other is None:
            return False
        mine = (db.blocks.c.person == caller.id, db.blocks.c.other == other.id)
        return await self.store.execute(delete(db.blocks).where(*mine)) > 0

    async def blocked(self, caller: Caller) -> list[str]:
        """The names of whom somebody has blocked."""
        query = select(db.people.c.name).join(db.blocks, db.blocks.c.other == db.people.c.id)
        rows = await self.store.fetch(query.where(db.blocks.c.person == caller.id).order_by(db.people.c.name_key))
        return [row.name for row in rows]

    async def kept_apart(self, person: str) -> set[str]:
        """Those whom a person has blocked, and those who have blocked the person."""
        columns = db.blocks.c
        rows = await self.store.fetch(select(db.blocks).where(or_(columns.person == person, columns.other == person)))
        return {row.other if row.person == person else row.person for row in rows}


def _hash_code(code: str) -> str:
    """Codes are read from paper: blanks, dashes and capitals do not matter."""
    return hash_secret("".join(letter for letter in code.casefold() if letter.isalnum()))


def _without(row: Any, column: str) -> dict[str, Any]:
    return {name: value for name, value in row._mapping.items() if name != column}
