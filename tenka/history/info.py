"""What is the same in every game of History of the Samurai: map, cards, and where their values come from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

from tenka.history.cards import COLOURS, EVENTS_PER_EPOCH, NORMAL_DICE
from tenka.history.data import Daimyo, Data, Event
from tenka.history.mosaic import read_mosaic
from tenka.history.reading import standard
from tenka.history.sources import Sheet, kind_of, make_sheet

SourceKind = Literal["rule book", "report", "history", "reconstruction"]


@dataclass(frozen=True)
class ProvinceInfo:
    """An area on land."""

    id: str
    name: str
    kanji: str
    code: str
    """In the mosaic."""
    anchor: list[int]
    """Column and row of the hex where its name and counters stand."""
    region: str
    landmass: str
    normal: list[str]
    """Provinces behind an open border."""
    defensive: list[str]
    """Provinces behind a border that helps the defender."""
    impassable: list[str]
    sources: dict[str, str]
    """By value: where it comes from, in the data's words; `HistoryInfo.source_kinds` has the kind of each."""


@dataclass(frozen=True)
class SeaZoneInfo:
    """An area at sea."""

    id: str
    name: str
    kanji: str
    code: str
    """In the mosaic."""
    anchor: list[int]
    """Column and row of the hex where its name and counters stand."""
    touches: list[str]
    """Provinces on its coast."""
    adjacent: list[str]
    """Sea zones next to it."""
    sources: dict[str, str]
    """As of a province."""


@dataclass(frozen=True)
class StraitInfo:
    """Two provinces that are adjacent over water."""

    between: list[str]
    sea_zone: str
    """Who has a current counter there crosses without defensive terrain."""


@dataclass(frozen=True)
class RegionInfo:
    """Provinces of one colour on the map."""

    id: str
    name: str
    kanji: str
    base: list[int]
    """By epoch: the base points."""
    provinces: list[str]
    sources: dict[str, str]
    """As of a province."""


@dataclass(frozen=True)
class EffectInfo:
    """Something that a card does."""

    kind: str
    """A keyword of the data's, such as ``vp_take``."""
    figures: dict[str, int | str | bool | list[str]]
    """What must be said about it, by name, such as ``vp``; places and daimyo by their ids."""


@dataclass(frozen=True)
class DaimyoInfo:
    """A daimyo card."""

    id: str
    name: str
    kanji: str
    general: str
    epoch: int
    order: int
    """In which the turns of an epoch come."""
    initial: list[str]
    """The provinces in which he begins; empty: he chooses one."""
    strength: int
    cumulative: int
    """What it adds to a colour's strength, which orders the draft."""
    navy: bool
    capital: str
    """The province of his capital, empty where he has none."""
    regional: str | None
    """The region outside of which he has a die fewer until he has supremacy there; None: he is no regional power."""
    dice: int
    effects: list[EffectInfo]
    provinces: list[str]
    """All that the card speaks of, to be lit on the map."""
    in_four: bool
    """Whether the card is used by four players."""
    only_six_colours: bool
    """Whether the card is used with six colours only."""
    note: str
    sources: dict[str, str]
    """As of a province."""


@dataclass(frozen=True)
class EventInfo:
    """An event card."""

    id: str
    name: str
    kanji: str
    colour: str
    epochs: list[int]
    timing: Literal["before", "during", "after_epoch"]
    effects: list[EffectInfo]
    provinces: list[str]
    """All that the card speaks of, to be lit on the map."""
    in_four: bool
    """Whether the card is used by four players."""
    text: str
    sources: dict[str, str]
    """As of a province."""


@dataclass(frozen=True)
class ReportInfo:
    """Somebody's account of the game in public, from which values were recovered."""

    name: str
    """As sources call it: ``report ayukata``."""
    date: str
    address: str
    tells: str


@dataclass(frozen=True)
class HistoryInfo:
    """What is the same in every game of History of the Samurai."""

    mosaic: list[str]
    """The map in hexes: a text for each row, with blanks between the codes of areas; ``..`` is nothing. Hexes have a
    flat top, and those in odd columns lie half a hex lower."""
    regions: list[RegionInfo]
    provinces: list[ProvinceInfo]
    sea_zones: list[SeaZoneInfo]
    straits: list[StraitInfo]
    centres: list[str]
    """The political centres: a point for each with an army there."""
    unused_by_four: list[str]
    """Provinces and sea zones out of play with four players."""
    daimyo: list[DaimyoInfo]
    events: list[EventInfo]
    epochs: list[str]
    """Their names."""
    colours: list[str]
    levels: list[str]
    """What a colour can have of a region, for 1, 2, … times its base points."""
    events_per_epoch: int
    """Event cards that a colour may play before and during its turn together."""
    source_kinds: dict[str, SourceKind]
    """By source, as the data words it: its kind. Rule book and report tell of the printed game, the others do not."""
    reports: list[ReportInfo]


