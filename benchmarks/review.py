"""How reviews hold: what they cost, whether shares of the win come true, marks that hold, and who makes more errors.

    python benchmarks/review_games.py --minutes 60      (gathers games; again and again, for better figures)
    python benchmarks/review.py [cost] [calibration] [fit] [swaps] [confirmed] [books] [levels]

All but the cost is told of the games that were gathered. Costs are seconds of one processor, so that a busy machine
does not count, and of a clock with a process for each processor. What is fitted is printed as it stands in the
program: ``ERROR_RATES`` in a title's ``players/measured.py``, ``BEGINNING`` and ``EARLY`` or ``temperatures`` in its
``review.py``.
"""

from __future__ import annotations

import argparse
import os
import re
import resource
import time
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import pairwise, product
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np
from results import RESULTS, machine, table
from review_games import (
    DATA,
    ENDS,
    LADDERS,
    MORE,
    STRONG,
    THOUSANDTHS,
    TRIES_OF_BOOKS,
    UNLIKE,
    Kind,
    imbalance,
    kind_of,
    play,
    read,
)

from tenka.arena.workers import count_processors
from tenka.games import get_game
from tenka.review.levels import find_level
from tenka.review.marks import THRESHOLDS, Mark, around, is_open, par_of
from tenka.review.plies import judge_ply
from tenka.review.review import Settings, make_judge, put_together
from tenka.review.run import judge_plies
from tenka.samurai.review import SET_UP
from tenka.search.judge import Judge, soften

COSTS = (("samurai", ("policy", "greedy")), ("samurai", ("policy", "greedy") * 2), ("history", ("greedy",) * 5))
NAMES = {"mcts:3000": "shogun", "mcts:30": "shogun"}
"""For whom players stand."""
EVERYBODY = "of all strengths"
SURE_OF = 0.01
MOST_OF_A_GAME = 12
"""So many decisions of a seat at least stand for the review of its game."""
EARLY_PARTS = (0.0, 0.1, 0.25, 0.5, 1.0)
TEMPERATURES = (0.7, 0.85, 1.0, 1.1, 1.2, 1.4, 1.7, 2.0)
"""What is tried to fit shares to what came."""
Line = dict[str, Any]


def measure_cost(data: Path) -> str:
    """Seconds of whole reviews at the usual budget, with those in which processes start; and whether books balance."""
    rows, workers, off = [], count_processors(), 0.0
    for game, players in COSTS:
        replay = play(game, players, seed=11)
        judge = make_judge(replay.rules)
        judge_ply(judge, 1, replay.steps[0], 16, 1)  # compiled before
        begin, before = time.perf_counter(), _seconds_of_processes()
        plies = list(judge_plies(replay, Settings(judge.tries), {}, workers))
        waited, spent = time.perf_counter() - begin, _seconds_of_processes() - before
        plies.sort(key=lambda ply: ply.number)
        review = put_together(replay, judge, Settings(judge.tries), plies)
        off = max(off, *(abs(imbalance(account)) for account in review.books.accounts))
        decisions = sum(len(ply.decisions) for ply in plies)
        figures = [str(number) for number in (len(players), len(plies), decisions, judge.tries)]
        rows.append([game, *figures, f"{spent:.0f}", f"{waited:.0f}"])
        print(rows[-1], flush=True)
    heads = [
        "game",
        "players",
        "plies",
        "decisions",
        "tries each",
        "processor seconds",
        f"seconds, {workers} processes",
    ]
    return (
        "What a review costs\n\n"
        + table(heads, rows)
        + f"\n\nOver all seats of these games, sums of the books are off from the results by {off:.0e} at most."
    )


