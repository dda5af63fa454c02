"""Rewards in compiled code: the same as `tenka.envs.rewards` gives, for games in arrays."""

from __future__ import annotations

from typing import Any

from tenka.compiled import jit
from tenka.envs.rewards import SAMURAI_LEADERSHIP, SAMURAI_OTHER_PIECE
from tenka.history.state import State as HistoryState
from tenka.samurai.scoring import tally
from tenka.samurai.state import State as SamuraiState

WIN, RANK, MARGIN = range(3)
KINDS = {"win": WIN, "rank": RANK, "margin": MARGIN}
"""Every kind of reward as compiled code knows it."""


@jit
def samurai_figure(state: SamuraiState, seat: int) -> int:
    """One number for what decided the game for a seat, as `rewards.final_figure` counts."""
    leaderships, others, pieces = tally(state, seat)
    return SAMURAI_LEADERSHIP * leaderships + SAMURAI_OTHER_PIECE * others + pieces


@jit
def history_figure(state: HistoryState, seat: int) -> int:
    """A person's points: those of his colour that has the fewest."""
    least = int(state.points[seat])
    for colour in range(seat, state.colours, state.players):
        least = min(least, int(state.points[colour]))
    return least


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
