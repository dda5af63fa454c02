"""Every record in tests/games is a game that must stay possible, word for word. To add one, drop it there."""

from pathlib import Path

import pytest

from tenka.record import load, write

GAMES = sorted((Path(__file__).parent / "games").glob("*.game"))


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_golden_game(path: Path) -> None:
    replay = load(path)
    assert write(replay.record) == path.read_text(encoding="utf-8")
    conserved = replay.rules.quantities(replay.start)
    for state in replay.states():
        assert replay.rules.quantities(state) == conserved
