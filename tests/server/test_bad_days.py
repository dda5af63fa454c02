"""Bad days: disks that are full, files that are damaged, emptied, newer or served twice; and what no text has in it."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import json
import logging
import os
import shutil
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy.exc import OperationalError

from tenka.game import GameError
from tenka.server import database as db
from tenka.server import keeping, lounge, run
from tests.server.site import COOKIE, HOST, OWN, Site, Visitor, open_site, refusal

GAMES = Path(__file__).parent.parent / "games"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A database that a server has made."""
    file = tmp_path / "server.db"
    prepare(file)
    return file


def prepare(file: Path) -> None:
    asyncio.run(db.prepare(f"sqlite:///{file}"))


def mode(file: Path) -> int:
    return file.stat().st_mode & 0o777


# --- before it serves -----------------------------------------------------------------------------------------------


def test_a_damaged_file_is_told_in_a_sentence(file: Path) -> None:
    file.write_bytes(b"this is no database, " * 500)
    with pytest.raises(GameError, match="damaged, or no database at all: bring back a copy with 'tenka restore'"):
        prepare(file)


def test_a_file_that_is_damaged_in_its_midst_is_told(file: Path) -> None:
    with file.open("r+b") as stream:
        stream.seek(100)
        stream.write(os.urandom(4096))
    with pytest.raises(GameError, match=r"damaged|cannot be used"):
        prepare(file)


def test_a_file_of_a_newer_version_is_left_alone(file: Path) -> None:
    with contextlib.closing(sqlite3.connect(file)) as database, database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
    before = file.read_bytes()
    with pytest.raises(GameError, match="made by a newer tenka"):
        prepare(file)
    assert file.read_bytes() == before


def test_a_file_that_has_lost_its_tables_is_told(file: Path) -> None:
    with contextlib.closing(sqlite3.connect(file)) as database, database:
        database.execute("DROP TABLE facts")
    with pytest.raises(GameError, match=r"lacks tables \(facts\)"):
        prepare(file)


def test_a_folder_that_is_not_there_or_cannot_be_written_to_is_told(tmp_path: Path) -> None:
    for url in (tmp_path / "nowhere" / "server.db", Path("/proc/server.db")):
        with pytest.raises(GameError, match="cannot"):
            prepare(url)
        with pytest.raises(GameError, match="cannot"), keeping.having(url):
            pass


def test_files_are_private(file: Path, tmp_path: Path) -> None:
    assert mode(file) == 0o600
    file.chmod(0o644)
    prepare(file)
    assert mode(file) == 0o600, "also one that an older server has made"
    copy = keeping.back_up(f"sqlite:///{file}", None)
    assert mode(copy) == 0o600
    with keeping.having(file):
        assert mode(keeping.lock_of(file)) == 0o600


# --- one server a file ----------------------------------------------------------------------------------------------


def test_a_second_server_on_a_file_is_told_where_the_first_one_is(file: Path) -> None:
    with keeping.having(file) as tell:
        tell("http://localhost:8000/")
        with pytest.raises(GameError, match=r"served already at http://localhost:8000/"), keeping.having(file):
            pass
    with keeping.having(file):
        pass


