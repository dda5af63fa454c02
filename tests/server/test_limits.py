"""How often somebody may do something: so many at once, and so many more with time."""

from __future__ import annotations

import asyncio
import contextlib
import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest

from tenka.server import devices, guard, limits
from tenka.server.app import Server
from tenka.server.bus import Bus
from tenka.server.limits import RATES, Limiter, Rate, network_of
from tenka.table import Refused
from tests.server.site import ADDRESS, open_site, refusal

PASSWORD = "correct horse"


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
        ("page", 800, 4800),
        ("guest", 30, 12),
        ("register", 10, 6),
        ("sign_in", 10, 6),
        ("sign_in_name", 10, 3),
        ("password", 10, 6),
        ("look", 100, 900),
        ("table", 30, 30),
        ("listener", 20, 6),
        ("record", 20, 30),
        ("replay", 40, 240),
        ("download", 5, 1.2),
        ("hint", 10, 30),
        ("review", 8, 0.6),
        ("report", 5, 0.3),
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
        "page",
        "guest",
        "register",
        "sign_in",
        "sign_in_name",
        "password",
        "look",
        "table",
        "listener",
        "record",
        "replay",
        "download",
        "hint",
        "review",
        "report",
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
        asyncio.run(limiter.take_shared("sign_in", "ann"))
    assert refused.value.code == "limit"
    clock.now += 5.9
    with pytest.raises(Refused, match="try again in 1 seconds"):
        asyncio.run(limiter.take_shared("sign_in", "ann"))
    clock.now += 0.2
    asyncio.run(limiter.take_shared("sign_in", "ann"))
    with pytest.raises(Refused, match=r"try again in (9|10) seconds"):
        asyncio.run(limiter.take_shared("sign_in", "ann"))


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


def test_passwords_are_tried_ten_times_from_one_place_and_others_can_still_sign_in(tmp_path: Path) -> None:
    """Who fails often keeps himself out, and nobody else: not even from the name that he has tried."""
    with open_site(tmp_path, limits=1.0) as site:
        body = {"name": "somebody", "password": "wrong horse"}
        answers = [site.visitor().send("POST", "/api/sign-in", body) for _ in range(11)]
        for answer in answers[:10]:
            refusal(answer, 401, "credentials")
        assert "try again in" in refusal(answers[10], 429, "limit")
        site.server.limiter._buckets.pop(("sign_in", f"nobody at {ADDRESS}"))
        refusal(site.visitor().send("POST", "/api/sign-in", {**body, "name": "SomeBody"}), 429, "limit")
        refusal(site.visitor().send("POST", "/api/sign-in", {**body, "name": "another"}), 401, "credentials")
        owner = site.visitor()
        owner.address = "10.0.0.2"
        refusal(owner.send("POST", "/api/sign-in", body), 401, "credentials")


def test_who_fails_often_keeps_nobody_at_his_address_from_registering_or_from_an_account_that_is_open(
    tmp_path: Path,
) -> None:
    with open_site(tmp_path, limits=1.0) as site:
        ann = site.guest()
        ann.post("/api/register", {"name": "Ann", "password": PASSWORD})
        wrong = {"name": "somebody", "password": "wrong horse"}
        while site.visitor().send("POST", "/api/sign-in", wrong).status_code != 429:
            pass
        site.guest().post("/api/register", {"name": "Bob", "password": PASSWORD})
        site.visitor().post("/api/register", {"name": "Cleo", "password": PASSWORD})
        assert ann.send("PUT", "/api/password", {"old": PASSWORD, "new": "battery staple"}).status_code == 204
        assert ann.send("POST", "/api/codes", {"password": "battery staple"}).status_code == 201


