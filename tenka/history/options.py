"""The options of a game: how many play, and with which data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tenka.game import InvalidOptions, Seat
from tenka.history.cards import MAX_PLAYERS, MIN_PLAYERS, colours_of
from tenka.history.tables import find_data

DEFAULT_PLAYERS = 5
"""The base game."""


@dataclass(frozen=True)
class Options:
    """One game. `make_options` makes them."""

    players: int
    """Persons; two play three colours each, three play two."""
    data: str
    """The digest of the data, see `tenka.history.tables`."""

    @property
    def first(self) -> Seat:
        """Always 0: nobody begins, the cards say who plays when."""
        return 0

    @property
    def bits(self) -> int:
        """The number of the data, as states have it."""
        return int(self.data, 16)

    @property
    def colours(self) -> int:
        """How many colours are in play."""
        return colours_of(self.players)


def make_options(given: Mapping[str, Any]) -> Options:
    """Options by name, as numbers or texts. `data` is a folder or a digest.

    >>> make_options({"players": 2}).colours
    6
    """
    for name in given:
        if name not in ("players", "data"):
            raise InvalidOptions(f"there is no option {name!r} in History of the Samurai; there are players, data")
    text = str(given.get("players", DEFAULT_PLAYERS))
    allowed = [str(players) for players in range(MIN_PLAYERS, MAX_PLAYERS + 1)]
    if text not in allowed:
        raise InvalidOptions(f"History of the Samurai is for 2 to 6 players, not {text}")
    data = given.get("data")
    return Options(int(text), find_data(None if data is None else str(data)).digest)


def describe_options(options: Options) -> dict[str, str]:
    """The options by name, as texts, in the order in which records write them."""
    return {"players": str(options.players), "data": options.data}


def every_options() -> Iterator[Options]:
    """Every player count, with the standard data."""
    for players in range(MIN_PLAYERS, MAX_PLAYERS + 1):
        yield make_options({"players": players})
