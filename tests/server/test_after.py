"""Hints, replays, the sandbox, records, the proof, ratings."""

from __future__ import annotations

import hashlib
import random
from pathlib import Path

import pytest

from tenka.cli import main
from tenka.fairness import check_fairness
from tenka.game import InvalidRecord
from tenka.patches import merge_patch
from tenka.record import replay
from tests.server.client import BASIC, Page
from tests.server.test_people import new_name, refusal
from tests.server.test_play import plain, take_turn
from tests.server.test_tables import play_out, running_table

pytestmark = pytest.mark.slow

GOLDEN = Path(__file__).parent.parent / "games"


@pytest.fixture
def over(guest: Page) -> str:
    """A finished game with chosen hands and placed pieces."""
    table = str(guest.make_table("me", "uniform", stand_in="uniform")["id"])
    play_out(guest, table)
    return table


def test_a_hint_is_a_whole_turn_and_ways_to_go_on(guest: Page) -> None:
    table = guest.make_table("me", "uniform", options={**BASIC, "first": "red"})["id"]
    with guest.open() as line:
        line.ask("watch", table=table)
        hint = line.ask("hint", table=table, version=0)
        assert hint["type"] == "hinted", hint
        assert 1 <= len(hint["lines"]) <= 5
        assert hint["lines"][0]["moves"] == hint["turn"], "what is advised is what was thought best"
        assert line.ask("preview", table=table, version=0, moves=hint["turn"])["type"] == "previewed"
        first = hint["turn"].split()[0]
        after = line.ask("hint", table=table, version=0, moves=first)
        assert after["type"] == "hinted"
        assert line.ask("act", table=table, version=0, moves=hint["turn"])["type"] == "accepted"


def test_hints_for_the_set_up_and_none_where_the_table_forbids_them(guest: Page) -> None:
    table = guest.make_table("me", "uniform")["id"]
    hint = guest.post(f"/api/tables/{table}/hint", {"moves": ""})
    assert len(hint["turn"].split()) == 5
    table = guest.make_table("me", "uniform", hints=False)["id"]
    refusal(guest.http.post(f"/api/tables/{table}/hint", json={"moves": ""}), 403, "forbidden")


def test_a_preview_says_what_would_be_and_changes_nothing(guest: Page) -> None:
    table = guest.make_table("me", "uniform", options={**BASIC, "first": "red"})["id"]
    with guest.open() as line:
        before = line.ask("watch", table=table)
        token = next(token for token in before["choice"]["legal"] if "@" in token)
        preview = line.ask("preview", table=table, version=0, moves=token)
        tile, space = token.split("@")
        assert preview["changes"]["tiles"] == {space: {"seat": 0, "tile": tile}}
        assert preview["changes"]["seats"]["0"]["hand_size"] == 4
        assert preview["choice"]["is_whole"]
        assert line.ask("watch", table=table)["position"] == before["position"]
        refused = line.ask("preview", table=table, version=0, moves="b4@o14")
        assert (refused["type"], refused["code"]) == ("refused", "invalid")
        assert line.ask("preview", table=table, version=7, moves=token)["code"] == "stale"


def test_a_complete_preview_tells_no_draw(guest: Page) -> None:
    table = guest.make_table("me", "uniform", options={**BASIC, "first": "red"})["id"]
    with guest.open() as line:
        token = next(t for t in line.ask("watch", table=table)["choice"]["legal"] if "@" in t)
        preview = line.ask("preview", table=table, version=0, moves=f"{token} done")
        assert preview["choice"]["legal"] == []
        assert "seats" not in preview["changes"]


def test_a_game_is_replayed_through_any_eyes_once_it_is_over(guest: Page, other: Page, over: str) -> None:
    key = guest.get(f"/api/tables/{over}")["info"]["key"]
    for eyes, hidden in (("all", 0), ("0", 1), ("1", 1), ("spectator", 2)):
        game = other.get(f"/api/tables/{over}/replay", key=key, eyes=eyes)
        hands = [step["ply"]["tokens"] for step in game["steps"] if step["ply"]["kind"] == "hand"]
        assert sum(hand == ["?"] * 5 for hand in hands) == hidden
        position = game["start"]
        for number, step in enumerate(game["steps"][:30]):
            position = merge_patch(position, step["changes"])
            if number % 7 == 0:
                there = other.get(f"/api/tables/{over}/positions/{number + 1}", key=key, eyes=eyes)
                assert plain(there) == plain(position)


def test_while_a_game_goes_on_only_the_own_eyes_see_it(guest: Page, other: Page) -> None:
    table, _ = running_table(guest, other)
    for path in ("replay", "positions/0"):
        refusal(guest.http.get(f"/api/tables/{table}/{path}", params={"eyes": "all"}), 403, "forbidden")
        refusal(guest.http.get(f"/api/tables/{table}/{path}", params={"eyes": "1"}), 403, "forbidden")
    assert guest.get(f"/api/tables/{table}/positions/0")["seats"]["1"]["hand"] is None
    assert guest.get(f"/api/tables/{table}/record").count("deal red ?") == 0
    assert guest.get(f"/api/tables/{table}/record").count("deal blue ?") == 1
    refusal(guest.http.get(f"/api/tables/{table}/record", params={"seat": 1}), 403, "forbidden")


