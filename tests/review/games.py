"""Games to review, and judges that take little time."""

from __future__ import annotations

import random
from copy import copy

from tenka import record as records
from tenka.arena.match import play_game
from tenka.games import get_game
from tenka.players import get_player
from tenka.record import Replay
from tenka.review.review import make_judge
from tenka.search.judge import Judge


def play(game: str, players: int, seed: int, bot: str = "uniform", **given: str) -> Replay:
    """A game between equals, read back from its record."""
    rules = get_game(game)
    options = rules.options({"players": players, **given})
    bots = [get_player(bot, game)] * players
    record = play_game(rules, options, bots, random.Random(seed), random.Random(seed)).record()
    return records.replay(records.write(record))


def hasty_judge(game: str) -> Judge:
    """A game's own judge, in a hurry; others keep theirs as it is."""
    judge = copy(make_judge(get_game(game)))
    judge.luck_tries, judge.fact_worlds, judge.width = 2, 4, 4
    return judge
