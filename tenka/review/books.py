"""Books that balance: every change of every seat's share of the win has a cause, and all of them are the whole.

Between two values of a game lies a decision, a draw or a roll, or nothing but a change of what is known. What each
changed is booked to it, for every seat; so the sums are the last value less the first, whoever judged and how well.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from tenka.game import Seat
from tenka.review.plies import Value


@dataclass
class Account:
    """One seat's."""

    initial: float
    final: float
    own_decisions: float = 0.0
    own_luck: float = 0.0
    others_decisions: float = 0.0
    others_luck: float = 0.0
    hidden: float = 0.0
    """What was so and could not be known; and what the judge learnt on the way."""

    @property
    def without_luck(self) -> float:
        """The luck-adjusted result: what decisions alone made of the beginning."""
        return self.initial + self.own_decisions + self.others_decisions


@dataclass
class Books:
    """All seats'."""

    accounts: list[Account] = field(default_factory=list)
    gifts: list[list[float]] = field(default_factory=list)
    """``[giver][receiver]``: what a seat's decisions gave to each seat; to itself it is what it lost."""


def keep_books(values: Iterable[Value], final: Sequence[float]) -> Books:
    """Books all changes from the first value to the result."""
    books = Books()
    last: Sequence[float] = ()
    for cause, seat, shares in [*values, Value("hidden", -1, list(final))]:
        if not books.accounts:
            books.accounts = [Account(share, end) for share, end in zip(shares, final, strict=True)]
            books.gifts = [[0.0] * len(shares) for _ in shares]
        else:
            changes = [share - before for share, before in zip(shares, last, strict=True)]
            _book(books, cause, seat, changes)
        last = shares
    return books


def _book(books: Books, cause: str, seat: Seat, changes: Sequence[float]) -> None:
    for other, (account, change) in enumerate(zip(books.accounts, changes, strict=True)):
        if cause == "hidden":
            account.hidden += change
        elif cause == "decision":
            books.gifts[seat][other] += change
            if other == seat:
                account.own_decisions += change
            else:
                account.others_decisions += change
        elif other == seat:
            account.own_luck += change
        else:
            account.others_luck += change
