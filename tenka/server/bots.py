"""Bots in processes of their own. The event loop never waits for one to think; one that dies is replaced.

Who waits for them is served fairly: games that go on before hints, hints before reviews, reviews before the game
that is only shown, and of each everybody in turn.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import multiprocessing
import os
import random
import signal
import time
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any, Literal, NamedTuple

from tenka.game import Action, GameError, Rules, Seat, State
from tenka.games import GAMES, get_game
from tenka.players import Line, decide_ply
from tenka.players.budgets import part_of_time
from tenka.server.fair import NOBODYS, FairQueue, Whose
from tenka.server.levels import find_bot, seat_guests
from tenka.server.ready import prepare_bots
from tenka.table import Refused

log = logging.getLogger("tenka.bots")

ATTEMPTS = 3
"""After so many deaths over one decision it is not tried again."""
SECONDS_TO_THINK = 30.0
"""Longer than any level takes: a process that takes longer hangs, and is replaced."""
SECONDS_TO_WORK = 120.0
"""The same for other work, of which a machine may do several things at once."""
URGENCIES = ("game", "hint", "review", "exhibition")
"""What bots are asked for, the most urgent first."""
OF_PERSON, OF_PLACE = 2, 8
"""As many hints may wait for one person, and for everybody at one place."""
NUM_LINES = 5
"""In a hint."""
NICENESS = 5
"""A bot thinks as long as it may: where cores are few it leaves them to whoever serves."""
SECONDS_TO_PREPARE = 300.0
"""A server waits no longer for its bots: where they cannot be prepared, people can still play each other."""


class Job(NamedTuple):
    """A question to a bot."""

    kind: Literal["decide", "hint"]
    game: str
    state: State
    """The players in the process get views of it, never this."""
    seat: Seat
    player: str
    seed: int
    is_rated: bool = False
    """Then the bot has all its time, however many wait: nobody shall make it weaker by keeping others busy."""
    part: float = 1.0
    """Of the time that it has for a turn."""


class Work(NamedTuple):
    """Anything else that takes long: a function that a process can find by its name, and what it is given."""

    function: Callable[..., Any]
    given: tuple[Any, ...]

    @property
    def player(self) -> str:
        """Who is at it, as errors call it."""
        return self.function.__name__


class Advice(NamedTuple):
    """What a bot thinks of a position."""

    turn: list[Action]
    lines: list[Line]


class BotFailed(Exception):
    """A bot did not decide, several times."""


@contextlib.asynccontextmanager
async def asking(seconds: float, failure: str) -> AsyncIterator[None]:
    """Somebody waits so long for what bots are asked in it, and is told in a sentence, as Refused, where it fails."""
    try:
        async with asyncio.timeout(seconds):
            yield
    except BotFailed:
        raise Refused("unavailable", failure) from None
    except TimeoutError:
        raise Refused("busy", "the bots play for others just now; try again in a moment") from None


@dataclass(eq=False)
class _Waiting:
    job: Job | Work
    answer: asyncio.Future[Any] = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    attempts: int = 0
    whose: Whose = NOBODYS
    urgency: int = 0
    since: float = field(default_factory=time.monotonic)


class BotPool:
    """Processes that decide."""

    def __init__(self, workers: int | None = None, guests: tuple[str, ...] = ()) -> None:
        """`guests` are players of others that may be asked too."""
        self._guests = guests
        self.num_workers = max(1, (os.cpu_count() or 2) - 1) if workers is None else workers
        self.replaced = 0
        """Processes that died and were replaced."""
        self.processes: dict[int, BaseProcess] = {}
        """By the number of the worker."""
        self._queue: FairQueue[_Waiting] = FairQueue(len(URGENCIES))
        self._asked: set[_Waiting] = set()
        """What somebody waits for."""
        self.on_begin: Callable[[str, float], None] = lambda urgency, seconds: None
        """Hears of every question that a process begins with: how urgent it was, and how long it has waited."""
        self._threads = ThreadPoolExecutor(max(1, self.num_workers), "bots")
        self._tasks: list[asyncio.Task[None]] = []
        self._is_closing = False
        self.is_stopping = False
        """Whether nobody is answered any more."""
        self._ready = [asyncio.Event() for _ in range(self.num_workers)]
        """By worker: whether its process has prepared itself."""

    async def open(self) -> None:
        """Starts the processes."""
        self._tasks = [asyncio.create_task(self._serve(number)) for number in range(self.num_workers)]

    async def close(self) -> None:
        """Ends the processes; who still waits for a decision gets none."""
        self._is_closing = True
        for process in self.processes.values():
            process.kill()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._threads.shutdown(wait=False, cancel_futures=True)

    def give_up(self) -> None:
        """Who still waits for a decision gets none: the server stops, and whoever starts it again asks anew."""
        self.is_stopping = True
        for waiting in self._asked:
            if not waiting.answer.done():
                waiting.answer.set_exception(BotFailed("the server stops"))

    @property
    def is_well(self) -> bool:
        """Whether every worker is at work."""
        return all(not task.done() for task in self._tasks)

    @property
    def is_ready(self) -> bool:
        """Whether every process has loaded what it needs, so that it answers at once."""
        return all(event.is_set() for event in self._ready)

    async def wait_until_ready(self) -> None:
        """Waits until every process can answer at once; but not for ever."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(SECONDS_TO_PREPARE):
                for event in self._ready:
                    await event.wait()

    @property
    def num_waiting(self) -> int:
        """Questions that no process looks at yet."""
        return len(self._queue)

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
        """The actions of a whole ply; raises BotFailed."""
        job = Job("decide", game, state, seat, player, _any_seed(), is_rated)
        actions: list[Action] = await self._ask(job, whose, urgency)
        return actions

    async def advise(self, game: str, state: State, seat: Seat, player: str, whose: Whose = NOBODYS) -> Advice:
        """What a bot would do, and why; raises BotFailed, and Refused where somebody waits for several already."""
        self._queue.must_have_room(whose, OF_PERSON, OF_PLACE, URGENCIES.index("hint"))
        advice: Advice = await self._ask(Job("hint", game, state, seat, player, _any_seed()), whose, "hint")
        return advice

    async def ask(self, job: Job | Work, whose: Whose, urgency: str) -> Any:
        """What somebody at another process of this server asks; raises as the others do."""
        if urgency == "hint":
            self._queue.must_have_room(whose, OF_PERSON, OF_PLACE, URGENCIES.index(urgency))
        return await self._ask(job, whose, urgency)

    async def work_out(self, urgency: str, whose: Whose, function: Callable[..., Any], *given: Any) -> Any:
        """What a function finds in a process; raises BotFailed, and Refused where somebody waits for several hints.

        Nobody is interrupted: what is less urgent than a game has to be short.
        """
        if urgency == "hint":
            self._queue.must_have_room(whose, OF_PERSON, OF_PLACE, URGENCIES.index(urgency))
        return await self._ask(Work(function, given), whose, urgency)

    async def _ask(self, job: Job | Work, whose: Whose, urgency: str) -> Any:
        if not self.num_workers:
            raise BotFailed("no bots play at this node")
        waiting = _Waiting(job, whose=whose, urgency=URGENCIES.index(urgency))
        self._queue.put(waiting, whose, waiting.urgency)
        self._asked.add(waiting)
        try:
            return await waiting.answer
        finally:
            self._asked.discard(waiting)

    async def _serve(self, number: int) -> None:
        """One worker: keeps a process alive and hands it one question after another."""
        context = multiprocessing.get_context("spawn")  # a copy of a process with threads, as of Numba's, may hang
        while True:
            ours, theirs = context.Pipe()
            process = context.Process(target=work, args=(theirs, self._guests), name=f"tenka-bot-{number}", daemon=True)
            process.start()
            theirs.close()
            self.processes[number] = process
            waiting: _Waiting | None = None
            try:
                await asyncio.get_running_loop().run_in_executor(self._threads, ours.recv)  # it is prepared
                self._ready[number].set()
                while True:
                    waiting = await self._queue.get()
                    if waiting.answer.done():  # whoever asked has gone
                        continue
                    self.on_begin(URGENCIES[waiting.urgency], time.monotonic() - waiting.since)
                    await self._exchange(ours, waiting)
                    waiting = None
            except (EOFError, OSError, TimeoutError) as error:
                if self._is_closing:
                    return
                self.replaced += 1
                log.warning("a bot's process died and is replaced", extra={"worker": number})
                if waiting is not None:
                    self._try_again(waiting, isinstance(error, TimeoutError))
            finally:
                self._ready[number].clear()
                process.kill()
                ours.close()

    async def _exchange(self, connection: Connection, waiting: _Waiting) -> None:
        loop = asyncio.get_running_loop()
        connection.send(self._in_time(waiting))
        async with asyncio.timeout(SECONDS_TO_WORK if isinstance(waiting.job, Work) else SECONDS_TO_THINK):
            is_good, answer = await loop.run_in_executor(self._threads, connection.recv)
        if waiting.answer.done():
            return
        if is_good:
            waiting.answer.set_result(answer)
        else:
            waiting.answer.set_exception(BotFailed(answer))

    def _in_time(self, waiting: _Waiting) -> Job | Work:
        """A question, with its part of the time: where people at more places wait than there are processes, all are
        answered sooner, after less thought. Places count and not tables, so that nobody's hundred matter to others."""
        job = waiting.job
        if isinstance(job, Work) or job.is_rated:
            return job
        others = self._queue.num_other_places(waiting.whose, waiting.urgency)
        return job._replace(part=min(1.0, self.num_workers / (1 + others)))

    def _try_again(self, waiting: _Waiting, was_late: bool) -> None:
        waiting.attempts += 1
        if waiting.answer.done():
            return
        if was_late and waiting.job.player in self._guests:  # it would keep the others waiting as long again
            waiting.answer.set_exception(BotFailed(f"{waiting.job.player} said nothing for {SECONDS_TO_THINK:g} s"))
        elif waiting.attempts >= ATTEMPTS:
            waiting.answer.set_exception(BotFailed(f"{waiting.job.player} died {ATTEMPTS} times over one decision"))
        else:
            self._queue.put(waiting, waiting.whose, waiting.urgency)


