"""What each player sees, and what nobody may know."""

import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

from tenka.game import View
from tenka.samurai.pieces import COLOURS, KIND_BY_CODE, KINDS, hand_bits, hand_tiles
from tenka.samurai.state import State
from tenka.samurai.view import UNKNOWN, changed_seat_rows, recall, seat_rows, unseen_tiles

from .drawing import RULES, expect, hand, pieces_on, play, position, redraw, stack, turn

BOARD = """
    ~       Rs2
        g17:()
    Bb4     Rb3
~       Gc4
    ()      ~
~       Bh1
"""
SEATS = (0, 1, 2, None)
EVERY_SEAT = pytest.mark.parametrize("seat", SEATS)


def in_play(**options: Any) -> State:
    """Three players in the midst of a game."""
    return position(
        BOARD,
        players=3,
        hands={"red": "b4 s3 m x n1", "blue": "r4 r3 h2 s1 s1", "gold": "b4 c3 c2 h1 h1"},
        taken={"red": "b", "blue": "", "gold": "r"},
        aside="",
        **options,
    )


def known_hand(view: View, colour: str) -> str | None:
    """A hand as a view tells it, or None."""
    bits = int(view.known.hand[COLOURS.index(colour)])
    return None if bits == UNKNOWN else " ".join(KINDS[kind].code for kind in hand_tiles(bits))


def exchange_hidden_tiles(state: State, colour: str) -> State:
    """The same state, but this player holds other tiles: the first of his stack instead of the first of his hand."""
    other = state.copy()
    seat = COLOURS.index(colour)
    tiles = hand_tiles(int(state.hand[seat]))
    top = 15 - int(state.num_stack[seat])
    place = next(p for p in range(top, 15) if state.stack[seat, p] not in tiles)
    other.hand[seat] = hand_bits([*tiles[1:], int(state.stack[seat, place])])
    other.stack[seat, place] = tiles[0]
    return other


# --- hands and stacks -------------------------------------------------------------------------------------


def test_a_player_sees_his_own_hand() -> None:
    """“Places them faceup behind his player screen” (2015 rules, Setup): he sees them."""
    state = in_play()
    for seat, colour in enumerate(COLOURS[:3]):
        assert known_hand(RULES.view(state, seat), colour) == hand(state, colour)


def test_the_hand_remains_hidden_from_the_other_players() -> None:
    """“These tiles form his starting "hand" of tiles and remain hidden from the other players until they are placed on
    the game board” (2015 rules, Setup).
    """
    state = in_play()
    for seat in SEATS:
        view = RULES.view(state, seat)
        for other, colour in enumerate(COLOURS[:3]):
            if other != seat:
                assert known_hand(view, colour) is None


@pytest.mark.parametrize("colour", COLOURS[:3])
def test_no_other_player_can_tell_two_hands_apart(colour: str) -> None:
    """“Remain hidden from the other players” (2015 rules, Setup): the whole view is the same, to the last byte."""
    state = in_play()
    other = exchange_hidden_tiles(state, colour)
    assert hand(state, colour) != hand(other, colour)
    for seat in SEATS:
        is_own = seat == COLOURS.index(colour)
        assert (RULES.view(state, seat) == RULES.view(other, seat)) is not is_own


@EVERY_SEAT
def test_the_number_of_tiles_in_every_hand_and_stack_is_seen(seat: int | None) -> None:
    """“In a stack beside his player screen, in view of all players” (2015 rules, Setup); “the number of tiles in every
    hand and stack” (our rules).
    """
    state = play(in_play(), "n1@o13")
    known = RULES.view(state, seat).known
    assert known.num_hand[:3].tolist() == [4, 5, 5]
    assert known.num_stack[:3].tolist() == [13, 13, 14]


@EVERY_SEAT
def test_nobody_knows_the_order_of_any_stack_the_own_one_included(seat: int | None) -> None:
    """“Mixes his remaining 15 tiles … facedown” (2015 rules, Setup); “nobody knows the order of any stack, the own one
    included” (our rules).
    """
    state = in_play()
    assert (RULES.view(state, seat).known.stack[:3] == UNKNOWN).all()
    other = state.copy()
    other.stack[:, 2:] = other.stack[:, :1:-1]
    assert stack(other, "red") != stack(state, "red")
    assert RULES.view(state, seat) == RULES.view(other, seat)


def test_nobody_sees_anothers_choice_until_all_have_chosen_and_not_then() -> None:
    """“Nobody sees another's choice until all have chosen, and then only as tiles reach the board” (our rules);
    “without showing other players” (1998 rules).
    """
    start = RULES.start(RULES.options({"players": 3, "first": 0}), random.Random(1))
    one, other = play(start, "b4 b3 b2 r4 r3"), play(start, "s2 s2 n1 h2 x")
    for seat in (1, 2, None):
        assert RULES.view(one, seat) == RULES.view(other, seat)
    for text in ("b4 c4 s3 n1 h2", "b4 b3 b2 r4 r3"):
        one, other = play(one, text), play(other, text)
    assert RULES.waiting(one) == ()
    for seat in (1, 2, None):
        assert RULES.view(one, seat) == RULES.view(other, seat)
    assert known_hand(RULES.view(one, 0), "red") == "b4 b3 b2 r4 r3"


