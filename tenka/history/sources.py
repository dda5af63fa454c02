"""Where every value of the data comes from: the rule book, a report of a session, history, or a reconstruction of ours.

For people who ask about a card, and for the page ``docs/history-data.md``, which `make_page` writes.
"""

from __future__ import annotations

import difflib
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from tenka.game import GameError
from tenka.history.data import Daimyo, Data, Event, Province, Region, SeaZone

KINDS = ("rule book", "report", "history", "reconstruction")
EVIDENCE = KINDS[:2]
"""What tells of the printed game; the others do not."""


Item: TypeAlias = Daimyo | Event | Province | SeaZone | Region
"""What there is a sheet of."""


class Fact(NamedTuple):
    """A value and its source."""

    name: str
    value: str
    source: str
    """As the data says it."""

    @property
    def kind(self) -> str:
        """One of `KINDS`; where a source names two, the less certain one."""
        return kind_of(self.source)


class Sheet(NamedTuple):
    """All that is known of a card or a place."""

    title: str
    text: str
    facts: tuple[Fact, ...]


def kind_of(source: str) -> str:
    """The kind of a source; a note in brackets does not change it.

    >>> kind_of("report ayukata (20); cumulative 4 is rulebook §3.1(2)")
    'report'
    >>> kind_of("rulebook §5 (the example takes 6 counters; report ayukata prints 5)")
    'rule book'
    """
    source = re.sub(r" \([^)]*\)", "", source)
    for kind in ("reconstruction", "history", "report"):
        if kind in source:
            return kind
    return "rule book" if "rulebook" in source else "reconstruction"


def find_sheet(data: Data, wanted: str) -> Sheet:
    """The card or place of an id, a number such as ``e31``, or a name in any case; raises GameError."""
    sheets: dict[str, Any] = {}
    for daimyo in data.daimyo:
        sheets[daimyo.id] = sheets[daimyo.name.lower()] = daimyo
    for zone in data.sea_zones:
        sheets[zone.id] = sheets[zone.name.lower()] = zone
    for province in data.provinces:
        sheets[province.id] = sheets[province.name.lower()] = province
    for region in data.regions:
        if region.id not in sheets:
            sheets[region.id] = sheets[region.name.lower()] = region
        sheets[f"region:{region.id}"] = region
    for event in reversed(data.events):  # of cards with one name the first
        sheets[f"e{event.number}"] = sheets[event.name.lower()] = event
    key = " ".join(wanted.lower().split())
    if key not in sheets:
        similar = difflib.get_close_matches(key, sheets, n=3, cutoff=0.6)
        hint = f"; did you mean {' or '.join(similar)}?" if similar else ", such as taira, e31, kaga or region:kinki"
        raise GameError(f"there is no card or place {wanted[:40]!r}{hint}")
    return make_sheet(data, sheets[key])


def make_sheet(data: Data, item: Item) -> Sheet:
    """The sheet of a card or a place."""
    if isinstance(item, Daimyo):
        return _daimyo_sheet(item)
    if isinstance(item, Event):
        return _event_sheet(item, [event.number for event in data.events if event.name == item.name])
    if isinstance(item, Province):
        return _province_sheet(item)
    if isinstance(item, SeaZone):
        return _sea_sheet(item)
    return _region_sheet(item)


def _fact(src: Mapping[str, str], name: str, value: str, key: str) -> Fact:
    return Fact(name, value, src.get(key, "reconstruction"))


def _daimyo_sheet(card: Daimyo) -> Sheet:
    src = card.src
    strength = str(card.strength)
    if card.cumulative != card.strength:
        strength += f", counts as {card.cumulative}"
    settles = not any(effect["kind"] == "no_settlement" for effect in card.effects)
    no_capital = "none; a city where he begins" if settles else "none, and no city"
    facts = (
        _fact(src, "name", f"{card.name} {card.kanji}", "name"),
        _fact(src, "general", card.general or "-", "general"),
        _fact(src, "epoch", str(card.epoch), "epoch"),
        _fact(src, "order", str(card.order), "order"),
        _fact(src, "begins in", ", ".join(card.initial) or "any province", "initial"),
        _fact(src, "strength", strength, "strength"),
        _fact(src, "navy", "yes" if card.navy else "no", "navy"),
        _fact(src, "capital", card.capital or no_capital, "capital"),
        _fact(src, "regional", "yes" if card.regional else "no", "regional"),
        _fact(src, "special", describe_effects(card.effects) or "none", "special"),
    )
    return Sheet(f"daimyo {card.id}", card.note, facts)


