"""The board: 174 spaces, read from the drawing in ``board.txt``, as tables for the rules and for people.

Every kind of space is numbered by itself, those of the smallest board first: the land spaces of two
players are 0 to 29, of three 0 to 42, of four 0 to 55. The same space has the same number and the same name on
every board. Land and sea spaces together are *fields*, where tiles can lie: sea space i is field
NUM_LAND + i.
"""

from __future__ import annotations

from importlib.resources import files
from typing import Any, NamedTuple

import numpy as np

from tenka.hexgrid import Hex, neighbours
from tenka.samurai.pieces import MAX_PLAYERS

LAND = "."
SEA = "~"
CAPACITY = {"v": 1, "C": 2, "E": 3}
"""How many pieces a village, a city and Edo hold; also the letters of settlements in the drawing."""


class Space(NamedTuple):
    """One space of the board."""

    name: str
    """Column letter and row number, such as ``o14``."""
    hex: Hex
    kind: str
    """``~`` sea, ``.`` land, ``v`` village, ``C`` city, ``E`` Edo."""
    players: int
    """The smallest number of players that uses it."""


PLACES = {
    # Hokkaido
    "o2": "Wakkanai",
    "s3": "Abashiri",
    "p3": "Asahikawa",
    "n4": "Otaru",
    "r4": "Kushiro",
    "p5": "Sapporo",
    "n6": "Matsumae",
    "q7": "Hakodate",
    # Honshu
    "o8": "Aomori",
    "q9": "Hachinohe",
    "o10": "Hiraizumi",
    "q11": "Sendai",
    "o12": "Aizu",
    "m13": "Niigata",
    "q13": "Mito",
    "o14": "Edo",
    "l14": "Kanazawa",
    "q15": "Kamakura",
    "j15": "Tsuruga",
    "n15": "Sunpu",
    "l16": "Kyoto",
    "g17": "Matsue",
    "i17": "Himeji",
    "k18": "Wakayama",
    "f18": "Hagi",
    # Shikoku
    "i19": "Takamatsu",
    "g20": "Matsuyama",
    "j20": "Tokushima",
    "h21": "Kochi",
    # Kyushu
    "d19": "Hakata",
    "b20": "Nagasaki",
    "e21": "Funai",
    "c22": "Kumamoto",
    "e23": "Kagoshima",
}
"""The settlements' names for people; each is a real place about there on the map."""


def _read_drawing(drawing: str) -> list[Space]:
    spaces = []
    for line, text in enumerate(drawing.splitlines()):
        for column in range(len(text.rstrip()) // 2):
            cell = text[2 * column : 2 * column + 2].strip()
            if cell:
                name = f"{chr(ord('a') + column)}{line // 2 + 1}"
                spaces.append(Space(name, Hex(column, line), cell[0], int(cell[1])))
    return sorted(spaces, key=lambda space: (space.players, space.hex.line, space.hex.column))


SPACES = _read_drawing((files("tenka.samurai") / "board.txt").read_text(encoding="utf-8"))
LAND_SPACES = [space for space in SPACES if space.kind == LAND]
SEA_SPACES = [space for space in SPACES if space.kind == SEA]
SETTLEMENTS = [space for space in SPACES if space.kind in CAPACITY]
FIELDS = LAND_SPACES + SEA_SPACES

NUM_LAND = len(LAND_SPACES)
NUM_SEA = len(SEA_SPACES)
NUM_FIELDS = len(FIELDS)
NUM_SETTLEMENTS = len(SETTLEMENTS)
SEA_WORD = NUM_SEA // 2
"""Empty sea spaces are kept in two words of this many bits."""

SPACE_BY_NAME = {space.name: space for space in SPACES}
FIELD_BY_NAME = {space.name: field for field, space in enumerate(FIELDS)}
SETTLEMENT_BY_NAME = {space.name: number for number, space in enumerate(SETTLEMENTS)}
EDO = SETTLEMENT_BY_NAME["o14"]


def place_name(settlement: int) -> str:
    """What people call a settlement.

    >>> place_name(EDO)
    'Edo'
    """
    return PLACES[SETTLEMENTS[settlement].name]


def _by_players(spaces: list[Space]) -> np.ndarray[Any, np.dtype[np.int64]]:
    return np.array([sum(space.players <= n for space in spaces) for n in range(MAX_PLAYERS + 1)], np.int64)


LAND_BY_PLAYERS = _by_players(LAND_SPACES)
SEA_BY_PLAYERS = _by_players(SEA_SPACES)
SETTLEMENTS_BY_PLAYERS = _by_players(SETTLEMENTS)

NO_FIELD = NUM_FIELDS
"""Stands for 'no field here' in the tables of neighbours."""

CAPACITIES = np.array([CAPACITY[space.kind] for space in SETTLEMENTS], np.int64)
"""By settlement: how many pieces it holds."""

FIELDS_AROUND = np.full((NUM_SETTLEMENTS, 6), NO_FIELD, np.int64)
"""By settlement: the fields next to it, then `NO_FIELD`."""

LAND_AROUND = np.zeros(NUM_SETTLEMENTS, np.int64)
"""By settlement: the land spaces next to it, as bits. No board cuts one off from its settlement."""

SETTLEMENTS_BESIDE = np.zeros(NUM_FIELDS, np.int64)
"""By field: the settlements next to it, as bits."""

for _settlement, _space in enumerate(SETTLEMENTS):
    _around = [FIELD_BY_NAME[_other.name] for _hex in neighbours(_space.hex) for _other in FIELDS if _other.hex == _hex]
    FIELDS_AROUND[_settlement, : len(_around)] = _around
    for _field in _around:
        SETTLEMENTS_BESIDE[_field] |= 1 << _settlement
        if _field < NUM_LAND:
            LAND_AROUND[_settlement] |= 1 << _field
