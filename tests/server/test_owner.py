"""What has begun to be written is finished, whoever hangs up: nothing comes between a table's log and its room."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any, cast

import pytest
from sqlalchemy import select, update
from sqlalchemy.exc import OperationalError

from tenka.server import database as db
from tenka.server import lounge, rooms
from tenka.server.bots import BotPool
from tenka.server.bus import Bus
from tenka.server.fair import Whose
from tenka.server.ledger import Draft, StoredEvent
from tenka.server.rooms import Room
from tenka.server.socket import Socket
from tenka.table import Refused
from tests.server.place import BASIC, Place, Watcher, run


def test_a_turn_that_is_being_written_is_heard_though_its_sender_hangs_up(tmp_path: Path) -> None:
    async def hang_up(here: Place) -> None:
        number = here.room.ledger.number
        turn = await here.begin(here.room.act(here.seat, here.a_turn(), 0))
        turn.cancel()
        await asyncio.wait([turn])
        here.may_write.set()
        await here.room.catch_up()
        assert await here.in_log() == number + 1
        assert here.room.ledger.number == number + 1
        assert here.watcher.numbers == [number + 1], "the other has heard of it, once"

    run(tmp_path, hang_up)


def test_the_next_wish_is_decided_after_the_turn_of_who_has_hung_up(tmp_path: Path) -> None:
    async def hang_up(here: Place) -> None:
        first, moves = here.seat, here.a_turn()
        turn = await here.begin(here.room.act(first, moves, 0))
        waiting = asyncio.create_task(here.room.act(first, moves, 0))
        turn.cancel()
        await asyncio.sleep(0)
        assert not waiting.done()
        here.may_write.set()
        assert await waiting == here.room.ledger.number, "it is the same turn, and stands already"
        assert len(here.watcher.numbers) == 1

    run(tmp_path, hang_up)


def test_who_hangs_up_before_anything_is_written_has_asked_for_nothing(tmp_path: Path) -> None:
    async def hang_up(here: Place) -> None:
        first = await here.begin(here.room.submit(lambda ledger: Draft("away", {"seat": 0})))
        late = asyncio.create_task(here.room.submit(lambda ledger: Draft("away", {"seat": 1})))
        await asyncio.sleep(0)
        late.cancel()
        here.may_write.set()
        await first
        await here.room.catch_up()
        assert [seat.is_away for seat in here.room.ledger.seats] == [True, False]

    run(tmp_path, hang_up)


def test_a_turn_sent_again_is_answered_with_its_own_number(tmp_path: Path) -> None:
    async def send_again(here: Place) -> None:
        seat, moves = here.seat, here.a_turn()
        number = await here.room.act(seat, moves, 0)
        await here.room.submit(lambda ledger: Draft("away", {"seat": 0}))
        await here.room.submit(lambda ledger: Draft("returned", {"seat": 0}))
        assert await here.room.act(seat, moves, 0) == number
        assert here.room.ledger.number == number + 2

    run(tmp_path, send_again)


def test_what_a_disk_has_written_before_it_failed_is_taken_in_and_accepted(tmp_path: Path) -> None:
    """A database can commit and then be away before it says so."""

    async def fail(here: Place) -> None:
        number = here.room.ledger.number
        here.breaks = OSError("gone")
        assert await here.room.act(here.seat, here.a_turn(), 0) == number + 1
        assert here.watcher.numbers == [number + 1]

    run(tmp_path, fail)


def away(here: Place, times: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """So often the log cannot be read."""
    read, left = here.store.read_log, times

    async def read_log(*given: Any) -> Any:
        nonlocal left
        left -= 1
        if left >= 0:
            raise OSError("still gone")
        return await read(*given)

    monkeypatch.setattr(here.store, "read_log", read_log)


def test_nobody_is_told_that_a_turn_has_not_happened_before_the_log_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A database can commit, be away before it says so, and take a while to come back."""

    async def fail(here: Place) -> None:
        number = here.room.ledger.number
        here.breaks = OSError("gone")
        away(here, 3, monkeypatch)
        assert await here.room.act(here.seat, here.a_turn(), 0) == number + 1
        assert here.watcher.numbers == [number + 1]

    run(tmp_path, fail)


