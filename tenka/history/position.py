"""What is shown of History of the Samurai: map, cards, and a position as one pair of eyes sees it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, Literal

import numpy as np

from tenka.game import State, View
from tenka.history.cards import COLOURS, NUM_GROUPS, NUM_PROVINCES
from tenka.history.notation import AREA_IDS, DAIMYO_IDS
from tenka.history.reading import standard
from tenka.history.state import FIGHTING, NOBODY, PHASE_NAMES, RAID, STATE, PhaseName
from tenka.history.view import UNKNOWN_HAND
from tenka.patches import patch

_field = np.void.__getitem__
"""A field of a state, past np.record, which looks fields up in slow Python."""


# --- the game in general --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ProvinceInfo:
    """An area on land."""

    id: str
    name: str
    kanji: str
    region: str
    normal: list[str]
    """Provinces behind an open border."""
    defensive: list[str]
    """Provinces behind a border that helps the defender."""
    impassable: list[str]


@dataclass(frozen=True)
class SeaZoneInfo:
    """An area at sea."""

    id: str
    name: str
    kanji: str
    touches: list[str]
    """Provinces on its coast."""
    adjacent: list[str]
    """Sea zones next to it."""


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
    navy: bool
    capital: str
    """The province of his capital, empty where he has none."""
    note: str


@dataclass(frozen=True)
class EventInfo:
    """An event card."""

    id: str
    name: str
    kanji: str
    colour: str
    epochs: list[int]
    timing: Literal["before", "during", "after_epoch"]
    text: str


@dataclass(frozen=True)
class HistoryInfo:
    """What is the same in every game of History of the Samurai."""

    regions: list[RegionInfo]
    provinces: list[ProvinceInfo]
    sea_zones: list[SeaZoneInfo]
    straits: list[StraitInfo]
    daimyo: list[DaimyoInfo]
    events: list[EventInfo]
    epochs: list[str]
    """Their names."""


@cache
def describe() -> HistoryInfo:
    """Map and cards."""
    data = standard()
    return HistoryInfo(
        regions=[
            RegionInfo(id=r.id, name=r.name, kanji=r.kanji, base=list(r.base), provinces=list(r.provinces))
            for r in data.regions
        ],
        provinces=[
            ProvinceInfo(
                id=province.id,
                name=province.name,
                kanji=province.kanji,
                region=province.region,
                **{kind: list(others) for kind, others in province.neighbours.items()},
            )
            for province in data.provinces
        ],
        sea_zones=[
            SeaZoneInfo(id=z.id, name=z.name, kanji=z.kanji, touches=list(z.touches), adjacent=list(z.adjacent))
            for z in data.sea_zones
        ],
        straits=[StraitInfo(between=[s.a, s.b], sea_zone=s.sea_zone) for s in data.straits],
        daimyo=[
            DaimyoInfo(
                id=card.id,
                name=card.name,
                kanji=card.kanji,
                general=card.general,
                epoch=card.epoch,
                order=card.order,
                initial=list(card.initial),
                strength=card.strength,
                navy=card.navy,
                capital=card.capital,
                note=card.note,
            )
            for card in data.daimyo
        ],
        events=[
            EventInfo(
                id=f"e{event.number}",
                name=event.name,
                kanji=event.kanji,
                colour=event.colour,
                epochs=list(event.epochs),
                timing=event.timing,  # type: ignore[arg-type]
                text=event.text,
            )
            for event in data.events
        ],
        epochs=[str(epoch.get("name", number)) for number, epoch in enumerate(data.epochs, start=1)],
    )


# --- a position -----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class AreaOnMap:
    """A province or sea zone with something on it."""

    owner: str | None
    """The colour of its counters."""
    count: int
    is_current: bool
    """Whether the counters are those of this epoch's daimyo."""
    signs: list[Literal["castle", "capital", "city", "sakai", "hakata"]]


@dataclass(frozen=True)
class HistoryTurn:
    """The turn that is being played, and what events have given to it."""

    left: int
    """Counters to place."""
    extra: int
    """More of them from events."""
    has_navy: bool
    """Granted by an event."""
    minor: str | None
    """The event whose lesser daimyo acts."""
    ignores_terrain: bool
    points_per_kill: int
    bonus_dice: int
    bonus_combats: int
    """For how many combats more."""
    sure_wins: int
    sure_wins_in: str | None
    """Where they count, once the first was used."""
    free_castles: int


@dataclass(frozen=True)
class HistoryFight:
    """A combat or a raid whose dice are rolled next."""

    area: str
    attackers: int
    """Counters, or attacks of foreigners, that are left."""


@dataclass(frozen=True)
class HistoryColour:
    """What is known of one colour."""

    points: int
    strength: int
    """Cumulative, as written on the cards played."""
    card: str | None
    """The daimyo of this epoch; None: there is none yet, or it is not for these eyes."""
    has_card: bool
    drawn: str | None
    """The daimyo card that is to be kept or given away, for the eyes of who has drawn it."""
    hand: list[str] | None
    """Event cards; None: not for these eyes."""
    hand_size: int
    played: list[str]
    """Event cards played so far."""


@dataclass(frozen=True)
class HistorySeat:
    """What is known of one person, who plays several colours where there are two or three."""

    colours: dict[str, HistoryColour]


@dataclass(frozen=True)
class HistoryPosition:
    """A position of History of the Samurai as one pair of eyes sees it."""

    game: Literal["history"]
    phase: PhaseName
    epoch: int
    """From 1 to 7."""
    colour: str
    """Who decides, or for whom chance does."""
    order: int
    """Of the daimyo whose turn it is or was."""
    draft: list[str]
    """Colours in the order in which they draw daimyo cards."""
    drafted: int
    """How many have drawn in this epoch."""
    areas: dict[str, AreaOnMap]
    """By province or sea zone; only those with something on it."""
    turn: HistoryTurn
    fight: HistoryFight | None
    seats: dict[str, HistorySeat]
    """By seat number."""


