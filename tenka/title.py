"""What a title says of itself in its ``title.py``: quick to load, so that the command line can list it all.

Everything else about a game is in the other parts of its folder, which are loaded when they are asked for; see
`tenka.games`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

PLAYING = ("play", "match", "ladder", "perft")
"""Commands that begin games."""
READING = ("replay", "review", "verify")
"""Commands that read records."""


@dataclass(frozen=True)
class Option:
    """A rule option as people set it, on the command line and at the server's tables."""

    name: str
    """As the rules call it."""
    help: str
    choices: tuple[str, ...] = ()
    """Empty: any text. The rules have the last word; this is what people are shown."""
    metavar: str = ""
    """What stands for the text in the help, where there are no choices."""
    means: Mapping[str, str] = field(default_factory=dict)
    """For a mere flag: the options that it stands for."""
    read: Callable[[str], str] | None = None
    """Makes what was typed the option's value, such as a path; raises GameError."""
    is_place: bool = False
    """Says where something lies, not what is played: it goes with records too, and never with a table of a server."""

    @property
    def is_flag(self) -> bool:
        """Whether it takes no value."""
        return bool(self.means)

    @property
    def commands(self) -> tuple[str, ...]:
        """The commands that have it."""
        return PLAYING + READING if self.is_place else PLAYING

    @property
    def shown(self) -> str:
        """The value in the help."""
        return self.metavar or "|".join(self.choices)


@dataclass(frozen=True)
class Title:
    """A title: what it is called, for how many it is, and what can be set."""

    name: str
    """What people call it."""
    players: tuple[int, ...]
    """Numbers of players, the smallest first."""
    author: str = ""
    options: tuple[Option, ...] = ()
    at_terminal: Mapping[str, str] = field(default_factory=dict)
    """Options of a game at a terminal, where they are others than the rules' defaults."""
    terminal_note: str = ""
    """What is said of these, where the person has set none of them."""
    version: int = 1
    """Of its environments, in their names."""
    max_decisions: int = 0
    """More than any game has. OpenSpiel wants to know; 0: the game is not offered there."""
    max_rolls: int = 0
    """Likewise, of what chance decides during play."""
    main_total: str = ""
    """Of the totals of an outcome the one that a match shows; the first unless told."""
