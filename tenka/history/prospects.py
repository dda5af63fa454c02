"""What an attack may lead to, with exact chances: for players who look ahead, and for people before they commit."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from tenka.history import batch
from tenka.history.actions import MAX_LEGAL, PLACE, roll_action
from tenka.history.cards import COLOURS
from tenka.history.odds import combat_odds
from tenka.history.state import FIGHTING, NOBODY, State, array_of, new_states
from tenka.history.tables import tables_of


class Attack(NamedTuple):
    """A counter against those who stand in an area."""

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

    Works on what a view shows too. The counter must be legal there.
    """
    if state.owner[area] == NOBODY:
        return None
    states, after, tables = new_states(1), new_states(1), tables_of(int(state.digest))
    states[0] = state
    attacker, defender, castle = batch.attack_of(states, tables, area)
    if not batch.try_action(states, after, tables, PLACE + area, np.empty(MAX_LEGAL, np.int16)):
        return None
    takes = empties = 0.0
    for likely, result in fight_outcomes(after[0]):
        if result.owner[area] == NOBODY:
            empties += likely
        elif batch.holds_current_in(array_of(result), area, int(state.colour)):
            takes += likely
    whose = COLOURS[state.owner[area]]
    return Attack(int(attacker), int(defender), int(castle), int(state.count[area]), whose, takes, empties)


def look_at_revolt(state: State, area: int) -> dict[int, float]:
    """How many counters of who holds a province may be left after a revolt there, with the exact chances.

    Works on what a view shows too. The revolt must be legal there.
    """
    states, after, tables = new_states(1), new_states(1), tables_of(int(state.digest))
    states[0] = state
    batch.try_action(states, after, tables, PLACE + area, np.empty(MAX_LEGAL, np.int16))
    chances: dict[int, float] = {}
    for likely, result in fight_outcomes(after[0]):
        left = int(result.count[area]) if result.owner[area] == state.owner[area] else 0
        chances[left] = chances.get(left, 0.0) + likely
    return chances


def fight_outcomes(state: State) -> list[tuple[float, State]]:
    """Every way in which a fight can end that waits for dice, with its exact chance; most likely first.

    A state that waits for no dice of a fight is its only outcome.
    """
    room = np.empty(MAX_LEGAL, np.int16)
    tables = tables_of(int(state.digest))
    ended: dict[bytes, tuple[float, State]] = {}
    open_: list[tuple[float, State]] = [(1.0, state)]
    while open_:
        chance, before = open_.pop()
        if before.phase != FIGHTING:
            known = ended.get(before.tobytes(), (0.0, before))
            ended[before.tobytes()] = (known[0] + chance, before)
            continue
        dice = batch.dice_of(array_of(before), tables)
        odds = combat_odds(*(int(number) for number in dice))
        castle = int(dice[2])
        # one roll stands for all that end the same way
        for likely, roll in ((odds.win, (6, 1)), (odds.draw, (1 + castle, 1)), (odds.lose, (1, 6))):
            after = new_states(1)
            batch.try_action(array_of(before), after, tables, roll_action(*roll), room)
            open_.append((chance * likely, after[0]))
    return sorted(ended.values(), key=lambda outcome: -outcome[0])
