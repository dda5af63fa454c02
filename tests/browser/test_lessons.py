"""The tutorials' positions, which the page cannot compute."""

from __future__ import annotations

import json
from types import ModuleType

import pytest

from tools import lessons, lessons_history

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("maker", [lessons, lessons_history], ids=["samurai", "history"])
def test_the_lessons_are_those_of_the_rules(maker: ModuleType) -> None:
    kept = json.loads(maker.TARGET.read_text(encoding="utf-8"))
    assert kept == json.loads(maker.make()), f"run: python -m {maker.__name__}"
