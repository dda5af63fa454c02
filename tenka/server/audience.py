"""What each pair of eyes gets to see of a table: the only place where messages about a game are made.

Everything here goes through `Rules.view` and `Rules.redact`, or is computed from a sample of a view, so that nothing
depends on what its receiver may not know.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from tenka.game import Action, GameError, Outcome, Ply, Rules, Seat, View
from tenka.games import get_game
from tenka.position import Drawing
from tenka.server.clocks import Outage
from tenka.server.entries import tell_event
from tenka.server.ledger import Ledger, StoredEvent
from tenka.server.messages import (
    Choice,
    Entry,
    OutcomeInfo,
    PreviewResult,
    SeatInfo,
    Snapshot,
    TableInfo,
)
from tenka.server.positions import Consequences, consequences, picture_of, possible_state, show_ply
from tenka.server.socket_messages import Event
from tenka.table import Preview, Refused, Table


@cache
def _tokens(game: str) -> list[str]:
    """Every action of a game as text."""
    rules = get_game(game)
    return [rules.format([action]) for action in range(rules.num_actions)]


def tokens_of(rules: Rules, actions: Sequence[Action]) -> list[str]:
    """Legal actions as texts."""
    tokens = _tokens(rules.name)
    return [tokens[action] for action in actions]


# --- the log ------------------------------------------------------------------------------------------------


def show_event(ledger: Ledger, event: StoredEvent, seat: Seat | None) -> Entry:
    """An event for one pair of eyes."""
    return _show_events(ledger, event, (seat,))[seat]


def _show_events(ledger: Ledger, event: StoredEvent, eyes: Iterable[Seat | None]) -> dict[Seat | None, Entry]:
    """An event for each pair of eyes; those who know the same of it get the same entry."""
    plies, name = ledger.plies_of(event), ledger.rules.name
    told: list[tuple[list[Ply], Entry]] = []
    shown = {}
    for seat in eyes:
        known = ledger.readable(plies, seat)
        entry = next((entry for other, entry in told if other == known), None)
        if entry is None:
            entry = tell_event(event, [show_ply(name, ply) for ply in known])
            told.append((known, entry))
        shown[seat] = entry
    return shown


# --- the table ----------------------------------------------------------------------------------------------


def show_outcome(outcome: Outcome | None) -> OutcomeInfo | None:
    """How a game ended."""
    if outcome is None:
        return None
    return OutcomeInfo(
        reason=outcome.reason,
        winners=list(outcome.winners),
        ranking=list(outcome.ranking),
        totals=[dict(total) for total in outcome.totals],
    )


def show_table(ledger: Ledger, person: str | None, present: Collection[Seat], outages: Sequence[Outage]) -> TableInfo:
    """A table as a person may know it."""
    settings = ledger.settings
    own, kept = ledger.seats_of(person), ledger.kept_seats()
    is_maker = person is not None and person == ledger.maker
    now = time.time()
    return TableInfo(
        id=ledger.id,
        game=ledger.rules.name,
        options=ledger.table.texts if ledger.table else ledger.rules.describe_options(ledger.options),
        status=ledger.status,  # type: ignore[arg-type]
        seats=[
            SeatInfo(
                seat=seat,
                kind="open" if state.is_open else "bot" if state.bot else "person",
                name=state.name,
                is_guest=state.is_guest,
                is_yours=seat in own,
                is_present=state.bot is not None or seat in present,
                stand_in=state.stand_in,
                is_away=state.is_away,
                has_lost_turns=state.has_lost_turns,
                is_kept=seat in kept,
            )
            for seat, state in enumerate(ledger.seats)
        ],
        maker=ledger.maker_name,
        is_yours=is_maker,
        visibility=settings.visibility,
        key=ledger.key if own or is_maker else None,
        starts=settings.starts,
        bot_at=ledger.bot_at if ledger.status == "open" else None,
        clock=settings.clock,
        on_leave=settings.on_leave,
        on_expiry=settings.on_expiry,
        stand_in=ledger.stand_in,
        rated=ledger.is_rated,
        hints=settings.hints,
        number=ledger.number,
        version=ledger.version,
        to_move=list(ledger.to_move()),
        clocks=ledger.clock.show(now, outages),
        deadline=ledger.clock.deadline(now, outages),
        outcome=show_outcome(ledger.table.outcome) if ledger.table else None,
        commitment=ledger.commitment,
        rematch=ledger.rematch,
        created_at=ledger.created_at,
        updated_at=ledger.updated_at,
    )


def draw_position(ledger: Ledger, seat: Seat | None) -> Drawing | None:
    """The position through one pair of eyes; None before the start."""
    if ledger.table is None:
        return None
    return picture_of(ledger.rules.name).draw(ledger.table.view(seat))


def show_choice(ledger: Ledger, seat: Seat | None) -> Choice | None:
    """What a seat can do; None where it is not to move, or a bot decides for it."""
    table = ledger.table
    if seat is None or table is None or seat not in ledger.to_move() or ledger.seats[seat].player is not None:
        return None
    return describe_choice(table, seat, table.preview(seat, ""))


def describe_choice(table: Table, seat: Seat, preview: Preview) -> Choice:
    """What a seat can do after the moves of a preview, with what its game tells of that."""
    rules, details = table.rules, None
    draw = picture_of(rules.name).draw_choice
    if preview.legal and draw is not None:
        details = draw(rules.view(preview.state, seat), preview.legal)
    return Choice.model_construct(
        seat=seat,
        version=table.version,
        legal=tokens_of(rules, preview.legal),
        is_whole=preview.is_whole,
        details=details,
    )


def show_snapshot(ledger: Ledger, seat: Seat | None, info: TableInfo, position: Drawing | None) -> Snapshot:
    """Everything that one pair of eyes may know of a table."""
    return Snapshot(
        info=info,
        seat=seat,
        position=position,
        choice=show_choice(ledger, seat),
        log=[show_event(ledger, event, seat) for event in ledger.events],
    )


class Seen(NamedTuple):
    """What one pair of eyes gets of a new position."""

    position: Drawing | None
    """Whole, where there was nothing to compare it with."""
    changes: Drawing | None
    """None where nothing changed."""


class Stage:
    """What each pair of eyes saw last, so that only changes are sent."""

    def __init__(self) -> None:
        self._public: View | None = None
        self._views: dict[Seat | None, View] = {}

    def show(self, ledger: Ledger, seat: Seat | None) -> Drawing | None:
        """The position as it is now, for eyes that get the changes from now on; None before the start."""
        if ledger.table is None:
            return None
        if self._public is None:
            self._public = ledger.table.view(None)
        view = self._views[seat] = ledger.table.view(seat)
        return picture_of(ledger.rules.name).draw(view)

    def step(self, ledger: Ledger, eyes: Collection[Seat | None]) -> dict[Seat | None, Seen]:
        """Takes the position as it is now; by pair of eyes what is new. Who is not named begins again next time."""
        table = ledger.table
        if table is None or not eyes:
            self._public, self._views = None, {}
            return dict.fromkeys(eyes, Seen(None, None))
        picture = picture_of(ledger.rules.name)
        public, views = table.view(None), {seat: table.view(seat) for seat in eyes}
        changed = None if self._public is None else picture.compare_public(self._public.known, public.known)
        seen = {}
        for seat, view in views.items():
            if changed is None or seat not in self._views:
                seen[seat] = Seen(picture.draw(view), None)
                continue
            seats = picture.compare_seats(self._views[seat], view)
            seen[seat] = Seen(None, changed | ({"seats": seats} if seats else {}) or None)
        self._public, self._views = public, views
        return seen


def event_messages(
    ledger: Ledger, event: StoredEvent, seen: Mapping[Seat | None, Seen], outages: Sequence[Outage]
) -> dict[Seat | None, Event]:
    """What each pair of eyes hears of an event, without what depends on the person."""
    to_move, clocks = list(ledger.to_move()), ledger.clock.show(time.time(), outages)
    outcome = show_outcome(ledger.table.outcome) if ledger.table else None
    entries = _show_events(ledger, event, seen)
    return {
        seat: Event(
            table=ledger.id,
            entry=entries[seat],
            version=ledger.version,
            to_move=to_move,
            clocks=clocks,
            changes=new.changes,
            position=new.position,
            choice=show_choice(ledger, seat),
            outcome=outcome,
        )
        for seat, new in seen.items()
    }


# --- trying out ---------------------------------------------------------------------------------------------


def preview_moves(ledger: Ledger, seat: Seat, moves: str, version: int | None) -> PreviewResult:
    """The first moves of a turn, tried out in a state that the seat cannot tell from the real one."""
    table = ledger.table
    if table is None:
        raise Refused("turn", "the game has not begun yet")
    together = seat in table.rules.waiting(table.state)
    if version is not None and version != table.version and not together:
        raise Refused("stale", f"the game has moved on: this was for version {version}, and it is {table.version}")
    if ledger.status == "over":
        raise Refused("over", "the game is over")
    scratch = _sample_table(table, seat)
    before = scratch.preview(seat, "").state
    return try_moves(scratch, seat, moves, before)


def try_moves(scratch: Table, seat: Seat, moves: str, before: Any) -> PreviewResult:
    """The first moves of a turn at a table that can be thrown away."""
    rules, picture = scratch.rules, picture_of(scratch.rules.name)
    preview = scratch.preview(seat, moves)
    is_complete = not preview.legal
    was, now = rules.view(before, seat), rules.view(preview.state, seat)
    if is_complete:
        changes = picture.compare_certain(was.known, now.known)
    else:
        seats = picture.compare_seats(was, now)
        changes = picture.compare_public(was.known, now.known) | ({"seats": seats} if seats else {})
    found = what_follows(rules, before, preview)
    return PreviewResult(
        moves=moves,
        choice=describe_choice(scratch, seat, preview),
        changes=changes,
        takes=found.takes,
        ends=found.ends,
    )


def what_follows(rules: Rules, before: Any, preview: Preview) -> Consequences:
    """What moves that are tried out would lead to if the turn ended with them; nothing where it cannot."""
    is_complete = not preview.legal
    if preview.actions and (preview.is_whole or is_complete):
        with contextlib.suppress(GameError):  # such as a turn that cannot end here after all
            return consequences(rules, before, preview.actions, is_complete)
    return Consequences([], None)


def _sample_table(table: Table, seat: Seat) -> Table:
    """A table like this one, as far as the seat can know."""
    scratch = Table(table.rules, table.options, table.names, table.start, texts=table.texts)
    scratch.state = possible_state(table.rules, table.view(seat))
    scratch.plies = list(table.plies)
    scratch.sealed = {other: [] for other in table.sealed}  # that they have chosen is known, and what is not
    return scratch
