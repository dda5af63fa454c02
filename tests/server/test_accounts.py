"""An account as its owner's: codes to come back with, download, deletion, blocks; and names that are nobody else's."""

from __future__ import annotations

import asyncio
import json
import random
import string
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from tenka.server import database as db
from tenka.server.names import check_password, look_of, name_key
from tenka.table import Refused
from tests.server.site import COOKIE, OWN, Site, Visitor, open_site, refusal

PASSWORD = "correct horse"


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with open_site(tmp_path) as site:
        yield site


def register(site: Site, name: str = "Ann", visitor: Visitor | None = None) -> tuple[Visitor, dict[str, Any]]:
    visitor = visitor or site.visitor()
    return visitor, visitor.post("/api/register", {"name": name, "password": PASSWORD})


def rows(site: Site, table: Any) -> list[Any]:
    return list(site.wait_for(site.server.store.fetch, select(table)))


# --- registering ----------------------------------------------------------------------------------------------------


def test_the_secret_of_a_guest_is_not_that_of_the_account(site: Site) -> None:
    """Who has planted a guest's cookie in somebody's browser, or read it there, is out."""
    guest = site.guest()
    thief = site.visitor()
    thief.cookie = guest.cookie
    token = thief.post("/api/tokens", {"label": "kept", "scopes": ["read", "play"]})["secret"]
    before = guest.cookie
    register(site, "Ann", guest)
    assert guest.cookie != before
    assert guest.person is not None
    assert guest.person["name"] == "Ann"
    assert thief.person is None
    program = site.visitor(origin="", authorization=f"Bearer {token}")
    assert program.send("GET", "/api/me").status_code == 401, "nor does a token help that he has made before"
    assert len(rows(site, db.sessions)) == 1


@pytest.mark.parametrize("other", ["ann", "ANN", "An_n", "A.nn", "Ánn", "Αηη", "АNN"])
def test_a_name_that_looks_like_anothers_is_taken(site: Site, other: str) -> None:
    register(site)
    answer = site.visitor().send("POST", "/api/register", {"name": other, "password": PASSWORD})
    assert answer.status_code in (409, 422), answer.text


def test_who_has_the_name_may_be_called_so_at_a_table_and_others_may_not(site: Site) -> None:
    ann, _ = register(site)
    bob, _ = register(site, "Bob")
    for name, status in (("Ann", 201), ("Bob", 409), ("B0B", 409), ("shogun", 422), ("Eve", 201)):
        answer = ann.send("POST", "/api/tables", {"seats": [{"kind": "me"}, {"kind": "me", "name": name}]})
        assert answer.status_code == status, (name, answer.text)
    assert bob.send("POST", "/api/tables", {"seats": [{"kind": "me", "name": "Bob"}, {"kind": "open"}]}).is_success


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Mike", "Міке"),
        ("Tom", "ΤΟΜ"),
        ("Bob", "ΒΟΒ"),
        ("Hana", "ΗΑΝΑ"),
        ("Hana", "НАNА"),
        ("Alexi", "АӀехі"),
        ("XENA", "ΧΕΝΑ"),
        ("Bob", "B〇b"),
        ("Paul", "Pauㅣ"),
        ("Paul", "Pau丨"),
        ("ou", "օս"),
        ("Thor", "Ťhór"),
        ("ニノ", "二ノ"),
        ("カイ", "力イ"),
    ],
)
def test_names_that_look_alike(name: str, other: str) -> None:
    assert look_of(name) == look_of(other)


@pytest.mark.parametrize(
    ("name", "other"), [("Mike", "Міке"), ("Tom", "ΤΟΜ"), ("Μαρία", "ΜΑΡΙΑ"), ("Άννα", "ΑΝΝΑ"), ("ΑΝΝΑ", "άννα")]
)
def test_a_name_in_another_alphabet_that_looks_like_anothers_is_taken(site: Site, name: str, other: str) -> None:
    register(site, name)
    refusal(site.visitor().send("POST", "/api/register", {"name": other, "password": PASSWORD}), 409, "taken")
    eve, _ = register(site, "Eve")
    refusal(eve.send("POST", "/api/tables", {"seats": [{"kind": "me", "name": other}, {"kind": "open"}]}), 409, "taken")


