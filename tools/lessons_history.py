"""Makes the positions of History's tutorial with the real rules: web/src/games/history/learn/lessons.json.

python -m tools.lessons_history
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from tenka.game import State
from tenka.history.state import GIVING
from tenka.patches import patch
from tenka.record import load
from tenka.server.audience import tokens_of
from tenka.server.positions import picture_of
from tenka.table import Table
from tests.history.position import RULES, play, position

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "web" / "src" / "games" / "history" / "learn" / "lessons.json"
RED = 0

OUNIN = """
    epoch 4, 5 players
    red yamana to move
    blue kantou_kubou
    gold hatakeyama
    green hosokawa
    purple oouchi
    miyako: blue past 1, capital
    oumi: blue past 1
    harima: green past 1, castle
    settsu: green past 1
    echizen: gold past 2
    kaga: gold past 1
    mino: gold past 1
    ise: purple past 1
    yamato: purple past 1
    owari: purple past 1, city
    awa: green past 1
    sanuki: green past 2, city
    aki: blue past 1
    bungo: gold past 1
"""


class Lesson(NamedTuple):
    """A position, what may be tried in it, and what is asked for."""

    name: str
    start: State
    offered: str
    is_good: Callable[[list[str]], bool]
    depth: int = 1


def drawn() -> State:
    """A moment of a golden game in which red has drawn a daimyo and may keep it."""
    for state in load(ROOT / "tests" / "games" / "history-5-players.game").states():
        keeps = state.phase == GIVING and state.colour == RED and "keep" in tokens_of(RULES, RULES.legal(state))
        if keeps and len(RULES.legal(state)) > 2:
            return state
    raise AssertionError("nobody draws in that game")


LESSONS = [
    Lesson(
        "place",
        play(position(OUNIN), "ready tajima"),
        "tajima tango inaba tanba",
        lambda moves: len(set(moves)) == 2,
        depth=2,
    ),
    Lesson(
        "fight", play(position(OUNIN), "ready tajima tanba tango"), "harima miyako settsu", lambda m: m == ["miyako"]
    ),
    Lesson(
        "castle",
        play(position(OUNIN), "ready tajima tanba miyako 6-1"),
        "castle:tajima castle:tanba castle:miyako wakasa tango",
        lambda moves: moves == ["castle:miyako"],
    ),
    Lesson("draft", drawn(), "", lambda _moves: True),
    Lesson(
        "score",
        play(position(OUNIN.replace("miyako: blue past 1, capital", "miyako: city")), "ready tajima tanba"),
        "tango inaba wakasa miyako",
        lambda moves: moves == ["miyako"],
    ),
]


def try_out(lesson: Lesson) -> dict[str, Any]:
    """A lesson with everything that can be tried in it."""
    table = Table(RULES, RULES.options({"players": 5}), ("you", "b", "c", "d", "e"), lesson.start)
    picture = picture_of("history")
    start = picture.draw(RULES.view(lesson.start, RED))
    tries: dict[str, Any] = {}
    good: list[str] = []

    def look(moves: list[str], depth: int) -> dict[str, Any]:
        found = table.preview(RED, " ".join(moves))
        tokens = dict(zip(tokens_of(RULES, found.legal), found.legal, strict=True))
        offered = lesson.offered.split() or list(tokens)
        legal = [token for token in offered if token in tokens] if depth > 0 else []
        # A lesson is over where nothing more is offered.
        choice: dict[str, Any] = {"seat": RED, "version": 0, "legal": legal, "is_whole": depth == 0 or found.is_whole}
        if legal and picture.draw_choice is not None:
            view = RULES.view(found.state, RED)
            choice["details"] = picture.draw_choice(view, [tokens[token] for token in legal])
        if moves:
            changes = patch(start, picture.draw(RULES.view(found.state, RED))) if found.legal else {}
            text = " ".join(moves)
            tries[text] = {"moves": text, "choice": choice, "changes": changes, "takes": [], "ends": None}
            if depth == 0 and lesson.is_good(moves):
                good.append(text)
        for token in legal:
            look([*moves, token], depth - 1)
        return choice

    choice = look([], lesson.depth)
    assert good, f"nothing in {lesson.name} is good"
    return {"position": start, "choice": choice, "tries": tries, "good": good}


def make() -> str:
    """All lessons as JSON."""
    return json.dumps({lesson.name: try_out(lesson) for lesson in LESSONS}, separators=(",", ":")) + "\n"


if __name__ == "__main__":
    TARGET.write_text(make(), encoding="utf-8")
