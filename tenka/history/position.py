"""What is shown of History of the Samurai: a position as one pair of eyes sees it.

What goes with it has files of its own: ``info.py`` (what is the same in every game), ``choice.py`` (what can be done,
with its odds), ``telling.py`` (what was done, and what came of it).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

import numpy as np

from tenka.game import State, View
from tenka.history import batch
from tenka.history.cards import COLOURS, NUM_GROUPS, NUM_PROVINCES
from tenka.history.choice import HistoryChoice, HistoryMove, HistoryOdds, HistoryRaid, draw_choice
from tenka.history.hands import Playable, when_playable
from tenka.history.info import (
    DaimyoInfo,
    EffectInfo,
    EventInfo,
    HistoryInfo,
    ProvinceInfo,
    RegionInfo,
    ReportInfo,
    SeaZoneInfo,
    StraitInfo,
    describe,
)
from tenka.history.notation import AREA_IDS, DAIMYO_IDS, REGION_IDS
from tenka.history.scoring import CAPITALS, CENTRES, CITIES, HELD, LEVEL, MARKETS, POINTS, SCORE_SIZE, SEAS
from tenka.history.scoring import CURRENT as CURRENT_HELD
from tenka.history.state import FIGHTING, NOBODY, PHASE_NAMES, RAID, STATE, PhaseName, array_of
from tenka.history.tables import tables_of
from tenka.history.telling import (
    HistoryBattle,
    HistoryNext,
    HistoryPlyDetails,
    HistoryRoll,
    HistoryScoring,
    RegionPoints,
    show_ply,
)
from tenka.history.view import UNKNOWN_HAND
from tenka.patches import patch

__all__ = [
    "BOARD",
    "CHOICE",
    "NOTATION",
    "PLY",
    "POSITION",
    "UNCERTAIN",
    "AreaOnMap",
    "DaimyoInfo",
    "EffectInfo",
    "EventInfo",
    "HistoryBattle",
    "HistoryChoice",
    "HistoryColour",
    "HistoryFight",
    "HistoryInfo",
    "HistoryMove",
    "HistoryNext",
    "HistoryOdds",
    "HistoryPlyDetails",
    "HistoryPosition",
    "HistoryRaid",
    "HistoryRoll",
    "HistoryScore",
    "HistoryScoring",
    "HistorySeat",
    "HistoryTurn",
    "ProvinceInfo",
    "RegionInfo",
    "RegionPoints",
    "RegionScore",
    "ReportInfo",
    "SeaZoneInfo",
    "StraitInfo",
    "compare_public",
    "compare_seats",
    "describe",
    "draw_choice",
    "draw_public",
    "draw_seats",
    "show_ply",
]

_field = np.void.__getitem__
"""A field of a state, past np.record, which looks fields up in slow Python."""


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
class RegionScore:
    """What a colour has of a region."""

    held: int
    """Provinces with its counters."""
    current: int
    """Those of them with current ones."""
    level: int
    """1 to 5, as in `HistoryInfo.levels`."""
    points: int
    """Its base points in this epoch times the level."""


@dataclass(frozen=True)
class HistoryScore:
    """What the end of its turn would bring a colour as the board stands, step by step, in points."""

    total: int
    regions: dict[str, RegionScore]
    """Only those where it has something."""
    seas: int
    centres: int
    capitals: int
    cities: int
    markets: int


@dataclass(frozen=True)
class HistoryColour:
    """What is known of one colour."""

    points: int
    strength: int
    """Cumulative, as written on the cards played. The draft goes by it, the least first; then by points, by fewer event
    cards in hand, and by `played_at`."""
    played_at: int
    """The order of the last daimyo that it played; 0: none yet."""
    given_by: str | None
    """The colour that drew its daimyo card of this epoch: itself, if it was kept."""
    card: str | None
    """The daimyo of this epoch; None: there is none yet, or it is not for these eyes."""
    has_card: bool
    drawn: str | None
    """The daimyo card that is to be kept or given away, for the eyes of who has drawn it."""
    hand: list[str] | None
    """Event cards; None: not for these eyes."""
    hand_size: int
    playable: dict[str, Playable] | None
    """By event card in hand: now; later, in this epoch or another; or never. None: not for these eyes."""
    played: list[str]
    """Event cards played so far."""
    used: int
    """Those played in this epoch before and during its turn; `HistoryInfo.events_per_epoch` is the most."""


@dataclass(frozen=True)
class HistorySeat:
    """What is known of one person, who plays several colours where there are two or three."""

    score: int
    """The lowest of the colours' points: that one counts."""
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
    to_come: list[str]
    """The daimyo cards of this epoch whose turn has not come, in their order. Face-down cards are among them, and those
    that nobody drew."""
    closed: list[str]
    """Provinces and sea zones that are out of play."""
    centres: dict[str, str | None]
    """The political centres: the colour that holds each."""
    scores: dict[str, HistoryScore]
    """By colour: what the end of its turn would bring as the board stands."""
    areas: dict[str, AreaOnMap]
    """By province or sea zone; only those with something on it."""
    turn: HistoryTurn
    fight: HistoryFight | None
    seats: dict[str, HistorySeat]
    """By seat number."""


