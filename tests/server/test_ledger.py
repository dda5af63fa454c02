"""What a table's log adds up to, event by event, and which wishes become events."""

from __future__ import annotations

import base64
import random
from typing import Any

import pytest

from tenka.fairness import Secret, check_fairness, commitment_to, deal_text
from tenka.game import GameError, Seat
from tenka.games import DEFAULT_GAME
from tenka.record import format_lines, replay, write
from tenka.server.ledger import (
    MOST_BOTS_SEATED,
    MOST_RETURNS,
    MOST_TIMES_SEATED,
    Draft,
    Ledger,
    SeatState,
    StoredEvent,
)
from tenka.table import Refused

BASIC = {"hands": "random", "pieces": "random"}
SECRET = Secret("salt", "seed")
HANDS = ("b4 b3 b2 r4 r3", "s2 s2 n1 h2 x", "c4 c3 c2 s3 h2")


def add(ledger: Ledger, draft: Draft | int | None, at: float | None = None) -> Ledger:
    """With the draft written to the log, ten seconds after the last event."""
    assert isinstance(draft, Draft)
    at = 1000.0 + 10 * ledger.number if at is None else at
    return ledger.after(StoredEvent(ledger.number + 1, draft.kind, draft.data, at), (), draft.after)


def read_again(ledger: Ledger) -> Ledger:
    """The same table from its log alone, as another node or a later day reads it."""
    other = Ledger(ledger.id)
    for event in ledger.events:
        other.fold(event)
    return other


def made(players: int = 2, seated: list[Any] | None = None, **settings: Any) -> Ledger:
    wish = {"seats": [{"kind": "open"}] * players, "options": BASIC, **settings}
    data = {"settings": wish, "maker": "p0", "maker_name": "Ann", "key": "the key"}
    return add(Ledger("table"), Draft("created", data | ({"seated": seated} if seated else {})))


def full(players: int = 2, **settings: Any) -> Ledger:
    ledger = made(players, **settings)
    for seat in range(players):
        ledger = add(ledger, ledger.sit(f"p{seat}", f"name{seat}", False, seat))
    return ledger


def running(players: int = 2, **settings: Any) -> Ledger:
    ledger = full(players, **settings)
    return add(ledger, ledger.start(None, SECRET))


def choosing(players: int = 3) -> Ledger:
    """A game in which all choose their hands at once."""
    return running(players, options={"hands": "chosen", "pieces": "random"})


def a_turn(ledger: Ledger, seed: int = 1) -> tuple[Seat, str]:
    """Some whole turn of the seat that is to move."""
    assert ledger.table is not None
    seat, rng, moves = ledger.to_move()[0], random.Random(seed), list[str]()
    preview = ledger.table.preview(seat, "")
    while not (moves and preview.is_whole):
        legal = [action for action in preview.legal if action != ledger.rules.end_turn]
        moves.append(ledger.rules.format([rng.choice(legal)]))
        preview = ledger.table.preview(seat, " ".join(moves))
    return seat, " ".join(moves)


def play(ledger: Ledger, turns: int, seed: int = 1) -> Ledger:
    for number in range(turns):
        if ledger.status != "running":
            break
        seat, moves = a_turn(ledger, seed * 1000 + number)
        ledger = add(ledger, ledger.act(seat, moves, ledger.version, "person"))
    return ledger


@pytest.fixture(scope="module")
def over() -> Ledger:
    """A game that has been played to its end."""
    ledger = play(running(), 200)
    assert ledger.status == "over"
    return ledger


def refused(code: str, do: Any, *args: Any) -> str:
    with pytest.raises(Refused) as refusal:
        do(*args)
    assert refusal.value.code == code
    assert len(str(refusal.value).split()) >= 3
    return str(refusal.value)


