"""A bot that cannot decide: the game of the others goes on."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError

from tenka.players import default_player
from tenka.server import rooms
from tenka.server.bots import BotFailed, BotPool, Job, Work, answer_job
from tenka.server.fair import Whose
from tenka.server.ledger import Draft
from tenka.server.levels import seat_guests
from tenka.server.rooms import REFUSALS, Room
from tests.server.place import BASIC, Place, run

NEVER = "refusing_bots:Never"
SOURCE = "class Never:\n    def decide(self, view, legal, rng):\n        raise ValueError('not today')\n"
ILLEGAL = SOURCE.replace("raise ValueError('not today')", "return -1")


class BotsHere(BotPool):
    """Bots in this process, which keep whom they were asked for; some are weary and die."""

    def __init__(self, weary: str = "") -> None:
        super().__init__(1)
        self.asked: Counter[str] = Counter()
        self.weary = weary

    async def _ask(self, job: Job | Work, whose: Whose, urgency: str) -> Any:
        self.asked[job.player] += 1
        try:
            if job.player == self.weary:
                raise MemoryError
            return answer_job(job)
        except Exception as error:
            raise BotFailed(f"{type(error).__name__}: {error}") from None


@pytest.fixture(params=[SOURCE, ILLEGAL], ids=["raises", "decides against the rules"])
def guest(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    (tmp_path / "refusing_bots.py").write_text(request.param)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "refusing_bots", raising=False)
    seat_guests([NEVER])
    yield NEVER
    seat_guests([])


async def make_table(here: Place, bots: BotsHere, seats: list[str | None], **settings: Any) -> Room:
    """A game of bots by their names, and of the person who is here."""
    here.lounge.bots = bots
    person = here.people[0]
    nobody = {"person": None, "name": "", "is_guest": False}
    own = {"person": person.id, "name": person.name, "is_guest": True, "bot": None}
    seated = [own if bot is None else {**nobody, "name": bot, "bot": bot} for bot in seats]
    wish = {"seats": [{"kind": "open"}] * len(seats), "options": BASIC, "visibility": "open", **settings}
    made = {"settings": wish, "maker": person.id, "maker_name": "Ann", "key": "k", "seated": seated}
    return await here.lounge.make_room(Draft("created", made))


async def come_to_rest(room: Room) -> None:
    while room._bots is not None and not room._bots.done():
        await asyncio.wait([room._bots])


def decided(room: Room) -> dict[int, set[str]]:
    """By seat: who has decided for it, as the log has it."""
    found: dict[int, set[str]] = {}
    for event in room.ledger.events:
        if event.kind in ("played", "chose"):
            found.setdefault(event.data["seat"], set()).add(event.data["by"])
    return found


def test_where_a_bot_always_refuses_the_game_goes_on_to_its_end(
    tmp_path: Path, guest: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def play(here: Place) -> None:
        bots = BotsHere()
        room = await make_table(here, bots, ["uniform", guest, "uniform"])
        with caplog.at_level(logging.WARNING, "tenka.rooms"):
            await come_to_rest(room)
        assert room.ledger.status == "over"
        assert decided(room) == {seat: {"bot"} for seat in range(3)}
        assert room.ledger.forfeits() == {}
        instead = default_player("samurai")
        assert bots.asked[guest] == REFUSALS * bots.asked[instead] > 0
        assert here.lounge.turns_instead == bots.asked[instead]
        told = [record for record in caplog.records if record.getMessage() == "another bot decides in its place"]
        assert len(told) == bots.asked[instead]
        assert {(vars(one)["table"], vars(one)["bot"], vars(one)["instead"]) for one in told} == {
            (room.id, guest, instead)
        }

    run(tmp_path, play)


def test_who_stands_in_for_a_person_and_refuses_is_replaced_too_and_no_bot_forfeits(tmp_path: Path, guest: str) -> None:
    async def play(here: Place) -> None:
        room = await make_table(here, BotsHere(), [None, guest, "uniform"], stand_in=guest, on_leave="bot")
        await come_to_rest(room)
        assert room.ledger.to_move() == (0,)
        assert 0 not in decided(room), "nobody decides for a person who is there"
        await room.submit(lambda ledger: ledger.leave(0))
        await come_to_rest(room)
        assert room.ledger.status == "over"
        assert decided(room) == {0: {"stand_in"}, 1: {"bot"}, 2: {"bot"}}
        assert room.ledger.forfeits().keys() == {0}

    run(tmp_path, play)


def test_at_a_rated_table_nobody_decides_for_a_bot_whose_strength_counts(tmp_path: Path) -> None:
    async def play(here: Place) -> None:
        bots = BotsHere(weary="karo")
        clock = {"kind": "real", "turn_seconds": 60, "main_seconds": 60}
        room = await make_table(here, bots, ["karo", None], rated=True, clock=clock)
        if room.ledger.to_move() == (1,):  # chance decides who begins
            await room.act(1, _a_turn(room), room.ledger.version)
        await come_to_rest(room)
        assert room.ledger.to_move() == (0,)
        assert bots.asked.keys() == {"karo"}
        bots.weary = ""
        room.wake_bots()  # as the sweep does
        await come_to_rest(room)
        assert room.ledger.to_move() == (1,)

    run(tmp_path, play)


def _a_turn(room: Room) -> str:
    table = room.ledger.table
    assert table is not None
    return next(text for action in table.rules.legal(table.state) if "@" in (text := table.rules.format([action])))


def test_a_server_that_stops_asks_nobody_else(tmp_path: Path, guest: str) -> None:
    async def play(here: Place) -> None:
        bots = BotsHere()
        bots.give_up()
        room = await make_table(here, bots, [guest, guest])
        await come_to_rest(room)
        assert bots.asked == {guest: 1}

    run(tmp_path, play)


async def full(*_given: Any) -> None:
    raise sqlite3.OperationalError("database or disk is full")


def test_while_nothing_can_be_written_a_bot_is_not_asked_over_and_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooms, "SECONDS_AFTER_FAILURE", 3600.0)

    async def play(here: Place) -> None:
        monkeypatch.setattr(here, "_write", full)
        bots = BotsHere()
        await make_table(here, bots, ["uniform", "uniform"])
        await here.writing.wait()
        await asyncio.sleep(0.3)
        assert bots.asked == {"uniform": 1}

    run(tmp_path, play)


def test_a_bot_goes_on_when_the_database_is_there_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms, "SECONDS_AFTER_FAILURE", 0.0)
    failed: set[str] = set()

    def once(name: str, do: Any) -> Any:
        async def fail_first(*given: Any) -> Any:
            if name not in failed:
                failed.add(name)
                raise OperationalError("x", {}, OSError("away"))
            return await do(*given)

        return fail_first

    async def play(here: Place) -> None:
        room = await make_table(here, BotsHere(), ["uniform", "uniform"])
        room.place = None  # as where another node has made it
        for of, name in ((here.lounge.lists, "place_of"), (here.lounge, "mind_time"), (here, "_write")):
            monkeypatch.setattr(of, name, once(name, getattr(of, name)))
        await come_to_rest(room)
        assert failed == {"place_of", "mind_time", "_write"}
        assert room.ledger.status == "over"

    run(tmp_path, play)
