"""Counted trees: how many sequences of decisions there are to a depth. Two engines with the same rules agree on it."""

from __future__ import annotations

from tenka.game import Rules, State


def count(rules: Rules, state: State, depth: int) -> int:
    """The number of sequences of so many decisions from a state; a game that is over has no longer ones."""
    legal = rules.legal(state)
    if depth <= 1:
        return len(legal) if depth else 1
    return sum(count(rules, rules.apply(state, action), depth - 1) for action in legal)


def split(rules: Rules, state: State, depth: int) -> dict[str, int]:
    """The same, by the first decision: where two engines differ, this leads to the reason."""
    return {
        rules.format([action]): count(rules, rules.apply(state, action), depth - 1) for action in rules.legal(state)
    }
