"""A player against another, from Python: how often it wins, and how sure that is."""

from __future__ import annotations

from numbers import Integral
from pathlib import Path
from typing import Any

from tenka.arena.journal import Journal
from tenka.arena.plan import MATCH, make_plan
from tenka.arena.standings import Score
from tenka.arena.workers import play_plan
from tenka.game import GameError
from tenka.games import DEFAULT_GAME, get_game


def measure(
    player: object,
    against: object,
    games: int = 100,
    game: str = DEFAULT_GAME,
    seed: int = 1,
    workers: int | None = None,
    records: Path | str | None = None,
    **options: Any,
) -> Score:
    """The score of a player in a match against another, who has all other seats; a table of two unless told.

    Both are names, objects or classes. Every deal is played from every seat, so `games` are rounded up to whole sets.
    With `records` games are kept in that folder, and the same call goes on where it was. Raises GameError.

    >>> score = measure("greedy", against="uniform", games=4, workers=1)
    >>> low, high = score.interval
    >>> score.games, low < score.share <= high
    (4, True)
    """
    _check_whole("games", games, 1)
    _check_whole("seed", seed)
    if workers is not None:
        _check_whole("workers", workers, 1)
    rules = get_game(game)
    chosen = rules.options({"players": 2, **options})
    sets = -(-games // chosen.players)
    plan = make_plan(MATCH, rules, chosen, [player, *[against] * (chosen.players - 1)], sets * chosen.players, seed)
    journal = None if records is None else Journal(Path(records), plan)
    score = Score()
    try:
        for result in play_plan(plan, journal, workers):
            score.add(plan.seating(result.number).deal, result.wins(0))
    finally:
        if journal is not None:
            journal.close()
    return score


def _check_whole(name: str, given: object, least: int | None = None) -> None:
    if not isinstance(given, Integral) or (least is not None and given < least):
        raise GameError(f"{name} is a whole number{'' if least is None else f' from {least} on'}, not {given!r}")
