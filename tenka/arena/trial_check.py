"""Checking a finished trial: its commitment, its records if they are at hand, and its games, played once more."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from tenka.arena.journal import fingerprint_of, record_path
from tenka.arena.match import BOT, GameResult, play_numbered
from tenka.arena.plan import Plan
from tenka.arena.trial import Finished, read_finished, run_all
from tenka.game import GameError, InvalidRecord, Outcome
from tenka.games import get_game
from tenka.players import is_own
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
    """Players whose games were not played once more."""


def check_trial(path: Path, again: int, workers: int | None = None, known: Sequence[str] = ()) -> Iterator[Checked]:
    """Checks a trial's file, the records beside it, and so many games with everybody, once more; how far it is.

    The file is somebody else's, and so no program is loaded because it is named there: games of players that are not
    our own are played once more only if they are `known`. A game with another record is not an error as such: a player
    may think for a fixed time, or its program may have changed since. Raises GameError for what cannot be right.
    """
    finished = read_finished(path)
    terms = finished.terms
    if (version := get_game(terms.game).version) != terms.rules:
        raise GameError(f"{path} is of the rules {terms.rules}, and these are {version}: check it with its own version")
    checked = Checked(sum(len(pairing.wins) for table in finished.tables.values() for pairing in table), 0, 0, ())
    yield checked
    strangers = [who for who in (terms.player, *terms.against) if not is_own(who, terms.game) and who not in known]
    checked = checked._replace(strangers=tuple(strangers))
    wanted = {}
    for seats in terms.seats:
        plan = terms.plan(seats, finished.seed)
        expected = _expected(finished, seats, plan)
        folder = path.parent / str(seats)
        for number, (wins, fingerprint) in expected.items():
            record = record_path(folder, plan, number)
            if folder.exists():
                _check_record(record, plan, number, wins, fingerprint)
                checked = checked._replace(records=checked.records + 1)
                yield checked
        sets = -(-again // seats)
        for number in range(1, min(plan.games, sets * seats * len(terms.against)) + 1):
            if not {plan.players[who] for who in plan.seating(number).seats} & {*strangers}:
                wanted[seats, number] = expected[number][1]
    todo = list(wanted)
    plans = {seats: terms.plan(seats, finished.seed) for seats in terms.seats}
    work = partial(_play_again, plans, todo)
    for results in run_all(work, len(todo), workers):
        for seats, number, fingerprint in results:
            if fingerprint == wanted[seats, number]:
                checked = checked._replace(again=checked.again + 1)
            else:
                (other,) = set(plans[seats].seating(number).seats) - {0}
                game = f"{seats}/{number} against {plans[seats].players[other]}"
                checked = checked._replace(different=(*checked.different, game))
            yield checked


def _expected(finished: Finished, seats: int, plan: Plan) -> dict[int, tuple[float, str]]:
    """By number of a game: what the player won in it, and the fingerprint of its record."""
    rows = [list(zip(pairing.wins, pairing.records, strict=True)) for pairing in finished.tables[seats]]
    found = {}
    for number in range(1, plan.games + 1):
        deal, further = divmod(number - 1, seats)
        sets, other = divmod(deal, len(rows))
        found[number] = rows[other][sets * seats + further]
    return found


def _check_record(path: Path, plan: Plan, number: int, wins: float, fingerprint: str) -> None:
    """Raises GameError unless the record is the one that counted, and all its chance comes from the seed."""
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
        if round(GameResult(number, seating.seats, outcome).wins(0), 4) != wins:
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


def _play_again(plans: dict[int, Plan], todo: list[tuple[int, int]], index: int) -> tuple[int, int, str]:
    seats, number = todo[index]
    _, record = play_numbered(plans[seats], number)
    return seats, number, fingerprint_of(record.encode())
