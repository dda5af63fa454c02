"""Every way in which a fight can end, by trying its rolls out: what the quick sums of the program are held to."""

from __future__ import annotations

import numpy as np

from tenka.history import batch
from tenka.history.actions import MAX_LEGAL, roll_action
from tenka.history.odds import combat_odds
from tenka.history.state import FIGHTING, State, array_of, new_states
from tenka.history.tables import tables_of


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
