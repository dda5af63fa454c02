"""docs/add-a-player.md, done as it says: by ``module:Class`` in a folder, and by an entry point of a distribution."""

from __future__ import annotations

import os
import pickle
import random
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tenka.arena.ladder import make_ladder
from tenka.arena.match import play_numbered
from tenka.arena.measure import measure
from tenka.arena.plan import LADDER, MATCH, make_plan
from tenka.arena.workers import play_plan
from tenka.game import Action, GameError, View
from tenka.games import GAMES, get_game
from tenka.players import get_player
from tenka.players.others import GROUP, Guest, find_named, find_player
from tenka.record import read
from tenka.server.bots import Job, answer_job
from tenka.server.levels import check_bot, find_bot, list_bots, seat_guests
from tests.documents import files_in, write_files

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
        for check in (check_bot, find_bot, get_player):
            with pytest.raises(GameError, match="there is no player"):
                check(name, "samurai")
    assert "my_bots" not in sys.modules


def test_a_server_seats_players_that_its_operator_names(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(folder))
    monkeypatch.delitem(sys.modules, "my_bots", raising=False)
    try:
        seat_guests(["my_bots:Hasty"])
        for game in GAMES:
            assert check_bot("my_bots:Hasty", game) == "my_bots:Hasty"
            bot = list_bots(game)[-1]
            text = "Ends its turn as soon as it may, and does anything else before."
            assert (bot.name, bot.description, bot.is_level, bot.strengths) == ("my_bots:Hasty", text, False, {})
            rules = get_game(game)
            state = rules.start(rules.options({}), random.Random(1))
            seat = rules.turn(state)
            assert seat is not None
            assert answer_job(Job("decide", game, state, seat, "my_bots:Hasty", 1))
        with pytest.raises(GameError, match="there is no player"):
            check_bot("my_bots:Other", "samurai")
    finally:
        seat_guests([])
    with pytest.raises(GameError, match="there is no player"):
        check_bot("my_bots:Hasty", "samurai")


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("nowhere:Bot", "TENKA_BOTS: there is no module 'nowhere' for the player nowhere:Bot"),
        ("greedy", "TENKA_BOTS: greedy can sit at tables anyway"),
        ("wrong:" + "A" * 40, "TENKA_BOTS: the name of a bot has at most 40 letters"),
    ],
)
def test_a_server_does_not_begin_with_bots_that_it_cannot_seat(name: str, sentence: str) -> None:
    try:
        with pytest.raises(GameError, match=sentence):
            seat_guests([name])
    finally:
        seat_guests([])


class Picking:
    """The first or the last of the legal actions; an object with something in it."""

    def __init__(self, place: int, name: str = "picking") -> None:
        self.place = place
        self.name = name

    def decide(self, view: View, legal: Sequence[Action], rng: random.Random) -> Action:
        return legal[self.place]


class Hypnotist(Picking):
    """Sets the chance that it is given, so that whoever draws from it next does what suits him."""

    def decide(self, view: View, legal: Sequence[Action], rng: random.Random) -> Action:
        rng.seed(1)
        return super().decide(view, legal, rng)


BASIC: dict[str, Any] = {"hands": "random", "pieces": "random"}


@pytest.mark.parametrize("game", GAMES)
def test_nobody_sets_or_foresees_the_chance_of_the_others(game: str) -> None:
    rules = get_game(game)
    options = rules.options({"players": 3})
    games = []
    for kind in (Picking, Hypnotist):
        plan = make_plan(MATCH, rules, options, [kind(-1), "uniform", "ashigaru"], games=3, seed=1)
        games.append([play_numbered(plan, number)[1] for number in (1, 2, 3)])
    assert games[0] == games[1]


@pytest.mark.slow
def test_an_object_plays_in_other_processes_as_in_this_one(tmp_path: Path) -> None:
    alone, others = (
        measure(Picking(-1), "uniform", games=8, workers=workers, records=tmp_path / str(workers), **BASIC)
        for workers in (1, 2)
    )
    assert alone == others
    assert (tmp_path / "1" / "0003.game").read_text() == (tmp_path / "2" / "0003.game").read_text()
    assert read((tmp_path / "1" / "0001.game").read_text()).names == ("bot:picking", "bot:uniform")


def test_an_object_with_something_else_in_it_is_another_player(tmp_path: Path) -> None:
    score = measure(Picking(0), "uniform", games=2, workers=1, records=tmp_path, **BASIC)
    assert measure(Picking(0), "uniform", games=2, workers=1, records=tmp_path, **BASIC) == score
    with pytest.raises(GameError, match="the program has changed"):
        measure(Picking(-1), "uniform", games=2, workers=1, records=tmp_path, **BASIC)


@pytest.mark.parametrize("wrong", [{"games": 0}, {"games": "10"}, {"games": 2.5}, {"seed": "a"}, {"workers": 0}])
def test_how_much_is_measured_is_said_in_whole_numbers(wrong: dict[str, Any]) -> None:
    (name,) = wrong
    with pytest.raises(GameError, match=f"{name} is a whole number"):
        measure("greedy", "uniform", **{"games": 2, "workers": 1, **wrong})


