"""Many games at once on a device, with everything in tensors. On a processor they run too, slowly."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor

from tenka.envs.seeds import CHOICES, generators_for
from tenka.training.subject import Subject

_PARTS = 16
"""Games that are spread stand at so many points."""


def array_of(tensor: Tensor, record: np.dtype[Any] | None = None) -> Any:
    """The same memory as compiled code takes it. `record`: a row of bytes is one such record."""
    if tensor.device.type == "cuda":
        from numba import cuda
        from numba.cuda.cudadrv.devicearray import DeviceNDArray

        array = cuda.as_cuda_array(tensor)
        if record is None:
            return array
        return DeviceNDArray(
            shape=(tensor.shape[0],), strides=(record.itemsize,), dtype=record, gpu_data=array.gpu_data
        )
    return tensor.numpy() if record is None else tensor.numpy().view(record).reshape(-1)


class Seen(NamedTuple):
    """What movers know, may do, and do not know: ``[game, ...]``, or ``[step, game, ...]``."""

    planes: Tensor
    globals: Tensor
    masks: Tensor
    secrets: Tensor


class Observations:
    """Room for what the movers of so many states know; every call of `of` writes into it again."""

    def __init__(self, subject: Subject, players: int, count: int, device: torch.device) -> None:
        spec = subject.spec(players)
        self.players, self.shape = players, subject.shape_of(players)
        self.states = torch.zeros(count, subject.state.itemsize, dtype=torch.uint8, device=device)
        self.planes = torch.zeros(count, *spec.planes_shape, dtype=torch.int8, device=device)
        self.globals = torch.zeros(count, *spec.globals_shape, dtype=torch.int16, device=device)
        self.masks = torch.zeros(count, subject.num_actions, dtype=torch.int8, device=device)
        self.seats = torch.zeros(count, dtype=torch.int8, device=device)
        self.secrets = torch.zeros(count, (self.shape - 1) * len(subject.secrets), dtype=torch.int8, device=device)
        self._observe = (subject.on_gpu if device.type == "cuda" else subject.on_cpu).observe_games
        self._records = array_of(self.states, subject.state)
        self._arrays = [
            array_of(tensor) for tensor in (self.planes, self.globals, self.masks, self.seats, self.secrets)
        ]

    @property
    def told(self) -> Seen:
        """What is learnt from."""
        return Seen(self.planes, self.globals, self.masks, self.secrets)

    def room(self, steps: int) -> Seen:
        """Room to keep what was known at so many steps: to look again costs more than to remember."""
        return Seen(*(torch.zeros(steps, *each.shape, dtype=each.dtype, device=each.device) for each in self.told))

    def look(self) -> Observations:
        """Looks at `states` as they are now."""
        self._observe(self._records, self.players, *self._arrays)
        return self


class Results:
    """Room for what comes of a step, or of several: `[step, game, ...]`."""

    def __init__(self, subject: Subject, players: int, steps: int, count: int, device: torch.device) -> None:
        shape = subject.shape_of(players)
        self.ended = torch.zeros(steps, count, dtype=torch.bool, device=device)
        self.shares = torch.zeros(steps, count, shape, dtype=torch.float32, device=device)
        self.finals = torch.zeros(steps, count, shape * subject.num_finals, dtype=torch.float32, device=device)
        self.taken = torch.zeros(steps, count, subject.num_stakes, dtype=torch.int8, device=device)
        tensors = (self.ended, self.shares, self.finals, self.taken)
        self.arrays = [[array_of(tensor[step]) for tensor in tensors] for step in range(steps)]


class Games:
    """So many games of one number of players, each under one of some rules."""

    def __init__(
        self, subject: Subject, players: int, rules: Sequence[int], count: int, seed: int, device: torch.device
    ) -> None:
        self.subject, self.players, self.count, self.device = subject, players, count, device
        self.seen = Observations(subject, players, count, device)
        self.shape, self.states = self.seen.shape, self.seen.states
        self.actions = torch.zeros(count, dtype=torch.int64, device=device)
        self._kernels = subject.on_gpu if device.type == "cuda" else subject.on_cpu
        self._records = array_of(self.states, subject.state)
        self._generators = self._put(generators_for(seed, count))
        self._choices = self._put(generators_for(seed, count, CHOICES))
        self._rules = self._put(np.array(rules, np.int64))
        self._taken = self._put(np.zeros((count, subject.num_stakes), np.int8))
        self._actions = array_of(self.actions)
        self._greedy: Any = None
        self._scratch: Tensor | None = None
        self._kernels.begin_games(self._records, self._generators, players, self._rules, self._taken)

    def look(self) -> Observations:
        """What the movers know now."""
        return self.seen.look()

    def advance(self, results: Results, step: int = 0) -> None:
        """Carries `actions` out; where a game ends the next one begins."""
        self._kernels.advance_games(
            self._records,
            self._generators,
            self._actions,
            self.players,
            self._rules,
            self._taken,
            *results.arrays[step],
        )

    def stages(self) -> Tensor:
        """The stage that each game is in, such as an epoch, where the title has stages."""
        fields = self.subject.state.fields
        assert fields is not None
        return self.states[:, fields[self.subject.stage][1]].clone()

    def choose_greedily(self, temperature: float, out: Tensor) -> None:
        """Writes what greedy would do in the first games, as many as there is room for in `out`, after a `look`."""
        records, choices = self._records[: len(out)], self._choices[: len(out)]
        learning = self.subject.on_cpu
        if self.device.type != "cuda":
            if self._scratch is None:
                self._scratch = torch.zeros(2 * self.count, self.subject.state.itemsize, dtype=torch.uint8)
            scratch = array_of(self._scratch, self.subject.state)
            weights, actions = learning.GREEDY_WEIGHTS, array_of(out)
            learning.choose_greedily(records, choices, temperature, weights, scratch, actions)
            return
        if self._greedy is None:
            self._greedy = self._kernels.Greedy(self.count)
        self._greedy.choose(records, choices, temperature, array_of(out))

    def spread(self, steps: int) -> None:
        """Plays so many steps greedily, and begins some of the games anew on the way: all would end together else."""
        results = Results(self.subject, self.players, 1, self.count, self.device)
        parts = min(_PARTS, self.count)
        for part in torch.arange(self.count, device=self.device).chunk(parts):
            for left in reversed(range(steps // parts + 1)):
                self.look()
                self.choose_greedily(0.0, self.actions)
                if not left:
                    self.actions[part] = self.subject.on_cpu.NEW
                self.advance(results)

    def _put(self, array: Any) -> Any:
        if self.device.type != "cuda":
            return array
        from numba import cuda

        return cuda.to_device(array)
