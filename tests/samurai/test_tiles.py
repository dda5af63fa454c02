"""The tiles: 20 for each player, what each influences, and how strongly."""

from collections import Counter

import pytest

from tenka.samurai.pieces import (
    COLOURS,
    KIND_BY_CODE,
    KINDS,
    NUM_CASTES,
    NUM_TILES,
    PIECES_BY_PLAYERS,
    hand_bits,
    hand_tiles,
)

from .drawing import gains, hand, influence, position, stack, tiles_to_play, turn

TABLE = """
code  name     name_1998        copies  castes  fast
b4    Buddha   Buddha           1       b       no
b3    Buddha   Buddha           1       b       no
b2    Buddha   Buddha           1       b       no
r4    rice     rice_field       1       r       no
r3    rice     rice_field       1       r       no
r2    rice     rice_field       1       r       no
c4    castle   high_helmet      1       c       no
c3    castle   high_helmet      1       c       no
c2    castle   high_helmet      1       c       no
s3    samurai  samurai          1       brc     no
s2    samurai  samurai          2       brc     no
s1    samurai  samurai          2       brc     no
n1    ronin    ronin            1       brc     yes
h2    ship     ship             1       brc     yes
h1    ship     ship             2       brc     yes
x     switch   figure_exchange  1       -       yes
m     move     token_exchange   1       -       no
"""


def test_the_tiles_are_those_of_the_table() -> None:
    """The table of tiles with counts, castes and fast icons (our rules, after the books' pictures)."""
    rows = [row.split() for row in TABLE.strip().splitlines()[1:]]
    assert [kind.code for kind in KINDS] == [row[0] for row in rows]
    for kind, (code, name, name_1998, copies, castes, fast) in zip(KINDS, rows, strict=True):
        assert kind.name == name
        assert kind.name_1998 == name_1998.replace("_", " ")
        assert kind.copies == int(copies)
        assert "".join("brc"[caste] for caste in kind.castes) == castes.strip("-")
        assert kind.strength == int(code[1:] or 0)
        assert kind.is_fast == (fast == "yes")


def test_each_player_has_a_set_of_20_hexagonal_tokens() -> None:
    """“80 Tokens — 20 each in 4 colors” (1998 rules); “gathers the 20 tiles … of that color” (2015 rules, Setup)."""
    assert len(COLOURS) == 4
    assert sum(kind.copies for kind in KINDS) == NUM_TILES == 20
    numbers: Counter[str] = Counter()
    for kind in KINDS:
        numbers[kind.name] += kind.copies
    assert numbers == {"Buddha": 3, "rice": 3, "castle": 3, "samurai": 5, "ronin": 1, "ship": 3, "switch": 1, "move": 1}


def test_there_are_17_distinct_kinds() -> None:
    """“9 + 5 + 1 + 3 + 1 + 1 = 20; five are fast. 17 distinct kinds” (our rules)."""
    assert len(KINDS) == len({kind.code for kind in KINDS}) == 17
    assert [kind.code for kind in KINDS if kind.copies == 2] == ["s2", "s1", "h1"]


def test_each_set_is_identical_except_for_color() -> None:
    """“Each set is identical except for color” (1998 rules, Overview)."""
    state = position("f18:(b)", players=4)
    sets = [sorted(f"{hand(state, colour)} {stack(state, colour)}".split()) for colour in COLOURS]
    assert all(len(tiles) == 20 and tiles == sets[0] for tiles in sets)


def test_five_of_the_20_tokens_have_a_japanese_character() -> None:
    """“Five of the 20 tokens have a Japanese character on them … The other 15 tokens have no Japanese characters”
    (1998 rules); “Each player has five tiles that have a Japanese character” (2015 rules, Fast Icon).
    """
    assert Counter({kind.code: kind.copies for kind in KINDS if kind.is_fast}) == {"n1": 1, "h2": 1, "h1": 2, "x": 1}
    assert sum(kind.copies for kind in KINDS if kind.is_fast) == 5
    assert sum(kind.copies for kind in KINDS if not kind.is_fast) == 15


def test_influence_values_range_from_0_to_4() -> None:
    """“Influence values range from "0" to "4"” (2015 rules, Tiles); “With one exception all tokens carry a number”
    (1998 rules, German): it is the figure exchange, whose code has none, and the token exchange has strength 0.
    """
    assert {kind.strength for kind in KINDS} == {0, 1, 2, 3, 4}
    assert [kind.code for kind in KINDS if kind.strength == 0] == ["x", "m"]


