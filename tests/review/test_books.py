"""Every change has a cause, and all of them are the whole."""

from __future__ import annotations

import random

import pytest

from tenka.game import CHANCE
from tenka.review.books import Account, keep_books
from tenka.review.plies import Cause, Value


def balance(account: Account) -> float:
    """What is missing between the first value and the last one."""
    booked = account.own_decisions + account.own_luck + account.others_decisions + account.others_luck + account.hidden
    return account.final - account.initial - booked


def test_every_cause_has_its_column() -> None:
    books = keep_books(
        [
            Value("hidden", CHANCE, [0.5, 0.3, 0.2]),
            Value("decision", 0, [0.4, 0.3, 0.3]),
            Value("hidden", CHANCE, [0.45, 0.3, 0.25]),
            Value("luck", 0, [0.5, 0.25, 0.25]),
            Value("luck", 1, [0.3, 0.6, 0.1]),
            Value("decision", 2, [0.3, 0.7, 0.0]),
        ],
        [0.0, 1.0, 0.0],
    )
    first, second, third = books.accounts
    assert first.own_decisions == pytest.approx(-0.1)
    assert first.own_luck == pytest.approx(0.05)
    assert first.others_luck == pytest.approx(-0.2)
    assert first.others_decisions == pytest.approx(0.0)
    assert first.hidden == pytest.approx(0.05 - 0.3)
    assert second.others_decisions == pytest.approx(0.1)
    assert second.own_luck == pytest.approx(0.35)
    assert third.own_decisions == pytest.approx(-0.1)
    assert first.without_luck == pytest.approx(0.4)
    assert books.gifts[0] == pytest.approx([-0.1, 0.0, 0.1])
    assert books.gifts[1] == [0.0, 0.0, 0.0]
    assert books.gifts[2] == pytest.approx([0.0, 0.1, -0.1])


@pytest.mark.parametrize("players", range(2, 7))
def test_the_sums_are_the_last_value_less_the_first_whatever_was_said_between(players: int) -> None:
    rng = random.Random(players)
    for _ in range(50):
        values = []
        for _ in range(300):
            cause: Cause = rng.choice(("decision", "luck", "hidden"))
            seat = CHANCE if cause == "hidden" else rng.randrange(players)
            values.append(Value(cause, seat, [rng.random() for _ in range(players)]))
        books = keep_books(values, [float(seat == 0) for seat in range(players)])
        assert max(abs(balance(account)) for account in books.accounts) < 1e-9