def same(one: Ledger, two: Ledger) -> None:
    """Two ledgers say the same of everything."""
    for name in (
        "status",
        "maker",
        "maker_name",
        "key",
        "seats",
        "commitment",
        "rematch",
        "version",
        "number",
        "secret",
    ):
        assert getattr(one, name) == getattr(two, name), name
    assert one.to_move() == two.to_move()
    assert one.clock == two.clock
    assert (one.table is None) == (two.table is None)
    if one.table is not None and two.table is not None:
        assert one.table.state.tobytes() == two.table.state.tobytes()
        assert one.table.plies == two.table.plies
        assert one.table.sealed == two.table.sealed
        assert one.table.texts == two.table.texts


# --- before the game ----------------------------------------------------------------------------------------------


def test_a_table_is_made_as_it_was_wished_for() -> None:
    seated = [
        {"person": "p0", "name": "Ann", "is_guest": True, "bot": None},
        None,
        {"person": None, "name": "greedy", "is_guest": False, "bot": "greedy"},
    ]
    ledger = made(3, seated, clock={"kind": "real", "main_seconds": 60}, stand_in="uniform")
    assert (ledger.status, ledger.number, ledger.version) == ("open", 1, 0)
    assert (ledger.maker, ledger.maker_name, ledger.key) == ("p0", "Ann", "the key")
    assert ledger.seats == [SeatState("p0", "Ann", True), SeatState(), SeatState(None, "greedy", False, "greedy")]
    assert ledger.options.players == 3
    assert ledger.clock.main_left == [60.0] * 3
    assert ledger.stand_in == "uniform"
    assert made().stand_in not in ("", None, "uniform")
    assert ledger.to_move() == ()
    assert ledger.table is None
    assert not ledger.is_open


def test_before_its_first_event_a_table_is_empty() -> None:
    ledger = Ledger("table")
    assert (ledger.id, ledger.number, ledger.version, ledger.status, ledger.seats) == ("table", 0, 0, "open", [])
    assert (ledger.key, ledger.maker, ledger.maker_name) == ("", "", "")
    assert not ledger.is_complete
    assert (ledger.options, ledger.table, ledger.rules.name) == (None, None, DEFAULT_GAME)


def test_times_are_those_of_the_first_and_the_latest_event() -> None:
    ledger = full()
    assert (ledger.created_at, ledger.updated_at) == (1000.0, 1020.0)


def test_who_is_in_a_seat() -> None:
    open_seat, person = SeatState(), SeatState("p0", "Ann")
    bot = SeatState(name="greedy", bot="greedy")
    assert [state.is_open for state in (open_seat, person, bot)] == [True, False, False]
    assert [state.player for state in (open_seat, person, bot)] == [None, None, "greedy"]
    assert [state.record_name for state in (person, bot)] == ["Ann", "bot:greedy"]
    assert SeatState("p0", "Ann", stand_in="mcts").player == "mcts"
    assert SeatState("p0", "Ann", stand_in="mcts", has_lost_turns=True).player == "uniform"
    assert SeatState("p0", "Ann", is_away=True).player is None


def test_people_sit_down() -> None:
    ledger = made(3)
    ledger = add(ledger, ledger.sit("p1", "Bob", True, None))
    assert ledger.seats[0] == SeatState("p1", "Bob", True)
    ledger = add(ledger, ledger.sit("p2", "Eve", False, 2))
    assert ledger.seats[2] == SeatState("p2", "Eve", False)
    assert ledger.seats_of("p2") == [2]
    assert ledger.seats_of(None) == ledger.seats_of("nobody") == []
    assert "already" in refused("taken", ledger.sit, "p2", "Eve", False, 1)
    assert "another one" in refused("taken", ledger.sit, "p3", "Dan", False, 2)
    assert "another one" in refused("taken", ledger.sit, "p3", "Dan", False, 3)
    ledger = add(ledger, ledger.sit("p3", "Dan", False, 1))
    assert "watch" in refused("taken", ledger.sit, "p4", "Fay", False, None)
    same(ledger, read_again(ledger))


def test_people_stand_up() -> None:
    ledger = full()
    ledger = add(ledger, ledger.stand("p1", 1))
    assert ledger.seats[1] == SeatState()
    assert ledger.seats[0].person == "p0"