def test_accounts_that_an_older_server_has_let_in_keep_their_names_and_are_not_imitated(site: Site) -> None:
    """Of how they look it has kept less than is known now."""
    kept = {"Міке": "mіke", "ꜱʜᴏɢᴜɴ": None}
    for number, (name, look) in enumerate(kept.items()):
        owner, _ = register(site, f"Eve{number}")
        change = db.people.update().where(db.people.c.name == f"Eve{number}")
        site.wait_for(site.server.store.execute, change.values(name=name, name_key=name_key(name), look=look))
        site.people._has_looked = False  # as one that has just begun
        site.visitor().post("/api/sign-in", {"name": name, "password": PASSWORD})
        wish = {"seats": [{"kind": "me"}, {"kind": "me", "name": name}]}
        assert owner.send("POST", "/api/tables", wish).status_code == 201, name
    answer = site.visitor().send("POST", "/api/register", {"name": "Mike", "password": PASSWORD})
    assert "looks like" in refusal(answer, 409, "taken")
    assert {row.name: row.look for row in rows(site, db.people)} == {name: look_of(name) for name in kept}


def test_names_that_look_different_are_different() -> None:
    names = ["Ann", "Anna", "Hanna", "Bob", "Robert", "田中", "田口", "Иван", "Елена", "Αλέξης", "miller", "mueller"]
    names += ["Ольга", "Олена", "Μαρία", "Ελένη", "さくら", "さとう", "김민수", "김민지", "Søren", "Soeren"]
    assert len({look_of(name) for name in names}) == len(names)


@pytest.mark.parametrize(
    "password",
    [
        "password",
        "Password1!",
        "12345678",
        "123456789",
        "qwertyui",
        "aaaaaaaa",
        "abcdefgh",
        "iloveyou",
        "samurai1",
        "asdfasdf",
        "passwordpassword",
        "87654321",
        "1q2w3e4r",
        "Ann12345",
        "annann11",
        "letmein!",
        "abababab",
        "P@ssw0rd",
        "p@$$w0rd!",
        "Pa$$w0rd",
        "pass1234",
        "1234pass",
        "aa123456",
        "a12345678",
        "abcdefg1",
        "zxcvbnm123",
        "minecraft",
        "M1necraft!",
        "$un5h1ne",
        "f00tba11",
        "Dragon2024",
        "dr4g0n11",
        "Sommer2026!",
        "charlie.99",
        "jan!2024",
        "abcd1234",
        "qwer1234",
        "1qaz2wsx3edc",
        "k7qzk7qz",
        "dragon-dragon",
        "S4mur4i!",
    ],
)
def test_the_first_passwords_that_anybody_would_try_are_refused(password: str) -> None:
    with pytest.raises(Refused, match="password"):
        check_password(password, "Ann")


@pytest.mark.parametrize(
    "password",
    [
        PASSWORD,
        "battery staple",
        "tr0ub4dor&3",
        "Wolke7imMai",
        "ein-Haus-am-See",
        "summer cheese dragon piano",
        "love is a golden password",
        "mein Hund heisst Max",
        "dragon 7391826455",
        "passionfruit",
        "Sonnentau-pflücken",
        "xkcd-9f3",
        "!?§%&/()=#+*",
        "9f86d081884c7d65",
        "83910274650183",
        "Ann 83910274650",
        "パスワードはありません",
        "q7!Lr2#abc",
    ],
)
def test_other_passwords_are_fine(password: str) -> None:
    assert check_password(password, "Ann") == password


def test_nothing_that_is_long_and_random_is_refused() -> None:
    chance = random.Random(0)
    alphabets = (string.ascii_letters + string.digits + string.punctuation, string.ascii_lowercase, string.hexdigits)
    for number in range(3_000):
        password = "".join(chance.choices(alphabets[number % 3], k=chance.randint(12, 40)))
        assert check_password(password, "Ann") == password


def test_a_common_password_is_refused_wherever_one_is_chosen(site: Site) -> None:
    common = {"name": "Eve", "password": "password1"}
    assert "commonest" in refusal(site.visitor().send("POST", "/api/register", common), 422, "invalid")
    ann, made = register(site)
    refusal(ann.send("PUT", "/api/password", {"old": PASSWORD, "new": "12345678"}), 422, "invalid")
    wish = {"name": "Ann", "code": made["codes"][0], "password": "qwertyuiop"}
    refusal(site.visitor().send("POST", "/api/recover", wish), 422, "invalid")


# --- coming back ----------------------------------------------------------------------------------------------------


