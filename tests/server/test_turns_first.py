"""Turns before all else that is written: whoever plays waits for one transaction of others, not for a hundred."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

from sqlalchemy import insert

from tenka.server import database as db
from tenka.server.ledger import Draft
from tests.server.place import BASIC, Place, run


def test_a_turn_waits_for_one_of_a_hundred_who_write_something_else(tmp_path: Path) -> None:
    async def play(here: Place) -> None:
        written: list[str] = []

        async def note(number: int) -> None:
            await here.store.execute(insert(db.facts).values(name=f"fact {number}", value=""))
            written.append("fact")

        async def turn() -> None:
            await here.room.act(here.seat, here.a_turn(), here.room.ledger.version)
            written.append("turn")

        others = [asyncio.create_task(note(number)) for number in range(100)]
        await asyncio.sleep(0)
        for _ in range(3):
            await turn()
        await asyncio.gather(*others)
        places = [place for place, kind in enumerate(written) if kind == "turn"]
        assert places[0] <= 2, "one was being written, and one may have followed before the turn was made"
        assert places[-1] < 20
        assert len(written) == 103, "and nobody is left out"

    run(tmp_path, play)


def test_a_turn_does_not_wait_for_a_table_that_is_made(tmp_path: Path) -> None:
    """A table's first event waits in line with everything else; turns that come after it do not."""

    async def play(here: Place) -> None:
        wish = {"seats": [{"kind": "open"}] * 2, "options": BASIC}
        made = {"settings": wish, "maker": here.people[0].id, "maker_name": "Ann", "key": "k"}
        await here.store._line.acquire()
        making = asyncio.create_task(here.lounge.make_room(Draft("created", made)))
        await asyncio.sleep(0.02)
        async with asyncio.timeout(5):
            await here.room.act(here.seat, here.a_turn(), 0)
        assert not making.done()
        here.store._line.release()
        assert (await making).ledger.number == 1

    run(tmp_path, play)


def test_a_turn_does_not_wait_for_a_loop_that_is_busy_while_something_else_is_written(tmp_path: Path) -> None:
    """Each step of a transaction that went through the event loop waited there for everybody else's work, and turns
    waited for the transaction."""

    async def play(here: Place) -> None:
        rounds = 0

        async def keep_busy() -> None:
            nonlocal rounds
            while True:
                time.sleep(0.01)
                rounds += 1
                await asyncio.sleep(0)

        busy = asyncio.create_task(keep_busy())
        for write in (here.lounge._beat_now, lambda: here.store.note_outage(1.0)):
            begin = rounds
            writing = asyncio.create_task(write())
            await asyncio.sleep(0)
            await here.room.act(here.seat, here.a_turn(), here.room.ledger.version)
            assert rounds - begin < 25, "there and back, for each of the two, and not for every statement"
            await writing
        busy.cancel()

    run(tmp_path, play)


def test_others_who_write_do_not_wait_for_every_turn(tmp_path: Path) -> None:
    async def play(here: Place) -> None:
        turns = 0

        async def play_on() -> None:
            nonlocal turns
            while turns < 40 and here.room.ledger.status != "over":
                await here.room.act(here.seat, here.a_turn(), here.room.ledger.version)
                turns += 1

        playing = asyncio.create_task(play_on())
        while turns < 2:
            await asyncio.sleep(0)
        await here.store.execute(insert(db.facts).values(name="fact", value=""))
        heard_after = turns
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
        await here.room.finish()
        assert heard_after < 10

    run(tmp_path, play)