def _event_sheet(card: Event, copies: Sequence[int]) -> Sheet:
    """`copies` are the numbers of all cards of that name."""
    src = dict(card.src)
    if card.number != copies[0]:
        src["exists"], src["name"] = f"reconstruction (a further copy of e{copies[0]})", src.get("name", src["exists"])
    when = {"before": "before the turn", "during": "during the turn", "after_epoch": "after the epoch"}[card.timing]
    facts = (
        _fact(src, "name", f"{card.name} {card.kanji}", "name" if "name" in src else "exists"),
        _fact(src, "is a card", "yes", "exists"),
        _fact(src, "copies", str(len(copies)), "copies"),
        _fact(src, "number", f"e{card.number}", "number"),
        _fact(src, "colour", card.colour, "colour"),
        _fact(src, "epochs", " ".join(map(str, card.epochs)), "epochs"),
        _fact(src, "played", when, "timing"),
        _fact(src, "effect", ", ".join(effect["kind"] for effect in card.effects), "effect"),
        _fact(src, "figures", describe_effects(card.effects), "params"),
    )
    return Sheet(f"event e{card.number} {card.name}", card.text, facts)


def _province_sheet(province: Province) -> Sheet:
    src = province.src
    borders = "; ".join(f"{kind}: {', '.join(ids)}" for kind, ids in province.neighbours.items() if ids)
    name_source = "rulebook" if province.id == "miyako" else "report ayukata" if "mutsu" in province.id else "history"
    facts = (
        Fact("name", f"{province.name} {province.kanji}", name_source),
        _fact(src, "is a province", "yes", "exists"),
        _fact(src, "region", province.region, "region"),
        _fact(src, "neighbours", ", ".join(sorted(sum(province.neighbours.values(), ()))), "neighbours"),
        _fact(src, "borders", borders, "border_kind"),
        Fact("landmass", province.landmass, "history"),
    )
    return Sheet(f"province {province.id}", "", facts)


def _sea_sheet(zone: SeaZone) -> Sheet:
    facts = (
        _fact(zone.src, "sea zone", f"{zone.name} {zone.kanji}", "exists"),
        _fact(zone.src, "shores", ", ".join(zone.touches), "touches"),
        _fact(zone.src, "next to", ", ".join(zone.adjacent) or "no other", "adjacent"),
    )
    return Sheet(f"sea zone {zone.id}", "", facts)


def _region_sheet(region: Region) -> Sheet:
    facts = (
        _fact(region.src, "region", f"{region.name} {region.kanji}", "exists"),
        _fact(region.src, "provinces", ", ".join(region.provinces), "provinces"),
        _fact(region.src, "base points", " ".join(map(str, region.base)), "base"),
    )
    return Sheet(f"region {region.id}", "", facts)


def describe_effects(effects: Sequence[Mapping[str, Any]]) -> str:
    """Effects with their figures, as the data has them.

    >>> describe_effects([{"kind": "vp_take", "provinces": ["miyako"], "vp": 2}])
    'vp_take: provinces miyako, vp 2'
    """
    return "; ".join(_describe_effect(effect) for effect in effects)


def _describe_effect(effect: Mapping[str, Any]) -> str:
    figures = []
    for name, value in effect.items():
        if name != "kind":
            shown = " ".join(map(str, value)) if isinstance(value, list | tuple) else value
            figures.append(f"{name} {'yes' if value is True else 'no' if value is False else shown}")
    return f"{effect['kind']}: {', '.join(figures)}" if figures else str(effect["kind"])


# --- the page ---------------------------------------------------------------------------------------------

_MARKS = {"rule book": "**B**", "report": "R", "history": "H", "reconstruction": "·"}

