"""What a network that learns History of the Samurai needs: the map as a graph, many games, and what comes of them.

Every function over arrays works on all games in them; ``learning_cuda.py`` has the same for a GPU. A game that learns
is never asked where there is only one answer: forced decisions are carried out at once, as dice and draws are.

A network is told what the observation tells, and what instinct makes of every action (see `tenka.history.instinct`),
which knows the odds of every fight. Its actions are those of the contract but for one: to whom a daimyo card is given
is said as the mover sees the colours, as in the observation.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import numpy as np

from tenka.compiled import jit, pick, random_below
from tenka.encoding import Array, Feature, Spec
from tenka.game import Action, View
from tenka.graph import Graph, Section
from tenka.history import encode
from tenka.history.actions import CAPITAL, CASTLE, EVENT, GIVE, MAX_LEGAL, NUM_ACTIONS, PLACE, REGION, YIELD
from tenka.history.armies import person_of
from tenka.history.batch import random_roll, start
from tenka.history.cards import (
    MAX_COLOURS,
    MAX_PLAYERS,
    NUM_AREAS,
    NUM_ORDERS,
    NUM_PROVINCES,
    NUM_SEA_ZONES,
    colours_of,
)
from tenka.history.encode import encode_game, relative_colour
from tenka.history.evaluation import Sense, WeightArray, new_sense, weight_array
from tenka.history.instinct import fill_values
from tenka.history.notation import PROVINCE_IDS
from tenka.history.options import make_options
from tenka.history.payoff import figure
from tenka.history.rules import apply_action, list_legal
from tenka.history.state import (
    CHANCE_PHASES,
    DRAWING,
    FIGHTING,
    NOBODY,
    OVER,
    RAID,
    STATE,
    State,
    array_of,
    int64,
    new_states,
)
from tenka.history.tables import DEFENSIVE_BORDER, OPEN_BORDER, Tables, tables_of
from tenka.history.view import blank_hidden, knows_card
from tenka.payoff import split_win

RECORD = STATE
"""What a game is kept as."""
ONE_SHAPE = True
"""What a network is told and says has one shape for every number of players: it is compiled once."""
NUM_STAKES = NUM_PROVINCES
"""What can be won: every province, at the end."""
NUM_FINALS = 1
"""By seat, at the end: the points that decide."""
STAKE_PLANE = "land"
"""The plane that shows what can be won."""
FINALS_SCALE = 50.0
"""So many points are about one for a network."""
SECRETS = (1,) * NUM_ORDERS
"""By turn order of a daimyo card: a colour can have one of it at most. What is secret goes by colours, not persons."""
UNTAKEN, BESIDE = 0, MAX_PLAYERS + 1
"""What is said of a province that nobody holds; else 1 + seat. Nothing is ever beside the map."""

TRAINING_OPTIONS: tuple[dict[str, str], ...] = ({},)
TRAINING_SHAPE = {"blocks": 4, "width": 80, "hidden": 112, "heard": 40, "whole": 96}
"""How large its network is: small, for the odds of fights, which are hard to learn, it is told."""
TRAINING_RATE, TRAINING_ENTROPY = 4e-4, 0.004
TRAINING_LEAGUE = {2: 0.3, 3: 0.3, 4: 0.4, 5: 0.45, 6: 0.4}
"""By number of players: the part of the games against greedy."""
TRAINING_SPREAD, TRAINING_STEPS, TRAINING_TRACE = 960, 128, 0.95
"""A game is about so many decisions long: games begin at different points of it."""
TRAINING_STAGE = "epoch"
"""The field that says in which part of the game fights are over, and what a position is worth is plainer."""
TRAINING_VALUE_FIRST = 600
"""For so many updates a new network learns what positions are worth, and keeps to instinct."""
TRAINING_MEASURE = 7.0
"""Minutes between two measurements: games are long."""

SCALES = {"points": 0.03, "strength": 0.03, "hint": 1 / 32}
"""What one step of a feature counts for a network, where its range says too little."""
TRUST = 0.2
"""By so much a new network likes an action more for one step of its hint: soft greedy is what it begins with."""

HINT_STEPS = 64
"""A hint goes from 1 for what is legal to this for what instinct holds for best,"""
STEPS_PER_POINT = 16
"""with so many less for each point that an action brings less. 0 is for what is not legal."""

GREEDY_WEIGHTS = weight_array()
_DIGEST = make_options({}).bits
TABLES = tables_of(_DIGEST)
"""The data that the package brings along: what is learnt is about these cards."""

NEW, NOTHING = -2, -1
"""For an action: a new game begins, or nothing is done."""

_PLACED = ("place", "yield", "castle", "capital")
FREE_ACTIONS = np.array([*range(PLACE), *range(EVENT, REGION + len(TABLES[0].region))])
"""The actions without a place, in the order in which a network has them."""
SEEN_PLANES, SEEN_GLOBALS = encode.spec(None).planes_shape[0], encode.spec(None).globals_shape[0]
"""What comes of the observation; hints come behind it."""


@cache
def spec(players: int | None = None) -> Spec:
    """What a network is told, the same for every number of players.

    >>> spec(2) == spec(6)
    True
    """
    seen = encode.spec(None)
    meaning = "how good instinct holds an action for"
    hints = Feature("hint", meaning, 0, HINT_STEPS, _PLACED)
    free = Feature("hint", meaning, 0, HINT_STEPS, tuple(str(action) for action in FREE_ACTIONS))
    return Spec(None, seen.places, (*seen.planes, hints), (*seen.globals, free))


@cache
def graph(players: int) -> Graph:
    """The map, the same for every number of players: provinces and sea zones, no leaves."""
    tables = TABLES[0]
    open_, guarded, by_sea, region = links = np.zeros((4, NUM_AREAS, NUM_AREAS), bool)
    for area in range(NUM_AREAS):
        for place in range(int(tables.num_near[area])):
            border = int(tables.border[area, place])
            kind = {OPEN_BORDER: open_, DEFENSIVE_BORDER: guarded}.get(border, by_sea)
            kind[area, int(tables.near[area, place])] = True
    regions = tables.region_of
    region[:NUM_PROVINCES, :NUM_PROVINCES] = regions[:, None] == regions[None, :]
    region[NUM_PROVINCES:, NUM_PROVINCES:] = True
    np.fill_diagonal(region, False)
    slots = np.full(NUM_ACTIONS, -1, np.int64)
    parts = len(_PLACED)
    for province in range(NUM_PROVINCES):
        for part, action in enumerate((PLACE, YIELD, CASTLE, CAPITAL)):
            slots[action + province] = province * parts + part
    first = NUM_PROVINCES * parts
    for zone in range(NUM_SEA_ZONES):
        for part, action in enumerate((PLACE, YIELD)):
            slots[action + NUM_PROVINCES + zone] = first + zone * 2 + part
    first += NUM_SEA_ZONES * 2
    slots[FREE_ACTIONS] = first + np.arange(len(FREE_ACTIONS))
    return Graph(
        nodes=np.arange(NUM_AREAS),
        leaves=np.arange(0),
        node_ids=np.arange(NUM_AREAS),
        leaf_ids=np.arange(0),
        links=links,
        leaf_links=np.zeros((NUM_AREAS, 0), bool),
        sections=(Section(0, NUM_PROVINCES, parts), Section(NUM_PROVINCES, NUM_AREAS, 2)),
        leaf_parts=0,
        global_parts=len(FREE_ACTIONS),
        slots=slots,
        stakes=Section(0, NUM_PROVINCES, 1),
    )


# --- one game -----------------------------------------------------------------------------------------------


@jit
def mover_of(state: State) -> int:
    """The seat that decides."""
    return person_of(state, int64(state.colour))


@jit
def as_seen(state: State, action: int) -> int:
    """An action of the contract as the mover sees it: who is given a card is a colour relative to him."""
    if GIVE <= action < PLACE:
        return GIVE + relative_colour(state, mover_of(state), int64(action - GIVE))
    return action


@jit
def as_named(state: State, action: int) -> int:
    """The other way round than `as_seen`."""
    if GIVE <= action < PLACE:
        players = int64(state.players)
        after = int64(action - GIVE) % players
        return int64(action) - after + (after + mover_of(state)) % players
    return action


@jit
def play_on(states: Any, game: int, tables: Any, action: int, generator: Any, legal: Any) -> bool:
    """Carries out an action and all that is nobody's choice after it; returns whether the game is over."""
    state = states[game]
    while True:
        if action >= 0:
            apply_action(state, tables[0], action)
        if state.phase == OVER:
            return True
        if state.phase == FIGHTING or state.phase == RAID:
            action = int64(random_roll(states, game, tables, generator))
            continue
        num = list_legal(state, tables[0], legal)
        if state.phase == DRAWING:
            action = int64(legal[random_below(generator, num)])
        elif num > 1:
            return False
        else:
            action = int64(legal[0])


