"""What people call spaces: named after settlements, and never two by the same name."""

from collections import Counter

import pytest

from tenka.hexgrid import distance
from tenka.samurai.board import LAND_SPACES, PLACES, SPACE_BY_NAME, SPACES
from tenka.samurai.places import where, whereabouts
from tenka.samurai.position import describe

FIELDS = [space for space in SPACES if space.name not in PLACES]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_no_two_spaces_of_a_board_have_the_same_name(players: int) -> None:
    names = Counter(where(space.name) for space in SPACES if space.players <= players)
    assert [name for name, count in names.items() if count > 1] == []


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_space_is_named_after_settlements_that_are_on_the_board(players: int) -> None:
    for space in FIELDS:
        if space.players <= players:
            assert all(SPACE_BY_NAME[name].players <= players for name in whereabouts()[space.name].near), space


def test_a_space_is_named_after_its_neighbours_and_far_out_after_the_nearest_settlement() -> None:
    for space in FIELDS:
        near, _side, is_far = whereabouts()[space.name]
        assert {distance(SPACE_BY_NAME[name].hex, space.hex) for name in near} == {2 if is_far else 1}, space


def test_all_land_lies_between_two_settlements() -> None:
    assert all(where(space.name).startswith("between ") for space in LAND_SPACES)


def test_the_page_is_told_what_names_are_made_of() -> None:
    told = {space.name: space for space in describe().spaces}
    assert (told["o14"].near, told["o14"].side, told["o14"].is_far) == ([], None, False)
    assert (told["n14"].near, told["n14"].side) == (["o14", "n15"], "nw")
    assert (told["q2"].near, told["q2"].side, told["q2"].is_far) == (["o2"], "e", True)


def test_every_space_has_the_same_parts_of_its_name_as_in_words() -> None:
    """Names in other languages are made of the parts: so these, too, must be different everywhere."""
    parts = Counter(
        (space.kind, tuple(space.near), space.side, space.is_far) for space in describe().spaces if space.near
    )
    assert max(parts.values()) == 1
