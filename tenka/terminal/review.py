"""A review in a terminal: makes it, with a bar, and prints what decided the game."""

from __future__ import annotations

import json
import sys
from contextlib import closing
from pathlib import Path

from rich.console import Console

from tenka import DISTRIBUTION
from tenka.game import CHANCE, GameError
from tenka.games import find_part
from tenka.record import Replay, write_file
from tenka.review.fallback import PlayerJudge
from tenka.review.html import review_to_html
from tenka.review.review import Review, Settings, check_replay, make_judge, put_together, review_to_json
from tenka.review.run import Keeper, judge_plies, kept_beside
from tenka.review.tables import WORDS, make_tables, tell_decision, tell_judge, tell_reasons
from tenka.terminal.contest import plain_table, progress_bar


def check_files(record: Path, *results: Path | None) -> None:
    """Raises GameError where results would be written over the record, over what is kept of it, or over each other."""
    taken = {record.resolve(), kept_beside(record).resolve()}
    for path in results:
        if path is not None and path.resolve() in taken:
            raise GameError(f"{path} is needed for something else; name another file")
        if path is not None:
            taken.add(path.resolve())


def run_review(
    console: Console,
    file: Path,
    replay: Replay,
    tries: int | None,
    seed: int,
    workers: int,
    json_file: Path | None = None,
    html_file: Path | None = None,
) -> None:
    """Reviews a game, prints the review and writes its files. Raises GameError."""
    check_replay(replay)
    judge = make_judge(replay.rules)
    if isinstance(judge, PlayerJudge) and find_part(replay.rules.name, "review") is not None:
        needed = f"pip install '{DISTRIBUTION}[neural]'"
        print(f"This game's own judge has a network, which needs more ({needed}): {judge.name} judge.", file=sys.stderr)
        if all(step.seat != CHANCE for step in replay.steps):
            print("They do not tell the luck of draws: it is a part of what is hidden.", file=sys.stderr)
    settings = Settings(tries or judge.tries, seed)
    keeper = Keeper.beside(file, replay, judge, settings)
    num = len(replay.steps)
    try:
        with (
            progress_bar("reviewing") as progress,
            closing(judge_plies(replay, settings, keeper.plies, workers)) as plies,
        ):
            bar = progress.add_task("reviewing", total=num, completed=len(keeper.plies))
            for ply in plies:
                keeper.add(ply)
                progress.update(bar, completed=len(keeper.plies))
    except KeyboardInterrupt:
        if keeper.is_kept:
            kept = f"{len(keeper.plies)} of {num} plies are in {keeper.path}, and the same command goes on"
            print(kept, file=sys.stderr)
        raise
    review = put_together(replay, judge, settings, keeper.in_order())
    if json_file is not None:
        write_file(json_file, json.dumps(review_to_json(review), ensure_ascii=False) + "\n")
    if html_file is not None:
        write_file(html_file, review_to_html(review))
    print_review(console, review)


def print_review(console: Console, review: Review) -> None:
    """The figures of every seat, the books, the gifts, and everybody's moments."""
    for heads, rows in make_tables(review):
        table = plain_table(*heads)
        for row in rows:
            table.add_row(*row)
        console.print(table)
        console.print()
    for line in WORDS:
        console.print(line, highlight=False)
    console.print()
    for figures in review.figures:
        for moment in figures.moments:
            told = tell_decision(review, moment.ply, moment.decision)
            for line in (told, *(f"  {reason}" for reason in tell_reasons(review, moment.decision))):
                console.print(line, soft_wrap=True, highlight=False)
    console.print(tell_judge(review), soft_wrap=True, highlight=False)