def _seconds_of_processes() -> float:
    """Of processors, by processes that were started here and have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


# --- whether shares come true -------------------------------------------------------------------------------------


Join = Callable[[np.ndarray, tuple[int, ...]], np.ndarray]
"""Makes shares of what opinions ``[opinion, ..., seat]`` said at a moment of a game."""


def said_and_came(lines: Sequence[Line], join: Join) -> tuple[np.ndarray, np.ndarray]:
    """All shares that were said at tables of one size, and what came."""
    positions = [position for line in lines for position in line["positions"]]
    shares = np.array([position["said"] for position in positions]).swapaxes(0, 1) / THOUSANDTHS
    shares /= shares.sum(-1, keepdims=True)  # [opinion, position, world, seat]
    by_moment = defaultdict(list)
    for place, position in enumerate(positions):
        by_moment[tuple(position["moment"])].append(place)
    said = np.zeros((len(positions), shares.shape[-1]))
    for moment, places in by_moment.items():
        said[places] = join(shares[:, places], moment).mean(1)
    came = [line["result"] for line in lines for _ in line["positions"]]
    return said.ravel(), np.concatenate(came)


def joined_by(judge: Judge, players: int) -> Join:
    """As reviews do it."""
    temperature = judge.temperatures.get(players, 1.0)
    return lambda shares, moment: judge.join(judge.temper(soften(shares, temperature), moment))


def reliability(said: np.ndarray, came: np.ndarray) -> tuple[float, list[list[str]]]:
    """The mean distance between what was said and what came over bins of ten points; and each bin."""
    error, rows = 0.0, []
    bins = np.minimum((said * 10).astype(int), 9)
    for number in range(10):
        inside = bins == number
        if inside.any():
            means = said[inside].mean(), came[inside].mean()
            error += inside.mean() * abs(means[0] - means[1])
            rows.append([f"{10 * number} %", str(inside.sum()), f"{100 * means[0]:.1f}", f"{100 * means[1]:.1f}"])
    return float(error), rows


def chance_error(lines: Sequence[Line], said: np.ndarray, rng: np.random.Generator) -> float:
    """The distance that chance alone makes with as many games, were every share true: the mean of 20 trials."""
    errors = []
    for _ in range(20):
        came, place = np.zeros(len(said)), 0
        for line in lines:
            players, luck = len(line["result"]), rng.random()  # one for all positions of a game, as its result is
            for _ in line["positions"]:
                whole = said[place : place + players].cumsum()
                came[place + min(int(np.searchsorted(whole, luck * whole[-1])), players - 1)] = 1.0
                place += players
        errors.append(reliability(said, came)[0])
    return float(np.mean(errors))


def measure_calibration(data: Path) -> str:
    """Whether who has a share of 70 % wins 70 of 100 such games."""
    tables = defaultdict(list)
    for line in read(data / "calibration.jsonl"):
        game, bot, players = kind_of(line)
        tables[game, players, EVERYBODY].append(line)
        tables[game, players, bot].append(line)
    rows, curves, rng = [], [], np.random.default_rng(1)
    for (game, players, bot), lines in sorted(tables.items()):
        judge = make_judge(get_game(game))
        said, came = said_and_came(lines, joined_by(judge, players))
        error, bins = reliability(said, came)
        by_chance = chance_error(lines, said, rng)
        beyond = sqrt(max(error**2 - by_chance**2, 0.0))
        figures = [f"{100 * figure:.1f}" for figure in (error, by_chance, beyond)]
        needed = round(len(lines) * (by_chance / SURE_OF) ** 2)
        name = f"{game}, {players} {bot}"
        rows.append([name, str(len(lines)), str(len(came)), *figures, str(needed)])
        if bot in (EVERYBODY, STRONG[game]):
            curves += [[name, *row] for row in bins]
    heads = ["games between", "games", "shares", "calibration error", "by chance", "beyond chance", "games for 1 point"]
    return (
        "Whether shares of the win come true: the mean distance, in points, between what was said and what came, over\n"
        "bins of ten points; the distance that as many games have by chance, were every share true; what is left of\n"
        "the first without the second, by squares; and how many games it takes until chance makes a point\n\n"
        + table(heads, rows)
        + "\n\n"
        + table(["games between", "said, from", "shares", "mean said", "won"], curves)
    )


# --- how far to trust opinions ----------------------------------------------------------------------------------------


def samurai_choices(lines: Sequence[Line]) -> dict[str, Join]:
    """How sure the network is, and how much it counts while pieces are placed, when else the order of turns does."""
    beginning = np.mean([np.roll(line["result"], -line["positions"][0]["moment"][1]) for line in lines], 0)
    return {
        f"temperature {temperature}, early {early}": partial(
            soften_and_temper, temperature=temperature, early=early, beginning=beginning
        )
        for temperature, early in product(TEMPERATURES, EARLY_PARTS)
    }


def soften_and_temper(
    shares: np.ndarray, moment: tuple[int, ...], temperature: float, early: float, beginning: Sequence[float]
) -> np.ndarray:
    """The network's opinion, less sure of itself, and less still while pieces are placed."""
    rounds, first = moment
    if rounds == SET_UP:
        return soften(shares[0] ** early * np.roll(beginning, first) ** (1 - early), 1.0)
    return soften(shares[0], temperature)


