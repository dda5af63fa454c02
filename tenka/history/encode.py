"""What a seat knows, as planes over the map and globals: an observation for networks.

Nothing is in it that the seat may not know. A seat is a person. Colour ``+0`` is the observer's, ``+1`` that of the
person after him; with two and three players everybody's second colours follow in the same order, then the third ones.
Actions name colours as they are, and only one kind of them does: giving a daimyo card away.

A *card in question* is the daimyo card that was just drawn, while it is to be kept or given, and else the card of the
colour that acts. The shape for two players serves every number of players: colours that nobody plays are 0.
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from tenka.compiled import jit, lowest_bit
from tenka.encoding import Array, Feature, Spec, observer_of, relative_seats
from tenka.game import Action, GameError, InvalidAction, View
from tenka.history.actions import (
    CAPITAL,
    CASTLE,
    DRAW,
    END,
    EVENT,
    GIVE,
    KEEP,
    NO_CAPITAL,
    NUM_ACTIONS,
    PLACE,
    READY,
    REGION,
    ROLL,
    YIELD,
)
from tenka.history.armies import is_current, person_of
from tenka.history.cards import (
    MAX_COLOURS,
    MAX_PLAYERS,
    MIN_PLAYERS,
    NUM_AREAS,
    NUM_EPOCHS,
    NUM_EVENTS,
    NUM_GROUPS,
    NUM_ORDERS,
    NUM_PROVINCES,
    colours_of,
)
from tenka.history.combat import has_navy
from tenka.history.notation import AREA_IDS
from tenka.history.state import DRAWING, GIVING, NO_CARD, OVER, PHASE_NAMES, State, array_of, int64
from tenka.history.tables import Tables, tables_of
from tenka.history.view import knows_card

# --- what there is ------------------------------------------------------------------------------------

(
    _LAND,
    _SEA,
    _CURRENT,
    _CASTLE,
    _CAPITAL,
    _CITY,
    _MARKET,
    _CENTRE,
    _BASE,
    _BASE_NEXT,
    _HOME,
    _CARD_CAPITAL,
    _TAKE,
    _PAID,
    _TARGET,
    _AUTO,
    _COUNTERS,
) = range(17)

_ATTRIBUTES = ("strength", "cumulative", "dice", "navy")
_NUM_ATTRIBUTES = len(_ATTRIBUTES)
_MOST_POINTS = 9999


@cache
def spec(players: int | None = None) -> Spec:
    """What an observation holds; None: one shape for every number of players.

    >>> spec(5).planes_shape
    (21, 67)
    """
    shape = shape_of(players)
    colours = relative_seats(colours_of(shape))
    orders = tuple(str(order + 1) for order in range(NUM_ORDERS))
    events = tuple(f"e{event + 1}" for event in range(NUM_EVENTS))
    own = relative_seats(colours_of(shape))[::shape]

    def by_colour(whose: tuple[str, ...], names: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(f"{colour} {name}" for colour in whose for name in names)

    return Spec(
        players,
        AREA_IDS,
        (
            Feature("land", "a province that is in play", 0, 1),
            Feature("sea", "a sea zone that is in play", 0, 1),
            Feature("current", "the counters here are those of a current daimyo", 0, 1),
            Feature("castle", "a castle stands here", 0, 1),
            Feature("capital", "a capital stands here", 0, 1),
            Feature("city", "a city stands here", 0, 1),
            Feature("market", "the markers Sakai and Hakata that lie here", 0, 2),
            Feature("centre", "a political centre", 0, 1),
            Feature("base", "base points of the region in this epoch", 0, 9),
            Feature("base_next", "base points of the region in the next epoch", 0, 9),
            Feature("home", "an initial province of the card in question, or of the lesser daimyo who acts", 0, 1),
            Feature("card_capital", "where the card in question has its capital", 0, 1),
            Feature("take", "points that the card in question gives for taking this area", 0, 20),
            Feature("paid", "the daimyo who acts has had his points for taking it", 0, 1),
            Feature("target", "what is fought for", 0, 1),
            Feature("auto_area", "where combats are won by an event", 0, 1),
            Feature("counters", "counters of a colour", 0, 9, colours),
        ),
        (
            Feature("players", "number of players", MIN_PLAYERS, MAX_PLAYERS),
            Feature("present", "1 for a colour that is in play", 0, 1, colours),
            Feature("mine", "1 for a colour of the observer", 0, 1, colours),
            Feature("to_move", "the colour that decides, or whose card or dice chance decides", 0, 1, colours),
            Feature("phase", "what is going on", 0, 1, PHASE_NAMES),
            Feature("epoch", "which epoch", 0, 1, tuple(str(epoch + 1) for epoch in range(NUM_EPOCHS))),
            Feature("order", "order of the daimyo whose turn it is or was", 0, NUM_ORDERS),
            Feature("asked", "after the epoch: the order of who is asked for events", 0, NUM_ORDERS),
            Feature("drafted", "how many have drawn in this epoch", 0, MAX_COLOURS),
            Feature("draft", "place in the order of drawing, from 1", 0, MAX_COLOURS, colours),
            Feature("points", "victory points", 0, _MOST_POINTS, colours),
            Feature("strength", "cumulative strength", 0, 999, colours),
            Feature("used", "event cards used in this epoch that count", 0, 2, colours),
            Feature("played_at", "order of the last daimyo played", 0, NUM_ORDERS, colours),
            Feature("given_by", "who drew the colour's daimyo card: 1 + colour, 0: nobody", 0, MAX_COLOURS, colours),
            Feature("hidden", "the colour has a daimyo card that the observer may not know", 0, 1, colours),
            Feature("card", "the colour's daimyo card by its order, if known", 0, 1, by_colour(colours, orders)),
            Feature("card_data", "figures of that card", 0, 99, by_colour(colours, _ATTRIBUTES)),
            Feature("drawn", "the card that the observer drew and has to keep or give, by its order", 0, 1, orders),
            Feature("drawn_data", "figures of that card", 0, 99, _ATTRIBUTES),
            Feature("left", "counters to place", 0, 99),
            Feature("extra", "more counters from events", 0, 99),
            Feature("navy", "who acts may place counters at sea", 0, 1),
            Feature("minor", "a lesser daimyo acts", 0, 1),
            Feature("ignores_terrain", "terrain gives no dice in this turn", 0, 1),
            Feature("kill_vp", "points for every counter beaten in this turn", 0, 99),
            Feature("bonus_dice", "dice more by an event", 0, 6),
            Feature("bonus_combats", "combats for which they count", 0, 20),
            Feature("auto_wins", "combats won without a roll", 0, 20),
            Feature("free_castles", "castles that cost no counter", 0, 99),
            Feature("attackers", "counters, or attacks of foreigners, that are left in the fight", 0, 9),
            Feature("terrain", "dice more for the defender", 0, 1),
            Feature("event", "number of the event card that asks or strikes, 0: none", 0, NUM_EVENTS),
            Feature(
                "held",
                "the colour still holds its event card of a group",
                0,
                1,
                by_colour(colours, tuple(f"group {group + 1}" for group in range(NUM_GROUPS))),
            ),
            Feature("played", "the event card has been played, by anybody", 0, 1, events),
            Feature("hand", "event cards in the hands of the observer's colours", 0, 1, by_colour(own, events)),
        ),
    )


def shape_of(players: int | None) -> int:
    """The number of players whose shape is used; raises GameError for a number that cannot play."""
    if players is None:
        return MIN_PLAYERS
    if players not in range(MIN_PLAYERS, MAX_PLAYERS + 1):
        raise GameError(f"History of the Samurai is for 2 to 6 players, not {players}")
    return players


# --- writing ------------------------------------------------------------------------------------------


def encode(view: View, players_shape: int | None, planes: Array, globals_: Array) -> None:
    """Writes what a view's seat knows into buffers of the shapes that `spec(players_shape)` names."""
    encode_whole_state(view.known, observer_of(view, players_shape), players_shape, planes, globals_)


