"""The numbers of actions: one fixed space of small ints for every player count and every folder of data."""

from __future__ import annotations

from tenka.history.cards import (
    MAX_COLOURS,
    NUM_AREAS,
    NUM_DAIMYO,
    NUM_EVENTS,
    NUM_PROVINCES,
    NUM_REGIONS,
)

END = 0
"""Ends military actions, or passes on events after an epoch."""
READY = 1
"""Ends the events before a turn: the counters are readied, and military actions begin."""
KEEP = 2
"""Keep the daimyo card that was drawn."""
NO_CAPITAL = 3
GIVE = 4
"""+ colour: give the daimyo card that was drawn away."""
PLACE = GIVE + MAX_COLOURS
"""+ area: place a counter; who is in the way is fought."""
YIELD = PLACE + NUM_AREAS
"""+ area: place a counter where own past counters stand, which give way without a roll (§5.3)."""
CASTLE = YIELD + NUM_AREAS
"""+ province: build a castle instead of placing a counter (§4.2)."""
CAPITAL = CASTLE + NUM_PROVINCES
"""+ province: found the capital."""
EVENT = CAPITAL + NUM_PROVINCES
"""+ event: play the card."""
REGION = EVENT + NUM_EVENTS
"""+ region: the one that an event strikes."""
DRAW = REGION + NUM_REGIONS
"""+ daimyo: chance draws this card."""
ROLL = DRAW + NUM_DAIMYO
"""+ 6 * (attacker - 1) + (defender - 1): chance rolls; the best die of each side is all that counts (§5.1)."""
NUM_ACTIONS = ROLL + 36

MAX_LEGAL = 512
"""More than any position has: a list of legal actions fits into this many places."""


def roll_action(attacker: int, defender: int) -> int:
    """The action for the best dice of both sides."""
    return ROLL + 6 * (attacker - 1) + (defender - 1)
