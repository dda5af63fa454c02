"""What an attack may lead to, with exact chances: for people before they commit, and for the record."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from tenka.history import batch, fights
from tenka.history.actions import MAX_LEGAL, PLACE
from tenka.history.cards import COLOURS, STACK_ON_LAND
from tenka.history.state import NOBODY, State, array_of, new_states
from tenka.history.tables import tables_of


class Attack(NamedTuple):
    """A counter, or those of a revolt, against those who stand in an area."""

    attacker_dice: int
    defender_dice: int
    castle: int
    """What the defender adds to his best die."""
    defenders: int
    """Counters, one fought after the other."""
    defending: str
    """Whose."""
    takes: float
    """The chance that the area is won."""
    empties: float
    """The chance that nobody is left there."""


def look_at_attack(state: State, area: int) -> Attack | None:
    """What would happen if the daimyo who acts placed a counter in an area; None where nobody would be fought.

    Works on what a view shows too.
    """
    tables, legal = tables_of(int(state.digest)), np.empty(MAX_LEGAL, np.int16)
    states = new_states(2)
    states[0] = state
    if PLACE + area not in legal[: batch.legal_actions(states, 0, tables, legal)]:
        return None
    figures, ends = np.zeros((1, fights.NUM_FIGURES), np.int64), np.zeros((1, 3))
    fights.look_at_moves(states, tables, np.array([PLACE + area]), figures, _room(), ends)
    told = figures[0].tolist()
    if told[fights.OWNER] == NOBODY:
        return None
    return Attack(
        told[fights.ATTACK_DICE],
        told[fights.DEFENCE_DICE],
        told[fights.CASTLE_HELPS],
        told[fights.DEFENDERS],
        COLOURS[told[fights.OWNER]],
        *ends[0].tolist()[:2],
    )


def chances_of(state: State) -> list[float]:
    """Where a state waits for the dice of a fight: the chances that it is taken, left to nobody, and held."""
    ends = np.zeros(3)
    fights.fill_ends(array_of(state), tables_of(int(state.digest)), _room(), ends)
    chances: list[float] = ends.tolist()
    return chances


def _room() -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    return np.zeros((fights.MOST_ATTACKERS + 1, STACK_ON_LAND + 1))