def history_choices(lines: Sequence[Line]) -> dict[str, Join]:
    """How sure play-outs are."""
    return {f"temperature {temperature}": partial(soften_only, temperature=temperature) for temperature in TEMPERATURES}


def soften_only(shares: np.ndarray, moment: tuple[int, ...], temperature: float) -> np.ndarray:
    """The only opinion, less sure of itself."""
    return soften(shares[0], temperature)


CHOICES = {"samurai": samurai_choices, "history": history_choices}


def fit_calibration(data: Path) -> str:
    """How opinions would be joined best: fitted on every other game, tried on the rest."""
    tables = defaultdict(list)
    for line in read(data / "calibration.jsonl"):
        game, bot, players = kind_of(line)
        tables[game, players, EVERYBODY].append(line)
        if bot == STRONG[game]:
            tables[game, players, bot].append(line)
    rows, rng = [], np.random.default_rng(1)
    for (game, players, bot), lines in sorted(tables.items()):
        halves = [[line for line in lines if line["seed"] % 2 == half] for half in (0, 1)]
        choices = CHOICES[game](halves[0])
        name = min(choices, key=lambda name: surprise(halves[0], choices[name]))
        said, came = said_and_came(halves[1], choices[name])
        errors = reliability(said, came)[0], chance_error(halves[1], said, rng)
        figures = [f"{100 * error:.1f}" for error in errors]
        rows.append([f"{game}, {players} {bot}", str(len(lines)), name, *figures])
        print(rows[-1], flush=True)
    return (
        "What would fit best, in the sense of least surprise, on every other game; and the calibration error in the\n"
        "rest of them, with what chance makes of it\n\n"
        + table(["games between", "games", "fitted", "error in the rest", "by chance"], rows)
    )


def surprise(lines: Sequence[Line], join: Join) -> float:
    """The mean of the logarithm of what was said of what came."""
    said, came = said_and_came(lines, join)
    return -float((came * np.log(said.clip(0.001, 1.0))).mean())


def measure_confirmed(data: Path) -> str:
    """Marks at the usual budget that many more tries confirm, and games that strong players go on with."""
    by_pair = defaultdict(list)
    for line in read(data / "confirmed.jsonl"):
        by_pair[kind_of(line)].append(line)
    rows, ended = [], []
    for kind, lines in sorted(by_pair.items()):
        game, weaker, stronger, players = kind
        marked = [each for line in lines for each in line["marked"]]
        again = [each["again"] / par_of(players) for each in marked]
        counts = [sum(loss >= THRESHOLDS[mark] for loss in again) for mark in (Mark.MISTAKE, Mark.INACCURACY)]
        looked = sum(line["looked"] for line in lines)
        name = f"{game}, {players}: {weaker}, {stronger}"
        rows.append([name, *(str(number) for number in (len(lines), looked, len(again), *counts))])
        if marked and "ends" in marked[0]:
            said, ends = (np.array([each[what] for each in marked]) for what in ("said", "ends"))
            least = THRESHOLDS[Mark.INACCURACY] * par_of(players)
            surely_less = [each["ends"] + 3 * each["error"] < least for each in marked]
            figures = [f"{100 * said.mean():.1f}", f"{100 * ends.mean():.1f}", f"{ends.sum() / said.sum():.2f}"]
            ended.append([name, str(len(marked)), *figures, str(sum(surely_less))])
    return (
        f"Marks of a mistake or a blunder, and what {MORE} times the tries say, in other worlds\n\n"
        + table(
            [
                "games between",
                "games",
                "decisions",
                "marked",
                "a mistake or worse again",
                "an inaccuracy or worse again",
            ],
            rows,
        )
        + f"\n\nWhat they cost, in points: as was said, and when strong players go on to the end, in {ENDS} worlds\n\n"
        + table(["games between", "marked", "said", "at the end", "ratio", "surely no inaccuracy"], ended)
    )


def measure_books(data: Path) -> str:
    """By how much sums are off at most."""
    by_table: dict[Kind, list[Line]] = defaultdict(list)
    for line in read(data / "books.jsonl"):
        by_table[kind_of(line)].append(line)
    rows = [
        [game, str(players), str(len(lines)), str(sum(line["plies"] for line in lines)), f"{most_off(lines):.0e}"]
        for (game, _, players), lines in sorted(by_table.items())
    ]
    return (
        f"By how much sums of whole reviews, made with {TRIES_OF_BOOKS} tries, are off at most from what came, for\n"
        "any seat, and gifts of a seat from nothing\n\n" + table(["game", "players", "games", "plies", "off"], rows)
    )


