"""The tutorial's positions, which the page cannot compute."""

from __future__ import annotations

import pytest

from tools import lessons

pytestmark = pytest.mark.slow


def test_the_lessons_are_those_of_the_rules() -> None:
    assert lessons.TARGET.read_text() == lessons.make(), "run: python -m tools.lessons"
