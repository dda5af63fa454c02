"""Everything that goes over the wire, as types. TypeScript's types and docs/protocol.md are made from this file.

Texts that people read are made by the page, in their language, from what is here; the only sentences that the server
writes are those of refusals. Times are seconds since 1970, by the server's clock. What a game looks like is in
`tenka.server.positions`, by game.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from tenka.games import DEFAULT_GAME
from tenka.server.plies import Details
from tenka.server.positions import GameInfo, PlyInfo, Position, Take
from tenka.server.shapes import ByItself

MOST_MOVES = 400
"""Characters in the moves of a turn. The longest turn that there is has about 100."""

TableId: TypeAlias = Annotated[str, Field(min_length=4, max_length=24, pattern=r"^[A-Za-z0-9]+$")]
Key: TypeAlias = Annotated[str, Field(max_length=64)]
Moves: TypeAlias = Annotated[str, Field(max_length=MOST_MOVES)]
SeatNumber: TypeAlias = Annotated[int, Field(ge=0, le=7)]
PersonName: TypeAlias = Annotated[str, Field(min_length=2, max_length=24)]
Password: TypeAlias = Annotated[str, Field(min_length=8, max_length=200)]
BotName: TypeAlias = Annotated[str, Field(max_length=40)]
Scope: TypeAlias = Literal["read", "play"]
Options: TypeAlias = Annotated[
    dict[Annotated[str, Field(max_length=40)], Annotated[str, Field(max_length=40)]], Field(max_length=20)
]
Changes: TypeAlias = dict[str, Any]
"""A JSON merge patch (RFC 7396): objects are merged, null removes, everything else replaces."""


class Message(BaseModel):
    """What all messages have in common: nothing unknown is let in."""

    model_config = ConfigDict(extra="forbid", use_attribute_docstrings=True)

    def encode(self) -> bytes:
        """As it goes over the wire: everything that is sent is made here."""
        return self.__pydantic_serializer__.to_json(self)


class Refusal(Message):
    """Why something was not done. Nothing has changed."""

    code: str
    """A word for programs: stale, turn, over, invalid, illegal, incomplete, forbidden, missing, taken, limit, …"""
    sentence: str
    """For people: what was wrong and what would be right."""


# --- people -------------------------------------------------------------------------------------------------


class Person(Message):
    """Somebody with a name."""

    id: str
    name: str
    is_guest: bool
    """Without a password yet: known only by the cookie."""


class Me(Message):
    """Who the session belongs to; no person before somebody plays or signs in."""

    person: Person | None
    settings: dict[str, Any]
    """Whatever the page keeps for this person."""


class Registered(Me):
    """Somebody who has an account now."""

    codes: list[str]
    """To come back with, each once, who has forgotten the password. They are shown this once."""


class Codes(Message):
    """New codes to come back with. They are shown this once."""

    codes: list[str]


class PasswordOnly(Message):
    """What is asked again before something that cannot be undone; a guest has none."""

    password: Annotated[str, Field(max_length=200)] = ""


class Credentials(Message):
    """A name and its password, to sign in, or to make a guest a person with an account."""

    name: PersonName
    password: Password


class Recovery(Message):
    """A new password for one of the codes that were made with the account."""

    name: PersonName
    code: Annotated[str, Field(max_length=60)]
    password: Password


class NewPassword(Message):
    """A change of password. All other sessions end."""

    old: Password
    new: Password


class Settings(Message):
    """What the page wants kept, such as the language; at most 8,000 characters as JSON."""

    settings: dict[str, Any]


class SessionInfo(Message):
    """A device that is signed in."""

    id: str
    created_at: float
    seen_at: float
    agent: str
    """What the browser calls itself."""
    is_this: bool


class NewToken(Message):
    """A wish for an API token."""

    label: Annotated[str, Field(min_length=1, max_length=60)]
    scopes: Annotated[list[Scope], Field(min_length=1, max_length=2)]


class TokenInfo(Message):
    """An API token, without its secret, which is shown once."""

    id: str
    label: str
    scopes: list[Scope]
    created_at: float
    used_at: float | None


class TokenMade(TokenInfo):
    """A new token. Keep the secret: the server does not."""

    secret: str


# --- notices ------------------------------------------------------------------------------------------------


class PushKeyInfo(Message):
    """The server's public key (VAPID), as `PushManager.subscribe` wants it."""

    key: str


