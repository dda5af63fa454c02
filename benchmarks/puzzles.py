"""Puzzles on a large machine: making them, judging them again, and which levels find them.

    python -m benchmarks.puzzles make FOLDER --game samurai --minutes 12 --workers 15 --seed 1
    python -m benchmarks.puzzles check FOLDER --file puzzles.list --times 16 --draw 200 --workers 15
    python -m benchmarks.puzzles levels FOLDER --file puzzles.list --draw 300 --workers 15

What is done is written to the folder as it goes, and the same command goes on with it. It needs nothing but what the
players need: no library for terminals.
"""

from __future__ import annotations

import argparse
import json
import random
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

from tenka.arena.workers import count_processors, run_in_processes
from tenka.game import GameError
from tenka.games import DEFAULT_GAME, GAMES
from tenka.puzzles.again import judge_one
from tenka.puzzles.make import Keeper, Order, make_from_games, until
from tenka.puzzles.promise import WORLDS
from tenka.puzzles.puzzle import Puzzle, get_setter, parse_puzzle, parse_puzzles
from tenka.puzzles.rate import solve_rates

LINES = 200
"""Seconds between two lines that tell how far it is."""


def make(folder: Path, order: Order, minutes: float, workers: int) -> None:
    """Looks for puzzles as long as it may."""
    keeper = Keeper(folder / f"{order.game}-{order.seed}.list", order)
    end = time.monotonic() + 60 * minutes
    numbers = (number for number in count(1) if number not in keeper.made)
    told = time.monotonic()
    try:
        for made in make_from_games(order, until(end, numbers), workers):
            keeper.add(made)
            if time.monotonic() - told > LINES:
                told = time.monotonic()
                print(f"{len(keeper.made)} games, {keeper.write()} puzzles", flush=True)
    finally:
        num = keeper.write()
        print(f"{num} puzzles of {len(keeper.made)} games: {keeper.path}")
        print("\n".join(keeper.ledger().tell(num)), flush=True)


def judge_line(game: str, lines: Sequence[str], num: int, seed: int, place: int) -> dict[str, Any]:
    """A puzzle judged again."""
    puzzle = parse_puzzle(game, lines[place])
    begin = time.process_time()
    again = judge_one(puzzle, num, random.Random(f"{seed} {puzzle.id}"))
    return {
        "id": puzzle.id,
        "lead then": round(puzzle.promise.lead, 4),
        "lead": round(again.lead, 4),
        "keeps": again.keeps,
        "rival": get_setter(game).rules.format(again.rival),
        "worlds": num,
        "seconds": round(time.process_time() - begin, 1),
    }


def try_line(game: str, lines: Sequence[str], levels: Sequence[str], seed: int, place: int) -> dict[str, Any]:
    """Who finds a puzzle, by tries that its rating does not know of."""
    puzzle = parse_puzzle(game, lines[place])
    hits = solve_rates(get_setter(game), puzzle, random.Random(f"levels {seed} {puzzle.id}"), levels)
    return {"id": puzzle.id, "rating": puzzle.rating, "kinds": puzzle.kinds, "players": puzzle.players, "hits": hits}


def go_through(
    path: Path, puzzles: Sequence[Puzzle], work: Callable[[int], dict[str, Any]], minutes: float, workers: int
) -> Iterator[dict[str, Any]]:
    """What work on puzzles brings, those that the file has first; new ones are added to it."""
    known = {}
    if path.exists():
        for line in path.read_text("utf-8").splitlines():
            try:
                found = json.loads(line)
            except ValueError:
                continue  # half a line, where it was stopped
            known[found["id"]] = found
    todo = [place for place, puzzle in enumerate(puzzles) if puzzle.id not in known]
    yield from known.values()
    end = time.monotonic() + 60 * minutes
    assert isinstance(work, partial)
    with path.open("a", encoding="utf-8") as file:
        for done in run_in_processes(work, until(end, todo), workers):
            for found in done:
                file.write(json.dumps(found) + "\n")
                file.flush()
                yield found


def main() -> None:
    """Runs from the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("make", "check", "levels"))
    parser.add_argument("folder", type=Path)
    parser.add_argument("--game", default=DEFAULT_GAME, choices=list(GAMES))
    parser.add_argument("--file", type=Path, help="puzzles to judge or to try")
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--workers", type=int, default=count_processors())
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--players", type=int, nargs="*", default=())
    parser.add_argument("--bots", nargs="*", default=())
    parser.add_argument("--times", type=int, default=16)
    parser.add_argument("--draw", type=int, default=200)
    parser.add_argument("--levels", nargs="*", default=())
    given = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("stopped; the same command goes on"))
    given.folder.mkdir(parents=True, exist_ok=True)
    if given.what == "make":
        order = Order(given.game, given.seed, bots=tuple(given.bots), players=tuple(given.players))
        make(given.folder, order, given.minutes, given.workers)
        return
    if given.file is None:
        raise GameError(f"'{given.what}' needs --file, with puzzles that 'make' has written")
    puzzles = parse_puzzles(given.game, given.file.read_text("utf-8"))
    lines = [line for line in given.file.read_text("utf-8").splitlines() if line and not line.startswith("#")]
    places = random.Random(given.seed).sample(range(len(puzzles)), min(given.draw, len(puzzles)))
    chosen, told = [puzzles[place] for place in places], [lines[place] for place in places]
    path = given.folder / f"{given.what}-{given.game}-{given.seed}.jsonl"
    if given.what == "check":
        work = partial(judge_line, given.game, told, given.times * WORLDS, given.seed)
        found = list(go_through(path, chosen, work, given.minutes, given.workers))
        print(f"{sum(one['keeps'] for one in found)} of {len(found)} keep their answer: {path}")
    else:
        levels = tuple(given.levels) or get_setter(given.game).solvers
        work = partial(try_line, given.game, told, levels, given.seed)
        print(f"{len(list(go_through(path, chosen, work, given.minutes, given.workers)))} tried: {path}")


if __name__ == "__main__":
    try:
        main()
    except GameError as error:
        sys.exit(str(error))
