"""The leaderboard: a folder with one folder for each entry, its card and its finished trials, one file a game.

Ratings are not stored: they follow from all trials together, so that a new entry makes those of the others surer.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from tenka.arena.scale import Estimate, Meeting, anchor_of, place
from tenka.arena.trial import Finished, read_finished
from tenka.game import GameError
from tenka.games import GAMES

CARD = "README.md"
_PACKAGE = Path(__file__).parent.parent
_INSTALLED = _PACKAGE / "leaderboard"
ROOT = _INSTALLED if _INSTALLED.exists() else _PACKAGE.parent / "leaderboard"
"""Where the entries are: in an installed package, or in a checkout."""


def entry_folder(player: str) -> str:
    """The name of a player's folder.

    >>> entry_folder("mcts:2000"), entry_folder("my_bots:Hasty")
    ('mcts-2000', 'my_bots-Hasty')
    """
    return re.sub(r"[^\w.-]+", "-", player)


@cache
def read_board(game: str, root: Path = ROOT) -> tuple[Finished, ...]:
    """The trials of a game, in the order of their folders; raises GameError where one is not as it should be."""
    found = []
    for path in sorted(root.glob(f"*/{game}.json")):
        finished = read_finished(path)
        if finished.terms.game != game or entry_folder(finished.terms.player) != path.parent.name:
            raise GameError(f"{path} is the trial of {finished.terms.player} in {finished.terms.game}; move it there")
        found.append(finished)
    return tuple(found)


def rate_board(game: str, seats: int, trials: Sequence[Finished]) -> Mapping[str, Estimate]:
    """The ratings at tables of so many, best first, out of all these trials together."""
    meetings = [
        Meeting(trial.terms.player, pairing.against, pairing.score)
        for trial in trials
        for pairing in trial.tables.get(seats, ())
    ]
    return place(meetings, seats, anchor_of(game))


def list_entries(root: Path = ROOT) -> dict[str, dict[str, Finished]]:
    """By player and game: all trials."""
    entries: dict[str, dict[str, Finished]] = {}
    for game in GAMES:
        for finished in read_board(game, root):
            entries.setdefault(finished.terms.player, {})[game] = finished
    return entries
