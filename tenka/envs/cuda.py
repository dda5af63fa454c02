"""A vector of games of Samurai on a GPU: a thread for each game, and nothing leaves the device.

It plays the very same games as `tenka.envs.vector.SamuraiVectorEnv`: from the same seed and the same actions come the
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
from typing import Any

import numpy as np

from tenka.compiled import enable_cuda, random_below
from tenka.encoding import Spec
from tenka.envs.dlpack import CUDA_DEVICE, DeviceArray
from tenka.envs.payoff import KINDS, samurai_figure, write_rewards
from tenka.envs.rewards import SAMURAI_SCALE, check_reward
from tenka.envs.samurai_steps import begin_game
from tenka.envs.seeds import CHOICES, generators_of
from tenka.game import GameError, IllegalAction
from tenka.games import get_game
from tenka.samurai import encode
from tenka.samurai.actions import MAX_LEGAL, NUM_ACTIONS
from tenka.samurai.encode import mark_globals, mark_places
from tenka.samurai.options import make_options
from tenka.samurai.pieces import MAX_PLAYERS
from tenka.samurai.rules import apply_action, list_legal
from tenka.samurai.state import OVER, new_states

enable_cuda()
from numba import config, cuda  # noqa: E402

THREADS_PER_BLOCK = 64
GAMES_PER_BLOCK = 32
"""So many games write their globals and masks together: what they have in shared memory fits, and a warp is full."""
THREADS_PER_GAME = 4 if config.ENABLE_CUDASIM else 64
"""The places of a board are shared out among so many threads: neighbours write neighbouring bytes."""

_MASK_BITS = 32
_MASK_WORDS = -(-NUM_ACTIONS // _MASK_BITS)
_MOST_GLOBALS = encode.spec(None).globals_shape[0]
_NO_GAME = 2**31 - 1
_SCALE = float(SAMURAI_SCALE)


# --- kernels ------------------------------------------------------------------------------------------


@cuda.jit
def _begin_kernel(states: Any, generators: Any, players: int, first: int, rules: int) -> None:
    game = cuda.grid(1)
    if game < states.shape[0]:
        begin_game(states[game], generators[game], players, first, rules)


@cuda.jit
def _check_kernel(masks: Any, actions: Any, illegal: Any) -> None:
    """The first game whose action is not legal."""
    game = cuda.grid(1)
    if game >= masks.shape[0]:
        return
    action = actions[game]
    if action < 0 or action >= NUM_ACTIONS or masks[game, action] == 0:
        cuda.atomic.min(illegal, 0, game)


@cuda.jit
def _choose_kernel(states: Any, generators: Any, actions: Any) -> None:
    game = cuda.grid(1)
    if game >= states.shape[0]:
        return
    legal = cuda.local.array(MAX_LEGAL, np.int16)
    num = list_legal(states[game], legal)
    actions[game] = legal[random_below(generators[game], num)]


@cuda.jit
def _step_kernel(
    states: Any,
    generators: Any,
    actions: Any,
    players: int,
    first: int,
    rules: int,
    kind: int,
    final_states: Any,
    acted: Any,
    reward: Any,
    rewards: Any,
    ranking: Any,
    reasons: Any,
    terminations: Any,
) -> None:
    """As `samurai_steps.step_games`, a thread for each game."""
    game = cuda.grid(1)
    if game >= states.shape[0]:
        return
    figures = cuda.local.array(MAX_PLAYERS, np.int64)
    state = states[game]
    mover = int(state.seat)
    acted[game] = mover
    apply_action(state, int(actions[game]))
    is_over = state.phase == OVER
    terminations[game] = is_over
    reasons[game] = state.reason
    if not is_over:
        reward[game] = 0.0
        for seat in range(players):
            rewards[game, seat] = 0.0
            ranking[game, seat] = 0
        return
    for seat in range(players):
        figures[seat] = samurai_figure(state, seat)
    write_rewards(figures, players, kind, _SCALE, rewards[game], ranking[game])
    reward[game] = rewards[game, mover]
    final_states[game] = state
    begin_game(state, generators[game], players, first, rules)


@cuda.jit
def _rows_kernel(states: Any, shape: int, globals_: Any, masks: Any, seats: Any) -> None:
    """Globals and masks: each thread works its game out in shared memory, then all write one game after the other."""
    lane = cuda.threadIdx.x
    first = cuda.blockIdx.x * GAMES_PER_BLOCK
    num_games, num_globals = globals_.shape
    shared_globals = cuda.shared.array((GAMES_PER_BLOCK, _MOST_GLOBALS), np.int16)
    shared_masks = cuda.shared.array((GAMES_PER_BLOCK, _MASK_WORDS), np.int64)
    legal = cuda.local.array(MAX_LEGAL, np.int16)
    if first + lane < num_games:
        state = states[first + lane]
        for number in range(num_globals):
            shared_globals[lane, number] = 0
        mark_globals(state, int(state.seat), shape, shared_globals[lane])
        for word in range(_MASK_WORDS):
            shared_masks[lane, word] = 0
        for place in range(list_legal(state, legal)):
            action = int(legal[place])
            shared_masks[lane, action // _MASK_BITS] |= 1 << (action % _MASK_BITS)
        seats[first + lane] = state.seat
    cuda.syncthreads()
    for row in range(min(GAMES_PER_BLOCK, num_games - first)):
        for number in range(lane, num_globals, GAMES_PER_BLOCK):
            globals_[first + row, number] = shared_globals[row, number]
        for action in range(lane, NUM_ACTIONS, GAMES_PER_BLOCK):
            masks[first + row, action] = shared_masks[row, action // _MASK_BITS] >> (action % _MASK_BITS) & 1


@cuda.jit
def _planes_kernel(states: Any, shape: int, planes: Any) -> None:
    """A block for each game, its threads side by side along the places."""
    game = cuda.blockIdx.x
    state = states[game]
    seat = int(state.seat)
    own = planes[game]
    num_planes, num_places = own.shape
    for place in range(cuda.threadIdx.x, num_places, cuda.blockDim.x):
        for plane in range(num_planes):
            own[plane, place] = 0
        mark_places(state, seat, shape, place, place + 1, own)


# --- the environment ----------------------------------------------------------------------------------


class SamuraiCudaEnv:
    """So many games of Samurai on a GPU. Options are those of `tenka.samurai.options.Options`, by name."""

    def __init__(
        self,
        n: int,
        *,
        players: int = 2,
        seed: int | Sequence[int] | None = None,
        reward: str = "win",
        one_shape: bool = False,
        check: bool = True,
        **options: Any,
    ) -> None:
        """`check`: actions are checked before each step, for which the processor waits for the GPU.

        Without it an action that is not legal breaks its game, silently.
        """
        if isinstance(n, bool) or not isinstance(n, (int, np.integer)) or not 1 <= n < _NO_GAME:
            raise GameError(f"a vector has a whole number of games from 1 on, not {n!r}")
        self.num_envs = int(n)
        self.rules = get_game("samurai")
        self.options = make_options({"players": players, **options})
        self.players = self.options.players
        self.reward = check_reward(reward)
        self.observation_spec: Spec = encode.spec(None if one_shape else self.players)
        self.check = check
        self.closed = False
        self._is_started = False
        self._shape = encode.shape_of(self.observation_spec.players)
        first = -1 if self.options.first is None else self.options.first
        self._settings = (self.players, first, self.options.bits)
        self._blocks = -(-self.num_envs // THREADS_PER_BLOCK)
        self._make_buffers()
        self._seed(secrets.randbits(63) if seed is None else seed)

    def _make_buffers(self) -> None:
        n, players, spec = self.num_envs, self.players, self.observation_spec
        self.states = cuda.to_device(new_states(n))
        """The games as they are, on the device. Only to be read."""
        self.final_states = cuda.to_device(new_states(n))
        """How the last game in each place ended; blank before the first end."""
        shapes: dict[str, tuple[tuple[int, ...], Any]] = {
            "planes": ((n, *spec.planes_shape), np.int8),
            "globals": ((n, *spec.globals_shape), np.int16),
            "action_mask": ((n, NUM_ACTIONS), np.int8),
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
        self._check_open()
        if options:
            raise GameError(f"a vector of games is reset without options, not with {', '.join(map(repr, options))}")
        if seed is not None:
            self._seed(seed)
        _begin_kernel[self._blocks, THREADS_PER_BLOCK](self.states, self._generators, *self._settings)
        for name in ("acted", "reward", "rewards", "ranking", "reason", "terminations"):
            array = self._arrays[name]
            array.copy_to_device(np.zeros(array.shape, array.dtype))
        self._observe()
        self._is_started = True
        return dict(self._observation), dict(self._info)

    def step(
        self, actions: Any
    ) -> tuple[dict[str, DeviceArray], DeviceArray, DeviceArray, DeviceArray, dict[str, DeviceArray]]:
        """One decision in every game. Actions may be on the device (any library's) or a NumPy array."""
        self._check_started()
        given = self._take_actions(actions)
        arrays = self._arrays
        _step_kernel[self._blocks, THREADS_PER_BLOCK](
            self.states,
            self._generators,
            given,
            *self._settings,
            KINDS[self.reward],
            self.final_states,
            arrays["acted"],
            arrays["reward"],
            arrays["rewards"],
            arrays["ranking"],
            arrays["reason"],
            arrays["terminations"],
        )
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
        _choose_kernel[self._blocks, THREADS_PER_BLOCK](self.states, self._choice_generators, self._arrays["actions"])
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
        for name in ("states", "final_states", "_arrays", "_outside", "_observation", "_info"):
            setattr(self, name, None)

    # --- inside

    def _seed(self, seed: int | Sequence[int]) -> None:
        deals, choices = generators_of(seed, self.num_envs), generators_of(seed, self.num_envs, CHOICES)
        self._generators, self._choice_generators = cuda.to_device(deals), cuda.to_device(choices)

    def _observe(self) -> None:
        arrays = self._arrays
        blocks = -(-self.num_envs // GAMES_PER_BLOCK)
        _rows_kernel[blocks, GAMES_PER_BLOCK](
            self.states, self._shape, arrays["globals"], arrays["action_mask"], arrays["seat"]
        )
        _planes_kernel[self.num_envs, THREADS_PER_GAME](self.states, self._shape, arrays["planes"])

    def _check_open(self) -> None:
        if self.closed:
            raise GameError("these games are closed; make a new vector to play on")

    def _check_started(self) -> None:
        self._check_open()
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
        if given.shape != (self.num_envs,):
            raise GameError(f"actions are an array of shape ({self.num_envs},), one for every game, not {given.shape}")
        if given.dtype not in (np.int64, np.int32):
            raise GameError(f"actions are int64 or int32, not {given.dtype}")
        if isinstance(given, np.ndarray):
            given = cuda.to_device(np.ascontiguousarray(given))
        if self.check:
            self._illegal.copy_to_device(np.array([_NO_GAME], np.int32))
            _check_kernel[self._blocks, THREADS_PER_BLOCK](self._arrays["action_mask"], given, self._illegal)
            game = int(self._illegal.copy_to_host()[0])
            if game != _NO_GAME:
                raise IllegalAction(self._why_illegal(game, int(given[game])))
        return given

    def _why_illegal(self, game: int, action: int) -> str:
        mask = self._arrays["action_mask"][game].copy_to_host()
        legal = np.flatnonzero(mask).tolist()
        shown = ", ".join(str(other) for other in legal[:8]) + (", …" if len(legal) > 8 else "")
        return f"game {game}: action {action} is not legal. The {len(legal)} legal ones are {shown}"


def _outside(array: Any) -> DeviceArray:
    """An array as other libraries take it."""
    if config.ENABLE_CUDASIM:
        pointer, device = 0, (CUDA_DEVICE, 0)
    else:
        pointer = int(array.__cuda_array_interface__["data"][0])
        device = (CUDA_DEVICE, int(cuda.get_current_device().id))
    return DeviceArray(array, pointer, tuple(array.shape), array.dtype, device, cuda.synchronize)
