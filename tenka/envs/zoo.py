"""The modules that PettingZoo's users import, one a title, such as ``tenka.envs.four_in_a_row_v1``.

They are made here and not written down, and what they hold when it is asked for.
"""

from __future__ import annotations

import sys
from importlib.util import find_spec
from types import ModuleType
from typing import Any

from tenka.envs.names import gymnasium_id, pettingzoo_module
from tenka.games import GAMES, get_title


class GameModule(ModuleType):
    """``env`` and ``raw_env`` of one game."""

    def __init__(self, name: str, game: str) -> None:
        super().__init__(name, f"{get_title(game).name} as a PettingZoo environment. See docs/environments.md.")
        self._game = game

    def __getattr__(self, name: str) -> Any:
        if name not in ("env", "raw_env"):
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}; it has env and raw_env")
        self._make()
        return self.__dict__[name]

    def _make(self) -> None:
        from tenka.envs.aec import GameEnv, GameOrder

        text = f"{get_title(self._game).name}, without checks of the order of calls."
        raw_env = type("raw_env", (GameEnv,), {"game": self._game, "__module__": self.__name__, "__doc__": text})

        def env(
            players: int | None = None, reward: str = "win", render_mode: str | None = None, **options: Any
        ) -> GameOrder:
            """The environment, with PettingZoo's checks of the order of calls."""
            return GameOrder(raw_env(players=players, reward=reward, render_mode=render_mode, **options))

        env.__module__ = self.__name__
        self.raw_env, self.env = raw_env, env


def register() -> None:
    """Makes the modules known to Python's ``import``; importing `tenka.envs` does it."""
    for game in GAMES:
        short = pettingzoo_module(game)
        name = f"{__package__}.{short}"
        if name not in sys.modules:
            sys.modules[name] = GameModule(name, game)
        setattr(sys.modules[str(__package__)], short, sys.modules[name])
        _register_with_pettingzoo(game, f"{name}:env")


def _register_with_pettingzoo(game: str, entry_point: str) -> None:
    """Makes a game known to `pettingzoo.make`, which there is from version 1.27 on, by its name at Gymnasium."""
    if find_spec("pettingzoo") is None or find_spec("gymnasium") is None:
        return
    import pettingzoo

    if hasattr(pettingzoo, "register") and gymnasium_id(game) not in pettingzoo.aec_registry:
        pettingzoo.register("aec", gymnasium_id(game), entry_point)
