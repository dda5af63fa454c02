"""The environments' names: what a title's are called, and making the classes and modules of these names.

Nobody writes them down: a title has them because it is in `tenka.games`, and they are made when they are asked for.
"""

from __future__ import annotations

from typing import TypeVar

from tenka.games import GAMES, get_title

_Env = TypeVar("_Env")


def env_name(game: str) -> str:
    """A game in the names of its environments.

    >>> env_name("four_in_a_row")
    'FourInARow'
    """
    return "".join(word.capitalize() for word in game.split("_"))


def gymnasium_id(game: str) -> str:
    """What `gymnasium.make` calls one seat of a game."""
    return f"tenka/{env_name(game)}-v{get_title(game).version}"


def self_play_id(game: str) -> str:
    """What `gymnasium.make_vec` calls all seats of a game."""
    return f"tenka/{env_name(game)}SelfPlay-v{get_title(game).version}"


def pettingzoo_module(game: str) -> str:
    """What PettingZoo's users import, from `tenka.envs`."""
    return f"{game}_v{get_title(game).version}"


def name_class(kind: type[_Env], ending: str, name: str) -> type[_Env]:
    """The subclass of a kind of environment that has this name, such as ``FourInARowVectorEnv``, for its game.

    For the ``__getattr__`` of the kind's module, which keeps it; raises AttributeError for a name that there is not.
    """
    game = next((game for game in GAMES if f"{env_name(game)}{ending}" == name), None)
    if game is None:
        raise AttributeError(f"module {kind.__module__!r} has no attribute {name!r}")
    text = f"So many games of {get_title(game).name}. Options are those of its rules, by name."
    return type(name, (kind,), {"game": game, "__module__": kind.__module__, "__doc__": text})
