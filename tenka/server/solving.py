"""What people do with puzzles: tries and the ratings that come of them, votes, and reports. All nodes have the same.

A person's first try at a puzzle counts, and no other one: the key of its row decides, whichever node is asked.
"""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import partial
from typing import Any, NamedTuple

from sqlalchemy import Connection, case, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from tenka.puzzles.shelf import Card, open_shelf
from tenka.server import database as db
from tenka.server.auth import new_id
from tenka.server.glicko import PUZZLE_DEVIATION, Strength, after_try
from tenka.server.messages import PuzzleLead, PuzzleStanding, PuzzleVotes
from tenka.server.store import Store
from tenka.table import Refused

SECONDS_KNOWN = 60.0
"""Puzzles are looked for by ratings that are at most so old."""
ATTEMPTS = 5
"""Where others write the same rows at the same moment."""

_SOLVERS, _RATINGS, _TRIES, _REPORTS = db.solvers.c, db.puzzle_ratings.c, db.puzzle_tries.c, db.puzzle_reports.c


class Report(NamedTuple):
    """A turn that somebody held for as good as the answer, and what came of it."""

    moves: str
    is_right: bool
    lead: PuzzleLead
    shares: tuple[float, ...]


class Counted(NamedTuple):
    """What a try has meant."""

    standing: PuzzleStanding | None
    """None: nobody has tried."""
    change: int | None
    """None: it did not count, because it was not the first."""


class Solving:
    """Everybody's tries at puzzles."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._orders: dict[str, tuple[float, list[tuple[float, str]]]] = {}
        """By game: when it was made, and all puzzles by rating."""

    # --- how strong, and how hard

    async def standing(self, person: str, game: str) -> PuzzleStanding:
        """How somebody stands at the puzzles of a game."""
        return _standing(await self.store.fetch_one(select(db.solvers).where(*_is_solver(person, game))))

    async def rating_of(self, game: str, card: Card) -> int:
        """How hard a puzzle is, by now."""
        row = await self.store.fetch_one(select(_RATINGS.rating).where(*_is_rated(game, card.id)))
        return card.rating if row is None else round(row.rating)

    async def order(self, game: str) -> Sequence[tuple[float, str]]:
        """All puzzles with their ratings, the easiest first; of a minute ago at worst."""
        made, order = self._orders.get(game, (0.0, []))
        if not order or time.monotonic() - made > SECONDS_KNOWN:
            query = select(_RATINGS.puzzle, _RATINGS.rating).where(_RATINGS.game == game)
            found = {row.puzzle: row.rating for row in await self.store.fetch(query)}
            cards = open_shelf(game).cards.values()
            order = sorted((found.get(card.id, float(card.rating)), card.id) for card in cards)
            self._orders[game] = (time.monotonic(), order)
        return order

    # --- tries

    async def tried(self, person: str, game: str) -> set[str]:
        """The puzzles that somebody has tried."""
        query = select(_TRIES.puzzle).where(_TRIES.person == person, _TRIES.game == game)
        return {row.puzzle for row in await self.store.fetch(query)}

    async def first_moves(self, person: str, game: str, puzzle: str) -> str | None:
        """What somebody has tried first at a puzzle; None: nothing yet."""
        row = await self.store.fetch_one(select(_TRIES.moves).where(*_is_try(person, game, puzzle)))
        return None if row is None else str(row.moves)

    async def must_have_tried(self, person: str, game: str, puzzle: str) -> str:
        """The moves of the first try; raises Refused before it: nothing of an answer is told then."""
        moves = await self.first_moves(person, game, puzzle)
        if moves is None:
            raise Refused("forbidden", "try this puzzle first; then you are told more")
        return moves

    async def note_try(self, person: str, game: str, card: Card, moves: str, is_right: bool) -> Counted:
        """Counts a try, if it is the person's first at this puzzle."""
        for attempt in range(ATTEMPTS):
            try:
                count = partial(_count_try, person=person, game=game, card=card, moves=moves, is_right=is_right)
                return await self.store.transact(count)
            except IntegrityError:  # another node has written one of these rows for the first time
                if attempt == ATTEMPTS - 1:
                    raise
        raise AssertionError("a try is counted, or it fails")

    async def make_right(self, person: str, game: str, puzzle: str) -> PuzzleStanding:
        """A first try that was held for wrong was right after all: what it took is given back, and what it had brought
        is added."""
        return await self.store.transact(partial(_make_right, person=person, game=game, puzzle=puzzle))

    # --- votes

    async def vote(self, person: str, game: str, puzzle: str, vote: int) -> PuzzleVotes:
        """Keeps what somebody who has tried a puzzle thinks of it; raises Refused."""
        voted = update(db.puzzle_tries).where(*_is_try(person, game, puzzle)).values(vote=vote)
        if await self.store.execute(voted) == 0:
            raise Refused("forbidden", "try this puzzle first; then say what you think of it")
        return await self.votes(person, game, puzzle)

    async def votes(self, person: str | None, game: str, puzzle: str) -> PuzzleVotes:
        """What people think of a puzzle, and this one."""
        columns = [func.coalesce(func.sum(case((_TRIES.vote == vote, 1), else_=0)), 0) for vote in (1, -1)]
        query = select(*columns).where(_TRIES.game == game, _TRIES.puzzle == puzzle)
        up, down = await self.store.fetch_one(query)
        own = None
        if person is not None:
            own = await self.store.fetch_one(select(_TRIES.vote).where(*_is_try(person, game, puzzle)))
        return PuzzleVotes(up=int(up), down=int(down), yours=own.vote if own else 0)

    # --- reports

    async def reports(self, game: str, puzzle: str) -> list[Report]:
        """What was found of turns that people held for as good as a puzzle's answer."""
        query = select(db.puzzle_reports).where(_REPORTS.game == game, _REPORTS.puzzle == puzzle)
        rows = await self.store.fetch(query.order_by(_REPORTS.at))
        return [_report(row) for row in rows]

    async def keep_report(self, person: str, game: str, puzzle: str, report: Report) -> None:
        """Keeps what came of a report, for the operator and for whoever tries the same turn."""
        result = {"lead": report.lead.model_dump(), "shares": report.shares}
        row = {"id": new_id(), "game": game, "puzzle": puzzle, "person": person, "at": time.time()}
        row |= {"moves": report.moves, "is_right": report.is_right, "result": json.dumps(result)}
        await self.store.execute(insert(db.puzzle_reports).values(row))


