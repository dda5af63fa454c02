"""Editions and rule options."""

import random

import pytest

from tenka.game import InvalidOptions
from tenka.samurai.options import CHOICES, EDITIONS, Options, edition_presets
from tenka.samurai.pieces import KINDS
from tenka.samurai.state import CHOOSING_HANDS, PLACING_PIECES, PLAYING

from .drawing import RULES, moves, position

TABLE = """
edition  players  captured  switch_same  captures
2015     2        hidden    yes          end
2015     3        hidden    yes          end
2015     4        hidden    yes          end
1998     2        open      yes          end
1998     3        hidden    yes          end
1998     4        hidden    yes          end
sheet    2        hidden    no           end
sheet    3        hidden    no           end
sheet    4        hidden    no           end
"""


@pytest.mark.parametrize("row", TABLE.strip().splitlines()[1:])
def test_each_edition_presets_its_options(row: str) -> None:
    """The table of editions (our rules)."""
    edition, players, captured, switch_same, captures = row.split()
    options = RULES.options({"edition": edition, "players": players})
    assert (options.captured, options.switch_same, options.captures) == (captured, switch_same, captures)
    assert (options.hands, options.pieces) == ("chosen", "placed")
    assert options.players == int(players)
    assert options.edition == edition


def test_with_2_players_the_figures_are_placed_in_front_of_the_screen() -> None:
    """“With 2 players, the figures are placed in front of the screen” (1998 rules): open with 2, hidden with more."""
    assert [RULES.options({"edition": "1998", "players": n}).captured for n in (2, 3, 4)] == [
        "open",
        "hidden",
        "hidden",
    ]


def test_the_2015_edition_places_captured_pieces_behind_the_screen_for_any_number_of_players() -> None:
    """“Taking it from the game board and placing it behind his player screen” (2015 rules, Resolving Captures)."""
    assert {RULES.options({"edition": "2015", "players": n}).captured for n in (2, 3, 4)} == {"hidden"}


def test_the_reference_sheet_asks_for_different_figures() -> None:
    """“Figures must be different” (reference sheet), where the books say “any two”."""
    by_edition = {edition: RULES.options({"edition": edition}).switch_same for edition in EDITIONS}
    assert by_edition == {"2015": "yes", "1998": "yes", "sheet": "no"}


def test_the_2015_edition_for_2_players_is_the_default() -> None:
    assert RULES.options({}) == Options() == RULES.options({"players": 2, "edition": "2015"})


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("name", CHOICES)
def test_every_option_can_be_set_by_itself_on_top_of_an_edition(edition: str, name: str) -> None:
    """“Every option can be set by itself on top of an edition; `hands` and `pieces` too” (our rules)."""
    for players in (2, 3, 4):
        presets = edition_presets(edition, players)
        for value in CHOICES[name]:
            options = RULES.options({"edition": edition, "players": players, name: value})
            assert {other: getattr(options, other) for other in CHOICES} == presets | {name: value}


@pytest.mark.parametrize(
    ("hands", "pieces", "phase"),
    [
        ("chosen", "placed", CHOOSING_HANDS),
        ("chosen", "random", CHOOSING_HANDS),
        ("random", "placed", PLACING_PIECES),
        ("random", "random", PLAYING),
    ],
)
def test_hands_and_pieces_may_each_be_left_to_chance(hands: str, pieces: str, phase: int) -> None:
    """“First time players may choose to simplify setup” (2015 rules, Basic Setup); basic is both random (our rules)."""
    state = RULES.start(RULES.options({"hands": hands, "pieces": pieces}), random.Random(1))
    assert state.phase == phase


@pytest.mark.parametrize("value", ["yes", "no"])
def test_the_option_switch_same_decides_on_exchanges_that_change_nothing(value: str) -> None:
    state = position("f18:(b)", hands="x", switch_same=value)
    assert ("x:same" in moves(state)) == (value == "yes")


def test_the_names_shown_are_those_of_the_edition() -> None:
    """“castle, switch, move” in 2015; “high helmet, figure exchange, token exchange” in 1998 (our rules)."""
    both = {(kind.name, kind.name_1998) for kind in KINDS}
    assert both == {
        ("Buddha", "Buddha"),
        ("rice", "rice field"),
        ("castle", "high helmet"),
        ("samurai", "samurai"),
        ("ronin", "ronin"),
        ("ship", "ship"),
        ("switch", "figure exchange"),
        ("move", "token exchange"),
    }


@pytest.mark.parametrize("first", ["red", 0, "0"])
def test_the_first_player_may_be_a_colour_or_a_seat(first: object) -> None:
    """“A seat given or drawn at random” (our rules)."""
    assert RULES.options({"first": first}).first == 0


@pytest.mark.parametrize("first", [None, "random"])
def test_the_first_player_is_drawn_if_none_is_given(first: object) -> None:
    assert RULES.options({"first": first}).first is None


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"players": 1}, "Samurai is for 2, 3 or 4 players, not 1"),
        ({"players": 5}, "Samurai is for 2, 3 or 4 players, not 5"),
        ({"players": "two"}, "Samurai is for 2, 3 or 4 players, not two"),
        ({"players": 2.5}, "Samurai is for 2, 3 or 4 players, not 2.5"),
        ({"edition": "2016"}, "edition is 2015 or 1998 or sheet, not 2016"),
        ({"hands": "dealt"}, "hands is chosen or random, not dealt"),
        ({"pieces": "chosen"}, "pieces is placed or random, not chosen"),
        ({"captures": "later"}, "captures is end or once, not later"),
        ({"captured": "secret"}, "captured is hidden or open, not secret"),
        ({"switch_same": "maybe"}, "switch_same is yes or no, not maybe"),
        ({"first": "gold"}, "the first player is red, blue or random, not gold"),
        ({"first": 2}, "the first player is red, blue or random, not 2"),
        ({"first": -1}, "the first player is red, blue or random, not -1"),
        ({"first": "youngest", "players": 4}, "the first player is red, blue, gold, green or random, not youngest"),
        (
            {"hand": "random"},
            "there is no rule option 'hand'; "
            "there are players, edition, hands, pieces, captures, captured, switch_same, first",
        ),
    ],
)
def test_wrong_options_are_refused_with_a_sentence_that_says_what_would_be_right(
    given: dict[str, object], sentence: str
) -> None:
    with pytest.raises(InvalidOptions) as refused:
        RULES.options(given)
    assert str(refused.value) == sentence


def test_options_survive_their_description() -> None:
    for options in RULES.every_options():
        assert RULES.options(RULES.describe_options(options)) == options
    described = RULES.describe_options(RULES.options({"players": 3, "first": "gold", "edition": "1998"}))
    assert described == {
        "players": "3",
        "edition": "1998",
        "hands": "chosen",
        "pieces": "placed",
        "captures": "end",
        "captured": "hidden",
        "switch_same": "yes",
        "first": "gold",
    }


def test_there_are_32_rules_for_each_number_of_players() -> None:
    every = list(RULES.every_options())
    assert len(every) == len(set(every)) == 3 * 2**5
    assert {options.bits for options in every} == set(range(32))
