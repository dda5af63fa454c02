"""How reviews hold: what they cost, whether shares of the win come true, marks that hold, and who makes more errors.

    python benchmarks/review.py [cost] [calibration] [confirmed] [levels] [--part 0.5]

`--part` plays and looks at a part of the games. Costs are seconds of one processor, so that a busy machine does not
count; a review works in as many processes as there are processors.
"""

from __future__ import annotations

import argparse
import os
import random
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from math import sqrt

import numpy as np
from results import machine, save, table

from tenka import record as records
from tenka.arena.match import play_game
from tenka.game import CHANCE
from tenka.games import get_game
from tenka.players import get_player
from tenka.record import Replay
from tenka.review.compare import compare
from tenka.review.marks import THRESHOLDS, Mark, par_of, sure_mark
from tenka.review.plies import judge_ply
from tenka.review.review import make_judge
from tenka.search.judge import Judge
from tenka.search.mcts import win_shares

COSTS = (("samurai", ("policy", "greedy")), ("samurai", ("policy", "greedy") * 2), ("history", ("greedy",) * 5))
CALIBRATION = (
    ("samurai", ("policy",) * 2, 48),
    ("samurai", ("policy",) * 3, 24),
    ("samurai", ("policy",) * 4, 24),
    ("history", ("greedy",) * 2, 32),
    ("history", ("greedy",) * 5, 32),
)
"""Who plays games that nobody has learnt from, and how many."""
MOMENTS = 6
"""Of each game that are looked at."""
WORLDS = 24
LEVELS = {
    "samurai": ("farmer", "bushi", "hatamoto", "karo", "policy"),
    "history": ("farmer", "bushi", "hatamoto", "karo"),
}
"""Weak to strong; each plays itself."""
LEVEL_GAMES, LEVEL_DECISIONS = 4, 10
MORE = 10
"""Times the budget, to see whether a mark holds."""


def play(game: str, players: Sequence[str], seed: int) -> Replay:
    """One game, read back from its record."""
    rules = get_game(game)
    options = rules.options({"players": len(players)})
    bots = [get_player(name, game) for name in players]
    played = play_game(rules, options, bots, random.Random(seed), random.Random(seed))
    return records.replay(records.write(played.record()))


def decisions_of(replay: Replay, judge: Judge, num: int, rng: random.Random) -> Iterator[tuple[int, int]]:
    """So many decisions with a choice, as number of ply and seat."""
    rules = replay.rules
    found = [
        (number, step.seat)
        for number, step in enumerate(replay.steps, 1)
        if step.seat != CHANCE
        and len(rules.legal(step.before)) > 1
        and judge.part_of_tries(rules.view(step.before, step.seat)) == 1
    ]
    yield from sorted(rng.sample(found, min(num, len(found))))


def measure_cost(part: float) -> str:
    """Processor seconds of whole reviews at the usual budget."""
    rows = []
    for game, players in COSTS[: max(int(len(COSTS) * part), 1)]:
        replay = play(game, players, seed=11)
        judge = make_judge(replay.rules)
        judge_ply(judge, 1, replay.steps[0], 16, 1)  # compiled before
        begin, decisions = time.process_time(), 0
        for number, step in enumerate(replay.steps, 1):
            decisions += len(judge_ply(judge, number, step, judge.tries, 1).decisions)
        spent = time.process_time() - begin
        rows.append([game, str(len(players)), f"{len(replay.steps)}", f"{decisions}", f"{judge.tries}", f"{spent:.0f}"])
        print(rows[-1], flush=True)
    return "What a review costs\n\n" + table(
        ["game", "players", "plies", "decisions", "tries each", "processor seconds"], rows
    )


def measure_calibration(part: float) -> str:
    """Whether who has a share of 70 % wins 70 of 100 such games."""
    rows, curves = [], []
    for game, players, num in CALIBRATION:
        said, came = [], []
        for seed in range(max(int(num * part), 1)):
            replay = play(game, players, seed=1000 + seed)
            assert replay.outcome is not None
            judge, rng = make_judge(replay.rules), random.Random(seed)
            result = win_shares(replay.outcome, len(players))
            for number, seat in decisions_of(replay, judge, MOMENTS, rng):
                step = replay.steps[number - 1]
                worlds = judge.deal(replay.rules.view(step.before, seat), WORLDS, rng)
                actions = step.actions if judge.whole_plies else step.actions[:1]
                lucks = [rng.getrandbits(64) for _ in worlds]
                shares = judge.try_out(worlds, [actions], seat, lucks).mean((0, 1, 2))
                said += shares.tolist()
                came += result
        error, bins = reliability(np.array(said), np.array(came))
        name = f"{game}, {len(players)} {players[0]}"
        rows.append([name, str(max(int(num * part), 1)), str(len(said)), f"{100 * error:.1f}"])
        curves += [[name, *row] for row in bins]
        print(rows[-1], flush=True)
    return (
        "Whether shares of the win come true: the mean distance, in points, between what was said and what came, over\n"
        "bins of ten points\n\n"
        + table(["games between", "games", "shares", "calibration error"], rows)
        + "\n\n"
        + table(["games between", "said, from", "shares", "mean said", "won"], curves)
    )