class PushKeys(Message):
    """The keys of a browser's subscription, as `PushSubscription.toJSON` has them."""

    p256dh: Annotated[str, Field(max_length=100)]
    auth: Annotated[str, Field(max_length=40)]


class PushSubscription(Message):
    """A browser that wants to be told."""

    endpoint: Annotated[str, Field(max_length=1_000)]
    keys: PushKeys
    language: Literal["en", "de", "ja"] = "en"
    """Of the notices."""


class NewHook(Message):
    """A wish for a webhook."""

    url: Annotated[str, Field(max_length=1_000)]
    table: TableId | None = None
    """One of your tables; None: all of them."""


class ListenerInfo(Message):
    """A browser or a webhook that is told of your tables."""

    id: str
    kind: Literal["push", "hook"]
    table: str | None
    url: str
    """Of a browser only the push service's host."""
    created_at: float
    is_stopped: bool
    """Nobody answered for days, so it is not called any more. Make a new one."""


class HookMade(ListenerInfo):
    """A new webhook. Keep the secret: it is shown this once."""

    secret: str
    """Every call is signed with it, as standardwebhooks.com describes."""


class Notice(Message):
    """What a webhook is sent: how a table stands. There is nothing in it that a spectator could not know."""

    kind: Literal["turn", "over", "changed"]
    """*turn*: it is your turn; *over*: your game is over; *changed*: for hooks of one table."""
    table: str
    game: str
    status: Literal["open", "running", "over", "closed", "imported"]
    number: int
    """Of the latest event. Who has heard of a later one can ignore this."""
    version: int
    players: list[str]
    """By seat: names, of bots their levels."""
    yours: list[int]
    """Your seats; none for hooks of one table."""
    to_move: list[int]
    deadline: float | None
    winners: list[int]


class PushNotice(Notice):
    """What a browser is sent, so that only it can read it."""

    language: Literal["en", "de", "ja"]


class RatingInfo(Message):
    """How strong somebody is at one game with so many players."""

    game: str
    players: int
    rating: float
    """The best guess; everybody begins at 25. That of a bot was measured."""
    deviation: float
    """How far off it may be; nothing for bots, who are the scale."""
    games: int
    wins: int
    places: list[int]
    """How often it came first, second and so on, rated."""


class Opponent(Message):
    """Somebody else in a rated game."""

    name: str
    is_bot: bool


class RatedResult(Message):
    """What a rated game meant for somebody."""

    game: str
    players: int
    at: float
    rating: float
    """After it."""
    deviation: float
    """After it."""
    place: int
    is_forfeit: bool
    """A bot has decided in their place, so they have lost, whatever it made of the game."""
    weight: float
    """How much it counted: less, the more games there were against the same opponent."""
    table: str | None
    """Where everybody may look at it."""
    opponents: list[Opponent]


class Profile(Message):
    """What everybody may know of a person or a bot."""

    name: str
    is_bot: bool
    ratings: list[RatingInfo]
    """By game and number of players."""
    results: list[RatedResult]
    """The latest 300, the newest last."""


class LeaderboardLine(Message):
    """A line of the leaderboard, which is ordered by rating - 3 * deviation."""

    rank: int
    name: str
    is_bot: bool
    rating: float
    deviation: float
    games: int
    wins: int


# --- tables -------------------------------------------------------------------------------------------------


class ClockSettings(Message):
    """How much time there is: a turn has `turn_seconds` (or `days`); what goes beyond comes out of `main_seconds`."""

    kind: Literal["none", "real", "days"] = "none"
    main_seconds: Annotated[int, Field(ge=0, le=86_400)] = 600
    """For *real*: for the whole game, each seat."""
    turn_seconds: Annotated[int, Field(ge=0, le=3_600)] = 30
    """For *real*: for each turn, before main time is used."""
    days: Annotated[int, Field(ge=1, le=30)] = 3
    """For *days*: for each turn."""


class NewSeat(Message):
    """Who shall sit in a seat of a new table."""

    kind: Literal["me", "open", "bot", "anybody"]
    """Several seats can be *me*: then people share a device and a curtain. *anybody*: a bot keeps the seat until a
    person comes, as long as the game is young; not at rated tables."""
    bot: BotName | None = None
    """For *bot* and *anybody*: its level, as in `GameInfo.bots`."""
    name: Annotated[str, Field(max_length=24), AfterValidator(lambda name: " ".join(name.split()))] | None = None
    """For *me*: what to call who sits there, on a shared device. Blanks become `_` in records."""