def test_the_sandbox_goes_on_from_any_position(guest: Page, over: str) -> None:
    game = guest.get(f"/api/tables/{over}/replay", eyes="all")
    ply = next(number for number, step in enumerate(game["steps"]) if step["ply"]["kind"] == "turn") + 4
    wish = {"table": over, "version": ply}
    sandbox = guest.post("/api/sandbox", wish)
    assert plain(sandbox["position"]) == plain(guest.get(f"/api/tables/{over}/positions/{ply}", eyes="all"))
    real = game["steps"][ply]["ply"]
    assert sandbox["choice"]["seat"] == real["seat"]
    after = guest.post("/api/sandbox", {**wish, "turns": [" ".join(real["tokens"])]})
    assert after["steps"] == [real]
    token = next(token for token in after["choice"]["legal"] if "@" in token)
    staged = guest.post("/api/sandbox", {**wish, "turns": [" ".join(real["tokens"])], "moves": token})
    assert staged["position"]["tiles"][token.split("@")[1]]["tile"] == token.split("@")[0]
    refusal(guest.http.post("/api/sandbox", json={**wish, "version": 9999}), 404, "missing")


def test_the_sandbox_says_what_would_be_captured_before_the_turn_is_taken(guest: Page, over: str) -> None:
    steps = guest.get(f"/api/tables/{over}/replay", eyes="all")["steps"]
    taking = [number for number, step in enumerate(steps) if step["ply"]["takes"]]
    for version in (taking[0], taking[-1]):
        ply = steps[version]["ply"]
        tried = guest.post("/api/sandbox", {"table": over, "version": version, "moves": " ".join(ply["tokens"])})
        assert tried["takes"] == ply["takes"]
        assert (tried["ends"] is not None) == (version == len(steps) - 1)
        laid = [token.split("@") for token in ply["tokens"] if "@" in token]
        assert all(tried["position"]["tiles"][space]["tile"] == tile for tile, space in laid)
    version, tokens = taking[0], steps[taking[0]]["ply"]["tokens"]
    whole = guest.post("/api/sandbox", {"table": over, "version": version, "moves": " ".join([*tokens, "done"])})
    assert whole["choice"]["legal"] == []
    after = guest.get(f"/api/tables/{over}/positions/{version + 1}", eyes="all")
    assert plain(whole["position"]["tiles"]) == plain(after["tiles"])
    begun = guest.post("/api/sandbox", {"table": over, "version": version})
    assert (begun["takes"], begun["ends"]) == ([], None)


def test_the_sandbox_of_a_game_that_goes_on_deals_the_unknown_anew(guest: Page, other: Page) -> None:
    table, _ = running_table(guest, other)
    mine = guest.get(f"/api/tables/{table}")["position"]["seats"]["0"]["hand"]
    sandbox = guest.post("/api/sandbox", {"table": table, "version": 0})["position"]
    assert sandbox["seats"]["0"]["hand"] == mine
    assert len(sandbox["seats"]["1"]["hand"]) == 5
    refusal(guest.http.post("/api/sandbox", json={"table": table, "version": 0, "seat": 1}), 403, "forbidden")


def test_the_deal_is_committed_to_and_revealed_at_the_end(guest: Page, over: str, tmp_path: Path) -> None:
    proof = guest.get(f"/api/tables/{over}/proof")
    assert hashlib.sha256(f"{proof['salt']} {proof['deal']}".encode()).hexdigest() == proof["commitment"]
    text = guest.get(f"/api/tables/{over}/record")
    assert f'[Commitment "{proof["commitment"]}"]' in text
    check_fairness(replay(text))
    path = tmp_path / "fair.game"
    path.write_text(text)
    assert main(["verify", str(path)]) == 0
    seed = proof["deal"].split("seed=")[1]
    path.write_text(text.replace(seed, seed[::-1]))
    assert main(["verify", str(path)]) == 2


def test_another_deal_than_the_promised_one_is_found_out(over: str, guest: Page) -> None:
    text = guest.get(f"/api/tables/{over}/record")
    other = guest.get(f"/api/tables/{over}/proof")["commitment"][::-1]
    with pytest.raises(InvalidRecord, match="not the one"):
        check_fairness(replay(text.replace("[Commitment", f'[Commitment "{other}"]\n[Was')))
    bare = "\n".join(line for line in text.splitlines() if not line.startswith(("[Comm", "[Salt", "[Seed")))
    with pytest.raises(InvalidRecord, match="nothing to verify"):
        check_fairness(replay(bare))


