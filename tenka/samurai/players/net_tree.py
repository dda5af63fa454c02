"""Looking ahead with a network: a tree over decisions, in worlds dealt from what a seat knows. Compiled.

Every descent deals the unknown anew, the likelier hands more often, and walks down through the most promising actions
of that deal. Where it comes to a position that was not looked at before, the network is asked, from the view of the
seat that decides there: what it would do becomes the chances of the new actions, and its shares of the win for all
seats go back up the path (max^n). Descents go in batches, because a network answers many questions in hardly more time
than one; a descent that waits for its answer counts as lost meanwhile, so that the next takes another path.
"""

from __future__ import annotations

from math import exp, sqrt
from typing import Any, NamedTuple

import numpy as np

from tenka.compiled import jit, lowest_bit, random_32
from tenka.samurai.encode import encode_game
from tenka.samurai.learning import write_results
from tenka.samurai.pieces import MAX_PLAYERS, SECOND_BIT
from tenka.samurai.rules import apply_action, list_legal
from tenka.samurai.state import CHOOSING_HANDS, OVER, State, new_states
from tenka.samurai.view import deal_unknown, fill_stack, kind_of_bit, shown_tile, unseen_tiles

NONE = -1
MAX_DEPTH = 96
ASKED, ENDED = 0, 1
_MANY = 1e30


class Tree(NamedTuple):
    """The tree as arrays."""

    sizes: Any
    """How many nodes and edges there are."""
    first: Any
    """By node: its first edge."""
    kinds: Any
    """By node: the tiles of the mover that its chances take into account, as bits; -1: it was not asked about."""
    action: Any
    """By edge, as all that follow."""
    following: Any
    child: Any
    prior: Any
    """The sum of its chances, of so many answers:"""
    answers: Any
    visits: Any
    worth: Any
    """By seat: the shares of all visits."""
    waiting: Any
    """Visits whose result is not there yet."""


class Descents(NamedTuple):
    """A batch of descents."""

    states: Any
    """Where each has come to."""
    paths: Any
    lengths: Any
    leaves: Any
    """The nodes to ask about."""
    kinds: Any
    results: Any
    """`ASKED` or `ENDED`."""
    shares: Any
    """By seat of the table, where the game ended there."""


def new_tree(nodes: int, edges: int) -> Tree:
    """A tree with room for so much."""
    tree = Tree(
        np.zeros(2, np.int64),
        np.full(nodes, NONE, np.int32),
        np.full(nodes, NONE, np.int64),
        np.zeros(edges, np.int16),
        np.full(edges, NONE, np.int32),
        np.full(edges, NONE, np.int32),
        np.zeros(edges, np.float32),
        np.zeros(edges, np.int32),
        np.zeros(edges, np.int32),
        np.zeros((edges, MAX_PLAYERS), np.float32),
        np.zeros(edges, np.int32),
    )
    tree.sizes[0] = 1
    return tree


def new_descents(count: int) -> Descents:
    """Room for so many."""
    return Descents(
        new_states(count),
        np.zeros((count, MAX_DEPTH), np.int32),
        np.zeros(count, np.int32),
        np.zeros(count, np.int32),
        np.zeros(count, np.int64),
        np.zeros(count, np.int8),
        np.zeros((count, MAX_PLAYERS), np.float32),
    )


@jit
def descend(
    tree: Tree,
    root: int,
    known: Any,
    seat: int,
    captured: Any,
    odds: Any,
    generator: Any,
    exploration: float,
    pessimism: float,
    descents: Descents,
    count: int,
    is_legal: Any,
    legal: Any,
    finals: Any,
) -> None:
    """So many descents from a root; `is_legal` (all False), `legal` and `finals` are scratch."""
    for number in range(count):
        state = descents.states[number]
        descents.states[number] = known[0]
        deal_unknown(state, seat, captured, generator)
        deal_likely_hands(state, seat, odds, generator)
        node = root
        depth = 0
        while True:
            num = 0
            if state.phase != OVER:
                num = list_legal(state, legal)
            while num == 1:
                apply_action(state, int(legal[0]))
                num = list_legal(state, legal) if state.phase != OVER else 0
            if num == 0:
                write_results(state, descents.shares[number], finals)
                descents.results[number] = ENDED
                break
            kinds = int(state.hand[state.seat])
            if tree.kinds[node] == NONE or kinds & ~tree.kinds[node] or depth == MAX_DEPTH:
                descents.results[number] = ASKED
                descents.leaves[number] = node
                descents.kinds[number] = kinds
                break
            for place in range(num):
                is_legal[legal[place]] = True
            edge = _choose(tree, node, int(state.seat), exploration, pessimism, is_legal)
            for place in range(num):
                is_legal[legal[place]] = False
            if edge == NONE:  # nothing that was looked at is possible here
                descents.results[number] = ASKED
                descents.leaves[number] = node
                descents.kinds[number] = kinds
                break
            tree.waiting[edge] += 1
            descents.paths[number, depth] = edge
            depth += 1
            apply_action(state, int(tree.action[edge]))
            if tree.child[edge] == NONE:
                if tree.sizes[0] == len(tree.first):
                    pass  # full: the same node is asked about again
                else:
                    tree.child[edge] = tree.sizes[0]
                    tree.sizes[0] += 1
            node = tree.child[edge]
        descents.lengths[number] = depth