def test_a_code_brings_its_owner_back_once_and_everybody_else_out(site: Site) -> None:
    ann, made = register(site)
    codes = made["codes"]
    assert len(set(codes)) == 8
    token = ann.post("/api/tokens", {"label": "bot", "scopes": ["read"]})["secret"]
    bob, others = register(site, "Bob")
    back = site.visitor()
    wish = {"name": "ann", "code": codes[0].upper().replace("-", " "), "password": "battery staple"}
    refusal(back.send("POST", "/api/recover", wish | {"code": others["codes"][0]}), 401, "credentials")
    assert back.post("/api/recover", wish)["person"]["name"] == "Ann"
    assert back.person is not None
    assert ann.person is None, "all other sessions have ended"
    program = site.visitor(origin="", authorization=f"Bearer {token}")
    assert program.send("GET", "/api/me").status_code == 401, "and all tokens"
    refusal(site.visitor().send("POST", "/api/recover", wish), 401, "credentials")
    refusal(site.visitor().send("POST", "/api/sign-in", {"name": "Ann", "password": PASSWORD}), 401, "credentials")
    site.visitor().post("/api/sign-in", {"name": "Ann", "password": "battery staple"})
    assert bob.person is not None


def test_new_codes_end_the_old_ones_and_need_the_password(site: Site) -> None:
    ann, made = register(site)
    refusal(ann.send("POST", "/api/codes", {"password": "wrong horse"}), 401, "credentials")
    fresh = ann.post("/api/codes", {"password": PASSWORD})["codes"]
    assert not set(fresh) & set(made["codes"])
    wish = {"name": "Ann", "code": made["codes"][0], "password": "battery staple"}
    refusal(site.visitor().send("POST", "/api/recover", wish), 401, "credentials")
    site.visitor().post("/api/recover", wish | {"code": fresh[3]})
    refusal(site.guest().send("POST", "/api/codes", {"password": ""}), 403, "forbidden")
    assert not any(code in str(rows(site, db.codes)) for code in fresh), "only their hashes are kept"


# --- taking along, and going ----------------------------------------------------------------------------------------


def test_a_download_holds_what_is_kept_and_no_secrets(site: Site) -> None:
    ann, made = register(site)
    ann.put("/api/settings", {"settings": {"theme": "night"}})
    secret = ann.post("/api/tokens", {"label": "my bot", "scopes": ["read"]})["secret"]
    table = ann.post("/api/tables", {"seats": [{"kind": "me"}, {"kind": "open"}]})["id"]
    register(site, "Bob")
    ann.put("/api/blocks/Bob")
    hook = ann.post("/api/listeners/hook", {"url": "https://1.1.1.1/tenka"})
    answer = ann.send("GET", "/api/account")
    found = answer.json()
    assert (found["name"], found["settings"]) == ("Ann", {"theme": "night"})
    assert [game["id"] for game in found["games"]] == [table]
    assert [token["label"] for token in found["tokens"]] == ["my bot"]
    assert (found["codes_left"], found["blocked"], len(found["sessions"])) == (8, ["Bob"], 1)
    assert [listener["url"] for listener in found["listeners"]] == ["https://1.1.1.1/tenka"]
    for hidden in (secret, ann.cookie, made["codes"][0], "argon2", hook["secret"]):
        assert str(hidden) not in answer.text
    program = site.visitor(origin="", authorization=f"Bearer {secret}")
    refusal(program.send("GET", "/api/account"), 403, "forbidden")


def test_a_long_download_holds_nobody_up(site: Site) -> None:
    """It may have 40 MB of studies. As one text they kept everybody waiting for half a second, and five times asked
    for they had a gigabyte of memory."""
    ann, _ = register(site)
    caller = site.wait_for(site.people.by_cookie, ann.cookie)
    assert caller.person is not None
    for number in range(4):
        site.wait_for(site.server.studies.add, caller.person, f"study {number}", "samurai", "x" * 50_000)

    async def download() -> list[bytes]:
        return [part async for part in await site.server.accounts.download(caller)]

    parts = site.wait_for(download)
    assert max(map(len, parts)) < 60_000
    assert json.loads(b"".join(parts)) == ann.get("/api/account")
    assert [study["name"] for study in ann.get("/api/account")["studies"]] == [f"study {number}" for number in range(4)]