class NewTable(Message):
    """A wish for a table."""

    game: Annotated[str, Field(max_length=40)] = DEFAULT_GAME
    options: Options = {}
    """By name, as in `GameInfo.options`; what is left out is the edition's."""
    seats: Annotated[list[NewSeat], Field(min_length=1, max_length=8)]
    """In seat order; their number is the number of players."""
    clock: ClockSettings = ClockSettings()
    visibility: Literal["open", "link"] = "link"
    """*open*: in the lobby; *link*: only for those who have the key."""
    starts: Literal["full", "maker"] = "full"
    """By itself when the last seat is taken, or when its maker says so."""
    on_leave: Literal["bot", "wait"] = "bot"
    """Whether a bot plays for who leaves, or the table waits."""
    on_expiry: Literal["bot", "lose"] = "bot"
    """What happens when time is up: a bot takes over until its player returns, or the seat loses its remaining turns
    (they are played at random, and nobody can return)."""
    stand_in: BotName | None = None
    """The level of the bot that takes over; None: the one that the game has for that."""
    rated: bool = False
    """Counts for ratings. Such a table needs a clock, a bot that plays on for who leaves (and has lost), bots whose
    strength was measured, and people with accounts; see docs/ratings.md."""
    hints: bool = True
    """Whether players may ask the bot."""


class PairingWish(Message):
    """A wish to play against anybody who wants the same. Where nobody does, a bot keeps the seats until somebody comes;
    at a rated table the seats wait a moment, and a bot that has taken one stays."""

    game: Annotated[str, Field(max_length=40)] = DEFAULT_GAME
    options: Options = {}
    players: Annotated[int, Field(ge=2, le=8)] = 2
    bot: BotName
    """Its level, as in `GameInfo.bots`."""
    rated: bool = False


class Join(Message):
    """A wish to sit down."""

    seat: SeatNumber | None = None
    """None: any open one, or one that a bot only keeps."""
    key: Key | None = None


class SeatChange(Message):
    """The maker puts a bot into a seat, or opens it, before the game starts."""

    bot: BotName | None = None


class SeatInfo(Message):
    """A seat and who is there."""

    seat: int
    kind: Literal["open", "person", "bot"]
    name: str
    """Of the person; of the bot: its level; empty where the seat is open."""
    is_guest: bool
    is_yours: bool
    is_present: bool
    """Connected just now; bots always."""
    stand_in: str | None
    """The bot that plays for its person just now."""
    is_away: bool
    """Its person has left, and the table waits."""
    has_lost_turns: bool
    is_kept: bool = False
    """A bot keeps it until a person comes: it can be joined."""


class Clocks(Message):
    """The time left, at the moment when this was sent."""

    at: float
    running: list[int]
    """The seats whose time runs: first `turn_left`, then `main_left`."""
    turn_left: list[float]
    """By seat: seconds."""
    main_left: list[float]
    """By seat: seconds."""


class OutcomeInfo(Message):
    """How a game ended."""

    reason: str
    """In a word of the game's; several at once are joined by ``+``."""
    winners: list[int]
    ranking: list[int]
    """By seat, from 1."""
    totals: list[dict[str, int]]
    """By seat: the figures that decided, by name."""


class TableInfo(Message):
    """A table, its seats and how far it is. As the receiver may know it."""

    id: str
    game: str
    options: dict[str, str]
    status: Literal["open", "running", "over", "closed", "imported"]
    """*open*: waiting for players; *closed*: given up before it began; *imported*: a record, for replay."""
    seats: list[SeatInfo]
    maker: str
    is_yours: bool
    """Whether you are its maker."""
    visibility: Literal["open", "link"]
    key: str | None
    """For the invitation; only those at the table get it."""
    starts: Literal["full", "maker"]
    bot_at: float | None = None
    """When a bot takes the seats that are still open, at a table that looks for anybody."""
    clock: ClockSettings
    on_leave: Literal["bot", "wait"]
    on_expiry: Literal["bot", "lose"]
    stand_in: str
    rated: bool
    """Until somebody asks for a hint."""
    hints: bool
    number: int
    """Of the latest event."""
    version: int
    """Goes up with every ply; an act names the one it is meant for."""
    to_move: list[int]
    """The seats that the game waits for."""
    clocks: Clocks | None
    """None in lists."""
    deadline: float | None
    """When the time of a seat to move is up."""
    outcome: OutcomeInfo | None
    commitment: str | None
    """SHA-256 over salt and deal, from the start on; see `Proof`."""
    rematch: str | None
    """The table of the next game."""
    created_at: float
    updated_at: float