async def tell_reports(store: Store, game: str | None) -> list[str]:
    """All reports in words, for the operator."""
    query = select(db.puzzle_reports, db.people.c.name).outerjoin(db.people, db.people.c.id == _REPORTS.person)
    if game is not None:
        query = query.where(_REPORTS.game == game)
    return [_tell(row, _report(row)) for row in await store.fetch(query.order_by(_REPORTS.at))]


def _tell(row: Any, report: Report) -> str:
    at, lead = datetime.fromtimestamp(row.at, UTC), report.lead
    points = f"{100 * lead.mean:.1f} ({100 * lead.low:.1f} to {100 * lead.high:.1f}) points in {lead.worlds} worlds"
    verdict = f"as good: behind by {points}" if report.is_right else f"worse by {points}"
    return f"{at:%Y-%m-%d %H:%M} {row.game} {row.puzzle} {row.name or 'somebody'}: {report.moves}: {verdict}"


def _make_right(connection: Connection, person: str, game: str, puzzle: str) -> PuzzleStanding:
    # In the order in which a try takes them, so that neither waits for the other for ever.
    solver = _row(connection, select(db.solvers).where(*_is_solver(person, game)))
    tried = _row(connection, select(db.puzzle_tries).where(*_is_try(person, game, puzzle)))
    if tried.is_right:
        return _standing(solver)
    hard = _row(connection, select(db.puzzle_ratings).where(*_is_rated(game, puzzle)))
    before = json.loads(tried.before)
    one, other = (Strength(*before[name]) for name in ("person", "puzzle"))
    won, lost = (after_try(one, other, is_right, tried.at) for is_right in (True, False))
    later = select(func.count()).where(_TRIES.person == person, _TRIES.game == game, _TRIES.at > tried.at)
    wrong = connection.execute(later.where(_TRIES.is_right.is_(False))).scalar_one()
    streak = solver.streak if wrong else before["streak"] + 1 + solver.streak
    values = {"rating": solver.rating + won[0].rating - lost[0].rating, "solved": solver.solved + 1}
    values |= {"streak": streak, "best": max(solver.best, streak, before["streak"] + 1)}
    connection.execute(update(db.solvers).where(*_is_solver(person, game)).values(values))
    rated = {"rating": hard.rating + won[1].rating - lost[1].rating, "solved": hard.solved + 1}
    connection.execute(update(db.puzzle_ratings).where(*_is_rated(game, puzzle)).values(rated))
    now_right = {"is_right": True, "change": won[0].rating - one.rating}
    connection.execute(update(db.puzzle_tries).where(*_is_try(person, game, puzzle)).values(now_right))
    solver = _row(connection, select(db.solvers).where(*_is_solver(person, game)))
    return _standing(solver)


