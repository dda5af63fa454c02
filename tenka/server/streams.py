"""The event stream: what a bot must hear of, one JSON object a line, for as long as it listens and may."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncGenerator, AsyncIterator
from typing import TYPE_CHECKING

from tenka.server import audience
from tenka.server.auth import Caller
from tenka.server.lists import is_turn_of
from tenka.server.socket_messages import GameOver, Goodbye, GoodbyeReason, StillHere, YourTurn
from tenka.table import Refused

if TYPE_CHECKING:
    from tenka.server.lounge import Lounge

SECONDS_BETWEEN_SIGNS = 5.0
"""Of life."""


class Stream:
    """One listener."""

    def __init__(self, caller: Caller) -> None:
        self.caller = caller
        self._person = caller.id or ""
        self._news: asyncio.Queue[str] = asyncio.Queue(1000)
        self._goodbye: Goodbye | None = None
        self._told: set[tuple[str, int, int]] = set()
        """Tables, seats and decisions."""
        self._playing: set[str] = set()

    def tell(self, table_id: str) -> None:
        """There is news of a table. What does not fit any more is found when all tables are looked through."""
        with contextlib.suppress(asyncio.QueueFull):
            self._news.put_nowait(table_id)

    def leave(self, reason: GoodbyeReason, after: float) -> None:
        """Ends it."""
        self._goodbye = Goodbye(reason=reason, after=after)
        self.tell("")

    async def lines(self, lounge: Lounge) -> AsyncGenerator[bytes, None]:
        """Everything, until nobody listens or nobody may."""
        lounge.streams_of[self._person].add(self)
        try:
            while self._goodbye is None:
                for info in await lounge.lists.mine(self._person, "running"):  # also what no news came of
                    self._playing.add(info.id)
                    if is_turn_of(info):
                        for line in await self._turns(lounge, info.id):
                            yield line
                yield StillHere(at=time.time()).encode() + b"\n"
                async for line in self._listen(lounge):
                    yield line
                for line in await self._ended(lounge):
                    yield line
            yield self._goodbye.encode() + b"\n"
        finally:
            lounge.streams_of[self._person].discard(self)
            if not lounge.streams_of[self._person]:
                lounge.streams_of.pop(self._person, None)

    async def _listen(self, lounge: Lounge) -> AsyncIterator[bytes]:
        """What there is news of, until the next sign of life."""
        deadline = time.monotonic() + SECONDS_BETWEEN_SIGNS
        while (left := deadline - time.monotonic()) > 0:
            try:
                async with asyncio.timeout(left):
                    table = await self._news.get()
            except TimeoutError:
                return
            if self._goodbye is not None:
                return
            self._playing.add(table)
            for line in await self._turns(lounge, table):
                yield line

    async def _turns(self, lounge: Lounge, table: str) -> list[bytes]:
        try:
            ledger = (await lounge.room(table)).ledger
        except Refused:  # its log cannot be read; the other tables' can
            return []
        lines = []
        for seat in ledger.seats_of(self._person):
            choice = audience.show_choice(ledger, seat)
            decision = (table, seat, ledger.num_decisions(seat))  # the version may change while all choose at once
            if choice is None or decision in self._told:
                continue
            self._told.add(decision)
            position = audience.draw_position(ledger, seat)
            turn = YourTurn(table=table, seat=seat, version=choice.version, legal=choice.legal, position=position)
            lines.append(turn.encode() + b"\n")
        return lines

    async def _ended(self, lounge: Lounge) -> list[bytes]:
        lines = []
        for table in list(self._playing):
            try:
                ledger = (await lounge.room(table)).ledger
            except Refused:
                continue
            if ledger.table is not None and (outcome := audience.show_outcome(ledger.table.outcome)):
                self._playing.discard(table)
                seats = ledger.seats_of(self._person)
                lines.append(GameOver(table=table, seats=seats, outcome=outcome).encode() + b"\n")
        return lines
