"""Gymnasium's interface for one seat against registered players, who move inside `step`, as chance does."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np

from tenka.encoding import Array
from tenka.envs.compiling import telling
from tenka.envs.extras import missing
from tenka.envs.names import gymnasium_id, self_play_id
from tenka.envs.play import RENDER_MODES, Play, check_render_mode
from tenka.game import GameError, IllegalAction, Seat
from tenka.games import GAMES
from tenka.players import Player, default_player
from tenka.players.careless import carelessness_of
from tenka.players.others import find_player

try:
    import gymnasium
except ModuleNotFoundError as error:
    raise missing(error, "gymnasium") from None
from gymnasium import spaces

from tenka.envs.spaces import mask_space_of, observation_space_of

Observation = dict[str, Array] | Array

ILLEGAL = ("lose", "error")


def register() -> None:
    """Makes the games known to Gymnasium; importing `tenka.envs` does it."""
    for game in GAMES:
        name = gymnasium_id(game)
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                entry_point="tenka.envs.single:SingleEnv",
                vector_entry_point="tenka.envs.against:make_seats",
                kwargs={"game": game},
            )
            gymnasium.register(
                self_play_id(game), vector_entry_point="tenka.envs.vector:make_self_play", kwargs={"game": game}
            )


class LegalActions(spaces.Discrete):
    """All actions of the game; a sample is a legal one, because Gymnasium's check and random agents play it."""

    def __init__(self, num_actions: int, mask_now: Callable[[], Array | None]) -> None:
        super().__init__(num_actions)
        self._mask_now = mask_now

    def sample(self, mask: Array | None = None, probability: Array | None = None) -> Any:
        """A random action: of the mask if there is one, else of those that are legal now, else of all."""
        if mask is None and probability is None:
            mask = self._mask_now()
        return super().sample(mask=mask, probability=probability)

    def __reduce__(self) -> tuple[Any, ...]:
        return spaces.Discrete, (int(self.n),)  # a copy belongs to no game


