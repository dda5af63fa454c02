"""The odds of combat (§5), exact: computed from the dice, never sampled.

>>> [round(chance, 3) for chance in combat_odds(2, 1)]
[0.579, 0.167, 0.255]
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from tenka.game import Action
from tenka.history.actions import roll_action


class Odds(NamedTuple):
    """Of one combat, from the attacker's side."""

    win: float
    draw: float
    """Both lose a counter."""
    lose: float


@cache
def best_of(dice: int) -> tuple[float, ...]:
    """The chances that the best of so many dice shows 1, 2, … 6."""
    return tuple((face**dice - (face - 1) ** dice) / 6**dice for face in range(1, 7))


@cache
def roll_chances(attacker: int, defender: int) -> tuple[tuple[Action, float], ...]:
    """Every action of chance in a combat with so many dice, with its probability."""
    return tuple(
        (roll_action(a, b), chance * other)
        for a, chance in enumerate(best_of(attacker), start=1)
        for b, other in enumerate(best_of(defender), start=1)
    )


@cache
def combat_odds(attacker: int, defender: int, castle: int = 0) -> Odds:
    """One combat with so many dice; `castle` is what the defender adds to his best die."""
    win = draw = 0.0
    for a, chance in enumerate(best_of(attacker), start=1):
        for b, other in enumerate(best_of(defender), start=1):
            if a > b + castle:
                win += chance * other
            elif a == b + castle:
                draw += chance * other
    return Odds(win, draw, 1 - win - draw)


@cache
def siege_odds(attackers: int, defenders: int, odds: Odds) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """A fight to the end between so many counters, every combat with the same odds.

    Returns the chances of the province being held by 0, 1, … attackers afterwards, all defenders gone, and of 0, 1, …
    defenders being left after the last attacker; where nobody is left, that is the first chance of the first list.
    """
    taken = [0.0] * (attackers + 1)
    held = [0.0] * (defenders + 1)
    reached = {(attackers, defenders): 1.0}
    while reached:
        (a, d), chance = reached.popitem()
        if d == 0:
            taken[a] += chance
        elif a == 0:
            held[d] += chance
        else:
            for after, likely in (((a, d - 1), odds.win), ((a - 1, d - 1), odds.draw), ((a - 1, d), odds.lose)):
                reached[after] = reached.get(after, 0.0) + chance * likely
    return tuple(taken), tuple(held)
