"""Environments for researchers: adapters of the games to Gymnasium, PettingZoo and OpenSpiel, and vectors of games.

Every title has them, by names that are made from its own (see `tenka.envs.names`). For a game ``four_in_a_row``:

* ``four_in_a_row_v1``, with ``env`` and ``raw_env``, for PettingZoo, or ``tenka/FourInARow-v1`` for `pettingzoo.make`;
* ``tenka/FourInARow-v1`` for `gymnasium.make` and `gymnasium.make_vec`, once this is imported, and
  ``tenka/FourInARowSelfPlay-v1`` for the latter;
* ``FourInARowVectorEnv``, ``FourInARowSeatVectorEnv`` and ``FourInARowCudaEnv``, where the title has compiled steps;
* ``python_tenka_four_in_a_row`` for OpenSpiel, once `tenka.envs.openspiel` is imported.

These libraries are the extra ``envs``.

>>> import gymnasium
>>> from tenka.envs.names import gymnasium_id
>>> from tenka.games import DEFAULT_GAME
>>> env = gymnasium.make(gymnasium_id(DEFAULT_GAME), players=3, opponents="uniform")
>>> observation, info = env.reset(seed=1)
>>> action = env.action_space.sample(info["action_mask"])
>>> observation, reward, terminated, truncated, info = env.step(action)
>>> terminated, truncated
(False, False)
"""

from importlib import import_module
from importlib.util import find_spec
from typing import Any

from tenka.envs import zoo

if find_spec("gymnasium"):
    from tenka.envs.single import register

    register()

zoo.register()


def __getattr__(name: str) -> Any:
    """The vectors of all titles, from where they are at home."""
    homes = {
        "SeatVectorEnv": "tenka.envs.against",
        "VectorEnv": "tenka.envs.vector",
        "CudaEnv": "tenka.envs.cuda",
    }
    home = next((home for ending, home in homes.items() if name.endswith(ending)), None)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(home), name)
