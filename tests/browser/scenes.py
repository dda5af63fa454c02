"""Every page, and every state of a table, that somebody sees: by name, for axe and for pictures of all of them.

No words are looked for, so that a scene is the same in every language.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from tenka.games import get_game
from tenka.puzzles.puzzle import load_puzzles
from tests.browser import history, play
from tests.browser.play import PLAIN
from tests.browser.test_review import bring_reviewed
from tests.server.client import Node

GAMES = Path(__file__).resolve().parents[1] / "games"

SEND = """async ([path, body]) => {
    const headers = { "content-type": "application/json" };
    const answer = await fetch(`/api/${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    return answer.status === 204 ? null : await answer.json();
}"""

WHERE = """async () => {
    const { choice, position, info } = await (await fetch("/api/tables/" + location.pathname.split("/")[2])).json();
    if (info.status === "over") return { is_over: true, fights: [] };
    if (!choice) return null;
    const odds = Object.entries(choice.details?.moves ?? {}).filter(([, move]) => move.odds);
    odds.sort(([, a], [, b]) => b.points - a.points);
    return { ...position, version: choice.version, fights: odds.map(([token]) => token.split(":")[0]), is_over: false };
}"""
"""Where a game stands, while we are to move or when it is over."""

BEYOND = """() => {
    const found = [];
    if (document.documentElement.scrollWidth > innerWidth) found.push(`${location.pathname} scrolls sideways`);
    for (const each of document.querySelectorAll(".app .btn, .app .iconbtn, .app .slot, .app .player")) {
        const { left, right, top, bottom, width } = each.getBoundingClientRect();
        if (!each.checkVisibility({ visibilityProperty: true }) || width === 0) continue;
        if (each.closest(".chooser, .answer, .draft, .tree, .study")) continue; // which scroll, upwards
        const name = `${each.className}: ${each.textContent.trim()}`;
        if (left < 0 || top < 0 || right > innerWidth + 1 || bottom > innerHeight + 1) found.push(`${name} is cut off`);
        if (each.matches(".btn") && each.scrollWidth > each.clientWidth + 1) found.push(`${name} is too long`);
        const at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        if (at?.closest("dialog, .panel, .log-panel, .hint-panel, .review-panel")) continue; // until that is closed
        if (!at || !(each.contains(at) || at.contains(each))) found.push(`${name} is covered`);
    }
    return found;
}"""
"""What does not fit on the screen."""


class Games:
    """Tables that show something, each made when it is first looked for, of somebody with an account."""

    def __init__(self, page: Page, node: Node) -> None:
        self.page = page
        self.node = node
        page.goto("/")
        self.name = f"Ann-{uuid.uuid4().hex[:6]}"
        self.send("register", {"name": self.name, "password": "correct horse"})

    def send(self, path: str, body: Any) -> Any:
        return self.page.evaluate(SEND, [path, body])

    def make(self, *seats: str, **wish: Any) -> str:
        return str(play.make_table(self.page, *seats, **wish)["id"])

    def until(self, table: str, is_reached: Callable[[Any], bool]) -> dict[str, Any]:
        """Plays as the adviser would until something is so."""
        play.open_table(self.page, {"id": table})
        for _look in range(5000):
            at: dict[str, Any] | None = self.page.evaluate(WHERE)
            if at and is_reached(at):
                return {"id": table, **at}
            if not (at and self.page.evaluate(history.ADVISED)):
                self.page.wait_for_timeout(20)
        raise AssertionError("there is nothing to see")

    def to_the_end(self, table: str) -> str:
        return str(self.until(table, lambda at: at["is_over"])["id"])

    def bring(self, name: str) -> str:
        """A game that others have played."""
        return str(self.send("records", {"text": (GAMES / f"{name}.game").read_text(encoding="utf-8")})["id"])

    @cached_property
    def first(self) -> str:
        return self.make("me", "farmer", options={**play.FIRST_GAME, "first": "red"})

    @cached_property
    def going(self) -> str:
        table = self.make("me", "greedy", "greedy", "greedy", clock={"kind": "days", "days": 3})
        return str(self.until(table, lambda at: at["version"] >= 20)["id"])

    @cached_property
    def over(self) -> str:
        return self.to_the_end(self.make("me", "farmer"))

    @cached_property
    def others_turn(self) -> str:
        """We have sat down with somebody who thinks."""
        browser = self.page.context.browser
        assert browser is not None
        other = browser.new_page(base_url=self.node.url)
        other.goto("/")
        found = play.make_table(other, "me", "open", options={**play.FIRST_GAME, "first": "red"})
        self.send(f"tables/{found['id']}/join", {"key": found["key"]})
        other.close()
        return str(found["id"])

    @cached_property
    def chosen(self) -> str:
        return self.make("me", "greedy", options={})

    @cached_property
    def placed(self) -> str:
        return self.make("me", "greedy", options={"hands": "random", "pieces": "placed", "first": "red"})

    @cached_property
    def waiting(self) -> str:
        return self.make("me", "open", "greedy")

    @cached_property
    def shared(self) -> str:
        return self.make("me", "me")

    @cached_property
    def record(self) -> str:
        return self.bring("2015-3-players")

    @cached_property
    def reviewed(self) -> str:
        return bring_reviewed(self.page, self.node)

    def history(self, *seats: str) -> str:
        return str(history.make_table(self.page, *seats)["id"])

    @cached_property
    def draft(self) -> str:
        return str(self.until(self.history("me", *["greedy"] * 4), lambda at: at["phase"] == "giving")["id"])

    @cached_property
    def fight(self) -> dict[str, Any]:
        return self.until(self.history("me", *["greedy"] * 4), lambda at: at["epoch"] >= 2 and len(at["fights"]) > 1)

    @cached_property
    def several(self) -> str:
        """Of two, who have three colours each."""
        return str(self.until(self.history("me", "greedy"), lambda at: len(at["fights"]) > 1)["id"])

    @cached_property
    def history_over(self) -> str:
        table = str(history.make_table(self.page, "me", "greedy", "greedy", stand_in="greedy")["id"])
        self.send(f"tables/{table}/leave", {})
        return self.to_the_end(table)

    @cached_property
    def history_record(self) -> str:
        return self.bring("history-4-players")


Scene = Callable[[Page, Games], None]


def go(page: Page, address: str) -> None:
    page.goto(address)
    page.locator("h1").first.wait_for(state="attached")
    page.wait_for_function("() => !document.querySelector('[aria-busy=true]')")


def goes_to(address: str) -> Scene:
    return lambda page, _games: go(page, address)


KEEP = """async settings => {
    localStorage.setItem("tenka.settings", JSON.stringify(settings));
    const headers = { "content-type": "application/json" };
    await fetch("/api/settings", { method: "PUT", headers, body: JSON.stringify({ settings }) });
}"""


def sit(page: Page, table: str, is_first: bool = False) -> None:
    """At a table, where what the game is about lies on the board in the first game alone."""
    if page.url == "about:blank":
        page.goto("/")
    page.evaluate(KEEP, {"understood": [] if is_first else ["samurai"], "names": False})
    play.open_table(page, {"id": table})


def settings_of_a_guest(page: Page, _games: Games) -> None:
    cookies = page.context.cookies()
    page.context.clear_cookies()
    go(page, "/settings")
    page.context.add_cookies(cookies)  # type: ignore[arg-type]


def new_table_of_history(page: Page, _games: Games) -> None:
    go(page, "/new")
    page.locator("[data-option=game] label").nth(1).click()


def lesson(page: Page, _games: Games) -> None:
    go(page, "/learn/tile")
    page.locator('.hand .slot[data-tile="b3"]').click()
    page.locator('.cell[data-space="o9"]').click()


def first_game(page: Page, games: Games) -> None:
    sit(page, games.first, is_first=True)
    page.locator(".goal").wait_for()


def turn(page: Page, games: Games) -> None:
    sit(page, games.going)
    page.locator(".confirm").wait_for()


def staged(page: Page, games: Games) -> None:
    turn(page, games)
    page.locator(PLAIN).first.click()
    page.locator(".cell.target").first.click()
    expect(page.locator(".staged")).to_have_count(1)
    expect(page.locator(".confirm")).to_be_enabled()


def pressed(key: str, page: Page, games: Games) -> None:
    turn(page, games)
    page.keyboard.press(key)
    page.locator("dialog[open], .log-panel").first.wait_for()


def hint(page: Page, games: Games) -> None:
    turn(page, games)
    page.keyboard.press("h")
    page.locator(".hint-panel ol li").first.wait_for(timeout=60_000)


def menu(page: Page, games: Games) -> None:
    turn(page, games)
    page.locator(".iconbtn:has(use[href$=menu])").locator("visible=true").click()


def names(page: Page, games: Games) -> None:
    turn(page, games)
    page.keyboard.press("n")
    page.locator(".board .place").first.wait_for()


def seat(page: Page, games: Games) -> None:
    turn(page, games)
    page.locator(".player").last.click()


def end(page: Page, table: str) -> None:
    sit(page, table)
    page.locator("dialog[open]").wait_for()


def choosing(page: Page, games: Games) -> None:
    go(page, f"/table/{games.chosen}")
    for number in (0, 3, 9, 14):
        page.locator(".chooser .slot").nth(number).click()


def placing(page: Page, games: Games) -> None:
    sit(page, games.placed)
    page.locator(".caste:enabled").first.click()


def curtain(page: Page, games: Games) -> None:
    sit(page, games.shared)
    page.locator(".curtain").wait_for()


def replay(page: Page, table: str, share: float = 0.6) -> None:
    go(page, f"/replay/{table}")
    slider = page.locator(".slider")
    slider.fill(str(int(int(slider.get_attribute("max") or 0) * share)))


def scoring(page: Page, table: str) -> None:
    replay(page, table, 1)
    page.locator(".steps-acts .btn.primary").click()
    page.locator("dialog[open]").wait_for()


def sandbox(page: Page, table: str) -> None:
    replay(page, table)
    page.locator(".steps-acts > button.btn:not([aria-pressed], [aria-expanded])").first.click()
    page.locator(".confirm").wait_for()


def review(page: Page, games: Games) -> None:
    replay(page, games.reviewed, 0.8)
    page.locator(".steps-acts [aria-expanded]").click()
    page.locator(".review-panel .share-line").first.wait_for()


def analysis(page: Page, table: str) -> None:
    page.goto(f"/analysis?table={table}&ply=9")  # where the judge is busy for long
    page.locator(".tree [aria-current]").wait_for(state="attached")  # on phones a button opens it


def set_up(page: Page, _games: Games) -> None:
    go(page, "/analysis")
    page.locator(".lists section:first-child .btn").first.click()
    page.locator(".stage .board").wait_for()


def set_up_history(page: Page, _games: Games) -> None:
    go(page, "/analysis")
    page.locator(".lists section:first-child .btn").nth(1).click()
    page.locator('[data-area="kaga"]').wait_for()


def answered(page: Page, _games: Games) -> None:
    found = next(puzzle for puzzle in load_puzzles("samurai") if puzzle.others)
    moves = get_game("samurai").format(found.others[0].actions)
    go(page, f"/puzzle/samurai/{found.id}")
    page.route("**/try", lambda route: route.continue_(post_data=json.dumps({"moves": moves})))
    page.locator(PLAIN).first.click()
    page.locator(".cell.target").first.click(force=True)
    page.locator(".confirm").click()
    page.locator(".answer").wait_for()
    page.unroute("**/try")


def fight(page: Page, games: Games) -> None:
    sit(page, games.fight["id"])
    page.locator(".cell.target").first.wait_for(state="attached")
    assert any(history.press(page, area) for area in games.fight["fights"])


def points(page: Page, games: Games) -> None:
    sit(page, games.fight["id"])
    page.locator(".player").first.click()
    page.locator("dialog[open]").wait_for()


def draft(page: Page, games: Games) -> None:
    sit(page, games.draft)
    page.locator(".give").first.wait_for()


def dice(page: Page, games: Games) -> None:
    replay(page, games.history_record)
    for _step in range(60):
        page.keyboard.press("ArrowRight")
        page.wait_for_timeout(30)
        if page.locator(".thrown").count():
            return
    raise AssertionError("nobody throws dice")


SCENES: dict[str, Scene] = {
    "home": goes_to("/"),
    "new": goes_to("/new"),
    "new-history": new_table_of_history,
    "tables": goes_to("/tables"),
    "watch": goes_to("/watch"),
    "best": goes_to("/best"),
    "person": goes_to("/person/shogun"),
    "settings": goes_to("/settings"),
    "settings-guest": settings_of_a_guest,
    "learn": goes_to("/learn"),
    "lesson": lesson,
    "lesson-castes": goes_to("/learn/castes"),
    "lesson-winning": goes_to("/learn/winning"),
    "rules": goes_to("/rules"),
    "nowhere": goes_to("/nowhere"),
    "first-game": first_game,
    "turn": turn,
    "staged": staged,
    "names": names,
    "log": partial(pressed, "l"),
    "keys": partial(pressed, "?"),
    "typed": partial(pressed, "/"),
    "menu": menu,
    "hint": hint,
    "seat": seat,
    "others-turn": lambda page, games: sit(page, games.others_turn),
    "end": lambda page, games: end(page, games.over),
    "choosing": choosing,
    "placing": placing,
    "waiting": lambda page, games: go(page, f"/table/{games.waiting}"),
    "hot-seat": curtain,
    "replay": lambda page, games: replay(page, games.record),
    "scoring": lambda page, games: scoring(page, games.record),
    "sandbox": lambda page, games: sandbox(page, games.record),
    "review": review,
    "analysis-start": goes_to("/analysis"),
    "analysis-set-up": set_up,
    "analysis-set-up-history": set_up_history,
    "analysis": lambda page, games: analysis(page, games.record),
    "puzzle": goes_to("/puzzle"),
    "puzzle-answered": answered,
    "history-lesson": goes_to("/learn/counters"),
    "history-lesson-fights": goes_to("/learn/fights"),
    "history-lesson-cards": goes_to("/learn/cards"),
    "history-rules": goes_to("/rules/history"),
    "history-draft": draft,
    "history-turn": lambda page, games: sit(page, games.fight["id"]),
    "history-fight": fight,
    "history-points": points,
    "history-several": lambda page, games: sit(page, games.several),
    "history-end": lambda page, games: end(page, games.history_over),
    "history-replay": lambda page, games: replay(page, games.history_record),
    "history-scoring": lambda page, games: scoring(page, games.history_record),
    "history-dice": dice,
    "history-sandbox": lambda page, games: sandbox(page, games.history_record),
    "history-analysis": lambda page, games: analysis(page, games.history_record),
    "history-puzzle": goes_to("/puzzle/history"),
}
