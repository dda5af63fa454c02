"""Ratings: how strong people are, from rated games that are over, on one scale with the measured levels of the bots.

Bots are the scale: their strength was measured, and no game moves it. What else keeps ratings honest is here too: which
tables can be rated (`check_rated`), who has lost a game that a bot played on (`places_of`), and how much a game counts
(`weight_after`). docs/ratings.md says it in words.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from openskill.models import PlackettLuce
from sqlalchemy import Connection, case, distinct, func, insert, select, update

from tenka.game import Seat
from tenka.games import GAMES, get_title
from tenka.players.strengths import strengths
from tenka.server import database as db
from tenka.server.ledger import Ledger, SeatState
from tenka.server.messages import LeaderboardLine, NewTable, Opponent, Profile, RatedResult, RatingInfo
from tenka.server.store import Also, Store
from tenka.table import Refused

GAMES_THAT_COUNT = 10
"""Against the same opponent: the first so many count in full, the next so many half, and so on."""
SECONDS_REMEMBERED = 30 * 86_400.0
"""Games against the same opponent are counted over this time."""
MOST_RESULTS = 300
"""On a person's page."""
MOST_LINES = 100
"""People on the leaderboard."""
SURE = 1e-3
"""The deviation of a bot, whose strength was measured."""
_BOT = "bot:"


# --- what can be rated ------------------------------------------------------------------------------------------


def check_rated(wish: NewTable) -> None:
    """Raises Refused for a table that cannot be rated."""
    if not wish.rated:
        return
    if sum(seat.kind == "me" for seat in wish.seats) > 1:
        raise Refused("invalid", "a game with two seats of one person is not rated")
    if wish.clock.kind == "none":
        raise Refused("invalid", "a rated game needs a clock, or whoever is about to lose could let it rest for ever")
    if wish.on_leave != "bot":
        raise Refused("invalid", "a rated game does not wait for who leaves: let a bot play on (on_leave: bot)")
    if wish.options.get("first", "random") != "random":
        raise Refused("invalid", "at a rated table chance decides who begins; leave the option first out")
    if any(seat.kind == "anybody" for seat in wish.seats):
        raise Refused("invalid", "at a rated table nobody takes over from a bot; leave the seat open, or to the bot")
    for seat in wish.seats:
        if seat.kind == "bot" and seat.bot is not None:
            check_rated_bot(wish.game, len(wish.seats), seat.bot)


def check_rated_bot(game: str, num_players: int, bot: str) -> None:
    """Raises Refused for a bot whose strength nobody has measured."""
    known = strengths(game, num_players)
    if bot not in known:
        names = f"there are {', '.join(known)}" if known else "this game has none"
        raise Refused("invalid", f"a rated game needs bots whose strength was measured, and {bot}'s was not; {names}")


# --- what a game says -------------------------------------------------------------------------------------------


def places_of(ledger: Ledger) -> list[int]:
    """By seat, from 1. Where a bot has decided for a person, the person has lost: the sooner, the lower."""
    outcome = ledger.table.outcome if ledger.table else None
    if outcome is None:
        raise ValueError("a game is rated when it is over")
    left = ledger.forfeits()
    stayed = [outcome.ranking[seat] for seat in range(len(ledger.seats)) if seat not in left]
    first_to_leave = sorted(left, key=lambda seat: left[seat])
    return [
        len(ledger.seats) - first_to_leave.index(seat) if seat in left else 1 + sum(other < rank for other in stayed)
        for seat, rank in enumerate(outcome.ranking)
    ]


