"""Information-set Monte Carlo tree search for Samurai alone, compiled. The generic search in ``mcts.py`` is its model.

Every iteration deals the unknown anew, walks down the tree through the most promising actions of that deal, adds one
node, plays on by instinct, and counts the result for every seat on the way back (max^n). A node stands for the actions
that led to it; how often an action was possible is counted too, for its bound.

Four things differ from the model, because a game has few iterations for the luck in it. At the root the actions have
prior chances. Play-out number n of each of them has the same deal and the same random numbers. Play-outs stop after a
few rounds, and the position is judged there. And what counts where they reach the end is not the win alone, but in part
how near to it a seat came.
"""

from __future__ import annotations

from math import exp, log, sqrt
from typing import Any, NamedTuple

import numpy as np

from tenka.compiled import generator_state, jit, same_luck
from tenka.samurai.evaluation import WEIGHTS, estimate_shares, pack_weights
from tenka.samurai.instinct import (
    Sense,
    apply_with_sense,
    best_actions,
    fill_sense,
    new_sense,
    play_out,
    play_out_at_random,
)
from tenka.samurai.payoff import win_shares
from tenka.samurai.pieces import MAX_PLAYERS, NUM_CASTES
from tenka.samurai.scoring import tally
from tenka.samurai.state import OVER, PLAYING, State, new_states
from tenka.samurai.view import deal_unknown

NONE = -1
MAX_DEPTH = 64

ROOT_EXPLORATION = 1.0
"""How much actions of a high prior chance are preferred at the root, as long as little is known."""
EXPLORATION = 0.6
"""How much an uncertain action is preferred to a good one below the root."""
NOISE = 0.1
"""How much play-outs differ from what instinct holds for best."""
AT_RANDOM = -1.0
"""As noise: play-outs know nothing but the rules, and go on to the end."""
HORIZON = 4
"""How many rounds play-outs go on for, from the position at the root."""
SHARPNESS = 2.0
"""The power to which the chances of a judged position are raised: a likely win counts for more, as if it were a win."""
WIDTH = 8
"""How many actions of a node below the root are looked at."""
NEARNESS = 0.3
"""The part of a result that is not the win, but how near to it a seat came."""

_ACTION, _FIRST_CHILD, _NEXT_SIBLING = 0, 1, 2
_VISITS, _CHANCES = 0, 1


class Candidates(NamedTuple):
    """The actions looked at, at the root."""

    firsts: Any
    seconds: Any
    """The second halves that some of them need, else NONE."""
    priors: Any
    """How likely each of them is to be the best; together 1."""


class Nodes(NamedTuple):
    """The tree as arrays."""

    size: Any
    """How many nodes there are."""
    links: Any
    """By node: the action that led to it, its first child, its next sibling."""
    counts: Any
    """By node: how often it was visited, and how often it could have been."""
    wins: Any
    """By node and seat: the wins of all visits; a shared win, or a likely one, counts in parts."""
    results: Any
    """By node and seat: what all visits were worth to the search."""


class Room(NamedTuple):
    """Where an iteration works."""

    states: Any
    sense: Sense
    actions: Any
    values: Any
    path: Any
    shares: Any
    results: Any
    expected: Any
    weights: Any


class Tree:
    """The nodes of a search, and the room that it needs."""

    def __init__(self, capacity: int, seed: int) -> None:
        """`seed` has 128 random bits."""
        self.root = 0
        self._seed = generator_state(seed)
        self._nodes = Nodes(
            np.array([1], np.int64),
            np.empty((capacity + 1, 3), np.int32),
            np.empty((capacity + 1, 2), np.int32),
            np.empty((capacity + 1, MAX_PLAYERS), np.float32),
            np.empty((capacity + 1, MAX_PLAYERS), np.float32),
        )
        self._room = Room(
            new_states(1),
            new_sense(),
            np.zeros(WIDTH, np.int64),
            np.zeros(WIDTH),
            np.zeros(MAX_DEPTH, np.int32),
            np.zeros(MAX_PLAYERS),
            np.zeros(MAX_PLAYERS),
            np.zeros((MAX_PLAYERS, NUM_CASTES)),
            pack_weights(WEIGHTS),
        )
        _clear(self._nodes, 0, NONE, NONE)

    def search(self, known: Any, seat: int, candidates: Candidates, iterations: int, noise: float = NOISE) -> None:
        """So many more iterations from a state that looks right to the seat; unknown tiles are dealt each time anew."""
        run_iterations(known, seat, candidates, iterations, noise, self.root, self._seed, self._nodes, self._room)

    @property
    def visits(self) -> int:
        """How often the root was visited."""
        return int(self._nodes.counts[self.root, _VISITS])

    def children(self) -> dict[int, tuple[int, Any]]:
        """By action at the root: how often it was tried, and the wins that followed, by seat."""
        links, counts, wins = self._nodes.links, self._nodes.counts, self._nodes.wins
        found = {}
        child = int(links[self.root, _FIRST_CHILD])
        while child != NONE:
            found[int(links[child, _ACTION])] = int(counts[child, _VISITS]), wins[child]
            child = int(links[child, _NEXT_SIBLING])
        return found

    def go_to(self, action: int) -> None:
        """Makes the node after an action the root, with all that is known of it."""
        self.root = int(_find_child(self._nodes, self.root, action))


@jit
def _clear(nodes: Nodes, node: int, action: int, sibling: int) -> None:
    nodes.links[node, _ACTION] = action
    nodes.links[node, _FIRST_CHILD] = NONE
    nodes.links[node, _NEXT_SIBLING] = sibling
    nodes.counts[node, _VISITS] = 0
    nodes.counts[node, _CHANCES] = 1
    for seat in range(MAX_PLAYERS):
        nodes.wins[node, seat] = 0.0
        nodes.results[node, seat] = 0.0


