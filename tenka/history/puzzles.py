"""What whoever sets puzzles of History of the Samurai knows of the game: an action late in it, and what that wins.

The quick evaluator plays every world to its end by instinct, compiled. In the slow one, whoever decides next compares
what he could do first, in worlds as he may think of them, and so do those after him; then instinct plays on.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cached_property
from types import MappingProxyType
from zlib import crc32

import numpy as np

from tenka.compiled import generator_state
from tenka.encoding import Array
from tenka.game import Action, View
from tenka.history.actions import GIVE, KEEP, PLACE, YIELD
from tenka.history.cards import NUM_EPOCHS
from tenka.history.game import RULES
from tenka.history.players.search import HistoryGuide
from tenka.history.prospects import look_at_attack
from tenka.history.state import CAPITAL_PHASE, GIVING, MILITARY, STARTING, array_of, new_states
from tenka.history.tables import tables_of
from tenka.history.thinking import ROOM, deal_worlds, play_to_ends
from tenka.search.setter import QUICK, Setter

LATE = MappingProxyType({GIVING: 1, STARTING: 1, MILITARY: 1, CAPITAL_PHASE: 2})
"""By phase: positions come from so many of the last epochs. Games are played to their ends quickly from there; but
capitals are few, and bring more when there is more to come."""
DRAFTS = 2
"""Of the many drafts one in so many is looked at: they cost twice as much as an attack, and there should be both."""
FEW = 6
THOUGHTS, TRIES = 3, 4
"""Of the slow evaluator: so many decisions are thought about, and each of the best few is tried so often."""


class HistorySetter(Setter):
    """Play-outs by instinct, and others that begin with some thought."""

    rules = RULES
    evaluators = ("play-outs to the end by instinct", "play-outs whose next decisions are thought about")
    whole_plies = False
    least_turns = 2
    slow_worlds = 128
    bots = ("bushi", "hatamoto", "karo")
    solvers = ("farmer", "ashigaru", "bushi", "gokenin", "hatamoto", "karo", "shogun")
    kinds = ("attack", "hold", "draft", "capital")
    options: MappingProxyType[str, str] = MappingProxyType({})

    def __init__(self) -> None:
        self._room = new_states(ROOM)

    @cached_property
    def _guide(self) -> HistoryGuide:
        return HistoryGuide()

    def is_worth(self, view: View) -> bool:
        """Whether a capital is founded, somebody could be attacked, or a card is kept or given, late in the game."""
        known, phase = view.known, int(view.known.phase)
        if known.epoch < NUM_EPOCHS - LATE.get(phase, 0) or len(legal := RULES.legal(known)) < self.least_turns:
            return False
        if phase == GIVING:
            return crc32(view.tobytes()) % DRAFTS == 0
        return phase not in (STARTING, MILITARY) or any(_is_attack(view, action) for action in legal)

    def list_few(self, view: View, rng: random.Random) -> list[list[Action]]:
        """What instinct holds for best."""
        return self.list_turns(view, rng)[:FEW]

    def list_turns(self, view: View, rng: random.Random) -> list[list[Action]]:
        """All actions, best first as instinct sees them."""
        return [[action] for action in self._guide.candidates(RULES, view.known, RULES.legal(view.known))]

    def deal(self, view: View, num: int, rng: random.Random) -> Array:
        """Worlds in which everybody's cards are any that they may be."""
        assert view.seat is not None
        worlds = new_states(num)
        tables = tables_of(int(view.known.digest))
        deal_worlds(array_of(view.known), tables, view.seat, generator_state(rng.getrandbits(128)), worlds)
        return worlds

    def try_out(self, worlds: Array, turns: Sequence[Sequence[Action]], seed: int, evaluator: int = QUICK) -> Array:
        """See `Setter`."""
        lucks = np.random.default_rng(seed).integers(1, 1 << 32, (len(worlds), 4))
        shares = np.zeros((len(turns), len(worlds), int(worlds[0].players)))
        play_to_ends(
            worlds,
            np.array([turn[0] for turn in turns], np.int64),
            tables_of(int(worlds[0].digest)),
            self._guide.greedy.weights,
            lucks,
            self._guide.noise,
            0 if evaluator == QUICK else THOUGHTS,
            TRIES,
            self._room,
            shares,
        )
        return shares

    def kinds_of(self, view: View, best: Sequence[Action], rival: Sequence[Action], rng: random.Random) -> list[str]:
        """By what the best action does, and what it leaves undone."""
        if view.known.phase == CAPITAL_PHASE:
            return ["capital"]
        if best[0] == KEEP or GIVE <= best[0] < PLACE:
            return ["draft"]
        if _is_attack(view, best[0]):
            return ["attack"]
        return ["hold"] if _is_attack(view, rival[0]) else []


def _is_attack(view: View, action: Action) -> bool:
    """Whether a counter would be placed where somebody stands who fights."""
    return PLACE <= action < YIELD and look_at_attack(view.known, action - PLACE) is not None


def make_setter() -> Setter:
    """Who sets puzzles of this game."""
    return HistorySetter()
