"""Who waits for bots and replays: what is urgent first, and of that everybody in turn."""

from __future__ import annotations

import asyncio
import random
import threading
import time
from collections.abc import Sequence
from typing import Any, cast

import pytest

from tenka.game import Action, View
from tenka.games import get_game
from tenka.players import Budget, Line, get_player
from tenka.server import bots
from tenka.server.bots import URGENCIES, BotPool, Job, Work, answer_job
from tenka.server.fair import FairQueue, Whose
from tenka.server.study import Study
from tenka.table import Refused

ANN, BOB, EVE = Whose("home", "ann"), Whose("home", "bob"), Whose("elsewhere", "eve")


def emptied(queue: FairQueue[str]) -> list[str]:
    async def take() -> list[str]:
        return [await queue.get() for _ in range(len(queue))]

    return asyncio.run(take())


def test_nobody_waits_for_anothers_hundred() -> None:
    queue: FairQueue[str] = FairQueue()
    for number in range(100):
        queue.put(f"eve {number}", EVE)
    queue.put("ann 0", ANN)
    assert emptied(queue)[:3] == ["eve 0", "ann 0", "eve 1"]


def test_a_place_full_of_guests_has_one_turn_as_a_single_person_has() -> None:
    queue: FairQueue[str] = FairQueue()
    for number in range(50):
        queue.put(f"guest {number}", Whose("crowd", str(number)))
    for number in range(3):
        queue.put(f"ann {number}", ANN)
    assert emptied(queue)[:6] == ["guest 0", "ann 0", "guest 1", "ann 1", "guest 2", "ann 2"]


def test_people_at_one_place_take_turns() -> None:
    queue: FairQueue[str] = FairQueue()
    for name, whose in (("ann", ANN), ("ann", ANN), ("ann", ANN), ("bob", BOB), ("eve", EVE), ("eve", EVE)):
        queue.put(name, whose)
    assert emptied(queue) == ["ann", "eve", "bob", "eve", "ann", "ann"]


def test_games_go_before_hints_and_hints_before_reviews() -> None:
    queue: FairQueue[str] = FairQueue(3)
    for urgency, name in ((2, "review"), (1, "hint"), (0, "game"), (1, "hint"), (0, "game")):
        queue.put(name, ANN, urgency)
    assert emptied(queue) == ["game", "game", "hint", "hint", "review"]
    assert len(queue) == 0


def test_who_waits_for_several_already_is_refused() -> None:
    queue: FairQueue[str] = FairQueue(2)
    queue.put("one", ANN, 1)
    queue.put("two", BOB, 1)
    queue.must_have_room(ANN, 2, 3, 1)
    queue.must_have_room(ANN, 1, 1, 0)
    with pytest.raises(Refused, match="wait for the first") as refused:
        queue.must_have_room(ANN, 1, 9, 1)
    assert refused.value.code == "limit"
    with pytest.raises(Refused, match="wait for the first"):
        queue.must_have_room(ANN, 2, 2, 1)
    queue.must_have_room(EVE, 1, 1, 1)


def test_what_comes_later_wakes_who_waits() -> None:
    async def wait() -> list[str]:
        queue: FairQueue[str] = FairQueue()
        getting = [asyncio.create_task(queue.get()) for _ in range(2)]
        await asyncio.sleep(0)
        queue.put("a")
        queue.put("b")
        return sorted(await asyncio.gather(*getting))

    assert asyncio.run(wait()) == ["a", "b"]


# --- the study ----------------------------------------------------------------------------------------------------


# --- how long bots may think ----------------------------------------------------------------------------------------

RULES = get_game("samurai")
STATE = RULES.start(RULES.options({"players": 2, "hands": "random", "pieces": "random"}), random.Random(1))
ROOM = Whose("a room", "ann")


def part_of(waiting_at: Sequence[str], workers: int = 1, is_rated: bool = False) -> float:
    """Which part of its time a bot has for Ann's turn while others wait at these places."""

    async def ask() -> float:
        pool = BotPool(workers)
        for place in waiting_at:
            pool._queue.put(cast(Any, None), Whose(place, "somebody"))
        job = Job("decide", "samurai", STATE, 0, "tenkabito", 1, is_rated)
        found = pool._in_time(bots._Waiting(job, whose=ROOM, urgency=URGENCIES.index("game")))
        await pool.close()
        return cast(Job, found).part

    return asyncio.run(ask())


