"""Castes, tiles and players' colours: what lies in the box."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

CASTES = ("buddha", "rice", "castle")
"""The three castes in the order used everywhere; a caste is an index into this."""

CASTE_LETTERS = "brc"
NUM_CASTES = 3

COLOURS = ("red", "blue", "gold", "green")
"""What records and people call the seats, in the order of play."""

MAX_PLAYERS = 4
PIECES_BY_PLAYERS = (0, 0, 7, 10, 13)
"""Pieces of each caste by the number of players."""

HAND_SIZE = 5
NUM_TILES = 20
STACK_SIZE = NUM_TILES - HAND_SIZE
PIECES_ASIDE_TO_END = 4


class Kind(NamedTuple):
    """One of the 17 kinds of tile."""

    code: str
    name: str
    """The 2015 edition's name."""
    name_1998: str
    copies: int
    strength: int
    castes: tuple[int, ...]
    """The castes it influences."""
    is_fast: bool


ALL_CASTES = (0, 1, 2)

KINDS = (
    *(Kind(f"b{n}", "Buddha", "Buddha", 1, n, (0,), False) for n in (4, 3, 2)),
    *(Kind(f"r{n}", "rice", "rice field", 1, n, (1,), False) for n in (4, 3, 2)),
    *(Kind(f"c{n}", "castle", "high helmet", 1, n, (2,), False) for n in (4, 3, 2)),
    Kind("s3", "samurai", "samurai", 1, 3, ALL_CASTES, False),
    Kind("s2", "samurai", "samurai", 2, 2, ALL_CASTES, False),
    Kind("s1", "samurai", "samurai", 2, 1, ALL_CASTES, False),
    Kind("n1", "ronin", "ronin", 1, 1, ALL_CASTES, True),
    Kind("h2", "ship", "ship", 1, 2, ALL_CASTES, True),
    Kind("h1", "ship", "ship", 2, 1, ALL_CASTES, True),
    Kind("x", "switch", "figure exchange", 1, 0, (), True),
    Kind("m", "move", "token exchange", 1, 0, (), False),
)
"""Every kind; a tile is an index into this. The land tiles come first, then ships, switch and move."""

NUM_KINDS = len(KINDS)
NUM_LAND_KINDS = 13
NUM_SHIP_KINDS = 2
SWITCH = 15
MOVE = 16
KIND_BY_CODE = {kind.code: number for number, kind in enumerate(KINDS)}

# --- a hand is a set of bits ------------------------------------------------------------------------
# Bit k: the hand holds a tile of kind k. Three kinds have a second copy, with a bit above the 17.

SECOND_COPIES = tuple(k for k, kind in enumerate(KINDS) if kind.copies == 2)
SECOND_BIT = np.zeros(NUM_KINDS, np.int64)
"""By kind: the bit of its second copy, 0 where there is none."""
for _index, _kind in enumerate(SECOND_COPIES):
    SECOND_BIT[_kind] = 1 << (NUM_KINDS + _index)

ANY_KIND = (1 << NUM_KINDS) - 1
FAST_KINDS = sum(1 << k for k, kind in enumerate(KINDS) if kind.is_fast)
LAND_KINDS = (1 << NUM_LAND_KINDS) - 1
SHIP_KINDS = ((1 << NUM_SHIP_KINDS) - 1) << NUM_LAND_KINDS
SWITCH_BIT = 1 << SWITCH
MOVE_BIT = 1 << MOVE
ALL_TILES = (1 << NUM_TILES) - 1

# --- influence is packed -----------------------------------------------------------------------------
# Three castes of five bits for a seat, four seats beside each other: 60 bits hold what all players'
# tiles around a settlement are worth. No field can overflow: the best six tiles of one player make 16.

INFLUENCE_BITS = 5
SEAT_BITS = INFLUENCE_BITS * NUM_CASTES
INFLUENCE = np.array([sum(kind.strength << (INFLUENCE_BITS * c) for c in kind.castes) for kind in KINDS], np.int64)
"""By kind: its influence on the three castes."""


def hand_bits(tiles: list[int]) -> int:
    """The set of bits for a list of kinds."""
    bits = 0
    for kind in tiles:
        second = int(SECOND_BIT[kind])
        bit = second if bits >> kind & 1 else 1 << kind
        if not bit or bits & bit:
            raise ValueError(f"nobody has that many tiles {KINDS[kind].code}")
        bits |= bit
    return bits


_BITS = [(kind, bit) for kind in range(NUM_KINDS) for bit in (1 << kind, int(SECOND_BIT[kind])) if bit]


def hand_tiles(bits: int) -> list[int]:
    """The kinds in a hand, in the order of `KINDS`.

    >>> [KINDS[kind].code for kind in hand_tiles(hand_bits([9, 0, 10, 10]))]
    ['b4', 's3', 's2', 's2']
    """
    return [kind for kind, bit in _BITS if bits & bit]


def list_draws(kinds: Sequence[tuple[int, int]], num: int) -> Iterator[Counter[int]]:
    """Every so many tiles of these kinds, given with how many there are of each."""
    if num == 0:
        yield Counter()
    elif kinds:
        (kind, most), *rest = kinds
        for count in range(min(most, num) + 1):
            for others in list_draws(rest, num - count):
                yield Counter({kind: count}) + others
