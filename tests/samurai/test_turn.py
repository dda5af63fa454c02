"""A turn: which tiles are played, and where."""

import random
from itertools import permutations

import pytest

from tenka.game import InvalidAction
from tenka.samurai.pieces import COLOURS, KINDS
from tenka.samurai.state import NOTHING

from .drawing import (
    RULES,
    expect,
    hand,
    land_names,
    moves,
    play,
    position,
    refusal,
    sea_names,
    tiles_to_play,
    turn,
    whose_turn,
)

WEST = """
    ~       .
        g17:(r)
    .       .
~       .
    (b)     ~
"""
"""Matsue and Hagi, with nothing around them yet."""


# --- one after another ------------------------------------------------------------------------------------


def test_nothing_of_a_turn_is_left_in_the_position_after_it() -> None:
    """Positions are compared byte by byte: by the search that meets one again, by whoever looks for a leak, by a game
    that is read from its record. And what a turn touched is all that its end looks at for captures.
    """
    rng = random.Random(1)
    state = RULES.start(RULES.options({"players": 3, "hands": "random", "pieces": "random"}), rng)
    turns = int(state.turns)
    touched = 0
    while RULES.outcome(state) is None:
        state = RULES.apply(state, rng.choice(RULES.legal(state)))
        if state.turns == turns:
            touched += bool(state.touched)
            continue
        turns = int(state.turns)
        assert (state.touched, state.slow_played, state.tiles_played, state.pending) == (0, 0, 0, NOTHING)
    assert touched > 20, "within a turn it is noted"


# --- how many tiles ---------------------------------------------------------------------------------------


def test_at_least_one_token_must_be_played() -> None:
    """“At least one token must be played” (1998 rules)."""
    state = position(WEST, hands="b4 s2 n1 h1 x")
    assert "done" not in moves(state)
    assert refusal(state, "done") == "red must play at least one tile before the turn ends, from b4 s2 n1 h1 x"
    assert "done" in moves(play(state, "b4@f17"))
    assert "done" in moves(play(state, "h1@f19"))


def test_a_player_may_play_one_tile() -> None:
    """“The player chooses one tile from his hand and places it on an empty land or sea space” (2015 rules, Turn
    Sequence).
    """
    after = turn(position(WEST, hands="b4 s2 n1 h1 x"), "b4@g18")
    expect(
        after,
        """
            ~       .
                g17:(r)
            .       .
        ~       Rb4
            (b)     ~
        """,
    )
    assert "b4" not in hand(after, "red")


def test_only_1_token_without_a_japanese_character_may_be_played_in_a_turn() -> None:
    """“Only 1 token without a Japanese character may be played in a turn” (reference sheet)."""
    state = play(position(WEST, hands="b4 s2 s1 m c3"), "b4@f17")
    assert moves(state) == {"done"}
    assert refusal(state, "s2@g18") == (
        "s2 is a second tile that is not fast: a turn has one of those and any number of fast ones"
    )
    assert refusal(state, "m:f17").startswith("m is a second tile that is not fast")


def test_any_number_of_tokens_with_japanese_characters_may_be_played() -> None:
    """“A player may play any number of the 5 tokens with Japanese characters in a turn” (1998 rules); “Play 0-5 per
    turn” (reference sheet).
    """
    state = position(WEST, hands="n1 h2 h1 h1 x")
    after = turn(state, "n1@f17 h2@f16 h1@g16 h1@g19 x:f18.b=g17.r")
    expect(
        after,
        """
                Rh1
            Rh2     .
                g17:(b)
            Rn1     .
        ~       .
            (r)     ~
        ~       Rh1
        """,
    )


def test_a_player_may_choose_to_play_only_fast_tiles() -> None:
    """“A player may choose to play only fast tiles as his tile placement for the turn” (2015 rules, Fast Icon)."""
    state = position(WEST, hands="n1 h1 b4 b3 b2")
    assert whose_turn(turn(state, "n1@f17")) == "blue"
    assert whose_turn(turn(state, "h1@f19 n1@f17")) == "blue"


def test_in_a_turn_a_player_may_play_tokens_from_both_groups() -> None:
    """“In a turn, a player may play tokens from both groups (with and without Japanese characters)” (reference sheet);
    “z. B. 1 Samurai und 2 Schiffe” (1998 rules, German).
    """
    after = turn(position(WEST, hands="s2 h2 h1 b4 c4"), "s2@f17 h2@f19 h1@g19")
    expect(
        after,
        """
            ~       .
                g17:(r)
            Rs2     .
        ~       .
            (b)     ~
        ~       Rh1
            Rh2
        """,
    )


