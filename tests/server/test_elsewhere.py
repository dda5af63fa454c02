"""Who is connected at other nodes: kept as long as somebody is, and as long as the node is there."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from sqlalchemy import insert, select, update

from tenka.server import database as db
from tenka.server import lounge
from tenka.server.bots import BotPool
from tenka.server.bus import Bus
from tenka.server.socket import Socket
from tests.server.kill import SOON
from tests.server.place import Place, Watcher, run
from tests.server.test_refusing_bots import BotsHere, come_to_rest, make_table


class Wall:
    """The machine's clock, which a test sets."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.now = 1_000_000.0
        patch.setattr(lounge, "time", SimpleNamespace(time=lambda: self.now, monotonic=time.monotonic))


@pytest.fixture
def wall(monkeypatch: pytest.MonkeyPatch) -> Wall:
    return Wall(monkeypatch)


def presence(table: str, *people: str, node: str = "other", spectators: int = 0) -> dict[str, Any]:
    return {"presence": table, "node": node, "people": people, "spectators": spectators}


def test_what_everybody_has_left_is_forgotten(tmp_path: Path) -> None:
    async def come_and_go(here: Place) -> None:
        for number in range(100):
            table = f"t{number}"
            await here.lounge._hear(presence(table, "ann", spectators=1))
            assert here.lounge.people_elsewhere(table) == {"ann"}
            await here.lounge._hear(presence(table, node="third", spectators=1))
            await here.lounge._hear(presence(table))
            assert here.lounge.people_elsewhere(table) == set()
            await here.lounge._hear(presence(table, node="third"))
        assert not here.lounge._elsewhere

    run(tmp_path, come_and_go)


def test_what_a_node_said_goes_with_it(tmp_path: Path, wall: Wall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lounge, "SECONDS_UNTIL_FORGOTTEN", 0.04)

    async def die(here: Place) -> None:
        node = here.lounge
        for number in range(100):
            await node._hear(presence(f"t{number}", "ann"))
        await node._hear(presence("t1", "bob", node="third"))
        await node._hear(presence(here.room.id, here.people[0].id))
        await node._hear({"here": 1, "node": "other"})
        await node._forget()
        assert len(node._elsewhere) == 101, "it was heard of just now"
        assert here.watcher.heard[-1]["seats"] == [0, 1]
        wall.now += 1
        await node._hear({"here": 1, "node": "third"})
        await node._forget()
        assert {table: set(found) for table, found in node._elsewhere.items()} == {"t1": {"third"}}
        assert set(node._here_elsewhere) == {"third"}
        assert here.watcher.heard[-1]["seats"] == [1], "who follows the table hears of it"

    run(tmp_path, die)


def test_while_the_nodes_cannot_meet_none_is_taken_for_gone(
    tmp_path: Path, wall: Wall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lounge, "SECONDS_UNTIL_FORGOTTEN", 0.04)

    async def lose_redis(here: Place) -> None:
        await here.lounge._hear(presence("t1", "ann"))
        here.lounge.bus.is_connected = False
        wall.now += 3600
        await here.lounge._forget()
        assert here.lounge.people_elsewhere("t1") == {"ann"}
        here.lounge.bus.is_connected = True
        await here.lounge._hear({"resync": True})
        await here.lounge._forget()
        assert here.lounge.people_elsewhere("t1") == {"ann"}, "it has had no time to say so"

    run(tmp_path, lose_redis)


def test_a_worker_that_died_leaves_nothing(tmp_path: Path) -> None:
    async def die(here: Place) -> None:
        await here.lounge._hear(presence("t1", "ann"))
        await here.lounge._hear({"gone": "other", "is_heir": False})
        assert not here.lounge._elsewhere

    run(tmp_path, die)


class Deaf(BotsHere):
    """Bots that never answer, as if whoever asked them had died."""

    async def _ask(self, *_given: Any) -> Any:
        await asyncio.Event().wait()


