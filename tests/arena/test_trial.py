"""A trial is played on deals that nobody could know before, and everybody can check afterwards."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from tenka.arena.journal import fingerprint_of
from tenka.arena.standings import Score
from tenka.arena.trial import (
    FILE,
    SECRET,
    Pairing,
    Trial,
    begin_trial,
    finish_trial,
    format_file,
    make_terms,
    play_trials,
    read_finished,
    write_finished,
)
from tenka.arena.trial_check import Checked, check_trial
from tenka.game import GameError
from tenka.players.others import find_named

TERMS = make_terms("uniform", "samurai", ["greedy", "farmer", "uniform"], 2, [2, 3])
NUM_GAMES = 2 * 2 + 2 * 3

Content = dict[str, object]


def play(folder: Path) -> Trial:
    trial = begin_trial(folder, TERMS)
    assert list(play_trials([trial], workers=1))[-1] == 0
    finish_trial(trial)
    return trial


def check(path: Path, again: int = 0, known: tuple[str, ...] = ()) -> Checked:
    return list(check_trial(path, again, workers=1, known=known))[-1]


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a trial that is over."""
    folder = tmp_path_factory.mktemp("trial")
    play(folder)
    return folder


@pytest.fixture
def copy(finished: Path, tmp_path: Path) -> Path:
    """One that can be spoiled."""
    return Path(shutil.copytree(finished, tmp_path / "copy"))


def spoil(folder: Path, change: Callable[[Content], None]) -> Path:
    path = folder / FILE
    content = json.loads(path.read_text())
    change(content)
    path.write_text(format_file(content))
    return path


def first_pairing(content: Content, seats: int = 2) -> dict[str, object]:
    tables: dict[str, list[dict[str, object]]] = content["tables"]  # type: ignore[assignment]
    return tables[str(seats)][0]


def test_everybody_is_met_at_tables_of_every_size_from_every_seat(finished: Path) -> None:
    tables = read_finished(finished / FILE).tables
    assert {seats: [(each.against, len(each.wins)) for each in table] for seats, table in tables.items()} == {
        2: [("greedy", 2), ("farmer", 2)],
        3: [("greedy", 3), ("farmer", 3)],
    }
    plan = TERMS.plan(3, "seed")
    assert sorted(plan.seating(number).seats.index(0) for number in (1, 2, 3)) == [0, 1, 2]
    assert len({plan.seating(number).deal for number in (1, 2, 3)}) == 1


def test_a_trial_holds_what_was_promised_before_it_and_its_games_can_be_played_again(finished: Path) -> None:
    assert check(finished / FILE, again=2) == Checked(NUM_GAMES, NUM_GAMES, NUM_GAMES, ())
    assert not (finished / SECRET).exists()


def test_without_its_records_a_trial_is_played_again_from_its_seed(copy: Path) -> None:
    for seats in TERMS.seats:
        shutil.rmtree(copy / str(seats))
    assert check(copy / FILE, again=2) == Checked(NUM_GAMES, 0, NUM_GAMES, ())


def test_no_two_trials_have_the_same_deals(finished: Path, tmp_path: Path) -> None:
    one, other = (begin_trial(tmp_path / name, TERMS) for name in ("one", "other"))
    assert one.commitment != other.commitment
    assert {plan.seed for plan in one.plans.values()}.isdisjoint(plan.seed for plan in other.plans.values())


def test_the_commitment_is_there_before_the_first_game_and_the_seed_is_not(tmp_path: Path) -> None:
    trial = begin_trial(tmp_path, TERMS)
    text = (tmp_path / FILE).read_text()
    assert trial.commitment in text
    assert trial.seed not in text
    assert (tmp_path / SECRET).stat().st_mode & 0o077 == 0
    with pytest.raises(GameError, match="not over yet"):
        read_finished(tmp_path / FILE)


def test_a_trial_that_was_stopped_goes_on_with_the_same_seed(tmp_path: Path) -> None:
    trial = begin_trial(tmp_path, TERMS)
    playing = play_trials([trial], workers=1)
    assert [next(playing) for _ in range(4)] == [NUM_GAMES, NUM_GAMES - 1, NUM_GAMES - 2, NUM_GAMES - 3]
    playing.close()
    with pytest.raises(GameError, match="still to be played"):
        finish_trial(trial)
    again = begin_trial(tmp_path, TERMS)
    assert again.seed == trial.seed
    assert next(play_trials([again], workers=1)) == NUM_GAMES - 3
    assert list(play_trials([again], workers=1))[-1] == 0
    finish_trial(again)
    assert check(tmp_path / FILE).records == NUM_GAMES
    with pytest.raises(GameError, match="is over; name a new folder"):
        begin_trial(tmp_path, TERMS)


