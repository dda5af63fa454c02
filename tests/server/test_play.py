"""Play over HTTP and WebSocket, from a guest's first click to the record of the game."""

from __future__ import annotations

import random
from typing import Any

from tenka.patches import merge_patch
from tenka.record import replay
from tests.server.client import BASIC, Line, Page


def take_turn(line: Line, table: str, choice: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """Plays random tokens, each previewed, until the turn is whole."""
    moves: list[str] = []
    preview: dict[str, Any] = {"choice": choice}
    while not (preview["choice"]["is_whole"] and moves):
        legal = [token for token in preview["choice"]["legal"] if token != "done"]
        moves.append(rng.choice(legal))
        preview = line.ask("preview", table=table, version=choice["version"], moves=" ".join(moves))
        assert preview["type"] == "previewed", preview
    return line.ask("act", table=table, version=choice["version"], moves=" ".join(moves))


def plain(position: Any) -> Any:
    """Without what is null: a patch cannot tell a missing value from none."""
    if isinstance(position, dict):
        return {name: plain(value) for name, value in position.items() if value is not None}
    return position


def test_a_guest_plays_a_bot_to_the_end(guest: Page) -> None:
    table = guest.make_table("me", "greedy", options=BASIC)["id"]
    rng = random.Random(1)
    with guest.open() as line:
        assert line.until("welcome")["person"]["is_guest"]
        snapshot = line.ask("watch", table=table)
        compared = 0
        position, choice, number = snapshot["position"], snapshot["choice"], snapshot["info"]["number"]
        while True:
            if choice is not None:
                assert take_turn(line, table, choice, rng)["type"] == "accepted"
                choice = None
            event = line.until("event")
            assert event["entry"]["number"] == number + 1
            number += 1
            position = merge_patch(position, event["changes"] or {})
            shown = line.ask("watch", table=table)
            if shown["info"]["number"] == number:  # else the bot has moved meanwhile, and its event waits
                assert plain(shown["position"]) == plain(position), "patches lead to the position"
                compared += 1
            choice = event["choice"]
            if event["outcome"] is not None:
                break
        assert compared > 5
        assert plain(line.ask("watch", table=table)["position"]) == plain(position)
        final = line.until("table")
        assert final["info"]["status"] == "over"
        assert final["info"]["outcome"] == event["outcome"]
    text = guest.get(f"/api/tables/{table}/record")
    game = replay(text)
    assert game.outcome is not None
    assert list(game.outcome.winners) == event["outcome"]["winners"]
    assert "?" not in text
