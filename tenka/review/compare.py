"""One decision: what could have been done, what that would have brought, and what was lost.

The options are tried in the same worlds, dealt from what the seat knew, and the better half goes on to more, until one
is the best. It is then compared with what was played in *new* worlds: those that made it look best are no witnesses.
That goes on until more worlds would not change the mark, or the budget is spent. Where the judge has several opinions,
an option is better only as far as the one says that thinks least of it.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, log2
from typing import NamedTuple

import numpy as np

from tenka.encoding import Array
from tenka.game import Action, Seat, View
from tenka.review.marks import EXACT_ZERO, Interval, interval_of, is_clear, margins_of
from tenka.search.judge import Judge, Option

FEWEST_WORLDS = 16
"""Of a comparison. With fewer a deviation says little."""
FOR_CHOOSING = 0.5
"""The part of the budget in which the best option is found."""
SHOWN = 5
"""So many options are told."""


@dataclass
class Tried:
    """An option with what it brought."""

    actions: list[Action]
    chance: float
    shares: Array
    """``[opinion, world, seat]``: all worlds so far."""

    @property
    def worlds(self) -> int:
        """In how many it was tried."""
        return int(self.shares.shape[1])

    def gain(self, other: Tried, seat: Seat) -> float:
        """How much better than another one it is in the same worlds, by the opinion that holds least of it."""
        num = min(self.worlds, other.worlds)
        gains = self.shares[:, :num, seat] - other.shares[:, :num, seat]
        return float(gains.mean(1).min())


class Shown(NamedTuple):
    """An option as it is told."""

    actions: list[Action]
    shares: list[Interval]
    """By seat."""


@dataclass(frozen=True)
class Compared:
    """What was found out."""

    best: list[Action]
    before: list[Interval]
    """By seat: its share of the win with the best option, in what the mover could know,"""
    after: list[Interval]
    """and with the one that was played."""
    loss: Interval
    """What the mover lost, as he could know it."""
    gave: list[Interval]
    """By seat: what that changed for everybody,"""
    margins: list[float]
    """and by how much it may be off, in a sum of many decisions."""
    stake: float
    """By how much options that somebody good may think of are worse, in the mean."""
    worlds: int
    options: list[Shown]
    """The best, and a few others as the mover's share says, what was played among them."""


def compare(
    judge: Judge, view: View, legal: Sequence[Action], played: list[Action], tries: int, rng: random.Random
) -> Compared:
    """Compares what was played with the best option."""
    assert view.seat is not None
    seat, doubt = view.seat, judge.doubt(judge.moment_of(view.known))
    tries = int(tries * judge.part_of_tries(view))
    options = _with_played(judge, view, judge.list_options(view, legal, rng), played, rng)
    own, *others = try_first(options, judge, view, int(tries * FOR_CHOOSING), rng)
    tried = [own, *others]
    others.sort(key=lambda option: (-option.worlds, -option.gain(own, seat)))
    best = others[0] if others and others[0].gain(own, seat) > 0 else own
    shown = [Shown(option.actions, by_seat(judge.join(option.shares))) for option in others if option is not best]
    stake = _stake(judge, tried, best, seat)
    if best is own:
        shares = by_seat(judge.join(own.shares))
        loss, margin = _no_loss(own, others, seat)
        shown = _in_order(Shown(played, shares), [], shown, seat)
        gave = [Interval(0.0, -loss.high, 0.0) if other == seat else loss for other in range(len(shares))]
        return Compared(played, shares, shares, loss, gave, [margin] * len(gave), stake, own.worlds, shown)
    left = int(tries * (1 - FOR_CHOOSING))
    batches = []
    while True:
        batches.append(try_in_new_worlds([best, own], judge, view, FEWEST_WORLDS, rng))
        better, real = np.concatenate(batches, axis=2).swapaxes(0, 1)  # [opinion, world, seat]
        losses = better[..., seat] - real[..., seat]
        loss, lenient = loss_of(losses, doubt), int(losses.mean(1).argmin())
        left -= 2 * FEWEST_WORLDS
        if is_clear(loss, int(view.known.players)) or left < 2 * FEWEST_WORLDS:
            after = judge.join(real)
            given = real[lenient] - better[lenient]
            gave = [doubted(change, doubt) for change in by_seat(given)]
            gave[seat] = Interval(-loss.mean, -loss.high, -loss.low)
            first, second = Shown(best.actions, by_seat(after - given)), Shown(played, by_seat(after))
            return Compared(
                best.actions,
                first.shares,
                second.shares,
                loss,
                gave,
                [margin + doubt * abs(change.mean) for margin, change in zip(margins_of(given), gave, strict=True)],
                stake,
                len(after),
                _in_order(first, [second], shown, seat),
            )


