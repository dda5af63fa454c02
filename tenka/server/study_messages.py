"""Messages of the analysis board: positions with variations, and studies that are kept."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from pydantic import Field

from tenka.server.messages import Changes, Choice, Judged, Key, Message, Moves, OutcomeInfo, TableId
from tenka.server.plies import PlyInfo, Take
from tenka.server.positions import Position

MOST_TEXT = 200_000
"""Letters of a record with variations that the board takes."""

StudyText: TypeAlias = Annotated[str, Field(max_length=MOST_TEXT)]
StudyName: TypeAlias = Annotated[str, Field(min_length=1, max_length=80)]
PlyLine: TypeAlias = Annotated[str, Field(max_length=1_000)]


class AnalysisRequest(Message):
    """Opens the analysis board, with a game that is over or with a text."""

    table: TableId | None = None
    key: Key | None = None
    text: StudyText | None = None
    """A record, also one with variations, or one that begins in the middle."""


class AnalysisNode(Message):
    """A ply in the tree."""

    parent: int
    """The index of the one that it follows, -1 for the start. The first that follows a ply is its main line."""
    ply: PlyInfo
    note: str
    changes: Changes
    """Of the position since the parent."""


class Analysis(Message):
    """A game or a position with its variations, played through."""

    game: str
    options: dict[str, str]
    names: list[str]
    """By seat: who plays."""
    text: str
    """All of it, as a record with variations."""
    base: str
    """Its main line as a record: what goes with every question about it."""
    head: list[str]
    """The lines of the text before the first ply, without those that tell how the game ended."""
    closing: list[str]
    """The lines of the text behind its main line."""
    seat: int | None
    """Whose hand is known; None: nobody's, or everybody's."""
    is_open: bool
    """Everything is known."""
    start: Position
    note: str
    """On the start."""
    nodes: list[AnalysisNode]
    """In the order of the text: behind a ply come the variations that replace it, and then what follows it."""


class AnalysisLine(Message):
    """A place in a tree: the plies that lead there."""

    base: StudyText
    line: Annotated[list[PlyLine], Field(max_length=1_500, default_factory=list)]
    """The lines of all plies from the start."""


class AnalysisTurn(AnalysisLine):
    """Plays on from there, or tries the first moves of a turn."""

    turn: Moves | None = None
    """A whole turn, to be played."""
    moves: Moves = ""
    """The first moves of the turn after it, to be tried."""


class AnalysisPly(Message):
    """A ply that was played, and the position after it."""

    ply: PlyInfo
    position: Position


class AnalysisStep(Message):
    """Where that leads."""

    steps: list[AnalysisPly]
    """The plies since the line: the turn, and what chance decided then."""
    after: Position
    """The position after them,"""
    position: Position
    """and with the moves that are tried."""
    choice: Choice | None
    takes: list[Take]
    """What would be captured if the turn ended with the moves."""
    ends: str | None
    """Why the game would be over then."""
    outcome: OutcomeInfo | None


class AnalysisJudged(Message):
    """What a position is worth, as far as it can be known."""

    judged: Judged
    is_guess: bool
    """Who is to move has a hand that nobody knows: the shares are a mean over several, and there are no turns."""


class NewStudy(Message):
    """A study to be kept."""

    name: StudyName
    text: StudyText


class StudyInfo(Message):
    """A study that is kept. Who has its id may read it."""

    id: str
    name: str
    game: str
    maker: str
    is_yours: bool
    created_at: float
    updated_at: float


class StudyList(Message):
    """Your studies, the latest first."""

    studies: list[StudyInfo]


class StudyOpened(Message):
    """A study, whole."""

    info: StudyInfo
    analysis: Analysis