class TableList(Message):
    """Tables, those first where it is your turn."""

    tables: list[TableInfo]


class Proof(Message):
    """That the deal was fixed before the first move: SHA-256 of ``salt + " " + deal`` is the commitment."""

    commitment: str
    salt: str | None
    """None until the game is over."""
    deal: str | None


class Choice(Message):
    """What a seat can do now."""

    seat: int
    version: int
    legal: list[str]
    """Every token that can come next, as in records; those of a second half begin with ``=`` or ``>``."""
    is_whole: bool
    """Whether the turn can end here."""
    details: Details | None = None
    """What else who decides may know of it, such as odds; some games have a type of their own for that."""


class Snapshot(Message):
    """A table as one seat or a spectator sees it, whole."""

    info: TableInfo
    seat: int | None
    """Whose eyes; None: a spectator's."""
    position: Position | None
    """None before the game starts."""
    choice: Choice | None
    """Where this seat is to move."""
    log: list[Entry]


# --- the log ------------------------------------------------------------------------------------------------


class EntryBase(Message):
    """What all entries of a table's log have in common."""

    number: int
    """From 1, without gaps, the same for everybody."""
    at: float


class Created(EntryBase):
    """The table was made."""

    kind: Literal["created"] = "created"


class SeatTaken(EntryBase):
    """A person or a bot sat down."""

    kind: Literal["seat_taken"] = "seat_taken"
    seat: int
    name: str
    is_bot: bool


class SeatOpened(EntryBase):
    """A seat became free before the game."""

    kind: Literal["seat_opened"] = "seat_opened"
    seat: int


class Started(EntryBase):
    """The game began; what was dealt is fixed."""

    kind: Literal["started"] = "started"
    commitment: str
    first: int
    """The seat that begins."""
    plies: list[PlyInfo] = []
    """What chance decided before the first turn, in games where it does."""


class Chose(EntryBase):
    """A seat made a choice that stays secret until the others have made theirs."""

    kind: Literal["chose"] = "chose"
    seat: int


class Played(EntryBase):
    """A turn, or several plies that became known at once."""

    kind: Literal["played"] = "played"
    seat: int
    by: Literal["person", "bot", "stand_in", "chance"]
    plies: list[PlyInfo]


class TakenOver(EntryBase):
    """A bot plays for a person from now on."""

    kind: Literal["taken_over"] = "taken_over"
    seat: int
    bot: str
    reason: Literal["left", "time"]


class Away(EntryBase):
    """A person left, and the table waits."""

    kind: Literal["away"] = "away"
    seat: int


class TurnsLost(EntryBase):
    """A seat ran out of time and loses its remaining turns."""

    kind: Literal["turns_lost"] = "turns_lost"
    seat: int


class Returned(EntryBase):
    """A person is back and plays on."""

    kind: Literal["returned"] = "returned"
    seat: int


class HintTaken(EntryBase):
    """A player of a rated game asked for a hint: from now on there is nothing to be won, but still to be lost."""

    kind: Literal["hinted"] = "hinted"
    seat: int


class RematchMade(EntryBase):
    """The same players can go on at another table."""

    kind: Literal["rematch"] = "rematch"
    table: str


class Imported(EntryBase):
    """The table is a record that somebody brought."""

    kind: Literal["imported"] = "imported"


class Closed(EntryBase):
    """The table was given up before the game began."""

    kind: Literal["closed"] = "closed"


Entry: TypeAlias = Annotated[
    Created
    | SeatTaken
    | SeatOpened
    | Started
    | Chose
    | Played
    | TakenOver
    | Away
    | TurnsLost
    | Returned
    | HintTaken
    | RematchMade
    | Imported
    | Closed,
    Field(discriminator="kind"),
    ByItself(),
]


# --- looking back, and trying out ---------------------------------------------------------------------------


