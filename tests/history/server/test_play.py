"""History of the Samurai at the server: whole games by program and by socket, nothing leaks, nothing is lost."""

from __future__ import annotations

import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest

from tenka.fairness import check_fairness
from tenka.game import InvalidRecord, Seat
from tenka.history.position import HistoryPosition
from tenka.patches import merge_patch
from tenka.players import describe_levels
from tenka.record import load, replay
from tenka.server.positions import picture_of
from tests.server.client import Line, Node, Page, running
from tests.server.test_bots import sit_down
from tests.server.test_leaks import compare

pytestmark = pytest.mark.slow

GAME = Path(__file__).parent.parent.parent / "games" / "history-3-players.game"


def take_turns(line: Line, table: str, rng: random.Random, most: int = 10_000) -> Iterator[dict[str, Any]]:
    """Plays any legal moves, as a page would: previews until a turn is whole, then acts. Yields what has come."""
    message = line.ask("watch", table=table)
    position = message["position"]
    acted = 0
    while True:
        if message["type"] == "table" or message["position"] is not None:
            position = message["position"]
        elif message["changes"]:
            position = merge_patch(position, message["changes"])
        yield {**message, "position": position}
        if (message["info"]["outcome"] if message.get("info") else message["outcome"]) is not None:
            return
        choice = message["choice"]
        if choice is not None:
            if acted == most:
                return
            moves = list[str]()
            done = choice | {"is_whole": False}
            while not done["is_whole"]:
                moves.append(rng.choice([token for token in done["legal"] if token != "end"] or done["legal"]))
                fields = {"table": table, "seat": choice["seat"], "version": choice["version"]}
                done = line.ask("preview", moves=" ".join(moves), **fields)["choice"]
            answer = line.ask("act", moves=" ".join(moves), **fields)
            assert answer["type"] == "accepted", answer
            acted += 1
        while (message := line.receive())["type"] not in ("event", "table"):
            pass


def plain(position: dict[str, Any]) -> dict[str, Any]:
    """Without what is null, which a merge removes."""
    return {
        name: plain(value) if isinstance(value, dict) else value
        for name, value in position.items()
        if value is not None
    }


@pytest.mark.slow
def test_a_whole_game_with_bots_over_the_socket_and_its_dice_are_proved(guest: Page) -> None:
    table = guest.make_table("me", "greedy", "uniform", "karo", "greedy", game="history")["id"]
    last: dict[str, Any] = {}
    epochs, dice = set(), 0
    with guest.open() as line:
        for last in take_turns(line, table, random.Random(1)):
            epochs.add(last["position"]["epoch"])
            if last["type"] == "event":
                dice += sum(ply["kind"] == "dice" for ply in last["entry"].get("plies", ()))
    assert epochs == set(range(1, 8))
    assert dice > 5
    shown = guest.get(f"/api/tables/{table}")
    assert plain(shown["position"]) == plain(last["position"]), "changes add up to the position"
    assert shown["info"]["outcome"]["reason"] == "epochs"
    text = guest.get(f"/api/tables/{table}/record")
    game = replay(text)
    check_fairness(game)
    seed = dict(game.record.extra)["Seed"]
    with pytest.raises(InvalidRecord, match="committed to"):
        check_fairness(replay(text.replace(seed, seed[::-1])))
    steps = guest.get(f"/api/tables/{table}/replay", eyes="all")["steps"]
    assert len(steps) == len(game.steps)


def test_the_command_verifies_dice_too(guest: Page, tmp_path: Path) -> None:
    table = guest.make_table("uniform", "uniform", game="history", starts="full")["id"]
    with guest.open() as line:
        for _ in take_turns(line, table, random.Random(1)):
            pass
    path = tmp_path / "our.game"
    path.write_text(guest.get(f"/api/tables/{table}/record"), encoding="utf-8")
    command = [sys.executable, "-m", "tenka", "verify", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.split(":")[0]) == (0, "ok")


@pytest.mark.parametrize("players", [2, pytest.param(6, marks=pytest.mark.slow)])
def test_a_short_script_plays_this_game_as_well(guest: Page, node: Node, players: int, tmp_path: Path) -> None:
    table = guest.make_table(*["uniform"] * (players - 1), "open", game="history")
    with sit_down(node, table, tmp_path / "out") as result:
        text = result()
    outcome = guest.get(f"/api/tables/{table['id']}")["info"]["outcome"]
    assert text == f"{table['id']} {'won' if players - 1 in outcome['winners'] else 'lost'}\n"


def phase_of(keyword: str, token: str) -> set[str]:
    """The moments when a line of that kind can hold this token."""
    if keyword in ("draw", "draft", "dice", "raid"):
        return {{"draw": "drawing", "draft": "giving", "dice": "fighting", "raid": "raid"}[keyword]}
    if token.startswith(("capital:", "region:", "castle:")):
        return {{"capital": "capital", "region": "famine", "castle": "military"}[token.split(":")[0]]}
    if keyword == "after":
        return {"after"}
    if token[1:].isdecimal():  # an event card
        return {"before", "starting", "military"}
    return {"ready": {"before"}, "end": {"military"}}.get(token, {"starting", "military", "revolt"})


