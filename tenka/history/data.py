"""The map and the cards as values: what `tenka.history.reading` makes of a folder of data.

Every value's source is in ``src``: the rule book, a report, history, or our own reconstruction.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tenka.game import GameError

FILES = ("provinces.toml", "daimyo.toml", "events.toml")


class InvalidData(GameError):
    """A folder of data that cannot be played with. The sentence names the file, the card and the field."""


@dataclass(frozen=True)
class Region:
    """Provinces of one colour on the map."""

    id: str
    name: str
    kanji: str
    base: tuple[int, ...]
    """By epoch: the base points."""
    provinces: tuple[str, ...]
    src: Mapping[str, str]


@dataclass(frozen=True)
class Province:
    """An area on land."""

    id: str
    name: str
    kanji: str
    code: str
    region: str
    landmass: str
    neighbours: Mapping[str, tuple[str, ...]]
    """By kind of border: the provinces behind it."""
    anchor: tuple[int, ...]
    """Column and row of the hex where its name and counters stand; empty where a folder does not say."""
    src: Mapping[str, str]


@dataclass(frozen=True)
class SeaZone:
    """An area at sea."""

    id: str
    name: str
    kanji: str
    code: str
    touches: tuple[str, ...]
    adjacent: tuple[str, ...]
    anchor: tuple[int, ...]
    """As of a province."""
    src: Mapping[str, str]


@dataclass(frozen=True)
class Strait:
    """Two provinces that are adjacent over water (§1.3)."""

    a: str
    b: str
    sea_zone: str
    """Who has a current counter there crosses without defensive terrain."""


@dataclass(frozen=True)
class Daimyo:
    """A daimyo card."""

    id: str
    epoch: int
    order: int
    name: str
    kanji: str
    general: str
    initial: tuple[str, ...]
    """Initial provinces; empty for a card that chooses one."""
    strength: int
    cumulative: int
    navy: bool
    capital: str
    regional: bool
    effects: tuple[Mapping[str, Any], ...]
    in_four: bool
    """Whether the card is used by four players (§9.2)."""
    only_six_colours: bool
    """Whether the card is used with six colours only (§9.1)."""
    note: str
    src: Mapping[str, str]


@dataclass(frozen=True)
class Event:
    """An event card."""

    number: int
    name: str
    kanji: str
    colour: str
    epochs: tuple[int, ...]
    timing: str
    effects: tuple[Mapping[str, Any], ...]
    text: str
    in_four: bool
    src: Mapping[str, str]


@dataclass(frozen=True)
class Report:
    """Somebody's account of the game in public, from which values were recovered."""

    name: str
    """As sources call it: ``report ayukata``."""
    date: str
    address: str
    tells: str


@dataclass(frozen=True, eq=False)
class Data:
    """Everything in a folder, in the order of the standard data."""

    folder: Path
    regions: tuple[Region, ...]
    provinces: tuple[Province, ...]
    sea_zones: tuple[SeaZone, ...]
    straits: tuple[Strait, ...]
    centres: tuple[str, ...]
    """The political centres (§8.1)."""
    unused_by_four: frozenset[str]
    """Provinces and sea zones out of play with four players (§9.2)."""
    daimyo: tuple[Daimyo, ...]
    groups: tuple[str, ...]
    """The colours of the event cards."""
    events: tuple[Event, ...]
    epochs: tuple[Mapping[str, Any], ...]
    """Names and years of the epochs."""
    reports: tuple[Report, ...]
    sources: Mapping[str, str]
    """Further notes on where values come from, such as the one on Honganji."""
