"""Where points come from: every region, building and fight by itself, in words."""

from __future__ import annotations

from collections.abc import Sequence

from tenka.game import Action, Rules, State
from tenka.history.actions import CAPITAL, CASTLE, EVENT, PLACE, REGION, ROLL, YIELD
from tenka.history.armies import army_of, current_army_of
from tenka.history.cards import NUM_PROVINCES
from tenka.history.data import Data
from tenka.history.notation import AREA_IDS
from tenka.history.placing import found_capital
from tenka.history.scoring import centre_points, market_points, region_level, sea_points, settlement_points
from tenka.history.state import new_states
from tenka.history.tables import tables_of

LEVELS = ("", "presence", "influence", "dominance", "control", "supremacy")


def tell_sources(rules: Rules, data: Data, before: State, actions: Sequence[Action]) -> list[str]:
    """What each part of the points of a line was for, such as ``Kinki 2 (influence)``; they add up to its points."""
    told = []
    state, colour = before, int(before.colour)
    for action in actions:
        after = rules.apply(state, action)
        gained = int(after.points[colour]) - int(state.points[colour])
        if int(after.strength[colour]) != int(state.strength[colour]):  # which grows when a turn is scored
            told += _tell_turn(data, state, action)
        elif gained:
            told.append(f"{_tell_moment(data, state, action)} {gained}")
        state = after
    return told


def _tell_turn(data: Data, state: State, action: Action) -> list[str]:
    """The points of §8.1, in its order."""
    states, colour = new_states(1), int(state.colour)
    states[0] = state
    scored, tables = states[0], tables_of(int(state.digest))[0]
    capital = action - CAPITAL
    if 0 <= capital < NUM_PROVINCES and capital == int(tables.capital[state.card[colour]]):
        found_capital(scored, capital)
    army, current = int(army_of(scored, colour)), int(current_army_of(scored, colour))
    told = []
    for number, region in enumerate(data.regions):
        level = int(region_level(scored, tables, number, army, current))
        if level and (points := level * region.base[int(scored.epoch)]):
            told.append(f"{region.name} {points} ({LEVELS[level]})")
    parts = {
        "sea zones": sea_points(scored, colour),
        "political centres": centre_points(scored, tables, colour),
        "capitals and cities": settlement_points(scored, colour),
        "Sakai and Hakata": market_points(scored, colour),
    }
    return told + [f"{name} {int(points)}" for name, points in parts.items() if points]


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
