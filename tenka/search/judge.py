"""Who says what decisions and luck were worth, for a review. This one knows no game; a title's own is a subclass.

It names the options worth a comparison, deals worlds from what a seat knows, and says what an option brings in them, to
every seat. It is told the same worlds, with the same luck, for all options.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from tenka.encoding import Array
from tenka.game import CHANCE, Action, Rules, Seat, State, View
from tenka.search.mcts import Guide, win_shares


class Option(NamedTuple):
    """What a seat could do."""

    actions: list[Action]
    chance: float
    """How likely a good player does so, as far as the judge knows; for the weight of a decision."""


class Fact(NamedTuple):
    """A reason for the difference of two options, counted in worlds."""

    kind: str
    """A word of the title's, which says how to tell it."""
    seat: Seat | None
    """Whom it is about; None: nobody in particular."""
    about: dict[str, Any]
    """What else is told: names of places, cards, castes."""
    best: float
    """The figure after the best option,"""
    played: float
    """and after what was played."""
    worlds: int
    """In so many worlds it was looked at; 0: it is exact."""


class Worth(NamedTuple):
    """What a position turned out to be worth, with open hands."""

    came: Array
    """``[try, seat]``: the shares of the win with what was drawn or rolled,"""
    luck: Array
    """``[try, seat]``: and by how much that is more than with what could have been, in as many tries or fewer."""


def soften(shares: Array, temperature: float) -> Array:
    """Shares of the win nearer to each other, or farther apart where the temperature is less than 1.

    >>> soften(np.array([0.8, 0.2]), 2.0).round(3).tolist()
    [0.667, 0.333]
    """
    powers = shares ** (1.0 / temperature)
    softened: Array = powers / powers.sum(-1, keepdims=True)
    return softened


class Judge:
    """Judges by playing on, as a guide does."""

    name = "play-outs"
    """By what it judges, for whoever asks how a review was made."""
    tries = 160
    """How often options are tried for one decision, all together, unless told."""
    width = 6
    """So many options are compared at most."""
    luck_tries = 16
    """In how many worlds every outcome of chance is tried."""
    fact_worlds = 64
    """In how many worlds facts are counted."""
    whole_plies = False
    """Whether a ply is one decision, and not each of its actions."""
    temperatures: Mapping[int, float] = {}
    """By number of players: above 1 where guesses are too sure of themselves, as benchmarks/results/review.md says."""

    def __init__(self, rules: Rules, guide: Guide) -> None:
        self.rules = rules
        self.guide = guide

    def list_options(self, view: View, legal: Sequence[Action], rng: random.Random) -> list[Option]:
        """What is worth a comparison, best first."""
        ranked = self.guide.candidates(self.rules, view.known, legal)[: self.width]
        return [Option([action], 1 / len(ranked)) for action in ranked]

    def part_of_tries(self, view: View) -> float:
        """How much of the tries a decision is worth."""
        return 1.0

    def deal(self, view: View, num: int, rng: random.Random) -> list[State]:
        """Worlds that look like this to the seat."""
        return [self.rules.sample(view, rng) for _ in range(num)]

    def try_out(
        self, worlds: Sequence[State], options: Sequence[Sequence[Action]], seat: Seat, lucks: Sequence[int]
    ) -> Array:
        """What options of a seat bring in worlds, each with its luck: ``[opinion, option, world, seat]``.

        A judge may have several opinions of the shares of the win, and trust them more or less; but a mistake is one
        in all of them. They are what each says by itself; see `temper`.
        """
        found = [
            self._play_on_all([self.carry_out(world, actions) for world in worlds], worlds[0], lucks)
            for actions in options
        ]
        return np.array([found])

    def moment_of(self, state: State) -> tuple[int, ...]:
        """What tells how far to trust opinions of what is done then, if that differs in the course of a game.

        The same for a state and for what a seat may know of it.
        """
        return ()

    def temper(self, shares: Array, moment: tuple[int, ...]) -> Array:
        """Opinions ``[opinion, ..., seat]`` of what is done at a moment, as far as they can be trusted then."""
        return shares

    def doubt(self, moment: tuple[int, ...]) -> float:
        """Which part of a loss at a moment may be the judge's own error, that more worlds would not show."""
        return 0.0

    def join(self, shares: Array) -> Array:
        """What opinions ``[opinion, ..., seat]`` come to: their mean, unless the title trusts one more."""
        joined: Array = shares.mean(0)
        return joined

    def carry_out(self, state: State, actions: Sequence[Action]) -> State:
        """The state after some actions."""
        for action in actions:
            state = self.rules.apply(state, action)
        return state

    def _play_on_all(self, states: Sequence[State], root: State, lucks: Sequence[int]) -> Array:
        """``[state, seat]``: what comes when each goes on with its luck; `root` is from where, as everybody sees it."""
        return np.array([self._play_on(state, root, luck) for state, luck in zip(states, lucks, strict=True)])

    def _play_on(self, state: State, root: State, luck: int) -> Sequence[float]:
        outcome = self.rules.outcome(state)
        if outcome is not None:
            return win_shares(outcome, int(state.players))
        return self.guide.play_out(self.rules, state, root, random.Random(luck))

    def worth(self, before: State, actions: Sequence[Action], after: State, seat: Seat, rng: random.Random) -> Worth:
        """What the state that came is worth to every seat.

        A title whose plies end with a draw says what luck that was, over everything that could have come.
        """
        lucks = [rng.getrandbits(64) for _ in range(self.luck_tries)]
        shares = self.try_out([after] * len(lucks), [()], seat, lucks)
        came = self.join(self.temper(shares, self.moment_of(before)))[0]
        return Worth(came, np.zeros_like(came))

    def worth_of_chance(self, state: State, action: Action, rng: random.Random) -> Worth:
        """Where chance decides: what the state is worth after what it decided, and how lucky that was, by all odds."""
        lucks = [rng.getrandbits(64) for _ in range(self.luck_tries)]
        known: dict[bytes, Array] = {}
        mean = came = np.zeros((len(lucks), int(state.players)))
        for outcome, chance in self.rules.chance(state):
            after = self.rules.apply(state, outcome)
            key = after.tobytes()
            if key not in known:
                known[key] = self._play_on_all([after] * len(lucks), state, lucks)
            mean = mean + chance * known[key]
            if outcome == action:
                came = known[key]
        return Worth(came, came - mean)

    def owner_of_chance(self, state: State) -> Seat:
        """Whose card or dice chance decides; CHANCE: nobody's."""
        return CHANCE

    def find_facts(
        self, view: View, best: Sequence[Action], played: Sequence[Action], rng: random.Random
    ) -> list[Fact]:
        """Why one option is better than another, the weightiest reason first."""
        return []
