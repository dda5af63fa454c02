"""Rooms: the tables that somebody at this node follows or plays at. A room is a cache of a log.

Whatever shall happen at a table goes through `Room.submit`: decide, write to the log, fold in, tell everybody. If
another node was faster, its event is folded in first and the wish decided again. One task for each table does it, so
that what is in the log is always taken in, whoever hangs up meanwhile.
"""

from __future__ import annotations

import asyncio
import copy
import json
import logging
import time
from collections import Counter, deque
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from tenka.fairness import new_secret
from tenka.game import GameError, Seat
from tenka.players import default_player
from tenka.server import audience
from tenka.server.bots import BotFailed
from tenka.server.clocks import Outage
from tenka.server.exhibition import PAUSE
from tenka.server.exhibition import SECONDS_OF_PATIENCE as PATIENCE_OF_HOUSE
from tenka.server.failures import is_failure, line_of
from tenka.server.fair import Whose
from tenka.server.ledger import Draft, Ledger, StoredEvent
from tenka.server.messages import TableInfo
from tenka.server.owner import Owner
from tenka.server.socket_messages import Event, TableMessage, Watching
from tenka.server.store import Also, Conflict, Limit
from tenka.table import Refused

if TYPE_CHECKING:
    from tenka.server.lounge import Lounge
    from tenka.server.socket import Socket

log = logging.getLogger("tenka.rooms")

SECONDS_OF_PATIENCE = 30.0
"""After so long without an answer from a bot, any node may ask it again."""
MOST_EVENTS_TO_CATCH_UP = 12
"""Who has missed more gets the whole table."""
FEW_EVENTS = 20
"""More are read beside the event loop, where nobody waits for them."""
SECONDS_IN_DOUBT = 10.0
"""Whoever has sent a turn waits so long for a database that went away while it was written, to hear whether it was."""
SECONDS_BETWEEN_LOOKS = 0.1
SECONDS_AFTER_FAILURE = 1.0
"""Of the database: until a bot is asked again, which would fill the log with errors else."""
REFUSALS = 2
"""Of a bot in one position: then the title's own player decides in its place."""
ATTEMPTS = 20
"""To write an event, each time after another node was faster."""

