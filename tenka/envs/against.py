"""Vectors of games for Gymnasium in which one seat is yours, and players of tenka have the others, in compiled code.

What `tenka.envs.single` is for one game, this is for thousands. It is a vector like those of `tenka.envs.vector`, whose
text says what comes back; here every step goes on to your next decision, so ``seat`` and ``acted`` are always you.
The others are those who decide in compiled code: `greedy`, `uniform`, and the levels that do as `greedy` does, but
carelessly. `gymnasium.make_vec` makes one, or the class of a title does, such as ``FourInARowSeatVectorEnv``.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np

from tenka.encoding import Array
from tenka.envs.names import env_name, name_class
from tenka.envs.seeds import SEATS, generators_of
from tenka.envs.single import check_seat, find_opponents
from tenka.envs.vector import GameVectorEnv, Steps
from tenka.game import GameError, Options, Seat
from tenka.games import load_part
from tenka.players import Player, default_player, describe_levels, describe_players, get_player
from tenka.players.careless import carelessness_of

BEGIN = -1
"""Instead of an action: a new game."""


class Against(Steps, Protocol):
    """A title's ``against.py``: as its ``steps.py``, but one seat of each game is asked, and the others play inside.

    `step` begins a new game, and writes no results, where the action is `BEGIN`.
    """

    def __init__(self, options: Options, seats: Array, rotates: bool, carelessness: Array) -> None:
        """`seats` are the own ones by game; if `rotates`, the next game is played from the next seat, which is written
        there. `carelessness` is that of the others, from the seat after the own one on; see `carelessness_of`.
        """


class GameSeatVectorEnv(GameVectorEnv):
    """One seat each of so many games of one title, which a subclass names.

    >>> from tenka.games import DEFAULT_GAME
    >>> class ExampleSeatVectorEnv(GameSeatVectorEnv):
    ...     game = DEFAULT_GAME
    >>> env = ExampleSeatVectorEnv(3, players=2, opponents="greedy", seed=1)
    >>> observation, info = env.reset()
    >>> observation, reward, terminated, truncated, info = env.step(env.random_actions())
    >>> bool((info["seat"] == info["acted"]).all())
    True
    >>> env.close()
    """

    def __init__(
        self,
        n: int,
        *,
        opponents: object = None,
        seat: Seat | None = None,
        **given: Any,
    ) -> None:
        """`opponents` and `seat` are those of `tenka.envs.single.SingleEnv`, the rest is that of `GameVectorEnv`."""
        self._opponents, self._fixed_seat = opponents, seat
        super().__init__(n, **given)

    def _make_steps(self) -> Steps:
        against: type[Against] = load_part(self.game, "against").Against
        chosen = default_player(self.game) if self._opponents is None else self._opponents
        self.opponents = find_opponents(chosen, self.game, self.players)
        seat = check_seat(self._fixed_seat, self.players)
        self._seats = np.full(self.num_envs, seat or 0, np.int8)
        carelessness = np.array([_compiled(player, self.game) for player in self.opponents])
        return against(self.options, self._seats, seat is None, carelessness)

    def reset(
        self, *, seed: int | Sequence[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """New games everywhere, each from the next seat, or with a seed from one that it draws."""
        if seed is None and self._is_started and self._fixed_seat is None:
            self._seats[:] = (self._seats + 1) % self.players
        return super().reset(seed=seed, options=options)

    def _begin(self, start: int, stop: int) -> None:
        self._actions[start:stop] = BEGIN
        self._step(start, stop)

    def _seed(self, seed: int | Sequence[int]) -> None:
        super()._seed(seed)
        if self._fixed_seat is None:
            self._seats[:] = generators_of(seed, self.num_envs, SEATS)[:, 0] % self.players


def _compiled(player: Player, game: str) -> float:
    """How carelessly a player plays; raises GameError for one who does not decide in compiled code."""
    carelessness = carelessness_of(player)
    if carelessness is None:
        names = [*describe_players(game), *describe_levels(game)]
        there_are = ", ".join(
            name for name in names if ":" not in name and carelessness_of(get_player(name, game)) is not None
        )
        raise GameError(
            f"{player.name} does not decide in compiled code, as {there_are} do; play against others with "
            f"gymnasium.make_vec(..., vectorization_mode='sync')"
        )
    return carelessness


def make_seats(num_envs: int, game: str, **given: Any) -> GameSeatVectorEnv:
    """What `gymnasium.make_vec` calls."""
    made: GameSeatVectorEnv = getattr(sys.modules[__name__], f"{env_name(game)}SeatVectorEnv")(num_envs, **given)
    return made


def __getattr__(name: str) -> type[GameSeatVectorEnv]:
    """The vector of a title, by its name."""
    made = globals()[name] = name_class(GameSeatVectorEnv, "SeatVectorEnv", name)
    return made