class ReplayStep(Message):
    """One ply of a game and what it changed."""

    ply: PlyInfo
    changes: Changes


class ReplayInfo(Message):
    """A game from its start, through one pair of eyes."""

    info: TableInfo
    seat: int | None
    """None: a spectator's eyes, or everything open."""
    is_open: bool
    """Everything is shown: only of games that are over."""
    start: Position
    steps: list[ReplayStep]


class RecordText(Message):
    """The text of a record."""

    text: Annotated[str, Field(max_length=1_000_000)]


class SandboxRequest(Message):
    """Plays on from any position, with nobody else there. What the asker may not know is dealt anew."""

    table: TableId
    key: Key | None = None
    version: Annotated[int, Field(ge=0, le=10_000)]
    """The one of the table's game to begin with: after so many plies."""
    seat: SeatNumber | None = None
    """Whose knowledge to begin with; in games that are over everything is known."""
    turns: Annotated[list[Moves], Field(max_length=300)] = []
    """Those tried out so far, by whoever was to move."""
    moves: Moves = ""
    """The first moves of the next turn."""


class Sandbox(Message):
    """Where that leads. All hands are open: those not known are a guess."""

    position: Position
    steps: list[PlyInfo]
    choice: Choice | None
    takes: list[Take]
    """What would be captured if the turn ended with the moves."""
    ends: str | None
    """Why the game would be over then."""
    outcome: OutcomeInfo | None


# --- what turns are worth -----------------------------------------------------------------------------------


class Figure(Message):
    """A figure with its interval, at 99 %."""

    mean: float
    low: float
    high: float


class JudgeRequest(Message):
    """Asks what can be done in a position of a game that is over, or after some more turns."""

    table: TableId
    key: Key | None = None
    version: Annotated[int, Field(ge=0, le=10_000)]
    """After so many plies of the table's game."""
    turns: Annotated[list[Moves], Field(max_length=300)] = []
    """Those tried out since, by whoever was to move."""
    moves: Moves = ""
    """What is begun of the next turn, and stays."""
    options: Annotated[list[Moves], Field(max_length=4)] = []
    """How it could go on: these are judged beside the best."""


Mark: TypeAlias = Literal["", "inaccuracy", "mistake", "blunder"]
"""What a loss is called, if it is sure."""


class JudgedTurn(Message):
    """A turn, or what is left of it, with what it brings."""

    moves: str
    shares: list[Figure]
    """By seat: shares of the win."""
    loss: Figure
    """How much less than the best turn it brings who is to move."""
    mark: Mark
    asked: bool
    """Whether it is one of the options."""


class Judged(Message):
    """What can be done in a position."""

    seat: int
    """Who is to move."""
    shares: list[Figure]
    """By seat: what the position is worth with the best turn."""
    turns: list[JudgedTurn]
    """The best ones first, all tried in the same worlds."""
    worlds: int
    judge: str
    """By what it was judged."""


class ReviewStatus(Message):
    """How far the review of a game is."""

    status: Literal["none", "waiting", "done", "failed"]
    done: int
    """Plies that were worked out,"""
    plies: int
    """of so many."""
    ahead: int
    """Reviews that were asked for before."""
    is_old: bool
    """It was made by an older judge, and can be made anew."""


# --- puzzles ------------------------------------------------------------------------------------------------


class PuzzleInfo(Message):
    """A position with one best turn, as its seat sees it. What is right is told with the answer to a try."""

    id: str
    game: str
    day: str | None
    """The date, for the puzzle of the day."""
    rating: int
    """Of a player who would find it every other time: by the levels first, and then by people's tries."""
    is_tried: bool
    """You have tried it before, and only the first try counts."""
    asks_for: Literal["turn", "decision"]
    """A whole turn, or a single move of one."""
    options: dict[str, str]
    seat: int
    """Who is to move, and whose eyes these are."""
    position: Position
    choice: Choice


class PuzzleMoves(Message):
    """The first moves of a turn, or all of them."""

    moves: Moves


class PuzzleTurn(Message):
    """A turn, and what the worlds say of it."""

    moves: str
    shares: list[float]
    """By seat: the share of the win in the mean of all worlds."""
    is_right: bool
    is_yours: bool


class PuzzleLead(Message):
    """By how much the best turn leads the best that is not right, as a share of the win, at 99.9 %."""

    mean: float
    low: float
    high: float
    worlds: int
    best_in: float
    """In this part of the worlds the other turn does no better."""


