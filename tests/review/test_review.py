"""Reviews of real games of every title."""

from __future__ import annotations

import io
import random
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from tenka.game import CHANCE, GameError
from tenka.games import GAMES, get_game, get_title
from tenka.record import UNFINISHED, Replay, redact
from tenka.review.books import Account
from tenka.review.fallback import PlayerJudge
from tenka.review.html import review_to_html
from tenka.review.levels import Level
from tenka.review.marks import Interval, Mark, around
from tenka.review.plies import JudgedPly, judge_ply, ply_from_json, ply_to_json
from tenka.review.review import Settings, check_replay, put_together, review_to_json
from tenka.review.tables import WORDS, in_figures, make_tables
from tenka.search.judge import Judge
from tenka.terminal.review import print_review
from tests.review.games import hasty_judge, play
from tests.review.test_books import balance

EVERY_TABLE = [(game, players) for game in GAMES for players in get_title(game).players]
SETTINGS = Settings(16)
PAGE = Path(__file__).resolve().parents[2] / "web" / "src"
SHORT: dict[str, dict[str, str]] = {"samurai": {"hands": "random", "pieces": "random"}, "history": {}}
"""Options without a set-up."""


def some_plies(judge: Judge, replay: Replay, num: int) -> list[JudgedPly]:
    """So many plies from all over a game, the first and the last among them."""
    steps = len(replay.steps)
    numbers = sorted({1 + round(place * (steps - 1) / (num - 1)) for place in range(num)})
    return [judge_ply(judge, number, replay.steps[number - 1], SETTINGS.tries, 1) for number in numbers]


@pytest.mark.parametrize(("game", "players"), EVERY_TABLE)
def test_books_balance_and_shares_are_of_one_win(game: str, players: int) -> None:
    """Whatever was judged, sums are the result less the first value, for each seat; nobody wins what nobody loses."""
    replay, judge = play(game, players, seed=players), hasty_judge(game)
    review = put_together(replay, judge, SETTINGS, some_plies(judge, replay, 5))
    assert [account.final for account in review.books.accounts].count(0.0) < players
    for account in review.books.accounts:
        assert abs(balance(account)) < 1e-9
    for ply in review.plies:
        for value in ply.values:
            assert abs(sum(value.shares) - 1) < 1e-9
            assert (
                min(value.shares) >= -0.3
            )  # the best option may be worth more than everything, by its margin of error
    for row in review.books.gifts:
        assert abs(sum(gift.mean for gift in row)) < 1e-9
    assert sum(figures.decisions for figures in review.figures) == sum(len(ply.decisions) for ply in review.plies)


@pytest.mark.parametrize("game", GAMES)
def test_only_decisions_with_a_choice_count(game: str) -> None:
    replay, judge = play(game, 2, seed=5), hasty_judge(game)
    rules = replay.rules
    forced = [
        number
        for number, step in enumerate(replay.steps, 1)
        if step.seat != CHANCE and len(step.actions) == 1 and len(rules.legal(step.before)) == 1
    ]
    assert forced
    for number in forced[:3]:
        assert judge_ply(judge, number, replay.steps[number - 1], 16, 1).decisions == []


def test_no_decision_is_judged_where_chance_decides() -> None:
    for game in GAMES:
        replay, judge = play(game, 2, seed=5), hasty_judge(game)
        for number, step in enumerate(replay.steps[:8], 1):
            if step.seat == CHANCE:
                ply = judge_ply(judge, number, step, 16, 1)
                assert ply.decisions == []
                assert [value.cause for value in ply.values] == ["hidden", "luck"] * len(step.actions)


def test_a_ply_is_judged_the_same_in_any_order_and_survives_a_file() -> None:
    for game in GAMES:
        replay, judge = play(game, 2, seed=6), hasty_judge(game)
        number = len(replay.steps) // 2
        ply = judge_ply(judge, number, replay.steps[number - 1], 16, 1)
        judge_ply(judge, 1, replay.steps[0], 16, 1)
        assert judge_ply(judge, number, replay.steps[number - 1], 16, 1) == ply
        assert ply_from_json(ply_to_json(ply)) == ply