BOARD, POSITION = HistoryInfo, HistoryPosition
NOTATION = """Moves are tokens such as `ready kaga castle:kaga e31 end`. A turn is whole where dice are rolled, cards
are drawn or somebody else decides, so that a seat often has several in a row."""
UNCERTAIN = ("phase", "epoch", "colour", "order", "draft", "drafted", "turn", "fight")
"""Of a turn that is complete: what comes next depends on dice and cards that nobody has seen."""


def draw_public(known: State) -> dict[str, Any]:
    """What everybody sees."""
    phase = int(_field(known, "phase"))
    return {
        "game": "history",
        "phase": PHASE_NAMES[phase],
        "epoch": int(_field(known, "epoch")) + 1,
        "colour": COLOURS[int(_field(known, "colour"))],
        "order": int(_field(known, "order")),
        "draft": [COLOURS[colour] for colour in _field(known, "draft").tolist()[: int(_field(known, "colours"))]],
        "drafted": int(_field(known, "drafted")),
        "areas": _draw_areas(known),
        "turn": _draw_turn(known),
        "fight": {"area": AREA_IDS[int(_field(known, "target"))], "attackers": int(_field(known, "attackers"))}
        if phase in (FIGHTING, RAID) and int(_field(known, "target")) >= 0
        else None,
    }


def compare_public(before: State, after: State) -> dict[str, Any]:
    """What is new for everybody."""
    return patch(_kept_public(before.tobytes()), _kept_public(after.tobytes()))


@lru_cache(500)
def _kept_public(known: bytes) -> dict[str, Any]:
    """Each position is compared twice: with the one before, and with the one after."""
    return draw_public(np.frombuffer(known, STATE)[0])


def _draw_areas(known: State) -> dict[str, Any]:
    owners, counts = _field(known, "owner").tolist(), _field(known, "count").tolist()
    castles, capitals, cities, land, sea, sakai, hakata = (
        int(_field(known, name))
        for name in ("castles", "capitals", "cities", "current_land", "current_sea", "sakai", "hakata")
    )
    current = land | sea << NUM_PROVINCES
    areas = {}
    for area, name in enumerate(AREA_IDS):
        signs = []
        if area < NUM_PROVINCES:
            signs = [
                sign
                for sign, provinces in (("castle", castles), ("capital", capitals), ("city", cities))
                if provinces >> area & 1
            ]
            signs += [sign for sign, where in (("sakai", sakai), ("hakata", hakata)) if where == area]
        if counts[area] or signs:
            owner = owners[area]
            areas[name] = {
                "owner": None if owner == NOBODY else COLOURS[owner],
                "count": counts[area],
                "is_current": bool(counts[area] and current >> area & 1),
                "signs": signs,
            }
    return areas


def _draw_turn(known: State) -> dict[str, Any]:
    number = {
        name: int(_field(known, name))
        for name in (
            "left",
            "extra",
            "navy",
            "minor",
            "ignores_terrain",
            "kill_vp",
            "bonus_dice",
            "bonus_combats",
            "auto_wins",
            "auto_area",
            "free_castles",
        )
    }
    return {
        "left": number["left"],
        "extra": number["extra"],
        "has_navy": bool(number["navy"]),
        "minor": f"e{number['minor'] + 1}" if number["minor"] >= 0 else None,
        "ignores_terrain": bool(number["ignores_terrain"]),
        "points_per_kill": number["kill_vp"],
        "bonus_dice": number["bonus_dice"],
        "bonus_combats": number["bonus_combats"],
        "sure_wins": number["auto_wins"],
        "sure_wins_in": AREA_IDS[number["auto_area"]] if number["auto_wins"] and number["auto_area"] >= 0 else None,
        "free_castles": number["free_castles"],
    }


def draw_seats(view: View) -> dict[str, Any]:
    """What one pair of eyes sees of the players."""
    known = view.known
    players, colours = int(_field(known, "players")), int(_field(known, "colours"))
    points, strength, cards, hands, played = (
        _field(known, name).tolist() for name in ("points", "strength", "card", "hand", "played")
    )
    drawn, drawer = int(_field(known, "drawn")), int(_field(known, "colour"))
    return {
        str(seat): {
            "colours": {
                COLOURS[colour]: {
                    "points": points[colour],
                    "strength": strength[colour],
                    "card": _daimyo(cards[colour]),
                    "has_card": cards[colour] != -1,
                    "drawn": _daimyo(drawn) if colour == drawer else None,
                    "hand": None if hands[colour] == UNKNOWN_HAND else _events(hands[colour]),
                    "hand_size": NUM_GROUPS - played[colour].bit_count(),
                    "played": _events(played[colour]),
                }
                for colour in range(seat, colours, players)
            }
        }
        for seat in range(players)
    }


def compare_seats(before: View, after: View) -> dict[str, Any]:
    """What is new of the players for one pair of eyes."""
    return patch(_kept_seats(before.known.tobytes()), _kept_seats(after.known.tobytes()))


@lru_cache(2000)
def _kept_seats(known: bytes) -> dict[str, Any]:
    return draw_seats(View(None, np.frombuffer(known, STATE)[0], b""))


def _daimyo(card: int) -> str | None:
    """None where there is none, or where it is hidden."""
    return DAIMYO_IDS[card] if card >= 0 else None


def _events(cards: int) -> list[str]:
    return [f"e{card + 1}" for card in range(cards.bit_length()) if cards >> card & 1]
