"""A match of bots: progress while it runs, a table at the end, a record of each game."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from tenka.arena.match import Standing, add_result, play_match, wilson_interval
from tenka.game import GameError, Rules
from tenka.players import Player
from tenka.record import Record, write
from tenka.terminal.saves import ENDING

DIGITS = 4
"""Of the number in the name of a record's file, at least."""


def run_match(
    console: Console,
    rules: Rules,
    options: Any,
    players: Sequence[Player],
    games: int,
    seed: int,
    folder: Path | None,
) -> None:
    """Plays the match and prints its result. Raises GameError where the records cannot be written."""
    if folder is not None:
        _open_folder(folder)
    standings = [Standing() for _ in players]
    begin = time.perf_counter()
    progress = Progress(
        TextColumn("playing"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        disable=not Console(stderr=True).is_terminal,
    )
    with progress:
        bar = progress.add_task("playing", total=games)
        for result in play_match(rules, options, players, games, seed):
            if folder is not None:
                _write_record(folder, result.number, games, result.record)
            add_result(standings, result)
            progress.advance(bar)
    seconds = time.perf_counter() - begin
    console.print(_result_table(players, standings))
    console.print(
        f"{games} {'game' if games == 1 else 'games'} in {seconds:.1f} s, {games / seconds:.1f} games/s, seed {seed}"
    )
    if folder is not None:
        console.print(f"records in {folder}", soft_wrap=True)


def _open_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        there = sorted(path.name for path in folder.iterdir() if path.suffix == ENDING)
        if not there:
            trial = folder / ".tenka"
            trial.touch()
            trial.unlink()
    except OSError as error:
        raise GameError(
            f"cannot write records into {folder}: {error.strerror or error}; name a folder that can be written"
        ) from None
    if there:
        raise GameError(f"{folder} holds records already, such as {there[0]}; name a new or an empty folder")


def _write_record(folder: Path, number: int, games: int, record: Record) -> None:
    digits = max(DIGITS, len(str(games)))
    path = folder / f"{number:0{digits}}{ENDING}"
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(write(record))
    except OSError as error:
        raise GameError(f"cannot write {path}: {error.strerror or error}; the match stops here") from None


def _result_table(players: Sequence[Player], standings: Sequence[Standing]) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="bold")
    table.add_column("player")
    for heading in ("games", "wins", "win share", "95 % interval", "mean rank", "mean pieces"):
        table.add_column(heading, justify="right")
    names = [player.name for player in players]
    for index, standing in enumerate(standings):
        name = names[index]
        if names.count(name) > 1:
            name += f" #{names[: index + 1].count(name)}"
        low, high = wilson_interval(standing.share, standing.games)
        table.add_row(
            name,
            str(standing.games),
            f"{standing.wins:.4g}" if standing.wins % 1 else f"{standing.wins:.0f}",
            f"{standing.share:.1%}",
            f"{low:.1%} to {high:.1%}",
            f"{standing.ranks / standing.games:.2f}",
            f"{standing.mean('pieces'):.2f}",
        )
    return table
