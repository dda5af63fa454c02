"""How much Hypothesis tries, where an example is long."""

from __future__ import annotations

from hypothesis import settings


def examples(one_in: int, at_least: int = 1) -> int:
    """A part of the examples that the profile asks for, as ./test chose it."""
    profile = settings.default
    assert profile is not None, "conftest.py loads one"
    return max(at_least, profile.max_examples // one_in)
