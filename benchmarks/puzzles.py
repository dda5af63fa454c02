"""Puzzles on a large machine: making them, choosing, judging them again, and which levels find them.

    python -m benchmarks.puzzles make FOLDER --game samurai --minutes 12 --workers 15 --seed 1
    python -m benchmarks.puzzles choose FOLDER --file puzzles.list --draw 1000
    python -m benchmarks.puzzles check FOLDER --file puzzles.list --times 16 --draw 200 --workers 15
    python -m benchmarks.puzzles levels FOLDER --file puzzles.list --draw 300 --workers 15
    python -m benchmarks.puzzles tell FOLDER
    python -m benchmarks.puzzles rate FOLDER --file puzzles.list

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
from dataclasses import replace
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np

from tenka.arena.workers import count_processors, run_in_processes
from tenka.encoding import Array
from tenka.game import GameError
from tenka.games import DEFAULT_GAME, GAMES
from tenka.puzzles.again import judge_one
from tenka.puzzles.choose import choose_from_files, count_groups
from tenka.puzzles.make import ENDING, Keeper, Order, make_from_games, until
from tenka.puzzles.promise import WORLDS
from tenka.puzzles.puzzle import Puzzle, format_puzzle, get_setter, parse_puzzle, parse_puzzles
from tenka.puzzles.rate import rate, solve_rates
from tenka.record import write_file

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


def try_line(
    game: str, lines: Sequence[str], levels: Sequence[str], tries: int, seed: int, place: int
) -> dict[str, Any]:
    """Who finds a puzzle, by tries that its rating does not know of."""
    puzzle = parse_puzzle(game, lines[place])
    right, rng = [told.actions for told in puzzle.right], random.Random(f"levels {seed} {puzzle.id}")
    hits = solve_rates(get_setter(game), puzzle.view, right, rng, levels, tries)
    return {
        "id": puzzle.id,
        "rating": puzzle.rating,
        "proved": puzzle.promise.is_proved,
        "kinds": puzzle.kinds,
        "players": puzzle.players,
        "tries": tries,
        "hits": hits,
    }


def tell_levels(path: Path) -> None:
    """By kind, by players and by rating: which part of its tries each level found; and how ratings agree with that."""
    found = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    levels = list(found[0]["hits"])
    print(f"\n{path.name}: {len(found)} puzzles, {found[0]['tries']} tries each\n")
    print(f"| | puzzles | {' | '.join(levels)} |")
    print(f"|---|---|{'---|' * len(levels)}")
    kinds = sorted({kind for one in found for kind in one["kinds"]})
    groups = {"all": found}
    groups |= {kind: [one for one in found if kind in one["kinds"]] for kind in kinds}
    groups |= {
        "proved": [one for one in found if one["proved"]],
        "not proved": [one for one in found if not one["proved"]],
    }
    groups |= {f"{num} players": [one for one in found if one["players"] == num] for num in range(2, 7)}
    groups |= {
        f"rated {low} to {low + 399}": [one for one in found if low <= one["rating"] < low + 400]
        for low in range(600, 3000, 400)
    }
    for name, group in groups.items():
        if group:
            rates = (
                100 * sum(one["hits"][level] for one in group) / sum(one["tries"] for one in group) for level in levels
            )
            print(f"| {name} | {len(group)} | {' | '.join(f'{rate:.0f}' for rate in rates)} |")
    ratings = np.array([one["rating"] for one in found])
    shares = np.array([sum(one["hits"].values()) / one["tries"] / len(levels) for one in found])
    pearson = np.corrcoef(ratings, shares)[0, 1]
    spearman = np.corrcoef(_ranks(ratings), _ranks(shares))[0, 1]
    print(f"\nrating before use and the part of these tries that was right: {pearson:.2f}, by ranks {spearman:.2f}")


def rate_again(game: str, folder: Path, path: Path) -> int:
    """Gives puzzles of a file the ratings that follow from the tries when they were made; how many have others now."""
    hits: dict[str, dict[str, int]] = {}
    for journal in folder.rglob(f"{game}-*.list{ENDING}"):
        for line in journal.read_text("utf-8").splitlines()[1:]:
            _, _, lines, found, _ = json.loads(line)
            hits |= {line.split(" | ")[0]: tries for line, tries in zip(lines, found, strict=True)}
    setter, text, changed = get_setter(game), path.read_text("utf-8"), 0
    told = []
    for line in text.splitlines():
        if line and not line.startswith("#"):
            puzzle = parse_puzzle(game, line)
            tries = {name: hits[puzzle.id][name] for name in setter.solvers}
            new = replace(puzzle, rating=rate(game, tries, setter.tries))
            changed += new.rating != puzzle.rating
            line = format_puzzle(new)
        told.append(line)
    write_file(path, "\n".join([*told, ""]))
    return changed


def _ranks(values: Array) -> Array:
    """Ranks, the mean one for equals."""
    _, inverse, counts = np.unique(values, return_inverse=True, return_counts=True)
    ranks: Array = (np.cumsum(counts) - (counts + 1) / 2)[inverse]
    return ranks


def tell_checks(path: Path) -> None:
    """How many keep their answer, how leads differ, and what fell."""
    found = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    differences = np.array([one["lead"] - one["lead then"] for one in found])
    print(f"\n{path.name}: {sum(one['keeps'] for one in found)} of {len(found)} keep their answer")
    most = 100 * np.abs(differences).max()
    print(f"leads differ by {100 * differences.mean():+.2f} points in the mean, {most:.1f} at most")
    print(f"{sum(one['lead'] >= 0.1 for one in found)} lead by 10 points or more again")
    print(f"{sum(one['seconds'] for one in found) / len(found):.1f} s of a processor each")
    for one in found:
        if not one["keeps"]:
            print(f"{one['id']} fell: {one['rival']}, lead {100 * one['lead']:.1f}, then {100 * one['lead then']:.1f}")


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
    parser.add_argument("what", choices=("make", "choose", "check", "levels", "tell", "rate"))
    parser.add_argument("folder", type=Path)
    parser.add_argument("--game", default=DEFAULT_GAME, choices=list(GAMES))
    parser.add_argument("--file", type=Path, help="puzzles to judge or to try, or where those that are chosen go")
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--workers", type=int, default=count_processors())
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--players", type=int, nargs="*", default=())
    parser.add_argument("--bots", nargs="*", default=())
    parser.add_argument("--times", type=float, default=16)
    parser.add_argument("--draw", type=int, default=200, help="so many at random, or as many as there are")
    parser.add_argument("--levels", nargs="*", default=())
    parser.add_argument("--tries", type=int, default=0, help="of each level; as many as for a rating unless told")
    given = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("stopped; the same command goes on"))
    given.folder.mkdir(parents=True, exist_ok=True)
    if given.what == "make":
        order = Order(given.game, given.seed, bots=tuple(given.bots), players=tuple(given.players))
        make(given.folder, order, given.minutes, given.workers)
        return
    if given.what == "tell":
        for path in sorted(given.folder.glob("check-*.jsonl")):
            tell_checks(path)
        for path in sorted(given.folder.glob("levels-*.jsonl")):
            tell_levels(path)
        return
    if given.file is None:
        raise GameError(f"'{given.what}' needs --file, where the puzzles are, or, to choose, where they go")
    if given.what == "choose":
        found = sorted(given.folder.glob(f"{given.game}-*.list"))
        print("\n".join(count_groups(choose_from_files(given.game, found, given.draw, given.file))))
        return
    if given.what == "rate":
        print(f"{rate_again(given.game, given.folder, given.file)} ratings are others now: {given.file}")
        return
    puzzles = parse_puzzles(given.game, given.file.read_text("utf-8"))
    lines = [line for line in given.file.read_text("utf-8").splitlines() if line and not line.startswith("#")]
    places = random.Random(given.seed).sample(range(len(puzzles)), min(given.draw, len(puzzles)))
    chosen, told = [puzzles[place] for place in places], [lines[place] for place in places]
    path = given.folder / f"{given.what}-{given.game}-{given.seed}.jsonl"
    if given.what == "check":
        work = partial(judge_line, given.game, told, int(given.times * WORLDS), given.seed)
        judged = list(go_through(path, chosen, work, given.minutes, given.workers))
        print(f"{sum(one['keeps'] for one in judged)} of {len(judged)} keep their answer: {path}")
    else:
        setter = get_setter(given.game)
        levels, tries = tuple(given.levels) or setter.solvers, given.tries or setter.tries
        work = partial(try_line, given.game, told, levels, tries, given.seed)
        print(f"{len(list(go_through(path, chosen, work, given.minutes, given.workers)))} tried: {path}")


if __name__ == "__main__":
    try:
        main()
    except GameError as error:
        sys.exit(str(error))