@jit
def advance_game(
    states: Any,
    game: int,
    tables: Any,
    digest: int,
    players: int,
    colours: int,
    action: int,
    generator: Any,
    legal: Any,
    shares: Any,
    finals: Any,
    taken: Any,
) -> bool:
    """Carries out an action, or begins a new game; where one ends its results are written, and the next one begins.

    Returns whether one has ended.
    """
    has_ended = False
    action = NEW if action == NEW else as_named(states[game], action)
    while True:
        if action == NEW:
            start(states, game, tables, digest, players, colours, generator)
            action = int64(NOTHING)
        if not play_on(states, game, tables, action, generator, legal):
            return has_ended
        write_results(states[game], players, shares, finals, taken)
        has_ended = True
        action = int64(NEW)


@jit
def write_results(state: State, players: int, shares: Any, finals: Any, taken: Any) -> None:
    """By seat: its share of the win, and the points that decided; by province: who holds it."""
    for seat in range(players):
        finals[seat] = figure(state, seat)
    split_win(finals, players, shares)
    for province in range(NUM_PROVINCES):
        owner = int64(state.owner[province])
        taken[province] = UNTAKEN if owner == NOBODY else 1 + person_of(state, owner)


@jit
def write_secrets(state: State, tables: Tables, observer: int, out: Any) -> None:
    """Which daimyo cards other colours have that the observer does not know; -1 where nothing is secret."""
    for number in range((MAX_COLOURS - 1) * NUM_ORDERS):
        out[number] = -1
    for colour in range(int64(state.colours)):
        after = relative_colour(state, observer, colour)
        card = int64(state.card[colour])
        if after == 0 or card < 0 or knows_card(state, tables, observer, colour):
            continue
        for order in range(NUM_ORDERS):
            out[(after - 1) * NUM_ORDERS + order] = 1 if int64(tables.order[card]) == order + 1 else 0


