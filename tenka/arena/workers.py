"""The games of a plan, on all processors of this machine, or on a cluster."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import partial
from itertools import islice
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from tenka.arena.journal import Journal, record_path
from tenka.arena.match import GameResult, play_numbered
from tenka.arena.plan import Plan
from tenka.game import GameError
from tenka.record import write_file

if TYPE_CHECKING:
    from tenka.arena.cluster import Cluster

Result = TypeVar("Result")

SECONDS_ALONE = 2.0
"""About what it takes until other processes are ready; most matches that somebody waits for are over by then."""

AHEAD = 2
"""Games that lie ready for each process. More would only be thrown away where a match ends early."""


def play_plan(
    plan: Plan, journal: Journal | None = None, workers: int | None = None, cluster: Cluster | None = None
) -> Generator[GameResult, None, None]:
    """The games of a plan in the order of their numbers; those in the journal are not played again.

    `workers` processes play; None: as many as there are processors, if it takes long enough. With a `cluster` its
    nodes play instead. Raises GameError.
    """
    finished = {} if journal is None else dict(journal.results)
    todo = iter([number for number in range(1, plan.games + 1) if number not in finished])
    due = 1
    while due in finished:
        yield finished.pop(due)
        due += 1
    folder = None if journal is None else journal.folder
    for results in _play(plan, todo, folder, workers) if cluster is None else cluster.play(plan, todo, folder):
        if journal is not None:
            journal.add(results)
        finished.update((result.number, result) for result in results)
        while due in finished:
            yield finished.pop(due)
            due += 1


def count_processors() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _play(plan: Plan, todo: Iterator[int], folder: Path | None, workers: int | None) -> Iterator[list[GameResult]]:
    """The games as they finish."""
    if workers is not None and workers > 1:
        for guest in plan.brought.values():
            guest.must_travel()
    alone = workers == 1 or (workers is None and (count_processors() == 1 or not _can_travel(plan)))
    end = time.monotonic() + SECONDS_ALONE
    while alone or (workers is None and time.monotonic() < end):
        number = next(todo, None)
        if number is None:
            return
        yield [play_into(folder, plan, number)]
    yield from run_in_processes(partial(play_into, folder, plan), todo, workers or count_processors())


def _can_travel(plan: Plan) -> bool:
    """Whether all players can be sent to other processes; where nobody asked for those, one plays on alone."""
    try:
        for guest in plan.brought.values():
            guest.must_travel()
    except GameError:
        return False
    return True


def play_into(folder: Path | None, plan: Plan, number: int) -> GameResult:
    """Plays a game and writes its record, if there is a folder for it."""
    result, record = play_numbered(plan, number)
    if folder is not None:
        write_file(record_path(folder, plan, number), record)
    return result


def run_in_processes(work: partial[Result], todo: Iterable[int], workers: int) -> Iterator[list[Result]]:
    """Does some work for each number, in so many processes; what it comes to, as it is finished. Raises GameError."""
    todo = iter(todo)
    first = list(islice(todo, AHEAD * workers))
    if not first:
        return
    context = multiprocessing.get_context("spawn")  # a copy of a process with threads, as of Numba's, may hang
    reader, writer = context.Pipe(duplex=False)
    pool = ProcessPoolExecutor(min(workers, len(first)), context, _begin, (reader, work))
    try:
        with _deaf():
            running: set[Future[Result]] = {pool.submit(_do, number) for number in first}
        while running:
            done, running = wait(running, return_when=FIRST_COMPLETED)
            running |= {pool.submit(_do, number) for number in islice(todo, len(done))}
            yield [future.result() for future in done]
    except BrokenProcessPool:
        raise GameError(
            "a process that worked on this has died, perhaps for want of memory; try fewer workers, and where what was "
            "done is kept, the same goes on. A program of yours begins games under if __name__ == '__main__' only"
        ) from None
    finally:
        writer.close()
        pool.shutdown(wait=True, cancel_futures=True)
        reader.close()


@contextmanager
def _deaf() -> Iterator[None]:
    """Processes that are begun meanwhile never hear Ctrl-C, which a terminal sends to all: who began them ends them.

    Else one that has not come to `_begin` yet would tell with a traceback where it was.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


_work: partial[Any] | None = None
"""Of this process, if it was started for one: sent once, because players may come with it, and their weights."""


def _begin(reader: Connection, work: partial[Any]) -> None:
    """Prepares a process: it leaves at once when the one that started it closes the pipe or dies, however it dies."""
    global _work
    _work = work
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # also where it was begun later than the others
    threading.Thread(target=_leave, args=(reader,), daemon=True).start()


def _do(number: int) -> Any:
    assert _work is not None
    return _work(number)


def _leave(reader: Connection) -> None:
    try:
        reader.recv()
    except (EOFError, OSError):
        os._exit(0)
