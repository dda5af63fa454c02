"""What a position is worth: points in hand, what the next scoring would bring, and what counters may still bring later.

Compiled and cheap, for players that look ahead. A region is valued by itself, so that one counter more or less changes
one region only. `sense` is a record of type `SENSE`: what stays the same while one decision is weighed. Nothing here
looks at what the colour that decides may not know.
"""

from __future__ import annotations

from math import exp
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from tenka.compiled import jit, lowest_bit
from tenka.history.armies import person_of
from tenka.history.cards import (
    AFTER_EPOCH,
    MAX_COLOURS,
    NUM_AREAS,
    NUM_EPOCHS,
    NUM_PROVINCES,
    NUM_REGIONS,
    NUM_SEA_ZONES,
    STACK_ON_LAND,
)
from tenka.history.fights import MOST_ATTACKERS
from tenka.history.scoring import CONTROL, DOMINANCE, INFLUENCE, PRESENCE, SUPREMACY
from tenka.history.state import AFTER, BEFORE, DRAWING, FAMINE, GIVING, OVER, RAID, STARTING, State, int64
from tenka.history.tables import Tables


class Weights(NamedTuple):
    """How much different things count."""

    keep_one: float
    """The chance that a single counter still stands when its colour scores again."""
    keep_two: float
    keep_three: float
    castle: float
    """How much of the danger a castle takes away."""
    begins: float
    """What is left of those chances where a daimyo is about to begin, who wins there automatically."""
    sea: float
    """The chance that counters in a sea zone stay."""
    future: float
    """What a point in the next epoch is worth, were it sure."""
    decay: float
    """What a point an epoch later is worth beside that."""
    access: float
    """What the best province behind one counts that is not reached yet."""
    smooth: float
    """How many counters must be left for half a step to the next level of a region to count half."""
    to_come: float
    """What this epoch's points of a colour that has not played yet count."""
    harm: float
    """What points lost by all others together are worth beside own ones."""
    leader: float
    """How much more it is worth to hurt who is ahead, for 20 points."""
    counter: float
    """What a counter to be placed is worth."""
    patience: float
    """What an event card must bring to be played while it could still be played in a later epoch."""


WEIGHTS = Weights(
    keep_one=0.87,
    keep_two=0.9,
    keep_three=0.93,
    castle=0.1,
    begins=0.6,
    sea=0.9,
    future=0.54,
    decay=0.1,
    access=0.5,
    smooth=0.5,
    to_come=0.8,
    harm=1.0,
    leader=0.2,
    counter=2.0,
    patience=2.5,
)
"""The first eight follow a fit to 2,500 games: how much the counters on the map add to what their colour gains later,
beside its strength, points and event cards. The others were found by playing.
"""

WeightArray: TypeAlias = Any
"""`Weights` as an array, for compiled code."""

(
    KEEP_ONE,
    KEEP_TWO,
    KEEP_THREE,
    CASTLE_HELP,
    BEGINS,
    SEA,
    FUTURE,
    DECAY,
    ACCESS,
    SMOOTH,
    TO_COME,
    HARM,
    LEADER,
    COUNTER,
    PATIENCE,
) = range(len(WEIGHTS))

SEAS = NUM_REGIONS
"""The sea zones are valued together, like one more region."""
NUM_PARTS = NUM_REGIONS + 1
UNKNOWN_WORTH = 1e9
LAST_SPREAD = 4.0
"""How many points ahead make a win e times as likely as the other's, at the end,"""
SPREAD_PER_EPOCH = 2.5
"""and how many more for each epoch before it."""

SENSE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("future", "f8", NUM_REGIONS),  # by region: what a level is worth in later epochs
                ("lasting", "f8"),  # what a point in each later epoch is worth
                ("stake", "f8", MAX_COLOURS),  # what a point of a colour is worth to who decides
                ("coming", "f8", MAX_COLOURS),  # how much this epoch's scoring of a colour counts
                ("blend", "f8"),  # how much half a step to the next level counts for who decides
                ("worth", "f8", (MAX_COLOURS, NUM_PARTS)),  # what parts of the map are worth, where it is known already
                ("behind", "f8", NUM_AREAS),  # by area: what entering it would bring, where it is known already
                (
                    "chances",
                    "f8",
                    (MOST_ATTACKERS + 1, STACK_ON_LAND + 1),
                ),  # of a fight, by counters left on both sides
                ("endangered", "i8"),  # provinces where a daimyo may begin before long
                ("goes_home", "i8"),  # whether the counters placed now leave the map with the turn,
                ("stays", "i8"),  # except for those in these provinces
                ("colour", "i8"),
            ],
            align=True,
        ),
    )
)

