"""What a table's log adds up to: seats, game, clocks. It knows no network and no database.

Everything that happens is an event with a number. `fold` takes an event in; the methods that decide (`sit`, `act`,
`leave` …) look at a wish and either say what event it would be, or raise Refused. They change nothing: the event is
written to the log first, and folded in only then.
"""

from __future__ import annotations

import base64
import copy
import dataclasses
from bisect import bisect_right
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from hmac import compare_digest
from typing import Any, NamedTuple, TypeVar

import numpy as np

from tenka.fairness import Secret, commitment_of, deal_table, dice_of, headers
from tenka.game import Action, GameError, InvalidAction, Ply, Seat, State
from tenka.games import DEFAULT_GAME, get_game
from tenka.players import default_player
from tenka.record import HIDDEN, Record, format_lines, redact, replay
from tenka.server.clocks import ClockState, Outage
from tenka.server.messages import NewTable
from tenka.table import Refused, Table

_T = TypeVar("_T")

YOUNG_PLIES = 4
"""For each seat: as long as a game has no more of them, a person can still take over what a bot only keeps."""
MOST_TIMES_SEATED = 20
"""That one person sits down at a table. Everybody who looks at it gets its whole log, which nobody shall fill."""
MOST_BOTS_SEATED = 100
"""That its maker puts into seats."""
MOST_RETURNS = 100
"""Of one seat, to a game that it has left or where its time was up."""
HOUSE = "house"
"""The maker of the game that is shown on the first page; no person's id is so short."""
LOST_TURNS_PLAYER = "uniform"
"""Plays for who has lost the remaining turns: the rules let nobody pass who can play a tile."""


class StoredEvent(NamedTuple):
    """A line of the log, complete: with everything that only the server knows."""

    number: int
    kind: str
    data: dict[str, Any]
    at: float


class Draft(NamedTuple):
    """An event that could come next."""

    kind: str
    data: dict[str, Any]
    after: Table | None = None
    """The game after it, where it has been computed anyway."""
    then: Draft | None = None
    """What is written with it or not at all."""


@dataclass
class SeatState:
    """A seat and who is there."""

    person: str | None = None
    name: str = ""
    is_guest: bool = False
    bot: str | None = None
    stand_in: str | None = None
    is_away: bool = False
    has_lost_turns: bool = False
    took_hint: bool = False
    whereabouts: str = ""
    """At rated tables: where its person sat down, so that it can be compared; never told to anybody."""

    @property
    def is_open(self) -> bool:
        """Nobody sits there."""
        return self.person is None and self.bot is None

    @property
    def player(self) -> str | None:
        """The bot that decides for this seat just now, None: its person does."""
        return LOST_TURNS_PLAYER if self.has_lost_turns else self.stand_in or self.bot

    @property
    def record_name(self) -> str:
        """As in the headers of a record, where a name has no blanks."""
        return f"bot:{self.bot}" if self.bot else self.name.replace(" ", "_")