@pytest.mark.parametrize("game", GAMES)
def test_what_others_really_held_changes_no_mark(game: str) -> None:
    """Hidden luck is no mistake: a decision is judged alike in every world that looks the same to who decides."""
    replay, judge = play(game, 3, seed=11, **SHORT[game]), hasty_judge(game)
    rules, rng, num = replay.rules, random.Random(1), 0
    for step in replay.steps[5::7]:
        if step.seat == CHANCE or len(rules.legal(step.before)) == 1:
            continue
        other = rules.sample(rules.view(step.before, step.seat), rng)
        assert other.tobytes() != step.before.tobytes()
        actions = step.actions if judge.whole_plies else step.actions[:1]
        found = [
            judge_ply(judge, 1, step._replace(before=state, actions=actions), 16, 1).decisions[0]
            for state in (step.before, other)
        ]
        assert replace(found[0], open=[]) == replace(found[1], open=[])
        num += 1
        if num == 2:
            return
    pytest.fail("too few decisions")


@pytest.mark.parametrize("game", GAMES)
def test_any_game_can_be_reviewed_without_a_judge_of_its_own(game: str) -> None:
    """By play-outs of the title's first player, as a third game would be."""
    replay = play(game, 2, seed=7, **SHORT[game])
    judge = PlayerJudge(get_game(game))
    judge.luck_tries = 1
    number = next(n for n in range(len(replay.steps), 0, -1) if _has_choice(replay, n))
    ply = judge_ply(judge, number, replay.steps[number - 1], 4, 1)
    assert len(ply.decisions) >= 1
    assert "play-outs by greedy" in judge.name
    review = put_together(replay, judge, SETTINGS, [ply])
    assert [figures.level for figures in review.figures] == [None, None], "levels were measured by another judge"
    by_cause = {cause: told for cause, *told in make_tables(review)[1].rows}
    has_chance = any(step.seat == CHANCE for step in replay.steps)
    assert review.tells_luck == has_chance == review_to_json(review)["tells_luck"]
    for cause in ("luck", "their luck"):
        assert ("–" in by_cause[cause]) == (not has_chance), "no luck that was not looked for is told as none"
    assert "–" not in by_cause["hidden"]


@pytest.mark.parametrize("game", GAMES)
def test_a_games_own_judge_tells_luck(game: str) -> None:
    replay, judge = play(game, 2, seed=7, **SHORT[game]), hasty_judge(game)
    review = put_together(replay, judge, SETTINGS, some_plies(judge, replay, 2))
    assert review_to_json(review)["tells_luck"] is True
    assert "–" not in [text for row in make_tables(review)[1].rows for text in row]


def _has_choice(replay: Replay, number: int) -> bool:
    step = replay.steps[number - 1]
    return step.seat != CHANCE and len(replay.rules.legal(step.before)) > 1


def test_a_game_that_is_not_over_is_not_reviewed() -> None:
    replay = play("samurai", 2, seed=8)
    unfinished = Replay(replay.rules, replay.record, replay.start, replay.steps[:5], replay.steps[5].before, None)
    with pytest.raises(GameError, match="not over"):
        check_replay(unfinished)
    check_replay(replay)


def test_a_copy_that_hides_what_somebody_held_is_not_reviewed() -> None:
    """Such as one that was made while the game went on."""
    replay = play("samurai", 2, seed=8)
    copy = redact(replace(replay.record, result=UNFINISHED, end=UNFINISHED), 0)
    with pytest.raises(GameError, match="take the whole record"):
        check_replay(replace(replay, record=copy))


def test_a_game_without_a_decision_is_not_reviewed() -> None:
    replay = play("samurai", 2, seed=8)
    with pytest.raises(GameError, match="nothing was decided"):
        check_replay(replace(replay, record=replace(replay.record, lines=()), steps=[]))


