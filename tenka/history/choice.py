"""What is told of a choice to who has it: what each action brings, and the exact odds of every fight.

All of it is made from what that seat may know.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from tenka.game import Action, State, View
from tenka.history import fights
from tenka.history.actions import EVENT, REGION
from tenka.history.cards import COLOURS, NORMAL_DICE, NUM_PROVINCES, STACK_ON_LAND
from tenka.history.hands import hides_options
from tenka.history.notation import AREA_IDS, format_actions
from tenka.history.state import NOBODY, NOWHERE, array_of, new_states
from tenka.history.tables import DEFENSIVE_BORDER, FROM_SEA, STRAIT, tables_of

_field = np.void.__getitem__

AttackReason = Literal["three_dice", "equal_skill", "uprising", "bonus", "regional", "sure"]
DefenceReason = Literal[
    "past", "current", "three_dice", "equal_skill", "terrain", "sea", "strait", "far", "no_terrain", "castle"
]


@dataclass(frozen=True)
class HistoryOdds:
    """An attack before it is made: dice of both sides, and the exact chances of the whole fight."""

    against: str
    """The colour that stands there."""
    attackers: int
    """One counter, or those of a revolt."""
    defenders: int
    attack_dice: int
    defend_dice: int
    castle: bool
    """The defender adds 1 to his best die."""
    attacker: list[AttackReason]
    """Why he has other dice than usual: *three_dice* by his card, *equal_skill* not, because the other one has as many;
    *uprising* those of its card, *bonus* more by an event, *regional* one fewer abroad; *sure*: `sure` combats are won
    without a roll."""
    defender: list[DefenceReason]
    """*past* has one die and *current* two; *three_dice* and *equal_skill* as for the attacker; one more for *terrain*
    (a defensive border), from the *sea*, over a *strait*, or from *far* away; *no_terrain*: an event takes that one;
    *castle*."""
    sure: int
    source: str | None
    """The area that the counter comes from: the way that is best for the attacker. None: a revolt, or from far away."""
    take: float
    """The chance that the attacker holds the area afterwards,"""
    empty: float
    """that nobody is left there,"""
    held: float
    """and that the defender still stands."""


@dataclass(frozen=True)
class HistoryRaid:
    """What foreigners may do to a province."""

    area: str
    against: str
    counters: int
    castle: bool
    losses: list[float]
    """The chances that 0, 1, … counters are lost."""


@dataclass(frozen=True)
class HistoryMove:
    """What an action brings."""

    points: int
    """At once, and at the end of this turn as the board stands, if its fight is won."""
    costs: int = 0
    """What the end of his turn would bring the colour less that stands there."""
    odds: HistoryOdds | None = None
    raids: list[HistoryRaid] | None = None


@dataclass(frozen=True)
class HistoryChoice:
    """What is told of a choice to who has it."""

    moves: dict[str, HistoryMove]
    """By legal token; those that are left out bring no points and meet nobody."""
    is_secret: bool
    """What can be chosen depends on cards that others do not see. So an answer that comes at once because there is only
    one would tell them."""


def draw_choice(view: View, legal: Sequence[Action]) -> dict[str, Any]:
    """What is told of a choice, from what its seat may know, as a `HistoryChoice`."""
    known = view.known
    tables = tables_of(int(_field(known, "digest")))
    states = new_states(2)
    states[0] = known
    figures = np.zeros((len(legal), fights.NUM_FIGURES), np.int64)
    ends = np.zeros((len(legal), 3))
    chances = np.zeros((fights.MOST_ATTACKERS + 1, STACK_ON_LAND + 1))
    fights.look_at_moves(states, tables, np.array(legal, np.int64), figures, chances, ends)
    moves = {}
    for action, figure, end in zip(legal, figures.tolist(), ends.tolist(), strict=True):
        move: dict[str, Any] = {"points": figure[fights.POINTS]}
        if figure[fights.COSTS]:
            move["costs"] = figure[fights.COSTS]
        if figure[fights.OWNER] != NOBODY:
            move["odds"] = _draw_odds(figure, end)
        elif EVENT <= action < REGION and (raids := _draw_raids(known, tables, action - EVENT)):
            move["raids"] = raids
        if move != {"points": 0}:
            moves[format_actions([action])] = move
    return {"moves": moves, "is_secret": hides_options(known)}


def _draw_odds(figure: Sequence[int], end: Sequence[float]) -> dict[str, Any]:
    is_current = figure[fights.DEFENCE_SKILL] > 0
    border, source = figure[fights.BORDER], figure[fights.SOURCE]
    attacker: list[AttackReason] = []
    defender: list[DefenceReason] = ["current" if is_current else "past"]
    if figure[fights.UPRISING]:
        attacker.append("uprising")
    elif figure[fights.ATTACK_SKILL] != NORMAL_DICE:
        attacker.append("three_dice")
    if is_current and figure[fights.DEFENCE_SKILL] != NORMAL_DICE:
        defender.append("three_dice")
    if figure[fights.CANCELS]:
        attacker += [] if figure[fights.UPRISING] else ["equal_skill"]
        defender.append("equal_skill")
    if figure[fights.BONUS]:
        attacker.append("bonus")
    if figure[fights.WEAK]:
        attacker.append("regional")
    if figure[fights.SURE]:
        attacker.append("sure")
    if figure[fights.TERRAIN]:
        defender.append(_WAYS[border])
    if figure[fights.IGNORED]:
        defender.append("no_terrain")
    if figure[fights.CASTLE_HELPS]:
        defender.append("castle")
    return {
        "against": COLOURS[figure[fights.OWNER]],
        "attackers": figure[fights.ATTACKERS],
        "defenders": figure[fights.DEFENDERS],
        "attack_dice": figure[fights.ATTACK_DICE],
        "defend_dice": figure[fights.DEFENCE_DICE],
        "castle": bool(figure[fights.CASTLE_HELPS]),
        "attacker": attacker,
        "defender": defender,
        "sure": figure[fights.SURE],
        "source": None if source == NOWHERE else AREA_IDS[source],
        "take": round(end[0], 5),
        "empty": round(end[1], 5),
        "held": round(end[2], 5),
    }


def _draw_raids(known: State, tables: Any, event: int) -> list[dict[str, Any]]:
    """What the foreigners of an event may do; nothing where it brings none."""
    raids = np.zeros((NUM_PROVINCES, 4), np.int64)
    chances = np.zeros((NUM_PROVINCES, STACK_ON_LAND + 1))
    num = fights.fill_raid(array_of(known), tables, event, raids, chances)
    return [
        {
            "area": AREA_IDS[area],
            "against": COLOURS[owner],
            "counters": counters,
            "castle": bool(castle),
            "losses": [round(chance, 5) for chance in likely[: counters + 1]],
        }
        for (area, owner, counters, castle), likely in zip(raids[:num].tolist(), chances.tolist(), strict=False)
    ]


_WAYS: dict[int, DefenceReason] = {DEFENSIVE_BORDER: "terrain", FROM_SEA: "sea", STRAIT: "strait", fights.FAR: "far"}
"""By the kind of way that gives the defender a die."""
