"""The notation of moves, and the sentences with which wrong ones are refused."""

import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tenka.game import IllegalAction, InvalidAction
from tenka.samurai.actions import KEEP, NUM_ACTIONS, PUT, SWITCH_FIRST, SWITCH_SECOND
from tenka.samurai.board import SPACES
from tenka.samurai.notation import tile_of_action
from tenka.samurai.pieces import KINDS
from tenka.samurai.state import State

from .drawing import RULES, moves, play, position, refusal, turn

WEST = """
    ~       Bs2
        g17:(r)
    Rb4     Rn1
~       .
    (b)     ~
"""


def start(**options: object) -> State:
    return RULES.start(RULES.options(options), random.Random(1))


def placing(text: str = "") -> State:
    """Two players who place pieces, after some pieces."""
    return play(start(hands="random", first="red"), text)


# --- texts and back ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("first", range(0, NUM_ACTIONS, 200))
def test_every_action_has_a_text_that_is_read_back(first: int) -> None:
    for action in range(first, min(first + 200, NUM_ACTIONS)):
        text = RULES.format([action])
        assert RULES.parse(text) == [action], text


def test_no_two_actions_have_the_same_text() -> None:
    assert len({RULES.format([action]) for action in range(NUM_ACTIONS)}) == NUM_ACTIONS


@pytest.mark.parametrize(
    "text",
    [
        "b4 s3 n1",
        "b@o10",
        "b4@o13",
        "n1@f17 h1@f19 s2@g18",
        "x:f18.b=g17.r",
        "x:same b4@f17",
        "m:f17>h17",
        "h2@f19 m:f17>h17 x:o10.r=p5.c done",
        "pass",
        "done",
        "x:f18.b",
        "=g17.r",
        "m:f17",
        ">h17",
        "",
    ],
)
def test_texts_are_written_as_they_are_read(text: str) -> None:
    assert RULES.format(RULES.parse(text)) == text


def test_a_switch_and_a_move_are_two_actions_in_one_word() -> None:
    assert len(RULES.parse("x:f18.b=g17.r")) == len(RULES.parse("m:f17>h17")) == 2
    assert RULES.parse("x:f18.b =g17.r") == RULES.parse("x:f18.b=g17.r")
    assert RULES.parse("m:f17 >h17") == RULES.parse("m:f17>h17")


def test_the_pieces_of_a_switch_and_the_tiles_of_a_hand_may_come_in_any_order() -> None:
    assert RULES.parse("x:g17.r=f18.b") == RULES.parse("x:f18.b=g17.r")
    assert RULES.parse("h2 n1 s3 b4") == RULES.parse("b4 s3 n1 h2")


def test_blanks_and_capitals_make_no_difference() -> None:
    assert RULES.parse("  B4@F17\tH1@f19 \n DONE ") == RULES.parse("b4@f17 h1@f19 done")


def test_whole_turns_are_read_back_in_random_games() -> None:
    """What the legal actions of a turn are written as is what they are read from."""
    for seed in range(10):
        rng = random.Random(seed)
        state = RULES.start(RULES.options({"players": 2 + seed % 3}), rng)
        number, actions = 0, []
        while RULES.turn(state) is not None:
            action = rng.choice(RULES.legal(state))
            state = RULES.apply(state, action)
            actions.append(action)
            if RULES.num_plies(state) != number:
                assert RULES.parse(RULES.format(actions)) == actions
                number, actions = RULES.num_plies(state), []


def test_the_tile_of_an_action_is_the_one_that_its_text_names() -> None:
    for action in range(NUM_ACTIONS):
        text = RULES.format([action])
        kind = tile_of_action(action)
        if "@" in text and not PUT <= action < PUT + 102:
            assert kind is not None
            assert KINDS[kind].code == text.split("@")[0]
        elif text.startswith(("x:", "m:")):
            assert kind is not None
            assert KINDS[kind].code == text[0]
        else:
            assert kind is None


@given(st.text(max_size=40) | st.from_regex(r"\A[a-z0-9@:.=> ]{0,20}\Z"))
def test_any_other_text_is_refused_with_a_sentence(text: str) -> None:
    try:
        actions = RULES.parse(text)
    except InvalidAction as error:
        actions = []
        if len(str(error)) < 20:
            raise
    assert RULES.parse(RULES.format(actions)) == actions


# --- what is no move in any position ----------------------------------------------------------------------