@pytest.fixture
def opened(file: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Which pages are opened, where a server would keep its games in the file."""
    found: list[str] = []
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{file}")
    monkeypatch.setattr("webbrowser.open", found.append)
    monkeypatch.setattr(run, "set_up_logs", lambda _format: None)
    return found


def test_who_only_wants_the_page_gets_that_of_the_server_that_runs(
    file: Path, opened: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with keeping.having(file) as tell:
        tell("http://localhost:8000/")
        run.serve("127.0.0.1", None, opens_browser=True)
        with pytest.raises(GameError, match="served already"):
            run.serve("127.0.0.1", None, opens_browser=False)
    assert opened == ["http://localhost:8000/"]
    assert "tenka is at http://localhost:8000/ already" in capsys.readouterr().out


def test_who_only_wants_the_page_waits_for_a_server_that_is_getting_ready(
    file: Path, opened: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """Where the last one was is not where this one will be."""
    with keeping.having(file) as tell:
        tell("http://localhost:8007/")
    with keeping.having(file) as tell:
        with pytest.raises(GameError, match="still getting ready"):
            run.serve("127.0.0.1", None, opens_browser=False)
        timer = threading.Timer(0.3, tell, ["http://localhost:8000/"])
        timer.start()
        run.serve("127.0.0.1", None, opens_browser=True)
        timer.join()
    assert opened == ["http://localhost:8000/"]
    said = capsys.readouterr()
    assert said.out == "tenka is at http://localhost:8000/ already\n"
    assert said.err.count("another tenka is getting ready") == 1


def test_nobody_waits_for_ever_for_a_server_that_is_getting_ready(
    file: Path, opened: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "SECONDS_FOR_ANOTHER", 0.1)
    with keeping.having(file), pytest.raises(GameError, match="still getting ready"):
        run.serve("127.0.0.1", None, opens_browser=True)
    assert opened == []


def test_who_waits_for_a_server_that_gives_up_begins_himself(
    file: Path, opened: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[str] = []
    monkeypatch.setattr(run, "_serve", lambda config, *_args: begun.append(config.database_url))
    stack = contextlib.ExitStack()
    stack.enter_context(keeping.having(file))
    timer = threading.Timer(0.3, stack.close)
    timer.start()
    run.serve("127.0.0.1", None, opens_browser=True)
    timer.join()
    assert (begun, opened) == ([f"sqlite:///{file}"], [])


def test_who_gave_up_before_anything_was_kept_can_begin_again(tmp_path: Path) -> None:
    for _ in range(2):
        with keeping.having(tmp_path / "server.db"):
            pass


def test_a_file_that_was_emptied_is_not_taken_for_a_new_one(file: Path) -> None:
    with keeping.having(file) as tell:
        tell("http://localhost:8000/")
    file.write_bytes(b"")
    with pytest.raises(GameError, match="gone or empty, though games were kept in it"), keeping.having(file):
        pass
    file.unlink()
    with pytest.raises(GameError, match="tenka restore"), keeping.having(file):
        pass
    keeping.lock_of(file).unlink()
    with keeping.having(file):
        pass


# --- copies ---------------------------------------------------------------------------------------------------------


def test_a_copy_made_under_play_can_be_brought_back(tmp_path: Path) -> None:
    with open_site(tmp_path) as site:
        ann = site.guest()
        wish = {"seats": [{"kind": "me"}, {"kind": "me"}], "options": {"hands": "random", "pieces": "random"}}
        table = ann.post("/api/tables", wish)["id"]
        turns = [_take_a_turn(ann, table) for _ in range(3)]
        url = f"sqlite:///{tmp_path / 'site.db'}"
        copy = keeping.back_up(url, tmp_path / "copy.db")
        later = [_take_a_turn(ann, table) for _ in range(3)]
        assert later != turns
        before = ann.get(f"/api/tables/{table}")["info"]["version"]
    cookie = ann.cookie
    aside = keeping.restore(url, copy)
    assert aside.exists()
    with open_site(tmp_path) as site:
        back = site.visitor()
        back.cookie = cookie
        info = back.get(f"/api/tables/{table}")["info"]
        assert (before, info["version"]) == (6, 3)
        _take_a_turn(back, table)


def _take_a_turn(visitor: Visitor, table: str) -> int:
    choice = visitor.get(f"/api/tables/{table}")["choice"]
    moves = next(token for token in choice["legal"] if "@" in token)
    wish = {"moves": moves, "version": choice["version"], "seat": choice["seat"]}
    number: int = visitor.post(f"/api/tables/{table}/act", wish)["number"]
    return number


def test_what_cannot_be_copied_or_brought_back(file: Path, tmp_path: Path) -> None:
    url = f"sqlite:///{file}"
    copy = keeping.back_up(url, tmp_path / "copy.db")
    with pytest.raises(GameError, match="there already"):
        keeping.back_up(url, copy)
    with pytest.raises(GameError, match="nothing to copy"):
        keeping.back_up(f"sqlite:///{tmp_path / 'none.db'}", tmp_path / "other.db")
    with pytest.raises(GameError, match="could not be copied"):
        keeping.back_up(url, tmp_path / "nowhere" / "copy.db")
    with pytest.raises(GameError, match="pg_dump"):
        keeping.back_up("postgresql://tenka@db/tenka", None)
    other = tmp_path / "notes.txt"
    other.write_text("not a database, but long enough to look at" * 100)
    with pytest.raises(GameError, match="no database of tenka"):
        keeping.restore(url, other)
    with pytest.raises(GameError, match="there is no copy"):
        keeping.restore(url, tmp_path / "none.db")
    with keeping.having(file), pytest.raises(GameError, match="served already"):
        keeping.restore(url, copy)
    file.write_bytes(b"")
    keeping.restore(url, copy)
    prepare(file)


def note(file: Path, word: str) -> None:
    """Writes a word into a database of ours, by which it is known again."""
    with contextlib.closing(sqlite3.connect(file)) as database, database:
        database.execute("INSERT OR REPLACE INTO facts VALUES ('note', ?)", (word,))


def noted(file: Path) -> str:
    """What one was known by, also where a part of it is in the file beside it."""
    with contextlib.closing(sqlite3.connect(file)) as database:
        (word,) = database.execute("SELECT value FROM facts WHERE name = 'note'").fetchone()
    return str(word)


def note_as_if_killed(file: Path, word: str) -> None:
    """As after a server that was killed: what it wrote last is beside the file only."""
    with contextlib.closing(sqlite3.connect(file)) as database:
        database.execute("PRAGMA journal_mode=WAL")
        with database:
            database.execute("INSERT OR REPLACE INTO facts VALUES ('note', ?)", (word,))
        for name in (file, file.with_name(f"{file.name}-wal")):
            shutil.copy(name, name.with_name(f"kept-{name.name}"))
    for name in (file, file.with_name(f"{file.name}-wal")):
        name.with_name(f"kept-{name.name}").replace(name)
    assert file.with_name(f"{file.name}-wal").stat().st_size > 0


@pytest.fixture
def copies(file: Path, tmp_path: Path) -> tuple[Path, Path]:
    """Two copies, a and b, of a database that is neither now."""
    found = []
    for word in "ab":
        note(file, word)
        found.append(keeping.back_up(f"sqlite:///{file}", tmp_path / f"{word}.db"))
    note(file, "mine")
    return found[0], found[1]


def test_what_was_there_before_can_be_brought_back_again(file: Path, copies: tuple[Path, Path]) -> None:
    url = f"sqlite:///{file}"
    before = keeping.restore(url, copies[0])
    assert (noted(file), noted(before)) == ("a", "mine")
    second = keeping.restore(url, before)
    assert (noted(file), noted(before), noted(second)) == ("mine", "mine", "a")


def test_nothing_that_was_there_before_is_overwritten(file: Path, copies: tuple[Path, Path]) -> None:
    asides = [keeping.restore(f"sqlite:///{file}", copy) for copy in (*copies, copies[0])]
    assert [aside.name for aside in asides] == [f"server.db.before-restore{end}" for end in ("", "-2", "-3")]
    assert [noted(aside) for aside in asides] == ["mine", "a", "b"]
    assert noted(file) == "a"
    assert {mode(name) for name in (file, *asides)} == {0o600}


def test_what_a_killed_server_wrote_last_stays_with_its_own_file(file: Path, copies: tuple[Path, Path]) -> None:
    note_as_if_killed(file, "last words")
    asides = [keeping.restore(f"sqlite:///{file}", copy) for copy in copies]
    assert (noted(file), *(noted(aside) for aside in asides)) == ("b", "last words", "a")


@pytest.mark.parametrize("is_there", [True, False])
def test_what_lies_beside_a_damaged_file_does_not_get_into_the_copy(
    file: Path, copies: tuple[Path, Path], is_there: bool
) -> None:
    note_as_if_killed(file, "last words")
    kept = file.with_name("server.db-wal").read_bytes()
    if is_there:
        file.write_bytes(b"this is no database, " * 500)
    else:
        file.unlink()
    aside = keeping.restore(f"sqlite:///{file}", copies[0])
    assert aside.with_name(f"{aside.name}-wal").read_bytes() == kept
    assert aside.exists() == is_there
    assert noted(file) == "a"


def test_a_database_is_not_its_own_copy(file: Path, copies: tuple[Path, Path], tmp_path: Path) -> None:
    url = f"sqlite:///{file}"
    link = tmp_path / "link.db"
    link.symlink_to(file)
    half = tmp_path / "server.db.partial"
    shutil.copy(copies[1], half)
    for name in (file, link, half):
        with pytest.raises(GameError, match=r"is the database itself|before you bring it back"):
            keeping.restore(url, name)
    assert (noted(file), noted(half)) == ("mine", "b")
    assert not file.with_name("server.db.before-restore").exists()


@pytest.mark.parametrize("step", ["_copied", "_set_aside", "_put"])
def test_a_copy_that_cannot_be_brought_back_leaves_all_as_it_was(
    file: Path, copies: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    def fail(*_args: Any) -> Any:
        raise OSError(errno.ENOSPC, "the disk is full")

    note_as_if_killed(file, "last words")
    monkeypatch.setattr(keeping, step, fail)
    with pytest.raises((GameError, OSError), match="the disk is full"):
        keeping.restore(f"sqlite:///{file}", copies[0])
    assert noted(file) == "last words"
    assert not file.with_name("server.db.partial").exists()
    with keeping.having(file):
        pass


def test_who_is_killed_while_he_brings_a_copy_back_has_lost_nothing(file: Path, copies: tuple[Path, Path]) -> None:
    """Between the two names there is a moment without a database; nobody begins a new one then."""
    url = f"sqlite:///{file}"
    note_as_if_killed(file, "last words")
    killed = f"""if True:
        import os
        from pathlib import Path
        from tenka.server import keeping
        keeping._put = lambda *_: os._exit(9)
        keeping.restore({url!r}, Path({str(copies[0])!r}))
    """
    assert subprocess.run([sys.executable, "-c", killed], check=False).returncode == 9
    before = file.with_name("server.db.before-restore")
    with pytest.raises(GameError, match=r"gone or empty.*tenka restore"), keeping.having(file):
        pass
    assert noted(before) == "last words"
    keeping.restore(url, copies[0])
    assert (noted(file), noted(before)) == ("a", "last words")


def test_an_old_database_is_copied_before_it_is_changed(tmp_path: Path) -> None:
    """With one as the first version made it, and what somebody kept in it."""
    file = tmp_path / "server.db"
    with contextlib.closing(sqlite3.connect(file)) as database, database:
        database.executescript((Path(__file__).parent / "data" / "server-0.1.0.sql").read_text(encoding="utf-8"))
    prepare(file)
    copy = file.with_name("server.db.before-0001-ended")
    assert mode(copy) == 0o600
    with contextlib.closing(sqlite3.connect(copy)) as database:
        assert database.execute("SELECT version_num FROM alembic_version").fetchone() == ("0001",)
        assert database.execute("SELECT count(*) FROM people").fetchone() == (2,)
    with contextlib.closing(sqlite3.connect(file)) as database:
        assert dict(database.execute("SELECT name, look FROM people").fetchall()) == {"Ann": "ann", "B0b": "bob"}
        assert database.execute("SELECT count(*) FROM events").fetchone()[0] > 2
    file.rename(tmp_path / "site.db")
    with open_site(tmp_path) as site:
        ann = site.visitor()
        ann.post("/api/sign-in", {"name": "ann", "password": "correct horse"})
        answer = ann.get("/api/tables/oldtable1")
        assert (answer["info"]["status"], answer["info"]["version"], answer["seat"]) == ("running", 4, 0)


# --- while it serves ------------------------------------------------------------------------------------------------


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with open_site(tmp_path) as site:
        site.wait_for(site.server.lounge.open)
        yield site


def test_a_full_disk_is_told_and_healthz_tells_the_truth(
    site: Site, tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def health() -> int:
        return site.visitor().send("GET", "/healthz").status_code

    ann = site.guest()
    assert health() == 200

    def fill(connection: sqlite3.Connection) -> None:
        set_pragmas(connection)
        connection.execute("PRAGMA max_page_count=1")

    set_pragmas, direct = db.set_pragmas, site.server.store._direct
    assert direct is not None
    monkeypatch.setattr(db, "set_pragmas", fill)
    direct._engine.dispose()
    wish = {"settings": {"x": "y" * 7000}}
    with caplog.at_level(logging.ERROR):
        for _ in range(20):
            said = refusal(ann.send("PUT", "/api/settings", wish), 503, "unavailable")
            assert "nothing has happened" in said
    told = [record for record in caplog.records if record.getMessage() == "the database fails"]
    assert len(told) == 1, "in one line, and not twenty times"
    assert told[0].exc_info is None
    assert "full" in vars(told[0])["reason"]
    with monkeypatch.context() as patch:
        fail_to_write(site, patch)
        wait_until(lambda: health() == 503)
        assert ann.get("/api/me")["person"], "who only reads is served"
    monkeypatch.setattr(db, "set_pragmas", set_pragmas)
    direct._engine.dispose()
    assert ann.send("PUT", "/api/settings", wish).status_code == 204, "and it goes on when there is space"
    wait_until(lambda: health() == 200)


def test_a_disk_that_is_full_while_nobody_plays_is_counted(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """For the operator's alert: the server writes by itself that it lives, and cannot."""

    def num_errors() -> float:
        return site.server.metrics.registry.get_sample_value("tenka_database_errors_total") or 0.0

    assert num_errors() == 0
    fail_to_write(site, monkeypatch)
    wait_until(lambda: num_errors() >= 2)


def fail_to_write(site: Site, patch: pytest.MonkeyPatch) -> None:
    """The disk has no room for signs of life, either; which come often."""

    async def full(_do: object, goes_first: bool = False) -> None:
        raise OperationalError("x", {}, sqlite3.OperationalError("database or disk is full"))

    patch.setattr(lounge, "SECONDS_BETWEEN_BEATS", 0.2)
    patch.setattr(site.server.store, "transact", full)


def wait_until(is_so: Callable[[], bool]) -> None:
    end = time.monotonic() + 20
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.05)


