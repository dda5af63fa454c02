"""The short way into compiled code: it takes any record of the right size, refuses others, and leaves nothing."""

from __future__ import annotations

import random
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

from tenka.crossing import copy_of, entry, pack, record_in
from tenka.game import CHANCE, draw_chance
from tenka.games import GAMES, get_game

PAIR = np.dtype([("first", "i8"), ("second", "i8")])


@entry(PAIR.itemsize, int)
def swap(taken: Any, how: int) -> Any:
    """The pair the other way round, or both its numbers, or none of them."""
    pair = record_in(taken, PAIR)
    numbers = np.empty(2, np.int16)
    numbers[0], numbers[1] = pair.first, pair.second
    if how:
        return pack(numbers, how - 1)
    made = copy_of(taken)
    other = record_in(made, PAIR)
    other.first, other.second = pair.second, pair.first
    return made


def test_a_record_is_taken_wherever_it_lies_and_stays_as_it_is() -> None:
    pairs = np.array([(1, 2), (3, 4), (5, 6)], PAIR)
    for taken in (
        pairs[1],
        pairs[1:2],
        pairs[1].tobytes(),
        bytearray(pairs[1].tobytes()),
        memoryview(pairs[1].tobytes()),
    ):
        assert np.frombuffer(swap.call(taken, 0), PAIR).tolist() == [(4, 3)]
    assert [np.frombuffer(swap.call(pairs[2], how), np.int16).tolist() for how in (1, 2, 3)] == [[], [5], [5, 6]]
    assert pairs.tolist() == [(1, 2), (3, 4), (5, 6)]


def test_what_is_no_record_of_this_size_is_refused() -> None:
    for wrong in (b"", bytes(15), np.zeros(2, PAIR)):
        with pytest.raises(ValueError, match="16 bytes, and this has not"):
            swap.call(wrong, 0)
    with pytest.raises(TypeError, match="bytes-like object"):
        swap.call(None, 0)
    assert swap.call(bytes(16), 0) == bytes(16)


def test_nothing_holds_what_was_taken_or_made() -> None:
    pair = np.zeros(1, PAIR)[0]
    swap.call(pair, 0)
    before = sys.getrefcount(pair)
    made = [swap.call(pair, how) for how in (0, 3) for _ in range(100)]
    assert sys.getrefcount(pair) == before
    other = [bytearray(1)]  # how many a list and a loop add is not the same for every Python
    assert {sys.getrefcount(one) for one in made} == {sys.getrefcount(one) for one in other}


@pytest.mark.parametrize("game", GAMES)
def test_a_state_of_another_game_is_refused(game: str) -> None:
    rules = get_game(game)
    other = get_game(next(name for name in GAMES if name != game))
    state = other.start(other.options({}), random.Random(1))
    for ask in (rules.turn, rules.legal, lambda state: rules.apply(state, 0)):
        with pytest.raises(ValueError, match="a state of this game has"):
            ask(state)


@pytest.mark.parametrize("game", GAMES)
def test_threads_do_not_disturb_each_other(game: str) -> None:
    rules = get_game(game)

    def play(seed: int) -> bytes:
        rng = random.Random(seed)
        state = rules.start(rules.options({}), rng)
        for _ in range(60):
            is_chance = rules.turn(state) == CHANCE
            state = rules.apply(state, draw_chance(rules, state, rng) if is_chance else rng.choice(rules.legal(state)))
        found: bytes = state.tobytes()
        return found

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(play, range(12))) == [play(seed) for seed in range(12)]
