"""Clocks: their arithmetic, time that is up, and restarts."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tenka.server.clocks import ClockState, elapsed
from tenka.server.messages import ClockSettings
from tests.server.client import BASIC, Node, Page, running
from tests.server.test_people import refusal

pytestmark = pytest.mark.slow

REAL = ClockSettings(kind="real", main_seconds=100, turn_seconds=10)


def test_a_turn_within_its_own_seconds_costs_no_main_time() -> None:
    clock = ClockState(REAL, 2)
    clock.change(0.0, [0], [], ())
    clock.change(9.0, [1], [0], ())
    assert clock.main_left == [100.0, 100.0]


def test_what_goes_beyond_the_turns_seconds_comes_out_of_main_time() -> None:
    clock = ClockState(REAL, 2)
    clock.change(0.0, [0], [], ())
    clock.change(25.0, [1], [0], ())
    assert clock.main_left == [85.0, 100.0]
    assert clock.deadline(25.0, ()) == 25.0 + 110.0
    assert clock.expired(134.9, ()) == []
    assert clock.expired(135.0, ()) == [1]


def test_who_moves_twice_in_a_row_gets_the_turns_seconds_twice() -> None:
    clock = ClockState(REAL, 2)
    clock.change(0.0, [0], [], ())
    clock.change(9.0, [0], [0], ())
    clock.change(18.0, [1], [0], ())
    assert clock.main_left[0] == 100.0


def test_another_event_does_not_start_the_turn_again() -> None:
    clock = ClockState(REAL, 2)
    clock.change(0.0, [0], [], ())
    clock.change(9.0, [0], [], ())
    assert clock.remaining(0, 9.0, ()) == 101.0


def test_days_per_move() -> None:
    clock = ClockState(ClockSettings(kind="days", days=3), 2)
    clock.change(0.0, [0], [], ())
    assert clock.deadline(0.0, ()) == 3 * 86_400


def test_without_a_clock_time_is_never_up() -> None:
    clock = ClockState(ClockSettings(), 2)
    clock.change(0.0, [0], [], ())
    assert clock.deadline(1.0, ()) is None
    assert clock.expired(1e12, ()) == []
    assert clock.show(1.0, ()) is None


def test_time_in_which_no_server_ran_counts_against_nobody() -> None:
    clock = ClockState(REAL, 2)
    clock.change(0.0, [0], [], ())
    outages = [(5.0, 1000.0)]
    assert clock.expired(1100.0, outages) == []
    assert clock.expired(1105.0, outages) == [0]


@given(st.lists(st.tuples(st.floats(0, 60), st.integers(0, 1)), max_size=30), st.floats(0, 500), st.floats(0, 500))
def test_clocks_are_the_same_with_and_without_an_outage(
    turns: list[tuple[float, int]], at: float, length: float
) -> None:
    """An outage shifts everything after it and changes no clock."""
    plain, shifted = ClockState(REAL, 2), ClockState(REAL, 2)
    outages = [(at, at + length)]
    now = 0.0
    for seconds, seat in turns:
        now += seconds
        later = now if now <= at else now + length
        plain.change(now, [seat], [1 - seat], ())
        shifted.change(later, [seat], [1 - seat], outages)
        assert shifted.main_left == pytest.approx(plain.main_left, abs=1e-6)


@given(st.floats(0, 100), st.floats(0, 100), st.lists(st.tuples(st.floats(0, 100), st.floats(0, 100))))
def test_no_outage_makes_time_longer(begin: float, length: float, outages: list[tuple[float, float]]) -> None:
    assert 0 <= elapsed(begin, begin + length, outages) <= length + 1e-9


def test_when_time_is_up_a_bot_takes_over_and_the_player_can_come_back(guest: Page, other: Page) -> None:
    clock = {"kind": "real", "main_seconds": 1, "turn_seconds": 0}
    table = guest.make_table("me", "open", visibility="open", options={**BASIC, "first": "red"}, clock=clock)["id"]
    with guest.open() as line:
        other.post(f"/api/tables/{table}/join", {})
        clocks = line.ask("watch", table=table)["info"]["clocks"]
        assert clocks["running"] == [0]
        assert clocks["main_left"][0] <= 1
        entry = line.until("event")["entry"]
        assert (entry["kind"], entry["seat"], entry["reason"]) == ("taken_over", 0, "time")
        assert line.until("event")["entry"]["by"] == "stand_in"
        back = guest.post(f"/api/tables/{table}/return")
        assert back["seats"][0]["stand_in"] is None


def test_a_seat_can_lose_its_remaining_turns_instead(guest: Page, other: Page) -> None:
    clock = {"kind": "real", "main_seconds": 0, "turn_seconds": 1}
    settings = {"clock": clock, "on_expiry": "lose", "options": {**BASIC, "first": "red"}}
    table = guest.make_table("me", "open", visibility="open", **settings)["id"]
    with guest.open() as line:
        other.post(f"/api/tables/{table}/join", {})
        line.ask("watch", table=table)
        assert line.until("event")["entry"]["kind"] == "turns_lost"
        while line.until("event", 30)["outcome"] is None:
            pass
    refusal(guest.http.post(f"/api/tables/{table}/return"), 409, "over")
    assert all(seat["has_lost_turns"] for seat in guest.get(f"/api/tables/{table}")["info"]["seats"])


@pytest.mark.slow
@pytest.mark.slow
def test_clocks_are_right_after_a_restart(tmp_path: Path) -> None:
    """The server is killed for longer than the time that was left: nobody loses on time."""
    clock = {"kind": "real", "main_seconds": 0, "turn_seconds": 8}
    with running(Node(tmp_path, TENKA_LIMITS="0")) as node, Page(node.url).guest() as page:
        table = page.make_table("me", "greedy", options={**BASIC, "first": "red"}, clock=clock)["id"]
        time.sleep(3)
        node.kill()
        time.sleep(8)
        node.start()
        info = page.get(f"/api/tables/{table}")["info"]
        assert info["seats"][0]["stand_in"] is None
        assert 1.0 < info["clocks"]["turn_left"][0] < 7.9
        end = time.monotonic() + 20
        while page.get(f"/api/tables/{table}")["info"]["seats"][0]["stand_in"] is None:
            assert time.monotonic() < end, "time is up, and nobody took over"
            time.sleep(0.5)
