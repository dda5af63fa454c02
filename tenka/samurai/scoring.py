"""The end: leaders of castes, tie-breaks, ranking."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tenka.compiled import jit
from tenka.game import Outcome, Seat
from tenka.samurai.pieces import CASTES, NUM_CASTES
from tenka.samurai.state import ALL_PASSED, ASIDE_FULL, State

CASTE_REASONS = tuple(f"caste:{caste}" for caste in CASTES)
ASIDE_REASON = "aside"
PASSED_REASON = "passed"

_REASONS = (
    *((1 << caste, name) for caste, name in enumerate(CASTE_REASONS)),
    (ASIDE_FULL, ASIDE_REASON),
    (ALL_PASSED, PASSED_REASON),
)


class Score(NamedTuple):
    """What decides for one seat: the figures are compared from left to right."""

    leaderships: int
    other_pieces: int
    """Pieces of the castes that the seat does not lead."""
    pieces: int


def leaders(captured: Sequence[Sequence[int]]) -> list[Seat | None]:
    """By caste: the seat with strictly the most pieces, None on a tie.

    >>> leaders([(3, 1, 2), (2, 1, 3)])
    [0, None, 1]
    """
    result: list[Seat | None] = []
    for caste in range(len(CASTES)):
        counts = [seat_counts[caste] for seat_counts in captured]
        most = max(counts)
        result.append(counts.index(most) if counts.count(most) == 1 else None)
    return result


def scores(captured: Sequence[Sequence[int]]) -> list[Score]:
    """By seat: its score."""
    led = leaders(captured)
    result = []
    for seat, counts in enumerate(captured):
        others = sum(count for caste, count in enumerate(counts) if led[caste] != seat)
        result.append(Score(led.count(seat), others, sum(counts)))
    return result


@jit
def leads(state: State, seat: int, caste: int) -> bool:
    """Whether a seat has more pieces of a caste than everybody else, in compiled code."""
    for other in range(state.players):
        if other != seat and state.captured[other, caste] >= state.captured[seat, caste]:
            return False
    return True


@jit
def tally(state: State, seat: int) -> tuple[int, int, int]:
    """A seat's `Score`, in compiled code."""
    leaderships = 0
    others = 0
    pieces = 0
    for caste in range(NUM_CASTES):
        mine = int(state.captured[seat, caste])
        if leads(state, seat, caste):
            leaderships += 1
        else:
            others += mine
        pieces += mine
    return leaderships, others, pieces


def captured_pieces(state: State) -> list[tuple[int, ...]]:
    """By seat: the pieces it has captured, by caste."""
    return [tuple(int(count) for count in state.captured[seat]) for seat in range(state.players)]


def reason_of(state: State) -> str:
    """Why the game ended; empty while it goes on."""
    return "+".join(name for bit, name in _REASONS if state.reason & bit)


def outcome_of(state: State) -> Outcome:
    """How a game that is over ended."""
    captured = captured_pieces(state)
    by_seat = scores(captured)
    ranking = tuple(1 + sum(other > score for other in by_seat) for score in by_seat)
    totals = tuple(
        dict(zip(CASTES, counts, strict=True)) | score._asdict()
        for counts, score in zip(captured, by_seat, strict=True)
    )
    winners = tuple(seat for seat, rank in enumerate(ranking) if rank == 1)
    return Outcome(reason_of(state), winners, ranking, totals)
