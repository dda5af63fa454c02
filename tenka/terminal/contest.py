"""Matches and ladders of bots: progress while they run, tables at the end."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn
from rich.table import Table

from tenka.arena.journal import Journal
from tenka.arena.ladder import Row, make_ladder, to_csv, to_json
from tenka.arena.match import GameResult
from tenka.arena.picture import draw_ladder
from tenka.arena.plan import Plan
from tenka.arena.report import match_to_csv, match_to_json, name_players
from tenka.arena.sprt import LIMIT, Sprt
from tenka.arena.standings import Standing, add_result
from tenka.arena.workers import play_plan
from tenka.game import GameError
from tenka.games import get_title
from tenka.record import write_file

MOST_WITH_INTERVALS = 5
"""Players in a cross table, so that it fits into 80 columns."""


class Clock:
    """How many games were played how fast, not counting those that were there before."""

    def __init__(self, old: int) -> None:
        self.old = old
        self.games = 0
        self.begin = time.perf_counter()

    def print(self, console: Console, plan: Plan, folder: Path | None) -> None:
        """The line below a table."""
        seconds = time.perf_counter() - self.begin
        played = max(self.games - self.old, 0)
        games = f"{self.games} {'game' if self.games == 1 else 'games'}"
        if self.old:
            games += f", {played} of them now,"
        speed = f" {played / seconds:.1f} games/s," if played else ""
        console.print(f"{games} in {seconds:.1f} s,{speed} seed {plan.seed}")
        if folder is not None:
            console.print(f"records in {folder}", soft_wrap=True)


class Venue(NamedTuple):
    """Where games are played, and where their records go."""

    records: Path | None = None
    workers: int | None = None
    """Processes on this machine; None: one for each processor."""
    cluster: str | None = None
    """The address of a cluster that plays instead of this machine."""


def check_writable(paths: Iterable[Path | None]) -> None:
    """Raises GameError for a file that cannot be written."""
    for path in paths:
        if path is None:
            continue
        try:
            if path.is_dir():
                raise GameError(f"{path} is a folder; name a file in it")
            if not path.parent.is_dir():
                raise GameError(f"there is no folder {path.parent}; make it first, or write somewhere else")
            path.exists()
        except OSError as error:
            raise GameError(f"cannot write {path}: {error.strerror or error}; name another file") from None
        if not os.access(path.parent, os.W_OK):
            raise GameError(f"cannot write into {path.parent}; write somewhere else")


class Outputs(NamedTuple):
    """Files that a result is written into."""

    json: Path | None = None
    csv: Path | None = None
    picture: Path | None = None

    def check(self) -> None:
        """Raises GameError for a file that cannot be written, before anybody has waited for it."""
        check_writable(self)

    def write(self, json: str, csv: str, picture: str = "") -> None:
        """Writes those that are wanted."""
        for path, text in zip(self, (json, csv, picture), strict=True):
            if path is not None:
                write_file(path, text)


def run_match(console: Console, plan: Plan, venue: Venue, outputs: Outputs) -> None:
    """Plays the match, prints its result and writes its files. Raises GameError where they cannot be written."""
    test = None if plan.sprt is None else Sprt(*plan.sprt, plan.num_seats)
    standings = [Standing() for _ in plan.players]
    with _games(plan, venue) as (results, clock):
        for result in results:
            add_result(standings, result, plan.seating(result.number).deal)
            if test is not None:
                test.add(result)
                if test.accepted is not None:
                    break
    outputs.write(match_to_json(plan, standings, test), match_to_csv(plan, standings))
    console.print(_match_table(plan, standings))
    if test is not None:
        console.print(_verdict(test, plan, clock.games), soft_wrap=True)
    clock.print(console, plan, venue.records)


def run_ladder(console: Console, plan: Plan, venue: Venue, outputs: Outputs) -> None:
    """Plays the ladder, prints its tables and writes its files. Raises GameError where they cannot be written."""
    with _games(plan, venue) as (games, clock):
        results = list(games)
    rows = make_ladder(plan, results)
    outputs.write(to_json(plan, rows), to_csv(rows), draw_ladder(plan, rows))
    console.print(_cross_table(rows))
    console.print()
    console.print(_ladder_table(rows))
    clock.print(console, plan, venue.records)


def progress_bar(doing: str) -> Progress:
    """How far something is, with the time left, on a terminal; elsewhere it shows nothing."""
    screen = Console(stderr=True)
    return Progress(
        TextColumn(doing),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=screen,
        transient=True,
        disable=not screen.is_terminal,
    )


@contextmanager
def _games(plan: Plan, venue: Venue) -> Iterator[tuple[Iterator[GameResult], Clock]]:
    """The games as they are played, with a bar on a terminal. Leaving it stops whoever still plays."""
    progress = progress_bar("playing")
    with ExitStack() as stack:
        cluster = None
        if venue.cluster is not None:  # before anything is written
            from tenka.arena.cluster import Cluster

            cluster = stack.enter_context(Cluster(venue.cluster))
        journal = None if venue.records is None else stack.enter_context(closing(Journal(venue.records, plan)))
        clock = Clock(0 if journal is None else len(journal.results))
        try:
            with progress, closing(play_plan(plan, journal, venue.workers, cluster)) as results:
                bar = progress.add_task("playing", total=plan.games, completed=clock.old)
                yield _counted(results, clock, progress, bar), clock
        except (KeyboardInterrupt, GameError) as error:
            if journal is None:
                raise
            kept = f"{len(journal.results)} of {plan.games} games are in {venue.records}, and the same command goes on"
            if isinstance(error, GameError):
                raise GameError(f"{error}; {kept}") from None
            print(kept, file=sys.stderr)
            raise


def _counted(results: Iterator[GameResult], clock: Clock, progress: Progress, bar: TaskID) -> Iterator[GameResult]:
    for result in results:
        clock.games += 1
        progress.update(bar, completed=max(clock.games, clock.old))
        yield result


def _match_table(plan: Plan, standings: Sequence[Standing]) -> Table:
    figure = get_title(plan.game).main_total or next(iter(standings[0].totals))
    table = plain_table("player", "games", "wins", "win share", "95 % interval", "mean rank", f"mean {figure}")
    for name, standing in zip(name_players(plan.players), standings, strict=True):
        score = standing.score
        low, high = score.interval
        table.add_row(
            name,
            str(score.games),
            f"{score.wins:.4g}" if score.wins % 1 else f"{score.wins:.0f}",
            f"{score.share:.1%}",
            f"{low:.1%} to {high:.1%}",
            f"{standing.mean_rank:.2f}",
            f"{standing.mean(figure):.2f}",
        )
    return table


def _cross_table(rows: Sequence[Row]) -> Table:
    """Each row's share of wins against each column, with its 95 % interval where there is room for it."""
    is_wide = len(rows) <= MOST_WITH_INTERVALS
    table = plain_table(
        "wins against", *(row.player if is_wide else str(place) for place, row in enumerate(rows, start=1))
    )
    for place, row in enumerate(rows, start=1):
        cells = []
        for other in rows:
            if other is row:
                cells.append("–")
                continue
            score = row.against[other.player]
            low, high = score.interval
            cells.append(f"{score.share:.1%}\n{low:.0%} to {high:.0%}" if is_wide else f"{score.share:.0%}")
        table.add_row(row.player if is_wide else f"{place:2} {row.player}", *cells)
    return table


