"""The game of bots on the first page: it goes on for who looks while nobody plays, and leaves no trace elsewhere."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any, cast

import pytest
from sqlalchemy import select, update

from tenka.game import Action, Seat, State
from tenka.games import GAMES, get_title
from tenka.server import database as db
from tenka.server import exhibition, rooms
from tenka.server.bots import URGENCIES, BotPool, Job, answer_job
from tenka.server.bus import Bus
from tenka.server.exhibition import strongest
from tenka.server.fair import NOBODYS, Whose
from tenka.server.ledger import HOUSE, Draft
from tenka.server.levels import list_bots
from tenka.server.lounge import Lounge
from tenka.server.rooms import Room
from tenka.server.socket import Socket
from tenka.server.store import Store
from tests.server.place import BASIC, Watcher
from tests.server.site import open_site, refusal


class BotsHere(BotPool):
    """Bots that decide in this process."""

    def __init__(self) -> None:
        super().__init__(0)
        self.urgencies: list[str] = []

    async def decide(
        self,
        game: str,
        state: State,
        seat: Seat,
        player: str,
        whose: Whose = NOBODYS,
        urgency: str = "game",
        is_rated: bool = False,
    ) -> list[Action]:
        self.urgencies.append(urgency)
        await asyncio.sleep(0)
        return cast(list[Action], answer_job(Job("decide", game, state, seat, player, 1)))


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots that play at once, and a server that is soon tired of waiting."""
    monkeypatch.setattr(exhibition, "strongest", lambda game: "uniform")
    monkeypatch.setattr(rooms, "PAUSE", 0.0)
    monkeypatch.setattr(exhibition, "SECONDS_BETWEEN_LOOKS", 0.01)


@contextlib.asynccontextmanager
async def _node(folder: Path) -> AsyncIterator[Lounge]:
    store = Store(db.connect(f"sqlite:///{folder / 'node.db'}"))
    await db.upgrade(store.engine)
    await store.open()
    lounge = Lounge(store, BotsHere(), Bus(), has_exhibition=True)
    try:
        yield lounge
    finally:
        await lounge.close()
        await store.close()


def _run(folder: Path, do: Callable[[Lounge], Awaitable[None]]) -> None:
    async def inside() -> None:
        async with _node(folder) as lounge:
            await do(lounge)

    asyncio.run(inside())


async def _find(lounge: Lounge) -> Room:
    room = await lounge.exhibition.find()
    assert room is not None
    return room


async def _until(is_so: Callable[[], bool]) -> None:
    async with asyncio.timeout(120):  # a game may have to be compiled
        while not is_so():
            await asyncio.sleep(0.005)


def _look(room: Room) -> Socket:
    watcher = cast(Socket, Watcher(None))
    room.watch(watcher, None, None, 1)
    return watcher


async def _somebody_plays(lounge: Lounge) -> Room:
    """A table of two people, who have just begun."""
    seated = [{"person": None, "name": name, "is_guest": True, "bot": None} for name in ("ann", "bob")]
    wish = {"seats": [{"kind": "open"}] * 2, "options": BASIC}
    made = {"settings": wish, "maker": "someone", "maker_name": "ann", "key": "k", "seated": seated}
    room = await lounge.make_room(Draft("created", made))
    await lounge.store.execute(update(db.tables).where(db.tables.c.id == room.id).values(status="running"))
    return room


def test_it_goes_on_while_somebody_looks_and_is_given_up_when_nobody_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def do(lounge: Lounge) -> None:
        room = await _find(lounge)
        await asyncio.sleep(0.1)
        assert room.ledger.status == "running"
        assert room.ledger.version == 0, "nobody looks yet"
        watcher = _look(room)
        await _until(lambda: room.ledger.version > 6)
        monkeypatch.setattr(exhibition, "SECONDS_ALONE", 0.1)
        room.unwatch(watcher)
        await _until(lambda: room.ledger.status == "closed")
        assert set(cast(BotsHere, lounge.bots).urgencies) == {URGENCIES[-1]}
        assert (await _find(lounge)).id != room.id

    _run(tmp_path, do)


