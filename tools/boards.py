"""Draws the boards that the rules are shown with: python -m tools.boards

One picture a title, of a game in progress between greedy players, by what draws positions to share.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

from tenka.game import CHANCE, draw_chance
from tenka.games import GAMES, get_game, get_title, load_part
from tenka.players import get_player
from tenka.server.positions import picture_of
from tools.bootstrap import ROOT

DECISIONS = 90
"""Until then, so that there is something to be seen on the board."""


def path_of(game: str) -> Path:
    """Where the picture of a title is kept."""
    return ROOT / "docs" / "pictures" / f"board-{game}.svg"


def draw_board(game: str) -> str:
    """A title's board in a game of as many as can play, as SVG."""
    rules, title, player, rng = get_game(game), get_title(game), get_player("greedy", game), random.Random(1)
    players = max(title.players)
    state = rules.start(rules.options({**title.at_terminal, "players": players}), rng)
    for _ in range(DECISIONS):
        if (seat := rules.turn(state)) is None:
            break
        is_chance = seat == CHANCE
        action = (
            draw_chance(rules, state, rng)
            if is_chance
            else player.decide(rules.view(state, seat), rules.legal(state), rng)
        )
        state = rules.apply(state, action)
    drawn: str = load_part(game, "picture").draw(picture_of(game).draw(rules.view(state, None)), players)
    return drawn


def main() -> int:
    """The command."""
    for game in GAMES:
        path_of(game).write_text(draw_board(game) + "\n", encoding="utf-8")
        print(f"written: {path_of(game).relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
