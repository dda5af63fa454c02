"""How strong the levels are, on the scale of ratings, from how often each has won against another.

The scale is that of openskill's model of Plackett and Luce, where everybody begins at 25. The second level is put
there: newcomers meet it first. Whoever wins as often as a level has a rating that stays at the level's.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import cache

from tenka.games import find_part
from tenka.players import describe_levels

BEGINNING = 25.0
"""Where everybody begins."""
BETA = BEGINNING / 6
"""The model's measure of luck."""

Measured = Mapping[int, Mapping[str, tuple[str, float]]]
"""By number of players and level: against whom, and which share of the games it won."""


@cache
def strengths(game: str, num_players: int) -> Mapping[str, float]:
    """By level: its rating at a table of so many, the weakest first; those that were never measured are left out.

    Where no table of this size was measured, the one nearest in size serves.

    >>> from tenka.games import DEFAULT_GAME
    >>> {name: round(rating) for name, rating in strengths(DEFAULT_GAME, 2).items()}["ashigaru"]
    25
    """
    measured: Measured = getattr(find_part(game, "players"), "MEASURED", {})
    if not measured:
        return {}
    nearest = min(measured, key=lambda num: (abs(num - num_players), num))
    unit = BETA * math.sqrt(num_players)
    levels = list(describe_levels(game))
    ratings = {levels[0]: 0.0}
    for name in levels[1:]:
        if name in measured[nearest]:
            against, share = measured[nearest][name]
            ratings[name] = ratings[against] + unit * math.log(share * (nearest - 1) / (1 - share))
    shift = BEGINNING - ratings[levels[1]]
    return {name: rating + shift for name, rating in ratings.items()}
