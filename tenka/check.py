"""The contract's test, for every game: plays random games of every kind and holds the rules to what they promise.

>>> from tenka.games import DEFAULT_GAME, get_game
>>> report = check_game(get_game(DEFAULT_GAME), games=1, options=[{"players": 2}])
>>> report.games
1
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tenka.game import CHANCE, GameError, IllegalAction, Line, Ply, Rules, Seat, State
from tenka.record import read, redact, replay, write
from tenka.table import Table

_MOST_DECISIONS = 100_000
"""No game is this long: one that is will never end."""


class ContractBroken(AssertionError):
    """The rules do not do what `tenka.game.Rules` promises."""


@dataclass
class Report:
    """What was checked."""

    games: int = 0
    decisions: int = 0
    positions: Counter[int] = field(default_factory=Counter)
    """By number of players: positions at which every seat's view was checked."""
    reasons: Counter[str] = field(default_factory=Counter)
    """How often games ended for each reason."""


def check_game(
    rules: Rules,
    games: int = 1,
    seed: int = 0,
    options: Iterable[Mapping[str, Any]] | None = None,
    every_reason: bool = False,
) -> Report:
    """Plays so many random games for every player count and option and raises ContractBroken at the first breach.

    With `every_reason` it plays on, without looking at views, until games of every player count have ended for every
    reason that the rules know.
    """
    report = Report()
    rng = random.Random(f"{rules.name}:{seed}")
    chosen = list(rules.every_options()) if options is None else [rules.options(given) for given in options]
    for option in chosen:
        described = rules.describe_options(option)
        _demand(rules.options(described) == option, f"options do not come back from {described}")
        for _ in range(games):
            _check_one(rules, option, rng, report)
    if every_reason:
        for players in sorted({option.players for option in chosen}):
            _check_reasons(rules, [option for option in chosen if option.players == players], rng)
    return report


def _demand(holds: bool, what: str) -> None:
    if not holds:
        raise ContractBroken(what)


def _check_one(rules: Rules, option: Any, rng: random.Random, report: Report) -> None:
    deal = rng.getrandbits(64)
    table = Table.new(rules, option, rules.seat_names[: option.players], random.Random(deal), dice=None)
    again = rules.start(option, random.Random(deal))
    _demand(again.tobytes() == table.start.tobytes(), "the same seed gave two different deals")
    state = table.state
    conserved = rules.quantities(state)
    while (turn := rules.turn(state)) is not None:
        before, actions = state, []
        number = rules.num_plies(state)
        while rules.num_plies(state) == number:
            _check_position(rules, state, option.players, conserved, rng)
            report.positions[option.players] += 1
            action = rng.choice(rules.legal(state))
            state = _check_step(rules, state, action)
            actions.append(action)
            report.decisions += 1
            _demand(report.decisions < _MOST_DECISIONS * (report.games + 1), "the game does not end")
        _demand(rules.num_plies(state) == number + 1, "one ply ended and another did not begin")
        _demand(rules.parse(rules.format(actions)) == actions, f"{rules.format(actions)!r} does not parse back")
        ply = table.commit(turn, actions)[-1]
        _demand(table.state.tobytes() == state.tobytes(), "the table plays another game than the rules")
        _demand((ply.seat, list(ply.actions)) == (turn, actions), f"{ply} is another ply than the one that was played")
        _check_line(rules, ply, option.players)
        _demand(before.tobytes() != state.tobytes(), "a ply changed nothing")
        # Replays the whole game so far for everybody, so rarely, and the more rarely the longer the game is.
        if rng.random() < 2 / (40 + number):
            _check_record(rules, table)
    _check_end(rules, state, option.players)
    _check_position(rules, state, option.players, conserved, rng)
    _check_record(rules, table)
    report.games += 1
    outcome = rules.outcome(state)
    if outcome:
        report.reasons.update(outcome.reason.split("+"))


def _check_line(rules: Rules, line: Line, players: int) -> None:
    """That all copies of a line come back from their texts, and that hiding twice hides no more than once.

    A ply may tell more than its text does; of that nothing can come back.
    """
    copies = [line]
    for seat in [None, *range(players)]:
        seen = rules.redact(line, seat)
        if seen is not None:
            _demand(rules.redact(seen, seat) == seen, f"what {seat} may know of {line} hides something from it")
            copies.append(seen)
    for copy in copies:
        text = rules.format_line(copy)
        again = rules.parse_line(text)
        _demand(rules.format_line(again) == text, f"{text!r} comes back from its line as another text")
        _demand(_decisions(again) == _decisions(copy), f"{text!r} does not read back")


def _decisions(line: Line) -> tuple[Any, ...]:
    """What must come back from a text by all means."""
    return (type(line), line.kind, *((line.seat, line.actions) if isinstance(line, Ply) else ()))


