"""For all tests: how many examples hypothesis tries, and what runs first."""

import os

import pytest
from hypothesis import settings

# Few examples for work, many for everything; no deadline, because the first call compiles.
settings.register_profile("quick", max_examples=25, deadline=None)
settings.register_profile("full", max_examples=200, deadline=None)
settings.register_profile("fixed", max_examples=25, deadline=None, derandomize=True, database=None)  # for mutants
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Servers that are killed come first: they take minutes, and at the end other processes would wait for them."""
    items.sort(key=lambda item: "test_kill" not in item.nodeid)
