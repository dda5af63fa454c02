"""What the screen shows, and above all what it never shows."""

from __future__ import annotations

import io
import random
import re
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.console import Console

from tenka.game import Rules, State
from tenka.games import get_game
from tenka.players import decide_ply, get_player
from tenka.record import load
from tenka.samurai.pieces import COLOURS, KINDS
from tenka.samurai.terminal.session import SamuraiSession
from tenka.samurai.terminal.turn import Turn
from tenka.table import Table
from tenka.terminal.prompt import Quit
from tenka.terminal.stepper import make_stepper
from tests.effort import examples

GAMES = Path(__file__).parent.parent.parent / "games"


def turn_screen(table: Table, state: State, seat: int, typed: list[str]) -> str:
    """Everything that a person sees who types this in the state."""
    screen = io.StringIO()
    seen = Table(table.rules, table.options, table.names, table.start)
    seen.plies = list(table.plies)
    seen.state = state
    session = SamuraiSession(Console(file=screen, width=80), seen, seat, {}, 0, Path("never-written.game"))
    stdin, stdout = sys.stdin, sys.stdout
    sys.stdin, sys.stdout = io.StringIO("".join(f"{line}\n" for line in typed)), screen
    try:
        Turn(session, seat).take()
    except Quit:
        pass
    finally:
        sys.stdin, sys.stdout = stdin, stdout
    return screen.getvalue()


def play_some(rules: Rules, options: dict[str, object], seed: int, plies: int) -> Table:
    rng = random.Random(seed)
    table = Table.new(rules, rules.options(options), [f"p{seat}" for seat in range(int(str(options["players"])))], rng)
    bots = [get_player("greedy"), get_player("uniform")]
    while len(table.plies) < plies and table.outcome is None:
        seat = table.to_move()[0]
        table.commit(seat, decide_ply(rules, table.state, seat, bots[len(table.plies) % 2], rng))
    return table


@settings(max_examples=examples(20, at_least=4), deadline=None)  # an example asks for four hints
@given(
    players=st.integers(2, 4),
    basic=st.booleans(),
    captured=st.sampled_from(["hidden", "open"]),
    captures=st.sampled_from(["end", "once"]),
    seed=st.integers(0, 1000),
    plies=st.integers(0, 70),
)
def test_the_screen_is_the_same_for_everything_that_the_seat_cannot_tell_apart(
    players: int, basic: bool, captured: str, captures: str, seed: int, plies: int
) -> None:
    rules = get_game("samurai")
    setup = {"hands": "random", "pieces": "random"} if basic else {}
    options = {"players": players, "captured": captured, "captures": captures} | setup
    table = play_some(rules, options, seed, plies)
    if table.outcome is not None:
        return
    seat = table.to_move()[-1]
    rng = random.Random(seed)
    legal = table.preview(seat, "").legal
    moves = [rules.format([action]) for action in rng.sample(list(legal), min(2, len(legal)))]
    questions = ["hint", "moves", "board", "influence", "unseen", "log", *(kind.code for kind in KINDS[::4])]
    typed = [*questions, moves[0], "board", "hint", "unseen", "undo", moves[-1], "influence", "moves", "reset"]
    other = rules.sample(rules.view(table.state, seat), rng)
    assert turn_screen(table, table.state, seat, typed) == turn_screen(table, other, seat, typed)


def test_no_screen_names_a_tile_of_another_hand() -> None:
    rules = get_game("samurai")
    table = play_some(rules, {"players": 2, "hands": "random", "pieces": "random"}, 3, 4)
    seat = table.to_move()[0]
    screen = turn_screen(table, table.state, seat, ["log"])
    assert "?" in screen
    assert f"{COLOURS[1 - seat]}'s hand" not in screen
    assert f"{COLOURS[1 - seat]} draws" not in screen


@pytest.mark.parametrize("name", ["2015-2-players", "1998-3-players", "captures-once"])
def test_captures_are_told_before_the_turn_is_confirmed(name: str) -> None:
    replay = load(GAMES / f"{name}.game")
    table = Table(replay.rules, replay.record.options, replay.record.names, replay.start)
    told = 0
    for step in replay.steps:
        moves = replay.rules.format([action for action in step.actions if action != replay.rules.end_turn])
        if " take " in step.line:
            screen = turn_screen(table, step.before, step.seat, [moves])
            assert "If you end the turn here, " in screen
            told += 1
            if replay.rules.outcome(step.after):
                assert "That ends the game: " in screen
    assert told > 5


def test_enter_passes_where_no_tile_can_be_played() -> None:
    replay = load(GAMES / "passing.game")
    step = next(step for step in replay.steps if step.line.split()[3:4] == ["pass"])
    table = Table(replay.rules, replay.record.options, replay.record.names, replay.start)
    screen = turn_screen(table, step.before, step.seat, ["board", "pass", "board", "undo", ""])
    assert "None of your tiles can be played: press Enter to pass." in screen
    assert "[pass]> " in screen
    assert "settlement  " not in screen.rpartition("> pass")[2].partition(">")[0]


@pytest.mark.parametrize("name", ["2015-2-players", "2015-4-players"])
def test_a_staged_switch_shows_both_settlements(name: str) -> None:
    replay = load(GAMES / f"{name}.game")
    table = Table(replay.rules, replay.record.options, replay.record.names, replay.start)
    for step in replay.steps:
        switch = re.search(r"x:(\w+)\.\w=(\w+)\.\w", step.line)
        if switch and step.line.split()[3] == switch[0]:
            answer = turn_screen(table, step.before, step.seat, [switch[0]]).rpartition(f"> {switch[0]}\n")[2]
            assert switch[1] in answer
            assert switch[2] in answer


def test_the_second_half_of_a_switch_is_asked_for() -> None:
    replay = load(GAMES / "2015-2-players.game")
    table = Table(replay.rules, replay.record.options, replay.record.names, replay.start)
    step = next(step for step in replay.steps if re.search(r" x:\w+\.", step.line))
    half = next(text for text in step.line.split() if text.startswith("x:")).partition("=")[0]
    screen = turn_screen(table, step.before, step.seat, [half, "", "hint", "undo"])
    assert "And the second half: type one of =" in screen
    assert "this move has a second half: type one of =" in screen
    assert "Nothing is played this turn yet." in screen


@pytest.mark.parametrize("path", sorted(GAMES.glob("*.game")), ids=lambda path: path.stem)
def test_every_golden_game_can_be_told(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    screen = io.StringIO()
    make_stepper(Console(file=screen, width=80), load(path), None).run()
    assert "[Game" not in screen.getvalue()
    assert max(len(line) for line in screen.getvalue().splitlines()) <= 80
