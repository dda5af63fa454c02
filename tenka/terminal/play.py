"""A person's game against bots: begin or resume it, play it, tell how it ended."""

from __future__ import annotations

import os
import random
import shlex
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from tenka.arena.match import BOT
from tenka.game import GameError, Outcome, Rules, Seat
from tenka.games import find_part
from tenka.players import Player, decide_ply, default_player
from tenka.players.others import find_player, is_program
from tenka.table import Table
from tenka.terminal.look import YOU
from tenka.terminal.plain import PlainSession
from tenka.terminal.prompt import Quit
from tenka.terminal.saves import load_game, new_save
from tenka.terminal.session import Session

COMMAND = os.environ.get("TENKA_COMMAND", "tenka")
"""What a person types to run this program; ./play knows where it lies."""


def session_kind(rules: Rules) -> type[Session]:
    """The kind of session that a game has: its title's, or else a plain one."""
    part = find_part(rules.name, "terminal")
    kind: type[Session] = PlainSession if part is None else part.Session
    return kind


def new_session(
    console: Console, rules: Rules, options: Any, person: Seat | None, bots: Sequence[str], seed: int, save: Path | None
) -> Session:
    """A new game; the bots' names are those of the other seats, or one name for all of them."""
    others = [seat for seat in range(options.players) if seat != person]
    if len(bots) == 1:
        bots = [*bots] * len(others)
    if len(bots) != len(others):
        raise GameError(f"{len(others)} bots play, so give one name for all of them or {len(others)}, not {len(bots)}")
    by_seat = dict(zip(others, bots, strict=True))
    players = {seat: find_player(name, rules.name) for seat, name in by_seat.items()}
    names = [f"{BOT}{by_seat[seat]}" if seat in by_seat else YOU for seat in range(options.players)]
    table = Table.new(rules, options, names, random.Random(f"{seed}:deal"), random.Random(f"{seed}:dice"))
    return session_kind(rules)(console, table, person, players, seed, new_save(save))


def resume_session(
    console: Console, path: Path, seat_name: str | None, seed: int, save: Path | None, programs: Sequence[str] = ()
) -> tuple[Session, list[str]]:
    """A saved game, and what there is to say about it; raises GameError.

    A file may come from anybody, so programs that it names as players are run only if they are among `programs`.
    """
    replay = load_game(path)
    rules, record = replay.rules, replay.record
    _check_programs(rules.name, record.names, programs)
    if replay.outcome is not None:
        raise GameError(f"the game in {path} is over; look at it with: {COMMAND} replay {shlex.quote(str(path))}")
    names = list(record.names)
    person = _find_person(rules, names, seat_name, path)
    names = [f"{BOT}{default_player(rules.name)}" if name == YOU else name for name in names]
    names[person] = YOU
    record = replace(record, names=tuple(names))
    is_new_choice = bool(rules.waiting(replay.final))
    if is_new_choice:  # such a record says nothing of the stacks yet
        table = Table.new(rules, record.options, names, random.Random(f"{seed}:deal"))
        table.headers, table.texts = record.extra, dict(record.texts)
    else:
        dice = random.Random(f"{seed}:dice:{len(record.lines)}")
        table = Table.resume(replace(replay, record=record), dice)
        if table.record().lines != record.lines or any("?" in line for line in record.lines):
            raise GameError(f"{path} does not tell everything about its game; only a complete record can be continued")
    bots = {seat: _bot_of(name, rules.name) for seat, name in enumerate(names) if seat != person}
    own_file = new_save(save) if save else path.resolve()
    session = session_kind(rules)(console, table, person, bots, seed, own_file)
    if not is_new_choice:
        session.recall(replay)
    return session, ["The hands were not chosen yet, so all choose anew."] if is_new_choice else []


def _check_programs(game: str, names: Sequence[str], allowed: Sequence[str]) -> None:
    named = {name.removeprefix(BOT) for name in names if name.startswith(BOT)}
    for name in allowed:
        if name not in named or not is_program(name, game):
            raise GameError(f"a resumed game keeps its players: {name} is not a program among them; leave --bots out")
    for name in sorted(named):
        if is_program(name, game) and name not in allowed:
            raise GameError(f"the game was played by a program, {name}: if you trust it, add --bots {name}")


def _find_person(rules: Rules, names: Sequence[str], seat_name: str | None, path: Path) -> Seat:
    if seat_name is not None:
        return find_seat(rules, seat_name, len(names))
    if YOU not in names:
        raise GameError(f"nobody in {path} is called {YOU!r}; say with --seat which colour is yours")
    return names.index(YOU)


def _bot_of(name: str, game: str) -> Player:
    """The player for a name in a record; for a person who is not here the default bot goes on."""
    return find_player(name.removeprefix(BOT) if name.startswith(BOT) else default_player(game), game)


def find_seat(rules: Rules, name: str, players: int) -> Seat:
    """The seat of a name; raises GameError for one that does not play."""
    names = rules.seat_names[:players]
    if name not in names:
        raise GameError(f"the seats of {players} players are {', '.join(names)}, not {name}")
    return names.index(name)


# --- the game -------------------------------------------------------------------------------------------


def run(session: Session) -> None:
    """Plays until the end, or until the person leaves."""
    try:
        while session.table.outcome is None:
            _play_ply(session)
    except (Quit, KeyboardInterrupt) as leaving:
        _say_how_to_resume(session)
        if isinstance(leaving, KeyboardInterrupt):
            raise
        return
    _tell_end(session, session.table.outcome)


def _play_ply(session: Session) -> None:
    table = session.table
    seats = table.to_move()
    if session.person is not None and session.person in seats:
        plies = session.take_turn(session.person)
    else:
        seat = seats[0]
        rng = random.Random(f"{session.seed}:{table.version}")
        plies = table.commit(seat, decide_ply(table.rules, table.state, seat, session.bots[seat], rng))
    for ply in plies:
        session.tell(ply)
    try:
        session.save()
    except GameError as error:  # a full disk must not end the game; the next turn tries again
        session.console.print(Text(f"The game goes on, but could not be saved: {error}.", "bold"))


def introduce(session: Session, notes: Sequence[str]) -> None:
    """Who plays, where the game is kept, and what happened last."""
    session.console.print(session.introduction())
    session.console.print(Text(f"Every turn is saved in {session.path}"), soft_wrap=True)
    if session.person is not None:
        session.console.print("Type help for what you can type, hint for a suggestion, quit to leave.")
    for note in notes:
        session.console.print(note, soft_wrap=True)
    for ply in session.latest():
        session.tell(ply)


def _say_how_to_resume(session: Session) -> None:
    session.console.print()
    try:
        session.save()
    except GameError as error:
        print(f"tenka: {error}", file=sys.stderr)
        return
    session.console.print("The game is saved. Go on with:")
    command = f"  {COMMAND} play --terminal --resume {shlex.quote(str(session.path))}"
    session.console.print(Text(command), soft_wrap=True)


def _tell_end(session: Session, outcome: Outcome) -> None:
    console = session.console
    console.print()
    session.tell_end(outcome)
    console.print()
    console.print(Text(f"The record of the game: {session.path}"), soft_wrap=True)
    console.print(Text(f"Look at it again with: {COMMAND} replay {shlex.quote(str(session.path))}"), soft_wrap=True)
