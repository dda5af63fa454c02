"""The analysis board and studies: what can be opened, played, judged, kept and shared; and what cannot."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from sqlalchemy import select

from tenka.games import get_game
from tenka.record import read, redact, write
from tenka.samurai.review import SamuraiJudge
from tenka.server import database as db
from tenka.server import judging, studies
from tenka.variations import read_study
from tests.history.test_midgame import POSITION as BEGUN_EPOCH
from tests.samurai.test_midgame import POSITION
from tests.server.reviewing import open_reviewing_site
from tests.server.site import Site, Visitor, refusal

GAMES = Path(__file__).parent.parent / "games"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with (
        open_reviewing_site(tmp_path_factory.mktemp("studies")) as (site, _worker),
        patch.object(SamuraiJudge, "tries", 24),
        patch.object(judging, "SECONDS_TO_WAIT", 600.0),  # its first answer has much to compile
    ):
        yield site


def text_of(name: str) -> str:
    return (GAMES / f"{name}.game").read_text()


def line_to(opened: Any, node: int) -> list[str]:
    """The plies that lead to a node."""
    line: list[str] = []
    while node >= 0:
        line.insert(0, opened["nodes"][node]["ply"]["line"])
        node = opened["nodes"][node]["parent"]
    return line


def first_turn(choice: dict[str, Any]) -> str:
    return str(next(token for token in choice["legal"] if "@" in token))


# --- the board ------------------------------------------------------------------------------------------------------


def test_a_game_that_is_over_opens_with_all_its_plies(site: Site) -> None:
    guest = site.guest()
    text = text_of("end-rice-2-players")
    table = guest.post("/api/records", {"text": text})["id"]
    opened = guest.post("/api/analysis", {"table": table})
    assert opened["text"] == opened["base"] == text
    assert opened["is_open"]
    assert [node["parent"] for node in opened["nodes"]] == list(range(-1, len(opened["nodes"]) - 1))
    end = [line for line in text.splitlines() if line and not line.startswith(("[Result", "[End"))]
    told = [line for line in [*opened["head"], *line_to(opened, len(opened["nodes"]) - 1), *opened["closing"]] if line]
    assert told == end


def test_a_game_that_goes_on_cannot_be_opened_by_anybody(site: Site) -> None:
    ann, bob = site.guest(), site.guest()
    wish = {"seats": [{"kind": "me"}, {"kind": "open"}], "options": {"hands": "random", "pieces": "random"}}
    made = ann.post("/api/tables", wish)
    asked = {"table": made["id"], "key": made["key"]}
    refusal(ann.send("POST", "/api/analysis", asked), 403, "forbidden")
    bob.post(f"/api/tables/{made['id']}/join", {"key": made["key"]})
    for visitor in (ann, bob, site.visitor()):
        sentence = refusal(visitor.send("POST", "/api/analysis", asked), 403, "forbidden")
        assert "when it is over" in sentence
    # The record that a seat may have of it tells nothing that is hidden, and is not judged.
    text = ann.send("GET", f"/api/tables/{made['id']}/record").text
    opened = ann.post("/api/analysis", {"text": text})
    assert opened["seat"] == 0
    assert not opened["is_open"]
    refusal(ann.send("POST", "/api/analysis/judge", {"base": opened["base"]}), 403, "forbidden")


def test_another_turn_is_tried_and_played(site: Site) -> None:
    guest = site.visitor()
    opened = guest.post("/api/analysis", {"text": text_of("end-rice-2-players")})
    line = line_to(opened, 12)
    here = guest.post("/api/analysis/turn", {"base": opened["base"], "line": line})
    assert here["steps"] == []
    turn = first_turn(here["choice"])
    tried = guest.post("/api/analysis/turn", {"base": opened["base"], "line": line, "moves": turn})
    assert tried["steps"] == []
    assert tried["after"] == here["after"] != tried["position"]
    played = guest.post("/api/analysis/turn", {"base": opened["base"], "line": line, "turn": turn})
    assert [step["ply"]["tokens"] for step in played["steps"]] == [[turn]]
    assert played["steps"][-1]["position"] == played["after"]
    again = guest.post(
        "/api/analysis/turn", {"base": opened["base"], "line": [*line, played["steps"][0]["ply"]["line"]]}
    )
    assert again["after"] == played["after"]
    wrong = {"base": opened["base"], "line": line, "turn": "b4@o14"}
    assert refusal(guest.send("POST", "/api/analysis/turn", wrong), 422, "invalid")


def test_dice_fall_as_they_fell_in_the_same_line(site: Site) -> None:
    guest = site.visitor()
    opened = guest.post("/api/analysis", {"text": text_of("history-4-players")})
    node = next(
        n for n, node in enumerate(opened["nodes"]) if node["ply"]["seat"] < 0 and node["ply"]["kind"] == "dice"
    )
    asked = {"base": opened["base"], "line": line_to(opened, opened["nodes"][node]["parent"])}
    first, second = (guest.post("/api/analysis/turn", asked) for _ in range(2))
    assert first == second
    assert first["steps"][0]["ply"]["kind"] == "dice"
    longer = {"base": opened["base"], "line": [*asked["line"], *(step["ply"]["line"] for step in first["steps"])]}
    assert guest.post("/api/analysis/turn", longer)["after"] == first["after"]


def test_who_has_an_unknown_hand_may_play_whatever_it_could_hold(site: Site) -> None:
    guest = site.visitor()
    opened = guest.post("/api/analysis", {"text": POSITION})
    assert opened["seat"] == 1
    own = guest.post("/api/analysis/turn", {"base": opened["base"], "turn": "b4@k17"})
    (ply,) = (step["ply"] for step in own["steps"])
    assert "?" not in ply["line"], "what the own seat draws is known, and stays"
    there = {"base": opened["base"], "line": [ply["line"]]}
    assert sorted(own["after"]["seats"]["1"]["hand"]) != []
    assert own["after"]["seats"]["0"]["hand"] is None
    legal = own["choice"]["legal"]
    for tile in ("b4", "r4", "c4", "s3"):
        token = next(token for token in legal if token.startswith(f"{tile}@"))
        played = guest.post("/api/analysis/turn", {**there, "turn": token})
        assert played["steps"][0]["ply"]["line"].endswith("draw ?")
        assert played["after"]["seats"]["0"]["hand"] is None
    refusal(guest.send("POST", "/api/analysis/turn", {**there, "turn": "c2@k16"}), 422, "illegal")


def test_cards_that_are_not_known_may_be_any_that_could_be_held(site: Site) -> None:
    whole = read(text_of("history-unfinished"))
    seat = get_game("history").seat_names.index("red")
    opened = site.visitor().post("/api/analysis", {"text": write(redact(whole, seat))})
    assert opened["seat"] == seat
    assert not opened["is_open"]
    before = opened["nodes"][-1]["parent"]  # green's turn, of which red knows no card
    here = site.visitor().post("/api/analysis/turn", {"base": opened["base"], "line": line_to(opened, before)})
    known = site.visitor().post("/api/analysis", {"text": write(whole)})
    there = site.visitor().post("/api/analysis/turn", {"base": known["base"], "line": line_to(known, before)})
    assert here["choice"]["seat"] == there["choice"]["seat"] != seat
    events = [{token for token in step["choice"]["legal"] if token.startswith("e")} for step in (there, here)]
    assert events[0] < events[1], "all that green could hold, and among them what green holds"


def test_a_position_of_history_is_opened_where_an_epoch_begins_and_played_on_from(site: Site) -> None:
    guest = site.visitor()
    opened = guest.post("/api/analysis", {"text": BEGUN_EPOCH})
    step = guest.post("/api/analysis/turn", {"base": opened["base"]})
    assert [each["ply"]["kind"] for each in step["steps"]] == ["draw"], "chance draws for the weakest"
    assert step["choice"]["seat"] == 2
    line = [each["ply"]["line"] for each in step["steps"]]
    given = guest.post("/api/analysis/turn", {"base": opened["base"], "line": line, "turn": "keep"})
    assert given["steps"][0]["ply"]["kind"] == "draft"
    text = BEGUN_EPOCH.replace("last 4", "last 3")
    refused = guest.send("POST", "/api/analysis", {"text": text})
    assert "green and red cannot both have had the order 3" in refused.text


def test_a_position_is_judged_for_everybody(site: Site) -> None:
    guest = site.guest()
    opened = guest.post("/api/analysis", {"text": POSITION})
    known = guest.post("/api/analysis/judge", {"base": opened["base"]})
    assert not known["is_guess"]
    assert known["judged"]["turns"]
    assert sum(share["mean"] for share in known["judged"]["shares"]) == pytest.approx(1.0)
    own = guest.post("/api/analysis/turn", {"base": opened["base"], "turn": "b4@k17"})
    guess = guest.post("/api/analysis/judge", {"base": opened["base"], "line": [own["steps"][0]["ply"]["line"]]})
    assert guess["is_guess"]
    assert guess["judged"]["turns"] == []
    for share in guess["judged"]["shares"]:
        assert share["low"] <= share["mean"] <= share["high"]
    refusal(site.visitor().send("POST", "/api/analysis/judge", {"base": opened["base"]}), 401, "sign_in")


def test_where_nobody_is_to_move_nothing_is_judged(site: Site) -> None:
    """After the last turn, and where dice decide."""
    guest = site.guest()
    opened = guest.post("/api/analysis", {"text": text_of("history-4-players")})
    nodes = opened["nodes"]
    thrown = next(n for n, node in enumerate(nodes) if node["ply"]["kind"] == "dice")
    for node in (len(nodes) - 1, nodes[thrown]["parent"]):
        asked = {"base": opened["base"], "line": line_to(opened, node)}
        assert refusal(guest.send("POST", "/api/analysis/judge", asked), 409, "over") == (
            "nobody is to move in this position"
        )


@pytest.mark.parametrize(
    ("wish", "sentence"),
    [
        ({}, "name the table of a game that is over"),
        ({"text": "nonsense"}, "line 1: a record begins with headers"),
        ({"text": POSITION.replace("holds red", "holds green")}, "green does not play"),
        ({"text": POSITION + "(\n"}, "no closing bracket"),
    ],
)
def test_what_cannot_be_opened_is_refused_in_a_sentence(site: Site, wish: dict[str, Any], sentence: str) -> None:
    answer = site.visitor().send("POST", "/api/analysis", wish)
    assert answer.status_code == 422
    assert sentence in answer.json()["sentence"]


@pytest.mark.parametrize("line", [["holds red b4"], ["nonsense"], ["turn 9 red b4@k17"], ["turn 8 blue b4@k17"] * 2])
def test_a_line_that_cannot_be_played_is_refused_in_a_sentence(site: Site, line: list[str]) -> None:
    answer = site.visitor().send("POST", "/api/analysis/turn", {"base": POSITION, "line": line})
    assert answer.status_code == 422
    assert set(answer.json()) == {"code", "sentence"}


# --- what is kept ---------------------------------------------------------------------------------------------------


STUDY = POSITION + "turn 8 blue b4@k17 ; draw ?\nnote Kyoto\n(\nturn 8 blue r4@k17 ; draw ?\n)\n"


def save(visitor: Visitor, name: str = "Kyoto", text: str = STUDY) -> dict[str, Any]:
    found: dict[str, Any] = visitor.post("/api/studies", {"name": name, "text": text})
    return found


def test_a_study_is_kept_changed_shared_and_deleted(site: Site) -> None:
    ann, bob = site.guest(), site.guest()
    made = save(ann)
    assert len(made["id"]) == studies.LENGTH_OF_ID
    assert made["is_yours"]
    assert [info["id"] for info in ann.get("/api/studies")["studies"]] == [made["id"]]
    assert bob.get("/api/studies")["studies"] == []
    opened = site.visitor().get(f"/api/studies/{made['id']}")
    assert not opened["info"]["is_yours"]
    assert read_study(opened["analysis"]["text"]) == read_study(STUDY)
    assert [node["note"] for node in opened["analysis"]["nodes"]] == ["Kyoto", ""]
    wish = {"name": "Mine now", "text": POSITION}
    refusal(bob.send("PUT", f"/api/studies/{made['id']}", wish), 403, "forbidden")
    refusal(bob.send("DELETE", f"/api/studies/{made['id']}"), 403, "forbidden")
    changed = ann.put(f"/api/studies/{made['id']}", wish | {"name": "Other"})
    assert (changed["name"], changed["id"]) == ("Other", made["id"])
    assert bob.get(f"/api/studies/{made['id']}")["analysis"]["nodes"] == []
    ann.delete(f"/api/studies/{made['id']}")
    refusal(bob.send("GET", f"/api/studies/{made['id']}"), 404, "missing")
    refusal(ann.send("PUT", f"/api/studies/{made['id']}", wish), 404, "missing")


def test_what_is_no_study_is_not_kept(site: Site) -> None:
    ann = site.guest()
    assert ann.send("POST", "/api/studies", {"name": "", "text": STUDY}).status_code == 422
    assert ann.send("POST", "/api/studies", {"name": "x", "text": "y" * 200_001}).status_code == 422
    assert ann.send("POST", "/api/studies", {"name": "x", "text": "y" * 300_000}).status_code == 413
    answer = ann.send("POST", "/api/studies", {"name": "x", "text": STUDY.replace("r4@k17", "r4@k1")})
    assert answer.status_code == 422
    assert answer.json()["sentence"].startswith("line ")
    refusal(site.visitor().send("POST", "/api/studies", {"name": "x", "text": STUDY}), 401, "sign_in")
    with patch.object(studies, "MOST_STUDIES", 1):
        save(ann)
        refusal(ann.send("POST", "/api/studies", {"name": "x", "text": STUDY}), 429, "limit")


def test_studies_are_in_the_download_and_go_with_the_account(site: Site) -> None:
    ann = site.guest()
    made = save(ann)
    found = ann.get("/api/account")["studies"]
    assert [(study["id"], read(study["text"])) for study in found] == [(made["id"], read(STUDY))]
    ann.post("/api/account/delete", {})
    refusal(site.visitor().send("GET", f"/api/studies/{made['id']}"), 404, "missing")
    left = site.wait_for(site.server.store.fetch, select(db.studies.c.id).where(db.studies.c.id == made["id"]))
    assert list(left) == []
