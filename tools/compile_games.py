"""Compiles the rules of every game and its players, by playing one: python -m tools.compile_games

What is compiled is kept, so that whatever starts next, in however many processes, only loads it.
"""

from __future__ import annotations

import random

from tenka.arena.match import play_game
from tenka.games import GAMES, get_game
from tenka.players import SEARCHER, default_player, get_player


def main() -> None:
    """The command."""
    for game in GAMES:
        rules = get_game(game)
        options = rules.options({})
        names = (default_player(game), f"{SEARCHER}:2")
        seated = [get_player(names[seat % 2], game) for seat in range(options.players)]
        play_game(rules, options, seated, random.Random(1), random.Random(1)).record()


if __name__ == "__main__":
    main()
