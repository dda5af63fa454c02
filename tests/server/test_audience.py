"""What is told of a table: to whom, when, and what a preview promises. In one process, quickly."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tenka.fairness import Secret
from tenka.patches import merge_patch
from tenka.server import audience
from tenka.server.entries import tell_event
from tenka.server.ledger import Draft, Ledger
from tenka.server.positions import PlyInfo, show_ply
from tenka.table import Refused
from tests.server.twins import add, new_ledger, random_turn

RANDOM = {"hands": "random", "pieces": "random"}
CASES = [("samurai", 2, RANDOM), ("samurai", 3, {}), ("history", 3, {})]


def begun(game: str = "samurai", players: int = 2, options: dict[str, str] = RANDOM, seed: int = 1) -> Ledger:
    ledger = new_ledger(players, options, game)
    return add(ledger, ledger.start(None, Secret("salt", f"seed {seed}")))


def played(ledger: Ledger, rng: random.Random) -> Ledger:
    seat, moves = random_turn(ledger, rng)
    return added(ledger, seat, moves)


def added(ledger: Ledger, seat: int, moves: str) -> Ledger:
    return add(ledger, ledger.act(seat, moves, ledger.version, "person"))


def bare(drawing: Any) -> Any:
    """Without what is null: to a page that is the same as missing."""
    if not isinstance(drawing, dict):
        return drawing
    return {name: bare(value) for name, value in drawing.items() if value is not None}


@pytest.mark.parametrize(("game", "players", "options"), CASES)
def test_changes_lead_to_what_everybody_would_see_anew(game: str, players: int, options: dict[str, str]) -> None:
    """Who follows a game by its changes must never see another position than who opens the table now."""
    rng, stage = random.Random(2), audience.Stage()
    ledger = begun(game, players, options)
    eyes = (None, *range(players))
    shown = {seat: stage.show(ledger, seat) for seat in eyes}
    for _ in range(15):
        ledger = played(ledger, rng)
        for seat, seen in stage.step(ledger, eyes).items():
            assert seen.position is None, "they have one already: changes are enough"
            shown[seat] = merge_patch(shown[seat], seen.changes) if seen.changes else shown[seat]
            assert bare(shown[seat]) == bare(audience.draw_position(ledger, seat))


def test_who_comes_back_gets_the_whole_position() -> None:
    rng, stage = random.Random(3), audience.Stage()
    ledger = begun()
    assert stage.step(ledger, {0})[0].position == audience.draw_position(ledger, 0)
    ledger = played(ledger, rng)
    seen = stage.step(ledger, {0, None})
    assert seen[0].position is None
    assert seen[None].position == audience.draw_position(ledger, None)
    stage.step(ledger, ())  # nobody looks any more
    ledger = played(ledger, rng)
    assert stage.step(ledger, {0})[0].position == audience.draw_position(ledger, 0)


def test_before_the_start_there_is_nothing_to_show_or_to_try() -> None:
    ledger, stage = new_ledger(2, RANDOM), audience.Stage()
    assert stage.show(ledger, 0) is None
    seen = stage.step(ledger, {0, None})
    assert {(each.position, each.changes) for each in seen.values()} == {(None, None)}
    assert audience.show_choice(ledger, 0) is None
    with pytest.raises(Refused, match="the game has not begun yet") as refused:
        audience.preview_moves(ledger, 0, "", None)
    assert refused.value.code == "turn"


def test_those_who_know_the_same_get_the_same_entry() -> None:
    """It is built once, however many look on."""
    ledger = begun("samurai", 4)
    ledger = played(ledger, random.Random(4))
    eyes = (None, 0, 1, 2, 3)
    stage = audience.Stage()
    messages = audience.event_messages(ledger, ledger.events[-1], stage.step(ledger, eyes), ())
    assert len({id(message.entry) for message in messages.values()}) == 2, "who drew tiles, and everybody else"


def test_bots_are_there_and_people_where_they_are() -> None:
    ledger = add(new_ledger(2, RANDOM), Draft("seat_opened", {"seat": 1}))
    ledger = add(ledger, Draft("seat_taken", {"seat": 1, "bot": "karo", "name": "karo"}))
    info = audience.show_table(ledger, "p0", (), ())
    assert [seat.is_present for seat in info.seats] == [False, True]
    assert [seat.is_present for seat in audience.show_table(ledger, "p0", {0}, ()).seats] == [True, True]
    entry = tell_event(ledger.events[-1], [])
    assert (entry.kind, entry.is_bot) == ("seat_taken", True)  # type: ignore[union-attr]
    assert tell_event(ledger.events[1], []).is_bot is False  # type: ignore[union-attr]


def test_a_preview_of_an_old_position_is_refused_unless_all_choose_at_once() -> None:
    ledger = played(begun(), random.Random(5))
    seat = ledger.to_move()[0]
    assert audience.preview_moves(ledger, seat, "", ledger.version).choice is not None
    with pytest.raises(Refused, match=f"this was for version {ledger.version - 1}, and it is") as refused:
        audience.preview_moves(ledger, seat, "", ledger.version - 1)
    assert refused.value.code == "stale"
    choosing = begun("samurai", 3, {})
    choosing = played(choosing, random.Random(6))
    waits = choosing.to_move()[0]
    assert audience.preview_moves(choosing, waits, "", 0).choice is not None


def test_a_preview_shows_what_the_turn_then_brings() -> None:
    """Tiles lie where they were laid, the hand is smaller at once, and whatever is taken was foretold."""
    rng, foretold, firsts = random.Random(7), 0, 0
    ledger = begun()
    while ledger.status != "over":
        seat, moves = random_turn(ledger, rng)
        before = audience.draw_position(ledger, seat)
        assert before is not None
        first = audience.preview_moves(ledger, seat, moves.split()[0], ledger.version)
        if first.choice is not None and first.choice.legal and "@" in first.moves:
            firsts += 1
            hand = merge_patch(before, first.changes)["seats"][str(seat)]["hand"]
            assert len(hand) < len(before["seats"][str(seat)]["hand"])
        whole = audience.preview_moves(ledger, seat, moves, ledger.version)
        ledger = added(ledger, seat, moves)
        after = audience.draw_position(ledger, seat)
        assert after is not None
        assert merge_patch(before, whole.changes)["tiles"] == after["tiles"]
        entry = tell_event(ledger.events[-1], _plies(ledger))
        assert whole.takes == entry.plies[-1].takes  # type: ignore[union-attr]
        foretold += len(whole.takes)
    assert foretold > 10
    assert firsts > 10


def _plies(ledger: Ledger) -> list[PlyInfo]:
    return [show_ply(ledger.rules.name, ply) for ply in ledger.plies_of(ledger.events[-1])]
