"""What decided a game of Samurai for a seat, as one number: for rewards by margin, and for who has won."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tenka.compiled import jit
from tenka.payoff import split_win
from tenka.samurai.scoring import tally
from tenka.samurai.state import State

LEADERSHIP = 1600
OTHER_PIECE = 40
SCALE = 3 * LEADERSHIP
"""The figures are compared one after the other, so each weighs more than all that can come of the next: there are 39
pieces at most. Three leaderships ahead are +1."""


def final_figure(totals: Mapping[str, int]) -> int:
    """From a seat's totals of an outcome: more is a better rank, and the same is the same rank."""
    return LEADERSHIP * totals["leaderships"] + OTHER_PIECE * totals["other_pieces"] + totals["pieces"]


@jit
def figure(state: State, seat: int) -> int:
    """The same in compiled code, from a state."""
    leaderships, others, pieces = tally(state, seat)
    return LEADERSHIP * leaderships + OTHER_PIECE * others + pieces


@jit
def win_shares(state: State, shares: Any) -> None:
    """By seat: its part of the win of a game that is over, as `scoring.outcome_of` says it."""
    players = int(state.players)
    for seat in range(players):
        shares[seat] = figure(state, seat)
    split_win(shares, players, shares)
