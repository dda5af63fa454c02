"""What is stored is not what is told: every kind of event is told field by field, and nothing else of it.

Each event here carries a field that the program does not know, as a later version may store one, and every secret
field holds a word that can be found again. Whatever anybody gets, none of these words is in it.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import httpx
import pytest

from tenka.fairness import Secret
from tenka.game import Seat
from tenka.record import redact_text, write
from tenka.server import audience, looking_back, messages, rooms
from tenka.server.config import Config
from tenka.server.entries import tell_event
from tenka.server.ledger import Draft, Ledger, StoredEvent
from tests.server.client import Page, inside
from tests.server.test_wire import write_logs
from tests.server.twins import add

UNKNOWN, KEY, SALT, SEED = "marker-unknown", "markerkey", "marker-salt", "marker-seed"
HANDS = ("b4 b3 s2 h1 x", "c4 c3 n1 h2 m", "r4 r3 s3 h1 x")
"""What the players choose in secret."""
NAMES = ("Ann", "Bob", "Cleo")
EYES: tuple[Seat | None, ...] = (0, 1, 2, None)


def mark(draft: Draft | int | None) -> Draft:
    """An event with a field that nobody has thought of."""
    assert isinstance(draft, Draft)
    return Draft(draft.kind, draft.data | {"added_later": UNKNOWN, "more": {"added": [UNKNOWN]}}, draft.after)


def made(**more: Any) -> Draft:
    settings = {"seats": [{"kind": "open"}] * 3, "visibility": "open", "options": {"pieces": "random"}, **more}
    return Draft("created", {"settings": settings, "maker": "p0", "maker_name": "Ann", "key": KEY})


def games() -> Iterator[Ledger]:
    """Tables after each of their events; among them is every kind of event."""
    closed = add(Ledger("closed"), mark(made()))
    yield add(closed, mark(Draft("closed", {})))
    text = (Path(__file__).parent.parent / "games" / "2015-2-players.game").read_text(encoding="utf-8")
    yield add(Ledger("imported"), mark(made())).after(
        StoredEvent(2, "imported", mark(Draft("imported", {"text": f"{text}# {UNKNOWN}\n"})).data, 2.0)
    )
    yield from running()


def running() -> Iterator[Ledger]:
    """A table from its making to where two have chosen their hands, all three, and some turns after that."""
    ledger = add(Ledger("tableA"), mark(made()))
    yield ledger

    def step(draft: Draft | int | None) -> Ledger:
        nonlocal ledger
        ledger = add(ledger, mark(draft))
        return ledger

    for seat, name in enumerate(NAMES):
        yield step(ledger.sit(f"p{seat}", name, True, seat))
    yield step(ledger.stand("p2", 2))
    yield step(ledger.put_bot("p0", 2, "uniform"))
    yield step(Draft("seat_opened", {"seat": 2}))
    yield step(ledger.sit("p2", "Cleo", True, 2))
    yield step(ledger.start(None, Secret(SALT, SEED)))
    for seat in (1, 2):  # the first of the three is still missing, so that both stay sealed
        yield step(ledger.act(seat, HANDS[seat], ledger.version, "person"))
    yield step(Draft("taken_over", {"seat": 1, "bot": "uniform", "reason": "time"}))
    yield step(ledger.come_back(1))
    yield step(Draft("away", {"seat": 1}))
    yield step(ledger.come_back(1))
    yield step(Draft("hinted", {"seat": 1}))
    yield step(Draft("rematch", {"table": "another"}))
    yield step(ledger.act(0, HANDS[0], ledger.version, "stand_in"))
    for _ in range(4):
        seat = ledger.to_move()[0]
        choice = audience.show_choice(ledger, seat)
        assert choice is not None
        moves = next(token for token in choice.legal if "@" in token and token[0] not in "hn")
        yield step(ledger.act(seat, moves, ledger.version, "person"))
    yield step(Draft("turns_lost", {"seat": 2}))


def secrets_from(eyes: Seat | None, ledger: Ledger) -> list[str]:
    """What these eyes must find nowhere."""
    words = [UNKNOWN, SALT, SEED, '"p0"', '"p1"', '"p2"']
    if eyes is None:
        words.append(KEY)
    words += [hand for seat, hand in enumerate(HANDS) if seat != eyes]
    if ledger.table is not None and ledger.imported is None:
        started = next(event for event in ledger.events if event.kind == "started")
        words.append(started.data["start"])
        lines = (line for event in ledger.events for line in event.data.get("lines", ()))
        words += [line for line in lines if redact_text(ledger.rules, line, eyes) != line]
    return words


def everything(ledger: Ledger, eyes: Seat | None) -> Iterator[tuple[str, str]]:
    """All that the owner of these eyes is told."""
    person = None if eyes is None else f"p{eyes}"
    info = audience.show_table(ledger, person, (), ())
    seen = audience.Stage().step(ledger, {eyes})
    event = audience.event_messages(ledger, ledger.events[-1], seen, ())[eyes]
    yield "live", event.model_copy(update={"info": info}).encode().decode()
    yield "snapshot", audience.show_snapshot(ledger, eyes, info, audience.draw_position(ledger, eyes)).encode().decode()
    if ledger.table is None:
        return
    yield "export", write(ledger.record(eyes))
    seat, is_open = looking_back.eyes_of(ledger, person, "spectator" if eyes is None else None)
    yield "replay", looking_back.replay_game(ledger, info, seat, is_open).encode().decode()
    wish = messages.SandboxRequest(table="tableA", version=ledger.version)
    yield "sandbox", looking_back.play_on(ledger, eyes, wish).encode().decode()


@pytest.mark.parametrize("eyes", EYES)
def test_nothing_of_a_stored_event_is_told_but_what_its_kind_tells(eyes: Seat | None) -> None:
    for ledger in games():
        own = eyes if ledger.id == "tableA" else None
        assert UNKNOWN in json.dumps(ledger.events[-1].data)
        for name, text in everything(ledger, own):
            for secret in secrets_from(own, ledger):
                assert secret not in text, f"{name} of {ledger.events[-1].kind} tells {own} of {secret!r}"


def test_every_kind_of_event_is_among_them_and_its_entry_has_just_the_fields_of_its_type() -> None:
    kinds = {}
    for ledger in games():
        event = ledger.events[-1]
        entry = tell_event(event, [])
        assert entry.kind == event.kind
        assert set(json.loads(entry.encode())) == set(type(entry).model_fields)
        kinds[event.kind] = type(entry)
    assert set(kinds.values()) == set(get_args(get_args(messages.Entry)[0]))


def test_the_types_let_nothing_unknown_in() -> None:
    for kind in get_args(get_args(messages.Entry)[0]):
        assert kind.model_config["extra"] == "forbid"


# --- over the wire ----------------------------------------------------------------------------------------------


class Listener:
    """A person or a spectator with everything that reached him."""

    def __init__(self, url: str, eyes: Seat | None) -> None:
        self.eyes = eyes
        self.page = Page(url)
        if eyes is not None:
            self.page.http.cookies.set("tenka_session", f"cookie{eyes}")
        self.line = self.page.open()
        self.got: list[tuple[str, str]] = [("welcome", json.dumps(self.line.until("welcome")))]

    def close(self) -> None:
        self.line.__exit__()
        self.page.http.close()

    def ask(self, kind: str, **fields: Any) -> dict[str, Any]:
        answer = self.line.ask(kind, **fields)
        self.got += [(f"{kind}: {message['type']}", json.dumps(message)) for message in [*self.line.events, answer]]
        self.line.events.clear()
        return answer

    def look_around(self, table: str) -> None:
        """Asks for whatever can be asked for."""
        number = self.ask("watch", table=table)["info"]["number"]
        for since in range(max(1, number - 9), number + 1):
            self.ask("watch", table=table, since=since)
        paths = ["", "/record", "/replay", "/replay?eyes=spectator", "/proof", "/positions/0", "/positions/3"]
        for path in paths:
            self.got.append((f"GET {path}", self.page.http.get(f"/api/tables/{table}{path}").text))
        for path in ("/api/tables", "/api/tables/mine"):
            self.got.append((f"GET {path}", self.page.http.get(path).text))
        self.got.append(("sandbox", self.page.http.post("/api/sandbox", json={"table": table, "version": 3}).text))
        self.got.append(("preview", self.page.http.post(f"/api/tables/{table}/preview", json={"moves": ""}).text))

    def listen_as_bot(self) -> str:
        """What the event stream brings first; empty for who has no name."""
        if self.eyes is None:
            return ""
        token = self.page.post("/api/tokens", {"label": "bot", "scopes": ["read"]})["secret"]
        text = ""
        with httpx.stream("GET", f"{self.page.url}/api/events", headers={"authorization": f"Bearer {token}"}) as stream:
            for line in stream.iter_lines():
                text += line + "\n"
                if json.loads(line)["type"] == "still_here":
                    break
        self.got.append(("bot", text))
        return text


@pytest.mark.parametrize("stage", ["hands", "turns"])
def test_nothing_of_it_reaches_anybody_over_the_wire(
    tmp_path: Path, stage: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    *ledgers, _lost = running()
    ledger = ledgers[-1] if stage == "turns" else ledgers[-6]
    others = list(games())
    database = tmp_path / "server.db"
    asyncio.run(write_logs(f"sqlite:///{database}", {"tableA": ledger, "tableB": others[1]}))
    steps = rooms.Room._steps
    monkeypatch.setattr(rooms.Room, "_steps", lambda room, draft: steps(room, mark(draft)))
    with inside(Config(f"sqlite:///{database}", bot_workers=0, limits=0)) as url:
        listeners = [Listener(url, eyes) for eyes in EYES]
        try:
            for listener in listeners:
                listener.look_around("tableA")
                listener.look_around("tableB")
            streams = [listener.listen_as_bot() for listener in listeners]
            mover = ledger.to_move()[0]
            assert [seat for seat in range(3) if "your_turn" in streams[seat]] == [mover]
            moves = HANDS[0] if stage == "hands" else first_turn(listeners[mover])
            assert (
                listeners[mover].ask("act", table="tableA", version=ledger.version, moves=moves)["type"] == "accepted"
            )
            for listener in listeners:
                listener.ask("ping")  # what was sent before it has come
                assert any(kind.endswith(": event") for kind, _ in listener.got)
                listener.look_around("tableA")
        finally:
            for listener in listeners:
                listener.close()
    stored = sqlite3.connect(database).execute("select data from events where table_id = 'tableA'").fetchall()
    assert len(stored) == ledger.number + 1
    assert all(UNKNOWN in data for (data,) in stored), "the newest event, too, has something to hide"
    for listener in listeners:
        assert len(listener.got) > 40
        for name, text in listener.got:
            for secret in secrets_from(listener.eyes, ledger):
                if secret not in ('"p0"', '"p1"', '"p2"') or name != "welcome":  # one's own, in the welcome
                    assert secret not in text, f"{name} tells {listener.eyes} of {secret!r}"


def first_turn(mover: Listener) -> str:
    """A tile on the board."""
    choice = mover.page.get("/api/tables/tableA")["choice"]
    return str(next(token for token in choice["legal"] if "@" in token and token[0] not in "hn"))
