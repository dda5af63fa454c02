"""Luck of the dice, in counters: what they took from others less what they cost, beyond what was to be expected.

Every roll counts by itself, with its exact odds, so that luck has the mean 0 however people play. It comes from the
public record alone. Combats that an event wins need no dice, and no luck.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from tenka.history.cards import COLOURS
from tenka.history.odds import combat_odds
from tenka.history.record_lines import Words, split_line


class Roll(NamedTuple):
    """One roll of both sides."""

    attack: int
    """The attacker's best die."""
    defend: int
    attack_dice: int
    defend_dice: int
    castle: int
    """What the defender adds."""

    @property
    def result(self) -> int:
        """1: the defender loses a counter, -1: the attacker does, 0: both do."""
        defend = self.defend + self.castle
        return (self.attack > defend) - (self.attack < defend)


def read_rolls(words: Words) -> list[Roll]:
    """The rolls of a line ``dice`` or ``raid``; none where it does not say how many dice there were."""
    rolls = []
    for token, of in zip(words.tokens, words.facts.get("of", ()), strict=False):
        (attack, defend), (dice, castle) = token.split("-"), of.partition("+")[::2]
        attack_dice, defend_dice = dice.split("-")
        rolls.append(Roll(int(attack), int(defend), int(attack_dice), int(defend_dice), int(castle or 0)))
    return rolls


def luck_of_line(words: Words) -> dict[str, float]:
    """By colour: the luck in a line; nothing where no dice are rolled."""
    luck: defaultdict[str, float] = defaultdict(float)
    against = words.facts.get("against", [])
    if words.keyword == "dice":
        for roll in read_rolls(words):
            odds = combat_odds(roll.attack_dice, roll.defend_dice, roll.castle)
            more = roll.result - (odds.win - odds.lose)
            luck[COLOURS[words.colour]] += more
            if against:
                luck[against[0]] -= more
    elif words.keyword == "raid":
        for roll, colour in zip(read_rolls(words), against, strict=False):
            odds = combat_odds(roll.attack_dice, roll.defend_dice, roll.castle)
            luck[colour] += odds.win - (roll.result > 0)
    return dict(luck)


def luck_of(lines: Iterable[str]) -> dict[str, float]:
    """By colour: the luck in all lines of a record so far.

    >>> luck_of(["dice red 6-1 ; of 2-1 ; won kaga ; against gold 1"])
    {'red': 0.676, 'gold': -0.676}
    """
    luck: defaultdict[str, float] = defaultdict(float)
    for line in lines:
        for colour, more in luck_of_line(split_line(line)).items():
            luck[colour] += more
    return {colour: round(more, 3) for colour, more in luck.items()}