def test_a_trial_goes_on_with_its_own_terms_and_seed_only(tmp_path: Path) -> None:
    begin_trial(tmp_path, TERMS)
    with pytest.raises(GameError, match="another games and another code"):
        begin_trial(tmp_path, replace(TERMS, games=4, code="0" * 16))
    (tmp_path / SECRET).write_text("another\n")
    with pytest.raises(GameError, match="not the one that was committed to"):
        begin_trial(tmp_path, TERMS)
    (tmp_path / SECRET).unlink()
    with pytest.raises(GameError, match="is gone"):
        begin_trial(tmp_path, TERMS)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda content: content.update(seed="0" * 64), "does not keep its commitment"),
        (lambda content: content["terms"].update(code="0" * 16), "does not keep its commitment"),
        (lambda content: content["terms"].update(against=["greedy"]), "are not against greedy"),
        (lambda content: first_pairing(content).update(share=0.9), "figures .* do not follow"),
        (lambda content: first_pairing(content).update(wins="1"), "1 games against greedy, and 2 records"),
        (lambda content: first_pairing(content).update(wins="1 2"), "nobody wins 2 of a game"),
        (lambda content: first_pairing(content).update(wins="1 yes"), "is damaged"),
        (lambda content: content["tables"].pop("3"), "tables for 2, and should have them for 2, 3"),
        (lambda content: content.update(format=2), "has format 2"),
        (lambda content: content.pop("terms"), "is not a trial"),
        (lambda content: content.update(tables=[]), "is damaged"),
    ],
)
def test_a_file_that_was_changed_is_refused_in_a_sentence(
    copy: Path, change: Callable[[Content], None], sentence: str
) -> None:
    with pytest.raises(GameError, match=sentence):
        check(spoil(copy, change))


def cheat(folder: Path, wins: tuple[float, ...], record: bytes | None = None) -> Path:
    """A file in which nothing contradicts itself, with another result, or another record, of the first games."""
    path = folder / FILE
    finished = read_finished(path)
    pairing = finished.tables[2][0]
    score = Score()
    score.add_set(0, 2, sum(wins))
    records = pairing.records if record is None else (fingerprint_of(record), *pairing.records[1:])
    table = (Pairing(pairing.against, score, wins, records), *finished.tables[2][1:])
    write_finished(path, replace(finished, tables={**finished.tables, 2: table}))
    return path


def test_wins_that_no_record_tells_of_are_found(copy: Path) -> None:
    with pytest.raises(GameError, match=r"0001\.game: the player did not win 1 in it"):
        check(cheat(copy, (1.0, 1.0)))


def test_a_game_with_another_deal_is_found(copy: Path, tmp_path: Path) -> None:
    play(tmp_path / "other")
    record = (tmp_path / "other" / "2" / "0001.game").read_bytes()
    (copy / "2" / "0001.game").write_bytes(record)
    with pytest.raises(GameError, match=r"0001\.game: it is not the record that counted"):
        check(copy / FILE)
    with pytest.raises(GameError, match=r"0001\.game: its deal or its dice are not those of the published seed"):
        check(cheat(copy, (0.0, 0.0), record))


def test_a_game_of_others_is_found(copy: Path) -> None:
    record = (copy / "2" / "0003.game").read_bytes()
    (copy / "2" / "0001.game").write_bytes(record)
    with pytest.raises(GameError, match=r"a game of .*farmer, and not of .*greedy"):
        check(cheat(copy, (0.0, 0.0), record))


def test_a_decision_that_the_player_would_not_take_is_told(copy: Path) -> None:
    record = (copy / "2" / "0002.game").read_bytes()
    shutil.rmtree(copy / "2")
    found = check(cheat(copy, (0.0, 0.0), record), again=2)
    assert found.different == ("2/1 against greedy",)
    assert found.again == NUM_GAMES - 1


def test_no_program_is_loaded_because_a_file_names_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "trial_stranger.py").write_text(
        "print('loaded')\n\n\nclass First:\n    def decide(self, view, legal, rng):\n        return legal[0]\n"
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    name = "trial_stranger:First"
    trial = begin_trial(tmp_path / "trial", make_terms(name, "samurai", ["uniform"], 2, [2]))
    assert list(play_trials([trial], workers=1))[-1] == 0
    finish_trial(trial)
    sys.modules.pop("trial_stranger")
    find_named.cache_clear()
    capsys.readouterr()
    path = tmp_path / "trial" / FILE
    assert check(path, again=2) == Checked(2, 2, 0, (), (name,))
    assert capsys.readouterr().out == ""
    assert check(path, again=2, known=(name,)) == Checked(2, 2, 2, ())


def test_terms_that_cannot_be_played_are_refused_in_a_sentence() -> None:
    with pytest.raises(GameError, match="is for 2 to 4 players, not for 5"):
        make_terms("uniform", "samurai", ["greedy"], 2, [5])
    with pytest.raises(GameError, match="nobody to play against but uniform"):
        make_terms("uniform", "samurai", ["uniform"], 2)
