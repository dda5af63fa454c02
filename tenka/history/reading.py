"""Reading the map and the cards from a folder of three TOML files, checked as a whole.

Nothing is half-loaded: a folder is read, checked, and only then used. What is wrong is said with the file, the card or
province, and the field. `standard()` is the data of this package.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from tenka.history.cards import (
    ASKING_EFFECTS,
    DAIMYO_EFFECTS,
    EFFECT_TIMING,
    EVENT_EFFECTS,
    MARKERS,
    NUM_DAIMYO,
    NUM_EPOCHS,
    NUM_EVENTS,
    NUM_GROUPS,
    NUM_ORDERS,
    NUM_PROVINCES,
    NUM_REGIONS,
    NUM_SEA_ZONES,
    SCOPES,
    STACK_ON_LAND,
    TIMINGS,
)
from tenka.history.data import FILES, Daimyo, Data, Event, InvalidData, Province, Region, Report, SeaZone, Strait

FORMAT = 1
BORDERS = ("normal", "defensive", "impassable")
MOST_COUNTERS = 40
"""More than any card brings."""

_STANDARD = Path(__file__).parent / "data"


@cache
def standard() -> Data:
    """The data of this package."""
    return read_data(_STANDARD)


def read_data(folder: Path) -> Data:
    """The data of a folder; raises InvalidData. Ids must be those of the standard data, in any order."""
    content = {name: _read_file(folder / name) for name in FILES}
    data = _Reader(content).read(folder)
    if folder != _STANDARD:
        data = _in_standard_order(data, standard())
    return data


def _read_file(path: Path) -> dict[str, Any]:
    try:
        with path.open("rb") as file:
            content = tomllib.load(file)
    except OSError as error:
        raise InvalidData(
            f"cannot read {path}: {error.strerror or error}; a folder of data holds {', '.join(FILES)}"
        ) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InvalidData(f"{path.name} is not TOML: {error}") from None
    if content.get("format") != FORMAT:
        raise InvalidData(f"{path.name}: format: it is {FORMAT}, not {content.get('format')!r}")
    return content


def _in_standard_order(data: Data, model: Data) -> Data:
    """The same data sorted like the standard's; raises InvalidData where ids differ."""
    sorted_: dict[str, tuple[Any, ...]] = {}
    for name, file in (
        ("regions", FILES[0]),
        ("provinces", FILES[0]),
        ("sea_zones", FILES[0]),
        ("daimyo", FILES[1]),
    ):
        by_id = {item.id: item for item in getattr(data, name)}
        wanted = [item.id for item in getattr(model, name)]
        missing = [other for other in wanted if other not in by_id]
        if missing:
            strange = sorted(set(by_id) - set(wanted))
            raise InvalidData(
                f"{file}: {name}: {missing[0]!r} is missing and {strange[0]!r} is not known; "
                "ids stay as they are, names may change"
            )
        sorted_[name] = tuple(by_id[other] for other in wanted)
    return Data(**{**vars(data), **sorted_})


