"""However many processes play, the games are the same."""

from __future__ import annotations

import multiprocessing
import signal
from contextlib import closing
from functools import partial

import pytest

from tenka.arena import workers
from tenka.arena.workers import play_plan, run_in_processes
from tests.arena.conftest import plan_of

PLAN = plan_of("uniform,greedy", 12)


def test_the_number_of_processes_does_not_change_the_games() -> None:
    alone = list(play_plan(PLAN, workers=1))
    assert [result.number for result in alone] == list(range(1, 13))
    assert list(play_plan(PLAN, workers=2)) == alone
    assert multiprocessing.active_children() == []


def test_others_join_where_it_takes_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    alone = list(play_plan(PLAN, workers=1))
    monkeypatch.setattr(workers, "SECONDS_ALONE", 0.05)
    monkeypatch.setattr(workers, "count_processors", lambda: 2)
    assert list(play_plan(PLAN)) == alone


def test_who_stops_early_leaves_no_process_behind() -> None:
    with closing(play_plan(plan_of("uniform,uniform", 10_000), workers=2)) as results:
        assert [next(results).number for _ in range(3)] == [1, 2, 3]
    assert multiprocessing.active_children() == []


def is_deaf(_number: int) -> bool:
    return signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, [])


def test_processes_do_not_hear_ctrl_c_from_their_first_moment() -> None:
    """They inherit it, so that there is no moment at which they would tell with a traceback where they are."""
    assert [found for done in run_in_processes(partial(is_deaf), [1, 2], 2) for found in done] == [True, True]
    assert not is_deaf(0), "who began them hears it"
