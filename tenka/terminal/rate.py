"""A trial of a player, with its rating on the leaderboard's scale; and checking one that somebody has published."""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table

from tenka.arena.leaderboard import rate_board, read_board
from tenka.arena.plan import hash_code
from tenka.arena.scale import Estimate
from tenka.arena.trial import FILE, Finished, Terms, begin_trial, finish_trial, play_trials, read_finished
from tenka.arena.trial_check import check_trial
from tenka.game import GameError
from tenka.players import describe_levels
from tenka.players.others import find_player
from tenka.terminal.contest import plain_table, progress_bar

MOST_NAMED = 3
"""Games that are named where they went differently."""


def run_trial(console: Console, folder: Path, terms: Terms, workers: int | None) -> None:
    """Plays a trial, or goes on with it, publishes it in the folder, and prints what came out. Raises GameError."""
    trial = begin_trial(folder, terms)
    console.print(f"commitment {trial.commitment}", soft_wrap=True)
    begin = time.monotonic()
    progress = progress_bar("playing")
    left = total = sum(plan.games for plan in trial.plans.values())
    try:
        with progress:
            bar = progress.add_task("playing", total=total)
            for left in play_trials([trial], workers):
                progress.update(bar, completed=total - left)
    except (KeyboardInterrupt, GameError) as error:
        kept = f"{left} games are still to be played; what is done is in {folder}, and the same command goes on"
        if isinstance(error, GameError):
            raise GameError(f"{error}; {kept}") from None
        print(kept, file=sys.stderr)
        raise
    finished = finish_trial(trial, time.monotonic() - begin)
    console.print(_table(finished))
    for seats, ratings in rate(finished).items():
        console.print(f"{seats} players: {_tell(terms.player, ratings)}", soft_wrap=True)
    console.print(f"seed {finished.seed}", soft_wrap=True)
    console.print(f"all in {folder}; anybody checks it with: tenka rate --check {folder / FILE}", soft_wrap=True)


def run_check(
    console: Console, path: Path, again: int, workers: int | None, known: Sequence[str], commitment: str | None
) -> None:
    """Checks a published trial and says what was found. Raises GameError for one that is not right, and SystemExit
    with 1 for one whose games do not repeat."""
    progress = progress_bar("checking")
    with progress:
        bar = progress.add_task("checking", total=None)
        for checked in check_trial(path, again, workers, known, commitment):
            progress.update(bar, completed=checked.records + checked.again + checked.asked + len(checked.different))
    before = "" if commitment is None else ", which is that of before the first game"
    console.print(
        f"ok: the commitment is kept{before}, and the figures follow from {checked.games} games", soft_wrap=True
    )
    if checked.records:
        console.print(f"ok: {checked.records} records keep the rules, with deals and dice of the seed", soft_wrap=True)
    else:
        console.print(f"no records are beside {path}, so none were read", soft_wrap=True)
    if checked.again:
        console.print(f"ok: {checked.again} games played again, and every decision was the same", soft_wrap=True)
    names = ", ".join(checked.strangers)
    if checked.asked:
        console.print(
            f"ok: in {checked.asked} games of {names} the others were asked again, and decided the same", soft_wrap=True
        )
        console.print(f"{names} was not asked: name those that you trust before --check", soft_wrap=True)
    elif checked.strangers:
        console.print(
            f"games of {names} were not played again: name those that you trust before --check", soft_wrap=True
        )
    if checked.different:
        terms = read_finished(path).terms
        if checked.strangers:  # what is not trusted is not loaded to compare programs either
            reason = "the program is another one by now, somebody thinks for a fixed time, or the records are made up"
        elif hash_code(terms.game, (terms.player, *terms.against)) == terms.code:
            reason = "a player that thinks for a fixed time, or takes chance from elsewhere, does not repeat its games"
        else:
            reason = "the program is another one by now, and players may play otherwise"
        named = ", ".join(checked.different[:MOST_NAMED]) + (", …" if len(checked.different) > MOST_NAMED else "")
        console.print(f"{len(checked.different)} games went otherwise this time: {named}; {reason}", soft_wrap=True)
        sys.exit(1)


def find_opponents(game: str) -> list[str]:
    """The levels, and who else is on the leaderboard and can be found here."""
    found = list(describe_levels(game))
    for trial in read_board(game):
        try:
            found.append(find_player(trial.terms.player, game).name)
        except GameError as error:
            print(f"{trial.terms.player} is on the leaderboard and cannot play here: {error}", file=sys.stderr)
    return list(dict.fromkeys(found))


def rate(finished: Finished) -> dict[int, Mapping[str, Estimate]]:
    """By number of seats: the ratings on the leaderboard, with this trial in place of an earlier one of the player."""
    terms = finished.terms
    others = [trial for trial in read_board(terms.game) if trial.terms.player != terms.player]
    return {seats: rate_board(terms.game, seats, [*others, finished]) for seats in terms.seats}


def _tell(player: str, ratings: Mapping[str, Estimate]) -> str:
    if player not in ratings:
        return "no rating: it has not met anybody on the scale; leave --against out, or name a level"
    own = ratings[player]
    names = list(ratings)
    place = names.index(player)
    beside = [f"below {names[place - 1]} ({ratings[names[place - 1]].rating:.1f})"] if place > 0 else []
    beside += [f"above {name} ({ratings[name].rating:.1f})" for name in names[place + 1 : place + 2]]
    return f"rating {own.rating:.1f}, 95 % interval {own.low:.1f} to {own.high:.1f}; {', '.join(beside)}"


def _table(finished: Finished) -> Table:
    table = plain_table("against", "seats", "games", "win share", "95 % interval", "par")
    for seats, pairings in finished.tables.items():
        for pairing in pairings:
            low, high = pairing.score.interval
            table.add_row(
                pairing.against,
                str(seats),
                str(pairing.score.games),
                f"{pairing.score.share:.1%}",
                f"{low:.1%} to {high:.1%}",
                f"{1 / seats:.0%}",
            )
    return table
