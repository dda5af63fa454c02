"""The figures of a review as texts in tables, for the terminal and for the page of its own."""

from __future__ import annotations

from typing import NamedTuple

from tenka.review.marks import SIGNS, Interval, Mark
from tenka.review.plies import Decision
from tenka.review.review import Review

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
    rows = [
        [
            player,
            str(figures.decisions),
            *(str(figures.marks[mark]) for mark in MARKS),
            "" if figures.accuracy is None else f"{figures.accuracy:.0f} %",
            "" if figures.error_rate is None else _format(figures.error_rate),
        ]
        for player, figures in zip(players_of(review), review.figures, strict=True)
    ]
    heads = ["player", "choices", *(SIGNS[mark] for mark in MARKS), "accuracy", "error rate"]
    return TextTable(heads, rows)


def _books(review: Review) -> TextTable:
    rows = []
    for player, account in zip(players_of(review), review.books.accounts, strict=True):
        changes = (
            account.own_decisions,
            account.own_luck,
            account.others_decisions,
            account.others_luck,
            account.hidden,
        )
        rows.append(
            [
                player,
                f"{100 * account.initial:.1f}",
                *(f"{100 * change:+.1f}" for change in changes),
                f"{100 * account.final:.1f}",
                f"{100 * account.without_luck:.1f}",
            ]
        )
    causes = ["play", "luck", "others", "their luck", "hidden"]
    return TextTable(["in points", "start", *causes, "end", "no luck"], rows)


def _gifts(review: Review) -> TextTable:
    rows = [
        [player, *(f"{100 * gift:+.1f}" for gift in row)]
        for player, row in zip(players_of(review), review.books.gifts, strict=True)
    ]
    return TextTable(["play of", *(f"gave {seat}" for seat in review.seats)], rows)


def tell_decision(review: Review, ply: int, decision: Decision) -> str:
    """What a decision cost, in one sentence."""
    loss = _format(Interval(*(100 * end for end in decision.loss)))
    return (
        f"ply {ply}, {review.seats[decision.seat]}: {decision.played} {SIGNS[decision.mark]} cost {loss} points; "
        f"better was {decision.best}"
    )


def tell_judge(review: Review) -> str:
    """How the review was made."""
    signs = ", ".join(f"{SIGNS[mark]} {mark.value}" for mark in MARKS)
    return f"{signs}; judged by {review.judge}; {review.settings.tries} tries a decision; intervals of 99 %"


def _format(figure: Interval) -> str:
    return f"{figure.mean:.1f} ({figure.low:.1f} to {figure.high:.1f})"
