"""What a seat may know: blanking a state for it, and dealing again what it does not know.

Hidden are the event cards in others' hands, the daimyo cards that others drew, gave or hold until their turn comes,
and the unused cards, which no state holds: they are those that nobody has.
"""

from __future__ import annotations

from typing import Any

from tenka.compiled import jit, lowest_bit
from tenka.history.armies import person_of
from tenka.history.cards import NUM_GROUPS
from tenka.history.rules import random_bit
from tenka.history.state import DRAWING, GIVING, OVER, State, int64
from tenka.history.tables import Tables

UNKNOWN_HAND = -1
UNKNOWN_CARD = -2
"""Stands in a view for a daimyo card that the seat may not know."""

SPECTATOR = -1
"""The seat of who has none, in compiled code."""


@jit
def is_drafting(state: State) -> bool:
    """Whether daimyo cards are still drawn and given."""
    return bool(state.phase == DRAWING or state.phase == GIVING)


@jit
def knows_card(state: State, tables: Tables, seat: int, colour: int) -> bool:
    """Whether a seat knows which daimyo card a colour has (§3.1, §3.2).

    Who drew it does; who has it, once all have one; and everybody, once its turn has come.
    """
    if person_of(state, int64(state.giver[colour])) == seat and seat >= 0:
        return True
    if is_drafting(state):
        return False
    return bool(person_of(state, colour) == seat or tables.order[state.card[colour]] <= state.order)


@jit
def blank_hidden(state: State, tables: Tables, seat: int) -> None:
    """Makes a copy of a state what a seat may know, in place. Once the game is over that is everything."""
    if state.phase == OVER:
        return
    for colour in range(int64(state.colours)):
        if person_of(state, colour) != seat:
            state.hand[colour] = UNKNOWN_HAND
        if state.card[colour] >= 0 and not knows_card(state, tables, seat, colour):
            state.card[colour] = UNKNOWN_CARD
    if state.drawn >= 0 and person_of(state, int64(state.colour)) != seat:
        state.drawn = UNKNOWN_CARD


@jit
def deal_unknown(state: State, tables: Tables, seat: int, generator: Any) -> None:
    """Makes a copy of a view a whole state again, in place: every card that the seat may not know is dealt."""
    if state.phase == OVER:
        return
    blank_hidden(state, tables, seat)  # whatever a view shows by mistake is dealt again too, so that it is found out
    _deal_events(state, tables, generator)
    _deal_daimyo(state, tables, generator)


@jit
def _deal_events(state: State, tables: Tables, generator: Any) -> None:
    """One card of each colour to every hand, of those that have not been seen."""
    unseen = int64(tables.events_in_play[state.players])
    dealt = 0
    for colour in range(int64(state.colours)):
        unseen &= ~int64(state.played[colour])
        if state.hand[colour] == UNKNOWN_HAND:
            dealt |= 1 << colour
            state.hand[colour] = 0
        else:
            unseen &= ~int64(state.hand[colour])
    for group in range(NUM_GROUPS):
        cards = int64(tables.group[group])
        left = cards & unseen
        for colour in range(int64(state.colours)):
            if (dealt >> colour) & 1 and not int64(state.played[colour]) & cards:
                card = random_bit(left, generator)
                left &= ~card
                state.hand[colour] |= card


@jit
def unseen_daimyo(state: State, tables: Tables) -> int:
    """In a view: the daimyo cards of the epoch that the seat cannot place, as bits; those unused are among them.

    Cards whose turn would have come are unused, as everybody could see.
    """
    cards = int64(tables.daimyo_in_play[state.players]) & int64(tables.epoch_cards[state.epoch])
    rest = 0 if is_drafting(state) else cards
    while rest:
        card = lowest_bit(rest)
        rest &= rest - 1
        if tables.order[card] <= state.order:
            cards &= ~(1 << card)
    for colour in range(int64(state.colours)):
        if state.card[colour] >= 0:
            cards &= ~(1 << int64(state.card[colour]))
    if state.drawn >= 0:
        cards &= ~(1 << int64(state.drawn))
    return cards


@jit
def _deal_daimyo(state: State, tables: Tables, generator: Any) -> None:
    cards = unseen_daimyo(state, tables)
    if state.drawn == UNKNOWN_CARD:
        card = random_bit(cards, generator)
        cards &= ~card
        state.drawn = lowest_bit(card)
    for colour in range(int64(state.colours)):
        if state.card[colour] == UNKNOWN_CARD:
            card = random_bit(cards, generator)
            cards &= ~card
            state.card[colour] = lowest_bit(card)
