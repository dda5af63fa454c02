"""Information-set Monte Carlo tree search over the contract: it knows no game.

Every iteration samples a state that looks the same to the seat that decides, walks down the tree through actions that
are legal in that state, adds one node, plays on at random to the end, and counts the win for every seat on the way
back (max^n). After Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search" (2012): one tree, whose
nodes stand for the actions that led to them, with a count of how often each could have been chosen.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import log, sqrt

from tenka.game import CHANCE, Action, Outcome, Rules, State, View, draw_chance

EXPLORATION = 0.7
"""How much an uncertain action is preferred to a good one."""


class Node:
    """What is known of the games that began with certain actions."""

    def __init__(self, players: int) -> None:
        self.children: dict[Action, Node] = {}
        self.visits = 0
        self.chances = 0
        """How often it could have been chosen."""
        self.wins = [0.0] * players
        """By seat; a shared win counts in parts."""

    def bound(self, seat: int) -> float:
        """How good it may be for a seat."""
        return self.wins[seat] / self.visits + EXPLORATION * sqrt(log(self.chances) / self.visits)


def search(rules: Rules, view: View, legal: Sequence[Action], iterations: int, rng: random.Random) -> Node:
    """The tree after so many iterations; its most visited child is the action to play."""
    players = int(view.known.players)
    root = Node(players)
    for _ in range(iterations):
        state = rules.sample(view, rng)
        path = [root]
        node, actions = root, legal
        while actions:
            seat = rules.turn(state)
            if seat == CHANCE:  # nobody chooses here: what happens is drawn, and counted where it leads
                action = draw_chance(rules, state, rng)
                node = node.children.setdefault(action, Node(players))
                path.append(node)
                state = rules.apply(state, action)
                actions = rules.legal(state)
                continue
            untried = [action for action in actions if action not in node.children]
            if untried:
                action = rng.choice(untried)
                node.children[action] = Node(players)
            else:
                action = max(actions, key=lambda action: node.children[action].bound(seat or 0))
            for other in actions:
                if other in node.children:
                    node.children[other].chances += 1
            node = node.children[action]
            path.append(node)
            state = rules.apply(state, action)
            if untried:
                break
            actions = rules.legal(state)
        shares = win_shares(_play_out(rules, state, rng), players)
        for visited in path:
            visited.visits += 1
            visited.wins = [wins + share for wins, share in zip(visited.wins, shares, strict=True)]
    return root


def _play_out(rules: Rules, state: State, rng: random.Random) -> Outcome:
    while (outcome := rules.outcome(state)) is None:
        is_chance = rules.turn(state) == CHANCE
        action = draw_chance(rules, state, rng) if is_chance else rng.choice(rules.legal(state))
        state = rules.apply(state, action)
    return outcome


def win_shares(outcome: Outcome, players: int) -> list[float]:
    """By seat: its part of the win."""
    return [1 / len(outcome.winners) if seat in outcome.winners else 0.0 for seat in range(players)]
