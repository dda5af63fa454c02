"""What people at a table, and others, are offered and told: keys, choices, and seats that somebody else plays."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tenka.server.api_tables import leave_table
from tenka.server.auth import Caller
from tenka.server.messages import Person
from tests.server.site import Site, Visitor, open_site, refusal

BASIC = {"hands": "random", "pieces": "random"}


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with open_site(tmp_path) as site:
        yield site


def new_table(maker: Visitor, *others: Visitor, **settings: Any) -> dict[str, Any]:
    """A table that has begun, where everybody has a seat in this order."""
    seats = [{"kind": "me"}, *({"kind": "open"} for _ in others)]
    table: dict[str, Any] = maker.post("/api/tables", {"seats": seats, "options": BASIC} | settings)
    for other in others:
        other.post(f"/api/tables/{table['id']}/join", {"key": table["key"]})
    return table


def seen(visitor: Visitor, table: dict[str, Any], key: str = "") -> dict[str, Any]:
    shown: dict[str, Any] = visitor.get(f"/api/tables/{table['id']}" + (f"?key={key}" if key else ""))
    return shown


@pytest.mark.parametrize("visibility", ["open", "link"])
def test_a_tables_key_is_for_those_who_sit_there(site: Site, visibility: str) -> None:
    """Who has the key can look and sit down, at this table and at its rematches: it is the players' to give away."""
    maker, player, spectator, nobody = site.guest(), site.guest(), site.guest(), site.visitor()
    table = new_table(maker, player, visibility=visibility)
    key = table["key"]
    assert len(key) == 16
    for visitor in (maker, player):
        assert seen(visitor, table)["info"]["key"] == key
    given = key if visibility == "link" else ""
    for visitor in (spectator, nobody):
        assert seen(visitor, table, given)["info"]["key"] is None
        for path in ("", "/replay", "/record", "/proof"):
            answer = visitor.send("GET", f"/api/tables/{table['id']}{path}" + (f"?key={given}" if given else ""))
            assert answer.status_code == 200
            assert key not in answer.text, path
        assert key not in json.dumps(visitor.get("/api/tables"))
    if visibility == "link":
        for wrong in ("", "x" * 16):
            refusal(spectator.send("GET", f"/api/tables/{table['id']}?key={wrong}"), 404, "missing")


def test_who_leaves_twice_at_once_takes_no_seat_from_who_came_between(site: Site) -> None:
    ann, bob = site.guest(), site.guest()
    table = ann.post("/api/tables", {"seats": [{"kind": "me"}, {"kind": "open"}], "visibility": "open"})
    room = site.wait_for(site.server.lounge.room, table["id"])
    caller = Caller(Person.model_validate(ann.person))
    id_of_bob = (bob.person or {})["id"]

    async def act_at_once() -> None:
        sit = room.submit(lambda ledger: ledger.sit(id_of_bob, "Bob", True, 0))
        await asyncio.gather(leave_table(room, caller), sit, leave_table(room, caller))

    site.wait_for(act_at_once)
    assert [state.person for state in room.ledger.seats] == [id_of_bob, None]
    assert room.ledger.status == "open"


def test_the_maker_has_the_key_without_a_seat_too(site: Site) -> None:
    maker = site.guest()
    table = maker.post("/api/tables", {"seats": [{"kind": "open"}, {"kind": "open"}]})
    assert seen(maker, table)["info"]["key"] == table["key"]


def test_who_is_to_move_is_offered_a_choice_and_nobody_else_is(site: Site) -> None:
    people = [site.guest(), site.guest()]
    table = new_table(*people, visibility="open")
    (moving,) = seen(people[0], table)["info"]["to_move"]
    choice = seen(people[moving], table)["choice"]
    assert (choice["seat"], choice["version"], choice["is_whole"]) == (moving, 0, False)
    assert choice["legal"]
    assert seen(people[1 - moving], table)["choice"] is None
    assert seen(site.guest(), table)["choice"] is None
    assert seen(site.visitor(), table)["choice"] is None


def test_while_a_bot_plays_for_somebody_he_is_offered_no_choice(site: Site) -> None:
    """Two would decide for one seat: he would click, and find that the bot was faster or that nothing happens."""
    people = [site.guest(), site.guest()]
    table = new_table(*people)
    (moving,) = seen(people[0], table)["info"]["to_move"]
    choice = seen(people[moving], table)["choice"]
    people[moving].post(f"/api/tables/{table['id']}/leave")
    shown = seen(people[moving], table)
    assert shown["info"]["to_move"] == [moving]
    assert shown["info"]["seats"][moving]["stand_in"] is not None
    assert shown["choice"] is None
    wish = {"moves": choice["legal"][0], "version": 0}
    sentence = refusal(people[moving].send("POST", f"/api/tables/{table['id']}/act", wish), 403, "forbidden")
    assert "come back" in sentence
    people[moving].post(f"/api/tables/{table['id']}/return")
    assert seen(people[moving], table)["choice"] == choice


def test_who_has_lost_his_turns_is_offered_nothing_and_cannot_come_back(site: Site) -> None:
    """The rule of such a table: what was lost stays lost, so that nobody gains by letting his time run out."""
    people = [site.guest(), site.guest()]
    table = new_table(*people, on_expiry="lose", clock={"kind": "real", "main_seconds": 600, "turn_seconds": 60})
    (moving,) = seen(people[0], table)["info"]["to_move"]
    room = site.wait_for(site.server.lounge.room, table["id"])
    site.wait_for(room.submit, lambda ledger: ledger.expire(moving))
    shown = seen(people[moving], table)
    assert shown["info"]["seats"][moving]["has_lost_turns"]
    assert shown["choice"] is None
    sentence = refusal(people[moving].send("POST", f"/api/tables/{table['id']}/return"), 403, "forbidden")
    assert "lost its remaining turns" in sentence
    assert seen(people[moving], table)["info"]["seats"][moving]["has_lost_turns"]


def test_another_sealed_hand_is_not_said_to_be_accepted(site: Site) -> None:
    """He would think that he plays with the second hand; what he holds is the first."""
    people = [site.guest(), site.guest()]
    table = new_table(*people, options={"hands": "chosen", "pieces": "random"})
    path = f"/api/tables/{table['id']}/act"
    first = {"moves": "b4 b3 b2 r4 r3", "version": 0}
    number = people[1].post(path, first)["number"]
    assert people[1].post(path, first)["number"] == number, "sent again, it has happened once"
    refusal(people[1].send("POST", path, {"moves": "s2 s2 n1 h2 x", "version": 0}), 409, "turn")
    people[0].post(path, {"moves": "c4 c3 c2 s3 h2", "version": 0})
    record = people[1].send("GET", f"/api/tables/{table['id']}/record").text
    assert "hand blue b4 b3 b2 r4 r3" in record
    assert "hand red ? ? ? ? ?" in record