def test_it_is_played_to_its_end_and_the_next_one_is_of_another_game(tmp_path: Path) -> None:
    async def do(lounge: Lounge) -> None:
        room = await _find(lounge)
        _look(room)
        await _until(lambda: room.ledger.status == "over")
        assert room.ledger.settings.options == get_title(room.ledger.rules.name).at_terminal
        following = await _find(lounge)
        assert [room.ledger.rules.name, following.ledger.rules.name] == list(GAMES)[:2]

    _run(tmp_path, do)


def test_it_neither_begins_nor_goes_on_while_somebody_plays(tmp_path: Path) -> None:
    async def do(lounge: Lounge) -> None:
        room = await _find(lounge)
        _look(room)
        await _until(lambda: room.ledger.version > 0)
        other = await _somebody_plays(lounge)
        async with asyncio.timeout(20):  # a turn may have been on its way
            version = 0
            while room.ledger.version != version:
                version = room.ledger.version
                await asyncio.sleep(0.1)
        await room.submit(lambda _ledger: Draft("closed", {}))
        assert await lounge.exhibition.find() is None
        long_ago = time.time() - exhibition.SECONDS_PLAYED - 1
        await lounge.store.execute(update(db.tables).where(db.tables.c.id == other.id).values(updated_at=long_ago))
        assert (await _find(lounge)).ledger.status == "running"

    _run(tmp_path, do)


def test_of_two_nodes_that_begin_it_at_once_one_does(tmp_path: Path) -> None:
    async def do(lounge: Lounge) -> None:
        async with _node(tmp_path) as other:
            found = await asyncio.gather(_find(lounge), _find(other), _find(other))
            assert len({room.id for room in found}) == 1
            assert len({room.ledger.commitment for room in found}) == 1
            assert len(await lounge.store.fetch(select(db.tables.c.id))) == 1

    _run(tmp_path, do)


def test_no_list_has_it_and_nothing_is_kept_of_it_for_long(tmp_path: Path) -> None:
    async def do(lounge: Lounge) -> None:
        for _ in range(3):
            room = await _find(lounge)
            assert room.ledger.settings.rated is False
            assert await lounge.lobby.show(None) == []
            lounge.lobby.note(room.id)
            assert await lounge.lobby.show(None) == [], "nor when it has changed"
            await room.submit(lambda _ledger: Draft("closed", {}))
        assert await lounge.store.fetch(select(db.seats)) == []
        assert await lounge.lists.mine(HOUSE) == []
        await lounge.exhibition.forget()
        assert len(await lounge.store.fetch(select(db.tables.c.id))) == 3
        await lounge.store.execute(update(db.tables).values(updated_at=1.0))
        await lounge.exhibition.forget()
        assert [row.id for row in await lounge.store.fetch(select(db.tables.c.id))] == [room.id]
        assert {row.table_id for row in await lounge.store.fetch(select(db.events.c.table_id))} == {room.id}

    _run(tmp_path, do)


def test_anybody_may_look_and_nobody_may_join(tmp_path: Path) -> None:
    with open_site(tmp_path) as site:
        visitor: Any = site.visitor()
        info = visitor.post("/api/exhibition")
        assert info["status"] == "running"
        assert {seat["kind"] for seat in info["seats"]} == {"bot"}
        assert visitor.post("/api/exhibition")["id"] == info["id"]
        assert visitor.get(f"/api/tables/{info['id']}")["seat"] is None
        assert refusal(site.guest().send("POST", f"/api/tables/{info['id']}/join", {}), 409, "over")
        assert visitor.get("/api/tables")["tables"] == []


def test_a_server_can_be_without_it(tmp_path: Path) -> None:
    with open_site(tmp_path, has_exhibition=False) as site:
        assert site.visitor().post("/api/exhibition") is None


@pytest.mark.parametrize("game", GAMES)
def test_the_strongest_level_plays(game: str) -> None:
    known = {bot.name: max(bot.strengths.values(), default=0.0) for bot in list_bots(game) if bot.is_level}
    measured = max(known, key=lambda name: known[name])
    levels = list(known)
    assert strongest(game) in levels[levels.index(measured) :], "one that was measured, or that stands above those"
