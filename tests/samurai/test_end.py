"""The end of the game: each reason, and that the turn is completed first."""

import pytest

from tenka.samurai.board import LAND_BY_PLAYERS, NUM_SETTLEMENTS, SEA_BY_PLAYERS
from tenka.samurai.pieces import KINDS
from tenka.samurai.rules import is_surrounded

from .drawing import RULES, gains, hand, moves, play, position, refusal, stack, turn, whose_turn

WEST = """
    ~       .
        g17:(r)
    .       .
~       Bs2
    (b)     ~
"""


def last_piece(letter: str, drawing: str = "") -> str:
    """Hagi with a piece on it, one land space still open."""
    return (
        drawing
        or f"""
        f17:.   .
    ~       Bs2
        ({letter})     ~
    """
    )


def reason(state: object) -> str | None:
    outcome = RULES.outcome(state)
    return None if outcome is None else outcome.reason


# --- no piece of a caste is left --------------------------------------------------------------------------


@pytest.mark.parametrize(("letter", "caste"), [("b", "buddha"), ("r", "rice"), ("c", "castle")])
def test_the_game_ends_when_there_are_no_remaining_pieces_of_one_caste_on_the_board(letter: str, caste: str) -> None:
    """“There are no remaining caste pieces of one or more castes on the game board” (2015 rules, Winning the Game);
    “the last figure of any type … is captured from the board” (1998 rules, Game end).
    """
    others = {"o8": "brc".replace(letter, "")[0], "q9": "brc".replace(letter, "")[1]}
    before = position(last_piece(letter), hands="s3", elsewhere=others)
    after = turn(before, "s3@f17")
    assert gains(before, after) == {"red": letter}
    assert reason(after) == f"caste:{caste}"
    assert whose_turn(after) is None


def test_the_last_piece_may_also_be_set_beside_the_board_because_of_a_tie() -> None:
    """“By either a player or set beside the board because of a tie” (1998 rules, Game end)."""
    before = position(last_piece("b"), hands="b2", elsewhere={"o8": "r", "q9": "c"})
    after = turn(before, "b2@f17")
    assert gains(before, after) == {"aside": "b"}
    assert reason(after) == "caste:buddha"


def test_the_game_goes_on_while_each_caste_has_a_piece_on_the_board() -> None:
    """“The last figure of any type” (1998 rules): one more Buddha, however far, is enough."""
    before = position(last_piece("b"), hands="s3", elsewhere={"o8": "r", "q9": "c", "q15": "b"})
    after = turn(before, "s3@f17")
    assert reason(after) is None
    assert whose_turn(after) == "blue"


def test_captured_pieces_do_not_keep_the_game_going() -> None:
    """“On the game board” (2015 rules): who has the pieces makes no difference."""
    before = position(
        last_piece("c"),
        hands="c4",
        elsewhere={"o8": "r", "q9": "b"},
        taken={"red": "ccc" + "b" * 6, "blue": "ccc" + "r" * 6},
    )
    assert reason(turn(before, "c4@f17")) == "caste:castle"


# --- four pieces beside the board -------------------------------------------------------------------------


def test_the_game_ends_when_four_pieces_have_been_placed_near_the_board() -> None:
    """“Any four caste pieces have been removed and placed near the game board” (2015 rules, Winning the Game); “when
    the fourth figure is placed beside the board” (1998 rules, Game end), of whatever types.
    """
    before = position(last_piece("b"), hands="b2", aside="brc")
    assert reason(before) is None
    after = turn(before, "b2@f17")
    assert gains(before, after) == {"aside": "b"}
    assert reason(after) == "aside"


def test_three_pieces_beside_the_board_do_not_end_the_game() -> None:
    """“The fourth figure” (1998 rules, Game end)."""
    before = position(last_piece("b"), hands="b2", aside="bb")
    assert reason(turn(before, "b2@f17")) is None


def test_more_than_four_pieces_may_be_beside_the_board() -> None:
    """“The number of pieces beside the board reached four (or more)” (our rules): ties in a city add two to three."""
    before = position(
        """
                .
            ~       Rs1
                o10:(br)
            ~       Bs3
                Rs2
        """,
        hands="c4",
        aside="bcc",
    )
    after = turn(before, "c4@o9")
    assert gains(before, after) == {"aside": "br"}
    assert after.aside.sum() == 5
    assert reason(after) == "aside"


# --- several reasons --------------------------------------------------------------------------------------


def test_several_castes_may_run_out_in_the_same_turn() -> None:
    """“One or more castes” (2015 rules, Winning the Game)."""
    before = position(
        """
            ~       Bc3
                g17:(r)
            .       Bc2
        ~       Bs2
            (b)     ~
        """,
        hands="s3",
        elsewhere={"q9": "c"},
    )
    after = turn(before, "s3@f17")
    assert gains(before, after) == {"red": "br"}
    assert reason(after) == "caste:buddha+caste:rice"


def test_a_caste_may_run_out_as_the_fourth_piece_is_put_aside() -> None:
    """“Each is a named end reason” (our rules); several at once are joined."""
    before = position(last_piece("c"), hands="c2", elsewhere={"o8": "r", "q9": "b"}, aside="rrr")
    assert reason(turn(before, "c2@f17")) == "caste:castle+aside"


# --- the turn is completed --------------------------------------------------------------------------------


