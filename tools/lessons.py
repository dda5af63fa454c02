"""Makes the positions of the page's tutorial with the real rules: web/src/games/samurai/learn/lessons.json.

    python -m tools.lessons

The page knows no rules; so for each lesson everything that can be tried in it is tried here, and what is good is played.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from tenka.game import State
from tenka.patches import patch
from tenka.record import load
from tenka.samurai.game import Samurai
from tenka.server import audience
from tenka.server.positions import consequences, open_view, picture_of
from tenka.table import Table
from tests.samurai.drawing import position

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "web" / "src" / "games" / "samurai" / "learn" / "lessons.json"
RULES = Samurai()
RED = 0
Takes = list[dict[str, Any]]


class Lesson(NamedTuple):
    """A position, what may be tried in it, and what is asked for."""

    name: str
    start: State
    near: str
    """The spaces that are offered."""
    is_good: Callable[[str, Takes], bool]
    depth: int = 1


def goes_to(space: str, piece: str, taker: int | None) -> Callable[[str, Takes], bool]:
    return lambda _text, takes: {"space": space, "piece": piece, "taker": taker} in takes


def draw(drawing: str, hand: str, **more: Any) -> State:
    """A position in which red has just these tiles."""
    return position(drawing, hands={"red": hand}, stacks={"red": ""}, lost=True, **more)


EDO = """
            Rr2
        Bs2     Bb3
            o14:(brc)
        Rc2     .
            Bc3
"""

LESSONS = [
    Lesson(
        "place",
        draw(
            """
            o8:(b)
        ~       .
            .
            """,
            "b3",
        ),
        "p8 o9",
        lambda text, _takes: text in ("b3@p8", "b3@o9"),
    ),
    Lesson(
        "close",
        draw(
            """
            Bh2
        ~       ~
            o8:(b)
        ~       Rb3
            .
            """,
            "c4 s1",
        ),
        "o9",
        goes_to("o8", "buddha", RED),
    ),
    Lesson("edo", draw(EDO, "b2 r3 s1"), "p14", goes_to("o14", "rice", RED)),
    Lesson("tie", draw(EDO, "b2 r3 c3"), "p14", goes_to("o14", "castle", None)),
    Lesson(
        "ship",
        draw(
            """
            .
        Br3     ~
            q15:(r)
        ~       ~
            ~
            """,
            "s2 h2",
        ),
        "q14 r14 r15 q16 p15",
        goes_to("q15", "rice", RED),
        depth=2,
    ),
    Lesson(
        "switch",
        draw(
            """
            Rb4
        ~       .
            o12:(c)
        .       .
            .
            """,
            "b2 x",
            elsewhere={"o14": "brc", "q13": "b", "m13": "r", "q11": "b", "o10": "rc", "l14": "c"},
        ),
        "o12 q13 m13",
        lambda text, _takes: text.startswith("x:") and "o12.c" in text and ".b" in text,
        depth=2,
    ),
    Lesson(
        "move",
        draw(
            """
            Rs3
        ~       Bs1
            k18:()
        ~       ~
            ~
            """,
            "r2 m",
        ),
        "k17 k16 l15 m16 m15",
        lambda text, _takes: text.startswith("m:"),
        depth=2,
    ),
]


def try_out(lesson: Lesson) -> dict[str, Any]:
    """A lesson with everything that can be tried in it."""
    options = RULES.options({"players": 2})
    table = Table(RULES, options, ("you", "other"), lesson.start)
    picture = picture_of("samurai")
    start = picture.draw(RULES.view(lesson.start, RED))
    near = set(lesson.near.split())
    tries: dict[str, Any] = {}
    good: dict[str, Any] = {}

    def look(text: str, depth: int) -> list[str]:
        found = table.preview(RED, text)
        tokens = audience.tokens_of(RULES, found.legal)
        legal = [token for token in tokens if token != "done" and token != "x:same" and spaces(token) <= near]
        if text:
            takes, ends = [], None
            if found.is_whole:
                told = consequences(RULES, lesson.start, found.actions, not found.legal)
                takes, ends = [take.model_dump() for take in told.takes], told.ends
                if lesson.is_good(text, takes):
                    end = RULES.apply(found.state, RULES.end_turn) if found.legal else found.state
                    good[text] = patch(start, picture.draw(RULES.view(end, RED)))
            choice = {"seat": RED, "version": 0, "legal": legal, "is_whole": found.is_whole}
            changes = patch(start, picture.draw(RULES.view(found.state, RED))) if found.legal else {}
            tries[text] = {"moves": text, "choice": choice, "changes": changes, "takes": takes, "ends": ends}
        if depth > 0:
            for token in legal:
                # Second halves are joined to the first, as the page writes them.
                look(f"{text}{token}" if token[0] in "=>" else f"{text} {token}".strip(), depth - 1)
        return legal

    legal = look("", lesson.depth)
    assert good, f"nothing in {lesson.name} is good"
    choice = {"seat": RED, "version": 0, "legal": legal, "is_whole": False}
    return {"position": start, "choice": choice, "tries": tries, "good": good}


def spaces(token: str) -> set[str]:
    """The spaces that a token names."""
    return {word.split(".")[0] for word in re.split("[@:>=]", token)[1:]}


def final() -> dict[str, Any]:
    """The end of a golden game, to tell the scoring by."""
    game = load(ROOT / "tests" / "games" / "2015-3-players.game")
    *_, state = game.states()
    outcome = audience.show_outcome(game.outcome)
    assert outcome is not None
    return {"position": picture_of("samurai").draw(open_view(state)), "outcome": outcome.model_dump()}


def make() -> str:
    """All lessons as JSON."""
    lessons = {lesson.name: try_out(lesson) for lesson in LESSONS}
    return json.dumps({"lessons": lessons, "final": final()}, separators=(",", ":")) + "\n"


if __name__ == "__main__":
    TARGET.write_text(make(), encoding="utf-8")