Decide = Callable[[Ledger], Draft | int | None]
"""Looks at the ledger and says what event it would be; a number: that of the event by which it has happened already;
None: there is nothing to do."""
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
        self._owner = Owner()
        self._newest = 0
        """The number of the latest event that another node has told of."""
        self._is_in_doubt = False
        """The log may hold what the ledger does not: the database went away while it was written to or read."""
        self._stage = audience.Stage()
        self._past: deque[Ledger] = deque(maxlen=MOST_EVENTS_TO_CATCH_UP + 1)
        """The ledger after each of the latest events, for who has missed some."""
        self.place: str | None = None
        """Where the table was made; None: it has to be looked up."""
        self._bots: asyncio.Task[None] | None = None

    # --- the log

    async def catch_up(self) -> None:
        """Reads what is new in the log, and tells whoever follows."""
        await self._owner.do(self._catch_up)

    def must_hear(self, number: int, is_play: bool) -> bool:
        """Whether an event of another node is to be taken in now. Where nobody follows, turns are read when somebody
        comes: whoever asks for a room gets what is in the log."""
        self._newest = max(self._newest, number)
        return number > self.ledger.number and (bool(self.watchers) or not is_play)

    async def hear(self, event: StoredEvent) -> None:
        """Another worker has written an event."""
        await self._owner.do(lambda: self._hear(event))

    async def _hear(self, event: StoredEvent) -> None:
        if event.number == self.ledger.number + 1 and not self._is_in_doubt:
            self._take_in(event, self.ledger.after(event, self.lounge.outages))
        elif event.number > self.ledger.number:
            await self._catch_up()

    async def _catch_up(self) -> None:
        if not self.lounge.store.may_have_more(self.id, self.ledger.number):
            self._is_in_doubt = False
            return
        try:
            events = await self.lounge.store.read_log(self.id, self.ledger.number)
        except Exception:  # what should be read may have been told, and is not told again
            self._is_in_doubt = True
            raise
        if len(events) > FEW_EVENTS and not self.watchers:
            outages = self.lounge.outages
            self._past.extend(await self.lounge.study.read(lambda: _fold_all(self.ledger, events, outages)))
            self.ledger = self._past[-1]
        else:
            for event in events:
                self._take_in(event, self.ledger.after(event, self.lounge.outages))
        self._is_in_doubt = False

    @property
    def is_busy(self) -> bool:
        """Whether something is being written or read."""
        return self._owner.is_busy

    @property
    def is_in_doubt(self) -> bool:
        """Whether the log must be read before anything else happens."""
        return self._is_in_doubt

    async def finish(self) -> None:
        """Waits for what has been begun."""
        await self._owner.finish()

    async def submit(self, decide: Decide, limits: Sequence[Limit] = ()) -> int:
        """Makes something happen; returns the number of its event. Raises Refused, also beyond a limit."""
        return await self._owner.do(lambda: self._submit(decide, limits))

    async def _submit(self, decide: Decide, limits: Sequence[Limit]) -> int:
        await self.lounge.mind_time()
        if self._is_in_doubt:
            await self._catch_up()
        for _ in range(ATTEMPTS):
            try:
                wanted = decide(self.ledger)
            except Refused:
                number = self.ledger.number
                if not self.lounge.is_alone:
                    await self._catch_up()
                if self.ledger.number == number:
                    raise
                continue
            if not isinstance(wanted, Draft):
                return self.ledger.number if wanted is None else wanted
            if wanted.then is not None:  # a whole game
                steps = await self.lounge.study.read(partial(self._steps, wanted))
            else:
                steps = self._steps(wanted)
            events = [event for event, _ in steps]
            row, also, is_turn = self._row(events[0], steps[-1][1]), self._also(steps), wanted.kind in PLAYS
            try:
                await self.lounge.store.append(self.id, events, row, also, is_turn, limits)
            except Conflict:
                await self._catch_up()
                continue
            except Refused:
                raise
            except Exception as error:
                await self._settle(events, error)
            else:
                for event, after in steps:
                    self._take_in(event, after)
            for event in events:
                self.lounge.announce(self, event)
            self.wake_bots()
            return events[-1].number
        raise Refused("busy", "too many things happen at this table at once; try again")

    async def _settle(self, events: list[StoredEvent], error: Exception) -> None:
        """The database has failed, perhaps after it had written: the log tells, once it can be read. Raises Refused
        where it was not written, or nobody knows."""
        log.error("a turn could not be written", extra={"table": self.id, "reason": line_of(error)})
        self._is_in_doubt = True
        end = time.monotonic() + SECONDS_IN_DOUBT
        while self._is_in_doubt and time.monotonic() < end:
            try:
                await self._catch_up()
            except Exception:  # it is still away
                await asyncio.sleep(SECONDS_BETWEEN_LOOKS)
        if self._is_in_doubt:
            raise Refused("unavailable", "the database is away, so it is not known whether that counts; send it again")
        first = events[0].number
        if _is_same(self.ledger.events[first - 1 : first - 1 + len(events)], events):
            return
        raise Refused("unavailable", "that could not be written down, so it has not happened; try again") from None

    def _steps(self, draft: Draft) -> list[tuple[StoredEvent, Ledger]]:
        """The event of a draft and what follows by itself; all are written in one transaction."""
        steps: list[tuple[StoredEvent, Ledger]] = []
        now, ledger = time.time(), self.ledger
        following: Draft | None = draft
        while following is not None:
            event = StoredEvent(ledger.number + 1, following.kind, following.data, now)
            ledger = ledger.after(event, self.lounge.outages, following.after)
            steps.append((event, ledger))
            following = following.then
            if following is None and ledger.status == "open":
                following = ledger.follow_up(new_secret())
        return steps

    def _row(self, event: StoredEvent, after: Ledger) -> dict[str, Any]:
        """What lists and sweeps shall know of the table after the events that begin with this one."""
        patience = PATIENCE_OF_HOUSE if after.is_exhibition else SECONDS_OF_PATIENCE
        row: dict[str, Any] = {
            "status": after.status,
            "number": after.number,
            "version": after.version,
            "to_move": " ".join(str(seat) for seat in after.to_move()),
            "deadline": after.clock.deadline(event.at, self.lounge.outages),
            "bot_due": event.at + patience if after.bot_seats() else None,
            "updated_at": event.at,
        }
        if event.kind not in PLAYS or after.status == "over":
            row["info"] = self.lounge.listing(after)
        if event.number == 1:
            row |= {"game": after.rules.name, "visibility": after.settings.visibility, "created_at": event.at}
            row |= {"maker": after.maker, "place": self.place}
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
        self._past.append(after)
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
        missed = [] if since is None or since > number else [past for past in self._past if past.number >= since]
        if not missed or missed[0].number != since or self.ledger.status == "over":
            self.send_snapshot(socket, seat, request)
        else:
            self._send_missed(socket, seat, missed)
            socket.answer(Watching(id=request, table=self.id, number=number))
        if is_new:
            self.lounge.presence_changed(self)
        if self._newest > number:  # somebody was told of it just before this one came
            self.lounge.keep(asyncio.create_task(self.catch_up()))

    def unwatch(self, socket: Socket) -> None:
        """A connection does not follow the table any longer."""
        if socket in self.watchers:
            del self.watchers[socket]
            self.used_at = time.monotonic()
            self.lounge.presence_changed(self)

    def _send_missed(self, socket: Socket, seat: Seat | None, past: Sequence[Ledger]) -> None:
        """Sends each event after the first ledger with what it changed."""
        stage = audience.Stage()
        stage.step(past[0], {seat})
        for ledger in past[1:]:
            event, seen = ledger.events[-1], stage.step(ledger, {seat})
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

    async def whose(self) -> Whose:
        """For whom bots decide here: for who made the table, and where."""
        if self.place is None:
            self.place = await self.lounge.lists.place_of(self.id)
        return Whose(self.place, self.ledger.maker)

    async def _play_bots(self) -> None:
        urgency = "exhibition" if self.ledger.is_exhibition else "game"
        refusals: Counter[tuple[int, Seat]] = Counter()
        """By version and seat."""
        while seats := self.ledger.bot_seats():
            if self.ledger.is_exhibition and not await self.lounge.exhibition.may_go_on(self):
                return
            seat = seats[0]
            table, state = self.ledger.table, self.ledger.seats[seat]
            if table is None or state.player is None:
                return
            version = table.version
            by = "bot" if state.bot else "stand_in"
            name, is_instead = self.ledger.rules.name, refusals[version, seat] == REFUSALS
            player = default_player(name) if is_instead else state.player
            try:
                position = table.preview(seat, "").state
                whose = await self.whose()
                deciding = self.lounge.bots.decide(name, position, seat, player, whose, urgency, self.ledger.is_rated)
                actions, _ = await asyncio.gather(deciding, asyncio.sleep(self._pause_before(seat)))
                await self.submit(lambda ledger, s=seat, a=actions, b=by, v=version: _bot_turn(ledger, s, a, b, v))  # type: ignore[misc]
                self.lounge.turns_instead += is_instead
            except Refused as refused:  # somebody came back, or another node was faster: look again
                if refused.code == "unavailable":
                    await asyncio.sleep(SECONDS_AFTER_FAILURE)
            except (BotFailed, GameError) as error:
                about = {"table": self.id, "seat": seat, "bot": player, "reason": str(error)}
                log.error("a bot could not decide", extra=about)
                if is_instead or not self._may_replace(by):
                    return  # the sweep asks it again later
                refusals[version, seat] += 1
                if refusals[version, seat] == REFUSALS:
                    log.warning("another bot decides in its place", extra={**about, "instead": default_player(name)})
            except Exception as error:
                if not is_failure(error):
                    raise
                await asyncio.sleep(SECONDS_AFTER_FAILURE)

    def _may_replace(self, by: str) -> bool:
        """Whether another bot may decide where one has failed. Where its strength counts for ratings nobody else may:
        whoever wins there shall have beaten this one."""
        bots = self.lounge.bots
        return bots.num_workers > 0 and not bots.is_stopping and not (by == "bot" and self.ledger.is_rated)

    def _pause_before(self, seat: Seat) -> float:
        """The seconds that a bot lets pass while it thinks: only before its turn, not within it."""
        last = self.ledger.events[-1]
        if self.ledger.is_exhibition:
            return PAUSE if last.kind == "played" else 0.0
        return 0.0 if last.kind == "played" and last.data["seat"] == seat else self.lounge.bot_pause


