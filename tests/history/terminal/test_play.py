"""History of the Samurai in the terminal: typed games, questions, bad input, saved games and replays."""

from __future__ import annotations

import os
import pty
import re
import select
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tenka.record import load
from tests.cli.conftest import Person, Tenka

pytestmark = pytest.mark.slow

Play = Callable[..., tuple[int, str, Person]]
PLAY = ("play", "--terminal", "--game", "history")
GAMES = Path(__file__).parent.parent.parent / "games"


@pytest.mark.parametrize("options", ["", "--players 2 --seat blue", "--players 4 --seat green --bots uniform"])
def test_a_typed_game_goes_to_its_end(play_to_the_end: Play, options: str, tmp_path: Path) -> None:
    path = tmp_path / "my.game"
    code, screen, _ = play_to_the_end("--game", "history", "--seed", 4, "--save", path, *options.split())
    assert code == 0
    assert load(path).outcome is not None
    assert "you take it" in screen, "odds come before the dice"
    assert re.search(r"You( \(\w+\))? rolls? \d-\d \(", screen), "and the dice are shown"
    story = screen[screen.index("The game is over: ") :]
    assert re.search(r"^1\. (you|\w+): \d+ points", story, re.MULTILINE)
    assert re.search(r"(win|wins|share the win)\.$", story, re.MULTILINE)


def test_the_default_is_a_game_for_five_in_the_data_folder(tenka: Tenka, home: Path) -> None:
    done = tenka(*PLAY, typed="quit\n")
    assert done.code == 0
    (path,) = (home / "tenka" / "games").iterdir()
    assert "players=5" in path.read_text()
    assert f"tenka play --terminal --resume {path}" in done.out
    assert "--hands" not in done.out


def test_a_saved_game_goes_on_where_it_was(play_to_the_end: Play, tenka: Tenka, tmp_path: Path) -> None:
    path = tmp_path / "my.game"
    code, _, _ = play_to_the_end("--game", "history", "--seed", 4, "--save", path, stops_after=12)
    assert code == 0
    lines = load(path).record.lines
    done = tenka("play", "--terminal", "--resume", path, typed="log\nquit\n")
    assert done.code == 0, done.err
    assert "History of the Samurai: red (you)" in done.out
    assert load(path).record.lines == lines
    code, screen, _ = play_to_the_end("--resume", path)
    assert code == 0
    assert "The game is over: " in screen
    assert load(path).record.lines[: len(lines) - 1] == lines[:-1]


def test_the_same_seed_gives_the_same_game(tenka: Tenka, tmp_path: Path) -> None:
    watched = [
        tenka(*PLAY, "--watch", "--seed", seed, "--save", tmp_path / name)
        .out.partition("\n\n")[2]
        .partition("The record")[0]
        for seed, name in ((1, "a.game"), (1, "b.game"), (2, "c.game"))
    ]
    assert watched[0] == watched[1]
    assert watched[0] != watched[2]


def test_the_map_shows_every_region_and_province(tenka: Tenka) -> None:
    screen = tenka(*PLAY, "--seed", 3, typed="quit\n").out
    for name in (
        "Miyako",
        "Kinki",
        "Chuubu",
        "Kantou",
        "Hokuriku",
        "Ouu",
        "Chuugoku",
        "Shikoku",
        "Kyuushuu",
        "Sea zones",
    ):
        assert name in screen
    for area in ("miyako", "central_mutsu", "satsuma", "west_seto"):
        assert re.search(rf"{area} [·●◆■▲▼]", screen)
    assert max(len(line) for line in screen.splitlines() if "saved in" not in line and "--resume" not in line) <= 80


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("help", "odds, odds kaga"),
        ("hint", "ready"),
        ("moves", "ready"),
        ("hand", "0 of 2 played this epoch"),
        ("players", "strength"),
        ("look kaga", "normal border"),
        ("look nagato", "strait: chikuzen"),
        ("look west_seto", "strait: own ships here open the way between chikuzen and nagato"),
        ("look west_seto", "shores"),
        ("card taira", "strength   13"),
        ("card Song trade", "figures"),
        ("card region:kinki", "base points"),
        ("map", "Sea zones"),
        ("log", "You draw"),
        ("undo", "there is nothing to take back"),
    ],
)
def test_questions_are_answered(tenka: Tenka, typed: str, answer: str) -> None:
    done = tenka(*PLAY, "--seed", 3, typed=f"{typed}\nquit\n")
    assert done.code == 0
    assert answer in done.out.rpartition(f"> {typed}\n")[2]


@pytest.mark.parametrize("players", [2, 5])
def test_the_first_draws_are_told_and_who_begins(tenka: Tenka, players: int) -> None:
    screen = tenka(*PLAY, "--players", players, "--seed", 3, typed="quit\n").out
    told = screen[screen.index("Type help") : screen.index("epoch 1 of 7")]
    own = 6 // players if players < 4 else 1
    assert len(re.findall(r"You( \(\w+\))? draw ", told)) == own
    assert re.search(r"Next: (you|\w+)( \(\w+\))? with", told)


