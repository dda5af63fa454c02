"""What a finished game is worth to each seat. Until the end every reward is 0."""

from __future__ import annotations

from collections.abc import Mapping

from tenka.game import GameError, Outcome

REWARDS = {
    "win": "the winners share +1, the others share −1; nothing if all win",
    "rank": "from +1 for the first to −1 for the last in equal steps; equal seats share what their places bring",
    "margin": "how far ahead of the best other seat, from −1 to +1",
}
"""Every kind of reward by name, with what it is."""

SAMURAI_LEADERSHIP = 1600
SAMURAI_OTHER_PIECE = 40
SAMURAI_SCALE = 3 * SAMURAI_LEADERSHIP
"""The figures are compared one after the other, so each weighs more than all that can come of the next: there are 39
pieces at most. Three leaderships ahead are +1."""

HISTORY_SCALE = 100
"""So many points ahead are +1."""


def check_reward(kind: str) -> str:
    """The kind, if there is such a one; raises GameError."""
    if kind not in REWARDS:
        raise GameError(f"there is no reward {kind!r}; there are {', '.join(REWARDS)}")
    return kind


def reward_of(outcome: Outcome, kind: str) -> list[float]:
    """By seat: what the end of a game is worth.

    >>> tied = Outcome("epochs", (0, 2), (1, 3, 1), ({"points": 150}, {"points": 100}, {"points": 150}))
    >>> reward_of(tied, "win"), reward_of(tied, "rank"), reward_of(tied, "margin")
    ([0.5, -1.0, 0.5], [0.5, -1.0, 0.5], [0.0, -0.5, 0.0])
    """
    check_reward(kind)
    if kind == "win":
        return _win(outcome)
    if kind == "rank":
        return _rank(outcome)
    return _margin(outcome)


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


def _margin(outcome: Outcome) -> list[float]:
    figures = [final_figure(totals) for totals in outcome.totals]
    scale = HISTORY_SCALE if "points" in outcome.totals[0] else SAMURAI_SCALE
    rewards = []
    for seat, figure in enumerate(figures):
        best_other = max(figures[:seat] + figures[seat + 1 :])
        rewards.append(max(-1.0, min(1.0, (figure - best_other) / scale)))
    return rewards


def final_figure(totals: Mapping[str, int]) -> int:
    """One number for what decided a game for a seat: more is a better rank, and the same is the same rank."""
    if "points" in totals:
        return totals["points"]
    return SAMURAI_LEADERSHIP * totals["leaderships"] + SAMURAI_OTHER_PIECE * totals["other_pieces"] + totals["pieces"]