def test_the_maker_puts_bots_into_seats() -> None:
    ledger = made(3)
    ledger = add(ledger, ledger.sit("p1", "Bob", False, 0))
    ledger = add(ledger, ledger.put_bot("p0", 1, "greedy"))
    assert ledger.seats[1] == SeatState(None, "greedy", False, "greedy")
    assert "only who made the table" in refused("forbidden", ledger.put_bot, "p1", 2, "greedy")
    assert "3 seats" in refused("missing", ledger.put_bot, "p0", 3, "greedy")
    assert "somebody sits there" in refused("taken", ledger.put_bot, "p0", 0, None)
    ledger = add(ledger, ledger.put_bot("p0", 1, None))
    assert ledger.seats[1].is_open


def test_a_full_table_starts_by_itself_or_when_its_maker_says_so() -> None:
    ledger = made()
    assert ledger.follow_up(SECRET) is None
    assert "not every seat" in refused("incomplete", ledger.start, "p0", SECRET)
    by_itself, by_maker = full(), full(starts="maker")
    draft = by_itself.follow_up(SECRET)
    assert draft is not None
    assert draft.kind == "started"
    assert by_maker.follow_up(SECRET) is None
    assert "only who made the table" in refused("forbidden", by_maker.start, "p1", SECRET)
    assert by_maker.start("p0", SECRET).kind == "started"
    started = add(by_itself, draft)
    assert started.follow_up(SECRET) is None
    assert "has begun" in refused("over", started.start, "p0", SECRET)
    assert "has begun" in refused("over", started.sit, "p5", "Fay", False, None)
    assert "has begun" in refused("over", started.put_bot, "p0", 0, None)


def test_nobody_fills_a_log_by_coming_and_going() -> None:
    """Everybody who looks at a table gets its log, and each event of it costs everybody something."""
    ledger = made(3)
    for _ in range(MOST_TIMES_SEATED):
        ledger = add(ledger, ledger.sit("p1", "Bob", True, 1))
        ledger = add(ledger, ledger.stand("p1", 1))
    assert "20 times" in refused("limit", ledger.sit, "p1", "Bob", True, 1)
    for number in range(MOST_BOTS_SEATED):
        ledger = add(ledger, ledger.put_bot("p0", 1, ("greedy", "uniform")[number % 2]))
    assert "100 bots" in refused("limit", ledger.put_bot, "p0", 1, "farmer")
    ledger = add(ledger, ledger.put_bot("p0", 1, None))
    assert ledger.put_bot("p0", 1, None) is None, "nobody sits there"
    add(ledger, ledger.sit("p2", "Eve", False, 1))

    game = running(on_leave="wait")
    for _ in range(MOST_RETURNS):
        game = add(game, game.leave(1))
        game = add(game, game.come_back(1))
    game = add(game, game.leave(1))
    assert "more than 100 times" in refused("limit", game.come_back, 1)
    game = add(game, game.leave(0))
    add(game, game.come_back(0))


def test_a_closed_table_stays_closed() -> None:
    ledger = add(full(), Draft("closed", {}))
    assert ledger.status == "closed"
    assert ledger.follow_up(SECRET) is None
    assert "closed" in refused("over", ledger.sit, "p5", "Fay", False, None)


# --- who may see --------------------------------------------------------------------------------------------------


def test_a_table_with_a_key_is_for_those_who_have_it() -> None:
    ledger = add(made(), made().sit("p1", "Bob", False, 0))
    assert ledger.may_see("p0", None), "its maker"
    assert ledger.may_see("p1", None), "who sits there"
    assert ledger.may_see("p2", "the key")
    assert ledger.may_see(None, "the key")
    for key in (None, "", "the ke", "the key ", "another"):
        assert not ledger.may_see("p2", key)
        assert not ledger.may_see(None, key)
    open_table = made(visibility="open")
    assert open_table.may_see(None, None)
    assert open_table.may_see("p2", "wrong")


