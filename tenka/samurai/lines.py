"""What the lines of a record of Samurai tell, as values: made from states, shown to those who watch, hidden in part.

`tenka.samurai.record_lines` turns them into texts and back.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from tenka.compiled import jit
from tenka.game import HIDDEN, Action, Hidden, Line, LineT, Ply, Seat
from tenka.samurai.board import EDO, NUM_SETTLEMENTS
from tenka.samurai.captures import MOST_CAPTURES, apply_and_find
from tenka.samurai.midgame import make_lines
from tenka.samurai.pieces import NUM_CASTES, STACK_SIZE, hand_tiles
from tenka.samurai.scoring import reason_of
from tenka.samurai.state import CHOOSING_HANDS, OVER, PLACING_PIECES, State, new_states

_field = np.void.__getitem__
"""A field of a state, past np.record, which looks fields up in slow Python."""

Tiles = tuple[int | Hidden, ...]
"""Kinds of tiles."""


@dataclass(frozen=True)
class TileLine(Line):
    """Tiles of a seat: ``deal``, a hand dealt at random, ``holds``, the hand of a game that begins in the middle, or
    ``rest``, what is left in a stack, the top first."""

    seat: Seat
    tiles: Tiles


@dataclass(frozen=True)
class SetupLine(Line):
    """The pieces that were scattered at random; Edo always has one of each."""

    pieces: tuple[int, ...]


@dataclass(frozen=True)
class EndLine(Line):
    """Why a game ended, and who has what."""

    reason: str
    captured: tuple[tuple[int, ...], ...]
    """By seat and caste."""
    aside: tuple[int, ...]
    """By caste."""


class Capture(NamedTuple):
    """A piece that was taken from the board."""

    piece: int
    taker: Seat | None
    """None: it lies beside the board."""


@dataclass(frozen=True)
class SamuraiPly(Ply):
    """``hand``, a hand chosen, ``put``, a piece placed, or ``turn``, with what it captured and drew."""

    turn: int = 0
    """The number of a turn."""
    takes: tuple[Capture, ...] = ()
    draws: Tiles = ()


# --- from states ----------------------------------------------------------------------------------------------


def make_opening(state: State) -> list[Line]:
    """What was dealt before the first decision, or the position that a game begins with."""
    lines: list[Line] = []
    if state.turns:
        hands = (tuple(hand_tiles(int(state.hand[seat]))) for seat in range(state.players))
        return [*make_lines(state), *(TileLine("holds", seat, hand) for seat, hand in enumerate(hands))]
    if state.phase != CHOOSING_HANDS:
        lines += [TileLine("deal", seat, tuple(hand_tiles(int(state.hand[seat])))) for seat in range(state.players)]
    if not state.supply.any():
        pieces = tuple(
            caste * NUM_SETTLEMENTS + settlement
            for settlement in range(NUM_SETTLEMENTS)
            for caste in range(NUM_CASTES)
            if settlement != EDO and state.pieces[caste] >> settlement & 1
        )
        lines.append(SetupLine("setup", pieces))
    return lines


def make_ply(before: State, actions: Sequence[Action], after: State) -> SamuraiPly:
    """A hand, a piece placed, or a turn with its captures and draws."""
    seat, phase = int(_field(before, "seat")), _field(before, "phase")
    if phase == CHOOSING_HANDS:
        return SamuraiPly("hand", seat, tuple(actions))
    if phase == PLACING_PIECES:
        return SamuraiPly("put", seat, tuple(actions))
    is_changed = _field(before, "pieces").tobytes() != _field(after, "pieces").tobytes()
    first = STACK_SIZE - int(_field(before, "num_stack")[seat])
    last = STACK_SIZE - int(_field(after, "num_stack")[seat])
    return SamuraiPly(
        "turn",
        seat,
        tuple(actions),
        int(_field(before, "turns")) + 1,
        _captures(before, actions) if is_changed else (),
        tuple(_field(before, "stack")[seat, first:last].tolist()),
    )


def _captures(before: State, actions: Sequence[Action]) -> tuple[Capture, ...]:
    """Who took what during a turn."""
    states = new_states(1)
    states[0] = before
    found = np.empty((MOST_CAPTURES, 2), np.int64)
    num = _find_captures(states, np.array(actions, np.int64), found)
    return tuple(Capture(piece, None if taker < 0 else taker) for piece, taker in found[:num].tolist())


@jit
def _find_captures(states: Any, actions: Any, found: Any) -> int:
    """Plays a turn in the first of the states; by capture the piece and its taker, -1 for none. Returns how many."""
    num = 0
    for action in actions:
        num = apply_and_find(states[0], action, found, num)
    return num


def make_closing(state: State) -> list[Line]:
    """The result, if there is one, and what is left in the stacks."""
    lines: list[Line] = []
    players = range(state.players)
    if state.phase == OVER:
        captured = tuple(tuple(state.captured[seat].tolist()) for seat in players)
        lines.append(EndLine("end", reason_of(state), captured, tuple(state.aside.tolist())))
    if state.phase != CHOOSING_HANDS:
        for seat in players:
            left = state.stack[seat, STACK_SIZE - int(state.num_stack[seat]) :]
            if len(left):
                lines.append(TileLine("rest", seat, tuple(left.tolist())))
    return lines


# --- for some eyes --------------------------------------------------------------------------------------------


def redact_line(line: LineT, seat: Seat | None) -> LineT | None:
    """A line of a game that goes on, as a seat may know it. Nobody knows the order of a stack."""
    if isinstance(line, TileLine):
        if line.kind == "rest":
            return None
        return line if line.seat == seat else replace(line, tiles=_hide(line.tiles))
    if isinstance(line, SamuraiPly) and line.seat != seat:
        return _redact_ply(line)  # type: ignore[return-value]
    return line


@lru_cache(1000)
def _redact_ply(ply: SamuraiPly) -> SamuraiPly:
    """A ply as everybody else may know it; kept, because all seats ask one after another."""
    hand = _hide(ply.actions) if ply.kind == "hand" else ply.actions
    return SamuraiPly(ply.kind, ply.seat, hand, ply.turn, ply.takes, _hide(ply.draws))


def _hide(secrets: Sequence[object]) -> tuple[Hidden, ...]:
    return (HIDDEN,) * len(secrets)
