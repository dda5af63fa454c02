"""Tries that count: ratings, streaks, the stream, votes, and the report that another turn is as good."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from sqlalchemy import func, insert, select

from tenka.cli import main
from tenka.puzzles.shelf import Shelf, open_shelf
from tenka.server import database as db
from tenka.server import puzzling
from tenka.server.glicko import Strength, after_try
from tenka.server.messages import PuzzleLead
from tenka.server.solving import Report, Solving
from tenka.server.weighing import Slice, add_up
from tests.server.client import Page
from tests.server.reviewing import Worker
from tests.server.site import Site, Visitor, open_site, refusal
from tests.server.test_puzzles import GAME, PATH, PUZZLE, PUZZLES, moves_of

LIST = f"/api/puzzles/{GAME}"
RIGHT, WRONG = moves_of(PUZZLE.right[0]), moves_of(PUZZLE.others[0])
CARD = open_shelf(GAME).cards[PUZZLE.id]


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with open_site(tmp_path) as site:
        yield site


def standing_of(visitor: Visitor) -> dict[str, Any]:
    found: dict[str, Any] = visitor.get(LIST)["standing"]
    return found


def try_at(visitor: Visitor, number: int, is_right: bool) -> dict[str, Any]:
    puzzle = PUZZLES[number]
    turn = puzzle.right[0] if is_right else puzzle.others[0]
    found: dict[str, Any] = visitor.post(f"{LIST}/{puzzle.id}/try", moves_of(turn))
    return found


# --- ratings


def test_a_try_is_rated_as_glickman_says() -> None:
    """The first opponent of his example: 1500 ± 200 wins against 1400 ± 30."""
    person, puzzle = after_try(Strength(1500, 200, 0.06), Strength(1400, 30, 0.06), True, 0.0)
    assert (person.rating, person.deviation) == pytest.approx((1563.56, 175.40), abs=0.01)
    assert puzzle.rating < 1400
    loser, _ = after_try(Strength(1500, 200, 0.06), Strength(1400, 30, 0.06), False, 0.0)
    assert loser.rating < 1500


def test_who_was_long_away_is_less_sure_and_a_puzzle_is_not() -> None:
    year = 365 * 86_400.0
    before, puzzle = Strength(1500, 60, 0.06, at=1.0), Strength(1500, 60)
    soon, soon_puzzle = after_try(before, puzzle, True, 2.0)
    late, late_puzzle = after_try(before, puzzle, True, year)
    assert late.deviation > soon.deviation + 50
    assert late_puzzle.deviation < soon_puzzle.deviation + 5
    assert after_try(before, puzzle, True, 0.0)[0].at == before.at, "the clock of another node is behind"


def test_the_first_try_counts_and_no_other(site: Site) -> None:
    guest = site.guest()
    assert standing_of(guest) == {"rating": 1500, "deviation": 350, "tries": 0, "solved": 0, "streak": 0, "best": 0}
    shown = guest.get(PATH)
    assert (shown["rating"], shown["is_tried"]) == (PUZZLE.rating, False)
    wrong = guest.post(f"{PATH}/try", WRONG)
    assert wrong["is_right"] is False
    assert wrong["change"] == wrong["standing"]["rating"] - 1500 < 0
    assert wrong["rating"] > PUZZLE.rating
    again = guest.post(f"{PATH}/try", RIGHT)
    assert (again["is_right"], again["change"], again["standing"]) == (True, None, wrong["standing"])
    assert again["rating"] == wrong["rating"]
    assert guest.get(PATH) == {**shown, "rating": wrong["rating"], "is_tried": True}
    other = site.guest().get(PATH)
    assert other == {**shown, "rating": wrong["rating"]}


def test_a_streak_grows_with_right_tries_and_ends_with_a_wrong_one(site: Site) -> None:
    guest = site.guest()
    course = [try_at(guest, number, is_right)["standing"] for number, is_right in enumerate((True, True, False, True))]
    assert [(each["streak"], each["best"]) for each in course] == [(1, 1), (2, 2), (0, 2), (1, 2)]
    assert [(each["tries"], each["solved"]) for each in course] == [(1, 1), (2, 2), (3, 2), (4, 3)]
    assert course[0]["rating"] < course[1]["rating"] > course[2]["rating"] < course[3]["rating"]
    assert standing_of(guest) == course[-1]


def test_the_stream_offers_what_is_not_tried_until_nothing_but_that_of_the_day_is_left(site: Site) -> None:
    guest, day = site.guest(), site.visitor().get(f"{LIST}/day")["id"]
    seen = {puzzle.id for puzzle in PUZZLES[20:]} | {day}
    assert guest.person
    tried = {"person": guest.person["id"], "game": GAME, "at": 1.0, "moves": "", "is_right": True}
    rows = [tried | {"puzzle": name, "before": "[]", "change": 0.0, "vote": 0} for name in seen - {day}]
    site.wait_for(site.server.store.execute, insert(db.puzzle_tries).values(rows))
    while len(seen) < len(PUZZLES):
        shown = guest.get(f"{LIST}/next")
        assert shown["id"] not in seen
        assert not shown["is_tried"]
        seen.add(shown["id"])
        number = next(n for n, puzzle in enumerate(PUZZLES) if puzzle.id == shown["id"])
        try_at(guest, number, True)
    refusal(guest.send("GET", f"{LIST}/next"), 404, "missing")
    assert site.visitor().get(f"{LIST}/next")["id"] in seen


def test_puzzles_are_looked_for_by_the_ratings_that_people_gave_them(site: Site) -> None:
    rows = [
        {"game": GAME, "puzzle": puzzle.id, "rating": 3000.0 if puzzle.id == PUZZLE.id else 500.0}
        | {"deviation": 60.0, "volatility": 0.06, "tries": 9, "solved": 0}
        for puzzle in PUZZLES
    ]
    site.wait_for(site.server.store.execute, insert(db.puzzle_ratings).values(rows))
    with patch.object(puzzling, "NEAREST", 1), patch.object(Shelf, "of_day", return_value=PUZZLES[1].id):
        assert site.visitor().get(f"{LIST}/next?rating=2800")["id"] == PUZZLE.id
        assert site.visitor().get(f"{LIST}/next?rating=600")["rating"] == 500


def test_at_several_nodes_at_once_one_try_counts_and_nobodys_is_lost(site: Site) -> None:
    first, second = Solving(site.server.store), Solving(site.server.store)
    people = [site.guest().person for _ in range(6)]
    names = [person["id"] for person in people if person]

    async def crowd() -> list[int | None]:
        tries = [
            node.note_try(name, GAME, CARD, "moves", number % 2 == 0)
            for number, name in enumerate(names)
            for node in (first, second)
        ]
        return [counted.change for counted in await asyncio.gather(*tries)]

    changes = site.wait_for(crowd)
    assert sum(change is not None for change in changes) == len(names)
    row = site.wait_for(site.server.store.fetch_one, select(db.puzzle_ratings))
    assert (row.tries, row.solved) == (6, 3)


def test_what_one_node_counts_the_other_knows(guest: Page, other: Page) -> None:
    puzzle = PUZZLES[1]
    path = f"{LIST}/{puzzle.id}"
    counted = guest.post(f"{path}/try", moves_of(puzzle.right[0]))
    assert counted["change"] > 0
    other.http.cookies = guest.http.cookies
    again = other.post(f"{path}/try", moves_of(puzzle.others[0]))
    assert (again["change"], again["standing"]) == (None, counted["standing"])
    assert other.get(path)["rating"] == counted["rating"]


# --- votes


def test_who_has_tried_a_puzzle_has_one_vote(site: Site) -> None:
    first, second = site.guest(), site.guest()
    refusal(first.send("PUT", f"{PATH}/vote", {"vote": 1}), 403, "forbidden")
    for guest in (first, second):
        guest.post(f"{PATH}/try", RIGHT)
    for vote in (1, 1, -1):
        found = first.put(f"{PATH}/vote", {"vote": vote})
    assert found == {"up": 0, "down": 1, "yours": -1}
    assert second.put(f"{PATH}/vote", {"vote": 1}) == {"up": 1, "down": 1, "yours": 1}
    assert second.post(f"{PATH}/try", WRONG)["votes"] == {"up": 1, "down": 1, "yours": 1}
    assert first.put(f"{PATH}/vote", {"vote": 0}) == {"up": 1, "down": 0, "yours": 0}
    refusal(first.send("PUT", f"{PATH}/vote", {"vote": 2}), 422, "invalid")
    refusal(site.visitor().send("PUT", f"{PATH}/vote", {"vote": 1}), 401, "sign_in")


# --- reports


def sliced(gain: float) -> Slice:
    """What 4,096 worlds would say of a turn that is so much worse in each."""
    shares = PUZZLE.right[0].shares
    return Slice(4096, 4096 * gain, 4096 * gain**2, 4096, (-4096 * gain,) * len(shares), shares)


class Judge(Worker):
    """Says of every turn that it is so much worse than the best."""

    def __init__(self, gain: float) -> None:
        super().__init__()
        self.gain = gain

    async def work_out(self, urgency: str, _whose: Any, function: Any, *_given: Any) -> Any:
        self.done.append((urgency, function.__name__))
        return sliced(self.gain)


def test_slices_add_up_to_a_lead_with_its_interval() -> None:
    weighed = add_up([sliced(0.1), sliced(0.3)])
    assert weighed.lead.mean == pytest.approx(0.2)
    half = 3.29 * 0.1 / 8191**0.5 + 1 / 8192
    assert (weighed.lead.low, weighed.lead.high) == pytest.approx((0.2 - half, 0.2 + half), abs=1e-6)
    assert (weighed.lead.worlds, weighed.lead.best_in, weighed.is_as_good) == (8192, 1.0, False)
    assert add_up([sliced(0.02)]).is_as_good
    assert not add_up([sliced(0.021)]).is_as_good
    assert add_up([sliced(-0.5)]).is_as_good


def test_a_turn_that_is_as_good_counts_from_then_on(site: Site) -> None:
    guest, judge = site.guest(), Judge(0.01)
    try_at(guest, 1, True)
    lost = guest.post(f"{PATH}/try", WRONG)["standing"]
    try_at(guest, 2, True)
    with patch.object(site.server.bots, "work_out", judge.work_out):
        told = guest.post(f"{PATH}/report", WRONG)
        assert told["is_right"]
        assert told["turn"] == {
            **WRONG,
            "shares": pytest.approx([share - 0.01 if share > 0.01 else 0 for share in PUZZLE.right[0].shares]),
            "is_right": True,
            "is_yours": True,
        }
        assert judge.done == [("review", "weigh_slice")] * (2 * PUZZLE.promise.worlds // 4096)
        judge.done.clear()
        assert guest.post(f"{PATH}/report", WRONG) == told, "it is kept, and not worked out again"
    assert judge.done == []
    now = told["standing"]
    assert now["rating"] > lost["rating"]
    assert (now["streak"], now["best"], now["tries"], now["solved"]) == (3, 3, 3, 3)
    other = site.guest()
    twice = Report(WRONG["moves"], True, PuzzleLead(**told["lead"]), tuple(told["turn"]["shares"]))
    site.wait_for(site.server.solving.keep_report, (other.person or {})["id"], GAME, PUZZLE.id, twice)
    found = other.post(f"{PATH}/try", WRONG)
    assert found["is_right"]
    assert found["change"] > 0
    assert [turn["moves"] for turn in found["turns"]].count(WRONG["moves"]) == 1
    assert next(turn for turn in found["turns"] if turn["is_yours"])["is_right"]


def test_what_comes_back_is_what_a_right_try_had_brought(site: Site) -> None:
    lucky, judge = site.guest(), Judge(0.0)
    lucky.post(f"{PATH}/try", WRONG)
    with patch.object(site.server.bots, "work_out", judge.work_out):
        after = lucky.post(f"{PATH}/report", WRONG)["standing"]
    straight = after_try(Strength(), Strength(PUZZLE.rating, 150.0), True, 0.0)
    assert after["rating"] == round(straight[0].rating)
    assert lucky.get(PATH)["rating"] == round(straight[1].rating)


def test_a_turn_that_is_worse_is_told_by_how_much(site: Site) -> None:
    guest, judge = site.guest(), Judge(0.25)
    refusal(guest.send("POST", f"{PATH}/report", WRONG), 403, "forbidden")
    lost = guest.post(f"{PATH}/try", WRONG)["standing"]
    with patch.object(site.server.bots, "work_out", judge.work_out):
        told = guest.post(f"{PATH}/report", WRONG)
        assert (told["is_right"], told["standing"]) == (False, lost)
        assert told["lead"]["mean"] == pytest.approx(0.25)
        refusal(guest.send("POST", f"{PATH}/report", RIGHT), 422, "invalid")
    assert guest.post(f"{PATH}/try", WRONG)["is_right"] is False
    query = select(func.count()).select_from(db.puzzle_reports)
    assert site.wait_for(site.server.store.fetch_one, query)[0] == 1


def test_what_is_proved_stays_the_only_answer(site: Site) -> None:
    """Whatever worlds say that were dealt."""
    puzzle = next(each for each in PUZZLES if each.promise.is_proved)
    guest, path, wrong = site.guest(), f"{LIST}/{puzzle.id}", moves_of(puzzle.others[0])
    lost = guest.post(f"{path}/try", wrong)["standing"]
    with patch.object(site.server.bots, "work_out", Judge(0.0).work_out):
        told = guest.post(f"{path}/report", wrong)
    assert (told["is_right"], told["turn"]["is_right"], told["standing"]) == (False, False, lost)
    assert site.guest().post(f"{path}/try", wrong)["is_right"] is False


def test_nobody_can_have_turns_checked_without_end(tmp_path: Path) -> None:
    with open_site(tmp_path, limits=1.0) as site, patch.object(site.server.bots, "work_out", Judge(0.25).work_out):
        guest = site.guest()
        codes = []
        for puzzle in PUZZLES[:6]:
            path = f"{LIST}/{puzzle.id}"
            guest.post(f"{path}/try", moves_of(puzzle.others[0]))
            codes.append(guest.send("POST", f"{path}/report", moves_of(puzzle.others[0])).status_code)
        assert codes == [200] * 5 + [429]


@pytest.mark.slow
def test_a_report_is_checked_in_a_bots_process(site: Site) -> None:
    """Where the game ends at once: the quickest."""
    puzzle = min(PUZZLES, key=lambda each: ("end" not in each.kinds, each.players))
    path = f"{LIST}/{puzzle.id}"
    guest, worker = site.guest(), Worker()
    with patch.object(site.server.bots, "work_out", worker.work_out):
        guest.post(f"{path}/try", moves_of(puzzle.others[0]))
        told = guest.post(f"{path}/report", moves_of(puzzle.others[0]))
        assert told["is_right"] is False
        assert told["lead"]["low"] > 0.05
        assert told["lead"]["worlds"] == 2 * puzzle.promise.worlds
        replies = guest.post(f"{path}/replies", moves_of(puzzle.others[0]))
    assert replies["steps"][0]["ply"]["seat"] == puzzle.view.seat


def test_the_operator_reads_what_was_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{tmp_path / 'site.db'}")
    assert main(["puzzles", "reports"]) == 2
    assert "no server has kept anything in" in capsys.readouterr().err
    assert not (tmp_path / "site.db").exists()
    with open_site(tmp_path) as site, patch.object(site.server.bots, "work_out", Judge(0.25).work_out):
        guest = site.guest()
        guest.post(f"{PATH}/try", WRONG)
        assert main(["puzzles", "reports"]) == 0
        assert capsys.readouterr().out == "nobody has reported anything\n"
        guest.post(f"{PATH}/report", WRONG)
        name = (guest.person or {})["name"]
    assert main(["puzzles", "reports", "--game", GAME]) == 0
    line = capsys.readouterr().out
    assert line.endswith(
        f" {GAME} {PUZZLE.id} {name}: {WRONG['moves']}: worse by 25.0 (25.0 to 25.0) points in 32768 worlds\n"
    )


# --- what is kept of somebody


def test_tries_are_the_persons_own_to_take_along_and_to_delete(site: Site) -> None:
    guest = site.guest()
    guest.post(f"{PATH}/try", WRONG)
    with patch.object(site.server.bots, "work_out", Judge(0.25).work_out):
        guest.post(f"{PATH}/report", WRONG)
    kept = guest.get("/api/account")
    assert [(each["puzzle"], each["is_right"]) for each in kept["puzzle_tries"]] == [(PUZZLE.id, False)]
    assert [each["tries"] for each in kept["puzzle_ratings"]] == [1]
    assert [each["moves"] for each in kept["puzzle_reports"]] == [WRONG["moves"]]
    guest.post("/api/account/delete", {"password": ""})
    for table, left in ((db.solvers, 0), (db.puzzle_tries, 0), (db.puzzle_ratings, 1), (db.puzzle_reports, 1)):
        query = select(func.count()).select_from(table)
        assert site.wait_for(site.server.store.fetch_one, query)[0] == left, table.name