def test_the_tiles_may_be_played_in_any_order() -> None:
    """“At most one that is not fast, and any number of fast ones, in any order” (our rules)."""
    state = position(WEST, hands="b4 n1 h1 c3 c2")
    results = {turn(state, " ".join(order)).tobytes() for order in permutations(["b4@f17", "n1@g18", "h1@f19"])}
    assert len(results) == 1


def test_a_fast_tile_leaves_the_choice_of_every_other_tile() -> None:
    """“A player may play one tile and any number of fast tiles on his turn” (2015 rules, Fast Icon)."""
    state = position(
        """
                g17:(r)
            Rc4     .
        """,
        hands="b4 n1 h1 x m",
    )
    assert tiles_to_play(state) == {"b4", "n1", "h1", "x", "m"}
    state = play(state, "h1@f19")
    assert tiles_to_play(state) == {"b4", "n1", "x", "m"}
    state = play(state, "b4@h17")
    assert tiles_to_play(state) == {"n1", "x"}
    state = play(state, "n1@h16")
    assert tiles_to_play(state) == {"x"}


def test_each_tile_is_played_as_often_as_it_is_in_the_hand() -> None:
    state = play(position(WEST, hands="h1 h1 b4 b3 b2"), "h1@f19")
    assert "h1" in tiles_to_play(state)
    state = play(state, "h1@g19")
    assert "h1" not in tiles_to_play(state)
    assert refusal(state, "h1@f16") == "red has no h1 in hand, but b4 b3 b2"


# --- where ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_ships_may_be_placed_only_on_empty_sea_spaces_and_the_other_tokens_only_on_empty_land_spaces(
    players: int,
) -> None:
    """“Ships may be placed only on empty sea spaces and the other tokens only on empty land spaces” (1998 rules). All
    sea and all land of the board can be chosen, near or far.
    """
    state = position(
        """
            ~       Rb4
                g17:(r)
            .       Bs2
        ~       .
            (b)     Rh1
        ~       Bh2
        """,
        players=players,
        hands="h2 h1 b3 n1 s1",
    )
    expected = {f"{ship}@{sea}" for ship in ("h2", "h1") for sea in sea_names(players) - {"h18", "g19"}}
    expected |= {f"{tile}@{land}" for tile in ("b3", "n1", "s1") for land in land_names(players) - {"h16", "h17"}}
    assert moves(state) == expected


def test_ship_tiles_are_the_only_tile_that_can_be_placed_on_a_sea_space() -> None:
    """“Ship tiles are the only tile that can be placed on a sea space” (2015 rules, Clarifications)."""
    for kind in KINDS:
        if kind.code[0] not in "hxm":
            with pytest.raises(InvalidAction, match=f"{kind.code} goes on land, and f19 is a sea space"):
                RULES.parse(f"{kind.code}@f19")
    with pytest.raises(InvalidAction, match="h1 is a ship and goes on sea, and f17 is a land space"):
        RULES.parse("h1@f17")


def test_figure_exchange_and_token_exchange_are_the_exceptions() -> None:
    """“Exception: Figure exchange and Token exchange” (1998 rules): the one goes nowhere on the board, the other onto a
    space that is not empty, under an own tile.
    """
    state = position(
        """
                g17:(r)
            Rc4     .
        ~       .
            (b)     ~
        """,
        hands="x m b4",
    )
    expect(
        turn(state, "x:f18.b=g17.r m:f17>h17"),
        """
                g17:(b)
            Rm      Rc4
        ~       .
            (r)     ~
        """,
    )
    assert not [move for move in moves(state) if move.startswith(("x@", "m@"))]


def test_no_tile_goes_on_a_space_that_is_not_empty() -> None:
    """“Places it on an empty land or sea space” (2015 rules, Turn Sequence), whoever's tile lies there."""
    state = position(
        """
            Rn1     .
        ~       Bb4
            f18:()
        ~       Bh1
        """,
        hands="b3 h1",
    )
    assert refusal(state, "b3@g18") == "g18 is not empty: blue's b4 lies there"
    assert refusal(state, "b3@f17") == "f17 is not empty: red's n1 lies there"
    assert refusal(state, "h1@g19") == "g19 is not empty: blue's h1 lies there"


def test_tokens_may_not_be_placed_on_empty_villages_and_cities() -> None:
    """“Tokens may not be placed on empty villages and cities” (1998 rules); “never on a settlement, empty or not” (our
    rules).
    """
    state = position(
        """
            Rb4     .
        ~       Bb2
            f18:()
        """,
        hands="b3 h1 n1",
    )
    targets = {move.split("@")[1] for move in moves(state) if "@" in move}
    assert targets <= land_names(2) | sea_names(2)
    for move in ("b3@f18", "h1@f18", "b3@o10", "b3@o14"):
        with pytest.raises(InvalidAction, match="is a settlement; tiles go on the land and sea around it"):
            RULES.parse(move)


