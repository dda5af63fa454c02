"""A few games of every baseline at every table, and they do not contradict what was published."""

from __future__ import annotations

import pytest

from tenka.arena.leaderboard import read_board
from tenka.arena.measure import measure
from tenka.games import GAMES, get_title

CASES = [
    (game, player, seats)
    for game in GAMES
    for seats in get_title(game).players
    for player in ("greedy", "policy")
    if any(trial.terms.player == player for trial in read_board(game))
]


@pytest.mark.parametrize(("game", "player", "seats"), CASES)
def test_a_baseline_plays_as_it_was_measured(game: str, player: str, seats: int) -> None:
    trial = next(trial for trial in read_board(game) if trial.terms.player == player)
    published = next(pairing.score for pairing in trial.tables[seats] if pairing.against == "karo")
    now = measure(player, "karo", 4 * seats, game, workers=1, players=seats)
    low, high = now.interval
    assert low <= published.interval[1]
    assert published.interval[0] <= high
