"""Games that a person types."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tenka.record import load, redact, write
from tenka.samurai.game import Samurai
from tests.cli.conftest import Person, Tenka

Play = Callable[..., tuple[int, str, Person]]


@pytest.mark.parametrize(
    "options",
    [
        "",
        "--players 3 --seat gold --edition 1998",
        "--players 4 --seat green --bots uniform,greedy,uniform --hands chosen --pieces placed --first random",
        "--hands chosen --pieces placed --seat blue --edition sheet --captures once --captured open",
    ],
)
def test_a_typed_game_goes_to_its_end_and_tells_the_scoring(
    play_to_the_end: Play, options: str, tmp_path: Path
) -> None:
    path = tmp_path / "my.game"
    code, screen, _ = play_to_the_end("--seed", 4, "--save", path, *options.split())
    assert code == 0
    replay = load(path)
    assert replay.outcome is not None
    assert "you" in replay.record.names
    story = screen[screen.index("The game is over: ") :]
    assert "leads with" in story or "nobody leads" in story
    assert "win" in story
    assert str(path) in story.replace("\n", "")


def test_the_default_is_a_basic_game_for_two_in_the_data_folder(tenka: Tenka, home: Path) -> None:
    done = tenka("play", "--terminal", typed="quit\n")
    assert done.code == 0
    assert "--hands chosen --pieces placed" in done.out
    (path,) = (home / "tenka" / "games").iterdir()
    assert str(path) in done.out
    assert "hands=random pieces=random" in path.read_text()
    assert f"tenka play --terminal --resume {path}" in done.out


def test_the_end_of_the_input_is_like_quit(tenka: Tenka, tmp_path: Path) -> None:
    done = tenka("play", "--terminal", "--save", tmp_path / "my.game")
    assert done.code == 0
    assert "--resume" in done.out
    assert load(tmp_path / "my.game").outcome is None


def test_the_same_seed_gives_the_same_game(tenka: Tenka) -> None:
    first, again, other = (tenka("play", "--terminal", "--seed", seed, typed="quit\n").out for seed in (1, 1, 2))
    assert _without_paths(first) == _without_paths(again)
    assert _without_paths(first) != _without_paths(other)


def test_all_seats_can_be_bots(tenka: Tenka, tmp_path: Path) -> None:
    done = tenka("play", "--terminal", "--watch", "--players", 3, "--seed", 1, "--save", tmp_path / "my.game")
    assert done.code == 0
    assert "The game is over" in done.out
    assert set(load(tmp_path / "my.game").record.names) == {"bot:greedy"}


def test_a_game_left_and_resumed_is_the_same_game(play_to_the_end: Play, tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole.game", tmp_path / "parts.game"
    options = ("--seed", 9, "--hands", "chosen", "--seat", "blue")
    play_to_the_end("--save", whole, *options)
    code, screen, _ = play_to_the_end("--save", parts, *options, stops_after=6)
    assert code == 0
    assert "The game is over" not in screen
    assert load(parts).outcome is None
    play_to_the_end("--resume", parts, "--seed", 9, stops_after=2)
    play_to_the_end("--resume", parts, "--seed", 9)
    assert parts.read_text() == whole.read_text()


def test_a_killed_game_goes_on_where_it_was(play_to_the_end: Play, tmp_path: Path) -> None:
    whole, killed = tmp_path / "whole.game", tmp_path / "killed.game"
    _, _, person = play_to_the_end("--save", whole, "--seed", 11)
    command = [sys.executable, "-m", "tenka", "play", "--terminal", "--seed", "11"]
    with subprocess.Popen([*command, "--save", str(killed)], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL) as game:
        assert game.stdin is not None
        game.stdin.write("".join(f"{move}\n" for move in person.moves[:4]).encode())
        game.stdin.flush()
        deadline = time.monotonic() + 60
        while not (killed.exists() and _num_own_turns(killed) == 4) and time.monotonic() < deadline:
            time.sleep(0.05)
        game.kill()
    assert _num_own_turns(killed) == 4
    rest = person.moves[4:]
    subprocess.run(
        [*command, "--resume", str(killed)],
        input="".join(f"{move}\n" for move in rest).encode(),
        stdout=subprocess.DEVNULL,
        check=True,
    )
    assert killed.read_text() == whole.read_text()
    # Who is killed while writing leaves a part behind, and nobody else does.
    assert [path for path in tmp_path.glob(".*") if f".{game.pid}." not in path.name] == []


def test_ctrl_c_saves_and_ends_with_130(tmp_path: Path) -> None:
    path = tmp_path / "my.game"
    command = [sys.executable, "-m", "tenka", "play", "--terminal", "--save", str(path)]
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        # Shells let what they run in the background ignore Ctrl-C, and children inherit that.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as game:
        deadline = time.monotonic() + 60
        while not path.exists() and time.monotonic() < deadline:
            time.sleep(0.05)
        time.sleep(0.3)
        os.kill(game.pid, signal.SIGINT)
        out, err = game.communicate(timeout=60)
    assert game.returncode == 130
    assert b"--resume" in out
    assert b"Traceback" not in err
    assert load(path).outcome is None


def test_bytes_that_are_no_text_are_a_wrong_move_like_any_other(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tenka", "play", "--terminal", "--save", str(tmp_path / "my.game")]
    done = subprocess.run(command, input=b"\xff\xfe\x00\nquit\n", capture_output=True, check=False)
    assert done.returncode == 0
    assert b"is not a move" in done.stdout


def test_an_interrupted_turn_leaves_the_last_save_as_it_was(tenka: Tenka, tmp_path: Path) -> None:
    path = tmp_path / "my.game"
    tenka("play", "--terminal", "--seed", 1, "--save", path, typed="quit\n")
    before = path.read_text()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Samurai, "make_ply", _interrupt)
        done = tenka("play", "--terminal", "--resume", path, typed="n1@p8 done\n")
    assert done.code == 130
    assert path.read_text() == before


def test_a_reader_who_stops_early_causes_no_noise(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tenka", "play", "--terminal", "--watch", "--save", str(tmp_path / "my.game")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as game:
        assert game.stdout is not None
        assert game.stderr is not None
        game.stdout.readline()
        game.stdout.close()
        assert b"rror" not in game.stderr.read()
        game.wait(60)


def test_hands_that_were_not_chosen_yet_are_dealt_anew(tenka: Tenka, tmp_path: Path) -> None:
    path = tmp_path / "my.game"
    tenka("play", "--terminal", "--hands", "chosen", "--seat", "blue", "--save", path, typed="quit\n")
    done = tenka("play", "--terminal", "--resume", path, typed="b4 r4 c4 s3 h2 done\nquit\n")
    assert done.code == 0
    assert "all choose anew" in done.out
    assert "You choose a hand: b4 r4 c4 s3 h2." in done.out
    assert "hand blue b4 r4 c4 s3 h2" in path.read_text()


def test_another_seat_of_a_bots_game_can_be_taken_over(tenka: Tenka, tmp_path: Path) -> None:
    path = tmp_path / "my.game"
    tenka("play", "--terminal", "--seed", 3, "--save", path, typed="quit\n")
    done = tenka("play", "--terminal", "--resume", path, "--seat", "blue", "--save", tmp_path / "2.game")
    assert done.code == 0
    assert load(tmp_path / "2.game").record.names == ("bot:greedy", "you")
    assert load(path).record.names == ("you", "bot:greedy")


def test_headers_that_others_added_survive(tenka: Tenka, tmp_path: Path) -> None:
    path = tmp_path / "my.game"
    tenka("play", "--terminal", "--save", path, typed="quit\n")
    path.write_text(path.read_text().replace("\n\n", '\n[Event "winter cup"]\n\n', 1))
    tenka("play", "--terminal", "--resume", path, typed="hint\nquit\n")
    assert '[Event "winter cup"]' in path.read_text()


def test_a_copy_that_hides_tiles_cannot_be_resumed(tenka: Tenka, tmp_path: Path) -> None:
    path = tmp_path / "my.game"
    tenka("play", "--terminal", "--save", path, typed="quit\n")
    path.write_text(write(redact(load(path).record, 0)))
    done = tenka("play", "--terminal", "--resume", path)
    assert done.code == 2
    assert "only a complete record can be continued" in done.err


def test_a_finished_game_is_not_resumed(tenka: Tenka, tmp_path: Path) -> None:
    path = tmp_path / "my.game"
    tenka("play", "--terminal", "--watch", "--save", path)
    done = tenka("play", "--terminal", "--resume", path)
    assert done.code == 2
    assert "is over" in done.err


def _interrupt(*_args: object) -> str:
    raise KeyboardInterrupt


def _num_own_turns(path: Path) -> int:
    return sum(line.split()[2:3] == ["red"] for line in path.read_text().splitlines() if line.startswith("turn"))


def _without_paths(screen: str) -> str:
    return "\n".join(line for line in screen.splitlines() if ".game" not in line)
