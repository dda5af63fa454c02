"""A review on the page, from its curve to a turn that is tried again."""

from __future__ import annotations

import json
import re
import sqlite3
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tenka import record as records
from tenka.game import CHANCE
from tenka.games import get_game
from tenka.record import Replay
from tenka.review.marks import Mark
from tenka.review.plies import Decision, JudgedPly, Value, judge_ply
from tenka.review.review import Settings, make_judge, put_together, review_to_json
from tenka.review.run import engine_of
from tenka.search.judge import Judge
from tests.browser.play import flaws
from tests.server.client import SECONDS, Node

HERE = Path(__file__).parent
GAME = HERE.parent / "games" / "end-rice-2-players.game"
REVIEW = HERE / "data" / "review.json"

BRING = """async text => {
    await fetch("/api/guest", { method: "POST" });
    const headers = { "content-type": "application/json" };
    const answer = await fetch("/api/records", { method: "POST", headers, body: JSON.stringify({ text }) });
    return await answer.json();
}"""


def bring_reviewed(page: Page, node: Node) -> str:
    """The game as a record of this page's person, with the review that was made of it before."""
    table: dict[str, Any] = page.evaluate(BRING, GAME.read_text())
    keep_review(node, table["id"], "samurai", json.loads(REVIEW.read_text()))
    return str(table["id"])


def keep_review(node: Node, table: str, game: str, review: dict[str, Any]) -> None:
    """Puts a review into the database, as if it had been made there."""
    row = (table, engine_of(game), "done", len(review["plies"]), 0.0, 0.0, json.dumps(review))
    columns = "table_id, engine, status, plies, asked_at, held_until, result"
    with sqlite3.connect(node.folder / "server.db", timeout=20) as database:
        database.execute(f"INSERT INTO reviews ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?)", row)
    database.close()


def test_a_review_that_is_made_is_waited_for(page: Page, node: Node) -> None:
    """Also once the page has read the game again, through other eyes."""
    page.goto("/")
    table = bring_reviewed(page, node)
    review = {"status": "none", "plies": 26, "done": 0, "ahead": 0, "is_old": False}
    page.route(
        f"**/api/tables/{table}/review",
        lambda route: route.fulfill(json=review | ({} if route.request.method == "GET" else {"status": "waiting"})),
    )
    page.goto(f"/replay/{table}")
    expect(page.locator(".eyes select")).to_have_value("all")
    page.get_by_role("button", name="Review", exact=True).click()
    page.get_by_role("button", name="Review this game").click()
    panel = page.locator(".review-panel")
    expect(panel).to_contain_text("0 of 26 moves")
    page.locator(".eyes select").select_option("0")
    review |= {"status": "waiting", "done": 7}
    expect(panel).to_contain_text("7 of 26 moves")
    review |= {"status": "done", "done": 26}
    expect(panel.locator(".plane .share-line")).to_have_count(2)


def test_a_review_from_its_curve_to_a_turn_that_is_tried_again(page: Page, node: Node, axe: str) -> None:
    page.goto("/")
    table = bring_reviewed(page, node)

    page.goto(f"/replay/{table}")
    page.get_by_role("button", name="Review", exact=True).click()
    panel = page.locator(".review-panel")
    expect(panel.locator(".plane .share-line")).to_have_count(2)
    expect(panel.get_by_role("button", name=re.compile("^Move 21, .*blunder, cost 75.0"))).to_have_count(1)
    assert flaws(page, axe) == []

    panel.get_by_text("As a table").click()
    expect(panel.get_by_role("region", name="Chances to win").locator("tbody tr")).to_have_count(27)

    panel.get_by_role("button", name=re.compile("^Move 21, ")).click()
    expect(page.locator("h1")).to_contain_text("21 of 26")
    expect(page.locator(".strip .cost")).to_contain_text("blunder, cost 75.0 points")
    expect(page.locator(".told-arrow.best")).to_have_count(1)

    moment = panel.locator("ol > li").first
    expect(moment.locator(".profit")).to_contain_text(re.compile(r"^\s*gave .* \+\d+\.\d points \(\+\d.* to \+\d.*\)"))
    expect(moment.locator(".open")).to_contain_text("with the hands as they really were, ")
    expect(panel.locator("ol ul li"), "every reason leads to the board").to_have_count(
        panel.locator("ol ul li").filter(has=page.locator(".place")).count()
    )
    moment.locator(".place").first.focus()
    expect(page.locator(".stage path.mark")).to_have_count(1)
    moment.get_by_role("button", name="Show").click()
    expect(page.locator("h1")).to_contain_text("1 of 26")
    expect(page.locator(".told-arrow.played")).not_to_have_count(0)

    moment.get_by_role("button", name="Try it again here").click()
    expect(page.locator(".told-arrow")).to_have_count(0)
    told, confirm, side = (
        page.locator(each).bounding_box() for each in (".plan .told", ".dock .confirm", ".review-panel")
    )
    assert told is not None
    assert confirm is not None
    assert side is not None
    assert told["width"] > 200, "beside the panel there is room for what is told"
    assert confirm["x"] + confirm["width"] <= side["x"], "and for what confirms"
    page.locator('.hand .slot[data-tile="b3"]').click()
    page.locator(".stage .cell.target").first.focus()
    page.keyboard.press("Enter")
    page.locator(".confirm").click()
    expect(page.locator(".verdict")).to_contain_text("what was played", timeout=SECONDS * 1000)
    expect(page.locator(".told-arrow.best")).not_to_have_count(0)
    assert flaws(page, axe) == []

    page.get_by_role("button", name="Once more").click()
    expect(page.locator(".verdict")).to_have_count(0)
    page.get_by_role("button", name="Back to the review").click()
    expect(page.locator("h1")).to_contain_text("Replay")

    page.set_viewport_size({"width": 844, "height": 390})
    board, beside = page.locator(".stage").bounding_box(), panel.bounding_box()
    assert board is not None
    assert beside is not None
    assert board["x"] + board["width"] <= beside["x"] + 1, "the whole board is beside the panel"
    page.set_viewport_size({"width": 390, "height": 844})
    page.reload()
    page.get_by_role("button", name="Review", exact=True).click()
    assert flaws(page, axe) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    panel.get_by_role("button", name="Show").first.click()
    expect(panel, "on a small screen the board needs the room").to_have_count(0)
    expect(page.locator(".told-arrow.best")).not_to_have_count(0)


