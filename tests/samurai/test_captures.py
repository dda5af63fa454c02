"""Captures: when a settlement is surrounded, and who gets its pieces."""

from itertools import permutations

import pytest

from tenka.samurai.board import SETTLEMENT_BY_NAME
from tenka.samurai.rules import is_surrounded

from .drawing import RULES, aside, captured, expect, gains, influence, moves, play, position, turn, whose_turn

# --- surrounded -------------------------------------------------------------------------------------------


def test_if_all_land_spaces_adjacent_to_a_settlement_contain_tiles_its_pieces_become_captured() -> None:
    """“If all land spaces adjacent to a settlement contain tiles, that settlement is surrounded and its caste pieces
    become captured” (2015 rules, Resolving Captures).
    """
    before = position(
        """
            f17:.   .
        ~       Bb2
            (b)     ~
        ~       ~
            ~
        """,
        hands="b3",
    )
    assert not is_surrounded(before, SETTLEMENT_BY_NAME["f18"])
    after = turn(before, "b3@f17")
    assert is_surrounded(after, SETTLEMENT_BY_NAME["f18"])
    expect(
        after,
        """
            f17:Rb3 .
        ~       Bb2
            ()      ~
        ~       ~
            ~
        """,
    )
    assert gains(before, after) == {"red": "b"}


def test_one_empty_land_space_is_enough_to_keep_the_pieces() -> None:
    """“All land spaces adjacent to a settlement” (2015 rules, Check for Capture)."""
    before = position(
        """
            Rs1
        ~       Rb4
            o12:(b)
        Bs2     .
            Bb3
        """,
        hands={"red": "c4", "blue": "b4"},
    )
    for elsewhere in ("c4@o15", "c4@q14", "c4@q10"):
        assert gains(before, turn(before, elsewhere)) == {}
    assert gains(before, turn(before, "c4@p12")) == {"aside": "b"}


def test_adjacent_sea_spaces_do_not_need_to_contain_ship_tiles() -> None:
    """“When capturing a caste piece, the adjacent sea spaces do not need to, but may, contain ship tiles” (2015 rules,
    Clarifications).
    """
    drawing = """
            f17:.   .
        ~       Bb3
            (b)     ~
        {}     ~
            ~
    """
    without_ship = position(drawing.format("~  "), hands="b2")
    assert gains(without_ship, turn(without_ship, "b2@f17")) == {"blue": "b"}
    with_ship = position(drawing.format("Rh2"), hands="b2")
    assert gains(with_ship, turn(with_ship, "b2@f17")) == {"red": "b"}


def test_ships_alone_surround_nothing() -> None:
    """“When a figure is surrounded by tokens on land spaces” (1998 rules)."""
    before = position(
        """
                f17:.   .
            Bh2     Bb3
                (b)     ~
            Rh1     Rh1
                ~
        """,
        hands="h2",
    )
    assert gains(before, turn(before, "h2@f19")) == {}


def test_a_settlement_is_surrounded_by_tiles_of_any_players() -> None:
    """“If all land spaces adjacent to a figure are filled with tokens, the figure is captured” (1998 rules), also by a
    player who has none of them, and in another's turn.
    """
    before = position(
        """
            Gs1     .
        ~       .
            f18:(b)
        ~       Bh2
        """,
        players=4,
        turn="green",
        hands="c4",
    )
    after = turn(before, "c4@g18")
    assert gains(before, after) == {"blue": "b"}
    assert captured(after, "blue") == "b"


def test_each_piece_is_captured_during_the_turn_in_which_its_settlement_becomes_surrounded() -> None:
    """“Each caste piece is captured during the turn in which its settlement becomes surrounded” (2015 rules, Resolving
    Captures), before the next player's turn.
    """
    before = position(
        """
            f17:.   .
        ~       Bb2
            (b)     ~
        """,
        hands="b3",
    )
    after = turn(before, "b3@f17")
    assert whose_turn(after) == "blue"
    assert gains(before, after) == {"red": "b"}


def test_one_tile_may_surround_two_settlements() -> None:
    """“Causing both adjacent settlements to become surrounded” (2015 rules, example): land lies beside two."""
    before = position(
        """
            ~       Bb2
                g17:(r)
            .       Br3
        ~       Bc4
            (b)     ~
        """,
        hands="s1",
    )
    assert gains(before, turn(before, "s1@f17")) == {"red": "b", "blue": "r"}


# --- who captures -----------------------------------------------------------------------------------------