def test_keeping_is_offered_only_where_it_is_allowed(play_to_the_end: Play) -> None:
    _, screen, _ = play_to_the_end("--game", "history", "--seed", 4, "--players", 2, stops_after=60)
    asked = re.findall(r"(keep the card or give it|give the card) away, one of: ([\w ]+)", " ".join(screen.split()))
    assert {question for question, _ in asked} == {"keep the card or give it", "give the card"}
    for question, moves in asked:
        assert question.startswith("keep") == ("keep" in moves.split())


def test_points_come_with_their_sources(tenka: Tenka) -> None:
    screen = " ".join(tenka(*PLAY, "--seed", 3, typed="quit\n").out.split())
    assert "11 points: Ouu 10 (supremacy), capitals and cities 1." in screen


def test_a_card_says_of_each_value_where_it_comes_from(tenka: Tenka) -> None:
    screen = tenka(*PLAY, "--seed", 3, typed="card yukiie\nquit\n").out.rpartition("card yukiie\n")[2]
    assert re.search(r"strength +6 +report", screen)
    assert re.search(r"navy +no +reconstruction", screen)
    assert re.search(r"special +place_far: scope same_landmass +rule book: rulebook §6.3", screen)


@pytest.mark.parametrize(
    ("typed", "complaint"),
    [
        ("kaaga", "did you mean kaga?"),
        ("kaga", "kaga is not possible now"),
        ("end", "end is not possible now"),
        ("e99", "there is no event card 99"),
        ("5-3", "5-3 is not possible now"),
        ("odds", "none are going on"),
        ("look nowhere", "there is no province or sea zone 'nowhere'"),
        ("card", "which card or place?"),
        ("card tiara", "did you mean taira"),
        ("ready castle:kaga", "red places the first counter"),
        ("ready kaga", "the first counter of red goes to hitachi"),
        ("ready hitachi castle:kaga", "red builds castles where a current counter"),
        ("\x00", "is not a move"),
    ],
)
def test_bad_input_is_answered_and_changes_nothing(tenka: Tenka, typed: str, complaint: str, tmp_path: Path) -> None:
    path = tmp_path / "my.game"
    done = tenka(*PLAY, "--seed", 3, "--save", path, typed=f"{typed}\nquit\n")
    assert done.code == 0
    assert complaint in done.out.replace("\n", " ")
    assert "Traceback" not in done.out + done.err
    assert not any(line.startswith("turn red") for line in load(path).record.lines)


def test_all_seats_can_be_bots(tenka: Tenka, tmp_path: Path) -> None:
    done = tenka(*PLAY, "--watch", "--players", 3, "--seed", 1, "--save", tmp_path / "my.game")
    assert done.code == 0
    assert "The game is over" in done.out
    assert "the lowest of" in done.out


def test_a_replay_tells_the_whole_game_and_shows_the_last_map(tenka: Tenka) -> None:
    done = tenka("replay", GAMES / "history-5-players.game")
    assert done.code == 0
    told = " ".join(done.out.split())
    assert "gold draws Matsuura" in told
    assert "Epoch 7 begins: Peace under heaven" in told
    winner = load(GAMES / "history-5-players.game").record.result
    assert f"{winner} wins." in done.out.lower()


def test_a_seat_sees_in_a_replay_only_what_it_saw_then(tenka: Tenka) -> None:
    done = tenka("replay", GAMES / "history-5-players.game", "--seat", "red")
    assert done.code == 0
    assert "As red saw it." in done.out
    assert "gold draws a daimyo card" in done.out
    assert "red draws Satake" in done.out


@pytest.mark.parametrize("size", ["100x50", "80x24"])
def test_in_a_real_terminal_a_game_can_be_begun_asked_about_and_left(tmp_path: Path, size: str) -> None:
    """Through a pty, in colours, as a person sits there; in a low window the opening screen fits."""
    columns, lines = size.split("x")
    main, side = pty.openpty()
    env = {**os.environ, "TERM": "xterm-256color", "COLUMNS": columns, "LINES": lines}
    env.pop("NO_COLOR", None)
    command = [sys.executable, "-m", "tenka", *PLAY, "--seed", "3", "--save", str(tmp_path / "my.game")]
    game = subprocess.Popen(command, stdin=side, stdout=side, stderr=side, env=env, close_fds=True)
    os.close(side)
    screen = ""
    typed = ["ready", "odds", "undo", "quit"]
    deadline = time.monotonic() + 240
    while time.monotonic() < deadline:
        if select.select([main], [], [], 0.5)[0]:
            try:
                screen += os.read(main, 65536).decode("utf-8", "replace")
            except OSError:
                break
        elif game.poll() is not None:
            break
        if typed and re.search(r"red( \[[^\]]*\])?> $", screen):
            line = typed.pop(0)
            screen += "\n"
            os.write(main, f"{line}\n".encode())
    game.wait(timeout=30)
    os.close(main)
    assert game.returncode == 0
    assert "\x1b[" in screen, "colours"
    assert "Nothing is decided yet" in screen
    opening = re.sub(r"\x1b\[[\d;]*m", "", screen[: screen.index("red> ")]).splitlines()
    from_map = opening[next(number for number, line in enumerate(opening) if line.startswith("Miyako")) :]
    assert len(from_map) < int(lines), "the map, the players, the daimyo and the question, with a line for the answer"
    assert any("kii ·" in line for line in from_map) == (lines == "50"), "a low window leaves out where nobody stands"
    assert "The game is saved." in screen
    assert "Traceback" not in screen
