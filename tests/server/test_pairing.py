"""People find people: whoever wants to play against anybody sits down with somebody who wants the same."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, select

from tenka.server import database as db
from tenka.server import pairing
from tenka.server.ledger import YOUNG_PLIES
from tests.server.site import Site, Visitor, open_site, refusal

WISH = {"options": {"hands": "random", "pieces": "random", "first": "red"}, "bot": "greedy"}
RATED = {"options": {"hands": "random", "pieces": "random"}, "bot": "farmer", "rated": True}


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with open_site(tmp_path) as site:
        yield site


def member(site: Site, name: str, address: str) -> Visitor:
    visitor = site.visitor()
    visitor.post("/api/register", {"name": name, "password": "correct horse"})
    visitor.address = address
    return visitor


def kinds(info: dict[str, Any]) -> list[str]:
    return [seat["kind"] for seat in info["seats"]]


def num_waiting(site: Site) -> int:
    row = site.wait_for(site.server.store.fetch_one, select(func.count()).select_from(db.pairings))
    return int(row[0])


def play(visitor: Visitor, table: str, turns: int) -> None:
    """Turns of who is to move, for whom the first legal move will do; the bot's too, since it has no process here."""
    site = visitor.site
    room = site.wait_for(site.server.lounge.room, table)
    for _ in range(turns):
        ledger = room.ledger
        assert ledger.table is not None
        seat = ledger.to_move()[0]
        actions: list[int] = []
        state = ledger.table.preview(seat, "").state
        while ledger.rules.turn(state) == seat:
            legal = ledger.rules.legal(state)
            end = ledger.rules.end_turn
            action = end if actions and end in legal else next(each for each in legal if each != end)
            actions.append(action)
            state = ledger.rules.apply(state, action)
        site.wait_for(room.submit, lambda now, s=seat, a=actions: now.act_actions(s, a, "bot"))


def sweep(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pairing, "SECONDS_BETWEEN_SWEEPS", 0.0)
    site.wait_for(site.server.pairing.sweep)


def test_a_bot_keeps_the_seat_until_a_person_comes_and_takes_it_over(site: Site) -> None:
    first, second, third = site.guest(), site.guest(), site.guest()
    table = first.post("/api/pairing", WISH)
    assert (table["status"], kinds(table)) == ("running", ["person", "bot"])
    assert [seat["is_kept"] for seat in table["seats"]] == [False, True]
    play(first, table["id"], 2)
    joined = second.post("/api/pairing", WISH)
    assert (joined["id"], joined["version"], kinds(joined)) == (table["id"], 2, ["person", "person"])
    assert [seat["is_yours"] for seat in joined["seats"]] == [False, True]
    assert not any(seat["is_kept"] for seat in joined["seats"])
    shown = second.get(f"/api/tables/{table['id']}")
    assert shown["seat"] == 1
    assert [entry["kind"] for entry in shown["log"]] == ["created", "started", "played", "played", "seat_taken"]
    record = second.site.portal.call(second.site.client.get, f"/api/tables/{table['id']}/record").text
    assert f"blue={joined['seats'][1]['name']}" in record
    elsewhere = third.post("/api/pairing", WISH)
    assert elsewhere["id"] != table["id"]
    assert num_waiting(site) == 1


def test_of_the_bots_hand_nobody_but_who_took_it_over_learns_anything(site: Site) -> None:
    first, second = site.guest(), site.guest()
    table = first.post("/api/pairing", WISH)
    before = first.get(f"/api/tables/{table['id']}")["position"]
    second.post("/api/pairing", WISH)
    shown = {who: who.get(f"/api/tables/{table['id']}")["position"] for who in (first, second)}
    assert shown[first] == before
    hands = {who: position["seats"]["1"]["hand"] for who, position in shown.items()}
    assert hands[second]
    assert not hands[first]


def test_who_comes_late_gets_a_table_of_their_own(site: Site) -> None:
    first, second = site.guest(), site.guest()
    table = first.post("/api/pairing", WISH)
    play(first, table["id"], 2 * YOUNG_PLIES)
    assert first.get(f"/api/tables/{table['id']}")["info"]["seats"][1]["is_kept"]
    assert first.get("/api/tables/mine")["tables"][0]["seats"][1]["is_kept"]
    play(first, table["id"], 1)
    assert not first.get("/api/tables/mine")["tables"][0]["seats"][1]["is_kept"]
    assert second.post("/api/pairing", WISH)["id"] != table["id"]
    refusal(second.send("POST", f"/api/tables/{table['id']}/join", {}), 409, "over")