BOARD, POSITION, CHOICE, PLY = HistoryInfo, HistoryPosition, HistoryChoice, HistoryPlyDetails
NOTATION = """Moves are tokens such as `ready kaga castle:kaga e31 end`. A turn is whole where dice are rolled, cards
are drawn or somebody else decides, so that a seat often has several in a row."""
UNCERTAIN = ("phase", "epoch", "colour", "order", "draft", "drafted", "to_come", "turn", "fight")
"""Of a turn that is complete: what comes next depends on dice and cards that nobody has seen."""


def draw_public(known: State) -> dict[str, Any]:
    """What everybody sees."""
    phase, owners = int(_field(known, "phase")), _field(known, "owner").tolist()
    map_ = _map_of(int(_field(known, "digest")), int(_field(known, "players")))
    return {
        "game": "history",
        "phase": PHASE_NAMES[phase],
        "epoch": int(_field(known, "epoch")) + 1,
        "colour": COLOURS[int(_field(known, "colour"))],
        "order": int(_field(known, "order")),
        "draft": [COLOURS[colour] for colour in _field(known, "draft").tolist()[: int(_field(known, "colours"))]],
        "drafted": int(_field(known, "drafted")),
        "to_come": map_.to_come(int(_field(known, "epoch")), int(_field(known, "order"))),
        "closed": map_.closed,
        "centres": {AREA_IDS[area]: _colour(owners[area]) for area in map_.centres},
        "scores": _draw_scores(known),
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


class _Map:
    """What of the data is shown in every position with so many players."""

    def __init__(self, digest: int, players: int) -> None:
        tables = tables_of(digest)[0]
        land, sea = int(tables.land_in_play[players]), int(tables.sea_in_play[players])
        in_play = land | sea << NUM_PROVINCES
        self.closed = [name for area, name in enumerate(AREA_IDS) if not in_play >> area & 1]
        self.centres = [area for area in range(NUM_PROVINCES) if int(tables.centres) >> area & 1]
        self._orders = tables.order.tolist()
        cards = int(tables.daimyo_in_play[players])
        self._cards = [cards & int(of_epoch) for of_epoch in tables.epoch_cards]

    def to_come(self, epoch: int, order: int) -> list[str]:
        """The daimyo cards of an epoch after an order, in their order."""
        later = [card for card, when in enumerate(self._orders) if self._cards[epoch] >> card & 1 and when > order]
        return [DAIMYO_IDS[card] for card in sorted(later, key=self._orders.__getitem__)]


@lru_cache(20)
def _map_of(digest: int, players: int) -> _Map:
    return _Map(digest, players)


def _draw_scores(known: State) -> dict[str, Any]:
    colours = int(_field(known, "colours"))
    scores = np.zeros((colours, SCORE_SIZE), np.int64)
    batch.fill_scores(array_of(known), tables_of(int(_field(known, "digest"))), scores)
    return {COLOURS[colour]: _draw_score(*score) for colour, score in enumerate(scores.tolist())}


@lru_cache(5000)
def _draw_score(*score: int) -> dict[str, Any]:
    """What `scoring.fill_score` has written, as a `HistoryScore`; most stay as they are from turn to turn."""
    regions = {
        name: {
            "held": score[place + HELD],
            "current": score[place + CURRENT_HELD],
            "level": score[place + LEVEL],
            "points": score[place + POINTS],
        }
        for place, name in zip(range(0, SEAS, 4), REGION_IDS, strict=True)
        if score[place + HELD]
    }
    return {
        "total": sum(region["points"] for region in regions.values()) + sum(score[SEAS:]),
        "regions": regions,
        "seas": score[SEAS],
        "centres": score[CENTRES],
        "capitals": score[CAPITALS],
        "cities": score[CITIES],
        "markets": score[MARKETS],
    }


def _colour(owner: int) -> str | None:
    return None if owner == NOBODY else COLOURS[owner]


def _draw_areas(known: State) -> dict[str, Any]:
    owners, counts = _field(known, "owner").tolist(), _field(known, "count").tolist()
    castles, capitals, cities, land, sea, sakai, hakata = (
        int(_field(known, name))
        for name in ("castles", "capitals", "cities", "current_land", "current_sea", "sakai", "hakata")
    )
    current = land | sea << NUM_PROVINCES
    with_sign = castles | capitals | cities | 1 << sakai + 1 >> 1 | 1 << hakata + 1 >> 1  # -1: nowhere
    areas = {}
    for area, name in enumerate(AREA_IDS):
        count, signs = counts[area], 0
        if with_sign >> area & 1:
            signs = castles >> area & 1 | (capitals >> area & 1) << 1 | (cities >> area & 1) << 2
            signs |= (area == sakai) << 3 | (area == hakata) << 4
        if count or signs:
            areas[name] = _draw_area(owners[area], count, bool(count and current >> area & 1), signs)
    return areas


_SIGNS = ("castle", "capital", "city", "sakai", "hakata")


@lru_cache(10_000)
def _draw_area(owner: int, count: int, is_current: bool, signs: int) -> dict[str, Any]:
    """One area, with its signs as bits; most stay as they are from turn to turn, and so are kept."""
    return {
        "owner": _colour(owner),
        "count": count,
        "is_current": is_current,
        "signs": [name for bit, name in enumerate(_SIGNS) if signs >> bit & 1],
    }


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
    points, strength, cards, hands, played, played_at, givers, used = (
        _field(known, name).tolist()
        for name in ("points", "strength", "card", "hand", "played", "played_at", "giver", "used")
    )
    drawn, drawer = int(_field(known, "drawn")), int(_field(known, "colour"))
    return {
        str(seat): {
            "score": min(points[seat:colours:players]),
            "colours": {
                COLOURS[colour]: {
                    "points": points[colour],
                    "strength": strength[colour],
                    "played_at": played_at[colour],
                    "given_by": _colour(givers[colour]),
                    "card": _daimyo(cards[colour]),
                    "has_card": cards[colour] != -1,
                    "drawn": _daimyo(drawn) if colour == drawer else None,
                    "hand": None if hands[colour] == UNKNOWN_HAND else _events(hands[colour]),
                    "hand_size": NUM_GROUPS - played[colour].bit_count(),
                    "playable": None if hands[colour] == UNKNOWN_HAND else when_playable(known, colour),
                    "played": _events(played[colour]),
                    "used": used[colour],
                }
                for colour in range(seat, colours, players)
            },
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


@lru_cache(20_000)
def _events(cards: int) -> list[str]:
    return [f"e{card + 1}" for card in range(cards.bit_length()) if cards >> card & 1]
