"""What the simulated fleet is told: costs out of what two nodes have used, and a mixed evening to be held against."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent.parent
SECONDS = 16.0


@pytest.fixture
def costs(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(ROOT / "benchmarks"))
    return importlib.import_module("fleet_costs")


def scenes(costs: Any, spoilt: float = 0.0) -> Any:
    """As two nodes would use that need 1 ms for a turn, 2 ms to take in that of another, 50 µs of Redis, and so on.
    Spoilt: how much more of Redis one scene took, by chance."""

    def used(turns: int, first: float, second: float, reading: float = 0, answers: int = 0, redis: float = 0) -> Any:
        database = 0.1 + turns * 0.0003 + reading
        broker = 0.02 + turns * 0.00005 + redis
        return costs.Used(0.16 + first, 0.16 + second, database, broker, answers * 0.0004, SECONDS, turns, answers)

    one = 0.001 + 4 * 0.0001  # a turn that four hear of
    alone = 1200 * 0.0002
    return costs.Scenes(
        idle=used(0, 0.0, 0.0),
        together=used(1200, 1200 * one, alone, redis=spoilt),
        watched=used(1200, 1200 * (one + costs.SPECTATORS * 0.0001), alone),
        apart=used(1200, 600 * (one + 0.002), 600 * (one + 0.002), reading=1200 * 0.0008),
        tried=used(1200, 1200 * (one + costs.PREVIEWS * 0.0003), alone),
        bots=used(900, 225 * 0.003 + 450 * 0.0002, 225 * 0.003 + 450 * 0.0002, answers=450),
        quiet=used(0, 0.5, 0.0),
        crowded=used(0, 0.5 + costs.WATCHERS * SECONDS * 0.00004, 0.0),
        mixed=used(1100, 1.0, 1.0, answers=100),
        memory=600_000.0,
    )


def test_costs_are_what_the_scenes_differ_by(costs: Any) -> None:
    found = costs.find_costs(scenes(costs))
    assert vars(found) == pytest.approx(
        {
            "act": 0.001,
            "send": 0.0001,
            "fold": 0.002,
            "hear": 0.0002,
            "preview": 0.0003,
            "database": 0.0003,
            "reading": 0.0008,
            "redis": 0.00005,
            "bot_node": 0.003,
            "bot": 0.0004,
            "telling": 0.00004,
            "idle": 0.01,
            "idle_database": 0.1 / SECONDS,
            "idle_redis": 0.02 / SECONDS,
            "memory": 600_000.0,
        }
    )


def test_one_scene_that_a_neighbour_spoilt_says_little_of_what_all_turns_cost_alike(costs: Any) -> None:
    """Redis has a few hundredths of a second to do in each: found from one of them a turn cost a third more or less."""
    found = costs.find_costs(scenes(costs, spoilt=0.03))
    assert found.redis == pytest.approx(0.00005, rel=0.15)


def test_the_evening_that_is_simulated_has_as_many_answers_of_bots_as_there_were(costs: Any) -> None:
    """A game of two was over long before the evening was, and twice as many answers were simulated as given."""
    pytest.importorskip("simpy")
    fleet = importlib.import_module("fleet")
    whole = scenes(costs)
    rows = fleet.check(whole.mixed, 0.4, costs.find_costs(whole))
    assert (rows[3][0], rows[3][-1]) == ("bots", "+0%")
