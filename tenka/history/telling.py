"""What is told of a line of the record: rolls with their odds, points step by step, luck, cards and what comes next."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from tenka.history.cards import COLOURS
from tenka.history.luck import luck_of_line, read_rolls
from tenka.history.points import OTHERS
from tenka.history.record_lines import HIDDEN, Words, parse_who, split_line

_ENDS: dict[str, Literal["taken", "empty", "held"]] = {"won": "taken", "empty": "empty", "lost": "held"}


@dataclass(frozen=True)
class HistoryRoll:
    """A roll of both sides."""

    attack: int
    """The best die."""
    defend: int
    attack_dice: int
    """How many there were."""
    defend_dice: int
    castle: bool
    """The defender adds 1."""
    area: str | None
    against: str | None
    """The colour of the defender."""


@dataclass(frozen=True)
class HistoryBattle:
    """A fight and how it ended."""

    area: str
    against: str
    """The colour of the defender,"""
    defenders: int
    """and his counters at the first roll."""
    ended: Literal["taken", "empty", "held"]
    take: float
    """Before the first roll: the chance that the area is taken,"""
    empty: float
    """that nobody is left there,"""
    held: float
    """and that it is held."""


@dataclass(frozen=True)
class RegionPoints:
    """What a region brought: base points times the level."""

    base: int
    level: int
    """1 to 5, as in `HistoryInfo.levels`."""
    points: int


@dataclass(frozen=True)
class HistoryScoring:
    """The points of a turn's end, step by step."""

    total: int
    regions: dict[str, RegionPoints]
    seas: int
    centres: int
    capitals: int
    cities: int
    markets: int


@dataclass(frozen=True)
class HistoryNext:
    """Whose turn has come."""

    colour: str
    card: str


@dataclass(frozen=True)
class HistoryPly:
    """What came of a line of the record, as these eyes may know it."""

    colour: str
    """Whose line it is: with two and three players a seat has several."""
    points: int = 0
    """All that it brought that colour."""
    gained: dict[str, int] | None = None
    """Those of its course: *taking* provinces and seas that the card names, *kills* where an event pays for them,
    *castle* for one taken, *event* for what a card brings at once."""
    scored: HistoryScoring | None = None
    """Those of the turn's end."""
    rolls: list[HistoryRoll] | None = None
    battle: HistoryBattle | None = None
    luck: dict[str, float] | None = None
    """By colour: how many counters the rolls took from others, less what they cost, beyond what was to be expected."""
    cards: dict[str, str | None] | None = None
    """When all have drawn: the daimyo of each colour, null where it is not for these eyes."""
    next: HistoryNext | None = None
    epoch: int | None = None
    """The epoch that begins."""


def tell(line: str) -> dict[str, Any]:
    """A line of a record, taken apart: a `ToldPly`, with a `HistoryPly` for its details."""
    words = split_line(line)
    is_chance = words.keyword in ("draw", "dice", "raid")
    told: dict[str, Any] = {
        "seat": -1 if is_chance else words.seat,
        "line": line,
        "kind": words.keyword,
        "tokens": words.tokens,
        "takes": [],
        "draws": [],
    }
    if words.keyword not in ("deal", "end"):
        told["details"] = tell_details(words)
    return told


def tell_details(words: Words) -> dict[str, Any]:
    """A `HistoryPly`; what there is none of is left out."""
    facts = words.facts
    details: dict[str, Any] = {"colour": COLOURS[words.colour]}
    if "points" in facts:
        details["points"] = int(facts["points"][0])
    if "gained" in facts:
        details["gained"] = {name: int(points) for name, _, points in (word.partition(":") for word in facts["gained"])}
    if "scored" in facts:
        details["scored"] = _tell_scoring(facts["scored"])
    if words.keyword in ("dice", "raid"):
        details["rolls"] = _tell_rolls(words)
        details["luck"] = {colour: round(more, 4) + 0.0 for colour, more in luck_of_line(words).items()}
        if battle := _tell_battle(facts):
            details["battle"] = battle
    cards = {who[1]: tokens[0] for text, tokens in facts.items() if (who := parse_who(text)) is not None}
    if words.keyword in ("draw", "draft") and cards:
        details["cards"] = {COLOURS[colour]: None if card == HIDDEN else card for colour, card in cards.items()}
    if "next" in facts and (who := parse_who(facts["next"][0])) is not None:
        details["next"] = {"colour": COLOURS[who[1]], "card": facts["next"][1]}
    if "epoch" in facts:
        details["epoch"] = int(facts["epoch"][0])
    return details


def _tell_scoring(words: list[str]) -> dict[str, Any]:
    values = dict(word.split(":") for word in words)
    others = {name: int(values.pop(name, 0)) for name in OTHERS}
    regions = {}
    for name, product in values.items():
        base, level = (int(number) for number in product.split("x"))
        regions[name] = {"base": base, "level": level, "points": base * level}
    total = sum(region["points"] for region in regions.values()) + sum(others.values())
    return {"total": total, "regions": regions, **others}


def _tell_rolls(words: Words) -> list[dict[str, Any]]:
    """Where a line does not say where and against whom, as older ones do not, that is null."""
    rolls, facts = read_rolls(words), words.facts
    if words.keyword == "dice":
        areas = next((facts[end] for end in _ENDS if end in facts), []) * len(rolls)
        against = facts.get("against", [])[:1] * len(rolls)
    else:
        areas, against = facts.get("at", []), facts.get("against", [])
    blank = [None] * len(rolls)
    return [
        {**roll._asdict(), "castle": bool(roll.castle), "area": area, "against": colour}
        for roll, area, colour in zip(rolls, areas or blank, against or blank, strict=True)
    ]


def _tell_battle(facts: dict[str, list[str]]) -> dict[str, Any] | None:
    end = next((end for end in _ENDS if end in facts), None)
    if end is None or "chances" not in facts:
        return None
    take, empty, held = (float(chance) for chance in facts["chances"])
    return {
        "area": facts[end][0],
        "against": facts["against"][0],
        "defenders": int(facts["against"][1]),
        "ended": _ENDS[end],
        "take": take,
        "empty": empty,
        "held": held,
    }
