"""Observations as one row of floats from -1 to 1, for trainers that take nothing else."""

from __future__ import annotations

import numpy as np

from tenka.encoding import Array, Spec


class Flat:
    """Turns planes and globals into a row: every number as a part of the highest that its feature can have."""

    def __init__(self, spec: Spec) -> None:
        self._planes, self._globals = scales_of(spec)
        self.size = self._planes.size + self._globals.size

    def write(self, planes: Array, globals_: Array, out: Array) -> None:
        """Writes the row of an observation, or of each of several."""
        num = self._planes.size
        shape = (*out.shape[:-1], *self._planes.shape)
        np.multiply(planes, self._planes, out=out[..., :num].reshape(shape))
        np.multiply(globals_, self._globals, out=out[..., num:])

    def row(self, planes: Array, globals_: Array) -> Array:
        """The row of one observation, in an array of its own."""
        out = np.empty(self.size, np.float32)
        self.write(planes, globals_, out)
        return out


def scales_of(spec: Spec) -> tuple[Array, Array]:
    """What every number of planes and globals is multiplied with to lie between -1 and 1."""
    planes, globals_ = (_scales(*limits) for limits in (spec.planes_range, spec.globals_range))
    return planes, globals_


def _scales(low: Array, high: Array) -> Array:
    furthest = np.maximum(np.abs(low.astype(np.float32)), np.abs(high.astype(np.float32)))
    return (1 / np.maximum(furthest, 1)).astype(np.float32)
