"""What a finished game is worth to each seat. Until the end every reward is 0."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from tenka.game import GameError, Outcome
from tenka.games import find_part

REWARDS = {
    "win": "the winners share +1, the others share −1; nothing if all win",
    "rank": "from +1 for the first to −1 for the last in equal steps; equal seats share what their places bring",
    "margin": "how far ahead of the best other seat, from −1 to +1",
}
"""Every kind of reward by name, with what it is."""


class Margin(NamedTuple):
    """How far one seat is ahead of another."""

    figure: Callable[[Mapping[str, int]], int]
    """One number for what decided a game for a seat, from its totals: more is a better rank, the same the same."""
    scale: float
    """So far ahead is +1."""


def margin_of(game: str) -> Margin | None:
    """What a title's ``payoff.py`` says; None where it has none."""
    part = find_part(game, "payoff")
    return None if part is None else Margin(part.final_figure, part.SCALE)


def check_reward(kind: str, margin: Margin | None) -> str:
    """The kind, if there is such a one for a game with that margin; raises GameError."""
    if kind not in REWARDS:
        raise GameError(f"there is no reward {kind!r}; there are {', '.join(REWARDS)}")
    if kind == "margin" and margin is None:
        raise GameError("this game has no payoff.py, which says what a margin is; its rewards are win and rank")
    return kind


def reward_of(outcome: Outcome, kind: str, margin: Margin | None = None) -> list[float]:
    """By seat: what the end of a game is worth.

    >>> tied = Outcome("over", (0, 2), (1, 3, 1), ({"points": 150}, {"points": 100}, {"points": 150}))
    >>> points = Margin(lambda totals: totals["points"], scale=100)
    >>> reward_of(tied, "win"), reward_of(tied, "rank"), reward_of(tied, "margin", points)
    ([0.5, -1.0, 0.5], [0.5, -1.0, 0.5], [0.0, -0.5, 0.0])
    """
    check_reward(kind, margin)
    if margin is not None and kind == "margin":
        return _margin(outcome, margin)
    return _rank(outcome) if kind == "rank" else _win(outcome)


def _win(outcome: Outcome) -> list[float]:
    winners = len(outcome.winners)
    losers = len(outcome.ranking) - winners
    if not losers:
        return [0.0] * winners
    return [1 / winners if seat in outcome.winners else -1 / losers for seat in range(len(outcome.ranking))]


def _rank(outcome: Outcome) -> list[float]:
    last = len(outcome.ranking) - 1
    rewards = []
    for rank in outcome.ranking:
        twice_place = 2 * (rank - 1) + outcome.ranking.count(rank) - 1  # the mean of the places that equal seats take
        rewards.append((last - twice_place) / last)
    return rewards


def _margin(outcome: Outcome, margin: Margin) -> list[float]:
    figures = [margin.figure(totals) for totals in outcome.totals]
    rewards = []
    for seat, figure in enumerate(figures):
        best_other = max(figures[:seat] + figures[seat + 1 :])
        rewards.append(max(-1.0, min(1.0, (figure - best_other) / margin.scale)))
    return rewards
