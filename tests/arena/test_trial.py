"""A trial is played on deals that nobody could know before, and everybody can check afterwards."""

from __future__ import annotations

import contextlib
import json
import random
import shutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tenka.arena.journal import fingerprint_of
from tenka.arena.plan import hash_code
from tenka.arena.standings import Score
from tenka.arena.trial import (
    FILE,
    SECRET,
    Finished,
    Pairing,
    Terms,
    Trial,
    begin_trial,
    finish_trial,
    format_file,
    make_terms,
    pair_up,
    play_trials,
    read_finished,
    write_finished,
)
from tenka.arena.trial_check import Checked, _choose, check_trial
from tenka.game import GameError
from tenka.games import get_game
from tenka.players.others import find_named
from tenka.record import write
from tenka.table import Table

TERMS = make_terms("uniform", "samurai", ["greedy", "farmer", "uniform"], 2, [2, 3])
NUM_GAMES = 2 * 2 + 2 * 3
ODD: tuple[object, ...] = (None, -1, 10**12, 0.5, "", "x\ny", [], [[]], {}, {"2": 3}, True)
ALL_SEATS = [(0, 1), (0, 2), (1, 0), (2, 0)]

Content = dict[str, object]


def play(folder: Path) -> Trial:
    trial = begin_trial(folder, TERMS)
    assert list(play_trials([trial], workers=1))[-1] == 0
    finish_trial(trial)
    return trial


def check(path: Path, again: int = 0, known: tuple[str, ...] = (), commitment: str | None = None) -> Checked:
    return list(check_trial(path, again, 1, known, commitment))[-1]


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


def remove_records(folder: Path) -> None:
    for seats in TERMS.seats:
        shutil.rmtree(folder / str(seats), ignore_errors=True)


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
    remove_records(copy)
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
    next(play_trials([trial], workers=1))
    told = {path for path in tmp_path.rglob("*") if path.is_file() and str(trial.plans[2].seed) in path.read_text()}
    assert told == {tmp_path / "2" / "trial.jsonl"}, "the journal, which tells the deals"
    assert (tmp_path / "2").stat().st_mode & 0o077 == 0


def test_records_are_for_everybody_once_the_seed_is(finished: Path) -> None:
    assert {(finished / str(seats)).stat().st_mode & 0o777 for seats in TERMS.seats} == {0o755}


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
        (lambda content: content["terms"].update(player="x\r\x1b[2Kok: all played again"), "that nobody can read"),
        (lambda content: content["terms"].update(against=["greedy", "greedy"]), "name greedy twice"),
        (lambda content: content["terms"].update(seats=[2, 99]), "is for 2 to 4 players, not for 99"),
        (lambda content: content.update(tables=[]), "is damaged"),
    ],
)
def test_a_file_that_was_changed_is_refused_in_a_sentence(
    copy: Path, change: Callable[[Content], None], sentence: str
) -> None:
    with pytest.raises(GameError, match=sentence):
        check(spoil(copy, change))


