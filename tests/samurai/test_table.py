"""The table: the one door through which moves come in."""

import random

import pytest

from tenka.game import GameError
from tenka.games import get_game
from tenka.players import decide_ply, get_player
from tenka.record import format_lines, replay, write
from tenka.table import Refused, Table

RULES = get_game("samurai")
HANDS = ("b4 r4 c4 s3 n1", "b3 r3 c3 s2 s2")


def new_table(**given: object) -> Table:
    options = RULES.options({"players": 2, "first": "red", **given})
    return Table.new(RULES, options, ["ann", "ben"], random.Random(7))


def refused(table: Table, seat: int, text: str, version: int | None = None) -> Refused:
    state, log = table.state.tobytes(), list(table.plies)
    with pytest.raises(Refused) as caught:
        table.act(seat, text, version)
    assert (table.state.tobytes(), table.plies) == (state, log), "a refusal changed the table"
    return caught.value


def test_hands_are_chosen_in_any_order_and_stay_sealed() -> None:
    table = new_table()
    assert table.to_move() == (0, 1)
    untouched = table.state.tobytes()
    assert table.act(1, HANDS[1], table.version) == []
    assert table.state.tobytes() == untouched
    assert table.to_move() == (0,)
    assert refused(table, 1, HANDS[1]).code == "turn"
    plies = table.act(0, HANDS[0], table.version)
    assert format_lines(RULES, plies) == [f"hand red {HANDS[0]}", f"hand blue {HANDS[1]}"]
    assert table.to_move() == (0,)


def test_a_choice_does_not_depend_on_the_order_in_which_choices_come() -> None:
    tables = [new_table(), new_table()]
    for table, order in zip(tables, [(0, 1), (1, 0)], strict=True):
        for seat in order:
            table.act(seat, HANDS[seat])
    assert tables[0].state.tobytes() == tables[1].state.tobytes()
    assert tables[0].plies == tables[1].plies


def test_refusals_have_a_code_and_a_sentence_and_change_nothing() -> None:
    table = new_table(hands="random", pieces="random")
    hand = [RULES.format([action]).split("@")[0] for action in RULES.legal(table.state)]
    slow = next(code for code in hand if code[0] in "brcs")
    assert refused(table, 1, f"{slow}@k16").code == "turn"
    assert str(refused(table, 1, f"{slow}@k16")) == "it is red's turn, not blue's"
    assert refused(table, 0, "b4@").code == "invalid"
    assert refused(table, 0, f"{slow}@k16 {slow}@k16").code == "illegal"
    assert refused(table, 0, "").code == "incomplete"
    assert refused(table, 0, f"{slow}@k16", version=3).code == "stale"
    assert refused(table, 0, f"{slow}@k16 done {slow}@l15").code == "illegal"


def test_the_end_of_a_turn_may_be_left_out() -> None:
    tables = [new_table(hands="random", pieces="random") for _ in range(2)]
    move = next(text for action in RULES.legal(tables[0].state) if "@" in (text := RULES.format([action])))
    assert tables[0].act(0, move) == tables[1].act(0, f"{move} done")


def test_a_preview_shows_what_would_be_and_changes_nothing() -> None:
    table = new_table(hands="random", pieces="random")
    untouched = table.state.tobytes()
    first = table.preview(0, "")
    assert not first.is_whole
    move = next(text for action in first.legal if "@" in (text := RULES.format([action])))
    second = table.preview(0, move)
    assert second.is_whole
    assert second.state.tiles_played == 1
    assert table.state.tobytes() == untouched


def test_half_a_switch_is_not_a_whole_turn() -> None:
    table = new_table(hands="chosen", pieces="random")
    table.act(0, "x m b4 b3 b2")
    table.act(1, HANDS[1])
    half = next(text for action in RULES.legal(table.state) if "." in (text := RULES.format([action])))
    assert not table.preview(0, half).is_whole
    assert refused(table, 0, half).code == "incomplete"


def test_a_game_is_resumed_from_its_record() -> None:
    rng = random.Random(3)
    table = new_table()
    while table.version < 30:
        seat = table.to_move()[0]
        table.commit(seat, decide_ply(RULES, table.state, seat, get_player("uniform"), rng))
    table.headers = (("Date", "2026-11-15"),)
    resumed = Table.resume(replay(write(table.record())))
    assert resumed.state.tobytes() == table.state.tobytes()
    for other in (table, resumed):
        rng = random.Random(4)
        while other.to_move():
            seat = other.to_move()[0]
            other.commit(seat, decide_ply(RULES, other.state, seat, get_player("uniform"), rng))
    assert write(resumed.record()) == write(table.record())
    assert refused(table, 0, "pass").code == "over"


def test_a_table_has_a_name_for_every_seat() -> None:
    with pytest.raises(GameError, match="2 players need 2 names"):
        Table.new(RULES, RULES.options({"players": 2}), ["ann"], random.Random(1))
