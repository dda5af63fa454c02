"""Pictures of positions: drawn from what everybody may see, and in the colours of the page."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tenka import picture
from tenka.game import CHANCE, State, draw_chance
from tenka.games import GAMES, get_game, get_title, load_part
from tenka.server.positions import picture_of
from tools import curves
from tools.boards import draw_board, path_of

WEB = Path(__file__).parent.parent / "web" / "src"


def inside(svg: Path) -> str:
    found = re.search(r"<svg[^>]*>(.*)</svg>", svg.read_text(), re.DOTALL)
    assert found is not None
    return re.sub(r"\s*\n\s*", "", found[1])


def draw(game: str, state: State, players: int) -> str:
    position = picture_of(game).draw(get_game(game).view(state, None))
    drawn: str = load_part(game, "picture").draw(position, players)
    return drawn


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_drawn_for_every_number_of_players_and_hides_what_spectators_may_not_see(game: str) -> None:
    rules, rng = get_game(game), random.Random(1)
    for players in get_title(game).players:
        state = rules.start(rules.options({"players": players}), rng)
        first = draw(game, state, players)
        for _ in range(300):
            if (seat := rules.turn(state)) is None:
                break
            state = rules.apply(
                state, draw_chance(rules, state, rng) if seat == CHANCE else rng.choice(rules.legal(state))
            )
        drawn = draw(game, state, players)
        assert drawn == draw(game, rules.sample(rules.view(state, None), rng), players)
        root = ElementTree.fromstring(drawn)
        assert (root.get("width"), root.get("height")) == ("1200", "630")
        assert len(drawn) > len(first), "what was played is seen"
        assert "<text" not in drawn, "no font is needed"


def test_pictures_have_the_colours_and_the_drawings_of_the_page() -> None:
    tokens = (WEB / "style" / "tokens.css").read_text()
    for number, (colour, on) in enumerate(zip(picture.COLOURS, picture.ON_COLOURS, strict=True), 1):
        assert f"--p{number}: {colour};" in tokens
        assert f"--p{number}-on: {on};" in tokens
    for number, crest in list(enumerate(picture.CRESTS, 1))[1:]:
        assert f'd="{crest}"' in inside(WEB / "icons" / f"crest-{number}-solid.svg")
    for name in GAMES:
        figures = Path(load_part(name, "picture").__file__ or "").parent / "data" / "figures.json"
        if figures.is_file():
            for figure, parts in json.loads(figures.read_text()).items():
                assert parts == inside(WEB / "games" / name / "icons" / f"{figure}.svg")


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_show_the_board_as_it_is_drawn_now(game: str) -> None:
    assert path_of(game).read_text(encoding="utf-8") == draw_board(game) + "\n", "python -m tools.boards draws it again"


def test_the_curve_of_the_networks_learning_is_that_of_its_figures() -> None:
    drawn = curves.draw()
    assert drawn.count("<polyline") == 5
    assert curves.PICTURE.read_text(encoding="utf-8") == drawn, "python -m tools.curves draws it again"
