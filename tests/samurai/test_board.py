"""The board: its spaces, their names, and what lies beside what."""

from collections import Counter

import numpy as np
import pytest

from tenka.hexgrid import distance, neighbours, to_pixel
from tenka.samurai.board import (
    CAPACITY,
    EDO,
    FIELDS,
    FIELDS_AROUND,
    LAND_SPACES,
    NO_FIELD,
    PLACES,
    SEA_SPACES,
    SETTLEMENTS,
    SPACE_BY_NAME,
    SPACES,
    Space,
    place_name,
)

SPACE_BY_HEX = {space.hex: space for space in SPACES}


def around(space: Space, players: int) -> list[Space]:
    """The spaces that share a border with one, on the board of so many players."""
    found = (SPACE_BY_HEX.get(there) for there in neighbours(space.hex))
    return [other for other in found if other is not None and other.players <= players]


def board(players: int) -> list[Space]:
    return [space for space in SPACES if space.players <= players]


@pytest.mark.parametrize(
    ("players", "spaces", "sea", "land", "villages", "cities", "pieces"),
    [(2, 91, 44, 30, 14, 2, 21), (3, 133, 64, 43, 23, 2, 30), (4, 174, 84, 56, 30, 3, 39)],
)
def test_construct_the_game_board_based_on_the_number_of_players(
    players: int, spaces: int, sea: int, land: int, villages: int, cities: int, pieces: int
) -> None:
    """“Construct the game board based on the number of players” (2015 rules, Setup).

    “2 players: 91 spaces (44 sea, 30 land, 14 villages, 2 cities, Edo: 21 pieces); 3 players: 133 (64, 43, 23, 2, 1:
    30 pieces); 4 players: 174 (84, 56, 30, 3, 1: 39 pieces)” (our rules).
    """
    kinds = Counter(space.kind for space in board(players))
    assert kinds == {"~": sea, ".": land, "v": villages, "C": cities, "E": 1}
    assert kinds.total() == spaces
    assert sum(CAPACITY.get(space.kind, 0) for space in board(players)) == pieces


def test_there_are_three_types_of_spaces_on_the_game_board() -> None:
    """“There are three types of spaces”: settlement, land and sea spaces (2015 rules, Spaces)."""
    assert {space.kind for space in SPACES} == {"~", "."} | CAPACITY.keys()
    assert len(SPACES) == len(SETTLEMENTS) + len(LAND_SPACES) + len(SEA_SPACES) == 174
    assert len(FIELDS) == len(LAND_SPACES) + len(SEA_SPACES)


def test_villages_have_one_building_cities_two_and_edo_three() -> None:
    """“Settlement spaces … have 1, 2, or 3 building images” (2015 rules, Spaces)."""
    assert CAPACITY == {"v": 1, "C": 2, "E": 3}
    assert [space.name for space in SPACES if space.kind == "E"] == ["o14"]
    assert [space.name for space in SPACES if space.kind == "C" and space.players == 2] == ["o10", "l16"]
    assert [space.name for space in SPACES if space.kind == "C" and space.players > 2] == ["p5"]
    assert SETTLEMENTS[EDO].name == "o14"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_land_space_touches_exactly_two_settlements(players: int) -> None:
    """“Every land space touches exactly two settlements, for every player count” (our rules)."""
    for space in board(players):
        if space.kind == ".":
            touched = [other.name for other in around(space, players) if other.kind in CAPACITY]
            assert len(touched) == 2, f"{space.name} touches {touched}"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_settlement_has_all_six_neighbours_on_the_board(players: int) -> None:
    """“Every settlement has all six neighbours on the board” (our rules); two of them are never settlements."""
    for space in board(players):
        if space.kind in CAPACITY:
            assert len(around(space, players)) == 6, space.name
            assert not [other for other in around(space, players) if other.kind in CAPACITY], space.name


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_settlement_can_be_surrounded_by_tiles_on_land(players: int) -> None:
    """“To capture a caste piece, players must surround its settlement by placing tiles on all land spaces adjacent
    to that settlement” (2015 rules, Objective): so there is some land beside each.
    """
    for space in board(players):
        if space.kind in CAPACITY:
            assert [other for other in around(space, players) if other.kind == "."], space.name


def test_two_spaces_are_considered_adjacent_if_they_share_a_border() -> None:
    """“Two spaces are considered adjacent if they share a border” (2015 rules, Clarifications)."""
    for space in SPACES:
        x, y = to_pixel(space.hex)
        for other in SPACES:
            x2, y2 = to_pixel(other.hex)
            apart = ((x - x2) ** 2 + (y - y2) ** 2) ** 0.5
            share_a_border = space != other and apart < 1.01 * 3**0.5  # hexes whose sides are 1 long
            assert share_a_border == (other in around(space, 4)), (space.name, other.name)
            assert share_a_border == (distance(space.hex, other.hex) == 1)


def test_the_tables_of_the_rules_say_the_same_as_the_drawing() -> None:
    for settlement, space in enumerate(SETTLEMENTS):
        fields = [FIELDS[field].name for field in FIELDS_AROUND[settlement] if field != NO_FIELD]
        assert fields == [other.name for other in around(space, 4)]


def test_names_are_column_letter_and_row_number() -> None:
    """“Column letter and a row number: the drawing's line r (from 0) gives row r//2 + 1” (our rules)."""
    for space in SPACES:
        assert space.name == f"{'abcdefghijklmnopqrst'[space.hex.column]}{space.hex.line // 2 + 1}"
    assert len(SPACE_BY_NAME) == len(SPACES) == 174


