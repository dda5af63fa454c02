"""Looking ahead with a network: whole turns, compared in the same worlds.

What a seat does in its own turn hides nothing from it, so its turns can be listed: those that the network holds for
best. What comes after depends on what is hidden. Worlds are dealt from what the seat knows, the likelier hands more
often, and every turn is tried in the same ones: what the others hold and what is drawn is then no reason why one turn
looks better than another. In each world everybody answers once with what the network would do in their place, the seat
itself at last, and the network says what the position is worth then, to every seat (max^n). The better half of the
turns goes on to more worlds, again and again, until two are left or the time is over.

Near the end, when the seat has hardly a tile left to draw, the network says nothing: everybody plays on as it would
until the game is over, and what counts is who has won. It is often wrong about who will lead by a single piece.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil, log, log2
from typing import NamedTuple

import numpy as np

from tenka.encoding import Array
from tenka.game import Action, Seat, State, View
from tenka.players.neural import FIRST_TAKER, Network
from tenka.samurai.actions import END_TURN, MAX_LEGAL, PASS
from tenka.samurai.learning import name_stakes
from tenka.samurai.pieces import HAND_SIZE, MAX_PLAYERS, NUM_KINDS
from tenka.samurai.players import turns
from tenka.samurai.players.side_by_side import SideBySide
from tenka.samurai.state import CHOOSING_HANDS, NOTHING, OVER, PLACING_PIECES, array_of, new_states
from tenka.samurai.view import recall, recall_captures

WIDTH = 24
"""So many turns are compared at most, those that the network holds for best,"""
POSITIONS_A_TURN = 64
"""and fewer where there is no room for so many positions for each."""
GAMES = 64
"""Games that go on side by side: turns that are compared, times worlds."""
LEAST_CHANCE = 0.001
"""Turns that are less likely than this to be best are not looked at."""
LATE = 3
"""Games are played on to their ends where the seat has so few tiles left to draw: two rounds later it draws none."""
LATE_COST = 2
"""That takes about so many times as many positions as a round."""
EXPECTED_IN = 8
"""Worlds in which the network says who will take what."""
FAITH = 0.005
"""How much better a turn must be where the network would play it e times less often."""


class _Begun(NamedTuple):
    """The beginning of a turn."""

    actions: list[Action]
    chance: float
    state: State


@dataclass
class Turn:
    """A turn that is looked at."""

    actions: list[Action]
    chance: float
    """To be the best, as the network sees it."""
    shares: Array
    """By seat: the shares of the win in all worlds that were tried."""
    worlds: int = 0

    def worth(self, seat: Seat) -> float:
        """The share of the win that it gives a seat."""
        return float(self.shares[seat]) / self.worlds

    def score(self, seat: Seat) -> float:
        """By which turns are compared: its worth, and a little of what the network thinks of it at once."""
        return self.worth(seat) + FAITH * log(self.chance)

    def win_shares(self, players: int) -> tuple[float, ...]:
        """By seat."""
        return tuple((self.shares[:players] / self.worlds).tolist())


def _is_last(state: State, action: Action) -> bool:
    """Whether a turn, or a step of the set-up, is over with an action."""
    if state.phase == CHOOSING_HANDS:
        return int(state.num_hand[state.seat]) == HAND_SIZE - 1
    return state.phase == PLACING_PIECES or action in (END_TURN, PASS)


class Look:
    """One look ahead from what a seat knows."""

    def __init__(self, network: Network, view: View, generator: Array, most: int) -> None:
        """With `most` positions, or about so many."""
        assert view.seat is not None
        self._width = min(max(most // POSITIONS_A_TURN, 2), WIDTH)
        self.players = int(view.known.players)
        self._games = SideBySide(network, self.players)
        self._seat = view.seat
        self._known = array_of(recall(view))
        self._captured = recall_captures(view.memory)
        self._generator = generator
        self._odds = np.ones((MAX_PLAYERS, NUM_KINDS))

    @property
    def asked(self) -> int:
        """Positions that the network was asked about."""
        return self._games.asked

    def list_turns(self, least_chance: float = LEAST_CHANCE) -> list[Turn]:
        """The turns that the network holds for best, each position that they lead to once."""
        going_on = [_Begun([], 1.0, self._known[0])]
        ended: list[_Begun] = []
        while going_on:
            longer = {(begun.actions[-1], begun.state.tobytes()): begun for begun in ended}
            for begun, action, chance in self._likely_actions(going_on, least_chance):
                is_over = _is_last(begun.state, action)
                after = new_states(1)
                after[0] = begun.state
                if not is_over:
                    turns.carry_out(after, action)
                key = (action if is_over else NOTHING, after[0].tobytes())
                actions = [*begun.actions, action]
                if key in longer:  # the same by another way
                    other = longer[key]
                    actions = other.actions if other.chance > chance else actions
                    chance += other.chance
                longer[key] = _Begun(actions, chance, after[0])
            best = sorted(longer.items(), key=lambda item: -item[1].chance)[: self._width]
            ended = [begun for (last, _), begun in best if last != NOTHING]
            going_on = [begun for (last, _), begun in best if last == NOTHING]
        return [Turn(begun.actions, begun.chance, np.zeros(MAX_PLAYERS)) for begun in ended]

    def _likely_actions(self, going_on: list[_Begun], least_chance: float) -> Iterator[tuple[_Begun, Action, float]]:
        """How turns may go on, with the chance of the whole."""
        states = new_states(len(going_on))
        for place, begun in enumerate(going_on):
            states[place] = begun.state
        answers = self._games.ask(states, np.arange(len(going_on)))
        if not going_on[0].actions:
            self._believe(answers.secrets[0])
        legal = np.zeros((len(going_on), MAX_LEGAL), np.int16)
        chances = np.zeros((len(going_on), MAX_LEGAL))
        turns.list_chances(states, answers.policy, self._games.slots, legal, chances)
        for place, begun in enumerate(going_on):
            whole = chances[place] * begun.chance
            for index in np.flatnonzero(whole >= min(least_chance, whole.max())):
                yield begun, int(legal[place, index]), float(whole[index])

    def _believe(self, secrets: Array) -> None:
        """Takes in what the network believes of the others' hands."""
        believed = secrets.reshape(self.players - 1, NUM_KINDS).clip(0.01, 0.99)
        for after in range(1, self.players):
            self._odds[(self._seat + after) % self.players] = believed[after - 1] / (1.0 - believed[after - 1])

    def compare(self, found: list[Turn], spent: Callable[[], float]) -> None:
        """Tries turns in more and more worlds, and again and again goes on with the better half only.

        Each is tried once at least; what would end when more than the budget is spent is not begun any more.
        """
        left = list(found)
        rounds = max(1, ceil(log2(len(left))))
        start, taken = spent(), 0.0
        for number in range(1, rounds + 1):
            while not left[0].worlds or start + taken <= number / rounds:
                self._try(left)
                start, taken = spent(), spent() - start
            if len(left) > 2:
                left.sort(key=lambda turn: -turn.score(self._seat))
                left = left[: (len(left) + 1) // 2]

    def _try(self, left: list[Turn]) -> None:
        """Tries turns in some new worlds, the same for all."""
        known = self._known[0]
        is_late = int(known.num_stack[self._seat]) <= LATE
        num_games = min(GAMES, 8 * self._width) // (LATE_COST if is_late else 1)
        num_worlds = max(num_games // len(left), 1)
        games = self._games.carry_out(self.deal(num_worlds), [turn.actions for turn in left])
        round_later = int(known.turns) + 1 + self.players
        while len(waiting := np.flatnonzero((games["phase"] != OVER) & (is_late | (games["turns"] < round_later)))):
            self._games.answer(games, waiting)
        shares = self._games.judge(games).reshape(len(left), num_worlds, MAX_PLAYERS)
        for turn, sums in zip(left, shares.sum(1), strict=True):
            turn.shares += sums
            turn.worlds += num_worlds

    def expect(self, actions: Sequence[Action]) -> dict[str, tuple[float, ...]]:
        """By piece on the board: how likely each seat is to take it, after a turn."""
        worlds = self.deal(EXPECTED_IN)
        takes = turns.new_takes(len(worlds), self.players)
        games = self._games.carry_out(worlds, [actions], takes)
        found = takes.by.astype(np.float64)  # [game, settlement, caste, seat]
        named = {name: place for name, *place in name_stakes(self._known[0])}
        if len(going_on := np.flatnonzero(games["phase"] != OVER)):
            stakes = self._games.ask(games, going_on).stakes
            for position, number in enumerate(going_on.tolist()):
                chances = np.roll(stakes[:, position, :, FIRST_TAKER:], int(games[number].seat), -1)
                for name, settlement, caste in name_stakes(games[number]):
                    named[name] = [settlement, caste]
                    found[number, settlement, caste] += chances[settlement, caste]
        means = found.mean(0)
        return {name: tuple(means[settlement, caste].tolist()) for name, (settlement, caste) in named.items()}

    def deal(self, num: int) -> Array:
        """So many worlds that look like this to the seat, those with the likelier hands more often."""
        worlds = new_states(num)
        turns.deal_worlds(self._known, self._seat, self._captured, self._odds, self._generator, worlds)
        return worlds
