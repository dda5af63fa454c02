"""The lounge: everything that goes on at this node. Its rooms, who is connected, news from other nodes, and sweeps."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from sqlalchemy import and_, delete, or_, select, update

from tenka.game import GameError
from tenka.server import audience
from tenka.server import database as db
from tenka.server.auth import new_id
from tenka.server.bots import BotPool
from tenka.server.bus import Bus, News
from tenka.server.clocks import Outage
from tenka.server.exhibition import Exhibition
from tenka.server.failures import is_failure, line_of
from tenka.server.ledger import Draft, Ledger, StoredEvent
from tenka.server.lists import Lists, listing
from tenka.server.lobby import LobbyBoard
from tenka.server.ratings import Ratings
from tenka.server.rooms import PLAYS, Room
from tenka.server.socket_messages import Presence, Signalled, SignalName, YourTable
from tenka.server.store import Limit, Store
from tenka.server.streams import Stream
from tenka.server.study import Study
from tenka.table import Refused

if TYPE_CHECKING:
    from tenka.server.socket import Socket

log = logging.getLogger("tenka.lounge")

SECONDS_BETWEEN_BEATS = 2.0
SHORTEST_OUTAGE = 2 * SECONDS_BETWEEN_BEATS
"""A beat missed: then no node could write. Under load a beat waits for one transaction only, so it is not that late."""
SECONDS_HERE = 3 * SECONDS_BETWEEN_BEATS
"""So long people are counted at a node that has not said again how many are there: news may get lost."""
SECONDS_BETWEEN_SWEEPS = 1.0
SECONDS_BETWEEN_LOOKS = 1.0
"""How often other nodes' events are looked for where nobody tells of them."""
SECONDS_BETWEEN_LOOKS_WHEN_TOLD = 2.0
"""What a node wrote just before it died it could tell nobody."""
SECONDS_BETWEEN_DOUBTS = 10.0
"""The lobby, which costs more, is looked through as seldom as that where nodes tell of it."""
SECONDS_UNTIL_FORGOTTEN = 120.0
"""A room that nobody follows is dropped after this; the log has everything."""
SECONDS_BETWEEN_TIDYINGS = 60.0
SECONDS_BETWEEN_TICKETS = 30.0
UNREADABLE = (GameError, AssertionError, AttributeError, LookupError, TypeError, ValueError)
"""What comes of a log that tells nonsense; everything else may be the database's fault, and pass."""
SECONDS_LEFT_ALONE = 600.0
"""A table that could not be read is looked at again after this, unless somebody opens it before."""
SECONDS_TO_FINISH = 10.0
"""A node that stops waits no longer for a database that does not answer."""