class _Reader:
    """Takes the files apart and checks every value."""

    def __init__(self, content: Mapping[str, dict[str, Any]]) -> None:
        self.map, self.cards, self.event_file = (content[name] for name in FILES)
        self.provinces: dict[str, Province] = {}
        self.regions: dict[str, Region] = {}
        self.sea_zones: dict[str, SeaZone] = {}

    def read(self, folder: Path) -> Data:
        self._read_map()
        straits = tuple(self._read_strait(entry) for entry in self._entries(FILES[0], self.map, "strait"))
        meta = self._table(FILES[0], self.map, "meta")
        centres = self._strings(FILES[0], "meta", meta, "political_centers")
        for centre in centres:
            self._known(FILES[0], "meta", "political_centers", centre, self.provinces)
        unused = self._unused(meta)
        daimyo = self._read_daimyo(unused)
        groups, events = self._read_events(unused)
        epochs = tuple(self._entries(FILES[1], self.cards, "epoch"))
        note = self.cards.get("honganji_note", {})
        return Data(
            folder,
            tuple(self.regions.values()),
            tuple(self.provinces.values()),
            tuple(self.sea_zones.values()),
            straits,
            centres,
            unused,
            daimyo,
            groups,
            events,
            epochs,
            tuple(self._read_report(entry) for entry in self._entries(FILES[1], self.cards, "report")),
            {"honganji": str(note.get("text", "")).strip()} if isinstance(note, dict) else {},
        )

    def _read_report(self, entry: Mapping[str, Any]) -> Report:
        fields = (self._text(FILES[1], "report", entry, field) for field in ("name", "date", "address", "tells"))
        return Report(*fields)

    # --- the map

    def _read_map(self) -> None:
        file = FILES[0]
        for entry in self._entries(file, self.map, "region", NUM_REGIONS):
            name = self._id(file, "region", entry, self.regions)
            base = entry.get("base")
            if (
                not isinstance(base, list)
                or len(base) != NUM_EPOCHS
                or not all(type(points) is int and 0 <= points <= 9 for points in base)
            ):
                raise InvalidData(f"{file}: region {name}: base: it has {NUM_EPOCHS} numbers from 0 to 9, not {base}")
            self.regions[name] = Region(
                name,
                self._text(file, name, entry, "name"),
                self._text(file, name, entry, "kanji"),
                tuple(base),
                self._strings(file, f"region {name}", entry, "provinces"),
                self._src(file, name, entry),
            )
        for entry in self._entries(file, self.map, "province", NUM_PROVINCES):
            name = self._id(file, "province", entry, self.provinces)
            region = self._text(file, name, entry, "region")
            self._known(file, f"province {name}", "region", region, self.regions)
            borders = self._table(file, entry, "neighbours", f"province {name}")
            if set(borders) != set(BORDERS):
                raise InvalidData(f"{file}: province {name}: neighbours: it has {', '.join(BORDERS)}")
            self.provinces[name] = Province(
                name,
                self._text(file, name, entry, "name"),
                self._text(file, name, entry, "kanji"),
                self._text(file, name, entry, "code"),
                region,
                self._text(file, name, entry, "landmass"),
                {kind: self._strings(file, f"province {name}", borders, kind) for kind in BORDERS},
                self._anchor(file, f"province {name}", entry),
                self._src(file, name, entry),
            )
        self._check_regions()
        self._check_borders()
        for entry in self._entries(file, self.map, "sea_zone", NUM_SEA_ZONES):
            name = self._id(file, "sea zone", entry, self.sea_zones)
            self.sea_zones[name] = SeaZone(
                name,
                self._text(file, name, entry, "name"),
                self._text(file, name, entry, "kanji"),
                self._text(file, name, entry, "code"),
                self._strings(file, f"sea zone {name}", entry, "touches"),
                self._strings(file, f"sea zone {name}", entry, "adjacent"),
                self._anchor(file, f"sea zone {name}", entry),
                self._src(file, name, entry),
            )
        self._check_seas()

    def _check_regions(self) -> None:
        file = FILES[0]
        members = Counter(province for region in self.regions.values() for province in region.provinces)
        for region in self.regions.values():
            for province in region.provinces:
                self._known(file, f"region {region.id}", "provinces", province, self.provinces)
                if self.provinces[province].region != region.id:
                    raise InvalidData(
                        f"{file}: region {region.id}: provinces: {province} says that it is in "
                        f"{self.provinces[province].region}"
                    )
        for province in self.provinces:
            if members[province] != 1:
                raise InvalidData(
                    f"{file}: province {province}: region: {members[province]} regions list it, and it must be one"
                )

    def _check_borders(self) -> None:
        file = FILES[0]
        for province in self.provinces.values():
            seen: set[str] = {province.id}
            for kind, others in province.neighbours.items():
                for other in others:
                    self._known(file, f"province {province.id}", f"neighbours.{kind}", other, self.provinces)
                    if other in seen:
                        raise InvalidData(
                            f"{file}: province {province.id}: neighbours.{kind}: {other} stands there twice"
                        )
                    seen.add(other)
                    if province.id not in self.provinces[other].neighbours[kind]:
                        raise InvalidData(
                            f"{file}: province {other}: neighbours.{kind}: {province.id} is missing, "
                            f"but {province.id} has {other} there; borders have two sides"
                        )

    def _check_seas(self) -> None:
        file = FILES[0]
        for zone in self.sea_zones.values():
            for province in zone.touches:
                self._known(file, f"sea zone {zone.id}", "touches", province, self.provinces)
            for other in zone.adjacent:
                self._known(file, f"sea zone {zone.id}", "adjacent", other, self.sea_zones)
                if zone.id not in self.sea_zones[other].adjacent or other == zone.id:
                    raise InvalidData(f"{file}: sea zone {other}: adjacent: {zone.id} is missing")
            for name, others in (("touches", zone.touches), ("adjacent", zone.adjacent)):
                if len(set(others)) != len(others):
                    raise InvalidData(f"{file}: sea zone {zone.id}: {name}: something stands there twice")

    def _read_strait(self, entry: Mapping[str, Any]) -> Strait:
        file = FILES[0]
        a, b, sea = (self._text(file, "strait", entry, name) for name in ("a", "b", "cancelled_by_sea_zone"))
        self._known(file, "strait", "a", a, self.provinces)
        self._known(file, "strait", "b", b, self.provinces)
        self._known(file, "strait", "cancelled_by_sea_zone", sea, self.sea_zones)
        if a == b or any(b in others for others in self.provinces[a].neighbours.values()):
            raise InvalidData(f"{file}: strait: b: {a} and {b} must be two provinces that share no border on land")
        return Strait(a, b, sea)

    def _unused(self, meta: Mapping[str, Any]) -> frozenset[str]:
        file = FILES[0]
        four = self._table(file, meta, "four_players", "meta")
        regions = self._strings(file, "meta.four_players", four, "unused_regions")
        seas = self._strings(file, "meta.four_players", four, "unused_sea_zones")
        for region in regions:
            self._known(file, "meta.four_players", "unused_regions", region, self.regions)
        for sea in seas:
            self._known(file, "meta.four_players", "unused_sea_zones", sea, self.sea_zones)
        return frozenset(province for region in regions for province in self.regions[region].provinces) | set(seas)

    # --- cards

    def _read_daimyo(self, unused: frozenset[str]) -> tuple[Daimyo, ...]:
        file = FILES[1]
        entries = self._entries(file, self.cards, "daimyo", NUM_DAIMYO)
        found: dict[str, Daimyo] = {}
        for entry in entries:
            name = self._id(file, "daimyo", entry, found)
            where = f"daimyo {name}"
            initial = self._strings(file, where, entry, "initial")
            effects = self._effects(file, where, entry, DAIMYO_EFFECTS)
            kinds = [effect["kind"] for effect in effects]
            if ("any_initial" in kinds) != (initial == ("any",)):
                raise InvalidData(f"{file}: {where}: initial: 'any' goes together with the effect any_initial")
            for province in () if "any_initial" in kinds else initial:
                self._known(file, where, "initial", province, self.provinces)
            if not 1 <= len(initial) <= 2:
                raise InvalidData(f"{file}: {where}: initial: a daimyo begins in one or two provinces")
            capital = self._text(file, where, entry, "capital", may_be_empty=True)
            if capital:
                self._known(file, where, "capital", capital, self.provinces)
            in_four = not self._flag(file, where, entry, "not_in_4p", default=False)
            if in_four and "off_map_start" not in kinds and set(initial) & unused:
                raise InvalidData(
                    f"{file}: {where}: not_in_4p: {initial[0]} is out of play with four players, so this must be true"
                )
            found[name] = Daimyo(
                name,
                self._number(file, where, entry, "epoch", 1, NUM_EPOCHS),
                self._number(file, where, entry, "order", 1, NUM_ORDERS),
                self._text(file, where, entry, "name"),
                self._text(file, where, entry, "kanji"),
                self._text(file, where, entry, "general", may_be_empty=True) if "general" in entry else "",
                () if "any_initial" in kinds else initial,
                self._number(file, where, entry, "strength", 1, MOST_COUNTERS),
                self._number(file, where, entry, "cumulative", 0, 99),
                self._flag(file, where, entry, "navy"),
                capital,
                self._flag(file, where, entry, "regional"),
                effects,
                in_four,
                "players" in entry,
                str(entry.get("note", "")),
                self._src(file, where, entry),
            )
        places = Counter((card.epoch, card.order) for card in found.values())
        for card in found.values():
            if places[card.epoch, card.order] != 1:
                raise InvalidData(
                    f"{file}: daimyo {card.id}: order: two cards of epoch {card.epoch} have the order {card.order}"
                )
        for card in found.values():
            self._check_daimyo(card, found)
        return tuple(sorted(found.values(), key=lambda card: (card.epoch, card.order)))

    def _check_daimyo(self, card: Daimyo, all_cards: Mapping[str, Daimyo]) -> None:
        file, where = FILES[1], f"daimyo {card.id}"
        for effect in card.effects:
            kind = effect["kind"]
            for field in ("provinces", "keep_provinces"):
                for province in effect.get(field, ()):
                    self._known(file, where, f"{kind}.{field}", province, self.provinces)
            if "province" in effect:
                self._known(file, where, f"{kind}.province", effect["province"], self.provinces)
            if kind == "stays_current_until":
                other = all_cards.get(effect["clan"])
                if other is None or other.epoch != card.epoch or other.order <= card.order:
                    raise InvalidData(
                        f"{file}: {where}: {kind}.clan: {effect['clan']!r} is not a later daimyo of epoch {card.epoch}"
                    )
            if kind == "place_far" and effect["scope"] not in SCOPES:
                raise InvalidData(f"{file}: {where}: {kind}.scope: it is {' or '.join(SCOPES)}, not {effect['scope']}")
            if kind == "off_map_start":
                for area in effect["via"]:
                    self._known(file, where, f"{kind}.via", area, {**self.provinces, **self.sea_zones})
                if effect["players"] != 4 or not 1 <= len(effect["via"]) <= 4:
                    raise InvalidData(f"{file}: {where}: {kind}: it is for 4 players, by one to four ways")
            self._check_amounts(file, where, effect)
        if card.regional and not card.initial:
            raise InvalidData(f"{file}: {where}: regional: without an initial province there is no region")

    def _read_events(self, unused: frozenset[str]) -> tuple[tuple[str, ...], tuple[Event, ...]]:
        file = FILES[2]
        groups = tuple(
            self._text(file, "colour", entry, "id")
            for entry in self._entries(file, self.event_file, "colour", NUM_GROUPS)
        )
        found: dict[int, Event] = {}
        for entry in self._entries(file, self.event_file, "event", NUM_EVENTS):
            number = self._number(file, "event", entry, "number", 1, NUM_EVENTS)
            where = f"event {number}"
            if number in found:
                raise InvalidData(f"{file}: {where}: number: there is another card with it")
            colour = self._text(file, where, entry, "colour")
            self._known(file, where, "colour", colour, dict.fromkeys(groups))
            epochs = entry.get("epochs")
            if (
                not isinstance(epochs, list)
                or not epochs
                or not all(type(epoch) is int and 1 <= epoch <= NUM_EPOCHS for epoch in epochs)
            ):
                raise InvalidData(f"{file}: {where}: epochs: it is a list of numbers from 1 to {NUM_EPOCHS}")
            timing = self._text(file, where, entry, "timing")
            if timing not in TIMINGS:
                raise InvalidData(f"{file}: {where}: timing: it is {', '.join(TIMINGS)}, not {timing!r}")
            event = Event(
                number,
                self._text(file, where, entry, "name"),
                self._text(file, where, entry, "kanji"),
                colour,
                tuple(epochs),
                timing,
                self._effects(file, where, entry, EVENT_EFFECTS),
                self._text(file, where, entry, "text"),
                not self._flag(file, where, entry, "not_in_4p", default=False),
                self._src(file, where, entry),
            )
            self._check_event(event, unused)
            found[number] = event
        for group in groups:
            count = sum(event.colour == group for event in found.values())
            if count != NUM_EVENTS // NUM_GROUPS:
                raise InvalidData(f"{file}: colour {group}: {count} cards have it, and it must be 6")
        return groups, tuple(found[number] for number in sorted(found))

    def _check_event(self, event: Event, unused: frozenset[str]) -> None:
        file, where = FILES[2], f"event {event.number}"
        kinds = [effect["kind"] for effect in event.effects]
        if not kinds:
            raise InvalidData(f"{file}: {where}: effects: the card does nothing")
        if len(set(kinds)) != len(kinds) or sum(kind in ASKING_EFFECTS for kind in kinds) > 1:
            raise InvalidData(
                f"{file}: {where}: effects: each kind once, and only one of {', '.join(ASKING_EFFECTS)} on a card"
            )
        for effect in event.effects:
            kind = effect["kind"]
            if event.timing != EFFECT_TIMING.get(kind, event.timing):
                raise InvalidData(f"{file}: {where}: timing: a card with {kind} is played {EFFECT_TIMING[kind]}")
            for province in effect.get("provinces", ()):
                self._known(file, where, f"{kind}.provinces", province, self.provinces)
            if "province" in effect:
                self._known(file, where, f"{kind}.province", effect["province"], self.provinces)
                if kind in ("minor_daimyo", "take_province") and effect["province"] in unused and event.in_four:
                    raise InvalidData(
                        f"{file}: {where}: not_in_4p: {effect['province']} is out of play with four players, "
                        "so this must be true"
                    )
            if kind == "foreign_attack" and event.in_four and unused & set(effect["provinces"]):
                raise InvalidData(f"{file}: {where}: not_in_4p: a province of it is out of play with four players")
            if kind == "minor_daimyo" and effect["rank"] not in ("lesser", "provincial", "revolt"):
                raise InvalidData(f"{file}: {where}: {kind}.rank: it is lesser, provincial or revolt")
            if kind == "place_marker" and effect["marker"] not in MARKERS:
                raise InvalidData(f"{file}: {where}: {kind}.marker: it is {' or '.join(MARKERS)}")
            if kind == "attrition_region":
                for region in effect["exclude"]:
                    self._known(file, where, f"{kind}.exclude", region, self.regions)
                if effect["regions"] != "any" or len(set(effect["exclude"])) >= NUM_REGIONS:
                    raise InvalidData(f"{file}: {where}: {kind}.regions: it is 'any', except for some to exclude")
            if kind in ("revolt", "take_province") and not 1 <= effect["counters"] <= STACK_ON_LAND:
                raise InvalidData(f"{file}: {where}: {kind}.counters: a province holds 1 to {STACK_ON_LAND}")
            self._check_amounts(file, where, effect)

    def _effects(
        self, file: str, where: str, entry: Mapping[str, Any], known: Mapping[str, frozenset[str]]
    ) -> tuple[Mapping[str, Any], ...]:
        effects = entry.get("effects")
        if not isinstance(effects, list) or not all(isinstance(effect, dict) for effect in effects):
            raise InvalidData(f'{file}: {where}: effects: it is a list such as [{{ kind = "grant_navy" }}]')
        for effect in effects:
            kind = effect.get("kind")
            if kind not in known:
                names = ", ".join(known)
                raise InvalidData(f"{file}: {where}: effects: there is no effect {kind!r}; there are {names}")
            if set(effect) - {"kind"} != known[kind]:
                wanted = ", ".join(sorted(known[kind])) or "nothing"
                raise InvalidData(f"{file}: {where}: {kind}: with it goes {wanted}")
            for field in ("provinces", "keep_provinces", "via", "exclude"):
                if field in effect and not _is_strings(effect[field]):
                    raise InvalidData(f"{file}: {where}: {kind}.{field}: it is a list of ids")
            for field in ("province", "clan", "scope", "marker", "rank"):
                if field in effect and not isinstance(effect[field], str):
                    raise InvalidData(f"{file}: {where}: {kind}.{field}: it is a text")
        return tuple(effects)

    def _check_amounts(self, file: str, where: str, effect: Mapping[str, Any]) -> None:
        kind = effect["kind"]
        for field, most in _AMOUNTS.items():
            if field in effect and (type(effect[field]) is not int or not 0 <= effect[field] <= most):
                raise InvalidData(
                    f"{file}: {where}: {kind}.{field}: it is a whole number from 0 to {most}, not {effect[field]!r}"
                )
        if "navy" in effect and not isinstance(effect["navy"], bool):
            raise InvalidData(f"{file}: {where}: {kind}.navy: it is true or false")

    # --- values

    def _entries(
        self, file: str, content: Mapping[str, Any], name: str, count: int | None = None
    ) -> Sequence[dict[str, Any]]:
        entries = content.get(name, [])
        if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
            raise InvalidData(f"{file}: {name}: entries begin with [[{name}]]")
        if count is not None and len(entries) != count:
            raise InvalidData(f"{file}: {name}: there are {len(entries)} entries, and there must be {count}")
        return entries

    def _table(self, file: str, content: Mapping[str, Any], name: str, where: str = "") -> Mapping[str, Any]:
        table = content.get(name)
        if not isinstance(table, dict):
            raise InvalidData(": ".join(part for part in (file, where, name, "the table is missing") if part))
        return table

    def _id(self, file: str, what: str, entry: Mapping[str, Any], found: Mapping[str, Any]) -> str:
        name = self._text(file, what, entry, "id")
        if name in found:
            raise InvalidData(f"{file}: {what} {name}: id: there is another one with it")
        return name

    def _text(self, file: str, where: str, entry: Mapping[str, Any], field: str, may_be_empty: bool = False) -> str:
        value = entry.get(field)
        if not isinstance(value, str) or not (value or may_be_empty):
            raise InvalidData(f"{file}: {where}: {field}: a text is missing")
        return value

    def _strings(self, file: str, where: str, entry: Mapping[str, Any], field: str) -> tuple[str, ...]:
        value = entry.get(field)
        if not _is_strings(value):
            raise InvalidData(f"{file}: {where}: {field}: a list of ids is missing")
        return tuple(value or ())

    def _anchor(self, file: str, where: str, entry: Mapping[str, Any]) -> tuple[int, ...]:
        """Only for drawing, so it may be missing."""
        value = entry.get("anchor", [])
        if not isinstance(value, list) or len(value) not in (0, 2) or not all(type(part) is int for part in value):
            raise InvalidData(f"{file}: {where}: anchor: it is a column and a row such as [35, 19], not {value!r}")
        return tuple(value)

    def _number(self, file: str, where: str, entry: Mapping[str, Any], field: str, least: int, most: int) -> int:
        value = entry.get(field)
        if type(value) is not int or not least <= value <= most:
            raise InvalidData(f"{file}: {where}: {field}: it is a whole number from {least} to {most}, not {value!r}")
        return value

    def _flag(self, file: str, where: str, entry: Mapping[str, Any], field: str, default: bool | None = None) -> bool:
        value = entry.get(field, default)
        if not isinstance(value, bool):
            raise InvalidData(f"{file}: {where}: {field}: it is true or false, not {value!r}")
        return value

    def _src(self, file: str, where: str, entry: Mapping[str, Any]) -> Mapping[str, str]:
        sources = entry.get("src", {})
        if not isinstance(sources, dict) or not all(isinstance(source, str) for source in sources.values()):
            raise InvalidData(f"{file}: {where}: src: it says in a text for each value where it comes from")
        return sources

    def _known(self, file: str, where: str, field: str, name: str, known: Mapping[str, Any]) -> None:
        if name not in known:
            raise InvalidData(f"{file}: {where}: {field}: {name!r} is not known")


_AMOUNTS = {
    "dice": 6,
    "attack_dice": 6,
    "vp": 20,
    "vp_each": 20,
    "cap": 99,
    "keep_each": STACK_ON_LAND,
    "strength": MOST_COUNTERS,
    "counters": 9,
    "combats": 20,
    "castles": 20,
    "each": STACK_ON_LAND,
    "attacks": 9,
}
"""Every number that goes with an effect, and the most it can be."""


def _is_strings(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)