def _in_order(best: Shown, played: list[Shown], others: list[Shown], seat: Seat) -> list[Shown]:
    """The options that are told: the best, and what was played with the best of the others, by what the mover gets."""
    by_share = sorted([*played, *others[: SHOWN - 1 - len(played)]], key=lambda option: -option.shares[seat].mean)
    return [best, *by_share]


def loss_of(losses: Array, doubt: float) -> Interval:
    """What was lost ``[opinion, world]``: as the opinion says that sees least of it, and no surer than any is."""
    lenient = interval_of(losses[losses.mean(1).argmin()])
    return doubted(lenient._replace(low=min(interval_of(opinion).low for opinion in losses)), doubt)


def doubted(change: Interval, doubt: float) -> Interval:
    """A change of which a part may be the judge's own error: so much wider."""
    error = doubt * abs(change.mean)
    return change._replace(low=change.low - error, high=change.high + error)


def by_seat(shares: Array) -> list[Interval]:
    """Every seat's share of the win, from ``[world, seat]``."""
    return [interval_of(shares[:, seat]) for seat in range(shares.shape[1])]


def _no_loss(own: Tried, ranked: Sequence[Tried], seat: Seat) -> tuple[Interval, float]:
    """Nothing was lost, as far as can be seen; how much it might be says the second-best option. With its margin."""
    if not ranked:
        return EXACT_ZERO, 0.0
    num = min(own.worlds, ranked[0].worlds)
    gap = interval_of((ranked[0].shares[:, :num, seat] - own.shares[:, :num, seat]).mean(0))
    return Interval(0.0, 0.0, max(gap.high, 0.0)), max(gap.high - 1.0 / num, 0.0)


def _with_played(
    judge: Judge, view: View, options: Sequence[Option], played: list[Action], rng: random.Random
) -> list[Option]:
    """The options with what was played among them; those that lead to the same position are one, the played first."""
    world = judge.deal(view, 1, rng)[0]
    found = {judge.carry_out(world, played).tobytes(): Option(played, 0.0)}
    for option in options:
        key = judge.carry_out(world, option.actions).tobytes()
        same = found.get(key)
        found[key] = option if same is None else Option(same.actions, same.chance + option.chance)
    return list(found.values())


def try_first(options: Sequence[Option], judge: Judge, view: View, tries: int, rng: random.Random) -> list[Tried]:
    """Tries all options, and again and again goes on with the better half only; the first one stays to the end."""
    assert view.seat is not None
    tried = [Tried(option.actions, option.chance, np.zeros((0, 0, 0))) for option in options]
    own, left = tried[0], tried[1:]
    rounds = max(ceil(log2(len(tried))), 1)
    for _ in range(rounds):
        running = [own, *left]
        found = try_in_new_worlds(running, judge, view, max(tries // rounds // len(running), 2), rng)
        for place, option in enumerate(running):
            more = found[:, place]
            option.shares = np.concatenate([option.shares, more], axis=1) if option.worlds else more
        left.sort(key=lambda option: -option.gain(own, view.seat or 0))
        left = left[: max(len(left) // 2, 1)]
    return tried


def try_in_new_worlds(options: Sequence[Tried], judge: Judge, view: View, num: int, rng: random.Random) -> Array:
    """``[opinion, option, world, seat]`` in so many new worlds."""
    assert view.seat is not None
    worlds = judge.deal(view, num, rng)
    lucks = [rng.getrandbits(64) for _ in worlds]
    shares = judge.try_out(worlds, [option.actions for option in options], view.seat, lucks)
    return judge.temper(shares, judge.moment_of(view.known))


def _stake(judge: Judge, tried: Sequence[Tried], best: Tried, seat: Seat) -> float:
    worth = {id(option): float(judge.join(option.shares)[:, seat].mean()) for option in tried}
    likely = sum(option.chance for option in tried)
    lost = sum(option.chance * (worth[id(best)] - worth[id(option)]) for option in tried)
    return max(lost / likely, 0.0) if likely else 0.0