def test_a_tile_is_seen_by_all_once_it_is_played() -> None:
    """“Until they are placed on the game board” (2015 rules, Setup)."""
    after = turn(in_play(), "n1@h19")
    for seat in SEATS:
        expect(RULES.view(after, seat).known, "h19:Rn1")


@EVERY_SEAT
def test_everybody_sees_the_board_and_all_tiles_played(seat: int | None) -> None:
    """“The board, all tiles played …, pieces beside the board” (our rules); “placed near it in view of all players”
    (2015 rules, Resolving Captures).
    """
    state = turn(in_play(), "x:same s3@o13")
    known = RULES.view(state, seat).known
    assert redraw(known, BOARD) == redraw(state, BOARD)
    assert pieces_on(known, "o14") == pieces_on(state, "o14")
    for name in ("tile", "pieces", "aside", "switched", "seat", "turns"):
        assert np.array_equal(known[name], state[name])


def test_pieces_beside_the_board_are_in_view_of_all_players() -> None:
    """“Placed near it in view of all players” (2015 rules, Resolving Captures)."""
    state = position("f18:(b)", players=3, aside="brc")
    for seat in SEATS:
        assert RULES.view(state, seat).known.aside.tolist() == [1, 1, 1]


@pytest.mark.parametrize("colour", COLOURS[:3])
def test_a_players_unseen_tiles_are_the_20_less_those_played(colour: str) -> None:
    """“Everything else can be worked out from what was seen: a player's unseen tiles are the 20 less those played” (our
    rules), from anybody's view.
    """
    state = turn(in_play(), "x:same s3@o13")
    seat = COLOURS.index(colour)
    unseen = Counter(f"{hand(state, colour)} {stack(state, colour)}".split())
    for viewer in SEATS:
        bits = int(unseen_tiles(RULES.view(state, viewer).known, seat))
        assert Counter(KINDS[kind].code for kind in hand_tiles(bits)) == unseen


# --- captured pieces --------------------------------------------------------------------------------------


def test_captured_pieces_are_placed_behind_the_screen() -> None:
    """“Captures it and places it behind his screen” (1998 rules): only he sees how many he has. The option
    captured=hidden.
    """
    state = in_play()
    for seat in SEATS:
        known = RULES.view(state, seat).known
        for other in range(3):
            expected = state.captured[other].tolist() if other == seat else [UNKNOWN] * 3
            assert known.captured[other].tolist() == expected


def test_captured_pieces_are_public_when_taken() -> None:
    """“Captured pieces are public when taken” (our rules): who forgets nothing knows them, though they are not shown,
    and every state that a seat can think of has them where they went.
    """
    state = in_play()
    assert state.captured.any()
    for seat in SEATS:
        sampled = RULES.sample(RULES.view(state, seat), random.Random(1))
        assert sampled.captured.tolist() == state.captured.tolist()


def test_with_open_captures_everybody_sees_all_captured_pieces() -> None:
    """“With 2 players, the figures are placed in front of the screen” (1998 rules): the option captured=open."""
    state = in_play(captured="open")
    for seat in SEATS:
        assert RULES.view(state, seat).known.captured.tolist() == state.captured.tolist()


def test_once_the_game_is_over_everybody_sees_everything() -> None:
    """“When the game ends, all players remove their screens” (1998 rules)."""
    before = position(
        """
            f17:.   .
        ~       Bs2
            (b)     ~
        """,
        players=3,
        hands="s3",
        elsewhere={"o8": "r", "q9": "c"},
    )
    after = turn(before, "s3@f17")
    assert RULES.outcome(after) is not None
    for seat in SEATS:
        assert RULES.view(after, seat).known.tobytes() == after.tobytes()
        assert RULES.view(before, seat).known.tobytes() != before.tobytes()


def test_a_view_does_not_change_the_state() -> None:
    state = in_play()
    before = state.tobytes()
    for seat in SEATS:
        RULES.view(state, seat)
    assert state.tobytes() == before


# --- what may be behind a view ----------------------------------------------------------------------------


@EVERY_SEAT
def test_what_is_dealt_anew_looks_the_same(seat: int | None) -> None:
    """What a view does not know may be anything that looks the same to that seat."""
    state = play(in_play(), "n1@o13")
    view = RULES.view(state, seat)
    seen = set()
    for seed in range(30):
        sample = RULES.sample(view, random.Random(seed))
        assert RULES.view(sample, seat) == view
        assert RULES.quantities(sample) == RULES.quantities(state)
        seen.add(sample.tobytes())
    assert len(seen) == 30


