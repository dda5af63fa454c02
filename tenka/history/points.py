"""Where points come from: what a ply brought, step by step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from tenka.compiled import jit
from tenka.game import Action
from tenka.history import batch
from tenka.history.actions import CAPITAL, END, EVENT, MAX_LEGAL, REGION
from tenka.history.cards import NUM_PROVINCES, NUM_SEA_ZONES
from tenka.history.placing import found_capital
from tenka.history.scoring import SCORE_SIZE, fill_score
from tenka.history.state import CAPITAL_PHASE, MILITARY, State, int64, new_states
from tenka.history.tables import tables_of
from tenka.history.turns import capital_provinces

GAINS = ("taking", "kills", "castle", "event")
"""What brings points during a turn: standing in a province that the card names, counters removed where an event pays
for them, a castle taken, an event card (§7, §8.2)."""


class Points(NamedTuple):
    """What a ply brought to who decided it, or fought in it."""

    gained: tuple[tuple[str, int], ...]
    """During the turn, by `GAINS`."""
    score: tuple[int, ...] | None
    """At its end, as `scoring.fill_score` writes it; None where the ply ended none."""


@jit
def score_turn(states: Any, tables: Any, action: int, score: Any) -> bool:
    """Whether an action ends the turn in the first state; then `score` is what is counted. It may change that state.

    A capital in the province of the card stands before that (see `turns.finish_turn`).
    """
    state = states[0]
    colour = int64(state.colour)
    if state.phase == CAPITAL_PHASE:
        if action >= CAPITAL and action - CAPITAL == tables[0].capital[state.card[colour]]:
            found_capital(state, action - CAPITAL)
    elif state.phase != MILITARY or action != END or state.minor >= 0 or capital_provinces(state, tables[0]) != 0:
        return False
    fill_score(state, tables[0], colour, score)
    return True


def explain_points(before: State, actions: Sequence[Action]) -> Points:
    """Goes through the decisions or rolls of a ply."""
    tables, colour = tables_of(int(before.digest)), int(before.colour)
    states, after, room = new_states(1), new_states(1), np.empty(MAX_LEGAL, np.int16)
    states[0] = before
    gained: Counter[str] = Counter()
    score = np.zeros(SCORE_SIZE, np.int64)
    ends = False
    for action in actions:
        batch.try_action(states, after, tables, action, room)
        points = int(after[0].points[colour]) - int(states[0].points[colour])
        if score_turn(states, tables, action, score):
            ends = True
        elif points:
            _add_gains(gained, states[0], after[0], tables[0], action, points)
        states, after = after, states
    parts = tuple((name, gained[name]) for name in GAINS if gained[name])
    return Points(parts, tuple(score.tolist()) if ends else None)


def _add_gains(gained: Counter[str], before: State, after: State, tables: Any, action: Action, points: int) -> None:
    if EVENT <= action < REGION:
        gained["event"] += points
        return
    colour, card = int(before.colour), int(before.card[before.colour])
    others = [other for other in range(int(before.colours)) if other != colour]
    kills = int(before.kill_vp) * sum(int(after.lost[other]) - int(before.lost[other]) for other in others)
    paid = int(after.paid) & ~int(before.paid)
    seas = int(after.seas_paid) & ~int(before.seas_paid)
    taking = sum(int(tables.take_vp[card, area]) for area in range(NUM_PROVINCES) if paid >> area & 1)
    taking += int(tables.sea_vp[card]) * sum(seas >> zone & 1 for zone in range(NUM_SEA_ZONES))
    gained["kills"] += kills
    gained["taking"] += taking
    gained["castle"] += points - kills - taking