def _count_try(connection: Connection, person: str, game: str, card: Card, moves: str, is_right: bool) -> Counted:
    solver = _row(connection, select(db.solvers).where(*_is_solver(person, game)))
    if _row(connection, select(_TRIES.at).where(*_is_try(person, game, card.id))) is not None:
        return Counted(_standing(solver), None)
    hard = _row(connection, select(db.puzzle_ratings).where(*_is_rated(game, card.id)))
    at = time.time()
    before = Strength() if solver is None else Strength(solver.rating, solver.deviation, solver.volatility, solver.at)
    puzzle = Strength(card.rating, PUZZLE_DEVIATION)
    if hard is not None:
        puzzle = Strength(hard.rating, hard.deviation, hard.volatility)
    one, other = after_try(before, puzzle, is_right, at)
    streak = 0 if solver is None else solver.streak
    kept = json.dumps({"person": before, "puzzle": puzzle, "streak": streak})
    tried = {"at": at, "moves": moves, "is_right": is_right, "before": kept, "change": one.rating - before.rating}
    key = {"person": person, "game": game, "puzzle": card.id}
    connection.execute(insert(db.puzzle_tries).values(key | tried | {"vote": 0}))
    now_on = streak + 1 if is_right else 0
    values = _values(one) | {"at": at, "streak": now_on, "best": max(now_on, solver.best if solver else 0)}
    _write(connection, db.solvers, {"person": person, "game": game}, values, solver, is_right)
    _write(connection, db.puzzle_ratings, {"game": game, "puzzle": card.id}, _values(other), hard, is_right)
    solver = _row(connection, select(db.solvers).where(*_is_solver(person, game)))
    return Counted(_standing(solver), round(one.rating) - round(before.rating))


def _write(
    connection: Connection, table: Any, key: dict[str, str], values: dict[str, Any], row: Any, is_right: bool
) -> None:
    """A rating after a try, with the counts that it has in both tables."""
    tries, solved = (0, 0) if row is None else (row.tries, row.solved)
    values = values | {"tries": tries + 1, "solved": solved + is_right}
    if row is None:
        connection.execute(insert(table).values(key | values))
    else:
        is_it = [table.c[name] == value for name, value in key.items()]
        connection.execute(update(table).where(*is_it).values(values))


def _row(connection: Connection, query: Any) -> Any:
    """A row that nobody else changes meanwhile; None where there is none."""
    return connection.execute(query.with_for_update()).first()


def _values(strength: Strength) -> dict[str, float]:
    return {"rating": strength.rating, "deviation": strength.deviation, "volatility": strength.volatility}


def _standing(row: Any) -> PuzzleStanding:
    if row is None:
        begin = Strength()
        return PuzzleStanding(
            rating=round(begin.rating), deviation=round(begin.deviation), tries=0, solved=0, streak=0, best=0
        )
    return PuzzleStanding(
        rating=round(row.rating),
        deviation=round(row.deviation),
        tries=row.tries,
        solved=row.solved,
        streak=row.streak,
        best=row.best,
    )


def _report(row: Any) -> Report:
    result = json.loads(row.result)
    return Report(row.moves, row.is_right, PuzzleLead(**result["lead"]), tuple(result["shares"]))


def _is_solver(person: str, game: str) -> tuple[Any, ...]:
    return _SOLVERS.person == person, _SOLVERS.game == game


def _is_rated(game: str, puzzle: str) -> tuple[Any, ...]:
    return _RATINGS.game == game, _RATINGS.puzzle == puzzle


def _is_try(person: str, game: str, puzzle: str) -> tuple[Any, ...]:
    return _TRIES.person == person, _TRIES.game == game, _TRIES.puzzle == puzzle
