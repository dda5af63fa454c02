"""Who would take what: the influence around every settlement that still has pieces."""

from __future__ import annotations

from typing import NamedTuple

from tenka.game import Seat
from tenka.samurai.board import LAND_AROUND, LAND_SPACES, SETTLEMENTS, SETTLEMENTS_BY_PLAYERS, place_name
from tenka.samurai.pieces import NUM_CASTES
from tenka.samurai.rules import influence_around, influence_of, strongest
from tenka.samurai.state import State


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


def standing_of(known: State, settlement: int) -> Standing:
    """How a settlement stands."""
    players = int(known.players)
    packed = int(influence_around(known, settlement))
    castes = [caste for caste in range(NUM_CASTES) if int(known.pieces[caste]) >> settlement & 1]
    takers = {caste: int(strongest(packed, players, caste)) for caste in castes}
    empty = int(known.land_empty) & int(LAND_AROUND[settlement])
    return Standing(
        settlement,
        tuple(space.name for land, space in enumerate(LAND_SPACES) if empty >> land & 1),
        {caste: tuple(int(influence_of(packed, seat, caste)) for seat in range(players)) for caste in castes},
        {caste: taker if taker >= 0 else None for caste, taker in takers.items()},
    )


def standings(known: State) -> list[Standing]:
    """Every settlement with pieces, those next that are closest to falling."""
    every = [standing_of(known, settlement) for settlement in range(SETTLEMENTS_BY_PLAYERS[known.players])]
    left = [standing for standing in every if standing.by_caste]
    return sorted(left, key=lambda standing: len(standing.open_land))
