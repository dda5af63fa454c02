"""How many tables somebody may have: also where many are asked for at once, in whatever way, and at any node."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import func, select

from tenka.server import database as db
from tenka.server import limits, lists
from tenka.server.limits import CAPS, Cap
from tenka.server.studies import MOST_STUDIES
from tests.server.client import Node, running
from tests.server.conftest import upgrade
from tests.server.services import postgres
from tests.server.site import COOKIE, OWN, Site, Visitor, open_site, refusal

GAMES = Path(__file__).parents[1] / "games"
BASIC = {"hands": "random", "pieces": "random"}
WAITING = {"seats": [{"kind": "me"}, {"kind": "open"}], "options": BASIC, "visibility": "open"}
PRIVATE = {"seats": [{"kind": "me"}, {"kind": "open"}], "options": BASIC}


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with open_site(tmp_path, limits=1.0) as site:
        yield site


def all_at_once(site: Site, wishes: list[tuple[Visitor, str, Any]]) -> Counter[int]:
    """Sends them all before the first is answered; how often there was which answer."""

    async def send(visitor: Visitor, path: str, wish: Any) -> int:
        headers = {"origin": OWN, "cookie": f"{COOKIE}={visitor.cookie}"}
        return (await site.client.post(path, json=wish, headers=headers)).status_code

    async def send_all() -> list[int]:
        return await asyncio.gather(*(send(*wish) for wish in wishes))

    site.client.cookies.clear()
    return Counter(site.wait_for(send_all))


def num_tables(site: Site, *where: Any) -> int:
    query = select(func.count()).select_from(db.tables).where(*where)
    return int(site.wait_for(site.server.store.fetch_one, query)[0])


def test_one_person_has_five_tables_in_the_lobby_however_fast_they_ask(site: Site) -> None:
    ann = site.guest()
    answers = all_at_once(site, [(ann, "/api/tables", WAITING)] * 25)
    assert answers == {201: CAPS["lobby"].person, 429: 25 - CAPS["lobby"].person}
    assert num_tables(site) == CAPS["lobby"].person
    assert site.server.metrics.registry.get_sample_value("tenka_database_errors_total") == 0
    said = refusal(ann.send("POST", "/api/tables", WAITING), 429, "limit")
    assert said == "5 of your tables wait for players in the lobby already; finish or leave one first"
    mine = ann.get("/api/tables/mine")["tables"]
    assert len(mine) == CAPS["lobby"].person
    ann.post(f"/api/tables/{mine[0]['id']}/leave")
    ann.post("/api/tables", WAITING)


def test_all_at_one_address_have_twenty_however_many_they_are(site: Site) -> None:
    guests = [site.guest() for _ in range(20)]
    answers = all_at_once(site, [(guest, "/api/tables", WAITING) for guest in guests for _ in range(6)])
    assert answers == {201: CAPS["lobby"].address, 429: 120 - CAPS["lobby"].address}
    assert num_tables(site) == CAPS["lobby"].address
    assert len(site.visitor().get("/api/tables")["tables"]) == CAPS["lobby"].address


def test_a_table_whose_seats_can_be_opened_later_counts_as_well(site: Site) -> None:
    ann = site.guest()
    wish = {**WAITING, "seats": [{"kind": "me"}, {"kind": "me"}], "starts": "maker"}
    answers = all_at_once(site, [(ann, "/api/tables", wish)] * 8)
    assert answers[201] == num_tables(site) == CAPS["lobby"].person


@pytest.mark.parametrize(
    ("path", "wish", "most"),
    [
        ("/api/tokens", {"label": "bot", "scopes": ["read"]}, 20),
        ("/api/listeners/hook", {"url": "https://1.1.1.1/tenka"}, 10),
    ],
)
def test_what_somebody_keeps_has_its_bounds_however_fast_he_asks(
    site: Site, monkeypatch: pytest.MonkeyPatch, path: str, wish: Any, most: int
) -> None:
    monkeypatch.setattr(site.server.limiter, "scale", 0.0)  # fast, but not for this
    ann, bob = site.guest(), site.guest()
    answers = all_at_once(site, [(ann, path, wish)] * (most + 15))
    assert answers == {201: most, 429: 15}
    listed = path.replace("/hook", "")
    assert len(ann.get(listed)) == most
    bob.post(path, wish)


def test_studies_have_their_bounds_too(site: Site) -> None:
    ann = site.wait_for(site.people.make_guest, "")[0]
    add = site.server.studies.add

    async def add_all() -> Counter[str]:
        wishes = [add(ann, str(number), "samurai", "a text") for number in range(MOST_STUDIES + 15)]
        answers = await asyncio.gather(*wishes, return_exceptions=True)
        return Counter(type(answer).__name__ for answer in answers)

    assert site.wait_for(add_all) == {"StudyInfo": MOST_STUDIES, "Refused": 15}


def test_records_that_are_brought_have_their_bounds_too(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lists, "MOST_RECORDS", 3)
    ann, bob = site.guest(), site.guest()
    wish = {"text": (GAMES / "shared-win.game").read_text(encoding="utf-8")}
    ann.post("/api/records", wish)
    ann.post("/api/tables", PRIVATE)  # which is no record
    assert all_at_once(site, [(ann, "/api/records", wish)] * 8) == {201: 2, 429: 6}
    said = refusal(ann.send("POST", "/api/records", wish), 429, "limit")
    assert said == "you have brought 3 records, and more are not kept; the analysis board opens any"
    assert num_tables(site) == 4  # those that were refused left nothing behind
    bob.post("/api/records", wish)


def test_all_ways_to_a_table_count(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = site.guest()
    over = [ann.post("/api/tables", {**PRIVATE, "seats": [{"kind": "me"}] * 2})["id"] for _ in range(3)]
    for table in over:
        play_to_the_end(ann, table)
    monkeypatch.setitem(limits.CAPS, "table", Cap(2, 250))
    wishes: list[tuple[Visitor, str, Any]] = [(ann, f"/api/tables/{table}/rematch", None) for table in over]
    wishes += [(ann, "/api/pairing", {"options": {**BASIC, "first": first}, "bot": "uniform"}) for first in FIRST]
    wishes += [(ann, "/api/tables", PRIVATE)] * 3
    answers = all_at_once(site, wishes)
    assert answers[429] == len(wishes) - 2
    assert num_tables(site, db.tables.c.status.in_(("open", "running"))) == 2


FIRST = ("red", "blue")


def play_to_the_end(visitor: Visitor, table: str) -> None:
    """Both of two seats take the first turn that there is, until it is over."""
    while (shown := visitor.get(f"/api/tables/{table}"))["choice"]:
        choice = shown["choice"]
        moves = next(token for token in choice["legal"] if "@" in token)
        wish = {"moves": moves, "version": choice["version"], "seat": choice["seat"]}
        visitor.post(f"/api/tables/{table}/act", wish)
    assert visitor.get(f"/api/tables/{table}")["info"]["status"] == "over"


@pytest.mark.slow
def test_two_nodes_together_allow_as_many_tables_as_one(tmp_path: Path) -> None:
    with postgres() as database:
        nodes = []
        for name in ("first", "second"):
            (tmp_path / name).mkdir()
            nodes.append(Node(tmp_path / name, DATABASE_URL=database.url, TENKA_BOT_WORKERS="0", TENKA_LIMITS="2"))
        upgrade(nodes[0])
        with running(nodes[0]), running(nodes[1]):
            answers = asyncio.run(ask_both(nodes))
    made = [answer for whose in answers for answer in whose]
    assert all(whose.count(201) <= 2 * CAPS["lobby"].person for whose in answers)
    assert made.count(201) == 2 * CAPS["lobby"].address
    assert set(made) == {201, 429}


async def ask_both(nodes: list[Node]) -> list[list[int]]:
    """Eight guests ask both nodes for twelve tables each, all at once."""
    async with httpx.AsyncClient(timeout=60, limits=httpx.Limits(max_connections=40)) as http:
        cookies = []
        for _ in range(8):
            answer = await http.post(f"{nodes[0].url}/api/guest", headers={"origin": nodes[0].url})
            cookies.append(answer.cookies[COOKIE])
            http.cookies.clear()

        async def ask(cookie: str, number: int) -> int:
            url = nodes[number % 2].url
            headers = {"origin": url, "cookie": f"{COOKIE}={cookie}"}
            return (await http.post(f"{url}/api/tables", json=WAITING, headers=headers)).status_code

        async def ask_for_one(cookie: str) -> list[int]:
            return list(await asyncio.gather(*(ask(cookie, number) for number in range(12))))

        return list(await asyncio.gather(*map(ask_for_one, cookies)))
