"""Making puzzles: games of bots, or records; every position that may be worth it is looked at, and few are kept."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from itertools import takewhile
from pathlib import Path
from typing import NamedTuple

from tenka import record as records
from tenka.arena.workers import run_in_processes
from tenka.game import CHANCE, Action, GameError, State, View, draw_chance
from tenka.games import get_title
from tenka.players import get_player
from tenka.puzzles.choose import NEIGHBOURS
from tenka.puzzles.ledger import Ledger, Stage
from tenka.puzzles.promise import LEAD, find, look_first
from tenka.puzzles.puzzle import Puzzle, format_puzzle, get_setter
from tenka.puzzles.rate import decide, rate, solve_rates
from tenka.record import write_file
from tenka.search.setter import Setter

VERSION = 5
"""Of what is kept. What another version kept is done again."""
ENDING = ".made"
"""Of the file beside the puzzles in which what is done is kept."""
GAME, KINDS, TRIES = "the game", "kinds and proof", "the levels' tries"
"""Stages of the sieve that are no comparisons."""
FIRST_TRIES = 2
"""So often every level tries before much is spent on a position;"""
ALIKE = 3
"""where all find its answer, or nobody does, one in so many goes on."""


@dataclass(frozen=True)
class Order:
    """What is to be made."""

    game: str
    seed: int
    bots: tuple[str, ...] = ()
    """Who plays, one of them a game, in all seats; empty: whom the title names."""
    records: tuple[str, ...] = ()
    """Paths of games to look at; empty: bots play."""
    players: tuple[int, ...] = ()
    """Numbers of players, in turn; empty: all that the title has."""


class Made(NamedTuple):
    """What one game brought."""

    number: int
    """Of the game, from 1."""
    looked: int
    """Positions that were looked at."""
    lines: tuple[str, ...]
    """The puzzles."""
    hits: tuple[dict[str, int], ...]
    """By puzzle: how often each level found it."""
    stages: dict[str, Stage]
    """What it cost."""


def make_from_games(order: Order, numbers: Iterable[int], workers: int) -> Generator[Made, None, None]:
    """What games bring, as they are finished; numbers may be drawn late, or never. Raises GameError."""
    work = partial(make_from_game, order)
    if workers == 1:
        yield from (work(number) for number in numbers)
        return
    for done in run_in_processes(work, numbers, workers):
        yield from done


def until(end: float | None, numbers: Iterable[int]) -> Iterator[int]:
    """Numbers as long as it is not later than a time of `time.monotonic`."""
    return takewhile(lambda _: end is None or time.monotonic() < end, numbers)


def make_from_game(order: Order, number: int) -> Made:
    """The puzzles of one game. They depend on the order and the number only."""
    setter = get_setter(order.game)
    rng = random.Random(f"{order.seed} {number}")
    looked, lines, hits, ledger = 0, [], [], Ledger()
    last = -NEIGHBOURS
    with ledger.stage(GAME):
        states = list(_positions(setter, order, number, rng))
    for ply, state in enumerate(states, start=1):
        seat = setter.rules.turn(state)
        if seat is None or seat == CHANCE or ply - last <= NEIGHBOURS:
            continue
        view = setter.rules.view(setter.opened(state), seat)
        if not setter.is_worth(view):
            continue
        looked += 1
        puzzle = _look_at(setter, view, f"{order.seed}-{number}-{ply}", rng, ledger)
        if puzzle is not None:
            with ledger.stage(TRIES):
                found = solve_rates(setter, view, [told.actions for told in puzzle.right], rng)
            last = ply
            lines.append(format_puzzle(replace(puzzle, rating=rate(order.game, found, setter.tries))))
            hits.append(found)
    return Made(number, looked, tuple(lines), tuple(hits), ledger.stages)


def _look_at(setter: Setter, view: View, name: str, rng: random.Random, ledger: Ledger) -> Puzzle | None:
    if not look_first(setter, view, rng, ledger):
        return None
    found = find(setter, view, rng, goes_on=partial(tells_levels_apart, setter, view, rng), ledger=ledger)
    if found is None:
        return None
    promise = found.promise
    with ledger.stage(KINDS):
        kinds = setter.kinds_of(view, found.right[0].actions, found.others[0].actions, rng)
        if kinds and setter.prove(view, [told.actions for told in found.right], LEAD):
            promise = promise._replace(is_proved=True)
    if not kinds:
        ledger.refuse(KINDS)
        return None
    return Puzzle(name, setter.rules.name, view, tuple(found.right), tuple(found.others), tuple(kinds), promise)


def tells_levels_apart(setter: Setter, view: View, rng: random.Random, right: Sequence[Sequence[Action]]) -> bool:
    """Whether some levels find one of these turns and others do not; now and then also where all do, or nobody."""
    hits = sum(solve_rates(setter, view, right, rng, tries=FIRST_TRIES).values())
    return 0 < hits < FIRST_TRIES * len(setter.solvers) or rng.randrange(ALIKE) == 0


def _positions(setter: Setter, order: Order, number: int, rng: random.Random) -> Iterator[State]:
    """The states of a game, one after another: before every decision that a puzzle may ask for."""
    if order.records:
        yield from _positions_of_record(setter, Path(order.records[number - 1]))
        return
    rules = setter.rules
    numbers = order.players or get_title(order.game).players
    players = numbers[number % len(numbers)]
    player = get_player(rng.choice(order.bots or setter.bots), order.game)
    state = rules.start(rules.options({"players": players, **setter.options}), rng)
    while (seat := rules.turn(state)) is not None:
        yield state
        if seat == CHANCE:
            actions = [draw_chance(rules, state, rng)]
        else:
            actions = decide(setter, player, state, seat, rng)
        for action in actions:
            state = rules.apply(state, action)


def _positions_of_record(setter: Setter, path: Path) -> Iterator[State]:
    replay = records.load(path)
    if replay.rules.name != setter.rules.name:
        raise GameError(f"{path} is a game of {replay.rules.name}, and puzzles of {setter.rules.name} are to be made")
    for step in replay.steps:
        state = step.before
        yield state
        if not setter.whole_plies:
            for action in step.actions[:-1]:
                state = setter.rules.apply(state, action)
                yield state


# --- what is done is kept -----------------------------------------------------------------------------------


@dataclass
class Keeper:
    """Keeps what games brought in a file beside the puzzles, so that a run that was stopped goes on."""

    path: Path
    """Of the puzzles."""
    order: Order
    made: dict[int, Made] = field(default_factory=dict)

    def __post_init__(self) -> None:
        with suppress(OSError, UnicodeDecodeError):
            header, *lines = self._journal.read_text("utf-8").splitlines() or [""]
            if header != self._header:
                raise GameError(
                    f"{self._journal} holds puzzles of another run ({header[:120]}); go on with its options, "
                    "or name another file"
                )
            for line in lines:
                with suppress(ValueError, TypeError):  # half a line, where it was stopped
                    number, looked, found, hits, stages = json.loads(line)
                    spent = {name: Stage(*stage) for name, stage in stages.items()}
                    self.made[number] = Made(number, looked, tuple(found), tuple(hits), spent)
            return
        write_file(self._journal, self._header + "\n")

    @property
    def _journal(self) -> Path:
        return self.path.with_name(self.path.name + ENDING)

    @property
    def _header(self) -> str:
        return json.dumps({"version": VERSION, **asdict(self.order)})

    def add(self, made: Made) -> None:
        """Keeps what one more game brought."""
        self.made[made.number] = made
        try:
            with self._journal.open("a", encoding="utf-8") as file:
                file.write(json.dumps(made) + "\n")
        except OSError as error:
            raise GameError(f"cannot write {self._journal}: {error.strerror or error}") from None

    def ledger(self) -> Ledger:
        """What all games together cost."""
        ledger = Ledger()
        for made in self.made.values():
            ledger.join(made.stages)
        return ledger

    def write(self) -> int:
        """Writes all puzzles so far, in the order of the games; how many."""
        lines = [line for number in sorted(self.made) for line in self.made[number].lines]
        order = self.order
        source = f"{len(order.records)} records" if order.records else f"{len(self.made)} games"
        head = f"# puzzles of {order.game}: tenka puzzles make, seed {order.seed}, {source}"
        write_file(self.path, "\n".join([head, *lines, ""]))
        return len(lines)
