"""Games that are over are reviewed when bots have time; games that go on never are."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from tenka.review.run import engine_of, judge_numbered
from tenka.server import reviews
from tenka.server.limits import CAPS
from tests.server.reviewing import SHORT, Worker, bring, open_reviewing_site
from tests.server.site import Site, Visitor, refusal
from tests.server.test_caps import all_at_once

JUDGED = 12


@pytest.fixture
def place(tmp_path: Path) -> Iterator[tuple[Site, Worker]]:
    with open_reviewing_site(tmp_path) as (site, worker):
        yield site, worker


def status(visitor: Visitor, table: str) -> dict[str, Any]:
    return dict(visitor.get(f"/api/tables/{table}/review"))


def ask(visitor: Visitor, table: str) -> dict[str, Any]:
    return dict(visitor.post(f"/api/tables/{table}/review"))


def quick_plies() -> Any:
    """Plies whose values nobody looks at, in no time; but one is judged."""
    return patch.object(reviews, "judge_numbered", quick_ply)


def quick_ply(text: str, number: int) -> dict[str, Any]:
    if number == JUDGED:
        return judge_numbered(text, number)
    margins = {"margins": [0.0, 0.0], "change_margins": []}
    value = {"cause": "hidden", "seat": -1, "shares": [0.5, 0.5], **margins}
    return {"number": number, "seat": 0, "text": "", "values": [value], "decisions": []}


def test_a_review_is_made_ply_by_ply_and_kept(place: tuple[Site, Worker]) -> None:
    site, worker = place
    guest, other = site.guest(), site.guest()
    table = bring(guest, SHORT)
    key = guest.get(f"/api/tables/{table}")["info"]["key"]
    assert status(guest, table)["status"] == "none"
    refusal(guest.send("GET", f"/api/tables/{table}/review/result"), 404, "missing")
    asked = ask(guest, table)
    assert asked == {"status": "waiting", "done": 0, "plies": asked["plies"], "ahead": 0, "is_old": False}
    with quick_plies():
        site.wait_for(site.server.reviews.make_one)
    assert status(guest, table) == {**asked, "status": "done", "done": asked["plies"]}
    assert worker.done == [("review", "quick_ply")] * asked["plies"] + [("review", "join_plies")]
    review = guest.get(f"/api/tables/{table}/review/result")
    assert [ply["number"] for ply in review["plies"]] == list(range(1, asked["plies"] + 1))
    assert [ply["number"] for ply in review["plies"] if ply["decisions"]] == [JUDGED]
    assert len(review["accounts"]) == len(review["gifts"]) == 2
    assert ask(guest, table)["status"] == "done", "nobody makes it again"
    refusal(other.send("GET", f"/api/tables/{table}/review"), 404, "missing")
    assert other.get(f"/api/tables/{table}/review/result?key={key}") == review


def test_a_game_that_goes_on_is_reviewed_for_nobody(place: tuple[Site, Worker]) -> None:
    site, _ = place
    maker = site.guest()
    seats = [{"kind": "me"}, {"kind": "me"}]
    table = maker.post("/api/tables", {"game": "samurai", "seats": seats, "visibility": "open"})
    assert table["status"] == "running"
    for somebody in (maker, site.guest(), site.visitor()):
        for method, path in (("POST", "review"), ("GET", "review"), ("GET", "review/result")):
            answer = somebody.send(method, f"/api/tables/{table['id']}/{path}")
            assert answer.status_code in (401, 403), (method, path)
            assert set(answer.json()) == {"code", "sentence"}
    assert "wait for its end" in refusal(maker.send("POST", f"/api/tables/{table['id']}/review"), 403, "forbidden")


def test_a_record_that_hides_something_or_has_no_end_is_not_reviewed(place: tuple[Site, Worker]) -> None:
    site, _ = place
    guest = site.guest()
    answer = guest.send("POST", f"/api/tables/{bring(guest, 'history-unfinished')}/review")
    assert "not over" in refusal(answer, 403, "forbidden")


def test_a_review_goes_on_where_the_server_was_stopped(tmp_path: Path) -> None:
    with quick_plies(), open_reviewing_site(tmp_path) as (site, worker):
        guest = site.guest()
        table = bring(guest, SHORT)
        plies = ask(guest, table)["plies"]
        worker.left = 5
        site.server.bots.is_stopping = False
        original = worker.work_out

        async def stop_then_fail(*given: Any) -> Any:
            if worker.left == 0:
                site.server.bots.is_stopping = True
            return await original(*given)

        with patch.object(site.server.bots, "work_out", stop_then_fail):
            site.wait_for(site.server.reviews.make_one)
        assert status(guest, table) == {"status": "waiting", "done": 5, "plies": plies, "ahead": 0, "is_old": False}
        cookie = guest.cookie
    with quick_plies(), open_reviewing_site(tmp_path) as (site, worker):
        guest = site.visitor()
        guest.cookie = cookie
        site.wait_for(site.server.reviews.make_one)
        assert status(guest, table)["status"] == "done"
        assert len(worker.done) == plies - 5 + 1, "what was done is not done again"


def test_a_review_that_failed_can_be_asked_for_again(place: tuple[Site, Worker]) -> None:
    site, worker = place
    guest = site.guest()
    table = bring(guest, SHORT)
    with quick_plies():
        ask(guest, table)
        worker.left = 3
        site.wait_for(site.server.reviews.make_one)
        assert status(guest, table)["status"] == "failed"
        worker.left = 1_000
        assert ask(guest, table)["done"] == 3
        site.wait_for(site.server.reviews.make_one)
    assert status(guest, table)["status"] == "done"


def test_a_better_engine_may_make_it_anew_and_the_old_one_is_shown_until_then(place: tuple[Site, Worker]) -> None:
    site, _ = place
    guest = site.guest()
    table, waiting = bring(guest, SHORT), bring(guest, SHORT)
    with quick_plies():
        ask(guest, table)
        site.wait_for(site.server.reviews.make_one)
        ask(guest, waiting)
        old = guest.get(f"/api/tables/{table}/review/result")
        with patch.object(reviews, "engine_of", lambda game: engine_of(game) + "-better"):
            assert status(guest, table) == {"status": "done", "done": 0, "plies": 0, "ahead": 0, "is_old": True}
            assert guest.get(f"/api/tables/{table}/review/result") == old
            assert ask(guest, table)["status"] == "waiting"
            for _ in range(3):  # one of them finds that what waits was asked for before the engine changed
                site.wait_for(site.server.reviews.make_one)
            assert [status(guest, one)["is_old"] for one in (table, waiting)] == [False, False]
            assert [status(guest, one)["status"] for one in (table, waiting)] == ["done", "done"]


def test_nobody_has_more_than_a_few_waiting(tmp_path: Path) -> None:
    with open_reviewing_site(tmp_path, limits=1.0) as (site, _):
        guest = site.guest()
        for _ in range(3):
            assert ask(guest, bring(guest, SHORT))["status"] == "waiting"
        answer = guest.send("POST", f"/api/tables/{bring(guest, SHORT)}/review")
        assert "wait for the first" in refusal(answer, 429, "limit")


def test_nor_who_asks_for_them_all_at_once(tmp_path: Path) -> None:
    with open_reviewing_site(tmp_path, limits=1.0) as (site, _):
        guest = site.guest()
        wishes = [(guest, f"/api/tables/{bring(guest, SHORT)}/review", None) for _ in range(CAPS["review"].person + 2)]
        assert all_at_once(site, wishes) == {202: CAPS["review"].person, 429: 2}


def test_shares_are_told_with_five_digits_and_sums_whole() -> None:
    written = reviews._write({"plies": [{"values": [{"shares": [1 / 3]}]}], "accounts": [{"hidden": 1 / 3}]})
    assert json.loads(written) == {"plies": [{"values": [{"shares": [0.33333]}]}], "accounts": [{"hidden": 1 / 3}]}
