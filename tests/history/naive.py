"""The points of a turn and the facts of a map, once more and the long way: sets and dicts from the data files.

Written from the rule book and without the compiled rules, to compare them with.
"""

from __future__ import annotations

from tenka.history.cards import NUM_AREAS, NUM_PROVINCES
from tenka.history.data import Data
from tenka.history.notation import AREA_IDS
from tenka.history.reading import standard
from tenka.history.state import State


def armies(state: State, colour: int) -> dict[str, bool]:
    """By area where a colour stands: whether its counters are current."""
    current = int(state.current_land) | int(state.current_sea) << NUM_PROVINCES
    owners = state.owner.tolist()
    return {AREA_IDS[area]: bool(current >> area & 1) for area in range(NUM_AREAS) if owners[area] == colour}


def settlements(state: State, field: str) -> set[str]:
    bits = int(state[field])
    return {AREA_IDS[area] for area in range(NUM_PROVINCES) if bits >> area & 1}


def turn_points(state: State, colour: int, data: Data | None = None) -> int:
    """Chapter 8.1, sentence by sentence."""
    data = data or standard()
    held = armies(state, colour)
    points = 0
    for region in data.regions:
        mine = [province for province in region.provinces if province in held]
        base = region.base[state.epoch]
        if len(mine) == len(region.provinces) and all(held[province] for province in mine):
            points += 5 * base
        elif len(mine) == len(region.provinces):
            points += 4 * base
        elif len(mine) > len(region.provinces) / 2:
            points += 3 * base
        elif len(mine) >= 3:
            points += 2 * base
        elif mine:
            points += base
    points += sum(zone.id in held for zone in data.sea_zones)
    points += sum(centre in held for centre in data.centres)
    points += 2 * len(settlements(state, "capitals") & set(held))
    points += len(settlements(state, "cities") & set(held))
    for marker in ("sakai", "hakata"):
        if state[marker] >= 0 and AREA_IDS[state[marker]] in held:
            points += 1
    return points


def breaches(state: State) -> list[str]:
    """What is wrong on the map by chapter 4.1."""
    wrong = []
    colours, owners = int(state.colours), state.owner.tolist()
    for area, (name, count, owner) in enumerate(zip(AREA_IDS, state.count.tolist(), owners, strict=True)):
        limit = 3 if area < NUM_PROVINCES else 2
        if not 0 <= count <= limit:
            wrong.append(f"{count} counters in {name}")
        if (count == 0) != (owner == -1) or owner >= colours:
            wrong.append(f"{name} is held by {owner} with {count}")
    both = settlements(state, "capitals") & settlements(state, "cities")
    wrong += [f"a capital and a city in {name}" for name in sorted(both)]
    held = sum(1 << area for area, owner in enumerate(owners) if owner >= 0)
    if (int(state.current_land) | int(state.current_sea) << NUM_PROVINCES) & ~held:
        wrong.append("current counters where nobody stands")
    return wrong