class PuzzleStanding(Message):
    """How somebody stands at the puzzles of a game, by Glicko-2."""

    rating: int
    deviation: int
    """The smaller, the surer."""
    tries: int
    solved: int
    """At the first try."""
    streak: int
    """One after another, up to the last."""
    best: int
    """The longest streak."""


class PuzzleVotes(Message):
    """What people who have tried a puzzle think of it."""

    up: int
    down: int
    yours: int
    """1, -1, or 0 for none."""


class PuzzleVote(Message):
    """Somebody's vote: 1 for a good puzzle, -1 for a bad one; 0 takes it back."""

    vote: Annotated[int, Field(ge=-1, le=1)]


class PuzzleList(Message):
    """The puzzles of a game, counted."""

    game: str
    puzzles: int
    kinds: dict[str, int]
    """How many there are of each kind; one may be of several."""
    standing: PuzzleStanding | None
    """Yours; null for nobody."""


class PuzzleLists(Message):
    """The games that have puzzles."""

    games: list[PuzzleList]


class PuzzleAnswer(Message):
    """What came of a try."""

    is_right: bool
    rating: int
    """The puzzle's, after the try."""
    standing: PuzzleStanding | None
    """Yours; null for nobody, whose tries do not count."""
    change: int | None
    """Of your rating; null where the try did not count."""
    votes: PuzzleVotes
    turns: list[PuzzleTurn]
    """The right ones, the best first; the best of the others; and yours, where it is none of them."""
    kinds: list[str]
    """What the puzzle is about."""
    lead: PuzzleLead
    is_proved: bool
    """Over all hands that the others may hold, and all their replies."""


class PuzzleReport(Message):
    """What a check in more worlds says of a turn that somebody holds for as good as the answer."""

    is_right: bool
    """Then it counts as an answer from now on."""
    lead: PuzzleLead
    """By how much the best turn leads it."""
    turn: PuzzleTurn
    standing: PuzzleStanding
    """Yours, with the try that was right after all, if it was this turn."""


class PuzzleReplies(Message):
    """A turn and what comes of it, in one of the worlds: the one where it costs most of some."""

    start: Position
    """With everything that is hidden, as it is in this world."""
    steps: list[ReplayStep]
    """Your turn, and what the others reply, up to your next turn or the end."""
    outcome: OutcomeInfo | None
    """How the game ended, if it has."""


# --- turns --------------------------------------------------------------------------------------------------


class Turn(Message):
    """A whole turn over HTTP, for bots."""

    version: Annotated[int, Field(ge=0, le=100_000)]
    moves: Moves
    seat: SeatNumber | None = None
    """Only where the sender has several seats."""


class Taken(Message):
    """The turn stands: it is in the log."""

    table: str
    number: int
    version: int


class FirstMoves(Message):
    """The first moves of a turn, to be tried out."""

    moves: Moves
    seat: SeatNumber | None = None


class PreviewResult(Message):
    """What would be after some moves. Nothing has happened."""

    moves: str
    choice: Choice
    """What could come next; nothing where the turn is complete."""
    changes: Changes
    """Against the position of that version. What a complete turn would draw is not told."""
    takes: list[Take]
    """Who would capture what if the turn ended here."""
    ends: str | None
    """Why the game would end, if it would."""


class HintLine(Message):
    """One way to go on that the bot has looked at."""

    moves: str
    """Tokens; ``done`` ends the turn."""
    score: float
    """More is better; only for comparing lines of one answer."""
    visits: int
    win_shares: list[float]
    """By seat: how likely it is to win; empty where the bot has no idea."""
    takes: list[Take]
    """What would be captured if the turn ended after these moves."""


class Hint(Message):
    """What the bot thinks."""

    bot: str
    turn: str
    """The whole turn that it would play."""
    lines: list[HintLine]
    """For the next decision, best first."""


class Health(Message):
    """The answer to /healthz."""

    status: Literal["ok", "unwell"]
    version: str
    database: bool
    redis: bool | None
    """None where there is none."""
    bots: bool
    """Every process of theirs is there, and has loaded all that it needs."""
    workers: int
    """Processes that serve."""


class Games(Message):
    """What can be played here."""

    games: list[GameInfo]
