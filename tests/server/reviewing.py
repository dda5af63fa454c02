"""Games that are over, and a bots' process that works in this one: what tests of reviews need."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

from tenka.samurai.review import SamuraiJudge
from tenka.server.bots import BotFailed, Work, answer_job
from tenka.server.fair import Whose
from tests.server.site import Site, Visitor, open_site

GAMES = Path(__file__).parent.parent / "games"
SHORT = "end-rice-2-players"
HASTE = {"tries": 8, "width": 3, "luck_tries": 1, "fact_worlds": 2}
"""Of the judge: what it says matters little here."""


class Worker:
    """Does in this process what a bot's would do; after so many pieces of work it fails."""

    def __init__(self) -> None:
        self.done: list[tuple[str, str]] = []
        """How urgent it was, and what."""
        self.left = 1_000_000

    async def work_out(self, urgency: str, _whose: Whose, function: Callable[..., Any], *given: Any) -> Any:
        if self.left == 0:
            raise BotFailed("it was told to")
        self.left -= 1
        self.done.append((urgency, function.__name__))
        return await asyncio.to_thread(answer_job, Work(function, given))


@contextmanager
def open_reviewing_site(folder: Path, **config: Any) -> Iterator[tuple[Site, Worker]]:
    """A site whose judge is in a hurry."""
    worker = Worker()
    with open_site(folder, **config) as site, ExitStack() as stack:
        for name, value in HASTE.items():
            stack.enter_context(patch.object(SamuraiJudge, name, value))
        stack.enter_context(patch.object(site.server.bots, "work_out", worker.work_out))
        stack.enter_context(patch.object(site.server.bots, "num_workers", 1))
        yield site, worker


def bring(visitor: Visitor, name: str) -> str:
    """A game of the tests' as an imported record."""
    text = (GAMES / f"{name}.game").read_text()
    return str(visitor.post("/api/records", {"text": text})["id"])
