"""The command ``tenka review``."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tenka.review.run import kept_beside
from tests.cli.conftest import Tenka

GAME = Path(__file__).parent.parent / "games" / "no-leader.game"


@pytest.mark.slow
def test_a_review_prints_tables_writes_files_and_goes_on_where_it_was_stopped(tenka: Tenka, tmp_path: Path) -> None:
    file = tmp_path / "a.game"
    shutil.copy(GAME, file)
    given = ("review", file, "--budget", "16", "--workers", "1", "--json", tmp_path / "a.json")
    done = tenka(*given, "--html", tmp_path / "a.html")
    assert (done.code, done.err.count("Traceback")) == (0, 0)
    for heading in (
        "accuracy",
        "error rate",
        "hidden",
        "gave red",
        "16 tries a decision",
        "They add up from start to end.",
    ):
        assert heading in done.out
    told = json.loads((tmp_path / "a.json").read_text("utf-8"))
    assert [account["final"] for account in told["accounts"]] in ([1.0, 0.0], [0.0, 1.0], [0.5, 0.5])
    assert "<svg" in (tmp_path / "a.html").read_text("utf-8")
    kept = tmp_path / "a.game.review"
    lines = kept.read_text("utf-8").splitlines(keepends=True)
    assert len(lines) == 1 + len(told["plies"])
    kept.write_text("".join(lines[: len(lines) - 3]) + lines[-3][:50], "utf-8")
    again = tenka(*given)
    assert again.code == 0
    assert json.loads((tmp_path / "a.json").read_text("utf-8")) == told
    assert again.out == done.out


@pytest.mark.slow
def test_ctrl_c_stops_a_review_with_a_sentence_while_its_processes_are_not_ready_yet(tmp_path: Path) -> None:
    """A terminal sends it to all of them."""
    file = tmp_path / "a.game"
    shutil.copy(GAME, file)
    command = [sys.executable, "-m", "tenka", "review", str(file), "--workers", "2"]
    review = subprocess.Popen(
        command,
        stderr=subprocess.PIPE,
        text=True,
        process_group=0,
        # Where the tests run in the background of a shell they ignore it, and so would what they begin.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    while not kept_beside(file).exists():
        time.sleep(0.01)
    time.sleep(0.5)  # by then they have begun, and are busy with imports for longer
    os.killpg(review.pid, signal.SIGINT)
    _, told = review.communicate(timeout=60)
    assert "Traceback" not in told
    assert "0 of" in told
    assert "the same command goes on" in told


@pytest.mark.slow
def test_a_review_without_the_network_says_who_judges_instead_and_likens_nobody_to_a_level(
    tenka: Tenka, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tenka.samurai.review.make_judge", lambda: None)
    file = tmp_path / "a.game"
    shutil.copy(GAME, file)
    done = tenka("review", file, "--budget", "16", "--workers", "1", "--json", tmp_path / "a.json")
    assert "pip install 'tenka-games[neural]'): play-outs by greedy judge." in done.err
    assert "They do not tell the luck of draws: it is a part of what is hidden." in done.err
    told = json.loads((tmp_path / "a.json").read_text("utf-8"))
    assert told["tells_luck"] is False
    assert [figures["level"] for figures in told["figures"]] == [None, None]
