"""Environments for researchers: adapters of the games to Gymnasium, PettingZoo and OpenSpiel, and vectors of games.

Importing this makes ``tenka/Samurai-v1`` and ``tenka/History-v1`` known to Gymnasium, where that is installed: it and
the other libraries are the extra ``envs``.
"""

from importlib.util import find_spec

if find_spec("gymnasium"):
    from tenka.envs.single import register

    register()
