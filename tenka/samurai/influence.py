"""Who would take what: the influence around every settlement that still has pieces."""

from __future__ import annotations

import struct
from functools import lru_cache
from typing import Any, NamedTuple, cast

import numpy as np

from tenka.compiled import jit
from tenka.crossing import entry, pack, record_in
from tenka.game import Seat
from tenka.samurai.board import (
    LAND_AROUND,
    LAND_SPACES,
    NUM_SETTLEMENTS,
    SETTLEMENTS,
    SETTLEMENTS_BY_PLAYERS,
    place_name,
)
from tenka.samurai.pieces import INFLUENCE_BITS, NUM_CASTES, SEAT_BITS
from tenka.samurai.rules import influence_around
from tenka.samurai.state import SIZE, STATE, State, array_of

_field = np.void.__getitem__
"""A field of a state, past np.record, which looks fields up in slow Python."""

_INFLUENCE_MASK = (1 << INFLUENCE_BITS) - 1
_LAND_BESIDE = [
    [(land, space.name) for land, space in enumerate(LAND_SPACES) if int(around) >> land & 1] for around in LAND_AROUND
]
"""By settlement: the land spaces next to it, with their names."""
_PLAYERS_BITS = 3


class Siege(NamedTuple):
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


def sieges(known: State) -> list[Siege]:
    """Every settlement with pieces, those next that are closest to falling."""
    left = [siege for siege in all_sieges(known) if siege.by_caste]
    return sorted(left, key=lambda siege: len(siege.open_land))


def all_sieges(known: State) -> list[Siege]:
    """How every settlement stands, those without pieces too."""
    return [siege_of(*row) for row in siege_rows(known)]


def siege_rows(known: State) -> list[list[int]]:
    """By settlement: all that its siege depends on, see `siege_of`."""
    rows = np.empty((SETTLEMENTS_BY_PLAYERS[_field(known, "players")], 3), np.int64)
    _fill_rows(array_of(known), rows)
    return cast("list[list[int]]", rows.tolist())


def changed_rows(before: State, after: State) -> list[tuple[int, ...]]:
    """The settlements where something is different: each its number, its row before, and its row after."""
    return list(_CHANGED_ROW.iter_unpack(_changed_rows.call(before, after)))


_CHANGED_ROW = struct.Struct("7q")


@jit
def _fill_rows(states: Any, rows: Any) -> None:
    for settlement in range(len(rows)):
        rows[settlement, 0], rows[settlement, 1], rows[settlement, 2] = _row(states[0], settlement)


@entry(SIZE, SIZE)
def _changed_rows(taken_before: Any, taken_after: Any) -> Any:
    before, after = record_in(taken_before, STATE), record_in(taken_after, STATE)
    rows = np.empty((NUM_SETTLEMENTS, 7), np.int64)
    num = 0
    for settlement in range(SETTLEMENTS_BY_PLAYERS[after.players]):
        old, new = _row(before, settlement), _row(after, settlement)
        if old != new:
            rows[num, 0] = settlement
            for place in range(3):
                rows[num, 1 + place], rows[num, 4 + place] = old[place], new[place]
            num += 1
    return pack(rows.reshape(-1), 7 * num)


@jit
def _row(state: State, settlement: int) -> tuple[int, int, int]:
    which = settlement << NUM_CASTES
    for caste in range(NUM_CASTES):
        which |= (state.pieces[caste] >> settlement & 1) << caste
    land_empty = state.land_empty & LAND_AROUND[settlement]
    return which << _PLAYERS_BITS | int(state.players), land_empty, influence_around(state, settlement)


@lru_cache(50_000)
def siege_of(which: int, land_empty: int, packed: int) -> Siege:
    """Little changes around most settlements from turn to turn, so these are kept.

    `which` is the settlement, its pieces and the number of players as bits, `packed` the influence around it as in
    `pieces.INFLUENCE_BITS`.
    """
    players, pieces = which & (1 << _PLAYERS_BITS) - 1, which >> _PLAYERS_BITS
    settlement = pieces >> NUM_CASTES
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
    return Siege(settlement, open_land, by_caste, taker)