def test_an_account_that_is_deleted_is_gone_and_its_name_stays_its_own(site: Site) -> None:
    ann, made = register(site)
    wish = {"seats": [{"kind": "me"}, {"kind": "open"}], "visibility": "open"}
    table = ann.post("/api/tables", wish)["id"]
    refusal(ann.send("POST", "/api/account/delete", {"password": "wrong horse"}), 401, "credentials")
    assert ann.person is not None
    ann.post("/api/account/delete", {"password": PASSWORD})
    assert ann.person is None
    refusal(site.visitor().send("POST", "/api/sign-in", {"name": "Ann", "password": PASSWORD}), 401, "credentials")
    code = {"name": "Ann", "code": made["codes"][0], "password": "battery staple"}
    refusal(site.visitor().send("POST", "/api/recover", code), 401, "credentials")
    refusal(site.visitor().send("GET", "/api/people/Ann"), 404, "missing")
    refusal(site.visitor().send("POST", "/api/register", {"name": "Ann", "password": PASSWORD}), 409, "taken")
    assert site.visitor().get(f"/api/tables/{table}")["info"]["status"] == "closed", "who goes leaves no table behind"
    (row,) = rows(site, db.people)
    assert (row.password, row.settings) == (None, "{}")
    assert rows(site, db.sessions) == rows(site, db.codes) == []


def test_a_guest_can_go_without_a_password(site: Site) -> None:
    guest = site.guest()
    guest.post("/api/account/delete", {})
    assert guest.person is None


# --- keeping away ---------------------------------------------------------------------------------------------------


def test_who_is_blocked_does_not_sit_down_beside(site: Site) -> None:
    ann, _ = register(site)
    bob, _ = register(site, "Bob")
    eve, _ = register(site, "Eve")
    ann.put("/api/blocks/bob")
    ann.put("/api/blocks/Bob")
    assert ann.get("/api/blocks") == ["Bob"]
    wish = {"seats": [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}], "visibility": "open"}
    mine, his = ann.post("/api/tables", wish)["id"], bob.post("/api/tables", wish)["id"]
    refusal(bob.send("POST", f"/api/tables/{mine}/join", {}), 403, "forbidden")
    refusal(ann.send("POST", f"/api/tables/{his}/join", {}), 403, "forbidden")
    eve.post(f"/api/tables/{mine}/join", {})
    eve.post(f"/api/tables/{his}/join", {})
    made = ann.post("/api/tables", {**wish, "seats": [{"kind": "open"}] * 3})["id"]  # where she has no seat herself
    refusal(bob.send("POST", f"/api/tables/{made}/join", {}), 403, "forbidden")
    ann.delete("/api/blocks/Bob")
    bob.post(f"/api/tables/{mine}/join", {})


def test_who_is_blocked_does_not_sit_down_at_the_same_moment_either(site: Site) -> None:
    ann, _ = register(site)
    bob, _ = register(site, "Bob")
    ann.put("/api/blocks/Bob")
    wish = {"seats": [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}], "visibility": "open"}
    path = f"/api/tables/{site.guest().post('/api/tables', wish)['id']}/join"

    async def join(visitor: Visitor) -> int:
        headers = {"origin": OWN, "cookie": f"{COOKIE}={visitor.cookie}"}
        return (await site.client.post(path, json={}, headers=headers)).status_code

    async def join_both() -> list[int]:
        return list(await asyncio.gather(join(ann), join(bob)))

    site.client.cookies.clear()
    assert sorted(site.wait_for(join_both)) == [200, 403]


def test_a_block_that_is_asked_for_twice_at_once_is_one(site: Site) -> None:
    ann, _ = register(site)
    register(site, "Bob")
    caller = site.wait_for(site.people.by_cookie, ann.cookie)

    async def ask_often() -> None:
        await asyncio.gather(*(site.server.accounts.block(caller, "Bob") for _ in range(4)))

    site.wait_for(ask_often)
    assert ann.get("/api/blocks") == ["Bob"]


def test_blocks_that_cannot_be(site: Site) -> None:
    ann, _ = register(site)
    refusal(ann.send("PUT", "/api/blocks/Nobody"), 404, "missing")
    refusal(ann.send("PUT", "/api/blocks/Ann"), 422, "invalid")
    refusal(ann.send("DELETE", "/api/blocks/Nobody"), 404, "missing")
    refusal(site.visitor().send("GET", "/api/blocks"), 401, "sign_in")
