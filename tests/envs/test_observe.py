"""What a player makes of its view is what an environment shows, so that what has learnt in one can play."""

import random
from typing import Any

import numpy as np
import pytest

from tenka.envs.play import Play, observe
from tenka.game import GameError
from tests.envs.games import SMALL


@pytest.mark.parametrize("given", [{}, {"flat": True}, {"flat": True, "one_shape": True}])
@pytest.mark.parametrize(("game", "players"), SMALL)
def test_a_view_gives_the_same_arrays_as_an_environment(game: str, players: int, given: dict[str, Any]) -> None:
    play, rng = Play(game, players, **given), random.Random(1)
    play.reset(rng)
    for _ in range(60):
        assert play.turn is not None
        shown, seen = play.observe(play.turn), observe(play.view(play.turn), game, **given)
        np.testing.assert_equal(seen, shown)
        play.act(rng.choice(play.legal()))


def test_a_spectator_observes_nothing() -> None:
    play = Play("samurai", 2)
    play.reset(random.Random(1))
    with pytest.raises(GameError, match="a spectator has none"):
        observe(play.rules.view(play.state, None), "samurai")