def encode_whole_state(state: State, seat: int, players_shape: int | None, planes: Array, globals_: Array) -> None:
    """As `encode`, from a state: the same numbers, without making a view first."""
    spec(players_shape).check_buffers(planes, globals_)
    tables = tables_of(int(state["digest"]))
    shape = shape_of(players_shape)
    encode_game(array_of(state), 0, tables, seat, colours_of(shape), planes, globals_)


@jit
def encode_game(states: Any, game: int, tables: Any, observer: int, shape: int, planes: Any, globals_: Any) -> None:
    """Writes what a seat knows of one of the states. `shape` is the number of colours of the shape."""
    state = states[game]
    num_planes, num_places = planes.shape
    for plane in range(num_planes):
        for place in range(num_places):
            planes[plane, place] = 0
    mark_areas(state, tables[0], observer, planes)
    mark_card(state, tables[0], observer, planes)
    for number in range(globals_.shape[0]):
        globals_[number] = 0
    mark_globals(state, tables[0], observer, shape, globals_)


@jit
def mark_areas(state: State, tables: Tables, observer: int, planes: Any) -> None:
    """Writes onto empty planes what is on the map. (A loop for each plane, which the compiler makes wide.)"""
    land = int64(tables.land_in_play[state.players])
    sea = int64(tables.sea_in_play[state.players])
    epoch = int64(state.epoch)
    for area in range(NUM_PROVINCES):
        planes[_LAND, area] = (land >> area) & 1
    for area in range(NUM_PROVINCES):
        planes[_CASTLE, area] = (int64(state.castles) >> area) & 1
    for area in range(NUM_PROVINCES):
        planes[_CAPITAL, area] = (int64(state.capitals) >> area) & 1
    for area in range(NUM_PROVINCES):
        planes[_CITY, area] = (int64(state.cities) >> area) & 1
    for area in range(NUM_PROVINCES):
        planes[_CENTRE, area] = ((land & int64(tables.centres)) >> area) & 1
    for area in range(NUM_PROVINCES):
        planes[_PAID, area] = (int64(state.paid) >> area) & 1
    for area in range(NUM_PROVINCES):
        if (land >> area) & 1:
            region = int64(tables.region_of[area])
            planes[_BASE, area] = tables.base_points[region, epoch]
            if epoch + 1 < NUM_EPOCHS:
                planes[_BASE_NEXT, area] = tables.base_points[region, epoch + 1]
    for zone in range(NUM_AREAS - NUM_PROVINCES):
        planes[_SEA, NUM_PROVINCES + zone] = (sea >> zone) & 1
        planes[_PAID, NUM_PROVINCES + zone] = (int64(state.seas_paid) >> zone) & 1
    if state.sakai >= 0:
        planes[_MARKET, state.sakai] += 1
    if state.hakata >= 0:
        planes[_MARKET, state.hakata] += 1
    if state.target >= 0:
        planes[_TARGET, state.target] = 1
    if state.auto_area >= 0:
        planes[_AUTO, state.auto_area] = 1
    after = 0  # by colour, four bits each: its number for the observer, for to divide at every area takes time
    for colour in range(int64(state.colours)):
        after |= relative_colour(state, observer, colour) << 4 * colour
    for area in range(NUM_AREAS):
        owner = int64(state.owner[area])
        if owner >= 0:
            planes[_COUNTERS + (after >> 4 * owner & 15), area] = state.count[area]
            planes[_CURRENT, area] = 1 if is_current(state, area) else 0


