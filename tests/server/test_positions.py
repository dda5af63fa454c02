"""What is sent of a position: only what is new, and never anything else than that."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from tenka.games import GAMES, get_game, get_title
from tenka.patches import merge_patch, patch
from tenka.server.positions import picture_of


@settings(max_examples=settings().max_examples // 4)  # an example is a whole game, or the first 400 decisions
@given(st.sampled_from(list(GAMES)), st.integers(0, 10**6))
def test_changes_are_the_patch_from_one_drawing_to_the_next(game: str, seed: int) -> None:
    rng = random.Random(seed)
    rules, picture = get_game(game), picture_of(game)
    options = rules.options({"players": rng.choice(get_title(game).players)})
    eyes = rng.choice([None, *range(options.players)])
    state = rules.start(options, rng)
    last = rules.view(state, eyes)
    drawn = picture.draw(last)
    for _ in range(400):
        if not (legal := rules.legal(state)):
            break
        state = rules.apply(state, rng.choice(legal))
        if rng.random() < 0.5:  # a turn is more than one decision
            continue
        view = rules.view(state, eyes)
        changes, now = picture.compare_public(last.known, view.known), picture.draw(view)
        seats = picture.compare_seats(last, view)
        assert changes | ({"seats": seats} if seats else {}) == patch(drawn, now)
        assert without_none(merge_patch(drawn, changes | {"seats": seats})) == without_none(now)
        last, drawn = view, now


def without_none(drawing: object) -> object:
    """Null and nothing mean the same to the page."""
    if not isinstance(drawing, dict):
        return drawing
    return {name: without_none(value) for name, value in drawing.items() if value is not None}