@jit
def _find_child(nodes: Nodes, node: int, action: int) -> int:
    """The node after an action, or NONE."""
    child = nodes.links[node, _FIRST_CHILD]
    while child != NONE and nodes.links[child, _ACTION] != action:
        child = nodes.links[child, _NEXT_SIBLING]
    return int(child)


@jit
def _add_child(nodes: Nodes, node: int, action: int) -> int:
    """A new node after an action; NONE where the tree is full."""
    new = nodes.size[0]
    if new >= len(nodes.links):
        return NONE
    nodes.size[0] += 1
    _clear(nodes, new, action, nodes.links[node, _FIRST_CHILD])
    nodes.links[node, _FIRST_CHILD] = new
    return int(new)


@jit
def run_iterations(
    known: Any,
    seat: int,
    candidates: Candidates,
    iterations: int,
    noise: float,
    root: int,
    seed: Any,
    nodes: Nodes,
    room: Room,
) -> None:
    """See `Tree.search`."""
    captured = known[0].captured
    last_turn = known[0].turns + HORIZON * known[0].players
    generator = np.zeros(4, np.int64)
    sense, path = room.sense, room.path
    for _iteration in range(iterations):
        node, place, is_new = _choose_candidate(nodes, root, seat, candidates)
        if node == NONE:
            return
        same_luck(generator, seed, nodes.counts[node, _VISITS])
        room.states[0] = known[0]
        state = room.states[0]
        deal_unknown(state, seat, captured, generator)
        fill_sense(state, sense)
        apply_with_sense(state, candidates.firsts[place], sense)
        if candidates.seconds[place] != NONE:
            apply_with_sense(state, candidates.seconds[place], sense)
        path[0], path[1] = root, node
        depth = 1
        while not is_new and depth + 1 < len(path) and state.phase == PLAYING:
            num = best_actions(state, sense, generator, 0.0, room.actions, room.values)
            if num == 0:
                break
            node, place, is_new = _choose_below(nodes, node, int(state.seat), room.actions, num)
            if node == NONE:
                break
            apply_with_sense(state, room.actions[place], sense)
            depth += 1
            path[depth] = node
        if noise < 0.0:
            play_out_at_random(state, generator, sense.legal)
        else:
            play_out(state, sense, generator, noise, last_turn, room.actions[:1], room.values[:1])
        if state.phase == OVER:
            win_shares(state, room.shares)
            _add_nearness(state, room.shares, room.results)
        else:
            estimate_shares(state, room.expected, room.weights, room.shares)
            _sharpen(int(state.players), room.shares, room.results)
        for step in range(depth + 1):
            nodes.counts[path[step], _VISITS] += 1
            for other in range(state.players):
                nodes.wins[path[step], other] += room.shares[other]
                nodes.results[path[step], other] += room.results[other]


@jit
def _choose_candidate(nodes: Nodes, root: int, mover: int, candidates: Candidates) -> tuple[int, int, bool]:
    """The child of the root to go to, its place among the candidates, and whether it is new; NONE if there is no room.

    As in AlphaZero: the prior chance of an action counts until it has been tried often. One that was never tried is
    taken to be as good as the average.
    """
    best, best_place, best_bound = NONE, 0, -1.0
    visits = nodes.counts[root, _VISITS]
    average = nodes.results[root, mover] / visits if visits else 0.0
    for place in range(len(candidates.firsts)):
        child = _find_child(nodes, root, candidates.firsts[place])
        tried = nodes.counts[child, _VISITS] if child != NONE else 0
        value = nodes.results[child, mover] / tried if tried else average
        bound = value + ROOT_EXPLORATION * candidates.priors[place] * sqrt(visits + 1.0) / (1.0 + tried)
        if bound > best_bound:
            best, best_place, best_bound = child, place, bound
    if best == NONE:
        return _add_child(nodes, root, candidates.firsts[best_place]), best_place, True
    nodes.counts[best, _CHANCES] += 1
    return best, best_place, False


@jit
def _choose_below(nodes: Nodes, node: int, mover: int, actions: Any, num: int) -> tuple[int, int, bool]:
    """As `_choose_candidate`, among the first `num` actions: each of them once, and then the highest bound."""
    best, best_place, best_bound = NONE, 0, -1.0
    for place in range(num):
        child = _find_child(nodes, node, actions[place])
        if child == NONE:
            return _add_child(nodes, node, actions[place]), place, True
        nodes.counts[child, _CHANCES] += 1
        tried = nodes.counts[child, _VISITS]
        bound = nodes.results[child, mover] / tried + EXPLORATION * sqrt(log(nodes.counts[child, _CHANCES]) / tried)
        if bound > best_bound:
            best, best_place, best_bound = child, place, bound
    return best, best_place, False


@jit
def _add_nearness(state: State, shares: Any, results: Any) -> None:
    """By seat: its part of the win, and in part how near to it it came: by leaderships, and a little by pieces."""
    total = 0.0
    for seat in range(state.players):
        leaderships, _, pieces = tally(state, seat)
        results[seat] = exp(0.8 * leaderships + 0.25 * pieces)
        total += results[seat]
    for seat in range(state.players):
        results[seat] = (1.0 - NEARNESS) * shares[seat] + NEARNESS * results[seat] / total


@jit
def _sharpen(players: int, shares: Any, results: Any) -> None:
    """By seat: its chance to win, the likely ones raised."""
    total = 0.0
    for seat in range(players):
        results[seat] = shares[seat] ** SHARPNESS
        total += results[seat]
    for seat in range(players):
        results[seat] /= total
