"""What a network that learns Samurai needs: the board as a graph, many games at once, and what comes of them.

Every function over arrays works on all games in them; ``learning_cuda.py`` has the same for a GPU. A game that learns
is never asked where there is only one answer: forced decisions are carried out at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import permutations
from typing import Any

import numpy as np

from tenka.compiled import jit, lowest_bit, pick, random_below, wide
from tenka.encoding import Array, Feature
from tenka.game import Action, View
from tenka.graph import Graph, Section, Twins
from tenka.samurai.actions import (
    END_TURN,
    KEEP,
    MAX_LEGAL,
    MOVE_FROM,
    MOVE_TO,
    NUM_ACTIONS,
    PASS,
    PLACE,
    PUT,
    SAIL,
    SWITCH_FIRST,
    SWITCH_NOTHING,
    SWITCH_SECOND,
)
from tenka.samurai.board import (
    FIELDS_AROUND,
    LAND_BY_PLAYERS,
    NO_FIELD,
    NUM_LAND,
    NUM_SEA,
    NUM_SETTLEMENTS,
    SEA_BY_PLAYERS,
    SETTLEMENTS_BY_PLAYERS,
)
from tenka.samurai.encode import ACTION_KINDS, encode_game, factor_table, spec, unfactor
from tenka.samurai.evaluation import FIRST_HAND, WEIGHTS, action_value, pack_weights
from tenka.samurai.notation import format_piece
from tenka.samurai.payoff import win_shares
from tenka.samurai.pieces import (
    CASTES,
    KIND_BY_CODE,
    KINDS,
    MAX_PLAYERS,
    NUM_CASTES,
    NUM_KINDS,
    NUM_LAND_KINDS,
    NUM_SHIP_KINDS,
    SECOND_BIT,
)
from tenka.samurai.rules import apply_action, influence_around, is_surrounded, list_legal, strongest
from tenka.samurai.state import CHOOSING_HANDS, OVER, STATE, State, array_of
from tenka.samurai.steps import begin_game as begin_game_of
from tenka.samurai.view import recall

__all__ = ["spec"]

RECORD = STATE
"""What a game is kept as."""
ONE_SHAPE = False
"""Boards differ with the number of players, and so does what a network is told."""
NUM_STAKES = NUM_SETTLEMENTS * NUM_CASTES
"""What can be won: a piece of each caste at each settlement."""
NUM_FINALS = NUM_CASTES
"""By seat, at the end: its pieces of each caste."""
STAKE_PLANE = "piece"
"""The planes that show what can be won."""
FINALS_SCALE = 5.0
"""So many pieces are about one for a network."""
SECRETS = tuple(kind.copies for kind in KINDS)
"""By kind of tile: how many of them a hand can hold at most."""
UNTAKEN, BESIDE = 0, MAX_PLAYERS + 1
"""What `taken` says of a piece that nobody took, and of one that went beside the board; else 1 + seat."""

TRAINING_OPTIONS: tuple[dict[str, str], ...] = (
    {},
    {},
    {"pieces": "random"},
    {"pieces": "random"},
    {"pieces": "random"},
    {"hands": "random", "pieces": "random"},
    {"captures": "once", "switch_same": "no"},
    {"hands": "random", "pieces": "random", "captures": "once"},
)
"""What is played while learning: every option, and the usual rules most."""
TRAINING_SHAPE: dict[str, int] = {}
"""How large its network is, where that differs from what is usual."""
TRAINING_RATE, TRAINING_ENTROPY = 6e-4, 0.008
TRAINING_LEAGUE = {2: 0.1, 3: 0.3, 4: 0.35}
"""By number of players: the part of the games against greedy."""
TRAINING_SPREAD, TRAINING_STEPS, TRAINING_TRACE = 0, 64, 0.95
"""A game is hardly longer than what is played between two bouts of learning."""
TRAINING_STAGE = ""
"""It has no stages."""
TRAINING_VALUE_FIRST = 0
"""A new network learns how to play from the first update on."""
TRAINING_MEASURE = 2.0
"""Minutes between two measurements."""

SCALES: dict[str, float] = {}
TRUST = 0.0
"""It is told no hints."""

_LAND_PARTS = NUM_LAND_KINDS + 2
_SETTLEMENT_PARTS = 3 * NUM_CASTES
_GLOBAL_PARTS = 3 + NUM_KINDS


@cache
def graph(players: int) -> Graph:
    """The board of so many players: land and settlements are nodes, sea spaces are leaves."""
    num_land, num_sea = int(LAND_BY_PLAYERS[players]), int(SEA_BY_PLAYERS[players])
    num_settlements = int(SETTLEMENTS_BY_PLAYERS[players])
    num_nodes = num_land + num_settlements
    links = np.zeros((1, num_nodes, num_nodes), bool)
    leaf_links = np.zeros((num_nodes, num_sea), bool)
    for settlement in range(num_settlements):
        node = num_land + settlement
        for field in FIELDS_AROUND[settlement]:
            if field == NO_FIELD:
                break
            if field < num_land:
                links[0, node, field] = links[0, field, node] = True
            elif NUM_LAND <= field < NUM_LAND + num_sea:
                leaf_links[node, field - NUM_LAND] = True
    return Graph(
        nodes=np.array([*range(num_land), *range(num_land + num_sea, num_land + num_sea + num_settlements)]),
        leaves=np.arange(num_land, num_land + num_sea),
        node_ids=np.array([*range(num_land), *range(NUM_LAND, NUM_LAND + num_settlements)]),
        leaf_ids=np.arange(num_sea),
        links=links,
        leaf_links=leaf_links,
        sections=(Section(0, num_land, _LAND_PARTS), Section(num_land, num_nodes, _SETTLEMENT_PARTS)),
        leaf_parts=NUM_SHIP_KINDS,
        global_parts=_GLOBAL_PARTS,
        slots=_slots(num_land, num_sea, num_settlements),
        stakes=Section(num_land, num_nodes, NUM_CASTES),
    )


def _slots(num_land: int, num_sea: int, num_settlements: int) -> np.ndarray[Any, np.dtype[np.int64]]:
    slots = np.full(NUM_ACTIONS, -1, np.int64)
    for land in range(num_land):
        for kind in range(NUM_LAND_KINDS):
            slots[PLACE + kind * NUM_LAND + land] = land * _LAND_PARTS + kind
        slots[MOVE_FROM + land] = land * _LAND_PARTS + NUM_LAND_KINDS
        slots[MOVE_TO + land] = land * _LAND_PARTS + NUM_LAND_KINDS + 1
    first = num_land * _LAND_PARTS
    for settlement in range(num_settlements):
        for caste in range(NUM_CASTES):
            for part, action in enumerate((PUT, SWITCH_FIRST, SWITCH_SECOND)):
                slot = first + settlement * _SETTLEMENT_PARTS + part * NUM_CASTES + caste
                slots[action + caste * NUM_SETTLEMENTS + settlement] = slot
    first += num_settlements * _SETTLEMENT_PARTS
    for sea in range(num_sea):
        for ship in range(NUM_SHIP_KINDS):
            slots[SAIL + ship * NUM_SEA + sea] = first + sea * NUM_SHIP_KINDS + ship
    first += num_sea * NUM_SHIP_KINDS
    for place, action in enumerate((END_TURN, PASS, SWITCH_NOTHING, *range(KEEP, KEEP + NUM_KINDS))):
        slots[action] = first + place
    return slots


# --- other names for the castes -------------------------------------------------------------------------


@cache
def twins(players: int) -> Twins:
    """Every order of the castes: the rules treat them alike, and so may who learns.

    Two kinds of decisions know an order of castes, so that what is decided is one sequence and not several: the tiles
    of a first hand, and the first piece of a switch. There the castes keep their names.
    """
    shape, ways = spec(players), list(permutations(range(NUM_CASTES)))
    kinds = [_kinds_from(way) for way in ways]
    stakes = np.arange(NUM_STAKES).reshape(NUM_SETTLEMENTS, NUM_CASTES)
    finals = np.arange(players * NUM_CASTES).reshape(players, NUM_CASTES)
    secrets = np.arange((players - 1) * NUM_KINDS).reshape(players - 1, NUM_KINDS)
    return Twins(
        planes=np.array([_labels_from(shape.planes, way) for way in ways]),
        globals=np.array([_labels_from(shape.globals, way) for way in ways]),
        actions=np.array([_actions_from(players, way) for way in ways]),
        secrets=np.array([secrets[:, kinds_from].ravel() for kinds_from in kinds]),
        stakes=np.array([stakes[:, way].ravel() for way in ways]),
        finals=np.array([finals[:, way].ravel() for way in ways]),
        fixed=np.array([*range(KEEP, PUT), *range(SWITCH_FIRST, MOVE_FROM)]),
    )


def _kinds_from(way: Sequence[int]) -> list[int]:
    """By kind of tile: which one it is while caste c is called what `way[c]` was."""
    return [
        KIND_BY_CODE[f"{CASTES[way[kind.castes[0]]][0]}{kind.strength}"] if len(kind.castes) == 1 else number
        for number, kind in enumerate(KINDS)
    ]


def _labels_from(features: Sequence[Feature], way: Sequence[int]) -> list[int]:
    labels = [label for feature in features for label in feature.labels]
    words = {caste: CASTES[way[number]] for number, caste in enumerate(CASTES)}
    words |= {kind.code: KINDS[old].code for kind, old in zip(KINDS, _kinds_from(way), strict=True)}
    found = []
    for label in labels:
        name, _, part = label.partition(":")
        renamed = " ".join(words.get(word, word) for word in part.split(" "))
        found.append(labels.index(f"{name}:{renamed}" if part else name))
    return found


def _actions_from(players: int, way: Sequence[int]) -> list[int]:
    kinds, of_tiles = _kinds_from(way), (ACTION_KINDS.index("keep"), ACTION_KINDS.index("play"))
    found = []
    for action, (kind, piece, place) in enumerate(factor_table(players).tolist()):
        renamed = piece if piece < 0 else (kinds[piece] if kind in of_tiles else way[piece])
        found.append(action if kind < 0 else unfactor((kind, renamed, place), players))
    return found


# --- one game -----------------------------------------------------------------------------------------


@jit
def begin_game(state: State, generator: Any, players: int, rules: Any, taken: Any) -> None:
    """Deals a new game under one of the rules; who begins is drawn."""
    begin_game_of(state, generator, players, -1, rules[random_below(generator, len(rules))])
    for stake in range(NUM_STAKES):
        taken[stake] = UNTAKEN


@jit
def advance_game(state: State, action: int, legal: Any, taken: Any) -> bool:
    """Carries out an action and all that are forced after it, and notes who takes what; returns whether it is over."""
    while True:
        before = int(state.pieces[0]) | int(state.pieces[1]) | int(state.pieces[2])
        buddhas, rice, castles = int(state.pieces[0]), int(state.pieces[1]), int(state.pieces[2])
        apply_action(state, action)
        after = int(state.pieces[0]) | int(state.pieces[1]) | int(state.pieces[2])
        emptied = before & ~after
        while emptied:
            settlement = lowest_bit(emptied)
            emptied &= emptied - 1
            if not is_surrounded(state, settlement):
                continue
            packed = influence_around(state, settlement)
            for caste in range(NUM_CASTES):
                held = buddhas if caste == 0 else (rice if caste == 1 else castles)
                if held >> settlement & 1:
                    taker = strongest(packed, state.players, caste)
                    taken[settlement * NUM_CASTES + caste] = BESIDE if taker < 0 else 1 + taker
        if state.phase == OVER:
            return True
        if list_legal(state, legal) > 1:
            return False
        action = int(legal[0])


@jit
def write_results(state: State, shares: Any, finals: Any) -> None:
    """By seat: its share of the win, and its pieces at the end."""
    win_shares(state, shares)
    for seat in range(int(state.players)):
        for caste in range(NUM_CASTES):
            finals[seat * NUM_CASTES + caste] = state.captured[seat, caste]


@jit
def write_secrets(state: State, observer: int, out: Any) -> None:
    """What the observer does not see: the others' tiles by kind, those of the next seat first; -1 where undecided."""
    players = int(state.players)
    for after in range(1, players):
        other = (observer + after) % players
        hand = int(state.hand[other])
        for kind in range(NUM_KINDS):
            count = (hand >> kind & 1) + (1 if hand & SECOND_BIT[kind] else 0)
            out[(after - 1) * NUM_KINDS + kind] = -1 if state.phase == CHOOSING_HANDS else count


