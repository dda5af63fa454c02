"""The exhibition: a game of the strongest bots, for who looks at the first page while nobody plays.

It is a table as any other, made by the house. Nobody sits at it, so it is in nobody's list and counts for no rating;
the lobby leaves it out. It costs what one slow game costs: it waits while nobody looks or somebody plays, is given up
when that lasts, and its bots come after everything else that bots are asked for. All nodes share one: the next one's
name follows from that of the last, so that of two who begin it at once the second finds the first.
"""

from __future__ import annotations

import asyncio
import re
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from sqlalchemy import delete, select

from tenka.games import GAMES, get_title
from tenka.players import default_player
from tenka.server import database as db
from tenka.server.auth import new_id
from tenka.server.ledger import HOUSE, Draft, Ledger
from tenka.server.levels import list_bots
from tenka.server.messages import NewSeat, NewTable
from tenka.table import Refused

if TYPE_CHECKING:
    from tenka.server.lounge import Lounge
    from tenka.server.rooms import Room

PAUSE = 2.5
"""Seconds between two turns: it is there to be looked at."""
SECONDS_PLAYED = 60.0
"""Where a turn was taken at any other table so lately, somebody plays."""
SECONDS_ALONE = 90.0
"""A game that could not go on for so long is given up."""
SECONDS_BETWEEN_LOOKS = 2.0
SECONDS_OF_PATIENCE = SECONDS_ALONE + 60.0
"""After so long without a turn the node that played has died, and another one goes on."""
SECONDS_KEPT = 3600.0
"""Afterwards a game that was shown is forgotten, but for the last one."""
MOST_PLAYERS = 4


class Exhibition:
    """The game that is shown at all nodes."""

    def __init__(self, lounge: Lounge, is_on: bool) -> None:
        self.lounge = lounge
        self.is_on = is_on
        self._finding = asyncio.Lock()

    async def find(self) -> Room | None:
        """The game that goes on; begins one where there is none. None while somebody plays, or where it is off."""
        if not self.is_on:
            return None
        async with self._finding:
            last = await self._last()
            if last is not None and last.status == "running":
                with suppress(Refused):  # its log cannot be read: then another one
                    return await self.lounge.room(last.id)
            if await self._is_somebody_playing():
                return None
            return await self._begin(1 + _number(last.id) if last else 1)

    async def may_go_on(self, room: Room) -> bool:
        """Waits until somebody looks and nobody plays. Where that takes too long the game is given up."""
        for _ in range(round(SECONDS_ALONE / SECONDS_BETWEEN_LOOKS)):
            if self.lounge.num_spectators(room) and not await self._is_somebody_playing():
                return True
            await asyncio.sleep(SECONDS_BETWEEN_LOOKS)
        await room.submit(Ledger.close)
        return False

    async def forget(self) -> None:
        """Removes games that are over, for all nodes."""
        columns, last = db.tables.c, await self._last()
        old = (columns.maker == HOUSE, columns.status != "running", columns.updated_at < time.time() - SECONDS_KEPT)
        found = [row.id for row in await self.lounge.store.fetch(select(columns.id).where(*old))]
        gone = [table for table in found if last is None or table != last.id]
        if gone:
            events = delete(db.events).where(db.events.c.table_id.in_(gone))
            await self.lounge.store.execute(events, delete(db.tables).where(columns.id.in_(gone)))

    async def _begin(self, number: int) -> Room:
        game = list(GAMES)[(number - 1) % len(GAMES)]
        player, title = strongest(game), get_title(game)
        num_players = max(num for num in title.players if num <= MOST_PLAYERS)
        seats = [NewSeat(kind="bot", bot=player) for _ in range(num_players)]
        options = dict(title.at_terminal)  # where people want to see turns soon, too
        wish = NewTable(game=game, options=options, seats=seats, visibility="open", hints=False)
        seated = [{"person": None, "name": player, "is_guest": False, "bot": player} for _ in seats]
        data: dict[str, Any] = {"settings": wish.model_dump(mode="json"), "seated": seated, "key": new_id(16)}
        data |= {"maker": HOUSE, "maker_name": "tenka"}
        return await self.lounge.make_room(Draft("created", data), "", f"exhibition{number}")

    async def _last(self) -> Any:
        columns = db.tables.c
        newest = select(columns.id, columns.status).where(columns.maker == HOUSE).order_by(columns.created_at.desc())
        return await self.lounge.store.fetch_one(newest.limit(1))

    async def _is_somebody_playing(self) -> bool:
        columns = db.tables.c
        going_on = (columns.status == "running", columns.updated_at > time.time() - SECONDS_PLAYED)
        query = select(columns.id).where(*going_on, columns.maker.is_distinct_from(HOUSE))
        return await self.lounge.store.fetch_one(query.limit(1)) is not None


def strongest(game: str) -> str:
    """The highest level that plays a game here."""
    return [default_player(game), *(bot.name for bot in list_bots(game) if bot.is_level)][-1]


def _number(table_id: str) -> int:
    found = re.search(r"\d+$", table_id)
    return int(found[0]) if found else 0
