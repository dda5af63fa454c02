"""Luck of the dice, in counters: what they took from others less what they cost, beyond what was to be expected.

Every roll counts by itself, with its exact odds, so that luck has the mean 0 however people play. It comes from what
everybody saw. Combats that an event wins need no dice, and no luck.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from tenka.game import Line
from tenka.history.actions import ROLL
from tenka.history.lines import HistoryPly, Target
from tenka.history.odds import combat_odds


class Roll(NamedTuple):
    """One roll of both sides."""

    attack: int
    """The attacker's best die."""
    defend: int
    attack_dice: int
    defend_dice: int
    castle: bool
    """The defender adds 1 to his best die."""
    target: Target | None
    """Not known of a ply that was read from a record."""

    @property
    def result(self) -> int:
        """1: the defender loses a counter, -1: the attacker does, 0: both do."""
        defend = self.defend + self.castle
        return (self.attack > defend) - (self.attack < defend)


def list_rolls(ply: HistoryPly) -> list[Roll]:
    """The rolls of a ply ``dice`` or ``raid``; none of another one."""
    if not ply.dice:
        return []
    targets = ply.course.targets or (None,) * len(ply.dice)
    rolls = []
    for action, dice, target in zip(ply.decisions, ply.dice, targets, strict=True):
        attack, defend = divmod(action - ROLL, 6)
        rolls.append(Roll(attack + 1, defend + 1, dice.attacker, dice.defender, dice.castle, target))
    return rolls


def luck_of_ply(ply: HistoryPly) -> dict[int, float]:
    """By colour: the luck in a ply; nothing where no dice are rolled."""
    luck: defaultdict[int, float] = defaultdict(float)
    for roll in list_rolls(ply):
        odds = combat_odds(roll.attack_dice, roll.defend_dice, int(roll.castle))
        if ply.kind == "raid":  # foreigners lose nothing
            if roll.target is not None:
                luck[roll.target.owner] += odds.win - (roll.result > 0)
            continue
        more = roll.result - (odds.win - odds.lose)
        luck[ply.who.colour] += more
        if roll.target is not None:
            luck[roll.target.owner] -= more
    return dict(luck)


def luck_of(plies: Iterable[Line]) -> dict[int, float]:
    """By colour: the luck in all plies so far."""
    luck: defaultdict[int, float] = defaultdict(float)
    for ply in plies:
        if isinstance(ply, HistoryPly):
            for colour, more in luck_of_ply(ply).items():
                luck[colour] += more
    return dict(luck)
