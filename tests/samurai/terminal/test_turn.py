"""What a person can type during a turn, and what comes back."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tenka.record import load
from tenka.samurai.board import SPACES
from tests.cli.conftest import Tenka

GAME = ("play", "--terminal", "--seed", 6, "--first", "red")


def answers(screen: str) -> dict[str, str]:
    """What was printed after each line that was typed."""
    parts = re.split(r"^red.*?> (.*)\n", screen, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def ask(tenka: Tenka, *typed: str) -> dict[str, str]:
    done = tenka(*GAME, typed="".join(f"{line}\n" for line in (*typed, "quit")))
    assert done.code == 0, done.err
    return answers(done.out)


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("zz@n13", "'zz@n13' is not a move"),
        ("b9@n13", "there is no tile 'b9'; the tiles are b4"),
        ("b3@z99", "there is no space 'z99' on the board"),
        ("b3@o14", "o14 is a settlement"),
        ("b3@n8", "b3 goes on land, and n8 is a sea space"),
        ("c2@n13", "red has no c2 in hand"),
        ("b3@n13 s1@o13", "a second tile that is not fast"),
        ("x:o10.b=l16.r", "red has no x in hand"),
        ("done", "play a tile, such as"),
        ("undo", "there is nothing to take back"),
        ("moves q7", "there is no tile 'q7'"),
        ("influence z1", "there is no space 'z1'"),
        ("m", "there is no m in your hand"),
        ("\x00\x1b[31m", "is not a move"),
        ("save 'half a quote", "is not the name of a file"),
        ("save ~nobody-of-that-name/my.game", "is not the name of a file"),
        ("save a\0b", "no zero bytes"),
        (f"save {'long' * 100}", "File name too long"),
        ("save ''", "is a folder"),
        ("save /nowhere/at/all.game", "there is no folder /nowhere/at"),
    ],
)
def test_wrong_input_is_answered_by_a_sentence_and_the_turn_goes_on(tenka: Tenka, typed: str, answer: str) -> None:
    done = tenka(*GAME, typed=f"{typed}\nquit\n")
    assert done.code == 0
    assert answer in " ".join(done.out.rpartition("> quit")[0].rpartition(f"> {typed}\n")[2].split())


def test_nothing_changes_until_the_turn_is_confirmed(tenka: Tenka, tmp_path: Path) -> None:
    path = tmp_path / "my.game"
    tenka(*GAME, "--save", path, typed="b3@n13 h2@n8\nundo\nh1@n8\nreset\nb3@n13\nquit\n")
    assert not load(path).steps
    tenka("play", "--terminal", "--resume", path, typed="b3@n13\nundo\nb3@o13\n\nquit\n")
    assert "turn 1 red b3@o13 ;" in path.read_text()


def test_each_staged_tile_shows_the_influence_around_it(tenka: Tenka) -> None:
    told = ask(tenka, "b3@n13", "h1@n11")
    assert re.search(r"o14 Edo +●3 +- +- +o13 p13 n14 p14 o15", told["b3@n13"])
    assert "Enter confirms" in told["b3@n13"]
    assert "o12 Aizu" in told["h1@n11"]


def test_a_tile_alone_shows_where_it_can_go(tenka: Tenka) -> None:
    told = ask(tenka, "h2", "b3")
    assert told["h2"].count("+") > 40
    assert "h2 can go where there is a +" in told["h2"]
    assert " .    q8" in told["h2"]
    assert "~    o7   ~" in told["b3"]


def test_questions_have_answers(tenka: Tenka) -> None:
    told = ask(tenka, "help", "?", "hint", "moves", "moves b3", "board", "influence", "influence o14", "unseen", "log")
    assert "Enter, done" in told["help"]
    assert "greedy's favourites" in told["hint"]
    assert len(told["moves"].split()) > len(told["moves b3"].split()) > 20
    assert told["board"].count("[") == 17
    assert "o14 Edo" in told["influence o14"]
    assert "Kyoto" not in told["influence o14"]
    assert "in hand and stack" in told["unseen"]
    assert "Nothing has happened yet." in told["log"]


def test_a_copy_can_be_saved_elsewhere_but_never_over_a_file(tenka: Tenka, tmp_path: Path) -> None:
    copy = tmp_path / "a copy.game"
    first = tenka(*GAME, typed=f'save\nsave "{copy}"\nsave "{copy}"\nquit\n')
    assert "Saved:" in first.out
    assert load(copy).outcome is None
    assert "exists already" in " ".join(first.out.split())


def test_the_words_are_those_of_the_edition(tenka: Tenka) -> None:
    new = tenka(*GAME, typed="help\nquit\n").out
    old = tenka(*GAME, "--edition", "1998", typed="help\nquit\n").out
    assert "castle" in new
    assert "a fast tile" in new
    assert "castle" not in old
    for word in ("high helmet", "figure exchange", "token exchange", "a character tile"):
        assert word in old


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("width", [80, 100, 150, 200])
def test_the_whole_board_fits_the_terminal(
    tenka: Tenka, monkeypatch: pytest.MonkeyPatch, players: int, width: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    done = tenka(*GAME, "--players", players, "--edition", "1998", typed="help\nhint\nmoves\ninfluence\nunseen\nquit\n")
    lines = [line for line in done.out.splitlines() if ".game" not in line]
    assert max(len(line) for line in lines) <= width
    board = done.out[: done.out.index("> help")]
    assert "…" not in board
    for space in SPACES:
        if space.players <= players:
            assert re.search(rf"\b{space.name}\b", board), space


def test_an_ascii_terminal_gets_ascii(tenka: Tenka, monkeypatch: pytest.MonkeyPatch) -> None:
    from rich.console import Console

    monkeypatch.setattr(Console, "encoding", "ascii")
    done = tenka(*GAME, typed="h2\nhint\nh2@n8\ninfluence\nunseen\nhelp\nquit\n")
    lines = [line for line in done.out.splitlines() if ".game" not in line]
    assert "\n".join(lines).isascii()
