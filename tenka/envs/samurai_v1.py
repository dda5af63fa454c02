"""Samurai as a PettingZoo environment, for two to four players. See docs/env-samurai.md."""

from __future__ import annotations

from typing import Any

from tenka.envs.aec import GameEnv, GameOrder


def env(players: int = 2, reward: str = "win", render_mode: str | None = None, **options: Any) -> GameOrder:
    """The environment, with PettingZoo's checks of the order of calls.

    >>> game = env(players=3)
    >>> game.reset(seed=1)
    >>> game.agents
    ['player_0', 'player_1', 'player_2']
    """
    return GameOrder(raw_env(players=players, reward=reward, render_mode=render_mode, **options))


class raw_env(GameEnv):  # noqa: N801 - PettingZoo calls it so
    """The environment without checks of the order of calls."""

    game = "samurai"
    version = 1

    def __init__(
        self,
        players: int = 2,
        reward: str = "win",
        render_mode: str | None = None,
        one_shape: bool = False,
        **options: Any,
    ) -> None:
        super().__init__(players, reward, render_mode, one_shape, **options)