def test_everybody_looks_through_his_own_eyes() -> None:
    ledger = running(3)
    first = ledger.to_move()[0]
    assert ledger.seat_for(None, None) is None
    assert ledger.seat_for("nobody", None) is None
    for seat in range(3):
        assert ledger.seat_for(f"p{seat}", None) == seat
        assert ledger.seat_for(f"p{seat}", seat) == seat
        refused("forbidden", ledger.seat_for, f"p{(seat + 1) % 3}", seat)
        refused("forbidden", ledger.seat_for, None, seat)
    both = made(2, [{"person": "p0", "name": f"Ann{n}", "is_guest": False, "bot": None} for n in range(2)])
    both = add(both, both.start(None, SECRET))
    assert both.seat_for("p0", None) == both.to_move()[0], "through the seat that is to move"
    assert both.seat_for("p0", 0) == 0
    assert play(both, 1).seat_for("p0", None) == 1 - both.to_move()[0]
    assert both.seats_of("p0") == [0, 1]
    assert first in range(3)


# --- the start ----------------------------------------------------------------------------------------------------


def test_the_start_is_what_was_promised() -> None:
    ledger = running()
    assert ledger.status == "running"
    assert ledger.table is not None
    assert ledger.commitment == commitment_to("salt", deal_text(ledger.rules, ledger.table.texts, "seed"))
    assert ledger.secret == SECRET
    assert ledger.events[-1].data["first"] == ledger.table.options.first == ledger.options.first == ledger.to_move()[0]
    assert ledger.events[-1].data["names"] == ["name0", "name1"] == list(ledger.table.names)
    same(ledger, read_again(ledger))


def test_a_game_goes_on_as_it_was_dealt_even_if_its_seed_would_deal_otherwise() -> None:
    """Another version may shuffle otherwise; the tiles that people hold must not change under them."""
    ledger, other = running(), full()
    other = add(other, other.start(None, Secret("salt", "another")))
    assert ledger.table is not None
    assert other.table is not None
    assert ledger.table.start.tobytes() != other.table.start.tobytes()
    first = {"first": other.events[-1].data["first"], "options": other.events[-1].data["options"]}
    data = ledger.events[-1].data | first | {"start": base64.b64encode(other.table.start.tobytes()).decode()}
    stored = add(full(), Draft("started", data))
    assert stored.table is not None
    assert stored.table.start.tobytes() == other.table.start.tobytes()
    assert stored.table.state.tobytes() == other.table.state.tobytes()
    assert stored.secret == SECRET


def test_what_cannot_be_read_any_more_is_dealt_again() -> None:
    ledger = running()
    assert ledger.table is not None
    short = base64.b64encode(ledger.table.start.tobytes()[:-3]).decode()
    again = add(full(), Draft("started", ledger.events[-1].data | {"start": short}))
    assert again.table is not None
    assert again.table.start.tobytes() == ledger.table.start.tobytes()


def test_plies_of_chance_at_the_start_are_those_that_were_stored() -> None:
    ledger = full(game="history", options={})
    draft = ledger.start(None, SECRET)
    stored = draft.data["lines"]
    assert stored
    started = add(ledger, draft)
    same(started, read_again(started))
    other = add(ledger, ledger.start(None, Secret("salt", "another")))
    assert other.table is not None
    moved = draft.data | {name: other.events[-1].data[name] for name in ("start", "lines", "first", "options")}
    read = add(ledger, Draft("started", moved))
    assert read.table is not None
    assert read.table.plies == other.table.plies != stored
    assert read.table.state.tobytes() == other.table.state.tobytes()


# --- turns --------------------------------------------------------------------------------------------------------


def test_a_turn_is_played_and_read_again() -> None:
    before = running(clock={"kind": "real"})
    seat, moves = a_turn(before)
    draft = before.act(seat, moves, 0, "person")
    assert isinstance(draft, Draft)
    assert (draft.kind, draft.data["seat"], draft.data["by"], len(draft.data["lines"])) == ("played", seat, "person", 1)
    after = add(before, draft)
    assert (after.version, after.number) == (1, before.number + 1)
    assert after.to_move() == (1 - seat,)
    assert (before.version, before.table.version if before.table else None) == (0, 0), "the one before stays as it was"
    assert before.clock.since[seat] is not None
    assert after.clock.since[seat] is None
    same(after, read_again(after))
    assert (after.num_decisions(seat), after.num_decisions(1 - seat)) == (1, 0)


