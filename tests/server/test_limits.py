"""How often somebody may do something: so many at once, and so many more with time."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

from tenka.server import limits
from tenka.server.limits import RATES, Limiter
from tenka.table import Refused
from tests.server.site import ADDRESS, open_site, refusal


class Clock:
    """Time that goes on when the test says so."""

    def __init__(self) -> None:
        self.now = 1000.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(limits, "time", SimpleNamespace(monotonic=clock.monotonic))
    return clock


def take_all(limiter: Limiter, what: str, who: str = "ann") -> int:
    """How many there are at once."""
    taken = 0
    while taken < 1000 and limiter.wait(what, who) == 0:
        taken += 1
    return taken


@pytest.mark.parametrize(
    ("what", "at_once", "a_minute"),
    [
        ("request", 200, 3000),
        ("guest", 30, 12),
        ("sign_in", 10, 6),
        ("sign_in_name", 10, 3),
        ("table", 30, 30),
        ("listener", 20, 6),
        ("record", 20, 30),
        ("replay", 40, 240),
        ("hint", 10, 30),
        ("frame", 200, 3600),
        ("connect", 100, 300),
    ],
)
def test_so_many_at_once_and_so_many_more_a_minute(clock: Clock, what: str, at_once: int, a_minute: int) -> None:
    """Ten times as many attempts a minute are ten times as many passwords tried: the numbers are what protects."""
    limiter = Limiter()
    assert take_all(limiter, what) == at_once
    taken = 0
    for _ in range(6000):
        clock.now += 0.01
        taken += limiter.wait(what, "ann") == 0
    assert taken == pytest.approx(a_minute, abs=1)
    clock.now += 1e6
    assert take_all(limiter, what) == at_once, "it does not fill beyond what it holds"
    assert set(RATES) == {
        "request",
        "guest",
        "sign_in",
        "sign_in_name",
        "table",
        "listener",
        "record",
        "replay",
        "hint",
        "frame",
        "connect",
    }


def test_the_answer_says_how_long_to_wait(clock: Clock) -> None:
    limiter = Limiter()
    take_all(limiter, "sign_in")
    assert limiter.wait("sign_in", "ann") == pytest.approx(10.0)
    clock.now += 4
    assert limiter.wait("sign_in", "ann") == pytest.approx(6.0)
    with pytest.raises(Refused, match="try again in 6 seconds") as refused:
        limiter.take("sign_in", "ann")
    assert refused.value.code == "limit"
    clock.now += 5.9
    with pytest.raises(Refused, match="try again in 1 seconds"):
        limiter.take("sign_in", "ann")
    clock.now += 0.2
    limiter.take("sign_in", "ann")
    with pytest.raises(Refused, match=r"try again in (9|10) seconds"):
        limiter.take("sign_in", "ann")


def test_everybody_and_everything_is_counted_alone(clock: Clock) -> None:
    limiter = Limiter()
    take_all(limiter, "hint")
    assert take_all(limiter, "hint", "bob") == 10
    assert take_all(limiter, "table") == 30


def test_all_limits_are_scaled_together_and_zero_is_none(clock: Clock) -> None:
    assert take_all(Limiter(0.5), "guest") == 15
    half = Limiter(0.5)
    take_all(half, "guest")
    assert half.wait("guest", "ann") == pytest.approx(10.0)
    none = Limiter(0)
    assert all(none.wait("guest", "ann") == 0 for _ in range(1000))


def test_who_was_not_seen_for_longest_is_forgotten_first(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """Memory is bounded, whoever comes; and nobody is forgiven by coming again and again."""
    assert limits.MOST_BUCKETS == 50_000
    monkeypatch.setattr(limits, "MOST_BUCKETS", 3)
    limiter = Limiter()
    for who in ("ann", "bob", "eve"):
        take_all(limiter, "hint", who)
    assert limiter.wait("hint", "ann") > 0
    assert take_all(limiter, "hint", "new") == 10
    assert limiter.wait("hint", "ann") > 0, "ann was seen after bob"
    assert take_all(limiter, "hint", "bob") == 10


# --- at the server ------------------------------------------------------------------------------------------------


def test_passwords_are_tried_ten_times_from_one_place(tmp_path: Path) -> None:
    """And no more for one name, however many places they come from."""
    with open_site(tmp_path, limits=1.0) as site:
        body = {"name": "somebody", "password": "wrong horse"}
        answers = [site.visitor().send("POST", "/api/sign-in", body) for _ in range(11)]
        for answer in answers[:10]:
            refusal(answer, 401, "credentials")
        assert "try again in" in refusal(answers[10], 429, "limit")
        site.server.limiter._buckets.pop(("sign_in", ADDRESS))  # as from another address
        refusal(site.visitor().send("POST", "/api/sign-in", {**body, "name": "SomeBody"}), 429, "limit")
        refusal(site.visitor().send("POST", "/api/sign-in", {**body, "name": "another"}), 401, "credentials")


def test_guests_are_made_thirty_at_once(tmp_path: Path) -> None:
    with open_site(tmp_path, limits=1.0) as site:
        for _ in range(30):
            site.guest()
        refusal(site.visitor().send("POST", "/api/guest"), 429, "limit")


def test_requests_of_all_kinds_are_limited(tmp_path: Path) -> None:
    with open_site(tmp_path, limits=0.05) as site:
        statuses = [site.visitor().send("GET", "/api/me").status_code for _ in range(12)]
        assert statuses[:10] == [200] * 10
        assert statuses[-1] == 429
        assert site.visitor().send("GET", "/healthz").status_code < 500