def test_who_fails_often_keeps_nobody_out_of_an_account_in_a_browser_where_he_has_been_in_before(
    tmp_path: Path,
) -> None:
    """A class that shares an address with one who fails on purpose: everybody comes in again all the same."""
    with open_site(tmp_path, limits=1.0) as site:
        right, wrong = {"name": "Ann", "password": PASSWORD}, {"name": "Ann", "password": "wrong horse"}
        registered = site.visitor().send("POST", "/api/register", right)
        codes = registered.json()["codes"]
        marks = [devices_mark(registered), devices_mark(site.visitor().send("POST", "/api/sign-in", right))]
        mark_of_another = devices_mark(site.visitor().send("POST", "/api/register", {**right, "name": "Eve"}))

        def come(body: dict[str, str], mark: str, path: str = "/api/sign-in") -> httpx.Response:
            return site.visitor().send("POST", path, body, cookie=f"{devices.COOKIE}={mark}" if mark else "")

        while come(wrong, "").status_code != 429:
            pass
        assert come(right, marks[0]).json()["person"]["name"] == "Ann"
        assert come(right, marks[1]).status_code == 200
        forged = marks[0][:-1] + ("0" if marks[0][-1] != "0" else "1")
        _, device, sign = mark_of_another.split(".")
        for other in ("", mark_of_another, forged, "x", "a.b.c", f"{marks[0].split('.')[0]}.{device}.{sign}"):
            refusal(come(right, other), 429, "limit")
        answers = [come(wrong, marks[0]).status_code for _ in range(12)]
        assert answers == [401] * 9 + [429] * 3, "but it has no more tries than anybody"
        assert come(right, marks[1]).status_code == 200, "and its fault keeps out no other"
        back = come({"name": "Ann", "code": codes[0], "password": "battery staple"}, marks[1], "/api/recover")
        assert devices_mark(back) not in marks


def test_who_signs_in_over_and_over_has_no_new_tries_for_each_new_browser(tmp_path: Path) -> None:
    """Every time somebody comes in his browser gets a mark of its own, and a password takes the server long."""
    with open_site(tmp_path, limits=1.0) as site:
        right = {"name": "Ann", "password": PASSWORD}
        answer, times = site.visitor().send("POST", "/api/register", right), 0
        while answer.status_code != 429 and times < 70:
            mark = devices_mark(answer)
            answer = site.visitor().send("POST", "/api/sign-in", right, cookie=f"{devices.COOKIE}={mark}")
            times += 1
        refusal(answer, 429, "limit")


def devices_mark(answer: httpx.Response) -> str:
    """The mark that a browser was given."""
    return answer.cookies[devices.COOKIE]


def test_nobody_tries_passwords_of_an_account_that_is_open_for_long(tmp_path: Path) -> None:
    """Whoever has come by a session does not have the password yet."""
    with open_site(tmp_path, limits=1.0) as site:
        ann = site.guest()
        ann.post("/api/register", {"name": "Ann", "password": PASSWORD})
        tried = [
            *(ann.send("PUT", "/api/password", {"old": f"wrong horse {n}", "new": "battery staple"}) for n in range(5)),
            *(ann.send("POST", "/api/codes", {"password": f"wrong horse {n}"}) for n in range(5)),
        ]
        assert [answer.status_code for answer in tried] == [401] * 10
        refusal(ann.send("POST", "/api/account/delete", {"password": "wrong horse"}), 429, "limit")


def test_who_is_nobody_uses_up_nothing_of_what_people_at_his_address_have(tmp_path: Path) -> None:
    with open_site(tmp_path, limits=1.0) as site:
        bob = site.guest()
        while site.visitor().send("POST", "/api/register", {"name": "bot7", "password": PASSWORD}).status_code != 429:
            pass
        bob.post("/api/register", {"name": "Bob", "password": PASSWORD})


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "/api/pairing", {"game": "go", "bot": "greedy"}),
        ("POST", "/api/listeners/hook", {"url": "http://127.0.0.1/"}),
        ("GET", "/api/leaderboard", None),
        ("GET", "/api/people/greedy", None),
    ],
)
def test_one_guest_does_not_use_up_what_another_has_at_his_address(
    tmp_path: Path, method: str, path: str, body: Any
) -> None:
    with open_site(tmp_path, limits=1.0) as site:
        greedy, other = site.guest(), site.guest()
        while greedy.send(method, path, body).status_code != 429:
            pass
        assert other.send(method, path, body).status_code != 429


def test_guests_are_made_thirty_at_once(tmp_path: Path) -> None:
    with open_site(tmp_path, limits=1.0) as site:
        for _ in range(30):
            site.guest()
        refusal(site.visitor().send("POST", "/api/guest"), 429, "limit")


