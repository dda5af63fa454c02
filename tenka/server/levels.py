"""The bots that can sit at a table, by the names that `tenka.players` has for them."""

from __future__ import annotations

from functools import cache

from pydantic import BaseModel, ConfigDict

from tenka.players import describe_levels, describe_players, get_player


class BotInfo(BaseModel):
    """A bot that can sit at a table."""

    model_config = ConfigDict(extra="forbid", use_attribute_docstrings=True)

    name: str
    description: str
    """In English, for developers."""
    is_level: bool
    """One of the named strengths for people, weakest first; the others are for study."""


@cache
def list_bots(game: str) -> list[BotInfo]:
    """Named levels first, then the other players."""
    levels, players = describe_levels(game), describe_players(game)
    bots = [BotInfo(name=name, description=text, is_level=True) for name, text in levels.items()]
    return bots + [BotInfo(name=name, description=text, is_level=False) for name, text in players.items()]


def check_bot(name: str, game: str) -> str:
    """The name of a bot that plays the game; raises GameError."""
    get_player(name, game)
    return name