def _check_position(rules: Rules, state: State, players: int, conserved: Mapping[str, int], rng: random.Random) -> None:
    untouched = state.tobytes()
    turn = rules.turn(state)
    legal = list(rules.legal(state))
    _demand(bool(legal) == (turn is not None), "legal actions and the end of the game disagree")
    _demand(len(set(legal)) == len(legal), "an action is listed twice")
    _demand(all(0 <= action < rules.num_actions for action in legal), "an action is outside the action space")
    _demand((rules.outcome(state) is None) == (turn is not None), "outcome and turn disagree")
    _demand(rules.quantities(state) == conserved, f"not conserved: {rules.quantities(state)}, before {conserved}")
    _check_chance(rules, state, legal)
    waiting = rules.waiting(state)
    _demand(not waiting or waiting[0] == turn, "those who decide at once do not begin with the seat to move")
    spectator = rules.view(state, None).known
    seats: list[Seat | None] = [None, *range(players)]
    for seat in seats:
        view = rules.view(state, seat)
        sampled = rules.sample(view, rng)
        again = rules.view(sampled, seat)
        _demand(again.tobytes() == view.tobytes(), f"seat {seat} can tell a sampled state from the real one")
        _demand(rules.turn(view.known) == turn, f"seat {seat} does not know whose turn it is")
        public = rules.view(view.known, None).known
        _demand(public.tobytes() == spectator.tobytes(), f"what seat {seat} knows shows a spectator something else")
        _demand(rules.quantities(sampled) == conserved, "a sampled state lost or found something")
        _demand(rules.turn(sampled) == turn, "a sampled state has another seat to move")
        _demand((rules.outcome(sampled) is None) == (turn is not None), "a sampled state ends otherwise")
        if seat == turn:
            _demand(list(rules.legal(sampled)) == legal, "what a seat may do depends on what it cannot know")
        elif turn is not None:
            _demand(bool(rules.legal(sampled)), "a sampled state leaves the seat to move nothing to do")
    _demand(state.tobytes() == untouched, "looking at a state changed it")


def _check_chance(rules: Rules, state: State, legal: list[int]) -> None:
    chances = rules.chance(state)
    if rules.turn(state) != CHANCE:
        _demand(not chances, "chance decides where it is not its turn")
        return
    _demand([action for action, _ in chances] == legal, "what chance may do is not what is legal")
    _demand(all(likely > 0 for _, likely in chances), "something legal never happens")
    _demand(abs(sum(likely for _, likely in chances) - 1) < 1e-9, "the probabilities do not add up to 1")


def _check_step(rules: Rules, state: State, action: int) -> State:
    untouched = state.tobytes()
    _demand(rules.parse(rules.format([action])) == [action], f"{rules.format([action])!r} does not parse back")
    after = rules.apply(state, action)
    _demand(state.tobytes() == untouched, "apply changed its argument")
    _demand(rules.apply(state, action).tobytes() == after.tobytes(), "apply gave two different states")
    legal = set(rules.legal(state))
    illegal = next(other for other in range(-1, rules.num_actions + 1) if other not in legal)
    for wrong in (illegal, rules.num_actions):
        try:
            rules.apply(state, wrong)
        except IllegalAction:
            continue
        except GameError as error:
            raise ContractBroken(f"action {wrong} is illegal here, and apply says {error!r}") from error
        raise ContractBroken(f"apply took action {wrong}, which is not legal")
    return after


def _check_end(rules: Rules, state: State, players: int) -> None:
    outcome = rules.outcome(state)
    _demand(outcome is not None, "the game is over without an outcome")
    if outcome is None:
        return
    _demand(bool(outcome.winners), "nobody won")
    _demand(set(outcome.reason.split("+")) <= set(rules.end_reasons), f"unknown reason {outcome.reason}")
    _demand(len(outcome.ranking) == len(outcome.totals) == players, "a seat has no rank or no totals")
    for seat, rank in enumerate(outcome.ranking):
        better = sum(other < rank for other in outcome.ranking)
        _demand(rank == better + 1, f"the ranking {outcome.ranking} leaves a gap")
        _demand((rank == 1) == (seat in outcome.winners), "winners and ranking disagree")


def _check_record(rules: Rules, table: Table) -> None:
    for line in (*rules.opening(table.start), *rules.closing(table.state)):
        _check_line(rules, line, table.options.players)
    record = table.record()
    text = write(record)
    replayed = replay(text)
    _demand(write(read(text)) == text, "a record does not come back as it was written")
    if not rules.waiting(table.state):
        _demand(replayed.final.tobytes() == table.state.tobytes(), "a record does not lead to the same state")
    for seat in [None, *range(table.options.players)]:
        redacted = write(redact(record, seat))
        seen = replay(redacted)
        _demand(write(seen.record) == redacted, "a redacted record does not come back as it was written")
        _demand(
            rules.view(seen.final, seat).tobytes() == rules.view(table.state, seat).tobytes(),
            f"seat {seat} sees another game in its copy of the record",
        )


def _check_reasons(rules: Rules, chosen: list[Any], rng: random.Random) -> None:
    """Random games until every reason has been seen."""
    missing = set(rules.end_reasons)
    for number in range(20_000):
        state = rules.start(chosen[number % len(chosen)], rng)
        while rules.turn(state) is not None:
            state = rules.apply(state, rng.choice(rules.legal(state)))
        outcome = rules.outcome(state)
        missing -= set(outcome.reason.split("+")) if outcome else set()
        if not missing:
            return
    raise ContractBroken(f"no random game with {chosen[0].players} players ended for {', '.join(sorted(missing))}")
