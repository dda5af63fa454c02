"""Where points come from: every region, building and fight by itself, in words."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tenka.game import Action, Rules, State
from tenka.history.actions import CASTLE, EVENT, PLACE, REGION, ROLL, YIELD
from tenka.history.data import Data
from tenka.history.notation import AREA_IDS
from tenka.history.points import score_turn
from tenka.history.scoring import CAPITALS, CENTRES, CITIES, LEVEL, MARKETS, POINTS, SCORE_SIZE, SEAS
from tenka.history.state import new_states
from tenka.history.tables import tables_of

LEVELS = ("", "presence", "influence", "dominance", "control", "supremacy")
OTHERS = {
    "sea zones": (SEAS,),
    "political centres": (CENTRES,),
    "capitals and cities": (CAPITALS, CITIES),
    "Sakai and Hakata": (MARKETS,),
}
"""What brings points at the end of a turn beside regions, and where `scoring.fill_score` tells it."""


def tell_sources(rules: Rules, data: Data, before: State, actions: Sequence[Action]) -> list[str]:
    """What each part of the points of a line was for, such as ``Kinki 2 (influence)``; they add up to its points."""
    told = []
    state, colour, tables = before, int(before.colour), tables_of(int(before.digest))
    scored, score = new_states(1), np.zeros(SCORE_SIZE, np.int64)
    for action in actions:
        after = rules.apply(state, action)
        gained = int(after.points[colour]) - int(state.points[colour])
        scored[0] = state
        if score_turn(scored, tables, action, score):
            told += _tell_turn(data, score.tolist())
        elif gained:
            told.append(f"{_tell_moment(data, state, action)} {gained}")
        state = after
    return told


def _tell_turn(data: Data, score: Sequence[int]) -> list[str]:
    """The points of §8.1, in its order."""
    told = [
        f"{region.name} {points} ({LEVELS[score[4 * number + LEVEL]]})"
        for number, region in enumerate(data.regions)
        if (points := score[4 * number + POINTS])
    ]
    parts = {name: sum(score[place] for place in places) for name, places in OTHERS.items()}
    return told + [f"{name} {points}" for name, points in parts.items() if points]


def _tell_moment(data: Data, state: State, action: Action) -> str:
    """What brought points at once (§8.2)."""
    if EVENT <= action < REGION:
        return data.events[action - EVENT].name
    if action >= ROLL and state.target >= 0:
        return f"fight for {AREA_IDS[state.target]}"
    if PLACE <= action < YIELD:
        return AREA_IDS[action - PLACE]
    if YIELD <= action < CASTLE:
        return AREA_IDS[action - YIELD]
    return "at once"
