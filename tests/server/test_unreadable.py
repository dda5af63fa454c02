"""A table whose log cannot be read: all others go on, whoever opens it is told, and the operator can see it."""

from __future__ import annotations

import asyncio
import json
import logging
import random
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update
from sqlalchemy.exc import DBAPIError, IntegrityError

from tenka.game import Action, Seat, State
from tenka.games import get_game
from tenka.players import decide_ply, get_player
from tenka.server import database as db
from tenka.server import exhibition, lounge, pairing
from tenka.server.auth import Caller
from tenka.server.bots import BotPool
from tenka.server.bus import Bus
from tenka.server.failures import is_failure
from tenka.server.ledger import Draft
from tenka.server.lounge import Lounge
from tenka.server.messages import Person
from tenka.server.streams import Stream
from tenka.table import Refused
from tests.server.place import BASIC, Place, run
from tests.server.site import Site, open_site, refusal

CLOCK = {"kind": "real", "turn_seconds": 1, "main_seconds": 1}
LATE = 100.0


async def decide(game: str, state: State, seat: Seat, player: str, *_others: object) -> list[Action]:
    """As the processes of the bots do it, only here."""
    return decide_ply(get_game(game), state, seat, get_player(player, game), random.Random(1))


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lounge, "SECONDS_BETWEEN_SWEEPS", 0.0)
    monkeypatch.setattr(lounge, "SECONDS_BETWEEN_TIDYINGS", 0.0)
    monkeypatch.setattr(pairing, "SECONDS_BETWEEN_SWEEPS", 0.0)


async def make(here: Place, table_id: str, *bots: str) -> str:
    """A table that has begun, with one of two people in every seat that no bot has."""
    people = [{"person": one.id, "name": one.name, "is_guest": True, "bot": None} for one in here.people]
    seated = [{"person": None, "name": bot, "is_guest": False, "bot": bot} for bot in bots] or people
    wish = {"seats": [{"kind": "open"}] * 2, "options": BASIC, "visibility": "open", "clock": CLOCK}
    made = {"settings": wish, "maker": here.people[0].id, "maker_name": "Ann", "key": "k", "seated": seated}
    await here.lounge.make_room(Draft("created", made), "", table_id)
    return table_id


async def spoil(here: Place, table_id: str) -> None:
    events = db.events.c
    emptied = update(db.events).where(events.table_id == table_id, events.kind == "started").values(data="{}")
    await here.store.execute(emptied)


async def make_late(here: Place) -> None:
    """At all tables time was up long ago, and bots were to have answered."""
    events, tables = db.events.c, db.tables.c
    past = {"deadline": time.time() - LATE, "bot_due": time.time() - LATE, "updated_at": time.time() - 200 * 86_400}
    await here.store.execute(
        update(db.events).values(at=events.at - LATE), update(db.tables).where(tables.status == "running").values(past)
    )


def start_again(here: Place) -> Lounge:
    after = Lounge(here.store, BotPool(0), Bus())
    after.bots.decide = decide  # type: ignore[method-assign,assignment]
    return after


