"""The lobby: every open table, kept ready to be sent. Built once a change, whoever watches, and told as differences.

What is different for different people is little: a table that is theirs says so and has its key. So everybody gets the
same bytes, and those who sit at a table or have made it get that one again, as theirs.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import select

from tenka.game import Seat
from tenka.server import database as db
from tenka.server.ledger import HOUSE
from tenka.server.lists import show_row
from tenka.server.messages import TableInfo
from tenka.server.socket_messages import Lobby, LobbyChanged
from tenka.server.store import Store

if TYPE_CHECKING:
    from tenka.server.lounge import Lounge
    from tenka.server.socket import Socket

log = logging.getLogger("tenka.lobby")

MOST_TABLES = 500
MOST_OF_ONE = 5
"""Tables of one person in the lobby; the newest are shown."""
SECONDS_BETWEEN_LOBBIES = 1.0


class Shown(NamedTuple):
    """A table in the lobby."""

    row: Any
    maker: str
    people: frozenset[str]
    """Those who get it as theirs."""
    info: TableInfo
    """As strangers see it."""
    text: bytes


class LobbyBoard:
    """What hangs in the lobby of a node."""

    def __init__(self, lounge: Lounge) -> None:
        self.lounge = lounge
        self.store: Store = lounge.store
        self.watchers: set[Socket] = set()
        self.most_at_place: int | None = None
        """Tables that were made at one place; the newest are shown. None: all of them."""
        self._tables: dict[str, Shown] = {}
        self._changed: set[str] = set()
        self._is_known = False
        """Whether what is here was read from the database, and changes of it have been noted since."""
        self._is_new = asyncio.Event()
        self._reading = asyncio.Lock()
        self._sent: dict[str, Shown] = {}
        """What all watchers have; some may have more already."""
        self._sent_here = 0

    # --- changes

    def note(self, table_id: str) -> None:
        """A table that may be in the lobby has changed."""
        if self._is_known:
            self._changed.add(table_id)
        self._is_new.set()

    def note_presence(self, table_id: str) -> None:
        """Somebody has come to a table or gone."""
        if table_id in self._tables:
            self.note(table_id)

    def doubt(self) -> None:
        """Other nodes may have changed anything."""
        self._is_known = False
        self._is_new.set()

    def note_people(self) -> None:
        """Somebody may have come to the site or gone."""
        if self.lounge.num_people() != self._sent_here:
            self._is_new.set()

    # --- telling

    async def follow(self, socket: Socket, request: int) -> None:
        """A connection gets the whole lobby, and from now on what changes."""
        await self._refresh()
        socket.send(self._whole(socket.caller.id, request))
        self.watchers.add(socket)

    async def show(self, person: str | None) -> list[TableInfo]:
        """The whole lobby, for a person."""
        await self._refresh()
        return [self._info(shown, person) for shown in self._in_order()]

    async def tell(self) -> None:
        """Waits for changes, and tells everybody who watches; not more than once a second."""
        await self._is_new.wait()
        self._is_new.clear()
        if self.watchers:
            await self._refresh()
            self._tell()
        await asyncio.sleep(SECONDS_BETWEEN_LOBBIES)

    def _tell(self) -> None:
        new = [shown for key, shown in self._tables.items() if self._sent.get(key) is not shown]
        gone = sorted(self._sent.keys() - self._tables.keys())
        here = self.lounge.num_people()
        if new or gone or here != self._sent_here:
            common = self._message(new, gone, None)
            watching = {socket.caller.id for socket in self.watchers}
            concerned = {person for shown in new for person in shown.people if person in watching}
            own = {person: self._message(new, gone, person) for person in concerned}
            for socket in self.watchers:
                socket.send(own.get(socket.caller.id or "", common))
        self._sent, self._sent_here = self._tables, here

    def _message(self, new: list[Shown], gone: list[str], person: str | None) -> bytes:
        tables = b",".join(self._text(shown, person) for shown in new)
        return _fill(LobbyChanged(here=self.lounge.num_people(), gone=gone, tables=[]), tables)

    def _whole(self, person: str | None, request: int) -> bytes:
        tables = b",".join(self._text(shown, person) for shown in self._in_order())
        return _fill(Lobby(id=request, here=self.lounge.num_people(), tables=[]), tables)

    def _in_order(self) -> list[Shown]:
        return sorted(self._tables.values(), key=lambda shown: (shown.row.status, -shown.row.updated_at))

    def _info(self, shown: Shown, person: str | None) -> TableInfo:
        return self._see(shown.row, person) if person in shown.people else shown.info

    def _text(self, shown: Shown, person: str | None) -> bytes:
        return self._info(shown, person).encode() if person in shown.people else shown.text

    # --- reading

    async def _refresh(self) -> None:
        """Reads what has changed since it was read last."""
        async with self._reading:
            is_known, self._is_known = self._is_known, True
            changed, self._changed = self._changed, set()
            try:
                if not is_known:
                    self._tables = await self._read_all(changed)
                elif changed:
                    self._tables = await self._read(changed)
            except BaseException:
                self._is_known = False
                raise

    async def _read_all(self, changed: set[str]) -> dict[str, Shown]:
        columns = db.tables.c
        rows = await self.store.fetch(_OPEN.order_by(columns.status, columns.updated_at.desc()).limit(2 * MOST_TABLES))
        return self._choose(self._known(row, changed) or self._show(row) for row in rows)

    def _known(self, row: Any, changed: set[str]) -> Shown | None:
        known = self._tables.get(row.id)
        return known if known and known.row.number == row.number and row.id not in changed else None

    async def _read(self, changed: set[str]) -> dict[str, Shown]:
        rows = await self.store.fetch(_OPEN.where(db.tables.c.id.in_(changed)))
        others = {key: shown for key, shown in self._tables.items() if key not in changed}
        if len(rows) < len(changed) and self._is_left_out():
            return await self._read_all(changed)  # one has gone: another one may come in, which is not here
        return self._choose([*map(self._show, rows), *others.values()])

    def _is_left_out(self) -> bool:
        """Whether there may be tables that are not shown."""
        makers = Counter(shown.maker for shown in self._tables.values())
        places = Counter(shown.row.place for shown in self._tables.values() if shown.row.place)
        return (
            len(self._tables) >= MOST_TABLES
            or max(makers.values(), default=0) >= MOST_OF_ONE
            or (self.most_at_place is not None and max(places.values(), default=0) >= self.most_at_place)
        )

    def _choose(self, tables: Iterable[Shown | None]) -> dict[str, Shown]:
        """The first ones, and few of each person and each place, so that nobody fills the lobby alone. Those that wait
        for players come first."""
        makers: Counter[str] = Counter()
        places: Counter[str] = Counter()
        found: dict[str, Shown] = {}
        for shown in sorted(filter(None, tables), key=lambda shown: shown.row.status):
            if len(found) >= MOST_TABLES:
                break
            makers[shown.maker] += 1
            if makers[shown.maker] > MOST_OF_ONE:
                continue
            if self.most_at_place is not None and shown.row.place:
                places[shown.row.place] += 1
                if places[shown.row.place] > self.most_at_place:
                    continue
            found[shown.row.id] = shown
        return found

    def _show(self, row: Any) -> Shown | None:
        """A table as it hangs here; None where it cannot be read."""
        try:
            kept = json.loads(row.info)
            people = frozenset(person for person in (*kept["people"], kept["maker"]) if person)
            info = self._see(row, None)
        except (KeyError, TypeError, ValueError):
            log.warning("a table cannot be shown", extra={"table": row.id})
            return None
        return Shown(row, kept["maker"], people, info, info.encode())

    def _see(self, row: Any, person: str | None) -> TableInfo:
        """A table with who is connected to it just now, as far as this node knows."""
        info = show_row(row, person)
        present = self._present(row.id)
        for seat in info.seats:
            seat.is_present = seat.kind == "bot" or seat.seat in present
        return info

    def _present(self, table_id: str) -> set[Seat]:
        room = self.lounge.rooms.get(table_id)
        return room.present() if room else set()


_OPEN = select(db.tables).where(
    db.tables.c.visibility == "open",
    db.tables.c.status.in_(("open", "running")),
    db.tables.c.maker.is_distinct_from(HOUSE),
)


def _fill(message: Lobby | LobbyChanged, tables: bytes) -> bytes:
    """A message with tables that are encoded already: its last field."""
    return message.encode().removesuffix(b"[]}") + b"[" + tables + b"]}"
