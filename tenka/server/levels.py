"""The bots that can sit at a table, by the names that `tenka.players` has for them."""

from __future__ import annotations

from functools import cache

from pydantic import BaseModel, ConfigDict

from tenka.game import GameError
from tenka.players import PLAYERS, get_player
from tenka.samurai.players.levels import LEVELS


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
    bots = [BotInfo(name=name, description=level.title, is_level=True) for name, level in LEVELS.items()]
    bots += [BotInfo(name=name, description=text, is_level=False) for name, text in PLAYERS.items()]
    return [bot for bot in bots if _plays(bot.name, game)]


def check_bot(name: str, game: str) -> str:
    """The name of a bot that plays the game; raises GameError."""
    get_player(name, game)
    return name


def _plays(name: str, game: str) -> bool:
    try:
        get_player(name, game)
    except GameError:
        return False
    return True
