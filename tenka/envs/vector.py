"""Vectors of games for Gymnasium: arrays in, arrays out, all games stepped by compiled code on all cores.

Self-play: every step takes one action per game, for whoever's turn it is there, and returns what the next one to decide
knows. A seat with several decisions in a row stays the one to move.

* The observation is a dict of arrays with a row for each game: ``planes``, ``globals`` (see the game's ``encode.py``),
  ``action_mask`` and ``seat``, the seat to move.
* ``info`` holds ``action_mask`` and ``seat`` again, ``acted``, the seat that has just acted, ``rewards`` with a column
  for every seat, and ``ranking`` and ``reason``, which are 0 until a game ends. The reward that `step` returns is that
  of the seat that acted: the others' are in ``rewards`` only, for a game also ends for those who wait.
* A game that ends is followed by a new one in the same step (``AutoresetMode.SAME_STEP``): ``terminations`` and
  ``info`` tell of the end, the observation is that of the new game. As Gymnasium has it, ``info["final_obs"]`` holds
  what the seat that acted saw at the end and ``info["final_info"]`` the ``info`` of the end; ``_final_obs`` and
  ``_final_info`` say in which games. `final_outcome` and `final_observation` look back later, too.
* With ``flat=True`` the observation is a row of floats from -1 to 1 for each game: planes, then globals.
* What comes back is yours. With ``copy=False`` all arrays are reused: the next step writes into them.
* Nothing depends on the number of threads. The same seed and actions give the same bytes on every machine.

A step that cannot be made raises GameError and changes nothing in any game.
"""

from __future__ import annotations

import os
import secrets
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from typing import Any, ClassVar, Protocol

import numpy as np

from tenka.encoding import Array, Spec
from tenka.envs.compiling import telling
from tenka.envs.extras import missing
from tenka.envs.flat import Flat
from tenka.envs.names import env_name, name_class
from tenka.envs.rewards import check_reward, margin_of
from tenka.envs.seeds import CHOICES, generators_of
from tenka.envs.vector_checks import check_count, check_open, check_reset_options, check_shape, name_legal
from tenka.game import GameError, IllegalAction, Options, Outcome, View
from tenka.games import get_game, load_part
from tenka.payoff import KINDS

try:
    from gymnasium import spaces
except ModuleNotFoundError as error:
    raise missing(error, "gymnasium") from None
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from tenka.envs.spaces import flat_space_of

Observation = dict[str, Array] | Array
"""Parts by their names, or rows."""

_GAMES_WORTH_A_THREAD = 64
"""Handing work to a thread takes as long as stepping some tens of games."""

_GAMES_IN_CACHE = 512
"""So many are stepped and then observed, while their states are still near."""

_MOST_GAMES = 2**31 - 1


class Steps(Protocol):
    """A title's ``steps.py``: many games with the same options, in compiled code that lets other threads work.

    Each method works on the games from `start` to `stop`, and only on those. Game i draws everything that chance
    decides in it from generator i: its course depends on nothing else.
    """

    def __init__(self, options: Options) -> None: ...

    def new_states(self, count: int) -> Array:
        """Room for so many games."""

    def begin(self, states: Array, generators: Array, start: int, stop: int) -> None:
        """Deals new games, up to the first decision of a person."""

    def find_illegal(self, states: Array, start: int, stop: int, actions: Array) -> int:
        """The first game whose action is not legal, -1 if all are."""

    def step(
        self, states: Array, generators: Array, start: int, stop: int, actions: Array, kind: int, *results: Array
    ) -> None:
        """Carries legal actions out; where a game ends, its end is kept and the next one begins. `kind` is one of
        `tenka.payoff.KINDS`; the results are final_states, acted, rewards, ranking, reasons and terminations.
        """

    def observe(self, states: Array, start: int, stop: int, shape: int, *observation: Array) -> None:
        """Writes what the seats to move know and may do: planes, globals, masks and seats."""

    def choose(self, states: Array, generators: Array, start: int, stop: int, actions: Array) -> None:
        """A legal action for every game, all equally likely."""


