"""What decided a game of Samurai for a seat, as one number: for rewards by margin."""

from __future__ import annotations

from collections.abc import Mapping

from tenka.compiled import jit
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
