"""Vectors of games on a GPU: a thread for each game, and nothing leaves the device.

They play the very same games as the vectors of `tenka.envs.vector`: from the same seed and the same actions come the
same bytes. What comes back means the same too; the module's text there explains it. Every array is a
`tenka.envs.dlpack.DeviceArray`, which PyTorch and JAX take without a copy:

    torch.as_tensor(observation["planes"])           torch.from_dlpack(observation["planes"])
    jax.dlpack.from_dlpack(observation["planes"])

**The arrays are reused**: the next step writes into them. Work is queued on CUDA's default stream, like PyTorch's. With
a library that has streams of its own, such as JAX, call `synchronize` before it reads what it took over earlier.

Needs an NVIDIA GPU and the extra ``gpu``. With ``NUMBA_ENABLE_CUDASIM=1 NUMBA_DISABLE_JIT=1`` it runs, slowly, without.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any, ClassVar, Protocol

import numpy as np

from tenka.compiled import enable_cuda
from tenka.encoding import Array, Spec
from tenka.envs.dlpack import CUDA_DEVICE, DeviceArray
from tenka.envs.names import name_class
from tenka.envs.rewards import check_reward, margin_of
from tenka.envs.seeds import CHOICES, generators_of
from tenka.envs.vector_checks import check_count, check_open, check_reset_options, check_shape, name_legal
from tenka.game import GameError, IllegalAction, Options
from tenka.games import get_game, load_part
from tenka.payoff import KINDS

enable_cuda()
from numba import config, cuda  # noqa: E402

THREADS_PER_BLOCK = 64
_NO_GAME = 2**31 - 1


@cuda.jit
def _check_kernel(masks: Any, actions: Any, illegal: Any) -> None:
    """The first game whose action is not legal."""
    game = cuda.grid(1)
    if game >= masks.shape[0]:
        return
    action = actions[game]
    if action < 0 or action >= masks.shape[1] or masks[game, action] == 0:
        cuda.atomic.min(illegal, 0, game)


class Kernels(Protocol):
    """A title's ``cuda.py``: what `tenka.envs.vector.Steps` does, for arrays on a GPU and all games at once.

    `grid` has a thread for each game.
    """

    def __init__(self, options: Options) -> None: ...

    def new_states(self, count: int) -> Array:
        """Room for so many games, on the host."""

    def begin(self, grid: tuple[int, int], states: Any, generators: Any) -> None:
        """Deals new games, up to the first decision of a person."""

    def step(
        self, grid: tuple[int, int], states: Any, generators: Any, actions: Any, kind: int, final: Any, *results: Any
    ) -> None:
        """Carries legal actions out. The results are acted, reward, rewards, ranking, reasons and terminations."""

    def choose(self, grid: tuple[int, int], states: Any, generators: Any, actions: Any) -> None:
        """A random legal action for every game."""

    def write_rows(self, states: Any, shape: int, globals_: Any, masks: Any, seats: Any) -> None:
        """Globals and masks of the seats to move, and which seats these are."""

    def write_planes(self, states: Any, shape: int, planes: Any) -> None:
        """Planes, as the seats to move know them."""


class GameCudaEnv:
    """So many games of one title on a GPU, which a subclass names. Each title has one: see `tenka.envs.names`."""

    game: ClassVar[str]

    def __init__(
        self,
        n: int,
        *,
        players: int | None = None,
        seed: int | Sequence[int] | None = None,
        reward: str = "win",
        one_shape: bool = False,
        check: bool = True,
        **options: Any,
    ) -> None:
        """`check`: actions are checked before each step, for which the processor waits for the GPU.

        Without it an action that is not legal breaks its game, silently.
        """
        self.num_envs = check_count(n, _NO_GAME - 1)
        self.rules = get_game(self.game)
        encode: Any = load_part(self.game, "encode")
        kernels: type[Kernels] = load_part(self.game, "cuda").Kernels
        self.options = self.rules.options(options if players is None else {"players": players, **options})
        self.players: int = self.options.players
        self.reward = check_reward(reward, margin_of(self.game))
        self.observation_spec: Spec = encode.spec(None if one_shape else self.players)
        self.check = check
        self.closed = False
        self._is_started = False
        self._shape: int = encode.shape_of(self.observation_spec.players)
        self._kernels = kernels(self.options)
        self._grid = (-(-self.num_envs // THREADS_PER_BLOCK), THREADS_PER_BLOCK)
        self._make_buffers()
        self._seed(secrets.randbits(63) if seed is None else seed)

    def _make_buffers(self) -> None:
        n, players, spec = self.num_envs, self.players, self.observation_spec
        self.states = cuda.to_device(self._kernels.new_states(n))
        """The games as they are, on the device. Only to be read."""
        self.final_states = cuda.to_device(self._kernels.new_states(n))
        """How the last game in each place ended; blank before the first end."""
        shapes: dict[str, tuple[tuple[int, ...], Any]] = {
            "planes": ((n, *spec.planes_shape), np.int8),
            "globals": ((n, *spec.globals_shape), np.int16),
            "action_mask": ((n, self.rules.num_actions), np.int8),
            "seat": ((n,), np.int8),
            "acted": ((n,), np.int8),
            "reward": ((n,), np.float32),
            "rewards": ((n, players), np.float32),
            "ranking": ((n, players), np.int8),
            "reason": ((n,), np.int8),
            "terminations": ((n,), np.bool_),
            "truncations": ((n,), np.bool_),
            "actions": ((n,), np.int64),
        }
        self._arrays = {name: cuda.device_array(shape, dtype) for name, (shape, dtype) in shapes.items()}
        self._results = [
            self._arrays[name] for name in ("acted", "reward", "rewards", "ranking", "reason", "terminations")
        ]
        self._arrays["truncations"].copy_to_device(np.zeros(n, np.bool_))
        self._outside = {name: _outside(array) for name, array in self._arrays.items()}
        self._observation = {name: self._outside[name] for name in ("planes", "globals", "action_mask", "seat")}
        self._info = {
            name: self._outside[name] for name in ("seat", "action_mask", "acted", "rewards", "ranking", "reason")
        }
        self._illegal = cuda.device_array(1, np.int32)

    def reset(
        self, *, seed: int | Sequence[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, DeviceArray], dict[str, DeviceArray]]:
        """New games everywhere. A seed begins everything anew; without one, chance goes on where it was."""
        check_open(self.closed)
        check_reset_options(options)
        if seed is not None:
            self._seed(seed)
        self._kernels.begin(self._grid, self.states, self._generators)
        for array in self._results:
            array.copy_to_device(np.zeros(array.shape, array.dtype))
        self._observe()
        self._is_started = True
        return dict(self._observation), dict(self._info)

    def step(
        self, actions: Any
    ) -> tuple[dict[str, DeviceArray], DeviceArray, DeviceArray, DeviceArray, dict[str, DeviceArray]]:
        """One decision in every game. Actions may be on the device (any library's) or a NumPy array."""
        self._check_started()
        given, kind = self._take_actions(actions), KINDS[self.reward]
        self._kernels.step(self._grid, self.states, self._generators, given, kind, self.final_states, *self._results)
        self._observe()
        outside = self._outside
        return (
            dict(self._observation),
            outside["reward"],
            outside["terminations"],
            outside["truncations"],
            dict(self._info),
        )

    def random_actions(self) -> DeviceArray:
        """A legal action for every game, all equally likely; the seed decides which. The array is reused."""
        self._check_started()
        self._choose()
        return self._outside["actions"]

    @property
    def device_name(self) -> str:
        """What the GPU is called."""
        name = cuda.get_current_device().name
        return name.decode() if isinstance(name, bytes) else str(name)

    def synchronize(self) -> None:
        """Waits until everything that was asked for has been written."""
        cuda.synchronize()

    def close(self) -> None:
        """Gives the memory back, as soon as nobody else holds any of it."""
        self.closed = True
        for name in ("states", "final_states", "_arrays", "_results", "_outside", "_observation", "_info"):
            setattr(self, name, None)

    # --- inside

    def _seed(self, seed: int | Sequence[int]) -> None:
        deals, choices = generators_of(seed, self.num_envs), generators_of(seed, self.num_envs, CHOICES)
        self._generators, self._choice_generators = cuda.to_device(deals), cuda.to_device(choices)

    def _observe(self) -> None:
        self._write_rows()
        self._write_planes()

    def _choose(self) -> None:
        self._kernels.choose(self._grid, self.states, self._choice_generators, self._arrays["actions"])

    def _write_rows(self) -> None:
        rows = (self._arrays[name] for name in ("globals", "action_mask", "seat"))
        self._kernels.write_rows(self.states, self._shape, *rows)

    def _write_planes(self) -> None:
        self._kernels.write_planes(self.states, self._shape, self._arrays["planes"])

    def _check_started(self) -> None:
        check_open(self.closed)
        if not self._is_started:
            raise GameError("reset the games before the first step")

    def _take_actions(self, actions: Any) -> Any:
        """The actions on the device, checked before anything happens."""
        if actions is self._outside["actions"]:
            given = self._arrays["actions"]
        elif hasattr(actions, "__cuda_array_interface__"):
            given = cuda.as_cuda_array(actions)
        else:
            given = np.asarray(actions)
        check_shape(given.shape, self.num_envs)
        if given.dtype not in (np.int64, np.int32):
            raise GameError(f"actions are int64 or int32, not {given.dtype}")
        if isinstance(given, np.ndarray):
            given = cuda.to_device(np.ascontiguousarray(given))
        if self.check:
            self._illegal.copy_to_device(np.array([_NO_GAME], np.int32))
            _check_kernel[self._grid](self._arrays["action_mask"], given, self._illegal)
            game = int(self._illegal.copy_to_host()[0])
            if game != _NO_GAME:
                raise IllegalAction(self._why_illegal(game, int(given[game])))
        return given

    def _why_illegal(self, game: int, action: int) -> str:
        mask = self._arrays["action_mask"][game].copy_to_host()
        return f"game {game}: action {action} is not legal. {name_legal(np.flatnonzero(mask).tolist())}"


def __getattr__(name: str) -> type[GameCudaEnv]:
    """The vector of a title, by its name."""
    made = globals()[name] = name_class(GameCudaEnv, "CudaEnv", name)
    return made


def _outside(array: Any) -> DeviceArray:
    """An array as other libraries take it."""
    if config.ENABLE_CUDASIM:
        pointer, device = 0, (CUDA_DEVICE, 0)
    else:
        pointer = int(array.__cuda_array_interface__["data"][0])
        device = (CUDA_DEVICE, int(cuda.get_current_device().id))
    return DeviceArray(array, pointer, tuple(array.shape), array.dtype, device, cuda.synchronize)
