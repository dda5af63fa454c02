"""The data as one record of numbers, which the compiled rules look things up in.

The rules know no card and no province by name: whatever differs between two folders of data is in here. A game's state
names its tables by `digest`; `tables_of` finds them. Sets of provinces, daimyo or events are bits of an int64.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from tenka.game import InvalidOptions
from tenka.history.cards import (
    MARKERS,
    MAX_PLAYERS,
    MIN_PLAYERS,
    NORMAL_DICE,
    NUM_AREAS,
    NUM_DAIMYO,
    NUM_EPOCHS,
    NUM_EVENTS,
    NUM_GROUPS,
    NUM_PROVINCES,
    NUM_REGIONS,
    NUM_SEA_ZONES,
    SCOPES,
    TIMINGS,
    colours_of,
)
from tenka.history.data import Data, InvalidData
from tenka.history.reading import read_data, standard

Tables: TypeAlias = Any
"""A record of type `TABLES`."""

NOWHERE = -1
MAX_NEAR = 24
MAX_STRAITS = 4

# kinds of border, by which a counter enters an area
OPEN_BORDER = 0
DEFENSIVE_BORDER = 1
FROM_SEA = 2
STRAIT = 3
"""+ the number of the strait."""

_FIELDS = np.dtype(
    [
        # the map
        ("near_land", "i8", NUM_AREAS),  # by area: adjacent provinces
        ("near_sea", "i8", NUM_AREAS),  # by area: adjacent sea zones, bit 0 for the first one
        ("region", "i8", NUM_REGIONS),  # its provinces
        ("landmass", "i8", NUM_PROVINCES),  # by province: all provinces of its landmass
        ("centres", "i8"),
        ("land_in_play", "i8", MAX_PLAYERS + 1),  # by number of players
        ("sea_in_play", "i8", MAX_PLAYERS + 1),
        ("num_near", "i1", NUM_AREAS),
        ("near", "i1", (NUM_AREAS, MAX_NEAR)),  # by area: where a counter may come from,
        ("border", "i1", (NUM_AREAS, MAX_NEAR)),  # and over what kind of border
        ("strait_sea", "i1", MAX_STRAITS),  # the area that opens the strait
        ("region_of", "i1", NUM_PROVINCES),
        ("region_size", "i1", NUM_REGIONS),
        ("base_points", "i1", (NUM_REGIONS, NUM_EPOCHS)),
        # daimyo cards
        ("daimyo_in_play", "i8", MAX_PLAYERS + 1),
        ("epoch_cards", "i8", NUM_EPOCHS),
        ("uprising", "i8", NUM_DAIMYO),  # the only provinces that it places in; 0: no uprising
        ("keep", "i8", NUM_DAIMYO),  # where counters of an uprising stay
        ("initial", "i1", (NUM_DAIMYO, 3)),
        ("order", "i1", NUM_DAIMYO),
        ("strength", "i1", NUM_DAIMYO),
        ("cumulative", "i1", NUM_DAIMYO),
        ("navy", "i1", NUM_DAIMYO),
        ("capital", "i1", NUM_DAIMYO),
        ("regional", "i1", NUM_DAIMYO),
        ("dice", "i1", NUM_DAIMYO),
        ("attack_dice", "i1", NUM_DAIMYO),  # of an uprising
        ("keep_each", "i1", NUM_DAIMYO),
        ("reach", "i1", NUM_DAIMYO),  # how far it places
        ("stays_until", "i1", NUM_DAIMYO),  # the order whose turn makes it past; 0: its own
        ("take_vp", "i1", (NUM_DAIMYO, NUM_PROVINCES)),
        ("sea_vp", "i1", NUM_DAIMYO),
        ("off_map_players", "i1", NUM_DAIMYO),  # begins off the map with so many players
        ("off_map_via", "i1", (NUM_DAIMYO, 4)),
        ("any_initial", "i1", NUM_DAIMYO),
        ("no_settlement", "i1", NUM_DAIMYO),
        # event cards
        ("events_in_play", "i8", MAX_PLAYERS + 1),
        ("events_in_epoch", "i8", NUM_EPOCHS),
        ("events_at", "i8", len(TIMINGS)),
        ("group", "i8", NUM_GROUPS),  # the cards of a colour
        ("hold", "i8", NUM_EVENTS),
        ("attrition", "i8", NUM_EVENTS),
        ("foreign", "i8", NUM_EVENTS),
        ("raze", "i8", NUM_EVENTS),
        ("minor_province", "i1", NUM_EVENTS),
        ("minor_strength", "i1", NUM_EVENTS),
        ("minor_navy", "i1", NUM_EVENTS),
        ("revolt", "i1", NUM_EVENTS),
        ("auto_wins", "i1", NUM_EVENTS),
        ("kill_vp", "i1", NUM_EVENTS),
        ("bonus_dice", "i1", NUM_EVENTS),
        ("bonus_combats", "i1", NUM_EVENTS),
        ("ignores_terrain", "i1", NUM_EVENTS),
        ("grants_navy", "i1", NUM_EVENTS),
        ("extra_strength", "i1", NUM_EVENTS),
        ("free_castles", "i1", NUM_EVENTS),
        ("marker", "i1", NUM_EVENTS),  # which one
        ("marker_province", "i1", NUM_EVENTS),
        ("vp_now", "i1", NUM_EVENTS),
        ("hold_each", "i1", NUM_EVENTS),
        ("hold_cap", "i1", NUM_EVENTS),
        ("seizes", "i1", NUM_EVENTS),  # a province taken
        ("seizes_with", "i1", NUM_EVENTS),
        ("attrition_each", "i1", NUM_EVENTS),
        ("famine_each", "i1", NUM_EVENTS),  # attrition in a region of choice
        ("famine_spares", "i2", NUM_EVENTS),  # regions that cannot be chosen, as bits
        ("foreign_attacks", "i1", NUM_EVENTS),
        ("foreign_dice", "i1", NUM_EVENTS),
    ],
    align=True,
)

TABLES = np.dtype((np.record, _FIELDS))
NAMED_TABLES = np.dtype((np.record, np.dtype([("digest", "i8"), ("tables", TABLES)], align=True)))
"""With the number that states know them by."""


class Loaded(NamedTuple):
    """Data that games can be played with."""

    digest: str
    """Names the values that matter to the rules; records hold it."""
    data: Data
    tables: np.ndarray[Any, Any]
    """An array whose only element is the record."""


_loaded: dict[int, Loaded] = {}
"""Everything loaded in this process, by the number of its digest."""

DIGEST_LENGTH = 12
FOLDER_VARIABLE = "TENKA_HISTORY_DATA"
"""The folder given by ``--data``, for processes that this one starts."""


@cache
def standard_tables() -> Loaded:
    """The data of this package."""
    return _remember(standard())


def load_folder(folder: Path) -> Loaded:
    """Reads a folder of data; raises InvalidData."""
    return _remember(read_data(folder.expanduser().resolve()))


def find_data(name: str | None) -> Loaded:
    """Data by its digest or its folder; None: the standard data. Raises GameError."""
    own = standard_tables()
    if name is None or name == own.digest:
        return own
    if not re.fullmatch(rf"[0-9a-f]{{{DIGEST_LENGTH}}}", name) or Path(name).is_dir():
        return load_folder(Path(name))
    if int(name, 16) not in _loaded and (folder := os.environ.get(FOLDER_VARIABLE)):
        load_folder(Path(folder))
    if int(name, 16) not in _loaded:
        raise InvalidOptions(
            f"this game was played with data {name}, and here there is {own.digest}: "
            "name the folder of that data with --data DIR"
        )
    return _loaded[int(name, 16)]


def tables_of(number: int) -> np.ndarray[Any, Any]:
    """The tables that a state names."""
    if number not in _loaded:
        find_data(f"{number:0{DIGEST_LENGTH}x}")
    return _loaded[number].tables


class _TableBytes(dict[int, bytes]):
    """Made when they are asked for first."""

    def __missing__(self, number: int) -> bytes:
        named = np.zeros(1, NAMED_TABLES)
        named["digest"], named["tables"] = number, tables_of(number)
        found = self[number] = named.tobytes()
        return found


TABLE_BYTES = _TableBytes()
"""By what a state names: its tables with that number, as bytes, see `tenka.crossing`."""


@cache
def standard_bytes() -> bytes:
    """Those of the standard data."""
    return TABLE_BYTES[int(standard_tables().digest, 16)]


def _remember(data: Data) -> Loaded:
    tables = make_tables(data)
    digest = hashlib.sha256(tables.tobytes()).hexdigest()[:DIGEST_LENGTH]
    return _loaded.setdefault(int(digest, 16), Loaded(digest, data, tables))


# --- making -----------------------------------------------------------------------------------------------


def make_tables(data: Data) -> np.ndarray[Any, Any]:
    """The data as numbers; raises InvalidData where there is no room."""
    tables = np.zeros(1, TABLES)
    record: Tables = tables[0]
    names = [province.id for province in data.provinces] + [zone.id for zone in data.sea_zones]
    areas = {name: index for index, name in enumerate(names)}
    _fill_map(record, data, areas)
    _fill_daimyo(record, data, areas)
    _fill_events(record, data, areas)
    return tables


def _bits(numbers: Iterable[int]) -> int:
    return sum(1 << number for number in numbers)


def _fill_map(record: Tables, data: Data, areas: dict[str, int]) -> None:
    near: list[list[tuple[int, int]]] = [[] for _ in range(NUM_AREAS)]
    for province in data.provinces:
        for kind, border in (("normal", OPEN_BORDER), ("defensive", DEFENSIVE_BORDER)):
            near[areas[province.id]] += [(areas[other], border) for other in province.neighbours[kind]]
    if len(data.straits) > MAX_STRAITS:
        raise InvalidData(f"provinces.toml: strait: there are {len(data.straits)}, and at most {MAX_STRAITS}")
    for number, strait in enumerate(data.straits):
        record.strait_sea[number] = areas[strait.sea_zone]
        near[areas[strait.a]].append((areas[strait.b], STRAIT + number))
        near[areas[strait.b]].append((areas[strait.a], STRAIT + number))
    for zone in data.sea_zones:
        here = areas[zone.id]
        near[here] += [(areas[other], OPEN_BORDER) for other in (*zone.touches, *zone.adjacent)]
        for province_id in zone.touches:
            near[areas[province_id]].append((here, FROM_SEA))
    for area, sources in enumerate(near):
        if len(sources) > MAX_NEAR:
            raise InvalidData(f"provinces.toml: neighbours: an area has {len(sources)}, and at most {MAX_NEAR}")
        record.num_near[area] = len(sources)
        for place, (source, border) in enumerate(sources):
            record.near[area, place], record.border[area, place] = source, border
        record.near_land[area] = _bits(source for source, _ in sources if source < NUM_PROVINCES)
        record.near_sea[area] = _bits(source - NUM_PROVINCES for source, _ in sources if source >= NUM_PROVINCES)
    regions = {region.id: index for index, region in enumerate(data.regions)}
    for index, region in enumerate(data.regions):
        record.region[index] = _bits(areas[province] for province in region.provinces)
        record.region_size[index] = len(region.provinces)
        record.base_points[index] = region.base
    for index, province in enumerate(data.provinces):
        record.region_of[index] = regions[province.region]
        record.landmass[index] = _bits(
            areas[other.id] for other in data.provinces if other.landmass == province.landmass
        )
    record.centres = _bits(areas[centre] for centre in data.centres)
    unused = {areas[area] for area in data.unused_by_four}
    for players in range(MIN_PLAYERS, MAX_PLAYERS + 1):
        gone = unused if players == 4 else set()
        record.land_in_play[players] = _bits(area for area in range(NUM_PROVINCES) if area not in gone)
        record.sea_in_play[players] = _bits(zone for zone in range(NUM_SEA_ZONES) if zone + NUM_PROVINCES not in gone)


def _fill_daimyo(record: Tables, data: Data, areas: dict[str, int]) -> None:
    numbers = {card.id: number for number, card in enumerate(data.daimyo)}
    for players in range(MIN_PLAYERS, MAX_PLAYERS + 1):
        record.daimyo_in_play[players] = _bits(
            number
            for number, card in enumerate(data.daimyo)
            if (card.in_four or players != 4) and (colours_of(players) == MAX_PLAYERS or not card.only_six_colours)
        )
    record.initial[:] = NOWHERE
    record.capital[:] = NOWHERE
    record.off_map_via[:] = NOWHERE
    record.dice[:] = NORMAL_DICE
    for number, card in enumerate(data.daimyo):
        initial = [areas[province] for province in card.initial]
        record.epoch_cards[card.epoch - 1] |= 1 << number
        record.order[number] = card.order
        record.strength[number] = card.strength
        record.cumulative[number] = card.cumulative
        record.navy[number] = card.navy
        record.regional[number] = card.regional
        if card.capital:
            record.capital[number] = areas[card.capital]
        for effect in card.effects:
            match effect["kind"]:
                case "stays_current_until":
                    record.stays_until[number] = data.daimyo[numbers[effect["clan"]]].order
                case "combat_dice":
                    record.dice[number] = effect["dice"]
                case "place_far":
                    record.reach[number] = SCOPES[effect["scope"]]
                case "extra_initial":
                    initial.append(areas[effect["province"]])
                case "vp_take":
                    for province in effect["provinces"]:
                        record.take_vp[number, areas[province]] = effect["vp"]
                case "vp_sea":
                    record.sea_vp[number] = effect["vp"]
                case "uprising":
                    record.uprising[number] = _bits(areas[province] for province in effect["provinces"])
                    record.attack_dice[number] = effect["attack_dice"]
                    record.keep[number] = _bits(areas[province] for province in effect["keep_provinces"])
                    record.keep_each[number] = effect["keep_each"]
                case "off_map_start":
                    record.off_map_players[number] = effect["players"]
                    for place, area in enumerate(effect["via"]):
                        record.off_map_via[number, place] = areas[area]
                case "any_initial":
                    record.any_initial[number] = 1
                case "no_settlement":
                    record.no_settlement[number] = 1
        for place, area_number in enumerate(initial[:3]):
            record.initial[number, place] = area_number


def _fill_events(record: Tables, data: Data, areas: dict[str, int]) -> None:
    regions = {region.id: index for index, region in enumerate(data.regions)}
    for players in range(MIN_PLAYERS, MAX_PLAYERS + 1):
        record.events_in_play[players] = _bits(
            number for number, event in enumerate(data.events) if event.in_four or players != 4
        )
    for epoch in range(NUM_EPOCHS):
        record.events_in_epoch[epoch] = _bits(
            number for number, event in enumerate(data.events) if epoch + 1 in event.epochs
        )
    for timing, name in enumerate(TIMINGS):
        record.events_at[timing] = _bits(number for number, event in enumerate(data.events) if event.timing == name)
    for group, name in enumerate(data.groups):
        record.group[group] = _bits(number for number, event in enumerate(data.events) if event.colour == name)
    record.minor_province[:] = NOWHERE
    record.marker_province[:] = NOWHERE
    record.seizes[:] = NOWHERE
    for number, event in enumerate(data.events):
        for effect in event.effects:
            places = _bits(areas[province] for province in effect.get("provinces", ()))
            match effect["kind"]:
                case "minor_daimyo":
                    record.minor_province[number] = areas[effect["province"]]
                    record.minor_strength[number] = effect["strength"]
                    record.minor_navy[number] = effect["navy"]
                case "revolt":
                    record.revolt[number] = effect["counters"]
                case "auto_win":
                    record.auto_wins[number] = effect["combats"]
                case "vp_per_kill":
                    record.kill_vp[number] = effect["vp"]
                case "dice_bonus":
                    record.bonus_dice[number] = effect["dice"]
                    record.bonus_combats[number] = effect["combats"]
                case "ignore_terrain":
                    record.ignores_terrain[number] = 1
                case "grant_navy":
                    record.grants_navy[number] = 1
                case "extra_strength":
                    record.extra_strength[number] = effect["counters"]
                case "free_castle":
                    record.free_castles[number] = effect["castles"]
                case "place_marker":
                    record.marker[number] = MARKERS.index(effect["marker"])
                    record.marker_province[number] = areas[effect["province"]]
                case "vp_now":
                    record.vp_now[number] = effect["vp"]
                case "vp_hold":
                    record.hold[number] = places
                    record.hold_each[number] = effect["vp_each"]
                    record.hold_cap[number] = effect["cap"]
                case "take_province":
                    record.seizes[number] = areas[effect["province"]]
                    record.seizes_with[number] = effect["counters"]
                case "attrition":
                    record.attrition[number] = places
                    record.attrition_each[number] = effect["each"]
                case "attrition_region":
                    record.famine_each[number] = effect["each"]
                    record.famine_spares[number] = _bits(regions[region] for region in effect["exclude"])
                case "foreign_attack":
                    record.foreign[number] = places
                    record.foreign_attacks[number] = effect["attacks"]
                    record.foreign_dice[number] = effect["dice"]
                case "raze_castles":
                    record.raze[number] = places
