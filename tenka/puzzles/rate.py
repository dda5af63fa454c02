"""A rating before anybody has tried a puzzle: which of the levels find it, and how often.

A level's strength was measured in games. A puzzle has the rating of a level that would find it every other time: the
likeliest one, given who found it.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from math import log

from tenka.game import Action, Rules, Seat, State, View
from tenka.players import Player, decide_ply, get_player
from tenka.players.strengths import strengths
from tenka.search.setter import Setter

BASE = 1000
"""The weakest level's rating,"""
A_UNIT = 32
"""and how much one of the ratings of games is worth here: with two players a difference of 160 is then two wins of
three, or nearly so."""
_GUESS = 1600.0
_WIDTH = 600.0
"""Before anybody tries, ratings are thought to lie about here: it keeps them finite where all find it, or nobody."""
LEAST, MOST = 600, 3000


def level_ratings(game: str) -> dict[str, int]:
    """By level: its rating on the scale of puzzles."""
    known = strengths(game, 2)
    weakest = min(known.values())
    return {name: round(BASE + A_UNIT * (strength - weakest)) for name, strength in known.items()}


def is_right(rules: Rules, state: State, right: Sequence[Sequence[Action]], tried: Sequence[Action]) -> bool:
    """Whether a turn leads to the position that one of the right ones leads to, in a world that fits the view."""
    found = reached(rules, state, tried)
    return any(reached(rules, state, actions) == found for actions in right)


def reached(rules: Rules, state: State, actions: Sequence[Action]) -> bytes:
    """The position that a turn leads to."""
    for action in actions:
        state = rules.apply(state, action)
    position: bytes = state.tobytes()
    return position


def decide(setter: Setter, player: Player, state: State, seat: Seat, rng: random.Random) -> list[Action]:
    """What a player would do: a whole turn, or one action of it, as the title's puzzles ask for."""
    if setter.whole_plies:
        return decide_ply(setter.rules, state, seat, player, rng)
    return [player.decide(setter.rules.view(state, seat), setter.rules.legal(state), rng)]


def solve_rates(
    setter: Setter,
    view: View,
    right: Sequence[Sequence[Action]],
    rng: random.Random,
    levels: Sequence[str] = (),
    tries: int = 0,
) -> dict[str, int]:
    """By level: how many of its tries were right. Those that the title names try, as often as it says, unless told."""
    rules = setter.rules
    assert view.seat is not None
    found = {}
    for name in levels or setter.solvers:
        player, hits = get_player(name, rules.name), 0
        for _ in range(tries or setter.tries):
            state = rules.sample(view, rng)
            hits += is_right(rules, state, right, decide(setter, player, state, view.seat, rng))
        found[name] = hits
    return found


def rate(game: str, hits: Mapping[str, int], tries: int) -> int:
    """The likeliest rating, to tens.

    >>> from tenka.games import DEFAULT_GAME
    >>> names = list(level_ratings(DEFAULT_GAME))
    >>> easy = rate(DEFAULT_GAME, {name: 6 for name in names}, 6)
    >>> hard = rate(DEFAULT_GAME, {name: 0 for name in names}, 6)
    >>> easy < level_ratings(DEFAULT_GAME)[names[0]], hard > level_ratings(DEFAULT_GAME)[names[-1]]
    (True, True)
    """
    ratings = level_ratings(game)

    def doubt(rating: float) -> float:
        total = ((rating - _GUESS) / _WIDTH) ** 2 / 2
        for name, num in hits.items():
            chance = 1 / (1 + 10 ** ((rating - ratings[name]) / 400))
            total -= num * log(chance) + (tries - num) * log(1 - chance)
        return total

    return min(range(LEAST, MOST + 1, 10), key=doubt)