def test_the_player_with_the_highest_total_influence_captures_the_caste_piece() -> None:
    """“The player with the highest total influence captures the caste piece” (2015 rules, Resolving Captures): the sum
    counts, not the strongest tile, and not who played last.
    """
    before = position(
        """
            Bs2
        ~       Bs2
            o12:(b)
        Rb4     Bs1
            .
        """,
        hands="c4",
    )
    assert gains(before, turn(before, "c4@o13")) == {"blue": "b"}


def test_each_player_adds_up_only_tiles_with_an_image_of_the_piece_in_question() -> None:
    """“His tiles that are both adjacent to the caste piece and have an image corresponding to the caste piece type in
    question” (2015 rules, Resolving Captures).
    """
    before = position(
        """
            f17:.   .
        ~       Br4
            (b)     ~
        """,
        hands="s1",
    )
    assert gains(before, turn(before, "s1@f17")) == {"red": "b"}


def test_tiles_that_are_not_adjacent_do_not_count() -> None:
    """“Only if the token is on a space adjacent to the figure” (1998 rules)."""
    before = position(
        """
            ~       Bb4
                g17:(r)
            Rs1     Bb3
        ~       .
            (b)     ~
        """,
        hands="c4",
        taken={"red": "", "blue": ""},
    )
    assert gains(before, turn(before, "c4@g18")) == {"red": "br"}


def test_if_players_are_tied_for_the_highest_influence_no_player_captures_the_piece() -> None:
    """“If two or more players are tied for the highest total influence, no player captures the caste piece. Instead,
    the caste piece is removed from the game board and placed near it” (2015 rules, Resolving Captures).
    """
    before = position(
        """
            f17:.   .
        ~       Bs2
            (b)     ~
        """,
        hands="b2",
    )
    after = turn(before, "b2@f17")
    expect(
        after,
        """
            f17:Rb2 .
        ~       Bs2
            ()      ~
        """,
    )
    assert gains(before, after) == {"aside": "b"}
    assert aside(after) == "b"


def test_a_tie_below_the_highest_influence_does_not_matter() -> None:
    """“Tied with the strongest influence on the figure” (1998 rules): the others may tie as they like."""
    before = position(
        """
            Bs2
        ~       Gs2
            o12:(b)
        Ns2     Bc4
            .
        """,
        players=4,
        hands="b3",
    )
    assert gains(before, turn(before, "b3@o13")) == {"red": "b"}


def test_a_tie_of_three_players_is_a_tie() -> None:
    """“If two or more players are tied” (2015 rules, Resolving Captures); the fourth, weaker, gets nothing."""
    before = position(
        """
            Bs2
        ~       Gs2
            o12:(b)
        Ns1     Bc4
            .
        """,
        players=4,
        hands="b2",
    )
    assert gains(before, turn(before, "b2@o13")) == {"aside": "b"}


@pytest.mark.parametrize(
    ("north", "west", "ship", "who"),
    [
        ("Gs1", "Bs1", "Rh1", "aside"),
        ("Gs1", "Bs1", "Gh1", "gold"),
        ("Bs1", "Gs1", "Gh1", "gold"),
        ("Gs1", "Bs1", "Rh2", "red"),
        ("Bs1", "Bs2", "Gh2", "blue"),
        ("Bs1", "Rs1", "Gh2", "gold"),
        ("Bs1", "Rs1", "Rh1", "red"),
        ("Bs1", "Bs1", "Gh2", "aside"),
    ],
)
def test_neither_seat_nor_order_of_play_breaks_a_tie(north: str, west: str, ship: str, who: str) -> None:
    """“The player with the highest total influence” (2015 rules): whoever it is, a higher total beats an earlier tie,
    and an equal one makes a tie. Red's last tile, a castle, has no influence on the Buddha.
    """
    before = position(
        f"""
            {north}
        {west}     ~
            q11:(b)
        .       {ship}
            ~
        """,
        players=3,
        hands="c4",
    )
    assert gains(before, turn(before, "c4@p11")) == {who: "b"}


def test_a_piece_that_nobody_influences_is_put_beside_the_board() -> None:
    """“On a tie for the most, also when nobody has any, it is put beside the board” (our rules); “kein Spieler hat den
    größten Einfluß auf diese Figur: Die Figur wird neben den Spielplan gestellt” (1998 rules, German).
    """
    before = position(
        """
            f17:.   .
        ~       Br4
            (b)     ~
        """,
        hands="c4",
    )
    assert gains(before, turn(before, "c4@f17")) == {"aside": "b"}


