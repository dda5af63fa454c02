"""Turns are judged at once, in games that are over and in no other."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tenka.samurai.review import SamuraiJudge
from tests.server.reviewing import SHORT, bring, open_reviewing_site
from tests.server.site import Site, refusal


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with open_reviewing_site(tmp_path_factory.mktemp("judging")) as (site, _):
        yield site


def test_the_best_turns_and_the_own_one_are_judged_in_the_same_worlds(site: Site) -> None:
    guest = site.guest()
    asked = {"table": bring(guest, SHORT), "version": 10}
    legal = guest.post("/api/sandbox", asked)["choice"]["legal"]
    first = next(token for token in legal if "@" in token)
    judged = guest.post("/api/judge", {**asked, "options": [first]})
    assert judged["judge"] == SamuraiJudge.name
    own = [turn for turn in judged["turns"] if turn["asked"]]
    assert [turn["moves"] for turn in own] == [f"{first} done"], "a turn that can end here does"
    for turn in judged["turns"]:
        assert sum(share["mean"] for share in turn["shares"]) == pytest.approx(1.0)
        assert all(share["low"] <= share["mean"] <= share["high"] for share in [*turn["shares"], turn["loss"]])
    assert judged["shares"] == judged["turns"][0]["shares"]
    assert guest.post("/api/judge", {**asked, "options": [first]}) == judged, "asked again it is the same"


def test_a_turn_that_is_begun_goes_on(site: Site) -> None:
    guest = site.guest()
    asked = {"table": bring(guest, SHORT), "version": 10}
    best = guest.post("/api/judge", asked)["turns"][0]["moves"].split()
    judged = guest.post("/api/judge", {**asked, "moves": best[0], "options": [" ".join(best[1:])]})
    assert any(turn["asked"] and turn["moves"].split() == best[1:] for turn in judged["turns"])


def test_what_cannot_be_judged_is_refused_with_a_sentence(site: Site) -> None:
    guest = site.guest()
    table = bring(guest, SHORT)
    last = len(guest.get(f"/api/tables/{table}/replay")["steps"])
    refusal(guest.send("POST", "/api/judge", {"table": table, "version": last}), 409, "over")
    refusal(guest.send("POST", "/api/judge", {"table": table, "version": 10, "options": ["x9@q9"]}), 422, "invalid")
    refusal(guest.send("POST", "/api/judge", {"table": table, "version": 10, "options": [""]}), 422, "invalid")
    refusal(
        guest.send("POST", "/api/judge", {"table": bring(guest, "history-unfinished"), "version": 3}), 403, "forbidden"
    )
    refusal(site.visitor().send("POST", "/api/judge", {"table": table, "version": 10}), 401, "sign_in")


def test_while_a_game_goes_on_nobody_is_told_what_is_good_in_it(site: Site) -> None:
    maker = site.guest()
    seats = [{"kind": "me"}, {"kind": "me"}]
    table = maker.post("/api/tables", {"game": "samurai", "seats": seats, "visibility": "open"})
    assert table["status"] == "running"
    for somebody in (maker, site.guest()):
        answer = somebody.send("POST", "/api/judge", {"table": table["id"], "version": 0})
        assert "while it goes on" in refusal(answer, 403, "forbidden")
