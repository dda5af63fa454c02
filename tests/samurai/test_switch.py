"""The switch tile, or figure exchange."""

from typing import Any

import pytest

from tenka.game import InvalidAction
from tenka.samurai.board import NUM_SETTLEMENTS
from tenka.samurai.pieces import KIND_BY_CODE
from tenka.samurai.view import unseen_tiles

from .drawing import (
    RULES,
    expect,
    gains,
    hand,
    moves,
    pieces_on,
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
    .       .
~       .
    (b)     ~
"""

FOUR_SETTLEMENTS = {"o10": "br", "l16": "bc", "f18": "c", "g17": "b"}


def switches(elsewhere: dict[str, str], **options: Any) -> set[str]:
    """Every exchange that is allowed with just these pieces on the board."""
    state = position("n1:~", players=4, hands="x", elsewhere=elsewhere, **options)
    return {move for move in moves(state) if move.startswith("x")}


def test_the_switch_tile_exchanges_the_positions_of_two_caste_pieces() -> None:
    """“Switches the positions of any two caste pieces on the game board” (2015 rules, Switch Tile)."""
    before = position(WEST, hands="x")
    after = turn(before, "x:f18.b=g17.r")
    expect(
        after,
        """
            ~       .
                g17:(b)
            .       .
        ~       .
            (r)     ~
        """,
    )
    assert gains(before, after) == {}


def test_the_exchange_is_not_limited_by_the_distance_between_the_two_figures() -> None:
    """“The exchange is not limited by the distance between the two figures” (1998 rules)."""
    elsewhere = {"o2": "b", "e23": "c", "s3": "r"}
    assert switches(elsewhere) == {"x:o2.b=e23.c", "x:o2.b=s3.r", "x:s3.r=e23.c"}
    state = turn(position("n1:~", players=4, hands="x", elsewhere=elsewhere), "x:e23.c=o2.b")
    assert [pieces_on(state, name) for name in ("o2", "e23", "s3")] == ["c", "b", "r"]


def test_a_switch_may_not_cause_two_pieces_of_the_same_type_to_occupy_the_same_settlement() -> None:
    """“A player cannot use a switch tile to cause two caste pieces of the same type to occupy the same settlement
    space” (2015 rules, Switch Tile); “the two figures must always be different. This same restriction applies when
    using the Figure exchange token” (1998 rules). Of the pieces on o10 (br), l16 (bc), f18 (c) and g17 (b) four pairs
    are left.
    """
    assert switches(FOUR_SETTLEMENTS, switch_same="no") == {
        "x:o10.b=f18.c",
        "x:g17.b=f18.c",
        "x:o10.r=l16.c",
        "x:o10.r=f18.c",
    }
    state = position("n1:~", players=4, hands="x", elsewhere=FOUR_SETTLEMENTS)
    assert refusal(state, "x:o10.b=l16.c") == "l16 would hold two buddha pieces"
    assert refusal(state, "x:g17.b=l16.c") == "l16 would hold two buddha pieces"
    assert refusal(state, "x:l16.b") == "no exchange of l16.b leaves every settlement with different pieces"


def test_a_piece_of_edo_can_be_exchanged_only_for_one_like_it() -> None:
    """“If afterwards no settlement holds two of one caste” (our rules): Edo holds one of each already."""
    elsewhere = {"o14": "brc", "f18": "b", "g17": "r"}
    assert switches(elsewhere) == {"x:f18.b=g17.r", "x:same"}


@pytest.mark.parametrize(
    "elsewhere",
    [
        {"o10": "br", "f18": "b"},
        {"o10": "bc", "f18": "b"},
        {"o10": "rc", "f18": "r"},
        {"o10": "br", "f18": "r"},
        {"o10": "bc", "f18": "c"},
        {"o10": "rc", "f18": "c"},
    ],
)
def test_no_piece_is_a_first_one_where_no_second_one_fits(elsewhere: dict[str, str]) -> None:
    """A city and a village with a piece like one of the city's: whichever pair is exchanged, two would be alike."""
    assert switches(elsewhere) == {"x:same"}


def test_a_city_may_get_the_caste_that_leaves_it() -> None:
    """Both pieces change places at once: what the city gives away does not count against what it gets."""
    elsewhere = {"o10": "br", "l16": "rc"}
    assert switches(elsewhere, switch_same="no") == {"x:o10.b=l16.c"}
    state = turn(position("n1:~", players=4, hands="x", elsewhere=elsewhere), "x:o10.b=l16.c")
    assert [pieces_on(state, name) for name in ("o10", "l16")] == ["rc", "br"]


@pytest.mark.parametrize("edition", ["2015", "1998"])
def test_a_player_can_exchange_any_two_figures_of_any_types(edition: str) -> None:
    """“A player can exchange any two figures of any type(s) on the board” (1998 rules); “any two caste pieces” (2015
    rules): so also two of one caste. “Nothing changes, and it is one single action” (our rules).
    """
    before = position(WEST, hands="x", edition=edition)
    same = [action for action in RULES.legal(before) if RULES.format([action]) == "x:same"]
    assert len(same) == 1
    after = turn(before, "x:same")
    assert after.pieces.tolist() == before.pieces.tolist()
    assert "x" not in hand(after, "red").split()
    assert whose_turn(after) == "blue"


def test_two_pieces_on_one_settlement_can_be_exchanged_without_a_change() -> None:
    """“Any two caste pieces”: those of Edo among themselves, when every caste has but one left."""
    assert switches({"o14": "brc"}) == {"x:same"}


def test_an_exchange_needs_two_pieces() -> None:
    """“Exchange the position of two caste pieces” (2015 rules): of three different villages no two are alike."""
    assert switches({"o2": "b", "s3": "r", "e23": "c"}) == {"x:o2.b=s3.r", "x:o2.b=e23.c", "x:s3.r=e23.c"}


def test_figures_must_be_different_by_the_reference_sheet() -> None:
    """“Swap position of two figures. Figures must be different” (reference sheet)."""
    state = position(WEST, hands="x", edition="sheet")
    assert "x:same" not in moves(state)
    assert "x:f18.b=g17.r" in moves(state)
    assert refusal(state, "x:same") == "these rules (switch_same=no) ask for two different pieces to exchange"


def test_an_exchange_of_two_alike_is_written_as_the_one_that_changes_nothing() -> None:
    """“It is one single action” (our rules)."""
    for text in ("x:o10.b=f18.b", "x:o14.b=o14.r"):
        with pytest.raises(InvalidAction, match="changes nothing: write x:same"):
            RULES.parse(text)


def test_the_order_of_the_two_pieces_makes_no_difference() -> None:
    state = position(WEST, hands="x")
    assert play(state, "x:g17.r=f18.b").tobytes() == play(state, "x:f18.b=g17.r").tobytes()


def test_only_pieces_on_the_game_board_are_exchanged() -> None:
    """“Two caste pieces on the game board” (2015 rules): not captured ones, nor those beside the board."""
    state = position("f18:()", hands="x", elsewhere={"o10": "br", "l16": "bc"}, aside="rc")
    named = {name for move in moves(state) if "=" in move for name in move[2:].replace("=", ".").split(".")[::2]}
    assert named == {"o10", "l16"}
    assert refusal(state, "x:f18.b") == "no buddha piece stands on f18"
    assert refusal(state, "x:o10.r=f18.c") == "no castle piece stands on f18"


@pytest.mark.parametrize("text", ["x:f18.b=g17.r", "x:same"])
def test_the_switch_tile_returns_to_the_game_box(text: str) -> None:
    """“He returns the switch tile to the game box” (2015 rules, Switch Tile)."""
    after = turn(position(WEST, hands="x"), text)
    assert not after.tile.any()
    assert "x" not in f"{hand(after, 'red')} {stack(after, 'red')}".split()
    assert not unseen_tiles(after, 0) >> KIND_BY_CODE["x"] & 1
    assert unseen_tiles(after, 1) >> KIND_BY_CODE["x"] & 1
    assert len(hand(after, "red").split()) == 5
    assert len(stack(after, "red").split()) == 14


def test_after_switching_the_player_continues_his_turn_as_normal() -> None:
    """“And continues his turn as normal” (2015 rules, Switch Tile): with any tile that is not fast, and fast ones."""
    state = play(position(WEST, hands="x n1 h1 b4 c4"), "x:f18.b=g17.r")
    assert whose_turn(state) == "red"
    assert tiles_to_play(state) == {"n1", "h1", "b4", "c4"}
    assert "x" in tiles_to_play(play(position(WEST, hands="x n1 h1 b4 c4"), "b4@f17"))


def test_a_switch_may_be_the_only_tile_of_a_turn() -> None:
    """“A player may choose to play only fast tiles” (2015 rules, Fast Icon)."""
    assert whose_turn(turn(position(WEST, hands="x"), "x:f18.b=g17.r")) == "blue"


def test_a_switch_changes_what_a_surrounded_settlement_gives() -> None:
    """“The two figures are exchanged” (1998 rules), and only then the turn's captures are resolved."""
    before = position(
        """
            ~       .
                g17:(r)
            .       .
        ~       Br4
            (b)     ~
        """,
        hands="x b4",
    )
    assert gains(before, turn(before, "b4@f17")) == {"red": "b"}
    assert gains(before, turn(before, "b4@f17 x:f18.b=g17.r")) == {"blue": "r"}
    assert gains(before, turn(before, "x:f18.b=g17.r b4@f17")) == {"blue": "r"}


def test_a_switch_alone_captures_nothing() -> None:
    """A piece comes only to where another one stood: no exchange surrounds a settlement."""
    before = position(
        """
            Rb4     .
        ~       Bb3
            f18:()
        """,
        hands="x",
    )
    for move in moves(before):
        if move.startswith("x"):
            assert gains(before, turn(before, move)) == {}


def test_the_first_piece_of_a_switch_must_be_followed_by_the_second() -> None:
    state = position(WEST, hands="x n1")
    half = play(state, "x:f18.b")
    assert all(move.startswith("=") for move in moves(half))
    assert refusal(half, "n1@f17") == "n1@f17 must wait: first comes the second piece of the switch"
    assert hand(half, "red") == hand(state, "red")


def test_one_piece_alone_cannot_change_places_with_its_like() -> None:
    """“Exchange two caste pieces” (2015 rules): there must be two, wherever the one stands."""
    state = position("f18:(b)", players=4, hands="x")
    for caste in range(3):
        for settlement in range(NUM_SETTLEMENTS):
            state.pieces[:] = 0
            state.pieces[caste] = 1 << settlement
            assert "x:same" not in moves(state)
            state.pieces[caste] |= 1 << (settlement + 1) % NUM_SETTLEMENTS
            assert "x:same" in moves(state)