class GameVectorEnv(VectorEnv[Observation, Array, Array]):
    """So many games of one title, which a subclass names. Each title has one: see `tenka.envs.names`.

    >>> from tenka.games import DEFAULT_GAME
    >>> class ExampleVectorEnv(GameVectorEnv):
    ...     game = DEFAULT_GAME
    >>> env = ExampleVectorEnv(3, players=2, seed=1)
    >>> observation, info = env.reset()
    >>> len(observation["planes"]), observation["action_mask"].shape == (3, env.rules.num_actions)
    (3, True)
    >>> observation, reward, terminated, truncated, info = env.step(env.random_actions())
    >>> env.close()
    """

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012 - as in Gymnasium
    game: ClassVar[str]
    _pool: ThreadPoolExecutor | None = None

    def __init__(
        self,
        n: int,
        *,
        players: int | None = None,
        seed: int | Sequence[int] | None = None,
        reward: str = "win",
        threads: int | None = None,
        one_shape: bool = False,
        flat: bool = False,
        copy: bool = True,
        **options: Any,
    ) -> None:
        """`one_shape`: observations have the same shape for every number of players. `threads`: None for all cores.

        `flat`: observations are rows of floats. `copy`: what comes back is not written to again.
        """
        self.num_envs = check_count(n, _MOST_GAMES)
        if threads is not None and (isinstance(threads, bool) or not isinstance(threads, int) or threads < 1):
            raise GameError(f"threads are a whole number from 1 on, not {threads!r}")
        self.rules = get_game(self.game)
        self._encode: Any = load_part(self.game, "encode")
        self.options = self.rules.options(options if players is None else {"players": players, **options})
        self.players: int = self.options.players
        self._steps = self._make_steps()
        self.reward = check_reward(reward, margin_of(self.game))
        self.observation_spec: Spec = self._encode.spec(None if one_shape else self.players)
        self._shape: int = self._encode.shape_of(self.observation_spec.players)
        self._flat = Flat(self.observation_spec) if flat else None
        self._copy = copy
        self._threads = threads or _cores()
        self._is_started = False
        self._make_spaces()
        self._make_buffers()
        with telling(self.game):
            self._warm_up()
        self._seed(secrets.randbits(63) if seed is None else seed)

    def _make_steps(self) -> Steps:
        steps: type[Steps] = load_part(self.game, "steps").Steps
        return steps(self.options)

    def _warm_up(self) -> None:
        """Compiles everything, with one game that is not played on."""
        self._seed(0)
        self._begin(0, 1)
        self._observe(0, 1)
        self._choose(0, 1, self._actions)
        self._find_illegal(0, 1)
        self._step(0, 1)
        self._encode.encode_whole_state(
            self.states[0], 0, self.observation_spec.players, *self.observation_spec.empty()
        )

    def _make_spaces(self) -> None:
        spec, num_actions = self.observation_spec, self.rules.num_actions
        self.single_action_space = spaces.Discrete(num_actions)
        parts = spaces.Dict(
            {
                "planes": spaces.Box(*spec.planes_range, dtype=np.int8),
                "globals": spaces.Box(*spec.globals_range, dtype=np.int16),
                "action_mask": spaces.MultiBinary(num_actions),
                "seat": spaces.Discrete(self.players, dtype=np.int8),
            }
        )
        self.single_observation_space = parts if self._flat is None else flat_space_of(self.observation_spec)

    @cached_property
    def action_space(self) -> spaces.Space[Any]:  # type: ignore[override]
        """The space of an action for every game."""
        return batch_space(self.single_action_space, self.num_envs)

    @cached_property
    def observation_space(self) -> spaces.Space[Any]:  # type: ignore[override]
        """The space of all observations. Made when it is asked for: it takes more memory than the games."""
        return batch_space(self.single_observation_space, self.num_envs)

    def _make_buffers(self) -> None:
        n, players = self.num_envs, self.players
        planes, globals_ = self.observation_spec.empty(n)
        self._observation = {
            "planes": planes,
            "globals": globals_,
            "action_mask": np.zeros((n, self.rules.num_actions), np.int8),
            "seat": np.zeros(n, np.int8),
        }
        self._rows = np.zeros((n, self._flat.size), np.float32) if self._flat else None
        self._actions = np.zeros(n, np.int64)
        self._acted = np.zeros(n, np.int8)
        self._rewards = np.zeros((n, players), np.float32)
        self._ranking = np.zeros((n, players), np.int8)
        self._reasons = np.zeros(n, np.int8)
        self._terminations = np.zeros(n, np.bool_)
        self._truncations = np.zeros(n, np.bool_)
        self._every_game = np.arange(n)
        self.states = self._steps.new_states(n)
        """The games as they are: an array of the game's states. Only to be read."""
        self.final_states = self._steps.new_states(n)
        """How the last game in each place ended; blank before the first end."""
        self._num_ended = np.zeros(n, np.int64)
        self._results = (
            self.final_states,
            self._acted,
            self._rewards,
            self._ranking,
            self._reasons,
            self._terminations,
        )

    # --- the interface of Gymnasium

    def reset(
        self, *, seed: int | Sequence[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """New games everywhere. A seed begins everything anew; without one, chance goes on where it was."""
        check_open(self.closed)
        check_reset_options(options)
        if seed is not None:
            self._seed(seed)
        self._on_all(self._begin)
        self._on_all(self._observe)
        self._is_started = True
        for array in (self._rewards, self._ranking, self._reasons, self._terminations, self._acted):
            array.fill(0)
        return self._give()

    def step(self, actions: Any) -> tuple[Observation, Array, Array, Array, dict[str, Any]]:
        """One decision in every game; see the module's text for what comes back."""
        check_open(self.closed)
        if not self._is_started:
            raise GameError("reset the games before the first step")
        self._take_actions(actions)
        self._on_all(self._step_and_observe)
        observation, info = self._give()
        if self._terminations.any():
            self._num_ended += self._terminations
            self._look_back(info)
        reward = self._rewards[self._every_game, self._acted]
        return observation, reward, self._given(self._terminations), self._given(self._truncations), info

    def close_extras(self, **kwargs: Any) -> None:
        """Ends the threads."""
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None

    # --- more than Gymnasium asks for

    def random_actions(self) -> Array:
        """A legal action for every game, all equally likely; the seed decides which."""
        check_open(self.closed)
        if not self._is_started:
            raise GameError("reset the games before asking for actions")
        actions = np.empty(self.num_envs, np.int64)
        self._on_all(lambda start, stop: self._choose(start, stop, actions))
        return actions

    def action_masks(self) -> Array:
        """By game and action: whether it is legal now, as sb3-contrib asks for it."""
        return self._observation["action_mask"].astype(np.bool_)

    def view(self, game: int, seat: int | None) -> View:
        """What a seat may know of a game, for the players of `tenka.players`."""
        return self.rules.view(self.states[game], seat)

    def final_outcome(self, game: int) -> Outcome | None:
        """How the last game in a place ended; None if none has."""
        return self.rules.outcome(self.final_states[game]) if self._num_ended[game] else None

    def final_observation(self, game: int, seat: int) -> tuple[Array, Array]:
        """Planes and globals of a seat at the end of the last game in a place, in arrays of their own."""
        if not self._num_ended[game]:
            raise GameError(f"no game has ended in place {game} so far")
        planes, globals_ = self.observation_spec.empty()
        shape = self.observation_spec.players
        self._encode.encode_whole_state(self.final_states[game], seat, shape, planes, globals_)
        return planes, globals_

    def reason_text(self, game: int) -> str:
        """Why the last game in a place ended, as `Outcome.reason` says it; empty if none has."""
        outcome = self.final_outcome(game)
        return outcome.reason if outcome else ""

    # --- inside

    def _seed(self, seed: int | Sequence[int]) -> None:
        deals = generators_of(seed, self.num_envs)
        self._choice_generators = generators_of(seed, self.num_envs, CHOICES)
        self._generators = deals

    def _take_actions(self, actions: Any) -> None:
        """Checks all actions before anything happens."""
        given = np.asarray(actions)
        check_shape(given.shape, self.num_envs)
        if not np.issubdtype(given.dtype, np.integer):
            raise GameError(f"actions are whole numbers, such as int64, not {given.dtype}")
        if given.dtype == np.uint64 and (given > np.uint64(_MOST_GAMES)).any():
            given = np.minimum(given, np.uint64(_MOST_GAMES))
        np.copyto(self._actions, given, casting="unsafe")
        found = [game for game in self._on_all(self._find_illegal) if game >= 0]
        if found:
            raise IllegalAction(self._why_illegal(min(found)))

    def _why_illegal(self, game: int) -> str:
        action, state = int(self._actions[game]), self.states[game]
        legal = sorted(self.rules.legal(state))
        reason = f"they go from 0 to {self.rules.num_actions - 1}"
        if 0 <= action < self.rules.num_actions:
            try:
                self.rules.apply(state, action)
            except GameError as error:
                reason = str(error)
        return f"game {game}: action {action} is not legal: {reason}. {name_legal(legal)}"

    def _on_all(self, work: Callable[[int, int], Any]) -> list[Any]:
        """Does the work for all games, on several threads where that is faster; all of it is done on return."""
        n = self.num_envs
        parts = min(self._threads, max(1, n // _GAMES_WORTH_A_THREAD))
        if parts == 1:
            return [work(0, n)]
        if self._pool is None:
            self._pool = ThreadPoolExecutor(self._threads - 1, thread_name_prefix="games")
        edges = [n * part // parts for part in range(parts + 1)]
        others = [self._pool.submit(work, edges[part], edges[part + 1]) for part in range(1, parts)]
        results = [work(edges[0], edges[1])]
        return results + [other.result() for other in others]

    def _step_and_observe(self, start: int, stop: int) -> None:
        for first in range(start, stop, _GAMES_IN_CACHE):
            self._step(first, min(first + _GAMES_IN_CACHE, stop))
            self._observe(first, min(first + _GAMES_IN_CACHE, stop))

    def _give(self) -> tuple[Observation, dict[str, Any]]:
        """What the seats to move see, and what there is to say beside it."""
        parts = {name: self._given(array) for name, array in self._observation.items()}
        info = {
            "seat": parts["seat"],
            "action_mask": parts["action_mask"],
            "acted": self._given(self._acted),
            "rewards": self._given(self._rewards),
            "ranking": self._given(self._ranking),
            "reason": self._given(self._reasons),
            "_ranking": self._given(self._terminations),
        }
        return parts if self._rows is None else self._given(self._rows), info

    def _look_back(self, info: dict[str, Any]) -> None:
        """Adds what Gymnasium wants to know of games that have ended."""
        ended = self._terminations.copy()
        seen = np.full(self.num_envs, None, object)
        for game in np.flatnonzero(ended):
            seen[game] = self._final_seen(int(game), int(self._acted[game]))
        told = {name: info[name].copy() for name in ("acted", "rewards", "ranking", "reason")}
        told |= {f"_{name}": ended.copy() for name in told}
        info |= {"final_obs": seen, "_final_obs": ended, "final_info": told, "_final_info": ended.copy()}

    def _final_seen(self, game: int, seat: int) -> Observation:
        """An observation of the end of a game, where nobody may do anything any more."""
        planes, globals_ = self.final_observation(game, seat)
        if self._flat is not None:
            return self._flat.row(planes, globals_)
        mask = np.zeros(self.rules.num_actions, np.int8)
        return {"planes": planes, "globals": globals_, "action_mask": mask, "seat": np.array(seat, np.int8)}

    def _given(self, array: Array) -> Array:
        return array.copy() if self._copy else array

    def _begin(self, start: int, stop: int) -> None:
        self._steps.begin(self.states, self._generators, start, stop)

    def _find_illegal(self, start: int, stop: int) -> int:
        return self._steps.find_illegal(self.states, start, stop, self._actions)

    def _step(self, start: int, stop: int) -> None:
        kind, results = KINDS[self.reward], self._results
        self._steps.step(self.states, self._generators, start, stop, self._actions, kind, *results)

    def _observe(self, start: int, stop: int) -> None:
        self._steps.observe(self.states, start, stop, self._shape, *self._observation.values())
        if self._flat is not None and self._rows is not None:
            planes, globals_ = self._observation["planes"], self._observation["globals"]
            self._flat.write(planes[start:stop], globals_[start:stop], self._rows[start:stop])

    def _choose(self, start: int, stop: int, actions: Array) -> None:
        self._steps.choose(self.states, self._choice_generators, start, stop, actions)


def make_self_play(num_envs: int, game: str, **given: Any) -> GameVectorEnv:
    """What `gymnasium.make_vec` calls."""
    made: GameVectorEnv = getattr(sys.modules[__name__], f"{env_name(game)}VectorEnv")(num_envs, **given)
    return made


def __getattr__(name: str) -> type[GameVectorEnv]:
    """The vector of a title, by its name."""
    made = globals()[name] = name_class(GameVectorEnv, "VectorEnv", name)
    return made


def _cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