def test_who_is_told_that_it_is_not_known_can_send_the_turn_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooms, "SECONDS_IN_DOUBT", 0.05)

    async def fail(here: Place) -> None:
        number, seat, turn = here.room.ledger.number, here.seat, here.a_turn()
        here.breaks = OSError("gone")
        with monkeypatch.context() as patch:
            away(here, 1000, patch)
            with pytest.raises(Refused, match="not known") as refused:
                await here.room.act(seat, turn, 0)
            assert refused.value.code == "unavailable"
        assert await here.room.act(seat, turn, 0) == number + 1
        assert here.watcher.numbers == [number + 1]

    run(tmp_path, fail)


def test_what_a_disk_has_not_written_is_refused_in_a_sentence_and_can_be_sent_again(tmp_path: Path) -> None:
    async def fail(here: Place) -> None:
        number, write = here.room.ledger.number, here._write

        async def broken(_batch: Any) -> None:
            raise OSError("no space left")

        here._write = broken  # type: ignore[assignment]
        with pytest.raises(Refused, match="could not be written") as refused:
            await here.room.act(here.seat, here.a_turn(), 0)
        assert refused.value.code == "unavailable"
        assert here.room.ledger.number == await here.in_log() == number
        here._write = write
        assert await here.room.act(here.seat, here.a_turn(), 0) == number + 1

    run(tmp_path, fail)


def test_a_table_is_loaded_once_for_all_who_ask_and_though_the_first_hangs_up(tmp_path: Path) -> None:
    async def load(here: Place) -> None:
        del here.lounge.rooms[here.room.id]
        asking = [asyncio.create_task(here.lounge.room(here.room.id)) for _ in range(3)]
        await asyncio.sleep(0)
        asking[0].cancel()
        rooms = await asyncio.gather(*asking[1:])
        assert rooms[0] is rooms[1] is here.lounge.rooms[here.room.id]
        with pytest.raises(Refused, match="no such table"):
            await here.lounge.room("nowhere")
        assert here.lounge._loading == {}

    run(tmp_path, load)


def test_what_another_worker_writes_while_a_table_is_loaded_is_there_for_who_asks_then(tmp_path: Path) -> None:
    """Where nobody has the table yet, nobody takes in what the other one tells; and who asks later than somebody else,
    and waits for the same, must not get what was there when that one asked."""

    async def load(here: Place) -> None:
        number, has_read, may_go_on = here.room.ledger.number, asyncio.Event(), asyncio.Event()
        elsewhere = lounge.Lounge(here.store, BotPool(0), Bus())
        elsewhere.is_alone = False
        read_log = here.store.read_log

        async def slowly(table_id: str, after: int = 0) -> list[StoredEvent]:
            found = await read_log(table_id, after)
            has_read.set()
            await may_go_on.wait()
            return found

        here.store.read_log = slowly  # type: ignore[method-assign]
        first = asyncio.create_task(elsewhere.room(here.room.id))
        await has_read.wait()
        here.store.read_log = read_log  # type: ignore[method-assign]
        await here.room.act(here.seat, here.a_turn(), 0)
        event = here.room.ledger.events[-1]
        news = {"table": here.room.id, "number": event.number, "people": [], "lobby": False, "is_play": True}
        await elsewhere._hear(news | {"event": (event.kind, event.data, event.at)})
        second = asyncio.create_task(elsewhere.room(here.room.id))
        await asyncio.sleep(0)
        may_go_on.set()
        for room in (await second, await first):
            watcher = Watcher(here.people[0])
            room.watch(cast(Socket, watcher), 0, None, 1)
            assert room.ledger.number == watcher.heard[0]["info"]["number"] == number + 1

    run(tmp_path, load)


def test_a_table_whose_maker_hangs_up_is_there_once(tmp_path: Path) -> None:
    async def make(here: Place) -> None:
        wish = {"seats": [{"kind": "open"}] * 2, "options": BASIC}
        made = {"settings": wish, "maker": here.people[0].id, "maker_name": "Ann", "key": "k"}
        lock = here.store._lock
        await lock.acquire()
        making = asyncio.create_task(here.lounge.make_room(Draft("created", made)))
        await asyncio.sleep(0.05)
        making.cancel()
        await asyncio.wait([making])
        lock.release()
        (table,) = set(here.lounge.rooms) - {here.room.id}
        room = here.lounge.rooms[table]
        await room.catch_up()
        assert room.ledger.number == 1
        assert await here.lounge.room(table) is room

    run(tmp_path, make)


