"""Compiles the rules of every game and its players, by playing one: python -m tools.compile_games

What is compiled is kept, so that whatever starts next, in however many processes, only loads it. Games are
compiled side by side.
"""

from __future__ import annotations

import random
import subprocess
import sys

from tenka.arena.match import play_game
from tenka.games import GAMES, get_game
from tenka.players import SEARCHER, default_player, get_player


def compile_game(game: str) -> None:
    """Plays a game of it."""
    rules = get_game(game)
    options = rules.options({})
    names = (default_player(game), f"{SEARCHER}:2")
    seated = [get_player(names[seat % 2], game) for seat in range(options.players)]
    play_game(rules, options, seated, random.Random(1), random.Random(1)).record()


def main() -> None:
    """The command: all games, or those that are named."""
    if sys.argv[1:]:
        for game in sys.argv[1:]:
            compile_game(game)
        return
    others = [subprocess.Popen([sys.executable, "-m", "tools.compile_games", game]) for game in GAMES]
    for other in others:
        other.wait()


if __name__ == "__main__":
    main()
