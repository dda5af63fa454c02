"""Checking a finished trial: its commitment, its records if they are at hand, and its games, played once more."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from tenka.arena.journal import fingerprint_of, record_path
from tenka.arena.match import BOT, GameResult, play_numbered
from tenka.arena.plan import Plan
from tenka.arena.trial import Finished, read_finished, run_all, wins_of
from tenka.game import Action, GameError, InvalidRecord, Outcome, Seat, View
from tenka.games import get_game
from tenka.players import Budget, Line, is_own
from tenka.record import Replay, load_text, replay, write
from tenka.table import Table


class Checked(NamedTuple):
    """What was found to be right, in games."""

    games: int
    """In the file, whose figures follow from them."""
    records: int
    """That are there, went by the rules, and have their chance from the published seed."""
    again: int
    """Played once more, with the same record."""
    different: tuple[str, ...]
    """Played once more, with another record: which ones."""
    strangers: tuple[str, ...] = ()
    """Players who were not asked once more."""
    asked: int = 0
    """Games of theirs in which the others were asked once more, and decided as the record says."""


def check_trial(
    path: Path, again: int, workers: int | None = None, known: Sequence[str] = (), commitment: str | None = None
) -> Iterator[Checked]:
    """Checks a trial's file, the records beside it, and so many games with everybody, once more; how far it is.

    The file is somebody else's, and so no program is loaded because it is named there: games of players that are not
    our own are played once more only if they are `known`. Where there are records, those of strangers decide as these
    say, and only the others are asked. Nobody can tell before which games that will be. One with another record is not
    an error as such: a player may think for a fixed time, or its program may have changed since.
    `commitment` is what was told before the first game. Raises GameError for what cannot be right.
    """
    finished = read_finished(path)
    terms = finished.terms
    if commitment is not None and commitment != finished.commitment:
        raise GameError(f"{path} is another trial: its commitment is {finished.commitment}, and not {commitment}")
    if (version := get_game(terms.game).version) != terms.rules:
        raise GameError(f"{path} is of the rules {terms.rules}, and these are {version}: check it with its own version")
    num_games = sum(len(pairing.wins) for table in finished.tables.values() for pairing in table)
    strangers = [who for who in (terms.player, *terms.against) if not is_own(who, terms.game) and who not in known]
    checked = Checked(num_games, 0, 0, (), tuple(strangers))
    yield checked
    plans = {seats: terms.plan(seats, finished.seed) for seats in terms.seats}
    expected = {seats: _expected(finished, seats, plan) for seats, plan in plans.items()}
    there = list(_find_records(path, plans))
    for seats, number in there:
        _check_record(path.parent / str(seats), plans[seats], number, *expected[seats][number])
        checked = checked._replace(records=checked.records + 1)
        yield checked
    todo = []
    for seats, plan in plans.items():
        for number in _choose(plan, again):
            seated = enumerate(plan.seating(number).seats)
            from_record = tuple(seat for seat, who in seated if plan.players[who] in strangers)
            if not from_record or (there and len(from_record) < seats):
                todo.append((seats, number, from_record))
    for results in run_all(partial(_play_again, path.parent, plans, todo), len(todo), workers):
        for seats, number, is_told, wins, fingerprint in results:
            told, counted = expected[seats][number]
            (other,) = set(plans[seats].seating(number).seats) - {0}
            game = f"{seats}/{number} against {plans[seats].players[other]}"
            if fingerprint != counted:
                checked = checked._replace(different=(*checked.different, game))
            elif wins != told:
                raise GameError(f"{path}: {terms.player} won {wins:g} in game {game}, and not {told:g}")
            elif is_told:
                checked = checked._replace(asked=checked.asked + 1)
            else:
                checked = checked._replace(again=checked.again + 1)
            yield checked


def _find_records(path: Path, plans: Mapping[int, Plan]) -> Iterator[tuple[int, int]]:
    """The games whose records should be there: all of them, unless there is not one. Raises GameError."""
    there = [seats for seats in plans if (path.parent / str(seats)).exists()]
    missing = [seats for seats in plans if seats not in there]
    if there and missing:
        raise GameError(f"the records with {missing[0]} players were left out beside {path}; get them all, or none")
    return ((seats, number) for seats in there for number in range(1, plans[seats].games + 1))


def _choose(plan: Plan, again: int) -> list[int]:
    """So many games with everybody, in whole sets, that nobody could guess: whoever has altered others is found too."""
    num_opponents = len(plan.players) - 1
    all_sets = range(plan.games // plan.num_seats // num_opponents)
    num_sets = min(-(-again // plan.num_seats), len(all_sets))
    return sorted(
        (chosen * num_opponents + other) * plan.num_seats + further
        for other in range(num_opponents)
        for chosen in random.SystemRandom().sample(all_sets, num_sets)
        for further in range(1, plan.num_seats + 1)
    )


def _expected(finished: Finished, seats: int, plan: Plan) -> dict[int, tuple[float, str]]:
    """By number of a game: what the player won in it, and the fingerprint of its record."""
    rows = [list(zip(pairing.wins, pairing.records, strict=True)) for pairing in finished.tables[seats]]
    found = {}
    for number in range(1, plan.games + 1):
        deal, further = divmod(number - 1, seats)
        sets, other = divmod(deal, len(rows))
        found[number] = rows[other][sets * seats + further]
    return found


def _check_record(folder: Path, plan: Plan, number: int, wins: float, fingerprint: str) -> None:
    """Raises GameError unless the record is the one that counted, and all its chance comes from the seed."""
    path = record_path(folder, plan, number)
    try:
        text = load_text(path)
        if fingerprint_of(path.read_bytes()) != fingerprint:
            raise InvalidRecord("it is not the record that counted")
        game = replay(text)
        seating = plan.seating(number)
        names = [f"{BOT}{plan.players[who]}" for who in seating.seats]
        if list(game.record.names) != names:
            raise InvalidRecord(f"it is a game of {', '.join(game.record.names)}, and not of {', '.join(names)}")
        outcome = _deal_again(game, plan, number, names, text)
        if wins_of(GameResult(number, seating.seats, outcome)) != wins:
            raise InvalidRecord(f"the player did not win {wins:g} in it")
    except InvalidRecord as error:
        raise GameError(f"{path}: {error}") from None


def _deal_again(game: Replay, plan: Plan, number: int, names: Sequence[str], text: str) -> Outcome:
    """The end of the game that these decisions lead to with the deal and the dice of the seed; raises InvalidRecord."""
    deal = random.Random(f"{plan.seed}:deal:{plan.seating(number).deal}")
    table = Table.new(game.rules, game.rules.options(plan.options), names, deal, dice=deal)
    try:
        for place, step in enumerate(game.steps):
            if place >= table.version:  # else chance, which the table has already played after the turn before
                table.commit(step.seat, step.actions)
        same = write(table.record()) == text
    except GameError:  # what was played cannot be played there
        same = False
    if not same or table.outcome is None:
        raise InvalidRecord("its deal or its dice are not those of the published seed")
    return table.outcome


class _Told:
    """Decides in a seat what the record tells, and nothing where the game has gone another way."""

    def __init__(self, name: str, game: Replay, seat: Seat) -> None:
        self.name = name
        self._left = [action for step in game.steps if step.seat == seat for action in step.actions]

    def decide(self, view: View, legal: Sequence[Action], rng: random.Random, budget: Budget | None = None) -> Action:
        if not self._left or self._left[0] not in legal:
            raise GameError("the others decided otherwise")
        return self._left.pop(0)

    def explain(
        self, view: View, legal: Sequence[Action], rng: random.Random, budget: Budget | None = None
    ) -> list[Line]:
        raise GameError("a record gives no reasons")


def _play_again(
    folder: Path, plans: dict[int, Plan], todo: list[tuple[int, int, tuple[Seat, ...]]], index: int
) -> tuple[int, int, bool, float, str]:
    """A game once more, and the fingerprint of its record; seats of strangers decide what the first record tells."""
    seats, number, told = todo[index]
    plan = plans[seats]
    if not told:
        result, record = play_numbered(plan, number)
        return seats, number, False, wins_of(result), fingerprint_of(record.encode())
    game = replay(load_text(record_path(folder / str(seats), plan, number)))
    names = [plan.players[who] for who in plan.seating(number).seats]
    try:
        result, record = play_numbered(plan, number, {seat: _Told(names[seat], game, seat) for seat in told})
    except GameError:
        return seats, number, True, 0.0, ""
    return seats, number, True, wins_of(result), fingerprint_of(record.encode())
