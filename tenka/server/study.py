"""The study: what takes long (replays, exports, reading whole logs) is worked out here, one thing after another.

It is one thread beside the event loop, and everybody's wishes take turns, so that who asks for much waits for himself.
What was worked out is kept for a while.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from tenka.server.fair import NOBODYS, FairQueue, Whose

_T = TypeVar("_T")

OF_PERSON, OF_PLACE = 4, 24
"""As many may wait for one person, and for everybody at one place."""
MOST_BYTES_KEPT = 32 * 1024 * 1024


class Study:
    """One thread, and what it has found out."""

    def __init__(self) -> None:
        self._queue: FairQueue[tuple[Callable[[], Any], asyncio.Future[Any]]] = FairQueue(2)
        self._thread = ThreadPoolExecutor(1, "study")
        self._task: asyncio.Task[None] | None = None
        self._kept: OrderedDict[Hashable, bytes] = OrderedDict()
        self._num_bytes = 0

    @property
    def num_waiting(self) -> int:
        """What is not begun yet."""
        return len(self._queue)

    async def work_out(self, work: Callable[[], _T], whose: Whose) -> _T:
        """What somebody asks for; raises Refused where he waits for much already."""
        self._queue.must_have_room(whose, OF_PERSON, OF_PLACE, 1)
        return await self._have_done(work, whose, 1)

    async def read(self, work: Callable[[], _T]) -> _T:
        """What a table needs, which goes before what people ask for."""
        return await self._have_done(work, NOBODYS, 0)

    async def look_up(
        self,
        key: Hashable,
        work: Callable[[], _T],
        whose: Whose,
        finish: Callable[[_T], Awaitable[bytes]] | None = None,
    ) -> bytes:
        """What somebody asks for, and others may have asked for before. `finish` makes bytes of it, elsewhere."""
        found = self._kept.get(key)
        if found is None:
            made: Any = await self.work_out(work, whose)
            found = made if finish is None else await finish(made)
        if key not in self._kept:
            self._kept[key] = found
            self._num_bytes += len(found)
        self._kept.move_to_end(key)
        while self._num_bytes > MOST_BYTES_KEPT:
            self._num_bytes -= len(self._kept.popitem(last=False)[1])
        return found

    async def _have_done(self, work: Callable[[], _T], whose: Whose, urgency: int) -> _T:
        answer: asyncio.Future[_T] = asyncio.get_running_loop().create_future()
        self._queue.put((work, answer), whose, urgency)
        if self._task is None:
            self._task = asyncio.create_task(self._work())
        return await answer

    async def _work(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            work, answer = await self._queue.get()
            if answer.done():  # whoever asked has gone
                continue
            try:
                found = await loop.run_in_executor(self._thread, work)
            except Exception as error:
                if not answer.done():
                    answer.set_exception(error)
            else:
                if not answer.done():
                    answer.set_result(found)

    async def close(self) -> None:
        """Stops; who still waits gets nothing."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])
        self._thread.shutdown(wait=False, cancel_futures=True)