@cache
def describe() -> HistoryInfo:
    """Map and cards."""
    data = standard()
    items = [*data.regions, *data.provinces, *data.sea_zones, *data.daimyo, *data.events]
    sheets = [make_sheet(data, item) for item in items]  # type: ignore[arg-type]
    return HistoryInfo(
        mosaic=[" ".join(row) for row in read_mosaic()],
        regions=[
            RegionInfo(
                id=region.id,
                name=region.name,
                kanji=region.kanji,
                base=list(region.base),
                provinces=list(region.provinces),
                sources=_sources(make_sheet(data, region)),
            )
            for region in data.regions
        ],
        provinces=[
            ProvinceInfo(
                id=province.id,
                name=province.name,
                kanji=province.kanji,
                code=province.code,
                anchor=list(province.anchor),
                region=province.region,
                landmass=province.landmass,
                **{kind: list(others) for kind, others in province.neighbours.items()},
                sources=_sources(make_sheet(data, province)),
            )
            for province in data.provinces
        ],
        sea_zones=[
            SeaZoneInfo(
                id=zone.id,
                name=zone.name,
                kanji=zone.kanji,
                code=zone.code,
                anchor=list(zone.anchor),
                touches=list(zone.touches),
                adjacent=list(zone.adjacent),
                sources=_sources(make_sheet(data, zone)),
            )
            for zone in data.sea_zones
        ],
        straits=[StraitInfo(between=[s.a, s.b], sea_zone=s.sea_zone) for s in data.straits],
        centres=list(data.centres),
        unused_by_four=sorted(data.unused_by_four),
        daimyo=[_describe_daimyo(data, card) for card in data.daimyo],
        events=[_describe_event(data, card) for card in data.events],
        epochs=[str(epoch.get("name", number)) for number, epoch in enumerate(data.epochs, start=1)],
        colours=list(COLOURS),
        levels=["presence", "influence", "dominance", "control", "supremacy"],
        events_per_epoch=EVENTS_PER_EPOCH,
        source_kinds={fact.source: kind_of(fact.source) for sheet in sheets for fact in sheet.facts},  # type: ignore[misc]
        reports=[ReportInfo(**vars(report)) for report in data.reports],
    )


def _describe_daimyo(data: Data, card: Daimyo) -> DaimyoInfo:
    regions = {province.id: province.region for province in data.provinces}
    return DaimyoInfo(
        id=card.id,
        name=card.name,
        kanji=card.kanji,
        general=card.general,
        epoch=card.epoch,
        order=card.order,
        initial=list(card.initial),
        strength=card.strength,
        cumulative=card.cumulative,
        navy=card.navy,
        capital=card.capital,
        regional=regions[card.initial[0]] if card.regional else None,
        dice=next((effect["dice"] for effect in card.effects if effect["kind"] == "combat_dice"), NORMAL_DICE),
        effects=_effects(card.effects),
        provinces=_places([*card.initial, card.capital], card.effects, regions),
        in_four=card.in_four,
        only_six_colours=card.only_six_colours,
        note=card.note,
        sources=_sources(make_sheet(data, card)),
    )


def _describe_event(data: Data, card: Event) -> EventInfo:
    return EventInfo(
        id=f"e{card.number}",
        name=card.name,
        kanji=card.kanji,
        colour=card.colour,
        epochs=list(card.epochs),
        timing=card.timing,  # type: ignore[arg-type]
        effects=_effects(card.effects),
        provinces=_places([], card.effects, {province.id for province in data.provinces}),
        in_four=card.in_four,
        text=card.text,
        sources=_sources(make_sheet(data, card)),
    )


def _effects(effects: Iterable[Mapping[str, Any]]) -> list[EffectInfo]:
    return [
        EffectInfo(effect["kind"], {name: value for name, value in effect.items() if name != "kind"})
        for effect in effects
    ]


def _places(first: Sequence[str], effects: Iterable[Mapping[str, Any]], known: Iterable[str]) -> list[str]:
    """The provinces among what is named, each once."""
    named = [*first]
    for effect in effects:
        for value in effect.values():
            named += value if isinstance(value, list) else [value]
    provinces = set(known)
    return list(dict.fromkeys(name for name in named if name in provinces))


def _sources(sheet: Sheet) -> dict[str, str]:
    return {fact.name: fact.source for fact in sheet.facts}
