"""What goes over the WebSocket, and over the event stream of bots; everything else is in `messages`."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from tenka.server.messages import (
    Changes,
    Choice,
    Clocks,
    Entry,
    Hint,
    Key,
    Message,
    Moves,
    OutcomeInfo,
    Person,
    PreviewResult,
    Refusal,
    SeatNumber,
    Snapshot,
    TableId,
    TableInfo,
    Taken,
)
from tenka.server.positions import Position

# --- the socket: from the page --------------------------------------------------------------------------------


class Request(Message):
    """What the page sends; the answer carries the same `id`."""

    id: Annotated[int, Field(ge=0, le=2**53)] = 0


class Ping(Request):
    """Every 20 seconds; the answer has the server's time."""

    type: Literal["ping"]


class Watch(Request):
    """Follow a table. The answer is `table`, or, if `since` is not too long ago, an `event` for each one missed."""

    type: Literal["watch"]
    table: TableId
    key: Key | None = None
    seat: SeatNumber | None = None
    """Of your seats the one whose eyes to use; None: the one to move, your first, or a spectator's eyes."""
    since: Annotated[int, Field(ge=0, le=10_000_000)] | None = None
    """The number of the latest event you have."""


class Unwatch(Request):
    """Do not follow a table any longer."""

    type: Literal["unwatch"]
    table: TableId


class WatchLobby(Request):
    """Follow the lobby. The answer is `lobby`, and `lobby_changed` whenever it changes."""

    type: Literal["watch_lobby"]


class UnwatchLobby(Request):
    """Do not follow the lobby any longer."""

    type: Literal["unwatch_lobby"]


class AskPreview(Request):
    """Try out the first moves of a turn. The answer is `previewed`."""

    type: Literal["preview"]
    table: TableId
    version: Annotated[int, Field(ge=0, le=100_000)]
    moves: Moves
    seat: SeatNumber | None = None


class Act(Request):
    """Take a whole turn. The answer is `accepted`; sent again, it is accepted again and happens once."""

    type: Literal["act"]
    table: TableId
    version: Annotated[int, Field(ge=0, le=100_000)]
    moves: Moves
    seat: SeatNumber | None = None


class AskHint(Request):
    """Ask the bot, with the first moves of a turn as they are. The answer is `hinted`."""

    type: Literal["hint"]
    table: TableId
    version: Annotated[int, Field(ge=0, le=100_000)]
    moves: Moves = ""
    seat: SeatNumber | None = None


SignalName: TypeAlias = Literal["hello", "thanks", "well_played", "thinking", "sorry", "hurry"]


class SendSignal(Request):
    """One of a few words for the others at the table, instead of a chat."""

    type: Literal["signal"]
    table: TableId
    signal: SignalName
    seat: SeatNumber | None = None


ToServer: TypeAlias = Annotated[
    Ping | Watch | Unwatch | WatchLobby | UnwatchLobby | AskPreview | Act | AskHint | SendSignal,
    Field(discriminator="type"),
]

# --- the socket: to the page ----------------------------------------------------------------------------------


class Welcome(Message):
    """The first message on every connection."""

    type: Literal["welcome"] = "welcome"
    person: Person | None
    at: float
    ping_every: float
    """Seconds. A connection that is silent three times as long is closed."""
    server: str
    """Its version."""


class Pong(Message):
    """The answer to a ping."""

    type: Literal["pong"] = "pong"
    id: int
    at: float


class TableMessage(Snapshot):
    """The answer to `watch`, and whenever the page has to begin again."""

    type: Literal["table"] = "table"
    id: int = 0


class Event(Message):
    """Something happened at a table that you follow."""

    type: Literal["event"] = "event"
    table: str
    entry: Entry
    version: int
    to_move: list[int]
    clocks: Clocks | None
    changes: Changes | None
    """Of the position; None where it stayed the same."""
    position: Position | None = None
    """The whole position, where a game begins."""
    choice: Choice | None
    """Where you are to move."""
    outcome: OutcomeInfo | None = None
    info: TableInfo | None = None
    """Where more changed than the position: seats, status."""


class Watching(Message):
    """The answer to `watch` with `since`, after the events that were missed."""

    type: Literal["watching"] = "watching"
    id: int
    table: str
    number: int


class Presence(Message):
    """Who is connected to a table."""

    type: Literal["presence"] = "presence"
    table: str
    seats: list[int]
    spectators: int


class Previewed(PreviewResult):
    """The answer to `preview`."""

    type: Literal["previewed"] = "previewed"
    id: int
    table: str
    version: int


class Accepted(Taken):
    """The answer to `act`: the turn is in the log, whatever happens now."""

    type: Literal["accepted"] = "accepted"
    id: int


class RefusalMessage(Refusal):
    """The answer to any request that was not done."""

    type: Literal["refused"] = "refused"
    id: int


class Hinted(Hint):
    """The answer to `hint`."""

    type: Literal["hinted"] = "hinted"
    id: int
    table: str
    version: int


class Signalled(Message):
    """Somebody at the table sent a signal."""

    type: Literal["signalled"] = "signalled"
    table: str
    seat: int
    signal: SignalName


class YourTable(Message):
    """One of your tables changed, followed or not: for the list of your tables, and to say that it is your turn."""

    type: Literal["your_table"] = "your_table"
    info: TableInfo


class Lobby(Message):
    """All open tables, those first that wait for players."""

    type: Literal["lobby"] = "lobby"
    id: int = 0
    here: int
    """How many people are connected just now."""
    tables: list[TableInfo]


class LobbyChanged(Message):
    """What is different in the lobby. Tables that are new or have changed are whole."""

    type: Literal["lobby_changed"] = "lobby_changed"
    here: int
    gone: list[str]
    """Tables that are not in the lobby any more, by id."""
    tables: list[TableInfo]


GoodbyeReason: TypeAlias = Literal["restart", "signed_out", "slow", "limit", "silent"]


class Goodbye(Message):
    """The server closes the connection; come back after so many seconds."""

    type: Literal["goodbye"] = "goodbye"
    reason: GoodbyeReason
    after: float


ToPage: TypeAlias = Annotated[
    Welcome
    | Pong
    | TableMessage
    | Event
    | Watching
    | Presence
    | Previewed
    | Accepted
    | RefusalMessage
    | Hinted
    | Signalled
    | YourTable
    | Lobby
    | LobbyChanged
    | Goodbye,
    Field(discriminator="type"),
]

# --- the event stream of bots ---------------------------------------------------------------------------------


class YourTurn(Message):
    """A bot is to move; everything it needs is here."""

    type: Literal["your_turn"] = "your_turn"
    table: str
    seat: int
    version: int
    legal: list[str]
    """The first tokens of a turn."""
    position: Position


class GameOver(Message):
    """A game in which the bot sat is over."""

    type: Literal["game_over"] = "game_over"
    table: str
    seats: list[int]
    """The bot's."""
    outcome: OutcomeInfo


class StillHere(Message):
    """Sent every few seconds, so that both sides know that the other is there."""

    type: Literal["still_here"] = "still_here"
    at: float


ToBot: TypeAlias = Annotated[YourTurn | GameOver | StillHere, Field(discriminator="type")]
