"""Compiled code and the plain Python that it was made from do the same."""

import importlib
import os
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from tenka import compiled
from tenka.compiled import generator_state, lowest_bit, random_32, random_below
from tenka.games import GAMES


@pytest.mark.parametrize("bit", range(63))
def test_lowest_bit(bit: int) -> None:
    assert lowest_bit(1 << bit) == bit
    assert lowest_bit((1 << bit) | (1 << 62)) == bit


def test_random_numbers_are_those_of_xoshiro128_plus_plus() -> None:
    """The first outputs for the state 1, 2, 3, 4, as other implementations publish them."""
    generator = np.array([1, 2, 3, 4], np.int64)
    assert [random_32(generator) for _ in range(4)] == [641, 1573767, 3222811527, 3517856514]


def test_random_numbers_below_a_limit_are_even() -> None:
    generator = generator_state(12345)
    counts = Counter(random_below(generator, 20) for _ in range(40_000))
    assert set(counts) == set(range(20))
    assert max(abs(count - 2000) for count in counts.values()) < 250


def test_a_generator_is_never_all_zero() -> None:
    assert generator_state(0).any()


@compiled.inner
def _twice(number: int) -> int:
    return 2 * number


@compiled.jit
def twice_and_one(number: int) -> int:
    """Compiled code that calls another function."""
    return _twice(number) + 1


def test_an_inner_function_is_for_compiled_code_and_says_so() -> None:
    for _ in range(2):  # before it is compiled, and after
        with pytest.raises(TypeError, match="_twice is for compiled code only: decorate it with jit to call it"):
            _twice(3)
        assert twice_and_one(3) == 7


@pytest.fixture
def title(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A package with compiled code of its own."""
    folder = tmp_path / "some_title"
    (folder / "terminal").mkdir(parents=True)
    for name in ("__init__.py", "title.py", "rules.py", "board.txt", "terminal/story.py"):
        (folder / name).write_text("# nothing\n", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("TENKA_CACHE_DIR", str(tmp_path / "cache"))
    importlib.import_module("some_title")
    yield folder
    del sys.modules["some_title"]


def cache_of(package: str) -> str:
    return Path(compiled._cache_folder.__wrapped__(package) or "").name


@pytest.mark.parametrize("name", ["rules.py", "board.txt"])
def test_compiled_code_of_a_title_is_kept_until_one_of_its_sources_changes(title: Path, name: str) -> None:
    before = cache_of("some_title")
    assert before.startswith("compiled-some_title-")
    assert cache_of("some_title") == before
    (title / name).write_text("# something\n", encoding="utf-8")
    assert cache_of("some_title") != before


def test_what_is_never_compiled_changes_nothing(title: Path) -> None:
    before = cache_of("some_title")
    (title / "terminal" / "story.py").write_text("# something\n", encoding="utf-8")
    assert cache_of("some_title") == before


def test_titles_have_folders_of_their_own_and_share_what_all_may_use(
    title: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    caches = {package: cache_of(package) for package in ("tenka", "some_title", *GAMES.values())}
    assert len(set(caches.values())) == len(caches)
    shared = tmp_path / "shared"
    shared.mkdir()
    for name in compiled._FOR_EVERY_TITLE:
        (shared / name).write_bytes((compiled._PACKAGE / name).read_bytes() + b"# something")
    monkeypatch.setattr(compiled, "_PACKAGE", shared)
    assert all(cache_of(package) != cache for package, cache in caches.items())


@pytest.mark.parametrize("package", ["some_program", "tenka.envs", "nowhere"])
def test_what_others_compile_depends_on_every_title(
    package: str, title: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A benchmark, or a player of somebody's, compiles the functions of a title into its own."""
    (title / "title.py").unlink()
    monkeypatch.setitem(sys.modules, "some_program", sys.modules["some_title"])
    ours = tmp_path / "ours"
    (ours / "some_game" / "terminal").mkdir(parents=True)
    monkeypatch.setattr(compiled, "_PACKAGE", ours)
    before = cache_of(package)
    (ours / "some_game" / "terminal" / "story.py").write_text("# nothing goes in from here\n", encoding="utf-8")
    assert cache_of(package) == before
    (ours / "some_game" / "rules.py").write_text("# other rules\n", encoding="utf-8")
    assert cache_of(package) != before


def test_old_caches_of_a_title_are_removed(title: Path, tmp_path: Path) -> None:
    others = cache_of("tenka")
    for number in range(9):
        (title / "rules.py").write_text(f"# {number}\n", encoding="utf-8")
        folder = tmp_path / "cache" / cache_of("some_title")
        os.utime(folder, (number, number))
    kept = {path.name for path in (tmp_path / "cache").iterdir()}
    assert others in kept
    assert folder.name in kept
    assert len(kept) == 1 + compiled._OLD_CACHES_KEPT + 1
