"""The figures of a review as texts in tables, for the terminal and for the page of its own."""

from __future__ import annotations

from typing import NamedTuple

from tenka.games import find_part
from tenka.review.levels import Level
from tenka.review.marks import SIGNS, Interval, Mark
from tenka.review.plies import Decision
from tenka.review.review import Review

NOT_TOLD = "–"
WORDS = (
    "Points are shares of the win, of 100, if all go on as strong players do; weaker ones throw leads away more often.",
    "play: own decisions; others: those of others; luck: draws, cards and dice; hidden: what nobody could know, and "
    "where the judge thought otherwise a move later. They add up from start to end.",
    "no luck: the start and all decisions alone, a sum that may be below 0 or above 100. "
    "error rate: the mean loss of a decision while the game was open, in hundredths of a fair share.",
)
"""What the tables mean, for whoever sees them for the first time."""
MARKS = [mark for mark in Mark if mark is not Mark.NONE]


class TextTable(NamedTuple):
    """A table: the first column tells of what, the others are figures."""

    heads: list[str]
    rows: list[list[str]]


def players_of(review: Review) -> list[str]:
    """Everybody by seat and name."""
    return [f"{seat} ({name})" for seat, name in zip(review.seats, review.names, strict=True)]


def make_tables(review: Review) -> list[TextTable]:
    """Every seat's figures, the books, and the gifts."""
    return [_figures(review), _books(review), _gifts(review)]


def _figures(review: Review) -> TextTable:
    has_levels = any(figures.level for figures in review.figures)
    rows = [
        [
            player,
            str(figures.decisions),
            *(str(figures.marks[mark]) for mark in MARKS),
            "" if figures.accuracy is None else f"{figures.accuracy.mean:.0f} ({_whole_range(figures.accuracy)}) %",
            "" if figures.error_rate is None else in_figures(figures.error_rate),
            *([_format_level(figures.level) if figures.level else NOT_TOLD] if has_levels else []),
        ]
        for player, figures in zip(players_of(review), review.figures, strict=True)
    ]
    heads = ["player", "choices", *(SIGNS[mark] for mark in MARKS), "accuracy", "error rate"]
    return TextTable([*heads, "played like"] if has_levels else heads, rows)


def _books(review: Review) -> TextTable:
    """A column for each seat, added up from its start to its end. So those of four fit into 80 columns."""
    accounts = review.books.accounts

    def luck(told: Interval) -> str:
        return _in_points(told, "+") if review.tells_luck else NOT_TOLD

    rows = [
        ["start", *(_in_points(each.initial) for each in accounts)],
        ["play", *(_in_points(each.own_decisions, "+") for each in accounts)],
        ["luck", *(luck(each.own_luck) for each in accounts)],
        ["others", *(_in_points(each.others_decisions, "+") for each in accounts)],
        ["their luck", *(luck(each.others_luck) for each in accounts)],
        ["hidden", *(_in_points(each.hidden, "+") for each in accounts)],
        ["end", *(f"{100 * each.final:.1f}" for each in accounts)],
        ["no luck", *(_in_points(each.without_luck) for each in accounts)],
    ]
    return TextTable(["in points", *review.seats], rows)


def _gifts(review: Review) -> TextTable:
    rows = [
        [seat, *(_in_points(gift, "+") for gift in row)]
        for seat, row in zip(review.seats, review.books.gifts, strict=True)
    ]
    return TextTable(["play of", *(f"gave {seat}" for seat in review.seats)], rows)


def tell_decision(review: Review, ply: int, decision: Decision) -> str:
    """What a decision cost, and who profits, in one sentence."""
    mean, low, high = decision.loss
    loss = _format(Interval(100 * mean, 100 * max(low, -1.0), 100 * min(high, 1.0)))  # there is no more to lose
    gains = [
        f"{review.seats[other]} {_in_points(gave, '+')}"
        for other, gave in enumerate(decision.gave)
        if other != decision.seat and gave.low > 0
    ]
    profit = f"; it gave {', '.join(gains)}" if gains else ""
    return (
        f"ply {ply}, {review.seats[decision.seat]}: {decision.played} {SIGNS[decision.mark]} cost {loss} points; "
        f"better was {decision.best}{profit}"
    )


def tell_reasons(review: Review, decision: Decision) -> list[str]:
    """Why, in the title's sentences."""
    part = find_part(review.game, "review")
    return [part.tell_fact(fact, decision.best, decision.played) for fact in decision.facts] if part else []


def tell_judge(review: Review) -> str:
    """How the review was made."""
    signs = ", ".join(f"{SIGNS[mark]} {mark.value}" for mark in MARKS)
    return f"{signs}; judged by {review.judge}; {review.settings.tries} tries a decision; intervals of 99 %"


def _in_points(share: Interval, sign: str = "") -> str:
    """A share with how far it may be off."""
    return in_figures(Interval(*(100 * figure for figure in share)), sign)


def in_figures(figure: Interval, sign: str = "") -> str:
    """A figure with how far it may be off, which is as much to both sides."""
    return f"{figure.mean:{sign}.1f} ± {(figure.high - figure.low) / 2:.1f}"


def _format_level(level: Level) -> str:
    if level.weakest == level.strongest:
        return level.like
    return f"{level.like} ({level.weakest} to {level.strongest})"


def _whole_range(figure: Interval) -> str:
    return f"{figure.low:.0f}–{figure.high:.0f}"


def _format(figure: Interval) -> str:
    return f"{figure.mean:.1f} ({figure.low:.1f} to {figure.high:.1f})"
