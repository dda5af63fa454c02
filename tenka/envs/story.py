"""A game so far, as OpenSpiel's states hold it: a value that copies share. Its record is written when it is read."""

from __future__ import annotations

import random
from typing import Any, NamedTuple

from tenka.game import CHANCE, Action, Line, Rules, Seat, State
from tenka.games import get_game
from tenka.record import HIDDEN

DEAL_NODES = 8
"""In so many parts chance draws the seed of the deal."""


class Event(NamedTuple):
    """A whole ply: who decided what, and which seats did not see it."""

    seat: Seat
    actions: tuple[Action, ...]
    hidden_from: tuple[Seat, ...]


class Told(NamedTuple):
    """What there is to tell of all whole plies."""

    texts: tuple[str, ...]
    """Their record: as each seat may read it, as a spectator may, and complete."""
    events: tuple[Event, ...] = ()


class Story:
    """Whole plies, the last of them and those before it. What they tell is put into words when somebody reads it."""

    __slots__ = ("_actions", "_after", "_before", "_begin", "_told")

    def __init__(self, told: Told | None, before: Story | None = None, *ply: Any) -> None:
        """`ply` is the state where it began, its actions, and the state after it."""
        self._told = told
        self._before = before
        self._begin, self._actions, self._after = ply or (None, (), None)

    def tell(self, rules: Rules, players: int) -> Told:
        """The record and the events. Every part of it is told once."""
        untold: list[Story] = []
        story = self
        while story._told is None:
            untold.append(story)
            assert story._before is not None
            story = story._before
        told = story._told
        for story in reversed(untold):
            shown = _show(rules, players, rules.make_ply(story._begin, story._actions, story._after))
            seat = rules.turn(story._begin)
            assert seat is not None
            hidden_from = tuple(other for other in range(players) if _hides_head(shown[other]))
            event = Event(seat, story._actions, hidden_from)
            told = story._told = Told(_add_line(told.texts, shown), (*told.events, event))
            story._before = None
        return told


class Position:
    """A game so far. It is a value, so copies of an OpenSpiel state share it."""

    __slots__ = ("begin", "begun", "digits", "game", "number", "options", "state", "story", "turn")

    def __init__(
        self,
        game: str,
        options: Any,
        digits: tuple[int, ...] = (),
        state: State = None,
        begin: State = None,
        begun: tuple[Action, ...] = (),
        story: Story | None = None,
        number: int = 0,
    ) -> None:
        self.game = game
        self.options = options
        self.digits = digits
        """Of the seed of the deal, as far as it is drawn."""
        self.state = state
        """None until the deal."""
        self.begin = begin
        """Where the ply began that is going on."""
        self.begun = begun
        """Its actions so far."""
        self.story = story
        """The plies before it."""
        self.number = number
        """How many they are."""
        self.turn = CHANCE if state is None else self.rules.turn(state)

    def __deepcopy__(self, memo: object) -> Position:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        story = None if self.story is None else self.told
        rest = (self.state, self.begin, self.begun, story, self.number)
        return _restore, (self.game, self.options, self.digits, *rest)

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return get_game(self.game)

    @property
    def told(self) -> Told:
        """What there is to tell of whole plies."""
        return Told(()) if self.story is None else self.story.tell(self.rules, self.options.players)

    def deal(self, digit: int) -> Position:
        """Takes a digit of the seed, and deals with the last one."""
        digits = (*self.digits, digit)
        if len(digits) < DEAL_NODES:
            return Position(self.game, self.options, digits)
        rules = self.rules
        state = rules.start(self.options, random.Random(int.from_bytes(bytes(digits), "big")))
        texts = ("",) * (self.options.players + 2)
        for line in rules.opening(state):
            texts = _add_line(texts, _show(rules, self.options.players, line))
        story = Story(Told(texts))
        return Position(self.game, self.options, digits, state, state, (), story, rules.num_plies(state))

    def act(self, action: Action) -> Position:
        """A decision of a seat or of chance; raises GameError."""
        rules = self.rules
        after = rules.apply(self.state, action)
        begun, story, number = (*self.begun, action), self.story, rules.num_plies(after)
        begin = self.begin
        if number != self.number:
            story = Story(None, story, begin, begun, after)
            begin, begun = after, ()
        return Position(self.game, self.options, self.digits, after, begin, begun, story, number)

    def read(self, seat: Seat | None) -> str:
        """The record as a seat, or None for a spectator, may read it."""
        return self.told.texts[-2 if seat is None else seat]

    def resample(self, seat: Seat, rng: random.Random) -> Position:
        """A position that looks the same to the seat. It remembers what that seat saw, and of others what all saw."""
        rules = self.rules
        is_own = self.turn == seat
        # The own ply is sampled where it began, so that its line will tell all of it. Others' go on from here.
        begin = rules.sample(rules.view(self.begin if is_own else self.state, seat), rng)
        begun = self.begun if is_own else ()
        state = begin
        for action in begun:
            state = rules.apply(state, action)
        told = self.told
        events = tuple(
            event._replace(actions=(0,) * len(event.actions)) if seat in event.hidden_from else event
            for event in told.events
        )
        texts = [told.texts[-2]] * len(told.texts)
        texts[seat] = texts[-1] = told.texts[seat]
        story = Story(Told(tuple(texts), events))
        digits = (0,) * DEAL_NODES
        return Position(self.game, self.options, digits, state, begin, begun, story, self.number)

    def course(self) -> list[tuple[int, int]]:
        """Players and actions as OpenSpiel numbers them."""
        plies = [(event.seat, action) for event in self.told.events for action in event.actions]
        return [
            *((CHANCE, digit) for digit in self.digits),
            *plies,
            *((CHANCE if self.turn is None else self.turn, action) for action in self.begun),
        ]


def _restore(game: str, options: Any, digits: tuple[int, ...], *rest: Any) -> Position:
    """A position out of a pickle."""
    state, begin, begun, told, number = rest
    return Position(game, options, digits, state, begin, begun, told and Story(told), number)


def _show(rules: Rules, players: int, line: Line) -> list[str | None]:
    """A line of the record as each seat may read it, as a spectator may, and complete."""
    seen = [*(rules.redact(line, seat) for seat in [*range(players), None]), line]
    return [None if known is None else rules.format_line(known) for known in seen]


def _hides_head(shown: str | None) -> bool:
    """Whether a line does not tell its reader what was decided; what followed may be hidden all the same."""
    return shown is None or HIDDEN in shown.split(";")[0].split()


def _add_line(texts: tuple[str, ...], shown: list[str | None]) -> tuple[str, ...]:
    return tuple(text if line is None else f"{text}{line}\n" for text, line in zip(texts, shown, strict=True))
