"""Trials of our own players, for the leaderboard: each against the levels, on a seed that is published afterwards.

    python benchmarks/leaderboard.py FOLDER [samurai] [history] [--workers 16] [--minutes 20] [--part 0.1] [--again]
        [--only policy]

What is finished goes into `leaderboard/` of the repository with `--publish`; who is there is left out next time, unless
`--again` is said. A run that was stopped, by Ctrl-C, SIGTERM or its time, goes on with the same command, as long as the
program is the same. Records stay in the folder.
"""

from __future__ import annotations

import argparse
import signal
import sys
import time
from pathlib import Path
from typing import NamedTuple

from tenka.arena.leaderboard import ROOT, entry_folder
from tenka.arena.trial import FILE, Trial, begin_trial, finish_trial, make_terms, play_trials
from tenka.arena.workers import count_processors
from tenka.game import GameError
from tenka.games import get_game
from tenka.players import describe_players
from tenka.terminal.warmup import warm_up


class Entry(NamedTuple):
    """A player on trial."""

    game: str
    players: tuple[str, ...]
    against: tuple[str, ...]
    games: int
    """With each of them, at each size of a table."""


CARELESS = ("farmer", "ashigaru", "bushi", "gokenin", "hatamoto", "karo")
LEVELS = (*CARELESS, "daimyo", "kanpaku")
ENTRIES = (
    Entry("samurai", ("uniform", *CARELESS, "greedy", "daimyo", "kanpaku", "policy"), LEVELS, 96),
    Entry("history", ("uniform", *CARELESS, "greedy"), CARELESS, 60),
    Entry("history", ("policy",), CARELESS, 30),
    Entry("samurai", ("shogun", "mcts:2000"), LEVELS[3:], 48),
    Entry("history", ("shogun",), (*CARELESS[4:], "policy"), 24),
    Entry("samurai", ("neural:400",), ("daimyo", "shogun", "kanpaku"), 24),
    Entry("samurai", ("tenkabito",), ("shogun", "kanpaku"), 12),
    Entry("history", ("mcts:100",), ("karo", "policy"), 12),
)
"""Those who think play fewer games, and against those near them: the others would tell little, and take long.

The most important come first, because only a trial whose games are all played counts.
"""


def open_trials(folder: Path, games: list[str], part: float, again: bool, only: str | None = None) -> list[Trial]:
    """Those that are not finished yet, in the order of the entries; published ones only `again`."""
    trials = []
    for entry in ENTRIES:
        for player in entry.players if only is None else {only} & set(entry.players):
            own = folder / entry.game / entry_folder(player)
            is_there = published(player, entry.game).exists() and not again
            if entry.game in games and not is_there and not is_over(own):
                terms = make_terms(player, entry.game, entry.against, max(1, round(entry.games * part)))
                trials.append(begin_trial(own, terms))
    return trials


def published(player: str, game: str) -> Path:
    """Where a player's trial is on the leaderboard."""
    return ROOT / entry_folder(player) / f"{game}.json"


def is_over(folder: Path) -> bool:
    """Whether a trial's seed is published."""
    path = folder / FILE
    return path.exists() and '"seed"' in path.read_text(encoding="utf-8")


def play(trials: list[Trial], workers: int, minutes: float) -> None:
    """Plays until all are finished, or the time is up."""
    print("to play:", ", ".join(f"{trial.terms.player} in {trial.terms.game}" for trial in trials), flush=True)
    for game in dict.fromkeys(trial.terms.game for trial in trials):
        for player in describe_players(game):
            warm_up(get_game(game), [player])
    end = time.monotonic() + minutes * 60
    for trial in trials:
        name = f"{trial.terms.player} in {trial.terms.game}"
        begin = time.monotonic()
        try:
            is_whole = play_one(trial, workers, end)
            finish_trial(trial, time.monotonic() - begin if is_whole else 0.0)
            print(f"finished: {name} in {time.monotonic() - begin:.0f} s, {trial.folder}", flush=True)
        except GameError as error:
            print(error, flush=True)
        if time.monotonic() > end:
            print("the time is up", flush=True)
            break


def play_one(trial: Trial, workers: int, end: float) -> bool:
    """Plays until a trial's games are over, or the time is; whether all of them were played now, and none before."""
    begin = said = time.monotonic()
    playing = play_trials([trial], workers)
    to_play = sum(plan.games for plan in trial.plans.values())
    is_whole = next(playing) == to_play
    for left in playing:
        now = time.monotonic()
        if now > said + 10:
            said = now
            print(f"{now - begin:.0f} s: {left:,} of {to_play:,} games to play", flush=True)
        if now > end:
            playing.close()
            break
    return is_whole


def publish(folder: Path) -> None:
    """Copies finished trials, without their records, to the leaderboard."""
    for path in sorted(folder.glob(f"*/*/{FILE}")):
        if is_over(path.parent):
            game, name = path.parts[-3:-1]
            there = published(name, game)
            there.parent.mkdir(parents=True, exist_ok=True)
            there.write_text(path.read_text(encoding="utf-8"), encoding="utf-8")
            print(f"published: {there}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="where trials are kept, with their records")
    parser.add_argument("games", nargs="*", help="samurai, history; both unless told")
    parser.add_argument("--workers", type=int, default=count_processors())
    parser.add_argument("--minutes", type=float, default=1e6)
    parser.add_argument("--part", type=float, default=1.0, help="of the games, for a quicker and less certain result")
    parser.add_argument("--again", action="store_true", help="also players that are on the leaderboard already")
    parser.add_argument("--only", metavar="PLAYER", help="one of them; all unless told")
    parser.add_argument("--publish", action="store_true", help="play nothing; copy what is finished to leaderboard/")
    given = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    if given.publish:
        publish(given.folder)
    else:
        games = given.games or ["samurai", "history"]
        if not ROOT.exists() and not given.again:
            sys.exit(f"{ROOT} is not here, so nobody can tell who is on it already; bring it along, or say --again")
        play(open_trials(given.folder, games, given.part, given.again, given.only), given.workers, given.minutes)


if __name__ == "__main__":
    main()
