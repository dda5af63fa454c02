"""The same as test_leaks.py, over the wire: a real server with pairs of tables that differ only in what is secret.

Everything that a seat or a spectator gets is compared: answers, refusals, exports, lists, the stream for programs, and
what comes over a WebSocket while others take their turns.
"""

from __future__ import annotations

import asyncio
import json
import random
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest
from sqlalchemy import insert

from tenka.game import GameError, Seat
from tenka.server import database as db
from tenka.server.app import Server
from tenka.server.auth import hash_secret
from tenka.server.config import Config
from tenka.server.ledger import Ledger
from tests.server.client import Line, Node, Page, running
from tests.server.twins import (
    Twins,
    add,
    differences,
    look_the_same,
    new_ledger,
    play_both,
    start_twice,
    turn_of_both,
)

pytestmark = pytest.mark.slow

PLAYERS = 3
EYES = (None, 0, 1, 2)


class Case(NamedTuple):
    """A moment of a game, and what must be different behind it."""

    game: str
    options: dict[str, str]
    turns: int
    live: int
    """So many turns more are taken while somebody watches."""
    differ: tuple[str, ...]


CASES = {
    "playing": Case("samurai", {"hands": "random", "pieces": "random"}, 5, 2, ("hand", "stack", "secret")),
    "choosing": Case("samurai", {}, 1, 2, ("secret",)),
    "history": Case("history", {}, 12, 1, ("hand", "secret")),
}


class Pair(NamedTuple):
    """Two tables at the server, and the turns that will be taken there."""

    names: tuple[str, str]
    ledgers: Twins
    live: list[tuple[Seat, tuple[str, str]]]
    differ: Counter[str]


def twin_ledgers(case: Case, eyes: Seat | None) -> Twins:
    """Two games that look the same to these eyes after some turns."""
    for seed in range(3, 40):
        rng = random.Random(seed)
        ledgers: Twins | None = start_twice(new_ledger(PLAYERS, case.options, case.game), eyes, seed)
        for _ in range(case.turns):
            ledgers = play_both(ledgers, eyes, rng) if ledgers else None
        if ledgers and all(differences(ledgers)[part] for part in case.differ):
            return ledgers
    raise AssertionError("no two such games were found")


def make_pair(name: str, case: Case, eyes: Seat | None) -> Pair:
    ledgers = twin_ledgers(case, eyes)
    differ, rng = differences(ledgers), random.Random(7)
    live: list[tuple[Seat, tuple[str, str]]] = []
    then = ledgers
    for _ in range(200):
        if len(live) == case.live:
            break
        seat, moves = turn_of_both(then, eyes, rng)
        if seat == eyes:
            continue
        try:
            drafts = [a.act(seat, text, a.version, "person") for a, text in zip(then, moves, strict=True)]
        except GameError:
            continue  # what only one of the hidden hands has
        after = add(then[0], drafts[0]), add(then[1], drafts[1])
        if after[0].status == "running" and look_the_same(after, eyes):
            live.append((seat, moves))
            then = after
            differ += differences(then)
        elif then[0].to_move() == (eyes,):
            break
    return Pair((f"{name}A", f"{name}B"), ledgers, live, differ)


async def write_logs(url: str, tables: Mapping[str, Ledger]) -> None:
    """Puts games into a database, as tables that the same three people sit at."""
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
    for name, ledger in tables.items():
        row = {"status": ledger.status, "number": ledger.number, "version": ledger.version, "bot_due": None}
        row |= {"deadline": None, "updated_at": 1.0, "created_at": 1.0, "visibility": "open"}
        row |= {"game": ledger.rules.name, "to_move": " ".join(map(str, ledger.to_move()))}
        ledger.id = name
        # The lobby shows a few tables of each maker, which would leave out one of two twins.
        row["info"] = json.dumps({**json.loads(server.lounge.listing(ledger)), "maker": f"maker of {name[:-1]}"})
        await server.store.append(name, ledger.events, row)
        rows = [{"table_id": name, "seat": seat, "person": f"p{seat}"} for seat in range(PLAYERS)]
        await server.store.execute(insert(db.seats).values(rows))
    await server.store.close()


class Wire(NamedTuple):
    url: str
    pairs: dict[str, Pair]


def name_of(case: str, eyes: Seat | None) -> str:
    return f"{case}{'x' if eyes is None else eyes}"


@pytest.fixture(scope="module")
def wire(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Wire]:
    folder: Path = tmp_path_factory.mktemp("wire")
    pairs = {
        name_of(name, eyes): make_pair(name_of(name, eyes), case, eyes) for name, case in CASES.items() for eyes in EYES
    }
    tables = {name: ledger for pair in pairs.values() for name, ledger in zip(pair.names, pair.ledgers, strict=True)}
    asyncio.run(write_logs(f"sqlite:///{folder / 'server.db'}", tables))
    with running(Node(folder, TENKA_LIMITS="0", TENKA_BOT_WORKERS="0")) as node:
        yield Wire(node.url, pairs)


# --- all that can be asked for ------------------------------------------------------------------------------------


def sign_in(url: str, eyes: Seat | None) -> Page:
    page = Page(url)
    if eyes is not None:
        page.http.cookies.set("tenka_session", f"cookie{eyes}")
    return page


