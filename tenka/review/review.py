"""A whole review: put together from judged plies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

from tenka.game import GameError, Rules, Seat
from tenka.games import find_part
from tenka.record import HIDDEN, Replay
from tenka.review.books import Books, keep_books
from tenka.review.fallback import PlayerJudge
from tenka.review.marks import Counted, Interval, Mark, accuracy_of_game, error_rate, par_of
from tenka.review.plies import Decision, JudgedPly, ply_to_json
from tenka.search.judge import Judge
from tenka.search.mcts import win_shares

MOMENTS = 3


@dataclass(frozen=True)
class Settings:
    """How a review is made."""

    tries: int
    seed: int = 1


@dataclass(frozen=True)
class Moment:
    """A decision that cost much."""

    ply: int
    decision: Decision


@dataclass(frozen=True)
class Figures:
    """One seat's."""

    decisions: int
    """With a choice."""
    marks: dict[Mark, int]
    accuracy: float | None
    error_rate: Interval | None
    """The mean loss of a decision in hundredths of par."""
    moments: list[Moment]
    """The decisions that cost most, of those with a mark."""


@dataclass(frozen=True)
class Review:
    """What decided a game."""

    game: str
    names: tuple[str, ...]
    seats: tuple[str, ...]
    judge: str
    settings: Settings
    plies: list[JudgedPly]
    books: Books
    figures: list[Figures]


def make_judge(rules: Rules) -> Judge:
    """Who judges a game: the title's own, or else play-outs."""
    part = find_part(rules.name, "review")
    judge: Judge | None = None if part is None else part.make_judge()
    return judge or PlayerJudge(rules)


def check_replay(replay: Replay) -> None:
    """Raises GameError for a game that cannot be reviewed."""
    if replay.outcome is None:
        raise GameError("this game is not over; a review tells what everybody held, so it has to wait for the end")
    if any(HIDDEN in line.split() for line in replay.record.lines):
        raise GameError(
            "this copy of the game hides what somebody held (?), so luck cannot be told from skill; "
            "take the whole record, which everybody may read once the game is over"
        )
    if not replay.steps:
        raise GameError("nothing was decided in this game, so there is nothing to review")


def put_together(replay: Replay, judge: Judge, settings: Settings, plies: Sequence[JudgedPly]) -> Review:
    """The review from its plies, in the order of the game."""
    assert replay.outcome is not None
    players = int(replay.start.players)
    values = [value for ply in plies for value in ply.values]
    books = keep_books(values, win_shares(replay.outcome, players))
    figures = [_figures_of(seat, plies, players) for seat in range(players)]
    rules = replay.rules
    return Review(
        rules.name, replay.record.names, rules.seat_names[:players], judge.name, settings, list(plies), books, figures
    )


def _figures_of(seat: Seat, plies: Sequence[JudgedPly], players: int) -> Figures:
    moments = [Moment(ply.number, decision) for ply in plies for decision in ply.decisions if decision.seat == seat]
    decisions = [moment.decision for moment in moments]
    counted = [Counted(decision.loss.mean, decision.stake) for decision in decisions]
    rate = error_rate(counted, players)
    marks = Counter(decision.mark for decision in decisions)
    marked = [moment for moment in moments if moment.decision.mark is not Mark.NONE]
    return Figures(
        len(decisions),
        {mark: marks[mark] for mark in Mark if mark is not Mark.NONE},
        accuracy_of_game(counted, players),
        None if rate is None else _with_interval(rate, decisions, players),
        sorted(marked, key=lambda moment: -moment.decision.loss.low)[:MOMENTS],
    )


def _with_interval(rate: float, decisions: Sequence[Decision], players: int) -> Interval:
    """Losses are found independently of each other, so their errors add up by their squares."""
    halves = sqrt(sum(((decision.loss.high - decision.loss.low) / 2) ** 2 for decision in decisions))
    half = 100.0 * halves / len(decisions) / par_of(players)
    return Interval(rate, rate - half, rate + half)


def review_to_json(review: Review) -> dict[str, Any]:
    """For programs, and for the page."""
    return {
        "game": review.game,
        "names": list(review.names),
        "seats": list(review.seats),
        "judge": review.judge,
        "tries": review.settings.tries,
        "seed": review.settings.seed,
        "accounts": [{**vars(account), "without_luck": account.without_luck} for account in review.books.accounts],
        "gifts": review.books.gifts,
        "figures": [
            {
                "decisions": figures.decisions,
                "marks": {mark.value: num for mark, num in figures.marks.items()},
                "accuracy": figures.accuracy,
                "error_rate": None if figures.error_rate is None else list(figures.error_rate),
                "moments": [moment.ply for moment in figures.moments],
            }
            for figures in review.figures
        ],
        "plies": [ply_to_json(ply) for ply in review.plies],
    }