def test_turns_that_cannot_be() -> None:
    ledger = running()
    seat, moves = a_turn(ledger)
    refused("turn", ledger.act, 1 - seat, moves, 0, "person")
    refused("invalid", ledger.act, seat, "zzz", 0, "person")
    refused("stale", ledger.act, seat, moves, 7, "person")
    assert "not begun" in refused("turn", full().act, 0, "b4@o14", 0, "person")
    assert "not begun" in refused("turn", full().leave, 0)
    assert "not begun" in refused("turn", full().states)
    assert "not begun" in refused("turn", full().record, None)
    with pytest.raises(ValueError, match="before the start"):
        add(full(), Draft("played", {"seat": 0, "by": "person", "lines": ["x"]}))


def test_a_turn_sent_twice_happens_once() -> None:
    """The answer may have been lost on the way; but another turn is not taken for it."""
    before = running()
    seat, moves = a_turn(before)
    after = add(before, before.act(seat, moves, 0, "person"))
    number = after.number
    assert after.act(seat, moves, 0, "person") == number
    assert after.act(seat, f"{moves} done", 0, "person") == number
    other = next(m for m in (a_turn(before, n)[1] for n in range(2, 50)) if m.split()[0] != moves.split()[0])
    refused("stale", after.act, seat, other, 0, "person")
    refused("turn", after.act, seat, moves, None, "person")
    refused("turn", after.act, seat, moves, 1, "person")
    later = play(after, 1)
    assert later.act(seat, moves, 0, "person") == number
    again = play(later, 1)
    assert again.act(seat, moves, 0, "person") == number, "its own number, not the latest"
    away = add(again, Draft("away", {"seat": 0}))
    assert away.act(seat, moves, 0, "person") == number


def test_the_last_turn_sent_twice_happens_once(over: Ledger) -> None:
    event = over.events[-1]
    seat = event.data["seat"]
    ply = over.plies_of(event)[-1]
    moves = over.rules.format([action for action in ply.decisions if action != over.rules.end_turn])
    assert over.act(seat, moves, over.version - 1, "person") == event.number
    refused("over", over.act, seat, moves, over.version, "person")
    refused("over", over.leave, 0)


def test_a_bots_turn() -> None:
    before = running()
    assert before.table is not None
    seat, moves = a_turn(before)
    actions = [*before.table.preview(seat, moves).actions, before.rules.end_turn]
    draft = before.act_actions(seat, actions, "bot")
    by_text = before.act(seat, moves, 0, "bot")
    assert isinstance(by_text, Draft)
    assert draft.data == by_text.data
    same(add(before, draft), add(before, by_text))
    refused("turn", before.act_actions, 1 - seat, actions, "bot")
    with pytest.raises(GameError):
        before.act_actions(seat, [before.rules.end_turn], "bot")
    assert before.version == 0


# --- choices that all make at once --------------------------------------------------------------------------------


def test_a_choice_is_sealed_until_all_have_chosen() -> None:
    ledger = choosing()
    assert ledger.to_move() == (0, 1, 2)
    draft = ledger.act(1, HANDS[1], 0, "person")
    assert isinstance(draft, Draft)
    assert (draft.kind, draft.data["seat"]) == ("chose", 1)
    ledger = add(ledger, draft)
    assert ledger.to_move() == (0, 2)
    assert ledger.version == 0
    assert ledger.num_decisions(1) == 1
    same(ledger, read_again(ledger))
    ledger = add(ledger, ledger.act(2, HANDS[2], 0, "person"))
    chose = {1: ledger.number - 1, 2: ledger.number, 0: ledger.number + 1}
    last = ledger.act(0, HANDS[0], 0, "person")
    assert isinstance(last, Draft)
    assert (last.kind, len(last.data["lines"])) == ("played", 3)
    after = add(ledger, last)
    assert after.table is not None
    assert after.table.sealed == {}
    same(after, read_again(after))
    for seat in range(3):
        assert after.act(seat, HANDS[seat], 0, "person") == chose[seat], (
            "who has not heard that all have chosen sends it again, and hears of his own choice"
        )
        refused("stale", after.act, seat, HANDS[(seat + 1) % 3], 0, "person")


