"""What the leaderboard says follows from the trials in it."""

from __future__ import annotations

import importlib
import re
from pathlib import Path
from typing import Any

import pytest

from tenka.arena.leaderboard import CARD, ROOT, entry_folder, rate_board, read_board, read_card, to_markdown
from tenka.arena.trial import FILE, begin_trial, finish_trial, make_terms, play_trials, read_finished
from tenka.game import GameError
from tenka.games import GAMES, get_title
from tools.leaderboard import PAGES, fill


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.name))
def test_the_pages_are_written_from_the_trials(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert fill(text, PAGES[page]()) == text, "python -m tools.leaderboard writes it again"
    assert "| `greedy` |" in text


def test_every_entry_has_a_card_and_a_trial_that_keeps_its_commitment() -> None:
    players = {read_card(path.parent).player for path in ROOT.glob(f"*/{CARD}")}
    tried = {trial.terms.player for game in GAMES for trial in read_board(game)}
    assert players == tried
    assert {entry_folder(player) for player in players} == {path.name for path in ROOT.iterdir() if path.is_dir()}


@pytest.mark.parametrize("game", [game for game in GAMES if read_board(game)])
def test_everybody_is_rated_with_every_number_of_players(game: str) -> None:
    trials = read_board(game)
    for seats in get_title(game).players:
        ratings = rate_board(game, seats, trials)
        assert ratings.keys() >= {trial.terms.player for trial in trials}
        assert ratings["karo"].rating > ratings["farmer"].rating > ratings["uniform"].rating


def test_the_networks_that_cards_and_their_page_name_are_those_that_players_have() -> None:
    shipped = {importlib.import_module(f"tenka.{game}.players.neural").WEIGHTS.stem for game in GAMES}
    cards = " ".join(read_card(path.parent).what for path in ROOT.glob(f"*/{CARD}"))
    page = next(page for page in PAGES if page.name == "leaderboard.md").read_text(encoding="utf-8")
    for text in (cards, page):
        assert set(re.findall(rf"`((?:{'|'.join(GAMES)})-[0-9]+)`", text)) == shipped


def test_our_own_trials_say_how_long_they_took_unless_they_were_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    leaderboard: Any = importlib.import_module("benchmarks.leaderboard")  # a script, which mypy knows by another name
    entry = leaderboard.Entry("samurai", ("uniform", "farmer"), ("ashigaru",), 2)
    monkeypatch.setattr(leaderboard, "ENTRIES", (entry,))
    monkeypatch.setattr(leaderboard, "warm_up", lambda *_: None)
    stopped, whole = leaderboard.open_trials(tmp_path, ["samurai"], 1.0, again=True)
    playing = play_trials([stopped], 1)
    assert next(playing) - next(playing) == 1
    playing.close()
    (again,) = leaderboard.open_trials(tmp_path, ["samurai"], 1.0, again=True, only="uniform")
    leaderboard.play([again, whole], 1, 1.0)
    assert read_finished(stopped.folder / FILE).seconds == 0.0
    assert read_finished(whole.folder / FILE).seconds > 0.0


def test_a_trial_in_the_wrong_place_and_a_card_with_a_mistake_are_told_in_a_sentence(tmp_path: Path) -> None:
    trial = begin_trial(tmp_path / "trial", make_terms("uniform", "samurai", ["farmer"], 2, [2]))
    assert list(play_trials([trial], workers=1))[-1] == 0
    finish_trial(trial)
    board = tmp_path / "board"
    (board / "greedy").mkdir(parents=True)
    (tmp_path / "trial" / "trial.json").rename(board / "greedy" / "samurai.json")
    with pytest.raises(GameError, match="is the trial of uniform in samurai; move it there"):
        read_board("samurai", board)
    (board / "greedy").rename(board / "uniform")
    for text in ('player = "uniform"', "player", 'player = "uniform"\nprice = 3'):
        (board / "uniform" / CARD).write_text(text)
        with pytest.raises(GameError, match="it is TOML with player, what, by, licence, needs, repeats"):
            to_markdown(board)
    with pytest.raises(GameError, match="is not a card"):
        read_card(board / "nobody")