def test_requests_of_all_kinds_are_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "SECONDS_REFUSED", 0.0)
    with open_site(tmp_path, limits=0.05) as site:
        statuses = [site.visitor().send("GET", "/api/me").status_code for _ in range(12)]
        assert statuses[:10] == [200] * 10
        assert statuses[-1] == 429
        assert site.visitor().send("GET", "/healthz").status_code != 429


@pytest.mark.parametrize("path", ["/", "/metrics", "/docs/"])
def test_what_is_no_call_is_limited_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str) -> None:
    """Two hundred connections that asked for the page again and again made everybody wait for 0.4 s."""
    monkeypatch.setattr(guard, "SECONDS_REFUSED", 0.0)
    monkeypatch.setitem(RATES, "page", Rate(5, 0.001))
    with open_site(tmp_path, limits=1.0) as site:
        visitor, other = site.visitor(), site.visitor()
        other.address = "10.0.0.2"
        answers = [visitor.send("GET", path).status_code for _ in range(7)]
        assert 429 not in answers[:5]
        assert answers[5:] == [429, 429]
        assert other.send("GET", path).status_code != 429
        assert visitor.send("GET", "/api/me").status_code == 200, "calls are counted by themselves"


def test_one_network_of_the_newer_kind_is_one_address() -> None:
    assert network_of("2001:db8::1") == network_of("2001:db8::ffff:1")
    assert network_of("2001:db8:0:1::1") != network_of("2001:db8::1")
    assert network_of("fe80::1%eth0") == network_of("fe80::2")
    assert network_of("not an address") == "not an address"


def test_what_costs_more_is_waited_for_longer(clock: Clock) -> None:
    limiter = Limiter()
    assert limiter.charge("frame", "ann", 200) == 0
    assert limiter.charge("frame", "ann", 60) == pytest.approx(1.0)
    assert limiter.charge("frame", "ann", 60) == pytest.approx(2.0), "what was taken before counts"
    assert limiter.charge("frame", "bob", 60) == 0
    assert limiter.charge("frame", "home", 1000, 5) == 0
    assert limiter.charge("frame", "home", 300, 5) == pytest.approx(1.0)
    assert Limiter(0).charge("frame", "ann", 1e9) == 0


class Gossip(Bus):
    """The way to another node, which forwards what is told in a moment."""

    is_alone = False

    def __init__(self) -> None:
        self.told: list[dict[str, Any]] = []

    def publish(self, news: dict[str, Any]) -> None:
        self.told.append(json.loads(json.dumps(news)))


def test_nodes_tell_each_other_what_was_charged(clock: Clock) -> None:
    ways = Gossip(), Gossip()
    here, there = (Limiter(1.0, way) for way in ways)
    here.charge("frame", "home", 900, 5)
    here.charge("frame", "ann", 200)
    here.charge("frame", "bob", 1)
    here.tell_charged()
    here.tell_charged()
    (news,) = ways[0].told
    assert [who for _, who, _, _ in news["charged"]] == ["home", "ann"], "once, and only what makes a difference"
    there.hear_charged(news["charged"])
    assert there.charge("frame", "ann", 60) == pytest.approx(1.0)
    assert there.charge("frame", "home", 100, 5) == 0
    assert there.charge("frame", "home", 300, 5) == pytest.approx(1.0)
    there.tell_charged()
    (back,) = ways[1].told
    told = [(who, cost) for _, who, _, cost in back["charged"]]
    assert told == [("ann", 60), ("home", 400)], "what was heard is not told back"


def test_what_an_address_sends_to_one_worker_it_cannot_send_to_another(tmp_path: Path) -> None:
    async def tell(server: Server) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(limits.SECONDS_BETWEEN_TELLINGS * 1.5):
                await server._hold_on()

    way = Gossip()
    with open_site(tmp_path, limits=1.0) as site:
        site.server.limiter._bus = way
        site.server.limiter.charge("frame", "address home", 1000, 5)
        site.wait_for(tell, site.server)
    (news,) = way.told
    (tmp_path / "other").mkdir()
    with open_site(tmp_path / "other", limits=1.0) as site:
        site.wait_for(site.server.lounge._hear, news)
        assert site.server.limiter.charge("frame", "address home", 600, 5) > 1