class Lounge:
    """One node."""

    def __init__(
        self,
        store: Store,
        bots: BotPool,
        bus: Bus,
        node: str | None = None,
        bot_pause: float = 0.0,
        has_exhibition: bool = False,
    ) -> None:
        self.node = node or new_id()
        self.store = store
        self.bots = bots
        self.bot_pause = bot_pause
        """Seconds before a bot's turn."""
        self.bus = bus
        self.is_alone = store.is_sqlite and bus.is_alone
        """Whether nobody else writes to the database."""
        self.is_first = self.is_alone
        """Whether no other node is there when this one opens."""
        self.study = Study()
        self.lists = Lists(store)
        self.ratings = Ratings(store)
        self.rooms: dict[str, Room] = {}
        self.sockets: set[Socket] = set()
        self.sockets_of: dict[str, set[Socket]] = defaultdict(set)
        """By person."""
        self.streams_of: dict[str, set[Stream]] = defaultdict(set)
        """By person: who waits for the ids of tables with news."""
        self.lobby = LobbyBoard(self)
        self.exhibition = Exhibition(self, has_exhibition)
        self.outages: list[Outage] = []
        self.hear_charged: Callable[[list[tuple[str, str, int, float]]], None] = lambda told: None
        """Hears what the limits of other nodes have counted."""
        self.turns = 0
        """Turns taken since the start, for the metrics."""
        self.turns_instead = 0
        """Those that a bot has decided because the seat's own could not."""
        self._elsewhere: dict[str, dict[str, tuple[set[str], int]]] = defaultdict(dict)
        """By table and node: the people connected there, and spectators. Where there are none, nothing is kept."""
        self._heard_at: dict[str, float] = {}
        """By node: when it was last heard of."""
        self._beat_at: float | None = None
        """When this node has last written that it lives."""
        self._beating = asyncio.Lock()
        self._here_elsewhere: dict[str, tuple[int, float]] = {}
        """By node: how many people are connected there, and when that was heard."""
        self._doubted_at = 0.0
        """When the lobby was looked through last because of what other nodes may have done."""
        self._is_heir = False
        """Whether bots that were asked elsewhere have to be asked again, since nobody waits for them any more."""
        self._loading: dict[str, asyncio.Task[Room]] = {}
        """By table: whoever asks for it meanwhile waits for the same."""
        self._tasks: set[asyncio.Task[Any]] = set()
        self._unreadable: dict[str, float] = {}
        """By table whose log cannot be read: when that was found."""

    # --- life

    async def open(self) -> None:
        """Begins."""
        # Who is the first knows that nobody was there since the last beat; others may have missed some.
        self._is_heir = self.is_first
        await self.store.note_outage(0.0 if self.is_first else SHORTEST_OUTAGE)
        await self._beat_now()
        self.outages = await self.store.read_outages()
        await self.bus.open(self._hear)
        sweeps = (self._beat, self._sweep, self._look, self._forget, self._tidy, self._mind_tickets, self.lobby.tell)
        for loop in sweeps:
            self.repeat(loop)

    async def say_goodbye(self) -> None:
        """Tells everybody to come back in a moment, and waits a little until they have heard it."""
        self.bots.give_up()
        for stream in [stream for streams in self.streams_of.values() for stream in streams]:
            stream.leave("restart", 1.0)
        for socket in list(self.sockets):
            socket.leave("restart", 1.0)
        for _ in range(20):
            if not self.sockets:
                return
            await asyncio.sleep(0.05)

    async def close(self) -> None:
        """Stops."""
        await self.bus.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(SECONDS_TO_FINISH):
                for room in list(self.rooms.values()):
                    await room.finish()
        await self.study.close()
        with contextlib.suppress(Exception):
            await self._beat_now()

    def keep(self, task: asyncio.Task[Any]) -> None:
        """Holds on to a task until it is done."""
        self._tasks.add(task)
        task.add_done_callback(self._let_go)

    def _let_go(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # who waited has heard of it; where nobody did, nobody needs to

    def repeat(self, loop: Callable[[], Awaitable[None]]) -> None:
        """Does something over and over until the node stops; it says itself how long it rests."""
        self.keep(asyncio.create_task(self._forever(loop)))

    async def _forever(self, loop: Callable[[], Awaitable[None]]) -> None:
        while True:
            try:
                await loop()
            except asyncio.CancelledError:
                raise
            except Exception as error:  # such as a database that is away for a moment
                if is_failure(error):
                    self.store.on_error(error)
                log.error("a sweep failed", extra={"sweep": loop.__name__, "reason": line_of(error)})
                await asyncio.sleep(1.0)

    # --- rooms

    async def room(self, table_id: str) -> Room:
        """The room of a table; raises Refused where there is no such table, or its log cannot be read."""
        room = self.rooms.get(table_id)
        if room is None:
            loading = self._loading.get(table_id)
            if loading is None:
                loading = self._loading[table_id] = asyncio.create_task(self._load(table_id))
                self.keep(loading)
            room = await asyncio.shield(loading)
        room.used_at = time.monotonic()
        if not self.is_alone:  # another node may know more, also what it wrote and told while the room was loaded here
            await self._read(room)
        return room

    async def _load(self, table_id: str) -> Room:
        """A room from its log."""
        try:
            room = Room(self, table_id)
            await self._read(room)
            if room.ledger.number == 0:
                raise Refused("missing", "there is no such table")
            self.rooms[table_id] = room
            self._unreadable.pop(table_id, None)
            return room
        finally:
            del self._loading[table_id]

    async def _read(self, room: Room) -> None:
        """Takes in what is new in a table's log; raises Refused where that cannot be read."""
        try:
            await room.catch_up()
        except Refused:
            raise
        except UNREADABLE as error:
            self._leave_alone(room.id, error)
            raise Refused("broken", "this table's log cannot be read; the server's operator can see why") from error

    def _leave_alone(self, table_id: str, error: Exception) -> None:
        """Something is wrong with a table: it is told once, and sweeps keep away from it for a while."""
        if table_id not in self._unreadable:
            log.error("a table cannot be read", extra={"table": table_id, "reason": line_of(error)})
            self._unreadable[table_id] = time.monotonic()

    @property
    def num_unreadable(self) -> int:
        """Tables that sweeps keep away from, since their log cannot be read."""
        return len(self._unreadable)

    async def _at_each(self, tables: Iterable[str], do: Callable[[Room], Awaitable[None]]) -> None:
        """Does something at one table after another. What is wrong with one keeps it from none of the others; where
        the database has failed, it would fail them all."""
        for table_id in tables:
            try:
                await do(await self.room(table_id))
            except UNREADABLE as error:
                self._leave_alone(table_id, error)

    def _left_alone(self) -> list[str]:
        """The tables that sweeps keep away from just now."""
        limit = time.monotonic() - SECONDS_LEFT_ALONE
        self._unreadable = {table_id: at for table_id, at in self._unreadable.items() if at > limit}
        return list(self._unreadable)

    async def make_room(
        self, draft: Draft, place: str = "", table_id: str | None = None, limits: Sequence[Limit] = ()
    ) -> Room:
        """A room for a new table, made at a place. Where there is a table of that id already, its room."""
        room = Room(self, table_id or new_id(10))
        room.place = place
        self.rooms[room.id] = room
        try:
            await room.submit(lambda ledger: draft if ledger.number == 0 else None, limits)
        except Exception:  # but who hangs up leaves a table behind, which is being written
            del self.rooms[room.id]
            raise
        return room

    def listing(self, ledger: Ledger) -> str:
        """A table as it is kept for lists."""
        return listing(audience.show_table(ledger, None, (), self.outages), ledger)

    # --- news

    def announce(self, room: Room, event: StoredEvent) -> None:
        """Tells everybody concerned of an event that this node has written."""
        ledger = room.ledger
        is_play = event.kind in PLAYS
        self.turns += is_play
        people = {state.person for state in ledger.seats if state.person}
        is_lobby = _is_in_lobby(ledger) and (not is_play or ledger.status == "over")
        news: News = {"table": room.id, "number": event.number, "people": sorted(people), "lobby": is_lobby}
        news["is_play"] = is_play
        if self.bus.carries_events:
            news["event"] = (event.kind, event.data, event.at)
        self.bus.publish(news)
        self._notify(room, people)
        if is_lobby:
            self.lobby.note(room.id)

    def _notify(self, room: Room, people: set[str]) -> None:
        """Tells people of their table, except where they follow it anyway."""
        for person in people:
            for stream in self.streams_of.get(person, ()):
                stream.tell(room.id)
            sockets = [socket for socket in self.sockets_of.get(person, ()) if socket not in room.watchers]
            if sockets:
                message = YourTable(info=room.show_info(person)).encode()
                for socket in sockets:
                    socket.send(message)

    async def _hear(self, news: News) -> None:
        """Takes in news from another node."""
        if "node" in news:
            self._heard_at[news["node"]] = time.time()
        if news.get("resync"):
            self._hear_again()
            self._publish_all_presence()
            await self._look_now()
        elif "came" in news:
            self._publish_all_presence()
        elif "gone" in news:
            await self._miss(news["gone"], news["is_heir"])
        elif "ended" in news:
            self._end_connections(news["ended"], news["ticket"], news["but"])
        elif "signal" in news:
            self._send_signal(news["at"], news["seat"], news["signal"], set(news["apart"]))
        elif "presence" in news:
            table_id, node, spectators = news["presence"], news["node"], news["spectators"]
            if news["people"] or spectators:
                self._elsewhere[table_id][node] = (set(news["people"]), spectators)
            else:
                self._drop_presence(table_id, node)
            watched = self.rooms.get(table_id)
            if watched is not None:
                self._tell_presence(watched)
        elif "table" in news:
            known = self.rooms.get(news["table"])
            if known is not None and known.must_hear(news["number"], news.get("is_play", False)):
                if "event" in news:
                    await known.hear(StoredEvent(news["number"], *news["event"]))
                else:
                    await known.catch_up()
            people = {person for person in news["people"] if self._must_be_notified(person, known)}
            if people:
                self._notify(await self.room(news["table"]), people)
            if news["lobby"]:
                self.lobby.note(news["table"])
        elif "charged" in news:
            self.hear_charged(news["charged"])
        elif "here" in news:
            self._here_elsewhere[news["node"]] = (news["here"], time.time())

    def _must_be_notified(self, person: str, room: Room | None) -> bool:
        """Whether a person is connected to this node and does not follow a table's room with all of that."""
        following = room.watchers if room is not None else {}
        return bool(self.streams_of.get(person)) or any(
            socket not in following for socket in self.sockets_of.get(person, ())
        )

    def signal(self, table_id: str, seat: int, signal: SignalName, apart: set[str]) -> None:
        """Sends a signal to everybody who follows a table, here and elsewhere; but not to those kept apart from it."""
        self.bus.publish({"signal": signal, "seat": seat, "at": table_id, "apart": sorted(apart)})
        self._send_signal(table_id, seat, signal, apart)

    def _send_signal(self, table_id: str, seat: int, signal: SignalName, apart: set[str]) -> None:
        room = self.rooms.get(table_id)
        if room is not None:
            message = Signalled(table=table_id, seat=seat, signal=signal).encode()
            for socket in room.watchers:
                if socket.caller.id not in apart:
                    socket.send(message)

    async def end_connections(self, person: str, ticket: str | None = None, but: str | None = None) -> None:
        """Closes a person's connections and streams, here and elsewhere: those of one session or token, or all but
        those of another."""
        self.bus.publish({"ended": person, "ticket": ticket, "but": but})
        self._end_connections(person, ticket, but)

    def _end_connections(self, person: str, ticket: str | None, but: str | None) -> None:
        for connection in [*self.sockets_of.get(person, ()), *self.streams_of.get(person, ())]:
            own = connection.caller.ticket
            if (but is None or own != but) and ticket in (None, own):
                connection.leave("signed_out", 0.0)

    async def _mind_tickets(self) -> None:
        """Closes what was let in by a session or a token that has ended; the news of it may have been lost."""
        await asyncio.sleep(SECONDS_BETWEEN_TICKETS)
        callers = [socket.caller for sockets in self.sockets_of.values() for socket in sockets]
        callers += [stream.caller for streams in self.streams_of.values() for stream in streams]
        people = {caller.ticket: caller.id for caller in callers if caller.ticket and caller.id}
        tickets = list(people)
        valid: set[str] = set()
        for begin in range(0, len(tickets), 500):
            some = tickets[begin : begin + 500]
            sessions = (db.sessions.c.id.in_(some), db.sessions.c.expires_at > time.time())
            rows = [*await self.store.fetch(select(db.sessions.c.id).where(*sessions))]
            rows += await self.store.fetch(select(db.tokens.c.id).where(db.tokens.c.id.in_(some)))
            valid |= {row.id for row in rows}
        for ticket in set(people) - valid:
            self._end_connections(people[ticket], ticket, None)

    # --- presence

    def presence_changed(self, room: Room) -> None:
        """Somebody came to a table or went."""
        self._publish_presence(room)
        self._tell_presence(room)

    def _publish_all_presence(self) -> None:
        for room in self.rooms.values():
            if room.watchers:
                self._publish_presence(room)

    async def _miss(self, node: str, is_heir: bool) -> None:
        """Another worker has died. What it has written and not told is in the log; its people come back somewhere
        else; and its heir asks the bots that it has waited for."""
        self._forget_node(node)
        self._is_heir |= is_heir
        await self._look_now()

    def _forget_node(self, node: str) -> None:
        self._heard_at.pop(node, None)
        self._here_elsewhere.pop(node, None)
        for table_id in [table_id for table_id, found in self._elsewhere.items() if node in found]:
            self._drop_presence(table_id, node)
            if (room := self.rooms.get(table_id)) is not None:
                self._tell_presence(room)

    def _drop_presence(self, table_id: str, node: str) -> None:
        """Nobody follows a table at another node any longer."""
        if (found := self._elsewhere.get(table_id)) is not None:
            found.pop(node, None)
            if not found:
                del self._elsewhere[table_id]

    def _forget_nodes(self) -> None:
        """Drops what is known of nodes that are gone: they say every two seconds that they are there."""
        if self.bus.is_connected is not False:  # else none can be heard
            limit = time.time() - SECONDS_UNTIL_FORGOTTEN
            for node in [node for node, at in self._heard_at.items() if at < limit]:
                self._forget_node(node)

    def _hear_again(self) -> None:
        """The nodes can meet again; each has a while to say that it is there."""
        self._heard_at = dict.fromkeys(self._heard_at, time.time())

    def _publish_presence(self, room: Room) -> None:
        people = sorted({socket.caller.id for socket in room.watchers if socket.caller.id})
        self.bus.publish({"presence": room.id, "people": people, "spectators": room.num_spectators()})

    def num_people(self) -> int:
        """Everybody who is connected, here or at another node."""
        since = time.time() - SECONDS_HERE
        return len(self.sockets_of) + sum(num for num, at in self._here_elsewhere.values() if at > since)

    def _tell_presence(self, room: Room) -> None:
        self.lobby.note_presence(room.id)
        seats = sorted(room.present())
        message = Presence(table=room.id, seats=seats, spectators=self.num_spectators(room)).encode()
        for socket in room.watchers:
            socket.send(message)

    def num_spectators(self, room: Room) -> int:
        """Those who follow a table without a seat, here and at other nodes."""
        return room.num_spectators() + sum(num for _, num in self._known_elsewhere(room.id))

    def people_elsewhere(self, table_id: str) -> set[str | None]:
        """Who follows a table at other nodes."""
        return {person for people, _ in self._known_elsewhere(table_id) for person in people}

    def _known_elsewhere(self, table_id: str) -> list[tuple[set[str], int]]:
        return list(self._elsewhere[table_id].values()) if table_id in self._elsewhere else []

    # --- sweeps

    async def _beat(self) -> None:
        await self._beat_now()
        await self._inherit()
        self.bus.publish({"here": len(self.sockets_of)})
        self.lobby.note_people()
        await asyncio.sleep(SECONDS_BETWEEN_BEATS)

    async def _beat_now(self) -> None:
        """Says that this node lives. If none did for a while, that time counts against nobody: the machine slept, the
        database was away, or the clock was set forward."""
        async with self._beating:
            if await self.store.beat(self.node, SHORTEST_OUTAGE):
                self.outages = await self.store.read_outages()
                log.warning("nobody could be served for a while; it counts against nobody's clock")
            self._beat_at = time.time()

    async def _inherit(self) -> None:
        """Asks the bots that a node has waited for which is there no more: whoever strikes it off is its heir. One
        that was only late writes itself down again, and its bots are asked twice, which does no harm."""
        if self.store.is_sqlite or not self.bots.num_workers:  # workers are told by their hub
            return
        is_gone = db.nodes.c.seen_at < time.time() - SHORTEST_OUTAGE
        if await self.store.execute(delete(db.nodes).where(is_gone)):
            self._is_heir = True

    @property
    def is_alive(self) -> bool:
        """Whether this node could write lately that it lives; also before it has tried."""
        return self._beat_at is None or abs(time.time() - self._beat_at) < 5 * SECONDS_BETWEEN_BEATS

    async def mind_time(self) -> None:
        """Where this node has not written for a while that it lives, it finds out first what time counts."""
        if self._beat_at is not None and not -1.0 < time.time() - self._beat_at < SHORTEST_OUTAGE:
            await self._beat_now()

    async def _sweep(self) -> None:
        """Sees to tables where somebody's time is up, or a bot has not answered."""
        await self.mind_time()
        now = time.time()
        columns = db.tables.c
        is_heir, self._is_heir = self._is_heir, False
        # Bots may take long where many wait for them. Their tables would keep the clocks of others waiting.
        asked = [room.id for room in self.rooms.values() if room.is_thinking]
        bot_due = and_(columns.bot_due <= now + (3600.0 if is_heir else 0.0), columns.id.not_in(asked))
        due = or_(columns.deadline <= now, bot_due)
        left_alone = self._left_alone()
        running = (columns.status == "running", columns.id.not_in(left_alone))
        try:
            rows = await self.store.fetch(select(columns.id).where(*running, due).limit(500))
        except BaseException:
            self._is_heir |= is_heir
            raise
        await self._at_each([row.id for row in rows], self._mind_clock_and_bots)
        for room in [room for room in self.rooms.values() if room.is_in_doubt and room.id not in left_alone]:
            with contextlib.suppress(Refused):
                await self._read(room)
        await asyncio.sleep(SECONDS_BETWEEN_SWEEPS)

    async def _mind_clock_and_bots(self, room: Room) -> None:
        await self._read(room)
        room.wake_bots()
        for seat in room.ledger.clock.expired(time.time(), self.outages):
            with contextlib.suppress(Refused):
                await room.submit(lambda ledger, s=seat: self._expire(ledger, s))  # type: ignore[misc]
        await self._correct_deadline(room)

    async def _tidy(self) -> None:
        """Closes tables that nobody cares for, and forgets what is of no use any more."""
        await asyncio.sleep(SECONDS_BETWEEN_TIDYINGS)
        await self._at_each(await self.lists.abandoned(self._left_alone()), self._close_abandoned)
        await self.lists.forget_places()
        await self.exhibition.forget()

    async def _close_abandoned(self, room: Room) -> None:
        if not room.present() or room.ledger.status == "running":
            with contextlib.suppress(Refused):
                await room.submit(Ledger.close)

    async def _correct_deadline(self, room: Room) -> None:
        """Where no server ran for a while, time is up later than the database says."""
        deadline = room.ledger.clock.deadline(time.time(), self.outages)
        where = (db.tables.c.id == room.id, db.tables.c.number == room.ledger.number)
        await self.store.execute(update(db.tables).where(*where).values(deadline=deadline))

    def _expire(self, ledger: Ledger, seat: int) -> Draft:
        if seat not in ledger.clock.expired(time.time(), self.outages):
            raise Refused("turn", "the seat has moved in time")
        return ledger.expire(seat)

    async def _look(self) -> None:
        """Looks for other nodes' events in the database: often without Redis, now and then with it."""
        if self.is_alone:
            await asyncio.sleep(3600)
            return
        is_told = not self.bus.is_alone and self.bus.is_connected is not False
        await asyncio.sleep(SECONDS_BETWEEN_LOOKS_WHEN_TOLD if is_told else SECONDS_BETWEEN_LOOKS)
        self.outages = await self.store.read_outages()
        await self._look_at_rooms()
        if not is_told or time.monotonic() - self._doubted_at > SECONDS_BETWEEN_DOUBTS:
            self._doubt_lobby()

    async def _look_now(self) -> None:
        await self._look_at_rooms()
        self._doubt_lobby()

    def _doubt_lobby(self) -> None:
        self._doubted_at = time.monotonic()
        self.lobby.doubt()

    async def _look_at_rooms(self) -> None:
        left_alone = self._left_alone()
        watched = [room for room in self.rooms.values() if room.watchers and room.id not in left_alone]
        for begin in range(0, len(watched), 500):
            rooms = {room.id: room for room in watched[begin : begin + 500]}
            query = select(db.tables.c.id, db.tables.c.number).where(db.tables.c.id.in_(rooms))
            for row in await self.store.fetch(query):
                if rooms[row.id].ledger.number < row.number:
                    with contextlib.suppress(Refused):
                        await self._read(rooms[row.id])

    async def _forget(self) -> None:
        """Drops rooms that nobody uses, and nodes that are gone."""
        await asyncio.sleep(SECONDS_UNTIL_FORGOTTEN / 4)
        self._forget_nodes()
        limit = time.monotonic() - SECONDS_UNTIL_FORGOTTEN
        for room in list(self.rooms.values()):
            if not room.watchers and room.used_at < limit and not room.is_thinking and not room.is_busy:
                del self.rooms[room.id]
                self._elsewhere.pop(room.id, None)


def _is_in_lobby(ledger: Ledger) -> bool:
    return ledger.settings.visibility == "open" and not ledger.is_exhibition