def test_the_topmost_space_is_o1_and_the_lowest_is_e24() -> None:
    """“The topmost space is `o1` and the lowest is `e24`” (our rules)."""
    by_line = sorted(SPACES, key=lambda space: space.hex.line)
    assert [by_line[0].name, by_line[-1].name] == ["o1", "e24"]
    assert by_line[0].hex.line < by_line[1].hex.line
    assert by_line[-2].hex.line < by_line[-1].hex.line
    assert {space.hex.column for space in SPACES} == set(range(20))  # a to t


def test_the_same_space_has_the_same_number_for_every_player_count() -> None:
    """“The same space has the same name for every player count” (our rules); so has it the same number."""
    for spaces in (LAND_SPACES, SEA_SPACES, SETTLEMENTS):
        assert [space.players for space in spaces] == sorted(space.players for space in spaces)


ISLANDS = {
    "Honshu": """
        Aomori Hachinohe Hiraizumi Sendai Aizu Niigata Mito Edo Kanazawa Kamakura Tsuruga Sunpu Kyoto Matsue Himeji
        Wakayama Hagi
    """,
    "Shikoku": "Takamatsu Matsuyama Tokushima Kochi",
    "Kyushu": "Hakata Nagasaki Funai Kumamoto Kagoshima",
    "Hokkaido": "Wakkanai Abashiri Asahikawa Otaru Kushiro Sapporo Matsumae Hakodate",
}


def test_two_players_play_on_honshu_three_also_on_kyushu_and_shikoku_four_on_all() -> None:
    """“2 players - Honshu; 3 players - Honshu, Kyushu and Shikoku; 4 players - all four pieces” (1998 rules)."""
    players = {"Honshu": 2, "Shikoku": 3, "Kyushu": 3, "Hokkaido": 4}
    expected = {name: players[island] for island, names in ISLANDS.items() for name in names.split()}
    assert {PLACES[space.name]: space.players for space in SETTLEMENTS} == expected


def test_no_land_joins_two_islands() -> None:
    """The land and the settlements of each island hang together, and reach no other."""
    island_by_place = {name: island for island, names in ISLANDS.items() for name in names.split()}
    for first in SETTLEMENTS:
        reached = {first}
        todo = [first]
        while todo:
            new = [other for other in around(todo.pop(), 4) if other.kind != "~" and other not in reached]
            reached.update(new)
            todo += new
        island = island_by_place[PLACES[first.name]]
        reached_places = {PLACES[space.name] for space in reached if space.kind in CAPACITY}
        assert reached_places == set(ISLANDS[island].split())


COORDINATES = {  # north, east
    "Wakkanai": (45.4, 141.7),
    "Abashiri": (44.0, 144.3),
    "Asahikawa": (43.8, 142.4),
    "Otaru": (43.2, 141.0),
    "Kushiro": (43.0, 144.4),
    "Sapporo": (43.1, 141.4),
    "Matsumae": (41.4, 140.1),
    "Hakodate": (41.8, 140.7),
    "Aomori": (40.8, 140.7),
    "Hachinohe": (40.5, 141.5),
    "Hiraizumi": (39.0, 141.1),
    "Sendai": (38.3, 140.9),
    "Aizu": (37.5, 139.9),
    "Niigata": (37.9, 139.0),
    "Mito": (36.4, 140.5),
    "Edo": (35.7, 139.8),
    "Kanazawa": (36.6, 136.7),
    "Kamakura": (35.3, 139.5),
    "Tsuruga": (35.6, 136.1),
    "Sunpu": (35.0, 138.4),
    "Kyoto": (35.0, 135.8),
    "Matsue": (35.5, 133.1),
    "Himeji": (34.8, 134.7),
    "Wakayama": (34.2, 135.2),
    "Hagi": (34.4, 131.4),
    "Takamatsu": (34.3, 134.0),
    "Matsuyama": (33.8, 132.8),
    "Tokushima": (34.1, 134.6),
    "Kochi": (33.6, 133.5),
    "Hakata": (33.6, 130.4),
    "Nagasaki": (32.7, 129.9),
    "Funai": (33.2, 131.6),
    "Kumamoto": (32.8, 130.7),
    "Kagoshima": (31.6, 130.6),
}


def test_the_settlements_have_names_of_real_places_that_fit_the_geography() -> None:
    """“Give the 34 settlements names of real places that fit the geography” (our rules).

    Laid over the map of Japan as well as it goes, the board is nowhere wrong by more than a degree and a half.
    """
    assert len(SETTLEMENTS) == 34
    assert sorted(PLACES.values()) == sorted(COORDINATES)
    assert PLACES.keys() == {space.name for space in SETTLEMENTS}
    assert [place_name(settlement) for settlement in (EDO, 0)] == ["Edo", "Aomori"]
    on_board = np.array([(*to_pixel(space.hex), 1.0) for space in SETTLEMENTS])
    on_map = np.array([COORDINATES[PLACES[space.name]] for space in SETTLEMENTS])
    transformation, *_ = np.linalg.lstsq(on_board, on_map, rcond=None)
    assert np.abs(on_board @ transformation - on_map).max() < 1.5
    assert transformation[1, 0] < 0 < transformation[0, 1]  # north is up, and east is right
