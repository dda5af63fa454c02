"""Many games of one number of players side by side, in which a network decides and judges."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tenka.encoding import Array
from tenka.game import Action
from tenka.players.neural import Answers, Network
from tenka.samurai.actions import MAX_LEGAL
from tenka.samurai.encode import spec
from tenka.samurai.pieces import MAX_PLAYERS
from tenka.samurai.players import turns
from tenka.samurai.state import OVER, new_states

BATCH = 64
"""Positions that the network is asked about at once."""


class SideBySide:
    """Who asks a network about games in arrays."""

    def __init__(self, network: Network, players: int) -> None:
        self.asked = 0
        """Positions that the network was asked about."""
        self.players = players
        self.slots = network.slots[players]
        self._network = network
        self._planes, self._globals = spec(players).empty(BATCH)
        self._legal = np.zeros(MAX_LEGAL, np.int16)

    def ask(self, states: Array, places: Array) -> Answers:
        """What the network makes of at most `BATCH` positions."""
        turns.observe(states, places, self.players, self._planes, self._globals)
        self.asked += len(places)
        return self._network.ask(self.players, self._planes[: len(places)], self._globals[: len(places)])

    def carry_out(
        self, worlds: Array, options: Sequence[Sequence[Action]], takes: turns.Takes = turns.NOBODY_ASKS
    ) -> Array:
        """Every turn in every world, and what is forced after it: the worlds of the first turn, then of the next."""
        actions = np.full((len(options), turns.LONGEST_TURN), turns.NOTHING, np.int16)
        for place, option in enumerate(options):
            actions[place, : len(option)] = option
        games = new_states(len(worlds) * len(options))
        turns.try_turns(worlds, actions, self._legal, games, takes)
        return games

    def answer(self, games: Array, waiting: Array, takes: turns.Takes = turns.NOBODY_ASKS) -> None:
        """In some games the movers do what the network holds for best."""
        for start in range(0, len(waiting), BATCH):
            places = waiting[start : start + BATCH]
            turns.answer(games, places, self.ask(games, places).policy, self.slots, self._legal, takes)

    def judge(self, games: Array) -> Array:
        """Shares of the win ``[game, seat of the table]``: the result of those that are over, else the network's."""
        shares = np.zeros((len(games), MAX_PLAYERS), np.float32)
        turns.write_ended(games, shares)
        going_on = np.flatnonzero(games["phase"] != OVER)
        self.asked += len(games) - len(going_on)  # who asks nobody gets nowhere either
        for start in range(0, len(going_on), BATCH):
            places = going_on[start : start + BATCH]
            turns.write_shares(games, places, self.ask(games, places).shares, self.players, shares)
        return shares
