"""Information-set Monte Carlo tree search over the contract: it knows no game.

Every iteration samples a state that looks the same to the seat that decides, walks down the tree through actions that
are legal in that state, adds one node, plays on, and counts the win for every seat on the way back (max^n). After
Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search" (2012): one tree, whose nodes stand for the
actions that led to them, with a count of how often each could have been chosen. Where chance decides, what happens is
drawn, and outcomes that look the same to the searcher are one node.

A game may lend a `Guide`: which actions are worth a look, best first, and a quicker or wiser way to play on. Few
actions are looked at where a node is new, and more the more often it is visited (progressive widening, after Coulom
and Chaslot).
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import log, sqrt

from tenka.game import CHANCE, Action, Outcome, Rules, Seat, State, View, draw_chance
from tenka.search.clock import now

EXPLORATION = 1.4
"""How much an uncertain action is preferred to a good one, in standard deviations of what play-outs bring."""
FEW_VISITS = 16
LEAST_VARIANCE = 1e-12


class Guide:
    """What a search is told about a game. This one knows nothing: all actions are worth a look, and play is random.

    A game's own guide is a subclass.
    """

    exploration = EXPLORATION
    first_width: float = float("inf")
    """How many actions of a node are looked at from its first visit on,"""
    growth = 1.0
    """and how many more for each doubling of its visits."""

    def candidates(self, rules: Rules, state: State, legal: Sequence[Action]) -> Sequence[Action]:
        """The actions worth a look for the seat to move, best first. They depend on what that seat may know only."""
        return legal

    def hides_options(self, view: View) -> bool:
        """Whether others do not know how much there is to choose: then a decision shall take as long in any case."""
        return False

    def play_out(self, rules: Rules, state: State, root: State, rng: random.Random) -> Sequence[float]:
        """By seat: its part of the win after playing on from a state, or how likely it looks. `root` is where the
        search began, in the same sampled game.
        """
        while (outcome := rules.outcome(state)) is None:
            is_chance = rules.turn(state) == CHANCE
            action = draw_chance(rules, state, rng) if is_chance else rng.choice(rules.legal(state))
            state = rules.apply(state, action)
        return win_shares(outcome, int(state.players))


class Node:
    """What is known of the games that began with certain actions."""

    def __init__(self, players: int) -> None:
        self.children: dict[Action | bytes, Node] = {}
        """By action; after chance by what the searcher sees then."""
        self.visits = 0
        self.chances = 0
        """How often it could have been chosen."""
        self.wins = [0.0] * players
        """By seat; a shared win counts in parts."""
        self.squares = [0.0] * players
        """By seat: the sum of the squares of the same. Counted for the root only."""

    def bound(self, seat: Seat, exploration: float) -> float:
        """How good it may be for a seat."""
        return self.wins[seat] / self.visits + exploration * sqrt(log(self.chances) / self.visits)

    def deviation(self, seat: Seat) -> float:
        """How much what play-outs bring a seat differs; a half, as with wins and losses, where little is known."""
        if self.visits < FEW_VISITS:
            return 0.5
        mean = self.wins[seat] / self.visits
        return sqrt(max(self.squares[seat] / self.visits - mean * mean, LEAST_VARIANCE))

    def best_line(self) -> list[Action]:
        """The most visited actions from here on, until chance decides or nothing was looked at."""
        line: list[Action] = []
        node = self
        while actions := [key for key in node.children if isinstance(key, int)]:
            line.append(max(actions, key=lambda action: node.children[action].visits))
            node = node.children[line[-1]]
        return line


def search(
    rules: Rules,
    view: View,
    legal: Sequence[Action],
    iterations: int,
    rng: random.Random,
    guide: Guide | None = None,
    deadline: float | None = None,
) -> Node:
    """The tree after so many iterations, or at a time of `clock.now`, whichever comes first, but at least one.

    Its most visited child is the action to play.
    """
    if view.seat is None:
        raise ValueError("a spectator has nothing to decide")
    guide = guide or Guide()
    root = Node(int(view.known.players))
    firsts = guide.candidates(rules, view.known, legal)
    for _ in range(iterations):
        _iterate(rules, view, view.seat, firsts, root, rng, guide)
        if deadline is not None and now() >= deadline:
            break
    return root


def _iterate(
    rules: Rules, view: View, searcher: Seat, firsts: Sequence[Action], root: Node, rng: random.Random, guide: Guide
) -> None:
    """One walk down the tree, one new node, one play-out."""
    players = len(root.wins)
    state = start = rules.sample(view, rng)
    node, candidates = root, firsts
    path = [root]
    is_new = False
    while not is_new and (seat := rules.turn(state)) is not None:
        if seat == CHANCE:  # nobody chooses here: what happens is drawn, and counted where it leads
            state = rules.apply(state, draw_chance(rules, state, rng))
            key = rules.view(state, searcher).tobytes()
            node = node.children.setdefault(key, Node(players))
        else:
            if node is not root:
                candidates = guide.candidates(rules, state, rules.legal(state))
            action, is_new = _choose(node, seat, candidates, guide, guide.exploration * root.deviation(seat))
            node = node.children[action]
            state = rules.apply(state, action)
        path.append(node)
    shares = guide.play_out(rules, state, start, rng)
    for visited in path:
        visited.visits += 1
        for seat, share in enumerate(shares):
            visited.wins[seat] += share
    for seat, share in enumerate(shares):
        root.squares[seat] += share * share


def _choose(
    node: Node, seat: Seat, candidates: Sequence[Action], guide: Guide, exploration: float
) -> tuple[Action, bool]:
    """The action to look at, and whether it is looked at for the first time."""
    width = guide.first_width
    if width < len(candidates):
        width += guide.growth * log(node.visits + 1, 2)
    best, best_bound = candidates[0], -1.0
    untried = None
    for action in candidates[: int(min(width, len(candidates)))]:
        child = node.children.get(action)
        if child is None:
            untried = action if untried is None else untried
            continue
        child.chances += 1
        bound = child.bound(seat, exploration)
        if bound > best_bound:
            best, best_bound = action, bound
    if untried is None:
        return best, False
    node.children[untried] = Node(len(node.wins))
    node.children[untried].chances = 1
    return untried, True


def win_shares(outcome: Outcome, players: int) -> list[float]:
    """By seat: its part of the win."""
    return [1 / len(outcome.winners) if seat in outcome.winners else 0.0 for seat in range(players)]