def test_a_piece_beside_the_board_does_not_belong_to_any_player() -> None:
    """“It does not belong to any player” (1998 rules, Exception)."""
    before = position(
        """
            f17:.   .
        ~       Br4
            (b)     ~
        """,
        hands="c4",
    )
    after = turn(before, "c4@f17")
    assert [captured(after, colour) for colour in ("red", "blue")] == ["", ""]


def test_players_calculate_the_influence_for_each_caste_piece_individually() -> None:
    """“When a surrounded settlement space contains two or more caste pieces, players calculate the influence for each
    caste piece individually” (2015 rules, Resolving Captures): Edo's three go three ways.
    """
    before = position(
        """
                Bb4
            Br3     Gr3
                o14:(brc)
            Gc2     Gs1
                .
        """,
        players=3,
        hands="b3",
    )
    after = turn(before, "b3@o15")
    # Buddhas: blue 4, red 3, gold 1. Rice: blue 3, gold 3 + 1. Castles: gold 2 + 1.
    assert gains(before, after) == {"blue": "b", "gold": "rc"}


def test_one_piece_of_a_settlement_may_be_tied_and_another_captured() -> None:
    """“Each piece on it goes to the player whose adjacent tiles have the most influence on that caste” (our rules)."""
    before = position(
        """
            Bb3
        ~       Rc4
            o10:(bc)
        ~       Bs1
            .
        """,
        hands="b4",
    )
    assert gains(before, turn(before, "b4@o11")) == {"aside": "b", "red": "c"}


# --- order and timing -------------------------------------------------------------------------------------


def test_the_order_among_several_captures_changes_nothing_but_the_story() -> None:
    """“In the order of the current player's choice” (2015 rules, Resolving Captures); “the order among several captures
    changes nothing but the story” (our rules). So there is nothing to choose: the turn's end resolves them all,
    whatever order the tiles came in.
    """
    before = position(
        """
            Bs1
        Bc3     ~
            q11:(b)
        .       ~
            ~
        Bb3     ~
            q13:(c)
        Bb4     ~
            .
        """,
        hands="h1 n1 r2",
    )
    results = set()
    for order in permutations(["h1@q12", "n1@p11", "r2@q14"]):
        state = play(before, " ".join(order))
        assert "done" in moves(state)
        after = play(state, "done")
        assert whose_turn(after) == "blue"
        results.add(after.tobytes())
        assert gains(before, after) == {"red": "bc"}
    assert len(results) == 1


LATE_SHIP = """
    f17:.   .
~       Bb2
    (b)     ~
~       ~
    ~
"""


def test_captures_come_after_all_tiles_of_the_turn() -> None:
    """“1. Play Tile … 2. Check for Capture” (2015 rules, Turn Sequence): a ship played after the tile that surrounds
    the settlement still counts. This is the option captures=end, which every edition presets.
    """
    before = position(LATE_SHIP, hands="n1 h2")
    during = play(before, "n1@f17")
    assert gains(before, during) == {}
    assert gains(before, turn(before, "n1@f17 h2@f19")) == {"red": "b"}
    assert gains(before, turn(before, "h2@f19 n1@f17")) == {"red": "b"}


def test_captures_at_once_come_after_every_tile() -> None:
    """“The figure is immediately captured” (1998 rules and reference sheet), read as the option captures=once: a ship
    played after the tile that surrounds the settlement comes too late.
    """
    before = position(LATE_SHIP, hands="n1 h2", captures="once")
    during = play(before, "n1@f17")
    assert gains(before, during) == {"blue": "b"}
    assert whose_turn(during) == "red"
    assert gains(before, turn(before, "n1@f17 h2@f19")) == {"blue": "b"}
    assert gains(before, turn(before, "h2@f19 n1@f17")) == {"red": "b"}


def test_what_is_captured_at_once_cannot_be_switched_any_more() -> None:
    """With captures=once the piece is gone before the switch tile; with captures=end it can still be exchanged."""
    drawing = """
        ~       .
            g17:(r)
        .       .
    ~       Bb2
        (b)     ~
    """
    at_once = play(position(drawing, hands="n1 x", captures="once"), "n1@f17")
    assert "x:f18.b=g17.r" not in moves(at_once)
    at_end = play(position(drawing, hands="n1 x"), "n1@f17")
    assert "x:f18.b=g17.r" in moves(at_end)
    assert gains(at_end, turn(at_end, "x:f18.b=g17.r")) == {"red": "r"}


