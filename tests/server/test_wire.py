"""The same as test_leaks.py, over the wire: a real server with two tables that differ only in hidden tiles."""

from __future__ import annotations

import asyncio
import json
import random
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert

from tenka.game import Seat
from tenka.server import database as db
from tenka.server.app import Server
from tenka.server.auth import hash_secret
from tenka.server.config import Config
from tenka.server.ledger import Ledger
from tests.server.client import Node, Page, running
from tests.server.twins import new_ledger, play_both, start_twice

pytestmark = pytest.mark.slow

PLAYERS = 3
OPTIONS = {"hands": "random", "pieces": "random"}


def twin_ledgers(eyes: Seat | None) -> tuple[Ledger, Ledger]:
    """Two games that look the same to these eyes after some turns."""
    rng = random.Random(3)
    ledgers = start_twice(new_ledger(PLAYERS, OPTIONS), eyes, 3)
    for _ in range(5):
        then = play_both(ledgers, eyes, rng)
        assert then is not None
        ledgers = then
    assert ledgers[0].table is not None
    assert ledgers[1].table is not None
    assert ledgers[0].table.state.tobytes() != ledgers[1].table.state.tobytes(), "something hidden differs"
    return ledgers


async def write_logs(url: str, ledgers: tuple[Ledger, Ledger]) -> None:
    """Puts both games into a database, as tables that the same three people sit at."""
    server = Server(Config(url, bot_workers=0))
    await db.upgrade(server.engine)
    await server.store.open()
    people = [
        {"id": f"p{n}", "name": f"p{n}", "name_key": f"p{n}", "settings": "{}", "created_at": 0.0}
        for n in range(PLAYERS)
    ]
    times = {"created_at": 0.0, "seen_at": 1e12, "expires_at": 1e12}
    sessions = [
        {"id": f"s{n}", "secret": hash_secret(f"cookie{n}"), "person": f"p{n}", "agent": ""} | times
        for n in range(PLAYERS)
    ]
    await server.store.execute(insert(db.people).values(people), insert(db.sessions).values(sessions))
    for name, ledger in zip(("tableA", "tableB"), ledgers, strict=True):
        row = {"status": "running", "number": ledger.number, "version": ledger.version, "to_move": "0", "bot_due": None}
        row |= {"deadline": None, "updated_at": 1.0, "created_at": 1.0, "game": "samurai", "visibility": "open"}
        row["info"] = server.lounge.listing(ledger)
        await server.store.append(name, ledger.events, row)
        rows = [{"table_id": name, "seat": seat, "person": f"p{seat}"} for seat in range(PLAYERS)]
        await server.store.execute(insert(db.seats).values(rows))
    await server.store.close()


def plain(answer: Any, commitments: list[str]) -> str:
    """An answer as text, without what names the table itself, and without times."""
    text = answer if isinstance(answer, str) else json.dumps(answer, sort_keys=True)
    for word in ("tableA", "tableB", *commitments):
        text = text.replace(word, "")
    return text


def without_times(value: Any) -> Any:
    if isinstance(value, dict):
        return {
            name: without_times(part) for name, part in value.items() if name not in ("clocks", "deadline", "at", "id")
        }
    return [without_times(part) for part in value] if isinstance(value, list) else value


def everything_received(url: str, table: str, eyes: Seat | None) -> list[Any]:
    """All answers that somebody can get about a table."""
    got: list[Any] = []
    with Page(url) as page:
        if eyes is not None:
            page.http.cookies.set("tenka_session", f"cookie{eyes}")
        paths = ["", "/record", "/replay", "/proof", "/positions/0", "/positions/3", "/positions/99"]
        got += [page.http.get(f"/api/tables/{table}{path}") for path in paths]
        got += [
            page.http.get(f"/api/tables/{table}/replay", params={"eyes": other})
            for other in ("all", "0", "1", "spectator")
        ]
        got.append(page.http.post("/api/sandbox", json={"table": table, "ply": 2}))
        moves = ["", "b4", "pass", "x:same", "n1@k17", "zzz"]
        if eyes is not None:
            choice = page.get(f"/api/tables/{table}")["choice"]
            moves += choice["legal"][:8] + [f"{token} done" for token in choice["legal"][:4]] if choice else []
            got += [page.http.post(f"/api/tables/{table}/preview", json={"moves": text}) for text in moves]
        answers: list[Any] = [(answer.status_code, _body(answer)) for answer in got]
        with page.open() as line:
            line.until("welcome")
            answers.append(line.ask("watch", table=table))
            for text in moves:
                answers.append(line.ask("preview", table=table, version=5, moves=text))
            for text in ("b4", "zzz", "pass"):
                answers.append(line.ask("act", table=table, version=99, moves=text))
            answers.append(line.ask("watch", table=table, since=answers[-1 - len(moves) - 3]["info"]["number"] - 3))
            answers += line.events
    return [
        without_times(answer) if not isinstance(answer, tuple) else (answer[0], without_times(answer[1]))
        for answer in answers
    ]


def _body(answer: Any) -> Any:
    return answer.json() if answer.headers["content-type"].startswith("application/json") else answer.text


@pytest.mark.slow
@pytest.mark.parametrize("eyes", [None, 0, 1, 2])
def test_all_that_is_received_is_the_same(tmp_path: Path, eyes: Seat | None) -> None:
    ledgers = twin_ledgers(eyes)
    asyncio.run(write_logs(f"sqlite:///{tmp_path / 'server.db'}", ledgers))
    commitments = [str(ledger.commitment) for ledger in ledgers]
    with running(Node(tmp_path, TENKA_LIMITS="0", TENKA_BOT_WORKERS="0")) as node:
        one, two = (everything_received(node.url, table, eyes) for table in ("tableA", "tableB"))
    assert len(one) == len(two) > 15
    for first, second in zip(one, two, strict=True):
        assert plain(first, commitments) == plain(second, commitments)
