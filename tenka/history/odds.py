"""The odds of combat (§5), exact: computed from the dice, never sampled.

>>> [round(chance, 3) for chance in combat_odds(2, 1)]
[0.579, 0.167, 0.255]
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from tenka.game import Chances
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
def roll_chances(attacker: int, defender: int) -> Chances:
    """Every action of chance in a combat with so many dice, with its probability."""
    return Chances(
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


_PAGE = """# Odds of combat in History of the Samurai

Each side rolls; the best die of each counts; the lower side loses a counter, and on a draw both do. A castle adds 1 to
the defender's best die. These are exact chances for **one combat** (one roll of both sides), counted over all throws
and never sampled; `python -m tools.history_data` writes them.

Usual numbers of dice: a current daimyo 2 (some 3), a past one 1; a defender one more behind a defensive border or
against an attack from the sea; an attacker one more with an event such as Night attack, so 4 at most; a regional daimyo
abroad one fewer. [The rules](rules-history.md) say it all.
"""

_FIGHTS = """## Whole fights

A counter fights one defender after another until the province is won or the counter is lost. The chance that **one
counter takes a province**, by the number of counters in it, is the chance to win to that power:
"""


def make_odds_page() -> str:
    """The page ``docs/odds.md``: 1 to 4 dice against 1 to 4, with and without a castle."""
    parts = [_PAGE]
    for castle in (0, 1):
        parts.append(f"## {'With' if castle else 'Without'} a castle\n")
        lines = ["| attacker | defender | wins | both lose one | loses |", "|---|---|---|---|---|"]
        for attacker, defender in _pairs():
            odds = combat_odds(attacker, defender, castle)
            lines.append(
                f"| {_dice(attacker)} | {_dice(defender)} | {' | '.join(f'{chance:.2%}' for chance in odds)} |"
            )
        parts.append("\n".join(lines) + "\n")
    parts.append(_FIGHTS)
    lines = ["| attacker | defender | castle | against 1 | 2 | 3 |", "|---|---|---|---|---|---|"]
    for castle in (0, 1):
        for attacker, defender in _pairs():
            odds = combat_odds(attacker, defender, castle)
            takes = [siege_odds(1, defenders, odds)[0][1] for defenders in (1, 2, 3)]
            cells = " | ".join(f"{chance:.1%}" for chance in takes)
            lines.append(f"| {_dice(attacker)} | {_dice(defender)} | {'yes' if castle else 'no'} | {cells} |")
    return "\n".join([*parts, "\n".join(lines) + "\n"])


def _pairs() -> list[tuple[int, int]]:
    return [(attacker, defender) for attacker in (1, 2, 3, 4) for defender in (1, 2, 3, 4)]


def _dice(number: int) -> str:
    return f"{number} {'die' if number == 1 else 'dice'}"
