"""What is kept beside the logs: lists of tables, who sits where, and ratings."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from openskill.models import PlackettLuce
from sqlalchemy import delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from tenka.server import database as db
from tenka.server.ledger import Ledger, SeatState
from tenka.server.messages import LeaderboardLine, Profile, RatingInfo, TableInfo
from tenka.server.store import Also, Store

MOST_TABLES = 100
"""In a list."""
_BOT = "bot:"


class Lists:
    """Questions about many tables at once."""

    def __init__(self, store: Store) -> None:
        self.store = store

    # --- tables

    async def lobby(self, person: str | None) -> list[TableInfo]:
        """The open tables that wait for players, and those that can be watched."""
        columns = db.tables.c
        query = select(db.tables).where(columns.visibility == "open", columns.status.in_(("open", "running")))
        rows = await self.store.fetch(query.order_by(columns.status, columns.updated_at.desc()).limit(MOST_TABLES))
        return [show_row(row, person) for row in rows]

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

    # --- ratings

    def rate(self, ledger: Ledger) -> Also:
        """Rates a game that is over, in the transaction of its last event: so once, whatever dies when."""

        async def note(connection: AsyncConnection) -> None:
            subjects = [_subject(seat) for seat in ledger.seats]
            outcome = ledger.table.outcome if ledger.table else None
            if outcome is None or len(set(subjects)) < len(subjects):
                return
            model, columns = PlackettLuce(), db.ratings.c
            key = (columns.game == ledger.rules.name, columns.players == len(subjects))
            query = select(db.ratings).where(*key, columns.subject.in_(subjects)).order_by(columns.subject)
            known = {row.subject: row for row in (await connection.execute(query.with_for_update())).all()}
            before = [[model.rating(known[s].mu, known[s].sigma) if s in known else model.rating()] for s in subjects]
            after = model.rate(before, ranks=[float(rank) for rank in outcome.ranking])
            for seat, (subject, (rating,)) in enumerate(zip(subjects, after, strict=True)):
                won = int(seat in outcome.winners)
                values: dict[str, Any] = {"mu": rating.mu, "sigma": rating.sigma}
                if subject in known:
                    row = known[subject]
                    values |= {"games": row.games + 1, "wins": row.wins + won}
                    await connection.execute(update(db.ratings).where(*key, columns.subject == subject).values(values))
                    continue
                values |= {"subject": subject, "is_bot": subject.startswith(_BOT), "games": 1, "wins": won}
                values |= {"game": ledger.rules.name, "players": len(subjects)}
                await connection.execute(insert(db.ratings).values(values))

        return note

    async def leaderboard(self, game: str, players: int) -> list[LeaderboardLine]:
        """The best at a game with so many players."""
        columns = db.ratings.c
        worth = columns.mu - 3 * columns.sigma
        query = select(db.ratings, db.people.c.name).outerjoin(db.people, db.people.c.id == columns.subject)
        query = query.where(columns.game == game, columns.players == players).order_by(worth.desc()).limit(100)
        return [
            LeaderboardLine(
                rank=rank,
                name=row.name or row.subject.removeprefix(_BOT),
                is_bot=row.is_bot,
                rating=round(row.mu, 2),
                deviation=round(row.sigma, 2),
                games=row.games,
                wins=row.wins,
            )
            for rank, row in enumerate(await self.store.fetch(query), start=1)
        ]

    async def profile(self, name: str, subject: str) -> Profile:
        """What everybody may know of a person or a bot."""
        query = select(db.ratings).where(db.ratings.c.subject == subject).order_by(db.ratings.c.players)
        ratings = [
            RatingInfo(
                game=row.game,
                players=row.players,
                rating=round(row.mu, 2),
                deviation=round(row.sigma, 2),
                games=row.games,
                wins=row.wins,
            )
            for row in await self.store.fetch(query)
        ]
        return Profile(name=name, is_bot=subject.startswith(_BOT), ratings=ratings)


def _subject(seat: SeatState) -> str:
    """Who is rated for a seat: its person, whoever stood in; or its bot."""
    return f"{_BOT}{seat.bot}" if seat.bot else seat.person or ""


def bot_subject(name: str) -> str:
    """What ratings call a bot."""
    return f"{_BOT}{name}"


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
    for seat, is_yours in zip(info["seats"], own, strict=True):
        seat["is_yours"] = is_yours
    is_maker = person is not None and kept["maker"] == person
    info |= {"is_yours": is_maker, "key": kept["key"] if is_maker or any(own) else None}
    info |= {"status": row.status, "number": row.number, "version": row.version, "updated_at": row.updated_at}
    info |= {"to_move": [int(seat) for seat in row.to_move.split()], "deadline": row.deadline, "clocks": None}
    return TableInfo.model_validate(info)
