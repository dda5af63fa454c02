"""What the page shows of a game: a registry, with one entry for each game, so that the server itself knows none."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple, TypeAlias

from pydantic import BaseModel, ConfigDict

from tenka.game import Action, GameError, Rules, Seat, State, View
from tenka.games import GAMES, get_game
from tenka.server import history_position, samurai_position
from tenka.server.history_position import HistoryInfo, HistoryPosition
from tenka.server.levels import BotInfo, list_bots
from tenka.server.plies import EditionInfo, OptionInfo, Ply, Take
from tenka.server.samurai_position import SamuraiInfo, SamuraiPosition

__all__ = ["GameInfo", "Ply", "Position", "Take", "describe_game", "picture_of"]

Position: TypeAlias = SamuraiPosition | HistoryPosition
"""Of any game; `game` says which."""


class GameInfo(BaseModel):
    """A game that can be played here, and all that the page needs to show it."""

    model_config = ConfigDict(extra="forbid", use_attribute_docstrings=True)

    name: str
    version: str
    """Of the rules."""
    seats: list[str]
    """What records call the seats."""
    players: list[int]
    options: list[OptionInfo]
    editions: list[EditionInfo]
    """The first is the default."""
    bots: list[BotInfo]
    samurai: SamuraiInfo | None
    """Board and tiles, where this is Samurai."""
    history: HistoryInfo | None
    """Map and cards, where this is History of the Samurai."""


class Picture(NamedTuple):
    """How one game is shown."""

    draw_public: Callable[[State], dict[str, Any]]
    """What everybody sees of a position."""
    compare_public: Callable[[State, State], dict[str, Any]]
    """What is new for everybody: the patch from one drawing to another."""
    draw_seats: Callable[[View], dict[str, Any]]
    """What one pair of eyes sees of the players: the position's `seats`."""
    compare_seats: Callable[[View, View], dict[str, Any]]
    """What is new of the players: the patch from one drawing to another."""
    tell: Callable[[str], dict[str, Any]]
    """A line of the record, taken apart: a `Ply` made of plain values."""
    options: Callable[[], list[OptionInfo]]
    editions: Callable[[], list[EditionInfo]]
    players: tuple[int, ...]
    uncertain: tuple[str, ...]
    """What a preview of a complete turn does not tell: it would be a guess."""

    def draw(self, view: View) -> dict[str, Any]:
        """The whole position."""
        return self.draw_public(view.known) | {"seats": self.draw_seats(view)}


_PICTURES = {
    "samurai": Picture(
        samurai_position.draw_public,
        samurai_position.compare_public,
        samurai_position.draw_seats,
        samurai_position.compare_seats,
        samurai_position.tell,
        samurai_position.list_options,
        samurai_position.list_editions,
        (2, 3, 4),
        ("phase",),
    ),
    "history": Picture(
        history_position.draw_public,
        history_position.compare_public,
        history_position.draw_seats,
        history_position.compare_seats,
        history_position.tell,
        history_position.list_options,
        history_position.list_editions,
        history_position.PLAYERS,
        history_position.UNCERTAIN,
    ),
}


def picture_of(game: str) -> Picture:
    """How a game is shown; raises GameError for one that cannot be."""
    if game not in _PICTURES:
        raise GameError(f"there is no page for {game[:40]!r}; there is one for {', '.join(_PICTURES)}")
    return _PICTURES[game]


def playable_games() -> tuple[str, ...]:
    """The games that the server offers."""
    return tuple(game for game in GAMES if game in _PICTURES)


def prepare(game: str) -> None:
    """Draws a position, so that what draws it is compiled before anybody waits for it."""
    rules, picture = get_game(game), picture_of(game)
    view = rules.view(rules.start(rules.options({}), random.Random(0)), None)
    picture.draw(view)
    picture.compare_public(view.known, view.known)
    picture.compare_seats(view, view)


@cache
def describe_game(game: str) -> GameInfo:
    """All that the page needs to know of a game."""
    rules, picture = get_game(game), picture_of(game)
    return GameInfo(
        name=rules.name,
        version=rules.version,
        seats=list(rules.seat_names),
        players=list(picture.players),
        options=picture.options(),
        editions=picture.editions(),
        bots=list_bots(game),
        samurai=samurai_position.describe() if game == "samurai" else None,
        history=history_position.describe() if game == "history" else None,
    )


def check_options(game: str, given: Mapping[str, str]) -> None:
    """Raises GameError for what a table or a record may not set here, such as a folder of the server's."""
    rules = get_game(game)
    usual = rules.describe_options(rules.options({}))
    settable = {option.name for option in picture_of(game).options()} | {"players", "edition", "first"}
    for name, value in given.items():
        if name in usual and name not in settable and value != usual[name]:
            raise GameError(f"here {name} is {usual[name]}, and nothing else")


# --- trying out -------------------------------------------------------------------------------------------------


class Consequences(NamedTuple):
    """What would follow if a turn ended."""

    takes: list[Take]
    ends: str | None


def consequences(rules: Rules, before: State, actions: Sequence[Action], is_complete: bool) -> Consequences:
    """What the actions of a ply lead to, were it to end with them. `before` is a sample of what the asker knows."""
    state = before
    whole = list(actions) if is_complete else [*actions, rules.end_turn]
    for action in whole:
        state = rules.apply(state, action)
    outcome = rules.outcome(state)
    told = picture_of(rules.name).tell(rules.line(before, whole, state))
    return Consequences([Take(**take) for take in told["takes"]], outcome.reason if outcome else None)


def possible_state(rules: Rules, view: View) -> State:
    """A state that looks like this to the seat, always the same one. What is computed from it cannot leak."""
    return rules.sample(view, random.Random(0))


def open_view(state: State, seat: Seat | None = None) -> View:
    """A view of everything, for games that are over."""
    return View(seat, state, b"")
