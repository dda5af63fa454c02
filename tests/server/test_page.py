"""How the page is served: as it was built, and a word on how to build it where it was not."""

from __future__ import annotations

import gzip
import re
import struct
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tenka.server import page
from tenka.server.bots import BotFailed
from tenka.server.fair import Whose
from tenka.server.painting import paint
from tenka.terminal.manual import NO_SITE
from tests.server.site import OWN, Site, Visitor, open_site

PAGE = "<!doctype html><title>built</title>"
SCRIPT = "console.log('built')"


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with open_site(tmp_path) as site:
        yield site


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the build puts the page."""
    folder = tmp_path / "page"
    (folder / "assets").mkdir(parents=True)
    monkeypatch.setattr(page, "FOLDER", folder)
    return folder


@pytest.fixture
def built(folder: Path) -> Path:
    (folder / "index.html").write_text(PAGE)
    (folder / "icon.svg").write_text("<svg/>")
    (folder / "assets" / "main-1a2b.js").write_text(SCRIPT)
    (folder / "assets" / "main-1a2b.js.gz").write_bytes(gzip.compress(SCRIPT.encode()))
    (folder.parent / "secret.txt").write_text("42")
    return folder


def test_without_a_built_page_there_is_a_word_on_how_to_build_it(site: Site, folder: Path) -> None:
    answer = site.visitor().send("GET", "/")
    assert answer.status_code == 200
    assert "./play" in answer.text
    assert answer.headers["cache-control"] == "no-store", "once it is built it is seen at once"
    elsewhere = site.visitor().send("GET", "/table/abc")
    assert elsewhere.status_code == 404
    assert "./play" in elsewhere.text


def test_the_documentation_is_served_under_docs(
    site: Site, built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    manual = tmp_path / "manual"
    (manual / "figures").mkdir(parents=True)
    monkeypatch.setattr(page, "SITE", manual)
    visitor = site.visitor()
    missing = visitor.send("GET", "/docs/")
    assert (missing.status_code, missing.text) == (404, NO_SITE)
    (manual / "index.html").write_text("the manual")
    (manual / "figures" / "load.html").write_text("figures")
    assert visitor.send("GET", "/docs/").text == "the manual"
    assert visitor.send("GET", "/docs/figures/load.html").text == "figures"
    assert visitor.send("GET", "/docs").headers["location"] == "/docs/", "so that relative links lead to its pages"
    for path in ("/docs/gone.html", "/docs/..%2fsecret.txt", "/docs/figures"):
        answer = visitor.send("GET", path)
        assert (answer.status_code, answer.text) == (404, "there is no such page")
    assert visitor.send("GET", "/docsish").text == PAGE, "an address of the page"


def test_a_built_page_is_served_at_each_of_its_addresses(site: Site, built: Path) -> None:
    for path in ("/", "/table/abc", "/replay/abc?ply=3", "/index.html"):
        answer = site.visitor().send("GET", path)
        assert (answer.status_code, answer.text) == (200, PAGE)
        assert answer.headers["cache-control"] == "no-cache", "a new version is found at the next visit"
    assert site.visitor().send("GET", "/icon.svg").headers["content-type"].startswith("image/svg")


def test_what_has_a_hash_in_its_name_is_kept_for_ever_and_comes_compressed(site: Site, built: Path) -> None:
    for coding in ("gzip", ""):
        answer = site.visitor().send("GET", "/assets/main-1a2b.js", **{"accept-encoding": coding or "identity"})
        assert (answer.status_code, answer.text) == (200, SCRIPT)
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert answer.headers.get("content-encoding", "") == coding
        assert "javascript" in answer.headers["content-type"]
        assert answer.headers["vary"] == "accept-encoding"


def test_what_is_not_there_is_not_the_page(site: Site, built: Path) -> None:
    """A script of an old version must not come as HTML: the browser would run it, and show nothing."""
    assert site.visitor().send("GET", "/assets/old-9z.js").status_code == 404
    for path in ("/api/nothing", "/healthz/x", "/metrics/x"):
        answer = site.visitor().send("GET", path)
        assert (answer.status_code, answer.json()["code"]) == (404, "missing")


def test_nothing_outside_the_pages_folder_is_served(site: Site, built: Path) -> None:
    for path in ("/..%2fsecret.txt", "/assets/..%2f..%2fsecret.txt", "/%2e%2e/secret.txt"):
        answer = site.visitor().send("GET", path)
        assert "42" not in answer.text
        assert answer.status_code == 404 or answer.text == PAGE


def test_what_can_be_played_is_sent_once_compressed_and_asked_for_again_by_its_tag(site: Site) -> None:
    first = site.visitor().send("GET", "/api/games")
    assert (first.status_code, first.headers["content-encoding"]) == (200, "gzip")
    assert first.headers["cache-control"] == "no-cache"
    again = site.visitor().send("GET", "/api/games", **{"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["etag"] == first.headers["etag"]
    assert site.visitor().send("GET", "/api/games", **{"if-none-match": 'W/"of another day"'}).json() == first.json()


def test_names_on_a_shared_device_have_blanks_and_records_have_none(site: Site) -> None:
    guest = site.guest()
    seats = [{"kind": "me", "name": "Anna  Maria "}, {"kind": "me", "name": " "}]
    info = guest.post("/api/tables", {"seats": seats, "options": {"hands": "random", "pieces": "random"}})
    assert [seat["name"] for seat in info["seats"]] == ["Anna Maria", f"{info['maker']}-2"]
    assert "=Anna_Maria " in guest.send("GET", f"/api/tables/{info['id']}/record").text


def open_game(site: Site, **wish: Any) -> tuple[Visitor, dict[str, Any]]:
    guest = site.guest()
    seats = [{"kind": "me", "name": "Ann A"}, {"kind": "me", "name": "Bob B."}]
    options = {"hands": "random", "pieces": "random"}
    return guest, guest.post("/api/tables", {"seats": seats, "options": options, **wish})


def test_a_picture_of_a_position_shows_what_everybody_may_see(site: Site) -> None:
    guest, info = open_game(site)
    path = f"/api/tables/{info['id']}/positions/{info['version']}/picture"
    answer = guest.send("GET", path)
    assert answer.headers["content-type"] == "image/png"
    assert answer.content.startswith(b"\x89PNG")
    assert struct.unpack(">II", answer.content[16:24]) == (1200, 630)
    assert site.visitor().send("GET", f"{path}?key={info['key']}").content == answer.content
    assert site.visitor().send("GET", path).status_code == 404, "the table is for those with the link"
    assert guest.send("GET", path.replace("/picture", "99/picture")).status_code == 404
    waiting = guest.post("/api/tables", {"seats": [{"kind": "me"}, {"kind": "open"}]})
    refused = guest.send("GET", f"/api/tables/{waiting['id']}/positions/0/picture")
    assert (refused.status_code, refused.json()["sentence"]) == (409, "the game has not begun yet")


def test_pictures_are_painted_by_who_serves_nobody(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """What paints them holds Python's lock for a tenth of a second."""
    asked: list[tuple[Any, ...]] = []

    async def work_out(urgency: str, whose: Whose, function: Callable[..., Any], *given: Any) -> Any:
        asked.append((urgency, function))
        if len(asked) > 1:
            raise BotFailed("it died")
        return b"painted elsewhere"

    bots = site.server.lounge.bots
    monkeypatch.setattr(bots, "num_workers", 1)
    monkeypatch.setattr(bots, "work_out", work_out)
    guest, info = open_game(site)
    path = f"/api/tables/{info['id']}/positions/{info['version']}/picture"
    assert [guest.send("GET", path).content for _ in range(2)] == [b"painted elsewhere"] * 2
    assert asked == [("hint", paint)], "the second time it was kept"
    _, other = open_game(site, visibility="open")
    refused = guest.send("GET", f"/api/tables/{other['id']}/positions/{other['version']}/picture")
    assert (refused.status_code, refused.json()["sentence"]) == (503, "the picture could not be painted; try again")


def test_a_link_to_a_table_says_what_it_is_to_those_who_show_it(site: Site, built: Path) -> None:
    (built / "index.html").write_text("<!doctype html><head><title>built</title></head>")
    _, info = open_game(site)
    for path in (f"/table/{info['id']}", f"/replay/{info['id']}"):
        page = site.visitor().send("GET", f"{path}?key={info['key']}").text
        assert '<meta property="og:title" content="Samurai: Ann A, Bob B." />' in page
        found = re.search('og:image" content="([^"]+)"', page)
        assert found is not None
        assert found[1].startswith(OWN)
        picture = site.visitor().send("GET", found[1].removeprefix(OWN))
        assert picture.headers["content-type"] == "image/png"
        assert "og:" not in site.visitor().send("GET", path).text, "without the key there is nothing to be told"
    assert "og:" not in site.visitor().send("GET", "/table/nowhere").text
    _, seen = open_game(site, visibility="open")
    assert "og:image" in site.visitor().send("GET", f"/table/{seen['id']}").text