class Ledger:
    """One table, from its first event to its latest."""

    def __init__(self, table_id: str) -> None:
        self.id = table_id
        self.events: list[StoredEvent] = []
        self.status = "open"
        self.settings = NewTable.model_construct(seats=[])
        self.rules = get_game(DEFAULT_GAME)
        self.options: Any = None
        self.maker = ""
        self.maker_name = ""
        self.key = ""
        self.bot_at: float | None = None
        """When a bot takes what is still free."""
        self.seats: list[SeatState] = []
        self.table: Table | None = None
        self.secret: Secret | None = None
        self.commitment: str | None = None
        self.rematch: str | None = None
        self.clock = ClockState(self.settings.clock, 0)
        self.imported: Record | None = None
        self.imported_plies: list[Ply] = []
        """The plies of an imported record as it tells them; where it hides something, the table has a guess."""
        self._versions: list[int] = []
        """By event: the version after it."""
        self._to_move: tuple[Seat, ...] = ()
        self.is_complete = False
        """An imported record that hides nothing."""

    # --- where it stands

    @property
    def number(self) -> int:
        """Of the latest event."""
        return len(self.events)

    @property
    def version(self) -> int:
        """Goes up with every ply."""
        return self.table.version if self.table else 0

    @property
    def created_at(self) -> float:
        """When the table was made."""
        return self.events[0].at

    @property
    def updated_at(self) -> float:
        """When something happened last."""
        return self.events[-1].at

    @property
    def stand_in(self) -> str:
        """The bot that takes over for people."""
        return self.settings.stand_in or default_player(self.rules.name)

    @property
    def is_rated(self) -> bool:
        """Whether there is something to be won; a hint ends that."""
        return self.settings.rated and not any(state.took_hint for state in self.seats)

    @property
    def is_exhibition(self) -> bool:
        """Whether the house has its bots play, for who looks on."""
        return self.maker == HOUSE

    def forfeits(self) -> dict[Seat, int]:
        """The people for whom a bot has decided, with the number of the event where it did so first."""
        found: dict[Seat, int] = {}
        for event in self.events:
            if event.kind in ("played", "chose") and event.data["by"] == "stand_in":
                found.setdefault(event.data["seat"], event.number)
        return found

    def to_move(self) -> tuple[Seat, ...]:
        """The seats that the game waits for."""
        return self._to_move

    def seats_of(self, person: str | None) -> list[Seat]:
        """The seats of a person."""
        return [] if person is None else [seat for seat, state in enumerate(self.seats) if state.person == person]

    def may_see(self, person: str | None, key: str | None) -> bool:
        """Whether somebody may look at the table at all."""
        if self.settings.visibility == "open" or (person is not None and person == self.maker):
            return True
        return bool(self.seats_of(person)) or compare_digest((key or "").encode(), self.key.encode())

    def seat_for(self, person: str | None, wanted: Seat | None) -> Seat | None:
        """Through which of a person's seats to look; None: a spectator's eyes."""
        own = self.seats_of(person)
        if wanted is not None:
            if wanted not in own:
                raise Refused("forbidden", "that seat is not yours")
            return wanted
        moving = [seat for seat in own if seat in self.to_move()]
        best = moving or own
        return best[0] if best else None

    def bot_seats(self) -> list[Seat]:
        """The seats to move for which a bot decides."""
        return [seat for seat in self.to_move() if self.seats[seat].player is not None]

    def kept_seats(self) -> list[Seat]:
        """The seats that a bot keeps until a person comes, as long as the game is young."""
        if not is_young(self.status, self.version, len(self.seats)):
            return []
        kinds = [wish.kind for wish in self.settings.seats]
        return [seat for seat, state in enumerate(self.seats) if state.bot and kinds[seat] == "anybody"]

    @property
    def is_open(self) -> bool:
        """Everybody may know everything: the game is over."""
        return self.status == "over" or (self.status == "imported" and self.is_complete)

    def record(self, seat: Seat | None) -> Record:
        """The record so far as a seat or a spectator may read it."""
        if self.table is None:
            raise Refused("turn", "the game has not begun yet, so there is no record of it")
        if self.imported is not None:
            return self.imported
        record = self.table.record()
        if self.secret is not None and self.commitment is not None:
            record = dataclasses.replace(record, extra=headers(self.table, self.secret, self.commitment))
        return redact(record, seat)

    def plies_seen_by(self, seat: Seat | None) -> list[Ply]:
        """The plies so far as a seat or a spectator saw them while the game went on."""
        plies = self.table.plies if self.table else []
        if self.imported is not None and not self.is_complete:
            return self.imported_plies
        return self._redact(plies, seat)

    def readable(self, plies: Sequence[Ply], seat: Seat | None) -> list[Ply]:
        """Plies as a seat or a spectator may know them now: once the game is over everybody may know all."""
        return list(plies) if self.is_open else self._redact(plies, seat)

    def _redact(self, plies: Sequence[Ply], seat: Seat | None) -> list[Ply]:
        return [known for ply in plies if (known := self.rules.redact(ply, seat)) is not None]

    def plies_of(self, event: StoredEvent) -> list[Ply]:
        """What an event of this ledger brought, complete; nothing of a record that was brought whole."""
        if self.table is None or event.kind == "imported":
            return []
        begin = self._versions[event.number - 2] if event.number > 1 else 0
        return self.table.plies[begin : self._versions[event.number - 1]]

    def states(self) -> list[State]:
        """The start and the state after every ply."""
        if self.table is None:
            raise Refused("turn", "the game has not begun yet")
        states = [self.table.start]
        for ply in self.table.plies:
            state = states[-1]
            for action in ply.decisions:
                state = self.rules.apply(state, action)
            states.append(state)
        return states

    def num_decisions(self, seat: Seat) -> int:
        """How many turns and choices a seat has made."""
        return sum(event.kind in ("played", "chose") and event.data["seat"] == seat for event in self.events)

    # --- taking events in

    def after(self, event: StoredEvent, outages: Sequence[Outage] = (), table: Table | None = None) -> Ledger:
        """A ledger with one more event; this one stays as it is."""
        other = _shallow_copy(self)
        other.events, other._versions = list(self.events), list(self._versions)
        if event.kind not in ("played", "chose"):  # which change no seat
            other.seats = [copy.copy(seat) for seat in self.seats]
        if self.settings.clock.kind != "none":
            other.clock = self.clock.copy()
        other.fold(event, outages, table)
        return other

    def fold(self, event: StoredEvent, outages: Sequence[Outage] = (), after: Table | None = None) -> None:
        """Takes the next event in. `after` is the game after it, where that is known already."""
        if event.number != self.number + 1:
            raise ValueError(f"event {event.number} cannot follow event {self.number}")
        data = event.data
        ended: tuple[Seat, ...] = ()
        self.events.append(event)
        match event.kind:
            case "created":
                self._create(data)
            case "seat_taken":
                self.seats[data["seat"]] = SeatState(
                    data.get("person"),
                    data["name"],
                    data.get("is_guest", False),
                    data.get("bot"),
                    whereabouts=data.get("whereabouts", ""),
                )
                if self.table is not None:  # from a bot that kept the seat: the record names who plays on
                    self.table = _clone(self.table)
                    self.table.names = tuple(state.record_name for state in self.seats)
            case "seat_opened":
                self.seats[data["seat"]] = SeatState()
            case "started":
                self._start(data, after)
            case "chose" | "played":
                ended = (data["seat"],)
                self._play(event, after)
            case "taken_over":
                self.seats[data["seat"]].stand_in = data["bot"]
            case "away":
                self.seats[data["seat"]].is_away = True
            case "turns_lost":
                self.seats[data["seat"]].has_lost_turns = True
            case "returned":
                self.seats[data["seat"]].stand_in = None
                self.seats[data["seat"]].is_away = False
            case "hinted":
                self.seats[data["seat"]].took_hint = True
            case "rematch":
                self.rematch = data["table"]
            case "closed":
                self.status = "closed"
            case "imported":
                self._import(data)
            case _:
                raise ValueError(f"there is no event {event.kind}")
        self._versions.append(self.version)
        self._to_move = self.table.to_move() if self.table and self.status == "running" else ()
        if self.settings.clock.kind != "none":
            running = [seat for seat in self.to_move() if self.seats[seat].player is None]
            self.clock.change(event.at, running, ended, outages)

    def _create(self, data: dict[str, Any]) -> None:
        self.settings = NewTable.model_validate(data["settings"])
        self.rules = get_game(self.settings.game)
        self.maker, self.maker_name, self.key = data["maker"], data["maker_name"], data["key"]
        self.bot_at = data.get("bot_at")
        num = len(self.settings.seats)
        self.options = self.rules.options({**self.settings.options, "players": num})
        self.seats = [
            SeatState()
            if seated is None
            else SeatState(
                seated["person"],
                seated["name"],
                seated["is_guest"],
                seated["bot"],
                whereabouts=seated.get("whereabouts", ""),
            )
            for seated in data.get("seated", [None] * num)
        ]
        self.clock = ClockState(self.settings.clock, num)

    def _start(self, data: dict[str, Any], after: Table | None) -> None:
        self.secret = Secret(data["salt"], data["seed"])
        self.commitment = data["commitment"]
        self.table = after or self._deal(data)
        self.options = self.table.options
        self.status = "running"

    def _deal(self, data: dict[str, Any]) -> Table:
        """The start as it was stored: a game goes on as it was dealt, even if another version would deal otherwise.

        Options that the log does not name came later, and have their defaults. Where the state's record has changed its
        size since, what was stored of it cannot be read, and the seed deals again.
        """
        options = self.rules.options(data["options"])
        table = deal_table(self.rules, options, data["names"], data["seed"])
        stored, lines = base64.b64decode(data["start"]), data.get("lines", [])
        is_readable = len(stored) == table.start.nbytes
        if is_readable and (table.start.tobytes() != stored or format_lines(self.rules, table.plies) != lines):
            start = np.frombuffer(stored, table.start.dtype)[0]
            table = Table(self.rules, options, data["names"], start, dice_of(data["seed"]))
            for line in lines:
                _replay_line(table, line)
        table.texts = data["options"]
        return table

    def _import(self, data: dict[str, Any]) -> None:
        told = replay(data["text"])
        self.rules, self.options = told.rules, told.record.options
        self.table = Table.resume(told, dice=None)
        self.table.plies = [self.rules.make_ply(step.before, step.actions, step.after) for step in told.steps]
        self.imported = told.record
        self.imported_plies = [step.ply for step in told.steps]
        self.seats = [SeatState(name=name) for name in told.record.names]
        self.status = "imported"
        self.is_complete = told.outcome is not None and not any(HIDDEN in line for line in told.record.lines)

    def _play(self, event: StoredEvent, after: Table | None) -> None:
        if self.table is None:
            raise ValueError("nothing can be played before the start")
        if after is not None:
            self.table = after
        else:
            self.table = _clone(self.table)
            if event.kind == "chose":
                self.table.sealed[event.data["seat"]] = self.rules.parse(event.data["moves"])
            for line in event.data.get("lines", []):
                _replay_line(self.table, line)
        if self.table.outcome is not None:
            self.status = "over"

    # --- deciding

    def sit(
        self,
        person: str,
        name: str,
        is_guest: bool,
        seat: Seat | None,
        whereabouts: str = "",
        apart: Collection[str] = (),
    ) -> Draft:
        """A person sits down; also in a game that goes on, where a bot only keeps the seat. But not beside somebody who
        is kept apart from the person."""
        if any(other in apart for other in (self.maker, *(state.person for state in self.seats))):
            raise Refused("forbidden", "you and somebody at this table do not play with each other; take another table")
        kept = self.kept_seats()
        if not kept:
            self._must_be_open()
        if self.seats_of(person):
            raise Refused("taken", "you sit at this table already")
        free = [number for number, state in enumerate(self.seats) if state.is_open] + kept
        if not free:
            raise Refused("taken", "every seat is taken; you can watch")
        if seat is not None and seat not in free:
            raise Refused("taken", "that seat is taken or not there; take another one, or any")
        if self._num_events("seat_taken", "person", person) >= MOST_TIMES_SEATED:
            raise Refused("limit", f"you have sat down here {MOST_TIMES_SEATED} times; take another table")
        place = free[0] if seat is None else seat
        data = {"seat": place, "person": person, "name": name, "is_guest": is_guest}
        if self.settings.rated:
            must_have_account(is_guest)
            if whereabouts and any(state.whereabouts == whereabouts for state in self.seats):
                raise Refused("forbidden", "somebody at this rated table sits where you are; play unrated together")
            data["whereabouts"] = whereabouts
        return Draft("seat_taken", data)

    def hint(self, seat: Seat) -> Draft | None:
        """A person asks for a hint; None: nothing has to be noted of it."""
        self._running()
        if not self.settings.rated or self.seats[seat].took_hint:
            return None
        if sum(state.person is not None for state in self.seats) > 1:
            raise Refused("forbidden", "there are no hints in rated games between people")
        return Draft("hinted", {"seat": seat})

    def put_bot(self, person: str, seat: Seat, bot: str | None) -> Draft | None:
        """The maker puts a bot into a seat, or opens it; None: it is so already."""
        self._must_be_open()
        if person != self.maker:
            raise Refused("forbidden", "only who made the table can do that")
        if seat >= len(self.seats):
            raise Refused("missing", f"the table has {len(self.seats)} seats")
        if self.seats[seat].person is not None:
            raise Refused("taken", "somebody sits there")
        if bot == self.seats[seat].bot:
            return None
        if bot is None:
            return Draft("seat_opened", {"seat": seat})
        if sum(event.kind == "seat_taken" and "bot" in event.data for event in self.events) >= MOST_BOTS_SEATED:
            raise Refused("limit", f"{MOST_BOTS_SEATED} bots have sat down here; make another table")
        return Draft("seat_taken", {"seat": seat, "name": bot, "bot": bot})

    def follow_up(self, secret: Secret) -> Draft | None:
        """What happens by itself, and at once: a full table starts, if it shall."""
        is_ready = self.status == "open" and not any(state.is_open for state in self.seats)
        return self.start(None, secret) if is_ready and self.settings.starts == "full" else None

    def stand(self, person: str, seat: Seat) -> Draft:
        """A person gives a seat up before the game."""
        return Draft("seat_opened", {"seat": seat})

    def start(self, person: str | None, secret: Secret) -> Draft:
        """The game begins; person None: because the table is full."""
        self._must_be_open()
        if person is not None and person != self.maker:
            raise Refused("forbidden", "only who made the table can start the game")
        if any(state.is_open for state in self.seats):
            raise Refused("incomplete", "not every seat is taken yet: wait, or put bots there")
        names = [state.record_name for state in self.seats]
        table = deal_table(self.rules, self.options, names, secret.seed)
        data = {
            "salt": secret.salt,
            "seed": secret.seed,
            "commitment": commitment_of(table, secret),
            "first": table.options.first,
            "options": table.texts,
            "names": names,
            "start": base64.b64encode(table.start.tobytes()).decode(),
            "lines": format_lines(self.rules, table.plies),
        }
        return Draft("started", data, table)

    def act(self, seat: Seat, moves: str, version: int | None, by: str) -> Draft | int:
        """A whole turn; a number: by that event this very turn was taken, and the sender has not heard of it."""
        if number := self._number_taken(seat, moves, version):
            return number
        table = self._running()
        together = seat in self.rules.waiting(table.state)
        after = _clone(table)
        plies = after.act(seat, moves, None if together else version)
        return self._draft_of(seat, plies, after, by)

    def act_actions(self, seat: Seat, actions: Sequence[Action], by: str) -> Draft:
        """A whole turn of a bot; raises GameError where it is not legal."""
        table = self._running()
        if seat not in table.to_move():
            raise Refused("turn", "it is not this seat's turn any more")
        state = table.preview(seat, "").state
        for action in actions:
            state = self.rules.apply(state, action)
        after = _clone(table)
        plies = after.commit(seat, list(actions), state)
        return self._draft_of(seat, plies, after, by)

    def _draft_of(self, seat: Seat, plies: list[Ply], after: Table, by: str) -> Draft:
        if plies:
            return Draft("played", {"seat": seat, "by": by, "lines": format_lines(self.rules, plies)}, after)
        return Draft("chose", {"seat": seat, "by": by, "moves": self.rules.format(after.sealed[seat])}, after)

    def _number_taken(self, seat: Seat, moves: str, version: int | None) -> int | None:
        """The number of the event by which a seat has taken this turn already."""
        table = self._running(or_over=True)
        try:
            actions = self.rules.parse(moves)
        except InvalidAction:
            return None
        if seat in table.sealed:
            return self._latest_of(seat, self.number) if table.sealed[seat] == actions else None
        if version is None:
            return None
        for place in range(version, min(version + len(self.seats), len(table.plies))):
            ply = table.plies[place]
            if ply.seat == seat:
                is_same = _without_end(self, ply.decisions) == _without_end(self, actions)
                return self._latest_of(seat, bisect_right(self._versions, place) + 1) if is_same else None
        return None

    def _latest_of(self, seat: Seat, number: int) -> int:
        """The number of a seat's latest decision up to an event. A choice that was sealed is told by a later one."""
        decided = [event for event in self.events[:number] if event.kind in ("played", "chose")]
        return [event.number for event in decided if event.data["seat"] == seat][-1]

    def give_up(self) -> Draft | None:
        """Nobody waits at this table any more; None where its game has begun."""
        return self.close() if self.status == "open" else None

    def close(self) -> Draft | None:
        """Nobody cares for this table any more; None where it is over."""
        return Draft("closed", {}) if self.status in ("open", "running") else None

    def leave(self, seat: Seat) -> Draft:
        """A person leaves a game that goes on."""
        self._running()
        if self.seats[seat].stand_in or self.seats[seat].is_away or self.seats[seat].has_lost_turns:
            raise Refused("turn", "you have left already")
        if self.settings.on_leave == "bot":
            return Draft("taken_over", {"seat": seat, "bot": self.stand_in, "reason": "left"})
        return Draft("away", {"seat": seat})

    def come_back(self, seat: Seat) -> Draft:
        """A person comes back."""
        self._running()
        state = self.seats[seat]
        if state.has_lost_turns:
            raise Refused("forbidden", "this seat has lost its remaining turns, as this table's rules say")
        if not state.stand_in and not state.is_away:
            raise Refused("turn", "you are at the table already")
        if self._num_events("returned", "seat", seat) >= MOST_RETURNS:
            raise Refused("limit", f"nobody comes back to a game more than {MOST_RETURNS} times")
        return Draft("returned", {"seat": seat})

    def expire(self, seat: Seat) -> Draft:
        """A seat's time is up."""
        if self.settings.on_expiry == "bot":
            return Draft("taken_over", {"seat": seat, "bot": self.stand_in, "reason": "time"})
        return Draft("turns_lost", {"seat": seat})

    def _num_events(self, kind: str, field: str, value: Any) -> int:
        return sum(event.kind == kind and event.data.get(field) == value for event in self.events)

    def _must_be_open(self) -> None:
        if self.status != "open":
            raise Refused("over", "the game has begun already" if self.table else "this table is closed")

    def _running(self, or_over: bool = False) -> Table:
        if self.table is None:
            raise Refused("turn", "the game has not begun yet")
        if self.status != "running" and not or_over:
            raise Refused("over", "the game is over")
        return self.table


