"""Who sets puzzles of a game. What is said here knows no game; a title's part ``puzzles`` has a class of its own.

It says which positions are worth a look, which turns there are, deals worlds from what the seat knows, and says what
turns bring in them. It has two ways to say that, so that neither's blind spots make a puzzle.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from tenka.encoding import Array
from tenka.game import Action, Rules, State, View

QUICK, SLOW = 0, 1
"""The two evaluators."""


class Setter:
    """What a title says; every method but `opened` and `prove` is its own."""

    rules: Rules
    evaluators: tuple[str, str]
    """What the two do, in words: the quick one, which looks at every world, and the slow one, which must agree."""
    whole_plies = True
    """Whether a ply is one decision, and not each of its actions."""
    least_turns = 3
    """With fewer there is nothing to find."""
    slow_worlds = 96
    """In how many worlds the slow one looks."""
    bots: tuple[str, ...]
    """Whose games positions come from, unless told, the strongest last: it also replies when a turn is played out."""
    solvers: tuple[str, ...]
    """The levels that try a puzzle, the weakest first: who needs no long thought, and finds more than a weaker one."""
    tries = 6
    """How often each of them tries."""
    options: Mapping[str, str]
    """Of bots' games, where they are others than the rules' defaults."""
    kinds: tuple[str, ...]
    """Every kind of puzzle, by a word for programs."""

    def opened(self, state: State) -> State:
        """A state of a record with what everybody has seen shown: whoever solves has not seen the game."""
        return state

    def is_worth(self, view: View) -> bool:
        """Whether a position may make a puzzle, at a glance."""
        raise NotImplementedError

    def list_few(self, view: View, rng: random.Random) -> list[list[Action]]:
        """A few turns that somebody good may think of: enough for a first look."""
        raise NotImplementedError

    def list_turns(self, view: View, rng: random.Random) -> list[list[Action]]:
        """Every turn that could be a good one, each position that they lead to once; none where there are too many to
        compare: what was left out may be better than all that is not."""
        raise NotImplementedError

    def deal(self, view: View, num: int, rng: random.Random) -> Array:
        """Worlds that look like this to the seat."""
        raise NotImplementedError

    def try_out(self, worlds: Array, turns: Sequence[Sequence[Action]], seed: int, evaluator: int = QUICK) -> Array:
        """What turns bring in worlds: ``[turn, world, seat]``. A world has one luck for all turns."""
        raise NotImplementedError

    def kinds_of(self, view: View, best: Sequence[Action], rival: Sequence[Action], rng: random.Random) -> list[str]:
        """What a puzzle is about: the best turn, and the one that comes next to it."""
        raise NotImplementedError

    def prove(self, view: View, right: Sequence[Sequence[Action]], lead: float) -> bool:
        """Whether the right turns lead all others by so much in all worlds and against all replies, without a doubt."""
        return False
