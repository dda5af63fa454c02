"""Compiling the rules before they are needed, with a word to who waits for it."""

from __future__ import annotations

import random
import sys
import threading
from collections.abc import Callable, Iterable
from itertools import cycle, islice

from tenka.arena.match import play_game
from tenka.game import Rules
from tenka.games import find_part
from tenka.players import SEARCHER, UNIFORM, get_player, is_own

WORD = "Preparing the rules for this machine (once, up to half a minute) …"
SECONDS_UNTIL_WORD = 2.0
"""Loading what was compiled before takes a quarter of it, and on a busy machine still less than all of it."""


def _say_so() -> None:
    print(WORD, file=sys.stderr, flush=True)


def warm_up(rules: Rules, players: Iterable[str], say: Callable[[], None] = _say_so) -> None:
    """Plays a game with these players, so that everything is compiled that games and their records need.

    Where that takes its time, it is said. Players of others see to themselves.
    """
    timer = threading.Timer(SECONDS_UNTIL_WORD, say)
    timer.daemon = True
    timer.start()
    try:
        options = rules.options({})
        names = {_quick(name, rules.name) if is_own(name, rules.name) else UNIFORM for name in players}
        bots = [get_player(name, rules.name) for name in sorted(names)]
        seated = list(islice(cycle(bots), options.players))
        play_game(rules, options, seated, random.Random(1), random.Random(1)).record()
    finally:
        timer.cancel()


def _quick(name: str, game: str) -> str:
    """The same player with next to no time to think: what it runs is compiled all the same."""
    base = name.partition(":")[0]
    thinkers = (SEARCHER, *getattr(find_part(game, "players"), "THINKERS", ()))
    return f"{base}:2" if base in thinkers else name
