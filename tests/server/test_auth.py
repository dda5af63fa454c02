"""Who somebody is: names, passwords, sessions, tokens; in one process, with a database of its own."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import select

from tenka.server import auth
from tenka.server import database as db
from tenka.server.auth import (
    NOBODY,
    Caller,
    hash_secret,
    new_id,
)
from tenka.server.names import check_name, name_key
from tenka.table import Refused
from tests.server.site import COOKIE, Site, Visitor, open_site, refusal

DAY = 86_400.0
PASSWORD = "correct horse"


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with open_site(tmp_path) as site:
        yield site


class Clock:
    """Time that goes on when the test says so."""

    def __init__(self) -> None:
        self.now = 1_000_000_000.0

    def time(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(auth, "time", SimpleNamespace(time=clock.time))
    return clock


def registered(site: Site, name: str = "Ann", password: str = PASSWORD) -> Visitor:
    visitor = site.visitor()
    visitor.post("/api/register", {"name": name, "password": password})
    return visitor


def sign_in(site: Site, name: str = "Ann", password: str = PASSWORD, **headers: str) -> Visitor:
    visitor = site.visitor(**headers)
    visitor.post("/api/sign-in", {"name": name, "password": password})
    return visitor


def token(visitor: Visitor, *scopes: str, label: str = "bot") -> dict[str, Any]:
    made: dict[str, Any] = visitor.post("/api/tokens", {"label": label, "scopes": list(scopes)})
    return made


def program(site: Site, secret: str) -> Visitor:
    return site.visitor(origin="", authorization=f"Bearer {secret}")


def stored(site: Site, table: Any) -> list[Any]:
    return list(site.wait_for(site.server.store.fetch, select(table)))


# --- names and secrets --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        "ab",
        "Ann",
        "x" * 24,
        "a-b.c_d",
        "天下",
        "7up",
        "e\u0301lan",
        "Jürgen",
        "Größe",
        "Þórður",
        "Łukasz",
        "Søren",
        "Ngọc-Ánh",
        "Əli",
        "Işık",
        "佐々木さくら",
        "サーバー",
        "山田Taro",
        "김민수",
        "Ольга",
        "Наталія",
        "Ђорђе",
        "Әлия",
        "Σωκράτης",
        "Ελένη",
        "محمد",
        "علی۷",
        "דוד",
        "สมชาย",
        "नमन",
        "Արամ",
        "ნინო",
    ],
)
def test_names_that_can_be(name: str) -> None:
    assert check_name(f"  {name} ") == check_name(name)
    assert len(check_name(name)) <= len(name)


@pytest.mark.parametrize(
    ("name", "word"),
    [
        ("a", "2 to 24"),
        ("", "2 to 24"),
        ("x" * 25, "2 to 24"),
        ("has blank", "2 to 24"),
        ("_x", "2 to 24"),
        (".x", "2 to 24"),
        ('quo"te', "2 to 24"),
        ("line\nbreak", "2 to 24"),
        ("guest-me", "guest or bot"),
        ("GUEST-me", "guest or bot"),
        ("ｇuest-me", "guest or bot"),
        ("bot", "guest or bot"),
        ("Bot7", "guest or bot"),
        ("gu_est9", "guest or bot"),
        ("shogun", "what a bot is called"),
        ("Sh0gun", "what a bot is called"),
        ("FARMER", "what a bot is called"),
        ("farmеr", "one alphabet"),  # its e is a Russian one
        ("Ѕhogun", "one alphabet"),
        ("Αnn", "one alphabet"),
        ("Pauǀ", "written with 'ǀ'"),  # for a click of the tongue
        ("ꓢꓧꓳꓖꓴꓠ", "written with 'ꓢ'"),
        ("ꜱʜᴏɢᴜɴ", "written with 'ꜱ'"),
        ("ᴛᴇɴᴋᴀʙɪᴛᴏ", "written with 'ᴛ'"),
        ("gueꜱt-x", "written with 'ꜱ'"),
        ("ԁаімуо", "written with 'ԁ'"),
        ("ᎪᏞᎬХ", "one alphabet"),
        ("ᎪᏞᎬ", "written with 'Ꭺ'"),
        ("Pau١", "one alphabet"),
        ("ΒΟΤ7", "guest or bot"),
        ("ΡΑΝDΑ", "one alphabet"),
        ("Ru\u3164by", "2 to 24"),
        ("Ru\u200bby", "2 to 24"),
        ("Ru\u00adby", "2 to 24"),
    ],
)
def test_names_that_cannot_be(name: str, word: str) -> None:
    with pytest.raises(Refused, match=word) as refused:
        check_name(name)
    assert refused.value.code == "invalid"


def test_names_that_look_the_same_are_the_same() -> None:
    assert check_name(" ＡＢ ") == "AB"
    assert name_key("ANN") == name_key("ann") == name_key("Ａnn")
    assert name_key("STRASSE") == name_key("straße")
    assert name_key("ann") != name_key("anne")
    assert name_key("x" * 100) == "x" * 60


def test_ids_cannot_be_guessed_and_are_easy_to_read() -> None:
    ids = {new_id() for _ in range(200)}
    assert len(ids) == 200
    assert all(re.fullmatch("[2-9a-hjkmnp-z]{12}", name) for name in ids)
    assert len({sign for name in ids for sign in name}) == 31
    assert len(new_id(6)) == 6


def test_of_secrets_only_hashes_are_stored(site: Site) -> None:
    visitor = registered(site)
    made = token(visitor, "read")
    assert visitor.cookie is not None
    (person,) = stored(site, db.people)
    assert person.password.startswith("$argon2id$")
    assert [row.secret for row in stored(site, db.sessions)] == [hash_secret(visitor.cookie)]
    assert [row.secret for row in stored(site, db.tokens)] == [hash_secret(made["secret"])]
    assert hash_secret("x") == "2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881"
    everything = repr([stored(site, table) for table in (db.people, db.sessions, db.tokens)])
    for secret in (visitor.cookie, made["secret"], PASSWORD):
        assert secret not in everything
        assert len(secret) >= 40 or secret == PASSWORD


# --- guests and accounts ------------------------------------------------------------------------------------------


def test_a_guest_gets_a_name_and_a_cookie_that_scripts_cannot_read(site: Site) -> None:
    visitor = site.visitor(**{"user-agent": "A" * 300})
    answer = visitor.send("POST", "/api/guest")
    cookie = answer.headers["set-cookie"].lower()
    for word in ("httponly", "samesite=strict", "path=/", f"max-age={180 * 86_400}"):
        assert word in cookie
    assert "secure" not in cookie, "at home there is no https"
    assert answer.json() == {"person": visitor.person, "settings": {}}
    assert visitor.person is not None
    assert re.fullmatch("guest-[a-z0-9]{6}", visitor.person["name"])
    assert visitor.person["is_guest"]
    (person,) = stored(site, db.people)
    assert (person.settings, person.password) == ("{}", None)
    assert person.created_at == pytest.approx(time.time(), abs=60)
    (session,) = stored(site, db.sessions)
    assert (session.agent, session.person) == ("A" * 200, visitor.person["id"])


def test_a_second_click_does_not_make_a_second_guest(site: Site) -> None:
    visitor = site.guest()
    assert visitor.post("/api/guest")["person"] == visitor.person
    assert len(stored(site, db.people)) == 1


def test_a_guest_becomes_a_person_and_stays_the_same_one(site: Site) -> None:
    other, visitor = site.guest(), site.guest()
    before = visitor.person
    assert before is not None
    told = visitor.post("/api/register", {"name": "Ann", "password": PASSWORD})["person"]
    assert visitor.person == told == before | {"name": "Ann", "is_guest": False}
    assert sign_in(site, "ann").person == visitor.person
    assert other.person is not None
    assert other.person["name"].startswith("guest-"), "nobody else got that name"


def test_an_account_without_having_been_a_guest(site: Site) -> None:
    visitor = registered(site)
    assert visitor.person is not None
    assert (visitor.person["name"], visitor.person["is_guest"]) == ("Ann", False)
    assert re.fullmatch("[2-9a-z]{12}", visitor.person["id"])
    assert stored(site, db.people)[0].created_at == pytest.approx(time.time(), abs=60)
    assert visitor.get("/api/me")["settings"] == {}


def test_who_has_an_account_does_not_make_another(site: Site) -> None:
    visitor = registered(site)
    sentence = refusal(visitor.send("POST", "/api/register", {"name": "Bob", "password": PASSWORD}), 403, "forbidden")
    assert "sign out first" in sentence
    assert [row.name for row in stored(site, db.people)] == ["Ann"]


def test_a_name_belongs_to_one_person(site: Site) -> None:
    registered(site)
    for visitor in (site.visitor(), site.guest()):
        answer = visitor.send("POST", "/api/register", {"name": "ANN", "password": PASSWORD})
        assert "taken" in refusal(answer, 409, "taken")
    assert sign_in(site).person is not None


def test_a_name_that_cannot_be_is_refused(site: Site) -> None:
    refusal(site.visitor().send("POST", "/api/register", {"name": "bot7", "password": PASSWORD}), 422, "invalid")
    assert stored(site, db.people) == []


def test_unknown_names_and_wrong_passwords_look_the_same_and_take_as_long(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else anybody could find out who has an account here."""
    registered(site)
    guest = site.guest().person
    assert guest is not None
    checked: list[str] = []
    hasher = auth._hasher()

    def verify(stored: str, password: str) -> bool:
        checked.append(stored)
        return hasher.verify(stored, password)

    monkeypatch.setattr(auth, "_hasher", lambda: SimpleNamespace(verify=verify, hash=hasher.hash))
    answers = [
        site.visitor().send("POST", "/api/sign-in", {"name": name, "password": "wrong horse"})
        for name in ("Ann", "nobody", guest["name"])
    ]
    assert len({answer.content for answer in answers}) == 1
    for answer in answers:
        refusal(answer, 401, "credentials")
        assert "set-cookie" not in answer.headers
    assert [stored.split("$")[:4] for stored in checked] == [checked[0].split("$")[:4]] * 3, "as much work for each"


