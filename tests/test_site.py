"""The documentation site: what becomes a page, where links lead, and that it is shown without a network."""

from __future__ import annotations

import threading
import urllib.request
from pathlib import Path

import griffe
import pytest
import yaml
from markdown import markdown  # type: ignore[import-untyped]

from tenka.terminal import manual
from tests.cli.conftest import Tenka, tenka  # noqa: F401
from tools import site
from tools.bootstrap import ROOT

NAMES = {"docs/page.md": "page.md", "docs/deploy.md": "deploy.md", "benchmarks/results/load.md": "figures/load.md"}


def in_navigation(entry: object) -> set[str]:
    if isinstance(entry, str):
        return {entry}
    inner = entry.values() if isinstance(entry, dict) else entry
    assert isinstance(inner, (list, type({}.values())))
    return {name for part in inner for name in in_navigation(part)}


def test_every_document_is_in_the_navigation_and_nothing_else_is() -> None:
    config = yaml.safe_load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"))
    pages = {page for page in site.page_names().values() if not page.startswith("figures/")}
    assert in_navigation(config["nav"]) == pages | {"api.md", "figures.md"}
    assert config["theme"]["name"] == "material"
    assert config["theme"]["font"] is False, "fonts would be loaded from elsewhere"


@pytest.mark.parametrize(
    ("source", "written", "shown"),
    [
        ("docs/page.md", "[a](deploy.md#nginx)", "[a](deploy.md#nginx)"),
        ("docs/page.md", "[a](../benchmarks/results/load.md)", "[a](figures/load.md)"),
        ("benchmarks/results/load.md", "[a](../../docs/deploy.md)", "[a](../deploy.md)"),
        ("docs/page.md", "[a](../tenka/game.py)", "[a](files/tenka/game.py.txt)"),
        ("docs/page.md", "![a](pictures/ladder.svg)", "![a](pictures/ladder.svg)"),
        ("docs/page.md", "[a](../tenka/history/data)", "a"),
        ("docs/page.md", "[a](https://example.org/b)", "[a](https://example.org/b)"),
        ("docs/page.md", "| `a \\| b` | c \\| d |", "| `a | b` | c \\| d |"),
        ("docs/page.md", "it is `a \\| b`", "it is `a \\| b`"),
        ("docs/page.md", "```text\n| `a \\| b` |\n```", "```text\n| `a \\| b` |\n```"),
        ("docs/page.md", "```console no-run\n$ [a](deploy.md)\n```", "```console\n$ [a](deploy.md)\n```"),
    ],
)
def test_links_lead_to_pages_and_to_copies_of_files(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, source: str, written: str, shown: str
) -> None:
    monkeypatch.setattr(site, "PAGES", tmp_path)
    assert site.fit(source, written, NAMES) == shown
    copies = [path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file()]
    assert copies == [name for name in ("files/tenka/game.py.txt", "pictures/ladder.svg") if f"({name})" in shown]


def test_a_bar_within_code_in_a_table_is_shown_as_a_bar(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Where GitHub wants it escaped, Python's Markdown shows the backslash."""
    monkeypatch.setattr(site, "PAGES", tmp_path)
    text = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
    assert "\\|" in text
    page = markdown(
        site.fit("docs/protocol.md", text, site.page_names()), extensions=["tables", "pymdownx.superfences"]
    )
    assert "\\|" not in page
    assert "<td><code>TableInfo | null</code></td>" in page


def test_the_reference_shows_examples_as_code() -> None:
    """Each `>>>` would be shown as three quotations otherwise."""
    package = griffe.load(
        "tenka.envs", search_paths=[ROOT], extensions=griffe.load_extensions(str(ROOT / "tools" / "examples.py"))
    )
    for shown in (package, package["play.observe"], package["single.SingleEnv"]):
        assert shown.docstring is not None
        text = shown.docstring.value
        assert "\n\n```pycon\n>>> " in text
        assert text.rstrip().endswith("\n```")
    config = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    assert "extensions: [tools/examples.py]" in config


def test_figures_have_names_for_people_and_say_what_was_measured(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(site, "PAGES", tmp_path)
    site.write_pages()
    shown = (tmp_path / "figures.md").read_text(encoding="utf-8")
    assert "- [Envs GPU](figures/envs-gpu.md): A vector of games on a GPU, with observation and mask" in shown
    assert "- [First game](figures/first_game.md): The first game on a machine where nothing is compiled yet" in shown
    assert "- [Killed again and again](figures/kills.md)\n" in shown
    assert (tmp_path / "figures" / "first_game.md").read_text(encoding="utf-8").startswith("# First game\n\nThe first")
    assert (tmp_path / "figures" / "kills.md").read_text(encoding="utf-8").startswith("# Killed")


def test_a_document_that_links_to_a_file_that_is_gone_is_refused() -> None:
    with pytest.raises(site.NotBuilt, match=r"docs/page\.md links to gone\.md, which is not there"):
        site.fit("docs/page.md", "[a](gone.md)", NAMES)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ('<a href="b.html#there">', ""),
        ('<a href="https://example.org/">', ""),
        ('<a href="c.html">', "a.html links to c.html, which is not there"),
        ('<a href="b.html#gone">', "a.html links to b.html#gone, where nothing has that name"),
        ('<a href="#gone">', "a.html links to #gone, where nothing has that name"),
        ('<script src="https://example.org/count.js"></script>', "a.html loads https://example.org/count.js"),
        ('<link href="//example.org/font.css">', "a.html loads //example.org/font.css"),
        ("<script>go()</script>", "a.html has a script in it, which our server lets no page run"),
        ('<script type="application/json">{}</script>', ""),
        ('<img src="gone.png">', "a.html links to gone.png, which is not there"),
    ],
)
def test_what_leads_nowhere_or_loads_from_elsewhere_is_refused(tmp_path: Path, text: str, wrong: str) -> None:
    (tmp_path / "a.html").write_text(text)
    (tmp_path / "b.html").write_text('<p id="there">')
    if not wrong:
        site.check(tmp_path)
        return
    with pytest.raises(site.NotBuilt) as told:
        site.check(tmp_path)
    assert wrong in str(told.value)


def test_scripts_stand_in_files_of_their_own(tmp_path: Path) -> None:
    (tmp_path / "assets").mkdir()
    (tmp_path / "figures").mkdir()
    page = tmp_path / "figures" / "load.html"
    page.write_text('<script>go()</script><script type="application/json">{}</script>')
    site.move_scripts_out(tmp_path)
    (script,) = (tmp_path / "assets").iterdir()
    assert script.read_text() == "go()"
    expected = f'<script src="../assets/{script.name}"></script><script type="application/json">{{}}</script>'
    assert page.read_text() == expected


def test_tenka_docs_shows_the_site_to_this_machine_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "index.html").write_text("the manual")
    monkeypatch.setattr(manual, "SITE", tmp_path)
    with manual.open_site() as server:
        host, port = server.server_address[:2]
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            with urllib.request.urlopen(f"http://{host!s}:{port}/", timeout=30) as answer:
                assert (host, answer.read()) == ("127.0.0.1", b"the manual")
        finally:
            server.shutdown()
            thread.join()


def test_where_the_site_was_not_built_that_is_told(
    tenka: Tenka,  # noqa: F811
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(manual, "SITE", tmp_path)
    done = tenka("docs")
    assert (done.code, done.out) == (2, "")
    assert "python -m tools.site builds it" in done.err
