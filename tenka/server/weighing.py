"""Puzzles in a bot's process: turns tried in worlds, and played out in one of them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

import numpy as np

from tenka.encoding import Array
from tenka.game import CHANCE, Action, Outcome, Ply, Seat, State, draw_chance
from tenka.patches import patch
from tenka.players import Player, get_player
from tenka.puzzles.promise import AS_GOOD, ERRORS
from tenka.puzzles.puzzle import Puzzle, get_setter
from tenka.puzzles.rate import is_right
from tenka.puzzles.shelf import open_shelf
from tenka.search.setter import Setter
from tenka.server import audience, messages
from tenka.server.positions import open_view, picture_of, show_ply

WORLDS = 512
"""In so many worlds a turn is tried of which the puzzle says nothing."""
REPLY_WORLDS = 64
"""Of so many worlds those are looked for that show best what a turn leads to,"""
REPLY_TRIES = 8
"""and in so many of them it is played out."""
MOST_PLIES = 64
"""After so many plies that somebody has decided a reply ends, whoever is to move."""


# --- worth ------------------------------------------------------------------------------------------------------


def try_in_worlds(game: str, name: str, tried: Sequence[Action]) -> tuple[float, ...]:
    """By seat: the mean share after a turn, as far from the puzzle's best as it is in the same worlds."""
    puzzle = open_shelf(game).read(name)
    both = _try_both(puzzle, tried, WORLDS, random.Random(1)).mean(1)
    return _added(puzzle.right[0].shares, both[1] - both[0])


class Slice(NamedTuple):
    """What some worlds say of the best turn and another one."""

    worlds: int
    gains: float
    """The sum of what the best turn brings more,"""
    squares: float
    """and of its squares."""
    no_better: int
    """In so many worlds the other turn does no better."""
    differences: tuple[float, ...]
    """By seat: the sum of what the other turn brings more."""
    best: tuple[float, ...]
    """By seat: what the puzzle tells of its best turn."""


class Weighed(NamedTuple):
    """By how much the best turn leads another one."""

    lead: messages.PuzzleLead
    shares: tuple[float, ...]
    """By seat, after the other turn."""
    is_as_good: bool


def weigh_slice(game: str, name: str, tried: Sequence[Action], num: int, seed: int) -> Slice:
    """A turn beside the best one in so many new worlds."""
    puzzle = open_shelf(game).read(name)
    best, own = _try_both(puzzle, tried, num, random.Random(f"report {seed}"))
    gains = (best - own)[:, puzzle.view.seat]
    return Slice(
        num,
        float(gains.sum()),
        float((gains**2).sum()),
        int((gains >= 0).sum()),
        tuple((own - best).sum(0).tolist()),
        puzzle.right[0].shares,
    )


def add_up(slices: Sequence[Slice]) -> Weighed:
    """What all slices say together, with an interval at 99.9 % as puzzles have it."""
    num = sum(part.worlds for part in slices)
    mean = sum(part.gains for part in slices) / num
    variance = max(0.0, sum(part.squares for part in slices) / num - mean**2) * num / max(1, num - 1)
    half = ERRORS * sqrt(variance / num) + 1 / num
    lead = messages.PuzzleLead(
        mean=mean,
        low=mean - half,
        high=mean + half,
        worlds=num,
        best_in=sum(part.no_better for part in slices) / num,
    )
    differences = np.sum([part.differences for part in slices], 0) / num
    return Weighed(lead, _added(slices[0].best, differences), mean <= AS_GOOD)


def _try_both(puzzle: Puzzle, tried: Sequence[Action], num: int, rng: random.Random) -> Array:
    """``[turn, world, seat]`` of the best turn and another one."""
    setter = get_setter(puzzle.game)
    worlds = setter.deal(puzzle.view, num, rng)
    return setter.try_out(worlds, [puzzle.right[0].actions, tried], rng.getrandbits(60))


def _added(shares: Sequence[float], differences: Array) -> tuple[float, ...]:
    """Shares as far from the puzzle's own as they are in other worlds."""
    return tuple(min(max(share + float(more), 0.0), 1.0) for share, more in zip(shares, differences, strict=True))


# --- replies ----------------------------------------------------------------------------------------------------


class _Course(NamedTuple):
    """A turn and what came of it in one world."""

    start: State
    plies: list[tuple[Ply, State]]
    outcome: Outcome | None


def play_replies(game: str, name: str, tried: Sequence[Action]) -> messages.PuzzleReplies:
    """A turn, and what strong players reply, in a world that shows what it leads to: of a wrong turn one where the best
    does much better, of a right one where it does much better than the next best."""
    puzzle, setter = open_shelf(game).read(name), get_setter(game)
    rules, seat = setter.rules, puzzle.view.seat
    assert seat is not None
    rng = random.Random(f"replies {name}")
    worlds = setter.deal(puzzle.view, REPLY_WORLDS, rng)
    wins = is_right(rules, worlds[0], [told.actions for told in puzzle.right], tried)
    other = puzzle.others[0].actions if wins and puzzle.others else puzzle.right[0].actions
    shares = setter.try_out(worlds, [tried, other], rng.getrandbits(60))[:, :, seat]
    gaps = shares[0] - shares[1] if wins else shares[1] - shares[0]
    player = get_player(setter.bots[-1], game)
    chosen: _Course | None = None
    for place in np.argsort(-gaps, kind="stable")[:REPLY_TRIES].tolist():
        course = _play_on(setter, worlds[place], seat, tried, player, rng)
        chosen = chosen or course
        if course.outcome is not None and (seat in course.outcome.winners) == wins:
            chosen = course
            break
    assert chosen is not None
    picture = picture_of(game)
    drawn = [picture.draw(open_view(state)) for state in (chosen.start, *(after for _, after in chosen.plies))]
    steps = [
        messages.ReplayStep(ply=show_ply(game, ply), changes=patch(drawn[number], drawn[number + 1]))
        for number, (ply, _) in enumerate(chosen.plies)
    ]
    return messages.PuzzleReplies(start=drawn[0], steps=steps, outcome=audience.show_outcome(chosen.outcome))


def _play_on(
    setter: Setter, world: State, seat: Seat, tried: Sequence[Action], player: Player, rng: random.Random
) -> _Course:
    """A world with a turn, the rest of it where it is only a part of one, and all that others do then."""
    rules, before, state = setter.rules, world, world
    num_decided, has_replied = 0, False
    actions: list[Action] = []
    plies: list[tuple[Ply, State]] = []

    def step(action: Action) -> State:
        nonlocal before, actions, num_decided
        after = rules.apply(state, action)
        actions.append(action)
        if rules.num_plies(after) > rules.num_plies(before):
            plies.append((rules.make_ply(before, actions, after), after))
            num_decided += plies[-1][0].seat != CHANCE
            before, actions = after, []
        return after

    for action in tried:
        state = step(action)
    while (turn := rules.turn(state)) is not None and num_decided < MOST_PLIES:
        if turn == seat and has_replied and not actions:
            break
        if turn == CHANCE:
            state = step(draw_chance(rules, state, rng))
        else:
            has_replied |= turn != seat
            state = step(player.decide(rules.view(state, turn), rules.legal(state), rng))
    return _Course(world, plies, rules.outcome(state))
