"""What the leaderboard says follows from the trials in it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tenka.arena.leaderboard import CARD, ROOT, entry_folder, read_board, read_card, to_markdown
from tenka.arena.trial import begin_trial, finish_trial, make_terms, play_trials
from tenka.game import GameError
from tenka.games import GAMES
from tools.leaderboard import PAGES, fill


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.name))
def test_the_pages_are_written_from_the_trials(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert fill(text, PAGES[page]()) == text, "python -m tools.leaderboard writes it again"


def test_every_entry_has_a_card_and_trials_keep_their_commitments() -> None:
    players = {read_card(path.parent).player for path in ROOT.glob(f"*/{CARD}")}
    tried = {trial.terms.player for game in GAMES for trial in read_board(game)}
    assert players >= tried
    assert {entry_folder(player) for player in players} == {path.name for path in ROOT.iterdir() if path.is_dir()}


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