# --- greedy, as an opponent and as a teacher ------------------------------------------------------------

_WANTED = np.zeros(NUM_KINDS, np.int64)
for _kind in FIRST_HAND:
    _WANTED[_kind] += 1

GREEDY_WEIGHTS = pack_weights(WEIGHTS)


@jit
def greedy_value(
    states: Any, game: int, scratch: Any, at: int, action: int, expected: Any, seconds: Any, weights: Any
) -> Any:
    """What greedy thinks of an action of the seat to move."""
    state = states[game]
    if action < KEEP or action >= PLACE:
        return action_value(state, scratch, at, int(state.seat), action, expected, seconds, weights)
    if action >= PUT:
        return 0.0
    kind = action - KEEP
    hand = int(state.hand[state.seat])
    held = (hand >> kind & 1) + (1 if hand & SECOND_BIT[kind] else 0)
    return -float(action) if _WANTED[kind] > held else -float(PUT)


# --- many games -----------------------------------------------------------------------------------------


@jit
def begin_games(states: Any, generators: Any, players: int, rules: Any, taken: Any) -> None:
    """New games everywhere."""
    for game in range(len(states)):
        begin_game(states[game], generators[game], players, rules, taken[game])


@jit
def advance_games(
    states: Any,
    generators: Any,
    actions: Any,
    players: int,
    rules: Any,
    taken: Any,
    ended: Any,
    shares: Any,
    finals: Any,
    final_taken: Any,
) -> None:
    """One decision in every game. Where one ends its results are written, and the next one begins."""
    legal = np.empty(MAX_LEGAL, np.int16)
    for game in range(len(states)):
        ended[game] = advance_game(states[game], int(actions[game]), legal, taken[game])
        if not ended[game]:
            continue
        write_results(states[game], shares[game], finals[game])
        for stake in range(NUM_STAKES):
            final_taken[game, stake] = taken[game, stake]
        begin_game(states[game], generators[game], players, rules, taken[game])


