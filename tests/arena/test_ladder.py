"""Everybody meets everybody, and the better ones stand above."""

from __future__ import annotations

import csv
import json
import random
from collections import Counter
from xml.etree import ElementTree

import pytest

from tenka.arena.ladder import make_ladder, to_csv, to_json
from tenka.arena.match import GameResult
from tenka.arena.picture import draw_ladder
from tenka.arena.plan import LADDER, Plan
from tenka.arena.ratings import rate
from tests.arena.conftest import plan_of, result_of

STRENGTHS = (1.0, 2.0, 4.0)


def ladder_plan(seats: int, games: int = 60) -> Plan:
    """Names of any players, because nobody plays."""
    return plan_of("weak,<middle>,strong", games, kind=LADDER, seats=seats)


def simulate(plan: Plan) -> list[GameResult]:
    """Each player wins in proportion to its strength."""
    rng = random.Random(1)
    results = []
    for number in range(1, plan.games + 1):
        seats = plan.seating(number).seats
        luck = [rng.random() ** (1 / STRENGTHS[player]) for player in seats]
        ranking = [1 + sum(other > own for other in luck) for own in luck]
        results.append(result_of(number, seats, ranking))
    return results


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_pair_sits_everywhere_equally_often_with_the_same_deals(seats: int) -> None:
    plan = ladder_plan(seats, games=5)
    seatings = [plan.seating(number) for number in range(1, plan.games + 1)]
    met = Counter(seating.seats for seating in seatings)
    sets = -(-5 // seats)
    assert set(met.values()) == {sets}
    pairs = 3 if seats == 2 else 6
    assert len(met) == pairs * seats
    assert Counter(seating.deal for seating in seatings) == dict.fromkeys(range(sets), pairs * seats)
    assert all(len(set(seating.seats)) == 2 for seating in seatings)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_better_player_stands_above(seats: int) -> None:
    plan = ladder_plan(seats)
    rows = make_ladder(plan, simulate(plan))
    assert [row.player for row in rows] == ["strong", "<middle>", "weak"]
    for row in rows:
        assert row.score.games == sum(score.games for score in row.against.values()) == 120
        assert row.score.wins == pytest.approx(sum(score.wins for score in row.against.values()))
        low, high = row.score.interval
        assert low < row.score.share < high
    if seats == 2:
        assert rows[0].against["weak"].share == pytest.approx(1 - rows[2].against["strong"].share)
        assert rows[0].against["weak"].share == pytest.approx(0.8, abs=0.1)


def test_ratings_depend_on_the_results_only() -> None:
    results = simulate(ladder_plan(3))
    assert rate(results, 3) == rate(list(results), 3)
    weak, middle, strong = rate(results, 3)
    assert weak.mu < middle.mu < strong.mu
    assert strong.ordinal == strong.mu - 3 * strong.sigma


def test_who_shares_a_rank_is_rated_alike() -> None:
    first, second, third = rate([result_of(1, (0, 1, 2), (1, 1, 3))], 3)
    assert first == second
    assert third.mu < 25 < first.mu


def test_who_never_played_keeps_the_rating_of_the_beginning() -> None:
    ratings = rate([result_of(1, (0, 1), (1, 2))], 3)
    assert ratings[2] == pytest.approx((25, 25 / 3))


def test_the_files_say_the_same_as_the_ladder() -> None:
    plan = ladder_plan(2)
    rows = make_ladder(plan, simulate(plan))
    content = json.loads(to_json(plan, rows))
    table = list(csv.DictReader(to_csv(rows).splitlines()))
    assert content["par"] == 0.5
    for row, entry, line in zip(rows, content["ladder"], table, strict=True):
        assert row.player == entry["player"] == line["player"]
        assert row.rating.mu == entry["mu"] == pytest.approx(float(line["mu"]), abs=1e-4)
        assert row.score.share == entry["share"] == pytest.approx(float(line["share"]), abs=1e-4)
        assert int(line["games"]) == entry["games"] == 120
        for name, score in row.against.items():
            assert score.share == entry["against"][name]["share"]
            assert score.share == pytest.approx(float(line[f"against {name}"]), abs=1e-4)


@pytest.mark.parametrize("seats", [2, 4])
def test_the_picture_has_a_bar_for_each_player_inside_its_frame(seats: int) -> None:
    plan = ladder_plan(seats)
    rows = make_ladder(plan, simulate(plan))
    picture = ElementTree.fromstring(draw_ladder(plan, rows))
    space = "{http://www.w3.org/2000/svg}"
    texts = [text.text for text in picture.iter(f"{space}text")]
    assert [text for text in texts if text in plan.players] == ["strong", "<middle>", "weak"]
    bars = [bar for bar in picture.iter(f"{space}rect") if bar.get("class") == "bar"]
    tracks = [bar for bar in picture.iter(f"{space}rect") if bar.get("class") == "track"]
    for row, bar, track in zip(rows, bars, tracks, strict=True):
        share = float(bar.attrib["width"]) / float(track.attrib["width"])
        assert share == pytest.approx(row.score.share, abs=0.001)
        assert float(bar.attrib["y"]) < float(picture.attrib["height"])
        assert float(bar.attrib["x"]) + float(bar.attrib["width"]) < float(picture.attrib["width"])
    cells = [cell for cell in picture.iter(f"{space}rect") if cell.get("class") in {"win", "lose"}]
    assert len(cells) == 6
    assert f"{100 * rows[0].against['weak'].share:.0f}" in texts
