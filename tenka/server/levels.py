"""The bots that can sit at a table, by the names that `tenka.players` has for them."""

from __future__ import annotations

from functools import cache

from pydantic import BaseModel, ConfigDict

from tenka.game import GameError
from tenka.games import get_title
from tenka.players import describe_levels, describe_players, no_such_player
from tenka.players.strengths import strengths


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
    """Named levels first, then the other players."""
    levels, players = describe_levels(game), describe_players(game)
    measured = {num: strengths(game, num) for num in get_title(game).players}
    return [
        BotInfo(
            name=name,
            description=text,
            is_level=name in levels,
            strengths={num: round(known[name], 1) for num, known in measured.items() if name in known},
        )
        for name, text in {**levels, **players}.items()
    ]


def check_bot(name: str, game: str) -> str:
    """The name of a bot that plays the game; raises GameError.

    Only those of the list: a name that says how long to think would let anybody keep the bots from all others.
    """
    if name not in {bot.name for bot in list_bots(game)}:
        raise GameError(no_such_player(name, game))
    return name