Sense: TypeAlias = Any


def weight_array(weights: Weights = WEIGHTS) -> WeightArray:
    """The weights for compiled code."""
    return np.array(weights, np.float64)


def new_sense() -> np.ndarray[Any, Any]:
    """Room for a sense: an array with one record."""
    return np.zeros(1, SENSE)


# --- sense ------------------------------------------------------------------------------------------------


@jit
def fill_sense(state: State, tables: Tables, weights: WeightArray, sense: Sense) -> None:
    """Looks at everything that stays the same while the colour to move decides."""
    colour = int64(state.colour)
    sense.colour = colour
    epoch = int64(state.epoch)
    factor = weights[FUTURE]
    sense.lasting = 0.0
    for region in range(NUM_REGIONS):
        sense.future[region] = 0.0
    for later in range(epoch + 1, NUM_EPOCHS):
        sense.lasting += factor
        for region in range(NUM_REGIONS):
            sense.future[region] += factor * int64(tables.base_points[region, later])
        factor *= weights[DECAY]
    left = float(max(int64(state.left) - 1, 0))
    sense.blend = left / (left + weights[SMOOTH])
    sense.endangered = _endangered(state, tables)
    card = int64(state.card[colour])
    sense.goes_home = 0
    if card >= 0 and state.minor < 0 and tables.uprising[card] != 0:
        sense.goes_home = 1
        sense.stays = tables.keep[card]
    for other in range(int64(state.colours)):
        sense.coming[other] = _coming(state, tables, weights, other)
        for part in range(NUM_PARTS):
            sense.worth[other, part] = UNKNOWN_WORTH
    _fill_stakes(state, weights, sense)


@jit
def _coming(state: State, tables: Tables, weights: WeightArray, colour: int) -> float:
    """How much the points of this epoch count that a colour does not have yet."""
    phase = int64(state.phase)
    if phase in (AFTER, FAMINE, RAID, OVER):
        return 0.0
    if phase in (DRAWING, GIVING):
        return float(weights[TO_COME])
    if colour == state.colour:
        return 1.0
    card = int64(state.card[colour])
    if card >= 0 and tables.order[card] <= state.order:
        return 0.0
    return float(weights[TO_COME])


@jit
def _endangered(state: State, tables: Tables) -> int:
    """The provinces where a daimyo begins who may still come in this epoch, or comes in the next."""
    provinces = 0
    in_play = int64(tables.daimyo_in_play[state.players])
    for epoch in range(int64(state.epoch), min(int64(state.epoch) + 2, NUM_EPOCHS)):
        rest = in_play & int64(tables.epoch_cards[epoch])
        while rest:
            card = lowest_bit(rest)
            rest &= rest - 1
            if epoch == state.epoch and tables.order[card] <= state.order:
                continue
            for place in range(3):
                if tables.initial[card, place] >= 0:
                    provinces |= 1 << int64(tables.initial[card, place])
    return provinces


@jit
def _fill_stakes(state: State, weights: WeightArray, sense: Sense) -> None:
    """What a point of each colour is worth to the person who decides.

    Own points count fully, those of others against it, and more the further they are ahead. Of several colours the
    lowest decides (§9.3), so points of the others count less.
    """
    players = int64(state.players)
    me = person_of(state, int64(state.colour))
    mean = 0.0
    for colour in range(int64(state.colours)):
        mean += float(state.points[colour])
    mean /= float(state.colours)
    for colour in range(int64(state.colours)):
        share = _share_in_score(state, colour)
        if person_of(state, colour) == me:
            sense.stake[colour] = share
        else:
            ahead = 1.0 + weights[LEADER] * (float(state.points[colour]) - mean) / 20.0
            sense.stake[colour] = -share * weights[HARM] / float(players - 1) * min(max(ahead, 0.2), 3.0)


