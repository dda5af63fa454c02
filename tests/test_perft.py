"""Counted trees: each file in tests/perft is a record up to a position, and how many sequences of decisions follow.

On a failure the counts by first decision are printed: follow the one that looks wrong.
"""

from pathlib import Path

import pytest

from tenka.perft import count, split
from tenka.record import replay

TREES = sorted((Path(__file__).parent / "perft").glob("*.perft"))


@pytest.mark.parametrize("path", TREES, ids=lambda path: path.stem)
def test_counted_tree(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    counts = [line.split()[1:] for line in lines if line.startswith("perft ")]
    game = replay("\n".join(line for line in lines if not line.startswith("perft ")))
    assert counts
    for depth, expected in counts:
        counted = count(game.rules, game.final, int(depth))
        assert counted == int(expected), "\n".join(
            f"{move} {number}" for move, number in split(game.rules, game.final, int(depth)).items()
        )


def test_there_are_trees_for_every_player_count_and_option() -> None:
    headers = [path.read_text(encoding="utf-8") for path in TREES]
    for word in (
        "players=2",
        "players=3",
        "players=4",
        "hands=chosen",
        "hands=random",
        "pieces=placed",
        "pieces=random",
        "captures=end",
        "captures=once",
        "captured=open",
        "captured=hidden",
        "switch_same=yes",
        "switch_same=no",
    ):
        assert any(word in header for header in headers), word