def told(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [vars(one)["table"] for one in caplog.records if "cannot be read" in one.getMessage()]


def test_clocks_and_bots_of_all_other_tables_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def sweep(here: Place) -> None:
        await make(here, "a1")
        timed = await make(here, "m1")
        played = await make(here, "m2", "uniform", "uniform")
        await make(here, "z1")
        for table in ("a1", "z1"):
            await spoil(here, table)
        await make_late(here)
        after = start_again(here)
        await after._sweep()
        assert "taken_over" in [event.kind for event in after.rooms[timed].ledger.events]
        async with asyncio.timeout(10):
            while "played" not in [event.kind for event in after.rooms[played].ledger.events]:
                await asyncio.sleep(0.02)
        assert after.num_unreadable == 2

        read: list[str] = []
        read_log = here.store.read_log

        async def note(table_id: str, after: int = 0) -> Any:
            read.append(table_id)
            return await read_log(table_id, after)

        monkeypatch.setattr(here.store, "read_log", note)
        for _ in range(3):
            await after._sweep()
        assert not {"a1", "z1"} & set(read), "they are left alone"
        assert sorted(told(caplog)) == ["a1", "z1"], "told once"
        monkeypatch.setattr(lounge, "SECONDS_LEFT_ALONE", 0.0)
        await after._sweep()
        assert {"a1", "z1"} <= set(read), "and looked at again, but seldom"
        await after.close()

    run(tmp_path, sweep)


def test_a_table_that_was_mended_is_read_again(tmp_path: Path) -> None:
    async def mend(here: Place) -> None:
        table = await make(here, "a1")
        log = await here.store.read_log(table)
        await spoil(here, table)
        await make_late(here)
        after = start_again(here)
        await after._sweep()
        with pytest.raises(Refused, match="cannot be read"):
            await after.room(table)
        del here.lounge.rooms[table]
        began = next(event for event in log if event.kind == "started")
        events = db.events.c
        mended = update(db.events).where(events.table_id == table, events.number == began.number)
        await here.store.execute(mended.values(data=json.dumps(began.data)))
        assert (await after.room(table)).ledger.status == "running"
        assert after.num_unreadable == 0
        await after.close()

    run(tmp_path, mend)


def test_tables_that_nobody_cares_for_are_closed_all_the_same(tmp_path: Path) -> None:
    async def tidy(here: Place) -> None:
        for table in ("a1", "m1", "z1"):
            await make(here, table)
        for table in ("a1", "z1"):
            await spoil(here, table)
        await make_late(here)
        after = start_again(here)
        await after._tidy()
        assert after.rooms["m1"].ledger.status == "closed"
        await after.close()

    run(tmp_path, tidy)


def test_a_database_that_is_away_is_not_the_tables_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def away(here: Place) -> None:
        table = await make(here, "a1")
        await make_late(here)
        after = start_again(here)

        async def fail(*_args: object) -> Any:
            raise ConnectionRefusedError("away")

        monkeypatch.setattr(here.store, "read_log", fail)
        with pytest.raises(ConnectionRefusedError):
            await after._sweep()
        with pytest.raises(ConnectionRefusedError):
            await after.room(table)
        assert after.num_unreadable == 0
        await after.close()

    run(tmp_path, away)


# --- at the door ----------------------------------------------------------------------------------------------------


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with open_site(tmp_path, has_exhibition=True) as site:
        yield site


def lose(site: Site, table: str) -> None:
    """Its log has a hole, and the server has forgotten the rest."""
    events = db.events.c
    emptied = update(db.events).where(events.table_id == table, events.kind == "started").values(data="{}")
    site.wait_for(site.server.store.execute, emptied)
    site.server.lounge.rooms.pop(table, None)


def test_whoever_opens_it_is_told_in_a_sentence(site: Site, caplog: pytest.LogCaptureFixture) -> None:
    ann = site.guest()
    wish = {"seats": [{"kind": "me"}] * 2, "options": BASIC}
    table, other = (ann.post("/api/tables", wish)["id"] for _ in range(2))
    lose(site, table)
    with caplog.at_level(logging.ERROR):
        for _ in range(2):
            assert "cannot be read" in refusal(ann.send("GET", f"/api/tables/{table}"), 500, "broken")
    assert told(caplog) == [table]
    assert all(record.exc_info is None for record in caplog.records)
    assert ann.get(f"/api/tables/{other}")["info"]["id"] == other
    assert len(ann.get("/api/tables/mine")["tables"]) == 2
    assert "tenka_tables_unreadable 1.0" in site.visitor().send("GET", "/metrics").text


def test_people_are_paired_past_it(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(site.server.bots, "decide", decide)
    ann, bob = site.guest(), site.guest()
    wish = {"options": BASIC, "bot": "uniform"}
    table = ann.post("/api/pairing", wish)["id"]
    lose(site, table)
    assert bob.post("/api/pairing", wish)["id"] != table
    due = update(db.pairings).values(bot_at=1.0)
    site.wait_for(site.server.store.execute, due)
    site.wait_for(site.server.pairing.sweep)


def test_the_next_exhibition_begins_past_it(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exhibition, "strongest", lambda _game: "uniform")
    first = site.visitor().post("/api/exhibition")["id"]
    lose(site, first)
    assert site.visitor().post("/api/exhibition")["id"] != first


def test_a_program_hears_of_its_other_tables(site: Site) -> None:
    ann = site.guest()
    wish = {"seats": [{"kind": "me"}] * 2, "options": BASIC}
    table, other = (ann.post("/api/tables", wish)["id"] for _ in range(2))
    lose(site, table)
    person = ann.person
    assert person

    async def listen() -> list[str]:
        lines = Stream(Caller(Person(**person))).lines(site.server.lounge)
        heard = [json.loads(await anext(lines)) for _ in range(2)]
        await lines.aclose()
        return [line.get("table", line["type"]) for line in heard]

    assert site.wait_for(listen) == [other, "still_here"]


def away() -> DBAPIError:
    """As SQLAlchemy tells that PostgreSQL was killed."""
    return DBAPIError("SELECT", {}, ConnectionResetError("connection was closed in the middle of operation"))


@pytest.mark.parametrize("error", [away(), RuntimeError("something else")], ids=["database away", "anything else"])
def test_a_table_is_not_called_broken_because_the_database_was_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    async def go(here: Place) -> None:
        table = await make(here, "good")
        room = await here.lounge.room(table)

        async def fail() -> None:
            raise error

        monkeypatch.setattr(here.lounge, "is_alone", False)
        monkeypatch.setattr(room, "catch_up", fail)
        with pytest.raises(type(error)):
            await here.lounge.room(table)
        with pytest.raises(type(error)):
            await here.lounge._at_each([table], here.lounge._mind_clock_and_bots)
        assert here.lounge.num_unreadable == 0
        monkeypatch.undo()
        assert (await here.lounge.room(table)).id == table

    run(tmp_path, go)


def test_whatever_the_database_says_of_itself_is_a_failure_and_our_mistakes_are_none() -> None:
    assert is_failure(away())
    assert not is_failure(IntegrityError("INSERT", {}, ValueError("twice")))
    assert not is_failure(KeyError("salt"))
