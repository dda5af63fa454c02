"""Reviews that are stopped go on."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tenka import record as records
from tenka.record import Replay
from tenka.review import run
from tenka.review.plies import JudgedPly
from tenka.review.review import Settings
from tenka.review.run import Keeper, judge_plies
from tests.review.games import hasty_judge, play

SETTINGS = Settings(16)


@pytest.fixture(scope="module")
def replay() -> Replay:
    return play("samurai", 2, seed=3, hands="random", pieces="random")


@pytest.fixture
def file(tmp_path: Path, replay: Replay) -> Path:
    path = tmp_path / "a.game"
    path.write_text(records.write(replay.record), "utf-8")
    return path


def a_ply(number: int) -> JudgedPly:
    return JudgedPly(number, 0, "turn", [], [])


def test_what_was_done_is_not_done_again(file: Path, replay: Replay, monkeypatch: pytest.MonkeyPatch) -> None:
    judge = hasty_judge("samurai")
    first = Keeper.beside(file, replay, judge, SETTINGS)
    for number in (1, 3):
        first.add(a_ply(number))
    with first.path.open("a", encoding="utf-8") as torn:
        torn.write('{"number": 4, "se')
    again = Keeper.beside(file, replay, judge, SETTINGS)
    assert sorted(again.plies) == [1, 3]
    asked: list[int] = []

    def judge_quickly(text: str, settings: Settings, number: int) -> JudgedPly:
        asked.append(number)
        return a_ply(number)

    monkeypatch.setattr(run, "_judge_numbered", judge_quickly)
    for ply in judge_plies(replay, SETTINGS, again.plies, 1):
        again.add(ply)
    assert sorted([*asked, 1, 3]) == list(range(1, len(replay.steps) + 1))
    whole = Keeper.beside(file, replay, judge, SETTINGS)
    assert [ply.number for ply in whole.in_order()] == list(range(1, len(replay.steps) + 1))


def test_what_was_kept_of_another_review_is_not_taken_for_this_one(
    file: Path, replay: Replay, monkeypatch: pytest.MonkeyPatch
) -> None:
    judge = hasty_judge("samurai")
    Keeper.beside(file, replay, judge, SETTINGS).add(a_ply(1))
    assert Keeper.beside(file, replay, judge, Settings(32)).plies == {}
    Keeper.beside(file, replay, judge, SETTINGS).add(a_ply(1))
    assert Keeper.beside(file, replay, judge, Settings(16, seed=2)).plies == {}
    Keeper.beside(file, replay, judge, SETTINGS).add(a_ply(1))
    other = play("samurai", 2, seed=4, hands="random", pieces="random")
    assert Keeper.beside(file, other, judge, SETTINGS).plies == {}
    Keeper.beside(file, replay, judge, SETTINGS).add(a_ply(1))
    assert sorted(Keeper.beside(file, replay, judge, SETTINGS).plies) == [1]
    monkeypatch.setattr("tenka.samurai.review.version", lambda: "with other opinions")
    run.engine_of.cache_clear()
    try:
        assert Keeper.beside(file, replay, judge, SETTINGS).plies == {}, "two judges in one review"
    finally:
        run.engine_of.cache_clear()


def test_junk_in_its_place_is_done_again(file: Path, replay: Replay) -> None:
    judge = hasty_judge("samurai")
    keeper = Keeper.beside(file, replay, judge, SETTINGS)
    for junk in (b"\xff\xfe\x00", b"", json.dumps({"version": 0}).encode()):
        keeper.path.write_bytes(junk)
        assert Keeper.beside(file, replay, judge, SETTINGS).plies == {}


def test_where_nothing_can_be_written_a_review_is_made_in_one_go(tmp_path: Path, replay: Replay) -> None:
    keeper = Keeper.beside(tmp_path / "nowhere" / "a.game", replay, hasty_judge("samurai"), SETTINGS)
    assert not keeper.is_kept
    keeper.add(a_ply(1))
    assert [ply.number for ply in keeper.in_order()] == [1]
