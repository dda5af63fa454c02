"""Every change has a cause, and all of them are the whole."""

from __future__ import annotations

import random

import pytest

from tenka.game import CHANCE, Seat
from tenka.review.books import Account, keep_books
from tenka.review.plies import Cause, Value


def balance(account: Account) -> float:
    """What is missing between the first value and the last one."""
    columns = (account.own_decisions, account.own_luck, account.others_decisions, account.others_luck, account.hidden)
    return account.final - account.initial.mean - sum(column.mean for column in columns)


def value(cause: Cause, seat: Seat, shares: list[float], margin: float = 0.0) -> Value:
    """One whose change may be off by a margin, for everybody."""
    return Value(cause, seat, shares, [margin] * len(shares), [margin] * len(shares))


def test_every_cause_has_its_column() -> None:
    books = keep_books(
        [
            value("hidden", CHANCE, [0.5, 0.3, 0.2]),
            value("decision", 0, [0.4, 0.3, 0.3]),
            value("hidden", CHANCE, [0.45, 0.3, 0.25]),
            value("luck", 0, [0.5, 0.25, 0.25]),
            value("luck", 1, [0.3, 0.6, 0.1]),
            value("decision", 2, [0.3, 0.7, 0.0]),
        ],
        [0.0, 1.0, 0.0],
    )
    first, second, third = books.accounts
    assert first.own_decisions.mean == pytest.approx(-0.1)
    assert first.own_luck.mean == pytest.approx(0.05)
    assert first.others_luck.mean == pytest.approx(-0.2)
    assert first.others_decisions.mean == pytest.approx(0.0)
    assert first.hidden.mean == pytest.approx(0.05 - 0.3)
    assert second.others_decisions.mean == pytest.approx(0.1)
    assert second.own_luck.mean == pytest.approx(0.35)
    assert third.own_decisions.mean == pytest.approx(-0.1)
    assert first.without_luck.mean == pytest.approx(0.4)
    gifts = [[gift.mean for gift in row] for row in books.gifts]
    assert gifts[0] == pytest.approx([-0.1, 0.0, 0.1])
    assert gifts[1] == [0.0, 0.0, 0.0]
    assert gifts[2] == pytest.approx([0.0, 0.1, -0.1])


def test_errors_of_sums_add_up_by_their_squares() -> None:
    """And what is hidden is as uncertain as all that it is the rest of."""
    books = keep_books(
        [
            value("hidden", CHANCE, [0.5, 0.5], 0.12),
            value("decision", 0, [0.4, 0.6], 0.03),
            value("hidden", CHANCE, [0.4, 0.6], 0.9),
            value("decision", 0, [0.3, 0.7], 0.04),
            value("luck", 1, [0.2, 0.8], 0.0),
        ],
        [0.0, 1.0],
    )
    first, second = books.accounts
    assert first.initial.high == pytest.approx(0.62)
    assert first.own_decisions == pytest.approx((-0.2, -0.25, -0.15))
    assert second.others_decisions == pytest.approx((0.2, 0.15, 0.25))
    assert books.gifts[0][1] == second.others_decisions
    assert books.gifts[1][0] == second.own_decisions == (0.0, 0.0, 0.0)
    assert first.others_luck == pytest.approx((-0.1, -0.1, -0.1))
    assert first.without_luck == pytest.approx((0.3, 0.3 - 0.13, 0.3 + 0.13))
    assert first.hidden == pytest.approx((-0.2, -0.2 - 0.13, -0.2 + 0.13))


@pytest.mark.parametrize("players", range(2, 7))
def test_the_sums_are_the_last_value_less_the_first_whatever_was_said_between(players: int) -> None:
    rng = random.Random(players)
    for _ in range(50):
        values = []
        for _ in range(300):
            cause: Cause = rng.choice(("decision", "luck", "hidden"))
            seat = CHANCE if cause == "hidden" else rng.randrange(players)
            values.append(value(cause, seat, [rng.random() for _ in range(players)]))
        books = keep_books(values, [float(seat == 0) for seat in range(players)])
        assert max(abs(balance(account)) for account in books.accounts) < 1e-9