def _ladder_table(rows: Sequence[Row]) -> Table:
    table = plain_table("player", "mu", "sigma", "ordinal", "games", "win share", "95 % interval")
    for row in rows:
        low, high = row.score.interval
        table.add_row(
            row.player,
            *(f"{value:.2f}" for value in (row.rating.mu, row.rating.sigma, row.rating.ordinal)),
            str(row.score.games),
            f"{row.score.share:.1%}",
            f"{low:.1%} to {high:.1%}",
        )
    return table


def _verdict(test: Sprt, plan: Plan, games: int) -> str:
    name = plan.players[0]
    if test.accepted is None:
        return (
            f"undecided after {games} games whether {name} wins {test.low:g} or {test.high:g}: "
            f"evidence {test.evidence:+.2f}, to decide {LIMIT:.2f} either way"
        )
    other = test.low if test.accepted == test.high else test.high
    return (
        f"accepted after {games} games: {name} wins {test.accepted:g} rather than {other:g} "
        f"(evidence {test.evidence:+.2f}, to decide {LIMIT:.2f})"
    )


def plain_table(first: str, *headings: str) -> Table:
    """A table without lines: texts in the first column, figures in the others."""
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="bold")
    table.add_column(first)
    for heading in headings:
        table.add_column(heading, justify="right")
    return table
