"""How strong the players are, against each other, seats rotating and deals paired.

    python benchmarks/strength.py [--part 0.1]

A win shared by two counts half. The interval is that of 95 %.
"""

from __future__ import annotations

import argparse
import time

from results import machine, save, table

from tenka.arena.match import Standing, add_result, wilson_interval
from tenka.arena.plan import MATCH, make_plan
from tenka.arena.workers import play_plan
from tenka.games import get_game

SEED = 1
MATCHES = (
    (("greedy", "uniform"), 1000),
    (("greedy", "uniform", "uniform"), 999),
    (("greedy", "uniform", "uniform", "uniform"), 1000),
    (("mcts", "greedy"), 200),
    (("mcts", "greedy", "greedy"), 99),
    (("mcts", "greedy", "greedy", "greedy"), 80),
)
"""The players of each match, and how many games they play."""


def measure(players: tuple[str, ...], games: int) -> list[str]:
    """One row of the table: the first player against the others."""
    rules = get_game("samurai")
    options = rules.options({"players": len(players)})
    standings = [Standing() for _ in players]
    start = time.perf_counter()
    for result in play_plan(make_plan(MATCH, rules, options, players, games, SEED)):
        add_result(standings, result)
    seconds = time.perf_counter() - start
    first = standings[0]
    low, high = wilson_interval(first.share, first.games)
    return [
        players[0],
        ", ".join(players[1:]),
        str(games),
        f"{first.share:.1%}",
        f"{low:.1%} to {high:.1%}",
        f"{1 / len(players):.0%}",
        f"{seconds / games:.2f} s",
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--part", type=float, default=1.0, help="of the games, for a quicker and less certain result")
    part = parser.parse_args().part
    rows = [measure(players, max(len(players), round(games * part))) for players, games in MATCHES]
    columns = ["player", "against", "games", "wins", "95 % interval", "par", "time a game"]
    save(
        "strength",
        f"Matches with paired deals and rotating seats, edition 2015\n\n{machine()}\n\n{table(columns, rows)}",
    )


if __name__ == "__main__":
    main()