MALFORMED = [
    ("hello", "'hello' is not a move; moves look like"),
    ("b4@", "'b4@' is not a move; moves look like"),
    ("b4@f17@f18", "'b4@f17@f18' is not a move; moves look like"),
    ("@f17", "'@f17' is not a move; moves look like"),
    ("f17", "'f17' is not a move; moves look like"),
    ("x:", "'x:' is not a move; moves look like"),
    ("x:f18=g17", "'x:f18=g17' is not a move; moves look like"),
    ("m:f17>", "'m:f17>' is not a move; moves look like"),
    ("m:f17=h17", "'m:f17=h17' is not a move; moves look like"),
    ("b9@f17", "there is no tile 'b9'; the tiles are b4 b3 b2 r4 r3 r2 c4 c3 c2 s3 s2 s1 n1 h2 h1 x m"),
    ("n2@f17", "there is no tile 'n2'; the tiles are b4 b3 b2"),
    ("q@f17", "there is no tile 'q'; the tiles are b4 b3 b2"),
    ("b4@z9", "there is no space 'z9' on the board; spaces are named like"),
    ("b4@f99", "there is no space 'f99' on the board; spaces are named like"),
    ("b4@f017", "there is no space 'f017' on the board; spaces are named like"),
    ("h1@a1", "there is no space 'a1' on the board; spaces are named like"),
    ("x:z9.b=g17.r", "there is no space 'z9' on the board; spaces are named like"),
    ("m:f17>z9", "there is no space 'z9' on the board; spaces are named like"),
    ("b4@f18", "f18 is a settlement; tiles go on the land and sea around it"),
    ("h1@o14", "o14 is a settlement; tiles go on the land and sea around it"),
    ("h1@f17", "h1 is a ship and goes on sea, and f17 is a land space"),
    ("b4@f19", "b4 goes on land, and f19 is a sea space"),
    ("n1@f19", "n1 goes on land, and f19 is a sea space"),
    ("x@f17", "a switch tile is played as x:"),
    ("m@f17", "a move tile is played as m:"),
    ("b@f17", "f17 is not a settlement; pieces stand on villages, cities and Edo"),
    ("x:f17.b=g17.r", "f17 is not a settlement; pieces stand on villages, cities and Edo"),
    ("x:g17.r=f19.b", "f19 is not a settlement; pieces stand on villages, cities and Edo"),
    ("x:f18.q=g17.r", "there is no caste 'q'; the castes are b (Buddha), r (rice) and c (castle)"),
    ("=f18.z", "there is no caste 'z'; the castes are b (Buddha), r (rice) and c (castle)"),
    ("x:f18.b=g17.b", "exchanging f18.b and g17.b changes nothing: write x:same"),
    ("x:o14.b=o14.r", "exchanging o14.b and o14.r changes nothing: write x:same"),
    ("m:f18>f17", "f18 is not a land space, and tiles move from land to land"),
    ("m:f17>f19", "f19 is not a land space, and tiles move from land to land"),
    (">f19", "f19 is not a land space, and tiles move from land to land"),
]


@pytest.mark.parametrize(("text", "sentence"), MALFORMED)
def test_what_is_no_move_is_refused_with_a_sentence_that_says_what_would_be_one(text: str, sentence: str) -> None:
    with pytest.raises(InvalidAction) as refused:
        RULES.parse(text)
    assert str(refused.value).startswith(sentence)
    with pytest.raises(InvalidAction):
        RULES.parse(f"b4@f17 {text}")


@pytest.mark.parametrize("text", ["hello", "b4@z9", "x@f17", "m@f17"])
def test_the_examples_in_a_refusal_are_moves_themselves(text: str) -> None:
    """A sentence that says what would be right must be right: each move and each space in it exists."""
    with pytest.raises(InvalidAction) as refused:
        RULES.parse(text)
    _, _, advice = str(refused.value).partition(";" if ";" in str(refused.value) else "played as")
    examples = re.findall(r"\w+@\w+|[xm]:[\w.=>]+|\b[a-t]\d\d?\b(?![.=>])", advice)
    assert examples
    names = {space.name for space in SPACES}
    for example in examples:
        assert example in names or RULES.parse(example), example


def test_a_number_that_is_no_action_is_refused() -> None:
    for action in (-1, NUM_ACTIONS):
        sentence = f"there is no action {action}; actions are 0 to {NUM_ACTIONS - 1}"
        with pytest.raises(InvalidAction, match=sentence):
            RULES.format([action])
        with pytest.raises(IllegalAction, match=sentence):
            RULES.apply(position(WEST), action)


