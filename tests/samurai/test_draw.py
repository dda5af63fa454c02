"""Drawing: the hand is filled up at the end of the turn."""

import pytest

from tenka.samurai.pieces import COLOURS

from .drawing import gains, hand, play, position, stack, turn, whose_turn

WEST = """
    f17:.   .
~       .
    (b)     ~
~       ~
    ~
"""


def test_the_player_draws_from_the_top_of_his_stack_until_he_has_five_tiles() -> None:
    """“The player refreshes his hand by drawing tiles from the top of his stack … until he has five tiles in his hand”
    (2015 rules, Refresh Hand).
    """
    before = position(
        WEST,
        hands={"red": "b4 n1 h1 x c2"},
        stacks={"red": "s3 m b3 b2 r4 r3 r2 c4 c3 s2 s2 s1 s1 h2 h1"},
    )
    after = turn(before, "b4@f17")
    assert hand(after, "red") == "c2 s3 n1 h1 x"
    assert stack(after, "red") == "m b3 b2 r4 r3 r2 c4 c3 s2 s2 s1 s1 h2 h1"


@pytest.mark.parametrize(
    ("moves", "drawn"),
    [
        ("b4@f17", "s3"),
        ("n1@f17 b4@g18", "s3 m"),
        ("n1@f17 h1@f19 x:same", "s3 m b3"),
        ("n1@f17 h1@f19 x:same b4@g18", "s3 m b3 b2"),
    ],
)
def test_as_many_tiles_are_drawn_as_were_played(moves: str, drawn: str) -> None:
    """“To return his total behind the screen to 5” (1998 rules), also for the switch tile that left the game."""
    order = "s3 m b3 b2 r4 r3 r2 c4 c3 s2 s2 s1 s1 h2 h1"
    before = position(WEST, hands={"red": "b4 n1 h1 x c2"}, stacks={"red": order})
    after = turn(before, moves)
    assert stack(after, "red") == order.removeprefix(drawn).strip()
    assert set(drawn.split()) <= set(hand(after, "red").split())
    assert len(hand(after, "red").split()) == after.num_hand[0] == 5


def test_tiles_are_drawn_at_the_end_of_the_turn_and_not_before() -> None:
    """“Play Tile … Check for Capture … Refresh Hand” (2015 rules, Turn Sequence), in this order."""
    before = position(WEST, hands="b4 n1 h1 x c2")
    during = play(before, "n1@f17 h1@f19 b4@g18")
    assert hand(during, "red") == "c2 x"
    assert stack(during, "red") == stack(before, "red")
    assert len(hand(play(during, "done"), "red").split()) == 5


def test_only_the_player_whose_turn_ends_draws_and_only_his_own_tiles() -> None:
    """“Tokens randomly from his face-down supply” (1998 rules)."""
    before = position(WEST, players=4, turn="gold", hands="b4")
    after = turn(before, "b4@f17")
    for colour in COLOURS:
        if colour != "gold":
            assert hand(after, colour) == hand(before, colour)
            assert stack(after, colour) == stack(before, colour)


def test_if_there_are_not_enough_tiles_in_the_stack_he_draws_as_many_as_possible() -> None:
    """“If there are not enough tiles in a player's stack …, he draws as many tiles as possible” (2015 rules)."""
    before = position(
        """
                    Rb3
                Rb2     Rr4
                    o14:(brc)
                Rr3     Rr2
                    .
        """,
        hands={"red": "n1 h1 b4 x m"},
        stacks={"red": "c4"},
        lost=True,
    )
    after = turn(before, "n1@m16 h1@o16 b4@l15")
    assert hand(after, "red") == "c4 x m"
    assert stack(after, "red") == ""


def test_when_a_player_runs_out_of_tokens_to_draw_he_plays_with_fewer_tokens() -> None:
    """“When a player runs out of tokens to draw, he plays with fewer tokens” (1998 rules)."""
    before = position(WEST, hands={"red": "b4 c2"}, stacks={"red": ""}, lost=True)
    after = turn(before, "b4@f17")
    assert hand(after, "red") == "c2"
    assert after.num_hand[0] == 1
    assert after.num_stack[0] == 0
    again = turn(turn(after, "b4@h17"), "c2@h16")
    assert hand(again, "red") == ""


def test_after_a_player_has_drawn_play_continues_with_the_next_player() -> None:
    """“After a player has drawn tokens, play continues with the next player in clockwise order” (1998 rules)."""
    after = turn(position(WEST, players=3, turn="gold", hands="b4"), "b4@f17")
    assert len(hand(after, "gold").split()) == 5
    assert whose_turn(after) == "red"


def test_who_passes_draws_nothing() -> None:
    """Who passes has a full hand or an empty stack: the hand was filled up at the end of the turn before."""
    before = position(WEST, hands={"red": ""}, stacks={"red": ""}, lost=True)
    after = play(before, "pass")
    assert hand(after, "red") == ""
    assert gains(before, after) == {}


def test_two_equal_tiles_can_be_in_a_hand() -> None:
    """Three kinds are there twice; the second of a kind is drawn and played like the first."""
    before = position(
        WEST,
        hands={"red": "s2 b4 b3 b2 r4"},
        stacks={"red": "s2 s1 s1 h1 h1 s3 m r3 r2 c4 c3 c2 h2 x n1"},
    )
    after = turn(before, "b4@f17")
    assert hand(after, "red") == "b3 b2 r4 s2 s2"
    once = turn(turn(after, "b4@h17"), "s2@g18")
    assert hand(once, "red") == "b3 b2 r4 s2 s1"
    twice = turn(turn(once, "b3@h16"), "s2@o13")
    assert hand(twice, "red") == "b3 b2 r4 s1 s1"