def test_every_unseen_tile_is_as_likely_in_the_hand_as_any_other() -> None:
    """“A player's unseen tiles are the 20 less those played” (our rules), and nothing tells which are in the hand."""
    state = in_play()
    view = RULES.view(state, 0)
    unseen = Counter(f"{hand(state, 'blue')} {stack(state, 'blue')}".split())
    found: Counter[str] = Counter()
    for seed in range(2000):
        found.update(hand(RULES.sample(view, random.Random(seed)), "blue").split())
    for code, copies in unseen.items():
        expected = 2000 * 5 * copies / unseen.total()
        assert abs(found[code] - expected) < 5 * expected**0.5, code
    assert found.keys() == unseen.keys()


def test_half_a_switch_shows_that_the_tile_is_in_the_hand() -> None:
    """The switch tile is revealed “from behind his screen” (2015 rules) as it is used, before the second piece."""
    half = play(position("f18:(b)", players=3, hands="x", elsewhere={"g17": "r"}), "x:f18.b")
    for seat in (1, 2, None):
        for seed in range(20):
            sample = RULES.sample(RULES.view(half, seat), random.Random(seed))
            assert sample.hand[0] >> KIND_BY_CODE["x"] & 1
            assert RULES.legal(sample) == RULES.legal(half)


def test_half_a_move_shows_that_the_tile_is_in_the_hand() -> None:
    half = play(position(BOARD, players=3, hands={"red": "m s3"}), "m:h16")
    assert half.pending >= 0
    for seed in range(20):
        sample = RULES.sample(RULES.view(half, 1), random.Random(seed))
        assert sample.hand[0] >> KIND_BY_CODE["m"] & 1
        assert sample.num_hand[0] == half.num_hand[0] == len(hand(sample, "red").split())
        assert RULES.legal(sample) == RULES.legal(half)


@pytest.mark.parametrize("chosen", ["", "b4", "b4 r4 s2", "b4 r4 s2 s2"])
def test_while_somebody_chooses_his_hand_he_may_hold_any_tiles(chosen: str) -> None:
    """Nobody else knows what he has taken so far, only how many; and he himself may go on as before."""
    state = RULES.start(RULES.options({"players": 3, "first": 0}), random.Random(1))
    state = play(play(state, "b4 b3 b2 r4 r3"), chosen) if chosen else play(state, "b4 b3 b2 r4 r3")
    held: dict[int | None, set[str]] = {seat: set() for seat in SEATS}
    for seat in SEATS:
        view = RULES.view(state, seat)
        for seed in range(60):
            sample = RULES.sample(view, random.Random(seed))
            assert RULES.view(sample, seat) == view
            assert RULES.quantities(sample) == RULES.quantities(state)
            assert len(hand(sample, "blue").split()) == len(chosen.split())
            assert len(hand(sample, "red").split()) == 5
            held[seat].add(hand(sample, "blue"))
            assert RULES.legal(sample)
    assert held[1] == {hand(state, "blue")}
    assert held[0] == held[2] == held[None] if not chosen else min(len(held[seat]) for seat in (0, 2, None)) > 3


def test_every_order_of_what_is_unseen_may_lie_in_a_stack() -> None:
    state = in_play()
    view = RULES.view(state, 0)
    tops: Counter[str] = Counter()
    for seed in range(600):
        tiles = stack(RULES.sample(view, random.Random(seed)), "red").split()
        assert Counter(tiles) == Counter(stack(state, "red").split()), "of the own stack the tiles are known"
        tops[tiles[0]] += 1
    for code, copies in Counter(stack(state, "red").split()).items():
        expected = 600 * copies / 15
        assert abs(tops[code] - expected) < 5 * expected**0.5, code


def test_a_seats_row_is_its_hand_its_unseen_tiles_and_what_it_has() -> None:
    """What is shown of each seat: hand and unseen tiles as bits, how many it holds and has left, and its pieces."""
    state = turn(in_play(), "x:same s3@o13")
    for viewer in SEATS:
        known = RULES.view(state, viewer).known
        assert seat_rows(known) == [
            [
                int(known.hand[seat]),
                int(unseen_tiles(known, seat)),
                int(state.num_hand[seat]),
                int(state.num_stack[seat]),
                *known.captured[seat].tolist(),
            ]
            for seat in range(3)
        ]


def test_the_rows_that_changed_are_those_where_something_did() -> None:
    before = in_play(captured="open")
    known = RULES.view(before, 0).known
    assert changed_seat_rows(known, known) == []
    for number in range(7):
        for seat in range(3):
            after = known.copy()
            if number == 0:
                after.hand[seat] = 5
            elif number == 1:
                after.switched |= 1 << seat
            elif number == 2:
                after.num_hand[seat] += 1
            elif number == 3:
                after.num_stack[seat] += 1
            else:
                after.captured[seat, number - 4] += 1
            expected = [(seat, *seat_rows(known)[seat], *seat_rows(after)[seat])]
            assert changed_seat_rows(known, after) == expected
    every = known.copy()
    every.num_hand[:] += 1
    assert [row[0] for row in changed_seat_rows(known, every)] == [0, 1, 2]


def test_who_forgets_nothing_knows_who_took_what() -> None:
    state = in_play()
    for seat in SEATS:
        remembered = recall(RULES.view(state, seat))
        assert remembered.captured.tolist() == state.captured.tolist()
        assert remembered.tile.tolist() == state.tile.tolist()
