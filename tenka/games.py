"""The games there are, by name."""

from __future__ import annotations

from functools import cache

from tenka.game import GameError, Rules

GAMES = ("samurai", "history")


@cache
def get_game(name: str) -> Rules:
    """The rules of a game. Its module is loaded here and not before, because loading takes a moment.

    >>> get_game("samurai").name
    'samurai'
    """
    if name == "samurai":
        from tenka.samurai.game import Samurai

        return Samurai()
    if name == "history":
        from tenka.history.game import History

        return History()
    raise GameError(f"there is no game {name[:40]!r}; there are {', '.join(GAMES)}")
