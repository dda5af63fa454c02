"""For all tests: how many examples hypothesis tries, and what runs first."""

import os

import pytest
from hypothesis import settings

# Few examples for work, many for everything; no deadline, because the first call compiles.
settings.register_profile("quick", max_examples=25, deadline=None)
settings.register_profile("full", max_examples=100, deadline=None)
settings.register_profile("fixed", max_examples=25, deadline=None, derandomize=True, database=None)  # for mutants
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))


LONG = ("tests/server/test_kill.py", "cluster", "tests/arena/test_cluster.py")


@pytest.hookimpl(tryfirst=True)  # before the groups are read
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes minutes comes first: at the end other processes would wait for it.

    ./test gives the slow tests of a file to one process, so that what a file makes is made once, and all that need
    two nodes with a database of their own to another.
    """
    groups = {item: _group(item) for item in items}
    items.sort(key=lambda item: LONG.index(groups[item]) if groups[item] in LONG else len(LONG))
    for item, group in groups.items():
        item.add_marker(pytest.mark.xdist_group(group))


def _group(item: pytest.Item) -> str:
    call = getattr(item, "callspec", None)
    return "cluster" if call and call.params.get("nodes") == "postgres" else item.nodeid.partition("::")[0]