def weight_after(meetings: int) -> float:
    """How much a game counts after so many against the same opponent. All together never count as more than twenty.

    >>> [weight_after(meetings) for meetings in (0, 9, 10, 25)]
    [1.0, 1.0, 0.5, 0.25]
    """
    return 0.5 ** (meetings // GAMES_THAT_COUNT)


def bot_subject(name: str) -> str:
    """What results call a bot."""
    return f"{_BOT}{name}"


def _subject(seat: SeatState) -> str:
    """Who is rated for a seat: its person, or its bot."""
    return bot_subject(seat.bot) if seat.bot else seat.person or ""


class Ratings:
    """The ratings of people, and what they came from."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._model = PlackettLuce()

    def rate(self, ledger: Ledger) -> Also:
        """Rates a game that is over, in the transaction of its last event: so once, whatever dies when."""

        def note(connection: Connection) -> None:
            subjects = [_subject(seat) for seat in ledger.seats]
            people = {seat.person: number for number, seat in enumerate(ledger.seats) if seat.person}
            if len(people) != sum(seat.bot is None for seat in ledger.seats):
                return  # somebody sits there twice
            columns = db.ratings.c
            game, num, at = ledger.rules.name, len(subjects), ledger.updated_at
            key = (columns.game == game, columns.players == num)
            query = select(db.ratings).where(*key, columns.subject.in_(people)).order_by(columns.subject)
            known = {row.subject: row for row in connection.execute(query.with_for_update()).all()}
            before = [self._rating(game, num, seat, known) for seat in ledger.seats]
            places = places_of(ledger)
            rated = self._model.rate([[one] for one in before], ranks=[float(place) for place in places])
            values = [{"mu": one.mu, "sigma": one.sigma, "weight": 1.0} for one in before]
            for person, seat in people.items():
                weight = weight_after(_meetings(connection, person, subjects, game, num, at))
                old, (new,) = before[seat], rated[seat]
                values[seat] = {
                    "mu": old.mu + weight * (new.mu - old.mu),
                    "sigma": old.sigma + weight * (new.sigma - old.sigma),
                    "weight": weight,
                }
            if not ledger.is_rated and all(values[seat]["mu"] >= before[seat].mu for seat in people.values()):
                return  # after a hint there is nothing to be won; but a loss stays one, or hints were a way out of it
            left = ledger.forfeits()
            same = {"game": game, "players": num}
            rows = [
                {"table_id": ledger.id, "seat": seat, "subject": subject, "at": at, "place": places[seat]}
                | {"is_forfeit": seat in left}
                | same
                | values[seat]
                for seat, subject in enumerate(subjects)
            ]
            connection.execute(insert(db.results), rows)
            for person, seat in people.items():
                won = int(places[seat] == 1 and seat not in left)
                now = {"mu": values[seat]["mu"], "sigma": values[seat]["sigma"]}
                if person in known:
                    now |= {"games": known[person].games + 1, "wins": known[person].wins + won}
                    connection.execute(update(db.ratings).where(*key, columns.subject == person).values(now))
                else:
                    now |= {"games": 1, "wins": won}
                    connection.execute(insert(db.ratings).values(subject=person, **same, **now))

        return note

    def _rating(self, game: str, num_players: int, seat: SeatState, known: Mapping[str, Any]) -> Any:
        if seat.bot:
            return self._model.rating(strengths(game, num_players)[seat.bot], SURE)
        row = known.get(seat.person or "")
        return self._model.rating(row.mu, row.sigma) if row else self._model.rating()

    # --- questions

    async def leaderboard(self, game: str, players: int) -> list[LeaderboardLine]:
        """The best at a game with so many players; the bots among them are there from the first day."""
        columns = db.ratings.c
        worth = columns.mu - 3 * columns.sigma
        query = select(db.ratings, db.people.c.name).join(db.people, db.people.c.id == columns.subject)
        query = query.where(columns.game == game, columns.players == players).order_by(worth.desc()).limit(MOST_LINES)
        lines = [
            LeaderboardLine(
                rank=0,
                name=row.name,
                is_bot=False,
                rating=round(row.mu, 2),
                deviation=round(row.sigma, 2),
                games=row.games,
                wins=row.wins,
            )
            for row in await self.store.fetch(query)
        ]
        known = strengths(game, players) if game in GAMES else {}
        counts = await self._counts([bot_subject(name) for name in known])
        for name, rating in known.items():
            places = counts.get((bot_subject(name), game, players), {})
            lines.append(
                LeaderboardLine(
                    rank=0,
                    name=name,
                    is_bot=True,
                    rating=round(rating, 2),
                    deviation=0.0,
                    games=sum(places.values()),
                    wins=places.get(1, 0),
                )
            )
        lines.sort(key=lambda line: (3 * line.deviation - line.rating, line.name))
        return [line.model_copy(update={"rank": rank}) for rank, line in enumerate(lines, start=1)]

    async def profile(self, name: str, person: str) -> Profile:
        """What everybody may know of a person."""
        columns = db.ratings.c
        query = select(db.ratings).where(columns.subject == person).order_by(columns.game, columns.players)
        counts = await self._counts([person])
        ratings = [
            RatingInfo(
                game=row.game,
                players=row.players,
                rating=round(row.mu, 2),
                deviation=round(row.sigma, 2),
                games=row.games,
                wins=row.wins,
                places=_places(counts.get((person, row.game, row.players), {}), row.players),
            )
            for row in await self.store.fetch(query)
        ]
        return Profile(name=name, is_bot=False, ratings=ratings, results=await self._results(person))

    async def bot_profile(self, name: str) -> Profile:
        """What everybody may know of a bot."""
        subject = bot_subject(name)
        counts = await self._counts([subject])
        ratings = []
        for game in GAMES:
            for num in get_title(game).players:
                rating = strengths(game, num).get(name)
                if rating is None:
                    continue
                places = counts.get((subject, game, num), {})
                ratings.append(
                    RatingInfo(
                        game=game,
                        players=num,
                        rating=round(rating, 2),
                        deviation=0.0,
                        games=sum(places.values()),
                        wins=places.get(1, 0),
                        places=_places(places, num),
                    )
                )
        return Profile(name=name, is_bot=True, ratings=ratings, results=await self._results(subject))

    async def _counts(self, subjects: Sequence[str]) -> dict[tuple[str, str, int], dict[int, int]]:
        """By subject, game and number of players: how often each place was reached."""
        columns = db.results.c
        # Who has left has not won, even where everybody else had left before.
        place = case((columns.is_forfeit & (columns.place == 1), 2), else_=columns.place)
        keys = (columns.subject, columns.game, columns.players, place.label("place"))
        query = select(*keys, func.count().label("games")).where(columns.subject.in_(subjects))
        counts: dict[tuple[str, str, int], dict[int, int]] = {}
        for row in await self.store.fetch(query.group_by(*keys[:3], place)):
            counts.setdefault((row.subject, row.game, row.players), {})[row.place] = row.games
        return counts

    async def _results(self, subject: str) -> list[RatedResult]:
        """The latest rated games, the newest last, with who else was there."""
        columns, tables = db.results.c, db.tables.c
        query = select(db.results, tables.visibility).join(db.tables, tables.id == columns.table_id)
        query = query.where(columns.subject == subject).order_by(columns.at.desc()).limit(MOST_RESULTS)
        own = list(reversed(await self.store.fetch(query)))
        others: dict[str, list[tuple[int, Opponent]]] = {}
        there = select(columns.table_id, columns.seat, columns.subject, db.people.c.name)
        there = there.outerjoin(db.people, db.people.c.id == columns.subject)
        for row in await self.store.fetch(there.where(columns.table_id.in_({row.table_id for row in own}))):
            name = row.name or row.subject.removeprefix(_BOT)
            opponent = Opponent(name=name, is_bot=row.subject.startswith(_BOT))
            others.setdefault(row.table_id, []).append((row.seat, opponent))
        return [
            RatedResult(
                game=row.game,
                players=row.players,
                at=row.at,
                rating=round(row.mu, 2),
                deviation=round(row.sigma, 2),
                place=row.place,
                is_forfeit=row.is_forfeit,
                weight=row.weight,
                table=row.table_id if row.visibility == "open" else None,
                opponents=[other for seat, other in sorted(others[row.table_id], key=_by_seat) if seat != row.seat],
            )
            for row in own
        ]


def _by_seat(there: tuple[Seat, Opponent]) -> Seat:
    return there[0]


def _places(counts: Mapping[int, int], players: int) -> list[int]:
    return [counts.get(place, 0) for place in range(1, players + 1)]


def _meetings(connection: Connection, person: str, subjects: Sequence[str], game: str, players: int, at: float) -> int:
    """How often a person has lately played a rated game against the opponent whom it has met most."""
    columns = db.results.c
    own = select(columns.table_id).where(
        columns.subject == person,
        columns.game == game,
        columns.players == players,
        columns.at > at - SECONDS_REMEMBERED,
    )
    met = func.count(distinct(columns.table_id))
    query = select(met).where(columns.table_id.in_(own), columns.subject.in_([s for s in subjects if s != person]))
    counts = connection.execute(query.group_by(columns.subject)).scalars().all()
    return max(counts, default=0)