def is_young(status: str, version: int, num_seats: int) -> bool:
    """Whether a person can still take over from a bot that keeps a seat."""
    return status in ("open", "running") and version <= YOUNG_PLIES * num_seats


def must_have_account(is_guest: bool) -> None:
    """Raises Refused for who cannot be rated: there can be as many guests as anybody likes."""
    if is_guest:
        raise Refused("forbidden", "rated games are for those with a name and a password; see Settings")


def _shallow_copy(thing: _T) -> _T:
    """As copy.copy does it, in a quarter of the time."""
    other = object.__new__(type(thing))
    other.__dict__.update(thing.__dict__)
    return other


def _clone(table: Table) -> Table:
    """A copy that can be played on without changing the original. States are values and need no copy."""
    other = _shallow_copy(table)
    other.plies = list(table.plies)
    other.sealed = dict(table.sealed)
    return other


def _replay_line(table: Table, line: str) -> None:
    """Plays what a line of the log tells; what followed from it follows again."""
    told = table.rules.parse_line(line)
    if not isinstance(told, Ply):
        raise GameError(f"{line!r} is not a ply")
    before, actions = table.state, told.decisions
    for action in actions:
        table.state = table.rules.apply(table.state, action)
    table.sealed.pop(told.seat, None)
    table.plies.append(table.rules.make_ply(before, actions, table.state))


def _without_end(ledger: Ledger, actions: Sequence[Action]) -> list[Action]:
    return [action for action in actions if action != ledger.rules.end_turn]
