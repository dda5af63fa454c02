"""How strong the players are, against each other, seats rotating and deals paired; and how fast the search is.

    python benchmarks/strength.py [matches] [neural] [levels] [ladder] [search] [history] [history-two] [history-levels]
                                  [history-neural] [--part 0.1] [--jobs 8] [--keep DIR]

A win shared by two counts half. Intervals are those of 95 %, over sets of games with one deal. "time a game" is what
one game takes of a processor at the median; times to think are counted by it too, so that other work on the machine
makes it later but not different. Games take a second a turn in `matches`, so on two cores they last more than an hour,
and those of `neural` five: `--part` plays a part of them, and `--keep` goes on where an earlier run with the same
folder and the same players was interrupted. `levels` lets each level play
the one below it, at tables of two, three and four; `ladder` lets all of them play all others, and draws the picture of
the README. `history`, `history-two`, `history-levels` and `history-neural` are about the second game.
"""

from __future__ import annotations

import argparse
import json
import random
import threading
import time
from collections.abc import Sequence
from functools import partial
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import NamedTuple

import numpy as np
from results import machine, save, table

from tenka.arena.ladder import make_ladder
from tenka.arena.match import play_numbered
from tenka.arena.picture import draw_ladder
from tenka.arena.plan import LADDER, MATCH, Plan, make_plan
from tenka.arena.standings import Score
from tenka.arena.workers import count_processors, play_plan, run_in_processes
from tenka.games import get_game
from tenka.history.players.levels import LEVELS
from tenka.players import describe_levels
from tenka.samurai.players.tree import AT_RANDOM, NOISE, NONE, Candidates, Tree
from tenka.samurai.state import array_of
from tenka.samurai.view import recall
from tenka.terminal.warmup import warm_up

SEED = 1
PICTURE = Path(__file__).parent.parent / "docs" / "pictures" / "ladder.svg"
MATCHES = (
    (("greedy", "uniform"), 1000),
    (("greedy", "uniform", "uniform", "uniform"), 1000),
    (("mcts:1000ms", "greedy"), 400),
    (("mcts:1000ms", "greedy", "greedy", "greedy"), 160),
)
"""The players of each match, and how many games they play."""
NEURAL_MATCHES = (
    (("policy", "greedy"), 2000),
    (("policy", "greedy", "greedy"), 1200),
    (("policy", "greedy", "greedy", "greedy"), 2000),
    (("policy", "mcts:1000ms"), 400),
    (("neural:1000ms", "policy"), 400),
    (("neural:1000ms", "mcts:1000ms"), 400),
    (("neural:1000ms", "mcts:1000ms", "mcts:1000ms"), 300),
    (("neural:1000ms", "mcts:1000ms", "mcts:1000ms", "mcts:1000ms"), 320),
)
"""The same for players that have learnt, with the full set-up, and where both think as long as each other."""
HISTORY_MATCHES = (
    (("greedy", "uniform"), 200),
    (("greedy", "uniform", "uniform", "uniform", "uniform"), 500),
    (("mcts:1000ms", "greedy", "greedy", "greedy", "greedy"), 45),
)
"""The same for History of the Samurai, with a time for each decision. A player has about 80 of them at a table of five,
so that the last match takes 5 minutes on 16 cores, and 40 on two.
"""
HISTORY_NEURAL = (
    (("policy", "greedy", "greedy", "greedy", "greedy"), 500),
    (("mcts:1000ms", "greedy", "greedy", "greedy", "greedy"), 100),
    (("neural:1000ms", "greedy", "greedy", "greedy", "greedy"), 100),
    (("neural:1000ms", "mcts:1000ms", "mcts:1000ms", "mcts:1000ms", "mcts:1000ms"), 50),
)
"""Who has learnt it, against the same opponents in the same seats with the same deals as who has not."""
HISTORY_FOR_TWO = ((("mcts:250ms", "greedy"), 48),)
"""At a table of two everybody plays three colours, and decides 240 times: three minutes on 16 cores."""
GAMES_OF_LEVELS = {2: 200, 3: 120, 4: 120}
GAMES_OF_HISTORY_LEVELS = {2: 200, 5: 100}
GAMES_OF_THINKERS = {2: 24, 5: 50}
"""The same for History, and fewer for a level that looks ahead: a game of two takes it 240 decisions."""
GAMES_OF_A_PAIR = 60
SECONDS = 1.0
"""For each measurement of the search."""
COLUMNS = ("player", "against", "games", "wins", "95 % interval", "par", "time a game")


