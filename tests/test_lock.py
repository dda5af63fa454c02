"""The lock of the test set-up fits pyproject.toml, and ./test installs what is locked."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tools import bootstrap
from tools.lock import EXTRAS

PROJECT = tomllib.loads((bootstrap.ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
WANTED = [*PROJECT["dependencies"], *(line for extra in EXTRAS for line in PROJECT["optional-dependencies"][extra])]
LOCKED = [
    Requirement(line) for line in bootstrap.LOCK.read_text(encoding="utf-8").splitlines() if not line.startswith("#")
]


@pytest.mark.parametrize("wanted", WANTED)
def test_every_requirement_is_locked_to_a_version_that_it_allows(wanted: str) -> None:
    requirement = Requirement(wanted)
    if requirement.name == PROJECT["name"]:  # one extra takes in another, which is locked with it
        assert all(name in PROJECT["optional-dependencies"] for name in requirement.extras)
        return
    locked = [one for one in LOCKED if canonicalize_name(one.name) == canonicalize_name(requirement.name)]
    assert locked, "python -m tools.lock writes the lock again"
    for one in locked:
        (version,) = (part.version for part in one.specifier)
        assert requirement.specifier.contains(version), f"{one}: python -m tools.lock writes the lock again"


def test_every_line_is_one_version_from_wherever_pip_gets_packages() -> None:
    for one in LOCKED:
        assert re.fullmatch(r"==[\w.+]+", str(one.specifier)), one
        assert one.url is None


def test_the_extras_are_those_that_are_installed_by_the_tests() -> None:
    (names,) = re.findall(r"set_up\((.*), locked=True\)", (bootstrap.ROOT / "test").read_text(encoding="utf-8"))
    assert tuple(re.findall(r'"(\w+)"', names)) == EXTRAS


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The commands that a set-up would run, in a folder of its own."""
    commands: list[list[str]] = []
    monkeypatch.setattr(bootstrap, "STAMP", tmp_path / "installed.json")
    monkeypatch.setattr(bootstrap, "BIN", tmp_path / "bin")
    (tmp_path / "bin").mkdir()
    for program in ("python", "pip"):
        (tmp_path / "bin" / program).touch()
    monkeypatch.setattr(bootstrap, "run_quietly", lambda command, _failure: commands.append(command))
    return commands


def test_who_plays_gets_ranges_and_who_tests_the_lock(installed: list[list[str]]) -> None:
    bootstrap.set_up("server")
    assert "--constraint" not in installed[-1]
    bootstrap.set_up("dev", locked=True)
    assert installed[-1][-4:] == ["--constraint", str(bootstrap.LOCK), "--editable", ".[dev,server]"]
    bootstrap.set_up("server")
    assert len(installed) == 2, "playing after testing changes nothing"
