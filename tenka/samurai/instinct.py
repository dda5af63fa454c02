"""A quick sense for tiles: what one changes at once around it. Compiled, and cheap enough for thousands of play-outs.

Beside the state it keeps a *sense* of the board: by settlement the influence around it and the open land spaces. A tile
changes only the few settlements next to it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from tenka.compiled import count_bits, jit, lowest_bit, random_32, random_below, wide
from tenka.samurai.actions import END_TURN, MAX_LEGAL, MOVE_TO, PLACE, SAIL, SWITCH_FIRST, SWITCH_SECOND
from tenka.samurai.board import (
    LAND_AROUND,
    NUM_LAND,
    NUM_SEA,
    NUM_SETTLEMENTS,
    SEA_WORD,
    SETTLEMENTS_BESIDE,
    SETTLEMENTS_BY_PLAYERS,
)
from tenka.samurai.evaluation import Weights, tile_costs
from tenka.samurai.pieces import (
    ANY_KIND,
    FAST_KINDS,
    INFLUENCE,
    INFLUENCE_BITS,
    LAND_KINDS,
    NUM_CASTES,
    NUM_LAND_KINDS,
    PIECES_BY_PLAYERS,
    SEAT_BITS,
    SHIP_KINDS,
    SWITCH,
    SWITCH_BIT,
)
from tenka.samurai.rules import apply_action, influence_around, influence_of, list_legal
from tenka.samurai.state import NOTHING, OVER, PENDING_MOVE, PLAYING, State

INSTINCT = Weights(
    doubt=12.3,
    openness=2.69,
    last_space=1.1,
    piece=0.344,
    margin=0.241,
    leadership=3.0,
    sureness=1.51,
    contested=0.517,
    strength=0.218,
    all_castes=0.25,
    fast=-0.0839,
    switch=0.254,
)
"""The weights that the instinct uses, found by ``benchmarks/tune.py``; the others are nothing to it."""

_INFLUENCE_MASK = (1 << INFLUENCE_BITS) - 1
_MOST_INFLUENCE = 16
_MOST_OPEN = 6
_MOST_PIECES = max(PIECES_BY_PLAYERS)
_NOBODY = -1e9


def piece_values(weights: Weights) -> np.ndarray[Any, np.dtype[np.float64]]:
    """What a piece is worth to a seat, by its own influence, the best other one and the land still open."""
    influence = np.arange(_MOST_INFLUENCE + 1)
    mine, other = influence[:, np.newaxis, np.newaxis], influence[:, np.newaxis]
    num_open = np.arange(_MOST_OPEN + 1)
    doubt = weights.doubt + weights.openness * num_open
    values = (mine**2 - other**2) / (doubt + mine**2 + other**2)
    values[:, :, 1] *= weights.last_space
    values[:, :, 0] = np.sign(mine - other)[:, :, 0]
    return np.asarray(values)


def caste_weights(weights: Weights) -> np.ndarray[Any, np.dtype[np.float64]]:
    """What one more piece of a caste is worth, by the lead in it (+ `_MOST_PIECES`) and the pieces on the board."""
    lead = np.arange(-_MOST_PIECES, _MOST_PIECES + 1)[:, np.newaxis]
    left = np.arange(_MOST_PIECES + 1)
    steepness = weights.sureness / np.sqrt(1.0 + weights.contested * left)
    chance = 1.0 / (1.0 + np.exp(-steepness * lead))
    return np.asarray(weights.piece + weights.margin + weights.leadership * steepness * chance * (1.0 - chance))


class Sense(NamedTuple):
    """What the instinct keeps in mind of a board, and the room in which it works. Make one with `new_sense`."""

    influence: Any
    """By settlement, packed as in ``pieces.py``."""
    num_open: Any
    """By settlement: the open land spaces."""
    own: Any
    """By settlement and caste: the influence of the seat that decides."""
    other: Any
    """By settlement and caste: the most that another seat has."""
    gains: Any
    """By settlement: what a tile beside it changes."""
    caste_weights: Any
    """By caste: what a piece of it is worth to the seat that decides."""
    legal: Any
    weights_by_lead: Any
    """As `caste_weights` makes them."""
    piece_values: Any
    """As `piece_values` makes them."""
    tile_costs: Any


def new_sense(weights: Weights = INSTINCT) -> Sense:
    """Room for the sense of one board; `fill_sense` fills it."""
    by_caste = (NUM_SETTLEMENTS, NUM_CASTES)
    return Sense(
        np.zeros(NUM_SETTLEMENTS, np.int64),
        np.zeros(NUM_SETTLEMENTS, np.int64),
        np.zeros(by_caste, np.int64),
        np.zeros(by_caste, np.int64),
        np.zeros(NUM_SETTLEMENTS),
        np.zeros(NUM_CASTES),
        np.zeros(MAX_LEGAL, np.int16),
        caste_weights(weights),
        piece_values(weights),
        tile_costs(weights),
    )


@jit
def fill_sense(state: State, sense: Sense) -> None:
    """The sense of a state, from nothing."""
    for settlement in range(SETTLEMENTS_BY_PLAYERS[state.players]):
        sense.influence[settlement] = influence_around(state, settlement)
        sense.num_open[settlement] = count_bits(state.land_empty & LAND_AROUND[settlement])


@jit
def apply_with_sense(state: State, action: int, sense: Sense) -> None:
    """Applies an action to a state and to its sense."""
    if PLACE <= action < SWITCH_FIRST:
        if action < SAIL:
            kind = (action - PLACE) // NUM_LAND
            field = (action - PLACE) % NUM_LAND
        else:
            kind = NUM_LAND_KINDS + (action - SAIL) // NUM_SEA
            field = NUM_LAND + (action - SAIL) % NUM_SEA
        beside = SETTLEMENTS_BESIDE[field]
        while beside:
            settlement = lowest_bit(beside)
            beside &= beside - 1
            sense.influence[settlement] += INFLUENCE[kind] << SEAT_BITS * state.seat
            if field < NUM_LAND:
                sense.num_open[settlement] -= 1
    apply_action(state, action)
    if action >= MOVE_TO:
        fill_sense(state, sense)


@jit
def _look_around(state: State, seat: int, occupied: int, sense: Sense) -> None:
    """Who has how much influence where there are pieces, and which castes matter."""
    for caste in range(NUM_CASTES):
        most = 0
        for other in range(state.players):
            if other != seat:
                most = max(most, state.captured[other, caste])
        lead = state.captured[seat, caste] - most + _MOST_PIECES
        sense.caste_weights[caste] = sense.weights_by_lead[lead, count_bits(state.pieces[caste])]
    while occupied:
        settlement = lowest_bit(occupied)
        occupied &= occupied - 1
        packed = sense.influence[settlement]
        for caste in range(NUM_CASTES):
            most = 0
            for other in range(state.players):
                if other != seat:
                    most = max(most, influence_of(packed, other, caste))
            sense.other[settlement, caste] = most
            sense.own[settlement, caste] = influence_of(packed, seat, caste)


@jit
def _worth(settlement: int, caste: int, sense: Sense) -> float:
    """What a piece of a caste is worth to the seat that decides, if it stands on a settlement."""
    own, other = sense.own[settlement, caste], sense.other[settlement, caste]
    worth: float = sense.caste_weights[caste] * sense.piece_values[own, other, sense.num_open[settlement]]
    return worth


@jit
def _fill_gains(state: State, occupied: int, kind: int, sense: Sense) -> None:
    """By settlement with pieces: what a tile of this kind changes in their worth."""
    fills = 1 if kind < NUM_LAND_KINDS else 0
    while occupied:
        settlement = lowest_bit(occupied)
        occupied &= occupied - 1
        gain = 0.0
        num_open = sense.num_open[settlement]
        if num_open >= fills:
            for caste in range(NUM_CASTES):
                if state.pieces[caste] >> settlement & 1:
                    own, other = sense.own[settlement, caste], sense.other[settlement, caste]
                    added = INFLUENCE[kind] >> INFLUENCE_BITS * caste & _INFLUENCE_MASK
                    after = sense.piece_values[own + added, other, num_open - fills]
                    gain += sense.caste_weights[caste] * (after - sense.piece_values[own, other, num_open])
        sense.gains[settlement] = gain


@jit
def _field_gain(field: int, occupied: int, sense: Sense) -> float:
    gain = 0.0
    beside = SETTLEMENTS_BESIDE[field] & occupied
    while beside:
        gain += sense.gains[lowest_bit(beside)]
        beside &= beside - 1
    return gain


@jit
def best_actions(state: State, sense: Sense, generator: Any, noise: float, actions: Any, values: Any) -> int:
    """The most promising actions of a turn, best first, as many as `actions` has room for; returns how many.

    A random part of up to `noise` is added to each value. Move tiles are left out: returns 0 where nothing else can be
    played.
    """
    seat = int(state.seat)
    occupied = state.pieces[0] | state.pieces[1] | state.pieces[2]
    _look_around(state, seat, occupied, sense)
    if state.pending != NOTHING:
        if state.pending >= PENDING_MOVE:
            return 0
        actions[0] = _best_second(state, sense)
        return 1
    room = len(actions)
    num = 0
    kinds = state.hand[seat] & ANY_KIND
    if state.slow_played:
        kinds &= FAST_KINDS
    if state.tiles_played:
        num = _insert(END_TURN, 0.0, actions, values, num, room)
    land = kinds & LAND_KINDS
    if land:
        near = 0
        left = occupied
        while left:
            near |= LAND_AROUND[lowest_bit(left)]
            left &= left - 1
        # Far from all pieces one space is as good as another.
        far = state.land_empty & ~near
        fields = state.land_empty & near | far & -far
        while land:
            kind = lowest_bit(land)
            land &= land - 1
            _fill_gains(state, occupied, kind, sense)
            empty = fields
            while empty:
                field = lowest_bit(empty)
                empty &= empty - 1
                value = _field_gain(field, occupied, sense) - sense.tile_costs[kind]
                value += noise * (random_32(generator) & 1023) / 1023.0
                if num < room or value > values[num - 1]:
                    num = _insert(PLACE + kind * NUM_LAND + field, value, actions, values, num, room)
    ships = kinds & SHIP_KINDS
    while ships:
        kind = lowest_bit(ships)
        ships &= ships - 1
        _fill_gains(state, occupied, kind, sense)
        for word in range(2):
            empty = state.sea_empty[word]
            while empty:
                sea = word * SEA_WORD + lowest_bit(empty)
                empty &= empty - 1
                if SETTLEMENTS_BESIDE[NUM_LAND + sea] & occupied == 0:
                    continue
                value = _field_gain(NUM_LAND + sea, occupied, sense) - sense.tile_costs[kind]
                value += noise * (random_32(generator) & 1023) / 1023.0
                if num < room or value > values[num - 1]:
                    num = _insert(SAIL + (kind - NUM_LAND_KINDS) * NUM_SEA + sea, value, actions, values, num, room)
    if kinds & SWITCH_BIT:
        num = _insert_switches(state, sense, generator, noise, actions, values, num, room)
    return num


@jit
def _best_exchange(state: State, caste: int, other: int, sense: Sense) -> tuple[int, float]:
    """Where a piece of one caste had best become one of another: the settlement, and what is gained there."""
    best, best_gain = NOTHING, _NOBODY
    left = state.pieces[caste] & ~state.pieces[other]
    while left:
        settlement = lowest_bit(left)
        left &= left - 1
        gain = _worth(settlement, other, sense) - _worth(settlement, caste, sense)
        if gain > best_gain:
            best, best_gain = settlement, gain
    return best, best_gain


@jit
def _insert_switches(
    state: State, sense: Sense, generator: Any, noise: float, actions: Any, values: Any, num: int, room: int
) -> int:
    """For each lower caste the best exchange with a higher one: both its ends can be chosen by themselves."""
    for caste in range(NUM_CASTES - 1):
        best, best_value = NOTHING, _NOBODY
        for other in range(caste + 1, NUM_CASTES):
            first, first_gain = _best_exchange(state, caste, other, sense)
            second, second_gain = _best_exchange(state, other, caste, sense)
            if first != NOTHING and second != NOTHING and first_gain + second_gain > best_value:
                best, best_value = first, first_gain + second_gain
        value = best_value - sense.tile_costs[SWITCH] + noise * (random_32(generator) & 1023) / 1023.0
        if best != NOTHING and (num < room or value > values[num - 1]):
            num = _insert(SWITCH_FIRST + caste * NUM_SETTLEMENTS + best, value, actions, values, num, room)
    return num


@jit
def _best_second(state: State, sense: Sense) -> int:
    """The best second piece for the first one of a switch."""
    caste = int(state.pending) // NUM_SETTLEMENTS
    settlement = int(state.pending) % NUM_SETTLEMENTS
    best, best_gain = NOTHING, _NOBODY
    for other in range(caste + 1, NUM_CASTES):
        if state.pieces[other] >> settlement & 1:
            continue
        second, gain = _best_exchange(state, other, caste, sense)
        gain += _worth(settlement, other, sense)
        if second != NOTHING and gain > best_gain:
            best, best_gain = SWITCH_SECOND + other * NUM_SETTLEMENTS + second, gain
    return best


@jit
def _insert(action: int, value: float, actions: Any, values: Any, num: int, room: int) -> int:
    """Puts an action in its place in a list that is sorted by value, the best first; returns its new length."""
    place = num if num < room else room - 1
    while place > 0 and values[place - 1] < value:
        actions[place] = actions[place - 1]
        values[place] = values[place - 1]
        place -= 1
    actions[place] = action
    values[place] = value
    return num + 1 if num < room else room


@jit
def play_out(
    state: State, sense: Sense, generator: Any, noise: float, last_turn: int, one_action: Any, one_value: Any
) -> None:
    """Plays on until so many turns are finished, or to the end, every seat by instinct with a little noise.

    `one_action` and `one_value` have length 1.
    """
    while state.phase != OVER and state.turns < last_turn:
        step_by_instinct(state, sense, generator, noise, one_action, one_value)


@jit
def step_by_instinct(state: State, sense: Sense, generator: Any, noise: float, one_action: Any, one_value: Any) -> None:
    """One decision by instinct."""
    num = 0
    if state.phase == PLAYING:
        num = best_actions(state, sense, generator, noise, one_action, one_value)
    if num == 0:
        one_action[0] = sense.legal[random_below(generator, list_legal(state, sense.legal))]
    apply_with_sense(state, one_action[0], sense)


@jit
def play_out_at_random(state: State, generator: Any, legal: Any) -> None:
    """Plays on to the end, all legal actions being equally likely."""
    while state.phase != OVER:
        apply_action(state, wide(legal[random_below(generator, list_legal(state, legal))]))
