"""Looking at records."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest
from rich.console import Console

from tenka.record import load, redact, write
from tenka.terminal import stepper
from tenka.terminal.stepper import make_stepper
from tests.cli.conftest import Tenka

GAMES = Path(__file__).parent.parent.parent / "games"
GAME = GAMES / "2015-2-players.game"


def test_a_right_record_is_ok_in_one_line(tenka: Tenka) -> None:
    done = tenka("replay", GAME, "--check")
    replay = load(GAME)
    assert replay.outcome is not None
    winner = replay.rules.seat_names[replay.outcome.winners[0]]
    assert done.code == 0
    assert done.out == f"ok: {int(replay.final.turns)} turns, {winner} wins, {replay.outcome.reason}\n"


def test_a_shared_win_and_an_unfinished_game_are_ok_too(tenka: Tenka, tmp_path: Path) -> None:
    assert " share the win, " in tenka("replay", GAMES / "shared-win.game", "--check").out
    tenka("play", "--terminal", "--save", tmp_path / "my.game", "--first", "red", typed="quit\n")
    assert tenka("replay", tmp_path / "my.game", "--check").out == "ok: 0 turns, not finished\n"


def test_a_wrong_record_is_refused_with_the_number_of_the_line(tenka: Tenka, tmp_path: Path) -> None:
    lines = GAME.read_text().splitlines()
    number = next(index for index, line in enumerate(lines) if line.startswith("turn 3 "))
    lines[number] = lines[number].replace("@", "@z", 1)
    path = tmp_path / "wrong.game"
    path.write_text("\n".join(lines))
    done = tenka("replay", path, "--check")
    assert done.code == 2
    assert done.out == ""
    assert done.err.startswith(f"tenka: {path}, line {number + 1}: ")


def test_without_a_terminal_all_steps_are_printed(tenka: Tenka) -> None:
    done = tenka("replay", GAME)
    replay = load(GAME)
    assert done.code == 0
    assert done.out.count(" plays ") == sum(" pass" not in step.line for step in replay.steps if "turn" in step.line)
    assert "The game is over: " in done.out


def step_through(monkeypatch: pytest.MonkeyPatch, typed: list[str], seat: int | None = None) -> str:
    screen = io.StringIO()
    answers = iter(typed)
    monkeypatch.setattr(stepper, "read_line", lambda _prompt: next(answers))
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
    make_stepper(Console(file=screen, width=80), load(GAME), seat).run()
    return screen.getvalue()


def test_steps_go_forward_and_back_and_jump_to_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    last = int(load(GAME).final.turns)
    screen = step_through(monkeypatch, ["5", "n", "p", "zz", "999", str(last), "n", "q"])
    for turn in ("5. ", "6. ", f"{last}. "):
        assert turn in screen
    assert screen.count("Enter or n: next") == 3
    assert "The game is over" in screen
    assert "This was the last step" in screen


def test_a_seat_sees_only_what_it_saw_then(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    everything = step_through(monkeypatch, ["5", "q"])
    own = step_through(monkeypatch, ["5", "q"], seat=0)
    assert "red's hand" in everything
    assert "blue's hand" in everything
    assert "Your hand" in own
    assert "blue's hand" not in own
    assert "?" in own


def test_a_game_that_goes_on_keeps_its_secrets(tenka: Tenka, tmp_path: Path) -> None:
    path = tmp_path / "my.game"
    tenka("play", "--terminal", "--save", path, typed="quit\n")
    done = tenka("replay", path)
    assert "As a spectator saw it" in done.out
    assert "hand:" not in done.out


def test_a_copy_never_shows_tiles_that_it_does_not_know(tenka: Tenka, tmp_path: Path) -> None:
    path = tmp_path / "my.game"
    tenka("play", "--terminal", "--save", path, typed="quit\n")
    path.write_text(write(redact(load(path).record, 0)))
    assert tenka("replay", path, "--seat", "red").code == 0
    done = tenka("replay", path, "--seat", "blue")
    assert done.code == 2
    assert "does not show blue's tiles" in done.err