def _any_seed() -> int:
    return random.SystemRandom().getrandbits(64)


# --- in the process ---------------------------------------------------------------------------------------------


def work(connection: Connection, guests: tuple[str, ...] = ()) -> None:
    """The life of a process: it prepares itself and says so; then question, answer, until the server is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(NICENESS)
    with contextlib.suppress(EOFError, OSError, KeyboardInterrupt):
        with contextlib.suppress(GameError):  # the server has looked at them; what is spoilt since is told when asked
            seat_guests(guests)
        for game in GAMES:
            prepare_bots(game)
        connection.send("ready")
        while True:
            job = connection.recv()
            answer: tuple[bool, Any]
            try:
                answer = (True, answer_job(job))
            except Exception as error:  # a bot's mistake must not end the process
                answer = (False, f"{type(error).__name__}: {error}")
            connection.send(answer)


def answer_job(job: Job | Work) -> Any:
    """Decides, explains, or works something out."""
    if isinstance(job, Work):
        return job.function(*job.given)
    rules, player, rng = get_game(job.game), find_bot(job.player, job.game), random.Random(job.seed)
    if job.kind == "decide":
        return decide_ply(rules, job.state, job.seat, player, rng, part_of_time(player, job.part))
    legal = rules.legal(job.state)
    try:
        budget = part_of_time(player, job.part)
        best, *others = player.explain(rules.view(job.state, job.seat), legal, rng, budget)[:NUM_LINES]
    except (GameError, ValueError, IndexError):  # some explain turns only, not the set-up
        actions = decide_ply(rules, job.state, job.seat, player, rng)
        return Advice(actions, [Line(actions, 0.0)])
    # The turn is the best line to its end: a second search might prefer another one.
    turn = _whole_turn(rules, job.state, best.actions)
    if turn is None:
        first = best.actions[0]
        turn = [first, *decide_ply(rules, rules.apply(job.state, first), job.seat, player, rng)]
    return Advice(turn, [best._replace(actions=turn), *others])


def _whole_turn(rules: Rules, state: State, actions: Sequence[Action]) -> list[Action] | None:
    """The turn that a line begins with; None where the player has not looked to its end."""
    before = rules.num_plies(state)
    for number, action in enumerate(actions, 1):
        state = rules.apply(state, action)
        if rules.num_plies(state) > before:
            return list(actions[:number])
    return None
