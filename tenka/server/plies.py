"""Parts of messages that are the same for every game: a line of the record taken apart, options, editions."""

from __future__ import annotations

from typing import Any, TypeAlias

from pydantic import BaseModel, ConfigDict

Details: TypeAlias = dict[str, Any]
"""What a title tells in a type of its own."""


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", use_attribute_docstrings=True)


class Take(_Part):
    """A piece that was taken from the board, or would be."""

    space: str
    piece: str
    """What it is, in the words of the game."""
    taker: int | None
    """The seat; None: it goes beside the board."""


class PlyInfo(_Part):
    """A line of the record, as these eyes may read it."""

    seat: int
    """-1: chance."""
    line: str
    """As in the record; ``?`` stands for what is hidden."""
    kind: str
    """The line's first word, such as ``turn``."""
    tokens: list[str]
    """The moves."""
    takes: list[Take]
    draws: list[str]
    """What was drawn; ``?`` where hidden."""
    details: Details | None = None
    """More that came of it; some games have a type of their own for that."""


class OptionInfo(_Part):
    """A rule option that a table can set."""

    name: str
    choices: list[str]


class EditionInfo(_Part):
    """An edition of the game and what it presets."""

    name: str
    presets: dict[str, dict[str, str]]
    """By the number of players: the value of each option."""