def test_nobody_signs_in_with_the_password_of_nobody(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where there is no such name a password is checked all the same; even if it fitted, there is nobody."""
    monkeypatch.setattr(auth, "_hash_of_nothing", lambda: auth._hasher().hash(PASSWORD))
    assert not auth._verify(None, PASSWORD)
    refusal(site.visitor().send("POST", "/api/sign-in", {"name": "nobody", "password": PASSWORD}), 401, "credentials")


def test_a_password_takes_as_much_memory_and_time_as_argon2_advises() -> None:
    """Who steals the database has to spend as much for every password that he tries."""
    hasher = auth._hasher()
    assert hasher.memory_cost >= 19 * 1024
    assert hasher.time_cost >= 2
    assert hasher.verify(hasher.hash(PASSWORD), PASSWORD)


def test_a_damaged_hash_lets_nobody_in() -> None:
    assert not auth._verify("not a hash", PASSWORD)


def test_a_new_password_ends_all_other_sessions_and_no_others(site: Site) -> None:
    visitor, other = registered(site), registered(site, "Bob")
    elsewhere = sign_in(site)
    answer = visitor.send("PUT", "/api/password", {"old": "wrong horse", "new": "battery staple"})
    assert "present password" in refusal(answer, 401, "credentials")
    assert elsewhere.person is not None
    visitor.put("/api/password", {"old": PASSWORD, "new": "battery staple"})
    assert elsewhere.person is None
    assert visitor.person is not None
    assert other.person is not None
    assert sign_in(site, password="battery staple").person == visitor.person
    refusal(site.visitor().send("POST", "/api/sign-in", {"name": "Ann", "password": PASSWORD}), 401, "credentials")
    assert sign_in(site, "Bob").person == other.person


def test_a_guest_has_no_password_to_change(site: Site) -> None:
    refusal(site.guest().send("PUT", "/api/password", {"old": PASSWORD, "new": "battery staple"}), 401, "credentials")


# --- sessions -----------------------------------------------------------------------------------------------------


def test_a_session_that_has_expired_is_nobodys(site: Site, clock: Clock) -> None:
    """A cookie that was left behind at another's computer must not open the account for ever."""
    visitor = registered(site)
    assert visitor.person is not None
    clock.now += 180 * DAY - 1
    fresh = site.visitor()
    fresh.cookie = visitor.cookie
    assert site.wait_for(site.people.list_sessions, caller_of(site, visitor)) != []
    clock.now += 2 + 180 * DAY
    assert visitor.person is None
    refusal(visitor.send("GET", "/api/sessions"), 401, "sign_in")


def test_a_session_ends_180_days_after_it_was_last_used(site: Site, clock: Clock) -> None:
    visitor = registered(site)
    clock.now += 180 * DAY - 1
    assert visitor.person is not None, "used on its last day, it goes on"
    clock.now += 180 * DAY - 1
    assert visitor.person is not None
    clock.now += 180 * DAY
    assert visitor.person is None, "and on this second it is over"


def test_that_a_session_is_used_is_noted_every_ten_minutes(site: Site, clock: Clock) -> None:
    """At every request it would be a write for each of a page's reads."""
    visitor, other = registered(site), registered(site, "Bob")
    begin = clock.now
    clock.now += 600
    assert visitor.person is not None
    assert {row.seen_at for row in stored(site, db.sessions)} == {begin}
    clock.now += 1
    assert visitor.person is not None
    seen = {row.person: (row.seen_at, row.expires_at) for row in stored(site, db.sessions)}
    assert other.person is not None
    assert seen[visitor.person["id"]] == (clock.now, clock.now + 180 * DAY)
    assert seen[other.person["id"]][0] in (begin, clock.now)
    assert begin in [row.created_at for row in stored(site, db.sessions)]


def caller_of(site: Site, visitor: Visitor) -> Caller:
    assert visitor.cookie is not None
    return site.wait_for(site.people.by_cookie, visitor.cookie)


def test_a_cookie_that_is_nobodys(site: Site) -> None:
    visitor = site.guest()
    visitor.cookie = "x" * 43
    assert visitor.person is None
    assert site.wait_for(site.people.by_cookie, "x" * 43) == NOBODY
    assert (NOBODY.id, NOBODY.person, NOBODY.session, NOBODY.scopes) == (None, None, None, frozenset())


def test_a_cookie_opens_everything_of_its_owner(site: Site) -> None:
    caller = caller_of(site, registered(site))
    assert caller.scopes == {"read", "play", "account"}
    assert caller.id == stored(site, db.people)[0].id
    assert caller.session == stored(site, db.sessions)[0].id


def test_sessions_are_listed_latest_first_and_ended(site: Site, clock: Clock) -> None:
    visitor = registered(site)
    registered(site, "Bob")
    clock.now += 700
    elsewhere = sign_in(site, **{"user-agent": "Elsewhere/1.0"})
    sessions = visitor.get("/api/sessions")
    assert [session["is_this"] for session in sessions] == [True, False], "both were used now, this one is newest"
    there = next(session for session in sessions if not session["is_this"])
    assert (there["agent"], there["created_at"], there["seen_at"]) == ("Elsewhere/1.0", clock.now, clock.now)
    assert there["id"] == next(s["id"] for s in elsewhere.get("/api/sessions") if s["is_this"])
    visitor.delete(f"/api/sessions/{there['id']}")
    assert elsewhere.person is None
    assert visitor.person is not None
    refusal(visitor.send("DELETE", f"/api/sessions/{there['id']}"), 404, "missing")


def test_nobody_sees_the_sessions_or_tokens_of_somebody_else(site: Site) -> None:
    visitors = [registered(site, name) for name in ("Ann", "Bob", "Eve")]
    for visitor in visitors:
        token(visitor, "read", label=visitor.person["name"] if visitor.person else "")
    for visitor in visitors:
        assert [session["is_this"] for session in visitor.get("/api/sessions")] == [True]
        assert [row["label"] for row in visitor.get("/api/tokens")] == [
            visitor.person["name"] if visitor.person else ""
        ]


def test_expired_sessions_are_not_listed(site: Site, clock: Clock) -> None:
    registered(site)
    clock.now += 180 * DAY
    assert [session["is_this"] for session in sign_in(site).get("/api/sessions")] == [True]


def test_nobody_ends_the_session_of_somebody_else(site: Site) -> None:
    visitor, other = registered(site), registered(site, "Bob")
    theirs = other.get("/api/sessions")[0]["id"]
    refusal(visitor.send("DELETE", f"/api/sessions/{theirs}"), 404, "missing")
    assert other.person is not None


def test_another_site_ends_no_session(site: Site) -> None:
    visitor = registered(site)
    own = visitor.get("/api/sessions")[0]["id"]
    refusal(visitor.send("DELETE", f"/api/sessions/{own}", origin="https://evil.example"), 403, "origin")
    refusal(visitor.send("POST", "/api/sign-out", origin="https://evil.example"), 403, "origin")
    assert visitor.person is not None


def test_signing_out_forgets_this_device_only(site: Site) -> None:
    visitor = registered(site)
    elsewhere = sign_in(site)
    answer = visitor.send("POST", "/api/sign-out")
    assert f"{COOKIE}=" in answer.headers["set-cookie"]
    assert visitor.person is None
    assert elsewhere.person is not None


def test_the_oldest_of_too_many_sessions_end(site: Site, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    assert auth.MOST_SESSIONS == 50
    monkeypatch.setattr(auth, "MOST_SESSIONS", 3)
    other = registered(site, "Bob")
    visitors = [registered(site)]
    for _ in range(3):
        clock.now += 700
        visitors.append(sign_in(site))
    assert [visitor.person is not None for visitor in visitors] == [False, True, True, True]
    assert other.person is not None


def test_signing_in_clears_away_what_has_expired(site: Site, clock: Clock) -> None:
    registered(site)
    other = registered(site, "Bob")
    clock.now += 100 * DAY
    assert other.person is not None
    clock.now += 100 * DAY
    sign_in(site)
    assert len(stored(site, db.sessions)) == 2, "Bob's goes on, and Ann's is the new one"


# --- settings -----------------------------------------------------------------------------------------------------


def test_settings_are_kept_for_their_owner(site: Site) -> None:
    visitor, other = site.guest(), site.guest()
    visitor.put("/api/settings", {"settings": {"language": "ja", "sound": False}})
    assert visitor.get("/api/me")["settings"] == {"language": "ja", "sound": False}
    assert other.get("/api/me")["settings"] == {}
    assert site.visitor().get("/api/me") == {"person": None, "settings": {}}
    assert site.wait_for(site.people.settings_of, NOBODY) == {}


def test_settings_have_8000_characters(site: Site) -> None:
    visitor = site.guest()
    most = 8_000 - len('{"x": ""}')
    visitor.put("/api/settings", {"settings": {"x": "y" * most}})
    answer = visitor.send("PUT", "/api/settings", {"settings": {"x": "z" * (most + 1)}})
    assert "8,000" in refusal(answer, 429, "limit")
    assert visitor.get("/api/me")["settings"] == {"x": "y" * most}


# --- tokens -------------------------------------------------------------------------------------------------------


def test_nobody_has_more_than_twenty_tokens(site: Site) -> None:
    """A stolen session could else leave any number of doors open behind it, and nobody reads a list of 200."""
    visitor, other = registered(site), registered(site, "Bob")
    made = [token(visitor, "read", label=f"bot {number}") for number in range(20)]
    answer = visitor.send("POST", "/api/tokens", {"label": "one more", "scopes": ["read"]})
    assert "20 tokens" in refusal(answer, 429, "limit")
    assert [row["label"] for row in visitor.get("/api/tokens")] == [f"bot {number}" for number in range(20)]
    token(other, "read")
    visitor.delete(f"/api/tokens/{made[3]['id']}")
    token(visitor, "read")


def test_a_token_is_for_its_owner_and_its_scopes(site: Site, clock: Clock) -> None:
    visitor = registered(site)
    made = token(visitor, "read")
    assert made["secret"].startswith("tenka_")
    assert (made["scopes"], made["label"], made["used_at"], made["created_at"]) == (["read"], "bot", None, clock.now)
    bot = program(site, made["secret"])
    assert bot.person == visitor.person
    assert bot.get("/api/tables/mine") == {"tables": []}
    body = {"seats": [{"kind": "me"}, {"kind": "open"}]}
    assert "'play'" in refusal(bot.send("POST", "/api/tables", body), 403, "forbidden")
    for method, path in (("GET", "/api/sessions"), ("GET", "/api/tokens"), ("DELETE", f"/api/tokens/{made['id']}")):
        refusal(bot.send(method, path), 403, "forbidden")
    refusal(bot.send("POST", "/api/register", {"name": "Bob", "password": PASSWORD}), 403, "forbidden")
    caller = site.wait_for(site.people.by_token, made["secret"])
    assert caller.session is None
    assert caller.scopes == {"read"}


def test_scopes_are_kept_once_each_and_in_order(site: Site) -> None:
    visitor = registered(site)
    made = token(visitor, "read", "play")
    assert made["scopes"] == ["play", "read"]
    assert token(visitor, "read", "read")["scopes"] == ["read"]
    assert [row["scopes"] for row in visitor.get("/api/tokens")] == [["play", "read"], ["read"]]
    assert "secret" not in visitor.get("/api/tokens")[0], "it is shown once"


def test_that_a_token_is_used_is_noted_every_ten_minutes(site: Site, clock: Clock) -> None:
    visitor = registered(site)
    made, unused = token(visitor, "read"), token(visitor, "read", label="unused")
    bot = program(site, made["secret"])
    begin = clock.now
    assert bot.person is not None
    clock.now += 600
    assert bot.person is not None
    used = {row["id"]: row["used_at"] for row in visitor.get("/api/tokens")}
    assert used == {made["id"]: begin, unused["id"]: None}
    clock.now += 1
    assert bot.person is not None
    assert {row["used_at"] for row in visitor.get("/api/tokens")} == {clock.now, None}


def test_a_token_that_was_removed_or_never_was_is_refused(site: Site) -> None:
    visitor, other = registered(site), registered(site, "Bob")
    made = token(visitor, "read")
    refusal(other.send("DELETE", f"/api/tokens/{made['id']}"), 404, "missing")
    assert other.get("/api/tokens") == []
    assert program(site, made["secret"]).person == visitor.person
    visitor.delete(f"/api/tokens/{made['id']}")
    for secret in (made["secret"], "tenka_x", ""):
        refusal(program(site, secret).send("GET", "/api/me"), 401, "credentials")
    assert site.wait_for(site.people.by_token, made["secret"]) == NOBODY


def test_a_program_needs_no_origin(site: Site) -> None:
    made = token(registered(site), "read", "play")
    bot = program(site, made["secret"])
    assert bot.post("/api/tables", {"seats": [{"kind": "me"}, {"kind": "open"}]})["status"] == "open"


def test_people_are_found_by_name(site: Site) -> None:
    visitor = registered(site)
    registered(site, "Bob")
    assert site.visitor().get("/api/people/ANN")["name"] == "Ann"
    found = site.wait_for(site.people.by_name, "aNN")
    assert found is not None
    assert visitor.person is not None
    assert found.id == visitor.person["id"]
    assert site.wait_for(site.people.by_name, "nobody") is None
    refusal(site.visitor().send("GET", "/api/people/nobody"), 404, "missing")
