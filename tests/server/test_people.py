"""Guests, accounts, sessions, tokens."""

from __future__ import annotations

import time

import httpx
import pytest

from tests.server.client import BASIC, Node, Page

pytestmark = pytest.mark.slow


def refusal(response: httpx.Response, status: int, code: str) -> str:
    assert response.status_code == status, response.text
    assert response.json()["code"] == code
    return str(response.json()["sentence"])


def new_name() -> str:
    return f"ann{time.time_ns() % 10**12}"


def test_a_guest_gets_a_name_and_a_cookie_that_scripts_cannot_read(node: Node) -> None:
    answer = httpx.post(f"{node.url}/api/guest", headers={"origin": node.url})
    cookie = answer.headers["set-cookie"].lower()
    assert answer.json()["person"]["name"].startswith("guest-")
    assert "httponly" in cookie
    assert "samesite=strict" in cookie


def test_a_second_click_does_not_make_a_second_guest(guest: Page) -> None:
    assert guest.post("/api/guest")["person"] == guest.get("/api/me")["person"]


def test_a_guest_becomes_a_person_without_losing_a_game(guest: Page, node: Node) -> None:
    table = guest.make_table("me", "greedy", options=BASIC)["id"]
    name = new_name()
    guest.post("/api/register", {"name": name, "password": "correct horse"})
    with Page(node.url) as elsewhere:
        elsewhere.post("/api/sign-in", {"name": name.upper(), "password": "correct horse"})
        assert [info["id"] for info in elsewhere.get("/api/tables/mine")["tables"]] == [table]


def test_unknown_names_and_wrong_passwords_look_the_same_and_take_as_long(guest: Page, node: Node) -> None:
    name = new_name()
    guest.post("/api/register", {"name": name, "password": "correct horse"})
    sentences, seconds = set(), {}
    for who in (name, "nobody-of-that-name") * 3:
        begin = time.perf_counter()
        body = {"name": who, "password": "wrong horse"}
        answer = httpx.post(f"{node.url}/api/sign-in", json=body, timeout=20)
        seconds[who] = min(seconds.get(who, 99.0), time.perf_counter() - begin)
        sentences.add(refusal(answer, 401, "credentials"))
    assert len(sentences) == 1
    assert min(seconds.values()) > 0.5 * max(seconds.values())


def test_a_name_belongs_to_one_person(guest: Page, other: Page) -> None:
    name = new_name()
    guest.post("/api/register", {"name": name, "password": "correct horse"})
    answer = other.http.post("/api/register", json={"name": name.upper(), "password": "correct horse"})
    refusal(answer, 409, "taken")


def test_sessions_are_listed_and_ended(guest: Page, node: Node) -> None:
    name = new_name()
    guest.post("/api/register", {"name": name, "password": "correct horse"})
    with Page(node.url) as elsewhere:
        elsewhere.post("/api/sign-in", {"name": name, "password": "correct horse"})
        with elsewhere.open() as line:
            line.until("welcome")
            sessions = guest.get("/api/sessions")
            assert sorted(session["is_this"] for session in sessions) == [False, True]
            guest.delete("/api/sessions/" + next(s["id"] for s in sessions if not s["is_this"]))
            assert line.until("goodbye")["reason"] == "signed_out"
        assert elsewhere.get("/api/me")["person"] is None
        assert guest.get("/api/me")["person"]["name"] == name


def test_a_new_password_ends_all_other_sessions(guest: Page, node: Node) -> None:
    name = new_name()
    guest.post("/api/register", {"name": name, "password": "correct horse"})
    with Page(node.url) as elsewhere:
        elsewhere.post("/api/sign-in", {"name": name, "password": "correct horse"})
        answer = guest.http.put("/api/password", json={"old": "wrong horse", "new": "battery staple"})
        refusal(answer, 401, "credentials")
        with elsewhere.open() as line:
            line.until("welcome")
            guest.put("/api/password", {"old": "correct horse", "new": "battery staple"})
            assert line.until("goodbye")["reason"] == "signed_out"
        assert elsewhere.get("/api/me")["person"] is None
        elsewhere.post("/api/sign-in", {"name": name, "password": "battery staple"})


def test_signing_out_forgets(guest: Page) -> None:
    guest.post("/api/sign-out")
    assert guest.get("/api/me")["person"] is None


def test_settings_are_kept(guest: Page) -> None:
    guest.put("/api/settings", {"settings": {"language": "ja", "sound": False}})
    assert guest.get("/api/me")["settings"] == {"language": "ja", "sound": False}
    answer = guest.http.put("/api/settings", json={"settings": {"x": "y" * 9000}})
    refusal(answer, 429, "limit")


def test_a_token_does_what_its_scopes_say_and_no_more(guest: Page, node: Node) -> None:
    made = guest.post("/api/tokens", {"label": "my bot", "scopes": ["read"]})
    assert made["secret"].startswith("tenka_")
    assert "secret" not in guest.get("/api/tokens")[0]
    with Page(node.url, token=made["secret"]) as program:
        assert program.get("/api/me")["person"] == guest.get("/api/me")["person"]
        assert program.get("/api/tables/mine") == {"tables": []}
        answer = program.http.post("/api/tables", json={"seats": [{"kind": "me"}, {"kind": "bot", "bot": "greedy"}]})
        refusal(answer, 403, "forbidden")
        refusal(program.http.get("/api/sessions"), 403, "forbidden")
        guest.delete(f"/api/tokens/{made['id']}")
        refusal(program.http.get("/api/me"), 401, "credentials")


def test_secrets_are_stored_as_hashes_only(guest: Page, node: Node) -> None:
    secret = guest.post("/api/tokens", {"label": "my bot", "scopes": ["read"]})["secret"]
    guest.post("/api/register", {"name": new_name(), "password": "correct horse"})
    cookie = guest.http.cookies["tenka_session"]
    stored = b"".join(path.read_bytes() for path in node.folder.glob("server.db*"))
    if not stored:
        pytest.skip("for SQLite, whose file can be searched; PostgreSQL gets the same statements")
    for text in (secret, cookie, "correct horse"):
        assert text.encode() not in stored
    assert b"$argon2id$" in stored


def test_another_site_cannot_use_the_cookie(guest: Page, node: Node) -> None:
    for headers in ({"origin": "https://evil.example"}, {"sec-fetch-site": "cross-site"}):
        with httpx.Client(cookies=guest.http.cookies) as evil:
            answer = evil.post(f"{node.url}/api/tables", json={"seats": []}, headers=headers)
            refusal(answer, 403, "origin")


def test_somebody_elses_session_and_token_cannot_be_ended(guest: Page, other: Page) -> None:
    session = guest.get("/api/sessions")[0]["id"]
    token = guest.post("/api/tokens", {"label": "x", "scopes": ["read"]})["id"]
    refusal(other.http.delete(f"/api/sessions/{session}"), 404, "missing")
    refusal(other.http.delete(f"/api/tokens/{token}"), 404, "missing")
