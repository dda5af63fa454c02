"""The move tile, or token exchange."""

from tenka.samurai.board import LAND_SPACES
from tenka.samurai.pieces import KIND_BY_CODE
from tenka.samurai.state import tile_code

from .drawing import (
    expect,
    gains,
    hand,
    land_names,
    moves,
    play,
    position,
    refusal,
    stack,
    tiles_to_play,
    turn,
    whose_turn,
)

WEST = """
    ~       .
        g17:(r)
    Rb4     .
~       .
    (b)     ~
"""


def test_the_move_tile_is_placed_on_the_original_space_of_the_repositioned_tile() -> None:
    """“The move tile is placed on the original space of the repositioned tile” (2015 rules); “replaces one of the
    tokens he has already deployed … with the Token exchange token. The player immediately deploys the replaced token
    on the board” (1998 rules).
    """
    after = turn(position(WEST, hands="m"), "m:f17>h16")
    expect(
        after,
        """
            ~       Rb4
                g17:(r)
            Rm      .
        ~       .
            (b)     ~
        """,
    )
    assert "m" not in hand(after, "red").split()


def test_the_tile_is_placed_on_any_other_empty_land_space() -> None:
    """“Places it on any other empty land space” (2015 rules, Move Tile): no settlement, no sea, nothing filled, and not
    the space it came from.
    """
    state = position(
        """
            ~       Bs2
                g17:(r)
            Rb4     Rn1
        ~       .
            (b)     ~
        """,
        players=3,
        hands="m",
    )
    targets = {move.split(">")[1] for move in moves(state) if ">" in move}
    assert targets == land_names(3) - {"f17", "h16", "h17"}
    assert refusal(state, "m:f17>h16") == "h16 is not empty: blue's s2 lies there"
    assert refusal(state, "m:f17>f17") == "f17 is not empty: red's b4 lies there"
    assert refusal(state, "m:f17>p2") == "p2 is not on the board of 3 players"


def test_only_own_tiles_that_have_no_fast_icon_are_moved() -> None:
    """“A player takes one of his tiles that does not have a fast icon” (2015 rules, Move Tile); “May only exchange with
    a non-character token” (reference sheet).
    """
    state = position(
        """
            Rh2     Rs1
                g17:(r)
            .       Rn1
        ~       Bc4
            (b)     ~
        """,
        hands="m",
    )
    assert {move.split(">")[0] for move in moves(state) if ">" in move} == {"m:h16"}
    assert refusal(state, "m:g18") == "the tile on g18 is blue's, and only own tiles move"
    assert refusal(state, "m:h17") == "the tile on h17 is n1, and fast tiles never move"
    assert refusal(state, "m:f17") == "no tile lies on f17"


def test_every_kind_of_own_tile_that_is_not_fast_can_be_moved() -> None:
    state = position(
        """
                Rb2
            Rr3     Rs3
                o14:(brc)
            Rc4     .
                Rs1
        """,
        hands="m",
    )
    taken = {move.split(">")[0] for move in moves(state) if ">" in move}
    assert taken == {"m:o13", "m:n13", "m:p13", "m:n14", "m:o15"}


def test_a_tile_beside_a_settlement_that_is_already_empty_may_be_taken() -> None:
    """“A tile beside a settlement that is already empty may be taken” (our rules)."""
    before = position(
        """
            Rb4     .
        ~       Bb2
            f18:()
        """,
        hands="m",
    )
    after = turn(before, "m:f17>h17")
    expect(
        after,
        """
            Rm      Rb4
        ~       Bb2
            f18:()
        """,
    )
    assert gains(before, after) == {}


def test_the_tile_was_placed_during_a_previous_turn() -> None:
    """“A tile that he has already placed on the game board during a previous turn” (2015 rules, Move Tile): the one
    tile of this turn that is not fast is the move tile itself, and fast tiles never move.
    """
    state = position(WEST, hands="m n1 c4")
    assert refusal(play(state, "c4@g18"), "m:g18").startswith("m is a second tile that is not fast")
    assert refusal(play(state, "n1@g18"), "m:g18") == "the tile on g18 is n1, and fast tiles never move"