class SingleEnv(gymnasium.Env[Observation, int]):
    """One seat of a game; registered players have the others.

    >>> from tenka.games import DEFAULT_GAME
    >>> env = SingleEnv(DEFAULT_GAME, players=2, opponents="uniform", flat=True)
    >>> observation, info = env.reset(seed=1)
    >>> _ = env.action_space.seed(1)
    >>> is_over = False
    >>> while not is_over:
    ...     observation, reward, is_over, _, info = env.step(env.action_space.sample(info["action_mask"]))
    >>> bool(info["won"]) == (reward > 0)
    True
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012 - Gymnasium's form

    def __init__(
        self,
        game: str,
        players: int | None = None,
        opponents: object = None,
        reward: str = "win",
        seat: Seat | None = None,
        render_mode: str | None = None,
        one_shape: bool = False,
        flat: bool = False,
        illegal: str = "lose",
        **options: Any,
    ) -> None:
        """`opponents` is one player for all others, or one for each, from the next seat on; None: the game's default.

        A player is a name, an object or a class, as `tenka.players.others.find_player` takes them.

        `seat` None: the seat rotates from game to game; where it begins is drawn from the seed.
        `flat`: an observation is a row of floats from -1 to 1, and `action_masks` says what is legal.
        `illegal` says what a move that the rules forbid does: ``lose`` ends the game with a reward of -1, because
        Gymnasium lets agents take any action of the space; ``error`` raises, and nothing has changed.
        """
        check_render_mode(render_mode)
        self.play = Play(game, players, reward, one_shape, flat, options)
        chosen = default_player(game) if opponents is None else opponents
        self.opponents = find_opponents(chosen, game, self.play.players)
        self.fixed_seat = check_seat(seat, self.play.players)
        if illegal not in ILLEGAL:
            raise GameError(f"illegal is {' or '.join(ILLEGAL)}, not {illegal!r}")
        self.illegal = illegal
        self.refusal: str | None = None
        """Why the game was lost by an illegal move, if it was."""
        self.render_mode = render_mode
        num_actions = self.play.rules.num_actions
        space = observation_space_of(self.play)
        if isinstance(space, spaces.Dict):
            space = spaces.Dict({**space.spaces, "action_mask": mask_space_of(num_actions)})
        self.observation_space = space  # type: ignore[assignment]
        self.action_space = LegalActions(num_actions, self._mask_now)  # type: ignore[assignment]  # of NumPy's ints
        self.seat: Seat | None = None
        """The own seat in this game; None before the first."""
        self._opponents_rng = random.Random()
        with telling(game):
            self._warm_up()

    def _warm_up(self) -> None:
        """Compiles what a game needs, and the players that do not look ahead."""
        quick = {player.name: player for player in self.opponents if carelessness_of(player) is not None}
        self.play.warm_up(list(quick.values()))

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """A new game, up to the first own decision. The same seed gives the same games against the same opponents.

        `options` are rule options for this game alone, such as ``{"hands": "random"}``.
        """
        chosen = self.play.options_with(options)
        super().reset(seed=seed)
        if self.fixed_seat is not None:
            self.seat = self.fixed_seat
        elif self.seat is None or seed is not None:
            self.seat = int(self.np_random.integers(self.play.players))
        else:
            self.seat = (self.seat + 1) % self.play.players
        self.refusal = None
        self.play.reset(self._new_rng(), chosen)
        self._opponents_rng = self._new_rng()
        self._let_others_play()
        return self._observe(), self._info()

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """An own decision, and what the others do up to the next one; raises GameError for what is no action."""
        if self.refusal is not None:
            raise GameError("the game was lost by an illegal move; call reset() for the next one")
        try:
            self.play.act(action)
        except IllegalAction as error:
            if self.illegal == "error":
                raise
            self.refusal = str(error)
            return self._observe(), -1.0, True, False, self._info()
        self._let_others_play()
        assert self.seat is not None  # otherwise there was no game to act in
        reward = self.play.rewards()[self.seat]
        if self.render_mode == "human":
            self.render()
        return self._observe(), reward, self.play.turn is None, False, self._info()

    def render(self) -> str | None:
        """The record of the game so far, with everything that is hidden; printed in the mode ``human``."""
        return self.play.render(self.render_mode)

    def action_masks(self) -> Array:
        """By action: whether it is legal now, as sb3-contrib asks for it."""
        return self._mask().astype(np.bool_)

    def _mask(self) -> Array:
        assert self.seat is not None
        return self.play.mask(self.seat if self.refusal is None else -1)  # nobody's: nothing is left to do

    def _mask_now(self) -> Array | None:
        """None where there is nothing to decide."""
        is_over = self.seat is None or self.refusal is not None or self.play.turn is None
        return None if is_over else self._mask()

    def _new_rng(self) -> random.Random:
        return random.Random(int(self.np_random.integers(2**63)))

    def _let_others_play(self) -> None:
        assert self.seat is not None
        while (turn := self.play.turn) is not None and turn != self.seat:
            player = self.opponents[(turn - self.seat) % self.play.players - 1]
            self.play.let_decide(player, self._opponents_rng)

    def _observe(self) -> Observation:
        assert self.seat is not None
        seen = self.play.observe(self.seat)
        return {**seen, "action_mask": self._mask()} if isinstance(seen, dict) else seen

    def _info(self) -> dict[str, Any]:
        assert self.seat is not None
        info = {"action_mask": self._mask(), "seat": self.seat, **self.play.end(self.seat)}
        if self.refusal is not None:
            info |= {"reason": "illegal", "error": self.refusal, "rank": self.play.players, "won": False}
        return info


def find_opponents(given: object, game: str, players: int) -> list[Player]:
    """Who has the other seats, from the next one on; raises GameError."""
    others = players - 1
    listed = list(given) if isinstance(given, list | tuple) else [given] * others
    if len(listed) != others:
        raise GameError(
            f"{players} players are one and {others} opponents, not {len(listed)}; or give one player for all"
        )
    return [find_player(player, game) for player in listed]


def check_seat(seat: Seat | None, players: int) -> Seat | None:
    """The seat that is kept, or None to rotate; raises GameError."""
    if seat is not None and seat not in range(players):
        raise GameError(f"the seat is 0 to {players - 1}, or None to rotate, not {seat!r}")
    return seat