class Played(NamedTuple):
    """A game: what the first player has won, and the seconds of a processor that it took."""

    number: int
    wins: float
    seconds: float


class Work(NamedTuple):
    """Where and how games are played."""

    part: float
    jobs: int
    keep: Path | None


def play_and_time(plan: Plan, number: int) -> Played:
    """One game of a plan."""
    start = time.process_time()
    result, _ = play_numbered(plan, number)
    return Played(number, result.wins(0), time.process_time() - start)


def play_all(plan: Plan, work: Work) -> list[Played]:
    """The games of a plan; those that were kept by an earlier run are not played again."""
    kept: list[Played] = []
    name = "-".join(player.replace(":", "") for player in plan.players)
    path = None if work.keep is None else work.keep / f"{plan.game}-{name}-{plan.seed}-{plan.code[:12]}.jsonl"
    if path is not None and path.exists():
        kept = [Played(*json.loads(line)) for line in path.read_text("utf-8").splitlines()]
    kept = [game for game in kept if game.number <= plan.games]
    todo = sorted(set(range(1, plan.games + 1)) - {game.number for game in kept})
    for played in run_in_processes(partial(play_and_time, plan), todo, work.jobs):
        kept += played
        if path is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("a", encoding="utf-8") as file:
                file.writelines(json.dumps(game) + "\n" for game in played)
    return kept


def measure(players: tuple[str, ...], games: int, work: Work, game: str = "samurai") -> list[str]:
    """One row of a table: the first player against the others, in whole sets, so that all sit everywhere as often."""
    rules = get_game(game)
    options = rules.options({"players": len(players)})
    warm_up(rules, players)
    games = max(1, round(games * work.part / len(players))) * len(players)
    plan = make_plan(MATCH, rules, options, players, games, SEED)
    score, times = Score(), []
    for played in play_all(plan, work):
        score.add(plan.seating(played.number).deal, played.wins)
        times.append(played.seconds)
    low, high = score.interval
    row = [
        players[0],
        ", ".join(players[1:]),
        str(games),
        f"{score.share:.1%}",
        f"{low:.1%} to {high:.1%}",
        f"{1 / len(players):.0%}",
        f"{median(times):.2f} s",
    ]
    print(" | ".join(row), flush=True)
    return row


def measure_matches(work: Work) -> None:
    """The players that others are measured by."""
    rows = [measure(players, games, work) for players, games in MATCHES]
    save("strength", f"Paired deals and rotating seats, edition 2015\n\n{machine()}\n\n{table(COLUMNS, rows)}")


def measure_neural(work: Work) -> None:
    """The players that have learnt."""
    rows = [measure(players, games, work) for players, games in NEURAL_MATCHES]
    text = "Players that have learnt, full set-up, paired deals and rotating seats, edition 2015"
    save("strength-neural", f"{text}\n\n{machine()}\n\n{table(COLUMNS, rows)}")


def measure_history(work: Work) -> None:
    """The players of History of the Samurai."""
    save_history("strength-history", HISTORY_MATCHES, work)


def measure_history_neural(work: Work) -> None:
    """Those of History that have learnt."""
    save_history("strength-history-neural", HISTORY_NEURAL, work)


def measure_history_for_two(work: Work) -> None:
    """The search of History of the Samurai at a table of two."""
    save_history("strength-history-two", HISTORY_FOR_TWO, work)


def save_history(name: str, matches: Sequence[tuple[tuple[str, ...], int]], work: Work) -> None:
    rows = [measure(players, games, work, "history") for players, games in matches]
    text = "History of the Samurai, standard data, paired deals and rotating seats; times are for each decision"
    save(name, f"{text}\n\n{machine()}\n\n{table(COLUMNS, rows)}")


def measure_levels(work: Work) -> None:
    """Each level against the one below it."""
    rows = [
        measure((better, *[worse] * (seats - 1)), games, work)
        for seats, games in GAMES_OF_LEVELS.items()
        for worse, better in pairwise(describe_levels("samurai"))
    ]
    text = "Each level against the one below it, paired deals and rotating seats, edition 2015"
    save("levels", f"{text}\n\n{machine()}\n\n{table(COLUMNS, rows)}")