def test_the_current_players_turn_is_finished_and_then_the_game_ends() -> None:
    """“The current player's turn is finished and then the game ends” (1998 rules): captures, and then the draw."""
    before = position(
        last_piece("b"),
        hands={"red": "s3 n1 h1 c4 c3"},
        elsewhere={"o8": "r", "q9": "c"},
        stacks={"red": "m x b4 b3 b2 r4 r3 r2 c2 s2 s2 s1 s1 h2 h1"},
    )
    after = turn(before, "s3@f17 n1@h17")
    assert reason(after) == "caste:buddha"
    assert hand(after, "red") == "c4 c3 h1 x m"
    assert stack(after, "red") == "b4 b3 b2 r4 r3 r2 c2 s2 s2 s1 s1 h2 h1"
    assert after.turns == 1


@pytest.mark.parametrize("aside", ["", "rrr"])
def test_with_captures_at_once_the_player_may_still_play_his_other_tiles(aside: str) -> None:
    """“The game ends at the end of any player's turn in which either … conditions are met” (2015 rules): not in the
    midst of the turn. Red takes the last Buddha, or ties for the fourth piece, and goes on to capture rice.
    """
    before = position(
        """
            ~       Bc3
                g17:(r)
            .       .
        ~       Bs2
            (b)     ~
        """,
        hands="n1 b2",
        elsewhere={"o8": "r", "q9": "c"} if not aside else {"o8": "r", "q9": "c", "q11": "b"},
        aside=aside,
        captures="once",
    )
    during = play(before, "b2@f17")
    assert gains(before, during) == {"aside": "b"}
    assert reason(during) is None
    assert "n1@h17" in moves(during)
    after = turn(during, "n1@h17")
    assert reason(after) == ("aside" if aside else "caste:buddha")
    assert gains(during, after) == {"blue": "r"}


def test_the_other_players_have_no_further_turn() -> None:
    """“Das Spiel endet dann sofort” (1998 rules, German), also when red began and the round is not complete."""
    before = position(last_piece("b"), players=4, hands="s3", elsewhere={"o8": "r", "q9": "c"})
    after = turn(before, "s3@f17")
    assert whose_turn(after) is None
    assert moves(after) == set()
    assert refusal(after, "b4@o13") == "b4@o13 is too late: the game is over"
    assert refusal(after, "pass") == "pass is too late: the game is over"


def test_when_the_game_ends_players_calculate_their_scores() -> None:
    """“When the game ends, players calculate their scores” (2015 rules, Winning the Game)."""
    before = position(
        last_piece("b"),
        hands="s3",
        elsewhere={"o8": "r", "q9": "c"},
        taken={"red": "bbbb" + "r" * 4, "blue": "bb" + "rr" + "c" * 6},
    )
    outcome = RULES.outcome(turn(before, "s3@f17"))
    assert outcome is not None
    assert outcome.winners == (0,)
    assert outcome.ranking == (1, 2)


# --- all passed -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_if_all_players_pass_in_turn_the_game_ends(players: int) -> None:
    """“If all players pass in turn, the game ends” (our rules). No game gets there; all tiles are taken away here."""
    nothing = dict.fromkeys(("red", "blue", "gold", "green")[:players], "")
    state = position(WEST, players=players, turn="blue", hands=nothing, stacks=nothing, lost=True)
    for _ in range(players - 1):
        state = play(state, "pass")
        assert reason(state) is None
    state = play(state, "pass")
    assert reason(state) == "passed"
    assert whose_turn(state) is None
    assert state.turns == players


def test_one_who_plays_breaks_the_row_of_passes() -> None:
    """“All players passed one after another” (our rules)."""
    nothing = {"red": "", "blue": "h1", "gold": ""}
    state = position(WEST, players=3, hands=nothing, stacks=dict.fromkeys(nothing, ""), lost=True)
    state = turn(play(state, "pass"), "h1@f19")  # red passes, blue plays
    state = play(state, "pass pass")  # gold and red pass
    assert reason(state) is None
    assert reason(play(state, "pass")) == "passed"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_no_full_game_can_end_because_all_players_passed(players: int) -> None:
    """Who passes cannot play a tile, though the game is not over.

    1. Then some land space is empty. For if all were filled, every settlement would be surrounded and every caste gone.
    2. Some sea space is empty too: there is more sea than all ships together.
    3. So who passes holds no land tile and no ship, only the switch or the move tile or nothing. His hand was filled up
       from his stack, so his stack is empty, and all his 15 land tiles lie on land. (Once moved, they still do.)
    4. If all pass, 15 tiles of each player lie on land, more than there is or just as much, against 1.
    """
    land_tiles = sum(kind.copies for kind in KINDS if kind.code[0] in "brcsn")
    ships = sum(kind.copies for kind in KINDS if kind.code[0] == "h")
    assert land_tiles == 15
    assert ships * players < SEA_BY_PLAYERS[players]
    assert land_tiles * players >= LAND_BY_PLAYERS[players]
    assert "passed" not in RULES.end_reasons


def test_when_all_land_is_filled_every_settlement_is_surrounded() -> None:
    """The first step of the argument above."""
    state = position("n1:~", players=4)
    state.land_empty = 0
    assert all(is_surrounded(state, settlement) for settlement in range(NUM_SETTLEMENTS))
