"""Several nodes: any node serves any table, races have one winner, and Redis is only a shortcut."""

from __future__ import annotations

import secrets
import threading
import time
from typing import Any, get_args

import pytest

from tenka.review.books import Column
from tests.server.client import BASIC, Page
from tests.server.conftest import Cluster
from tests.server.reviewing import GAMES
from tests.server.test_notices import Browser, Receiver

pytestmark = pytest.mark.slow


def two_pages(cluster: Cluster) -> tuple[Page, Page]:
    """Two guests, each at its own node."""
    return Page(cluster.first.url).guest(), Page(cluster.second.url).guest()


def test_the_same_session_works_at_any_node(cluster: Cluster) -> None:
    page, elsewhere = two_pages(cluster)
    elsewhere.http.cookies = page.http.cookies
    assert elsewhere.name == page.name
    table = page.make_table("me", "open")["id"]
    assert elsewhere.get(f"/api/tables/{table}")["info"]["is_yours"]


def test_of_two_turns_at_once_one_is_taken_and_the_other_hears_why(cluster: Cluster) -> None:
    page, elsewhere = two_pages(cluster)
    elsewhere.http.cookies = page.http.cookies
    for _ in range(10):
        table = page.make_table("me", "open", options={**BASIC, "first": "red"}, visibility="open")["id"]
        with Page(cluster.second.url).guest() as friend:
            friend.post(f"/api/tables/{table}/join", {})
        legal = page.get(f"/api/tables/{table}")["choice"]["legal"]
        tokens = [token for token in legal if "@" in token]
        answers: list[int] = []

        def act(who: Page, token: str, table: str = table, answers: list[int] = answers) -> None:
            body = {"version": 0, "moves": token}
            answers.append(who.http.post(f"/api/tables/{table}/act", json=body).status_code)

        threads = [
            threading.Thread(target=act, args=(page, tokens[0])),
            threading.Thread(target=act, args=(elsewhere, tokens[1])),
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(answers) == [200, 409]
        assert [who.get(f"/api/tables/{table}")["info"]["version"] for who in (page, elsewhere)] in (
            [1, 1],
            [0, 1],
            [1, 0],
        )


def test_news_comes_from_the_other_node_with_redis_and_without(cluster: Cluster) -> None:
    page, elsewhere = two_pages(cluster)
    table = page.make_table("me", "open", options={**BASIC, "first": "red"}, visibility="open")["id"]
    elsewhere.post(f"/api/tables/{table}/join", {})
    with page.open() as line, elsewhere.open() as their_line:
        choice = line.ask("watch", table=table)["choice"]
        their_line.ask("watch", table=table)

        def turn(choice: dict[str, Any], mover: Any, waiter: Any) -> tuple[dict[str, Any], float]:
            token = next(token for token in choice["legal"] if "@" in token)
            begin = time.monotonic()
            answer = mover.ask("act", table=table, version=choice["version"], moves=token)
            assert answer["type"] == "accepted"
            while (choice := waiter.until("event")["choice"]) is None:
                pass
            return choice, time.monotonic() - begin

        choice, seconds = turn(choice, line, their_line)
        assert seconds < 1
        cluster.redis.stop()
        try:
            choice, _ = turn(choice, their_line, line)
            choice, _ = turn(choice, line, their_line)
        finally:
            cluster.redis.start()
        deadline = time.monotonic() + 20
        while not page.get("/healthz")["redis"]:
            assert time.monotonic() < deadline
            time.sleep(0.2)
        choice, _ = turn(choice, their_line, line)


def test_presence_and_lists_reach_over_nodes(cluster: Cluster) -> None:
    page, elsewhere = two_pages(cluster)
    table = page.make_table("me", "open", options={**BASIC, "first": "blue"}, visibility="open")["id"]
    with elsewhere.open() as their_line, page.open() as line:
        their_line.ask("watch_lobby")
        elsewhere.post(f"/api/tables/{table}/join", {})
        assert their_line.until("your_table")["info"]["id"] == table
        line.ask("watch", table=table)
        their_line.ask("watch", table=table)
        while line.until("presence")["seats"] != [0, 1]:
            pass


def test_a_review_is_made_by_one_node_and_told_by_both(cluster: Cluster) -> None:
    page, elsewhere = two_pages(cluster)
    elsewhere.http.cookies = page.http.cookies
    game = page.post("/api/records", {"text": (GAMES / "no-leader.game").read_text()})["id"]
    asked = [who.post(f"/api/tables/{game}/review") for who in (page, elsewhere)]
    assert asked[0]["plies"] == asked[1]["plies"] > 0
    deadline = time.monotonic() + 600
    while (told := elsewhere.get(f"/api/tables/{game}/review"))["status"] == "waiting":
        assert time.monotonic() < deadline, f"{told['done']} of {told['plies']} plies are judged"
        time.sleep(0.5)
    assert page.get(f"/api/tables/{game}/review") == told == {**asked[0], "status": "done", "done": asked[0]["plies"]}
    reviews = [who.get(f"/api/tables/{game}/review/result") for who in (page, elsewhere)]
    assert reviews[0] == reviews[1]
    assert [ply["number"] for ply in reviews[0]["plies"]] == list(range(1, told["plies"] + 1))
    for account in reviews[0]["accounts"]:
        booked = sum(account[column][0] for column in ("initial", *get_args(Column)))
        assert booked == pytest.approx(account["final"], abs=1e-9)

    running = page.make_table("me", "open", options=BASIC, visibility="open")["id"]
    assert elsewhere.http.post(f"/api/tables/{running}/review").status_code == 403


WISH = {"options": {**BASIC, "first": "red"}, "bot": "greedy"}
PASSWORD = "correct horse"


def test_people_meet_keep_apart_are_called_and_go_across_nodes(
    cluster: Cluster, request: pytest.FixtureRequest
) -> None:
    receiver = Receiver()
    request.addfinalizer(receiver.server.shutdown)
    page, elsewhere = Page(cluster.first.url), Page(cluster.second.url)
    names = [f"Ann{secrets.token_hex(4)}", f"Bob{secrets.token_hex(4)}"]
    for who, name in zip((page, elsewhere), names, strict=True):
        who.post("/api/register", {"name": name, "password": PASSWORD})

    table = page.post("/api/pairing", WISH)["id"]
    with page.open() as line, elsewhere.open() as their_line:
        line.ask("watch", table=table)
        assert elsewhere.post("/api/pairing", WISH)["id"] == table, "the second finds the first at the other node"
        elsewhere.post("/api/listeners/hook", {"url": f"{receiver.url}/hook"})
        elsewhere.post("/api/listeners/push", Browser(f"{receiver.url}/push").wish)
        choice = line.until("event")["choice"] or line.ask("watch", table=table)["choice"]
        token = next(token for token in choice["legal"] if "@" in token)
        assert line.ask("act", table=table, version=choice["version"], moves=token)["type"] == "accepted"
        deadline = time.monotonic() + 30
        while len(receiver.received) < 2:
            assert time.monotonic() < deadline, "a turn at one node calls who listens"
            time.sleep(0.1)
        time.sleep(2.5)
        assert sorted(call.path for call in receiver.received) == ["/hook", "/push"], "of two nodes one calls"

        page.put(f"/api/blocks/{names[1]}")
        apart = page.make_table("me", "open", options=BASIC, visibility="open")["id"]
        assert elsewhere.http.post(f"/api/tables/{apart}/join", json={}).status_code == 403

        page.post("/api/account/delete", {"password": PASSWORD})
        assert line.until("goodbye")["reason"] == "signed_out"
        assert their_line.ask("ping")["type"] == "pong"
    assert elsewhere.http.get(f"/api/people/{names[0]}").status_code == 404
    assert elsewhere.get(f"/api/tables/{apart}")["info"]["status"] == "closed"