def _fold_all(ledger: Ledger, events: Sequence[StoredEvent], outages: Sequence[Outage]) -> list[Ledger]:
    """The ledgers after the latest of some events."""
    split = max(0, len(events) - MOST_EVENTS_TO_CATCH_UP - 1)
    if split:
        ledger = ledger.after(events[0], outages)
        ledger.seats = [copy.copy(seat) for seat in ledger.seats]  # what is folded in place is nobody else's
        for event in events[1:split]:
            ledger.fold(event, outages)
    latest = [ledger := ledger.after(event, outages) for event in events[split:]]
    return latest


def _is_same(stored: list[StoredEvent], events: list[StoredEvent]) -> bool:
    """Whether the log's events are those that were to be written."""
    return [(one.number, one.kind, one.at, json.dumps(one.data)) for one in stored] == [
        (one.number, one.kind, one.at, json.dumps(one.data)) for one in events
    ]


def _bot_turn(ledger: Ledger, seat: Seat, actions: list[int], by: str, version: int) -> Draft:
    if ledger.table is None or (ledger.version != version and seat not in ledger.rules.waiting(ledger.table.state)):
        raise Refused("stale", "the game has moved on")
    if ledger.seats[seat].player is None:
        raise Refused("turn", "its person is back")
    return ledger.act_actions(seat, actions, by)


def start_draft(person: str | None) -> Decide:
    """The start of the game, with a fresh deal."""
    return lambda ledger: ledger.start(person, new_secret())
