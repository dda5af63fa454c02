"""An owner: does one thing after another, and finishes what it has begun, whoever stops waiting for it.

Who asks may hang up at any moment, and the task of the connection is cancelled then. What it asked for runs here, in a
task of its own, so that nothing comes between writing something down and knowing it.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple, TypeVar

from tenka.server.failures import line_of
from tenka.table import Refused

log = logging.getLogger("tenka.owner")

_T = TypeVar("_T")


class _Wish(NamedTuple):
    do: Callable[[], Awaitable[Any]]
    answer: asyncio.Future[Any]


class Owner:
    """One task, which lives as long as there is something to do."""

    def __init__(self) -> None:
        self._wishes: deque[_Wish] = deque()
        self._task: asyncio.Task[None] | None = None

    async def do(self, work: Callable[[], Awaitable[_T]]) -> _T:
        """Has something done, after what others asked for before. Who is cancelled while it has not begun asked for
        nothing; who is cancelled later does not hear of it any more."""
        wish = _Wish(work, asyncio.get_running_loop().create_future())
        self._wishes.append(wish)
        if self._task is None:
            self._task = asyncio.create_task(self._work())
        answer: _T = await wish.answer
        return answer

    @property
    def is_busy(self) -> bool:
        """Whether there is something to do."""
        return self._task is not None

    async def finish(self) -> None:
        """Waits until there is nothing to do."""
        while self._task is not None:
            await asyncio.wait([self._task])

    async def _work(self) -> None:
        try:
            while self._wishes:
                wish = self._wishes.popleft()
                if not wish.answer.done():
                    await _fulfil(wish)
        finally:
            self._task = None


async def _fulfil(wish: _Wish) -> None:
    try:
        found = await wish.do()
    except Exception as error:
        if not wish.answer.done():
            wish.answer.set_exception(error)
        elif not isinstance(error, Refused):
            log.error("what nobody waits for any more failed", extra={"reason": line_of(error)})
    else:
        if not wish.answer.done():
            wish.answer.set_result(found)
