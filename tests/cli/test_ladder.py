"""Ladders of bots."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Tenka, tree


def test_a_ladder_prints_tables_and_writes_its_files(tenka: Tenka, tmp_path: Path) -> None:
    folder = tmp_path / "records"
    files = [tmp_path / name for name in ("l.json", "l.csv", "l.svg")]
    command = ["ladder", "--players", "uniform,greedy", "--games", 5, "--basic", "--seed", 1, "--records", folder]
    for option, path in zip(("--json", "--csv", "--picture"), files, strict=True):
        command += [option, path]
    done = tenka(*command)
    assert done.code == 0, done.err
    assert "6 games in" in done.out
    assert done.out.index("greedy") < done.out.index("uniform")
    assert "ordinal" in done.out
    texts = [path.read_text() for path in files]
    assert len(list(folder.glob("*.game"))) == 6
    again = tenka(*command)
    assert "6 games, 0 of them now, in" in again.out
    assert [path.read_text() for path in files] == texts


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("--players greedy", "two players or more, not only greedy"),
        ("--players greedy,uniform,greedy", "greedy is named 2 times"),
        ("--players greedy,nobody", "there is no player 'nobody'"),
        ("--seats 5", "2, 3 or 4 players, not 5"),
        ("--seats two", "2, 3 or 4 players, not two"),
        ("--games 0", "--games is a whole number from 1"),
        ("--workers -1", "--workers is a whole number from 1"),
        ("--json .", "is a folder; name a file in it"),
        ("--csv nowhere/l.csv", "there is no folder nowhere"),
        (f"--picture {'long' * 100}.svg", "File name too long"),
        ("--json file/l.json", "there is no folder file"),
        ("--records file", "cannot write records into file"),
    ],
)
def test_bad_input_ends_with_a_sentence_and_changes_nothing(
    tenka: Tenka,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: str,
    sentence: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").touch()
    before = tree(tmp_path)
    words = arguments.split()
    if "--records" not in words:
        words += ["--records", "new"]
    done = tenka("ladder", *words)
    assert done.code == 2
    assert sentence in done.err
    assert done.out == ""
    assert tree(tmp_path) == before
