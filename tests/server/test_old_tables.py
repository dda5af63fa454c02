"""Tables of an older program open, are told, verified and played on: docs/formats.md promises it.

`old_tables/tables.sql` is the database of a server from when plies were texts everywhere, and beside it are the records
as that server exported them to the first of its two guests.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tenka.fairness import check_fairness
from tenka.record import read, replay, write
from tenka.server.auth import hash_secret
from tenka.server.config import Config
from tests.server.client import Page, inside

FOLDER = Path(__file__).parent / "old_tables"
GUESTS = ("rcnz9hkpezxa", "569a25vaxpxh")
TABLES = {
    "whole": "m4s483fz2p",
    "rematch": "qwznkmqjb2",
    "running": "95wfkhhhfv",
    "sealed": "e5ekjjtvp3",
    "history-whole": "ww3zw6ytzy",
    "history-running": "ntbbs3726c",
    "imported": "wxp88g3g7j",
    "imported-hidden": "mtxr7rv3ja",
}
"""By what they are an example of."""
CLOSED = "b8huyx8ak6"


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Page, Page]]:
    """The two guests at a server of today with the old database."""
    path = tmp_path_factory.mktemp("old") / "server.db"
    database = sqlite3.connect(path)
    database.executescript((FOLDER / "tables.sql").read_text(encoding="utf-8"))
    for number, person in enumerate(GUESTS):
        row = (f"s{number}", hash_secret(f"cookie{number}"), person, "", 0.0, 1e12, 1e12)
        database.execute("insert into sessions values (?, ?, ?, ?, ?, ?, ?)", row)
    database.commit()
    database.close()
    with inside(Config(f"sqlite:///{path}", bot_workers=0, limits=0)) as url, Page(url) as first, Page(url) as second:
        for number, page in enumerate((first, second)):
            page.http.cookies.set("tenka_session", f"cookie{number}")
        yield first, second


def expected(name: str) -> str:
    return (FOLDER / f"{name}.game").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", TABLES)
def test_an_old_table_has_the_record_that_it_had(pages: tuple[Page, Page], name: str) -> None:
    text = pages[0].get(f"/api/tables/{TABLES[name]}/record")
    assert text == expected(name)
    assert write(read(text)) == text


@pytest.mark.parametrize("name", TABLES)
def test_an_old_table_is_shown_and_replayed_ply_by_ply(pages: tuple[Page, Page], name: str) -> None:
    told = replay(expected(name))
    shown = pages[0].get(f"/api/tables/{TABLES[name]}")
    assert shown["info"]["version"] == len(told.steps)
    steps = pages[0].get(f"/api/tables/{TABLES[name]}/replay")["steps"]
    assert [step["ply"]["seat"] for step in steps] == [step.seat for step in told.steps]
    assert [step["ply"]["kind"] for step in steps] == [step.line.split()[0] for step in told.steps]
    logged = [ply for entry in shown["log"] for ply in entry.get("plies", ())]
    assert "imported" in name or logged == [step["ply"] for step in steps]


@pytest.mark.parametrize("name", ["whole", "history-whole"])
def test_the_promise_of_an_old_game_is_verified(pages: tuple[Page, Page], name: str) -> None:
    check_fairness(replay(pages[0].get(f"/api/tables/{TABLES[name]}/record")))
    proof = pages[0].get(f"/api/tables/{TABLES[name]}/proof")
    assert proof["salt"]
    assert proof["commitment"] in expected(name)


def test_a_table_that_was_given_up_stays_given_up(pages: tuple[Page, Page]) -> None:
    assert pages[0].get(f"/api/tables/{CLOSED}")["info"]["status"] == "closed"


@pytest.mark.parametrize("name", ["running", "history-running", "rematch"])
def test_an_old_table_is_played_on(pages: tuple[Page, Page], name: str) -> None:
    table = TABLES[name]
    page, shown = next(
        (page, shown) for page in pages if (shown := see(page, table)) is not None and shown["choice"] is not None
    )
    moves: list[str] = []
    choice = shown["choice"]
    while not (moves and choice["is_whole"]):
        moves.append(next(token for token in choice["legal"] if token not in ("done", "end")))
        choice = page.post(f"/api/tables/{table}/preview", {"moves": " ".join(moves)})["choice"]
    number = shown["info"]["number"]
    taken = page.post(f"/api/tables/{table}/act", {"version": shown["info"]["version"], "moves": " ".join(moves)})
    assert taken["number"] == number + 1
    replay(page.get(f"/api/tables/{table}/record"))


def test_a_choice_that_was_sealed_is_opened_when_the_other_chooses(pages: tuple[Page, Page]) -> None:
    table = TABLES["sealed"]
    shown = pages[0].get(f"/api/tables/{table}")
    assert shown["info"]["to_move"] == [0]
    moves = "b4 b3 b2 s3 s2"
    pages[0].post(f"/api/tables/{table}/act", {"version": shown["info"]["version"], "moves": moves})
    played = pages[0].get(f"/api/tables/{table}")["log"][-1]
    assert [(ply["kind"], ply["seat"], ply["tokens"]) for ply in played["plies"]] == [
        ("hand", 0, moves.split()),
        ("hand", 1, ["?"] * 5),
    ]


def see(page: Page, table: str) -> Any:
    """A table, if this guest may look at it."""
    answer = page.http.get(f"/api/tables/{table}")
    return answer.json() if answer.status_code == 200 else None
