"""A game that begins in the middle: a position that somebody has set up, as a record."""

from __future__ import annotations

import random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tenka.game import InvalidRecord
from tenka.record import make_record, read, redact, replay, write
from tenka.samurai.game import RULES
from tenka.samurai.state import PLAYING
from tests.samurai.test_records import random_table

POSITION = """\
[Game "samurai"]
[Rules "1"]
[Edition "2015"]
[Options "players=2 hands=random pieces=random captures=end captured=hidden switch_same=yes"]
[Seats "red=red blue=blue"]
[First "red"]
[Result "*"]
[End "*"]

position 8 blue
pieces b@q9 r@o10 c@o10 b@q11 c@m13 b@q13 b@o14 r@o14 c@o14 r@l14 r@q15 b@l16 r@l16 c@i17 ; aside 0b 1r 0c
board red b2@p11 c2@n13 m@l15 h1@r10 ; taken 1b 0r 2c ; gone x
board blue n1@m14 s2@p14 ; taken 1b 1r 1c
holds red ? ? ? ? ?
holds blue b4 r4 s3 h2 m
"""


def test_a_position_is_read_and_played_on_from() -> None:
    text = POSITION + "turn 8 blue b4@k17 ; draw ?\n"
    game = replay(text)
    assert write(game.record) == text
    assert RULES.turn(game.start) == 1
    assert game.start.captured.tolist()[:2] == [[1, 0, 2], [1, 1, 1]]
    assert game.start.num_hand.tolist()[:2] == [5, 5]
    assert game.start.num_stack.tolist()[:2] == [10, 13]
    assert RULES.num_plies(game.final) == RULES.num_plies(game.start) + 1


def test_what_the_other_turns_out_to_have_was_in_the_hand() -> None:
    game = replay(POSITION + "turn 8 blue b4@k17 ; draw s1\nturn 9 red c4@k16 ; draw ?\n")
    assert "c4" in RULES.format_line(RULES.opening(game.start)[4])
    assert game.record.lines[-1] == "turn 9 red c4@k16 ; draw ?"


@given(seed=st.integers(0, 2**32), plies=st.integers(20, 60), data=st.data())
def test_every_position_between_two_turns_can_be_a_start(seed: int, plies: int, data: st.DataObject) -> None:
    table = random_table(seed, plies)
    state = table.state
    assume(state.phase == PLAYING and state.turns > 0)
    state = state.copy()
    state.passes = 0  # that somebody has just passed is not told
    record = make_record(RULES, table.options, table.names, state, [], state)
    assert replay(write(record)).start.tobytes() == state.tobytes()
    assert read(write(record)) == record
    seat = data.draw(st.sampled_from([None, *range(table.options.players)]))
    known = replay(write(redact(record, seat)))
    assert RULES.view(known.start, seat) == RULES.view(state, seat)
    assert RULES.quantities(known.start) == RULES.quantities(state)
    rng = random.Random(seed)
    after = RULES.apply(known.start, rng.choice(RULES.legal(known.start)))
    assert RULES.quantities(after) == RULES.quantities(state)


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("position 8 blue", "position 1 red", "a turn from 2 to 999"),
        ("position 8 blue", "position 7 blue", "blue was first"),
        ("position 8 blue", "position 8 gold", "gold does not play"),
        ("position 8 blue", "position blue", "a position has a number"),
        ("b@q9 ", "b@q9 b@q9 ", "named twice"),
        ("b@q9 ", "b@e21 ", "not on the board of 2 players"),
        ("b@q9 ", "b@q9 c@q9 ", "q9 holds 1 pieces, not 2"),
        ("b@q9 ", "b@k17 ", "not a settlement"),
        ("b@q9 ", "", "there are 7 buddha pieces with 2 players; .* are 6"),
        ("aside 0b 1r 0c", "aside 2b 1r 1c", "with 4 pieces beside the board the game is over"),
        ("aside 0b 1r 0c", "aside 0b 1r 0z", "counted as in '2b 0r 1c', not '0z'"),
        (" c@o10", "", "there are 7 castle pieces"),
        ("c2@n13", "c2@m14", "two tiles on m14"),
        ("c2@n13", "c2@r10", "c2 lies on land, and r10 is none"),
        ("c2@n13", "h1@n13", "h1 lies on sea, and n13 is none"),
        ("c2@n13", "x@n13", "does not stay on the board"),
        ("c2@n13", "b2@n13", "red has only 1 of b2"),
        ("c2@n13", "c2@o14", "no land or sea space"),
        ("c2@n13", "c2", "looks like b4@k17"),
        ("gone x", "gone m", "only the switch tile leaves the game"),
        ("board blue n1@m14 s2@p14 ; taken 1b 1r 1c\n", "", "a line is missing: board blue"),
        ("holds red ? ? ? ? ?\n", "", "a line is missing: holds red"),
        ("holds red ? ? ? ? ?", "holds red ? ? ?", "one line 'holds' with 5 tiles"),
        ("holds blue b4 r4 s3 h2 m", "holds blue n1 r4 s3 h2 m", "blue has only 1 of n1, and this is one more"),
        ("holds red ? ? ? ? ?", "holds red c2 ? ? ? ?", "red has only 1 of c2, and this is one more"),
    ],
)
def test_what_can_be_no_position_is_refused_in_a_sentence(old: str, new: str, sentence: str) -> None:
    assert old in POSITION
    with pytest.raises(InvalidRecord, match=sentence):
        replay(POSITION.replace(old, new, 1))


def test_a_settlement_that_is_surrounded_holds_nothing() -> None:
    text = POSITION.replace("board red b2@p11 c2@n13 m@l15", "board red b2@p11 c2@q10 m@p10")
    with pytest.raises(InvalidRecord, match=r"Sendai \(q11\) is surrounded, so its pieces have been captured"):
        replay(text)
