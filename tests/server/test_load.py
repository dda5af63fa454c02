"""What the benchmark of the server compares: ours and an older one, in the same run."""

from __future__ import annotations

import argparse
import importlib
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture
def load(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(ROOT / "benchmarks"))
    return importlib.import_module("load")


def test_each_set_up_of_an_older_server_is_measured_right_after_ours(load: Any, tmp_path: Path) -> None:
    ours = [load.Setup("one worker", 1), load.Setup("2 workers", 2)]
    assert load.with_before(ours, None) == ours
    setups = load.with_before(ours, tmp_path)
    assert [setup.name for setup in setups] == ["one worker", "one worker, before", "2 workers", "2 workers, before"]
    assert [setup.checkout for setup in setups] == [None, tmp_path, None, tmp_path]


def test_the_table_says_which_server_is_which_and_how_many_times_as_good_ours_is(load: Any, tmp_path: Path) -> None:
    setups = load.with_before([load.Setup("one worker", 1), load.Setup("2 workers", 2)], tmp_path)
    speeds = [(1500.0, 0.5), (1000.0, 1.0), (3000.0, 0.6), (1500.0, 0.9)]
    found = [load.Figures({"turns/s": f"{turns:.0f}"}, turns, cost, 0.1, 0.3) for turns, cost in speeds]
    options = argparse.Namespace(
        tables=40, heavy=False, server_cores=None, client_cores=None, without_proxy=True, before=tmp_path
    )
    text = load.report(setups, found, options)
    assert f"*before*: the server of {tmp_path}" in text
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if line[0:1] == "|"]
    assert rows[0] == ["what", "one worker", "one worker, before", "2 workers", "2 workers, before"]
    assert ["one worker, to the server before: turns/s", "1.50", "", "", ""] in rows
    assert ["2 workers, to the server before: turns/s", "", "", "2.00", ""] in rows
    assert ["2 workers, to one worker: turns/s", "", "", "2.00", ""] in rows
    assert ["by processor time of the server a turn", "2.00", "", "", ""] in rows
    assert not any(row[0].startswith("one worker, before, to") for row in rows), (
        "an older server is compared with ours only"
    )


def test_what_is_no_checkout_is_refused_in_a_sentence(load: Any, tmp_path: Path) -> None:
    with pytest.raises(argparse.ArgumentTypeError, match="is no checkout of tenka; git worktree add"):
        load.old_checkout(str(tmp_path))
