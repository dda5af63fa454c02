"""One game in progress: who sits where, what has happened, and the one door through which moves come in."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from tenka.game import (
    CHANCE,
    Action,
    GameError,
    InvalidAction,
    Outcome,
    Ply,
    Rules,
    Seat,
    State,
    View,
    draw_chance,
    name_of_seat,
)
from tenka.record import Record, Replay, make_record, seat_name

_DICE = random.SystemRandom()
"""What chance decides at a table that was given no dice of its own: nobody can foresee it."""


class PlyDice(random.Random):
    """Chance that comes out of a seed, for each ply by itself: so a game that was interrupted goes on with the dice it
    would have had, and anybody who has the seed can roll them again."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self._text = text

    def begin(self, ply: int) -> None:
        """Takes the dice for a ply."""
        self.seed(f"{self._text} dice {ply}")


class Refused(GameError):
    """A move that the table did not take. Nothing has changed."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code
        """``stale``, ``turn``, ``over``, ``invalid``, ``illegal`` or ``incomplete``."""


class Preview(NamedTuple):
    """What would be after the first moves of a turn."""

    state: State
    actions: list[Action]
    legal: Sequence[Action]
    """What could come next in the same turn; empty where nothing can."""
    after: State | None
    """With the turn at its end; None where these moves cannot stand as a whole turn."""

    @property
    def is_whole(self) -> bool:
        """Whether these moves can stand as a whole turn."""
        return self.after is not None


class Table:
    """A game, its seats and its log."""

    def __init__(
        self,
        rules: Rules,
        options: Any,
        names: Sequence[str],
        start: State,
        dice: random.Random | None = _DICE,
        texts: Mapping[str, str] | None = None,
    ) -> None:
        """Use `Table.new` or `Table.resume`. `texts` are the options as they were when the game began, if not now."""
        if len(names) != options.players:
            raise GameError(f"{options.players} players need {options.players} names, not {len(names)}")
        self.rules = rules
        self.options = options
        self.texts = rules.describe_options(options) if texts is None else dict(texts)
        """The options by name, as the game began with them: what its record says, and its commitment promises."""
        self.names = tuple(seat_name(name) for name in names)
        self.start = start
        self.state = start
        self.plies: list[Ply] = []
        """So far, complete."""
        self.headers: tuple[tuple[str, str], ...] = ()
        """Further headers of the record, by name."""
        self.sealed: dict[Seat, list[Action]] = {}
        """Choices made at the same time as others', not shown or applied until it is their turn."""
        self.dice = dice
        """Decides for seat CHANCE as soon as it is to move; None: somebody commits that too."""

    @classmethod
    def new(
        cls,
        rules: Rules,
        options: Any,
        names: Sequence[str],
        rng: random.Random,
        dice: random.Random | None = _DICE,
    ) -> Table:
        """A new game; the options of the table name the seat that begins, and `rng` is used for the deal only."""
        start = rules.start(options, rng)
        if options.first is None:
            first = rules.seat_names[int(start.first)]
            options = rules.options(rules.describe_options(options) | {"first": first})
        table = cls(rules, options, names, start, dice)
        table.play_on()
        return table

    @classmethod
    def resume(cls, replay: Replay, dice: random.Random | None = _DICE) -> Table:
        """The game of a complete record, where it stopped."""
        record = replay.record
        table = cls(replay.rules, record.options, record.names, replay.start, dice, dict(record.texts))
        table.plies = [step.ply for step in replay.steps]
        table.headers = record.extra
        table.state = replay.final
        table.play_on()
        return table

    @property
    def version(self) -> int:
        """Goes up with every ply."""
        return len(self.plies)

    @property
    def outcome(self) -> Outcome | None:
        """None while the game goes on."""
        return self.rules.outcome(self.state)

    def to_move(self) -> tuple[Seat, ...]:
        """The seats that the game waits for."""
        together = tuple(seat for seat in self.rules.waiting(self.state) if seat not in self.sealed)
        turn = self.rules.turn(self.state)
        return together or (() if turn is None else (turn,))

    def view(self, seat: Seat | None) -> View:
        """What a seat or a spectator may know."""
        return self.rules.view(self.state, seat)

    def record(self) -> Record:
        """The complete record; `tenka.record.redact` makes it one for a seat."""
        return make_record(
            self.rules, self.options, self.names, self.start, self.plies, self.state, self.headers, self.texts
        )

    def preview(self, seat: Seat, text: str) -> Preview:
        """The first moves of a turn, tried out; raises Refused."""
        state = self._state_for(seat)
        number = self.rules.num_plies(state)
        try:
            actions = self.rules.parse(text)
        except InvalidAction as error:
            raise Refused("invalid", str(error)) from None
        is_over = False
        for action in actions:
            if is_over:
                raise Refused("illegal", "the turn is over before the last of these moves")
            try:
                state = self.rules.apply(state, action)
            except GameError as error:
                raise Refused("illegal", str(error)) from None
            is_over = self.rules.num_plies(state) != number
        if is_over:
            return Preview(state, actions, (), state)
        legal = self.rules.legal(state)
        after = None
        if self.rules.end_turn in legal:
            ended = self.rules.apply(state, self.rules.end_turn)
            if (
                self.rules.num_plies(ended) != number
            ):  # else it ended a part of a turn, and the choice of a capital follows
                after = ended
        return Preview(state, actions, legal, after)

    def act(self, seat: Seat, text: str, version: int | None = None) -> list[Ply]:
        """Takes a whole turn from a seat; returns the new plies, complete. Raises Refused.

        `version` is the one that the seat saw; a turn meant for another state of the game is refused.
        """
        if version is not None and version != self.version:
            raise Refused("stale", f"the game has moved on: this was for version {version}, and it is {self.version}")
        preview = self.preview(seat, text)
        if not preview.is_whole:
            raise Refused("incomplete", f"{text.strip() or 'nothing'!r} is not a whole turn yet")
        actions = preview.actions
        if preview.legal:
            actions = [*actions, self.rules.end_turn]
        return self.commit(seat, actions, preview.after)

    def commit(self, seat: Seat, actions: Sequence[Action], after: State | None = None) -> list[Ply]:
        """Applies the actions of a whole turn that are known to be legal; returns the new plies.

        What chance decides next is among them. `after` is the state that they lead to, where that is known already.
        """
        if after is None or self.rules.turn(self.state) != seat:
            self.sealed[seat] = list(actions)
            return self.play_on()
        ply = self.rules.make_ply(self.state, actions, after)
        self.state = after
        self.plies.append(ply)
        return [ply, *self.play_on()]

    def play_on(self) -> list[Ply]:
        """Applies what has been chosen and what chance decides, until somebody has to decide; returns the new plies."""
        plies = []
        while (turn := self.rules.turn(self.state)) in self.sealed or (turn == CHANCE and self.dice):
            before = self.state
            if turn in self.sealed:
                chosen = self.sealed.pop(turn)
                for action in chosen:
                    self.state = self.rules.apply(self.state, action)
            else:
                chosen = self._roll()
            plies.append(self.rules.make_ply(before, chosen, self.state))
        self.plies += plies
        return plies

    def _roll(self) -> list[Action]:
        """Applies a whole ply of chance; returns its actions."""
        number = self.rules.num_plies(self.state)
        if isinstance(self.dice, PlyDice):
            self.dice.begin(number)
        chosen: list[Action] = []
        while self.dice and self.rules.turn(self.state) == CHANCE and self.rules.num_plies(self.state) == number:
            chosen.append(draw_chance(self.rules, self.state, self.dice))
            self.state = self.rules.apply(self.state, chosen[-1])
        return chosen

    def _state_for(self, seat: Seat) -> State:
        """The state in which the seat decides; raises Refused where it is not its turn."""
        state = self.state
        turn = self.rules.turn(state)
        if turn is None:
            raise Refused("over", "the game is over")
        waiting = self.to_move()
        if seat not in waiting:
            names = " and ".join(name_of_seat(self.rules, other) for other in waiting)
            raise Refused("turn", f"it is {names}'s turn, not {self.rules.seat_names[seat]}'s")
        while turn != seat:  # all choose at once, and nothing in this seat's choice depends on the others'
            state = self.rules.apply(state, self.rules.legal(state)[0])
            turn = self.rules.turn(state)
        return state
