"""Whatever is wrong, one sentence says so, the exit code is 2, and nothing on disk has changed."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Tenka, tree

GOOD = (Path(__file__).parent.parent / "games" / "2015-2-players.game").read_bytes()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """With one file of every wrong kind."""
    files = {
        "good.game": GOOD,
        "half.game": GOOD[: GOOD.index(b"turn 9 ")],
        "running.game": re.sub(rb'.(Result|End) "[^"]*".\n', b"", GOOD[: GOOD.index(b"turn 9 ")]),
        "torn.game": GOOD[: GOOD.index(b"turn 9 ") + 10],
        "headless.game": GOOD[GOOD.index(b"\n\n") :],
        "zeros.game": bytes(1000),
        "junk.game": os.urandom(5000),
        "latin.game": '[Game "samurai"] für'.encode("latin-1"),
        "empty.game": b"",
        "prose.game": b"Dear diary,\ntoday we played.\n",
    }
    for name, content in files.items():
        (tmp_path / name).write_bytes(content)
    with (tmp_path / "huge.game").open("wb") as file:
        file.truncate(100_000_000)
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "0001.game").write_bytes(GOOD)
    return tmp_path


CASES = [
    # arguments, and what the sentence says
    ("play --seat gold", "the seats of 2 players are red, blue, not gold"),
    ("play --bots deepblue", "there is no player 'deepblue'; there are farmer,"),
    ("play --players 4 --bots greedy,uniform", "3 bots play"),
    ("play --bots ,", "there is no player ''"),
    ("play --game go", "there is no game 'go'; there are samurai, history"),
    ("play --watch --seat red", "leave --seat out"),
    ("play --seed abc", "--seed is a whole number, such as 7, not abc"),
    ("play --save full", "is a folder; name a file in it"),
    ("play --save good.game", "exists already"),
    ("play --save good.game/my.game", "there is no folder good.game"),
    ("play --save nowhere/my.game", "there is no folder nowhere"),
    ("play --resume good.game", "is over"),
    ("play --resume half.game", "cut off"),
    ("play --resume good.game --edition 1998", "keeps its rules"),
    ("play --resume nowhere.game", "there is no file nowhere.game"),
    ("play --resume full", "is a folder"),
    (f"play --resume {'long' * 100}", "File name too long"),
    (f"play --save {'long' * 100}", "File name too long"),
    ("match --players greedy,nobody", "there is no player 'nobody'"),
    ("match --games 0", "--games is a whole number from 1, such as 3, not 0"),
    ("match --games -5", "--games is a whole number from 1, such as 3, not -5"),
    ("match --games many", "--games is a whole number from 1, such as 3, not many"),
    ("match --games 1e3", "--games is a whole number from 1, such as 3, not 1e3"),
    ("match --records good.game", "cannot write records into good.game"),
    ("match --records good.game/below", "cannot write records into good.game/below"),
    ("match --records full", "full holds records already, such as 0001.game"),
    ("replay nowhere.game", "there is no file nowhere.game"),
    ("replay full", "full is a folder; name one of the .game files in it"),
    ("replay half.game --check", "cut off"),
    ("replay torn.game --check", "torn.game, line "),
    ("replay headless.game", "a record begins with headers"),
    ("replay zeros.game", "binary data"),
    ("replay junk.game", "junk.game"),
    ("replay latin.game", "is not UTF-8"),
    ("replay empty.game", "the record is empty"),
    ("replay prose.game", "prose.game, line 1: a record begins with headers"),
    ("replay huge.game", "longer than 1,000,000 bytes"),
    ("replay good.game --seat gold", "the seats of 2 players are red, blue, not gold"),
    ("replay good.game/below", "there is no file good.game/below"),
    ("replay", "Missing argument 'FILE'"),
    ("puzzles make out.txt --game chess", "there is no game 'chess'"),
    ("puzzles make out.txt --players 9", "not for 9"),
    ("puzzles make out.txt --games none", "--games is a whole number from 1"),
    ("puzzles make out.txt --bots nobody", "there is no player 'nobody'"),
    ("puzzles make nowhere/out.txt", "nowhere"),
    ("puzzles reports --game chess", "there is no game 'chess'"),
    ("puzzles make out.txt --minutes soon", "--minutes is a whole number from 1"),
    ("puzzles choose out.txt nowhere.txt", "cannot read nowhere.txt: No such file or directory\n"),
    ("puzzles choose out.txt nowhere.txt --number none", "--number is a whole number from 1"),
    ("puzzles check nowhere.txt --workers none", "--workers is a whole number from 1"),
    ("puzzles check nowhere.txt", "cannot read nowhere.txt: No such file or directory\n"),
    ("puzzles check good.game", "line 1: the line of a puzzle has 7 fields"),
    ("review nowhere.game", "there is no file nowhere.game"),
    ("review full", "full is a folder; name one of the .game files in it"),
    ("review .", ". is a folder; name one of the .game files in it"),
    ("review ..", ".. is a folder; name one of the .game files in it"),
    ("review /", "/ is a folder; name one of the .game files in it"),
    ("review half.game", "cut off"),
    ("review running.game", "this game is not over"),
    ("review good.game --budget 3", "--budget is a whole number from 16 to 1,000,000, such as 1000, not 3"),
    ("review good.game --budget lots", "--budget is a whole number from 16 to 1,000,000, such as 1000, not lots"),
    ("review good.game --workers 0", "--workers is a whole number from 1, such as 3, not 0"),
    ("review good.game --html full", "full is a folder; name a file in it"),
    ("review good.game --json nowhere/a.json", "there is no folder nowhere"),
    ("review good.game --json good.game", "good.game is needed for something else; name another file"),
    ("review good.game --html ./good.game.review", "good.game.review is needed for something else"),
    ("review good.game --html a --json a", "a is needed for something else; name another file"),
    ("perft --depth 0", "--depth is a whole number from 1, such as 3, not 0"),
    ("perft --depth -1", "--depth is a whole number from 1, such as 3, not -1"),
    ("perft --seed x", "--seed is a whole number, such as 7, not x"),
    ("dance", "No such command 'dance'"),
    ("play --colour red", "No such option: --colour"),
]


@pytest.mark.parametrize(("arguments", "sentence"), CASES, ids=[arguments[:60] for arguments, _ in CASES])
def test_bad_input_ends_with_a_sentence_and_changes_nothing(
    tenka: Tenka, folder: Path, monkeypatch: pytest.MonkeyPatch, arguments: str, sentence: str
) -> None:
    monkeypatch.chdir(folder)
    check_refusal(tenka, folder, arguments, sentence)


def check_refusal(tenka: Tenka, folder: Path, arguments: str, sentence: str) -> None:
    """That a command in a folder is refused with a sentence, and leaves no trace."""
    before = tree(folder)
    done = tenka(*arguments.split(), typed="quit\n")
    assert done.code == 2
    assert sentence in done.err
    assert "Traceback" not in done.err
    assert done.out == ""
    assert tree(folder) == before


@pytest.mark.parametrize("command", ["replay", "review"])
def test_no_name_at_all_is_that_of_the_folder(
    tenka: Tenka, folder: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.chdir(folder)
    before = tree(folder)
    done = tenka(command, "")
    assert (done.code, done.out) == (2, "")
    assert ". is a folder; name one of the .game files in it" in done.err
    assert tree(folder) == before


def test_a_data_folder_that_cannot_be_written_is_told(
    tenka: Tenka, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(folder / "good.game"))
    before = tree(folder)
    done = tenka("play", "--terminal")
    assert done.code == 2
    assert "cannot write" in done.err
    assert "save somewhere else" in done.err
    assert tree(folder) == before


@pytest.mark.parametrize("arguments", ["play --edition 2016", "replay nowhere.game", "match --games 0"])
def test_a_real_run_ends_with_2_and_no_traceback(arguments: str, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tenka", *arguments.split()]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, env=_env(tmp_path), check=False)
    assert done.returncode == 2
    assert done.stdout == ""
    assert "Traceback" not in done.stderr
    assert len(done.stderr) > 20
    assert [path.name for path in tmp_path.rglob("*")] == ["home"]


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_streams_that_the_shell_has_closed_are_no_reason_to_fail(closed: str, tmp_path: Path) -> None:
    command = f'"{sys.executable}" -m tenka play --terminal --seed 1 {closed}'
    done = subprocess.run(
        command,
        shell=True,
        cwd=tmp_path,
        capture_output=True,
        stdin=subprocess.DEVNULL,
        text=True,
        env=_env(tmp_path),
        check=False,
    )
    assert done.returncode == 0
    assert "Traceback" not in done.stderr
    assert len(list((tmp_path / "data").rglob("*.game"))) == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full disk here")
@pytest.mark.parametrize("arguments", ["--version", "--help", "perft --depth 1"])
def test_a_full_disk_is_told_in_a_sentence(arguments: str, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tenka", *arguments.split()]
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            command, cwd=tmp_path, stdout=full, stderr=subprocess.PIPE, text=True, env=_env(tmp_path), check=False
        )
    assert done.returncode == 2
    assert done.stderr.endswith("tenka: cannot print: No space left on device\n")
    assert "Traceback" not in done.stderr


def _env(folder: Path) -> dict[str, str]:
    root = str(Path(__file__).parent.parent.parent)
    return {**os.environ, "PYTHONPATH": root, "XDG_DATA_HOME": str(folder / "data")}