def test_another_choice_is_not_accepted_in_place_of_the_sealed_one() -> None:
    """Who sends the same again has not heard the answer. Who sends another hand must not be told that it was taken:
    the first one is what he will play with."""
    ledger = choosing()
    ledger = add(ledger, ledger.act(1, HANDS[1], 0, "person"))
    assert ledger.act(1, HANDS[1], 0, "person") == ledger.number
    assert ledger.act(1, HANDS[1], 99, "person") == ledger.number, "while all choose, the version does not matter"
    refused("turn", ledger.act, 1, HANDS[2], 0, "person")
    refused("turn", ledger.act, 1, "zzz", 0, "person")
    assert ledger.table is not None
    assert ledger.rules.format(ledger.table.sealed[1]) == HANDS[1]
    assert ledger.act(0, HANDS[1], 0, "person") is not None, "another's hand is no repetition"


# --- leaving and coming back --------------------------------------------------------------------------------------


def test_a_bot_plays_for_who_leaves_until_he_comes_back() -> None:
    ledger = running(stand_in="greedy")
    seat = ledger.to_move()[0]
    assert ledger.bot_seats() == []
    draft = ledger.leave(seat)
    assert (draft.kind, draft.data) == ("taken_over", {"seat": seat, "bot": "greedy", "reason": "left"})
    away = add(ledger, draft)
    assert away.seats[seat].player == "greedy"
    assert away.bot_seats() == [seat]
    assert ledger.seats[seat].player is None, "the one before stays as it was"
    assert "left already" in refused("turn", away.leave, seat)
    back = add(away, away.come_back(seat))
    assert back.seats[seat].player is None
    assert back.bot_seats() == []
    assert "already" in refused("turn", back.come_back, seat)
    same(back, read_again(back))


def test_a_table_can_wait_for_who_leaves() -> None:
    ledger = running(on_leave="wait")
    draft = ledger.leave(1)
    assert (draft.kind, draft.data) == ("away", {"seat": 1})
    away = add(ledger, draft)
    assert (away.seats[1].is_away, away.seats[1].player) == (True, None)
    refused("turn", away.leave, 1)
    back = add(away, away.come_back(1))
    assert not back.seats[1].is_away
    refused("turn", back.come_back, 1)


def test_who_has_lost_the_remaining_turns_does_not_come_back() -> None:
    """Else the loss would be no loss: he would sit down again when it suits him, against who kept to his time."""
    ledger = running(on_expiry="lose", clock={"kind": "real"})
    seat = ledger.to_move()[0]
    draft = ledger.expire(seat)
    assert (draft.kind, draft.data) == ("turns_lost", {"seat": seat})
    lost = add(ledger, draft)
    assert lost.seats[seat].has_lost_turns
    assert lost.seats[seat].player == "uniform"
    assert lost.bot_seats() == [seat]
    assert "lost its remaining turns" in refused("forbidden", lost.come_back, seat)
    assert "left already" in refused("turn", lost.leave, seat)
    assert not lost.seats[1 - seat].has_lost_turns
    assert lost.clock.since[seat] is None, "a bot's time does not run"


def test_when_time_is_up_a_bot_takes_over() -> None:
    ledger = running(clock={"kind": "real"}, stand_in="greedy")
    seat = ledger.to_move()[0]
    assert ledger.clock.since[seat] is not None
    assert ledger.clock.since[1 - seat] is None
    draft = ledger.expire(seat)
    assert (draft.kind, draft.data) == ("taken_over", {"seat": seat, "bot": "greedy", "reason": "time"})


