"""Every title keeps the contract, in its smallest game; its own tests try all player counts and options."""

import pytest

from tenka.check import check_game
from tenka.games import GAMES, get_game, get_title


@pytest.mark.parametrize("game", GAMES)
def test_every_title_keeps_the_contract(game: str) -> None:
    report = check_game(get_game(game), options=[{"players": min(get_title(game).players)}])
    assert report.games == 1
    assert report.decisions > 0