def test_positions_name_the_phase_that_the_moves_belong_to() -> None:
    """Programs of others go by these words; a phase under the name of another one would send them astray."""
    draw, seen = picture_of("history").draw, set()
    for path in sorted(GAME.parent.glob("history-*.game")):
        game = load(path)
        for step in game.steps:
            state = step.before
            for action in step.actions:
                phase = draw(game.rules.view(state, None))["phase"]
                assert phase in phase_of(step.line.split()[0], game.rules.format([action])), step.line
                seen.add(phase)
                state = game.rules.apply(state, action)
        if game.outcome is not None:
            assert draw(game.rules.view(game.final, None))["phase"] == "over"
    assert seen | {"over"} == set(get_args(get_type_hints(HistoryPosition)["phase"]))


@pytest.mark.parametrize("eyes", [None, 0, 1])
def test_nothing_leaks_in_this_game(eyes: Seat | None) -> None:
    differed: Counter[str] = Counter()
    assert compare(2, eyes, 1, {}, most=25, game="history", differed=differed) == 25
    assert compare(5, eyes, 2, {}, most=25, game="history", differed=differed) == 25
    for kind in ("hand", "card", "secret"):
        assert differed[kind] > 10, kind
    assert differed["drawn"] > 3, "a card that somebody has drawn and not given yet"


@pytest.mark.slow
def test_nothing_leaks_in_a_long_game() -> None:
    assert compare(3, 2, 3, {}, most=80, game="history") == 80


@pytest.mark.slow
def test_a_killed_server_goes_on_with_the_same_cards_and_dice(tmp_path: Path) -> None:
    node = Node(tmp_path, TENKA_LIMITS="0")
    with running(node), Page(node.url).guest() as page:
        table = page.make_table("me", "uniform", "uniform", game="history")["id"]
        rng = random.Random(4)
        for _ in range(3):
            with page.open() as line:
                before = list(take_turns(line, table, rng, most=15))[-1]
            shown = page.get(f"/api/tables/{table}")
            node.kill()
            node.start()
            again = page.get(f"/api/tables/{table}")
            assert again["info"]["version"] >= shown["info"]["version"] >= before["position"]["epoch"]
            if again["info"]["version"] == shown["info"]["version"]:
                assert again["position"] == shown["position"]
                assert again["log"] == shown["log"]
        with page.open() as line:
            for _ in take_turns(line, table, rng):
                pass
        check_fairness(replay(page.get(f"/api/tables/{table}/record")))


def test_a_record_is_brought_and_replayed(guest: Page) -> None:
    text = GAME.read_text(encoding="utf-8")
    info = guest.post("/api/records", {"text": text})
    told = guest.get(f"/api/tables/{info['id']}/replay", eyes="all")
    assert len(told["steps"]) == len(replay(text).steps)
    assert told["start"]["game"] == "history"


def test_the_sandbox_draws_and_rolls_by_itself_and_the_same_every_time(guest: Page) -> None:
    info = guest.post("/api/records", {"text": GAME.read_text(encoding="utf-8")})
    steps = guest.get(f"/api/tables/{info['id']}/replay")["steps"]
    drawing = next(number for number, step in enumerate(steps) if step["ply"]["kind"] == "draw" and number > 20)
    wish = {"table": info["id"], "version": drawing}
    begun = guest.post("/api/sandbox", wish)
    assert [step["kind"] for step in begun["steps"]] == ["draw"], "chance does not wait for anybody"
    assert begun["choice"]["legal"]
    fighting = next(number for number, step in enumerate(steps) if step["ply"]["kind"] == "dice") - 1
    turn = " ".join(steps[fighting]["ply"]["tokens"])
    wish = {"table": info["id"], "version": fighting, "turns": [turn]}
    rolled = [guest.post("/api/sandbox", wish)["steps"] for _ in range(3)]
    assert "dice" in [step["kind"] for step in rolled[0]]
    assert rolled[0] == rolled[1] == rolled[2]


def test_nobody_makes_the_server_read_a_folder(guest: Page, tmp_path: Path) -> None:
    body = {"game": "history", "seats": [{"kind": "me"}] * 2, "options": {"data": "/tmp"}}
    answer = guest.http.post("/api/tables", json=body)
    assert (answer.status_code, "here data is" in answer.json()["sentence"]) == (422, True)
    text = GAME.read_text(encoding="utf-8")
    digest = text.split("data=")[1].split('"')[0]
    answer = guest.http.post("/api/records", json={"text": text.replace(digest, str(tmp_path))})
    assert (answer.status_code, "here data is" in answer.json()["sentence"]) == (422, True)
    assert str(tmp_path) not in answer.text


def test_the_map_and_the_cards_are_told(guest: Page) -> None:
    (game,) = (game for game in guest.get("/api/games")["games"] if game["name"] == "history")
    assert game["players"] == [2, 3, 4, 5, 6]
    assert [bot["name"] for bot in game["bots"] if bot["is_level"]] == list(describe_levels("history"))
    others = [bot["name"] for bot in game["bots"] if not bot["is_level"]]
    assert others == ["uniform", "greedy", "mcts", "policy", "neural"]
    history = game["board"]
    counts = {name: len(history[name]) for name in ("provinces", "sea_zones", "regions", "daimyo", "events", "epochs")}
    assert counts == {"provinces": 60, "sea_zones": 7, "regions": 9, "daimyo": 42, "events": 54, "epochs": 7}
