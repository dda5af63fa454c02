"""Clocks that are just: time in which the server could not serve counts against nobody, also while it runs."""

from __future__ import annotations

import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import delete
from sqlalchemy.exc import OperationalError

from tenka.server import audience, lounge, rooms, store
from tenka.server import database as db
from tests.server.place import Place, run

CLOCK = {"kind": "real", "turn_seconds": 60, "main_seconds": 60}


class Wall:
    """The machine's clock, which a test sets."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.now = 1_000_000.0
        fake = SimpleNamespace(time=lambda: self.now, monotonic=time.monotonic, perf_counter=time.perf_counter)
        for module in (lounge, rooms, store, audience):
            patch.setattr(module, "time", fake)
        patch.setattr(lounge, "SECONDS_BETWEEN_SWEEPS", 0.0)


@pytest.fixture
def wall(monkeypatch: pytest.MonkeyPatch) -> Wall:
    return Wall(monkeypatch)


async def beat_for(here: Place, wall: Wall, seconds: float) -> None:
    """Time in which the node lives."""
    for _ in range(round(seconds / 2)):
        wall.now += 2
        await here.lounge._beat_now()


def left(here: Place, wall: Wall) -> float:
    ledger = here.room.ledger
    seconds = ledger.clock.remaining(here.seat, wall.now, here.lounge.outages)
    assert seconds is not None
    return seconds


def kinds(here: Place) -> list[str]:
    return [event.kind for event in here.room.ledger.events]


def test_a_machine_that_slept_has_taken_nobodys_time(tmp_path: Path, wall: Wall) -> None:
    async def sleep(here: Place) -> None:
        await beat_for(here, wall, 10)
        before = left(here, wall)
        wall.now += 3600
        await here.lounge._sweep()
        assert "taken_over" not in kinds(here)
        assert left(here, wall) == pytest.approx(before, abs=1)
        assert len(here.lounge.outages) == 1

    run(tmp_path, sleep, clock=CLOCK)


def test_five_seconds_in_which_nobody_could_be_served_count_against_nobody(tmp_path: Path, wall: Wall) -> None:
    async def stand_still(here: Place) -> None:
        await beat_for(here, wall, 10)
        before = left(here, wall)
        wall.now += 5
        await here.lounge._beat_now()
        assert left(here, wall) == pytest.approx(before, abs=0.1)

    run(tmp_path, stand_still, clock=CLOCK)


def test_a_database_that_does_not_say_when_nodes_lived_says_it_by_what_was_written_last(
    tmp_path: Path, wall: Wall
) -> None:
    async def restore(here: Place) -> None:
        await beat_for(here, wall, 10)
        await here.room.act(here.seat, here.a_turn(), 0)
        before = left(here, wall)
        await here.store.execute(delete(db.nodes))
        wall.now += 30 * 86_400
        await here.lounge._sweep()
        assert "taken_over" not in kinds(here)
        assert left(here, wall) == pytest.approx(before, abs=1)

    run(tmp_path, restore, clock=CLOCK)


def test_a_beat_that_comes_a_little_late_is_no_outage(tmp_path: Path, wall: Wall) -> None:
    async def be_late(here: Place) -> None:
        await beat_for(here, wall, 10)
        for seconds in (2.5, 3.0, 3.9):
            wall.now += seconds
            await here.lounge._beat_now()
        assert here.lounge.outages == []

    run(tmp_path, be_late, clock=CLOCK)


def test_a_turn_sent_at_once_after_the_sleep_costs_nothing_of_it(tmp_path: Path, wall: Wall) -> None:
    """The turn may come before the node has noticed that it slept."""

    async def play(here: Place) -> None:
        await beat_for(here, wall, 10)
        seat = here.seat
        wall.now += 3600
        await here.room.act(seat, here.a_turn(), 0)
        assert here.room.ledger.clock.main_left[seat] == 60
        again = await _read_again(here)
        assert again.clock.main_left[seat] == 60

    run(tmp_path, play, clock=CLOCK)


async def _read_again(here: Place) -> Any:
    del here.lounge.rooms[here.room.id]
    return (await here.lounge.room(here.room.id)).ledger


def test_time_in_which_the_database_was_away_counts_against_nobody(
    tmp_path: Path, wall: Wall, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def away(here: Place) -> None:
        await beat_for(here, wall, 10)
        before, transact = left(here, wall), here.store.transact

        async def broken(do: Any, goes_first: bool) -> Any:
            raise OperationalError("x", {}, OSError("away"))

        monkeypatch.setattr(here.store, "transact", broken)
        for _ in range(5):
            wall.now += 60
            with pytest.raises(OperationalError):
                await here.lounge._sweep()
        assert not here.lounge.is_alive
        monkeypatch.setattr(here.store, "transact", transact)
        await here.lounge._sweep()
        assert here.lounge.is_alive
        assert "taken_over" not in kinds(here)
        assert left(here, wall) == pytest.approx(before, abs=1)

    run(tmp_path, away, clock=CLOCK)


def test_a_clock_set_forward_or_back_takes_no_time(tmp_path: Path, wall: Wall) -> None:
    async def set_clock(here: Place) -> None:
        await beat_for(here, wall, 10)
        before = left(here, wall)
        wall.now += 86_400
        await here.lounge._sweep()
        assert left(here, wall) == pytest.approx(before, abs=1)
        wall.now -= 86_400
        await here.lounge._sweep()
        assert left(here, wall) >= before - 1
        assert "taken_over" not in kinds(here)

    run(tmp_path, set_clock, clock=CLOCK)


def test_time_that_was_served_counts(tmp_path: Path, wall: Wall) -> None:
    async def think(here: Place) -> None:
        await beat_for(here, wall, 10)
        wall.now += 4
        await here.lounge._beat_now()
        assert left(here, wall) == pytest.approx(60 + 60 - 14, abs=0.1)
        assert here.lounge.outages == []
        seat = here.seat
        await beat_for(here, wall, 120)
        await here.lounge._sweep()
        assert here.room.ledger.seats[seat].stand_in is not None, "his time was up"

    run(tmp_path, think, clock=CLOCK)