# --- what is not legal here: every refusal ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("b@o10", "b@o10 must wait: red first chooses five tiles for the hand, such as b4 s3 h2 n1 c4"),
        ("pass", "pass must wait: red first chooses five tiles for the hand, such as b4 s3 h2 n1 c4"),
        ("b4@o13", "b4@o13 must wait: red first chooses five tiles for the hand, such as b4 s3 h2 n1 c4"),
        ("b4 b4", "b4 cannot be kept after b4: a hand is five of the own twenty tiles, each as often as it is there, "),
        ("s1 s1 s1", "s1 cannot be kept after s1 s1: a hand is five of the own twenty tiles, each as often"),
        (
            "m",
            "m cannot be kept after nothing: a hand is five of the own twenty tiles, each as often as it is there, in",
        ),
    ],
)
def test_refusals_while_hands_are_chosen(text: str, sentence: str) -> None:
    assert refusal(start(), text).startswith(sentence)


@pytest.mark.parametrize(
    ("before", "text", "sentence"),
    [
        ("", "b4@o13", "b4@o13 must wait: red first places a piece on a settlement, such as r@o10"),
        ("", "done", "done must wait: red first places a piece on a settlement, such as r@o10"),
        ("", "b4", "b4 must wait: red first places a piece on a settlement, such as r@o10"),
        ("", "b@p5", "p5 is not on the board of 2 players"),
        ("", "b@f18", "f18 must wait: the cities are filled before the villages"),
        ("b@o10", "b@o10", "o10 already holds a buddha piece, and its pieces must differ"),
        ("", "c@o14", "o14 already holds a castle piece, and its pieces must differ"),
        ("b@o10 r@o10", "c@o10", "o10 is full: it holds 2"),
        ("b@o10 r@o10 b@l16 r@l16 c@f18", "b@f18", "f18 is full: it holds 1"),
        ("b@o10 r@o10 b@l16 r@l16 b@f18 b@g17 b@o8 b@q9", "b@q11", "no buddha piece is left to place"),
    ],
)
def test_refusals_while_pieces_are_placed(before: str, text: str, sentence: str) -> None:
    assert refusal(placing(before), text) == sentence


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("b4", "b4 belongs to the set-up, which is over: red now plays tiles"),
        ("r@o10", "r@o10 belongs to the set-up, which is over: red now plays tiles"),
        ("done", "red must play at least one tile before the turn ends, from b3 r4 h1 x m"),
        ("pass", "red may pass only when no tile can be played, and has b3 r4 h1 x m"),
        ("b4@o13", "red has no b4 in hand, but b3 r4 h1 x m"),
        ("h2@f19", "red has no h2 in hand, but b3 r4 h1 x m"),
        ("b3@g18 r4@o13", "r4 is a second tile that is not fast: a turn has one of those and any number of fast ones"),
        ("b3@g18 m:f17", "m is a second tile that is not fast: a turn has one of those and any number of fast ones"),
        ("h1@f19 pass", "red may pass only when no tile can be played, and has b3 r4 x m"),
        ("b3@h16", "h16 is not empty: blue's s2 lies there"),
        ("b3@f17", "f17 is not empty: red's b4 lies there"),
        ("h1@f19 b3@h17", "h17 is not empty: red's n1 lies there"),
        ("b3@p2", "p2 is not on the board of 2 players"),
        ("h1@d18", "d18 is not on the board of 2 players"),
        ("x:f18.r", "no rice piece stands on f18"),
        ("x:f18.b=g17.c", "no castle piece stands on g17"),
        ("x:f18.b pass", "pass must wait: first comes the second piece of the switch"),
        ("x:f18.b done", "done must wait: first comes the second piece of the switch"),
        ("x:f18.b b3@g18", "b3@g18 must wait: first comes the second piece of the switch"),
        ("x:f18.b >g18", "no tile has been taken up that could be put down there"),
        ("=g17.r", "no first piece has been named for that exchange"),
        ("m:f17 =g17.r", "no first piece has been named for that exchange"),
        (">g18", "no tile has been taken up that could be put down there"),
        ("m:f17>h16", "h16 is not empty: blue's s2 lies there"),
        ("m:f17>p2", "p2 is not on the board of 2 players"),
        ("m:f17 h1@f19", "h1@f19 must wait: first comes the tile's new space"),
        ("m:g18", "no tile lies on g18"),
        ("m:h16", "the tile on h16 is blue's, and only own tiles move"),
        ("m:h17", "the tile on h17 is n1, and fast tiles never move"),
    ],
)
def test_refusals_during_a_turn(text: str, sentence: str) -> None:
    assert refusal(position(WEST, hands="b3 r4 h1 x m"), text) == sentence


