"""How strong the players are, against each other, seats rotating and deals paired.

    python benchmarks/strength.py [--game history] [--part 0.1]

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
MATCHES: tuple[tuple[tuple[str, ...], int], ...] = (
    (("greedy", "uniform"), 1000),
    (("greedy", "uniform", "uniform"), 999),
    (("greedy", "uniform", "uniform", "uniform"), 1000),
    (("mcts", "greedy"), 200),
    (("mcts", "greedy", "greedy"), 99),
    (("mcts", "greedy", "greedy", "greedy"), 80),
)
"""The players of each match of Samurai, and how many games they play."""
HISTORY_MATCHES: tuple[tuple[tuple[str, ...], int], ...] = (
    (("greedy", "uniform"), 200),
    (("greedy", "uniform", "uniform", "uniform", "uniform"), 500),
    (("mcts:1000ms", "greedy"), 20),
    (("mcts:1000ms", "greedy", "greedy", "greedy", "greedy"), 60),
)
"""The same for History of the Samurai; the last two take more than an hour."""


def measure(game: str, players: tuple[str, ...], games: int) -> list[str]:
    """One row of the table: the first player against the others."""
    rules = get_game(game)
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
    parser.add_argument("--game", choices=("samurai", "history"), default="samurai")
    parser.add_argument("--only", default="", help="only matches of this first player, such as greedy")
    arguments = parser.parse_args()
    is_history = arguments.game == "history"
    rows = [
        measure(arguments.game, players, max(len(players), round(games * arguments.part)))
        for players, games in (HISTORY_MATCHES if is_history else MATCHES)
        if players[0].startswith(arguments.only)
    ]
    columns = ["player", "against", "games", "wins", "95 % interval", "par", "time a game"]
    title = "Matches with paired deals and rotating seats, "
    title += "History of the Samurai, standard data" if is_history else "edition 2015"
    save("strength-history" if is_history else "strength", f"{title}\n\n{machine()}\n\n{table(columns, rows)}")


if __name__ == "__main__":
    main()
