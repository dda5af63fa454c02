"""Finds the weights of greedy's evaluation, those of the search's instinct, and the first hand, by playing.

`tenka/samurai/evaluation.py` and `tenka/samurai/instinct.py` hold them.

    python benchmarks/tune.py weights [--minutes 8] [--deals 32]
    python benchmarks/tune.py instinct [--minutes 4] [--deals 500]
    python benchmarks/tune.py hand [--deals 24]
    python benchmarks/tune.py check OLD.json NEW.json

`weights` is CMA-ES (the package cma, in the extra ``bench``). All candidates of a generation play the same deals, at
tables of two and of four, from every seat, against the weights that are in use and against the best guess so far.
`instinct` does the same with the weights of play-outs, which are played against each other in compiled code.
`hand` lets all hands that differ by more than the names of castes play, by instinct, and drops the worse ones again and
again.
`check` compares two sets of weights, such as the two that `weights` has written, in games that neither has seen.
"""

from __future__ import annotations

import argparse
import json
import math
import multiprocessing
import random
import time
from collections.abc import Callable, Sequence
from itertools import combinations_with_replacement
from multiprocessing.pool import Pool
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from results import RESULTS, machine, save, table

from tenka.arena.match import play_game
from tenka.arena.standings import Score
from tenka.compiled import generator_state, jit
from tenka.games import get_game
from tenka.samurai.actions import KEEP
from tenka.samurai.evaluation import FIRST_HAND, WEIGHTS, Weights
from tenka.samurai.instinct import INSTINCT, Sense, fill_sense, new_sense, step_by_instinct
from tenka.samurai.payoff import win_shares
from tenka.samurai.pieces import HAND_SIZE, KIND_BY_CODE, KINDS, MAX_PLAYERS
from tenka.samurai.players.greedy import Greedy
from tenka.samurai.players.tree import NOISE
from tenka.samurai.state import OVER, array_of

TABLES = (2, 4)
STEP = 0.3
"""How far the first candidates are from the weights in use, in units of `SCALES`."""

SCALES = Weights(
    doubt=5.0,
    openness=3.0,
    last_space=0.5,
    piece=0.3,
    margin=0.3,
    leadership=3.0,
    sureness=0.7,
    contested=0.3,
    majority=2.0,
    beside=0.3,
    strength=0.1,
    all_castes=0.1,
    fast=0.05,
    switch=0.2,
    move=0.4,
)
"""About how large each weight is."""
MAY_BE_NEGATIVE = {"beside", "fast"}
OWN_TABLES = ("weights_by_lead", "piece_values", "tile_costs")
"""What two instincts that look at the same board do not share."""
FIXED = {"leadership"}
"""Only the ratios of the weights matter, so one of them stays."""


class Entrant(NamedTuple):
    """Somebody who plays."""

    weights: Weights
    hand: tuple[int, ...]


class Task(NamedTuple):
    """One deal, played from every seat by one against others."""

    one: Entrant
    others: Entrant
    players: int
    deal: int


def play_greedily(task: Task) -> float:
    """The share of wins of the one."""
    rules = get_game("samurai")
    options = rules.options({"players": task.players})
    one, other = (Greedy(entrant.weights, entrant.hand) for entrant in (task.one, task.others))
    wins = 0.0
    for seat in range(task.players):
        table = [one if place == seat else other for place in range(task.players)]
        deal = random.Random(f"deal:{task.deal}")
        outcome = play_game(rules, options, table, deal, random.Random(f"{task.deal}:{seat}")).outcome
        assert outcome is not None
        wins += (seat in outcome.winners) / len(outcome.winners)
    return wins / task.players


def play_by_instinct(task: Task) -> float:
    """The share of wins of the one, both playing by instinct with the noise of play-outs."""
    rules = get_game("samurai")
    options = rules.options({"players": task.players, "pieces": "random"})
    start = rules.start(options, random.Random(f"deal:{task.deal}"))
    one = new_sense(task.one.weights)
    board = one._asdict() | {name: new_sense(task.others.weights)._asdict()[name] for name in OWN_TABLES}
    generator = generator_state(random.Random(task.deal).getrandbits(128))
    shares = np.zeros(MAX_PLAYERS)
    wins = 0.0
    for seat in range(task.players):
        state = start
        for place in range(task.players):
            for kind in task.one.hand if place == seat else task.others.hand:
                state = rules.apply(state, KEEP + kind)
        states = array_of(state)
        play_two_instincts(states, seat, one, Sense(**board), generator, np.zeros(1, np.int64), np.zeros(1))
        win_shares(states[0], shares)
        wins += shares[seat]
    return wins / task.players


