"""What is shown of the games: each title's ``position.py``, as types and drawings of the protocol."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple, TypeAlias

from pydantic import BaseModel, ConfigDict, create_model

from tenka.game import Action, GameError, Ply, Rules, Seat, State, View
from tenka.games import GAMES, find_part, get_game, get_title
from tenka.position import Drawing, PlainPosition, PlainShown, Shown, ShownPly
from tenka.server.levels import BotInfo, list_bots
from tenka.server.plies import EditionInfo, OptionInfo, PlyInfo, Take
from tenka.server.shapes import Drawn, join_models, model_of

__all__ = ["GameInfo", "PlyInfo", "Position", "Take", "describe_game", "picture_of", "shown_of"]

OWN_HEADERS = ("edition", "first")
"""Rule options that a table can set and that `GameInfo.options` does not list: records have headers for them."""


@cache
def shown_of(game: str) -> Shown:
    """How a game is shown; raises GameError for a game that there is not."""
    return PlainShown(get_game(game), find_part(game, "position"))


class Picture(NamedTuple):
    """How one game is shown: the functions of its `Shown`."""

    draw_public: Callable[[State], Drawing]
    compare_public: Callable[[State, State], Drawing]
    draw_seats: Callable[[View], Drawing]
    compare_seats: Callable[[View, View], Drawing]
    draw_choice: Callable[[View, Sequence[Action]], Drawing | None] | None
    """None: the game tells nothing of a choice but what is legal."""
    show_ply: Callable[[Ply], ShownPly]
    uncertain: tuple[str, ...]

    def draw(self, view: View) -> Drawing:
        """The whole position."""
        return self.draw_public(view.known) | {"seats": self.draw_seats(view)}

    def compare_certain(self, before: State, after: State) -> Drawing:
        """What changed for everybody, without what the end of a turn draws or rolls: moves that are tried out tell
        nothing of that."""
        changes = self.compare_public(before, after)
        return {name: value for name, value in changes.items() if name not in self.uncertain}


@cache
def picture_of(game: str) -> Picture:
    """How a game is shown; raises GameError for a game that there is not."""
    shown = shown_of(game)
    return Picture(
        shown.draw_public,
        shown.compare_public,
        shown.draw_seats,
        shown.compare_seats,
        None if shown.CHOICE is None else shown.draw_choice,
        shown.show_ply,
        shown.UNCERTAIN,
    )


@cache
def position_model(game: str) -> type[BaseModel]:
    """The type of a game's positions."""
    shape = shown_of(game).POSITION
    if shape is not PlainPosition:
        return model_of(shape)
    own: dict[str, Any] = {"game": (Literal[game], ...)}
    return create_model(shape.__name__, __base__=model_of(shape), __doc__=shape.__doc__, **own)


@cache
def board_model(game: str) -> type[BaseModel] | None:
    """The type of what is the same in every game of a title."""
    shape = shown_of(game).BOARD
    return None if shape is None else model_of(shape)


if TYPE_CHECKING:
    Position: TypeAlias = Any
    Board: TypeAlias = Any
else:
    Position = Annotated[join_models([position_model(game) for game in GAMES]), Drawn("game")]
    """Of any game; `game` says which."""
    Board = join_models([model for game in GAMES if (model := board_model(game)) is not None])
    """What is the same in every game of a title; the title says what that is."""


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
    board: Board | None
    """What is the same in every game of it, such as a board, tiles, a map, cards; each game has a type of its own."""


@cache
def describe_game(game: str) -> GameInfo:
    """All that the page needs to know of a game."""
    rules, title, shown, board = get_game(game), get_title(game), shown_of(game), board_model(game)
    return GameInfo(
        name=rules.name,
        version=rules.version,
        seats=list(rules.seat_names),
        players=list(title.players),
        options=_list_options(game),
        editions=[EditionInfo(name=name, presets=presets) for name, presets in shown.list_editions().items()],
        bots=list_bots(game),
        board=None if board is None else board.model_validate(dataclasses.asdict(shown.describe())),
    )


def _list_options(game: str) -> list[OptionInfo]:
    """Every rule option that a table can set by itself."""
    return [
        OptionInfo(name=option.name, choices=list(option.choices))
        for option in get_title(game).options
        if option.choices and not option.is_place and option.name not in OWN_HEADERS
    ]


def check_options(game: str, given: Mapping[str, str]) -> None:
    """Raises GameError for what a table or a record may not set here, such as a folder of the server's."""
    rules = get_game(game)
    usual = rules.describe_options(rules.options({}))
    settable = {option.name for option in _list_options(game)} | {"players", *OWN_HEADERS}
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
    shown = picture_of(rules.name).show_ply(rules.make_ply(before, whole, state))
    return Consequences([Take(**take) for take in shown["takes"]], outcome.reason if outcome else None)


@lru_cache(10_000)
def show_ply(name: str, ply: Ply) -> PlyInfo:
    """A ply as some eyes may know it, for the wire; made once for all that know the same."""
    shown = picture_of(name).show_ply(ply)
    return PlyInfo(
        seat=ply.seat,
        line=get_game(name).format_line(ply),
        kind=ply.kind,
        tokens=shown["tokens"],
        takes=[Take(**take) for take in shown["takes"]],
        draws=shown["draws"],
        details=shown.get("details"),
    )


def possible_state(rules: Rules, view: View) -> State:
    """A state that looks like this to the seat, always the same one. What is computed from it cannot leak."""
    return rules.sample(view, random.Random(0))


def open_view(state: State, seat: Seat | None = None) -> View:
    """A view of everything, for games that are over."""
    return View(seat, state, b"")
