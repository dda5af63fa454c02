"""A whole review: put together from judged plies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from tenka.game import CHANCE, GameError, Rules, Seat
from tenka.games import find_part
from tenka.record import HIDDEN, Replay
from tenka.review.books import Account, Books, keep_books
from tenka.review.fallback import PlayerJudge
from tenka.review.levels import Level, level_of
from tenka.review.marks import Counted, Interval, Mark, accuracy_of_game, error_rate, is_open
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
    accuracy: Interval | None
    open_decisions: int
    """Of these, those in which the game was still to be won or lost."""
    error_rate: Interval | None
    """The mean loss of an open decision in hundredths of par."""
    level: Level | None
    """Whose error rate is like that; None where nobody has measured it."""
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
    tells_luck: bool
    """Else nobody has looked for it, and it is a part of what is hidden."""


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
    rules = replay.rules
    figures = [_figures_of(seat, account, plies, replay) for seat, account in enumerate(books.accounts)]
    tells_luck = True
    if isinstance(judge, PlayerJudge):  # whose errors are how many was measured by the title's own
        figures = [replace(each, level=None) for each in figures]
        tells_luck = any(step.seat == CHANCE for step in replay.steps)  # it knows no draws at the end of a turn
    return Review(
        rules.name,
        replay.record.names,
        rules.seat_names[:players],
        judge.name,
        settings,
        list(plies),
        books,
        figures,
        tells_luck,
    )


def _figures_of(seat: Seat, account: Account, plies: Sequence[JudgedPly], replay: Replay) -> Figures:
    moments = [Moment(ply.number, decision) for ply in plies for decision in ply.decisions if decision.seat == seat]
    decisions = [moment.decision for moment in moments]
    players = len(plies[0].values[0].shares)
    booked = _with_margins(seat, plies)
    counted = [Counted(decision.loss.mean, decision.stake, margin) for decision, margin in booked]
    losses = [
        (decision.loss.mean, margin) for decision, margin in booked if is_open(decision.before[seat].mean, players)
    ]
    rate = error_rate(losses, players)
    is_whole = replay.rules.num_plies(replay.start) == 0
    marks = Counter(decision.mark for decision in decisions)
    marked = [moment for moment in moments if moment.decision.mark is not Mark.NONE]
    return Figures(
        len(decisions),
        {mark: marks[mark] for mark in Mark if mark is not Mark.NONE},
        accuracy_of_game(counted, players),
        len(losses),
        rate,
        level_of(replay.rules.name, replay.record.options, rate, len(losses)) if rate and is_whole else None,
        sorted(marked, key=lambda moment: -moment.decision.loss.low)[:MOMENTS],
    )


def _with_margins(seat: Seat, plies: Sequence[JudgedPly]) -> list[tuple[Decision, float]]:
    """A seat's decisions, each with how far its loss may be off in a sum of many."""
    found = []
    for ply in plies:
        booked = [value for value in ply.values if value.cause == "decision"]
        for decision, value in zip(ply.decisions, booked, strict=True):
            if decision.seat == seat:
                found.append((decision, value.change_margins[seat]))
    return found


def review_to_json(review: Review) -> dict[str, Any]:
    """For programs, and for the page."""
    return {
        "game": review.game,
        "names": list(review.names),
        "seats": list(review.seats),
        "judge": review.judge,
        "tries": review.settings.tries,
        "seed": review.settings.seed,
        "accounts": [vars(account) for account in review.books.accounts],
        "tells_luck": review.tells_luck,
        "gifts": review.books.gifts,
        "figures": [
            {
                "decisions": figures.decisions,
                "marks": {mark.value: num for mark, num in figures.marks.items()},
                "accuracy": figures.accuracy,
                "open_decisions": figures.open_decisions,
                "error_rate": figures.error_rate,
                "level": None if figures.level is None else figures.level.to_json(),
                "moments": [moment.ply for moment in figures.moments],
            }
            for figures in review.figures
        ],
        "plies": [ply_to_json(ply) for ply in review.plies],
    }