def reliability(said: np.ndarray, came: np.ndarray) -> tuple[float, list[list[str]]]:
    """The mean distance, weighted by how many there are; and each bin."""
    error, rows = 0.0, []
    bins = np.minimum((said * 10).astype(int), 9)
    for number in range(10):
        inside = bins == number
        if inside.any():
            error += inside.mean() * abs(said[inside].mean() - came[inside].mean())
            rows.append(
                [
                    f"{10 * number} %",
                    str(inside.sum()),
                    f"{100 * said[inside].mean():.1f}",
                    f"{100 * came[inside].mean():.1f}",
                ]
            )
    return float(error), rows


def measure_confirmed(part: float) -> str:
    """Marks at the usual budget that ten times as many tries confirm."""
    rows = []
    for game, players, num in (("samurai", ("bushi", "karo"), 30), ("history", ("bushi",) * 3, 20)):
        marked = confirmed = smaller = looked = seed = 0
        while marked < max(int(num * part), 1) and seed < 40:
            seed += 1
            replay = play(game, players, seed=2000 + seed)
            judge, rng, rules = make_judge(replay.rules), random.Random(seed), replay.rules
            for number, seat in decisions_of(replay, judge, 8, rng):
                step = replay.steps[number - 1]
                actions = step.actions if judge.whole_plies else step.actions[:1]
                view, legal = rules.view(step.before, seat), rules.legal(step.before)
                looked += 1
                mark = sure_mark(compare(judge, view, legal, actions, judge.tries, random.Random(1)).loss, len(players))
                if mark in (Mark.NONE, Mark.INACCURACY):
                    continue
                marked += 1
                loss = compare(judge, view, legal, actions, MORE * judge.tries, random.Random(2)).loss.mean
                confirmed += loss >= THRESHOLDS[Mark.MISTAKE] * par_of(len(players))
                smaller += loss >= THRESHOLDS[Mark.INACCURACY] * par_of(len(players))
        rows.append([f"{game}, {', '.join(players)}", str(looked), str(marked), str(confirmed), str(smaller)])
        print(rows[-1], flush=True)
    return f"Marks of a mistake or a blunder, and what {MORE} times the tries say, in other worlds\n\n" + table(
        ["games between", "decisions", "marked", "a mistake or worse again", "an inaccuracy or worse again"], rows
    )


def measure_levels(part: float) -> str:
    """The error rate of players of known strength, each in games with itself."""
    rows = []
    for game, names in LEVELS.items():
        for name in names:
            rates = defaultdict(list)
            for seed in range(max(int(LEVEL_GAMES * part), 1)):
                replay = play(game, (name,) * 2, seed=3000 + seed)
                judge, rng = make_judge(replay.rules), random.Random(seed)
                for number, _ in decisions_of(replay, judge, LEVEL_DECISIONS, rng):
                    for decision in judge_ply(judge, number, replay.steps[number - 1], judge.tries, 1).decisions:
                        rates[name].append(100 * decision.loss.mean / par_of(2))
            found = np.array(rates[name])
            error = found.std(ddof=1) / sqrt(len(found))
            rows.append([game, name, str(len(found)), f"{found.mean():.1f}", f"{1.96 * error:.1f}"])
            print(rows[-1], flush=True)
    return "Error rate, in hundredths of par, of players that play themselves at a table of two\n\n" + table(
        ["game", "player", "decisions", "error rate", "± (95 %)"], rows
    )


def main() -> None:
    """Measures what is asked for, or all of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", nargs="*", default=["cost", "calibration", "confirmed", "levels"])
    parser.add_argument("--part", type=float, default=1.0)
    given = parser.parse_args()
    measures: dict[str, Callable[[float], str]] = {
        "cost": measure_cost,
        "calibration": measure_calibration,
        "confirmed": measure_confirmed,
        "levels": measure_levels,
    }
    load = os.getloadavg()[1]
    parts = [measures[what](given.part) for what in given.what]
    heading = f"Reviews\n\n{machine()}, with a load of {load:.0f} from elsewhere"
    save("review", "\n\n".join([heading, *parts]))


if __name__ == "__main__":
    main()
