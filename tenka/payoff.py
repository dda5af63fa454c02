"""Rewards in compiled code: the same as `tenka.envs.rewards` gives, for games in arrays.

A title's ``payoff.py`` says in one number what decided a game for a seat; the rest is the same for all.
"""

from __future__ import annotations

from typing import Any

from tenka.compiled import jit

WIN, RANK, MARGIN = range(3)
KINDS = {"win": WIN, "rank": RANK, "margin": MARGIN}
"""Every kind of reward as compiled code knows it."""


@jit
def write_rewards(figures: Any, players: int, kind: int, scale: float, rewards: Any, ranking: Any) -> None:
    """By seat: the reward and the rank, from the figures that decided."""
    winners = 0
    for seat in range(players):
        better = 0
        for other in range(players):
            if figures[other] > figures[seat]:
                better += 1
        ranking[seat] = 1 + better
        if better == 0:
            winners += 1
    for seat in range(players):
        if kind == WIN:
            rewards[seat] = _win(winners, players, ranking[seat] == 1)
        elif kind == RANK:
            equal = 0
            for other in range(players):
                if figures[other] == figures[seat]:
                    equal += 1
            twice_place = 2 * (int(ranking[seat]) - 1) + equal - 1
            rewards[seat] = (players - 1 - twice_place) / (players - 1)
        else:
            rewards[seat] = _margin(figures, players, seat, scale)


@jit
def _win(winners: int, players: int, is_winner: bool) -> float:
    if winners == players:
        return 0.0
    return 1.0 / winners if is_winner else -1.0 / (players - winners)


@jit
def _margin(figures: Any, players: int, seat: int, scale: float) -> float:
    best_other = figures[1 if seat == 0 else 0]
    for other in range(players):
        if other != seat:
            best_other = max(best_other, figures[other])
    ahead: float = (figures[seat] - best_other) / scale
    return max(-1.0, min(1.0, ahead))


@jit
def split_win(figures: Any, players: int, shares: Any) -> None:
    """By seat: its part of the win, from the figures that decided. Who has the most shares it with his equals.

    `shares` may be the figures themselves.
    """
    best = figures[0]
    for seat in range(1, players):
        best = max(best, figures[seat])
    winners = 0
    for seat in range(players):
        if figures[seat] == best:
            winners += 1
    for seat in range(players):
        shares[seat] = 1.0 / winners if figures[seat] == best else 0.0
