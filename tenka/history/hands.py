"""Event cards in hand: which can be played now, later, or never any more (§3.2, §3.3, §7), and what hides them."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, NamedTuple

import numpy as np

from tenka.history import batch
from tenka.history.cards import AFTER_EPOCH, BEFORE_TURN, DURING_TURN, EVENTS_PER_EPOCH, NUM_EPOCHS, NUM_GROUPS
from tenka.history.state import (
    AFTER,
    BEFORE,
    CAPITAL_PHASE,
    DRAWING,
    FAMINE,
    GIVING,
    OVER,
    RAID,
    STARTING,
    State,
    array_of,
)
from tenka.history.tables import tables_of

Playable = Literal["now", "later", "never"]

_field = np.void.__getitem__


class _Cards(NamedTuple):
    """The event cards as bits: by epoch, by timing, and by epoch those of later ones; and the orders of daimyo."""

    in_epoch: list[int]
    at: list[int]
    in_later: list[int]
    orders: list[int]


@lru_cache(20)
def _cards(digest: int) -> _Cards:
    tables = tables_of(digest)[0]
    in_epoch = tables.events_in_epoch.tolist()
    in_later = [0] * NUM_EPOCHS
    for epoch in reversed(range(NUM_EPOCHS - 1)):
        in_later[epoch] = in_later[epoch + 1] | in_epoch[epoch + 1]
    return _Cards(in_epoch, tables.events_at.tolist(), in_later, tables.order.tolist())


def when_playable(known: State, colour: int) -> dict[str, Playable]:
    """By event card in the hand of a colour, from what its player may know."""
    cards, epoch = _cards(int(_field(known, "digest"))), int(_field(known, "epoch"))
    hand, phase = _field(known, "hand").tolist()[colour], int(_field(known, "phase"))
    now = 0
    if phase != OVER and int(_field(known, "colour")) == colour:
        now = int(batch.playable_of(array_of(known), tables_of(int(_field(known, "digest")))))
    later = 0 if phase == OVER else cards.in_later[epoch] | cards.in_epoch[epoch] & _still(known, cards, colour)
    return _when(hand, hand & now, hand & later)


@lru_cache(20_000)
def _when(hand: int, now: int, later: int) -> dict[str, Playable]:
    when: dict[str, Playable] = {}
    for event in range(hand.bit_length()):
        if hand >> event & 1:
            when[f"e{event + 1}"] = "now" if now >> event & 1 else "later" if later >> event & 1 else "never"
    return when


def _still(known: State, cards: _Cards, colour: int) -> int:
    """The event cards of the timings that are still to come for a colour in this epoch."""
    phase, order = int(_field(known, "phase")), int(_field(known, "order"))
    daimyo = _field(known, "card").tolist()[colour]
    has_turns = _field(known, "used").tolist()[colour] < EVENTS_PER_EPOCH
    own = cards.orders[daimyo] if daimyo >= 0 else 0
    if phase in (AFTER, FAMINE, RAID):
        is_asked = int(_field(known, "colour")) == colour
        return cards.at[AFTER_EPOCH] if is_asked or own > int(_field(known, "asked")) else 0
    still = cards.at[AFTER_EPOCH]
    if not has_turns:
        return still
    if phase in (DRAWING, GIVING) or own > order:
        return still | cards.at[BEFORE_TURN] | cards.at[DURING_TURN]
    if own < order or phase == CAPITAL_PHASE:
        return still
    if phase == BEFORE or int(_field(known, "minor")) >= 0:  # a lesser daimyo acts, and events before the turn go on
        return still | cards.at[BEFORE_TURN] | cards.at[DURING_TURN]
    return still | (cards.at[DURING_TURN] if int(_field(known, "left")) > 0 else 0)


def hides_options(known: State) -> bool:
    """Whether others cannot tell how much there is to choose, because that depends on cards in hand."""
    phase, colour = int(_field(known, "phase")), int(_field(known, "colour"))
    if _field(known, "played").tolist()[colour].bit_count() == NUM_GROUPS:
        return False  # everybody knows that the hand is empty
    has_turns = _field(known, "used").tolist()[colour] < EVENTS_PER_EPOCH
    return phase == AFTER or (phase in (BEFORE, STARTING) and has_turns)
