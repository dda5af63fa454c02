"""A time to think is counted by the processor in matches, and by the wall where somebody waits."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from itertools import count
from typing import Any

import pytest

from tenka.arena.match import play_game
from tenka.game import Action, View
from tenka.games import get_game
from tenka.players import get_player
from tenka.players.others import find_player
from tenka.search import clock

NAP = 0.05


def nap() -> float:
    """How long a while in which nothing is done takes by the clock of searches."""
    begin = clock.now()
    time.sleep(NAP)
    return clock.now() - begin


class Sleeper:
    """Naps once, before its first decision, and is only legal."""

    name = "sleeper"

    def __init__(self) -> None:
        self.naps: list[float] = []

    def decide(self, view: View, legal: Sequence[Action], rng: random.Random) -> Action:
        if not self.naps:
            self.naps.append(nap())
        return legal[0]


def test_in_a_match_what_others_do_on_the_machine_costs_no_player_its_time() -> None:
    rules, sleeper = get_game("samurai"), Sleeper()
    options = rules.options({"players": 2})
    guest = find_player(sleeper, "samurai")
    play_game(rules, options, [guest, guest], random.Random(1), random.Random(1))
    assert sleeper.naps[0] < NAP / 2
    assert nap() >= NAP


def test_after_a_match_that_failed_the_wall_counts_again() -> None:
    with pytest.raises(ZeroDivisionError), clock.by_processor():
        raise ZeroDivisionError
    assert nap() >= NAP


OPTIONS: dict[str, dict[str, Any]] = {
    "samurai": {"players": 2, "hands": "random", "pieces": "random"},
    "history": {"players": 5},
}


@pytest.mark.parametrize("game", ["samurai", "history"])
@pytest.mark.parametrize("name", ["mcts:600000ms", "neural:600000ms"])
def test_every_search_that_has_a_time_counts_it_by_that_clock(
    game: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ten minutes are over after a few looks at a processor's clock on which a minute passes between two."""
    rules, player, rng = get_game(game), get_player(name, game), random.Random(1)
    state = rules.start(rules.options(OPTIONS[game]), rng)
    while (seat := rules.turn(state)) is None or seat < 0 or len(rules.legal(state)) == 1:
        state = rules.apply(state, rules.legal(state)[0])
    minutes = count(step=60)
    monkeypatch.setattr(time, "process_time", lambda: float(next(minutes)))
    with clock.by_processor():
        assert player.decide(rules.view(state, seat), rules.legal(state), rng) in rules.legal(state)
    assert next(minutes) > 5 * 60