def test_bots_that_a_dead_node_has_asked_are_asked_again_soon(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lounge, "SECONDS_BETWEEN_BEATS", 0.0)
    monkeypatch.setattr(lounge, "SECONDS_BETWEEN_SWEEPS", 0.0)

    async def die(here: Place) -> None:
        monkeypatch.setattr(here.store, "is_sqlite", False)
        room = await make_table(here, Deaf(), ["uniform", "uniform"])
        assert room._bots is not None
        room._bots.cancel()
        bots = here.lounge.bots = BotsHere()

        async def live(**seen: float) -> list[str]:
            """A while of this node, where others have been seen some seconds ago; returns who is left of them."""
            rows = [{"id": name, "seen_at": time.time() - ago} for name, ago in seen.items()]
            await here.store.execute(insert(db.nodes).values(rows))
            await here.lounge._beat()
            await here.lounge._sweep()
            left = [row.id for row in await here.store.fetch(select(db.nodes.c.id))]
            return sorted(set(left) & set(seen))

        assert await live(late=3.0) == ["late"]
        assert not bots.asked, "it may still wait for them"
        assert await live(dead=5.0) == [], "it is struck off, so that nobody else asks them too"
        await come_to_rest(room)
        assert room.ledger.status == "over"

    run(tmp_path, die)


def test_a_bot_that_takes_long_to_answer_keeps_no_disk_busy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each second every such table was written to, and the sweep took 500: there are 250 for each address that keeps
    the bots busy, and so nobody might have seen to the clocks of others."""
    monkeypatch.setattr(lounge, "SECONDS_BETWEEN_SWEEPS", 0.0)
    written: list[Any] = []

    async def wait(here: Place) -> None:
        room = await make_table(here, Deaf(), ["uniform", "uniform"])
        await here.store.execute(update(db.tables).where(db.tables.c.id == room.id).values(bot_due=0.0))

        async def note(do: Any, goes_first: bool = False) -> Any:
            written.append(do)

        monkeypatch.setattr(here.store, "transact", note)
        await here.lounge._sweep()
        assert room.is_thinking
        assert not written

    run(tmp_path, wait)


def test_what_a_node_could_not_tell_any_more_is_found_within_two_seconds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was killed between its commit and the news. Who waits for the opponent's turn sends nothing that would show
    it. The lobby is looked through more seldom."""
    assert lounge.SECONDS_BETWEEN_LOOKS_WHEN_TOLD <= SOON
    monkeypatch.setattr(lounge, "SECONDS_BETWEEN_LOOKS_WHEN_TOLD", 0.0)

    async def die(here: Place) -> None:
        elsewhere = lounge.Lounge(here.store, BotPool(0), Bus())
        elsewhere.is_alone = elsewhere.bus.is_alone = False
        there, watcher = await elsewhere.room(here.room.id), Watcher(here.people[0])
        there.watch(cast(Socket, watcher), 0, there.ledger.number, 1)
        doubts: list[float] = []
        monkeypatch.setattr(elsewhere.lobby, "doubt", lambda: doubts.append(time.monotonic()))
        for version in range(3):
            await here.room.act(here.seat, here.a_turn(), version)
            await elsewhere._look()
            assert watcher.numbers[-1] == here.room.ledger.number
        assert len(doubts) == 1

    run(tmp_path, die)


def test_a_table_where_something_is_being_written_or_thought_about_is_not_forgotten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever came then would sit in another room of the same table, and not hear of it."""
    monkeypatch.setattr(lounge, "SECONDS_UNTIL_FORGOTTEN", 0.0)

    async def forget(here: Place) -> None:
        here.room.unwatch(cast(Socket, here.watcher))
        here.room.used_at = 0.0
        writing = await here.begin(here.room.act(here.seat, here.a_turn(), 0))
        await here.lounge._forget()
        assert here.room.id in here.lounge.rooms, "it is being written"
        here.may_write.set()
        await writing
        here.room._bots = asyncio.create_task(asyncio.sleep(60))
        await here.lounge._forget()
        assert here.room.id in here.lounge.rooms, "a bot is thinking"
        here.room._bots.cancel()
        await asyncio.wait([here.room._bots])
        await here.lounge._forget()
        assert here.room.id not in here.lounge.rooms

    run(tmp_path, forget)
