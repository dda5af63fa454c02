"""Puzzles judged again, in new worlds and against every turn: how many keep their answer."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

import numpy as np

from tenka.arena.workers import run_in_processes
from tenka.game import Action
from tenka.puzzles.promise import AS_GOOD, WORLDS, best_few
from tenka.puzzles.puzzle import Puzzle, format_puzzle, get_setter, parse_puzzle
from tenka.puzzles.rate import reached

FAR = 0.05
"""A turn that is so far behind the best other one is not tried any more: it decides nothing."""
MOST_RIGHT = 2
"""Of the right turns so many are tried, the best: the others are as good."""


class Again(NamedTuple):
    """What came of one."""

    puzzle: Puzzle
    lead: float
    """By how much the best right turn leads all that are not right; below nothing where another one is better."""
    rival: tuple[Action, ...]
    """The best of those; none where there are more turns than can be compared, so that nobody knows."""
    worlds: int

    @property
    def keeps(self) -> bool:
        """Whether no other turn is as good as the right ones."""
        return self.lead > AS_GOOD


def judge_again(puzzles: Sequence[Puzzle], times: int, seed: int, workers: int = 1) -> Iterator[Again]:
    """Every puzzle, in so many times as many worlds as turns are compared in when one is found; as they are done.

    Raises GameError.
    """
    lines = [format_puzzle(puzzle) for puzzle in puzzles]
    work = partial(_judge_line, puzzles[0].game if puzzles else "", lines, times * WORLDS, seed)
    if workers == 1:
        yield from (work(place) for place in range(len(lines)))
        return
    for done in run_in_processes(work, range(len(lines)), workers):
        yield from done


def _judge_line(game: str, lines: Sequence[str], num: int, seed: int, place: int) -> Again:
    puzzle = parse_puzzle(game, lines[place])
    return judge_one(puzzle, num, random.Random(f"{seed} {puzzle.id}"))


def judge_one(puzzle: Puzzle, num: int, rng: random.Random) -> Again:
    """Its right turns against all others: those that were told, and the best few of all turns in new worlds."""
    view, setter = puzzle.view, get_setter(puzzle.game)
    assert view.seat is not None
    right = [told.actions for told in puzzle.right]
    world = setter.deal(view, 1, rng)[0]
    known = {reached(setter.rules, world, turn) for turn in right}
    others: dict[bytes, tuple[Action, ...]] = {}
    turns = setter.list_turns(view, rng)
    if not turns:
        return Again(puzzle, 0.0, (), 0)
    few = best_few(setter, view, turns, rng)
    for turn in (*(told.actions for told in puzzle.others), *few):
        others.setdefault(reached(setter.rules, world, turn), tuple(turn))
    rivals = [turn for key, turn in others.items() if key not in known]
    best, sums = right[:MOST_RIGHT], np.zeros(0)
    for start in range(0, num, WORLDS):
        worlds = setter.deal(view, min(WORLDS, num - start), rng)
        shares = setter.try_out(worlds, [*best, *rivals], rng.getrandbits(60))
        sums = sums + shares[:, :, view.seat].sum(1) if start else shares[:, :, view.seat].sum(1)
        behind = sums[len(best) :].max() - sums[len(best) :]
        near = np.flatnonzero(behind <= FAR * (start + len(worlds))).tolist()
        rivals = [rivals[place] for place in near]
        sums = np.concatenate([sums[: len(best)], sums[len(best) :][near]])
    means = sums / num
    place = int(means[len(best) :].argmax())
    return Again(puzzle, float(means[: len(best)].max() - means[len(best) + place]), rivals[place], num)
