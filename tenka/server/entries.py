"""What everybody may know of an event of a table's log: kind by kind, field by field.

A stored event holds secrets: who a person is, what was dealt, what was chosen. Here stands what is told of it, and
nothing else is: a field that is added to a stored event stays on the server until somebody writes it here. What a
pair of eyes may read of the plies has been decided before (`audience`).
"""

from __future__ import annotations

from collections.abc import Callable

from tenka.server.ledger import StoredEvent
from tenka.server.messages import (
    Away,
    Chose,
    Closed,
    Created,
    Entry,
    HintTaken,
    Imported,
    Played,
    RematchMade,
    Returned,
    SeatOpened,
    SeatTaken,
    Started,
    TakenOver,
    TurnsLost,
)
from tenka.server.plies import PlyInfo


def tell_event(event: StoredEvent, plies: list[PlyInfo]) -> Entry:
    """An event as an entry of the log. `plies` are those that it brought, as the receiver may read them."""
    return _TELLERS[event.kind](event, plies)


def _created(event: StoredEvent, _plies: list[PlyInfo]) -> Created:
    return Created(number=event.number, at=event.at)


def _seat_taken(event: StoredEvent, _plies: list[PlyInfo]) -> SeatTaken:
    data = event.data
    is_bot = data.get("bot") is not None
    return SeatTaken(number=event.number, at=event.at, seat=data["seat"], name=data["name"], is_bot=is_bot)


def _seat_opened(event: StoredEvent, _plies: list[PlyInfo]) -> SeatOpened:
    return SeatOpened(number=event.number, at=event.at, seat=event.data["seat"])


def _started(event: StoredEvent, plies: list[PlyInfo]) -> Started:
    data = event.data
    return Started(number=event.number, at=event.at, commitment=data["commitment"], first=data["first"], plies=plies)


def _chose(event: StoredEvent, _plies: list[PlyInfo]) -> Chose:
    return Chose(number=event.number, at=event.at, seat=event.data["seat"])


def _played(event: StoredEvent, plies: list[PlyInfo]) -> Played:
    data = event.data
    return Played(number=event.number, at=event.at, seat=data["seat"], by=data["by"], plies=plies)


def _taken_over(event: StoredEvent, _plies: list[PlyInfo]) -> TakenOver:
    data = event.data
    return TakenOver(number=event.number, at=event.at, seat=data["seat"], bot=data["bot"], reason=data["reason"])


def _away(event: StoredEvent, _plies: list[PlyInfo]) -> Away:
    return Away(number=event.number, at=event.at, seat=event.data["seat"])


def _turns_lost(event: StoredEvent, _plies: list[PlyInfo]) -> TurnsLost:
    return TurnsLost(number=event.number, at=event.at, seat=event.data["seat"])


def _returned(event: StoredEvent, _plies: list[PlyInfo]) -> Returned:
    return Returned(number=event.number, at=event.at, seat=event.data["seat"])


def _hinted(event: StoredEvent, _plies: list[PlyInfo]) -> HintTaken:
    return HintTaken(number=event.number, at=event.at, seat=event.data["seat"])


def _rematch(event: StoredEvent, _plies: list[PlyInfo]) -> RematchMade:
    return RematchMade(number=event.number, at=event.at, table=event.data["table"])


def _imported(event: StoredEvent, _plies: list[PlyInfo]) -> Imported:
    return Imported(number=event.number, at=event.at)


def _closed(event: StoredEvent, _plies: list[PlyInfo]) -> Closed:
    return Closed(number=event.number, at=event.at)


_TELLERS: dict[str, Callable[[StoredEvent, list[PlyInfo]], Entry]] = {
    "created": _created,
    "seat_taken": _seat_taken,
    "seat_opened": _seat_opened,
    "started": _started,
    "chose": _chose,
    "played": _played,
    "taken_over": _taken_over,
    "away": _away,
    "turns_lost": _turns_lost,
    "returned": _returned,
    "hinted": _hinted,
    "rematch": _rematch,
    "imported": _imported,
    "closed": _closed,
}
"""By kind of event."""
