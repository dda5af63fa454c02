"""docs/add-a-game.md, done as it says: a copy of the package gets one folder and one line, and plays the game."""

from __future__ import annotations

import hashlib
import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tenka.server.ready import compiled_folder
from tests.documents import commands_in, write_files
from tests.test_docs import ROOT, split_blocks

DOCUMENT = "docs/add-a-game.md"
LEFT_OUT = shutil.ignore_patterns("__pycache__", "page")

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A checkout as far as it is needed, with the game of the document."""
    folder = tmp_path_factory.mktemp("checkout")
    for name in ("tenka", "tools"):
        shutil.copytree(ROOT / name, folder / name, ignore=LEFT_OUT)
    shutil.copy(ROOT / "pyproject.toml", folder)
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    write_files(DOCUMENT, folder)
    _, blocks = split_blocks((ROOT / DOCUMENT).read_text(encoding="utf-8"))
    (line,) = (block for block in blocks if "line=tenka/games.py" in block.info)
    games = folder / "tenka" / "games.py"
    start, end = games.read_text(encoding="utf-8").split("\n}\n", 1)
    games.write_text(f"{start}\n{line.text}}}\n{end}", encoding="utf-8")
    changed = [path for path, content in before.items() if path.read_bytes() != content]
    assert changed == [games]
    assert line.text.count("\n") == 1
    new = {path.parent for path in folder.rglob("*") if path.is_file() and path not in before}
    assert new == {folder / "tenka" / "high_card"}
    lend_compiled(folder)
    return folder


def lend_compiled(folder: Path) -> None:
    """What is compiled of this checkout serves its copy: the files are the same; Numba keeps them by their folders."""
    for source in {path.parent for path in (ROOT / "tenka").rglob("*.py")}:
        for compiled in compiled_folder().glob(f"compiled-*/{numba_name(source)}"):
            there = folder / "cache" / compiled.parent.name / numba_name(folder / source.relative_to(ROOT))
            shutil.copytree(compiled, there)


def numba_name(folder: Path) -> str:
    return f"{folder.name}_{hashlib.sha1(str(folder).encode()).hexdigest()}"


@pytest.fixture
def run(copy: Path, tmp_path: Path) -> Run:
    """Runs Python with the copy's tenka, in an empty folder."""

    def start(*arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
        environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join([str(copy), str(ROOT)]),
            "PYTHONSAFEPATH": "1",
            "TENKA_CACHE_DIR": str(copy / "cache"),
            "XDG_DATA_HOME": str(tmp_path / "data"),
            "COLUMNS": "100",
            "NO_COLOR": "1",
        }
        return subprocess.run(
            [sys.executable, *arguments],
            cwd=tmp_path,
            env=environment,
            input=typed,
            capture_output=True,
            text=True,
            check=False,
        )

    return start


def tenka(run: Run, command: str, typed: str = "") -> str:
    done = run("-m", "tenka", *command.split(), typed=typed)
    assert done.returncode == 0, done.stderr + done.stdout
    assert "Traceback" not in done.stderr
    return done.stdout


ANY_CARD = "".join(f"{card} done\n" for card in range(1, 13))
"""Whoever types this plays the lowest card in hand, and is told what is wrong with the others."""


def test_the_rules_keep_the_contract(run: Run) -> None:
    done = run("-m", "tests.added_game", "check")
    assert done.returncode == 0, done.stderr


@pytest.mark.slow
def test_the_commands_of_the_document_work(run: Run, tmp_path: Path) -> None:
    for command in commands_in(DOCUMENT):
        if command != "tenka serve":
            tenka(run, command.removeprefix("tenka "), typed="quit\n")
    shown = (ROOT / DOCUMENT).read_text(encoding="utf-8").splitlines()
    (check,) = (line.removeprefix("$ ") for line in shown if line.startswith("$ python"))
    done = run(*shlex.split(check)[1:])
    assert "games=80" in done.stdout
    assert len(list((tmp_path / "games").glob("*.game"))) == 20


def test_it_is_played_in_the_terminal(run: Run, tmp_path: Path) -> None:
    game = "play --terminal --game high_card --players 3 --wins lowest --seed 2 --save my.game"
    out = tenka(run, game, typed="help\nhint\nmoves\nlog\nundo\n" + ANY_CARD * 4)
    assert "High Card: red (you), blue (bot:uniform), gold (bot:uniform)." in out
    assert "deal blue ? ? ? ?" in out
    assert "deal red ?" not in out
    assert "red does not hold the card" in out
    assert "mcts:300's favourites" in out
    assert "The game is over: cards." in out
    assert out.count("bot:") == 2
    assert tenka(run, "replay my.game --check").startswith("ok: 12 lines, ")
    assert "gold" in tenka(run, "replay my.game --seat gold")
    help_ = tenka(run, "play --help")
    assert "High Card (--game high_card):\n  --wins highest|lowest  Which card takes a trick." in help_
    for wrong, sentence in (
        ("play --game high_card --wins never", "wins is highest or lowest, not never"),
        ("play --game high_card --edition 2015", "there is no option 'edition' in High Card"),
        ("play --wins lowest", "there is no rule option 'wins'"),
        ("match --game high_card --players greedy,uniform", "greedy plays samurai and history only; high_card"),
        ("match --game high_card --players farmer,uniform", "farmer plays samurai and history only"),
    ):
        refused = run("-m", "tenka", *wrong.split())
        assert refused.returncode == 2
        assert sentence in refused.stderr


def test_a_game_that_was_left_goes_on(run: Run) -> None:
    out = tenka(run, "play --terminal --game high_card --seat blue --seed 2 --save my.game", typed="quit\n")
    assert "The game is saved. Go on with:" in out
    out = tenka(run, "play --terminal --resume my.game", typed=ANY_CARD * 4)
    assert "card red" in out
    assert "The game is over: cards." in out


@pytest.mark.slow
def test_bots_play_it_in_matches_and_ladders(run: Run) -> None:
    assert "mean tricks" in tenka(run, "match --game high_card --games 6 --workers 2 --players mcts:20,uniform,uniform")
    assert "mean tricks" in tenka(run, "match --game high_card --games 2")
    out = tenka(run, "ladder --game high_card --games 4 --seats 3 --players uniform,mcts:20 --wins lowest")
    assert "mcts:20" in out
    assert tenka(run, "perft --game high_card --depth 2 --seed 1").splitlines()[-1].split()[:2] == ["2", "16"]


@pytest.mark.slow
@pytest.mark.parametrize("part", ["serve", "learn", "types"])
def test_it_is_played_elsewhere(run: Run, part: str) -> None:
    done = run("-m", "tests.added_game", part)
    assert done.returncode == 0, done.stderr


def test_nothing_else_has_to_know_of_it(copy: Path) -> None:
    lint = [str(Path(sys.executable).with_name("lint-imports")), "--no-logo", "--no-cache"]
    done = subprocess.run(lint, cwd=copy, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    wrong = copy / "tenka" / "high_card" / "wrong.py"
    wrong.write_text("from tenka.samurai import pieces\n", encoding="utf-8")
    try:
        done = subprocess.run(lint, cwd=copy, capture_output=True, text=True, check=False)
    finally:
        wrong.unlink()
    assert done.returncode == 1
    assert "tenka.high_card.wrong -> tenka.samurai.pieces" in done.stdout