_HEAD = """# History of the Samurai: where each value comes from

The rules are published; the printed map and the 96 cards are not. What we play with is put together from four sources,
and every single value says from which, here and in a game (`card taira`, `card e31`, `card kaga`):

| | |
|---|---|
| **B** rule book | the published rules say so |
| R report | told in a public report of the game; [which ones](#the-reports) |
| H history | a fact about the old provinces, and no evidence of the printed game |
| · reconstruction | our own filling, to make a whole game of it |

Rule book and reports are evidence of what is printed; history and reconstruction are not. That two provinces touched,
or which island they are on, is a fact; that the printed map shows it so is our guess. How many copies there are of an
event card is told nowhere, so only the first of several counts as one that is known.

So **most navies, capitals, regional flags and special rules, all base points, all kinds of borders, most sea zones and
many event cards are ours and not the printed ones.** Who owns the game can put the printed values into a copy of
[`tenka/history/data`](../tenka/history/data) and play with `--data DIR`. This page is written by
`python -m tools.history_data` from that folder, and a test holds it to that.

Base points were fitted so that a thousand games of five `greedy` players end, place by place, within 15 % of a
published session (177/168/164/150/119; see [the figures](../benchmarks/results/balance.md)). For that five of them, all
reconstructions, were lowered by one: Miyako in epoch 2, Kinki in epochs 4, 5 and 6, and Kantou in epoch 7.

Where sources disagree, the rule book counts: its example gives Hatakeyama 6 counters, and a report prints 5.
"""


def make_page(data: Data) -> str:
    """The page ``docs/history-data.md``."""
    groups: list[tuple[str, list[Sheet]]] = [
        ("Daimyo cards", [make_sheet(data, card) for card in data.daimyo]),
        ("Event cards", [make_sheet(data, event) for event in data.events]),
        ("Regions", [make_sheet(data, region) for region in data.regions]),
        ("Provinces", [make_sheet(data, province) for province in data.provinces]),
        ("Sea zones", [make_sheet(data, zone) for zone in data.sea_zones]),
    ]
    parts = [_HEAD, _summary(groups), _reports(data)]
    for title, sheets in groups:
        names = [fact.name for fact in sheets[0].facts]
        lines = [f"## {title}", "", f"| {' | '.join(names)} |", f"|{'---|' * len(names)}"]
        for sheet in sheets:
            cells = [f"{fact.value} {_MARKS[fact.kind]}".replace("|", "/") for fact in sheet.facts]
            lines.append(f"| {' | '.join(cells)} |")
        parts.append("\n".join(lines) + "\n")
    notes = _notes(groups)
    parts.append(
        "## Sources in full, where they say more\n\n| | value | source |\n|---|---|---|\n" + "\n".join(notes) + "\n"
    )
    return "\n".join(parts)


def _summary(groups: Sequence[tuple[str, Sequence[Sheet]]]) -> str:
    columns = (*KINDS, "evidence")
    lines = ["## How many values come from where", "", f"| | {' | '.join(columns)} |", f"|---|{'---|' * len(columns)}"]
    counted = {title: Counter(fact.kind for sheet in sheets for fact in sheet.facts) for title, sheets in groups}
    for title, counts in (counted | {"all": sum(counted.values(), Counter())}).items():
        share = sum(counts[kind] for kind in EVIDENCE) / counts.total()
        lines.append(f"| {title} | {' | '.join(str(counts[kind]) for kind in KINDS)} | {share:.0%} |")
    return "\n".join(lines) + "\n"


def _reports(data: Data) -> str:
    lines = ["## The reports", "", "| report | of | tells |", "|---|---|---|"]
    lines += [f"| [{report.name}]({report.address}) | {report.date} | {report.tells} |" for report in data.reports]
    return "\n".join(lines) + "\n"


def _notes(groups: Sequence[tuple[str, Sequence[Sheet]]]) -> list[str]:
    """Sources that are more than a word or a paragraph."""
    notes: dict[tuple[str, str], list[str]] = {}
    for _, sheets in groups:
        for sheet in sheets:
            for fact in sheet.facts:
                if not _PLAIN.fullmatch(fact.source):
                    notes.setdefault((sheet.title, fact.source), []).append(fact.name)
    return [f"| {title} | {', '.join(names)} | {source} |" for (title, source), names in notes.items()]


_PLAIN = re.compile(r"report \w+|history \(which provinces touch\)|(rulebook|§\S+| |,)+|\w+")