def most_off(lines: Sequence[Line]) -> float:
    """Of any of these games."""
    return max(float(line["off"]) for line in lines)


# --- what decisions cost ---------------------------------------------------------------------------------------------


def measure_swaps(data: Path) -> str:
    """What single decisions cost in games that the strongest play to their ends, and what reviews say of them."""
    by_kind: dict[Kind, list[Any]] = defaultdict(list)
    for line in read(data / "swaps.jsonl"):
        by_kind[kind_of(line)] += line["swapped"]
    rows = []
    for (_, before, weaker, own), swapped in sorted(by_kind.items()):
        said = np.array([opinions[0] for _, opinions, _ in swapped]) / THOUSANDTHS  # [decision, strong or weaker]
        came = np.array([results for *_, results in swapped])
        judged, lost = (100 * (shares[:, 0] - shares[:, 1]) for shares in (said, came))
        what = f"{weaker}'s {f'turn {own}' if own else 'hand'}"
        rows.append([before, what, str(len(swapped)), mean_of(lost), mean_of(judged), mean_of(judged - lost)])
    return (
        "What a decision costs, in points, against what the strongest would do there, if the strongest go on to the\n"
        "end; what the network says of it, in the way of a review; and the difference (± 95 %)\n\n"
        + table(["until then", "decision", "games", "cost", "said", "too much"], rows)
    )


def mean_of(figures: np.ndarray) -> str:
    """With what it may be off."""
    return f"{figures.mean():.1f} ± {1.96 * figures.std(ddof=1) / sqrt(len(figures)):.1f}"


def measure_levels(data: Path) -> str:
    """Error rates of levels that play each other, the curve that is fitted to them, and who is found by it."""
    by_pair: dict[Kind, list[Line]] = defaultdict(list)
    by_level: dict[tuple[str, str], list[float]] = defaultdict(list)
    for line in read(data / "levels.jsonl"):
        by_pair[kind_of(line)].append(line)
        for name, judged in zip(line["pair"], line["judged"], strict=True):
            by_level[line["game"], NAMES.get(name, name)] += open_losses(judged)
    rows = []
    for (game, weaker, stronger), lines in by_pair.items():
        figures = [rate_of([open_losses(line["judged"][place]) for line in lines]) for place in (0, 1)]
        more, error = figures[0][0] - figures[1][0], np.hypot(figures[0][1], figures[1][1])
        told = [f"{mean:.1f} ± {1.96 * off:.1f}" for mean, off in (*figures, (more, error))]
        judged = sum(len(open_losses(losses)) for line in lines for losses in line["judged"])
        rows.append([game, weaker, stronger, str(len(lines)), str(judged), *told, "yes" if more > 0 else "no"])
    order = {(game, *pair): place for game in LADDERS for place, pair in enumerate(pairs_of(game))}
    rows.sort(key=lambda row: (list(LADDERS).index(row[0]), order[row[0], row[1], row[2]]))
    fitted, texts, found_again = [], [], []
    for game, ladder in LADDERS.items():
        levels = [NAMES.get(name, name) for name in ladder]
        found = [np.array(by_level[game, level]) for level in levels]
        if not all(len(losses) > 1 for losses in found):
            continue
        curve = fall([float(losses.mean()) for losses in found], [len(losses) for losses in found])
        spreads = [float(losses.std(ddof=1)) for losses in found]
        for level, losses, rate, spread in zip(levels, found, curve, spreads, strict=True):
            fitted.append([game, level, str(len(losses)), f"{losses.mean():.2f}", f"{rate:.2f}", f"{spread:.1f}"])
        measured = dict(zip(levels, zip(curve, spreads, strict=True), strict=True))
        inner = "".join(
            f'        "{level}": ({rate:.2f}, {spread:.1f}),\n' for level, (rate, spread) in measured.items()
        )
        texts.append(f"{game}:\n\nERROR_RATES = {{\n    2: {{\n{inner}    }},\n}}")
        for kind in ("neighbours", "others"):
            lines = [
                line
                for (of, *pair), lines in by_pair.items()
                for line in lines
                if of == game and (tuple(pair) in UNLIKE[game]) == (kind == "others")
            ]
            found_again.append([game, kind, *find_again(lines, measured)])
    heads = ["game", "weaker", "stronger", "games", "decisions", "error rate", "of the stronger", "less", "in order"]
    return (
        "Error rates, in hundredths of par, of levels that play each other at a table of two (± 95 %), over decisions\n"
        "in which the game was still open\n\n"
        + table(heads, rows)
        + "\n\nThe curve: the nearest that falls from level to level, and how much a single decision deviates\n\n"
        + table(["game", "level", "decisions", "error rate", "fitted", "deviation"], fitted)
        + "\n\nHow often the levels that a review names after one game have the player's own among them\n\n"
        + table(["game", "played by", "players", "among those named", "named, of all"], found_again)
        + "\n\n"
        + "\n\n".join(texts)
    )