def test_a_node_that_stops_finishes_what_it_writes(tmp_path: Path) -> None:
    async def stop(here: Place) -> None:
        number = here.room.ledger.number
        turn = await here.begin(here.room.act(here.seat, here.a_turn(), 0))
        stopping = asyncio.create_task(here.lounge.close())
        await asyncio.sleep(0.05)
        assert not stopping.done()
        here.may_write.set()
        await stopping
        assert await turn == number + 1
        assert here.room.ledger.number == await here.in_log() == number + 1

    run(tmp_path, stop)


def test_tables_that_nobody_cares_for_are_closed_and_where_they_were_made_is_forgotten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lounge, "SECONDS_BETWEEN_TIDYINGS", 0.0)

    async def tidy(here: Place) -> None:
        async def make(visibility: str, seats: list[Any], age: float) -> Room:
            wish = {"seats": [{"kind": "open"}] * 2, "options": BASIC, "visibility": visibility}
            made = {"settings": wish, "maker": here.people[0].id, "maker_name": "Ann", "key": "k", "seated": seats}
            room = await here.lounge.make_room(Draft("created", made), "somewhere")
            old = update(db.tables).where(db.tables.c.id == room.id).values(updated_at=time.time() - age)
            await here.store.execute(old)
            return room

        nobody, hour, day = [None, None], 3600.0, 86_400.0
        one = here.people[0]
        seated = [{"person": one.id, "name": one.name, "is_guest": True, "bot": None}] * 2
        rooms = [
            await make("open", nobody, 4 * hour),
            await make("open", nobody, 2 * hour),
            await make("link", nobody, 4 * hour),
            await make("link", nobody, 31 * day),
            await make("link", seated, 100 * day),
            await make("link", seated, 200 * day),
        ]
        await here.lounge._tidy()
        statuses = [room.ledger.status for room in rooms]
        assert statuses == ["closed", "open", "open", "closed", "running", "closed"]
        places = {row.id: row.place for row in await here.store.fetch(select(db.tables))}
        assert [places[room.id] for room in rooms] == [None, "somewhere", "somewhere", None, "somewhere", None]
        assert await rooms[1].whose() == Whose("somewhere", one.id)

    run(tmp_path, tidy)


def test_turns_of_another_worker_are_read_when_somebody_follows(tmp_path: Path) -> None:
    async def follow(here: Place) -> None:
        number = here.room.ledger.number
        elsewhere = lounge.Lounge(here.store, BotPool(0), Bus())
        there = await elsewhere.room(here.room.id)
        await here.room.act(here.seat, here.a_turn(), 0)
        event = here.room.ledger.events[-1]
        told = (event.kind, event.data, event.at)
        news = {"table": there.id, "number": event.number, "people": [], "lobby": False, "event": told}
        await elsewhere._hear(news | {"is_play": True})
        assert there.ledger.number == number, "nobody follows it there, so nothing is computed"
        watcher = Watcher(here.people[0])
        there.watch(cast(Socket, watcher), 0, number, 1)
        async with asyncio.timeout(5):
            while watcher.numbers != [number + 1]:
                await asyncio.sleep(0.01)

        await here.room.act(here.seat, here.a_turn(), 1)
        event = here.room.ledger.events[-1]
        told = (event.kind, event.data, event.at)
        await elsewhere._hear(news | {"number": event.number, "event": told, "is_play": True})
        assert watcher.numbers == [number + 1, number + 2], "who follows hears at once"

    run(tmp_path, follow)


def test_news_that_a_database_kept_from_being_read_are_read_a_moment_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else who follows the table hears of the turn when the next one comes, or after ten seconds."""
    monkeypatch.setattr(lounge, "SECONDS_BETWEEN_SWEEPS", 0.0)

    async def away(*_given: Any) -> None:
        raise OperationalError("x", {}, OSError("away"))

    async def follow(here: Place) -> None:
        elsewhere = lounge.Lounge(here.store, BotPool(0), Bus())
        there, watcher = await elsewhere.room(here.room.id), Watcher(here.people[0])
        there.watch(cast(Socket, watcher), 0, there.ledger.number, 1)
        await here.room.act(here.seat, here.a_turn(), 0)
        number = here.room.ledger.number
        with monkeypatch.context() as patch:
            patch.setattr(here.store, "read_log", away)
            with pytest.raises(OperationalError):
                await elsewhere._hear({"table": there.id, "number": number, "people": [], "lobby": False})
        await elsewhere._sweep()
        assert watcher.numbers == [number]

    run(tmp_path, follow)