def test_nothing_is_revealed_before_the_end(guest: Page, other: Page) -> None:
    table, _ = running_table(guest, other)
    proof = guest.get(f"/api/tables/{table}/proof")
    assert proof["salt"] is None
    assert proof["deal"] is None
    assert "[Seed" not in guest.get(f"/api/tables/{table}/record")


@pytest.mark.parametrize("name", ["2015-4-players", "1998-2-players", "shared-win"])
def test_a_record_is_brought_and_replayed(guest: Page, name: str) -> None:
    text = (GOLDEN / f"{name}.game").read_text(encoding="utf-8")
    made = guest.post("/api/records", {"text": text})
    assert made["status"] == "imported"
    game = guest.get(f"/api/tables/{made['id']}/replay", eyes="all")
    assert len(game["steps"]) == len(replay(text).steps)
    assert guest.get(f"/api/tables/{made['id']}/record") == text
    guest.get(f"/api/tables/{made['id']}/replay", eyes="0")
    guest.post("/api/sandbox", {"table": made["id"], "version": 10})


def test_a_record_of_what_did_not_happen_is_refused(guest: Page) -> None:
    text = (GOLDEN / "2015-2-players.game").read_text(encoding="utf-8")
    wrong = text.replace("take q15.r=red", "take q15.r=blue")
    assert "line 31" in refusal(guest.http.post("/api/records", json={"text": wrong}), 422, "invalid")
    refusal(guest.http.post("/api/records", json={"text": "hello"}), 422, "invalid")
    refusal(guest.http.post("/api/records", json={"text": "x" * 300_000}), 413, "size")


def test_rated_games_move_ratings_once_and_unrated_ones_do_not(guest: Page) -> None:
    name = new_name()
    guest.post("/api/register", {"name": name, "password": "correct horse"})
    clock = {"kind": "days", "days": 1}
    table = guest.make_table("me", "farmer", stand_in="greedy", options=BASIC, rated=True, clock=clock)["id"]
    play_out(guest, table)
    told = guest.get(f"/api/people/{name}")
    ratings = told["ratings"]
    assert [(rating["game"], rating["players"], rating["games"]) for rating in ratings] == [("samurai", 2, 1)]
    assert [result["opponents"] for result in told["results"]] == [[{"name": "farmer", "is_bot": True}]]
    assert guest.get("/api/people/farmer")["is_bot"]
    board = guest.get("/api/leaderboard", players=2)
    assert {name, "farmer"} <= {standing["name"] for standing in board}
    assert [standing["rank"] for standing in board] == list(range(1, len(board) + 1))
    play_out(guest, guest.make_table("me", "farmer", stand_in="greedy", options=BASIC)["id"])
    assert guest.get(f"/api/people/{name}")["ratings"] == ratings
    refusal(guest.http.get("/api/people/no-such-person"), 404, "missing")


def test_a_turn_sent_twice_happens_once(guest: Page, other: Page) -> None:
    table, seat = running_table(guest, other)
    mover = guest if seat == 0 else other
    with mover.open() as line:
        choice = line.ask("watch", table=table)["choice"]
        token = next(token for token in choice["legal"] if "@" in token)
        answers = [line.ask("act", table=table, version=0, moves=token) for _ in range(2)]
        assert [answer["type"] for answer in answers] == ["accepted"] * 2
        assert mover.get(f"/api/tables/{table}")["info"]["version"] == 1
        assert line.ask("act", table=table, version=0, moves="pass")["code"] in ("stale", "turn")


def test_who_was_away_gets_what_was_missed(guest: Page) -> None:
    table = guest.make_table("me", "uniform", options={**BASIC, "first": "red"})["id"]
    rng = random.Random(5)
    with guest.open() as line:
        snapshot = line.ask("watch", table=table)
        assert take_turn(line, table, snapshot["choice"], rng)["type"] == "accepted"
        while line.until("event")["choice"] is None:
            pass
        now = line.ask("watch", table=table)
    with guest.open() as line:
        since = snapshot["info"]["number"]
        assert line.ask("watch", table=table, since=since)["number"] == now["info"]["number"]
        position = snapshot["position"]
        missed = [message for message in line.events if message["type"] == "event"]
        assert [event["entry"]["number"] for event in missed] == list(range(since + 1, now["info"]["number"] + 1))
        for event in missed:
            position = merge_patch(position, event["changes"])
        assert plain(position) == plain(now["position"])
        assert line.ask("watch", table=table, since=now["info"]["number"])["type"] == "watching"
        assert line.ask("watch", table=table, since=10**6)["type"] == "table"


def test_signals_and_presence(guest: Page, other: Page) -> None:
    table, _ = running_table(guest, other)
    with guest.open() as line, other.open() as their_line:
        line.ask("watch", table=table)
        their_line.ask("watch", table=table)
        while line.until("presence")["seats"] != [0, 1]:
            pass
        their_line.ask("signal", table=table, signal="hello")
        assert line.until("signalled") == {"type": "signalled", "table": table, "seat": 1, "signal": "hello"}