@jit
def _share_in_score(state: State, colour: int) -> float:
    """How much of a person's score a point of a colour is, by how low it stands among his colours."""
    players = int64(state.players)
    if state.colours == players:
        return 1.0
    person = person_of(state, colour)
    total = 0.0
    for other in range(person, int64(state.colours), players):
        total += exp((float(state.points[colour]) - float(state.points[other])) / 15.0)
    return 1.0 / total


# --- worth ------------------------------------------------------------------------------------------------


@jit
def survival(state: State, weights: WeightArray, sense: Sense, colour: int, province: int) -> float:
    """The chance that the counters of a province stay until their colour scores again."""
    here = 1 << province
    count = int64(state.count[province])
    goes_home = sense.goes_home != 0 and colour == sense.colour and int64(sense.stays) & here == 0
    if goes_home and int64(state.current_land) & here:
        return 0.0
    keep = weights[KEEP_ONE]
    if count == 2:
        keep = weights[KEEP_TWO]
    elif count >= 3:
        keep = weights[KEEP_THREE]
    if int64(state.castles) & here:
        keep += (1.0 - keep) * weights[CASTLE_HELP]
    if int64(sense.endangered) & here:
        keep *= weights[BEGINS]
    return float(keep)


@jit
def smooth_level(held: float, size: int) -> float:
    """The level of a region for so many provinces as `scoring.region_level`, with steps in between."""
    half = size // 2 + 1
    if held >= size:
        return float(CONTROL)
    if held >= half:
        return DOMINANCE + (held - half) / max(size - half, 1)
    if held <= 1.0:
        return float(held) * (1.0 if size > 1 else CONTROL)
    if half <= 3:
        return PRESENCE + 2.0 * (held - 1.0) / max(half - 1, 1)
    if held >= 3.0:
        return INFLUENCE + (held - 3.0) / (half - 3)
    return PRESENCE + (held - 1.0) / 2.0


@jit
def part_worth(state: State, tables: Tables, weights: WeightArray, sense: Sense, colour: int, part: int) -> float:
    """What a colour has of a region, or of all sea zones: this epoch's points, if still to come, and later ones."""
    coming = float(sense.coming[colour])
    if part == SEAS:
        zones = 0
        for zone in range(NUM_SEA_ZONES):
            if state.owner[NUM_PROVINCES + zone] == colour:
                zones += 1
        return float(zones * (coming + float(sense.lasting) * weights[SEA]))
    held = 0
    current = 0
    kept = 0.0
    points = 0
    kept_points = 0.0
    provinces = int64(tables.region[part])
    rest = provinces
    while rest:
        province = lowest_bit(rest)
        rest &= rest - 1
        if state.owner[province] != colour:
            continue
        here = 1 << province
        keep = survival(state, weights, sense, colour, province)
        held += 1
        kept += keep
        if int64(state.current_land) & here:
            current += 1
        here_points = 0
        if int64(tables.centres) & here:
            here_points += 1
        if int64(state.capitals) & here:
            here_points += 2
        if int64(state.cities) & here:
            here_points += 1
        if state.sakai == province or state.hakata == province:
            here_points += 1
        points += here_points
        kept_points += keep * here_points
    if held == 0:
        return 0.0
    size = int64(tables.region_size[part])
    worth = float(sense.lasting) * kept_points + float(sense.future[part]) * smooth_level(kept, size)
    if coming > 0.0:
        level = float(_level(held, current, size))
        blend = float(sense.blend) if colour == sense.colour else 0.5
        level += blend * (smooth_level(float(held), size) - level)
        worth += coming * (points + level * float(tables.base_points[part, state.epoch]))
    return worth


@jit
def _level(held: int, current: int, size: int) -> int:
    """As `scoring.region_level`, from what was counted."""
    if current == size:
        return SUPREMACY
    if held == size:
        return CONTROL
    if 2 * held > size:
        return DOMINANCE
    return INFLUENCE if held >= 3 else PRESENCE


@jit
def part_of(tables: Tables, area: int) -> int:
    """The region of an area, or `SEAS`."""
    return SEAS if area >= NUM_PROVINCES else int64(tables.region_of[area])


@jit
def known_worth(state: State, tables: Tables, weights: WeightArray, sense: Sense, colour: int, part: int) -> float:
    """`part_worth` of the position as it is, looked up where it was asked for before."""
    if sense.worth[colour, part] == UNKNOWN_WORTH:
        sense.worth[colour, part] = part_worth(state, tables, weights, sense, colour, part)
    return float(sense.worth[colour, part])


