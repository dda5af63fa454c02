"""One ply of a game, judged: its decisions, and every value on the way, for the books."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any, Literal, NamedTuple

from tenka.game import CHANCE, Action, Rules, Seat, State
from tenka.record import Step
from tenka.review.compare import compare
from tenka.review.marks import Interval, Mark, accuracy_between, around, margins_of, sure_mark
from tenka.search.judge import Fact, Judge, Worth

Cause = Literal["decision", "luck", "hidden"]
"""Why a value changed: somebody decided, drew or rolled; or what could be known was not what was so."""


class Value(NamedTuple):
    """What the game was worth at a point of time."""

    cause: Cause
    """Of the change since the value before."""
    seat: Seat
    """Whose decision, draw or roll; CHANCE where it is nobody's."""
    shares: list[float]
    """By seat."""
    margins: list[float]
    """By seat: how far that may be off;"""
    change_margins: list[float]
    """and the change since the value before, which is found in the same worlds; empty where it is hidden."""


class Told(NamedTuple):
    """An option as it is told."""

    text: str
    shares: list[Interval]
    """By seat."""


@dataclass(frozen=True)
class Decision:
    """A decision with a choice."""

    seat: Seat
    played: str
    best: str
    before: list[Interval]
    """By seat: the share of the win with the best option, in what the mover could know,"""
    after: list[Interval]
    """with what was played,"""
    open: list[Interval]
    """and with what was played, with open hands: what was so. The difference is hidden luck."""
    gave: list[Interval]
    """By seat: what the decision changed for everybody."""
    loss: Interval
    stake: float
    worlds: int
    mark: Mark
    accuracy: Interval
    options: list[Told]
    facts: list[Fact]


@dataclass(frozen=True)
class JudgedPly:
    """A ply."""

    number: int
    """From 1."""
    seat: Seat
    text: str
    """The line of the record."""
    values: list[Value]
    decisions: list[Decision]


def judge_ply(judge: Judge, number: int, step: Step, tries: int, seed: int) -> JudgedPly:
    """Judges one ply. It depends on the ply and the seed only, so plies can be judged in any order."""
    rng = random.Random(f"{seed} {number}")
    values: list[Value] = []
    decisions: list[Decision] = []
    state = step.before
    units = [step.actions] if judge.whole_plies and step.seat != CHANCE else [[action] for action in step.actions]
    for actions in units:
        after = judge.carry_out(state, actions)
        if step.seat == CHANCE:
            values += _values_of(judge.worth_of_chance(state, actions[0], rng), judge.owner_of_chance(state))
        elif judge.whole_plies or not _is_forced(judge.rules, state, actions):
            _judge_decision(judge, step.seat, state, actions, after, tries, rng, values, decisions)
        state = after
    return JudgedPly(number, step.seat, step.line, values, decisions)


def _judge_decision(
    judge: Judge,
    seat: Seat,
    state: State,
    actions: list[Action],
    after: State,
    tries: int,
    rng: random.Random,
    values: list[Value],
    decisions: list[Decision],
) -> None:
    rules = judge.rules
    compared = None
    if not _is_forced(rules, state, actions):
        view = rules.view(state, seat)
        compared = compare(judge, view, rules.legal(state), actions, tries, rng)
        values.append(_known_value("hidden", CHANCE, compared.before, []))
        values.append(_known_value("decision", seat, compared.after, compared.margins))
    expected, came = _values_of(judge.worth(state, actions, after, seat, rng), seat)
    values += [expected, came]
    if compared is None:
        return
    mark = sure_mark(compared.loss, int(state.players))
    texts = rules.format(compared.best), rules.format(actions)
    facts = judge.find_facts(view, compared.best, actions, rng) if mark is not Mark.NONE else []
    decisions.append(
        Decision(
            seat,
            texts[1],
            texts[0],
            compared.before,
            compared.after,
            [around(share, margin) for share, margin in zip(expected.shares, expected.margins, strict=True)],
            compared.gave,
            compared.loss,
            compared.stake,
            compared.worlds,
            mark,
            accuracy_between(compared.loss, int(state.players)),
            [Told(rules.format(option), shares) for option, shares in compared.options],
            facts,
        )
    )


def _known_value(cause: Cause, seat: Seat, shares: Sequence[Interval], change_margins: list[float]) -> Value:
    margins = [(share.high - share.low) / 2 for share in shares]
    return Value(cause, seat, [share.mean for share in shares], margins, change_margins)


def _values_of(worth: Worth, owner: Seat) -> list[Value]:
    """With open hands: before what luck decided, and after it."""
    came, luck = worth.came.mean(0), worth.luck.mean(0)
    luck_margins = margins_of(worth.luck)
    margins = [margin + 1.0 / len(worth.came) for margin in margins_of(worth.came)]
    before = [sqrt(margin**2 + of_luck**2) for margin, of_luck in zip(margins, luck_margins, strict=True)]
    return [
        Value("hidden", CHANCE, (came - luck).tolist(), before, []),
        Value("luck", owner, came.tolist(), margins, luck_margins),
    ]


def _is_forced(rules: Rules, state: State, actions: Sequence[Action]) -> bool:
    """Whether there was nothing to choose, at any step."""
    for action in actions:
        if len(rules.legal(state)) > 1:
            return False
        state = rules.apply(state, action)
    return True


# --- as JSON ------------------------------------------------------------------------------------------------


def ply_to_json(ply: JudgedPly) -> dict[str, Any]:
    """For files and for the page."""
    return {
        "number": ply.number,
        "seat": ply.seat,
        "text": ply.text,
        "values": [value._asdict() for value in ply.values],
        "decisions": [_decision_to_json(decision) for decision in ply.decisions],
    }


def _decision_to_json(decision: Decision) -> dict[str, Any]:
    return {
        **vars(decision),
        "before": [list(share) for share in decision.before],
        "after": [list(share) for share in decision.after],
        "open": [list(share) for share in decision.open],
        "gave": [list(share) for share in decision.gave],
        "loss": list(decision.loss),
        "mark": decision.mark.value,
        "accuracy": list(decision.accuracy),
        "options": [{"text": told.text, "shares": [list(share) for share in told.shares]} for told in decision.options],
        "facts": [fact._asdict() for fact in decision.facts],
    }


def ply_from_json(data: dict[str, Any]) -> JudgedPly:
    """The ply again; raises KeyError, TypeError or ValueError for anything else."""
    return JudgedPly(
        data["number"],
        data["seat"],
        data["text"],
        [Value(**value) for value in data["values"]],
        [_decision_from_json(decision) for decision in data["decisions"]],
    )


def _decision_from_json(data: dict[str, Any]) -> Decision:
    return Decision(
        **{
            **data,
            "before": [Interval(*share) for share in data["before"]],
            "after": [Interval(*share) for share in data["after"]],
            "open": [Interval(*share) for share in data["open"]],
            "gave": [Interval(*share) for share in data["gave"]],
            "loss": Interval(*data["loss"]),
            "mark": Mark(data["mark"]),
            "accuracy": Interval(*data["accuracy"]),
            "options": [Told(told["text"], [Interval(*share) for share in told["shares"]]) for told in data["options"]],
            "facts": [Fact(**fact) for fact in data["facts"]],
        }
    )
