"""Who takes what: told while it happens, because a piece may be switched away, and a tile moved, afterwards."""

from __future__ import annotations

from typing import Any

from tenka.compiled import jit
from tenka.samurai.actions import MOVE_FROM, SWITCH_SECOND
from tenka.samurai.board import NUM_SETTLEMENTS
from tenka.samurai.pieces import NUM_CASTES
from tenka.samurai.rules import apply_action, influence_around, strongest
from tenka.samurai.state import State

MOST_CAPTURES = NUM_CASTES * NUM_SETTLEMENTS
"""In a game: every piece once."""


@jit
def apply_and_find(state: State, action: int, found: Any, num: int) -> int:
    """Carries out an action. Its captures follow the `num` that were found before: each piece and its taker, -1 for
    nobody. Returns how many there are then.
    """
    stood = (state.pieces[0], state.pieces[1], state.pieces[2])
    apply_action(state, action)
    if SWITCH_SECOND <= action < MOVE_FROM:  # pieces change places, and a switch surrounds nothing
        return num
    gone = (stood[0] & ~state.pieces[0], stood[1] & ~state.pieces[1], stood[2] & ~state.pieces[2])
    if not gone[0] | gone[1] | gone[2]:
        return num
    for settlement in range(NUM_SETTLEMENTS):
        for caste in range(NUM_CASTES):
            if gone[caste] >> settlement & 1:
                found[num, 0] = caste * NUM_SETTLEMENTS + settlement
                found[num, 1] = strongest(influence_around(state, settlement), state.players, caste)
                num += 1
    return num
