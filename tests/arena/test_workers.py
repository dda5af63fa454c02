"""However many processes play, the games are the same."""

from __future__ import annotations

import multiprocessing
from contextlib import closing

import pytest

from tenka.arena import workers
from tenka.arena.workers import play_plan
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