def test_in_history_one_placed_counter_is_judged_at_once(page: Page, node: Node) -> None:
    """Each action is a decision there; nobody has to lay out a whole turn to know of one."""
    page.goto("/")
    text = (GAME.parent / "history-5-players.game").read_text()
    table = page.evaluate(BRING, text)["id"]
    replay, rules = records.replay(text), get_game("history")
    judge, number = make_judge(rules), 86
    (ready, *others), values = _judged(judge, replay, number)
    plies = [JudgedPly(n, step.seat, step.line, [], []) for n, step in enumerate(replay.steps, 1)]
    plies[0] = replace(plies[0], values=[Value("hidden", CHANCE, [0.2] * 5, [0.0] * 5, [])])
    plies[number - 1] = replace(
        plies[number - 1], values=values, decisions=[replace(ready, mark=Mark.BLUNDER), *others]
    )
    review = put_together(replay, judge, Settings(32), plies)
    keep_review(node, table, "history", review_to_json(review))

    page.goto(f"/replay/{table}")
    page.get_by_role("button", name="Review", exact=True).click()
    page.locator(".review-panel .whose select").select_option(str(ready.seat))
    page.get_by_role("button", name="Try it again here").click()
    page.locator(".stage .target").first.click(force=True)
    page.locator(".confirm").click()
    expect(page.locator(".verdict")).to_contain_text("played", timeout=SECONDS * 1000)


def _judged(judge: Judge, replay: Replay, number: int) -> tuple[list[Decision], list[Value]]:
    step = replay.steps[number - 1]
    assert step.line.split()[-1] != "ready", "more follows in the same turn"
    ply = judge_ply(judge, number, step, 32, 1)
    assert len(ply.decisions) > 1
    return ply.decisions, ply.values


CUT_OFF = """() => [...document.querySelectorAll(".player")].flatMap(card => {
    const box = card.getBoundingClientRect(), at = document.elementFromPoint(box.right - 6, box.top + 6);
    const cut = [...card.querySelectorAll(".won > span")]
        .filter(each => each.getBoundingClientRect().right > box.right)
        .map(each => `${card.dataset.seat}: ${each.dataset.caste} is cut off`);
    return card.contains(at) ? cut : [...cut, `${card.dataset.seat} is covered by ${at?.className}`];
})"""


@pytest.mark.parametrize("size", [(1200, 700), (1280, 800), (1600, 900), (844, 390)])
def test_what_four_players_took_is_seen_beside_a_review_and_an_analysis(page: Page, size: tuple[int, int]) -> None:
    width, height = size
    page.set_viewport_size({"width": width, "height": height})
    page.goto("/")
    table = page.evaluate(BRING, (GAME.parent / "2015-4-players.game").read_text())["id"]
    page.goto(f"/replay/{table}")
    page.get_by_role("button", name="Review", exact=True).click()
    expect(page.locator(".review-panel")).to_be_visible()
    assert page.evaluate(CUT_OFF) == []
    page.goto(f"/analysis?table={table}&ply=60")
    expect(page.locator(".player")).to_have_count(4)
    assert page.evaluate(CUT_OFF) == []
