"""Information-set Monte Carlo tree search for Samurai alone, compiled. The generic search in ``mcts.py`` is its model.

Every iteration deals the unknown anew, walks down the tree through the most promising actions of that deal, adds one
node, plays on to the end by instinct, and counts the win for every seat on the way back (max^n). A node stands for the
actions that led to it; how often an action was possible is counted too, for its bound.
"""

from __future__ import annotations

from math import log, sqrt
from typing import Any

import numpy as np

from tenka.compiled import jit
from tenka.samurai.instinct import (
    Sense,
    apply_with_sense,
    best_actions,
    fill_sense,
    new_sense,
    play_out,
    play_out_at_random,
)
from tenka.samurai.pieces import MAX_PLAYERS, NUM_CASTES
from tenka.samurai.state import PLAYING, State, new_states
from tenka.samurai.view import deal_unknown

NONE = -1
MAX_DEPTH = 64

EXPLORATION = 0.6
"""How much an uncertain action is preferred to a good one."""
NOISE = 0.25
"""How much play-outs differ from what instinct holds for best."""
AT_RANDOM = -1.0
"""As noise: play-outs know nothing but the rules."""
WIDTH = 8
"""How many actions of a node below the root are looked at."""

_ACTION, _FIRST_CHILD, _NEXT_SIBLING = 0, 1, 2
_VISITS, _CHANCES = 0, 1


class Tree:
    """The nodes of a search, and the room that it needs."""

    def __init__(self, capacity: int) -> None:
        self.root = 0
        self._size = np.array([1], np.int64)
        self._links = np.empty((capacity + 1, 3), np.int32)
        """By node: the action that led to it, its first child, its next sibling."""
        self._counts = np.empty((capacity + 1, 2), np.int32)
        """By node: how often it was visited, and how often it could have been."""
        self._wins = np.empty((capacity + 1, MAX_PLAYERS), np.float32)
        """By node and seat: the wins of all visits; a shared win counts in parts."""
        self._states = new_states(1)
        self._sense = new_sense()
        self._actions = np.zeros(WIDTH, np.int64)
        self._values = np.zeros(WIDTH)
        self._path = np.zeros(MAX_DEPTH, np.int32)
        _clear(0, NONE, NONE, self._links, self._counts, self._wins)

    def search(
        self, known: Any, seat: int, firsts: Any, seconds: Any, iterations: int, generator: Any, noise: float = NOISE
    ) -> None:
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
            noise,
            self.root,
            self._size,
            self._links,
            self._counts,
            self._wins,
            self._states,
            self._sense,
            self._actions,
            self._values,
            self._path,
        )

    @property
    def visits(self) -> int:
        """How often the root was visited."""
        return int(self._counts[self.root, _VISITS])

    def children(self) -> dict[int, tuple[int, Any]]:
        """By action at the root: how often it was tried, and the wins that followed, by seat."""
        found = {}
        child = int(self._links[self.root, _FIRST_CHILD])
        while child != NONE:
            found[int(self._links[child, _ACTION])] = int(self._counts[child, _VISITS]), self._wins[child]
            child = int(self._links[child, _NEXT_SIBLING])
        return found

    def go_to(self, action: int) -> None:
        """Makes the node after an action the root, with all that is known of it."""
        child = int(self._links[self.root, _FIRST_CHILD])
        while int(self._links[child, _ACTION]) != action:
            child = int(self._links[child, _NEXT_SIBLING])
        self.root = child


@jit
def _clear(node: int, action: int, sibling: int, links: Any, counts: Any, wins: Any) -> None:
    links[node, _ACTION] = action
    links[node, _FIRST_CHILD] = NONE
    links[node, _NEXT_SIBLING] = sibling
    counts[node, _VISITS] = 0
    counts[node, _CHANCES] = 1
    for seat in range(MAX_PLAYERS):
        wins[node, seat] = 0.0


@jit
def run_iterations(
    known: Any,
    seat: int,
    firsts: Any,
    seconds: Any,
    iterations: int,
    generator: Any,
    noise: float,
    root: int,
    size: Any,
    links: Any,
    counts: Any,
    wins: Any,
    states: Any,
    sense: Sense,
    actions: Any,
    values: Any,
    path: Any,
) -> None:
    """See `Tree.search`."""
    captured = known[0].captured
    shares = np.zeros(MAX_PLAYERS)
    for _iteration in range(iterations):
        states[0] = known[0]
        state = states[0]
        deal_unknown(state, seat, captured, generator)
        fill_sense(state, sense)
        node = root
        depth = 0
        is_new = False
        path[0] = root
        while not is_new and depth + 1 < len(path):
            if depth == 0:
                num = len(firsts)
                candidates = firsts
            elif state.phase == PLAYING:
                num = best_actions(state, sense, generator, 0.0, actions, values)
                candidates = actions
            else:
                break
            if num == 0:
                break
            node, place, is_new = _choose(node, int(state.seat), candidates, num, size, links, counts, wins)
            if node == NONE:
                break
            apply_with_sense(state, candidates[place], sense)
            if depth == 0 and seconds[place] != NONE:
                apply_with_sense(state, seconds[place], sense)
            depth += 1
            path[depth] = node
        if noise < 0.0:
            play_out_at_random(state, generator, sense.legal)
        else:
            play_out(state, sense, generator, noise, actions[:1], values[:1])
        win_shares(state, shares)
        for step in range(depth + 1):
            counts[path[step], _VISITS] += 1
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
        child = links[node, _FIRST_CHILD]
        while child != NONE and links[child, _ACTION] != candidates[place]:
            child = links[child, _NEXT_SIBLING]
        if child == NONE:
            new = size[0]
            if new >= len(links):
                return NONE, 0, False
            size[0] += 1
            _clear(new, candidates[place], links[node, _FIRST_CHILD], links, counts, wins)
            links[node, _FIRST_CHILD] = new
            return new, place, True
        counts[child, _CHANCES] += 1
        visits = counts[child, _VISITS]
        bound = wins[child, mover] / visits + EXPLORATION * sqrt(log(counts[child, _CHANCES]) / visits)
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