def test_healthz_notices_a_database_whose_tables_are_gone(site: Site, tmp_path: Path) -> None:
    with contextlib.closing(sqlite3.connect(tmp_path / "site.db", timeout=10)) as database, database:
        database.execute("DROP TABLE nodes")
    answer = site.visitor().send("GET", "/healthz")
    assert (answer.status_code, answer.json()["status"], answer.json()["database"]) == (503, "unwell", False)


# --- what no text has in it -----------------------------------------------------------------------------------------


def send(site: Site, visitor: Visitor, method: str, path: str, content: bytes = b"") -> httpx.Response:
    headers = {"origin": OWN, "cookie": f"{COOKIE}={visitor.cookie}", "content-type": "application/json"}
    site.client.cookies.clear()
    answer = site.portal.call(partial(site.client.request, method, path, content=content, headers=headers))
    assert isinstance(answer, httpx.Response)
    return answer


@pytest.mark.parametrize(
    ("method", "path", "content"),
    [
        ("GET", "/api/people/%00", b""),
        ("GET", "/%00", b""),
        ("GET", "/assets/%00", b""),
        ("GET", "/" + "x" * 5000, b""),
        ("GET", "/api/leaderboard?game=%00", b""),
        ("PUT", "/api/blocks/%00", b""),
        ("DELETE", "/api/tokens/%00", b""),
        ("POST", "/api/tokens", b'{"label":"\\u0000","scopes":["read"]}'),
        ("POST", "/api/sign-in", b'{"name":"a\\u0000b","password":"correct horse"}'),
        ("POST", "/api/tokens", b'{"label":"\\ud800","scopes":["read"]}'),
        ("POST", "/api/register", b'{"name":"Ann","password":"\\ud800 correct horse"}'),
        ("PUT", "/api/settings", b'{"settings":{"a":"\\ud800"}}'),
        ("PUT", "/api/settings", b'{"settings":{"\\udc00":1}}'),
        ("PUT", "/api/settings", b'{"settings":{"a":1e999}}'),
        ("PUT", "/api/settings", b'{"settings":' + b'{"a":' * 900 + b"1" + b"}" * 900 + b"}"),
        ("PUT", "/api/settings", b'{"settings":' + b'{"a":' * 9000 + b"1" + b"}" * 9000 + b"}"),
        ("PUT", "/api/settings", b"[" * 60_000),
        ("PUT", "/api/settings", b'{"settings":{"a":' + b"9" * 5000 + b"}}"),
        ("POST", "/api/tables", b"\xff\xfe"),
        ("POST", "/api/records", b'{"text":"\\u0000"}'),
        ("POST", "/api/records", b'{"text":"\\ud800"}'),
    ],
)
def test_what_no_text_has_is_refused_in_a_sentence(
    quiet: Site, caplog: pytest.LogCaptureFixture, method: str, path: str, content: bytes
) -> None:
    ann = quiet.guest()
    with caplog.at_level(logging.WARNING):
        answer = send(quiet, ann, method, path, content)
    assert 400 <= answer.status_code < 500, answer.text
    assert set(answer.json()) == {"code", "sentence"}
    assert caplog.records == []
    assert send(quiet, ann, "GET", "/api/me").status_code == 200


@pytest.fixture(scope="module")
def quiet(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with open_site(tmp_path_factory.mktemp("quiet")) as site:
        yield site


def test_settings_that_an_older_server_has_let_in_do_not_keep_their_owner_out(quiet: Site) -> None:
    ann = quiet.guest()
    person = ann.person
    assert person is not None
    bad = json.dumps({"a": "\ud800"})
    spoilt = db.people.update().where(db.people.c.id == person["id"]).values(settings=bad)
    quiet.wait_for(quiet.server.store.execute, spoilt)
    assert ann.get("/api/me")["settings"] == {}


def test_head_answers_as_get_does_without_a_body(quiet: Site) -> None:
    ann = quiet.guest()
    for path in ("/api/me", "/api/games", "/healthz", "/"):
        answer, full = send(quiet, ann, "HEAD", path), send(quiet, ann, "GET", path)
        assert (answer.status_code, answer.content) == (full.status_code, b"")
        assert answer.headers.get("content-length") == full.headers.get("content-length")
    assert send(quiet, ann, "HEAD", "/api/events").status_code == 405


def test_the_name_of_the_server_is_in_the_set_up(quiet: Site) -> None:
    assert quiet.server.config.hosts == (HOST,)
