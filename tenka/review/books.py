"""Books that balance: every change of every seat's share of the win has a cause, and all of them are the whole.

Between two values of a game lies a decision, a draw or a roll, or nothing but a change of what is known. What each
changed is booked to it, for every seat; so the sums are the last value less the first, whoever judged and how well.
Decisions and draws are found independently of each other, so their errors add up by their squares.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Literal

from tenka.game import CHANCE
from tenka.review.marks import Interval, around
from tenka.review.plies import Value

Column = Literal["own_decisions", "own_luck", "others_decisions", "others_luck", "hidden"]


@dataclass
class _Sum:
    """Figures that are added up."""

    total: float = 0.0
    square: float = 0.0
    """Of their margins."""

    def add(self, figure: float, margin: float) -> None:
        self.total += figure
        self.square += margin * margin

    def plus(self, *others: _Sum) -> _Sum:
        sums = (self, *others)
        return _Sum(sum(one.total for one in sums), sum(one.square for one in sums))

    def interval(self) -> Interval:
        return around(self.total, sqrt(self.square))


@dataclass(frozen=True)
class Account:
    """One seat's."""

    initial: Interval
    final: float
    own_decisions: Interval
    own_luck: Interval
    others_decisions: Interval
    others_luck: Interval
    hidden: Interval
    """What was so and could not be known; and what the judge learnt on the way."""
    without_luck: Interval
    """The luck-adjusted result: what decisions alone made of the beginning."""


@dataclass(frozen=True)
class Books:
    """All seats'."""

    accounts: list[Account]
    gifts: list[list[Interval]]
    """``[giver][receiver]``: what a seat's decisions gave to each seat; to itself it is what it lost."""


@dataclass
class _OpenAccount:
    initial: _Sum
    own_decisions: _Sum = field(default_factory=_Sum)
    own_luck: _Sum = field(default_factory=_Sum)
    others_decisions: _Sum = field(default_factory=_Sum)
    others_luck: _Sum = field(default_factory=_Sum)
    hidden: _Sum = field(default_factory=_Sum)

    def close(self, final: float) -> Account:
        """All of it, with the error of what is hidden: it is what the others leave of a result that is known."""
        decisions = self.initial.plus(self.own_decisions, self.others_decisions)
        return Account(
            self.initial.interval(),
            final,
            self.own_decisions.interval(),
            self.own_luck.interval(),
            self.others_decisions.interval(),
            self.others_luck.interval(),
            around(self.hidden.total, sqrt(decisions.plus(self.own_luck, self.others_luck).square)),
            decisions.interval(),
        )


def keep_books(values: Iterable[Value], final: Sequence[float]) -> Books:
    """Books all changes from the first value to the result."""
    first, *rest = [*values, Value("hidden", CHANCE, list(final), [0.0] * len(final), [])]
    accounts = [_OpenAccount(_Sum(share, margin**2)) for share, margin in zip(first.shares, first.margins, strict=True)]
    gifts = [[_Sum() for _ in accounts] for _ in accounts]
    last = first.shares
    for value in rest:
        for other, (account, share, before) in enumerate(zip(accounts, value.shares, last, strict=True)):
            if value.cause == "hidden":
                account.hidden.add(share - before, 0.0)
                continue
            change = share - before, value.change_margins[other]
            getattr(account, _column(value.cause, value.seat == other)).add(*change)
            if value.cause == "decision":
                gifts[value.seat][other].add(*change)
        last = value.shares
    return Books(
        [account.close(end) for account, end in zip(accounts, final, strict=True)],
        [[gift.interval() for gift in row] for row in gifts],
    )


def _column(cause: Literal["decision", "luck"], is_own: bool) -> Column:
    if cause == "decision":
        return "own_decisions" if is_own else "others_decisions"
    return "own_luck" if is_own else "others_luck"