def test_captures_at_once_follow_a_move_as_a_whole() -> None:
    """With captures=once the move tile and the tile that it moved count together, as one tile played."""
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
        captures="once",
    )
    assert gains(before, play(before, "m:f17")) == {}
    assert gains(before, play(before, "m:f17>g18")) == {"red": "r", "aside": "b"}


# --- the books' examples ----------------------------------------------------------------------------------

GREENS_TURN = """
    o8:()
~       Bc2     ~
    Rr2     q9:(b)
~       .       ~
    (br)    Rs2
Nh1     .       ~
    Bc4     (b)
~       .       Rh1
"""

GOLDS_TURN = """
    o8:()
~       Bc2     ~
    Rr2     q9:()
~       Nb3     ~
    (br)    Rs2
Nh1     .       ~
    Bc4     (b)
~       .       Rh1
"""


def test_the_2015_example_the_green_player_captures_the_buddha_piece() -> None:
    """“During the green player's turn, he places a 3-Buddha tile next to a settlement with a Buddha piece … The red
    player's 2-samurai tile provides 2 religious influence, while the green player's 3-Buddha tile provides 3 … so he
    captures the Buddha piece” (2015 rules, Resolving Captures Example).

    The picture is drawn here on our board, with the settlement on q9; its purple player is our blue one. The village
    o8 was emptied before.
    """
    before = position(GREENS_TURN, players=4, turn="green", hands="b3")
    after = turn(before, "b3@p9")
    assert gains(before, after) == {"green": "b"}
    assert [influence(after, colour, "q9")[0] for colour in ("red", "green")] == ["2", "3"]
    expect(after, GOLDS_TURN)


def test_the_2015_example_the_gold_player_surrounds_two_settlements() -> None:
    """“Next is the gold player's turn. He places a 1-ronin tile … followed by a 4-Buddha tile, causing both adjacent
    settlements to become surrounded” (2015 rules, Resolving Captures Example). To the right is q11, to the left the
    city o10, and clockwise at the book's table gold sits after green.

    Right: gold 5 from 4-Buddha and 1-ronin, red 3 from 2-samurai and 1-ship, so gold captures the Buddha. Left,
    Buddha: green 4 from 3-Buddha and 1-ship, gold 4 from 4-Buddha, so it goes beside the board. Left, rice: green 1
    from 1-ship, red 2 from 2-rice, so red captures it. The purple (here blue) player's military influence is ignored.
    """
    before = position(GOLDS_TURN, players=4, turn="gold", hands="n1 b4")
    after = turn(before, "n1@p11 b4@p10")
    expect(
        after,
        """
            o8:()
        ~       Bc2     ~
            Rr2     q9:()
        ~       Nb3     ~
            ()      Rs2
        Nh1     Gb4     ~
            Bc4     ()
        ~       Gn1     Rh1
        """,
    )
    assert gains(before, after) == {"gold": "b", "red": "r", "aside": "b"}
    assert [influence(after, colour, "q11")[0] for colour in ("gold", "red")] == ["5", "3"]
    assert [influence(after, colour, "o10") for colour in ("green", "gold", "red", "blue")] == [
        "4 1 1",
        "4 0 0",
        "0 2 0",
        "0 0 4",
    ]


def test_the_1998_example_blue_captures_the_helmet() -> None:
    """“Blue captures Helmet with strength 3; Red has only strength 2” (1998 rules)."""
    before = position(
        """
            f17:.   .
        ~       Rs2
            (c)     ~
        """,
        turn="blue",
        hands="c3",
    )
    after = turn(before, "c3@f17")
    assert gains(before, after) == {"blue": "c"}
    assert [influence(after, colour, "f18")[-1] for colour in ("blue", "red")] == ["3", "2"]


def test_the_1998_example_red_deploys_the_ronin_and_the_2_samurai() -> None:
    """“In his turn, Red deploys the Ronin and the "2" Samurai. He captures the Buddha on the right and the High Helmet.
    Green captures the Rice Field. Yellow captures the Buddha on the left and Blue captures nothing” (1998 rules).

    The picture is drawn here on our board: the left Buddha on j15, the right one with the helmet in the city l16, the
    rice field on k18. The book's yellow is our gold. Blue has influence on the right Buddha, but not enough.
    """
    before = position(
        """
            j15:(b) Bb2
        Bc3     .       Nc2
            Gb4     l16:(bc)
                .       ~
            ~       Nr3
                (r)
        """,
        players=4,
        hands="n1 s2",
    )
    after = turn(before, "n1@k17 s2@k16")
    assert gains(before, after) == {"red": "bc", "green": "r", "gold": "b"}
    assert RULES.outcome(after) is None