def test_nobody_is_seated_with_somebody_who_has_gone(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = site.guest(), site.guest()
    table = first.post("/api/pairing", WISH)
    monkeypatch.setattr(pairing, "SECONDS_TO_ARRIVE", 0.0)
    assert second.post("/api/pairing", WISH)["id"] != table["id"]


def test_who_asks_again_waits_at_the_same_table(site: Site) -> None:
    first = site.guest()
    assert first.post("/api/pairing", WISH)["id"] == first.post("/api/pairing", WISH)["id"]
    assert num_waiting(site) == 1


@pytest.mark.parametrize("other", [{"players": 3}, {"options": {}}, {"game": "history", "options": {}, "players": 3}])
def test_only_those_who_want_the_same_game_meet(site: Site, other: dict[str, Any]) -> None:
    first, second = site.guest(), site.guest()
    table = first.post("/api/pairing", WISH)
    assert second.post("/api/pairing", WISH | other)["id"] != table["id"]


def test_those_meet_who_would_play_against_different_bots(site: Site) -> None:
    table = site.guest().post("/api/pairing", WISH)
    assert site.guest().post("/api/pairing", WISH | {"bot": "uniform"})["id"] == table["id"]


def test_those_who_are_kept_apart_do_not_meet_whoever_of_them_asks_first(site: Site) -> None:
    ann, bob = member(site, "Ann", "10.0.0.1"), member(site, "Bob", "10.0.0.2")
    ann.put("/api/blocks/Bob")
    hers = ann.post("/api/pairing", WISH)["id"]
    his = bob.post("/api/pairing", WISH)["id"]
    assert hers != his
    assert ann.post("/api/pairing", WISH)["id"] == hers
    assert site.guest().post("/api/pairing", WISH)["id"] == hers, "others sit down with her as ever"


def test_a_table_of_three_fills_up_one_by_one(site: Site) -> None:
    tables = [site.guest().post("/api/pairing", WISH | {"players": 3}) for _ in range(3)]
    assert len({table["id"] for table in tables}) == 1
    assert [kinds(table).count("bot") for table in tables] == [2, 1, 0]


def test_two_who_ask_at_the_same_moment_meet(site: Site) -> None:
    guests = [site.guest() for _ in range(4)]

    async def ask_all() -> list[str]:
        headers = [{"origin": "http://tenka.example", "cookie": f"tenka_session={each.cookie}"} for each in guests]
        site.client.cookies.clear()
        answers = await asyncio.gather(
            *(site.client.post("/api/pairing", json=WISH, headers=header) for header in headers)
        )
        return [answer.json()["id"] for answer in answers]

    found = site.wait_for(ask_all)
    assert sorted(found.count(table) for table in found) == [2, 2, 2, 2]


@pytest.mark.parametrize(
    ("wish", "code"),
    [({"bot": "nobody"}, "invalid"), ({"options": {"x": "y"}}, "invalid"), ({"game": "go"}, "invalid")],
)
def test_a_wish_for_what_is_not_there_is_refused(site: Site, wish: dict[str, Any], code: str) -> None:
    refusal(site.guest().send("POST", "/api/pairing", WISH | wish), 422, code)
    assert num_waiting(site) == 0


# --- rated


def test_a_rated_table_waits_for_a_person_and_begins_with_them(site: Site) -> None:
    ann, bob = member(site, "ann", "10.0.0.1"), member(site, "bob", "10.0.0.2")
    table = ann.post("/api/pairing", RATED)
    assert (table["status"], kinds(table)) == ("open", ["person", "open"])
    assert table["bot_at"] - table["created_at"] == pytest.approx(pairing.SECONDS_UNTIL_BOT, abs=5)
    begun = bob.post("/api/pairing", RATED)
    assert (begun["id"], begun["status"], kinds(begun)) == (table["id"], "running", ["person", "person"])
    assert begun["bot_at"] is None
    assert num_waiting(site) == 0


def test_rated_needs_an_account_a_measured_bot_and_two_addresses(site: Site) -> None:
    refusal(site.guest().send("POST", "/api/pairing", RATED), 403, "forbidden")
    ann, bob = member(site, "ann", "10.0.0.1"), member(site, "bob", "10.0.0.1")
    refusal(ann.send("POST", "/api/pairing", RATED | {"bot": "uniform"}), 422, "invalid")
    assert ann.post("/api/pairing", RATED)["id"] != bob.post("/api/pairing", RATED)["id"]


def test_where_nobody_comes_a_bot_sits_down_and_stays(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, bob = member(site, "ann", "10.0.0.1"), member(site, "bob", "10.0.0.2")
    monkeypatch.setattr("tenka.server.api_pairing.SECONDS_UNTIL_BOT", 0.0)
    table = ann.post("/api/pairing", RATED)
    sweep(site, monkeypatch)
    begun = ann.get(f"/api/tables/{table['id']}")["info"]
    assert (begun["status"], begun["rated"], kinds(begun)) == ("running", True, ["person", "bot"])
    assert not begun["seats"][1]["is_kept"]
    refusal(bob.send("POST", f"/api/tables/{table['id']}/join", {}), 409, "over")
    assert num_waiting(site) == 0


def test_a_rated_table_whose_maker_has_gone_is_given_up(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = member(site, "ann", "10.0.0.1")
    monkeypatch.setattr("tenka.server.api_pairing.SECONDS_UNTIL_BOT", 0.0)
    monkeypatch.setattr(pairing, "SECONDS_TO_ARRIVE", 0.0)
    table = ann.post("/api/pairing", RATED)
    sweep(site, monkeypatch)
    assert ann.get(f"/api/tables/{table['id']}")["info"]["status"] == "closed"
    assert num_waiting(site) == 0


def test_before_its_time_a_rated_table_is_left_alone(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = member(site, "ann", "10.0.0.1")
    table = ann.post("/api/pairing", RATED)
    sweep(site, monkeypatch)
    assert ann.get(f"/api/tables/{table['id']}")["info"]["status"] == "open"


def test_a_rated_table_has_no_seat_that_a_bot_only_keeps(site: Site) -> None:
    ann = member(site, "ann", "10.0.0.1")
    seats = [{"kind": "me"}, {"kind": "anybody", "bot": "farmer"}]
    wish = {"seats": seats, "rated": True, "clock": {"kind": "days"}}
    assert "takes over" in refusal(ann.send("POST", "/api/tables", wish), 422, "invalid")
