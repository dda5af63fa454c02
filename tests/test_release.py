"""What a release is refused for; `python -m tools.release` makes and tries a real one."""

from __future__ import annotations

import io
import re
import tarfile
import zipfile
from pathlib import Path

import pytest

from tools import release
from tools.bootstrap import ROOT
from tools.page import WEB
from tools.readme import for_index, links_that_break
from tools.release import (
    NAME,
    NEEDED_IN_SOURCES,
    NEEDED_IN_WHEEL,
    PAGE,
    NotReleased,
    check_sources,
    check_wheel,
    packages_in_page,
    run,
)

VERSION = f"{NAME}-0.2.0"
INFO = f"{VERSION}.dist-info"
METADATA = "Metadata-Version: 2.4\nName: tenka-games\nLicense-Expression: MIT\nRequires-Python: >=3.11\n"
NOTICES = "".join(
    f"## {name} - 1.0.0 (MIT)\n\nCopyright (c) somebody\n\n" for name in ("@noble/hashes", "clsx", "svelte", "uqr")
)
WHEEL = {
    **dict.fromkeys(NEEDED_IN_WHEEL, ""),
    f"{PAGE}notices.md": NOTICES,
    f"{INFO}/METADATA": METADATA,
    f"{INFO}/licenses/LICENSE": "MIT",
}


def wheel_of(folder: Path, files: dict[str, str]) -> Path:
    path = folder / f"{VERSION}-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as wheel:
        for name, text in files.items():
            wheel.writestr(name, text)
    return path


def sources_of(folder: Path, names: list[str]) -> Path:
    path = folder / f"{VERSION}.tar.gz"
    with tarfile.open(path, "w:gz") as archive:
        for name in names:
            archive.addfile(tarfile.TarInfo(f"{VERSION}/{name}"), io.BytesIO())
    return path


def test_what_is_whole_is_accepted(tmp_path: Path) -> None:
    check_wheel(wheel_of(tmp_path, WHEEL))
    check_sources(sources_of(tmp_path, list(NEEDED_IN_SOURCES)))


@pytest.mark.parametrize("missing", [*NEEDED_IN_WHEEL, f"{INFO}/licenses/LICENSE"])
def test_a_wheel_that_lacks_something_is_refused(tmp_path: Path, missing: str) -> None:
    with pytest.raises(NotReleased, match="has no "):
        check_wheel(wheel_of(tmp_path, {name: text for name, text in WHEEL.items() if name != missing}))


@pytest.mark.parametrize(
    "stray",
    [
        "tests/test_docs.py",
        "web/src/main.ts",
        "tenka/server/page/assets/App.svelte",
        "tenka/server/page/assets/main.js.map",
        "tenka/samurai/notes.docx",
        "tenka/__pycache__/cli.cpython-311.pyc",
        "tenka/.env",
    ],
)
def test_a_wheel_with_what_does_not_belong_there_is_refused(tmp_path: Path, stray: str) -> None:
    with pytest.raises(NotReleased, match="holds "):
        check_wheel(wheel_of(tmp_path, {**WHEEL, stray: ""}))


@pytest.mark.parametrize("line", ["Name: tenka-games", "License-Expression: MIT", "Requires-Python: >=3.11"])
def test_metadata_that_does_not_say_what_it_should_is_refused(tmp_path: Path, line: str) -> None:
    changed = METADATA.replace(line, "Name: other")
    with pytest.raises(NotReleased, match="metadata"):
        check_wheel(wheel_of(tmp_path, {**WHEEL, f"{INFO}/METADATA": changed}))


def test_a_readme_that_links_to_files_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NotReleased, match=r"links to docs/page\.md"):
        check_wheel(wheel_of(tmp_path, {**WHEEL, f"{INFO}/METADATA": f"{METADATA}\nSee [it](docs/page.md).\n"}))


def test_the_index_gets_our_readme_with_its_words_and_without_links_to_files() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    shown = for_index(readme)
    assert links_that_break(readme)
    assert not links_that_break(shown)
    assert not re.search(r"^[ |]+$", shown, re.MULTILINE), "a table of pictures is left without them"
    assert "See CONTRIBUTING." in shown
    public = for_index(readme, "https://forge.example/tenka", "0.2.0")
    assert not links_that_break(public)
    assert "](https://forge.example/tenka/raw/v0.2.0/docs/pictures/ladder.svg)" in public
    assert "](https://forge.example/tenka/blob/v0.2.0/docs/page.md)" in public


def test_the_pages_sources_name_what_is_built_into_it(tmp_path: Path) -> None:
    assert packages_in_page(WEB / "src") == {"@noble/hashes", "svelte", "uqr"}
    (tmp_path / "a.test.ts").write_text('import { it } from "vitest";\n')
    (tmp_path / "b.ts").write_text(
        'import type { X } from "types";\nimport { y } from "./y";\nimport z from "zed/sub.js";\n'
    )
    assert packages_in_page(tmp_path) == {"zed"}


@pytest.mark.parametrize(
    ("notices", "missing"),
    [
        (NOTICES.replace("## uqr", "## other"), "uqr"),
        (NOTICES.replace("## clsx - 1.0.0 (MIT)\n\nCopyright (c) somebody", "## clsx - 1.0.0 (MIT)"), "clsx"),
        ("", "@noble/hashes"),
    ],
)
def test_a_page_without_the_notice_of_a_package_in_it_is_refused(tmp_path: Path, notices: str, missing: str) -> None:
    with pytest.raises(NotReleased, match=f"no licence of {missing}"):
        check_wheel(wheel_of(tmp_path, {**WHEEL, f"{PAGE}notices.md": notices}))


@pytest.mark.parametrize("missing", NEEDED_IN_SOURCES)
def test_a_source_archive_that_lacks_something_is_refused(tmp_path: Path, missing: str) -> None:
    with pytest.raises(NotReleased, match="has no "):
        check_sources(sources_of(tmp_path, [name for name in NEEDED_IN_SOURCES if name != missing]))


@pytest.mark.parametrize(
    "stray", ["tenka/server/page/index.html", "web/node_modules/vite/index.js", ".venv/bin/python"]
)
def test_a_source_archive_with_what_was_made_is_refused(tmp_path: Path, stray: str) -> None:
    with pytest.raises(NotReleased, match="holds "):
        check_sources(sources_of(tmp_path, [*NEEDED_IN_SOURCES, stray]))


def test_a_command_that_fails_is_told_with_what_it_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(release, "LOG", tmp_path / "release.log")
    with pytest.raises(NotReleased, match=r"(?s)ended with 3.*no paper"):
        run(["sh", "-c", "echo no paper; exit 3"])


def test_the_tests_that_failed_are_named_however_much_is_printed_after_them(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(release, "LOG", tmp_path / "build" / "release.log")
    failed = "FAILED tests/test_docs.py::test_links - assert 1 == 2"
    script = f"echo first; echo '{failed}'; echo 'FAILED tests'; yes 'the page is fine' | head -n 500; exit 1"
    with pytest.raises(NotReleased) as told:
        run(["sh", "-c", script])
    assert f"\n{failed}\n" in str(told.value)
    assert str(tmp_path / "build" / "release.log") in str(told.value)
    assert len(str(told.value)) < 3000
    whole = (tmp_path / "build" / "release.log").read_text()
    assert whole.startswith("first\n")
    assert whole.count("the page is fine") == 500