@jit
def mark_card(state: State, tables: Tables, observer: int, planes: Any) -> None:
    """Writes where the card in question, or a lesser daimyo, has to do with the map."""
    if state.minor >= 0:
        planes[_HOME, tables.minor_province[state.minor]] = 1
        return
    card = card_in_question(state, tables, observer)
    if card < 0:
        return
    for place in range(3):
        if tables.initial[card, place] >= 0:
            planes[_HOME, tables.initial[card, place]] = 1
    if tables.capital[card] >= 0:
        planes[_CARD_CAPITAL, tables.capital[card]] = 1
    for area in range(NUM_PROVINCES):
        planes[_TAKE, area] = tables.take_vp[card, area]
    for area in range(NUM_PROVINCES, NUM_AREAS):
        planes[_TAKE, area] = tables.sea_vp[card]


@jit
def relative_colour(state: State, observer: int, colour: int) -> int:
    """A colour's number for an observer: its person's seat after his, and behind those everybody's second colours."""
    players = int64(state.players)
    seat = int64(colour) % players
    after = seat - int64(observer)
    return int64(colour) - seat + (after if after >= 0 else after + players)


@jit
def card_in_question(state: State, tables: Tables, observer: int) -> int:
    """The card that was drawn and is to be kept or given, or that of the colour which acts; -1 for none or unknown."""
    if state.phase == OVER or state.phase == DRAWING:
        return NO_CARD
    if state.phase == GIVING:
        return _drawn_card(state, observer)
    return known_card(state, tables, observer, int64(state.colour))


