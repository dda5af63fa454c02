"""Anybody for a game? Whoever asks sits down with a person who wants the same, or with bots until a person comes.

Unrated nobody waits: bots keep the seats, and as long as the game is young who comes next takes one of them over. At
a rated table nobody takes over from anybody. So its seats wait for people first, and a bot that has taken one stays.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import time
from contextlib import suppress
from functools import partial
from typing import Any

from sqlalchemy import delete, insert, select

from tenka.game import Seat
from tenka.server import database as db
from tenka.server.ledger import Draft, Ledger
from tenka.server.lounge import Lounge
from tenka.server.messages import ClockSettings, NewSeat, NewTable, PairingWish
from tenka.server.rooms import Decide, Room
from tenka.table import Refused

SECONDS_UNTIL_BOT = 20.0
"""How long a rated table looks for people."""
SECONDS_TO_ARRIVE = 10.0
"""Until a page has opened the table that was made for it, its person counts as being there."""
SECONDS_UNTIL_FORGOTTEN = 900.0
MOST_TRIES = 20
"""Tables that are looked at for one wish."""
SECONDS_BETWEEN_SWEEPS = 1.0
CLOCK = ClockSettings(kind="real", main_seconds=900, turn_seconds=60)
"""Strangers wait for each other, but not for ever; then a bot plays on."""


def table_of(wish: PairingWish) -> NewTable:
    """The table that is made where nobody waits."""
    other = NewSeat(kind="open") if wish.rated else NewSeat(kind="anybody", bot=wish.bot)
    return NewTable(
        game=wish.game,
        options=wish.options,
        seats=[NewSeat(kind="me"), *[other] * (wish.players - 1)],
        clock=CLOCK,
        visibility="open",
        rated=wish.rated,
        hints=False,
    )


def wanted_by(wish: PairingWish) -> str:
    """The same for all who can play together; which bot waits with them does not matter."""
    text = json.dumps(wish.model_dump(mode="json", exclude={"bot"}), sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


class Pairing:
    """The tables that wait for anybody."""

    def __init__(self, lounge: Lounge) -> None:
        self.lounge = lounge
        self.store = lounge.store
        self.looking = asyncio.Lock()
        """Of two who ask at once the second finds the first."""

    async def find(self, wanted: str, person: str, sit: Decide) -> Room | None:
        """The table where a person has sat down with another, or their own that waits already; None: neither."""
        columns = db.pairings.c
        oldest = time.time() - SECONDS_UNTIL_FORGOTTEN
        query = select(db.pairings).where(columns.wanted == wanted, columns.created_at > oldest)
        own: Room | None = None
        for row in await self.store.fetch(query.order_by(columns.created_at).limit(MOST_TRIES)):
            try:
                room = await self.lounge.room(row.table_id)
            except Refused:  # its log cannot be read
                continue
            if not _free(room.ledger):
                await self._forget(row.table_id)
            elif room.ledger.seats_of(person):
                own = room
            elif self._is_there(room, row.maker, row.created_at):
                with suppress(Refused):  # it is too late there, or they may not play together
                    await room.submit(sit)
                    if not _free(room.ledger):
                        await self._forget(row.table_id)
                    return room
        return own

    async def note(self, room: Room, wish: PairingWish, maker: str) -> None:
        """A new table waits."""
        now = time.time()
        row: dict[str, Any] = {"table_id": room.id, "wanted": wanted_by(wish), "maker": maker, "bot": wish.bot}
        row |= {"bot_at": room.ledger.bot_at, "created_at": now}
        old = delete(db.pairings).where(db.pairings.c.created_at < now - SECONDS_UNTIL_FORGOTTEN)
        await self.store.execute(old, insert(db.pairings).values(**row))

    async def sweep(self) -> None:
        """Where nobody has come in time bots sit down; where its maker has gone the table is given up."""
        due = select(db.pairings).where(db.pairings.c.bot_at <= time.time())
        for row in await self.store.fetch(due):
            with suppress(Refused):
                room = await self.lounge.room(row.table_id)
                is_there = self._is_there(room, row.maker, row.created_at)
                for seat in _free(room.ledger):
                    await room.submit(partial(_fill, seat=seat, bot=row.bot) if is_there else Ledger.give_up)
            await self._forget(row.table_id)
        await asyncio.sleep(SECONDS_BETWEEN_SWEEPS)

    def _is_there(self, room: Room, maker: str, created_at: float) -> bool:
        seats = set(room.ledger.seats_of(maker))
        return bool(seats & room.present()) or (bool(seats) and time.time() - created_at < SECONDS_TO_ARRIVE)

    async def _forget(self, table_id: str) -> None:
        await self.store.execute(delete(db.pairings).where(db.pairings.c.table_id == table_id))


def _free(ledger: Ledger) -> list[Seat]:
    """The seats for which somebody is looked for."""
    if ledger.status != "open":
        return ledger.kept_seats()
    return [seat for seat, state in enumerate(ledger.seats) if state.is_open] + ledger.kept_seats()


def _fill(ledger: Ledger, seat: Seat, bot: str) -> Draft | None:
    return ledger.put_bot(ledger.maker, seat, bot) if ledger.seats[seat].is_open else None