def leaves(content: object, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Where the values of a file are."""
    if isinstance(content, dict | list):
        for key, value in content.items() if isinstance(content, dict) else enumerate(content):
            yield from leaves(value, (*path, key))
    if path:
        yield path


def test_whatever_stands_in_a_file_there_is_a_sentence_for_it(copy: Path) -> None:
    remove_records(copy)
    whole = (copy / FILE).read_text()
    for *way, last in leaves(json.loads(whole)):
        for value in ODD:
            content = json.loads(whole)
            inner = content
            for key in way:
                inner = inner[key]
            if inner[last] == value or last in ("played", "seconds"):
                continue
            inner[last] = value
            (copy / FILE).write_text(format_file(content))
            with pytest.raises(GameError):
                check(copy / FILE)
            commit_again(content)
            (copy / FILE).write_text(format_file(content))
            with contextlib.suppress(GameError):  # a name or a seed that was made up contradicts nothing in the file
                check(copy / FILE)


def commit_again(content: Content) -> None:
    """As somebody would who makes a file up, if that is possible with such a content."""
    with contextlib.suppress(TypeError, ValueError):
        content["commitment"] = Terms(**content["terms"]).commit(content["seed"])  # type: ignore[arg-type]


def test_a_trial_by_other_rules_is_left_to_their_version(copy: Path) -> None:
    def change(content: Content) -> None:
        content["terms"]["rules"] = "0"  # type: ignore[index]
        commit_again(content)

    with pytest.raises(GameError, match="is of the rules 0, and these are 1: check it with its own version"):
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


def test_wins_are_found_where_there_are_no_records_to_tell_of_them(copy: Path) -> None:
    cheat(copy, (1.0, 1.0))
    remove_records(copy)
    with pytest.raises(GameError, match="uniform won 0 in game 2/1 against greedy, and not 1"):
        check(copy / FILE, again=2)


def test_nobody_can_guess_which_games_are_played_again() -> None:
    plan = replace(TERMS, games=40).plan(2, "seed")
    chosen = [_choose(plan, 2) for _ in range(60)]
    assert {len(numbers) for numbers in chosen} == {2 * 2}
    assert all(sorted(plan.seating(number).seats for number in numbers) == ALL_SEATS for numbers in chosen)
    assert len({number for numbers in chosen for number in numbers}) > 40
    assert _choose(plan, 1000) == list(range(1, plan.games + 1))
    assert _choose(plan, 0) == []


def record_of_its_beginning(seed: str) -> bytes:
    """Of the first game, before anything was decided."""
    plan, rules = TERMS.plan(2, seed), get_game(TERMS.game)
    deal = random.Random(f"{plan.seed}:deal:{plan.seating(1).deal}")
    table = Table.new(rules, rules.options(plan.options), ["bot:uniform", "bot:greedy"], deal, dice=deal)
    return write(table.record()).encode()


def test_a_record_that_was_cut_or_altered_is_found(copy: Path) -> None:
    path = copy / "2" / "0001.game"
    whole = path.read_bytes()
    lines = whole.splitlines(keepends=True)
    begun = record_of_its_beginning(read_finished(copy / FILE).seed)
    for spoilt in (
        b"".join(lines[:-3]),
        whole.replace(b"uniform", b"greedy"),
        b"",
        whole + b"\xff",
        whole + b"\n",
        begun,
    ):
        path.write_bytes(spoilt)
        with pytest.raises(GameError, match=r"0001\.game: "):
            check(copy / FILE)
        with pytest.raises(GameError, match=r"0001\.game: "):
            check(cheat(copy, (0.0, 0.0), spoilt))


def test_records_of_games_that_changed_places_are_found(copy: Path) -> None:
    one, other = copy / "2" / "0001.game", copy / "2" / "0002.game"
    one.rename(copy / "kept")
    other.rename(one)
    (copy / "kept").rename(other)
    with pytest.raises(GameError, match=r"0001\.game: it is not the record that counted"):
        check(copy / FILE)
    with pytest.raises(GameError, match=r"0001\.game: it is a game of bot:greedy, bot:uniform, and not of"):
        check(cheat(copy, (0.0, 0.0), one.read_bytes()))


def test_whoever_leaves_some_records_out_is_found(copy: Path) -> None:
    shutil.rmtree(copy / "3")
    with pytest.raises(GameError, match="the records with 3 players were left out"):
        check(copy / FILE)


def test_who_plays_twice_as_much_and_publishes_a_half_does_not_keep_what_was_told_before(tmp_path: Path) -> None:
    terms = make_terms("uniform", "samurai", ["farmer"], 4, [2])
    trial = begin_trial(tmp_path / "all", terms)
    told = trial.commitment
    assert list(play_trials([trial], workers=1))[-1] == 0
    all_games = finish_trial(trial).tables[2][0]
    half = Trial(tmp_path / "half", replace(terms, games=2), trial.seed)
    for name, kept in (("first", slice(0, 2)), ("second", slice(2, 4))):
        folder = tmp_path / name
        (folder / "2").mkdir(parents=True)
        for place, number in enumerate(range(1, 5)[kept], start=1):
            shutil.copy(tmp_path / "all" / "2" / f"{number:04}.game", folder / "2" / f"{place:04}.game")
        table = pair_up(half.plans[2], all_games.wins[kept], all_games.records[kept])
        write_finished(folder / FILE, Finished(half.terms, half.commitment, trial.seed, {2: table}))
        with pytest.raises(GameError, match="is another trial: its commitment is"):
            check(folder / FILE, commitment=told)
    assert check(tmp_path / "first" / FILE) == Checked(2, 2, 0, ()), "who did not ask before cannot tell"
    with pytest.raises(GameError, match="are not those of the published seed"):
        check(tmp_path / "second" / FILE)
    assert check(tmp_path / "all" / FILE, commitment=told).records == 4


def test_a_result_that_was_changed_while_the_trial_went_on_is_found(tmp_path: Path) -> None:
    trial = begin_trial(tmp_path, make_terms("uniform", "samurai", ["greedy"], 2, [2]))
    assert list(play_trials([trial], workers=1))[-1] == 0
    journal = tmp_path / "2" / "trial.jsonl"
    journal.write_text(journal.read_text().replace('"winners": [1]', '"winners": [0]'))
    finish_trial(trial)
    with pytest.raises(GameError, match=r"0001\.game: the player did not win 1 in it"):
        check(tmp_path / FILE)


def test_a_record_that_was_changed_while_the_trial_went_on_is_not_published(tmp_path: Path) -> None:
    trial = begin_trial(tmp_path, make_terms("uniform", "samurai", ["greedy"], 2, [2]))
    assert list(play_trials([trial], workers=1))[-1] == 0
    record = tmp_path / "2" / "0001.game"
    record.write_text(record.read_text() + "\n")
    with pytest.raises(GameError, match=r"0001\.game has been changed since its game was played"):
        finish_trial(trial)
    assert '"seed"' not in (tmp_path / FILE).read_text()


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
    remove_records(copy)
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
    assert check(path, again=2) == Checked(2, 2, 0, (), (name,), 2), "the others were asked"
    assert capsys.readouterr().out == ""
    assert check(path, again=2, known=(name,)) == Checked(2, 2, 2, ())
    sys.modules.pop("trial_stranger")
    remove_records(path.parent)
    assert check(path, again=2) == Checked(2, 0, 0, (), (name,)), "nobody knows what it decided"


def test_who_makes_up_what_his_opponents_decided_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "trial_forger.py").write_text(
        "class Forger:\n    def decide(self, view, legal, rng):\n        return rng.choice(legal)\n"
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    name = "trial_forger:Forger"
    trial = begin_trial(tmp_path / "trial", make_terms(name, "samurai", ["greedy"], 2, [2]))
    with monkeypatch.context() as patch:  # greedy was not in his senses
        patch.setattr(
            "tenka.samurai.players.greedy.Greedy.decide", lambda self, view, legal, rng, budget=None: legal[-1]
        )
        assert list(play_trials([trial], workers=1))[-1] == 0
    finish_trial(trial)
    assert check(tmp_path / "trial" / FILE, again=2) == Checked(
        2, 2, 0, ("2/1 against greedy", "2/2 against greedy"), (name,)
    )


def test_what_stands_in_a_file_twice_is_refused(copy: Path) -> None:
    path = copy / FILE
    path.write_text(path.read_text().replace('"share": ', '"share": 0.99,\n    "share": ', 1))
    with pytest.raises(GameError, match=r"trial\.json is damaged: share stands in it twice"):
        check(path)


@pytest.fixture
def bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The file of a player; `trial_bot:Bot` is its name."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    yield tmp_path / "trial_bot.py"
    forget()


def forget() -> None:
    """What is remembered of players and programs, as in a new process."""
    sys.modules.pop("trial_bot", None)
    find_named.cache_clear()
    hash_code.cache_clear()


def bot_that(line: str) -> str:
    return f"import time\n\n\nclass Bot:\n    def decide(self, view, legal, rng):\n        {line}\n"


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("return max(legal) + 1", "trial_bot:Bot decided .* none of the .* legal actions"),
        ("return None", "trial_bot:Bot decided None, which is none of the"),
        ("raise RuntimeError('no idea')", r"trial_bot:Bot failed: RuntimeError: no idea \(trial_bot.py, line 6\)"),
        ("time.sleep(60)", "game 1 of .* has taken 0.2 seconds, which is too long for a game"),
    ],
)
def test_who_does_not_decide_as_the_rules_are_comes_to_no_result(
    bot: Path, monkeypatch: pytest.MonkeyPatch, line: str, sentence: str
) -> None:
    monkeypatch.setattr("tenka.arena.trial.LONGEST", 0.2)
    bot.write_text(bot_that(line))
    trial = begin_trial(bot.parent / "trial", make_terms("trial_bot:Bot", "samurai", ["uniform"], 2, [2]))
    with pytest.raises(GameError, match=sentence):
        list(play_trials([trial], workers=1))
    with pytest.raises(GameError, match=r"2 games of the trial in .* are still to be played"):
        finish_trial(trial)


def test_a_player_that_was_changed_on_the_way_does_not_go_on(bot: Path) -> None:
    folder = bot.parent / "trial"
    bot.write_text(bot_that("return legal[0]"))
    begin_trial(folder, make_terms("trial_bot:Bot", "samurai", ["uniform"], 2, [2]))
    bot.write_text(bot_that("return legal[-1]"))
    forget()
    with pytest.raises(GameError, match="holds a trial with another code; repeat its arguments with the same program"):
        begin_trial(folder, make_terms("trial_bot:Bot", "samurai", ["uniform"], 2, [2]))


def test_another_version_of_the_program_is_another_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("samurai/rules.py", "samurai/weights/net.onnx", "arena/match.py", "arena/trial.py", "cli.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("before")
    monkeypatch.setattr("tenka.arena.plan._PACKAGE", tmp_path)
    plain = hash_code.__wrapped__
    before = plain("samurai", ("uniform",))
    changed = set()
    for path in [path for path in tmp_path.rglob("*") if path.is_file()]:
        path.write_text("after")
        if plain("samurai", ("uniform",)) != before:
            changed.add(str(path.relative_to(tmp_path)))
        path.write_text("before")
    assert changed == {"samurai/rules.py", "samurai/weights/net.onnx", "arena/match.py"}


def test_terms_that_cannot_be_played_are_refused_in_a_sentence() -> None:
    with pytest.raises(GameError, match="is for 2 to 4 players, not for 5"):
        make_terms("uniform", "samurai", ["greedy"], 2, [5])
    with pytest.raises(GameError, match="nobody to play against but uniform"):
        make_terms("uniform", "samurai", ["uniform"], 2)
