"""Reviews: what decided a game that is over, worked out by the bots' processes when no game and no hint waits for them.

A review is made ply by ply, and what is done is kept, so that it goes on after a restart, and at another node where
its own is gone. At each node one review is made at a time, in all processes but one. What is kept under one engine
stays; where the judge or its network has changed, somebody may ask for it anew.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import time
from typing import Any, NamedTuple

from sqlalchemy import Select, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from tenka import record as records
from tenka.review.review import check_replay
from tenka.review.run import engine_of, join_plies, judge_numbered
from tenka.server import database as db
from tenka.server.bots import BotFailed
from tenka.server.fair import Whose
from tenka.server.judging import must_be_over
from tenka.server.ledger import Ledger
from tenka.server.limits import Limiter
from tenka.server.lounge import Lounge
from tenka.server.messages import ReviewStatus
from tenka.server.store import Limit, lock_of
from tenka.table import Refused

log = logging.getLogger("tenka.reviews")

SECONDS_BETWEEN_LOOKS = 1.0
SECONDS_HELD = 300.0
"""A node that has said nothing for so long does not work at its review any more."""
PLACES = 5
"""So many digits of a share are told behind the point; sums are told whole."""

_REVIEWS, _PLIES = db.reviews.c, db.review_plies.c


class _Todo(NamedTuple):
    """A review that this node makes."""

    table: str
    engine: str
    whose: Whose


class Reviews:
    """The reviews of all games, and those that this node makes."""

    def __init__(self, lounge: Lounge) -> None:
        self.lounge = lounge
        self.store = lounge.store
        self.bots = lounge.bots
        self.slices = max(1, lounge.bots.num_workers - 1)
        """As many plies are worked at at once: a process is left for games, where there are two."""
        self._wake = asyncio.Event()

    # --- asking

    async def ask(self, ledger: Ledger, whose: Whose, place: str, limiter: Limiter) -> None:
        """Asks for a game's review; raises GameError. Whoever asks again, or after others, asks for the same one."""
        must_be_over(ledger)
        engine = engine_of(ledger.rules.name)
        row = await self._row(ledger.id, engine)
        if row is not None and row.status != "failed":
            return
        limits = await self._must_have_room(whose.person, place, limiter)
        plies = await self.lounge.study.work_out(lambda: _count_plies(_text_of(ledger)), whose)
        asked = {"status": "waiting", "person": whose.person, "place": place, "plies": plies}
        asked |= {"asked_at": time.time(), "node": None, "held_until": 0.0, "result": None}
        if row is not None:
            await self.store.execute(update(db.reviews).where(*_is(ledger.id, engine)).values(asked), limits=limits)
        else:
            with contextlib.suppress(IntegrityError):  # another was faster
                row = {"table_id": ledger.id, "engine": engine, **asked}
                await self.store.execute(insert(db.reviews).values(row), limits=limits)
        self._wake.set()

    async def _must_have_room(self, person: str, place: str, limiter: Limiter) -> list[Limit]:
        """Raises Refused where too many wait; returns what has to hold once one more does."""
        cap = limiter.most("review")
        if cap is None:
            return []
        limits = []
        for column, value, most in ((_REVIEWS.person, person, cap.person), (_REVIEWS.place, place, cap.address)):
            refusal = Refused("limit", f"{most} of your reviews are not made yet; wait for the first")
            query = select(func.count()).where(_REVIEWS.status == "waiting", column == value)
            if (await self.store.fetch_one(query))[0] >= most:
                raise refusal
            limits.append(Limit(query, most, refusal, lock_of(f"reviews of {column.name} {value}")))
        return limits

    async def status(self, ledger: Ledger) -> ReviewStatus:
        """How far a game's review is; one of an older engine stands in for one that nobody has asked for."""
        must_be_over(ledger)
        engine = engine_of(ledger.rules.name)
        row = await self._row(ledger.id, engine)
        if row is None:
            older = select(_REVIEWS.engine).where(_REVIEWS.table_id == ledger.id, _REVIEWS.status == "done")
            is_there = await self.store.fetch_one(older.limit(1)) is not None
            return ReviewStatus(status="done" if is_there else "none", done=0, plies=0, ahead=0, is_old=is_there)
        done = ahead = 0
        if row.status == "waiting":
            done = (await self.store.fetch_one(_of_plies(func.count(), ledger.id, engine)))[0]
            before = (_REVIEWS.status == "waiting", _REVIEWS.asked_at < row.asked_at)
            ahead = (await self.store.fetch_one(select(func.count()).where(*before)))[0]
        elif row.status == "done":
            done = row.plies
        return ReviewStatus(status=row.status, done=done, plies=row.plies, ahead=ahead, is_old=False)

    async def result(self, ledger: Ledger) -> str:
        """A game's review as JSON, the newest; raises Refused."""
        must_be_over(ledger)
        query = select(_REVIEWS.engine, _REVIEWS.result).where(_REVIEWS.table_id == ledger.id)
        rows = await self.store.fetch(query.where(_REVIEWS.status == "done").order_by(_REVIEWS.asked_at.desc()))
        if not rows:
            raise Refused("missing", "this game has no review yet; ask for one")
        now = engine_of(ledger.rules.name)
        return str(next((row.result for row in rows if row.engine == now), rows[0].result))

    async def _row(self, table: str, engine: str) -> Any:
        columns = (_REVIEWS.status, _REVIEWS.plies, _REVIEWS.asked_at)
        return await self.store.fetch_one(select(*columns).where(*_is(table, engine)))

    # --- making

    async def make_one(self) -> None:
        """Makes the review that has waited longest; where there is none, waits for one."""
        if not self.bots.num_workers:
            await asyncio.sleep(3600)
        self._wake.clear()
        todo = None if self.bots.is_stopping else await self._take()
        if todo is None:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(SECONDS_BETWEEN_LOOKS):
                    await self._wake.wait()
            return
        try:
            await self._make(todo)
        except BotFailed as failure:
            if not self.bots.is_stopping:
                log.error("a review failed", extra={"table": todo.table, "reason": str(failure)})
                failed = {"status": "failed", "place": None}
                await self.store.execute(update(db.reviews).where(*_is(todo.table, todo.engine)).values(failed))

    async def _take(self) -> _Todo | None:
        """The review that has waited longest, and that no other node works at."""
        now = time.time()
        is_free = _REVIEWS.held_until < now
        if self.lounge.is_alone:  # no other node can be at it
            is_free = is_free | (_REVIEWS.node != self.lounge.node)
        columns = (_REVIEWS.table_id, _REVIEWS.engine, _REVIEWS.person, _REVIEWS.place, db.tables.c.game)
        query = select(*columns).join(db.tables, db.tables.c.id == _REVIEWS.table_id)
        query = query.where(_REVIEWS.status == "waiting", is_free).order_by(_REVIEWS.asked_at).limit(1)
        row = await self.store.fetch_one(query)
        if row is None:
            return None
        engine = engine_of(row.game)
        if row.engine != engine:
            await self._renew(row.table_id, row.engine, engine)
            return None
        held = {"node": self.lounge.node, "held_until": now + SECONDS_HELD}
        taken = update(db.reviews).where(*_is(row.table_id, engine), _REVIEWS.status == "waiting", is_free).values(held)
        if await self.store.execute(taken) == 0:
            return None  # another node was faster
        return _Todo(row.table_id, engine, Whose(row.place or "", row.person or ""))

    async def _renew(self, table: str, old: str, engine: str) -> None:
        """A review that was asked for before the engine changed is made by the new one."""
        forgotten = delete(db.review_plies).where(_PLIES.table_id == table, _PLIES.engine == old)
        if await self._row(table, engine) is None:
            await self.store.execute(forgotten, update(db.reviews).where(*_is(table, old)).values(engine=engine))
        else:
            await self.store.execute(forgotten, delete(db.reviews).where(*_is(table, old)))
        self._wake.set()

    async def _make(self, todo: _Todo) -> None:
        """Works at all plies that are not done, and puts the review together. Raises BotFailed."""
        ledger = (await self.lounge.room(todo.table)).ledger
        text = await self.lounge.study.read(lambda: _text_of(ledger))
        plies = (await self.store.fetch_one(select(_REVIEWS.plies).where(*_is(todo.table, todo.engine)))).plies
        rows = await self.store.fetch(_of_plies(_PLIES.number, todo.table, todo.engine))
        left = [number for number in range(1, plies + 1) if number not in {row.number for row in rows}]
        room = asyncio.Semaphore(self.slices)

        async def judge(number: int) -> None:
            async with room:
                ply = await self.bots.work_out("review", todo.whose, judge_numbered, text, number)
                await self._keep(todo, number, ply)

        try:
            async with asyncio.TaskGroup() as group:
                for number in left:
                    group.create_task(judge(number))
        except* BotFailed as failures:
            raise failures.exceptions[0] from None
        rows = await self.store.fetch(_of_plies(_PLIES.data, todo.table, todo.engine).order_by(_PLIES.number))
        found = [json.loads(row.data) for row in rows]
        review = await self.bots.work_out("review", todo.whose, join_plies, text, found)
        done = {"status": "done", "result": _write(review), "place": None, "node": None}
        await self.store.execute(
            delete(db.review_plies).where(_PLIES.table_id == todo.table, _PLIES.engine == todo.engine),
            update(db.reviews).where(*_is(todo.table, todo.engine)).values(done),
        )

    async def _keep(self, todo: _Todo, number: int, ply: dict[str, Any]) -> None:
        """Keeps a ply, and says that this node is still at it. Another node that was at it too may have been faster."""
        row = {"table_id": todo.table, "engine": todo.engine, "number": number, "data": json.dumps(ply)}
        held = {"node": self.lounge.node, "held_until": time.time() + SECONDS_HELD}
        with contextlib.suppress(IntegrityError):
            await self.store.execute(
                insert(db.review_plies).values(row),
                update(db.reviews).where(*_is(todo.table, todo.engine)).values(held),
            )


def _is(table: str, engine: str) -> tuple[Any, Any]:
    return _REVIEWS.table_id == table, _REVIEWS.engine == engine


def _of_plies(column: Any, table: str, engine: str) -> Select[Any]:
    return select(column).where(_PLIES.table_id == table, _PLIES.engine == engine)


def _text_of(ledger: Ledger) -> str:
    return records.write(ledger.record(None))


def _count_plies(text: str) -> int:
    """Of a game that can be reviewed; raises GameError."""
    replay = records.replay(text)
    check_replay(replay)
    return len(replay.steps)


def _write(review: dict[str, Any]) -> str:
    """A review for the page: shares of single plies need no sixteen digits."""
    return json.dumps(review | {"plies": _round(review["plies"])}, separators=(",", ":"))


def _round(value: Any) -> Any:
    if isinstance(value, float):
        return round(value, PLACES)
    if isinstance(value, dict):
        return {name: _round(part) for name, part in value.items()}
    return [_round(part) for part in value] if isinstance(value, list | tuple) else value