def test_tiles_may_be_played_beside_a_settlement_that_is_already_empty() -> None:
    """“An empty land space” (2015 rules, Turn Sequence) is all that is asked for."""
    state = position(
        """
            Rb4     .
        ~       Bb2
            f18:()
        ~       ~
            ~
        """,
        hands="h1 s1",
    )
    assert {"h1@f19", "h1@g19", "s1@h17"} <= moves(state)


def test_the_board_of_two_players_ends_where_the_sea_around_honshu_ends() -> None:
    """“2 players — Honshu” (1998 rules)."""
    state = position(WEST, hands="b4 h1")
    assert refusal(state, "b4@h19") == "h19 is not on the board of 2 players"
    assert refusal(state, "h1@d18") == "d18 is not on the board of 2 players"


# --- whose turn -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_next_player_in_clockwise_order_takes_his_turn(players: int) -> None:
    """“His turn ends, and the next player in clockwise order takes his turn” (2015 rules, Turn Sequence)."""
    for seat, colour in enumerate(COLOURS[:players]):
        state = position(WEST, players=players, turn=colour, hands="b4")
        state = play(state, "b4@f17")
        assert whose_turn(state) == colour
        state = play(state, "done")
        assert whose_turn(state) == COLOURS[(seat + 1) % players]
        assert state.turns == 1


def test_the_next_player_may_play_one_tile_without_a_character_again() -> None:
    """“Each player takes a turn by following these steps” (2015 rules, Turn Sequence)."""
    state = turn(position(WEST, hands={"red": "b4 n1", "blue": "s3 s2"}), "b4@f17 n1@g18")
    assert "done" not in moves(state)
    assert {"s3", "s2"} <= tiles_to_play(state)


# --- passing ----------------------------------------------------------------------------------------------


def test_a_player_may_pass_only_when_no_tile_can_be_played() -> None:
    """“A player who can play no tile at all passes” (our rules), for “at least one token must be played” (1998)."""
    state = position(WEST, hands="b4 b3 b2 r4 m")
    assert "pass" not in moves(state)
    assert refusal(state, "pass") == "red may pass only when no tile can be played, and has b4 b3 b2 r4 m"
    assert refusal(play(state, "b4@f17"), "pass").startswith("red may pass only when no tile can be played")


def test_a_player_with_no_tile_left_passes() -> None:
    """“A player who can play no tile at all passes” (our rules)."""
    state = position(WEST, hands={"red": ""}, stacks={"red": ""}, lost=True)
    assert moves(state) == {"pass"}
    assert refusal(state, "done") == "red can play no tile, so this turn is a pass"
    after = play(state, "pass")
    assert whose_turn(after) == "blue"
    assert RULES.outcome(after) is None
    assert after.turns == 1


def test_a_player_with_only_the_move_tile_and_nothing_to_move_passes() -> None:
    """The move tile “takes one of the player's own tiles that is not fast” (our rules): without one it is no play."""
    drawing = """
        Rn1     .
    ~       Bb4
        f18:()
    ~       Rh1
    """
    state = position(drawing, hands={"red": "m"}, stacks={"red": ""}, lost=True)
    assert moves(state) == {"pass"}
    assert hand(play(state, "pass"), "red") == "m"


def test_a_player_with_only_the_switch_tile_and_nothing_to_exchange_passes() -> None:
    """The switch tile needs two pieces that may be exchanged; here each caste has one on Edo alone, and the reference
    sheet lets nobody exchange what changes nothing.
    """
    state = position(
        "f18:()",
        hands={"red": "x"},
        stacks={"red": ""},
        lost=True,
        elsewhere={"o14": "brc"},
        edition="sheet",
    )
    assert moves(state) == {"pass"}


def test_a_player_who_can_still_play_a_fast_tile_does_not_pass() -> None:
    """“At least one token must be played” (1998 rules): the switch tile alone is enough."""
    state = position(WEST, hands={"red": "x"}, stacks={"red": ""}, lost=True)
    assert "pass" not in moves(state)
    assert "x:same" in moves(state)


def test_who_passed_may_play_again_in_the_next_round() -> None:
    """“If all players pass in turn, the game ends” (our rules): one who plays breaks the row."""
    state = position(
        WEST,
        hands={"red": "", "blue": "h1"},
        stacks={"red": "", "blue": ""},
        lost=True,
    )
    state = turn(play(state, "pass"), "h1@f19")
    assert state.passes == 0
    assert whose_turn(state) == "red"
    assert RULES.outcome(play(state, "pass")) is None
