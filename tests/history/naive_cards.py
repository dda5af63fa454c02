"""What the naive engine reads: the files of data, taken by themselves, and what they say of areas, cards and dice."""

from __future__ import annotations

import tomllib
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import tenka.history

DATA = Path(tenka.history.__file__).parent / "data"


@cache
def read(name: str) -> dict[str, Any]:
    return tomllib.loads((DATA / name).read_text("utf-8"))


LAND = {one["id"]: one for one in read("provinces.toml")["province"]}
SEA = {one["id"]: one for one in read("provinces.toml")["sea_zone"]}
REGIONS = {one["id"]: one for one in read("provinces.toml")["region"]}
META = read("provinces.toml")["meta"]
STRAITS = read("provinces.toml")["strait"]
DAIMYO = {one["id"]: one for one in read("daimyo.toml")["daimyo"]}
EVENTS = {f"e{one['number']}": one for one in read("events.toml")["event"]}


def effect(card: dict[str, Any], kind: str) -> dict[str, Any] | None:
    """What a card says under this keyword, if anything."""
    return next((one for one in card["effects"] if one["kind"] == kind), None)


@cache
def borders_of(name: str) -> dict[str, str]:
    """§1.3: the provinces that are adjacent to a province; what is impassable, or a corner, is not."""
    found = {}
    for other in LAND:
        for one, two in ((name, other), (other, name)):
            for kind in ("normal", "defensive"):
                if two in LAND[one]["neighbours"][kind]:
                    found[other] = kind
    for strait in STRAITS:
        if name in (strait["a"], strait["b"]):
            found[strait["b"] if name == strait["a"] else strait["a"]] = "strait"
    return found


@dataclass
class Army:
    """Counters of one colour in one area."""

    colour: str
    current: bool
    count: int


@dataclass
class Leader:
    """Who acts: a daimyo, or a lesser one from an event card."""

    initial: list[str]
    """§6.1: where the first counters go, without a roll; none for somebody who chooses."""
    strength: int
    navy: bool
    regional: bool
    card: dict[str, Any]
    """What his special rules are read from."""
    is_lesser: bool = False
    has_city: bool = True


@dataclass
class Fight:
    """A combat that goes on."""

    area: str
    attackers: int
    terrain: bool
    """Whether the defender has the die for terrain."""
    is_revolt: bool = False


@cache
def best_die(dice: int) -> dict[int, Fraction]:
    """The chances of each highest die among so many."""
    counts = Counter(max(throw) for throw in product(range(1, 7), repeat=dice))
    return {best: Fraction(count, 6**dice) for best, count in counts.items()}


def turn_points(held: dict[str, bool], epoch: int, capitals: set[str], cities: set[str], markets: set[str]) -> int:
    """§8.1: what areas bring at the end of a turn to who holds them; by area: whether with current counters."""
    points = 0
    for region in REGIONS.values():
        mine = [name for name in region["provinces"] if name in held]
        whole = len(mine) == len(region["provinces"])
        if whole and all(held[name] for name in mine):
            level = 5  # supremacy
        elif whole:
            level = 4  # control
        elif 2 * len(mine) > len(region["provinces"]):
            level = 3  # dominance
        elif len(mine) >= 3:
            level = 2  # influence
        else:
            level = 1 if mine else 0  # presence
        points += level * region["base"][epoch - 1]
    points += sum(area in SEA for area in held)
    points += sum(name in held for name in META["political_centers"])
    points += 2 * len(capitals & set(held)) + len(cities & set(held)) + len(markets & set(held))
    return points