def pairs_of(game: str) -> list[tuple[str, str]]:
    """Who plays whom: neighbours, and some others."""
    return [*pairwise(LADDERS[game]), *UNLIKE[game]]


def open_losses(judged: Sequence[Sequence[float]]) -> list[float]:
    """The losses of decisions in which the game was still open, of a table of two."""
    return [loss for _, loss, _, share in judged if is_open(share, 2)]


def rate_of(games: Sequence[Sequence[float]]) -> tuple[float, float]:
    """The mean loss over the decisions of many games, and its standard error: decisions of one game are alike."""
    sums, sizes = np.array([(sum(game), len(game)) for game in games], float).T
    mean = sums.sum() / sizes.sum()
    return mean, float(np.sqrt(((sums - mean * sizes) ** 2).sum()) / sizes.sum())


def find_again(lines: Sequence[Line], measured: Mapping[str, tuple[float, float]]) -> list[str]:
    """Players of games, how often their own level is among those that a review names, and how many it names."""
    names = list(measured)
    right, width = [], []
    for line in lines:
        for name, judged in zip(line["pair"], line["judged"], strict=True):
            losses = open_losses(judged)
            if losses and len(judged) >= MOST_OF_A_GAME:
                level = find_level(measured, around(float(np.mean(losses)), 0.0), len(losses))
                named = names[names.index(level.weakest) : names.index(level.strongest) + 1]
                right.append(NAMES.get(name, name) in named)
                width.append(len(named) / len(names))
    return [str(len(right)), f"{np.mean(right):.0%}", f"{np.mean(width):.0%}"] if right else ["0", "", ""]


def fall(rates: Sequence[float], weights: Sequence[int]) -> list[float]:
    """The nearest rates that never rise, by squares: neighbours in the wrong order share their mean.

    >>> fall([3.0, 1.0, 2.0], [1, 1, 3])
    [3.0, 1.75, 1.75]
    """
    blocks: list[tuple[float, int, int]] = []
    for rate, weight in zip(rates, weights, strict=True):
        block = (rate, weight, 1)
        while blocks and blocks[-1][0] < block[0]:
            before = blocks.pop()
            total = before[1] + block[1]
            block = ((before[0] * before[1] + block[0] * block[1]) / total, total, before[2] + block[2])
        blocks.append(block)
    return [rate for rate, _, num in blocks for _ in range(num)]


def main() -> None:
    """Tells what is asked for, or all of it."""
    measures: dict[str, Callable[[Path], str]] = {
        "cost": measure_cost,
        "calibration": measure_calibration,
        "fit": fit_calibration,
        "swaps": measure_swaps,
        "confirmed": measure_confirmed,
        "books": measure_books,
        "levels": measure_levels,
    }
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", nargs="*", default=list(measures))
    parser.add_argument("--data", type=Path, default=DATA)
    given = parser.parse_args()
    load = os.getloadavg()[1]
    for what in given.what:
        text = measures[what](given.data)
        print(text)
        save_part(what, f"{text}\n\n{machine()}, with a load of {load:.0f} from elsewhere")


def save_part(what: str, text: str) -> None:
    """Puts a part of the results into its place; the others stay as they are."""
    path = RESULTS / "review.md"
    introduction, *parts = re.split(r"(?m)^## (\w+)\n", path.read_text("utf-8") if path.exists() else "# Reviews\n\n")
    by_name = dict(zip(parts[::2], parts[1::2], strict=True)) | {what: f"\n{text}\n\n"}
    written = introduction + "".join(f"## {name}\n{part}" for name, part in by_name.items())
    path.write_text(written.rstrip() + "\n", "utf-8")


if __name__ == "__main__":
    main()
