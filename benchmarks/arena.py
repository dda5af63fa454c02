"""How often the sequential test and the intervals of the arena are wrong, in simulated matches.

    python benchmarks/arena.py [--runs 2000]

Of each match only the results are drawn: games that have nothing to do with each other, seats that decide, deals that
decide. The sequential test may accept the wrong share in 5 % of the cases; an interval shall hold the true one in 95 %.
The boards have the games of the leaderboard, between players who are as strong as it says.
"""

from __future__ import annotations

import argparse

from results import machine, save, table

from tenka.arena.leaderboard import meetings_of, read_board
from tenka.arena.scale import anchor_of
from tenka.arena.simulation import DEALS, independent, try_board, try_interval, try_test
from tenka.arena.standings import wilson_interval
from tenka.games import GAMES, get_title

PAIRS = ((2, 0.5, 0.55), (2, 0.5, 0.6), (3, 1 / 3, 0.4), (4, 0.25, 0.3), (5, 0.2, 0.25), (6, 1 / 6, 0.21))
"""Seats, and the two shares that are told apart."""
SHARES = ((2, 0.5), (2, 0.7), (2, 0.95), (3, 1 / 3), (4, 0.25), (4, 0.6), (5, 0.2), (6, 1 / 6))
SETS = (10, 25, 100)
BOARDS = 4
"""Matches for each of which one board is simulated."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=2000, help="matches for each figure")
    runs = parser.parse_args().runs
    tests, intervals = [], []
    for name, deal in DEALS.items():
        for seats, low, high in PAIRS:
            if_low, if_high = (try_test(low, high, seats, share, deal, runs, seed=1) for share in (low, high))
            wrong = [f"{share:.1%}" for share in (if_low.high, if_high.low)]
            games = [f"{verdicts.games:.0f}" for verdicts in (if_low, if_high)]
            tests.append([name, str(seats), f"{low:.3g},{high:.3g}", *wrong, *games])
    for name, deal in DEALS.items():
        for seats, share in SHARES:
            found = [try_interval(share, seats, sets, deal, runs, seed=1) for sets in SETS]
            low, high = wilson_interval(share, SETS[-1] * seats)
            ratio = f"{found[-1].width / (high - low):.2f}"
            intervals.append([name, str(seats), f"{share:.3g}", *(f"{one.held:.1%}" for one in found), ratio])
    boards = []
    for game in GAMES:
        for seats in get_title(game).players:
            meetings = meetings_of(read_board(game), seats)
            held = try_board(meetings, seats, anchor_of(game), independent, runs // BOARDS, seed=1)
            least, most = (pick(meeting.score.games for meeting in meetings) for pick in (min, max))
            told = str(least) if least == most else f"{least} to {most}"
            boards.append([game, str(seats), told, f"{held.ratings:.1%}", f"{held.shares:.1%}"])
    board_columns = ["game", "seats", "games a pair", "ratings held", "shares held"]
    test_columns = ["games", "seats", "--sprt", "wrong if low", "wrong if high", "games if low", "games if high"]
    interval_columns = ["games", "seats", "true share", *(f"held, {sets} sets" for sets in SETS), "width / Wilson's"]
    save(
        "arena",
        f"{runs:,} simulated matches for each figure\n\n{machine()}\n\n"
        f"The sequential test, which may be wrong in 5 % of the cases\n\n{table(test_columns, tests)}\n\n"
        f"Intervals of 95 % over sets; the last column compares them, for {SETS[-1]} sets, with Wilson's for "
        f"independent games\n\n{table(interval_columns, intervals)}\n\n"
        f"Intervals of 95 % on the leaderboard: {runs // BOARDS} boards for each row, with its number of "
        f"games, which are independent here\n\n{table(board_columns, boards)}",
    )


if __name__ == "__main__":
    main()
