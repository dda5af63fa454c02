"""docs/add-a-player.md, done as it says: by ``module:Class`` in a folder, and by an entry point of a distribution."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tenka.game import GameError
from tenka.games import GAMES
from tenka.players import get_player
from tenka.players.others import GROUP, find_player
from tenka.record import load
from tenka.server.levels import check_bot
from tests.documents import commands_in, files_in, write_files

DOCUMENT = "docs/add-a-player.md"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """With the module of the document."""
    write_files(DOCUMENT, tmp_path, "my_bots.py")
    return tmp_path


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """What an installer makes of the document's distribution, in a folder of its own."""
    project = tomllib.loads(files_in(DOCUMENT)["pyproject.toml"])["project"]
    site = tmp_path / "site"
    write_files(DOCUMENT, site, "my_bots.py")
    about = site / f"my_bots-{project['version']}.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n")
    groups = project["entry-points"]
    lines = [
        f"[{group}]\n" + "".join(f"{name} = {value}\n" for name, value in groups[group].items()) for group in groups
    ]
    (about / "entry_points.txt").write_text("\n".join(lines))
    assert list(groups) == [GROUP]
    return site


def tenka(folder: Path, command: str, typed: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    """The installed command, and not ``python -m``, which would look into the current folder by itself."""
    program = "import sys; sys.path = [path for path in sys.path if path]; from tenka.cli import main; sys.exit(main())"
    env = {**os.environ, "XDG_DATA_HOME": str(folder / "data"), **environment}
    return subprocess.run(
        [sys.executable, "-P", "-c", program, *command.split()[1:]],
        cwd=folder,
        env=env,
        input=typed,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.slow
def test_the_commands_of_the_document_work(folder: Path) -> None:
    commands = [command for command in commands_in(DOCUMENT) if "my_bots:Hasty" in command]
    assert len(commands) == 3
    for command in commands:
        done = tenka(folder, command, typed="quit\n")
        assert done.returncode == 0, done.stderr
        assert "my_bots:Hasty" in done.stdout
    assert load(folder / "games" / "0001.game").record.names == ("bot:my_bots:Hasty", "bot:greedy")


@pytest.mark.slow
def test_it_plays_in_worker_processes_in_every_game(folder: Path) -> None:
    for game in GAMES:
        records = f"games-{game}"
        command = f"tenka match --game {game} --players my_bots:Hasty,uniform --games 4 --workers 2 --records {records}"
        done = tenka(folder, command)
        assert done.returncode == 0, done.stderr
        assert len(list((folder / records).glob("*.game"))) == 4


def test_an_installed_distribution_brings_its_players_by_name(
    tmp_path: Path, installed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(installed))
    assert find_player("hasty", "samurai").name == "hasty"
    with pytest.raises(GameError, match=r"there is no player 'nobody'; there are farmer, .*, mcts, .*hasty"):
        find_player("nobody", "samurai")
    done = tenka(tmp_path, "tenka match --players hasty,uniform --games 2 --workers 2", PYTHONPATH=str(installed))
    assert done.returncode == 0, done.stderr
    assert "hasty" in done.stdout


def test_a_changed_player_begins_another_match(folder: Path) -> None:
    command = "tenka match --players my_bots:Hasty,uniform --games 2 --seed 1 --records games"
    assert tenka(folder, command).returncode == 0
    assert tenka(folder, command).returncode == 0
    text = (folder / "my_bots.py").read_text(encoding="utf-8")
    (folder / "my_bots.py").write_text(text + "\n# better now\n", encoding="utf-8")
    again = tenka(folder, command)
    assert again.returncode == 2
    assert "the program has changed" in again.stderr


def test_a_saved_game_runs_no_program_that_nobody_has_asked_for(folder: Path) -> None:
    save = "tenka play --terminal --bots my_bots:Hasty --seed 1 --save my.game"
    assert tenka(folder, save, typed="quit\n").returncode == 0
    refused = tenka(folder, "tenka play --terminal --resume my.game", typed="quit\n")
    assert refused.returncode == 2
    assert (
        "the game was played by a program, my_bots:Hasty: if you trust it, add --bots my_bots:Hasty" in refused.stderr
    )
    resume = "tenka play --terminal --resume my.game --bots "
    assert tenka(folder, resume + "my_bots:Hasty", typed="quit\n").returncode == 0
    for other in ("greedy", "my_bots:Other"):
        refused = tenka(folder, resume + other, typed="quit\n")
        assert refused.returncode == 2
        assert "leave --bots out" in refused.stderr


def test_servers_seat_their_own_players_only(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(folder))
    monkeypatch.delitem(sys.modules, "my_bots", raising=False)
    for name in ("my_bots:Hasty", "os:abort"):
        for check in (check_bot, get_player):
            with pytest.raises(GameError, match="there is no player"):
                check(name, "samurai")
    assert "my_bots" not in sys.modules


WRONG = """
class Silent:
    pass

class Cheater:
    def decide(self, view, legal, rng):
        return -1

class Clumsy:
    def decide(self, view, legal, rng):
        return legal[10 ** 6]

class Picky:
    def __init__(self, rules):
        from tenka.game import GameError
        raise GameError(f"Picky does not play {rules.name}")

class Greedier:
    def __init__(self, rules, much, more):
        pass

def broken(rules):
    return 1 / 0

number = 7
"""


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("wrong:Silent", "the player wrong:Silent has no method decide(view, legal, rng); see docs/add-a-player.md"),
        ("wrong:Picky", "Picky does not play samurai"),
        ("wrong:Greedier", "wrong:Greedier cannot be made for samurai: TypeError: "),
        (
            "wrong:broken",
            "wrong:broken cannot be made for samurai: ZeroDivisionError: division by zero (wrong.py, line 23)",
        ),
        ("wrong:number", "the player wrong:number is of the type int, and not a class"),
        ("wrong:Nobody", "wrong has no Nobody; it has Cheater, Clumsy"),
        ("nowhere:Bot", "there is no module 'nowhere' for the player nowhere:Bot"),
        ("wrong.deeper:Bot", "there is no module 'wrong.deeper' for the player wrong.deeper:Bot"),
        ("spoilt:Bot", "the player spoilt:Bot cannot be loaded: SyntaxError: "),
        ("needy:Bot", "the player needy:Bot cannot be loaded: ModuleNotFoundError: No module named 'missing_thing'"),
        ("greedy:5", "there is no player 'greedy:5'"),
        ("farmer:x", "there is no module 'farmer'"),
    ],
)
def test_what_is_wrong_is_told_in_a_sentence(
    name: str, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put_wrong_ones(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(GameError) as refusal:
        find_player.__wrapped__(name, "samurai")
    assert sentence in str(refusal.value)


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("wrong:Cheater", "the player wrong:Cheater decided -1, which is none of the "),
        ("wrong:Clumsy", "the player wrong:Clumsy failed: IndexError: list index out of range (wrong.py, line 11)"),
    ],
)
@pytest.mark.parametrize("workers", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_what_goes_wrong_in_play_is_told_in_a_sentence(name: str, sentence: str, workers: int, tmp_path: Path) -> None:
    put_wrong_ones(tmp_path)
    done = tenka(tmp_path, f"tenka match --players {name},uniform --games 4 --workers {workers}")
    assert done.returncode == 2
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr


def put_wrong_ones(folder: Path) -> None:
    files: dict[str, Any] = {"wrong": WRONG, "spoilt": "def (", "needy": "import missing_thing"}
    for name, text in files.items():
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