@jit
def _drawn_card(state: State, observer: int) -> int:
    if state.drawn >= 0 and person_of(state, int64(state.colour)) == observer:
        return int64(state.drawn)
    return NO_CARD


@jit
def known_card(state: State, tables: Tables, observer: int, colour: int) -> int:
    """A colour's daimyo card if the observer may know it, else -1."""
    if state.card[colour] >= 0 and knows_card(state, tables, observer, colour):
        return int64(state.card[colour])
    return NO_CARD


@jit
def mark_globals(state: State, tables: Tables, observer: int, shape: int, out: Any) -> None:
    """Writes the globals that are not 0."""
    at = _mark_game(state, tables, observer, shape, out)
    at = _mark_cards(state, tables, observer, shape, out, at)
    at = _mark_turn(state, tables, observer, out, at)
    _mark_events(state, tables, observer, shape, out, at)


@jit
def _mark_game(state: State, tables: Tables, observer: int, shape: int, out: Any) -> int:
    """Who plays, what is going on, and how everybody stands; returns where the next globals begin."""
    colours = int64(state.colours)
    players = int64(state.players)
    out[0] = players
    at = int64(1)
    if state.phase != OVER:
        out[at + 2 * shape + relative_colour(state, observer, int64(state.colour))] = 1
    general = at + 3 * shape
    out[general + state.phase] = 1
    general += 12
    out[general + state.epoch] = 1
    general += NUM_EPOCHS
    out[general] = state.order
    out[general + 1] = state.asked
    out[general + 2] = state.drafted
    stand = general + 3
    for colour in range(colours):
        after = relative_colour(state, observer, colour)
        out[at + after] = 1
        out[at + shape + after] = 1 if after % players == 0 else 0
        out[stand + relative_colour(state, observer, int64(state.draft[colour]))] = colour + 1
        out[stand + shape + after] = state.points[colour]
        out[stand + 2 * shape + after] = state.strength[colour]
        out[stand + 3 * shape + after] = state.used[colour]
        out[stand + 4 * shape + after] = state.played_at[colour]
        if state.giver[colour] >= 0:
            out[stand + 5 * shape + after] = 1 + relative_colour(state, observer, int64(state.giver[colour]))
    return stand + 6 * shape


@jit
def _mark_cards(state: State, tables: Tables, observer: int, shape: int, out: Any, at: int) -> int:
    """Daimyo cards as far as they are known."""
    for colour in range(int64(state.colours)):
        after = relative_colour(state, observer, colour)
        card = known_card(state, tables, observer, colour)
        if card < 0:
            out[at + after] = 1 if state.card[colour] != NO_CARD else 0
        else:
            data = at + shape + NUM_ORDERS * shape + _NUM_ATTRIBUTES * after
            _mark_card(tables, card, at + shape + NUM_ORDERS * after, data, out)
    at += shape + (NUM_ORDERS + _NUM_ATTRIBUTES) * shape
    card = _drawn_card(state, observer)
    if card >= 0:
        _mark_card(tables, card, at, at + NUM_ORDERS, out)
    return at + NUM_ORDERS + _NUM_ATTRIBUTES


@jit
def _mark_card(tables: Tables, card: int, order: int, data: int, out: Any) -> None:
    out[order + tables.order[card] - 1] = 1
    out[data] = tables.strength[card]
    out[data + 1] = tables.cumulative[card]
    out[data + 2] = tables.dice[card]
    out[data + 3] = tables.navy[card]


