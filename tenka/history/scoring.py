"""Victory points at the end of a turn (§8.1), and the end of the game."""

from __future__ import annotations

from typing import Any

from tenka.compiled import count_bits, inner, jit
from tenka.game import Outcome
from tenka.history.armies import army_of, current_army_of
from tenka.history.cards import COLOURS, NUM_PROVINCES, NUM_REGIONS, NUM_SEA_ZONES
from tenka.history.state import State, int64
from tenka.history.tables import Tables

PRESENCE, INFLUENCE, DOMINANCE, CONTROL, SUPREMACY = range(1, 6)
"""What a region's base points are multiplied with."""

END_REASON = "epochs"
"""A game ends after the last epoch, and for no other reason."""


@jit
def region_level(state: State, tables: Tables, region: int, army: int, current: int) -> int:
    """How much a player has of a region, 0 for nothing: only the highest level counts (§8.1)."""
    provinces = int64(tables.region[region])
    held = count_bits(provinces & army)
    size = int64(tables.region_size[region])
    if provinces & current == provinces:
        return SUPREMACY
    if held == size:
        return CONTROL
    if 2 * held > size:
        return DOMINANCE
    if held >= 3:
        return INFLUENCE
    if held >= 1:
        return PRESENCE
    return 0


@jit
def region_points(state: State, tables: Tables, colour: int) -> int:
    """Points for regions (§8.1.1)."""
    army = army_of(state, colour)
    current = current_army_of(state, colour)
    points = 0
    for region in range(NUM_REGIONS):
        base = int64(tables.base_points[region, state.epoch])
        points += base * region_level(state, tables, region, army, current)
    return points


@jit
def sea_points(state: State, colour: int) -> int:
    """A point for each sea zone with a counter (§8.1.2)."""
    points = 0
    for zone in range(NUM_SEA_ZONES):
        if state.owner[NUM_PROVINCES + zone] == colour:
            points += 1
    return points


@jit
def centre_points(state: State, tables: Tables, colour: int) -> int:
    """A point for each political centre with an army (§8.1.3)."""
    return count_bits(army_of(state, colour) & int64(tables.centres))


@jit
def settlement_points(state: State, colour: int) -> int:
    """Two points for each capital and one for each city with an army there (§8.1.4)."""
    army = army_of(state, colour)
    return 2 * count_bits(army & int64(state.capitals)) + count_bits(army & int64(state.cities))


@jit
def market_points(state: State, colour: int) -> int:
    """A point for Sakai and one for Hakata, with an army there (§8.1.5)."""
    points = 0
    if state.sakai >= 0 and state.owner[state.sakai] == colour:
        points += 1
    if state.hakata >= 0 and state.owner[state.hakata] == colour:
        points += 1
    return points


@jit
def turn_points(state: State, tables: Tables, colour: int) -> int:
    """All points that a colour would receive at the end of its turn."""
    return (
        region_points(state, tables, colour)
        + sea_points(state, colour)
        + centre_points(state, tables, colour)
        + settlement_points(state, colour)
        + market_points(state, colour)
    )


HELD, CURRENT, LEVEL, POINTS = range(4)
"""What `fill_score` tells of each region: provinces held, those of them with current counters, level, points,"""
SEAS, CENTRES, CAPITALS, CITIES, MARKETS = range(4 * NUM_REGIONS, 4 * NUM_REGIONS + 5)
"""and behind the regions the points for everything else."""
SCORE_SIZE = MARKETS + 1


@inner
def fill_score(state: State, tables: Tables, colour: int, score: Any) -> None:
    """Step by step: all points that a colour would receive at the end of its turn, as `turn_points` adds them up."""
    army = army_of(state, colour)
    current = current_army_of(state, colour)
    for region in range(NUM_REGIONS):
        provinces = int64(tables.region[region])
        level = region_level(state, tables, region, army, current)
        score[4 * region + HELD] = count_bits(provinces & army)
        score[4 * region + CURRENT] = count_bits(provinces & current)
        score[4 * region + LEVEL] = level
        score[4 * region + POINTS] = int64(tables.base_points[region, state.epoch]) * level
    score[SEAS] = sea_points(state, colour)
    score[CENTRES] = centre_points(state, tables, colour)
    score[CAPITALS] = 2 * count_bits(army & int64(state.capitals))
    score[CITIES] = settlement_points(state, colour) - score[CAPITALS]
    score[MARKETS] = market_points(state, colour)


def outcome_of(state: State) -> Outcome:
    """How a finished game ended. A person's score is the lowest of his colours (§9.3)."""
    players, colours = int(state.players), int(state.colours)
    points = [int(state.points[colour]) for colour in range(colours)]
    scores = [min(points[seat::players]) for seat in range(players)]
    ranking = tuple(1 + sum(other > score for other in scores) for score in scores)
    winners = tuple(seat for seat, rank in enumerate(ranking) if rank == 1)
    totals = []
    for seat in range(players):
        own = {"points": scores[seat]}
        if colours > players:
            own |= {COLOURS[colour]: points[colour] for colour in range(seat, colours, players)}
        totals.append(own)
    return Outcome(END_REASON, winners, ranking, tuple(totals))
