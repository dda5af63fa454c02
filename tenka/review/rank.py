"""What could be done in a position: the best options, and how much worse others are, all in the same worlds.

Half of the tries choose the options worth telling. The other half try these again in *new* worlds, for the same reason
as in a comparison: those that made an option look best are no witnesses.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import NamedTuple

from tenka.encoding import Array
from tenka.game import Action, View
from tenka.review.compare import FEWEST_WORLDS, FOR_CHOOSING, SHOWN, by_seat, loss_of, try_first, try_in_new_worlds
from tenka.review.marks import Interval, Mark, sure_mark
from tenka.search.judge import Judge, Option


class Ranked(NamedTuple):
    """An option, judged."""

    actions: list[Action]
    shares: list[Interval]
    """By seat."""
    loss: Interval
    """How much less it brings the mover than the best; below nothing where it turned out better after all."""
    mark: Mark
    is_asked: bool


class Ranking(NamedTuple):
    """The options of a position, the best first."""

    options: list[Ranked]
    worlds: int


def rank(
    judge: Judge,
    view: View,
    legal: Sequence[Action],
    asked: Sequence[list[Action]],
    tries: int,
    rng: random.Random,
) -> Ranking:
    """The best options, and those that somebody asks for."""
    assert view.seat is not None
    seat = view.seat
    tries = int(tries * judge.part_of_tries(view))
    options, wanted = _join(judge, view, judge.list_options(view, legal, rng), asked, rng)
    own, *others = tried = try_first(options, judge, view, int(tries * FOR_CHOOSING), rng)
    others.sort(key=lambda option: (-option.worlds, -option.gain(own, seat)))
    others.insert(0 if not others or others[0].gain(own, seat) <= 0 else 1, own)
    finalists = others[:SHOWN] + [option for option in others[SHOWN:] if _place(tried, option) in wanted]
    num = max(int(tries * (1 - FOR_CHOOSING)) // len(finalists), FEWEST_WORLDS)
    found = try_in_new_worlds(finalists, judge, view, num, rng)
    ranked = [
        _judge_option(judge, view, option.actions, found, place, _place(tried, option) in wanted)
        for place, option in enumerate(finalists)
    ]
    return Ranking(sorted(ranked, key=lambda option: option.loss.mean), num)


def _place(tried: Sequence[object], option: object) -> int:
    return next(place for place, other in enumerate(tried) if other is option)


def _judge_option(judge: Judge, view: View, actions: list[Action], found: Array, place: int, is_asked: bool) -> Ranked:
    """An option against the first, which is the one that was held for best before these worlds."""
    assert view.seat is not None
    seat = view.seat
    shares = by_seat(judge.join(found[:, place]))
    doubt = judge.doubt(judge.moment_of(view.known))
    loss = loss_of(found[:, 0, :, seat] - found[:, place, :, seat], doubt) if place else Interval(0.0, 0.0, 0.0)
    return Ranked(actions, shares, loss, sure_mark(loss, len(shares)), is_asked)


def _join(
    judge: Judge, view: View, options: Sequence[Option], asked: Sequence[list[Action]], rng: random.Random
) -> tuple[list[Option], set[int]]:
    """All options, of those that lead to the same position one, as it was asked for; and the places of those asked."""
    world = judge.deal(view, 1, rng)[0]
    found: dict[bytes, Option] = {}
    for option in options:
        key = judge.carry_out(world, option.actions).tobytes()
        same = found.get(key)
        found[key] = option if same is None else Option(same.actions, same.chance + option.chance)
    wanted = set()
    for actions in asked:
        key = judge.carry_out(world, actions).tobytes()
        found[key] = Option(actions, found[key].chance if key in found else 0.0)
        wanted.add(key)
    return list(found.values()), {place for place, key in enumerate(found) if key in wanted}