def test_a_refusal_without_a_tile_says_so() -> None:
    state = position(WEST, hands={"red": ""}, stacks={"red": ""}, lost=True)
    assert refusal(state, "b3@g18") == "red has no b3 in hand, but nothing"


def test_refusals_of_exchanges_that_change_nothing() -> None:
    different = {"o8": "b", "q9": "r", "q11": "c"}
    assert refusal(position("f18:()", hands="x", elsewhere=different), "x:same") == (
        "no two pieces are left that could be exchanged without a change"
    )
    assert refusal(position(WEST, hands="x", switch_same="no"), "x:same") == (
        "these rules (switch_same=no) ask for two different pieces to exchange"
    )
    assert refusal(position(WEST, hands="b3 r4 r3 r2 c4"), "x:same").startswith("red has no x in hand")


def test_refusals_of_exchanges_that_would_put_two_alike_together() -> None:
    state = position("f18:(c)", hands="x", elsewhere={"o10": "br", "l16": "bc", "g17": "b"})
    assert refusal(state, "x:o10.b=l16.c") == "l16 would hold two buddha pieces"
    assert refusal(state, "x:l16.b") == "no exchange of l16.b leaves every settlement with different pieces"


EXCHANGEABLE = {"l16": "rc", "g17": "c"}
"""With a Buddha on f18 these can be exchanged with it; x:l16.r=g17.c would put two castles on l16."""


@pytest.mark.parametrize("text", ["x:g17.c", "x:l16.r", "x:l16.r=g17.c"])
def test_a_first_piece_that_could_be_a_second_one_is_not_called_impossible(text: str) -> None:
    """Each exchange is one sequence of actions, the lower caste first. A piece that can be exchanged only as the second
    one is refused as the first, but not because “no exchange of” it was possible.
    """
    state = position("f18:(b)", hands="x", elsewhere=EXCHANGEABLE)
    assert {move for move in moves(state) if "=" in move} == {"x:f18.b=l16.r", "x:f18.b=l16.c", "x:f18.b=g17.c"}
    assert "no exchange of" not in refusal(state, text)


def test_a_second_piece_of_a_lower_caste_is_not_called_impossible() -> None:
    """The Buddha of f18 and the rice of g17 can be exchanged, but are named in this order."""
    state = position("f18:(b)", hands="x", elsewhere={"g17": "r", "o8": "c"})
    assert "x:f18.b=g17.r" in moves(state)
    assert "cannot be exchanged" not in refusal(state, "x:g17.r =f18.b")


def test_a_second_piece_like_the_first_one_is_refused_because_nothing_would_change() -> None:
    """Two Buddhas that change places are never two on one settlement."""
    state = position("f18:(b)", hands="x", elsewhere={"g17": "b", "o8": "c"})
    assert "would hold two" not in refusal(state, "x:f18.b =g17.b")


def test_no_move_comes_after_the_end() -> None:
    before = position(
        """
            f17:.   .
        ~       Bs2
            (b)     ~
        """,
        hands="s3",
        elsewhere={"o8": "r", "q9": "c"},
    )
    after = turn(before, "s3@f17")
    for text in ("b4@o13", "pass", "done", "x:same", "b4", "b@o10", "m:f17", ">f17", "=o8.r"):
        assert refusal(after, text) == f"{text} is too late: the game is over"


def test_every_illegal_action_is_refused_with_a_sentence() -> None:
    """Through random games: whatever is not legal has a reason, in one line."""
    rng = random.Random(1)
    for seed in range(6):
        state = RULES.start(RULES.options({"players": 2 + seed % 3, "captures": ("end", "once")[seed % 2]}), rng)
        while RULES.turn(state) is not None:
            legal = RULES.legal(state)
            for action in rng.sample(range(NUM_ACTIONS), 10):
                if action not in legal:
                    with pytest.raises(IllegalAction) as refused:
                        RULES.apply(state, action)
                    sentence = str(refused.value)
                    assert 15 < len(sentence) < 250
                    assert "\n" not in sentence
            state = RULES.apply(state, rng.choice(legal))


def test_actions_of_hands_pieces_and_switches_have_their_places() -> None:
    assert RULES.format([KEEP]) == "b4"
    assert RULES.format([PUT]) == "b@o8"
    assert RULES.format([SWITCH_FIRST, SWITCH_SECOND]) == "x:o8.b=o8.b"
