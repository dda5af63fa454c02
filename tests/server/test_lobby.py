"""The lobby: built once a change, told as differences, and the same for everybody but for what is theirs."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter

from tenka.server import database as db
from tenka.server import lists, lobby
from tenka.server.app import make_app
from tenka.server.auth import Caller
from tenka.server.config import Config
from tenka.server.messages import Person
from tenka.server.socket_messages import ToPage
from tests.server.site import Site, Visitor, open_site

BASIC = {"hands": "random", "pieces": "random"}
_to_page: TypeAdapter[Any] = TypeAdapter(ToPage)


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    monkeypatch.setattr(lobby, "SECONDS_BETWEEN_LOBBIES", 0.0)
    with open_site(tmp_path) as site:
        yield site


class Ear:
    """A connection that follows the lobby as a page does."""

    def __init__(self, site: Site, visitor: Visitor | None) -> None:
        self.site = site
        person = visitor.person if visitor else None
        self.caller = Caller(Person(**person)) if person else Caller()
        self.here = 0
        self.tables: dict[str, Any] = {}
        self.messages: list[dict[str, Any]] = []
        site.wait_for(site.server.lounge.lobby.follow, self, 7)

    def send(self, text: bytes) -> None:
        _to_page.validate_json(text)
        message = json.loads(text)
        self.messages.append(message)
        self.here = message["here"]
        if message["type"] == "lobby":
            self.tables.clear()
        for table in message["tables"]:
            self.tables[table["id"]] = table
        for table in message.get("gone", ()):
            self.tables.pop(table, None)


def make(visitor: Visitor, *seats: str, visibility: str = "open") -> str:
    wish = {"seats": [{"kind": kind} for kind in seats], "options": BASIC, "visibility": visibility}
    return str(visitor.post("/api/tables", wish)["id"])


def tell(site: Site) -> None:
    site.server.lounge.lobby._is_new.set()
    site.wait_for(site.server.lounge.lobby.tell)


def test_who_follows_has_the_same_as_who_asks_whatever_happens(site: Site) -> None:
    rng = random.Random(1)
    visitors = [site.guest() for _ in range(5)]
    make(visitors[0], "me", "open")
    ears: list[tuple[Ear, Visitor]] = [(Ear(site, visitor), visitor) for visitor in visitors]
    ears.append((Ear(site, None), site.visitor()))
    tables: list[tuple[Visitor, str]] = []
    for step in range(40):
        visitor = rng.choice(visitors)
        if not tables or rng.random() < 0.4:
            tables.append((visitor, make(visitor, "me", "open", *rng.sample(["open"], rng.randrange(2)))))
        elif rng.random() < 0.6:
            visitor.send("POST", f"/api/tables/{rng.choice(tables)[1]}/join", {})
        else:
            maker, table = tables.pop(rng.randrange(len(tables)))
            maker.send("POST", f"/api/tables/{table}/leave")
        if step % 3 == 0:
            tell(site)
            for ear, who in ears:
                asked = who.get("/api/tables")["tables"]
                assert ear.tables == {table["id"]: table for table in asked}
    kinds = {message["type"] for ear, _ in ears for message in ear.messages[1:]}
    assert kinds == {"lobby_changed"}
    assert {table["key"] for table in ears[-1][0].tables.values()} == {None}
    assert any(table["key"] for ear, _ in ears for table in ear.tables.values())


def test_a_change_is_built_once_however_many_watch(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    maker = site.guest()
    for _ in range(3):
        make(maker, "me", "open")
    ears = [Ear(site, None) for _ in range(20)]
    tell(site)
    built: list[str] = []
    real = lists.show_row
    monkeypatch.setattr(lobby, "show_row", lambda row, person: built.append(row.id) or real(row, person))  # type: ignore[func-returns-value]
    made = make(maker, "me", "open")
    tell(site)
    assert built == [made]
    for ear in ears:
        assert [table["id"] for table in ear.messages[-1]["tables"]] == [made]
    tell(site)
    assert built == [made], "nothing has changed"
    assert {len(ear.messages) for ear in ears} == {len(ears[0].messages)}


def test_only_open_tables_are_told(site: Site) -> None:
    ear, maker = Ear(site, None), site.guest()
    make(maker, "me", "open", visibility="link")
    shared = make(maker, "me", "me")
    tell(site)
    assert set(ear.tables) == {shared}
    assert ear.tables[shared]["status"] == "running"


def test_nobody_fills_the_lobby_alone(site: Site) -> None:
    greedy, modest = site.guest(), site.guest()
    ear = Ear(site, None)
    made = [make(greedy, "me", "open") for _ in range(lobby.MOST_OF_ONE + 2)]
    other = make(modest, "me", "open")
    tell(site)
    assert other in ear.tables
    assert sum(table in ear.tables for table in made) == lobby.MOST_OF_ONE
    shown = next(table for table in made if table in ear.tables)
    greedy.post(f"/api/tables/{shown}/leave")
    tell(site)
    assert shown not in ear.tables
    assert sum(table in ear.tables for table in made) == lobby.MOST_OF_ONE


def test_nobody_fills_the_lobby_under_many_names(site: Site) -> None:
    """They come from one place."""
    site.server.lounge.lobby.most_at_place = 3
    crowd, modest = [site.guest() for _ in range(5)], site.guest()
    modest.address = "10.9.9.9"
    ear = Ear(site, None)
    other = make(modest, "me", "open")
    made = [make(greedy, "me", "open") for greedy in crowd]
    tell(site)
    assert other in ear.tables
    assert sum(table in ear.tables for table in made) == 3
    gone = next(number for number, table in enumerate(made) if table in ear.tables)
    crowd[gone].post(f"/api/tables/{made[gone]}/leave")
    tell(site)
    assert made[gone] not in ear.tables
    assert sum(table in ear.tables for table in made) == 3
    shown = {table for table in made if table in ear.tables}
    make(crowd[gone], "me", "me")
    tell(site)
    assert shown <= set(ear.tables), "those that wait come before those that are played at"


def test_the_lobby_shows_as_many_of_a_place_as_may_wait_there(tmp_path: Path) -> None:
    for scale, most in ((1.0, 20), (0.5, 10), (0.0, None)):
        server = make_app(Config(f"sqlite:///{tmp_path / 'unused.db'}", limits=scale)).state.server
        assert server.lounge.lobby.most_at_place == most


def test_a_table_that_cannot_be_shown_hides_no_other(site: Site) -> None:
    maker = site.guest()
    broken, whole = make(maker, "me", "open"), make(maker, "me", "open")
    spoilt = db.tables.update().where(db.tables.c.id == broken).values(info="{}")
    site.wait_for(site.server.store.execute, spoilt)
    assert [table["id"] for table in maker.get("/api/tables")["tables"]] == [whole]
    assert [table["id"] for table in maker.get("/api/tables/mine")["tables"]] == [whole]


def test_a_full_lobby_takes_the_next_one_in_when_one_has_gone(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby, "MOST_TABLES", 3)
    ear, makers = Ear(site, None), [site.guest() for _ in range(5)]
    made = [make(maker, "me", "open") for maker in makers]
    tell(site)
    assert len(ear.tables) == 3
    gone = next(number for number, table in enumerate(made) if table in ear.tables)
    makers[gone].post(f"/api/tables/{made[gone]}/leave")
    tell(site)
    assert len(ear.tables) == 3
    assert made[gone] not in ear.tables


def test_what_other_nodes_have_done_is_found_without_news_of_it(site: Site) -> None:
    maker, ear = site.guest(), Ear(site, None)
    board = site.server.lounge.lobby
    tell(site)
    board._is_known = True
    table = make(maker, "me", "open")
    board._changed.clear()  # as if another node had written it
    tell(site)
    assert table not in ear.tables
    board.doubt()
    tell(site)
    assert table in ear.tables


def test_the_lobby_shows_who_is_there_and_how_many(site: Site) -> None:
    maker = site.guest()
    person = maker.person
    assert person
    table = make(maker, "me", "open")
    ear = Ear(site, None)
    lounge = site.server.lounge
    assert (ear.tables[table]["seats"][0]["is_present"], ear.here) == (False, 0)
    room = site.wait_for(lounge.room, table)
    watching = Ear(site, maker)

    async def come() -> None:
        lounge.sockets_of[person["id"]].add(watching)  # type: ignore[arg-type]
        room.watchers[watching] = 0  # type: ignore[index]
        lounge.lobby.note_presence(table)

    site.wait_for(come)
    tell(site)
    assert (ear.tables[table]["seats"][0]["is_present"], ear.here) == (True, 1)
    assert [seat["is_yours"] for seat in watching.tables[table]["seats"]] == [True, False]
    room.watchers.clear()


def test_people_at_other_nodes_are_counted_as_long_as_they_are_heard_of(site: Site) -> None:
    lounge = site.server.lounge
    site.wait_for(lounge._hear, {"here": 12, "node": "other"})
    assert lounge.num_people() == 12
    lounge._here_elsewhere["other"] = (12, 0.0)
    assert lounge.num_people() == 0
