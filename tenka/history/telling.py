"""What is told of a ply: rolls with their odds, points step by step, luck, cards and what comes next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from tenka.game import Hidden, Ply
from tenka.history.cards import COLOURS
from tenka.history.lines import HistoryPly
from tenka.history.luck import Roll, list_rolls, luck_of_ply
from tenka.history.notation import AREA_IDS, DAIMYO_IDS, REGION_IDS, format_actions
from tenka.history.scoring import CAPITALS, CENTRES, CITIES, LEVEL, MARKETS, POINTS, SEAS
from tenka.position import ShownPly

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
    """Not known in a record that hides something, and neither is the next."""
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
class HistoryPlyDetails:
    """What came of a ply, as these eyes may know it."""

    colour: str
    """Whose it is: with two and three players a seat has several."""
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


def show_ply(ply: Ply) -> ShownPly:
    """A ply as some eyes may know it, with a `HistoryPlyDetails`."""
    assert isinstance(ply, HistoryPly)
    tokens = [str(action) if isinstance(action, Hidden) else format_actions([action]) for action in ply.actions]
    return {"tokens": tokens, "takes": [], "draws": [], "details": tell_details(ply)}


def tell_details(ply: HistoryPly) -> dict[str, Any]:
    """What came of a ply; what there is none of is left out."""
    course = ply.course
    details: dict[str, Any] = {"colour": COLOURS[ply.who.colour]}
    if ply.points:
        details["points"] = ply.points
    if course.points.gained:
        details["gained"] = dict(course.points.gained)
    if course.points.score is not None:
        details["scored"] = _tell_score(course.points.score)
    if rolls := list_rolls(ply):
        details["rolls"] = [_tell_roll(roll) for roll in rolls]
        details["luck"] = {COLOURS[colour]: round(more, 4) + 0.0 for colour, more in luck_of_ply(ply).items()}
    if ply.fight is not None and course.chances:
        take, empty, held = course.chances
        details["battle"] = {
            "area": AREA_IDS[ply.fight.area],
            "against": COLOURS[course.targets[0].owner],
            "defenders": course.defenders,
            "ended": _ENDS[ply.fight.ended],
            "take": round(take, 5),
            "empty": round(empty, 5),
            "held": round(held, 5),
        }
    if ply.cards:
        details["cards"] = {COLOURS[holding.who.colour]: _tell_card(holding.card) for holding in ply.cards}
    if ply.next is not None:
        details["next"] = {"colour": COLOURS[ply.next.who.colour], "card": _tell_card(ply.next.card)}
    if ply.epoch is not None:
        details["epoch"] = ply.epoch
    return details


def _tell_card(card: int | Hidden) -> str | None:
    return None if isinstance(card, Hidden) else DAIMYO_IDS[card]


def _tell_roll(roll: Roll) -> dict[str, Any]:
    told = roll._asdict()
    target = told.pop("target")
    return {
        **told,
        "area": None if target is None else AREA_IDS[target.area],
        "against": None if target is None else COLOURS[target.owner],
    }


def _tell_score(score: Sequence[int]) -> dict[str, Any]:
    regions = {
        name: {
            "base": score[place + POINTS] // score[place + LEVEL],
            "level": score[place + LEVEL],
            "points": score[place + POINTS],
        }
        for place, name in zip(range(0, SEAS, 4), REGION_IDS, strict=True)
        if score[place + LEVEL]
    }
    total = sum(region["points"] for region in regions.values()) + sum(score[SEAS:])
    return {
        "total": total,
        "regions": regions,
        "seas": score[SEAS],
        "centres": score[CENTRES],
        "capitals": score[CAPITALS],
        "cities": score[CITIES],
        "markets": score[MARKETS],
    }