def measure_history_levels(work: Work) -> None:
    """Each level of History of the Samurai against the one below it."""
    rows = []
    for seats, usual in GAMES_OF_HISTORY_LEVELS.items():
        for worse, better in pairwise(describe_levels("history")):
            games = usual if LEVELS[better].budget is None else GAMES_OF_THINKERS[seats]
            rows.append(measure((better, *[worse] * (seats - 1)), games, work, "history"))
    text = (
        "Each level of History of the Samurai against the one below it, standard data, paired deals and rotating seats"
    )
    save("levels-history", f"{text}\n\n{machine()}\n\n{table(COLUMNS, rows)}")


def measure_ladder(work: Work) -> None:
    """All levels against all others."""
    rules = get_game("samurai")
    games = max(2, round(GAMES_OF_A_PAIR * work.part))
    plan = make_plan(LADDER, rules, rules.options({"players": 2}), list(describe_levels("samurai")), games, SEED)
    rows = make_ladder(plan, list(play_plan(plan, workers=work.jobs)))
    PICTURE.parent.mkdir(parents=True, exist_ok=True)
    PICTURE.write_text(draw_ladder(plan, rows), encoding="utf-8")
    lines = [[row.player, f"{row.rating.mu:.1f}", f"{row.rating.sigma:.1f}", f"{row.score.share:.0%}"] for row in rows]
    for line, row in zip(lines, rows, strict=True):
        line += [f"{row.against[other.player].share:.0%}" if other is not row else "–" for other in rows]
    columns = ["level", "mu", "sigma", "wins", *(row.player for row in rows)]
    text = f"All levels against all others, two players, {games} games a pair, edition 2015"
    save("ladder", f"{text}\n\n{machine()}\n\n{table(columns, lines)}")


def iterations_a_second(players: int, noise: float, cores: int) -> float:
    """From the opening position, the tree included; each core grows a tree of its own."""
    rules = get_game("samurai")
    options = rules.options({"players": players, "hands": "random", "pieces": "random"})
    state = rules.start(options, random.Random(SEED))
    seat = rules.turn(state)
    assert seat is not None
    known = array_of(recall(rules.view(state, seat)))
    firsts = np.array(random.Random(SEED).sample(list(rules.legal(state)), 16), np.int64)
    firsts = np.array([action for action in firsts if rules.apply(state, int(action)).pending < 0], np.int64)
    candidates = Candidates(firsts, np.full(len(firsts), NONE), np.full(len(firsts), 1 / len(firsts)))
    counts = [0] * cores
    end = time.perf_counter() + SECONDS

    def grow(core: int) -> None:
        tree = Tree(2_000_000, SEED + core)
        while time.perf_counter() < end:
            tree.search(known, seat, candidates, 500, noise)
        counts[core] = tree.visits

    threads = [threading.Thread(target=grow, args=[core]) for core in range(cores)]
    begin = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(counts) / (time.perf_counter() - begin)


def measure_search(work: Work) -> None:
    """How many games the search plays to their ends."""
    iterations_a_second(2, NOISE, 1)
    rows = []
    for players in (2, 4):
        for name, noise in (("at random", AT_RANDOM), ("by instinct", NOISE)):
            one, two = (max(iterations_a_second(players, noise, cores) for _ in range(3)) for cores in (1, 2))
            rows.append([str(players), name, f"{one:,.0f}", f"{two:,.0f}", f"{two / one:.2f}"])
    columns = ["players", "play-outs", "on one core", "on two cores", "ratio"]
    text = "Iterations of the search a second from the opening position, the tree included; the best of three"
    save("search", f"{text}\n\n{machine()}\n\n{table(columns, rows)}")


SECTIONS = {
    "matches": measure_matches,
    "neural": measure_neural,
    "levels": measure_levels,
    "ladder": measure_ladder,
    "search": measure_search,
    "history": measure_history,
    "history-two": measure_history_for_two,
    "history-levels": measure_history_levels,
    "history-neural": measure_history_neural,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sections", nargs="*", help=f"of {', '.join(SECTIONS)}; all unless told")
    parser.add_argument("--part", type=float, default=1.0, help="of the games, for a quicker and less certain result")
    parser.add_argument("--jobs", type=int, help="processes that play; as many as there are processors unless told")
    parser.add_argument(
        "--keep", type=Path, help="a folder for the games of matches, to go on from after an interruption"
    )
    given = parser.parse_args()
    work = Work(given.part, given.jobs or count_processors(), given.keep)
    for section in given.sections or SECTIONS:
        if section not in SECTIONS:
            parser.error(f"there is no section {section}; there are {', '.join(SECTIONS)}")
        SECTIONS[section](work)


if __name__ == "__main__":
    main()
