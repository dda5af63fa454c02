"""Positions as texts that a player can read, and short ways to play on from them.

    epoch 4, 5 players
    red hatakeyama to move
    blue yamana
    etchuu: blue past 1
    kaga: red past 2, castle, city
    west_seto: gold now 1

The first line gives the epoch and the number of players (persons). Then come the daimyo of colours; those not named
get what is left of the epoch's cards. One is *to move*: its turn begins, before events. After a colon stand the
counters of an area, current (now) or past, and castle, city, capital, sakai, hakata.
"""

from __future__ import annotations

import re
from typing import Any

from tenka.games import get_game
from tenka.history import batch
from tenka.history.cards import COLOURS, NUM_AREAS, NUM_PROVINCES, colours_of
from tenka.history.notation import AREA_IDS, DAIMYO_IDS
from tenka.history.state import BEFORE, NOBODY, State, new_states
from tenka.history.tables import Loaded, standard_tables

RULES = get_game("history")


def position(text: str, events: dict[str, str] | None = None, loaded: Loaded | None = None) -> State:
    """The state that a text describes; `events` are event cards in hand, by colour: ``{"red": "e25 e40"}``."""
    loaded = loaded or standard_tables()
    lines = [line.strip() for line in text.strip().splitlines() if line.strip()]
    epoch, players = (int(number) for number in re.findall(r"\d+", lines[0]))
    states = new_states(1)
    batch.start_without_events(states, int(loaded.digest, 16), players, colours_of(players))
    state = states[0]
    state.epoch = epoch - 1
    mover = None
    cards: dict[int, int] = {}
    for line in lines[1:]:
        if ":" in line:
            _put(state, *line.split(":", 1))
            continue
        words = line.split()
        cards[COLOURS.index(words[0])] = DAIMYO_IDS.index(words[1])
        if line.endswith("to move"):
            mover = COLOURS.index(words[0])
    _deal(state, loaded, cards)
    assert mover is not None, "somebody is to move"
    state.colour = mover
    state.order = loaded.tables[0].order[state.card[mover]]
    state.phase = BEFORE
    state.drafted = state.colours
    for colour, hand in (events or {}).items():
        state.hand[COLOURS.index(colour)] = sum(1 << int(card[1:]) - 1 for card in hand.split())
    return state


def _put(state: State, name: str, things: str) -> None:
    area = AREA_IDS.index(name)
    for thing in things.split(","):
        match thing.split():
            case [("castle" | "city" | "capital") as what]:
                field = {"castle": "castles", "city": "cities", "capital": "capitals"}[what]
                state[field] |= 1 << area
            case [("sakai" | "hakata") as what]:
                state[what] = area
            case [colour, ("now" | "past") as when, number]:
                state.owner[area] = COLOURS.index(colour)
                state.count[area] = int(number)
                state.raised[COLOURS.index(colour)] += int(number)
                if when == "now" and area < NUM_PROVINCES:
                    state.current_land |= 1 << area
                elif when == "now":
                    state.current_sea |= 1 << area - NUM_PROVINCES
            case other:
                raise ValueError(f"what is {other}?")


def _deal(state: State, loaded: Loaded, cards: dict[int, int]) -> None:
    tables = loaded.tables[0]
    left = int(tables.daimyo_in_play[state.players]) & int(tables.epoch_cards[state.epoch])
    left &= ~sum(1 << card for card in cards.values())
    for colour in range(state.colours):
        if colour not in cards:
            cards[colour] = (left & -left).bit_length() - 1
            left &= left - 1
        state.card[colour] = cards[colour]
        state.giver[colour] = colour


def play(state: State, tokens: str) -> State:
    """The state after these actions, dice and cards of chance included."""
    for action in RULES.parse(tokens):
        state = RULES.apply(state, action)
    return state


def legal(state: State) -> list[str]:
    """The legal moves, as texts."""
    return [RULES.format([action]) for action in RULES.legal(state)]


def at(state: State, name: str) -> str:
    """What stands in an area: ``red now 2, castle``; empty where nothing does."""
    area = AREA_IDS.index(name)
    parts = []
    if state.owner[area] != NOBODY:
        bits, place = (state.current_land, area) if area < NUM_PROVINCES else (state.current_sea, area - NUM_PROVINCES)
        when = "now" if bits >> place & 1 else "past"
        parts.append(f"{COLOURS[state.owner[area]]} {when} {state.count[area]}")
    if area < NUM_PROVINCES:
        named = {"castle": state.castles, "city": state.cities, "capital": state.capitals}
        parts += [name for name, bits in named.items() if bits >> area & 1]
        parts += [name for name in ("sakai", "hakata") if state[name] == area]
    return ", ".join(parts)


def armies(state: State, colour: int) -> dict[str, bool]:
    """By area where a colour stands: whether its counters are current."""
    current = int(state.current_land) | int(state.current_sea) << NUM_PROVINCES
    owners = state.owner.tolist()
    return {AREA_IDS[area]: bool(current >> area & 1) for area in range(NUM_AREAS) if owners[area] == colour}


def settlements(state: State, field: str) -> set[str]:
    """The provinces with ``castles``, ``cities`` or ``capitals``."""
    bits = int(state[field])
    return {AREA_IDS[area] for area in range(NUM_PROVINCES) if bits >> area & 1}


def points(state: State, colour: str) -> int:
    """The victory points of a colour."""
    return int(state.points[COLOURS.index(colour)])


def dice(state: State) -> tuple[int, int, int]:
    """Where dice are rolled: the attacker's, the defender's, and what a castle adds."""
    from tenka.history.tables import tables_of

    states: Any = new_states(1)
    states[0] = state
    attacker, defender, castle = batch.dice_of(states, tables_of(int(state.digest)))
    return int(attacker), int(defender), int(castle)


def counters(state: State, colour: str) -> int:
    """How many counters of a colour stand on the map."""
    number = COLOURS.index(colour)
    return sum(int(state.count[area]) for area in range(NUM_AREAS) if state.owner[area] == number)