@jit
def observe_games(states: Any, players: int, planes: Any, globals_: Any, masks: Any, seats: Any, secrets: Any) -> None:
    """What the seats to move know and may do, and what they do not know."""
    legal = np.empty(MAX_LEGAL, np.int16)
    for game in range(len(states)):
        seat = wide(states[game].seat)
        seats[game] = seat
        encode_game(states, game, seat, players, planes[game], globals_[game])
        for action in range(NUM_ACTIONS):
            masks[game, action] = 0
        for place in range(list_legal(states[game], legal)):
            masks[game, legal[place]] = 1
        write_secrets(states[game], seat, secrets[game])


@jit
def choose_greedily(states: Any, generators: Any, temperature: float, weights: Any, scratch: Any, actions: Any) -> None:
    """What greedy would do, more or less carefully. `scratch` holds two states a game."""
    legal = np.empty(MAX_LEGAL, np.int16)
    seconds = np.empty(MAX_LEGAL, np.int16)
    values = np.empty(MAX_LEGAL, np.float64)
    expected = np.empty((MAX_PLAYERS, NUM_CASTES), np.float64)
    for game in range(len(states)):
        num = list_legal(states[game], legal)
        for place in range(num):
            values[place] = greedy_value(states, game, scratch, 2 * game, int(legal[place]), expected, seconds, weights)
        actions[game] = legal[pick(values, num, temperature, generators[game])]


# --- one position, for players ----------------------------------------------------------------------------


def observe_view(view: View) -> tuple[Array, Array]:
    """What a network is told of a position that a seat looks at."""
    assert view.seat is not None
    players = int(view.known.players)
    planes, globals_ = spec(players).empty(1)
    encode_game(array_of(recall(view)), 0, view.seat, players, planes[0], globals_[0])
    return planes, globals_


def see_actions(view: View, actions: Sequence[Action]) -> Array:
    """Actions as a network has them: Samurai's are the same for every seat."""
    return np.array(actions)


def name_stakes(known: State) -> Iterator[tuple[str, int, int]]:
    """The pieces on the board, such as ``l16.b``, each with its node of the stakes and its part of that."""
    for settlement in range(int(SETTLEMENTS_BY_PLAYERS[known.players])):
        for caste in range(NUM_CASTES):
            if known.pieces[caste] >> settlement & 1:
                yield format_piece(caste * NUM_SETTLEMENTS + settlement), settlement, caste
