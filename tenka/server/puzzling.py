"""Puzzles at a server: which one, how it is shown, and what came of a try.

A puzzle is drawn from its view, and tried out in a state that is sampled from it, so nothing that its seat may not know
can be told. What is right, the shares and the kinds are told with the answer to a try, and never before.
"""

from __future__ import annotations

import asyncio
import hashlib
import random
from collections.abc import Collection, Sequence
from datetime import date

from tenka.game import Action
from tenka.games import check_game_name, get_game
from tenka.puzzles.promise import AS_GOOD
from tenka.puzzles.puzzle import Puzzle, Told, get_setter, load_puzzles
from tenka.puzzles.rate import reached
from tenka.server import audience, messages
from tenka.server.bots import BotFailed, BotPool
from tenka.server.fair import Whose
from tenka.server.positions import picture_of, possible_state
from tenka.table import Refused, Table

NEAREST = 12
"""One of so many puzzles nearest to a rating is drawn."""
WORLDS = 512
"""In so many worlds a turn is tried of which the puzzle says nothing."""
SECONDS_TO_WAIT = 25.0


# --- which ------------------------------------------------------------------------------------------------------


def all_of(game: str) -> tuple[Puzzle, ...]:
    """The puzzles of a game; raises Refused where there are none."""
    puzzles = load_puzzles(check_game_name(game))
    if not puzzles:
        raise Refused("missing", f"there are no puzzles of {game} here")
    return puzzles


def find_puzzle(game: str, name: str) -> Puzzle:
    """The puzzle of an id; raises Refused."""
    found = next((puzzle for puzzle in all_of(game) if puzzle.id == name), None)
    if found is None:
        raise Refused("missing", f"there is no puzzle {name} of {game}")
    return found


def of_day(game: str, day: date) -> Puzzle:
    """The same for everybody on one day, and no two days alike as long as there are enough."""
    puzzles = sorted(all_of(game), key=lambda puzzle: hashlib.sha256(f"{game} {puzzle.id}".encode()).digest())
    return puzzles[day.toordinal() % len(puzzles)]


def choose(
    game: str,
    rating: int,
    kind: str | None,
    players: int | None,
    done: Collection[str],
    rng: random.Random,
) -> Puzzle:
    """One of those nearest to a rating that were not done; raises Refused where none is left."""
    puzzles, kinds = all_of(game), get_setter(game).kinds
    if kind is not None and kind not in kinds:
        raise Refused("invalid", f"puzzles of {game} are of the kinds {', '.join(kinds)}, and not {kind[:20]!r}")
    fitting = [
        puzzle
        for puzzle in puzzles
        if (kind is None or kind in puzzle.kinds) and players in (None, puzzle.players) and puzzle.id not in done
    ]
    if not fitting:
        raise Refused("missing", "no puzzle of that kind is left; choose another, or begin again")
    return rng.choice(sorted(fitting, key=lambda puzzle: abs(puzzle.rating - rating))[:NEAREST])


# --- shown ------------------------------------------------------------------------------------------------------


def _table(puzzle: Puzzle) -> Table:
    """A table at which the puzzle's turn can be tried out, and nothing else."""
    rules = get_game(puzzle.game)
    options = rules.options({"players": puzzle.players, **get_setter(puzzle.game).options})
    names = [rules.seat_names[seat] for seat in range(puzzle.players)]
    return Table(rules, options, names, possible_state(rules, puzzle.view))


def show(puzzle: Puzzle, day: date | None = None) -> messages.PuzzleInfo:
    """A puzzle as it is before the try."""
    table, seat = _table(puzzle), puzzle.view.seat
    assert seat is not None
    return messages.PuzzleInfo(
        id=puzzle.id,
        game=puzzle.game,
        day=None if day is None else day.isoformat(),
        rating=puzzle.rating,
        options=table.texts,
        seat=seat,
        position=picture_of(puzzle.game).draw(puzzle.view),
        choice=audience.describe_choice(table, seat, table.preview(seat, "")),
    )


def preview(puzzle: Puzzle, moves: str) -> messages.PreviewResult:
    """The first moves of a turn, tried out; raises Refused."""
    table, seat = _table(puzzle), puzzle.view.seat
    assert seat is not None
    return audience.try_moves(table, seat, moves, table.state)


# --- tried ------------------------------------------------------------------------------------------------------


async def judge_try(bots: BotPool, puzzle: Puzzle, moves: str, whose: Whose) -> messages.PuzzleAnswer:
    """What a whole turn is worth; raises Refused for what is none."""
    table, seat = _table(puzzle), puzzle.view.seat
    assert seat is not None
    begun = table.preview(seat, moves)
    if not begun.is_whole and get_setter(puzzle.game).whole_plies:
        raise Refused("incomplete", f"{moves.strip() or 'nothing'!r} is not a whole turn yet")
    tried = [*begun.actions, table.rules.end_turn] if begun.is_whole and begun.legal else begun.actions
    position = reached(table.rules, table.state, tried)
    known = next(
        (
            told
            for told in (*puzzle.right, *puzzle.others)
            if reached(table.rules, table.state, told.actions) == position
        ),
        None,
    )
    if known is None:
        known = Told(tuple(tried), await _try_out(bots, puzzle, tried, whose))
    best = puzzle.right[0].shares[seat]
    is_right = known in puzzle.right or best - known.shares[seat] <= AS_GOOD
    turns = [*puzzle.right, *puzzle.others]
    if known not in turns:
        turns.append(known)
    promise = puzzle.promise
    return messages.PuzzleAnswer(
        is_right=is_right,
        turns=[
            messages.PuzzleTurn(
                moves=table.rules.format(told.actions),
                shares=list(told.shares),
                is_right=told in puzzle.right or (told is known and is_right),
                is_yours=told is known,
            )
            for told in turns
        ],
        kinds=list(puzzle.kinds),
        lead=messages.PuzzleLead(
            mean=promise.lead, low=promise.low, high=promise.high, worlds=promise.worlds, best_in=promise.best_in
        ),
        is_proved=promise.is_proved,
    )


async def _try_out(bots: BotPool, puzzle: Puzzle, tried: Sequence[Action], whose: Whose) -> tuple[float, ...]:
    """What a turn brings that the puzzle says nothing of, in a bot's process."""
    try:
        async with asyncio.timeout(SECONDS_TO_WAIT):
            shares: tuple[float, ...] = await bots.work_out(
                "hint", whose, try_in_worlds, puzzle.game, puzzle.id, tuple(tried)
            )
    except BotFailed:
        raise Refused("unavailable", "nobody can judge this turn just now; try again") from None
    except TimeoutError:
        raise Refused("busy", "the bots play for others just now; try again in a moment") from None
    return shares


def try_in_worlds(game: str, name: str, tried: Sequence[Action]) -> tuple[float, ...]:
    """By seat: the mean share after a turn, as far from the puzzle's best as it is in the same worlds."""
    puzzle, setter = find_puzzle(game, name), get_setter(game)
    assert puzzle.view.seat is not None
    rng = random.Random(1)
    worlds = setter.deal(puzzle.view, WORLDS, rng)
    best, own = setter.try_out(worlds, [puzzle.right[0].actions, tried], rng.getrandbits(60)).mean(1)
    shares = [told + float(mine - right) for told, mine, right in zip(puzzle.right[0].shares, own, best, strict=True)]
    return tuple(min(max(share, 0.0), 1.0) for share in shares)
