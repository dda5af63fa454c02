"""What is done with the game of docs/add-a-game.md, in processes whose tenka has it.

`tests/test_add_a_game.py` starts them: ``python -m tests.added_game PART``.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path
from typing import Any

import pytest

from tenka.game import GameError
from tenka.games import GAMES, get_game

GAME = "high_card"


def check() -> None:
    """The contract."""
    from tenka.check import check_game

    report = check_game(get_game(GAME), games=20, every_reason=True)
    assert report.games == 80
    assert report.positions.keys() == {2, 3}


def serve() -> None:
    """A whole game over HTTP and WebSocket, against a bot, and everything that a page asks for beside it."""
    from tenka.fairness import check_fairness
    from tenka.patches import merge_patch
    from tenka.record import replay
    from tests.server.client import Node, Page, running

    with running(Node(Path.cwd(), TENKA_LIMITS="0")) as node, Page(node.url) as page:
        page.guest()
        info = {game["name"]: game for game in page.get("/api/games")["games"]}
        assert list(info) == list(GAMES)
        told = info[GAME]
        assert (told["players"], told["board"], told["editions"]) == ([2, 3], None, [])
        assert told["options"] == [{"name": "wins", "choices": ["highest", "lowest"]}]
        assert [bot["name"] for bot in told["bots"]] == ["uniform", "mcts"]
        wish = {"game": GAME, "options": {"wins": "lowest"}}
        table = page.make_table("me", "mcts", "uniform", **wish)
        assert table["stand_in"] == "uniform"
        with page.open() as line:
            snapshot = line.ask("watch", table=table["id"])
            position, choice = snapshot["position"], snapshot["choice"]
            check_eyes(position)
            hint = line.ask("hint", table=table["id"], version=choice["version"])
            assert hint["turn"] in choice["legal"]
            while True:
                if choice is not None:
                    asked = {"table": table["id"], "version": choice["version"], "moves": choice["legal"][0]}
                    assert line.ask("act", **asked | {"moves": "13"})["code"] == "invalid"
                    assert line.ask("preview", **asked)["choice"]["is_whole"]
                    assert line.ask("act", **asked)["type"] == "accepted"
                    choice = None
                event = line.until("event")
                position = merge_patch(position, event["changes"] or {})
                if event["outcome"] is not None:
                    break
                check_eyes(position)
                choice = event["choice"]
        text = page.get(f"/api/tables/{table['id']}/record")
        game = replay(text)
        check_fairness(game)
        assert game.outcome is not None
        assert list(game.outcome.winners) == event["outcome"]["winners"]
        shown = page.get(f"/api/tables/{table['id']}/replay")
        assert len(shown["steps"]) == len(game.steps) == 12
        assert shown["steps"][0]["ply"]["tokens"] == [game.rules.format(game.steps[0].actions)]
        assert page.post("/api/records", {"text": text})["status"] == "imported"


def check_eyes(position: dict[str, Any]) -> None:
    """The first seat knows its own cards, and no others'."""
    assert position["game"] == GAME
    assert set(position["table"]["hand"]) <= {-1, 0}
    own = position["seats"]["0"]["knows"]["hand"]
    assert own[0] >= 0
    assert set(own[1:]) == {-1}
    assert all(position["seats"][other].get("knows") is None for other in "12")


def learn() -> None:
    """Environments."""
    import gymnasium
    import pyspiel
    from pettingzoo.test import api_test

    import tenka.envs
    import tenka.envs.openspiel
    from tenka.envs import high_card_v1

    api_test(high_card_v1.env(players=3, wins="lowest"), num_cycles=60)
    env = high_card_v1.env(players=2, reward="rank")
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, _, is_over, _, _ = env.last()
        assert observation["observation"]["planes"][0].sum() <= 4
        env.step(None if is_over else env.action_space(agent).sample(observation["action_mask"]))
    single = gymnasium.make("tenka/HighCard-v1", players=3, opponents="mcts:5")
    _, info = single.reset(seed=1)
    for _ in range(4):
        _, _, is_over, _, info = single.step(single.action_space.sample(info["action_mask"]))
    assert is_over
    state = pyspiel.load_game(f"python_tenka_{GAME}").new_initial_state()
    rng = random.Random(1)
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
    assert sum(state.returns()) == 0
    with pytest.raises(GameError, match=r"high_card has no part 'steps' \(many games at once\)"):
        tenka.envs.HighCardVectorEnv(8)
    with pytest.raises(GameError, match="its rewards are win and rank"):
        high_card_v1.env(reward="margin")


def write_types() -> None:
    """The protocol's document has the game, and the page's shell still names none."""
    from tenka.server import protocol

    assert "## High Card" in protocol.document()
    assert GAME not in protocol.typescript()
    assert not protocol.models_of_title(GAME)


if __name__ == "__main__":
    {"check": check, "serve": serve, "learn": learn, "types": write_types}[sys.argv[1]]()