def test_a_ladder_and_a_cluster_take_objects() -> None:
    rules = get_game("samurai")
    options = rules.options({"players": 2, **BASIC})
    plan = make_plan(LADDER, rules, options, [Picking(0, "first"), "uniform", Picking(-1, "last")], games=2, seed=1)
    assert plan.players == ("first", "uniform", "last")
    there = pickle.loads(pickle.dumps(plan))
    assert there == plan
    assert there.is_of_this_program()
    results = list(play_plan(there, workers=1))
    assert [row.score.games for row in make_ladder(plan, results)] == [4, 4, 4]


@pytest.mark.parametrize(
    ("players", "sentence"),
    [
        ([7, "uniform"], "the player int is of the type int, and not a class or a function that makes a player"),
        ([Picking(0), Picking(0)], "two players are called picking; give one of them another `name`"),
        ([Picking(0, "greedy"), "uniform"], "greedy is the name of a player of tenka; give yours another `name`"),
        ([Picking(0, "a b"), "uniform"], "a player's name has 1 to 56 letters without blanks"),
    ],
)
def test_objects_that_are_no_players_are_told_in_a_sentence(players: list[object], sentence: str) -> None:
    rules = get_game("samurai")
    with pytest.raises(GameError) as refusal:
        make_plan(MATCH, rules, rules.options({"players": 2}), players, games=2, seed=1)
    assert sentence in str(refusal.value)


def test_an_object_that_cannot_travel_stays_here_or_says_so() -> None:
    bot = Picking(0)
    bot.secret = lambda: 1  # type: ignore[attr-defined]  # which nobody can pickle
    assert measure(bot, "uniform", games=2, **BASIC).games == 2
    with pytest.raises(GameError, match=r"picking cannot be sent to other processes .*; play with workers=1"):
        measure(bot, "uniform", games=2, workers=2, **BASIC)


def test_a_player_of_ours_may_be_given_as_an_object_too() -> None:
    ours = get_player("greedy", "samurai")
    assert find_player(ours, "samurai") is ours
    guest = find_player(Picking(0), "samurai")
    assert isinstance(guest, Guest)
    assert find_player(guest, "samurai") is guest


WRONG = """
class Silent:
    pass

class Cheater:
    def decide(self, view, legal, rng):
        return -1

class Clumsy:
    def decide(self, view, legal, rng):
        return legal[10 ** 6]

class Sudden:
    def decide(self, view, legal, rng):
        raise SystemExit

class Many:
    def decide(self, view, legal, rng):
        import numpy
        return numpy.array(legal[:2])

class Liar:
    def decide(self, view, legal, rng):
        class Any:
            __eq__ = lambda self, other: True
            __int__ = lambda self: -1
        return Any()

class Deep:
    def decide(self, view, legal, rng):
        import json
        return json.loads("{")

class Short:
    def decide(self, view):
        return 0

class Wordy:
    def decide(self, view, legal, rng):
        raise ValueError("no weights:\\n    layer.1\\n")

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
            "wrong:broken cannot be made for samurai: ZeroDivisionError: division by zero (wrong.py, line 52)",
        ),
        ("wrong:number", "the player wrong:number is of the type int, and not a class"),
        ("wrong:Nobody", "wrong has no Nobody; it has Cheater, Clumsy, Sudden, Many, Liar, Deep, Short, Wordy"),
        ("nowhere:Bot", "there is no module 'nowhere' for the player nowhere:Bot"),
        ("wrong.deeper:Bot", "there is no module 'wrong.deeper' for the player wrong.deeper:Bot"),
        ("spoilt:Bot", "the player spoilt:Bot cannot be loaded: SyntaxError: "),
        ("needy:Bot", "the player needy:Bot cannot be loaded: ModuleNotFoundError: No module named 'missing_thing'"),
        ("script:Bot", "the player script:Bot cannot be loaded: SystemExit: 3 (script.py, line 2)"),
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
        find_named.__wrapped__(name, "samurai")
    assert sentence in str(refusal.value)


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("wrong:Cheater", "the player wrong:Cheater decided -1, which is none of the "),
        ("wrong:Clumsy", "the player wrong:Clumsy failed: IndexError: list index out of range (wrong.py, line 11)"),
        ("wrong:Sudden", "the player wrong:Sudden failed: SystemExit:  (wrong.py, line 15)"),
        ("wrong:Many", "the player wrong:Many decided array(["),
        ("wrong:Liar", "the player wrong:Liar decided <wrong.Liar"),
        ("wrong:Deep", "line 1 column 2 (char 1) (wrong.py, line 32)"),
        ("wrong:Short", "takes 2 positional arguments but 4 were given\n"),
        ("wrong:Wordy", "the player wrong:Wordy failed: ValueError: no weights: layer.1 (wrong.py, line 40)\n"),
    ],
)
@pytest.mark.parametrize("workers", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_what_goes_wrong_in_play_is_told_in_a_sentence(name: str, sentence: str, workers: int, tmp_path: Path) -> None:
    put_wrong_ones(tmp_path)
    done = tenka(tmp_path, f"tenka match --players {name},uniform --games 4 --workers {workers}")
    assert done.returncode == 2
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr


SCRIPT = "import sys\nsys.exit(3)\n"
"""Somebody's program, which does its work when it is loaded."""


def put_wrong_ones(folder: Path) -> None:
    files: dict[str, Any] = {"wrong": WRONG, "spoilt": "def (", "needy": "import missing_thing", "script": SCRIPT}
    for name, text in files.items():
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