# --- instinct, as a hint and as an opponent -------------------------------------------------------------------


@jit
def value_actions(
    states: Any, game: int, tables: Any, weights: WeightArray, scratch: Any, sense: Sense, legal: Any, values: Any
) -> int:
    """Lists what is legal, and what instinct thinks of it, from what the mover may know; returns how many there are.

    `scratch` is room for two states.
    """
    num = list_legal(states[game], tables[0], legal)
    scratch[0] = states[game]
    blank_hidden(scratch[0], tables[0], mover_of(scratch[0]))
    fill_values(scratch, tables[0], weights, sense, legal, num, values)
    return num


@jit
def write_hints(state: State, legal: Any, num: int, values: Any, planes: Any, globals_: Any) -> None:
    """Writes behind the observation what instinct thinks of every action."""
    for part in range(SEEN_PLANES, planes.shape[0]):
        for area in range(NUM_AREAS):
            planes[part, area] = 0
    for number in range(SEEN_GLOBALS, globals_.shape[0]):
        globals_[number] = 0
    best = float(values[0])
    for place in range(1, num):
        best = max(best, float(values[place]))
    for place in range(num):
        action = as_seen(state, int64(legal[place]))
        steps = (best - float(values[place])) * STEPS_PER_POINT
        hint = max(1, HINT_STEPS - int64(min(steps, float(HINT_STEPS))))
        if action < PLACE:
            globals_[SEEN_GLOBALS + action] = hint
        elif action < YIELD:
            planes[SEEN_PLANES, action - PLACE] = hint
        elif action < CASTLE:
            planes[SEEN_PLANES + 1, action - YIELD] = hint
        elif action < CAPITAL:
            planes[SEEN_PLANES + 2, action - CASTLE] = hint
        elif action < EVENT:
            planes[SEEN_PLANES + 3, action - CAPITAL] = hint
        else:
            globals_[SEEN_GLOBALS + PLACE + action - EVENT] = hint


@jit
def write_gifts(state: State, legal: Any, num: int, mask: Any) -> None:
    """Turns the part of a mask that names colours to what the mover sees."""
    for action in range(GIVE, PLACE):
        mask[action] = 0
    for place in range(num):
        if GIVE <= legal[place] < PLACE:
            mask[as_seen(state, int64(legal[place]))] = 1


# --- many games -----------------------------------------------------------------------------------------------


def begin_games(states: Any, generators: Any, players: int, rules: Any, taken: Any) -> None:
    """New games everywhere."""
    actions = np.full(len(states), NEW)
    ended = np.zeros(len(states), np.bool_)
    figures = np.zeros((2, len(states), MAX_PLAYERS), np.float32)
    advance_games(states, generators, actions, players, rules, taken, ended, *figures, taken)