def test_the_move_tile_is_the_one_tile_of_the_turn_that_is_not_fast() -> None:
    """Token exchange stands among the “Non-Character Tokens: Play 0-1 per turn” (reference sheet); the tile that it
    moves is not played a second time.
    """
    state = play(position(WEST, hands="m n1 h1 c4 s3"), "m:f17>g18")
    assert tiles_to_play(state) == {"n1", "h1"}
    assert whose_turn(play(state, "done")) == "blue"
    assert state.tiles_played == 1


def test_fast_tiles_may_be_played_before_and_after_the_move_tile() -> None:
    """“A player may play one tile and any number of fast tiles on his turn” (2015 rules, Fast Icon)."""
    after = turn(position(WEST, hands="m n1 h1"), "h1@f19 m:f17>h17 n1@h16")
    expect(
        after,
        """
            ~       Rn1
                g17:(r)
            Rm      Rb4
        ~       .
            (b)     ~
        ~       ~
            Rh1
        """,
    )


def test_the_token_exchange_token_has_strength_0() -> None:
    """“The Token exchange token has strength 0” (1998 rules): it fills the space, and influences nothing."""
    before = position(
        """
            ~       .
                g17:(r)
            Rb4     .
        ~       .
            (b)     ~
        """,
        hands={"red": "m", "blue": "s1"},
    )
    after = turn(turn(before, "m:f17>o13"), "s1@g18")
    assert gains(before, after) == {"blue": "b"}


def test_the_moved_tile_influences_what_is_beside_its_new_space() -> None:
    """“The player immediately deploys the replaced token on the board” (1998 rules)."""
    before = position(
        """
            ~       Rb4
                g17:(r)
            Bb3     .
        ~       .
            (b)     ~
        """,
        hands="m",
    )
    assert gains(before, turn(before, "m:h16>g18")) == {"red": "b"}


def test_a_move_may_surround_two_settlements_more() -> None:
    """The moved tile fills one space more than before, and the move tile keeps the old one filled."""
    before = position(
        """
            ~       Bc2
                g17:(r)
            Rr4     Bb2
        ~       .
            (b)     ~
        """,
        hands="m",
        taken={"red": "", "blue": ""},
    )
    # Only g18 was open beside both: rice for nobody now that r4 has left f17 for g18, where it counts again.
    assert gains(before, turn(before, "m:f17>g18")) == {"red": "r", "aside": "b"}


def test_a_move_cannot_open_a_settlement_again() -> None:
    """“It stands on the space it left” (our rules): a settlement loses influence, but no filled space."""
    before = position(
        """
            ~       Bc2
                g17:(r)
            Rr4     Bb2
        ~       .
            (b)     ~
        """,
        hands={"red": "m", "blue": "r2"},
        taken={"red": "", "blue": ""},
    )
    after = turn(turn(before, "m:f17>o13"), "r2@g18")
    assert gains(before, after) == {"blue": "r", "aside": "b"}


def test_the_move_tile_itself_stays_on_the_board_for_good() -> None:
    """“Nothing (strength 0), stays on the board” (our rules)."""
    after = turn(position(WEST, hands="m"), "m:f17>h17")
    assert "m" not in f"{hand(after, 'red')} {stack(after, 'red')}".split()
    assert refusal(turn(after, "b4@g18"), "m:h17") == "red has no m in hand, but b3 b2 r4 r3 r2"


def test_without_an_own_tile_on_land_the_move_tile_cannot_be_played() -> None:
    state = position(
        """
            Rn1     .
        ~       .
            f18:(b)
        ~       Rh1
        """,
        hands="m",
    )
    assert "m" not in tiles_to_play(state)


def test_without_an_empty_land_space_the_move_tile_cannot_be_played() -> None:
    """“Another empty land space” (our rules): there must be one. No game gets there: it would be over before."""
    state = position("f18:()", hands="m", elsewhere={})
    for land, space in enumerate(LAND_SPACES):
        if space.players == 2:
            state.tile[land] = tile_code(land % 2, KIND_BY_CODE["s2"])
    state.land_empty = 0
    assert "m" not in tiles_to_play(state)
    own = LAND_SPACES[0].name
    assert refusal(state, f"m:{own}") == "no empty land space is left to move a tile to"


def test_a_tile_that_is_taken_up_must_be_put_down() -> None:
    state = position(WEST, hands="m n1")
    half = play(state, "m:f17")
    assert all(move.startswith(">") for move in moves(half))
    assert refusal(half, "n1@g18") == "n1@g18 must wait: first comes the tile's new space"
    assert refusal(half, "done") == "done must wait: first comes the tile's new space"
