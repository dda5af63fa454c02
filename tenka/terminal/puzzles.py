"""Making puzzles in a terminal, with a bar and what came of it."""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from contextlib import closing
from pathlib import Path

from rich.console import Console

from tenka.game import GameError, Rules
from tenka.puzzles.again import Again, judge_again
from tenka.puzzles.make import Keeper, Order, make_from_games, until
from tenka.puzzles.promise import WORLDS
from tenka.puzzles.puzzle import get_setter, parse_puzzle, parse_puzzles
from tenka.terminal.contest import plain_table, progress_bar


def run_making(
    console: Console, file: Path, order: Order, games: int, workers: int, minutes: float | None = None
) -> None:
    """Makes puzzles of so many games, or for so long, writes them and says what came of it. Raises GameError."""
    get_setter(order.game)
    keeper = Keeper(file, order)
    todo = [number for number in range(1, games + 1) if number not in keeper.made]
    begin, before = time.perf_counter(), len(keeper.made)
    end = None if minutes is None else time.monotonic() + 60 * minutes
    try:
        with (
            progress_bar("looking for puzzles") as progress,
            closing(make_from_games(order, until(end, todo), workers)) as found,
        ):
            bar = progress.add_task("looking", total=games, completed=games - len(todo))
            for made in found:
                keeper.add(made)
                progress.update(bar, completed=len(keeper.made))
    except KeyboardInterrupt:
        print(f"{keeper.write()} puzzles so far are in {file}, and the same command goes on", file=sys.stderr)
        raise
    num, seconds = keeper.write(), time.perf_counter() - begin
    _print_kinds(console, keeper)
    looked = sum(made.looked for made in keeper.made.values())
    console.print(f"{num} puzzles of {looked} positions in {len(keeper.made)} games, seed {order.seed}: {file}")
    for line in keeper.ledger().tell(num):
        console.print(line, highlight=False, soft_wrap=True)
    if new := len(keeper.made) - before:
        console.print(f"{new} games now, {seconds:.0f} s")


def run_check(console: Console, file: Path, game: str, times: int, number: int | None, seed: int, workers: int) -> None:
    """Judges puzzles of a file again, all or so many drawn at random, and names those that fell. Raises GameError."""
    try:
        puzzles = parse_puzzles(game, file.read_text("utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise GameError(f"cannot read {file}: {getattr(error, 'strerror', None) or error}") from None
    if not puzzles:
        raise GameError(f"there is no puzzle in {file}; 'tenka puzzles make' writes such files")
    chosen = puzzles if number is None else random.Random(seed).sample(puzzles, min(number, len(puzzles)))
    rules, kept, seconds = get_setter(game).rules, 0, time.perf_counter()
    with progress_bar("judging") as progress:
        for again in progress.track(judge_again(chosen, times, seed, workers), total=len(chosen)):
            kept += again.keeps
            if not again.keeps:
                told = _tell_fall(again, rules)
                console.print(f"{again.puzzle.id} fell: {told}", soft_wrap=True, highlight=False)
    seconds = time.perf_counter() - seconds
    console.print(
        f"{kept} of {len(chosen)} keep their answer in {times * WORLDS:,} worlds each, seed {seed}, {seconds:.0f} s",
        highlight=False,
    )


def _tell_fall(again: Again, rules: Rules) -> str:
    if not again.rival:
        return "there are more turns than can be compared"
    how = "better" if again.lead < 0 else "behind, and so as good"
    return f"{rules.format(again.rival)} is {100 * abs(again.lead):.1f} points {how}"


def _print_kinds(console: Console, keeper: Keeper) -> None:
    """By kind: how many puzzles, and how often each level found them."""
    setter = get_setter(keeper.order.game)
    num: Counter[str] = Counter()
    hits: dict[str, Counter[str]] = {kind: Counter() for kind in setter.kinds}
    for made in keeper.made.values():
        for line, found in zip(made.lines, made.hits, strict=True):
            for kind in parse_puzzle(keeper.order.game, line).kinds:
                num[kind] += 1
                hits[kind].update(found)
    table = plain_table("kind", "puzzles", *(f"{name} %" for name in setter.solvers))
    for kind in setter.kinds:
        if num[kind]:
            rates = (f"{100 * hits[kind][name] / num[kind] / setter.tries:.0f}" for name in setter.solvers)
            table.add_row(kind, str(num[kind]), *rates)
    console.print(table)
