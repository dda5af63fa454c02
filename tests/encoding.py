"""Properties that the observations of every game have; `encode` is the game's module."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import numpy as np

from tenka.game import CHANCE, Rules, draw_chance


def random_positions(rules: Rules, option: Any, rng: random.Random, every: int = 1) -> Iterator[Any]:
    """Every so many positions of a random game, and its end."""
    state = rules.start(option, rng)
    count = 0
    while (turn := rules.turn(state)) is not None:
        if count % every == 0:
            yield state
        action = draw_chance(rules, state, rng) if turn == CHANCE else rng.choice(rules.legal(state))
        state = rules.apply(state, action)
        count += 1
    yield state


def observe(encode: Any, rules: Rules, state: Any, seat: int, shape: int | None) -> tuple[Any, Any]:
    """What a seat knows of a state. The buffers hold rubbish before, as those of a vector of games do."""
    planes, globals_ = encode.spec(shape).empty()
    planes.fill(77)
    globals_.fill(777)
    encode.encode(rules.view(state, seat), shape, planes, globals_)
    return planes, globals_


def check_knowledge_and_ranges(encode: Any, rules: Rules, state: Any, rng: random.Random) -> None:
    """The same bytes for a state, its view and a sample of it, and every number within its range."""
    players = int(state.players)
    for seat in range(players):
        for shape in (None, players):
            spec = encode.spec(shape)
            planes, globals_ = observe(encode, rules, state, seat, shape)
            assert (spec.planes_range[0] <= planes).all()
            assert (planes <= spec.planes_range[1]).all()
            assert (spec.globals_range[0] <= globals_).all(), named(spec, globals_ < spec.globals_range[0])
            assert (globals_ <= spec.globals_range[1]).all(), named(spec, globals_ > spec.globals_range[1])
            sampled = rules.sample(rules.view(state, seat), rng)
            again = observe(encode, rules, sampled, seat, shape)
            assert again[0].tobytes() == planes.tobytes()
            assert again[1].tobytes() == globals_.tobytes()
            direct = encode.spec(shape).empty()
            encode.encode_whole_state(state, seat, shape, *direct)
            assert direct[0].tobytes() == planes.tobytes()
            assert direct[1].tobytes() == globals_.tobytes()


def named(spec: Any, where: Any) -> list[str]:
    """The globals at which something is true."""
    labels = [label for feature in spec.globals for label in feature.labels]
    return [labels[index] for index in np.flatnonzero(where)]


def check_names(encode: Any, players: tuple[int | None, ...]) -> None:
    """Every number of every shape has one name, and the table lists them."""
    for shape in players:
        spec = encode.spec(shape)
        for features, total in ((spec.planes, spec.planes_shape[0]), (spec.globals, spec.globals_shape[0])):
            labels = [label for feature in features for label in feature.labels]
            assert len(set(labels)) == len(labels) == total
        for feature in (*spec.planes, *spec.globals):
            assert f"`{feature.name}` | {feature.low} to {feature.high} | {feature.meaning}" in spec.table()
