"""Rule options and the editions that preset them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from itertools import product
from typing import Any

from tenka.game import InvalidOptions, Seat
from tenka.samurai.pieces import COLOURS
from tenka.samurai.state import (
    CAPTURED_HIDDEN,
    CAPTURES_AT_ONCE,
    HANDS_CHOSEN,
    PIECES_PLACED,
    SWITCH_SAME,
)
from tenka.samurai.title import TITLE

_BITS = {
    "hands": (HANDS_CHOSEN, "chosen"),
    "pieces": (PIECES_PLACED, "placed"),
    "captures": (CAPTURES_AT_ONCE, "once"),
    "captured": (CAPTURED_HIDDEN, "hidden"),
    "switch_same": (SWITCH_SAME, "yes"),
}

_CHOICES = {option.name: option.choices for option in TITLE.options}

EDITIONS = _CHOICES["edition"]

CHOICES = {name: _CHOICES[name] for name in _BITS}
"""Each option that can be set by itself, with its values; the first is what the 2015 edition plays."""


@dataclass(frozen=True)
class Options:
    """The rules of one game. `make_options` makes them from an edition."""

    players: int = 2
    edition: str = "2015"
    hands: str = "chosen"
    """*chosen*: each player secretly chooses five tiles; *random*: they are dealt."""
    pieces: str = "placed"
    """*placed*: the players place the pieces in turn; *random*: they are scattered."""
    captures: str = "end"
    """*end*: after all tiles of a turn; *once*: after every tile."""
    captured: str = "hidden"
    """*hidden*: nobody sees how many pieces others have until the end; *open*: everybody does."""
    switch_same: str = "yes"
    """Whether the switch tile may exchange two pieces of one caste, which changes nothing."""
    first: Seat | None = None
    """The youngest player: a seat, or None to draw one."""

    @property
    def bits(self) -> int:
        """The options as bits of the state."""
        return sum(bit for name, (bit, value) in _BITS.items() if getattr(self, name) == value)


def edition_presets(edition: str, players: int) -> dict[str, str]:
    """What an edition says where others differ."""
    presets = {name: values[0] for name, values in CHOICES.items()}
    if edition == "1998" and players == 2:
        presets["captured"] = "open"
    if edition == "sheet":
        presets["switch_same"] = "no"
    return presets


def make_options(given: Mapping[str, Any]) -> Options:
    """Options by name, as numbers or texts, on top of an edition.

    >>> make_options({"players": 2, "edition": "1998"}).captured
    'open'
    """
    known = [field.name for field in fields(Options)]
    for name in given:
        if name not in known:
            raise InvalidOptions(f"there is no rule option {name!r}; there are {', '.join(known)}")
    text = str(given.get("players", 2))
    if text not in {"2", "3", "4"}:
        raise InvalidOptions(f"Samurai is for 2, 3 or 4 players, not {text}")
    players = int(text)
    edition = _one_of("edition", given.get("edition", EDITIONS[0]), EDITIONS)
    values = edition_presets(edition, players)
    for name, choices in CHOICES.items():
        if given.get(name) is not None:
            values[name] = _one_of(name, given[name], choices)
    return Options(players=players, edition=edition, first=_read_first(given.get("first"), players), **values)


def _one_of(name: str, value: Any, choices: tuple[str, ...]) -> str:
    if str(value) not in choices:
        raise InvalidOptions(f"{name} is {' or '.join(choices)}, not {value}")
    return str(value)


def _read_first(value: Any, players: int) -> Seat | None:
    if value is None or value == "random":
        return None
    colours = COLOURS[:players]
    if value in colours:
        return colours.index(value)
    if str(value) in {str(seat) for seat in range(players)}:
        return int(value)
    raise InvalidOptions(f"the first player is {', '.join(colours)} or random, not {value}")


def describe_options(options: Options) -> dict[str, str]:
    """The options by name, as texts, in the order in which records write them."""
    described = {"players": str(options.players), "edition": options.edition}
    described |= {name: getattr(options, name) for name in CHOICES}
    if options.first is not None:
        described["first"] = COLOURS[options.first]
    return described


def every_options() -> Iterator[Options]:
    """Every player count with every combination of options."""
    for players in (2, 3, 4):
        for values in product(*CHOICES.values()):
            yield make_options({"players": players, **dict(zip(CHOICES, values, strict=True))})
