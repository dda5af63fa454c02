"""Both games, for the tests of every kind of environment."""

import pytest

from tenka.envs.play import Play

COUNTS = [
    *(("samurai", players) for players in (2, 3, 4)),
    *(("history", players) for players in (2, 5)),
    *(pytest.param("history", players, marks=pytest.mark.slow) for players in (3, 4, 6)),
]
SMALL = [("samurai", 2), ("history", 2)]
TOO_MANY = [("samurai", 5, "Samurai is for 2, 3 or 4 players, not 5"), ("history", 7, "is for 2 to 6 players, not 7")]


def frozen(play: Play) -> tuple[bytes, int, object]:
    """Everything that a refused action must not change."""
    return play.state.tobytes(), len(play.decisions), play.rng.getstate()
