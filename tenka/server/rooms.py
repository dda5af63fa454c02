"""Rooms: the tables that somebody at this node follows or plays at. A room is a cache of a log.

Whatever shall happen at a table goes through `Room.submit`: decide, write to the log, fold in, tell everybody. If
another node was faster, its event is folded in first and the wish decided again.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tenka.fairness import new_secret
from tenka.game import GameError, Seat
from tenka.server import audience
from tenka.server.bots import BotFailed
from tenka.server.ledger import Draft, Ledger, StoredEvent
from tenka.server.messages import TableInfo
from tenka.server.socket_messages import Event, TableMessage, Watching
from tenka.server.store import Also, Conflict
from tenka.table import Refused

if TYPE_CHECKING:
    from tenka.server.lounge import Lounge
    from tenka.server.socket import Socket

log = logging.getLogger("tenka.rooms")

SECONDS_OF_PATIENCE = 30.0
"""After so long without an answer from a bot, any node may ask it again."""
MOST_EVENTS_TO_CATCH_UP = 12
"""Who has missed more gets the whole table."""
ATTEMPTS = 20
"""To write an event, each time after another node was faster."""

Decide = Callable[[Ledger], Draft | None]
PLAYS = ("played", "chose")
"""Events that change the position and nothing else."""


class Room:
    """One table at this node: its ledger, and who follows it here."""

    def __init__(self, lounge: Lounge, table_id: str) -> None:
        self.lounge = lounge
        self.id = table_id
        self.ledger = Ledger(table_id)
        self.watchers: dict[Socket, Seat | None] = {}
        """By connection: through which seat it looks."""
        self.used_at = time.monotonic()
        self._lock = asyncio.Lock()
        self._stage = audience.Stage()
        self._bots: asyncio.Task[None] | None = None

    # --- the log

    async def catch_up(self) -> None:
        """Reads what is new in the log, and tells whoever follows."""
        async with self._lock:
            await self._catch_up()

    async def _catch_up(self) -> None:
        for event in await self.lounge.store.read_log(self.id, self.ledger.number):
            self._take_in(event, self.ledger.after(event, self.lounge.outages))

    async def submit(self, decide: Decide) -> int:
        """Makes something happen; returns the number of the latest event. Raises Refused.

        `decide` looks at the ledger and says what event it would be; None: it has happened already.
        """
        async with self._lock:
            for _ in range(ATTEMPTS):
                try:
                    draft = decide(self.ledger)
                except Refused:
                    number = self.ledger.number
                    if not self.lounge.store.is_sqlite:
                        await self._catch_up()
                    if self.ledger.number == number:
                        raise
                    continue
                if draft is None:
                    return self.ledger.number
                steps = self._steps(draft)
                event, after = steps[-1]
                try:
                    await self.lounge.store.append(
                        self.id, [event for event, _ in steps], self._row(steps[0][0], after), self._also(steps)
                    )
                except Conflict:
                    await self._catch_up()
                    continue
                for event, after in steps:
                    self._take_in(event, after)
                    self.lounge.announce(self, event)
                self.wake_bots()
                return event.number
        raise Refused("busy", "too many things happen at this table at once; try again")

    def _steps(self, draft: Draft) -> list[tuple[StoredEvent, Ledger]]:
        """The event of a draft and what follows by itself; all are written in one transaction."""
        steps: list[tuple[StoredEvent, Ledger]] = []
        now, ledger = time.time(), self.ledger
        following: Draft | None = draft
        while following is not None:
            event = StoredEvent(ledger.number + 1, following.kind, following.data, now)
            ledger = ledger.after(event, self.lounge.outages, following.after)
            steps.append((event, ledger))
            following = ledger.follow_up(new_secret()) if ledger.status == "open" else None
        return steps

    def _row(self, event: StoredEvent, after: Ledger) -> dict[str, Any]:
        """What lists and sweeps shall know of the table after the events that begin with this one."""
        row: dict[str, Any] = {
            "status": after.status,
            "number": after.number,
            "version": after.version,
            "to_move": " ".join(str(seat) for seat in after.to_move()),
            "deadline": after.clock.deadline(event.at, self.lounge.outages),
            "bot_due": event.at + SECONDS_OF_PATIENCE if after.bot_seats() else None,
            "updated_at": event.at,
        }
        if event.kind not in PLAYS or after.status == "over":
            row["info"] = self.lounge.listing(after)
        if event.number == 1:
            row |= {"game": after.rules.name, "visibility": after.settings.visibility, "created_at": event.at}
        return row

    def _also(self, steps: list[tuple[StoredEvent, Ledger]]) -> Also | None:
        """What is written together with the events: who sits where, and ratings at the end."""
        event, after = steps[0]
        if event.kind in ("created", "seat_taken", "seat_opened"):
            return self.lounge.lists.note_seats(self.id, [state.person for state in after.seats])
        if event.kind in PLAYS and after.status == "over" and after.settings.rated:
            return self.lounge.ratings.rate(after)
        return None

    # --- wishes

    def must_be_visible(self, person: str | None, key: str | None) -> None:
        """Raises Refused for who may not look; as if there were no such table, so that nobody can try for names."""
        if not self.ledger.may_see(person, key):
            raise Refused("missing", "there is no such table")

    def own_seat(self, person: str | None, wanted: Seat | None) -> Seat:
        """The seat that somebody may act for; raises Refused."""
        self.must_be_visible(person, None)
        seat = self.ledger.seat_for(person, wanted)
        if seat is None:
            raise Refused("forbidden", "you have no seat at this table")
        return seat

    async def act(self, seat: Seat, moves: str, version: int) -> int:
        """A whole turn of a person; returns the number of its event when it is in the log. Raises Refused."""
        state = self.ledger.seats[seat]
        if state.player is not None:
            raise Refused("forbidden", f"{state.player} plays for you; come back to the table first")
        return await self.submit(lambda ledger: ledger.act(seat, moves, version, "person"))

    # --- telling

    def _take_in(self, event: StoredEvent, after: Ledger) -> None:
        """Makes the event part of the room, and sends it to everybody who follows, each as its eyes may see it."""
        self.ledger = after
        eyes = set(self.watchers.values())
        seen = self._stage.step(after, eyes)
        is_play = event.kind in PLAYS
        messages = audience.event_messages(after, event, seen, self.lounge.outages)
        ready = {seat: message.encode() for seat, message in messages.items()} if is_play else {}
        for socket, seat in list(self.watchers.items()):
            socket.send(ready.get(seat) or self._with_info(messages[seat], socket).encode())
        if is_play and after.status == "over":  # all is open now, the log too
            for socket, seat in list(self.watchers.items()):
                self.send_snapshot(socket, seat)

    def _with_info(self, message: Event, socket: Socket) -> Event:
        """An event where more changed than the position."""
        return message.model_copy(update={"info": self.show_info(socket.caller.id)})

    def show_info(self, person: str | None) -> TableInfo:
        """The table as a person may know it."""
        return audience.show_table(self.ledger, person, self.present(), self.lounge.outages)

    def present(self) -> set[Seat]:
        """The seats whose people are connected, here or at another node."""
        people = {socket.caller.id for socket in self.watchers} | self.lounge.people_elsewhere(self.id)
        return {seat for seat, state in enumerate(self.ledger.seats) if state.person and state.person in people}

    def num_spectators(self) -> int:
        """Those who follow the table here without a seat."""
        return sum(seat is None for seat in self.watchers.values())

    def send_snapshot(self, socket: Socket, seat: Seat | None, request: int = 0) -> None:
        """Sends the whole table to one connection."""
        snapshot = audience.show_snapshot(
            self.ledger, seat, self.show_info(socket.caller.id), self._stage.show(self.ledger, seat)
        )
        socket.answer(TableMessage(id=request, **dict(snapshot)))

    # --- following

    def watch(self, socket: Socket, seat: Seat | None, since: int | None, request: int) -> None:
        """A connection follows the table from now on; it gets what it has missed, or everything."""
        self.used_at = time.monotonic()
        is_new = socket not in self.watchers
        self.watchers[socket] = seat
        number = self.ledger.number
        if since is None or since > number or number - since > MOST_EVENTS_TO_CATCH_UP or self.ledger.status == "over":
            self.send_snapshot(socket, seat, request)
        else:
            if since < number:
                self._send_missed(socket, seat, since)
            socket.answer(Watching(id=request, table=self.id, number=number))
        if is_new:
            self.lounge.presence_changed(self)

    def unwatch(self, socket: Socket) -> None:
        """A connection does not follow the table any longer."""
        if socket in self.watchers:
            del self.watchers[socket]
            self.used_at = time.monotonic()
            self.lounge.presence_changed(self)

    def _send_missed(self, socket: Socket, seat: Seat | None, since: int) -> None:
        """Plays the log through once more, to send each event with what it changed."""
        ledger, stage = Ledger(self.id), audience.Stage()
        for event in self.ledger.events:
            ledger.fold(event, self.lounge.outages)
            if event.number < since:
                continue
            seen = stage.step(ledger, {seat})
            if event.number > since:
                message = audience.event_messages(ledger, event, seen, self.lounge.outages)[seat]
                socket.answer(self._with_info(message, socket))

    # --- bots

    @property
    def is_thinking(self) -> bool:
        """Whether a bot is asked just now."""
        return self._bots is not None and not self._bots.done()

    def wake_bots(self) -> None:
        """Lets a bot think, if one is to move and none thinks yet."""
        if self.ledger.bot_seats() and not self.is_thinking:
            self._bots = asyncio.create_task(self._play_bots())
            self.lounge.keep(self._bots)

    async def _play_bots(self) -> None:
        while seats := self.ledger.bot_seats():
            seat = seats[0]
            table, state = self.ledger.table, self.ledger.seats[seat]
            if table is None or state.player is None:
                return
            version = table.version
            try:
                position = table.preview(seat, "").state
                deciding = self.lounge.bots.decide(self.ledger.rules.name, position, seat, state.player)
                actions, _ = await asyncio.gather(deciding, asyncio.sleep(self._pause_before(seat)))
                by = "bot" if state.bot else "stand_in"
                await self.submit(lambda ledger, s=seat, a=actions, b=by, v=version: _bot_turn(ledger, s, a, b, v))  # type: ignore[misc]
            except Refused:  # somebody came back, or another node was faster: look again
                continue
            except (BotFailed, GameError) as error:
                log.error("a bot could not decide", extra={"table": self.id, "reason": str(error)})
                return  # the sweep asks it again later

    def _pause_before(self, seat: Seat) -> float:
        """The seconds that a bot lets pass while it thinks: only before its turn, not within it."""
        last = self.ledger.events[-1]
        return 0.0 if last.kind == "played" and last.data["seat"] == seat else self.lounge.bot_pause


def _bot_turn(ledger: Ledger, seat: Seat, actions: list[int], by: str, version: int) -> Draft:
    if ledger.table is None or (ledger.version != version and seat not in ledger.rules.waiting(ledger.table.state)):
        raise Refused("stale", "the game has moved on")
    if ledger.seats[seat].player is None:
        raise Refused("turn", "its person is back")
    return ledger.act_actions(seat, actions, by)


def start_draft(person: str | None) -> Decide:
    """The start of the game, with a fresh deal."""
    return lambda ledger: ledger.start(person, new_secret())