@jit
def colour_worth(state: State, tables: Tables, weights: WeightArray, sense: Sense, colour: int) -> float:
    """What a colour has, and may expect of what it has."""
    worth = float(state.points[colour])
    for part in range(NUM_PARTS):
        worth += part_worth(state, tables, weights, sense, colour, part)
    return worth


@jit
def position_worth(state: State, tables: Tables, weights: WeightArray, sense: Sense) -> float:
    """What the whole position is worth to who decides, by the stakes of the sense."""
    worth = 0.0
    for colour in range(int64(state.colours)):
        worth += float(sense.stake[colour]) * colour_worth(state, tables, weights, sense, colour)
    return worth


@jit
def fill_shares(state: State, tables: Tables, weights: WeightArray, sense: Sense, shares: Any) -> None:
    """By person: how likely a win looks, from what each colour has and may expect. They add up to 1.

    Even at the end a point more counts a little for who has lost anyway, so that a search can tell good from bad.
    """
    players = int64(state.players)
    best = -1e9
    for person in range(players):
        lowest = 1e9
        for colour in range(person, int64(state.colours), players):
            lowest = min(lowest, expected_points(state, tables, weights, sense, colour))
        shares[person] = lowest
        best = max(best, lowest)
    spread = LAST_SPREAD + SPREAD_PER_EPOCH * float(NUM_EPOCHS - int64(state.epoch))
    total = 0.0
    for person in range(players):
        shares[person] = exp((shares[person] - best) / spread)
        total += shares[person]
    for person in range(players):
        shares[person] /= total


@jit
def expected_points(state: State, tables: Tables, weights: WeightArray, sense: Sense, colour: int) -> float:
    """The points of a colour, with what it has on the map and in hand, and with the turn that it still has."""
    if state.phase == OVER:
        return float(state.points[colour])
    expected = colour_worth(state, tables, weights, sense, colour)
    card = int64(state.card[colour])
    is_to_come = 0
    if card >= 0 and (
        tables.order[card] > state.order or (tables.order[card] == state.order and state.phase in (BEFORE, STARTING))
    ):
        is_to_come = 1
        expected += card_worth(tables, weights, card)
    rest = 0
    for epoch in range(int64(state.epoch) + 1 - is_to_come, NUM_EPOCHS):
        rest |= int64(tables.events_in_epoch[epoch])
    if state.phase != DRAWING and state.phase != GIVING:
        rest |= int64(tables.events_in_epoch[state.epoch]) & int64(tables.events_at[AFTER_EPOCH])
    else:
        rest |= int64(tables.events_in_epoch[state.epoch])
    rest &= int64(state.hand[colour])
    while rest:
        expected += event_worth(tables, weights, lowest_bit(rest))
        rest &= rest - 1
    return expected


@jit
def event_worth(tables: Tables, weights: WeightArray, event: int) -> float:
    """About what an event card in hand will bring in points."""
    counters = int64(tables.minor_strength[event]) + int64(tables.extra_strength[event])
    worth = weights[COUNTER] * counters + int64(tables.vp_now[event]) + 0.75 * int64(tables.hold_cap[event])
    worth += int64(tables.revolt[event]) + 1.5 * int64(tables.auto_wins[event]) + 2.5 * int64(tables.kill_vp[event])
    worth += 0.3 * int64(tables.bonus_combats[event]) + int64(tables.ignores_terrain[event])
    worth += 0.5 * int64(tables.free_castles[event])
    if worth == 0.0:  # plague, famine and the like
        worth = 1.0
    return 0.8 * float(worth)


@jit
def card_worth(tables: Tables, weights: WeightArray, card: int) -> float:
    """About what a daimyo card brings in points."""
    quality = 1.0
    if tables.uprising[card] != 0:
        quality = 0.35
    if tables.dice[card] > 2:
        quality += 0.2
    if tables.regional[card]:
        quality -= 0.1
    worth = weights[COUNTER] * quality * int64(tables.strength[card])
    if tables.capital[card] >= 0:
        worth += 1.5
    if tables.navy[card]:
        worth += 1.0
    return float(worth)
