"""Information-set Monte Carlo tree search for Samurai, compiled. The generic search in ``mcts.py`` is its model.

Every iteration deals the unknown anew, walks down the tree through the most promising actions of that deal, adds one
node, plays on to the end by instinct, and counts the win for every seat on the way back (max^n). A node stands for the
actions that led to it; how often an action was possible is counted too, for its bound.
"""

from __future__ import annotations

from math import log, sqrt
from typing import Any

import numpy as np

from tenka.compiled import jit
from tenka.samurai.actions import MAX_LEGAL
from tenka.samurai.board import NUM_SETTLEMENTS
from tenka.samurai.instinct import apply_with_sense, best_tiles, fill_sense, play_out
from tenka.samurai.pieces import MAX_PLAYERS, NUM_CASTES
from tenka.samurai.state import PLAYING, State, new_states
from tenka.samurai.view import deal_unknown

ROOT = 0
NONE = -1
MAX_DEPTH = 64

EXPLORATION = 0.6
"""How much an uncertain action is preferred to a good one."""
NOISE = 0.25
"""How much play-outs differ from what instinct holds for best."""
WIDTH = 8
"""How many actions of a node below the root are looked at."""


class Tree:
    """The nodes of a search, and the room that it needs."""

    def __init__(self, capacity: int) -> None:
        self.size = np.array([1], np.int64)
        self.links = np.full((capacity + 1, 3), NONE, np.int32)
        """By node: the action that led to it, its first child, its next sibling."""
        self.counts = np.zeros((capacity + 1, 2), np.int32)
        """By node: how often it was visited, and how often it could have been."""
        self.wins = np.zeros((capacity + 1, MAX_PLAYERS), np.float32)
        """By node and seat: the wins of all visits; a shared win counts in parts."""
        self.states = new_states(1)
        self.sense = np.zeros((2, NUM_SETTLEMENTS), np.int64)
        self.weights = np.zeros(NUM_CASTES)
        self.actions = np.zeros(WIDTH, np.int64)
        self.values = np.zeros(WIDTH)
        self.legal = np.zeros(MAX_LEGAL, np.int16)
        self.path = np.zeros(MAX_DEPTH, np.int32)

    def search(self, known: Any, seat: int, firsts: Any, seconds: Any, iterations: int, generator: Any) -> None:
        """So many more iterations from a state that looks right to the seat; unknown tiles are dealt each time anew.

        `firsts` are the actions looked at, `seconds` the second halves that some of them need, else NONE.
        """
        run_iterations(
            known,
            seat,
            firsts,
            seconds,
            iterations,
            generator,
            self.size,
            self.links,
            self.counts,
            self.wins,
            self.states,
            self.sense,
            self.weights,
            self.actions,
            self.values,
            self.legal,
            self.path,
        )

    def children(self, node: int = ROOT) -> list[int]:
        """The nodes below one."""
        found = []
        child = int(self.links[node, 1])
        while child != NONE:
            found.append(child)
            child = int(self.links[child, 2])
        return found


@jit
def run_iterations(
    known: Any,
    seat: int,
    firsts: Any,
    seconds: Any,
    iterations: int,
    generator: Any,
    size: Any,
    links: Any,
    counts: Any,
    wins: Any,
    states: Any,
    sense: Any,
    weights: Any,
    actions: Any,
    values: Any,
    legal: Any,
    path: Any,
) -> None:
    """See `Tree.search`."""
    influence, num_open = sense[0], sense[1]
    captured = known[0].captured
    shares = np.zeros(MAX_PLAYERS)
    for _iteration in range(iterations):
        states[0] = known[0]
        state = states[0]
        deal_unknown(state, seat, captured, generator)
        fill_sense(state, influence, num_open)
        node = ROOT
        depth = 0
        is_new = False
        path[0] = ROOT
        while not is_new and depth + 1 < len(path):
            if node == ROOT:
                num = len(firsts)
                candidates = firsts
            elif state.phase == PLAYING:
                num = best_tiles(state, influence, num_open, weights, generator, 0.0, actions, values)
                candidates = actions
            else:
                break
            if num == 0:
                break
            node, place, is_new = _choose(node, int(state.seat), candidates, num, size, links, counts, wins)
            if node == NONE:
                break
            apply_with_sense(state, candidates[place], influence, num_open)
            if depth == 0 and seconds[place] != NONE:
                apply_with_sense(state, seconds[place], influence, num_open)
            depth += 1
            path[depth] = node
        play_out(state, influence, num_open, weights, generator, NOISE, actions[:1], values[:1], legal)
        win_shares(state, shares)
        for step in range(depth + 1):
            counts[path[step], 0] += 1
            for other in range(state.players):
                wins[path[step], other] += shares[other]


@jit
def _choose(
    node: int, mover: int, candidates: Any, num: int, size: Any, links: Any, counts: Any, wins: Any
) -> tuple[int, int, bool]:
    """The child to go to, its place among the candidates, and whether it is new; NONE where the tree is full."""
    best = NONE
    best_place = 0
    best_bound = -1.0
    for place in range(num):
        child = links[node, 1]
        while child != NONE and links[child, 0] != candidates[place]:
            child = links[child, 2]
        if child == NONE:
            new = size[0]
            if new >= len(links):
                return NONE, 0, False
            size[0] += 1
            links[new, 0] = candidates[place]
            links[new, 2] = links[node, 1]
            links[node, 1] = new
            counts[new, 1] = 1
            return new, place, True
        counts[child, 1] += 1
        visits = counts[child, 0]
        bound = wins[child, mover] / visits + EXPLORATION * sqrt(log(counts[child, 1]) / visits)
        if bound > best_bound:
            best_bound = bound
            best = child
            best_place = place
    return best, best_place, False


@jit
def win_shares(state: State, shares: Any) -> None:
    """By seat: its part of the win of a game that is over, as `scoring.outcome_of` says it."""
    best = -1
    num_best = 0
    for seat in range(state.players):
        score = _score(state, seat)
        if score > best:
            best = score
            num_best = 1
        elif score == best:
            num_best += 1
    for seat in range(state.players):
        shares[seat] = 1.0 / num_best if _score(state, seat) == best else 0.0


@jit
def _score(state: State, seat: int) -> int:
    """`scoring.Score` as one number."""
    leaderships = 0
    others = 0
    pieces = 0
    for caste in range(NUM_CASTES):
        mine = int(state.captured[seat, caste])
        is_leader = True
        for other in range(state.players):
            if other != seat and state.captured[other, caste] >= mine:
                is_leader = False
        if is_leader:
            leaderships += 1
        else:
            others += mine
        pieces += mine
    return (leaderships * 64 + others) * 64 + pieces