def test_the_page_of_its_own_needs_nothing_from_elsewhere() -> None:
    replay, judge = play("samurai", 3, seed=9), hasty_judge("samurai")
    review = put_together(replay, judge, SETTINGS, some_plies(judge, replay, 6))
    page = review_to_html(review)
    assert "<script" not in page
    assert "http" not in page
    assert "src=" not in page
    assert page.count("<polyline") == page.count("<polygon") == 3, "everybody's line, with the band in which it may lie"
    for seat in review.seats:
        assert seat in page
    for line in WORDS:
        assert line in page, "who sees it for the first time is told what its words mean"
    told: dict[str, Any] = review_to_json(review)
    assert told["gifts"] == review.books.gifts
    assert [ply["number"] for ply in told["plies"]] == [ply.number for ply in review.plies]
    assert set(told["figures"][0]["marks"]) == {mark.value for mark in Mark} - {""}


def test_names_and_turns_of_a_strange_record_are_text_on_the_page() -> None:
    """Whoever sends a record chooses the names in it."""
    replay, judge = play("samurai", 2, seed=9), hasty_judge("samurai")
    review = put_together(replay, judge, SETTINGS, some_plies(judge, replay, 3))
    (ply, decision) = next((ply, ply.decisions[0]) for ply in review.plies if ply.decisions)
    strange = replace(decision, mark=Mark.BLUNDER, played="<b>", best="<i>", facts=[])
    plies = [replace(each, decisions=[strange]) if each is ply else each for each in review.plies]
    page = review_to_html(replace(review, names=("<script>", "a&b"), plies=plies))
    assert "<script>" not in page
    assert "<b>" not in page
    assert "<i>" not in page
    assert "&lt;script&gt;" in page
    assert "a&amp;b" in page


def test_nobody_is_likened_to_a_level_by_a_record_that_begins_in_the_middle() -> None:
    """The levels' error rates are those of whole games."""
    replay, judge = play("samurai", 2, seed=9), hasty_judge("samurai")
    plies = some_plies(judge, replay, 6)
    figures = put_together(replay, judge, SETTINGS, plies).figures
    assert any(each.level for each in figures)
    later = replace(replay, start=replay.steps[4].before)
    assert [each.level for each in put_together(later, judge, SETTINGS, plies).figures] == [None, None]


def test_the_curve_of_the_page_goes_from_the_start_to_the_result() -> None:
    replay, judge = play("samurai", 2, seed=9), hasty_judge("samurai")
    review = put_together(replay, judge, SETTINGS, some_plies(judge, replay, 6))
    page = review_to_html(review)
    last = review.plies[-1].number
    for account, line in zip(review.books.accounts, re.findall(r'<polyline[^>]* points="([^"]*)"', page), strict=True):
        points = [point.split(",") for point in line.split()]
        assert points[0] == ["0", f"{1 - account.initial.mean:.4g}"]
        assert points[-1] == [str(last), f"{1 - account.final:.4g}"]


@pytest.mark.parametrize("players", range(2, 5))
def test_in_80_columns_no_figure_of_up_to_four_is_broken(players: int) -> None:
    replay, judge = play("samurai", players, seed=9), hasty_judge("samurai")
    review = put_together(replay, judge, SETTINGS, some_plies(judge, replay, 4))
    large = around(-4.106, 1.499)
    told_so = {name: large for name, told in vars(review.books.accounts[0]).items() if isinstance(told, Interval)}
    accounts = [Account(final=0.0, **told_so) for _ in range(players)]
    books = replace(review.books, accounts=accounts, gifts=[[large] * players] * players)
    levels = [replace(each, level=Level("ashigaru", "hatamoto", "kanpaku")) for each in review.figures]
    console = Console(width=80, file=io.StringIO())
    print_review(console, replace(review, names=("bot:greedy",) * players, books=books, figures=levels))
    told = console.file.getvalue()  # type: ignore[attr-defined]
    assert told.count("-410.6 ± 149.9") == players * (len(told_so) + players)
    for figure in review.figures:
        if figure.error_rate is not None:
            assert in_figures(figure.error_rate) in told


@pytest.mark.parametrize("language", ["de", "ja"])
@pytest.mark.parametrize("game", GAMES)
def test_the_page_says_in_its_languages_who_judges(game: str, language: str) -> None:
    words = (PAGE / "games" / game / "words" / f"{language}.ts").read_text(encoding="utf-8")
    assert f'"{hasty_judge(game).name}":' in words