def answers(page: Page, table: str, eyes: Seat | None) -> Iterator[tuple[str, Any]]:
    """What HTTP answers."""
    paths = ["", "/record", "/replay", "/proof", "/positions/0", "/positions/3", "/positions/99"]
    paths += [f"{path}?seat={seat}" for path in ("", "/record") for seat in range(PLAYERS)]
    paths += [f"/replay?eyes={other}" for other in ("all", "0", "1", "2", "spectator")]
    paths += [f"/positions/2?eyes={other}" for other in ("all", "0", "1", "2")]
    for path in paths:
        yield path, page.http.get(f"/api/tables/{table}{path}")
    for body in ({"version": 2}, {"version": 0, "seat": 0}, {"version": 1, "seat": 1}, {"version": 1, "seat": 2}):
        yield f"sandbox {body}", page.http.post("/api/sandbox", json={"table": table, **body})
    for name in ("/api/tables", "/api/tables/mine"):
        answer = page.http.get(name)
        if answer.status_code == 200:
            answer = [info for info in answer.json()["tables"] if info["id"] == table]  # type: ignore[assignment]
        yield name, answer
    if eyes is not None:
        for moves in moves_to_try(page, table):
            yield f"preview {moves}", page.http.post(f"/api/tables/{table}/preview", json={"moves": moves})
            wish = {"moves": moves, "version": 99}
            yield f"act {moves}", page.http.post(f"/api/tables/{table}/act", json=wish)
        yield "hint", page.http.post(f"/api/tables/{table}/hint", json={"moves": ""})
        yield "stream", [line for line in stream(page) if json.loads(line).get("table") == table]


def moves_to_try(page: Page, table: str) -> list[str]:
    choice = page.get(f"/api/tables/{table}")["choice"]
    legal = choice["legal"] if choice else []
    return ["", "b4", "pass", "x:same", "n1@k17", "zzz", "ready", "e7", *legal[:8], *(f"{t} done" for t in legal[:4])]


def stream(page: Page) -> list[str]:
    """The first lines of the stream for programs: all turns that wait."""
    lines = []
    with page.http.stream("GET", "/api/events") as response:
        for line in response.iter_lines():
            lines.append(line)
            if '"still_here"' in line:
                return lines
    return lines


def frames(page: Page, wire: Wire, pair: Pair, which: int, eyes: Seat | None) -> Iterator[tuple[str, Any]]:
    """What a WebSocket brings: answers, and events while others take their turns."""
    table = pair.names[which]
    with page.open() as line:
        yield "welcome", line.until("welcome")
        snapshot = line.ask("watch", table=table)
        yield "watch", snapshot
        number, version = snapshot["info"]["number"], snapshot["info"]["version"]
        for moves in moves_to_try(page, table):
            yield f"preview {moves}", line.ask("preview", table=table, version=version, moves=moves)
        for moves in ("b4", "zzz", "pass"):
            yield f"act {moves}", line.ask("act", table=table, version=99, moves=moves)
        yield "since", line.ask("watch", table=table, since=number - 3)
        missed = [event for event in line.events if event["type"] not in AT_ANY_TIME]
        yield from ((f"missed {number}", event) for number, event in enumerate(missed))
        line.events.clear()
        for seat, wanted in pair.live:
            with sign_in(wire.url, seat) as other:
                now = other.get(f"/api/tables/{table}")["info"]["version"]
                other.post(f"/api/tables/{table}/act", {"moves": wanted[which], "version": now, "seat": seat})
            yield f"live {seat}", until_event(line, table)
        yield "after", line.ask("watch", table=table)


AT_ANY_TIME = ("presence", "lobby", "lobby_changed", "your_table")
"""They come whenever somebody comes or goes; what they say of a table is what the table itself says."""


def until_event(line: Line, table: str) -> list[dict[str, Any]]:
    """All that comes of a table up to its next event."""
    came = []
    while True:
        message = line.receive()
        if message.get("table") in (table, None) and message["type"] not in AT_ANY_TIME:
            came.append(message)
            if message["type"] == "event":
                return came


def as_text(value: Any, pair: Pair) -> str:
    """An answer as text, without what names the table itself, and without times."""
    if isinstance(value, httpx.Response):
        is_json = value.headers["content-type"].startswith("application/json")
        value = [value.status_code, value.json() if is_json else value.text]
    text = json.dumps(without_times(value), sort_keys=True)
    for word in (*pair.names, *(str(ledger.commitment) for ledger in pair.ledgers)):
        text = text.replace(word, "")
    return text


def without_times(value: Any) -> Any:
    if isinstance(value, dict):
        times = ("clocks", "deadline", "at", "id", "created_at", "updated_at")
        return {name: without_times(part) for name, part in value.items() if name not in times}
    return [without_times(part) for part in value] if isinstance(value, list) else value


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("case", CASES)
def test_all_that_is_received_is_the_same(wire: Wire, case: str, eyes: Seat | None) -> None:
    pair = wire.pairs[name_of(case, eyes)]
    if case == "choosing":
        assert pair.differ["sealed"] or pair.differ["hand"], "another's choice is another one"
        assert pair.live
    for part in CASES[case].differ:
        assert pair.differ[part], part
    with sign_in(wire.url, eyes) as page:
        received = []
        for which, table in enumerate(pair.names):
            got = [*answers(page, table, eyes), *frames(page, wire, pair, which, eyes)]
            received.append([(name, as_text(value, pair)) for name, value in got])
    one, two = received
    assert len(one) > 30
    for (name, first), (_, second) in zip(one, two, strict=True):
        assert first == second, f"{name} tells {eyes} what it may not know"