@jit
def deal_likely_hands(state: State, seat: int, odds: Any, generator: Any) -> None:
    """Deals the others' hands again, by the odds of each kind of tile: ``[seat, kind]``."""
    if state.phase == CHOOSING_HANDS or state.phase == OVER:
        return
    for other in range(state.players):
        if other == seat:
            continue
        unseen = unseen_tiles(state, other)
        hand = shown_tile(state, other)
        rest = unseen & ~hand
        for _ in range(int(state.num_hand[other]) - (1 if hand else 0)):
            bit = _draw(rest, odds[other], generator)
            rest &= ~(1 << bit)
            kind = kind_of_bit(bit)
            hand |= SECOND_BIT[kind] if hand >> kind & 1 else 1 << kind
        state.hand[other] = hand
        fill_stack(state, other, unseen, hand, generator)


@jit
def _draw(tiles: int, odds: Any, generator: Any) -> int:
    """One of the tiles, as its bit, the likelier ones more often."""
    total = 0.0
    rest = tiles
    while rest:
        total += odds[kind_of_bit(lowest_bit(rest))]
        rest &= rest - 1
    left = total * (random_32(generator) / 4294967296.0)
    rest = tiles
    while True:
        bit = lowest_bit(rest)
        rest &= rest - 1
        left -= odds[kind_of_bit(bit)]
        if left < 0.0 or not rest:
            return bit


@jit
def _choose(tree: Tree, node: int, seat: int, exploration: float, pessimism: float, is_legal: Any) -> int:
    total_prior = 0.0
    total_visits = 0
    total_worth = 0.0
    edge = tree.first[node]
    while edge != NONE:
        if is_legal[tree.action[edge]]:
            total_prior += tree.prior[edge] / tree.answers[edge]
            total_visits += tree.visits[edge] + tree.waiting[edge]
            total_worth += tree.worth[edge, seat]
        edge = tree.following[edge]
    if total_prior <= 0.0:
        return NONE
    known_visits = max(total_visits, 1)
    mean = total_worth / known_visits
    reach = exploration * sqrt(float(total_visits) + 1.0)
    best = -_MANY
    chosen = NONE
    edge = tree.first[node]
    while edge != NONE:
        if is_legal[tree.action[edge]]:
            times = tree.visits[edge] + tree.waiting[edge]
            prior = tree.prior[edge] / tree.answers[edge] / total_prior
            worth = tree.worth[edge, seat] / times if times > 0 else mean - pessimism
            score = worth + reach * prior / (1.0 + times)
            if score > best:
                best = score
                chosen = edge
        edge = tree.following[edge]
    return chosen


@jit
def observe(descents: Descents, asked: Any, count: int, players: int, planes: Any, globals_: Any) -> None:
    """What the movers know where descents ended."""
    for place in range(count):
        number = asked[place]
        seat = int(descents.states[number].seat)
        encode_game(descents.states, number, seat, players, planes[place], globals_[place])


@jit
def learn(
    tree: Tree,
    descents: Descents,
    asked: Any,
    num_asked: int,
    count: int,
    logits: Any,
    values: Any,
    slots: Any,
    players: int,
    width: int,
    legal: Any,
    chances: Any,
) -> None:
    """Takes answers in: new edges where the network was asked, shares for all paths. `legal`, `chances`: scratch."""
    for place in range(num_asked):
        number = asked[place]
        state = descents.states[number]
        node = descents.leaves[number]
        num = list_legal(state, legal)
        most = -_MANY
        for index in range(num):
            most = max(most, logits[place, slots[legal[index]]])
        total = 0.0
        for index in range(num):
            chances[index] = exp(logits[place, slots[legal[index]]] - most)
            total += chances[index]
        for _ in range(min(num, width)):
            best = 0
            for index in range(1, num):
                if chances[index] > chances[best]:
                    best = index
            if chances[best] <= 0.0:
                break
            _add_edge(tree, node, int(legal[best]), chances[best] / total)
            chances[best] = -1.0
        tree.kinds[node] = descents.kinds[number] | (tree.kinds[node] if tree.kinds[node] != NONE else 0)
        seat = int(state.seat)
        for other in range(players):
            descents.shares[number, (seat + other) % players] = values[place, other]
    for number in range(count):
        for depth in range(descents.lengths[number]):
            edge = descents.paths[number, depth]
            tree.waiting[edge] -= 1
            tree.visits[edge] += 1
            for seat in range(players):
                tree.worth[edge, seat] += descents.shares[number, seat]


@jit
def _add_edge(tree: Tree, node: int, action: int, chance: float) -> None:
    edge = tree.first[node]
    while edge != NONE:
        if tree.action[edge] == action:
            tree.prior[edge] += chance
            tree.answers[edge] += 1
            return
        edge = tree.following[edge]
    edge = tree.sizes[1]
    if edge == len(tree.action):
        return
    tree.sizes[1] += 1
    tree.action[edge] = action
    tree.prior[edge] = chance
    tree.answers[edge] = 1
    tree.following[edge] = tree.first[node]
    tree.first[node] = edge
