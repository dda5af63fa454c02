"""What a release is refused for; `python -m tools.release` makes and tries a real one."""

from __future__ import annotations

import io
import tarfile
import zipfile
from pathlib import Path

import pytest

from tools.release import (
    NEEDED_IN_SOURCES,
    NEEDED_IN_WHEEL,
    NotReleased,
    check_sources,
    check_wheel,
    run,
)

INFO = "tenka-0.1.0.dist-info"
METADATA = "Metadata-Version: 2.4\nName: tenka\nLicense-Expression: MIT\nRequires-Python: >=3.11\n"
WHEEL = {**dict.fromkeys(NEEDED_IN_WHEEL, ""), f"{INFO}/METADATA": METADATA, f"{INFO}/licenses/LICENSE": "MIT"}


def wheel_of(folder: Path, files: dict[str, str]) -> Path:
    path = folder / "tenka-0.1.0-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as wheel:
        for name, text in files.items():
            wheel.writestr(name, text)
    return path


def sources_of(folder: Path, names: list[str]) -> Path:
    path = folder / "tenka-0.1.0.tar.gz"
    with tarfile.open(path, "w:gz") as archive:
        for name in names:
            archive.addfile(tarfile.TarInfo(f"tenka-0.1.0/{name}"), io.BytesIO())
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


@pytest.mark.parametrize("line", ["Name: tenka", "License-Expression: MIT", "Requires-Python: >=3.11"])
def test_metadata_that_does_not_say_what_it_should_is_refused(tmp_path: Path, line: str) -> None:
    changed = METADATA.replace(line, "Name: other")
    with pytest.raises(NotReleased, match="metadata"):
        check_wheel(wheel_of(tmp_path, {**WHEEL, f"{INFO}/METADATA": changed}))


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


def test_a_command_that_fails_is_told_with_what_it_said() -> None:
    with pytest.raises(NotReleased, match=r"(?s)ended with 3.*no paper"):
        run(["sh", "-c", "echo no paper; exit 3"])
