"""The leaderboard: a folder with one folder for each entry, its card and its finished trials, one file a game.

Ratings are not stored: they follow from all trials together, so that a new entry makes those of the others surer.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tenka.arena.scale import Estimate, Meeting, anchor_of, place
from tenka.arena.standings import Score
from tenka.arena.trial import Finished, read_finished
from tenka.game import GameError
from tenka.games import GAMES, get_title

CARD = "card.toml"
_PACKAGE = Path(__file__).parent.parent
_INSTALLED = _PACKAGE / "leaderboard"
ROOT = _INSTALLED if _INSTALLED.exists() else _PACKAGE.parent / "leaderboard"
"""Where the entries are: in an installed package, or in a checkout."""
_LINK = "../leaderboard"
"""Of a page in docs/."""


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
    return place(meetings_of(trials, seats), seats, anchor_of(game))


def meetings_of(trials: Sequence[Finished], seats: int) -> list[Meeting]:
    """Who met whom at tables of so many, and with what result."""
    return [
        Meeting(trial.terms.player, pairing.against, pairing.score)
        for trial in trials
        for pairing in trial.tables.get(seats, ())
    ]


class Card(NamedTuple):
    """What is told of an entry."""

    player: str
    """As it is named to the program."""
    what: str
    """How it plays."""
    by: str
    licence: str
    needs: str
    """What has to be installed for it."""
    repeats: str
    """Whether it takes the same decisions again, with the same seed."""


def read_card(folder: Path) -> Card:
    """The card of an entry; raises GameError where something is missing or too much."""
    path = folder / CARD
    try:
        return Card(**{name: str(value) for name, value in tomllib.loads(path.read_text(encoding="utf-8")).items()})
    except (OSError, ValueError, TypeError) as error:
        fields = ", ".join(Card._fields)
        raise GameError(f"{path} is not a card ({error}); it is TOML with {fields}") from None


# --- as a page --------------------------------------------------------------------------------------------


def to_markdown(root: Path = ROOT) -> str:
    """Who is on the leaderboard, and for each game and number of seats everybody's rating. Raises GameError."""
    if not any(read_board(game, root) for game in GAMES):
        return "No trial has been published yet.\n"
    parts = [_entries(root)]
    for game in GAMES:
        if trials := read_board(game, root):
            parts.append(f"## {get_title(game).name}")
            parts += [_ratings(game, seats, trials) for seats in get_title(game).players]
    return "\n\n".join(parts) + "\n"


def _entries(root: Path) -> str:
    rows = ["| entry | how it plays | by | repeats its games | trials |", "|---|---|---|---|---|"]
    for folder in sorted(path.parent for path in root.glob(f"*/{CARD}")):
        card = read_card(folder)
        trials = [
            f"[{game}]({_LINK}/{folder.name}/{game}.json) {finished.commitment[:8]}"
            for game in GAMES
            for finished in read_board(game, root)
            if finished.terms.player == card.player
        ]
        if trials:
            rows.append(f"| `{card.player}` | {card.what} | {card.by} | {card.repeats} | {', '.join(trials)} |")
    return "\n".join(rows)


def _ratings(game: str, seats: int, trials: Sequence[Finished]) -> str:
    ratings = rate_board(game, seats, trials)
    own = {trial.terms.player: trial for trial in trials if seats in trial.tables}
    names = list(ratings)
    rows = [
        f"### {get_title(game).name}: {seats} players",
        "",
        "| | player | rating | 95 % interval | games | wins | against the next below that it met |",
        "|---|---|---|---|---|---|---|",
    ]
    for number, name in enumerate(names, start=1):
        estimate = ratings[name]
        interval = "fixed" if name == anchor_of(game) else f"{estimate.low:.1f} to {estimate.high:.1f}"
        games, wins, nearest = "–", "–", "–"
        if name in own:
            scores = {pairing.against: pairing.score for pairing in own[name].tables[seats]}
            total = sum(score.games for score in scores.values())
            games, wins = str(total), f"{sum(score.wins for score in scores.values()) / total:.0%}"
            if below := next((other for other in names[number:] if other in scores), None):
                nearest = f"`{below}`: {_tell(scores[below])}"
        rows.append(f"| {number} | `{name}` | {estimate.rating:.1f} | {interval} | {games} | {wins} | {nearest} |")
    return "\n".join(rows)


def against_markdown(opponent: str, root: Path = ROOT) -> str:
    """For each game: how everybody has fared alone among copies of one player, by number of seats. Raises GameError."""
    parts = []
    for game in GAMES:
        if not read_board(game, root):
            parts.append(f"{get_title(game).name}: no trial has been published yet.")
            continue
        sizes = get_title(game).players
        rows = [
            f"| {get_title(game).name} | {' | '.join(f'{seats} players' for seats in sizes)} |",
            "|---" * (len(sizes) + 1) + "|",
        ]
        for trial in read_board(game, root):
            scores = {
                seats: pairing.score
                for seats, table in trial.tables.items()
                for pairing in table
                if pairing.against == opponent
            }
            if scores:
                cells = [_tell(scores[seats]) if seats in scores else "not played" for seats in sizes]
                rows.append(f"| `{trial.terms.player}` | {' | '.join(cells)} |")
        parts.append("\n".join(rows))
    return "\n\n".join(parts) + "\n"


def _tell(score: Score) -> str:
    low, high = score.interval
    return f"{score.share:.1%} ({low:.1%} to {high:.1%}) of {score.games}"