def test_without_a_clock_no_time_is_noted() -> None:
    assert play(running(), 2).clock.since == [None, None]


def test_a_rematch_is_noted() -> None:
    ledger = add(running(), Draft("rematch", {"table": "other"}))
    assert ledger.rematch == "other"


def test_events_come_one_after_another_and_are_known() -> None:
    ledger = full()
    with pytest.raises(ValueError, match="event 3 cannot follow event 3"):
        ledger.after(ledger.events[-1])
    with pytest.raises(ValueError, match="event 5 cannot follow event 3"):
        ledger.after(StoredEvent(5, "closed", {}, 0.0))
    with pytest.raises(ValueError, match="no event painted"):
        ledger.after(StoredEvent(4, "painted", {}, 0.0))
    assert ledger.number == 3


# --- looking back -------------------------------------------------------------------------------------------------


def test_the_states_are_the_start_and_one_after_every_ply() -> None:
    ledger = play(running(), 5)
    states = ledger.states()
    assert ledger.table is not None
    assert len(states) == 6
    assert states[0].tobytes() == ledger.table.start.tobytes()
    assert states[-1].tobytes() == ledger.table.state.tobytes()


def test_while_a_game_goes_on_its_record_hides_what_its_reader_may_not_know() -> None:
    ledger = play(running(), 4)
    assert not ledger.is_open
    texts = {seat: write(ledger.record(seat)) for seat in (None, 0, 1)}
    assert len(set(texts.values())) == 3
    for seat, text in texts.items():
        assert "?" in text
        assert "Salt" not in text
        assert "Seed" not in text
        assert f'[Commitment "{ledger.commitment}"]' in text
        lines = format_lines(ledger.rules, ledger.plies_seen_by(seat))
        assert len(lines) == 4
        assert [line for line in text.splitlines() if line.startswith("turn")] == lines


def test_once_it_is_over_everything_is_open(over: Ledger) -> None:
    assert over.is_open
    assert over.to_move() == ()
    texts = {write(over.record(seat)) for seat in (None, 0, 1)}
    assert len(texts) == 1
    (text,) = texts
    assert "?" not in text
    check_fairness(replay(text))
    same(over, read_again(over))


def imported(text: str) -> Ledger:
    return add(made(), Draft("imported", {"text": text}))


def test_an_imported_record_is_shown_as_it_tells(over: Ledger) -> None:
    text = write(over.record(None))
    ledger = imported(text)
    assert ledger.status == "imported"
    assert ledger.is_open
    assert ledger.is_complete
    assert write(ledger.record(None)) == write(ledger.record(0)) == text
    assert [state.name for state in ledger.seats] == ["name0", "name1"]
    assert all(state.is_open for state in ledger.seats)
    assert ledger.table is not None
    assert ledger.table.plies == [step.ply for step in replay(text).steps]
    assert len(ledger.states()) == over.version + 1
    assert ledger.to_move() == ()
    refused("over", ledger.act, 0, "pass", 0, "person")
    assert imported(text).states()[-1].tobytes() == over.states()[-1].tobytes()


def test_an_imported_record_that_hides_something_stays_so(over: Ledger) -> None:
    """What the table has in those places is a guess, and a guess is not shown as what happened."""
    going_on = play(running(), 4)
    hidden = imported(write(going_on.record(0)))
    assert not hidden.is_open
    assert not hidden.is_complete
    for seat in (None, 0, 1):
        assert hidden.plies_seen_by(seat) == going_on.plies_seen_by(0)
        assert write(hidden.record(seat)) == write(going_on.record(0))
    assert len(hidden.states()) == 5
    complete_but_going_on = imported(write(going_on.table.record()) if going_on.table else "")
    assert not complete_but_going_on.is_open
    text = write(over.record(None))
    line = next(line for line in text.splitlines() if line.startswith("deal blue"))
    finished_but_hidden = imported(text.replace(line, "deal blue ? ? ? ? ?"))
    assert not finished_but_hidden.is_open