def test_a_person_and_an_address_are_both_counted() -> None:
    async def ask() -> tuple[int, int]:
        limiter = Limiter()
        alone = crowd = 0
        with contextlib.suppress(Refused):
            for _ in range(100):
                await limiter.take_both("hint", "ann", "home")
                alone += 1
        with contextlib.suppress(Refused):
            for number in range(100):
                await limiter.take_both("hint", f"guest {number}", "home")
                crowd += 1
        await limiter.take_both("hint", "bob", "elsewhere")
        return alone, crowd

    assert asyncio.run(ask()) == (10, 40)


def test_nobody_has_more_open_than_he_may() -> None:
    async def hold() -> None:
        limiter = Limiter(0.2)  # four sockets a person, eighty an address
        async with contextlib.AsyncExitStack() as stack:
            for _ in range(4):
                await stack.enter_async_context(limiter.holding("socket", "ann", "home"))
            with pytest.raises(Refused, match="you have 4 of these open"):
                await stack.enter_async_context(limiter.holding("socket", "ann", "elsewhere"))
            for number in range(76):
                await stack.enter_async_context(limiter.holding("socket", f"guest {number}", "home"))
            with pytest.raises(Refused, match="you have 80 of these open"):
                await stack.enter_async_context(limiter.holding("socket", None, "home"))
            with pytest.raises(Refused):
                limiter.must_have_room("socket", "ann", "elsewhere")
            async with limiter.holding("socket", "bob", "elsewhere"), limiter.holding("stream", "ann", "home"):
                pass
        assert limiter._held == {}, "all of it was let go"
        async with Limiter(0).holding("socket", "ann", "home"):
            pass

    asyncio.run(hold())


def test_nobody_keeps_more_tables_than_he_can_play(tmp_path: Path) -> None:
    with open_site(tmp_path, limits=1.0) as site:
        ann = site.guest()
        lobby = {"seats": [{"kind": "me"}, {"kind": "open"}], "visibility": "open"}
        tables = [ann.post("/api/tables", lobby)["id"] for _ in range(5)]
        assert "wait for players in the lobby" in refusal(ann.send("POST", "/api/tables", lobby), 429, "limit")
        ann.post("/api/tables", lobby | {"visibility": "link"})
        ann.post(f"/api/tables/{tables[0]}/leave")
        ann.post("/api/tables", lobby)
        crowd = [site.guest() for _ in range(4)]
        made = [one.send("POST", "/api/tables", lobby).status_code for one in crowd for _ in range(4)]
        assert made.count(201) == 15, "twenty from one address, however many people are there"
        other = site.guest()
        other.address = "10.0.0.9"
        assert other.send("POST", "/api/tables", lobby).status_code == 201


def test_a_bot_is_one_of_the_list_and_cannot_be_told_how_long_to_think(tmp_path: Path) -> None:
    with open_site(tmp_path) as site:
        ann = site.guest()
        for bot in ("mcts:600000ms", "mcts:9999999", "neural:60000ms", "nobody"):
            wish = {"seats": [{"kind": "me"}, {"kind": "bot", "bot": bot}]}
            assert "there is no player" in refusal(ann.send("POST", "/api/tables", wish), 422, "invalid")
            rest: dict[str, Any] = {"seats": [{"kind": "me"}, {"kind": "open"}], "stand_in": bot}
            assert "there is no player" in refusal(ann.send("POST", "/api/tables", rest), 422, "invalid")
        table = ann.post("/api/tables", {"seats": [{"kind": "me"}, {"kind": "open"}]})["id"]
        path = f"/api/tables/{table}/seats/1"
        refusal(ann.send("PUT", path, {"bot": "mcts:600000ms"}), 422, "invalid")
        for options in ({}, {"hands": "random"}):
            pair = {"bot": "mcts:600000ms", "options": options}
            assert "there is no player" in refusal(ann.send("POST", "/api/pairing", pair), 422, "invalid")
        assert ann.send("PUT", path, {"bot": "bushi"}).status_code == 200
