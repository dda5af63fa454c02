"""A bot lets a moment pass before its turn, so that people see whose turn it is."""

from __future__ import annotations

import random
import time
from itertools import pairwise
from pathlib import Path
from unittest.mock import patch

import pytest

from tenka.game import Action, Seat, State
from tenka.games import get_game
from tenka.players import decide_ply, get_player
from tests.server.client import BASIC
from tests.server.site import Site, open_site

PAUSE = 0.25


async def decide(game: str, state: State, seat: Seat, player: str, *_others: object) -> list[Action]:
    """As the processes of the bots do it, only here."""
    return decide_ply(get_game(game), state, seat, get_player(player, game), random.Random(1))


def seconds_between_turns(site: Site) -> list[float]:
    """Two bots play a while: the time from each turn to the next."""
    guest = site.guest()
    seats = [{"kind": "bot", "bot": "uniform"}] * 2
    with patch.object(site.server.bots, "decide", decide):
        table = guest.post("/api/tables", {"options": BASIC, "seats": seats})["id"]
        room = site.server.lounge.rooms[table]
        end = time.monotonic() + 30
        while len(turns := [event for event in room.ledger.events if event.kind == "played"]) < 5:
            assert time.monotonic() < end
            time.sleep(0.02)
        last = turns[-1].data["seat"]
        assert room._pause_before(last) == 0, "who goes on with a turn does not wait again"
        assert room._pause_before(1 - last) == site.server.lounge.bot_pause
    return [after.at - before.at for before, after in pairwise(turns)]


@pytest.mark.parametrize("pause", [PAUSE, 0.0])
def test_a_bot_waits_before_its_turn_and_no_longer_where_it_need_not(tmp_path: Path, pause: float) -> None:
    with open_site(tmp_path, bot_pause=pause) as site:
        waited = seconds_between_turns(site)
    assert min(waited) >= pause * 0.95
    assert pause > 0 or min(waited) < PAUSE / 2