@jit
def _mark_turn(state: State, tables: Tables, observer: int, out: Any, at: int) -> int:
    """What the daimyo who acts has left and was lent, and the fight."""
    out[at] = state.left
    out[at + 1] = state.extra
    if state.minor >= 0 or (state.phase != GIVING and card_in_question(state, tables, observer) >= 0):
        out[at + 2] = 1 if has_navy(state, tables) else 0
    out[at + 3] = 1 if state.minor >= 0 else 0
    out[at + 4] = state.ignores_terrain
    out[at + 5] = state.kill_vp
    out[at + 6] = state.bonus_dice
    out[at + 7] = state.bonus_combats
    out[at + 8] = state.auto_wins
    out[at + 9] = state.free_castles
    out[at + 10] = state.attackers
    out[at + 11] = state.terrain
    out[at + 12] = state.event + 1
    return at + 13


@jit
def _mark_events(state: State, tables: Tables, observer: int, shape: int, out: Any, at: int) -> None:
    """Event cards: who holds how many, which were played, and the observer's own."""
    hand = at + NUM_GROUPS * shape + NUM_EVENTS
    for colour in range(int64(state.colours)):
        after = relative_colour(state, observer, colour)
        played = int64(state.played[colour])
        for group in range(NUM_GROUPS):
            out[at + NUM_GROUPS * after + group] = 0 if played & int64(tables.group[group]) else 1
        while played:
            out[at + NUM_GROUPS * shape + lowest_bit(played)] = 1
            played &= played - 1
        if person_of(state, colour) == observer:
            cards = int64(state.hand[colour])
            start = hand + NUM_EVENTS * (after // int64(state.players))
            while cards:
                out[start + lowest_bit(cards)] = 1
                cards &= cards - 1


# --- actions, taken apart -----------------------------------------------------------------------------

ACTION_KINDS = (
    "end",
    "ready",
    "keep",
    "no capital",
    "give",
    "place",
    "yield",
    "castle",
    "capital",
    "event",
    "region",
    "draw",
    "roll",
)
"""What an action does; the first of its three parts."""

NONE = -1
"""A part that an action does not have."""

_STARTS = (END, READY, KEEP, NO_CAPITAL, GIVE, PLACE, YIELD, CASTLE, CAPITAL, EVENT, REGION, DRAW, ROLL)
_SIZES = tuple(end - start for start, end in pairwise((*_STARTS, NUM_ACTIONS)))
_PLACED = ("place", "yield", "castle", "capital")


class Parts(NamedTuple):
    """An action taken apart: networks can choose one part after the other."""

    kind: int
    """An index into `ACTION_KINDS`."""
    what: int
    """Give: the colour itself, not relative to a seat. Event, region, draw, roll: which. Else `NONE`."""
    place: int
    """The area, as in `spec().places`, or `NONE`."""


@cache
def _parts() -> list[Parts]:
    """By action."""
    parts: list[Parts] = []
    for kind, size in enumerate(_SIZES):
        for number in range(size):
            if ACTION_KINDS[kind] in _PLACED:
                parts.append(Parts(kind, NONE, number))
            else:
                parts.append(Parts(kind, NONE if size == 1 else number, NONE))
    return parts


def factor(action: Action, players: int | None = None) -> Parts:
    """What an action does, with what, and where. It is the same for every number of players.

    >>> from tenka.history.notation import parse_actions
    >>> parts = factor(parse_actions("castle:kaga")[0])
    >>> ACTION_KINDS[parts.kind], spec().places[parts.place]
    ('castle', 'kaga')
    """
    if not 0 <= action < NUM_ACTIONS:
        raise InvalidAction(f"there is no action {action}; they go from 0 to {NUM_ACTIONS - 1}")
    return _parts()[action]


@cache
def _actions() -> dict[Parts, Action]:
    return {parts: action for action, parts in enumerate(_parts())}


def unfactor(parts: tuple[int, int, int], players: int | None = None) -> Action:
    """The action of three parts; the other way round than `factor`."""
    action = _actions().get(Parts(*parts))
    if action is None:
        raise InvalidAction(f"no action has the parts {tuple(parts)}")
    return action


def factor_table(players: int | None = None) -> np.ndarray[Any, np.dtype[np.int16]]:
    """By action: its three parts."""
    return np.array(_parts(), np.int16)
