"""Clocks: how much time each seat has, from when its turns began and ended. Pure arithmetic over the log's times."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from tenka.server.messages import Clocks, ClockSettings

SECONDS_PER_DAY = 86_400.0

Outage = tuple[float, float]
"""From when to when no server ran: nobody could move, so nobody's time ran."""


def elapsed(begin: float, end: float, outages: Iterable[Outage]) -> float:
    """The seconds between two moments in which the server ran.

    >>> elapsed(10, 20, [(0, 12), (15, 16), (19, 30)])
    6.0
    """
    down = sum(max(0.0, min(end, until) - max(begin, since)) for since, until in outages)
    return max(0.0, float(end - begin) - down)


@dataclass
class ClockState:
    """The clocks of one table. Each turn has its own seconds; what goes beyond them comes out of the main time."""

    settings: ClockSettings
    num_seats: int
    main_left: list[float] = field(default_factory=list)
    since: list[float | None] = field(default_factory=list)
    """By seat: when its time began to run; None where it does not."""

    def __post_init__(self) -> None:
        main = float(self.settings.main_seconds) if self.settings.kind == "real" else 0.0
        self.main_left = [main] * self.num_seats
        self.since = [None] * self.num_seats

    def copy(self) -> ClockState:
        """The same clocks, to be changed by themselves."""
        other = ClockState.__new__(ClockState)
        other.settings, other.num_seats = self.settings, self.num_seats
        other.main_left, other.since = list(self.main_left), list(self.since)
        return other

    @property
    def turn_seconds(self) -> float:
        """For each turn."""
        if self.settings.kind == "days":
            return self.settings.days * SECONDS_PER_DAY
        return float(self.settings.turn_seconds)

    def change(self, at: float, running: Sequence[int], ended: Iterable[int], outages: Sequence[Outage]) -> None:
        """What an event does: turns that ended are charged, and the time of the seats that are to move runs."""
        ended = set(ended)
        for seat in range(self.num_seats):
            since = self.since[seat]
            if since is not None and (seat in ended or seat not in running):
                over = elapsed(since, at, outages) - self.turn_seconds
                self.main_left[seat] = max(0.0, self.main_left[seat] - max(0.0, over))
                self.since[seat] = None
            if seat in running and self.since[seat] is None:
                self.since[seat] = at

    def remaining(self, seat: int, now: float, outages: Sequence[Outage]) -> float | None:
        """Seconds until a seat's time is up; None where it does not run."""
        since = self.since[seat]
        if since is None or self.settings.kind == "none":
            return None
        return self.turn_seconds + self.main_left[seat] - elapsed(since, now, outages)

    def expired(self, now: float, outages: Sequence[Outage]) -> list[int]:
        """The seats whose time is up."""
        left = ((seat, self.remaining(seat, now, outages)) for seat in range(self.num_seats))
        return [seat for seat, seconds in left if seconds is not None and seconds <= 0]

    def deadline(self, now: float, outages: Sequence[Outage]) -> float | None:
        """When the next seat's time is up, if the server runs until then."""
        if self.settings.kind == "none":
            return None
        left = [self.remaining(seat, now, outages) for seat in range(self.num_seats)]
        known = [seconds for seconds in left if seconds is not None]
        return now + min(known) if known else None

    def show(self, now: float, outages: Sequence[Outage]) -> Clocks | None:
        """What the page shows; None where there are no clocks."""
        if self.settings.kind == "none":
            return None
        a_turn = self.turn_seconds
        turn_left, main_left, running = [round(a_turn, 3)] * self.num_seats, list(self.main_left), []
        for seat, since in enumerate(self.since):
            if since is not None:
                running.append(seat)
                used = elapsed(since, now, outages)
                turn_left[seat] = round(max(0.0, a_turn - used), 3)
                main_left[seat] -= max(0.0, used - a_turn)
        main_left = [round(max(0.0, seconds), 3) for seconds in main_left]
        return Clocks(at=now, running=running, turn_left=turn_left, main_left=main_left)