def test_bots_think_for_a_part_of_their_time_where_more_places_wait_than_there_are_processes() -> None:
    assert part_of([]) == 1
    assert part_of(["b"]) == 1 / 2
    assert part_of(["b", "c", "d"]) == 1 / 4
    assert part_of(["b", "c", "d"], workers=2) == 1 / 2
    assert part_of(["b"], workers=2) == 1


def test_a_hundred_tables_at_one_place_make_no_bot_of_others_hasty_beyond_one() -> None:
    assert part_of(["b"] * 100) == 1 / 2
    assert part_of(["a room"] * 100) == 1, "and those of one's own wait for each other"


def test_in_a_rated_game_a_bot_has_all_its_time() -> None:
    assert part_of(["b", "c", "d"], is_rated=True) == 1


def test_work_that_is_no_bots_is_handed_over_as_it_is() -> None:
    async def ask() -> None:
        pool, work = BotPool(1), Work(len, ("abc",))
        pool._queue.put(cast(Any, None), Whose("b", "bob"))
        assert pool._in_time(bots._Waiting(work, whose=ROOM)) is work
        await pool.close()

    asyncio.run(ask())


class Clocked:
    """Notes how long it may think."""

    name = "clocked"
    budget = Budget(iterations=4000, milliseconds=1500)

    def __init__(self) -> None:
        self.told: list[Budget | None] = []

    def decide(self, view: View, legal: Sequence[Action], rng: random.Random, budget: Budget | None = None) -> Action:
        self.told.append(budget)
        return get_player("greedy").decide(view, legal, rng)

    def explain(
        self, view: View, legal: Sequence[Action], rng: random.Random, budget: Budget | None = None
    ) -> list[Line]:
        self.told.append(budget)
        return get_player("greedy").explain(view, legal, rng)


@pytest.mark.parametrize("kind", ["decide", "hint"])
@pytest.mark.parametrize(("part", "milliseconds"), [(1.0, None), (0.5, 750), (0.01, 100)])
def test_a_bot_is_told_how_long_it_may_think(
    monkeypatch: pytest.MonkeyPatch, kind: Any, part: float, milliseconds: int | None
) -> None:
    player, seat = Clocked(), RULES.turn(STATE)
    assert seat is not None
    monkeypatch.setattr(bots, "find_bot", lambda _name, _game: player)
    answer_job(Job(kind, "samurai", STATE, seat, "clocked", 1, part=part))
    assert player.told[0] == (None if milliseconds is None else Budget(4000, milliseconds))


def test_the_study_works_beside_the_event_loop_one_thing_at_a_time() -> None:
    threads, at_once, most = set(), 0, 0

    def work() -> str:
        nonlocal at_once, most
        at_once += 1
        most = max(most, at_once)
        threads.add(threading.current_thread().name)
        time.sleep(0.02)
        at_once -= 1
        return "done"

    async def ask() -> None:
        study = Study()
        asking = [study.work_out(work, Whose(str(number), "x")) for number in range(6)]
        assert await asyncio.gather(*asking) == ["done"] * 6
        await study.close()

    asyncio.run(ask())
    assert (most, len(threads)) == (1, 1)
    assert threading.current_thread().name not in threads


def test_the_study_keeps_what_it_has_worked_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tenka.server.study.MOST_BYTES_KEPT", 10)
    calls: list[str] = []

    def work(name: str) -> bytes:
        calls.append(name)
        return b"12345"

    async def ask() -> None:
        study = Study()
        for name in ("a", "a", "b", "a", "c", "a", "b"):
            assert await study.look_up(name, lambda name=name: work(name), ANN) == b"12345"  # type: ignore[misc]
        await study.close()

    asyncio.run(ask())
    assert calls == ["a", "b", "c", "b"], "the longest unused is forgotten first"


def test_who_asks_the_study_for_much_waits_and_then_is_refused() -> None:
    async def ask() -> list[str]:
        study, answers = Study(), []
        may_go = threading.Event()
        busy = asyncio.create_task(study.work_out(may_go.wait, EVE))
        await asyncio.sleep(0.05)
        asking = [asyncio.create_task(study.work_out(lambda: "done", ANN)) for _ in range(6)]
        for done in asyncio.as_completed([*asking, asyncio.create_task(study.work_out(lambda: "bob", BOB))]):
            try:
                answers.append(await done)
            except Refused as refused:
                answers.append(refused.code)
                may_go.set()
        await busy
        with pytest.raises(ValueError, match="broken"):
            await study.read(_break)
        await study.close()
        return sorted(answers)

    assert asyncio.run(ask()) == ["bob", "done", "done", "done", "done", "limit", "limit"]


def _break() -> None:
    raise ValueError("broken")
