"""Tables: making, joining, leaving, coming back, rematches, lists."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.client import BASIC, Line, Node, Page
from tests.server.test_people import refusal


def test_a_friend_joins_by_the_link_and_the_game_starts(guest: Page, other: Page) -> None:
    table = guest.make_table("me", "open", options=BASIC)
    assert table["status"] == "open"
    with guest.open() as line:
        line.ask("watch", table=table["id"])
        refusal(other.http.get(f"/api/tables/{table['id']}"), 404, "missing")
        joined = other.post(f"/api/tables/{table['id']}/join", {"key": table["key"]})
        assert joined["status"] == "running"
        assert [seat["is_yours"] for seat in joined["seats"]] == [False, True]
        assert line.until("event")["entry"]["kind"] == "seat_taken"
        started = line.until("event")
        assert started["entry"]["kind"] == "started"
        assert started["position"]["phase"] == "playing"
        assert started["info"]["commitment"] == started["entry"]["commitment"]


def test_who_has_no_key_cannot_see_watch_or_join(guest: Page, other: Page) -> None:
    table = guest.make_table("me", "open")["id"]
    refusal(other.http.post(f"/api/tables/{table}/join", json={"key": "wrong"}), 404, "missing")
    for path in ("", "/record", "/replay", "/proof", "/positions/0"):
        refusal(other.http.get(f"/api/tables/{table}{path}"), 404, "missing")
    with other.open() as line:
        assert line.ask("watch", table=table, key="wrong")["code"] == "missing"
        assert line.ask("act", table=table, version=0, moves="b4")["code"] == "missing"
    assert guest.make_table("me", "open")["key"] not in str(other.get("/api/tables"))


def test_an_open_table_is_in_the_lobby_until_it_is_full(guest: Page, other: Page) -> None:
    with other.open() as line:
        line.ask("watch_lobby")
        table = guest.make_table("me", "open", visibility="open", options=BASIC)["id"]
        shown = in_lobby(line, table)
        assert shown["key"] is None
        assert shown["status"] == "open"
        other.post(f"/api/tables/{table}/join", {})
        while shown["status"] == "open":
            shown = in_lobby(line, table)
        assert shown["status"] == "running"
        assert shown["key"], "now it is theirs"


def in_lobby(line: Line, table: str) -> dict[str, Any]:
    """The next that the lobby says of a table."""
    while True:
        for info in line.until("lobby_changed")["tables"]:
            if info["id"] == table:
                return dict(info)


def test_a_seat_is_taken_once(guest: Page, other: Page, node: Node) -> None:
    table = guest.make_table("me", "open", "open", visibility="open")["id"]
    other.post(f"/api/tables/{table}/join", {"seat": 1})
    refusal(other.http.post(f"/api/tables/{table}/join", json={}), 409, "taken")
    with Page(node.url).guest() as third:
        refusal(third.http.post(f"/api/tables/{table}/join", json={"seat": 1}), 409, "taken")
        refusal(third.http.post(f"/api/tables/{table}/join", json={"seat": 7}), 409, "taken")


def test_the_maker_fills_seats_with_bots_and_starts(guest: Page, other: Page) -> None:
    table = guest.make_table("me", "open", "open", starts="maker", visibility="open", options=BASIC)["id"]
    refusal(guest.http.post(f"/api/tables/{table}/start"), 422, "incomplete")
    guest.put(f"/api/tables/{table}/seats/1", {"bot": "uniform"})
    refusal(other.http.put(f"/api/tables/{table}/seats/2", json={"bot": "uniform"}), 403, "forbidden")
    refusal(guest.http.put(f"/api/tables/{table}/seats/2", json={"bot": "deep-thought"}), 422, "invalid")
    other.post(f"/api/tables/{table}/join", {})
    refusal(guest.http.put(f"/api/tables/{table}/seats/2", json={"bot": "uniform"}), 409, "taken")
    refusal(other.http.post(f"/api/tables/{table}/start"), 403, "forbidden")
    assert guest.post(f"/api/tables/{table}/start")["status"] == "running"


def test_who_leaves_before_the_game_frees_the_seat_and_the_last_one_closes_the_table(guest: Page, other: Page) -> None:
    table = guest.make_table("me", "open", "open", visibility="open")["id"]
    other.post(f"/api/tables/{table}/join", {})
    assert other.post(f"/api/tables/{table}/leave")["seats"][1]["kind"] == "open"
    assert guest.post(f"/api/tables/{table}/leave")["status"] == "closed"
    assert guest.get("/api/tables/mine")["tables"] == []


def running_table(page: Page, other: Page, **settings: Any) -> tuple[str, int]:
    """A game of two people; the seat that is to move."""
    table = page.make_table("me", "open", visibility="open", options=BASIC, **settings)["id"]
    return table, other.post(f"/api/tables/{table}/join", {})["to_move"][0]


def test_a_bot_plays_for_who_leaves_until_he_comes_back(guest: Page, other: Page) -> None:
    table, seat = running_table(guest, other, stand_in="uniform")
    mover, waiter = (guest, other) if seat == 0 else (other, guest)
    with waiter.open() as line:
        line.ask("watch", table=table)
        mover.post(f"/api/tables/{table}/leave")
        taken = line.until("event")
        assert taken["entry"] | {"at": 0} == {
            "kind": "taken_over",
            "number": taken["entry"]["number"],
            "at": 0,
            "seat": seat,
            "bot": "uniform",
            "reason": "left",
        }
        assert taken["info"]["seats"][seat]["stand_in"] == "uniform"
        played = line.until("event")["entry"]
        assert (played["kind"], played["by"], played["seat"]) == ("played", "stand_in", seat)
        answer = mover.http.post(f"/api/tables/{table}/act", json={"version": 1, "moves": "pass"})
        refusal(answer, 403, "forbidden")
        back = mover.post(f"/api/tables/{table}/return")
        assert back["seats"][seat]["stand_in"] is None
        refusal(mover.http.post(f"/api/tables/{table}/return"), 409, "turn")


def test_a_table_can_wait_for_who_leaves(guest: Page, other: Page) -> None:
    table, seat = running_table(guest, other, on_leave="wait")
    mover = guest if seat == 0 else other
    mover.post(f"/api/tables/{table}/leave")
    info = mover.get(f"/api/tables/{table}")["info"]
    assert info["seats"][seat]["stand_in"] is None
    assert info["to_move"] == [seat]
    assert info["seats"][seat]["is_away"]
    mover.post(f"/api/tables/{table}/return")


def play_out(page: Page, table: str) -> None:
    """Leaves the rest to the bot."""
    with page.open() as line:
        line.ask("watch", table=table)
        page.post(f"/api/tables/{table}/leave")
        while line.until("event")["outcome"] is None:
            pass


def test_a_rematch_is_one_table_for_all(guest: Page, other: Page) -> None:
    table, _ = running_table(guest, other, stand_in="uniform")
    refusal(guest.http.post(f"/api/tables/{table}/rematch"), 409, "turn")
    other.post(f"/api/tables/{table}/leave")
    play_out(guest, table)
    again = guest.post(f"/api/tables/{table}/rematch")
    assert again["status"] == "open"
    assert other.get(f"/api/tables/{table}")["info"]["rematch"] == again["id"]
    assert other.post(f"/api/tables/{table}/rematch")["id"] == again["id"]
    assert other.post(f"/api/tables/{again['id']}/join", {})["status"] == "running"


def test_your_tables_come_with_your_turn_first(guest: Page) -> None:
    tables = [guest.make_table("me", "open", options=BASIC)["id"]]
    tables += [guest.make_table("me", "greedy", options={**BASIC, "first": "red"})["id"] for _ in range(2)]
    tables += [guest.make_table("me", "open")["id"]]
    listed = guest.get("/api/tables/mine")["tables"]
    assert {info["id"] for info in listed} == set(tables)
    assert [info["to_move"] for info in listed] == [[0], [0], [], []]
    assert [info["id"] for info in guest.get("/api/tables/mine", status="open")["tables"]] == [tables[3], tables[0]]


def test_a_page_at_home_hears_that_it_is_its_turn(guest: Page, other: Page) -> None:
    table = guest.make_table("me", "open", visibility="open", options={**BASIC, "first": "red"})["id"]
    with guest.open() as line:
        other.post(f"/api/tables/{table}/join", {})
        while not (info := line.until("your_table")["info"])["to_move"]:
            pass
        assert info["id"] == table
        assert info["to_move"] == [0]


def test_several_seats_of_one_person_are_seen_one_at_a_time(guest: Page) -> None:
    info = guest.make_table("me", "me", options=BASIC)
    names = [seat["name"] for seat in info["seats"]]
    assert names == [guest.name, f"{guest.name}-2"]
    first = info["to_move"][0]
    for seat in (0, 1):
        snapshot = guest.get(f"/api/tables/{info['id']}", seat=seat)
        hands = [snapshot["position"]["seats"][str(other)]["hand"] for other in (0, 1)]
        assert hands[seat] is not None
        assert hands[1 - seat] is None
        assert (snapshot["choice"] is not None) == (seat == first)


@pytest.mark.parametrize(
    ("settings", "word"),
    [
        ({"options": {"hands": "stolen"}}, "hands is chosen or random"),
        ({"options": {"colour": "pink"}}, "no rule option"),
        ({"options": {"players": "3"}}, "number of seats"),
        ({"game": "go"}, "no game"),
        ({"stand_in": "nobody"}, "no player"),
        ({"seats": [{"kind": "me"}]}, "2, 3 or 4 players"),
        ({"seats": [{"kind": "me"}, {"kind": "bot"}]}, "names its level"),
        ({"seats": [{"kind": "me"}, {"kind": "me", "name": "a b"}]}, "without blanks"),
        ({"seats": [{"kind": "me"}, {"kind": "me"}], "rated": True}, "not rated"),
        ({"clock": {"kind": "hourglass"}}, "clock.kind"),
        ({"extra": 1}, "extra"),
    ],
)
def test_a_table_that_cannot_be_is_refused_in_a_sentence(guest: Page, settings: dict[str, Any], word: str) -> None:
    body = {"seats": [{"kind": "me"}, {"kind": "open"}], **settings}
    assert word in refusal(guest.http.post("/api/tables", json=body), 422, "invalid")


def test_every_option_and_edition_can_be_chosen(guest: Page) -> None:
    game = guest.get("/api/games")["games"][0]
    for edition in game["editions"]:
        for option in game["options"]:
            for value in option["choices"]:
                options = {"edition": edition["name"], option["name"]: value}
                made = guest.make_table("me", "open", "open", options=options)
                expected = {**edition["presets"]["3"], option["name"]: value}
                assert made["options"] | expected == made["options"]
