"""A game that begins in the middle: a position at the beginning of an epoch that somebody has set up, as a record."""

from __future__ import annotations

import random

import pytest

from tenka.game import CHANCE, InvalidRecord, State
from tenka.history.game import RULES
from tenka.history.state import DRAWING
from tenka.players import decide_ply, get_player
from tenka.record import make_record, read, redact, replay, write

POSITION = """\
[Game "history"]
[Options "players=4"]

position 3 ; empty kaga+city ; sakai settsu
board red musashi*2+castle+capital sagami*1+current ; points 34 ; strength 22 ; last 4 ; played e3
board blue miyako*3+castle+city+current ; points 30 ; strength 22 ; last 2
board gold west_seto*1 ; points 0 ; strength 9 ; last 1
board green ; points 41 ; strength 30 ; last 3
deal red ? ? ? ? ? ? ? ? ?
deal blue ? ? ? ? ? ? ? ? ?
deal gold ? ? ? ? ? ? ? ? ?
deal green ? ? ? ? ? ? ? ? ?
"""

TOLD = [
    *("epoch", "phase", "colour", "points", "strength", "played_at", "played", "hand", "owner", "count", "castles"),
    *("capitals", "cities", "current_land", "current_sea", "sakai", "hakata", "draft", "players", "colours"),
]


def begun_epochs(players: int, seed: int) -> list[State]:
    """The states of a game in which an epoch begins, but for the first."""
    rng = random.Random(seed)
    state = RULES.start(RULES.options({"players": players}), rng)
    greedy, found = get_player("greedy", "history"), []
    while (seat := RULES.turn(state)) is not None:
        if state.epoch > 0 and state.phase == DRAWING and state.drafted == 0:
            found.append(state)
        if seat == CHANCE:
            outcomes, odds = zip(*RULES.chance(state), strict=True)
            state = RULES.apply(state, rng.choices(outcomes, odds)[0])
            continue
        for action in decide_ply(RULES, state, seat, greedy, rng):
            state = RULES.apply(state, action)
    return found


def test_a_position_is_read_and_played_on_from() -> None:
    game = replay(POSITION)
    start = game.start
    assert (int(start.epoch), RULES.turn(start)) == (2, CHANCE)
    assert start.points.tolist()[:4] == [34, 30, 0, 41]
    assert start.draft.tolist()[:4] == [2, 1, 0, 3], "the weakest first: strength, then points"
    assert set(RULES.quantities(start).values()) <= {0, 9}
    assert write(replay(write(game.record)).record) == write(game.record)
    (card, _), *_ = RULES.chance(start)
    line = f"draw gold {RULES.format([card])}"
    assert len(replay(POSITION + line + "\n").steps) == 1


@pytest.mark.parametrize("players", [2, 4, 5])
def test_every_beginning_of_an_epoch_can_be_a_start(players: int) -> None:
    states = begun_epochs(players, seed=players)
    assert len(states) == 6
    for state in states:
        start = state.copy()
        names = [str(seat) for seat in range(players)]
        record = make_record(RULES, RULES.options({"players": players}), names, start, [], start)
        again = replay(write(record))
        assert read(write(record)) == record
        for field in TOLD:
            assert (again.start[field] == state[field]).all(), field
        known = replay(write(redact(record, 0)))
        assert (known.start.hand[0], known.start.points.tolist()) == (state.hand[0], state.points.tolist())
        assert set(RULES.quantities(known.start).values()) <= {0, 9}


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("position 3", "position 1", "an epoch: one number from 2 to 7, not '1'"),
        ("position 3", "position", "an epoch: one number from 2 to 7"),
        ("sakai settsu", "sakai nowhere", "the marker sakai lies in one province"),
        ("kaga+city", "kaga*1+city", "kaga: where nobody is there are no counters"),
        ("kaga+city", "kaga+city+capital", "kaga has a capital or a city, and not both"),
        ("kaga+city", "kaga+harbour", "kaga may have castle, capital, city, current"),
        ("sagami*1", "musashi*1", "musashi stands there twice"),
        ("sagami*1", "sagami*4", "in sagami there are 1 to 3 counters, not 4"),
        ("sagami*1", "sagami", "in sagami there are 1 to 3 counters, not 0"),
        ("sagami*1", "atlantis*1", "looks like kaga\\*2\\+castle"),
        ("west_seto*1", "west_seto*3", "1 to 2 counters, not 3"),
        ("west_seto*1", "west_seto*1+castle", "west_seto may have current"),
        ("west_seto*1", "satsuma*1", "satsuma is out of play with 4 players"),
        ("points 34", "points -1", "points: one number from 0 to 999, not '-1'"),
        ("strength 22 ; last 4", "last 4", "it is not told how much red has: strength"),
        ("last 4", "last 7", "last: one number from 1 to 6, not '7'"),
        ("last 4", "last 2", "blue and red cannot both have had the order 2"),
        ("played e3", "played e3 e4", "red has one event card of each colour"),
        ("played e3", "played kaga", "is no event card"),
        ("board green ; points 41 ; strength 30 ; last 3\n", "", "a line is missing: board green"),
        ("board green ;", "board gold ;", "there is a second line 'board' of gold"),
        ("deal green ? ? ? ? ? ? ? ? ?\n", "", "a line is missing: deal green"),
    ],
)
def test_what_can_be_no_position_is_refused_in_a_sentence(old: str, new: str, sentence: str) -> None:
    assert old in POSITION
    with pytest.raises(InvalidRecord, match=sentence):
        replay(POSITION.replace(old, new, 1))


def test_what_was_played_was_dealt() -> None:
    game = replay(POSITION)
    first = game.record.lines[5].split()[2]
    assert first == "?"
    text = POSITION.replace("deal red ? ", "deal red e1 ", 1)
    with pytest.raises(InvalidRecord, match="e3 was played, so it was dealt"):
        replay(text)
