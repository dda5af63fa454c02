"""What decided a game of History of the Samurai for a seat, as one number: for rewards by margin."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tenka.compiled import jit
from tenka.history.state import State
from tenka.payoff import split_win

SCALE = 100
"""So many points ahead are +1."""


def final_figure(totals: Mapping[str, int]) -> int:
    """From a seat's totals of an outcome: more is a better rank, and the same is the same rank."""
    return totals["points"]


@jit
def figure(state: State, seat: int) -> int:
    """The same in compiled code, from a state: a person's points are those of his colour that has the fewest."""
    least = int(state.points[seat])
    for colour in range(seat, state.colours, state.players):
        least = min(least, int(state.points[colour]))
    return least


@jit
def win_shares(state: State, shares: Any) -> None:
    """By person: the share of the win in a game that is over, into an array that has room for everybody."""
    players = int(state.players)
    for seat in range(players):
        shares[seat] = figure(state, seat)
    split_win(shares, players, shares)