def test_there_are_39_figures_13_each() -> None:
    """“39 Figures — 13 each: High Helmets, Buddhas and Rice Fields” (1998 rules, Contents)."""
    assert NUM_CASTES * max(PIECES_BY_PLAYERS) == 39


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("b4", "4 0 0"),
        ("b3", "3 0 0"),
        ("b2", "2 0 0"),
        ("r4", "0 4 0"),
        ("r3", "0 3 0"),
        ("r2", "0 2 0"),
        ("c4", "0 0 4"),
        ("c3", "0 0 3"),
        ("c2", "0 0 2"),
        ("s3", "3 3 3"),
        ("s2", "2 2 2"),
        ("s1", "1 1 1"),
        ("n1", "1 1 1"),
        ("m", "0 0 0"),
    ],
)
def test_the_picture_indicates_which_figures_are_affected_and_the_number_how_strongly(code: str, expected: str) -> None:
    """“The picture indicates which figure(s) are affected by the token. The number indicates the strength” (1998
    rules); “A caste-specific tile … provides its influence to one caste only”, “Wild tiles … provide their influence
    to all castes” (2015 rules, Tiles).
    """
    state = position(f"""
                    .
                .       .
                    o14:(brc)
                .       .
                    B{code}
    """)
    assert influence(state, "blue", "o14") == expected
    assert influence(state, "red", "o14") == "0 0 0"


@pytest.mark.parametrize(("code", "expected"), [("h2", "2 2 2"), ("h1", "1 1 1")])
def test_ships_influence_all_adjacent_figures(code: str, expected: str) -> None:
    """“Ship: play on water space. Influences all adjacent figures” (reference sheet)."""
    state = position(f"""
            .
        R{code}     .
            o12:(c)
    """)
    assert influence(state, "red", "o12") == expected


def test_the_color_indicates_which_player_the_token_belongs_to() -> None:
    """“The color indicates which player the token belongs to” (1998 rules)."""
    state = position(
        """
            Rs3
        Bs2     Gs1
            p5:(br)
        Nn1     .
            Bs1
        """,
        players=4,
    )
    assert [influence(state, colour, "p5") for colour in COLOURS] == ["3 3 3", "3 3 3", "1 1 1", "1 1 1"]


def test_a_strength_4_token_influences_the_capture_of_the_high_helmet() -> None:
    """“A strength 4 token influences the capture of the High Helmet” (1998 rules, beside a castle tile)."""
    state = position("""
        o10:(bc)
    ~       .
        Rc4
    """)
    assert influence(state, "red", "o10") == "0 0 4"


def test_a_strength_1_token_influences_the_capture_of_all_three_figures() -> None:
    """“A strength 1 token influences the capture of the High Helmet, Buddha and Rice Field” (1998 rules)."""
    state = position("""
        o14:(brc)
    .       .
        Rs1
    """)
    assert influence(state, "red", "o14") == "1 1 1"


def test_both_buddhas_are_affected_the_rice_field_is_not() -> None:
    """“A token influences the capture of all adjacent figures of the type(s) indicated on the token: Both Buddhas are
    affected, the Rice Field is not” (1998 rules): a Buddha tile between a village and a city.
    """
    before = position(
        """
            o8:(b)
        ~       Bc4
            .
        ~       Bc3
            o10:(br)
        ~       Bc2
            Bs1
        """,
        hands="b3",
    )
    after = turn(before, "b3@o9")
    assert influence(after, "red", "o8") == "3 0 0"
    assert influence(after, "red", "o10") == "3 0 0"
    assert gains(before, after) == {"red": "bb", "blue": "r"}


def test_all_3_figures_are_affected_by_the_ronin() -> None:
    """“All 3 figures are affected by the Ronin” (1998 rules): those of a village and of a city."""
    before = position(
        """
            o8:(c)
        ~       Bb4
            .
        ~       Bm
            o10:(br)
        ~       Rm
            Bc3
        """,
        hands="n1",
    )
    after = turn(before, "n1@o9")
    assert influence(after, "red", "o8") == "1 1 1"
    assert influence(after, "red", "o10") == "1 1 1"
    assert gains(before, after) == {"red": "brc"}


def test_both_figures_are_affected_by_the_ship() -> None:
    """“Both figures are affected by the Ship” (1998 rules): a ship between two villages takes both pieces."""
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
    after = turn(before, "h1@q12 n1@p11 r2@q14")
    assert influence(after, "red", "q13") == "1 3 1"
    assert influence(after, "red", "q11") == "2 2 2"
    assert gains(before, after) == {"red": "bc"}
    assert gains(before, turn(before, "n1@p11 r2@q14")) == {"aside": "bc"}


def test_the_engine_keeps_a_hand_as_a_set_of_bits() -> None:
    everything = [number for number, kind in enumerate(KINDS) for _ in range(kind.copies)]
    assert hand_bits(everything) == 2**20 - 1
    assert hand_tiles(2**20 - 1) == everything
    with pytest.raises(ValueError, match="nobody has that many tiles s2"):
        hand_bits([KIND_BY_CODE["s2"]] * 3)


@pytest.mark.parametrize("code", [kind.code for kind in KINDS if kind.code != "s3"])
def test_every_kind_of_tile_can_be_played(code: str) -> None:
    state = position(
        """
            o14:(brc)
        .       .
            Rs3
        """,
        hands=code,
    )
    assert code in tiles_to_play(state)
