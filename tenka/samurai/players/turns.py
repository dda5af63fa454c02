"""What a look ahead does to many games at once: worlds, turns tried in them, answers. Compiled.

``look.py`` says what for.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from tenka.compiled import jit, lowest_bit, random_32, wide
from tenka.samurai.board import NUM_SETTLEMENTS
from tenka.samurai.captures import MOST_CAPTURES, apply_and_find
from tenka.samurai.encode import encode_game
from tenka.samurai.payoff import win_shares
from tenka.samurai.pieces import HAND_SIZE, NUM_CASTES, SECOND_BIT
from tenka.samurai.rules import apply_action, list_legal
from tenka.samurai.state import CHOOSING_HANDS, OVER, State
from tenka.samurai.view import deal_unknown, fill_stack, kind_of_bit, shown_tile, unseen_tiles

LONGEST_TURN = 2 * HAND_SIZE + 1
"""Decisions of a turn at most: every tile of a hand, in two halves, and that it is over."""
NOTHING = -1


class Takes(NamedTuple):
    """What was captured in games that go on side by side, and room to find it out."""

    by: Any
    """``[game, settlement, caste, seat]``: how many pieces it has taken there; without games where nobody asks."""
    found: Any


def new_takes(num_games: int, num_seats: int) -> Takes:
    """Of games in which nothing has been captured yet."""
    shape = (num_games, NUM_SETTLEMENTS, NUM_CASTES, num_seats)
    return Takes(np.zeros(shape, np.int16), np.zeros((MOST_CAPTURES, 2), np.int64))


NOBODY_ASKS = new_takes(0, 0)


@jit
def deal_worlds(known: Any, seat: int, captured: Any, odds: Any, generator: Any, worlds: Any) -> None:
    """Fills `worlds` with what may be, as the seat knows it."""
    for number in range(len(worlds)):
        worlds[number] = known[0]
        deal_unknown(worlds[number], seat, captured, generator)
        deal_likely_hands(worlds[number], seat, odds, generator)


@jit
def deal_likely_hands(state: State, seat: int, odds: Any, generator: Any) -> None:
    """Deals the others' hands again, by the odds of each kind of tile: ``[seat, kind]``."""
    if state.phase == CHOOSING_HANDS or state.phase == OVER:
        return
    for other in range(state.players):
        if other == seat:
            continue
        unseen = unseen_tiles(state, other)
        hand = shown_tile(state, other)
        rest = unseen & ~hand
        for _ in range(int(state.num_hand[other]) - (1 if hand else 0)):
            bit = _draw(rest, odds[other], generator)
            rest &= ~(1 << bit)
            kind = kind_of_bit(bit)
            hand |= SECOND_BIT[kind] if hand >> kind & 1 else 1 << kind
        state.hand[other] = hand
        fill_stack(state, other, unseen, hand, generator)


@jit
def _draw(tiles: int, odds: Any, generator: Any) -> int:
    """One of the tiles, as its bit, the likelier ones more often."""
    total = 0.0
    rest = tiles
    while rest:
        total += odds[kind_of_bit(lowest_bit(rest))]
        rest &= rest - 1
    left = total * (random_32(generator) / 4294967296.0)
    rest = tiles
    while True:
        bit = lowest_bit(rest)
        rest &= rest - 1
        left -= odds[kind_of_bit(bit)]
        if left < 0.0 or not rest:
            return bit


@jit
def try_turns(worlds: Any, turns: Any, legal: Any, tried: Any, takes: Takes) -> None:
    """Carries out turns in every world: `tried` holds the worlds of the first, then those of the next."""
    place = 0
    for number in range(len(turns)):
        for world in range(len(worlds)):
            tried[place] = worlds[world]
            for action in turns[number]:
                if action == NOTHING:
                    break
                _carry_out(tried, place, wide(action), takes)
            _force(tried, place, legal, takes)
            place += 1


@jit
def _carry_out(games: Any, number: int, action: int, takes: Takes) -> None:
    """An action in one of the games."""
    if not len(takes.by):
        apply_action(games[number], action)
        return
    for place in range(apply_and_find(games[number], action, takes.found, 0)):
        piece, taker = takes.found[place]
        if taker >= 0:
            takes.by[number, piece % NUM_SETTLEMENTS, piece // NUM_SETTLEMENTS, taker] += 1


@jit
def _force(games: Any, number: int, legal: Any, takes: Takes) -> None:
    """Carries out what has no alternative."""
    while games[number].phase != OVER and list_legal(games[number], legal) == 1:
        _carry_out(games, number, wide(legal[0]), takes)


@jit
def observe(states: Any, asked: Any, players: int, planes: Any, globals_: Any) -> None:
    """What the movers of some games know."""
    for place in range(len(asked)):
        number = asked[place]
        encode_game(states, number, wide(states[number].seat), players, planes[place], globals_[place])


@jit
def answer(states: Any, asked: Any, logits: Any, slots: Any, legal: Any, takes: Takes) -> None:
    """In some games the movers do what the network holds for best."""
    for place in range(len(asked)):
        state = states[asked[place]]
        num = list_legal(state, legal)
        best = 0
        for index in range(1, num):
            if logits[place, slots[legal[index]]] > logits[place, slots[legal[best]]]:
                best = index
        _carry_out(states, asked[place], wide(legal[best]), takes)
        _force(states, asked[place], legal, takes)


@jit
def write_ended(states: Any, shares: Any) -> None:
    """Shares of the win by seat of the table, where games are over."""
    for number in range(len(states)):
        if states[number].phase == OVER:
            win_shares(states[number], shares[number])


@jit
def write_shares(states: Any, asked: Any, values: Any, players: int, shares: Any) -> None:
    """What the network says of some games, by seat of the table."""
    for place in range(len(asked)):
        number = asked[place]
        seat = int(states[number].seat)
        for other in range(players):
            shares[number, (seat + other) % players] = values[place, other]


@jit
def list_chances(states: Any, logits: Any, slots: Any, legal: Any, chances: Any) -> None:
    """By position: its legal actions, and the chance of each to be best."""
    for place in range(len(states)):
        num = list_legal(states[place], legal[place])
        most = logits[place, slots[legal[place, 0]]]
        for index in range(1, num):
            most = max(most, logits[place, slots[legal[place, index]]])
        total = 0.0
        for index in range(num):
            chances[place, index] = np.exp(logits[place, slots[legal[place, index]]] - most)
            total += chances[place, index]
        for index in range(num):
            chances[place, index] /= total


@jit
def carry_out(states: Any, action: int) -> None:
    """An action in the first of some games."""
    apply_action(states[0], action)
