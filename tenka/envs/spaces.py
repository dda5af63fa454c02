"""The spaces of observations and masks."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from tenka.encoding import Spec
from tenka.envs.play import Play


def observation_space_of(play: Play) -> spaces.Space[Any]:
    """What `Play.observe` gives: parts with the ranges that the spec lists, or a row."""
    if play.flat:
        return flat_space_of(play.spec)
    low_planes, high_planes = play.spec.planes_range
    low_globals, high_globals = play.spec.globals_range
    return spaces.Dict(
        {
            "planes": spaces.Box(low_planes, high_planes, dtype=low_planes.dtype.type),
            "globals": spaces.Box(low_globals, high_globals, dtype=low_globals.dtype.type),
        }
    )


def flat_space_of(spec: Spec) -> spaces.Space[Any]:
    """The rows that `tenka.envs.flat` makes of observations."""
    lowest = np.concatenate([np.ravel(low) for low, _ in (spec.planes_range, spec.globals_range)])
    low = np.where(lowest < 0, np.float32(-1), np.float32(0))
    return spaces.Box(low, np.ones_like(low), dtype=np.float32)


def mask_space_of(num_actions: int) -> spaces.Space[Any]:
    """The space of masks."""
    return spaces.Box(0, 1, (num_actions,), np.int8)
