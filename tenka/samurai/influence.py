"""Who would take what: the influence around every settlement that still has pieces."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from tenka.compiled import jit
from tenka.game import Seat
from tenka.samurai.board import LAND_AROUND, LAND_SPACES, SETTLEMENTS, SETTLEMENTS_BY_PLAYERS, place_name
from tenka.samurai.pieces import INFLUENCE_BITS, NUM_CASTES, SEAT_BITS
from tenka.samurai.rules import influence_around
from tenka.samurai.state import State, array_of

_field = np.void.__getitem__
"""A field of a state, past np.record, which looks fields up in slow Python."""

_INFLUENCE_MASK = (1 << INFLUENCE_BITS) - 1
_LAND_BESIDE = [
    [(land, space.name) for land, space in enumerate(LAND_SPACES) if int(around) >> land & 1] for around in LAND_AROUND
]
"""By settlement: the land spaces next to it, with their names."""
_LAND_BITS = [int(around) for around in LAND_AROUND]


class Standing(NamedTuple):
    """One settlement and who is strong there."""

    settlement: int
    open_land: tuple[str, ...]
    """The names of its land spaces that are still empty; with none left it falls."""
    by_caste: dict[int, tuple[int, ...]]
    """For each caste with a piece here: the influence by seat."""
    taker: dict[int, Seat | None]
    """For each caste with a piece here: who would take it now, None on a tie."""

    @property
    def space(self) -> str:
        """The name of its space, such as ``o14``."""
        return SETTLEMENTS[self.settlement].name

    @property
    def place(self) -> str:
        """What people call it."""
        return place_name(self.settlement)

    def margin(self, caste: int) -> int:
        """By how much the strongest seat leads the next one."""
        first, second = sorted(self.by_caste[caste], reverse=True)[:2]
        return first - second


def standings(known: State) -> list[Standing]:
    """Every settlement with pieces, those next that are closest to falling."""
    left = [standing for standing in all_standings(known) if standing.by_caste]
    return sorted(left, key=lambda standing: len(standing.open_land))


def all_standings(known: State) -> list[Standing]:
    """How every settlement stands, those without pieces too."""
    players = int(_field(known, "players"))
    num = int(SETTLEMENTS_BY_PLAYERS[players])
    packed = np.empty(num, np.int64)
    pack_influence(array_of(known), packed)
    empty, (first, second, third) = int(_field(known, "land_empty")), _field(known, "pieces").tolist()
    return [
        _standing(
            settlement,
            around,
            players,
            empty & _LAND_BITS[settlement],
            first >> settlement & 1 | (second >> settlement & 1) << 1 | (third >> settlement & 1) << 2,
        )
        for settlement, around in enumerate(packed.tolist())
    ]


@jit
def pack_influence(states: Any, packed: Any) -> None:
    """Of the first of the states, by settlement: the influence around it, see `pieces.INFLUENCE_BITS`."""
    for settlement in range(len(packed)):
        packed[settlement] = influence_around(states[0], settlement)


@lru_cache(50_000)
def _standing(settlement: int, packed: int, players: int, land_empty: int, pieces: int) -> Standing:
    """Little changes around most settlements from turn to turn, so these are kept."""
    by_caste = {}
    taker: dict[int, Seat | None] = {}
    for caste in range(NUM_CASTES):
        if not pieces >> caste & 1:
            continue
        influence = tuple(
            packed >> (SEAT_BITS * seat + INFLUENCE_BITS * caste) & _INFLUENCE_MASK for seat in range(players)
        )
        most = max(influence)
        by_caste[caste] = influence
        taker[caste] = influence.index(most) if most and influence.count(most) == 1 else None
    open_land = tuple(name for land, name in _LAND_BESIDE[settlement] if land_empty >> land & 1)
    return Standing(settlement, open_land, by_caste, taker)
