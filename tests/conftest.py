"""For all tests: how many examples hypothesis tries, and what runs first."""

import os
import re
from typing import Any

import pytest
from hypothesis import settings
from xdist.scheduler import LoadScopeScheduling

# Few examples for work, many for everything; no deadline, because the first call compiles.
settings.register_profile("quick", max_examples=25, deadline=None)
settings.register_profile("full", max_examples=100, deadline=None)
settings.register_profile("fixed", max_examples=25, deadline=None, derandomize=True, database=None)  # for mutants
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))


LONG = ("tests/server/test_kill.py", "cluster", "tests/arena/test_cluster.py")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes minutes comes first: at the end other processes would wait for it."""
    groups = {item: group_of(item.nodeid) for item in items}
    items.sort(key=lambda item: LONG.index(groups[item]) if groups[item] in LONG else len(LONG))


class ByGroup(LoadScopeScheduling):  # type: ignore[misc]
    """./test gives the slow tests of a file to one process, so that what a file makes is made once, and all that need
    two nodes with a database of their own to another.

    The marks that pytest-xdist has for this do nothing under pytest 9.2, which keeps the names of tests elsewhere.
    """

    def _split_scope(self, nodeid: str) -> str:
        return group_of(nodeid)


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> ByGroup | None:
    return ByGroup(config, log) if config.getvalue("dist") == "loadgroup" else None


def group_of(nodeid: str) -> str:
    """Which process a slow test goes to."""
    return "cluster" if re.search(r"[\[-]postgres[]-]", nodeid) else nodeid.partition("::")[0]
