"""The bots that can sit at a table, by the names that `tenka.players` has for them, and those of the operator."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from pydantic import BaseModel, ConfigDict

from tenka.game import GameError
from tenka.games import GAMES, get_title
from tenka.players import Player, describe_levels, describe_players, get_player, is_own, no_such_player
from tenka.players.others import Guest, find_player
from tenka.players.strengths import strengths

LONGEST_NAME = 40
"""Of a bot, in messages and in the database."""

_guests: dict[tuple[str, str], Guest] = {}
"""By game and name: players of others. Programs, so whoever runs this server has named them, and nobody else can."""


class BotInfo(BaseModel):
    """A bot that can sit at a table."""

    model_config = ConfigDict(extra="forbid", use_attribute_docstrings=True)

    name: str
    description: str
    """In English, for developers."""
    is_level: bool
    """One of the named strengths for people, weakest first; the others are for study."""
    strengths: dict[int, float]
    """By number of players: its rating, where it was measured."""


@cache
def list_bots(game: str) -> list[BotInfo]:
    """Named levels first, then the other players, then those of others."""
    levels, players = describe_levels(game), describe_players(game)
    guests = {name: guest.description for (of, name), guest in _guests.items() if of == game}
    measured = {num: strengths(game, num) for num in get_title(game).players}
    return [
        BotInfo(
            name=name,
            description=text,
            is_level=name in levels,
            strengths={num: round(known[name], 1) for num, known in measured.items() if name in known},
        )
        for name, text in {**levels, **players, **guests}.items()
    ]


def check_bot(name: str, game: str) -> str:
    """The name of a bot that plays the game; raises GameError.

    Only those of the list: a name that says how long to think would let anybody keep the bots from all others.
    """
    if name not in {bot.name for bot in list_bots(game)}:
        raise GameError(no_such_player(name, game))
    return name


def seat_guests(names: Sequence[str]) -> None:
    """From now on these players of others can sit at tables of the games that they play. Raises GameError."""
    _guests.clear()
    list_bots.cache_clear()
    for name in names:
        if len(name) > LONGEST_NAME:
            raise GameError(f"TENKA_BOTS: the name of a bot has at most {LONGEST_NAME} letters, unlike {name}")
        refusals = []
        for game in GAMES:
            if is_own(name, game):
                raise GameError(f"TENKA_BOTS: {name} can sit at tables anyway; name players of others only")
            try:
                player = find_player(name, game)
            except GameError as refusal:  # it may play other games
                refusals.append(str(refusal))
                continue
            assert isinstance(player, Guest)
            _guests[game, name] = player
        if len(refusals) == len(GAMES):
            raise GameError(f"TENKA_BOTS: {refusals[0]}")


def find_bot(name: str, game: str) -> Player:
    """A bot that can sit at a table; raises GameError for any other name, and loads nothing for it."""
    guest = _guests.get((game, name))
    return get_player(name, game) if guest is None else guest