def advance_games(
    states: Any, generators: Any, actions: Any, players: int, rules: Any, taken: Any, *results: Any
) -> None:
    """One decision in every game. Where one ends its results are written, and the next one begins."""
    _advance_games(states, generators, actions, players, colours_of(players), rules, TABLES, *results)


@jit
def _advance_games(
    states: Any,
    generators: Any,
    actions: Any,
    players: int,
    colours: int,
    rules: Any,
    tables: Any,
    ended: Any,
    shares: Any,
    finals: Any,
    taken: Any,
) -> None:
    legal = np.empty(MAX_LEGAL, np.int16)
    for game in range(len(states)):
        ended[game] = advance_game(
            states,
            game,
            tables,
            int64(rules[0]),
            players,
            colours,
            int64(actions[game]),
            generators[game],
            legal,
            shares[game],
            finals[game],
            taken[game],
        )


def observe_games(states: Any, players: int, planes: Any, globals_: Any, masks: Any, seats: Any, secrets: Any) -> None:
    """What the seats to move know and may do, what instinct thinks of it, and what they do not know."""
    room = new_states(2), new_sense()
    _observe_games(states, TABLES, GREEDY_WEIGHTS, *room, planes, globals_, masks, seats, secrets)


@jit
def _observe_games(
    states: Any,
    tables: Any,
    weights: WeightArray,
    scratch: Any,
    sense: Any,
    planes: Any,
    globals_: Any,
    masks: Any,
    seats: Any,
    secrets: Any,
) -> None:
    legal = np.empty(MAX_LEGAL, np.int16)
    values = np.empty(MAX_LEGAL, np.float64)
    for game in range(len(states)):
        seat = mover_of(states[game])
        seats[game] = seat
        encode_game(states, game, tables, seat, int64(MAX_COLOURS), planes[game], globals_[game])
        num = value_actions(states, game, tables, weights, scratch, sense[0], legal, values)
        write_hints(states[game], legal, num, values, planes[game], globals_[game])
        for action in range(NUM_ACTIONS):
            masks[game, action] = 0
        for place in range(num):
            masks[game, legal[place]] = 1
        write_gifts(states[game], legal, num, masks[game])
        write_secrets(states[game], tables[0], seat, secrets[game])


def choose_greedily(states: Any, generators: Any, temperature: float, weights: Any, scratch: Any, actions: Any) -> None:
    """What greedy would do, more or less carefully. `scratch` holds two states a game."""
    _choose_greedily(states, generators, temperature, TABLES, weights, scratch, new_sense(), actions)


@jit
def _choose_greedily(
    states: Any, generators: Any, temperature: float, tables: Any, weights: Any, scratch: Any, sense: Any, actions: Any
) -> None:
    legal = np.empty(MAX_LEGAL, np.int16)
    values = np.empty(MAX_LEGAL, np.float64)
    for game in range(len(states)):
        num = value_actions(states, game, tables, weights, scratch, sense[0], legal, values)
        chosen = int64(legal[pick(values, num, temperature, generators[game])])
        actions[game] = as_seen(states[game], chosen)


# --- positions, for players --------------------------------------------------------------------------------


def observe_view(view: View) -> tuple[Array, Array]:
    """What a network is told of a position that the mover looks at."""
    if view.known.phase in CHANCE_PHASES:  # compiled code has no room for what is legal there
        raise ValueError("cards and dice are decided by chance, not by a player")
    planes, globals_, _ = observe_all(array_of(view.known))
    return planes, globals_


def observe_all(states: Any) -> tuple[Array, Array, Array]:
    """What a network is told of positions, each as its mover sees it; and who that is."""
    count = len(states)
    planes, globals_ = spec().empty(count)
    masks, seats = np.zeros((count, NUM_ACTIONS), np.int8), np.zeros(count, np.int8)
    secrets = np.zeros((count, (MAX_COLOURS - 1) * NUM_ORDERS), np.int8)
    observe_games(states, int(states[0].players), planes, globals_, masks, seats, secrets)
    return planes, globals_, seats


def see_actions(view: View, actions: Sequence[Action]) -> Array:
    """Actions as a network has them: who is given a card is named as the mover sees the colours."""
    return np.array([as_seen(view.known, action) for action in actions])


def name_stakes(known: State) -> Iterator[tuple[str, int, int]]:
    """The provinces, each with its node of the stakes and its part of that."""
    for province, name in enumerate(PROVINCE_IDS):
        yield name, province, 0