@jit
def play_two_instincts(
    states: Any, seat: int, one: Sense, others: Sense, generator: Any, one_action: Any, one_value: Any
) -> None:
    """A game to its end: a seat has one instinct, the others have another. Both look at the same board."""
    state = states[0]
    fill_sense(state, one)
    while state.phase != OVER:
        if state.seat == seat:
            step_by_instinct(state, one, generator, NOISE, one_action, one_value)
        else:
            step_by_instinct(state, others, generator, NOISE, one_action, one_value)


def to_point(weights: Weights) -> list[float]:
    """The weights that are searched for, as the optimiser knows them."""
    named = zip(Weights._fields, weights, SCALES, strict=True)
    return [value / scale for name, value, scale in named if name not in FIXED]


def to_weights(point: Sequence[float]) -> Weights:
    """What `to_point` has been made from."""
    values = iter(point)
    named = zip(Weights._fields, WEIGHTS, SCALES, strict=True)
    return Weights(*(value if name in FIXED else next(values) * scale for name, value, scale in named))


def score(
    pool: Pool,
    play: Callable[[Task], float],
    entrants: Sequence[Entrant],
    rivals: Sequence[Entrant],
    deals: Sequence[int],
) -> list[float]:
    """By entrant: how it does against the rivals, in units of par."""
    tasks = [
        Task(entrant, rivals[index % len(rivals)], players, deal)
        for entrant in entrants
        for players in TABLES
        for index, deal in enumerate(deals)
    ]
    shares = iter(pool.map(play, tasks, chunksize=max(1, len(deals) // 8)))
    return [
        sum(next(shares) * players for players in TABLES for _ in deals) / len(deals) / len(TABLES) for _ in entrants
    ]


def tune_weights(pool: Pool, name: str, in_use: Weights, minutes: float, num_deals: int, seed: int) -> None:
    """CMA-ES for so long; writes the weights before and after it."""
    play = play_by_instinct if name == "instinct" else play_greedily
    import cma

    lows = [-math.inf if name in MAY_BE_NEGATIVE else 0.0 for name in Weights._fields if name not in FIXED]
    start = [max(value, low + STEP / 4) for value, low in zip(to_point(in_use), lows, strict=True)]
    settings = {"seed": seed, "popsize": 16, "bounds": [lows, math.inf], "verbose": -9}
    strategy = cma.CMAEvolutionStrategy(start, STEP, settings)
    end = time.monotonic() + minutes * 60
    generation = games = 0
    while time.monotonic() < end:
        points = strategy.ask()
        best = Entrant(to_weights(strategy.result.xfavorite), FIRST_HAND)
        deals = range(generation * num_deals, (generation + 1) * num_deals)
        rivals = [Entrant(in_use, FIRST_HAND), best]
        scores = score(pool, play, [Entrant(to_weights(point), FIRST_HAND) for point in points], rivals, deals)
        strategy.tell(points, [-value for value in scores])
        generation += 1
        games += len(points) * num_deals * sum(TABLES)
        mean = sum(scores) / len(scores)
        print(f"generation {generation}: {mean:.3f} of par on average, step {strategy.sigma:.3f}", flush=True)
    tuned = to_weights(strategy.result.xfavorite)
    RESULTS.mkdir(exist_ok=True)
    for file, weights in ((f"{name}-before", in_use), (f"{name}-tuned", tuned)):
        (RESULTS / f"{file}.json").write_text(json.dumps(weights._asdict(), indent=2) + "\n", encoding="utf-8")
    rows = [
        [weight, f"{old:.4g}", f"{new:.4g}"] for weight, old, new in zip(Weights._fields, in_use, tuned, strict=True)
    ]
    text = f"{generation} generations of {len(points)}, {games:,} games, seed {seed}"
    save(f"tune-{name}", f"{machine()}\n\n{text}\n\n{table(['weight', 'before', 'after'], rows)}")


def every_hand() -> list[tuple[int, ...]]:
    """Hands that differ by more than the names of castes."""
    strongest = [KIND_BY_CODE[code] for code in ("b4", "r4", "c4")]
    second = [KIND_BY_CODE[code] for code in ("b3", "r3", "c3")]
    others = [kind for kind, what in enumerate(KINDS) if len(what.castes) != 1]
    hands = []
    for num_strongest in range(4):
        for num_second in range(min(3, HAND_SIZE - num_strongest) + 1):
            caste_tiles = strongest[:num_strongest] + second[3 - num_second :]
            for rest in combinations_with_replacement(others, HAND_SIZE - len(caste_tiles)):
                if all(rest.count(kind) <= KINDS[kind].copies for kind in rest):
                    hands.append(tuple(sorted([*caste_tiles, *rest])))
    return hands


def tune_hand(pool: Pool, num_deals: int) -> None:
    """Successive halving of all hands; the last ones play longest."""
    hands, first = every_hand(), 1_000_000
    print(f"{len(hands)} hands")
    while True:
        deals = range(first, first + num_deals)
        entrants = [Entrant(WEIGHTS, hand) for hand in hands]
        scores = score(pool, play_by_instinct, entrants, [Entrant(WEIGHTS, FIRST_HAND)], deals)
        ranked = sorted(zip(scores, hands, strict=True), reverse=True)
        print(
            f"{len(hands)} hands, {num_deals} deals; the best: {_codes(ranked[0][1])}, {ranked[0][0]:.3f} of par",
            flush=True,
        )
        if len(hands) <= 8:
            break
        hands = [hand for _, hand in ranked[: max(8, len(ranked) // 4)]]
        first += num_deals
        num_deals *= 4
    rows = [[_codes(hand), f"{value:.3f}"] for value, hand in ranked]
    text = f"The best first hands against {_codes(FIRST_HAND)}, {num_deals} deals at tables of two and of four each"
    save("tune-hand", f"{machine()}\n\n{text}\n\n{table(['hand', 'wins in units of par'], rows)}")


def check(pool: Pool, old: Weights, new: Weights, num_deals: int) -> None:
    """New against old in games that neither has seen."""
    rows = []
    for players in (2, 3, 4):
        tasks = [
            Task(Entrant(new, FIRST_HAND), Entrant(old, FIRST_HAND), players, deal)
            for deal in range(2_000_000, 2_000_000 + num_deals)
        ]
        shares = pool.map(play_greedily, tasks, chunksize=8)
        score = Score()
        for deal, share in enumerate(shares):
            score.add_set(deal, players, share * players)
        low, high = score.interval
        share_and_interval = [f"{score.share:.1%}", f"{low:.1%} to {high:.1%}"]
        rows.append([str(players), str(score.games), *share_and_interval, f"{1 / players:.0%}"])
    columns = ["players", "games", "wins of the new weights", "95 % interval", "par"]
    save("tune-check", f"{machine()}\n\n{table(columns, rows)}")


def _codes(hand: Sequence[int]) -> str:
    return " ".join(KINDS[kind].code for kind in hand)


def _read(path: Path) -> Weights:
    values: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    if set(values) != set(Weights._fields) or not all(math.isfinite(value) for value in values.values()):
        raise SystemExit(f"{path} must hold a number for each of {', '.join(Weights._fields)}")
    return Weights(**values)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    weights = commands.add_parser("weights", help="tune the weights")
    weights.add_argument("--minutes", type=float, default=8.0)
    weights.add_argument("--deals", type=int, default=32, help="for each candidate and size of table")
    weights.add_argument("--seed", type=int, default=1)
    instinct = commands.add_parser("instinct", help="tune the weights of play-outs")
    instinct.add_argument("--minutes", type=float, default=4.0)
    instinct.add_argument("--deals", type=int, default=500, help="for each candidate and size of table")
    instinct.add_argument("--seed", type=int, default=1)
    hand = commands.add_parser("hand", help="tune the first hand")
    hand.add_argument("--deals", type=int, default=24, help="for each hand and size of table in the first round")
    compare = commands.add_parser("check", help="compare two sets of weights")
    compare.add_argument("old", type=Path)
    compare.add_argument("new", type=Path)
    compare.add_argument("--deals", type=int, default=500)
    options = parser.parse_args()
    with multiprocessing.get_context("spawn").Pool() as pool:
        if options.command == "weights":
            tune_weights(pool, "weights", WEIGHTS, options.minutes, options.deals, options.seed)
        elif options.command == "instinct":
            tune_weights(pool, "instinct", INSTINCT, options.minutes, options.deals, options.seed)
        elif options.command == "hand":
            tune_hand(pool, options.deals)
        else:
            check(pool, _read(options.old), _read(options.new), options.deals)


if __name__ == "__main__":
    main()
