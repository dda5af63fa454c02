"""Playing many games on by instinct, compiled: what they are worth when everybody goes on alike."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from tenka.compiled import jit, same_luck, wide
from tenka.samurai.evaluation import WEIGHTS, estimate_shares, pack_weights
from tenka.samurai.instinct import Sense, fill_sense, new_sense, play_out
from tenka.samurai.payoff import win_shares
from tenka.samurai.pieces import MAX_PLAYERS, NUM_CASTES
from tenka.samurai.state import OVER, PLAYING, State, new_states
from tenka.samurai.view import fill_stack, unseen_tiles

NOISE = 0.1
"""How much play-outs differ from what instinct holds for best."""
TO_THE_END = 1 << 14
"""More turns than any game has."""


class Room(NamedTuple):
    """Where play-outs work."""

    states: Any
    sense: Sense
    actions: Any
    values: Any
    shares: Any
    expected: Any
    weights: Any


def new_room() -> Room:
    """Room for one play-out after another."""
    return Room(
        new_states(1),
        new_sense(),
        np.zeros(1, np.int64),
        np.zeros(1),
        np.zeros(MAX_PLAYERS),
        np.zeros((MAX_PLAYERS, NUM_CASTES)),
        pack_weights(WEIGHTS),
    )


@jit
def play_on(games: Any, tries: int, last_turn: int, seeds: Any, room: Room, shares: Any) -> None:
    """Plays every game on so many times, until so many turns are finished; ``shares[game, seat]`` are their means.

    ``seeds[game]`` is its luck: games with the same luck have the same noise, and their stacks are shuffled alike.
    """
    generator = np.zeros(4, np.int64)
    for game in range(len(games)):
        for seat in range(MAX_PLAYERS):
            shares[game, seat] = 0.0
        for number in range(tries):
            _play_once(games[game], number, last_turn, seeds[game], generator, room)
            for seat in range(wide(games[game].players)):
                shares[game, seat] += room.shares[seat] / tries


@jit
def _play_once(game: State, number: int, last_turn: int, seed: Any, generator: Any, room: Room) -> None:
    state = room.states[0]
    same_luck(generator, seed, number)
    room.states[0] = game
    if state.phase == PLAYING:
        for seat in range(wide(state.players)):
            fill_stack(state, seat, unseen_tiles(state, seat), wide(state.hand[seat]), generator)
    fill_sense(state, room.sense)
    play_out(state, room.sense, generator, NOISE, last_turn, room.actions, room.values)
    if state.phase == OVER:
        win_shares(state, room.shares)
    else:
        estimate_shares(state, room.expected, room.weights, room.shares)
